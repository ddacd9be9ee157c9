### Factions: what happened, what is asked, and refusals that its rules explain best.
###
### Numbers of NPCs are `none` for whom they are hidden from.

## Rounds, slots and turns

fact-joined = { $who } joins the { $faction }.
fact-assigned = { $group ->
    [none] { $who } belongs to the { $faction }.
   *[some] { $who } belongs to the { $faction }, group { $group }.
}
fact-alliance-set = { $is_on ->
    [yes] The { $one } and the { $other } are allies.
   *[no] The { $one } and the { $other } are enemies.
}
fact-captain-named = { $who } is captain.
fact-initiative-set = The { $faction } go first{ fact-rolled }.
fact-rolled = { $face ->
    [none] { "" }
   *[some] { " " }(rolled { $face })
}
fact-first-set = The { $faction } take the first slot.
fact-ambush-began = Ambush: only those who hide act.
fact-ambush-ended = The ambush is over.
fact-fast-began = Fast phase, d20 { $threshold }: those with WIT { $threshold } or more act.
fact-slow-began = Slow phase.
fact-slot-passed = { $how ->
    [skipped] Nobody acts for the { $faction }: they pass.
   *[all] The { $faction } pass.
}
fact-pass-pressed = { $who } will not act in this slot.
fact-stretch-ended = A stretch of time passes.
fact-listed-broken = Broken: { $who }.
fact-listed-surrendered = Surrendered: { $who }.

## The ground

fact-border = the border of { $zone } and { $border }
fact-ground-tag = { $tag ->
    [cover] cover
    [obscured] obscured
    [barrier] barrier
    [hard] hard going
   *[exit] exit
}
fact-ground-hazard = hazard ({ $damage })

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
    [none] The blast goes astray and hits nothing.
   *[some] The blast goes astray and lands in { $zone }{ fact-rolled }.
}
fact-hits = { $who } hits { $target }
fact-damage = { $damage }{ $is_impaired ->
    [yes] { " " }(impaired)
   *[no] { "" }
}
fact-poison-rolled = Poison, { $damage }
fact-attack-lost = { $target ->
    [none] { $who }'s attack does not land any more.
   *[some] { $who }'s blow on { $target } does not land any more.
}

## Saves

