### The rules of Ranks: what happened, what is asked, and the answers.
###
### Dice, totals and numbers of NPCs are `none` for those who may not know them. Marks are in feet.

## Joining, rounds and turns

ranks-last-called = Last call: those who hold may act before the round ends.
ranks-point-spent = { $who } spends an action point: one more { $action ->
    [full] full
   *[bonus] bonus
} action.
ranks-luck-gained = { $amount ->
    [one] { $who } gains a luck point.
   *[other] { $who } gains { $amount } luck points.
}
ranks-holds = { $who } holds, and may still act in this round.
ranks-standing-order = { $who }{ $matching ->
    [none] { "" }
    [always] { " " }always keeps up with enemies who move
    [never] { " " }never keeps up with enemies who move
   *[ask] { " " }is asked whether to keep up with enemies who move
}{ $resisting ->
    [none] { "" }
   *[some] { $matching ->
        [none] { "" }
       *[some] ;
    }
}{ $resisting ->
    [none] { "" }
    [bonus] { " " }resists with a roll while a bonus action is left
    [never] { " " }never spends an action to resist
   *[ask] { " " }is asked whether to resist with a roll
}.
ranks-scene-ended = The scene is over, and so are the conditions that last until its end.

## The ground

ranks-ground-length = { $feet } ft
ranks-ground-over = { $is_border ->
    [yes] on its right border { $hindrance }
   *[no] hard ground ({ $hindrance })
}
ranks-hindrance = { $skill } { $difficulty }{ $stops ->
    [yes] , or no further
   *[no] { "" }
}
ranks-ground-narrow = narrow
ranks-ground-hazard = { $secret ->
    [yes] a secret hazard ({ $damage })
   *[no] a hazard ({ $damage })
}
ranks-ground-object = { $name } to tip or hurl (difficulty { $difficulty }, { $damage })
ranks-ground-item = the { $item } lies at { $mark }
ranks-exit-set = { $exit ->
    [none] There is no way out for the { $side }.
    [left] The way out for the { $side } is at the left end.
   *[right] The way out for the { $side } is at the right end.
}
ranks-allied = { $is_on ->
    [yes] The { $one } and the { $other } are allies.
   *[no] The { $one } and the { $other } are enemies.
}
ranks-chaos = { $chaos ->
    [off] The order of turns is fixed again.
    [until] Everybody rolls for the order of turns until round { $round } ends.
   *[encounter] Everybody rolls for the order of turns, from the next round on.
}

## Deeds and their checks. What is announced has no full stop: a colon and the roll may follow.

# "Ana attacks Thug with sword: 6+5+4+2 + 1 (Light Melee) = 18, needs 12: HIT (rank 2)."
ranks-declared = { $readied ->
    [yes] { $who } was ready, and { $deed }
   *[no] { $who } { $deed }
}
ranks-do-attack = attacks { $target } with { $weapon }
ranks-do-force = { $how ->
    [grapple] { $direction ->
        [down] tries to throw { $target } down
       *[other] tries to drag { $target }{ ranks-direction }
    }
   *[arena] tries to drive { $target }{ ranks-direction }
}
ranks-direction = { $direction ->
    [left] { " " }to the left
    [right] { " " }to the right
    [down] { " " }down
   *[away] { " " }away
}
ranks-do-dash = { $to ->
    [none] sprints
   *[some] sprints for { $to }
}
ranks-do-shift = { $target ->
    [none] tips the { $object }
   *[some] hurls the { $object } at { $target }
}
ranks-do-advantage = { $how ->
    [misdirection] tries to mislead { $target }
    [memory] recalls what is known of { $target }
    [psych] takes courage
   *[awareness] looks out
}
ranks-do-interact = { $how ->
    [insult] insults { $target }
    [startle] tries to startle { $target }
   *[demoralize] tries to demoralize { $target }
}
ranks-do-recover = { $skill ->
    [none] tries to recover
   *[some] treats { $patient } ({ $skill })
}
ranks-do-skill = { $text ->
    [none] tries something
   *[some] tries this: “{ $text }”
}{ $ability ->
    [none] { "" }
   *[some] { " " }({ $ability })
}
ranks-combining = { $hinders ->
    [yes] { $who } gets in the way of { $target }'s next { ranks-kind } ({ $skill })
   *[no] { $who } helps with { $target }'s next { ranks-kind } ({ $skill })
}
ranks-kind = { $kind ->
    [attack] attack
    [move] movement
    [force] force
    [advantage] advantage
    [interact] taunt
   *[recover] recovery
}
ranks-combined = { $plus } on the next { ranks-kind } of { $who }.

