### DR12: what happened, what is asked, and refusals that its rules explain best.
###
### $side is `party` or `enemy`. Numbers of NPCs are `none` for whom they are hidden from.

## Rounds, blocks and Turns

dr12-joined = { $side ->
    [party] { $who } joins the party.
   *[enemy] { $who } joins the enemies.
}
dr12-surprise-set = { $side ->
    [party] The party is surprised.
    [enemy] The enemies are surprised.
   *[none] Nobody is surprised.
}
dr12-side-rolled = { $first ->
    [party] Side die d6 { $face }: the party acts first.
   *[enemy] Side die d6 { $face }: the enemies act first.
}
dr12-initiative-rolled = { $who }: initiative { $dice }.
dr12-block-began = { $side ->
    [party] The party acts.
   *[enemy] The enemies act.
}
dr12-block-passed = Everybody else on this side passes.
dr12-passed = { $who } passes.

## The ground

dr12-ground-limit = room for { $limit }
dr12-ground-hazard = { $secret ->
    [yes] secret hazard ({ $attribute }, DR { $dr })
   *[no] hazard ({ $attribute }, DR { $dr })
}
dr12-ground-start = { $side ->
    [party] start of the party
   *[enemy] start of the enemies
}
dr12-ground-exit = { $side ->
    [party] exit of the party
   *[enemy] exit of the enemies
}

## Acts. What is announced has no full stop: a colon and the Test may follow.

dr12-attacked = { $who } attacks { $target } with { $weapon }{ dr12-free }
dr12-free = { $free ->
    [yes] , a free attack
   *[no] { "" }
}
dr12-cast = { $who } casts { $spell } on { $target }
dr12-stunt-tried = { $kind ->
    [push] { $who } tries to push { $target }
    [grapple] { $who } tries to grapple { $target }
   *[other] { $text ->
        [none] { $who } tries a stunt on { $target }
       *[some] { $who } tries a stunt on { $target }, “{ $text }”
    }
}
dr12-parley-tried = { $who } tries to parley with { $target }
dr12-hazard-struck = { $who } meets the hazard in { $zone }

## Tests

dr12-test = { $what ->
    [attack] { $who } attacks
    [avoid] { $who } tries to avoid it
    [cast] { $who } casts
    [parley] { $who } parleys
    [recover] { $key ->
        [ongoing] { $who } Tests against Ongoing Damage
       *[other] { $who } Tests to shake off { $ailment }
    }
    [resist] { $who } resists { $ailment }
    [hazard] { $who } Tests
    [morale] { $who } Tests morale
   *[other] { $who } tries it
}
dr12-verdict = { $passed ->
    [yes] { $what ->
        [attack] HIT
        [avoid] AVOIDED
        [resist] RESISTED
        [hazard] AVOIDED
       *[other] PASSED
    }
   *[no] { $what ->
        [attack] MISS
        [avoid] HIT
        [resist] NOT RESISTED
        [hazard] HIT
       *[other] FAILED
    }
}
dr12-bent = { $who }'s next Test: { $next }.
dr12-bent-dr = DR { $dr }
dr12-bent-advantage = Advantage
dr12-bent-disadvantage = Disadvantage
dr12-succeeds = { $who } succeeds.

## Harm and hindrances

dr12-lost = { dr12-cause }{ $who } loses { $amount } HP, { $left } left.
dr12-lost-some = { dr12-cause }{ $who } is { dr12-wound }.
dr12-cause = { $cause ->
    [ongoing] Ongoing Damage:{ " " }
    [hazard] Hazard:{ " " }
   *[other] { "" }
}
dr12-wound = { $wound ->
    [unhurt] unhurt
    [hurt] hurt
    [badly-hurt] badly hurt
   *[down] down
}
dr12-healed = { $amount ->
    [none] { $who } recovers and is { dr12-wound }.
   *[some] { $who } regains { $amount } HP: { $left } now.
}
dr12-ailing = { $is_repeated ->
    [yes] { $key ->
        [ongoing] { $who } takes Ongoing Damage already. It does not add up, but is the new one now{ dr12-cured-by }.
       *[other] { $who } is { $ailment } already. That does not add up, but is the new one now{ dr12-cured-by }.
    }
   *[no] { $key ->
        [ongoing] { $who } takes Ongoing Damage{ dr12-cured-by }.
       *[other] { $who } is { $ailment }{ dr12-cured-by }.
    }
}
dr12-cured-by = { $cure ->
    [none] { "" }
   *[some] { " " }({ $cure })
}
dr12-cure = { $bound ->
    [yes] ended by { $attribute }, DR { $dr }, Action-bound
   *[no] ended by { $attribute }, DR { $dr }
}
dr12-recovered = { $key ->
    [ongoing] { $who }'s Ongoing Damage ends.
   *[other] { $who } is no longer { $ailment }.
}

