### What all rule systems tell alike, and the words of views.
###
### How to write sentences: docs/CONTRIBUTING.md. Variants are chosen by keys of the code (in
### square brackets), by numbers, by `yes` and `no`, and by `none` where there is nothing.

## Small words

somebody = somebody
nowhere = nowhere
yes-or-no = { $is ->
    [yes] yes
   *[no] no
}
# Ana, Ben and Cid: all but the last have commas between them.
list-end = { $most } and { $last }
# The same before a word that begins with the sound of an i: Spanish says "e" there.
list-end-before-i = { $most } and { $last }
# What stands between the parts of a list.
list-comma = { ", " }

## Paragraphs

# An act and how it came out: "Ana attacks Raider with sword: d20 14 + 2 (STR) = 16, needs 12: HIT."
told = { $what }.
told-with-result = { $what }: { $result }
told-with-sentence = { $what }: { $sentence }

## Rolls, in all systems alike: "d20 10 + 2 (STR) = 12, needs 12: HIT"

roll = { $dice }{ $plus }{ $total ->
    [none] { "" }
   *[some] { " " }= { $total }
}
# $faces have plus signs between them: "d20 10", "2d6 3+4"; "5+3+2" where all dice of a system
# have six sides.
roll-dice = { $sides ->
    [none] { $faces }
   *[some] { $count ->
        [1] d{ $sides } { $faces }
       *[other] { $count }d{ $sides } { $faces }
    }
}{ $notes ->
    [none] { "" }
   *[some] { " " }({ $notes })
}
roll-natural = natural { $face }
roll-of-two = { $is_higher ->
    [yes] the higher of { $face } and { $out }{ roll-because }
   *[no] the lower of { $face } and { $out }{ roll-because }
}
roll-dropped = { $out } dropped{ roll-because }
roll-because = { $cause ->
    [none] { "" }
   *[some] : { $cause }
}
roll-dice-changed = { $dice }D { $cause }
roll-plus = { $is_less ->
    [yes] { " " }− { $number }{ roll-by }
   *[no] { " " }+ { $number }{ roll-by }
}
roll-by = { $cause ->
    [none] { "" }
   *[some] { " " }({ $cause })
}
roll-raised = { $cause } { $by }
roll-needed = { $needs }{ $why ->
    [none] { "" }
   *[some] { " " }({ $why })
}
roll-verdict = { $needs ->
    [none] : { $outcome }
   *[some] , needs { $needs }: { $outcome }
}
roll-cause = { $cause ->
    [aim] aim
    [ambush] ambush
    [armour] armour
    [boon] gained before
    [close-shot] target too close
    [combined] others help or hinder
    [fate-point] Fate Point
    [gear] gear
    [gm] the GM's word
    [harm] Harm
    [injury] injury
    [long-range] long range
    [luck] luck
    [mending] on the mend
    [npc-skill] Skill
    [other] other
    [prone] prone
    [range] range
    [ready-defence] ready to defend
    [saved-dice] saved dice
    [stance] on the defensive
    [tool] item
   *[named] { $named }
}
roll-damage = { $dice ->
    [none] { $total } damage
   *[some] { $is_doubled ->
        [yes] { $dice } × 2 = { $total } damage
       *[no] { $dice } = { $total } damage
    }
}
roll-damage-less = { $damage }{ $armour ->
    [none] { "" }
   *[some] { $is_halved ->
        [yes] { " " }− { $armour } (half of the armour)
       *[no] { " " }− { $armour } (armour)
    }
}

## The notes of the engine

