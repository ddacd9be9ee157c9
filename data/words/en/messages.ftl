### The parts of messages on Discord: frames around what the rules tell.
###
### Commands are written as they are typed; `{ $user }`, `{ $gm }`, `{ $by }` are mentions.

## Small parts

nobody = nobody
next-to = next to { $zones }
and-more = … and { $count } more

## News about a fight that are not of its rules

notice-opened = { $gm } opens a fight here and is its GM. Players join with `/init join`; the GM adds NPCs with `/init add` and begins with `/init start`.
notice-sealed = The dice are sealed: { $seal }. Before the start, mix in a line of your own with `/roll salt:`; after the end, everybody can check them.
notice-salted = { $by } mixes a line into the dice: { $line }
notice-undone = { $count ->
    [one] { $by } takes this back:
   *[other] { $by } takes the last { $count } acts back, latest first:
}
notice-undone-marked = { $by } takes back what is struck through above.
notice-undone-order = something the GM did
notice-rolled = { $by } rolls { $roll }
notice-redone = { $by } takes the undo back.
notice-paused = { $by } pauses the fight: the clocks stand still.
notice-resumed = { $by } lets the fight go on.
notice-moved = { $by } lets the fight go on here, because I can write nothing in its old channel. What waits for somebody follows.
notice-asleep = Nobody has done anything here for two whole rounds, so the fight sleeps and its clocks stand still. Anybody in it can wake it up with any command or button.
notice-awake = The fight is awake again, and its clocks run.
notice-handed-over = { $from } hands the fight over: { $to } is its GM now.
notice-co-gm = { $is_added ->
    [yes] { $user } helps the GM from now on.
   *[no] { $user } does not help the GM any more.
}
notice-stands-in = { $user ->
    [none] **{ $name }** is played by their own player again.
   *[some] { $user } plays **{ $name }** in their player's place{ $until ->
        [none] { "" }
       *[some] ; that ends { $until }
    }.
}
notice-absence = { $policy ->
    [wait] While **{ $name }**'s player is absent, everybody waits and the GM is asked.
    [pass] While **{ $name }**'s player is absent, **{ $name }** passes.
    [defend] While **{ $name }**'s player is absent, **{ $name }** defends.
    [stand-in] While **{ $name }**'s player is absent, the stand-in is asked.
   *[none] While **{ $name }**'s player is absent, the rules say what happens.
}
notice-player-gone = The player of **{ $names }** has had their data deleted. You play **{ $names }** from now on; `/stand-in who: user:` lends them to somebody else.
notice-nature = { $temper ->
    [none] You play **{ $names }** yourself again.
   *[some] The bot plays **{ $names }** from now on{ $temper ->
        [cautious] , with care
        [reckless] , without any care
       *[plain] { "" }
    }{ $spares ->
        [yes] , and spares whoever is down
       *[no] { "" }
    }. Nobody else is told. You can act for them at any time, and `/absence policy:none who:` stops it.
}
notice-portrait = { $is_given ->
    [yes] **{ $name }** is shown with this picture. Under another name, only the GM sees it.
   *[no] **{ $name }** has no picture any more.
}
notice-refitted = The rules have changed since this act began. What still fits is kept; the rest is asked again.
notice-undelivered = I cannot write in { $channel }: { $why }. What I owe the channel comes as soon as I can, and no deadline runs there until then. Everybody can go on here, in direct messages; `/inbox` shows what waits.
# Why nothing can be posted in a channel.
thread-name = { $system } · fight { $number }
thread-first-post = A fight of { $system } takes place here. Use `/init join` to take part.
thread-refused = Discord refused it
thread-not-opened = The fight has no thread yet: in { $channel } { $why }. I try again; or `/init move` lets it take place in the channel where you type it.
thread-soon = Your fight gets a thread of its own in { $channel }. You find it there as “{ $name }”, and are a member of it.
thread-missing-permission = I may not open threads here. Somebody who manages the server can give me { $rights }, or open the fight without `thread:`.
thread-wrong-channel = This kind of channel has no threads. Open the fight in a text channel, or without `thread:`.
channel-closed-access = I may not see it
channel-closed-permission = I need the permissions Send Messages (in threads: Send Messages in Threads), Embed Links, Attach Files and Read Message History
channel-closed-locked = the thread is locked
channel-closed-deleted = it is deleted
channel-closed-blocked = AutoMod of the server blocks whatever I write there. Whoever manages the server can let my role pass it (Server Settings, AutoMod, allowed roles)
dm-closed = Discord does not let me. Whether a bot may write is in the privacy settings of the server and of the account
# What stands in place of a text that the server's AutoMod blocks.
message-blocked = AutoMod of this server blocks what stands here. `/inbox` shows what waits for you, `/status` how the fight stands, and `/log` what was done.
notice-blocked = AutoMod of the server blocks this text in { $channel }: { $text }
    The rest of the fight goes on. A word or a name in the text is on the server's list; whoever manages the server can let my role pass.
