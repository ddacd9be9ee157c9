### Why something may not be done. `refusal-<key>` is for all rules; `refusal-<key>-<rule id>` and
### `refusal-<key>-<PREFIX>` (the prefix of the system's rule ids, such as FACT; in the file of the
### system) for those that explain it better.
###
### Details that were not given are `none`. $because and $why choose, $condition and $reason are
### the same in words; $command is how the verb is typed.

refused-by-rule = { $why } ({ $rule })
refused-instead = { $why } You can: { $offers }
refused-detail = { $slot } “{ $value }”
refused-takes = { $why } `{ $slot }:` takes: { $names }.

## Of every system

refusal-not-in-system = There is no { $command ->
    [none] such command
   *[some] { $command }
} in { $rules ->
    [none] this fight
   *[some] { $rules }
}.{ $nearest ->
    [none] { "" }
   *[some] { " " }The nearest is { $nearest }.
}{ $elsewhere ->
    [none] { "" }
   *[some] { " " }It is a command of { $elsewhere }: people who manage the server can add those with `{ $command-systems }`.
}
refusal-no-such-slot = { $command } does not take “{ $slot }” here. { $names ->
    [none] It takes nothing more.
   *[some] It takes: { $names }.
}
refusal-not-gm = { $name ->
    [none] Only the GM may do that.
   *[some] Only the GM plays { $name }.
}
refusal-no-party = Nobody has joined yet, so no fight can fit. Ask again when the players are here.
# The GM, among those who are awaited.
awaited-gm = the GM
refusal-prompt-open = { $kind ->
    [own] First answer the question that you were asked
   *[other] A question must be answered first
}{ $names ->
    [none] .
   *[some] : we wait for { $names }.
}
refusal-endless = That would never end. This is a fault of the bot: nothing was done, and the fight is as it was.
refusal-prompt-closed = That question is settled already.
refusal-turn-over = That turn is over.
refusal-not-your-turn = { $name ->
    [none] It's not your turn
   *[some] It's not { $name }'s turn
}{ $names ->
    [none] .
   *[some] : we wait for { $names }.
}
refusal-no-move = You have used this turn's Move.
refusal-no-action = You have used this turn's Action.
refusal-bad-target = { $because ->
    [not-yours] { refusal-not-yours }
    [several] You know several by that name: { $names }. Say which one.
    [unknown] You know nobody by that name here. { refusal-names }
    [nobody-named] Say whom you mean. { refusal-names }
    [plays-nobody] That person plays nobody whom you know in this fight.
    [no-such-fight] You are in no open fight “{ $name }”. `{ $command-fight }` without `id:` lists yours.
    [not-now] That is not possible with { $name } now. { $names ->
        [none] It is possible with nobody now.
       *[some] It is possible with: { $names }.
    }
   *[other] { $name ->
        [none] { $verb ->
            [none] That is not possible here: choose something else.
           *[some] “{ $verb }” is not an answer to this question.
        }
       *[some] That is not possible with { $name } now.
    }
}
refusal-names = { $near ->
    [none] { $names ->
        [none] There is nobody here whom you can name.
       *[some] You can name: { $names }.
    }
   *[some] Perhaps: { $near }?
}
refusal-not-yours = { $names ->
    [none] That is for somebody else.
   *[some] That is for { $names }, not for you.
}
refusal-not-adjacent = { $because ->
    [here] You are in { $zone } already.
   *[other] { $zone ->
        [none] No zone of that name is next to this one.
       *[some] { $zone } is not next to this zone.
    }
}
refusal-zone-full = { $zone ->
    [none] That zone is full.
   *[some] { $zone } is full.
}
refusal-not-close = { $name ->
    [none] The target is in another zone: you must be Close.
   *[some] { $name } is in another zone: you must be Close.
}
refusal-out-of-range = { $name ->
    [none] The target is out of range.
   *[some] { $name } is out of range.
}
refusal-not-exit = There is no exit for you here.
refusal-not-in-hand = You don't have that in hand.
refusal-broken = That is broken. You can repair it only outside fights.
refusal-no-ammo = You have no ammunition ready.
refusal-no-free-slot = You have no hand or place free for it.
refusal-hindered = { $condition ->
    [none] A condition stops you.
   *[some] { $condition } stops you.
}

