### What people prepare: standing orders, and plans for their next turn. For its owner only.

## Kinds of questions

order-question = { $kind ->
    [avoid] an attack to avoid
    [shield] a hit that your shield can stop
    [free-attack] an enemy leaves
    [cripple] an attribute drops for good
    [tie] a tie in the order
    [help] a roll that you can help
    [pay-out] Help that nobody needed
    [fate] a Fate to choose
    [trigger] the moment for your held act
    [reaction] attacked
    [hold] somebody breaks free of you
    [chase] an enemy flees
    [extras] extra successes
    [swap] a card is offered for an attack
    [finish] an NPC goes down
    [panic] shaken
    [guard] a friend is attacked
    [consent] a friend wants to hide behind you
    [opportunity] an enemy steps away
    [stunt] a stunt is offered to you
    [stunt-offer] you may offer a stunt
    [pursuit] somebody has left
    [resist] something to resist
    [soak] damage to resist
    [match] an enemy moves
    [driven] an enemy drives you into something
    [advantage] an advantage to choose
    [recovery] a recovery to choose
   *[other] { $key }
}

## Standing orders

orders-of = **{ $who }**:
orders-none = No standing orders: you are always asked.
orders-how = The first order that fits answers; if none fits, you are asked. `/orders add` gives one, `/orders remove` takes one back.
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
    [wound] { " " }· only if it could wound you
    [fell] { " " }· only if it could take you down
   *[none] { "" }
}{ $spend ->
    [nothing] { " " }· only if it costs nothing
    [little] { " " }· only if you keep your turn (the slow Maneuver)
   *[turn] { "" }
}{ $time ->
    [at-once] { " " }· at once
    [deadline] { " " }· if you have not answered in time
   *[soon] { " " }· after a while
}
orders-by-rules = A standing order of the rules: { $act }

orders-instead = You can give that answer in advance, as a standing order:
orders-keep = Keep it for: { order-question }

## Trying them out

orders-trial = { $is_open ->
    [yes] Asked now:{ " " }
   *[no] { "" }
}{ order-question } (`{ $key }`): { $numbers ->
    [none] you are asked
   *[some] { $is_open ->
        [yes] order { $numbers } answers
       *[no] order { $numbers } if it fits, else you are asked
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
    [yes] What is no longer possible then costs nothing, and the turn is yours. `/queue clear` withdraws the plan.
   *[no] The plan counts when you confirm it (`/queue confirm`).
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
notice-plan-given-up = { $who } could not do what you planned (`{ $act }`): { $why } Nothing is spent, and the turn is yours.
notice-plan-dropped = The rest of { $who }'s plan (from `{ $act }` on) is dropped: { $is_undone ->
    [yes] somebody took back what was done of it.
   *[no] the turn is over.
}
