### The duel: what happened, what is asked, its acts and its commands.

duel-initiative = { $total ->
    [none] { $who }: initiative d20 { $face }.
   *[some] { $who }: initiative d20 { $face }, { $total } with Skill.
}
duel-guarded = { $who } guards.
duel-stepped = { $who } steps to { $zone }.
duel-struck = { $riposte ->
    [yes] { $who } strikes back at { $target }
   *[no] { $who } strikes at { $target }
}: d20 { $face }{ $total ->
    [none] { "" }
   *[some] , { $total } with Skill
}: { $hit ->
    [yes] HIT
   *[no] MISS
}.
duel-riposte-declined = { $who } lets it pass.
duel-lost = { $amount ->
    [none] { $who } is { $wound ->
        [unhurt] unhurt
        [hurt] hurt
        [badly-hurt] badly hurt
       *[down] down
    }.
   *[some] { $who } loses { $amount } HP, { $left } left.
}
duel-ask-riposte = { $attacker } strikes at { $who } and misses. Strike back?
duel-answer = { $verb ->
    [riposte] Riposte
   *[decline] Let it pass
}

duel-act-strike = Strike at { $target }
    .all = Strike
duel-act-guard = Guard
duel-act-step = Step to { $zone }
    .all = Step

command-strike = strike
    .about = Strike at an enemy in your zone
command-guard = guard
    .about = Be harder to hit until your next turn
command-step = step
    .about = Step to a neighbouring zone
command-react-riposte = riposte
    .about = Strike back at the one who missed
command-react-decline = decline
    .about = Do not strike back
command-npc-strike = strike
    .about = An NPC strikes
command-npc-guard = guard
    .about = An NPC guards
command-npc-step = step
    .about = An NPC steps
