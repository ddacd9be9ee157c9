### Was man vorbereitet: Daueranweisungen, und Pläne für den nächsten Zug. Nur für die Augen dessen,
### dem sie gehören.

## Arten von Fragen

order-question = { $kind ->
    [avoid] ein Angriff zum Ausweichen
    [shield] ein Treffer für deinen Schild
    [free-attack] ein Gegner geht weg
    [cripple] ein Attribut sinkt dauerhaft
    [tie] Gleichstand in der Reihenfolge
    [help] ein Wurf zum Mithelfen
    [pay-out] ungenutzte Hilfe
    [fate] ein Schicksal ist zu wählen
    [trigger] der Moment für deine bereitgehaltene Handlung
    [reaction] du wirst angegriffen
    [hold] jemand reißt sich von dir los
    [chase] ein Gegner flieht
    [extras] überzählige Erfolge
    [swap] eine Karte als Lohn für einen Angriff
    [finish] ein NSC ist ausgeschaltet
    [panic] du bist erschüttert
    [guard] ein Freund wird angegriffen
    [consent] ein Freund will sich hinter dir verstecken
    [opportunity] ein Gegner weicht von dir zurück
    [stunt] dir wird ein Stunt angeboten
    [stunt-offer] du kannst einen Stunt anbieten
    [pursuit] jemand ist weg
    [resist] etwas zum Widerstehen
    [soak] Schaden zum Aushalten
    [match] ein Gegner bewegt sich
    [driven] ein Gegner drängt dich in etwas hinein
    [advantage] ein Vorteil ist zu wählen
    [recovery] eine Erholung ist zu wählen
   *[other] { $key }
}

## Daueranweisungen

orders-of = **{ $who }**:
orders-none = Keine Daueranweisungen: du wirst immer gefragt.
orders-how = Die erste Anweisung, die passt, antwortet; passt keine, wirst du gefragt. `/orders add` gibt eine, `/orders remove` nimmt eine zurück.
orders-line = { $number }. { order-question } (`{ $key }`): `{ $answer }`{ $by ->
    [none] { "" }
   *[some] { " " }· nur von { $by }
}{ $whom ->
    [none] { "" }
   *[some] { " " }· nur für { $whom }
}{ $way ->
    [none] { "" }
   *[some] { " " }· nur mit { $way }
}{ $threat ->
    [wound] { " " }· nur, wenn es dich verwunden könnte
    [fell] { " " }· nur, wenn es dich ausschalten könnte
   *[none] { "" }
}{ $spend ->
    [nothing] { " " }· nur, wenn es nichts kostet
    [little] { " " }· nur, wenn du deinen Zug behältst (das langsame Manöver)
   *[turn] { "" }
}{ $time ->
    [at-once] { " " }· sofort
    [deadline] { " " }· wenn du nicht rechtzeitig antwortest
   *[soon] { " " }· nach einer Weile
}
orders-by-rules = Eine Daueranweisung der Regeln: { $act }

orders-instead = Du kannst diese Antwort im Voraus geben, als Daueranweisung:
orders-keep = Merken für: { order-question }

## Ausprobieren

orders-trial = { $is_open ->
    [yes] Jetzt gefragt:{ " " }
   *[no] { "" }
}{ order-question } (`{ $key }`): { $numbers ->
    [none] du wirst gefragt
   *[some] { $is_open ->
        [yes] Anweisung { $numbers } antwortet
       *[no] Anweisung { $numbers }, wenn sie passt, sonst wirst du gefragt
    }
}
order-then = { $first }, dann { $next }

## Pläne für den nächsten Zug

plan-of = { $is_confirmed ->
    [yes] **{ $who }** tut im nächsten Zug, { $time ->
        [at-once] und zwar sofort
       *[soon] und zwar nach einer Weile
    }:
   *[no] **{ $who }** täte im nächsten Zug, { $time ->
        [at-once] und zwar sofort
       *[soon] und zwar nach einer Weile
    }:
}
plan-act = { $number }. `{ $act }`{ $stays ->
    [none] { "" }
   *[some] { " " }· nur, solange noch dort: { $stays }
}
plan-how = { $is_confirmed ->
    [yes] Was dann nicht mehr geht, kostet nichts, und der Zug gehört dir. `/queue clear` zieht den Plan zurück.
   *[no] Der Plan gilt, wenn du ihn bestätigst (`/queue confirm`).
}
plan-none = { $who } hat keinen Plan für den nächsten Zug. `/queue add` macht einen.
plan-button = { $whose ->
    [none] Meinen nächsten Zug planen
   *[some] Nächsten Zug planen: { $whose }
}
plan-add = Handlung hinzufügen
form-plan = Den nächsten Zug planen
form-planned-act = Was zu tun ist, wie man es tippt
    .example = attack target:Rohling 2
plan-confirm = Bestätigen
plan-withdraw = Zurückziehen
notice-plan-given-up = { $who } konnte nicht tun, was du geplant hast (`{ $act }`): { $why } Nichts ist ausgegeben, und der Zug gehört dir.
notice-plan-dropped = Der Rest des Plans von { $who } (ab `{ $act }`) ist verworfen: { $is_undone ->
    [yes] jemand hat zurückgenommen, was davon getan war.
   *[no] der Zug ist vorbei.
}
