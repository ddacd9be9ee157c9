### Cards: what happened, what is asked, and refusals that its rules explain best.
###
### Numbers of NPCs are `none` for whom they are hidden from. $action is an Action in words.

## Small words

cards-harm-type = { $harm ->
    [phys] Physical
   *[ment] Mental
}
cards-count = { $count ->
    [0] no success
    [one] 1 success
   *[other] { $count } successes
}
cards-dice = { $action ->
    [none] { $faces }
   *[some] { $action } { $faces }
}{ $notes ->
    [none] { "" }
   *[some] { " " }({ $notes })
} = { cards-count }

## Setting up

cards-assigned = { $who } belongs to the { $side }.
cards-grouped = { $name ->
    [none] { $who }: a card for each.
   *[some] { $who }: group { $name }, with one card for all.
}
cards-ambush-set = { $side ->
    [none] No ambush.
   *[some] The { $side } lie in ambush{ $auto ->
        [yes] : one more card, without a test.
       *[no] .
    }
}
cards-deaf-set = { $is_on ->
    [yes] { $one } and { $other } cannot hear each other.
   *[no] { $one } and { $other } can hear each other.
}
cards-raise = { $by ->
    [0] { $action } needs no more successes than usual
    [one] { $action } needs 1 more success, but not when the GM calls the test
   *[other] { $action } needs { $by } more successes, but not when the GM calls the test
}{ $darkness ->
    [yes] { " " }(darkness)
   *[no] { "" }
}
cards-raise-set = { $who ->
    [none] { cards-raise }.
   *[some] { $who }: { cards-raise }.
}
cards-fight-called = { $who } is about to attack { $target }: the GM begins the fight with `{ $start }`. Nothing is rolled yet.

## The ground

cards-ground-exit = { $is ->
    [yes] exit
   *[no] no exit
}
cards-ground-cover = { $dice ->
    [one] cover (1 die)
   *[other] cover ({ $dice } dice)
}
cards-ground-obstacle = { $maneuver ->
    [slow] obstacle towards { $to } (slow{ cards-obstacle-test })
   *[fast] obstacle towards { $to } (fast{ cards-obstacle-test })
}
cards-obstacle-test = { $action ->
    [none] { "" }
   *[some] , { $action } { $need }
}
cards-ground-items = { $items } on the ground
cards-zone-opened = A new zone lies next to { $of }: { $name }.
cards-obstacle-removed = The way from { $zone } to { $to } is clear.

## Cards

cards-dealt = { $who } { $many ->
    [one] draws
   *[other] draw
} { $cards }.
cards-extra-drawn = { $who } { $many ->
    [one] draws
   *[other] draw
} one more, { $card }, and { $many ->
    [one] keeps
   *[other] keep
} { $kept }.
cards-ambush-settled = { $succeeded ->
    [yes] The { $side } succeed with their ambush{ $bonus ->
        [0] .
        [one] : +1 die on their first Maneuver.
       *[other] : +{ $bonus } dice on their first Maneuver.
    }
   *[no] The others notice the { $side } in ambush, and draw once more.
}
cards-ambush-bonus-lost = What was left of the ambush is lost.
cards-hold-began = Nobody acts yet: cards may be swapped (`{ $swap }`). Whoever wants no swap passes.
cards-ready = { $who } wants no swap.
cards-hold-ended = Swapping is over.
cards-swap-offered = { $from } offers { $to } a swap of cards. It lapses with the first Maneuver of the round.
cards-swap-declined = { $to } declines to swap with { $from }.
cards-swapped = { $swap ->
    [outmaneuver] Outmaneuvered:{ " " }
   *[other] { "" }
}{ $who } and { $with } swap cards. { $who } has card { $other } now, and card { $own } goes to { $with }.
cards-swap-kept = { $who } swaps no cards.

## Turns

cards-passed = { $who } ends the turn.
cards-auto-set = { $standing ->
    [ask] { $who } is asked about { $reaction }.
    [fast] { $who } will { $reaction } with the fast Maneuver without being asked.
   *[never] { $who } will never { $reaction }.
}
# A reaction as the word of a sentence: "will never parry".
cards-reaction = { $reaction ->
    [dodge] dodge
    [parry] parry
    [resist] resist
    [break] break free
    [hold] hold
   *[chase] chase
}

