### The rules of Fates: what happened, what is asked, and the answers.
###
### Resolve, Defense and armour of NPCs are `none` for those who may not know them.

## Joining, initiative and turns

fates-door = { $state ->
    [none] no door to { $to }
    [open] an open door to { $to }
    [closed] a closed door to { $to }
   *[locked] a locked door to { $to }
}
fates-init-began = Roll for initiative: `{ $command }`.
fates-scored = { $dice ->
    [none] { $who } { $many ->
        [one] has
       *[other] have
    } initiative { $score }.
   *[some] { $who }: initiative { $dice }.
}
fates-goes-first = { $who } goes before the others with that score.
fates-last-turn = { $who } takes a last turn.
fates-delayed = { $who } waits, and goes after { $after }.

## Attacks and checks

# "Ana attacks Thug with carbine: 5+3+2 + 3 (Firearms) = 13, needs 12: HIT."
fates-attacked = { $who } attacks { $target } with { $weapon }{ fates-luck }
fates-tried = { $who } tries to { $tried }{ fates-luck }
fates-luck = { $is_lucky ->
    [yes] , spending a Fate Point
   *[no] { "" }
}
fates-try-skill = { $text ->
    [none] use { fates-with }
   *[some] do this with { fates-with }: “{ $text }”
}
fates-with = { $skill ->
    [none] { $attribute }
   *[some] { $attribute } + { $skill }
}
fates-try-grapple = grab { $target }
fates-try-break = get free with { $with }
fates-with-destiny = { $roll } (Destiny { $face })
fates-with-momentum = { $roll }, { $who } Gains Momentum (one more Action)
fates-hit = { $is_hit ->
    [yes] HIT
   *[no] MISS
}
fates-checked = { $succeeds ->
    [yes] SUCCESS
   *[no] FAILED
}

## Resolve

fates-lost = { $who } loses { $amount } Resolve, { $left } left.
fates-looks = { $who } is { $band ->
    [unhurt] unhurt
    [hurt] hurt
   *[battered] battered
}.
fates-no-effect = Nothing can hurt { $who } any more.
fates-wounded = { $who } is Wounded: the next harm calls for a Fate.
fates-regained = { $relief ->
    [push] { $who } is up again with { $left } Resolve.
    [rest] { $who } has { $left } Resolve.
   *[other] { $who } regains { $amount } Resolve, { $left } now.
}
fates-out = { $exit ->
    [dead] { $who } dies.
    [removed] { $who } is out of this fight, alive.
   *[escaped] { $who } gets away.
}
fates-grappled = { $by } grapples { $who }.
fates-freed = { $who } gets free of { $by }.
fates-rested = { $who } has rested: full Resolve and no Wound. { $who } can ignore Fates again.

## Fallen Fates

fates-fate = { $fate ->
    [never] Never the Same: { $who } lives, but at a price.
    [push] Desperate Push: { $who } stakes everything on one effort.
    [blaze] Blaze of Glory: { $who } burns up in one last deed.
   *[demise] Tragic Demise: { $who } falls before the eyes of friends.
}
fates-ignored = { $who } ignores the Fate and fights on.
fates-narrated = “{ $text }”
fates-lowered = { $who }'s { $one } is lowered by 2D for good{ $left ->
    [none] .
   *[some] : { $left }D from now on.
}
fates-lowered-two = { $who }'s { $one } and { $other } are lowered by 1D each for good{ $left ->
    [none] .
   *[some] : { $left }D and { $left_other }D from now on.
}
fates-pick-owed = { $who } must still choose what is lowered: `{ $command }`.
fates-push-rolled = 2D = { $total }{ $lives ->
    [yes] : it is enough.
   *[no] : it is not enough.
}
fates-demise-rolled = The friends take heart: 2D = { $total }.
fates-fp-gained = { $who } gains a Fate Point.
fates-blazed = { $who } takes one last turn now, and dies when it ends.

## Help, Defend, Aim and Hold