removed = { $who } is no longer in the fight.
zones-laid = The zones are { $zones }.
configured = The settings have changed.
settings-changed = { $settings ->
    [none] The settings are as they were.
   *[some] The settings have changed: { $settings }.
}
setting-told = “{ setting-name }” is now { setting-value }
setting-switch = { setting-name }: { $is_on ->
    [yes] on
   *[no] off
}
setting-name = { $setting ->
    [absent] A turn that runs out of time
    [answer-secs] Time to answer
    [ask-single] Ask also when one answer is possible
    [avoid-rolls] Rolls to avoid attacks
    [bodies-recovered] Bodies are recovered after the fight
    [chaos] Chaos: nobody talks while a slot is open
    [chaos-delete] Delete talk during chaos
    [chaos-secs] Time for a slot during chaos
    [complex-interactions] Every interaction is complex
    [cover-counts] Cover protects
    [decoys] Decoy waits
    [destiny] Destiny die
    [difficulty-secs] Time to set a difficulty
    [dodge-close] Dodging attacks at arm's length
    [end-secs] Time to say that the fight is over
    [fail-moves] Movement after a failed check
    [fall-dice] Dice for each 5 feet of a fall
    [fast-slow] Fast and slow phases
    [fate-secs] Time to choose a Fate
    [fear-count-self] Whoever faces fear counts as company
    [flee-action] Action to flee with
    [flee-range] Where all enemies must be for an escape
    [friendly-targets] Friends may be attacked
    [gm-secs] Time for the GM
    [harm-dice] Dice lost to Harm
    [help-secs] Time to help
    [init-secs] Time to roll for initiative
    [items-return] Dropped items come back after the fight
    [limit-answer] Time to answer
    [limit-ruling] Time for the GM to rule
    [limit-turn] Time for a turn
    [mirror] Copies of players' questions for the GMs
    [npc-durability] NPC gear wears out
    [npc-provoke] NPCs who leave may be struck
    [nudges] Nudges
    [odds] Odds of what players may do
    [party-order] Order of the party
    [player-morale] Morale of player characters
    [poison-at-end] Poison does all its harm when the fight ends
    [position] Position
    [position-harm] Harm by position
    [ranks-add] Equal conditions add up
    [reveal-nearby] Coming near an enemy reveals
    [ruling-secs] Time for the GM to rule
    [scene] Scene
    [second-fate-secs] Time for the GM to choose a Fate
    [shield-sacrifice] Shields may be sacrificed
    [slot-secs] Time for a slot
    [soak] Rolls against damage
    [stowed] Weapons start stowed
    [stretch] Clocks stand still in quiet hours
    [swap-hold] Time to swap cards
    [tell-gm] The GM reads what players' acts do not show the channel
    [tie-secs] Time to settle a tie
    [turn-secs] Time for a turn
    [unseal] Show the secret of the dice after the end
    [window-secs] Time to answer
   *[other] { $named }
}
# So that it can follow "is now".
setting-value = { $setting ->
    [swap-hold] { $value ->
        [0] off
        [1] 1 minute
       *[other] { $text } minutes
    }
   *[other] { $value ->
        [true] on
        [false] off
        [any] free
        [auto] { $setting ->
            [avoid-rolls] made at once
           *[other] as the rules say
        }
        [closer] closer than Extreme range
        [defend] spent on Defend
        [extreme] at Extreme range
        [finesse] Finesse
        [fixed] off
        [go] allowed
        [lasting] lost for as long as the Harm lasts
        [ment] Mental
        [momentum] on
        [next-test] lost on the next test only
        [no] off
        [none] without limit
        [pass] over
        [phys] Physical
        [prompt] left to the player
        [respond] on
        [rolled] as rolled
        [sneak] Sneak
        [stop] stopped
        [wait] waited for
        [yes] on
        [controlled] controlled
        [desperate] desperate
        [off] off
        [risky] risky
       *[other] { $text }
    }
}
adjusted = { $value ->
    [none] The GM changes { $who }'s { $field }.
   *[some] The GM sets { $who }'s { $field } to { $value }.
}
revealed = { $who } appears.
joined = { $side ->
    [none] { $who } joins.
   *[some] { $who } joins the { $side }.
}
joined-side = { $side ->
    [none] New here
   *[some] The { $side }
}: { $who }.
joined-group = { $count } { $plural } ({ $numbers })
joined-range = { $from } to { $to }
amount-rolled = The GM rolls { $dice }: { $faces }{ $dropped ->
    [none] { "" }
   *[some] { " " }(not { $dropped })
}{ $is_plain ->
    [yes] { "" }
   *[no] , which makes { $total }{ $is_raised ->
        [yes] { " " }and counts as { $amount }
       *[no] { "" }
    }
}{ $comment ->
    [none] { "" }
   *[some] { " " }({ $comment })
}.
given = { $who } gets the { $item }.
laid-down = The { $item } lies in { $zone } now.
gave-way = Somebody has joined as { $was }. The NPC whom players do not know by that name is called { $who } now.
renamed = { $is_unclear ->
    [yes] Nobody can make out { $name } any more: players see { $who }.
   *[no] { $was_unclear ->
        [yes] Players can make it out now: it is { $who }.
       *[no] { $name } turns out to be { $who }.
    }
}
vanished = { $name } is out of sight.
stays-unseen = { $who } stays unseen.
looks = { $look ->
    [nothing] { $was_hidden ->
        [yes] Players do not see how hurt { $who } is.
       *[no] Players no longer see how hurt { $who } is.
    }
    [wounds] Players see how hurt { $who } is.
   *[numbers] Players see all of { $who }'s numbers.
}
started = The fight begins.
round-began = Round { $round }.
fight-over = The fight is over.
question-lost = This question was asked under older rules.
decoy-wait = Nobody is asked: a decoy wait. `/skip` ends it.
decoy-over = End the wait

