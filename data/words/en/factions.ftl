### Factions: what happened, what is asked, and refusals that its rules explain best.
###
### Numbers of NPCs are `none` for whom they are hidden from.

## Rounds, slots and turns

fact-joined = { $who } joins { $faction }.
fact-assigned = { $group ->
    [none] { $who } belongs to { $faction }.
   *[some] { $who } belongs to { $faction }, group { $group }.
}
fact-alliance-set = { $is_on ->
    [yes] { $one } and { $other } are allies.
   *[no] { $one } and { $other } are enemies.
}
fact-captain-named = { $who } is captain.
fact-initiative-set = The initiative goes to { $faction }{ fact-rolled }.
fact-rolled = { $face ->
    [none] { "" }
   *[some] { " " }(rolled { $face })
}
fact-first-set = The first slot goes to { $faction }.
fact-ambush-began = Ambush: only those in hiding act.
fact-fast-began = Fast phase, d20 { $threshold }: WIT { $threshold } or more.
fact-slow-began = Slow phase.
fact-slot-passed = { $how ->
    [skipped] The slot of { $faction } is not waited for and passes.
    [nobody] Nobody of { $faction } is left to act.
   *[all] The slot of { $faction } passes.
}
fact-pass-pressed = { $who } will not take this slot.
fact-stretch-ended = A stretch of time has passed.
fact-decided = { $outcome ->
    [truce] A truce is made.
    [nobody] Nobody is left standing.
   *[won] The field belongs to { $who }.
}
fact-listed-broken = Broken: { $who }.
fact-listed-surrendered = Surrendered: { $who }.

## The ground

fact-border = the border of { $zone } and { $border }
fact-ground = { $zone }: { $ground }.
fact-ground-tag = { $tag ->
    [cover] cover
    [obscured] obscured
    [barrier] barrier
    [hard] hard going
   *[exit] exit
}
fact-ground-hazard = hazard ({ $damage })
fact-ground-no-sight = no sight of { $zones }

## Attacks. What is announced has no full stop: a colon and the save may follow.

# $name is the weapon, or what the manoeuvre is called.
fact-attacked = { $is_counter ->
    [yes] { $who } counters: { fact-does }
   *[no] { $who } { fact-does }
}{ $is_opportunity ->
    [yes] , an opportunity attack
   *[no] { "" }
}{ $hold_back ->
    [yes] , holding back
   *[no] { "" }
}{ $indirect ->
    [yes] , indirectly
   *[no] { "" }
}
fact-does = { $manner ->
    [weapon] attacks { $target } with { $name }
    [disarm] tries to strike { $target }'s { $name } away
    [grapple] tries to grab { $target }
    [manoeuvre] tries { $name } on { $target }
   *[final-blow] deals { $target } the final blow
}
fact-blasted = { $who } strikes all of { $zone }{ $weapon ->
    [none] { "" }
   *[some] { " " }with { $weapon }
}{ $targets ->
    [none] { "" }
   *[some] : { $targets }
}
fact-deviated = { $zone ->
    [none] It goes astray and does nothing.
   *[some] It goes astray to { $zone }{ fact-rolled }.
}
fact-damage-rolled = { $target ->
    [none] { $who }'s damage: { fact-damage }.
   *[some] { $who }'s damage to { $target }: { fact-damage }.
}
fact-damage = { $is_impaired ->
    [yes] d{ $die } { $face }, impaired
   *[no] d{ $die } { $face }
}
fact-poison-rolled = Poison: d4 { $face }.
fact-attack-lost = { $who }'s own attack does not land.

## Saves

fact-saved = { $ability } save d20 { $face }{ $value ->
    [none] { "" }
   *[some] { " " }vs { $value }
}, { $passed ->
    [yes] { $what ->
        [hit] hit
        [dodge] dodged
        [disarm] resisted
        [grapple] resisted
        [manoeuvre] resisted
        [poison] resisted
        [break] broken free
       *[other] passed
    }
   *[no] { $what ->
        [hit] missed
        [dodge] not dodged
        [disarm] not resisted
        [grapple] not resisted
        [manoeuvre] not resisted
        [poison] not resisted
        [break] still held
       *[other] failed
    }
}
fact-group-saved = { $what ->
    [morale] Morale
    [chase] The chase
   *[other] All together
}, { $ability } save d20 { $face }: { $members }.
fact-group-saved-one = { $who }{ $value ->
    [none] { "" }
   *[some] { " " }({ $value })
} { $passed ->
    [yes] passes
   *[no] fails
}

## Health