notice-undelivered-dm = I cannot write in direct messages to { $user }: { $why }. `/inbox` shows what waits for them, also here. What I owe them comes as soon as I can write to them.
notice-stuck = Time ran out, but the default answer is not possible: { $why } You can answer in their place, or change the fight with `/gm`.

## A fight that is over

story-round = Round { $round }
story-played-by = Played by { $players }{ $others ->
    [none] {""}
   *[some] {" "}with { $others }
}.
story-when = From { $from } to { $to } UTC, in { $place ->
    [none] direct messages
   *[some] { $place }
}.
story-channel = this channel
story-set-up = Before the fight: { $sentences }
report = The fight took { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
} and { $acts ->
    [one] one act
   *[other] { $acts } acts
}{ $pace ->
    [none] .
   *[some] , { $pace } { $unit ->
        [minutes] minutes
       *[hours] hours
    } a round.
}
# With the answer to whoever comes back.
missed = Since you were here: { $turns ->
    [0] no turns
    [1] 1 turn
   *[other] { $turns } turns
}{ $hurt ->
    [none] .
   *[some] . { $hurt }
}
missed-hurt = { $name } was hurt { $times ->
    [1] once
    [2] twice
   *[other] { $times } times
}{ $left ->
    [none] .
   *[some] { " " }({ $left } left).
}
missed-read = Read what happened
report-export = Export the story
report-replay = Watch it again
report-again = Play it again (GM)
# The tale of a fight, at most three sentences.
report-outcome = Outcome: { $outcome }
report-most-attacks = { $who } attacked most often: { $count ->
    [one] once
   *[other] { $count } times
}, { $is_only ->
    [yes] always { $target }
   *[no] mostly { $target }
}.
report-no-falls = Nobody fell.
report-only-fall = Only { $who } fell, in round { $round }.
report-falls = { $is_same_round ->
    [yes] { $first } fell first and { $last } last, in round { $first_round }.
   *[no] { $first } fell first, in round { $first_round }, and { $last } last, in round { $last_round }.
}
report-closest = { $who } came closest to falling, with { $percent } % left.
# In the picture of a finished fight.
report-rounds = { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}
report-health = Health after each round
report-start = start
report-attacks = Who attacked whom, how often{ $has_loss ->
    [yes] {" "}(− damage)
   *[no] { "" }
}
report-attack = { $count ->
    [one] once
   *[other] { $count } times
}{ $loss ->
    [0] { "" }
   *[other] { " " }· −{ $loss }
}
report-more-attacks = and { $count ->
    [one] 1 more
   *[other] { $count } more
}
report-down = Down at the end: { $names }
report-left = Left or gave up: { $names }
report-lost = Damage taken: { $lost }
report-sealed = -# The seal { $seal } is open: `/export format:json` has the secret and every die. Dice that still fall: sealed · { $next }
report-secret = The dice followed from { $secrets }. `/export format:json` has them for the check. Dice that still fall are sealed by { $seal }.
report-dice = Dice: { $dice }
report-dice-sum = { $count }d{ $sides } came to { $sum } ({ $expected } expected)

## Questions

prompt-default = { $until ->
    [none] If you don't answer: { $fallback }.
   *[some] No answer { $until }: { $fallback }.
}
prompt-unseen = Nobody sees that you are asked. Your answer counts { $until }; without one: { $fallback }.
prompt-patient = This waits for you: nothing happens without your answer.
prompt-kept = Kept: **{ $answer }**.
prompt-closes = You need not answer; this closes { $until }.
# What the answers of a question cost, once for all of them.
prompt-shared-cost = Each answer{ $except ->
    [none] { "" }
   *[some] { " " }except “{ $except }”
}: { $cost }.
prompt-default-mark = { " " }(default)
prompt-menu = { $name ->
    [none] Your answer
   *[some] { $name }: your answer
}
prompt-rule-otherwise = Rule otherwise…
prompt-form = Your ruling
prompt-answered = Answer: **{ $answer }**
prompt-defaulted = No answer in time: **{ $answer }**
prompt-sealed = Answered. All answers are shown together.
prompt-copy = (A player is asked.)
prompt-taken-back = Taken back.
# What several of one kind do alike: "Raider 1 passes. Likewise Raider 2 to 17."
told-likewise = { $text } Likewise { $names }.
told-undone = ~~{ $text }~~ (taken back)
# A turn whose time was over.
told-late = Time ran out. { $text }