## Acts. What is announced has no full stop: a colon and the dice may follow.

cards-attacked = { $manner ->
    [weapon] { $who } attacks { $target } with { $name }
    [thrown] { $who } throws { $name } at { $target }
    [spell] { $who } casts { $name } on { $target }
    [shove] { $who } tries to shove { $target }
   *[grapple] { $who } tries to grab { $target }
}
cards-break-tried = { $who } tries to break free of { $by }
cards-flee-tried = { $who } flees towards { $exit }

## Dice. Every 6 is a success.

cards-reacted = { $reaction ->
    [dodge] { $who } dodges
    [parry] { $who } parries
    [resist] { $who } resists
    [break] { $who } struggles
    [hold] { $who } holds on
   *[chase] { $who } gives chase
}{ $is_slow ->
    [yes] { " " }with the slow Maneuver
   *[no] { "" }
}
cards-rolled = { $purpose ->
    [stabilise] { $who } tends to the dying
    [obstacle] { $who } takes on the obstacle
    [douse] { $who } fights the fire
    [ambush] { $who } lies in wait
    [watch] { $who } keeps watch
    [fear] { $who } faces the fear
    [fire] { $who } burns
    [poison] { $who } fights the poison
    [fall] { $who } falls
    [treatment] { $who } treats wounds
    [armour] { $who }'s armour
    [cover] { $who }'s cover
   *[other] { $who }
}
cards-rolled-by-gm = { $purpose ->
    [poison] Poison
   *[fall] The fall
}
cards-settled = { $left } of { $successes ->
    [one] 1 success
   *[other] { $successes } successes
} left, needs { $need }: { $outcome }.
cards-verdict = { $is_hit ->
    [yes] { $manner ->
        [shove] SHOVED
        [grapple] CAUGHT
       *[other] HIT
    }
   *[no] { $reaction ->
        [dodge] DODGED
        [parry] PARRIED
        [resist] RESISTED
       *[none] MISS
    }
}
cards-verdict-alone = Needs { $need }: { $outcome }.
cards-tested = { $passed ->
    [yes] PASSED
   *[no] FAILED
}{ $target ->
    [none] { "" }
   *[some] , on { $target }
}{ $text ->
    [none] { "" }
   *[some] , “{ $text }”
}
cards-bonus-saved = { $who } saves a die for the next roll.
cards-attack-lost = { $who } cannot go on with it.
cards-bought = { $buy ->
    [damage] { $who } puts { $count ->
        [one] 1 success
       *[other] { $count } successes
    } into damage.
   *[stress] { $who } makes it stress: the Harm is Mental.
}

## Harm

cards-harmed = { cards-cause }{ $amount ->
    [none] { $who } is { cards-wound }.
   *[some] { $who } takes { $amount } { cards-harm-type } Harm.
}
cards-unharmed = { cards-cause }{ $who } takes no Harm.
cards-cause = { $cause ->
    [fear] Fear:{ " " }
    [fire] Fire:{ " " }
    [poison] Poison:{ " " }
    [fall] The fall:{ " " }
    [fatigue] Fatigue:{ " " }
    [pin] Pinned down:{ " " }
   *[other] { "" }
}
cards-wound = { $wound ->
    [unhurt] unhurt
    [hurt] hurt
    [badly-hurt] badly hurt
   *[out] Out
}
cards-healed = { $amount ->
    [none] { $who } recovers and is { cards-wound }.
   *[some] { $who } recovers and has { $amount } { cards-harm-type } Harm less.
}
cards-fell-out = { $who } is Out.
cards-critical-rolled = { $who }'s critical injury, d6 { $face }: { $critical ->
    [senseless] senseless until the fight ends
    [torn-muscle] torn muscle, −1 die on Strength tests
    [broken-arm] broken arm, no two-handed weapons
    [broken-leg] broken leg, entering a zone costs the slow Maneuver
    [mortal] mortal: dead in three rounds unless stabilised (Study, in the same zone)
    [fainted] faints until the fight ends
    [rattled] rattled, −1 die on Presence tests
    [dread] dread, Fear values +1
    [numb] numb, no dice for company in Fear tests
   *[broken-mind] broken mind, a change for good that the GM and the player agree on
}.
cards-fate-set = { $fate ->
    [helpless] { $who } is helpless.
    [dying] { $who } is dying.
   *[dead] { $who } is dead.
}
cards-stabilised = { $by } stabilises { $who }.
cards-dying = Still dying: { $who }.