fact-lost = { fact-cause }{ $who } loses { $amount } health, { $left } left.
fact-lost-some = { fact-cause }{ $who } is { fact-wound }.
fact-cause = { $cause ->
    [poison] Poison:{ " " }
    [hazard] Hazard:{ " " }
   *[other] { "" }
}
fact-wound = { $wound ->
    [unhurt] unhurt
    [hurt] hurt
    [half-or-less] at half health or less
   *[down] down
}
fact-died = { $who } is dead.
fact-healed = { $amount ->
    [none] { $who } recovers and is { fact-wound }.
   *[some] { $who } regains { $amount } health: { $left } now.
}
fact-poison-ended = { $who }'s poison is gone.

## Stunts, and who steps in for whom

fact-stunt-offered = { $who } offers { $target } in place of damage: “{ $text }”.
fact-stunt-refused = The GM refuses { $who }'s stunt: the attack goes on.
fact-stunt-declined = { $target } would rather face the attack.
fact-stunt-taken = { $target } takes it: { $text }
fact-hid-behind = { $who } hides behind { $behind }.
fact-shelter-refused = { $by } does not shield { $who }.
fact-guarded = { $who } steps in for { $target }.

## Movement, hiding and chases

fact-dashed = { $who } dashes: two more halves of movement.
fact-moved = { $way ->
    [move] { $who } moves{ fact-from } to { $to }.
    [sneak] { $who } sneaks{ fact-from } to { $to }.
    [dragged] { $who } is dragged to { $to }.
    [shoved] { $who } is shoved to { $to }.
    [placed] The GM places { $who } in { $to }.
   *[reached] { $who } is in { $to }.
}
fact-from = { $from ->
    [none] { "" }
   *[some] { " " }from { $from }
}
fact-covered = { $is_on ->
    [yes] { $who } gets behind the barrier.
   *[no] { $who } leaves the barrier.
}
fact-concealed = { $who } is in hiding.
fact-revealed = { $who } is no longer hidden.
fact-hide-tried = { $who } wants to hide{ saying }.
fact-hide-refused = { $who } cannot hide now; nothing is spent.
fact-left = { $who } leaves the map by { $exit }.
fact-pursued = { $pursuers ->
    [none] { $faction } lets { $leavers } go.
   *[some] { $pursuers } of { $faction } go after { $leavers }.
}
fact-fled = { $who } has fled.
fact-reached = { $who } is caught up with.

## Things

fact-held = { $is_on ->
    [yes] { $who } readies the { $item }.
   *[no] { $who } puts away the { $item }.
}
fact-item-let-fall = { $who } lets the { $item } fall.
fact-coated = { $who } coats the { $item } with poison.
fact-reloaded = { $who } reloads the { $item }.
fact-worn = { $state ->
    [intact] { $who }'s { $item } is intact.
    [damaged] { $who }'s { $item } is damaged.
   *[destroyed] { $who }'s { $item } is destroyed.
}
fact-durability-rolled = Durability of { $who }'s { $item }: d6 { $face }.
fact-durability-ordered = { $is_on ->
    [yes] The gear of { $who } is rolled for after the fight.
   *[no] The gear of { $who } is not rolled for after the fight.
}

## What becomes of people

fact-grabbed = { $by } holds { $who }.
fact-freed = { $who } is free of { $by }.
fact-shoved = { $by } shoves { $who }.
fact-interacted = { $who }: { $text }
fact-steadied = { $who } stands firm.
fact-broke = { $who } is broken.
fact-surrendered = { $is_forced ->
    [yes] { $who } has nowhere to go and surrenders.
   *[no] { $who } surrenders.
}
fact-rallied = { $who } fights again from the next round on.
fact-flag-set = { $is_on ->
    [yes] { $who } is { fact-flag }.
   *[no] { $who } is no longer { fact-flag }.
}
fact-flag = { $flag ->
    [unseen] out of sight
    [cover] in cover
    [obscured] obscured
    [hard] hard put to attack
    [barrier] behind a barrier
    [concealed] in hiding
    [broken] broken
    [steady] steady
    [surrendered] out by surrender
    [poisoned] poisoned
   *[dead] dead
}
fact-noticed-set = { $is_on ->
    [yes] { $by } is aware of { $who }.
   *[no] { $by } is not aware of { $who }.
}
fact-manoeuvre-added = A new manoeuvre, { $name }: { $save } save or { $effect }.

## Questions

