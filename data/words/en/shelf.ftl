### What is outside of fights: sheets, kits and templates that are kept, and dice without a rule.

## The fields of a sheet

sheet-field = { $field ->
    [hp] HP
    [hp-max] Max HP
    [ap] AP
    [phys] Physical Harm
    [ment] Mental Harm
    [phys-slots] Physical Harm taken
    [ment-slots] Mental Harm taken
    [criticals] Critical injuries
    [phys-cap] Max Physical Harm
    [ment-cap] Max Mental Harm
    [health-max] Max health
    [str] STR
    [dex] DEX
    [con] CON
    [int] INT
    [wis] WIS
    [cha] CHA
    [agi] AGI
    [wit] WIT
    [resolve-max] Max Resolve
    [ar-physical] AR (physical)
    [ar-energy] AR (energy)
    [fp] Fate Points
    [ignores] Ignores used
    [never-the-same] Never the Same taken
    [pick-owed] Attribute pick owed
    [recovered] Recovered today
    [scars] Left by earlier fights
    [armour-state] State of the armour
    [pace] Pace in chases
    [stance] Opportunity attacks
    [steady] Steady (needs no morale check)
    [move] Move in feet
    [luck] Luck points
    [close] Close weapons
    [light] Light weapons
    [martial] Martial weapons
    [long] Long weapons
    [health] Health
    [skills] Skills
    [skill] Skill
    [actions] Actions
    [pools] Pools
    [level] Level
    [side] Side
    [faction] Faction
    [group] Group
    [armour] Armour
    [gear] Gear
    [hands] Hands
    [traits] Traits
    [spells] Spells
    [resolve] Resolve
    [defense] Defense
    [initiative] Initiative
    [wounded] Wounded
    [in-hand] In hand
    [tier] Tier
    [action-points] Action points
    [cards] Cards
    [fear] Fear
    [rarity] Rarity
    [zone] Zone
    [ready] Ready
    [pack] Pack
    [helmet] Helmet
    [conditions] Conditions
    [lesser] Lesser
    [moderate] Moderate
    [severe] Severe
    [dead] Dead
    [poisoned] Poisoned
    [prone] Prone
    [broken] Broken
    [concealed] Concealed
    [surrendered] Surrendered
    [mark] Mark
    [attention] Attention
    [attacks] Attacks
    [attitude] Attitude
    [leader] Leader
    [major] Major
    [understands] Understands
   *[other] { $named }
}
# Words of the rules that a field of a sheet holds: a mood, a tier, the state of gear. Those of
# conditions stand in `condition`.
field-value = { $value ->
    [hostile] hostile
    [wary] wary
    [curious] curious
    [kind] kind
    [helpful] helpful
    [fighting] fighting
    [minor] minor
    [significant] significant
    [slow] slow
    [normal] normal
    [fast] fast
    [intact] intact
    [damaged] damaged
    [destroyed] destroyed
    [slots] slots
    [points] points
    [helpless] helpless
    [bonus] bonus
   *[other] { $named }
}

## Why something may not be done