# What somebody may answer though nobody waits for it.
invitation-open = { $user } · **{ $who }** may answer, but need not.

# Below what is sent in private.
from-fight = -# in { $channel }

## Turns

# $users are mentions; $names those who may act, `none` where the GM is to choose; $until when it ends.
turn-yours = { $users } · { turn-who }, it's your turn{ turn-when }
turn-choose = { $users } · { turn-who } may act{ turn-when }
turn-choose-among = { $users } · { $count } combatants may act{ turn-when }
turn-when = { $round ->
    [0] { "" }
   *[other] { " " }· round { $round }
}{ $until ->
    [none] { "" }
   *[some] { " " }· ends { $until }
}
turn-who = { $names ->
    [none] the GM's side
   *[some] **{ $names }**
}
# The turn stands still; $whom are those who are to answer, `none` where that is not told.
turn-stands = { $names ->
    [none] The turn waits{ turn-stands-for }.
   *[some] **{ $names }** · the turn waits{ turn-stands-for }.
}
turn-stands-for = { $is_own ->
    [yes] { " " }for your answer
   *[no] { $whom ->
        [none] { " " }for the GM
       *[some] { " " }for { $whom } to answer
    }
}
turn-advice-follows = -# Suggestions for the others follow as these act.
turn-next = next: { $names }
# Who is in the same place: a wound word beside the name.
turn-near = { $zone }: { $names }
turn-near-one = { $wounds ->
    [none] { $name }
   *[some] { $name } ({ $wounds })
}
record-title = { $names ->
    [none] { record-round }
   *[some] { $names }{ $round ->
        [0] { "" }
       *[other] { " " }· round { $round }
    }
}
record-round = Round { $round }
turn-reminder = { $names ->
    [none] Everybody is waiting for you.
   *[some] Everybody is waiting for you: { $names } can act.
}
# $users are mentions; $names are `none` where the GM is waited for; $until is a point in time, since
# a nudge is still there when it is past.
nudge-prompt = { $users } · { $names ->
    [none] the fight waits for your answer.
   *[some] the fight waits for **{ $names }** to answer.
}{ $until ->
    [none] { "" }
   *[some] { " " }Without an answer by { $until }, the default is taken.
}
nudge-turn = { $users } · { $names ->
    [none] the fight waits for you.
   *[some] it's still **{ $names }**'s turn.
}{ $until ->
    [none] { "" }
   *[some] { " " }If you don't act by { $until }, the turn is over.
}
turn-menu = { $family ->
    [attack] Attack
    [move] Move
    [aid] Help and talk
   *[else] More
}
turn-menu-who = Who acts
turn-menu-part = { $name } { $numbers }
# A group of acts that opens a message of its own.
turn-group = { $what }{ $part ->
    [none] { "" }
   *[some] : { $part }
}{ $is_usual ->
    [yes] { "" }
   *[no] , other ways
}…
# In the menus of acts that are done to somebody, or with somebody.
turn-whom = { $family ->
    [aid] With { $name }
   *[other] { $name }
}
turn-group-spared = Attack friends or the fallen…
turn-group-rest = Others…
turn-choose-act = What does { $who } do?
turn-choose-way = { $who } · { $group }{ $about ->
    [none] { "" }
   *[some] { " " }({ $about })
}
turn-board = Board
turn-describe = Describe
turn-forecast = Forecast
turn-suggested = Suggested: { $label }
turn-why = { $name } · { $label } · { $why }
advice-target = { $stands_out ->
    [only] { $target } is the only enemy left
    [weakest] { $target } is closest to falling
    [nearest] { $target } is nearest
   *[most] it does { $target } the most harm
}
advice-move = { $is_closer ->
    [yes] it brings { $who } closer to { $enemy }
   *[no] it takes { $who } away from { $enemy }
}
advice-other = { $why ->
    [harm] it helps { $who } to harm the enemies
    [guard] { $who } is safer with it
   *[least] nothing else does better
}
# Buttons for all NPCs of a turn.
block-look = Play all as suggested…
block-play = Play all of this
block-end = End all
block-go-on = Go on
block-note = Each does this first, then what follows best, until its turn is over. After every act the next is weighed anew; a question to somebody stops it, and so does the turn of anybody else.
block-nothing = Nobody can act now.
block-played = { $names ->
    [none] { $waiting ->
        [none] Nobody could act.
       *[some] { $waiting }
    }
   *[other] { $names }: { $is_end ->
        [yes] ended
       *[no] { $acts ->
            [one] 1 act
           *[other] { $acts } acts
        }
    }.{ $idle ->
        [none] { "" }
       *[some] { " " }Without an act: { $idle }.
    }{ $waiting ->
        [none] { "" }
       *[some] { " " }{ $waiting }
    }
}
block-waits = The turn waits{ turn-stands-for }; press again after the answer.
turn-back = Back
# The player says more in a form.
turn-option-told = { $label }…
form-act = What exactly?
turn-more = There is no room here for all that you can do: `/guide` lists it, and you can type all of it.
turn-option-of = { $name }: { $label }
turn-end = { $is_slot ->
    [yes] Pass
   *[no] End turn
}