## Notes that several systems have

no-harm = { $who } takes no harm.
goes-down = { $who } goes down.
no-further = { $who } gets no further.
effect = Effect: { $text }
skill-tried = { $text ->
    [none] { $who } tries something else ({ $attribute })
   *[some] { $who } tries “{ $text }” ({ $attribute })
}
skill-refused = The GM refuses; nothing of { $who }'s turn is spent.
lost-deed = { $who } cannot do that any more.
ordered = Order: { $names }.
acts-next-round = { $who } acts from the next round on.
fight-goes-on = The fight goes on.
held = { $by } holds { $who }.
freed = { $who } is free of { $by }.
fled = { $who } has fled.
waited-in-vain = { $who } waited, but the moment did not come.
hazard-struck = { $who } meets the hazard in { $zone }.
said = { $who }: “{ $text }”
item-in-hand = { $who } takes the { $item } in hand.
item-put-away = { $who } puts away the { $item }.
item-picked-up = { $who } picks up the { $item }.
item-dropped = { $who } drops the { $item }.
item-handed = { $who } hands the { $item } to { $to }.
item-used = { $who } uses the { $item }.
item-gone = The { $item } is gone.
ground = { $zone }: { $ground }.
no-sight = no sight of { $zones }
nothing-special = nothing special
bare-hands = bare hands
saying = { $text ->
    [none] { "" }
   *[some] : “{ $text }”
}

## What somebody may do, as a label

# Raw text, for buttons and menus: "Attack Raider with longsword · Action".
offer = { $cost ->
    [none] { $act }
   *[some] { $act } · { offer-cost }
}
offer-with = { $act } · { $rider }
# How likely an act is to come off.
odds = { $odds } %
# What an act may bring on at once, as far as its actor knows.
risk = { $risk ->
    [strike] { $names } may strike
    [follow] { $names } may follow
    [hurt] may be hurt
    [fall] may fall
    [unhurt] no harm
    [hazard] dangerous ground
    [harm] costs 1 Physical Harm
   *[other] { $names }
}
offer-cost = { $cost ->
    [move] Move
    [action] Action
    [move-or-action] Move or Action
    [main-action] Main action
    [bonus-action] Bonus action
    [movement] Movement
    [turn] Turn
    [slow] Slow
    [fast] Fast
    [reaction] Reaction
    [maneuver] Maneuver
    [free-action] Free Action
    [incidental-movement] free movement
    [handling] once a turn
    [ends-the-ambush] ends the ambush
    [ends-the-fast-phase] ends the fast phase
    [ends-the-round] ends the round
   *[other] { $named }
}

## Acts, by their verbs: labels of the acts of several systems (those of one stand in its file)

# The arguments are the slots of the verb, `none` where nothing is said. What `-name` ends is a word
# of the rules as it is called. `.all` opens many acts of the verb, `.likely` is the commonest of them.
act-attack = Attack { $target }{ $weapon ->
    [none] { "" }
   *[some] { " " }with { $weapon-name }
}
    .likely = Attack { $target } · { $weapon-name }
act-cast = Cast { $spell } on { $target }
act-dash = { $zone ->
    [none] Dash
   *[some] Dash to { $zone }
}
act-done = End turn
act-drop = Drop { $item }
act-equip = Take { $item } in hand
    .all = Take in hand
act-flee = Flee
act-grapple = Grab { $target }
act-interact = Interact{ saying }
    .all = Interact
act-move = Move to { $zone }
act-pass = End turn
act-pickup = Pick up { $item }
    .all = Pick up