refusal-no-sheet = { $name ->
    [none] There is no such sheet.
   *[some] You have no sheet called { $name }.
} `{ $command-sheet-list }` shows yours.
refusal-sheet-name-taken = { $found ->
    [none] You have a sheet called { $name } already: choose another name.
   *[some] “{ $name }” looks like your sheet { $found }: choose a name that nobody takes for it.
}
refusal-sheet-in-fight = { $name } is in a fight, so you can change the sheet only after it. `{ $command-sheet-copy }` makes a copy.
refusal-sheet-changed = { $name } has changed meanwhile: look at the sheet again, then try again.
refusal-too-many-sheets = You have { $most } sheets, the most that one person can have: delete one first.
refusal-too-many-templates = You keep { $most } templates, the most that one person can keep: `{ $command-load }` with `drop:` drops one.
refusal-no-template = You keep no template called { $name }. `{ $command-load }` without a name shows yours.
refusal-other-system = { $name } is a sheet for { $rules }, and this fight plays other rules.
refusal-which-system = By which rules? Choose with `system:` one of { $systems }.
refusal-from-what = What is it made from? `from:` names an archetype or, for the GM, a creature.
refusal-archetypes-only = “{ $name }” is a creature, and what numbers a creature has only the GM may know. Choose an archetype: { $names }.
refusal-bad-name = A name cannot have invisible characters, marks without a letter, more than two marks on a letter, or characters that turn text around.
refusal-bad-portrait = A portrait is the address of a picture (https://example.org/ana.png) and has at most { $most } characters.
refusal-bad-file = { $line ->
    [none] { refusal-bad-setup } Nothing was changed.
   *[some] There is a mistake in line { $line } of the file: { refusal-bad-setup } Nothing was changed.
}
refusal-file-too-long = A file has at most { $most } KiB.
refusal-file-not-text = That file is not text: send TOML or JSON, in UTF-8.
refusal-file-not-there = I could not get the file from Discord. Nothing was changed; send it again.
refusal-bad-days = Commands stay for 1 to { $most } days.
refusal-not-admin = Only people who may manage the server can do that.
refusal-not-dice = I cannot read “{ $dice }” as dice. Write for example: 2d6+1, (2d6+3)*2, d20 adv, 4d6kh3 (keep the highest 3), 4d6 drop lowest, 6d10>=7 (count), 3d6! (explode), 4dF, d66. A comment comes after #.
refusal-dice-missing = Say what to roll, for example `2d6+1`.
refusal-dice-unfinished = The roll breaks off after “{ $dice }”: a number or dice must follow.
refusal-dice-bracket = A bracket in “{ $dice }” is opened or closed alone.
refusal-dice-advantage = “{ $dice }” does not say which die has advantage: write it behind one die, as in `d20 adv + d4`.
refusal-dice-too-big = “{ $dice }” could come to more than 9,999,999.
refusal-dice-number-too-big = “{ $dice }” is too big: a number in a roll is at most 9,999.
refusal-dice-one-at-a-time = I make one roll at a time. Try “{ $dice }”.
refusal-dice-out-of-bounds = “{ $dice }” is too much or too little: roll 1 to 100 dice with 2 to 100 sides. Dice explode on 2 or more.
refusal-dice-too-many = That is too much for one roll: at most 100 dice in 10 parts.
refusal-dice-too-long = A roll and the comment on it have at most { $dice } characters each.
refusal-no-such-day = There are no dice of “{ $name }” to show. Give today (UTC), or a day before it on which somebody rolled here, like 2026-11-23.
refusal-no-seal = The dice of this fight follow from no secret, so nothing can be mixed in.
refusal-salt-too-late = It is too late to mix a line in: the fight has begun.
refusal-salt-too-long = A line has 1 to { $most } bytes.

## Sheets

sheet-made = { $name } is ready: `/init join` brings them into a fight.
sheet-changed = { $name } has changed.
sheet-copied = { $name } is ready. It is a copy: from now on the two sheets are separate.
sheet-imported = { $name } is imported.
sheet-delete-sure = Delete { $name }? You cannot take that back.
sheet-deleted = { $name } is deleted.
sheet-exported = Here is the file. `/sheet import` reads it again, here or elsewhere.
sheet-about = { $is_in_fight ->
    [yes] { $system } · in a fight: you can change it after that
   *[no] { $system }
}
sheet-something = something
sheet-marks = { $count ->
    [one] 1 mark
   *[other] { $count } marks
}
sheet-in-hand = in hand
sheet-page-about = Name and portrait
sheet-change = Change…
sheet-copy = Copy…
sheet-take-toml = Export (TOML)
sheet-take-json = Export (JSON)
sheet-delete = Delete…
sheet-delete-this = Delete { $name }
sheet-keep = Keep the sheet
sheets-none = You have no sheets yet. `/sheet new` makes one.
sheets-line = { $is_in_fight ->
    [yes] - **{ $name }** ({ $system }, in a fight)
   *[no] - **{ $name }** ({ $system })
}
sheets-show = Show…

## Kits

kit-changed = All fights of { $system } here use this kit from now on.
kit-removed = Fights of { $system } here use the built-in kit again.
kit-shown = { $is_own ->
    [yes] This server has its own kit for { $system }.
   *[no] This server uses the built-in kit of { $system }.
}
kit-names =
    { "" }**Archetypes** { $archetypes }
    { "" }**Creatures** { $creatures }

## Creatures

# $text, $family and $place are what is looked for; $strength is none for all.
bestiary-found = { $system }: { $count ->
    [one] one creature
   *[other] { $count } creatures
}{ $family ->
    [none] { "" }
   *[some] {" "}of { $family }
}{ $strength ->
    [none] { "" }
   *[some] , { $strength }
}{ $place ->
    [none] { "" }
   *[some] , met in: { $place }
}{ $text ->
    [none] { "" }
   *[some] , with “{ $text }”
}{ $pages ->
    [1] .
   *[other] . Page { $page } of { $pages }:
}
bestiary-families = Families: { $families }.
bestiary-creature = { $name } · { $system }
bestiary-add-this = Add…
bestiary-family = { $family ->
    [none] All creatures
   *[some] All of { $family }
}
bestiary-family-count = { $family } ({ $count })
bestiary-all-families = All families
bestiary-all-strengths = All strengths
bestiary-pick-family = A family
bestiary-pick-strength = How strong
bestiary-pick-shown = Look at one
bestiary-more = More…
bestiary-back = Back
creature-strength = { $strength ->
    [minion] minion
    [elite] elite
    [boss] boss
   *[regular] regular
}
creature-role = { $role ->
    [archer] archer
    [bruiser] bruiser
    [caster] caster
    [controller] controller
    [duelist] duelist
    [guard] guard
    [healer] healer
    [leader] leader
    [lurker] lurker
    [skirmisher] skirmisher
    [swarm] swarm
   *[soldier] soldier
}
refusal-no-creature = { $name ->
    [none] No creature here is like that.
   *[some] No creature here fits “{ $name }”.
}{ $near ->
    [none] { $names ->
        [none] { "" }
       *[some] {" "}The families are: { $names }.
    }
   *[some] { " " }Perhaps: { $near }?
}
refusal-strength-hidden = How strong a creature is, only the GM of a fight here may know. Leave out `strength:` to read what is said of creatures.

## NPCs of one's own

npc-made = { $name } is ready: `/init add sheet:` brings them into a fight, as often as you like.
npc-kept = { $name } is in the kit of this server: `/init add from:` brings it into any fight here.
npc-exported = Here is the entry. `/npc import` and `/sheet kit` read it, here or elsewhere.
refusal-numbers-hidden = What numbers a creature has, only the GM of a fight here may know, or, where no fight is open, whoever manages the server.
refusal-npc-no-fight = No fight that you lead is open here. Keep the NPC for yourself (`keep:mine`) or for the server (`keep:server`).
refusal-npc-character = “{ $name }” is the sheet of a character, with numbers or things that no entry of a creature has. `/sheet export` writes all of it.
refusal-npc-file = { $names ->
    [none] There is no creature in that file. It needs an entry like `[creatures."grey boar"]`.
   *[some] That file has several creatures ({ $names }): say with `name:` which one you mean, or keep them all with `keep:server`.
}
npc-keep = { $keep ->
    [fight] This fight
    [hidden] This fight, hidden from players
    [mine] Me, among my sheets
   *[server] This server, in its kit
}
newcomer-ready = The form is ready.
newcomer-open = Fill in the form
bestiary-own = Make your own…
bestiary-pick-base = Begin from…
set-up-own-npc = New NPC…
set-up-own-npc-how = Begin from a creature and change what matters
form-new-npc = New NPC: { $from }
form-new-character = New character: { $from }
form-numbers = Numbers: what you leave out stays
form-gear = Gear by name, with commas between
form-traits = Traits
form-keep = Keep it for
# $word is what is true of a combatant; $named is the same for people.
sheet-trait = { $word ->
    [hostile] Attitude: hostile
    [wary] Attitude: wary
    [curious] Attitude: curious
    [kind] Attitude: kind
    [helpful] Attitude: helpful
    [slow] Pace in chases: slow
    [normal] Pace in chases: normal
    [fast] Pace in chases: fast
    [minor] Minor: down for good at 0 Resolve
    [significant] Significant: draws Fates at 0 Resolve
    [relentless] Relentless
    [night-sight] Night sight
    [immune-fire] Immune to fire
    [immune-poison] Immune to poison
    [immune-ment] Immune to Mental Harm
    [immune-to-fear] Immune to fear
    [elusive] Elusive
    [bodyguard] Bodyguard
   *[other] { $named }
}

## Templates

template-kept = Kept as { $name }. `/init load` opens a fight from it, in any channel.
template-dropped = The template { $name } is deleted.
templates-none = You keep no templates yet. `/init save` keeps the set-up of a fight as one.
templates-which = From which template do you want to open a fight here?
templates-menu = Templates

## Joining, and setting a fight up

joining-whom = Whom do you play? `/sheet new` makes a character that outlasts the fight.
joining-menu = Join as…
joining-sheet = Your sheet
joining-new = A new one, for this fight only
set-up-begins = { $done } Choose a scene, or lay out the zones and add NPCs, and begin when everybody has joined. *{ set-up-encounter }* proposes NPCs once players have joined. The menus do what `/scene set`, `/init zones`, `/init add` and `/init set` do.
set-up-who-joined = The board in the channel shows who has joined.
set-up-which-rules = By which rules do you want to play?
set-up-rules = Rules
# In a menu, below the name of each system: at most 100 characters.
set-up-rules-about = { $system ->
    [cards] Numbered cards set the order, friends swap them. Pools of six-sided dice: each six is a success.
    [dr12] New here? Take this one. Players roll a d20 to hit and to avoid hits; NPCs roll only damage.
    [factions] Sides take turns, one character at a time. Attacks hit; a defence costs the target its turn.
    [fates] Like a film: friends help after a roll, held actions interrupt, a dying hero chooses a Fate.
   *[ranks] Distances in feet, along a line. Sums of dice against a fixed value; defending costs an action.
}
set-up-zones = Scene or zones
set-up-scene = Scene: { $name }
set-up-scene-laid = Scene: { $name }. { $about }
    { $done }
set-up-npcs = Add NPCs
set-up-sides = Who begins where
set-up-settings = Settings
set-up-turn = { $is_on ->
    [yes] turn it off
   *[no] turn it on
}
set-up-start = Start the fight
set-up-forecast = Forecast
set-up-encounter = A fight that fits…
set-up-more = { $count } creatures, by family and strength
set-up-save = Keep as template…
set-up-join = Join
set-up-own-map = Your own zones…
set-up-own-map-like = like: Gate - Yard - Hall
# Maps that fit many fights, and their zones.
set-up-map = { $map ->
    [yard] A yard between gate and hall
    [road] A road with a bridge
    [woods] A clearing in the woods
    [court] Rooms around a court
    [ship] A ship and a pier
   *[field] One zone
}
set-up-map-zones = { $map ->
    [yard] Gate - Yard - Hall
    [road] Road - Bridge - Far bank
    [woods] Trees - Clearing - Brook - Thicket
    [court] Court - Kitchen, Court - Stable, Court - Tower, Stable - Tower
    [ship] Pier - Deck - Cabin, Deck - Bow
   *[field] Field
}
# $rights are the names that Discord's settings have for them.
rights-chatter = Players talk in { $channel } without me, which the fight's settings forbid. { $is_deleting ->
    [yes] I may not delete what they say without the permission { $right }, so I only mark it.
   *[no] I may not mark what they say without the permission { $right }.
}
rights-missing = I am missing permissions in this channel: { $rights }. Until somebody who manages the server gives me these, parts of the fight will not be seen here.