fates-helped = { $by } helps { $who } with { $skill }{ $rank ->
    [none] { "" }
   *[some] { " " }+{ $rank }, { $total } now
}{ $text ->
    [none] .
   *[some] : “{ $text }”
}
fates-help-struck = The GM does not allow { $who }'s Help: it adds nothing and is not spent.
fates-help-stored = { $who } stands ready to help.
fates-help-paid = { $to ->
    [none] Nobody needed { $who }'s Help.
   *[some] Nobody needed { $who }'s Help: { $to } takes heart from it.
}
fates-defended = { $who } defends with { $with }{ $bonus ->
    [none] .
   *[some] : Defense +{ $bonus }.
}
fates-defend-broken = { $who }'s Defend stopped it, and ends.
fates-aimed = { $bonus ->
    [none] { $steady ->
        [yes] { $who } aims steadily, at long range.
       *[no] { $who } aims.
    }
   *[some] { $who } aims: +{ $bonus } to the next attack.
}
fates-held = { $who } holds an act: as soon as { $trigger }, { $deed }.
fates-held-secretly = { $who } holds an act.
fates-hold-fired = { $who }'s held act comes now.
fates-hold-wasted = That is no longer possible, so the held act is lost.
fates-hold-attack = attack { $target } with { $weapon }
fates-hold-use = use the { $item } on { $on }
fates-hold-door = { $open ->
    [yes] open the door to { $to }
   *[no] close the door to { $to }
}
fates-hold-interact = { $text ->
    [none] handle something here
   *[some] do this: “{ $text }”
}
fates-hold-try = try to { $tried }
fates-whoever = them
fates-an-ally = an ally
fates-an-enemy = an enemy
fates-when-enters = { $zone ->
    [none] { $who } enters a zone
   *[some] { $who } enters { $zone }
}
fates-when-leaves = { $zone ->
    [none] { $who } leaves a zone
   *[some] { $who } leaves { $zone }
}
fates-when-last-leaves = the last ally leaves { $zone }
fates-when-attacks = { $at ->
    [none] { $who } attacks
   *[some] { $who } attacks { $at }
}
fates-when-uses-item = { $who } uses an item
fates-when-uses-skill = { $who } uses a skill
fates-when-wounded = { $who } is Wounded or goes down
fates-when-flees = { $who } tries to escape
fates-when-text = this happens: “{ $text }”

## Ways and things

fates-moved = { $way ->
    [move] { $who } moves from { $from } to { $to }.
    [dash] { $who } dashes from { $from } to { $to }.
    [step] { $who } steps from { $from } to { $to }.
   *[placed] The GM places { $who } in { $to }.
}
fates-escaping = { $who } tries to get away.
fates-escape-failed = { $who } does not get away.
fates-door-set = { $zone } has { $door } now.
fates-door-tried = { $open ->
    [yes] { $who } opens the door to { $to }.
   *[no] { $who } closes the door to { $to }.
}
fates-loose = The { $item } lies in { $zone }.
fates-using = { $on ->
    [none] { $who } uses the { $item }.
   *[some] { $who } uses the { $item } on { $on }.
}
fates-use-lost = It has no effect.
fates-interacted = { $text ->
    [none] { $who } handles something here.
   *[some] { $who }: { $text }
}

## Questions

fates-ask-tie = { $tied } have the same initiative. Who goes first?
fates-ask-difficulty = { $who } wants to { $tried }. How difficult is that?
fates-ask-help = { $roller } has rolled { $total } so far. { $who } may add the rank of a skill.
fates-ask-pay-out = Nobody needed { $who }'s Help. Who regains 1 Resolve for it?
fates-ask-trigger = { $who } waits for this: “{ $text }”. Has it happened?
fates-ask-end = One side has nobody left who can act. Is the fight over?

# The moment of the game: what each Fate means for them now.
fates-ask-fate =
    { $who } is Wounded, and { $amount } damage comes through. What is { $who }'s Fate?
    - Ignore it: { $is_too_big ->
        [yes] not possible, the damage is more than half of { $who }'s full Resolve.
       *[no] { $left ->
            [0] not possible again before a rest.
           *[other] fight on as before; { $left } of { $limit } left until a rest.
        }
    }
    { fates-means }