## Answers to one user

reply-seen = See the channel.
reply-noted = Noted. The turn waits{ turn-stands-for }.
reply-set = { $setting }.
reply-done-already = That is done already.
reply-hidden-newcomer = Only the GM reads this.
reply-turn-over = The turn is over.
reply-left = { $budget }.
reply-now = Now: { $offers }
reply-first-of = The first { $most } of { $count }:
menu-choose-attack = Whom do you attack, and with whom?
menu-choose-attack-pair = { $name } attacks { $target }
explain-rules = The rules behind it:
undo-choice = { $has_others ->
    [yes] Other acts have followed.
   *[no] This message tells of several acts.
} How far do you go back?
undo-choice-act = { $count }. { $what }
undo-choice-button = { $steps ->
    [one] Undo the last act
   *[other] Undo { $steps } acts
}
reply-plays-nobody = You play nobody in this fight. `/init join` brings you in.
forecast-title = Forecast · { $system }
forecast-of = { $count } fights{ $is_short ->
    [yes] {" "}(there was no time for all { $wanted })
   *[no] { "" }
}, played from here:
forecast-end = { $is } %{ $is_range ->
    [yes] { " " }({ $least }–{ $most } %)
   *[no] { "" }
}: { $outcome }
forecast-open = No end in sight.
forecast-rounds = Rounds: mostly { $half }, seldom fewer than { $few } or more than { $most }.
forecast-one = { $name } goes down in { $down } %{ $gone ->
    [none] { "" }
   *[some] {" "}and leaves in { $gone } %
}{ $left ->
    [none] .
   *[some] ; otherwise { $left } % of their health is left on average.
}
forecast-several = { $name } go down in { $least } to { $most } %, each.
forecast-else = What would change it (“{ $outcome }”):
forecast-change = { $what ->
    [more] { $number ->
        [one] with another { $name }
       *[other] with { $number } more like { $name }
    }
    [from-ambush] if the NPCs begin with an ambush
    [without-several] without { $number } of the NPCs
    [without-one] without one of { $name }
   *[without] without { $name }
}: { $is } % (of { $count } fights)
forecast-turn = The smallest change that turns it: { $change }
forecast-far = None of the changes that were tried turns it. The winners keep { $left } % of their strength on average.
forecast-how = -# All fight on without a plan. People who think will do better, on both sides.
forecast-share = { $is } %
forecast-range = { $least }–{ $most } %
forecast-outcomes = How it ends
forecast-down = Who goes down
encounter-title = A fight that fits · { $system }
difficulty = { $difficulty ->
    [easy] Easy
    [hard] Hard
    [deadly] Deadly
   *[fair] Fair
}
encounter-wanted = { $difficulty ->
    [easy] **Easy**
    [hard] **Hard**
    [deadly] **Deadly**
   *[fair] **Fair**
}: the party wins { $least } to { $most } % of the fights{ $count ->
    [none] { "" }
   *[some] , against { $count }
}{ $family ->
    [none] { "" }
   *[some] , family { $family }
}{ $place ->
    [none] { "" }
   *[some] , met in: { $place }
}.{ $has_npcs ->
    [yes] {" "}The NPCs that are here already fight along.
   *[no] { "" }
}
encounter-none = I found no line-up. Try another family, place or number.
encounter-too-hard = This fight is too hard already: the party wins { $is } % ({ $least }–{ $most } %). Add nobody.{ $names ->
    [none] {" "}To leave out a few NPCs is not enough.
   *[some] {" "}Without { $names } it wins { $then } %.
}
encounter-nearest = None of these is quite what you asked for: they are the nearest that I found.
encounter-group = { $count ->
    [1] { $name }
   *[other] { $count } × { $name }
}
encounter-line-up = **{ $number }. { $groups }**: the party wins { $is } % ({ $is_range ->
    [yes] { $least }–{ $most } %,{ " " }
   *[no] { "" }
}{ $fights } fights), mostly in round { $rounds }.{ $fits ->
    [yes] { "" }
   *[no] {" "}That is not what you asked for, but the nearest that I found.
}{ $is_long ->
    [yes] {" "}It takes long.
   *[no] { "" }
}{ $names ->
    [none] { "" }
   *[some] {" "}Likely to go down: { $names }.
}
encounter-downed = { $name } ({ $percent } %)
encounter-add = { $is_hidden ->
    [yes] { $number }, hidden
   *[no] Add line-up { $number }
}
encounter-others = Other line-ups
reply-map = Map
reply-no-zones = This fight has no zones.
reply-log-line = { $number ->
    [none] {""}
   *[some] { $number }.{" "}
}{ $at } { $who ->
    [none] the clock
   *[some] { $who }
}: { $what }
# A GM who spoke as an NPC; players do not learn which one.
reply-log-gm = the GM
# What was done for whom: `Wolf: a pass`.
reply-log-by-actor = { $name }: { $done }
# What was done and tells nothing of the fight: most of it by the clock.
reply-log-done = { $verb ->
    [call] a stand-in is called
    [forget] somebody has had their data deleted
    [nudge] a nudge
    [people] a time away, or of a stand-in, is over
    [queue-clear] a plan is dropped
    [refit] the act is played again under new rules
    [remind] a reminder to the GM
    [skip] the wait ends
    [wake] the fight wakes up
    [describe] words in character that nobody can read
    [words-delete] words in character are taken away
    [words-edit] words in character are changed
    [channel-unreachable] the channel cannot be reached
    [channel-reachable] the channel can be reached again
    [pass] a pass
    [done] a turn ends
    [turn] a turn begins
    [no] a no
    [approve] a yes
   *[other] `{ $act }`
}
# What a character says or does in its player's own words.
speech-line = { $name }: { $text }{ $is_undone ->
    [yes] {" "}(what was played then is undone)
   *[no] {""}
}
speech-plain = { $name }: { $text }
speech-undone = What was played then is undone.
speech-taken-out = (words that were taken out)
speech-nameless = Somebody
form-describe = { $name ->
    [none] In character
   *[some] { $name }, in character
}
form-words = What your character says or does
speech-author = { $user ->
    [none] The GM plays { $name }, and wrote that.
   *[some] { $user } wrote that as { $name }{ $is_npc ->
        [yes] , an NPC.
       *[no] .
    }
}
notice-words = { $change ->
    [posted] Posted as **{ $name }**. `/words edit` changes it, `/words delete` takes it away.
    [edited] **{ $name }**'s words are changed.
   *[deleted] **{ $name }**'s words are taken away.
}
notice-words-unposted = { $reason ->
    [blocked] AutoMod of the server blocks **{ $name }**'s words in { $channel }, so nobody has read them: { $text }
   *[speaker-hidden] **{ $name }** was hidden before these words came to { $channel }, so nobody has read them: { $text }
    }
    `/words edit` posts other words in their place, `/words delete` drops them.