## Movement, conditions and holds

cards-moved = { $way ->
    [move] { $who } moves from { $from } to { $to }.
    [crossed] { $who } crosses from { $from } to { $to }.
    [pushed] { $who } is pushed to { $to }.
    [lured] { $who } is lured to { $to }.
    [chase] { $who } runs on to { $to }.
   *[placed] The GM places { $who } in { $to }.
}
cards-closed-in = { $who } closes in on { $with }.
cards-apart-set = { $is_on ->
    [yes] { $who } stands Apart.
   *[no] { $who } no longer stands Apart.
}
cards-cover-set = { $is_on ->
    [yes] { $who } takes cover.
   *[no] { $who } leaves cover.
}
cards-prone-set = { $is_on ->
    [yes] { $who } is Prone.
   *[no] { $who } stands up.
}
cards-pinned = { $who } is Pinned: 1 Harm on leaving the zone.
cards-gagged = { $who } is Gagged.
cards-hold-kept = { $by } keeps hold of { $who }.
cards-helped = { $by } helps { $who }, who may use the slow Maneuver on their next turn.
cards-flag-set = { $is_on ->
    [yes] { $who } is { cards-flag }.
   *[no] { $who } is no longer { cards-flag }.
}
cards-flag = { $flag ->
    [prone] Prone
    [apart] Apart
    [pinned] Pinned
    [out] Out
    [dead] dead
    [shaken] Shaken
   *[helped] helped
}
cards-flee-failed = { $is_chased ->
    [yes] { $who } is caught.
   *[no] { $who } does not get away.
}

## Things and words

cards-equipped = { $items ->
    [none] { $who } has empty hands.
   *[some] { $who } now has in hand: { $items }.
}
cards-item-knocked = { $who }'s { $item } falls to the ground.
cards-item-picked-up = { $who } picks up the { $item }.
cards-item-landed = { $who }'s { $item } lies in { $zone }.
cards-said = { $text ->
    [none] { $is_shout ->
        [yes] { $who } shouts.
       *[no] { $who } says something.
    }
   *[some] { $is_shout ->
        [yes] { $who } shouts: “{ $text }”
       *[no] { $who }: “{ $text }”
    }
}
cards-interacted = { $text ->
    [none] { $who } does something here.
   *[some] { $who }: { $text }
}
cards-surveyed = { $questions ->
    [one] { $who } may ask the GM 1 question.
   *[other] { $who } may ask the GM { $questions } questions.
}

## Fear, fire, poison

cards-fear-suggested = { $sources } { $count ->
    [one] is
   *[other] are
} fearsome: you may call a Fear test (`{ $fear }`) for { $who }.
cards-feared = { $passed ->
    [yes] STANDS FIRM
   *[no] AFRAID
}
cards-shaken = { $who } is Shaken{ $is_repeated ->
    [yes] { " " }once more, and now{ " " }
   *[no] { " " }and{ " " }
}{ $how ->
    [flee] only wants to flee
    [freeze] freezes
    [faint] faints
   *[attack] only wants to attack { $source ->
        [none] what frightens
       *[some] { $source }
    }
}.
cards-caught-fire = { $is_repeated ->
    [yes] { $who } is Burning already, and again ({ cards-fire }). Only the larger fire counts.
   *[no] { $who } is Burning ({ cards-fire }).
}
cards-fire = { $intensity ->
    [small] a small fire
    [medium] a medium fire
    [large] a large fire
   *[inferno] an inferno
}
cards-doused = { $saved ->
    [0] The fire on { $who } gets no smaller.
    [one] The fire on { $who } gets smaller by 1.
   *[other] The fire on { $who } gets smaller by { $saved }.
}
cards-fire-out = The fire on { $who } is out.
cards-poisoned = { $is_repeated ->
    [yes] { $who } is Poisoned once more. Each poison runs by itself.
   *[no] { $who } is Poisoned.
}
cards-poisons-ended = { $who }'s poisons are gone.

## The end

cards-recovered = { $successes ->
    [0] { $who } rests: lesser Harm clears.
   *[other] { $who } is treated: Harm heals.
}
cards-day-began = A new day begins.

