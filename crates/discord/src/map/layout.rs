//! Where the zones of a map are put: those in a row side by side, as far as that is not too wide;
//! others in rows by their distance from the first, at most two side by side, so that a phone shows
//! them large enough to read. Zones along a line are put in its order.

use engine::visibility::view::{FightView, ZoneView};

const MAX_PER_ROW: usize = 2;

/// The zones are stretches of one line.
pub fn is_line(view: &FightView) -> bool {
    !view.zones.is_empty() && view.zones.iter().all(|zone| zone.span_feet.is_some())
}

/// Each zone is next to the one before and the one after it, and to no other.
pub fn is_row(view: &FightView) -> bool {
    let last = view.zones.len().saturating_sub(1);
    last > 0
        && view.zones.iter().enumerate().all(|(at, zone)| {
            let mut near: Vec<usize> = neighbours(zone).collect();
            near.sort_unstable();
            let around = [at.checked_sub(1), (at < last).then_some(at + 1)];
            near.into_iter().eq(around.into_iter().flatten())
        })
}

/// The places of zones in the view, row by row.
pub fn arrange_rows(view: &FightView) -> Vec<Vec<usize>> {
    if is_line(view) {
        let along: Vec<usize> = (0..view.zones.len()).collect();
        return along.chunks(MAX_PER_ROW).map(<[usize]>::to_vec).collect();
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

/// The neighbours of a layer, in the order of the layer, so that links cross little.
fn next_layer(view: &FightView, layer: &[usize]) -> Vec<usize> {
    let near = layer.iter().flat_map(|zone| neighbours(&view.zones[*zone]));
    near.filter(|zone| *zone < view.zones.len()).collect()
}

/// Every pair of neighbours once.
pub fn neighbour_pairs(view: &FightView) -> impl Iterator<Item = (usize, usize)> {
    view.zones.iter().enumerate().flat_map(|(at, zone)| {
        neighbours(zone).filter(move |near| at < *near).map(move |near| (at, near))
    })
}

fn neighbours(zone: &ZoneView) -> impl Iterator<Item = usize> {
    zone.neighbours.iter().map(|near| usize::from(*near))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(neighbours: &[&[u8]]) -> FightView {
        let zone = |near: &&[u8]| ZoneView { neighbours: near.to_vec(), ..ZoneView::default() };
        FightView { zones: neighbours.iter().map(zone).collect(), ..FightView::default() }
    }

    #[test]
    fn a_row_that_is_too_wide_stands_upright() {
        assert_eq!(arrange_rows(&view(&[&[1], &[0, 2], &[1]])), [[0], [1], [2]]);
    }

    #[test]
    fn a_row_is_known_by_its_neighbours() {
        assert!(is_row(&view(&[&[1], &[2, 0], &[1]])));
        for other in [&[&[][..]][..], &[&[1], &[]], &[&[], &[]], &[&[1, 2], &[0, 2], &[1, 0]]] {
            assert!(!is_row(&view(other)), "{other:?}");
        }
    }

    #[test]
    fn every_zone_is_placed_once() {
        let star = view(&[&[1, 2, 3], &[0, 2], &[0, 1], &[0], &[]]);
        assert_eq!(arrange_rows(&star), [vec![0], vec![1, 2], vec![3], vec![4]]);
        assert_eq!(neighbour_pairs(&star).collect::<Vec<_>>(), [(0, 1), (0, 2), (0, 3), (1, 2)]);
    }
}