## Setting up, and orders of the GM

refusal-bad-order = { $why ->
    [question] There is no kind of question called “{ $value }”. There are: { $names }.
    [no-question] “{ $value }” answers no question in these rules. These answers do: { $names }.
    [answer] “{ $value }” does not answer that. These do: { $names }.
    [which-question] “{ $value }” answers several questions ({ $names }): say which one.
    [number] You have no order with the number “{ $value }”.{ $names ->
        [none] { "" }
       *[some] { " " }There are: { $names }.
    }
    [too-many] You have as many orders as you can have: take one back first.
   *[other] “{ $value }” does not fit { $slot }.{ $names ->
        [none] { "" }
       *[some] { " " }There are: { $names }.
    }
}
refusal-bad-plan = { $why ->
    [nothing] Nothing is planned.
    [other-draft] The plan has changed meanwhile: look at it again.
    [your-turn] It is your turn now: just do it.
    [too-many] One turn cannot hold more than that.
    [no-act] You cannot do “{ $value }” on a turn here.{ $nearest ->
        [none] { "" }
       *[some] { " " }The nearest is { $nearest }.
    }
   *[unreadable] I cannot read “{ $value }”. Write it like a command: attack target:Wolf.
}
refusal-plan-changed = { $name } has moved.
refusal-bad-setup = { $within ->
    [none] { "" }
   *[some] “{ $within }”:{ " " }
}{ $why ->
    [policy] { $rules } has no “{ $value }” for somebody absent. There are: { $names }.
    [temper] Nobody plays “{ $value }”. There are: { $names }.
    [name-length] { $slot ->
        [none] A name has 1 to { $most } characters.
       *[some] Say what your character is called with `{ $slot }:`, in 1 to { $most } characters.
    }
    [name-in-use] Somebody is called { $name } already: choose another name.
    [name-looks-like] “{ $name }” looks like { $found }, who is here already: choose a name that nobody takes for it.
    [name-marks] “{ $name }” cannot be a name: it reads like a list. Leave out commas, semicolons and words like “and”, and close each quotation mark.
    [name-letters] “{ $name }” cannot be a name: use at least one letter.
    [name-reserved] “{ $name }” cannot be a name: the word means something else in commands. Choose another one.
    [name-role] “{ $name }” cannot be a name: that is a role at the table. Choose another one.
    [side-somebody] No side can be called “{ $name }”: somebody is. Choose another name.
    [side-looks-like] “{ $name }” looks like the side { $found }: choose a name that nobody takes for it.
    [group-looks-like] “{ $name }” looks like the group { $found }: choose a name that nobody takes for it.
    [name-side] Nobody can be called “{ $name }”: that is a side of the fight. Choose another name.
    [alias-missing] This NPC has no alias yet: give one with `alias:`.
    [alias-or-name] An alias goes only with `show:` alias, wounds, numbers or unseen.
    [shown-so-already] Players see this NPC like that already.
    [no-such-rung] “{ $name }” is no way to show an NPC. There are: unseen, something, alias, name, wounds and numbers.
    [too-many] The fight cannot hold more combatants.
    [fight-over] The fight is over.
    [not-over] The fight is not over yet.
    [already-started] The fight has started already.
    [empty-side] Before the start, each side needs at least one combatant who stands. Players come in with `{ $command-join }`, NPCs with `{ $command-add }`.
    [both-sides] Only one of the sides can be surprised.
    [same-side] A side is always its own ally: name another one.
    [zones-before-start] You can lay out zones only before the start.
    [not-a-row] In these rules the zones are one row, like: Gate - Yard - Hall.
    [nameless-zone] There is a zone without a name in “{ $value }”.
    [zone-looks-like] “{ $name }” looks like the zone { $found }: choose a name that nobody takes for it.
    [zone-twice] “{ $name }” would stand next to itself: give each zone a name of its own.
    [zone-number] “{ $name }” cannot be a zone: in these rules a number is a mark. Give the zone a name.
    [no-zones-yet] This fight has no zones yet: leave `at:` out.
    [too-many-zones] A fight has at most { $most } zones.
    [no-such-zone] There is no zone “{ $name }”.{ $names ->
        [none] { "" }
       *[some] { " " }There are: { $names }.
    }
    [no-border] No zone follows that one, and an obstacle stands between two zones.
    [not-neighbours] An obstacle stands between two zones that are next to each other, and these two are not.
    [named-twice] That takes two, and you named { $name } twice.
    [fight-runs] You can do that only after the fight.
    [no-mark] There is no such mark. Marks are 0, 5, 10, … up to the end of the line.
    [off-the-line] Then somebody would stand beyond the end of the line: place them first, or make a zone longer.
    [nobody-waited-for] The fight waits for nobody now.
    [no-link] A door needs a way between its two zones, and there is none.
    [dead] The dead cannot join a fight.
    [unbindable] { $condition ->
        [none] That
       *[some] { $condition }
    } cannot be Action-bound, since it would never end.
    [pick-owed] This sheet still has to lower its attributes for Never the Same.
    [nothing-to-keep] This fight has no zones and no NPCs to keep yet.
    [empty-scene] This scene has no zones and no NPCs.
    [out-of-bounds] { $entry ->
        [none] This number is too high or too low: { $field }.
       *[some] This number is too high or too low in “{ $entry }”: { $field }.
    }
    [count] `{ $slot }:` takes a number from 1 to { $most }, not “{ $value }”.
    [no-such-entry] { $kind ->
        [spell] There is no spell
        [armour] There is no armour
        [item] There is no item
        [scene] There is no scene
       *[creature] There is no archetype or creature
    } “{ $value }” in this kit. { $near ->
        [none] There are: { $names }{ $more ->
            [none] .
           *[some] , and { $more } more.{ $kind ->
                [spell] { "" }
                [armour] { "" }
                [item] { "" }
                [scene] { "" }
               *[creature] { " " }`{ $command-bestiary }` finds creatures.
            }
        }
       *[some] Perhaps: { $names }?
    }
    [entry-name] “{ $value }” cannot name an entry: a name has 1 to { $most } characters, without commas and full stops.
    [entry-twice] An archetype and a creature cannot both be called “{ $value }”: change one of the names.
    [scene-order] “{ $value }” is no order with which a scene is set up. There are: { $names }.
    [line-up-slot] `{ $slot }:` is for one kind of creature: leave it out, or add one kind at a time.
    [too-many-entries] A table has at most { $most } entries.
    [too-many-fields] A sheet has at most { $most } fields.
    [two-choices] Of “{ $first }” and “{ $second }”, only one can be true.
    [no-number] “{ $value }” is not a name with a number after it.
    [no-field] There is no field “{ $slot }”{ $names ->
        [none] .
       *[some] . There are: { $names }.
    }
    [unread] { $reason }
    [too-short] “{ $value }” is too short: the shortest is { $least }, and { $none } is no limit at all.
    [outcome] “{ $name }” is not an outcome{ $names ->
        [none] .
       *[some] . There are: { $names }.
    }
    [value] { $value ->
        [none] `{ $slot }:` is missing.
       *[some] { $dice ->
            [none] “{ $value }” does not fit `{ $slot }:`{ $least ->
                [none] .
               *[some] , which takes { $least } to { $most }.
            }
           *[some] “{ $dice }” can come to { $value }, and `{ $slot }:` takes { $least } to { $most }.
        }{ $amount ->
            [none] { "" }
            [full] { " " }It takes a number, or dice such as 1d6 or 2d6+1, or `full`.
            [damage] { " " }It takes dice, such as 1d6 or 2d6+1.
            [code] { " " }It takes dice, such as 3D or 4D+2.
           *[dice] { " " }It takes a number, or dice such as 1d6 or 2d6+1.
        }
    }{ $names ->
        [none] { "" }
       *[some] { " " }These do: { $names }.
    }
   *[none] { $facts ->
        [none] That does not fit here.
       *[some] That does not fit here: { $facts }.
    }
}