act-release = Let go of everybody
act-say = Say{ saying }
act-stand = Stand up
act-stow = Put away { $item }
    .all = Put away
act-take-cover = Take cover
act-trigger = Do the held act
act-use = Use { $item }{ $target ->
    [none] { "" }
   *[some] { " " }on { $target }
}
# Words of the rules that stand in a slot.
word-action = { action }
word-attribute = { attribute }
word-skill = { skill }
word-weapon = { $weapon ->
    [unarmed] { bare-hands }
   *[other] { $said }
}

# What somebody may do now: "`/attack` (Raider, Wolf), `/move` (Yard, Road, Gate, …)".
may-do = `{ $command }`
may-do-such-as = `{ $command }` ({ $examples })
may-do-and-more = `{ $command }` ({ $examples }, …)

## Words of views. What has no word here is shown by the name it has in the rules.

wounds-exact = { $now }/{ $max } { $system ->
    [fates] Resolve
   *[other] HP
}
wounds = { $wound ->
    [unhurt] unhurt
    [hurt] hurt
    [half-or-less] at half or less
    [badly-hurt] badly hurt
    [harmed] harmed
    [battered] battered
    [down] down
    [out] out
    [fresh] unhurt
    [shaken] shaken
   *[other] { $named }
}
condition = { $condition ->
    [ongoing] Ongoing Damage
    [weakened] Weakened
    [distracted] Distracted
    [stuck] Stuck
    [paralysed] Paralysed
    [fleeing] Fleeing
    [parleying] Parleying
    [incapacitated] Incapacitated
    [dead] Dead
    [grabbed] Grabbed
    [grabbing] Grabbing
    [concealed] Concealed
    [unseen] Unseen
    [behind-barrier] Behind barrier
    [poisoned] Poisoned
    [broken] Broken
    [steady] Steady
    [surrendered] Surrendered
    [off-the-map] Off the map
    [fled] Fled
    [prone] Prone
    [held] Held
    [holding] Holding
    [gagged] Gagged
    [pinned] Pinned
    [burning] Burning
    [in-cover] In cover
    [apart] Apart
    [helped] Helped
    [out] Out
    [dying] Dying
    [shaken] Shaken
    [shaken-flee] Shaken (flees)
    [shaken-freeze] Shaken (freezes)
    [shaken-faint] Shaken (faints)
    [shaken-attack] Shaken (attacks)
    [severe-harm] Severe Harm
    [broken-arm] Broken arm
    [wounded] Wounded
    [defends] Defends
    [aims] Aims
    [helps] Ready to help
    [holds] Holds
    [grappled] Grappled
    [down] Down
    [out-of-action] Out of Action
    [lost] Lost
    [removed] Out of this fight
    [out-damage] Unconscious
    [out-fatigue] Collapsed
    [out-composure] Has given up
    [escaped] Escaped
    [stunned] Stunned
    [hurt] Hurt
    [breathless] Breathless
    [winded] Winded
    [tired] Tired
    [exhausted] Exhausted
    [startled] Startled
    [disoriented] Disoriented
    [discouraged] Discouraged
    [demoralized] Demoralized
    [recovering] Recovering
    [readied] Readied
    [conceded] Conceded
    [gone] Gone
   *[other] { $named }
}
# When it ends, so that everybody can plan with it.
condition-ends = { $condition } ({ $ends ->
    [next-turn] until the end of their next turn
    [this-turn] until the end of their turn
    [encounter] until the end of the fight
    [scene] until the end of the scene
    [round] until the end of round { $count }
   *[recovered] until recovered
})
# The same in short; of what lasts long it is left out.
condition-ends-soon = { $condition } ({ $ends ->
    [next-turn] next turn
    [this-turn] this turn
   *[round] round { $count }
})
# A stretch of a line, and who stands where on it, in feet.
zone-named = { $zone }{ $from ->
    [none] { "" }
   *[some] { " " }{ $from }–{ $to }
}
placed = { $name }{ $feet ->
    [none] { "" }
   *[some] { $is_numbered ->
        [yes] { " " }at { $feet }
       *[no] { " " }{ $feet }
    }
}
attribute = { $attribute ->
    [str] STR
    [dex] DEX
    [con] CON
    [int] INT
    [wis] WIS
    [cha] CHA
    [agi] AGI
    [wit] WIT
    [dexterity] Dexterity
    [strength] Strength
    [perception] Perception
    [knowledge] Knowledge
    [presence] Presence
    [mechanical] Mechanical
    [technical] Technical
    [power] Power
    [intuition] Intuition
    [reason] Reason
   *[other] { $named }
}
skill = { $skill ->
    [agility] Agility
    [firearms] Firearms
    [light-melee] Light Melee
    [athletics] Athletics
    [brawl] Brawl
    [heavy-melee] Heavy Melee
    [intimidate] Intimidate
    [stamina] Stamina
    [hide] Hide
    [search] Search
    [persuade] Persuade
    [tactics] Tactics
    [medicine] Medicine
    [pilot] Pilot
    [security] Security
    [repair] Repair
    [control] Control
    [balance] Balance
    [tumble] Tumble
    [martial] Martial
    [long] Long
    [deflect] Deflect
    [close] Close
    [light] Light
    [parry] Parry
    [sprint] Sprint
    [climbing] Climbing
    [jumping] Jumping
    [strike] Strike
    [block] Block
    [grapple] Grapple
    [shift] Shift
    [recover] Recover
    [awareness] Awareness
    [cues] Cues
    [ego] Ego
    [misdirection] Misdirection
    [insult] Insult
    [startle] Startle
    [demoralize] Demoralize
    [focus] Focus
    [resolve] Resolve
    [conviction] Conviction
    [memory] Memory
    [arena] Arena
   *[other] { $named }
}
action = { $action ->
    [strike] Strike
    [shoot] Shoot
    [force] Force
    [endure] Endure
    [finesse] Finesse
    [sneak] Sneak
    [track] Track
    [read] Read
    [study] Study
    [persuade] Persuade
    [charm] Charm
    [intimidate] Intimidate
    [cast] Cast
    [free] Free
    [bonus] Bonus
    [full] Full
    [tumble] Tumble
    [sprint] Sprint
   *[other] { $named }
}
group = { $group ->
    [party] Party
    [enemy] Enemies
    [opposition] Opposition
    [order] Order of turns
    [Heroes] Heroes
    [Foes] Foes
    [enemies] Enemies
    [heroes] Heroes
    [foes] Foes
   *[other] { $named }
}
team = { $team ->
    [party] party
    [enemy] enemies
    [Heroes] heroes
    [Foes] foes
    [opposition] opposition
    [enemies] enemies
    [heroes] heroes
    [foes] foes
   *[other] { $named }
}
zone-fact = { $fact ->
    [limit] room for { $value }
    [hazard] hazard ({ $value })
    [exit] { zone-exit }
    [cover] { $side ->
        [yes] cover
       *[other] cover { $value }
    }
    [obstacle] obstacle towards { $value }
    [harder] { $value } { $detail } needed
    [obscured] obscured
    [barrier] barrier
    [hard] hard going
    [no-sight] no sight of { $value }
    [item] { $value } lies { $detail ->
        [none] here
       *[some] at { $detail }
    }
    [door] door to { $value }: { door-state }
    [terrain] hard ground ({ $value } { $detail })
    [terrain-stops] hard ground ({ $value } { $detail }, or no further)
    [border] on the right border: { $value } { $detail }
    [border-stops] on the right border: { $value } { $detail }, or no further
    [narrow] narrow
    [secret-hazard] secret hazard ({ $value })
    [object] { $value } ({ $detail }) to tip or hurl
   *[other] { $named } { $value }
}
zone-exit = { $side ->
    [yes] exit
    [party] exit of the party
    [enemy] exit of the enemies
   *[other] exit of the { $value }
}
body-fact = { $fact ->
    [phys] Physical Harm { $detail ->
        [none] { $value }
       *[some] { $value } of { $detail }
    }
    [ment] Mental Harm { $detail ->
        [none] { $value }
       *[some] { $value } of { $detail }
    }
    [gear] { $value } ({ fact-state })
    [reaction] { cards-reaction }: { fact-state }
   *[other] { body-fact-name } { word }
}
body-fact-name = { $fact ->
    [level] Level
    [skill] Skill
    [ap] AP
    [str] STR
    [agi] AGI
    [wit] WIT
    [armour] Armour
    [opportunity] Opportunity attacks:
    [card] Card
    [bonus] Saved dice
    [fewer-dice] Fewer dice on the next test:
    [in-hand] In hand:
    [defense] Defense
    [ar] AR
    [fp] Fate Points
    [score] Initiative
    [attention] Attention on
    [meaning] Out of Action means:
    [boon] To one check:
    [raised] Raised:
    [ability] Can:
    [readied] Readied:
    [luck] Luck
    [action-points] Action points
    [held] Holds:
    [shown] Players see:
   *[other] { $named }
}
fight-fact = { $fact ->
    [surprised] { $group } surprised
    [stage] { fight-stage }
    [threshold] Fast: WIT { $value } or more
    [initiative] The { $value } have initiative
    [first] First slot: the { $value }
    [swaps] { word }
    [swap-offer] A swap is offered: { $value } to { $detail }
    [chaos] The order is rolled { $word ->
        [encounter] for the whole fight
       *[other] until round { $value }
    }
    [last-call] Last call: whoever holds may act
    [harder] Needed: { $value } { $detail }
    [scene] Scene: { $value }
   *[other] { $named } { $value }
}
fight-stage = { $word ->
    [ambush] Ambush
    [fast] Fast phase
    [slow] Slow phase
   *[round-end] The round ends
}
# A value that is a word of the rules: a standing order, the state of gear.
word = { $word ->
    [open] Cards may be swapped until the first Maneuver
    [hold] Cards may be swapped; nobody acts yet
    [ask] asks first
    [always] always
    [never] never
    [opposition] opposition
    [advantage] advantage
    [disadvantage] disadvantage
    [something] that something is there
    [alias] another name
    [name] the name
    [wounds] how hurt it is
    [numbers] all numbers
    [nothing] none
   *[other] { $value }
}
# What belongs to a value: the state of gear, a standing order.
fact-state = { $state ->
    [damaged] damaged
    [destroyed] destroyed
    [fast] at once, with the fast Maneuver
    [never] never
   *[other] { $detail }
}
door-state = { $state ->
    [open] open
    [closed] closed
   *[locked] locked
}
budget = { $left ->
    [left] { budget-what }
    [half] half the { budget-what }
   *[other] { budget-what } ×{ $value }
}
budget-what = { $what ->
    [move] Move
    [action] Action
    [main-action] Main action
    [bonus-action] Bonus action
    [movement] Movement
    [slow] Slow{ budget-of }
    [fast] Fast{ budget-of }
    [handling] Swap or pick-up
    [full] Full action
    [bonus] Bonus action
    [incidental] Free movement
   *[other] { $named }
}
# Of several cards: whose slot it is.
budget-of = { $detail ->
    [none] { "" }
   *[some] { " " }({ $detail })
}
budget-left = { $named ->
    [none] nothing left
   *[some] { $named } left
}
# Who acts now: the side whose time it is, else the one whose turn it is.
acting-group = { $group ->
    [party] the party acts
    [enemy] the enemies act
    [Heroes] the heroes act
    [Foes] the foes act
    [opposition] the opposition acts
    [enemies] the enemies act
    [heroes] the heroes act
    [foes] the foes act
   *[other] the { $named } act
}
mark = { $mark ->
    [acting] acting
    [ready] to act
    [spent] done
   *[out] out
}
outcome = { $outcome ->
    [won] The party wins.
    [lost] The party loses.
    [truce] Both sides agree on a truce.
    [called-off] The fight is called off.
    [party] The party wins.
    [opposition] The opposition wins.
    [nobody] Nobody is left standing.
   *[other] The { $named } win.
}
system = { $system ->
    [cards] Cards
    [dr12] DR12
    [factions] Factions
    [fates] Fates
    [ranks] Ranks
   *[other] { $named }
}