fact-saved = { $ability } save { $result }
fact-saves = { $what ->
    [poison] { $who } resists the poison
    [dodge] { $who } tries to dodge
    [disarm] { $who } resists
    [grapple] { $who } resists
    [manoeuvre] { $who } resists
   *[other] { $who }
}
fact-or-less = { $value } or less
fact-verdict = { $passed ->
    [yes] { $what ->
        [hit] HIT
        [dodge] DODGED
        [disarm] RESISTED
        [grapple] RESISTED
        [manoeuvre] RESISTED
        [poison] RESISTED
        [break] BROKEN FREE
       *[other] PASSED
    }
   *[no] { $what ->
        [hit] MISS
        [dodge] NOT DODGED
        [disarm] NOT RESISTED
        [grapple] NOT RESISTED
        [manoeuvre] NOT RESISTED
        [poison] NOT RESISTED
        [break] STILL HELD
       *[other] FAILED
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
    [yes] PASSED
   *[no] FAILED
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

fact-stunt-offered = { $who } offers { $target } { fact-stunt }.
fact-stunt = { $text ->
    [none] a stunt instead of damage
   *[some] this instead of damage: “{ $text }”
}
fact-stunt-refused = The GM refuses { $who }'s stunt: the attack goes on.
fact-stunt-declined = { $target } declines and faces the attack.
fact-stunt-taken = { $text ->
    [none] { $target } accepts the stunt.
   *[some] { $target } accepts. The stunt: { $text }
}
fact-hid-behind = { $who } hides behind { $behind }.
fact-shelter-refused = { $by } does not shield { $who }.
fact-guarded = { $who } steps in for { $target }.

## Movement, hiding and chases

fact-dashed = { $who } dashes and may move twice more.
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
fact-concealed = { $who } hides.
fact-revealed = { $who } is no longer hidden.
fact-hide-tried = { $who } wants to hide{ saying }.
fact-hide-refused = { $who } cannot hide now; nothing is spent.
fact-left = { $who } leaves the map by { $exit }.
fact-pursued = { $pursuers ->
    [none] The { $faction } let { $leavers } go.
   *[some] The { $faction } pursue { $leavers }: { $pursuers }.
}
fact-reached = The pursuers catch up with { $who }.

## Things

fact-held = { $is_on ->
    [yes] { $who } readies the { $item }.
   *[no] { $who } puts away the { $item }.
}
fact-item-let-fall = { $who }'s { $item } lies on the ground now.
fact-coated = { $who } coats the { $item } with poison.
fact-reloaded = { $who } reloads the { $item }.
fact-worn = { $state ->
    [intact] { $who }'s { $item } is intact.
    [damaged] { $who }'s { $item } is damaged.
   *[destroyed] { $who }'s { $item } is destroyed.
}
fact-durability-rolled = Durability of { $who }'s { $item }: d6 { $face }{ $holds ->
    [yes] , holds
   *[no] { "" }
}.
fact-durability-ordered = { $is_on ->
    [yes] After the fight, { $who }'s gear is rolled for.
   *[no] After the fight, { $who }'s gear is not rolled for.
}

## What becomes of people

fact-shoved = { $by } shoves { $who }.
fact-interacted = { $who }: { $text }
fact-steadied = { $who } stands firm.
fact-broke = { $who } is broken.
fact-surrendered = { $is_forced ->
    [yes] { $who } has nowhere to go and surrenders.
   *[no] { $who } surrenders.
}
fact-rallied = { $who } takes back the surrender, and fights again from the next round on.
fact-flag-set = { $is_on ->
    [yes] { $who } is { fact-flag }.
   *[no] { $who } is no longer { fact-flag }.
}
fact-flag = { $flag ->
    [unseen] out of sight
    [cover] in cover
    [obscured] obscured
    [hard] on hard ground
    [barrier] behind a barrier
    [concealed] hidden
    [broken] broken
    [steady] steady
    [surrendered] out of the fight by surrender
    [poisoned] poisoned
   *[dead] dead
}
fact-noticed-set = { $is_on ->
    [yes] { $by } is aware of { $who }.
   *[no] { $by } is not aware of { $who }.
}
fact-manoeuvre-added = A new manoeuvre, { $name }: { $save } save or { $effect }.

## Questions

fact-ask-stunt-approval = { $text ->
    [none] { $who } wants to try a stunt on { $target } instead of damage. Do you approve?
   *[some] { $who } wants to do this to { $target } instead of damage: “{ $text }”. Do you approve?
}
fact-ask-stunt = { $attacker } offers { $who } { fact-stunt }. If { $who } declines, the attack goes on.
fact-ask-stunt-offer = { $who } hits { $target } and may offer a stunt instead of damage.
fact-ask-reaction = { fact-against } What does { $target } do?
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
fact-ask-opportunity = { $mover } is leaving. { $who } may strike.
fact-ask-hide-approval = { $who } wants to hide{ saying }. Do you allow it?
fact-ask-pursuit = { $leavers } left the map. Do the { $faction } pursue them?
fact-ask-ruling = { $who } tries something{ saying }. Proposed: one { $ability } save.

## What the form of a question asks for

fact-form-ability = Ability of the save
    .example = str, agi or wit
fact-form-effect = What a pass brings, in words
    .example = the door is shut
fact-form-text = What happens in place of damage
    .example = is thrown down

## Answers, as labels

fact-answer = { $verb ->
    [dodge] Dodge (AGI save) · spends your turn
    [take-it] Take it
    [let-go] Let them go
    [agree] Agree
    [accept] Accept
    [decline] Decline
    [approve] Approve
    [refuse] Refuse
    [no] Stay back
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
} · spends your turn
fact-answer-strikes = { $verb ->
    [counter] Counter
    [guard] Guard and counter
   *[strike] Strike
}
fact-answer-guard = { $how ->
    [dodge] Guard and dodge (AGI save) · spends your turn
   *[other] Guard · spends your turn
}
fact-answer-hide-behind = Hide behind { $target } · spends your turn
fact-answer-pursue = Pursue: { $who }
fact-answer-rule = { $ability ->
    [none] Rule
   *[some] One { $ability } save
}

## Refusals

refusal-not-your-slot = { $faction ->
    [none] No slot is open for you now.
   *[some] The { $faction } have the slot now.
}
refusal-not-your-slot-FACT-ROUND-4 = Only the captain passes for a faction, while it has the slot and nobody has taken it.
refusal-turn-spent = You have had your turn this round.
refusal-own-turn = You cannot react while you act.
refusal-too-slow = { $threshold ->
    [none] In the fast phase only those with enough WIT act.
   *[some] In the fast phase only those with WIT { $threshold } or more act.
}
refusal-ambush = In the ambush only those who hide act, and nobody reacts.
refusal-no-action-FACT = { $because ->
    [off-map] Nobody can act while off the map.
    [out] Nobody who is out of the fight can act.
   *[other] You have used this turn's action of that kind.
}
refusal-no-move-FACT = You have no movement left this turn.
refusal-worn-armour = You cannot put armour on or off in a fight.
refusal-not-nearby = { fact-target } is not nearby: you must share a zone.
refusal-not-visible = You cannot see { fact-target } from here.
refusal-moving = You have moved this turn, so you cannot attack indirectly.
refusal-moving-far = You have moved this turn: you can shoot only at targets within half the range.
refusal-too-close = An indirect attack reaches only beyond half the range.
refusal-barrier = { fact-target } is behind a barrier.
refusal-unaware = You are not aware of the attacker, so you cannot react.
refusal-not-suitable = That weapon cannot be used like this, or not before it is reloaded.
refusal-not-suitable-FACT-CHASE-1 = There is no exit for you here.
refusal-not-suitable-FACT-PROT-3 = { $because ->
    [already-behind] You are behind the barrier already.
    [not-behind] You are behind no barrier.
   *[other] There is no barrier here.
}
refusal-not-suitable-FACT-REACT-5 = You cannot answer the attacker with that attack now.
refusal-not-suitable-FACT-STUNT-1 = A stunt takes the place of damage: it goes with no counter and with no attack without damage.
refusal-not-suitable-FACT-TURN-3 = That is too long to be said in a fight: 120 characters at most.
refusal-already-target = { fact-target } has been a target of this attack already.
refusal-counter-taken = Somebody else already counters this attack.
refusal-too-late = It is too late for that.
refusal-entangled = You are held: you cannot move, dodge, hide behind others or guard them.
refusal-morale-broken = You are broken: you can only move away, flee, break free, surrender or end your turn.
refusal-sneak-half = You can sneak at most half a zone a turn.
refusal-not-in-hand-FACT = That is not in hand, or no hand is free for it.
fact-target = { $name ->
    [none] The target
   *[some] { $name }
}

## Acts, as labels

factions-act-attack = { $final ->
    [yes] { act-attack } · final blow
   *[no] { $target ->
        [none] Attack all of { $zone } with { $weapon-name }
       *[some] { act-attack }
    }
}{ $indirect ->
    [yes] { " " }· indirectly
   *[no] { "" }
}
factions-act-break = Break free
factions-act-dash = Dash
factions-act-disarm = Disarm { $target }{ $item ->
    [none] { "" }
   *[some] { " " }of { $item }
}
factions-act-hide = Hide{ saying }
factions-act-initiative = First slot to the { $first }
factions-act-interact = { $complex ->
    [yes] Interact (complex)
   *[no] { act-interact }
}
factions-act-leave-cover = Leave the barrier
factions-act-manoeuvre = { $kind } on { $target }
factions-act-move = { $sneak ->
    [yes] Sneak to { $zone }
   *[no] { act-move }
}
factions-act-pass = { $faction ->
    [none] { act-pass }
   *[some] Pass for all of the { $faction }
}
factions-act-reload = Reload { $item }
factions-act-shove = Shove the one I hold{ $zone ->
    [none] { "" }
   *[some] { " " }to { $zone }
}{ $hazard ->
    [yes] , into the hazard
   *[no] { "" }
}
factions-act-skill = Other action{ $ability ->
    [str] { " " }(STR)
    [agi] { " " }(AGI)
    [wit] { " " }(WIT)
   *[none] { "" }
}
    .all = Use a skill
factions-act-stance = When enemies step away: { $opportunity ->
    [always] always
    [never] never
   *[ask] ask me
}
    .all = Standing orders
factions-act-stunt = Stunt{ saying }
factions-act-surrender = Surrender
factions-act-turn = Take the slot
factions-act-unequip = Put away { $item }
    .all = Put away
factions-act-use = Use { $item }{ $weapon ->
    [none] { $target ->
        [none] { "" }
       *[some] { " " }on { $target }
    }
   *[some] { " " }on { $weapon }
}
factions-rider-hold_back = holding back