## What cannot be read: $field is none where only the line of a file is known

unread-takes = { $field ->
    [none] This
   *[some] { $field }
} takes { $takes ->
    [number] a whole number from { $least } to { $most }
    [truth] `true` or `false`
    [word] a word
    [list] a list, like `claws, bite`
   *[table] fields of its own
}{ $found ->
    [none] .
   *[some] , not “{ $found }”.
}
unread-choice = { $field ->
    [none] This
   *[some] { $field }
} cannot be “{ $found }”. Choose one of: { $names }.
unread-no-field = There is no field “{ $found }” here. There are: { $names }.
unread-missing = The field “{ $found }” is missing.
unread-no-sheet = There is no sheet in it: write its fields below a line with [sheet], like hp = 7, or name an archetype, like from = "warrior".
unread-twice = The field “{ $found }” is there twice{ $first ->
    [none] .
   *[some] , in lines { $first } and { $second }. Keep one of them.
}
unread-too-big = { $found ->
    [none] A number is too big.
   *[some] “{ $found }” is too big: no field takes such a number.
}
unread-curly = The quotation mark { $found } is curly. Use straight ones, like in "longsword".
unread-unquoted = Text needs quotation marks: "{ $found }" in place of { $found }.
unread-csv = This is a table (CSV). Send TOML, with each field in a line of its own, like hp = 7, or JSON.
unread-colon = A field and its value have = between them, not a colon, like in hp = 7.
unread-json = This is JSON. Only TOML is taken here, with each field in a line of its own, like hp = 7.
unread-comma = There is a comma too many before the closing bracket.
unread-single = JSON has double quotation marks around its texts, like in "longsword".
unread-cut-off = The file ends too soon: has it arrived whole?
unread-told = { $field ->
    [none] { $text }.
   *[some] { $field }: { $text }.
}
unread-unreadable = I cannot read this: perhaps a quotation mark, a comma or a bracket is missing.