fates-ask-second-fate =
    { $who } is Wounded, and { $amount } damage comes through. The choice is the GM's now.
    { fates-means }
fates-means =
    - Never the Same: { $never ->
        [0] not possible any more (at most twice in a life).
       *[other] live, but leave this fight; one attribute drops by 2D, or two by 1D each, for good.
    }
    - Desperate Push: 2D; 8 or more is regained as Resolve, 7 or less is death.
    - Blaze of Glory: { $turn ->
        [none] { $who } takes a full turn unharmed, and dies.
       *[some] { $turn }'s turn ends at once; { $who } takes a full turn unharmed, and dies.
    }
    - Tragic Demise: { $count ->
        [0] { $who } dies, and no friend is there to see it.
        [one] { $who } dies; { $witnesses } regains 2D Resolve and a Fate Point.
       *[other] { $who } dies; { $witnesses } regain 2D Resolve and a Fate Point each.
    }

## What forms ask for

fates-form-difficulty = Difficulty
    .example = 7 easy, 11 moderate, 15 hard, 20 heroic
fates-form-help = How you help, in one line
    .example = covering fire from the gate
fates-form-skill = With which skill (your highest)
    .example = tactics
fates-form-attributes = What is lowered: one by 2D, or two by 1D
    .example = strength, or: strength, perception (empty: later)
fates-form-story = How it goes, in your own words
    .example = posted with the outcome; may be left empty

## Answers, as labels

fates-answer = { $verb ->
    [decline] Decline
    [trigger] Trigger
    [end] End the fight
    [go-on] Fight on
   *[other] { $named }
}
fates-answer-first = { $who } goes first
fates-answer-rule = { $difficulty ->
    [none] Rule
   *[some] Rule (difficulty { $difficulty })
}
fates-answer-help = { $skill ->
    [none] Help
   *[some] Help ({ $skill })
}
fates-answer-give = { $target ->
    [none] Give nobody
   *[some] Give { $target }
}
fates-answer-fate = { $fate ->
    [ignore] Ignore
    [never] Never the Same
    [push] Desperate Push
    [blaze] Blaze of Glory
    [demise] Tragic Demise
    [leave] Leave to the GM
    [falls] Falls
   *[other] { $named }
}

## Refusals

refusal-action-cap = You have used all of this turn's Actions and Free Actions.
refusal-no-free-action = You cannot do that as a Free Action, or you have used that Free Action.
refusal-no-trait = You have no trait that gives that Free Action.
refusal-not-your-turn-FATES-TURN-11 = { $because ->
    [roll-first] { $name ->
        [none] Roll for initiative first.
       *[some] { $name } rolls for initiative first.
    }
   *[other] { refusal-not-your-turn }
}
refusal-no-action-FATES = You have used this turn's Action.
refusal-no-move-FATES = You have used this turn's Move.
refusal-door-closed = A closed door is in the way.
refusal-no-handling = You have used this turn's one swap or pick-up.
refusal-not-in-hand-FATES = You do not carry that, or it is not in your hand.
refusal-bad-target-FATES-HOLD-1 = You can hold only an Attack, the use of an item or the use of a skill.
refusal-bad-target-FATES-HOLD-7 = You set off this held act yourself, so name its target.
refusal-no-attribute = That needs an attribute in which you have no dice.
refusal-no-skill = That skill does not go with it.
refusal-no-fate-points = You have no Fate Points left.
refusal-no-hold = You hold nothing that you could set off.
refusal-already-rolled = You have rolled your initiative already.
refusal-delay-too-late = You can delay only at the very start of your turn.
refusal-delay-target = { $name ->
    [none] You can only go after somebody whose turn of this round is still to come.
   *[some] You cannot go after { $name }: choose somebody whose turn of this round is still to come.
}
refusal-delay-used = You have delayed in this round already.
refusal-no-help = You have no Help stored.
refusal-help-full = That roll has had two Helps already.
refusal-help-own-roll = You cannot help your own roll.
refusal-target-wounded = { $name ->
    [none] Help cannot raise the Wounded.
   *[some] { $name } is Wounded: Help cannot raise the Wounded.
}
refusal-grappled = You are grappled: get free first.
refusal-flee-not-whole = Escaping takes the whole turn, and you have used some of it.
refusal-enemy-too-near = An enemy is too near to escape: all must be at Extreme range, or without an open path.
refusal-enemy-too-far = An enemy is too far away to escape from: all must be closer than Extreme range, by an open path.
refusal-blaze-turn = In a Blaze of Glory you cannot delay, hold or escape.
refusal-ignore-spent = You cannot ignore another Fate before a rest.
refusal-ignore-too-big = That is more than half of your full Resolve: you cannot ignore it.
refusal-fate-unavailable = You cannot choose that Fate like this: an attribute keeps at least 1D, and Never the Same is possible at most twice in a life.