notice-words-unchanged = I may not change **{ $name }**'s words in { $channel }: they stay there as they were. Whoever manages the server can give me *Manage Messages*, or delete them.
notice-words-taken-out = **{ $name }**'s words in { $channel } were taken out by somebody who may do that there.
voices-set = { $is_allowed ->
    [yes] Characters speak in this server with `/describe`.
   *[no] Characters do not speak in this server.
}
# What somebody who follows a fight reads of a round.
follow-stop = Stop following
follow-attacks = Round { $round }: { $count ->
    [0] nobody attacked.
    [one] there was one attack{ $attacker ->
        [none] .
       *[some] , by { $attacker } on { $target }.
    }
   *[other] there were { $count } attacks{ $attacker ->
        [none] .
       *[some] , most of them by { $attacker }, mostly on { $target }.
    }
}
follow-falls = { $names ->
    [none] Nobody went down.
   *[some] { $names } went down.
}
follow-left = { $players } of { $all_players } on the players' side and { $foes } of { $all_foes } of their enemies are left.
notice-following = { $is_on ->
    [yes] You follow this fight: at the end of each round you get a direct message. `/follow` `stop:true` ends that.
   *[no] You do not follow this fight any more.
}
notice-following-ended = You do not see the channel of a fight any more that you followed. I tell you no more of it.
reply-log-empty = Nothing like that has happened.
reply-log-earlier = Earlier
reply-log-latest = Latest
reply-export = The fight, to keep:
reply-export-without-portraits = The fight, to keep, without portraits: with them the file would be too large for Discord.
reply-export-too-large = The file would have { $size } MB, and Discord takes at most { $most } MB. `/export format:story` is the smallest one.