## Of the table

refusal-no-fight = There is no fight here. `{ $command-new }` opens one.
refusal-not-served = Whoever runs this bot does not allow its use { $of ->
    [user] by you. Only they can change that.
   *[server] in this server. You can use it in others.
}
refusal-too-fast = That is too fast: { $of ->
    [user] you can press and type { $most } times a minute
   *[channel] this channel takes { $most } presses and commands a minute
}. Try again in { $secs } seconds.
refusal-too-many-fights = { $of ->
    [user] You have opened { $most } fights that are not over, as many as one person can have. End one of them with `{ $command-end }`, then open the next; `{ $command-fight }` in a direct message to me lists them.
   *[server] This server has { $most } fights that are not over, as many as it can have. End one of them with `{ $command-end }`, then open the next.
}
refusal-fight-here = Another fight is going on in that channel: end it first.
refusal-nothing-to-move = None of your fights in this server is in a channel where I cannot write. Only such a fight can move.
refusal-channel-open = I can write in the channel of this fight, so it stays there.
refusal-move-where = { $value ->
    [none] Say where the fight goes on: type `{ $command-relocate }` in that channel, or give its link with `channel:`.
   *[some] “{ $value }” is no channel. Type `{ $command-relocate }` in the channel where the fight goes on, or give its link with `channel:`.
}
refusal-move-unseen = I find no channel there in which you can write. Give the link of one that you see, or type `{ $command-relocate }` there.
refusal-move-other-server = That channel is in another server. A fight stays in its own.
refusal-choice-expired = That choice has expired, or you have made it already. Send the command again.
refusal-choice-gone = You have no part in that fight any more, or it has been deleted.
refusal-which-fight = You are in several fights. `{ $command-fight }` chooses the one you mean here.
refusal-not-here = That works only in a channel of a server, not in private.
refusal-no-such-system = There are no rules called “{ $system }”. There are: { $systems }.
refusal-no-such-rule = There is no rule called “{ $name }”.{ $names ->
    [none] { "" }
   *[some] { " " }There are rules about: { $names }.
} `{ $command-guide }` with `system:` lists the rules.
refusal-fight-over = The fight is over.
refusal-fight-paused = The fight is paused. The GM can go on with it.
refusal-not-paused = The fight is not paused.
refusal-not-joined = You play nobody in this fight. `{ $command-join }` brings you in.
refusal-nothing-asked = { $name ->
    [none] Nobody asks you that now.
   *[some] { $names ->
        [none] Nobody waits for { $name } now.
       *[some] We wait for { $names } now, not for { $name }.
    }
}
refusal-skip-whom = There is no decoy wait now: we wait for { $name }. `{ $command-skip }` with `who:{ $name }` ends that.
refusal-as-whom = { $names ->
    [none] Who acts? Choose with `as:`.
   *[some] Who acts? Choose with `as:` one of { $names }.
}
refusal-bad-time = “{ $value }” is not a time in the next year. Write a date like `24 Dec 18:00`, `24.12.`, a day like `tomorrow` or `next friday`, or a span like `3d` or `12h`.
refusal-date-unclear = “{ $value }” can be { $first } or { $second }: write the one that you mean.
date = { $day } { $month } { $year }
month = { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[other] December
}
refusal-other-weekday = “{ $value }” does not exist: { $first } is a { $weekday }. Write the day that you mean.
weekday = { $weekday ->
    [1] Monday
    [2] Tuesday
    [3] Wednesday
    [4] Thursday
    [5] Friday
    [6] Saturday
   *[other] Sunday
}
refusal-no-such-zone = There is no time zone “{ $value }”. Write it like `Europe/Berlin`, `Berlin` or `UTC+2`.{ $places ->
    [none] { "" }
   *[some] { " " }The nearest are: { $places }.
}
refusal-zone-unclear = “{ $value }” does not say where you are and when the clocks change there. Write the place whose time is yours: { $places }.
refusal-bad-hours = “{ $value }” are not hours. Write them like `22:00-8:00` or `10pm-8am`, or `none`.
refusal-which-character = Whose character? Choose with `who:`.
refusal-nobody-stands-in = Nobody else plays { $name ->
    [none] that character
   *[some] { $name }
}.
refusal-nothing-to-undo = There is nothing to undo.
refusal-not-over = The fight is not over yet. `/log` shows what has happened so far.
refusal-export-onlooker = You have no part in this fight, so you get what everybody has seen of it: `/export format:replay`, once it is over.
refusal-export-no-access = You do not see the channel of this fight, so you do not get it.
refusal-nothing-to-take-back = There is nothing that you can take back. You can undo your own last act, until your time is over or somebody else acts or answers. The GM can undo more.
refusal-follow-plays = You have a part in this fight, and are told of it anyway.
refusal-voices-off = Characters do not speak in this server. Who manages it can change that with `/words allow`.
refusal-speaker-hidden = Players do not know that { $name } is there. Show { $name } first: `/gm reveal`.
refusal-words-by-rule = By the rules of this fight, players speak only through `/say`.
refusal-words-missing = Say what your character says or does.
refusal-words-too-long = Your words are too long: a post takes { $most } characters.
refusal-no-own-words = You have posted no words in character there.
refusal-no-words = Nobody has posted these words in character.
refusal-not-your-words = Only whoever wrote these words can change them.
refusal-words-no-access = You may not write in the channel of this fight, so your words cannot be posted there.
refusal-access-unknown = Discord does not say now what you may do in the channel of this fight. Try again in a moment, or there.
refusal-no-record = That message tells nothing of a fight that you could ask about or undo.
refusal-undo-outdated = Something else has happened since then. Choose again how far you go back.
refusal-nothing-to-redo = There is no undo that you can take back.
refusal-leave-started = The fight has begun, so { $name } can no longer just leave.{ $nearest ->
    [none] { "" }
   *[some] { " " }`{ $nearest }` gets away by the rules.
} The GM can take anybody out.
refusal-for-good = Only `{ $command-take-back }` takes this back, and only until somebody else acts.