# A check that belongs to no deed that was announced.
ranks-check = { $purpose ->
    [stance] { $who } is on the defensive and defends ({ $ability }, with +10)
    [defend] { $who } was ready and defends ({ $ability }, with +5)
    [resist] { $who } resists with { $ability }
    [soak] { $who } withstands it with { $ability } and armour
    [match] { $who } must get across as well ({ $ability })
    [driven] { $who } must get across ({ $ability })
    [move] { $who } must get across ({ $ability })
    [initiative] { $who } rolls for the order ({ $ability })
   *[other] { $who } rolls { $ability }
}
# Who acts against whom, where the roll was told before.
ranks-against = { $who }{ $target ->
    [none] { "" }
   *[some] { $purpose ->
        [attack] 's attack on { $target }
       *[other] { " " }against { $target }
    }
}{ $needs ->
    [none] { "" }
   *[some] , needs { $needs }
}
ranks-needs = { $needs }{ $is_fixed ->
    [yes] { " " }(the fixed value)
   *[no] { "" }
}
ranks-verdict = { $is_success ->
    [yes] { $purpose ->
        [attack] HIT (rank { $rank })
        [move] GETS ACROSS
        [match] GETS ACROSS
        [driven] GETS ACROSS
       *[other] SUCCESS (rank { $rank })
    }
   *[no] { $purpose ->
        [attack] MISS
       *[other] FAILED
    }
}
ranks-skill-ruled = Difficulty { $difficulty }.

## Damage and conditions

ranks-damage = Damage { $roll }{ $against ->
    [none] { "" }
   *[some] , needs { $against }
}
# What it does, in as few words as can be.
ranks-suffered = { $kind ->
    [out-damage] { $who } is Out of Action: unconscious.
    [out-fatigue] { $who } is Out of Action: collapsed.
    [out-composure] { $who } is Out of Action, and has given up.
   *[other] { $is_repeated ->
        [yes] { $who } is { $condition } once more { $until }: { ranks-does }; both count.
       *[no] { $who } is { $condition } { $until }: { ranks-does }.
    }
}
ranks-does = { $kind ->
    [stunned] −2 to all checks
    [hurt] −1D to all checks
    [wounded] −1D to Dexterity checks
    [incapacitated] disadvantage on all checks
    [breathless] disadvantage on all checks
    [winded] no bonus actions
    [tired] −2 to all fixed values
    [exhausted] −1D to Strength checks
    [startled] −2 to initiative
    [disoriented] disadvantage on all checks
    [discouraged] no bonus actions
   *[demoralized] −1D to Presence checks
}
ranks-until = { $until ->
    [next-turn] until the end of their next turn
    [this-turn] until the end of their turn
    [round] until the end of round { $round }
    [encounter] until the end of the fight
    [scene] until the end of the scene
   *[recovered] until recovered
}
ranks-overwhelmed = { $track ->
    [damage] All together it is too much: { $who } is Out of Action, unconscious.
    [fatigue] All together it is too much: { $who } is Out of Action, collapsed.
   *[composure] All together it is too much: { $who } is Out of Action, and has given up.
}
ranks-condition-ended = { $who } is no longer { $condition }.
ranks-changed = { $is_lowered ->
    [yes] { $who } is { $to } in place of { $from }, { $until }.
   *[no] { $who } is { $from } only { $until }.
}
ranks-recovering = { $patient } is on the mend: +1D to the next recovery check for them.
ranks-meant = { $who }: { $text }

## What is kept ready