## Questions

cards-ask-reaction = { cards-attacked }. How does { $target } react?
cards-ask-hold = { $held } tries to break free of { $who }.
cards-ask-chase = { $runner } flees: does { $who } give chase?
cards-ask-extras = { $who } has { $left ->
    [one] 1 success
   *[other] { $left } successes
} to spend on { $target }.
cards-ask-swap = { $who } has outdone { $attacker } and may swap cards.
cards-ask-fate = { $target } is down. { $who } chooses what becomes of them.
cards-ask-shaken = { $who } is afraid{ $source ->
    [none] { "" }
   *[some] { " " }of { $source }
}. What does { $who } do?
cards-ask-end = { $left ->
    [none] Nobody is left standing.
   *[some] Only the { $left } are left standing.
} Is the fight over?

## Answers, as labels. What follows a dot explains them.

cards-answer = { $verb ->
    [parry] Parry
    [dodge] Dodge
    [resist] Resist
    [break] Break free
    [hold] Hold
    [chase] Chase by { $action }
    [take-it] Take it
    [no] Let them go
    [damage] Damage · { $count ->
        [one] 1 success
       *[other] all { $count }
    }
    [outmaneuver] Outmaneuver · take card { $card }
    [stress] Stress · Mental Harm
    [push] Push to { $zone }
    [apart] Apart · drive off
    [throw-down] Throw down · Prone
    [disarm] Disarm { $item }
    [pin] Pin · 1 Harm on leaving the zone
    [gag] Gag · no speaking
    [enough] Enough
    [swap] Swap · take card { $card }
    [keep] Keep · no swap
    [helpless] Helpless
    [dying] Dying
    [dead] Dead
    [flee] Flee · and nothing else
    [freeze] Freeze · no turn
    [faint] Faint · no turn, Prone
    [attack] Attack · and nothing else
    [confirm] End the fight
    [go-on] Fight on
   *[other] { $named }
}{ $is_slow ->
    [none] { "" }
    [yes] { " " }with my slow Maneuver
   *[no] { " " }· my fast Maneuver
}

## Refusals

refusal-too-late-CARDS-SWAP-2 = Cards can be swapped only before the first Maneuver of a round.
refusal-not-your-turn-CARDS-INIT-1 = The fight has not begun.
refusal-lapses-CARDS = That would be the first Maneuver of the round: the open offer to swap cards (from { $names }) would lapse.
refusal-not-your-turn-CARDS-SWAP-2 = Nobody acts before the time for swaps is over.
refusal-condition-forbids = { $because ->
    [none] Your condition forbids that.
    [cannot-talk] { $name ->
        [none] You
       *[some] You and { $name }
    } must be able to talk to each other for that.
    [has-tried] You have tried to break free this turn already.
    [held] You are held: break free, parry or shout.
    [held-gagged] You are held and Gagged: break free or parry.
    [held-burning] You are held and Burning: break free or shout.
    [held-gagged-burning] You are held, Gagged and Burning: break free.
    [burning] You are Burning: douse the fire, flee or shout. If you are held, you may also break free.
    [prone] You are Prone: stand up first.
    [gagged] You are Gagged and cannot speak.
    [shaken] Fear forbids that: you are Shaken.
    [severe-harm] With severe Harm you need help from an ally for slow Maneuvers.
    [broken-arm] With a broken arm you cannot use two-handed weapons.
   *[other] { $condition } forbids that.
}
refusal-no-slot = You have no Maneuver left to pay for it.
refusal-no-slot-CARDS-GRAP-4 = { $because ->
    [slow] Your fast Maneuver is spent. `slow:true` pays with your slow one.
   *[other] You have no Maneuver left to pay for it.
}
refusal-no-slot-CARDS-TURN-3 = The Maneuver for that is spent: a slow one needs the slow slot, a fast one takes either.
refusal-not-in-hand-CARDS = That is not in hand.
refusal-bad-target-CARDS-SWAP-1 = { cards-target } cannot swap cards with you now.
refusal-bad-target-CARDS-GRAP-4 = Nobody holds you.
refusal-bad-target-CARDS-GRAP-6 = You hold nobody.
refusal-bad-target-CARDS-MOVE-2 = { $because ->
    [there] You are there already.
    [gone] { cards-target } is no longer in the fight.
   *[other] { refusal-bad-target }
}
refusal-bad-target-CARDS-MOVE-3 = There is no free place of cover here.
refusal-bad-target-CARDS-MOVE-4 = You have two hands: what you take must fit in them, and must not be what you hold already.
refusal-bad-target-CARDS-MOVE-5 = You are standing already.
refusal-bad-target-CARDS-SKILL-1 = { $because ->
    [nobody-else] You cannot try that on { cards-target }: choose somebody else in the fight.
    [action] There is no such Action.
   *[lure] { cards-target } cannot be lured like that: lure an enemy, by finesse or intimidate.
}
refusal-bad-target-CARDS-FLEE-1 = You can flee by finesse or sneak, whichever the GM allows.
refusal-bad-target-CARDS-FIRE-4 = { cards-target } does not burn.
refusal-bad-target-CARDS-POIS-3 = { $because ->
    [gone] { cards-target } is no longer in the fight, or no longer alive.
   *[other] { cards-target } is not poisoned.
}
refusal-bad-target-CARDS-HARM-4 = { cards-target } needs no help from you now.
refusal-bad-target-CARDS-HARM-5 = { cards-target } is not dying.
refusal-out-of-range-CARDS-ATK-2 = { cards-target } is too near or too far for that.
refusal-not-closed-in = { cards-target } is out of arm's reach: close in first.
refusal-no-path = There is no way there.
refusal-no-path-CARDS-ZONE-3 = { $zone ->
    [none] That zone
   *[some] { $zone }
} cannot be entered from here: not next to it, or something is in the way.
refusal-no-path-CARDS-FLEE-2 = { $zone ->
    [none] There is no way out: every way to an exit is blocked or held by an enemy.
   *[some] { $names ->
        [none] { $zone } is no way out for you now, and no other exit is open.
       *[some] { $zone } is no way out for you now. You can flee to: { $names }.
    }
}
refusal-deck-empty = There are only ten cards: let more NPCs share one (`/scene group`), or take somebody out.
refusal-bad-setup-CARDS-INIT-2 = Cards go from 1 to 10, each once.
cards-target = { $name ->
    [none] Whom you mean
   *[some] { $name }
}