## Other names of values that people may type, with " / " between them

also-side = { $key ->
    [enemy] foes / opponents / monsters
    [enemies] foes / opponents / monsters
    [opposition] enemies / foes / opponents / monsters
    [party] players / heroes
    [Foes] enemies / opponents / monsters
    [Heroes] players / party
   *[other] { "" }
}
also-outcome = { $key ->
    [won] the heroes win / the players win / victory / win
    [lost] the enemies win / the foes win / the heroes lose / defeat / loss
    [truce] truce / peace / draw / nobody wins
    [party] the heroes win / the players win
    [Heroes] the party wins / the players win
    [enemy] the foes win
    [enemies] the foes win
    [opposition] the enemies win / the foes win
    [Foes] the enemies win
   *[other] { "" }
}
also-setting-value = { $key ->
    [true] on / yes
    [false] off / no
   *[other] { "" }
}
also-attribute = { $key ->
    [str] Strength
    [dex] Dexterity
    [con] Constitution
    [int] Intelligence
    [wis] Wisdom
    [cha] Charisma
    [agi] Agility
    [wit] Wits
    [dexterity] dex
    [strength] str
    [perception] per
    [knowledge] kno
    [mechanical] mec / mech
    [technical] tec / tech
    [power] pow
   *[other] { "" }
}
also-field = { $key ->
    [str] Strength
    [dex] Dexterity
    [con] Constitution
    [int] Intelligence
    [wis] Wisdom
    [cha] Charisma
    [agi] Agility
    [wit] Wits
    [hp] health / hit points
    [hp-max] maximum health / maximum hit points / max HP
    [ap] armour points
   *[other] { "" }
}
also-format = { $key ->
    [story] markdown / text / md
   *[other] { "" }
}
also-policy = { $key ->
    [wait] everybody waits / waits / ask the GM / the GM is asked
    [pass] passes / pass the turn
    [defend] defends / defence / defense
    [stand-in] the stand-in is asked / standin
    [auto] autoplay / the bot / the bot plays / the bot plays NPCs / automatic
    [none] the rules / the rules say what happens / off / what the rules say
   *[other] { "" }
}
also-temper = { $key ->
    [cautious] careful / with care / with care for themselves
    [plain] normal / plainly
    [reckless] careless / without any care / without any
   *[other] { "" }
}
also-difficulty = { $key ->
    [easy] simple / light
    [fair] balanced / even / medium
    [hard] difficult / tough
    [deadly] lethal
   *[other] { "" }
}
also-threat = { $key ->
    [wound] it could wound you / wounded
    [fell] it could take you down / down
   *[other] { "" }
}
also-spend = { $key ->
    [anything] everything
    [keep-turn] you keep your turn / keep my turn
    [nothing] it costs nothing / free
   *[other] { "" }
}
also-when = { $key ->
    [soon] after a while / later
    [at-once] now / immediately
    [deadline] if you have not answered in time / in time
   *[other] { "" }
}
also-if = { $key ->
    [always] anyway
    [here] I am still there / you are here / I am here
    [there] the target is still there / the target is there
    [both] both are still there
   *[other] { "" }
}
also-kind = { $key ->
    [players] the players' inputs
    [gm] game master
    [clock] time
    [undone] undo / taken back
    [advantage] adv
    [disadvantage] dis / disadv
   *[other] { "" }
}
also-sight = { $key ->
    [public] everybody / everyone
    [secret] only me / me / private
    [gm] only the GM and me / game master
    [blind] only the GM
   *[other] { "" }
}
also-show = { $key ->
    [unseen] hidden / invisible
    [numbers] everything
   *[other] { "" }
}
also-setting = { $key ->
    [limit-turn] a turn / turn
    [limit-answer] an answer / answer
    [limit-ruling] the GM's rulings / rulings
   *[other] { "" }
}
also-language = { $key ->
    [de] German / Deutsch / de-DE / de-AT / de-CH
    [en] English / en-US / en-GB
    [es] Spanish / español / es-ES / es-419 / es-MX
    [fr] French / français / fr-FR / fr-CA
    [pt-BR] Portuguese / Brazilian / Brazilian Portuguese / pt / pt-PT
   *[other] { "" }
}
also-how = { $key ->
    [advantage] adv
    [disadvantage] dis / disadv
   *[other] { "" }
}
also-order = { $key ->
    [ask] ask me
    [fast] use the fast Maneuver / the fast Maneuver
    [never] never ask
   *[other] { "" }
}
also-action = { $key ->
    [free] a free one / free action
    [bonus] a bonus action / a bonus one
    [full] a full one / full action
   *[other] { "" }
}

## Words for numbers in a slot, each with its number

also-number-dr12-dr = trivial: 5 / easy: 8 / normal: 12 / hard: 15 / very hard: 19
also-number-dr12-cure_dr = { also-number-dr12-dr }
also-number-dr12-count = none: 0 / no limit: 0 / unlimited: 0
also-number-cards-toxicity = weak: 3 / strong: 6 / extreme: 9
also-number-fates-difficulty = easy: 7 / moderate: 11 / hard: 15 / heroic: 20