ranks-defends = { $who } goes on the defensive: each defence is rolled with +10.
ranks-stance-ended = { $who } is no longer on the defensive.
ranks-alert = { $points ->
    [none] { $who } is alert, and acts earlier in the next round.
   *[some] { $who } is alert: +{ $points } to initiative in the next round.
}
ranks-gained = { $who } gains { $gain }.
ranks-gift = { $gives ->
    [flat] { $plus } to one check
    [die] +1D to one check
    [advantage] advantage on one check
   *[disadvantage] disadvantage on one check
}{ $against ->
    [none] { "" }
   *[some] { " " }against { $against }
}, { $until }
ranks-gain-action = { $action ->
    [full] one more full action
   *[bonus] one more bonus action
}{ $is_due ->
    [yes] { " " }in the next round
   *[no] { "" }
}
ranks-gain-skill = +1D to { $skill } until the end of the fight
ranks-gain-point = an action point
ranks-gain-ability = an ability: “{ $text }”
ranks-readied = { $who } is ready: { $trigger ->
    [enters-reach] as soon as { ranks-whoever } comes into reach, { $who } { $check }.
    [leaves-reach] as soon as { ranks-whoever } leaves reach, { $who } { $check }.
    [attacked] as soon as { ranks-whoever } attacks, { $who } { $check }.
   *[text] { $text ->
        [none] as soon as what the GM was told happens, { $who } { $check }.
       *[some] when this happens, { $who } { $check }: “{ $text }”.
    }
}
ranks-whoever = { $enemy ->
    [none] an enemy
   *[some] { $enemy }
}
ranks-readied-secretly = { $who } has readied something.
ranks-ready-strike = attacks with { $weapon }
ranks-ready-force = { $how ->
    [grapple] { $direction ->
        [down] throws them down
       *[other] drags them{ ranks-direction }
    }
   *[arena] drives them{ ranks-direction }
}
ranks-ready-pursue = sprints after them, with { $weapon }
ranks-ready-defend = fights defensively, with +5
ranks-ready-lost = { $who } cannot do what was readied any more.

## Movement

# Without a full stop: the check may follow.
ranks-sets-out = { $flees ->
    [yes] { $who } runs for the exit
   *[no] { $way ->
        [sprint] { $who } sprints for { $to }
       *[other] { $who } sets out for { $to }
    }
}
ranks-sets-out-by = { $what } ({ $ability })
ranks-moved = { $way ->
    [incidental] { $who } steps from { $from } to { $to }.
    [bonus] { $who } moves from { $from } to { $to } (bonus action).
    [tumble] { $who } tumbles from { $from } to { $to } (bonus action).
    [full] { $who } moves from { $from } to { $to } (full action).
    [sprint] { $who } sprints from { $from } to { $to }.
    [match] { $who } keeps up, from { $from } to { $to }.
   *[forced] { $who } is driven from { $from } to { $to }.
}
ranks-placed = { $who } { $count ->
    [one] stands
   *[other] stand
} at { $to }.
ranks-stopped = { $who } gets only to { $at }.
ranks-matches = { $action ->
    [free] { $who } follows { $mover } with the free movement.
    [full] { $who } follows { $mover } with a full action.
   *[bonus] { $who } follows { $mover } with a bonus action.
}
ranks-prone = { $who } is thrown down.
ranks-stood-up = { $who } stands up.
ranks-fled = { $who } gets away.
ranks-cornered = { $who } does not get away: an enemy keeps up to the very end.
ranks-conceded = { $who } concedes, and is out of the fight.
ranks-tipped = The { $object } falls over. The GM says what that does.

## Questions

ranks-ask-resist = { $purpose ->
    [attack] { $actor } is about to hit { $who } with rank { $rank }.
    [force] { $actor } is about to drive { $who } with rank { $rank }.
    [shift] { $actor } is about to hit { $who } with something hurled, rank { $rank }.
    [advantage] { $actor } is about to mislead { $who } with rank { $rank }.
   *[interact] { $actor } is about to shake { $who }'s composure with rank { $rank }.
} { $who } can spend an action to roll { $with } instead of keeping the fixed value.
ranks-with = { $one }
ranks-ask-soak = { $by ->
    [none] { ranks-soak }
   *[some] { $by } has hit. { ranks-soak }
}
ranks-soak = { $who } is about to take a rank { $rank } wound, and can spend an action to roll Strength and armour instead of keeping the fixed value.
ranks-ask-match = { $mover } moves { $feet } ft to the { $is_left ->
    [yes] left
   *[no] right
}. { $who } can keep up, the same way and as far. { $is_free ->
    [yes] The free movement and a bonus action reach half of Move each, a full action all of it.
   *[no] A bonus action reaches half of Move, a full action all of it.
}{ $over ->
    [none] { "" }
   *[some] { " " }Something is in the way: { $over }{ $is_rolled ->
        [yes] , which takes a roll.
       *[no] .
    }
}
ranks-ask-driven = { $actor } drives { $who } over something ({ $over }), and the fixed value is not enough. { $who } can spend an action to roll instead. Failing the roll means fatigue.
ranks-ask-advantage = { $how ->
    [misdirection] { $who } has misled { $target }
    [memory] { $who } knows enough of { $target }
   *[psych] { $who } is in high spirits
}: an advantage of rank { $rank }. What does it give, and to whom?
ranks-ask-recovery = { $who } can treat { $patient }, up to rank { $rank }. What is done?
ranks-ask-ruling = { $who } { $text ->
    [none] tries something
   *[some] tries this: “{ $text }”
} ({ $ability }). How hard is it{ $is_readied ->
    [yes] , and what does a success bring?
   *[no] , what does it cost, and what does a success bring?
}
ranks-ask-ability = { $who } has an advantage of rank 5, and asks for a new ability for { $receiver }. What is it?

