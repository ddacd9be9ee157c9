### What people prepare: standing orders, and plans for their next turn. For its owner only.

## Kinds of questions

order-question = { $kind ->
    [avoid] asked to avoid an attack
    [shield] asked for the shield
    [free-attack] an enemy leaves
    [cripple] something is lowered for good
    [tie] a tie in the order
    [help] asked for help
    [pay-out] help is handed on
    [fate] going down
    [trigger] what is held is set off
    [reaction] attacked
    [hold] somebody breaks free of you
    [chase] an enemy flees
    [extras] extra successes
    [swap] a card is offered for an attack
    [finish] an NPC goes down
    [panic] shaken
    [guard] a friend is attacked
    [consent] asked for shelter
    [opportunity] an enemy steps away
    [stunt] offered a stunt
    [stunt-offer] a stunt may be offered
    [pursuit] somebody has left
    [resist] to be resisted
    [soak] damage to be borne
    [match] an enemy moves
    [driven] driven into something
    [advantage] an advantage won
    [recovery] somebody recovers
   *[other] { $key }
}

## Standing orders

orders-of = **{ $who }**:
orders-none = No standing orders: you are asked.
orders-how = Tried from the top; where none speaks, you are asked. `/orders add` gives one, `/orders remove` takes one back.
orders-line = { $number }. { order-question } (`{ $key }`): `{ $answer }`{ $by ->
    [none] { "" }
   *[some] { " " }· only by { $by }
}{ $whom ->
    [none] { "" }
   *[some] { " " }· only for { $whom }
}{ $way ->
    [none] { "" }
   *[some] { " " }· only with { $way }
}{ $threat ->
    [wound] { " " }· only if it could wound
    [fell] { " " }· only if it could fell
   *[none] { "" }
}{ $spend ->
    [nothing] { " " }· only if it costs nothing
    [little] { " " }· only if it leaves the turn (the slow slot)
   *[turn] { "" }
}{ $time ->
    [at-once] { " " }· at once
    [deadline] { " " }· if you have not answered in time
   *[soon] { " " }· after a while
}
orders-by-rules = By the rules themselves: { $act }

orders-instead = You can give that answer in advance, as a standing order:
orders-keep = Keep for: { order-question }

## Trying them out

orders-trial = { $is_open ->
    [yes] Asked now:{ " " }
   *[no] { "" }
}{ order-question } (`{ $key }`): { $numbers ->
    [none] you are asked
   *[some] { $is_open ->
        [yes] order { $numbers } answers
       *[no] order { $numbers } where it fits, else you are asked
    }
}
order-then = { $first }, then { $next }

## Plans for the next turn

plan-of = { $is_confirmed ->
    [yes] **{ $who }** will do this on the next turn, { $time ->
        [at-once] at once
       *[soon] after a while
    }:
   *[no] **{ $who }** would do this on the next turn, { $time ->
        [at-once] at once
       *[soon] after a while
    }:
}
plan-act = { $number }. `{ $act }`{ $stays ->
    [none] { "" }
   *[some] { " " }· only while still there: { $stays }
}
plan-how = { $is_confirmed ->
    [yes] What is not possible then, or not as it was, costs nothing: you are asked as ever. `/queue clear` withdraws it.
   *[no] It counts once you confirm it (`/queue confirm`).
}
plan-none = { $who } has no plan for the next turn. `/queue add` makes one.
plan-button = Plan { $whose ->
    [none] my
   *[some] { $whose }'s
} next turn
plan-add = Add an act
form-plan = Plan the next turn
form-planned-act = What to do, as it is typed
    .example = attack target:Brute 2
plan-confirm = Confirm
plan-withdraw = Withdraw
notice-plan-given-up = { $who } could not do what was queued (`{ $act }`): { $why } Nothing is spent, and the turn is yours.
notice-plan-dropped = The rest of what { $who } was to do (from `{ $act }` on) is dropped: { $is_undone ->
    [yes] what was done of it was taken back.
   *[no] the turn is over.
}