# The page on which a fight can be watched again.
replay-no-script = This page shows the fight with a script of its own. Allow scripts for it, or read the story: /export format:story.
replay-for-gm = The GM’s version: it has everything that was hidden.
replay-for-onlookers = As everybody in the channel could know it.
replay-for-player = As { $names } could know it.
replay-set-up = Set-up
replay-step = Act { $step } of { $steps }
replay-controls = Watch the fight
replay-position = Where in the fight
replay-first = To the beginning
replay-previous = One act back
replay-play = Play
replay-pause = Pause
replay-next = One act on
replay-last = To the end
replay-speed = Speed
replay-slow = slow
replay-normal = normal
replay-fast = fast
replay-keys = Keys: ← and → go by act, Page Up and Page Down by round, Home and End to the beginning and the end. Space plays and pauses.
replay-rounds = Rounds
replay-map = Map of the zones
replay-record = What happened
replay-whole-record = The whole record
replay-combatants = Who is where. Press a name to follow somebody.
replay-name = Name
replay-health = Health
replay-place = Place
replay-notes = State
replay-way = The way of { $name }: { $way }
replay-way-part = { $place } (round { $round })
replay-off-map = off the map
replay-undone = what was done then was undone
replay-report = The fight in numbers
replay-dice = The dice
replay-dice-of-step = Dice of this act
replay-draw = draw { $draw }
replay-hidden-draw = hidden draw { $draw }
replay-card = card { $card }
replay-seal-holds = Checked just now, on this page: all { $dice } dice follow from the sealed secret, and none is missing. Compare the seal with the opening message: { $seal }
replay-seal-holds-open = Checked just now, on this page: all { $dice } open dice follow from the sealed secret, and none is missing. Compare the seal with the opening message: { $seal }
replay-seal-breaks = The dice do not follow from the seal. { $reason }.
replay-seal-kept = The GM keeps the secret of the dice, so nobody else can check them. Their seal: { $seal }
replay-seal-missing = The dice of this fight follow from no secret, so nobody can check them.

reply-fight = { $fight }: { $channel }{ $is_gm ->
    [yes] , you are the GM
   *[no] { "" }
}{ $is_chosen ->
    [yes] { " " }(chosen)
   *[no] { "" }
}
fight-choice = Which fight do you mean? Choose it, and your command goes on there as you sent it.
fight-choice-menu = Choose the fight
fight-choice-label = Fight { $number }: { $system }
fight-choice-part = { $is_gm ->
    [yes] You are the GM{ $names ->
        [none] .
       *[some] , and play { $names }.
    }
   *[no] { $names ->
        [none] You are there.
       *[some] You play { $names }.
    }
}
form-try-again = Try again
form-written = You wrote:
reply-choose-fight = `/gm fight id:` chooses the fight that your direct messages are about.
reply-command-group = `/{ $group }` is a group of commands. Type one of them: { $commands }.
reply-no-fights = You are in no open fight.
reply-kept = { $until ->
    [none] Kept: it counts when the wait is over. Until then you can change your answer.
   *[some] Kept: it counts { $until }, or when you end the wait with `/skip`. Until then you can change your answer.
}
reply-wait-over = The wait is over.
reply-chosen = Your direct messages are about the fight in { $channel } now.

inbox-empty = Nothing waits for you.
inbox-title = { $count ->
    [one] One decision waits for you
   *[other] { $count } decisions wait for you
}
inbox-no-room = There is no room here for all buttons. For the others, follow the link or type the command.
inbox-prompt = { $what }{ $until ->
    [none] { "" }
   *[some] { " " }· { $until }
} · { $place } · [there]({ $jump })
inbox-turn = { $names ->
    [none] The GM's turn
   *[some] **{ $names }**'s turn
}{ $until ->
    [none] { "" }
   *[some] { " " }· { $until }
} · { $place } · [there]({ $jump })
reply-away = { $until ->
    [none] You are not away.
   *[some] You are away; you are back { $until }, on { $date }. `/away back:true` ends it sooner.
}