## Movement

dr12-moved = { $way ->
    [move] { $who } moves from { $from } to { $to }.
    [dash] { $who } dashes from { $from } to { $to }.
    [pushed] { $who } is pushed to { $to }.
   *[placed] The GM places { $who } in { $to }.
}
dr12-disengaged = { $who } disengages: nobody may strike when { $who } leaves this turn.
dr12-fled = { $who } flees the fight.

## Things

dr12-marked = { $marks ->
    [1] { dr12-mark }
    [2] { dr12-mark }
   *[other] Third usage mark on { $who }'s { $item }: broken.
}
dr12-mark = Usage mark { $marks } of 3 on { $who }'s { $item }.
dr12-shield-sacrificed = { $who } sacrifices the { $item }: it stops the attack and is destroyed.
dr12-item-lands = The { $item } lands in { $zone }.
dr12-item-taken = { $who } takes the { $item }.
dr12-item-retrieved = { $who } retrieves the { $item }.
dr12-item-drawn = { $who } draws the { $item }.
dr12-item-stowed = { $who } stows the { $item }.

## Parley, reaction and morale

dr12-parley-refused = { $target } refuses.
dr12-parley-accepted = { $target } accepts.
dr12-reaction = Reaction of { $npcs }: d10 { $face }, { $attitude ->
    [hostile] hostile
    [wary] wary
    [curious] curious
    [kind] kind
   *[helpful] helpful
}.
dr12-start-offered = `{ $start }` begins the fight.
dr12-morale-suggested = { $why ->
    [half-out] Half of the enemies are out
    [leader-fell] The enemies' leader has fallen
   *[last-at-half] The last enemy is badly hurt
}: you may call for morale Tests (`{ $morale }`).
dr12-mood-set = { $mood ->
    [fighting] { $who } fights again.
    [fleeing] { $who } wants to flee.
   *[parleying] { $who } wants to parley.
}

## The end

dr12-wear-rolled = Wear on { $who }'s { $item }: d6 { $face }{ $holds ->
    [yes] , holds
   *[no] { "" }
}.
dr12-fate-rolled = What becomes of { $who }: d6 { $face }.
dr12-scarred = { $scar ->
    [knocked-out] { $who } was only knocked out.
    [shaken] { $who } has Disadvantage on all Tests for an hour.
    [weak-for-a-day] { $who } has STR, DEX and CON −2 for a day.
    [crippled] { $who } has { $attribute } −2 for good.
    [disfigured] { $who } has CHA −2 for good.
    [dead] { $who } is dead.
   *[lost] { $who } could not be recovered and is lost.
}

## Questions

dr12-ask-avoid = { $attacker } attacks { $who } with { $weapon }{ dr12-free }. Avoid it: a { $attribute } Test.
dr12-ask-shield = { $attacker } is about to hit { $who } with { $weapon }. The { $shield } can stop it, but is destroyed by it.
dr12-ask-free-attack = { $mover } is leaving. { $who } may make a free attack.
dr12-ask-stunt = { $who } tries a stunt on { $target }{ saying }. { dr12-ask-ruling }
dr12-ask-skill = { $who } tries something else{ saying }. { dr12-ask-ruling }
dr12-ask-ruling = Proposed: { $attribute }, DR 12. Choose the attribute, the DR and what a pass brings.
dr12-ask-parley = { $target } listens to { $who }. What does { $target } answer?
dr12-ask-cripple = { $who } is crippled. Which attribute drops by 2 for good?

## Answers, as labels