## Acts, as labels

fates-act-aim = { $mode ->
    [steady] Aim steadily, at long range
   *[bonus] { $with ->
        [tactics] Aim with Tactics
        [search] Aim with Search
       *[none] Aim
    }
}
fates-act-assist = Get ready to help
fates-act-break = { $with ->
    [athletics] Get free with Athletics
    [agility] Get free with Agility
   *[none] Get free
}
fates-act-close = Close the door to { $zone }
fates-act-defend = { $with ->
    [agility] Defend with Agility
    [athletics] Defend with Athletics
    [hide] Defend with Hide
   *[none] Go on the defensive
}{ $zone ->
    [none] { "" }
   *[some] , and step to { $zone }
}
fates-act-delay = Wait and go after { $after }
    .all = Wait for somebody
fates-act-fate = Lower { $attributes } for good
    .all = Choose a Fate
fates-act-hold = { $do ->
    [none] Hold the rest of the turn
   *[some] { fates-act-hold-until }: { fates-act-hold-do }
}
    .all = Hold an act
fates-act-hold-until = { $trigger ->
    [enters] When { $who-name } comes
    [leaves] When { $who-name } leaves
    [last-leaves] When the last of the enemies has left
    [attacks] When { $who-name } attacks
    [uses-item] When { $who-name } uses an item
    [uses-skill] When { $who-name } uses a skill
    [wounded] When { $who-name } is wounded
    [flees] When { $who-name } flees
   *[text] When something else happens
}
fates-act-hold-do = { $do ->
    [attack] attack
    [grapple] grab
    [break] get free
    [use] use an item
    [open] open a door
    [close] close a door
    [skill] use a skill
   *[interact] interact
}{ $target ->
    [none] { "" }
   *[some] { " " }{ $target-name }
}{ $weapon ->
    [none] { $item ->
        [none] { "" }
       *[some] { " " }with { $item }
    }
   *[some] { " " }with { $weapon-name }
}{ $skill ->
    [none] { $attribute ->
        [none] { "" }
       *[some] { " " }({ $attribute-name })
    }
   *[some] { " " }({ $skill-name })
}{ $to ->
    [none] { "" }
   *[some] { " " }({ $to })
}
fates-word-who = { $who ->
    [allies] one of the allies
    [enemies] one of the enemies
   *[other] { $said }
}
fates-word-target = { $target ->
    [whoever] { fates-whoever }
   *[other] { $said }
}
fates-act-init = Roll for initiative
fates-act-open = Open the door to { $zone }
fates-act-release = { $target ->
    [none] { act-release }
   *[some] Let go of { $target }
}
fates-act-skill = Other action{ $skill ->
    [none] { $attribute ->
        [none] { "" }
       *[some] { " " }({ $attribute-name })
    }
   *[some] { " " }({ $skill-name })
}
    .all = Use a skill
fates-act-swap = Take { $item } in hand
    .all = Swap
fates-rider-fp = with a Fate Point