reply-clock = Your time zone: { $zone }, where it is { $local_time }. Quiet hours: { $hours ->
    [none] none
   *[some] { $hours }
}.

## How a fight stands

status-title = { $system }{ $round ->
    [0] { "" }
   *[other] { " " }· round { $round }
}{ $acting ->
    [none] { "" }
   *[some] { " " }· { $acting }
}
status-acting = { $name } acts
status-title-over = { $system } · { $outcome }
status-title-setup = { $system } · set-up
status-zones = Zones
status-seal = Seal of the dice
status-limits = Time to act
status-limit = { $kind ->
    [limit-turn] a turn
    [limit-ruling] the GM's rulings
   *[limit-answer] an answer
}: { $least }{ $most ->
    [none] { "" }
   *[some] { " " }to { $most }
}
status-was = was { $wounds }
status-nobody-joined = Nobody has joined yet. `/init join` brings you in.
status-hidden = hidden
status-zone = **{ $zone }**{ $from ->
    [none] { "" }
   *[some] { " " }{ $from }–{ $to }
}: { $here ->
    [none] { nobody }
   *[some] { $here }
}
status-waiting = Waiting for { $who }{ $is_prompt ->
    [yes] { " " }to answer
   *[no] { "" }
}{ $until ->
    [none] { "" }
   *[some] { " " }· ends { $until }
}
status-waiting-who = { $who ->
    [none] the GM
   *[some] { $who }
}{ $user ->
    [none] { "" }
   *[some] { " " }({ $user })
}

## The map in words

picture-round = Round { $round }
picture-set-up = set-up
picture-gone = Out: { $names }
picture-feet = { $feet } ft
picture-at-border = → { $zone }
picture-border = { $fact ->
    [obstacle] obstacle
    [no-sight] no sight
    [door] door: { door-state }
    [border-stops] { $value } { $detail }, or no further
   *[other] { $value } { $detail }
}
map-alt = Map of the zones. { $attacks ->
    [none] { $zones }
   *[some] { $attacks }. { $zones }
}
map-attack = { $attacker } attacks { $target }
map-more = { $count } more
map-zone = { $zone }: { $here ->
    [none] { nobody }
   *[some] { $here }
}
map-member = { $state ->
    [none] { $name }
   *[some] { $name } ({ $state })
}

## What goes wrong

typed-user-bot = { $name } is a bot, and bots take no part in fights.
typed-option-unknown = This command no longer has the option `{ $option }`.
typed-quotation-open = A quotation mark is missing.
typed-fields = Values are written like: hp=5 str=2
confirm-act = **{ $act }?** { $warning }
confirm-do = Do it anyway
confirm-too-long = This is not done yet: it is too long for a button that confirms it. Use fewer words.
choice-gone = You can no longer do that. `/status` shows how the fight stands.
button-old = This button is from an older version and does nothing now. `/status` shows how the fight stands.
fault-out-of-date = This command is out of date. Reload Discord (Ctrl+R, or restart the app) and try again.
fault-broken = Something went wrong, and nothing was changed. Whoever runs this bot finds it in the log. Trying again may help.
fault-locked = Another program is using the file of fights. Nothing was changed; try again.
fault-read-only = The bot may not write to its file of fights, so nothing was changed. Whoever runs this bot must allow it.
fault-lost = The bot cannot reach its database. Look at the fight in a moment, and try again if nothing has happened.
fault-full = The disk is full. Nothing was changed; try again when there is room.

## Plain mode

plain-goes-on = … All of it is in the file.
plain-cut = … The rest is missing: Riposte may not send embeds or files here.
plain-set = { $is_server ->
    [yes] { $is_on ->
        [yes] From now on I post plain text in this server.
       *[no] { $is_light ->
            [yes] From now on I post light pictures in this server.
           *[no] I post embeds and pictures in this server again.
        }
    }
   *[no] { $is_on ->
        [yes] From now on I send you plain text in private.
       *[no] { $is_light ->
            [yes] From now on I send you light pictures in private.
           *[no] I send you embeds and pictures in private again.
        }
    }
}

## The commands of a server