## Forms

form-too-long = That is too long for a form. Use `/sheet edit`, or a file: export the sheet, change the file, and import it.
form-zones = The map
form-layout = Zones
    .example = Gate - Yard - Hall, or: Gate-Yard, Yard-Tower
form-save = Keep this set-up
form-template = Name of the template
    .example = The ambush at the bridge
form-add = Add: { $from }
form-count = How many
    .example = 1
form-npc = Name (that of the creature)
    .example = Raider
form-npc-at = Zone where they begin
    .example = Yard
form-hidden = Hidden until revealed
    .example = { "" }
form-join = Join as { $from }
form-name = Your combatant's name
    .example = Ana
form-side = { $usual ->
    [none] Side or faction
   *[other] Side or faction ({ $usual }, if left empty)
}
form-at = Zone where you begin
    .example = Gate
form-copy = Copy a sheet
form-copy-name = Name of the copy
    .example = Ana the Younger
form-names = Names, with commas between
form-sheet-name = Name
form-portrait = Address of a portrait

## Dice without a rule

roll-blind = Rolled. Only the GM sees the result.
roll-for-gm =
    { $roll }
    The GM sees this too.
roll-of-day = sealed · { $seal } · dice { $first } to { $last } of { $day }
roll-day = { $secret ->
    [none] The dice of { $name } are sealed by { $seal }.
   *[other] The dice of { $name } followed from { $secret }, sealed by { $seal }.
}
roll-total = { $text }: { $faces } = **{ $total }**
roll-comment = { $roll } · { $comment }
roll-successes = { $total ->
    [one] { $text }: { $faces } = **1** success
   *[other] { $text }: { $faces } = **{ $total }** successes
}