fact-ask-stunt-approval = { $who } wants to do something to { $target } in place of damage{ saying }. Do you approve?
fact-ask-stunt = { $attacker } offers { $who } in place of damage{ saying }. Declined, the attack goes on.
fact-ask-stunt-offer = { $who } has hit { $target }: a stunt may be offered.
fact-ask-reaction = { fact-against } What now?
fact-ask-guard = { fact-against } { $who } may step in.
fact-against = { $manner ->
    [weapon] { $attacker } hits { $target } with { $name }
    [disarm] { $attacker } is about to strike { $target }'s { $name } away
    [grapple] { $attacker } is about to grab { $target }
    [manoeuvre] { $attacker } tries { $name } on { $target }
   *[final-blow] { $attacker } is about to kill { $target }
}{ $is_opportunity ->
    [yes] { " " }(an opportunity attack).
   *[no] { "." }
}
fact-ask-consent = { $target } wants to hide behind { $who } from { $attacker }'s attack.
fact-ask-opportunity = { $mover } is leaving: { $who } may strike.
fact-ask-hide-approval = { $who } wants to hide{ saying }. Do you allow it?
fact-ask-pursuit = { $leavers } left the map. Does { $faction } go after them?
fact-ask-ruling = { $who } tries something{ saying }. Proposed: one { $ability } save. Rule on it.

## What the form of a question asks for

fact-form-ability = Ability of the save
    .example = str, agi or wit
fact-form-effect = What a pass brings, in words
    .example = the door is shut
fact-form-text = What happens in place of damage
    .example = is thrown down

## Answers, as labels

fact-answer = { $verb ->
    [dodge] Dodge (AGI save) · your turn
    [take-it] Take it
    [let-go] Let go
    [agree] Agree
    [accept] Accept
    [decline] Decline
    [approve] Approve
    [refuse] Refuse
    [no] No
    [stunt] Stunt
   *[other] { $named }
}
fact-answer-strike = { $kind ->
    [none] { $weapon ->
        [none] { fact-answer-strikes }
       *[some] { fact-answer-strikes } with { $weapon }
    }{ $held ->
        [yes] , holding back
       *[no] { "" }
    }
   *[some] { $item ->
        [none] { fact-answer-strikes }: { $kind }
       *[some] { fact-answer-strikes }: { $kind } ({ $item })
    }
} · your turn
fact-answer-strikes = { $verb ->
    [counter] Counter
    [guard] Guard and counter
   *[strike] Strike
}
fact-answer-guard = { $how ->
    [dodge] Guard and dodge (AGI save) · your turn
   *[other] Guard · your turn
}
fact-answer-hide-behind = Hide behind { $target } · your turn
fact-answer-pursue = Pursue: { $who }
fact-answer-rule = { $ability ->
    [none] Rule
   *[some] One { $ability } save
}

## Refusals

refusal-not-your-slot = { $faction ->
    [none] No slot is open for you now.
   *[some] The slot is { $faction }'s.
}
refusal-not-your-slot-FACT-ROUND-4 = Only the captain passes for a faction, while the slot is theirs and nobody has taken it.
refusal-turn-spent = The turn of this round is spent already.
refusal-own-turn = Whoever is acting cannot react.
refusal-too-slow = { $threshold ->
    [none] In the fast phase only the quick-witted act.
   *[some] In the fast phase only WIT { $threshold } or more acts.
}
refusal-ambush = In the ambush only those in hiding act, and nobody reacts.
refusal-no-action-FACT = That action of this turn is used.
refusal-no-move-FACT = There is no movement left this turn.
refusal-worn-armour = Worn armour cannot be put on or off in a fight.
refusal-not-nearby = { fact-target } is not nearby: you must share a zone.
refusal-not-visible = { fact-target } cannot be seen from here.
refusal-moving = An indirect attack cannot be made after moving this turn.
refusal-moving-far = After moving, only targets within half the range can be shot at.
refusal-too-close = An indirect attack reaches only beyond half the range.
refusal-barrier = { fact-target } is behind a barrier.
refusal-unaware = Whoever is not aware of the attacker cannot react.
refusal-not-suitable = That attack cannot be made at the attacker now.
refusal-not-suitable-FACT-TURN-3 = That is too long to be said in a fight: 120 characters at most.
refusal-already-target = { fact-target } has been a target of this attack already.
refusal-counter-taken = Somebody else counters this attack already.
refusal-too-late = It is too late for that.
refusal-entangled = You are held: no movement, dodge, hiding behind or guarding.
refusal-morale-broken = The broken only move away, flee, break free, surrender or end their turn.
refusal-sneak-half = Sneaking covers at most half a zone a turn.
refusal-not-in-hand-FACT = That is not in hand, or no hand is free for it.
fact-target = { $name ->
    [none] The target
   *[some] { $name }
}