commands-brought = { $is_shown ->
    [yes] This server has the commands of { $system } now: type / to see them.
   *[no] The commands of { $system } come to this server a little later. Until then, use the buttons and menus.
}
commands-tomorrow = Discord takes no more new commands for your server today, so some commands of your fight are still missing there. I try again tomorrow. Until then, play with the buttons and menus: they do everything that you need.
commands-of = { $is_shown ->
    [yes] This server has the commands of these systems. Each stays for { $days ->
        [one] a day
       *[other] { $days } days
    } after its last fight:
   *[no] This server gets the commands of these systems a little later. Each stays for { $days ->
        [one] a day
       *[other] { $days } days
    } after its last fight:
}
commands-of-none = Nobody has played a system in this server yet, so it has only the commands that all systems share. A system comes with its first fight, and stays for { $days ->
    [one] a day
   *[other] { $days } days
} after its last one.
commands-until = - { $system }: { $until ->
    [none] a fight is open
   *[some] goes { $until } without a fight
}

## The guide

guide-now = { $name } can now:
guide-nothing = { $name } can do nothing now.
guide-asked = { $question }
    You can answer: { $choices }
guide-first-steps = { $has_open_fight ->
    [yes] You play nobody in this fight. `/init join` brings you in; `/status` shows how it stands, and `/log` what has happened.
   *[no] I referee fights that are played by chat. There is none here now: `/init new` opens one in a channel of a server, by the rules that you choose, and `/init join` brings players in.
} `/sheet new` makes a character of yours, `/guide rule:` shows what a rule says, and `/roll` rolls dice. When it is your turn, a message with buttons has all that you can do.
guide-orders = You are the GM. You can order: { $orders }. `/guide as:` says what an NPC can do.
guide-hint = `/guide why:` says why something is not possible, `/guide rule:` what a rule says.
guide-can = { $command } is possible now.
guide-may = You can use { $command }: it asks for what else it needs while you type.
guide-cannot = { $command } is not possible now.
guide-because = { $on ->
    [none] { $why }
   *[some] { $on }: { $why }
}
guide-instead = You can: { $offers }
guide-read-rule = Read the rule
guide-found = These rules are about it:
guide-book-hint = `/guide rule:` shows one of them.
# One way to act, with what it costs: `/attack` · Action: Attack Wolf with longsword, and 2 more.
guide-odds = { $act } ({ $odds } %)
guide-way = `{ $command }`{ $cost ->
    [none] { "" }
   *[some] { " " }· { offer-cost }
}: { $acts }{ $more ->
    [0] { "" }
   *[other] , and { $more } more
}

## What is kept about somebody

person-gone = somebody who has left
privacy-kept = **What is kept about you**
privacy-shelf = On your shelf: { $sheets ->
    [one] 1 sheet
   *[other] { $sheets } sheets
} and { $templates ->
    [one] 1 template
   *[other] { $templates } templates
}.
privacy-settings = Your time zone, quiet hours and absence: { $has_time ->
    [yes] yes
   *[no] nothing
}. Your choice of plain text or light pictures: { $is_plain ->
    [yes] yes
   *[no] nothing
}.
privacy-dice = Dice that you rolled for your eyes alone: the secrets of { $days ->
    [one] 1 day
   *[other] { $days } days
}.
privacy-fights = What you said and pressed in fights: { $inputs ->
    [one] 1 time
   *[other] { $inputs } times
}, in { $fights ->
    [one] 1 fight
   *[other] { $fights } fights
}. With it your characters as they are in these fights, what you have prepared for them, and when you were last there.
privacy-how = It is kept so that fights go on, can be read again and taken back. Other players see what the fight shows them; nobody else gets any of it from me.
privacy-take = Give me all of it as a file
privacy-delete = Delete what is kept about me…
privacy-file = Here is all that is kept about you.
privacy-sure = Delete what is kept about you? You cannot take that back.
    - Your sheets with their portraits, your templates, your settings, and what you have prepared go at once.
    - In { $fights ->
        [one] 1 fight
       *[other] { $fights } fights
    } “somebody who has left” stands for you, and what you said in your own words goes. The names of your characters stay, and what they did.
    { $open ->
        [0] - Messages that I have posted stay in their channels: only there can they be deleted.
       *[other] - Where a fight still runs, the GM plays your characters from now on.
        - Messages that I have posted stay in their channels: only there can they be deleted.
    }
privacy-delete-this = Delete it for good
privacy-keep = Keep it
privacy-leads = You are the GM of open fights in { $channels }. End them (`/init end`) or hand them over (`/gm hand-over`) first, so that nobody is left waiting.
privacy-deleted = What was kept about you is deleted. Copies that whoever runs me has made before keep it until they are thrown away.
