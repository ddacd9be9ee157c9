//! Measures how long the picture of a fight takes to draw, and how large it is:
//! `cargo bench --bench picture`. The time is also given as a multiple of that of a small chart in
//! the same run, which says more than milliseconds on a busy machine.

use std::time::{Duration, Instant};

use riposte::discord::map::{
    BarChart, ChartBar, ChartSection, Picture, render_bar_chart, render_map_picture_cached,
};
use riposte::engine::core::ids::{CombatantId, UserId};
use riposte::engine::visibility::facts::Fact;
use riposte::engine::visibility::view::{
    Camp, FightView, GroupView, MemberView, TurnStatus, VisibleAttack, VisibleWounds, ZoneView,
};

const SAMPLES: u16 = 41;

fn main() {
    let reference = median_time(|sample| draw_reference(sample).png.len());
    println!("a chart of four bars                {:>6.1} ms", millis(reference));
    for (zones, combatants) in [(3, 12), (6, 24), (12, 40), (12, 60)] {
        let draw = |round: u16| {
            // Another round is another picture, which no cache has.
            render_map_picture_cached(&make_view(zones, combatants, round)).expect("a picture")
        };
        let size = draw(0).png.len() as f64 / 1000.0;
        let time = median_time(|sample| draw(sample + 1).png.len());
        let ratio = time.as_secs_f64() / reference.as_secs_f64();
        println!(
            "{zones:>2} zones, {combatants} combatants {:>18.1} ms {ratio:>5.1} charts  {:>5.1} kB",
            millis(time),
            size
        );
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn median_time(draw: impl Fn(u16) -> usize) -> Duration {
    let time = |sample| {
        let start = Instant::now();
        assert!(draw(sample) > 0);
        start.elapsed()
    };
    let mut times: Vec<Duration> = (0..SAMPLES).map(time).collect();
    times.sort_unstable();
    times[times.len() / 2]
}

fn draw_reference(sample: u16) -> Picture {
    let bar = |number: u16| ChartBar {
        label: format!("Outcome {number}"),
        camp: Camp::Players,
        shares: (100 + 150 * number + sample, 100 + 150 * number + sample),
        share_text: format!("{number} of 4"),
    };
    let section = ChartSection { bars: (0..4).map(bar).collect(), ..ChartSection::default() };
    let chart = BarChart { sections: vec![section], ..BarChart::default() };
    render_bar_chart(&chart, "").expect("a chart")
}

fn make_view(zones: u8, combatants: u8, round: u16) -> FightView {
    let zone = |at: u8| ZoneView {
        name: format!("Zone {at}"),
        neighbours: vec![(at + zones - 1) % zones, (at + 1) % zones],
        span_feet: None,
        facts: vec![Fact::word("cover", "yes")],
    };
    let member = |id: u8| MemberView {
        id: CombatantId(id),
        name: format!("Combatant {id}"),
        user: id.is_multiple_of(4).then_some(UserId(u64::from(id) + 1)),
        side: "party".into(),
        camp: [Camp::Players, Camp::Foes, Camp::Others][usize::from(id % 3)],
        is_hidden: false,
        zone: Some(id % zones),
        border_zone: None,
        position_feet: None,
        wounds: VisibleWounds::Exact { current: u16::from(id % 10) + 1, max: 10 },
        conditions: if id.is_multiple_of(3) {
            vec!["prone".into(), "stuck".into()]
        } else {
            Vec::new()
        },
        turn_status: if id == 0 { TurnStatus::Acting } else { TurnStatus::Ready },
        exit: None,
        final_health: None,
        remaining_budget: Vec::new(),
        facts: Vec::new(),
    };
    let members = (0..combatants).map(member).collect();
    let (attacker, target) = (CombatantId(0), CombatantId(1));
    FightView {
        system: "dr12".into(),
        round,
        is_running: true,
        zones: (0..zones).map(zone).collect(),
        groups: vec![GroupView { key: "order".into(), is_current: true, members }],
        last_attacks: vec![VisibleAttack { attacker, target }],
        ..FightView::default()
    }
}