dr12-answer = { $verb ->
    [sacrifice-shield] Sacrifice shield · it is destroyed
    [take-it] Take the hit
    [strike] Attack
    [let-go] Let them go
    [accept] Accept · truce
    [morale] Call morale · a fail flees
    [refuse] Refuse
   *[other] { $named }
}
dr12-answer-avoid = { $attribute ->
    [none] Avoid
   *[some] Avoid ({ $attribute } Test)
}
dr12-answer-morale-to-parley = Call morale to parley · a fail parleys
dr12-answer-bare-rule = Rule
dr12-answer-lower = Lower { $attribute }
dr12-answer-rule = { $is_proposed ->
    [yes] As proposed · { $attribute }, DR { $dr }
   *[no] { $condition ->
        [none] Rule · { $attribute }, DR { $dr }
       *[some] Rule · { $attribute }, DR { $dr }, { $condition }
    }
}

## What a ruling asks for

dr12-form-attribute = Attribute
    .example = str, dex, con, int, wis or cha
dr12-form-dr = DR
    .example = 5 trivial, 8 easy, 12 normal, 15 hard, 19 very hard
dr12-form-effect = What a pass brings, in words
    .example = is blinded by sand
dr12-form-ailment = Hindrance of the target
    .example = none, weakened, distracted, stuck, paralysed, ongoing
dr12-form-cure = Attribute that ends the hindrance
    .example = con

## Refusals

refusal-hindered-DR12 = { $because ->
    [stuck] You are Stuck: no Move, no dash and no flight.
    [distracted] You are Distracted: no Actions.
    [paralysed] You are Paralysed: no Move and no Actions.
    [fleeing] Somebody who flees can only move, by the shortest way to an exit.
    [parleying] Somebody who parleys makes no attacks.
   *[other] Your condition forbids that.
}
refusal-bad-target-DR12-ATK-1 = { dr12-target } cannot be attacked: choose a standing enemy.
refusal-bad-target-DR12-ACT-4 = { dr12-target } is not your ally: choose an ally.
refusal-bad-target-DR12-ACT-6 = You cannot parley with { dr12-target }: choose an enemy NPC.
refusal-bad-target-DR12-STUNT-2 = { dr12-target } is Stuck and cannot be pushed.
refusal-bad-target-DR12-OOA-1 = { dr12-target } is out of the fight.
refusal-bad-target-DR12-RCT-1 = { dr12-target } is a Character: only NPCs have a reaction.
refusal-bad-target-DR12-MORALE-2 = { dr12-target } is a Character: only NPCs Test morale.
refusal-bad-target-DR12-HIND-1 = { dr12-target } does not have this condition: { $condition }.
refusal-bad-target-DR12-HIND-3 = There is no Action-bound { $condition } to recover from.
dr12-target = { $name ->
    [none] That target
   *[some] { $name }
}
refusal-no-move-DR12-FLEE-2 = You have used this turn's Move and Action.
refusal-not-in-hand-DR12-CAST-1 = You don't know that spell.
refusal-not-in-hand-DR12-ATK-9 = { $because ->
    [no-such-attack] It has no attack of that name.
   *[other] That weapon is not in your hands: draw it, or attack with bare hands (`unarmed`).
}
refusal-not-in-hand-DR12-ACT-2 = That is not in your pack.
refusal-not-in-hand-DR12-ACT-3 = That is not in your hands, not ready, and does not lie here. If it is in your pack, retrieve it first.
refusal-not-in-hand-DR12-ACT-4 = { refusal-not-in-hand-DR12-ACT-3 }
refusal-broken-DR12-CAST-2 = That spell has three marks: rest before you cast it again.
refusal-broken-DR12-USE-1 = That is broken: it has three usage marks. You can repair it only outside fights.

## Acts, as labels

dr12-act-disengage = Disengage
dr12-act-draw = Draw { $item }
dr12-act-give = Give { $item } to { $target }
dr12-act-parley = Parley with { $target }
dr12-act-push = Push { $target } to { $zone }
dr12-act-recover = Shake off { $hindrance ->
    [ongoing] Ongoing Damage
    [weakened] Weakened
    [distracted] Distracted
    [stuck] Stuck
    [paralysed] Paralysed
   *[none] a hindrance
}
dr12-act-retrieve = Take out { $item }
    .all = Take out
dr12-act-skill = Other action{ dr12-act-by }
    .all = Use a skill
dr12-act-stunt = Stunt on { $target }{ dr12-act-by }
dr12-act-by = { $attribute ->
    [none] { "" }
   *[some] { " " }({ $attribute-name })
}
dr12-act-take = Pick up { $item }
    .all = Pick up
