### Why something may not be done. `refusal-<key>` is for all rules; `refusal-<key>-<rule id>` and
### `refusal-<key>-<system>` (in the file of the system) for those that explain it better.
###
### Details that were not given are `none`. $because and $why choose, $condition and $reason are
### the same in words; $command is how the verb is typed.

refused-by-rule = { $why } ({ $rule })
refused-instead = { $why } You can: { $offers }
refused-detail = { $slot } “{ $value }”

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
   *[some] { " " }It is a command of { $elsewhere }: who manages the server adds those with `{ $command-systems }`.
}
refusal-no-such-slot = { $command } does not take “{ $slot }” here. { $names ->
    [none] It takes nothing more.
   *[some] It takes: { $names }.
}
refusal-not-gm = { $name ->
    [none] Only the GM may do that.
   *[some] Only the GM plays { $name }.
}
refusal-prompt-open = A question must be answered first{ $names ->
    [none] .
   *[some] : we wait for { $names }.
}
refusal-endless = That would never come to an end. This is a fault of the bot: nothing was done, and the fight is as it was.
refusal-prompt-closed = That question is settled already.
refusal-turn-over = That turn is over.
refusal-not-your-turn = { $name ->
    [none] It's not your turn
   *[some] It's not { $name }'s turn
}{ $names ->
    [none] .
   *[some] : we wait for { $names }.
}
refusal-no-move = You have used your Move of this turn.
refusal-no-action = You have used your Action of this turn.
refusal-bad-target = { $because ->
    [not-yours] { refusal-not-yours }
    [unknown] You know nobody of that name here. { refusal-names }
    [nobody-named] Say whom you mean. { refusal-names }
   *[other] { $name ->
        [none] { $verb ->
            [none] That does not fit here: choose another one.
           *[some] “{ $verb }” is not one of the answers.
        }
       *[some] That is not possible with { $name } now.
    }
}
refusal-names = { $names ->
    [none] There is nobody whom you can name.
   *[some] You can name: { $names }.
}
refusal-not-yours = { $names ->
    [none] That is for somebody else.
   *[some] That is for { $names }, not for you.
}
refusal-not-adjacent = { $zone ->
    [none] There is no such zone next to this one.
   *[some] { $zone } is not next to this zone.
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
refusal-not-in-hand = You do not have that in hand.
refusal-broken = That is broken: it can be repaired only outside fights.
refusal-no-ammo = You have no ammunition ready.
refusal-no-free-slot = You have no free hand or place for it.
refusal-hindered = { $condition ->
    [none] A hindrance stops you.
   *[some] { $condition } stops you.
}

## Setting up, and orders of the GM

refusal-bad-order = { $why ->
    [question] There is no question “{ $value }”. There are: { $names }.
    [answer] “{ $value }” does not answer that. What does: { $names }.
    [which-question] “{ $value }” answers several questions ({ $names }): say which one.
    [number] You have no order “{ $value }”.
    [too-many] You cannot have more: take one back first.
   *[other] “{ $value }” does not fit { $slot }.
}
refusal-bad-plan = { $why ->
    [nothing] Nothing is planned.
    [other-draft] The plan has changed since: look at it again.
    [your-turn] It is your turn now: just do it.
    [too-many] That is as much as one turn can hold.
    [no-act] “{ $value }” is nothing to do on a turn here.
   *[unreadable] “{ $value }” cannot be read: write it like a command, attack target:Wolf.
}
refusal-plan-changed = { $name } is not where they were.
refusal-bad-setup = { $within ->
    [none] { "" }
   *[some] “{ $within }”:{ " " }
}{ $why ->
    [policy] “{ $value }” is nothing to do for somebody absent in { $rules }. There are: { $names }.
    [name-length] A name has 1 to { $most } characters.
    [name-in-use] There is somebody called { $name } already: choose another name.
    [alias-missing] It has no alias yet: say one with `alias:`.
    [alias-or-name] An alias goes with alias, wounds, numbers or unseen.
    [shown-so-already] It is shown like this already.
    [no-such-rung] “{ $name }” is not one of the ways to show somebody: unseen, something, alias, name, wounds or numbers.
    [too-many] The fight has as many combatants as it can hold.
    [fight-over] The fight is over.
    [not-over] The fight is not over yet.
    [already-started] The fight has started already.
    [empty-side] Each side needs at least one standing combatant before the start.
    [both-sides] Only one side can be surprised.
    [same-side] A side is its own ally already: name another one.
    [zones-before-start] Zones are laid out before the start.
    [not-a-row] Zones are laid out in one row here, like: Gate - Yard - Hall.
    [nameless-zone] A zone without a name, in “{ $value }”.
    [long-zone] “{ $name }” is too long: a zone's name has at most 40 characters.
    [too-many-zones] A fight has at most { $most } zones.
    [no-such-zone] There is no zone “{ $name }”.
    [no-border] No zone follows that one: an obstacle stands between two.
    [fight-runs] That is for after the fight.
    [no-mark] There is no such mark: 0, 5, 10, … up to the end of the line.
    [off-the-line] Somebody stands beyond the end of the line: place them first, or lengthen a zone.
    [nobody-waited-for] Nobody is waited for.
    [no-link] There is no way between those two zones for a door to be on.
    [dead] The dead do not join a fight.
    [unbindable] { $condition ->
        [none] That
       *[some] { $condition }
    } cannot be Action-bound: it would never end.
    [pick-owed] Never the Same is not paid for yet: the sheet must say first what is lowered.
    [nothing-to-keep] There are no zones and no NPCs to keep yet.
    [out-of-bounds] { $entry ->
        [none] Out of bounds: { $field }.
       *[some] Out of bounds in “{ $entry }”: { $field }.
    }
    [count] { $slot } goes from 1 to { $most }; “{ $value }” does not.
    [no-such-entry] { $kind ->
        [spell] There is no spell
        [armour] There is no armour
        [item] There is no item
       *[creature] There is no archetype or creature
    } “{ $value }” in this kit; there are: { $names }.
    [entry-name] “{ $value }” is no name of an entry: those have 1 to { $most } characters, no commas and full stops.
    [too-many-entries] A table has at most { $most } entries.
    [too-many-fields] A sheet has at most { $most } fields.
    [no-number] “{ $value }” is no name with a number after it.
    [no-field] There is no field “{ $slot }”{ $names ->
        [none] .
       *[some] ; there are: { $names }.
    }
    [unread] { $slot ->
        [none] That cannot be read:
       *[some] { $value ->
            [none] That is no value for { $slot }:
           *[some] “{ $value }” is not a value for { $slot }:
        }
    } { $reason }.
    [too-short] “{ $value }” is too short for { $slot }: it is { $least } at least, or { $none } for no limit at all.
    [outcome] “{ $name }” is no outcome: choose won, lost or truce.
    [value] { $value ->
        [none] { $slot } is missing.
       *[some] “{ $value }” is not a value for { $slot }.
    }
   *[none] { $facts ->
        [none] That does not fit here.
       *[some] That does not fit here: { $facts }.
    }
}

## Of the table

refusal-no-fight = There is no fight here. `{ $command-new }` opens one.
refusal-not-served = Whoever runs this bot does not let it be used { $of ->
    [user] by you. Only they can change that.
   *[server] in this server. It can be used in others.
}
refusal-too-fast = That is more than { $most } inputs in a minute { $of ->
    [user] from you
   *[channel] in this channel
}. Try again in { $secs } s.
refusal-too-many-fights = { $of ->
    [user] You have opened { $most } fights that are not over, as many as one person can have. End one of them with `{ $command-end }`, then open the next; `{ $command-fight }` in a direct message to me lists them.
   *[server] This server has { $most } fights that are not over, as many as it can have. End one of them with `{ $command-end }`, then open the next.
}
refusal-fight-here = Another fight is going on in that channel: end it first.
refusal-which-fight = You are in several fights. `{ $command-fight }` chooses the one you mean here.
refusal-not-here = That is said in a channel of a server, not in private.
refusal-no-such-system = There are no rules called “{ $system }”; there are: { $systems }.
refusal-no-such-rule = There is no rule called “{ $name }”. `{ $command-guide }` with `system:` lists the rules.
refusal-fight-over = The fight is over.
refusal-fight-paused = The fight is paused: the GM can go on with it.
refusal-not-paused = The fight is not paused.
refusal-not-joined = You play nobody in this fight. `{ $command-join }` brings you in.
refusal-nothing-asked = { $name ->
    [none] Nothing of that kind is asked now.
   *[some] { $names ->
        [none] Nobody waits for { $name } now.
       *[some] { $names } is waited for now, not { $name }.
    }
}
refusal-skip-whom = No decoy wait runs now: { $name } is waited for. `{ $command-skip }` with `who:{ $name }` ends that.
refusal-as-whom = { $names ->
    [none] Who acts? Choose with `as:`.
   *[some] Who acts? Choose with `as:` one of { $names }.
}
refusal-bad-time = “{ $value }” is no time ahead of us: write a date like `2030-12-24 18:00`, a day like `tomorrow` or `friday`, or a span like `3d` or `12h`, at most a year.
refusal-no-such-zone = There is no time zone “{ $value }”. They are called like `Europe/Berlin` or `America/New_York`.
refusal-bad-hours = “{ $value }” are no hours: write them like `22:00-8:00`, or `none`.
refusal-which-character = Whose character? Choose with `who:`.
refusal-nobody-stands-in = Nobody else plays { $name ->
    [none] that character
   *[some] { $name }
}.
refusal-nothing-to-undo = There is nothing to undo.
refusal-not-over = The fight is not over yet. `/log` shows what has happened so far.
refusal-nothing-to-take-back = There is nothing for you to take back: you can undo what you did last yourself, as long as your time was not over and nobody has acted or answered since. The GM can undo more.
refusal-nothing-to-redo = There is no undo to take back.
refusal-for-good = Nothing in the fight takes this back.
