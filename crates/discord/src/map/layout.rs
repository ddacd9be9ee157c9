//! Arranges the zones of a map. Zones that form a row lie side by side if they are not too wide.
//! Others are arranged in rows by their distance from the first zone, at most two side by side, so
//! that a phone shows them large enough to read. Zones on a line keep its order.

use engine::visibility::view::{FightView, ZoneView};

const MAX_PER_ROW: usize = 2;

/// Returns whether all zones are spans of one line.
pub fn are_zones_on_line(view: &FightView) -> bool {
    !view.zones.is_empty() && view.zones.iter().all(|zone| zone.span_feet.is_some())
}

/// Returns whether the zones form a row: each is next to the ones before and after it, and to no
/// other.
pub fn are_zones_in_row(view: &FightView) -> bool {
    let last = view.zones.len().saturating_sub(1);
    last > 0
        && view.zones.iter().enumerate().all(|(index, zone)| {
            let mut actual: Vec<usize> = neighbours(zone).collect();
            actual.sort_unstable();
            let expected = [index.checked_sub(1), (index < last).then_some(index + 1)];
            actual.into_iter().eq(expected.into_iter().flatten())
        })
}

/// Returns the indexes of the zones, row by row.
pub fn arrange_zone_rows(view: &FightView) -> Vec<Vec<usize>> {
    if are_zones_on_line(view) {
        let in_order: Vec<usize> = (0..view.zones.len()).collect();
        return in_order.chunks(MAX_PER_ROW).map(<[usize]>::to_vec).collect();
    }
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut is_placed = vec![false; view.zones.len()];
    for start in 0..view.zones.len() {
        let mut layer = vec![start];
        while !layer.is_empty() {
            layer.retain(|zone| !std::mem::replace(&mut is_placed[*zone], true));
            rows.extend(layer.chunks(MAX_PER_ROW).map(<[usize]>::to_vec));
            layer = next_layer(view, &layer);
        }
    }
    rows
}

/// Returns the neighbours of a layer, in the order of the layer so that few links cross.
fn next_layer(view: &FightView, layer: &[usize]) -> Vec<usize> {
    let neighbour_indexes = layer.iter().flat_map(|zone| neighbours(&view.zones[*zone]));
    neighbour_indexes.filter(|zone| *zone < view.zones.len()).collect()
}

/// Returns every pair of neighbours once.
pub fn neighbour_pairs(view: &FightView) -> impl Iterator<Item = (usize, usize)> {
    view.zones.iter().enumerate().flat_map(|(index, zone)| {
        neighbours(zone)
            .filter(move |neighbour| index < *neighbour)
            .map(move |neighbour| (index, neighbour))
    })
}

fn neighbours(zone: &ZoneView) -> impl Iterator<Item = usize> {
    zone.neighbours.iter().map(|near| usize::from(*near))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(neighbours: &[&[u8]]) -> FightView {
        let zone = |neighbours: &&[u8]| ZoneView {
            neighbours: neighbours.to_vec(),
            ..ZoneView::default()
        };
        FightView { zones: neighbours.iter().map(zone).collect(), ..FightView::default() }
    }

    #[test]
    fn row_that_is_too_wide_is_stacked() {
        assert_eq!(arrange_zone_rows(&view(&[&[1], &[0, 2], &[1]])), [[0], [1], [2]]);
    }

    #[test]
    fn row_is_recognized_by_its_neighbours() {
        assert!(are_zones_in_row(&view(&[&[1], &[2, 0], &[1]])));
        for other in [&[&[][..]][..], &[&[1], &[]], &[&[], &[]], &[&[1, 2], &[0, 2], &[1, 0]]] {
            assert!(!are_zones_in_row(&view(other)), "{other:?}");
        }
    }

    #[test]
    fn every_zone_is_placed_once() {
        let star = view(&[&[1, 2, 3], &[0, 2], &[0, 1], &[0], &[]]);
        assert_eq!(arrange_zone_rows(&star), [vec![0], vec![1, 2], vec![3], vec![4]]);
        assert_eq!(neighbour_pairs(&star).collect::<Vec<_>>(), [(0, 1), (0, 2), (0, 3), (1, 2)]);
    }
}