## Acts, as labels

cards-act-accept = Accept { $target }'s swap
cards-act-assist = Help { $target }
cards-act-attack = { $thrown ->
    [yes] Throw { $weapon } at { $target }
   *[no] { act-attack }
}
cards-act-auto = { $reaction ->
    [dodge] Dodge
    [parry] Parry
    [resist] Resist
    [break] Break
    [hold] Hold
   *[chase] Chase
}: { $order ->
    [ask] ask me
    [fast] use the fast Maneuver
   *[never] never
}
    .all = Standing orders
cards-act-break = Break free{ $slow ->
    [yes] { " " }with my slow Maneuver
   *[no] { "" }
}
cards-act-decline = Decline { $target }'s swap
cards-act-douse = Put out the fire{ $target ->
    [none] { "" }
   *[some] { " " }on { $target }
}
cards-act-equip = { $item ->
    [none] Put everything away
   *[some] { act-equip }
}
cards-act-flee = Flee{ $exit ->
    [none] { "" }
   *[some] { " " }by { $exit }
}{ $action ->
    [none] { "" }
   *[some] { " " }({ $action-name })
}
cards-act-move = { $apart ->
    [yes] Step Apart
   *[no] { $near ->
        [none] { act-move }
       *[some] Close in on { $near }
    }
}
cards-act-shout = Shout{ saying }
cards-act-shove = Shove { $target }
# A target is swayed, one who lies there is stabilised, one is lured to a zone; else a zone is reached
# across an obstacle, or something else is done.
cards-act-skill = { $target ->
    [none] { $zone ->
        [none] { $action ->
            [none] Other action
           *[some] Other action ({ $action-name })
        }
       *[some] Cross to { $zone }{ $action ->
            [none] { "" }
           *[some] { " " }({ $action-name })
        }
    }
   *[some] { $zone ->
        [none] { $action ->
            [study] Stabilise { $target }
           *[other] { $action-name } { $target }
        }
       *[some] Lure { $target } to { $zone } ({ $action-name })
    }
}
    .all = Use a skill
cards-act-swap = Offer { $target } a swap of cards
    .all = Swap