## What forms ask for

ranks-form-difficulty = Difficulty
    .example = 5 very easy, 10 easy, 15 moderate, 20 difficult, 25 very difficult
ranks-form-action = What it costs
    .example = full or bonus
ranks-form-effect = What a success brings, in words
    .example = the rope is cut
ranks-form-ability = The new ability, in words
    .example = may walk on the rafters without a check

## Answers, as labels

ranks-answer = { $verb ->
    [stand] Keep the fixed value
    [let-go] Stay here
    [refuse] Refuse
   *[other] { $named }
}
ranks-answer-resist = Roll{ $skill ->
    [none] { "" }
   *[some] { " " }{ $skill }
} ({ ranks-answer-paid })
ranks-answer-match = Keep up ({ ranks-answer-paid })
ranks-answer-paid = { $action ->
    [free] free movement
    [full] full action
   *[bonus] bonus action
}{ $luck ->
    [yes] , luck
   *[no] { "" }
}
ranks-answer-gain = { $target ->
    [none] { "" }
   *[some] { $target }:{ " " }
}{ $effect ->
    [plus-2] +2 to one check
    [advantage] advantage on one check
    [die] +1D to one check
    [bonus-action] one more bonus action
    [skill] { $skill ->
        [none] +1D to a skill
       *[some] +1D to { $skill }
    } for the fight
    [full-action] one more full action
    [action-point] an action point
   *[ability] a new ability (the GM's word)
}
ranks-answer-treat = { $effect ->
    [remove] Heal { $condition }
    [lower] Make { $condition } milder
    [shorten] Make { $condition } shorter
   *[recovering] +1D to the next recovery
}
ranks-answer-rule = { $difficulty ->
    [none] Rule
   *[some] Difficulty { $difficulty }{ $action ->
        [none] { "" }
        [full] { " " }(full action)
       *[bonus] { " " }(bonus action)
    }
}

## Refusals

refusal-barred = { $name ->
    [none] You are Winded or Discouraged, so you have no bonus action.
   *[some] { $name } is Winded or Discouraged, and has no bonus action.
}
refusal-no-full = You have no full action left this round.
refusal-no-bonus = You have no bonus action left this round.
refusal-bad-setup-RANKS-TURN-4 = The fight waits for nobody now.
refusal-no-move-RANKS = You have used this turn's free movement.
refusal-not-your-turn-RANKS-HOLD-2 = `/done` is for the last call of a round. A turn is ended with `/pass`.
refusal-not-active = { $name ->
    [none] You are out of the fight.
   *[some] { $name } is out of the fight.
}
refusal-prone = You are prone: stand up first.
refusal-bad-skill = You cannot do that with this skill, or in this way.
refusal-not-in-hand-RANKS = That is not in your hand, and you cannot reach it here.
refusal-no-hand = No hand is free for it.
refusal-too-close-RANKS = { fact-target } is too close for that.
refusal-out-of-reach = { $name ->
    [none] The target is out of reach.
   *[some] { $name } is out of reach.
}
refusal-no-path-RANKS = You cannot go there: move along the line to 0, 5, 10, …, or out by your own exit.
refusal-too-far = This movement does not go that far.
refusal-obstructed = The free movement cannot cross hard ground or obstacles: spend an action to cross.
refusal-bad-target-RANKS-ENG-1 = { $because ->
    [already] { $name ->
        [none] You have turned to nobody already.
       *[some] You have turned to { $name } already.
    }
   *[other] { refusal-bad-target }
}
refusal-bad-trigger = { $because ->
    [nothing-readied] You have readied nothing that waits for your word.
   *[other] That trigger does not fit that check, or it has happened already.
}
refusal-no-condition = There is no condition here that this skill treats.
refusal-no-points = You have no point of that kind left.
refusal-limit = You have done that already: one extra action of each kind a round, each skill raised once, one luck point a check.

## Acts, as labels

ranks-act-advantage = { $how ->
    [misdirection] Mislead { $target }
    [memory] Recall what is known of { $target }
    [psych] Summon up courage
   *[awareness] Look out, for the order of turns
}{ $item ->
    [none] { "" }
   *[some] , with the { $item }
}
ranks-act-assist = Help { $target }: { ranks-act-next } ({ $skill-name })
ranks-act-interfere = Hinder { $target }: { ranks-act-next } ({ $skill-name })
ranks-act-next = { $kind ->
    [attack] next attack
    [move] next movement
    [force] next force
    [advantage] next advantage
    [interact] next taunt
   *[recover] next recovery
}
ranks-act-concede = Concede
# Along a line: to a mark in feet, or a zone.
ranks-act-dash = { $to ->
    [none] Sprint
   *[some] Sprint to { $to }
}
ranks-act-defend = Go on the defensive
ranks-act-engage = { $target ->
    [none] Turn to nobody
   *[some] Turn to { $target }
}
ranks-act-fate = Spend an action point: one more { $action ->
    [full] full
   *[bonus] bonus
} action
    .all = Spend an action point
ranks-act-flee = Flee{ $action ->
    [none] { "" }
   *[some] { " " }({ $action-name })
}
ranks-act-force = { $how ->
    [grapple] { $direction ->
        [down] Throw { $target } down
       *[other] Drag { $target }{ ranks-act-towards }
    }
   *[arena] Drive { $target }{ ranks-act-towards }
}
ranks-act-towards = { $direction ->
    [left] { " " }to the left
    [right] { " " }to the right
   *[other] { " " }away
}
ranks-act-hold = Hold the rest of the turn
ranks-act-move = { $action ->
    [tumble] Tumble
   *[other] Move
}{ $to ->
    [none] { "" }
   *[some] { " " }to { $to }
}
    .likely = Move to { $to } ({ $action })
ranks-act-ready = { $check ->
    [none] Get ready
   *[some] { ranks-act-ready-when }: { ranks-act-ready-do }
}
    .all = Get ready
ranks-act-ready-when = { $trigger ->
    [enters-reach] When { $enemy-name } comes within reach
    [leaves-reach] When { $enemy-name } leaves my reach
    [attacked] When I am attacked
   *[text] When something else happens
}
ranks-word-enemy = { $enemy ->
    [any] an enemy
   *[other] { $said }
}
ranks-act-ready-do = { $check ->
    [defend] go on the defensive
    [attack] attack
    [dash] pursue
    [force] { $how ->
        [grapple] throw
       *[arena] drive
    }
    [recover] recover
    [shift] tip or hurl something
    [advantage] gain an advantage
    [taunt] taunt
   *[skill] use a skill
}{ $target ->
    [none] { "" }
   *[some] { " " }{ $target }
}{ $weapon ->
    [none] { "" }
   *[some] { " " }with { $weapon-name }
}
ranks-act-recover = { $target ->
    [none] Recover
   *[some] Treat { $target }
} ({ $skill-name })
ranks-act-shift = { $target ->
    [none] Tip the { $object }
   *[some] Hurl the { $object } at { $target }
}
ranks-act-skill = Other action{ $skill ->
    [none] { "" }
   *[some] { " " }({ $skill-name })
}
    .all = Use a skill
ranks-act-stance = { $match ->
    [none] When I may resist: { $resist ->
        [bonus] resist with a bonus action
        [never] never
       *[ask] ask me
    }
    [always] When enemies step away: always
    [never] When enemies step away: never
   *[ask] When enemies step away: ask me
}
    .all = Standing orders
ranks-act-taunt = { $how ->
    [insult] Insult { $target }
    [startle] Startle { $target }
   *[demoralize] Demoralize { $target }
}
ranks-rider-luck = with luck
