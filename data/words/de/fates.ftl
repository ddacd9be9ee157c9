### Die Regeln von Fates: was geschehen ist, was gefragt wird, und die Antworten.
###
### Kampfgeist, Verteidigung und Rüstung von NSCs sind `none` für die, die sie nicht kennen dürfen.

## Beitritt, Initiative und Züge

fates-door = { $state ->
    [none] keine Tür nach { $to }
    [open] eine offene Tür nach { $to }
    [closed] eine geschlossene Tür nach { $to }
   *[locked] eine verschlossene Tür nach { $to }
}
fates-init-began = Würfelt Initiative: `{ $command }`.
fates-scored = { $dice ->
    [none] Initiative { $score }: { $who }{ $many ->
        [one] .
       *[other] .
    }
   *[some] { $who }: Initiative { $dice }.
}
fates-goes-first = { $who } kommt vor den anderen mit diesem Wert.
fates-last-turn = { $who } bekommt einen letzten Zug.
fates-delayed = { $who } wartet ab, bis { $after } dran war.

## Angriffe und Proben

# „Ana greift Schläger mit Karabiner an: 5+3+2 + 3 (Schusswaffen) = 13, braucht 12: TREFFER.“
fates-attacked = { $who } greift { $target } mit { $weapon } an{ fates-luck }
fates-tried = { $who } versucht: { $tried }{ fates-luck }
fates-luck = { $is_lucky ->
    [yes] , mit einem Schicksalspunkt
   *[no] { "" }
}
fates-try-skill = { $text ->
    [none] { fates-with } einsetzen
   *[some] „{ $text }“ (mit { fates-with })
}
fates-with = { $skill ->
    [none] { $attribute }
   *[some] { $attribute } + { $skill }
}
fates-try-grapple = { $target } packen
fates-try-break = sich losreißen mit { $with }
fates-with-destiny = { $roll } (Schicksal { $face })
fates-with-momentum = { $roll }, { $who } kommt in Schwung (eine Aktion mehr)
fates-hit = { $is_hit ->
    [yes] TREFFER
   *[no] DANEBEN
}
fates-checked = { $succeeds ->
    [yes] ERFOLG
   *[no] MISSLUNGEN
}

## Kampfgeist

fates-lost = { $who } verliert { $amount } Kampfgeist, noch { $left }.
fates-looks = { $who } ist { $band ->
    [unhurt] unverletzt
    [hurt] verletzt
   *[battered] übel zugerichtet
}.
fates-no-effect = { $who } ist durch nichts mehr zu verletzen.
fates-wounded = { $who } ist verwundet: kommt noch einmal Schaden durch, ist ein Schicksal zu wählen.
fates-regained = { $relief ->
    [push] { $who } steht wieder, mit { $left } Kampfgeist.
    [rest] { $who } hat { $left } Kampfgeist.
   *[other] { $who } bekommt { $amount } Kampfgeist zurück, jetzt { $left }.
}
fates-out = { $exit ->
    [dead] { $who } stirbt.
    [removed] { $who } ist aus diesem Kampf, aber am Leben.
   *[escaped] { $who } entkommt.
}
fates-grappled = { $by } hat { $who } im Griff.
fates-freed = { $who } kommt frei von { $by }.
fates-rested = { $who } hat gerastet: voller Kampfgeist, nicht mehr verwundet. { $who } kann Schicksale wieder ignorieren.

## Schicksale

fates-fate = { $fate ->
    [never] Nie mehr wie früher: { $who } lebt, aber um einen Preis.
    [push] Letztes Aufbäumen: { $who } setzt alles auf eine Karte.
    [blaze] Ruhmreicher Abgang: { $who } verglüht in einer letzten Tat.
   *[demise] Tragisches Ende: { $who } fällt vor den Augen der Freunde.
}
fates-ignored = { $who } ignoriert das Schicksal und kämpft weiter.
fates-narrated = „{ $text }“
fates-lowered = Bei { $who } sinkt dauerhaft um 2D: { $one }{ $left ->
    [none] .
   *[some] , ab jetzt { $left }D.
}
fates-lowered-two = Bei { $who } sinken dauerhaft um je 1D: { $one } und { $other }{ $left ->
    [none] .
   *[some] , ab jetzt { $left }D und { $left_other }D.
}
fates-pick-owed = { $who } muss noch wählen, was sinkt: `{ $command }`.
fates-push-rolled = 2D = { $total }{ $lives ->
    [yes] : es reicht.
   *[no] : es reicht nicht.
}
fates-demise-rolled = Die Freunde fassen Mut: 2D = { $total }.
fates-fp-gained = { $who } bekommt einen Schicksalspunkt.
fates-blazed = { $who } bekommt jetzt einen letzten Zug und stirbt, wenn er endet.

## Helfen, Verteidigen, Zielen und Bereithalten

fates-helped = { $by } hilft { $who } mit { $skill }{ $rank ->
    [none] { "" }
   *[some] { " " }+{ $rank }, jetzt { $total }
}{ $text ->
    [none] .
   *[some] : „{ $text }“
}
fates-help-struck = Die SL lässt die Hilfe von { $who } nicht zu: sie zählt nicht und ist nicht verbraucht.
fates-help-stored = { $who } steht bereit zu helfen.
fates-help-paid = { $to ->
    [none] Niemand brauchte die Hilfe von { $who }.
   *[some] Niemand brauchte die Hilfe von { $who }: { $to } fasst dadurch Mut.
}
fates-defended = { $who } verteidigt sich mit { $with }{ $bonus ->
    [none] .
   *[some] : Verteidigung +{ $bonus }.
}
fates-defend-broken = { $who } hat es mit Verteidigen abgefangen, und das endet damit.
fates-aimed = { $bonus ->
    [none] { $steady ->
        [yes] { $who } zielt ruhig, auf große Entfernung.
       *[no] { $who } zielt.
    }
   *[some] { $who } zielt: +{ $bonus } auf den nächsten Angriff.
}
fates-held = { $who } hält etwas bereit. Sobald { $trigger }: { $deed }.
fates-held-secretly = { $who } hält etwas bereit.
fates-hold-fired = Jetzt kommt, was { $who } bereitgehalten hat.
fates-hold-wasted = Das geht nicht mehr, also verfällt das Bereitgehaltene.
fates-hold-attack = { $target } angreifen mit { $weapon }
fates-hold-use = { $item } benutzen, für { $on }
fates-hold-door = { $open ->
    [yes] die Tür nach { $to } öffnen
   *[no] die Tür nach { $to } schließen
}
fates-hold-interact = { $text ->
    [none] hier mit etwas hantieren
   *[some] „{ $text }“
}
fates-hold-try = { $tried }
fates-whoever = die auslösende Figur
fates-an-ally = eine verbündete Figur
fates-an-enemy = eine gegnerische Figur
fates-when-enters = { $zone ->
    [none] { $who } in eine Zone kommt
   *[some] { $who } nach { $zone } kommt
}
fates-when-leaves = { $zone ->
    [none] { $who } eine Zone verlässt
   *[some] { $who } { $zone } verlässt
}
fates-when-last-leaves = die letzte Figur der eigenen Seite { $zone } verlässt
fates-when-attacks = { $at ->
    [none] { $who } angreift
   *[some] { $who } { $at } angreift
}
fates-when-uses-item = { $who } einen Gegenstand benutzt
fates-when-uses-skill = { $who } eine Fertigkeit einsetzt
fates-when-wounded = { $who } verwundet oder ausgeschaltet ist
fates-when-flees = { $who } zu entkommen versucht
fates-when-text = dies geschieht: „{ $text }“

## Wege und Dinge

fates-moved = { $way ->
    [move] { $who } geht von { $from } nach { $to }.
    [dash] { $who } spurtet von { $from } nach { $to }.
    [step] { $who } tritt von { $from } nach { $to }.
   *[placed] Die SL setzt { $who } nach { $to }.
}
fates-escaping = { $who } versucht zu entkommen.
fates-escape-failed = { $who } entkommt nicht.
fates-door-set = In { $zone } ist jetzt { $door }.
fates-door-tried = { $open ->
    [yes] { $who } öffnet die Tür nach { $to }.
   *[no] { $who } schließt die Tür nach { $to }.
}
fates-loose = In { $zone } liegt: { $item }.
fates-using = { $on ->
    [none] { $who } benutzt { $item }.
   *[some] { $who } benutzt { $item } bei { $on }.
}
fates-use-lost = Es hat keine Wirkung.
fates-interacted = { $text ->
    [none] { $who } hantiert hier mit etwas.
   *[some] { $who }: { $text }
}

## Fragen

fates-ask-tie = Gleiche Initiative: { $tied }. Wer ist zuerst dran?
fates-ask-difficulty = { $who } will: { $tried }. Wie schwer ist das?
fates-ask-help = { $roller } hat bisher { $total } gewürfelt. { $who } kann den Rang einer Fertigkeit dazugeben.
fates-ask-pay-out = Niemand brauchte die Hilfe von { $who }. Wer bekommt dafür 1 Kampfgeist zurück?
fates-ask-trigger = { $who } wartet auf dies: „{ $text }“. Ist es geschehen?
fates-ask-end = Auf einer Seite kann niemand mehr handeln. Ist der Kampf vorbei?

# Der große Moment des Spiels: was jedes Schicksal jetzt für sie bedeutet.
fates-ask-fate =
    { $who } ist verwundet, und { $amount } Schaden kommt durch. Welches Schicksal ereilt { $who }?
    - Ignorieren: { $is_too_big ->
        [yes] geht nicht, der Schaden ist mehr als die Hälfte des vollen Kampfgeists von { $who }.
       *[no] { $left ->
            [0] geht erst nach einer Rast wieder.
            [one] weiterkämpfen wie zuvor; noch { $left } von { $limit } bis zu einer Rast.
           *[other] weiterkämpfen wie zuvor; noch { $left } von { $limit } bis zu einer Rast.
        }
    }
    { fates-means }
fates-ask-second-fate =
    { $who } ist verwundet, und { $amount } Schaden kommt durch. Jetzt wählt die SL.
    { fates-means }
fates-means =
    - Nie mehr wie früher: { $never ->
        [0] geht nicht mehr (höchstens zweimal im Leben).
        [one] leben, aber diesen Kampf verlassen; ein Attribut sinkt dauerhaft um 2D oder zwei um je 1D.
       *[other] leben, aber diesen Kampf verlassen; ein Attribut sinkt dauerhaft um 2D oder zwei um je 1D.
    }
    - Letztes Aufbäumen: 2D; ab 8 kommt so viel Kampfgeist zurück, bis 7 ist es der Tod.
    - Ruhmreicher Abgang: { $turn ->
        [none] { $who } bekommt unversehrt einen vollen Zug und stirbt.
       *[some] der Zug von { $turn } endet sofort; { $who } bekommt unversehrt einen vollen Zug und stirbt.
    }
    - Tragisches Ende: { $count ->
        [0] { $who } stirbt, und kein Freund sieht es.
        [one] { $who } stirbt; 2D Kampfgeist zurück und einen Schicksalspunkt bekommt { $witnesses }.
       *[other] { $who } stirbt; je 2D Kampfgeist zurück und einen Schicksalspunkt bekommen { $witnesses }.
    }

## Wonach Formulare fragen

fates-form-difficulty = Schwierigkeit
    .example = 7 leicht, 11 mittel, 15 schwer, 20 heldenhaft
fates-form-help = Wie du hilfst, in einer Zeile
    .example = Feuerschutz vom Tor aus
fates-form-skill = Mit welcher Fertigkeit (deiner höchsten)
    .example = tactics
fates-form-attributes = Was sinkt: eins um 2D oder zwei um 1D
    .example = strength, oder: strength, perception (leer: später)
fates-form-story = Wie es abläuft, in deinen Worten
    .example = erscheint mit dem Ergebnis; darf leer bleiben

## Antworten, als Beschriftungen

fates-answer = { $verb ->
    [decline] Ablehnen
    [trigger] Auslösen
    [end] Kampf beenden
    [go-on] Weiterkämpfen
   *[other] { $named }
}
fates-answer-first = Zuerst: { $who }
fates-answer-rule = { $difficulty ->
    [none] Entscheiden
   *[some] Entscheiden (Schwierigkeit { $difficulty })
}
fates-answer-help = { $skill ->
    [none] Helfen
   *[some] Helfen ({ $skill })
}
fates-answer-give = { $target ->
    [none] Niemandem geben
   *[some] An { $target } geben
}
fates-answer-fate = { $fate ->
    [ignore] Ignorieren
    [never] Nie mehr wie früher
    [push] Letztes Aufbäumen
    [blaze] Ruhmreicher Abgang
    [demise] Tragisches Ende
    [leave] Der SL überlassen
    [falls] Fällt
   *[other] { $named }
}

## Ablehnungen

refusal-action-cap = Du hast alle Aktionen und freien Aktionen dieses Zuges verbraucht.
refusal-no-free-action = Das geht nicht als freie Aktion, oder du hast diese freie Aktion verbraucht.
refusal-no-trait = Du hast kein Merkmal, das diese freie Aktion gibt.
refusal-not-your-turn-FATES-TURN-11 = { $because ->
    [roll-first] { $name ->
        [none] Würfle zuerst Initiative.
       *[some] { $name } würfelt zuerst Initiative.
    }
   *[other] { refusal-not-your-turn }
}
refusal-no-action-FATES = Du hast die Aktion dieses Zuges verbraucht.
refusal-no-move-FATES = Du hast die Bewegung dieses Zuges verbraucht.
refusal-door-closed = Eine geschlossene Tür ist im Weg.
refusal-no-handling = Du hast in diesem Zug schon einmal gewechselt oder aufgehoben.
refusal-not-in-hand-FATES = Das trägst du nicht bei dir, oder es ist nicht in deiner Hand.
refusal-bad-target-FATES-HOLD-1 = Bereithalten kannst du nur einen Angriff, einen Gegenstand oder eine Fertigkeit.
refusal-bad-target-FATES-HOLD-7 = Du löst das selbst aus, also nenn das Ziel.
refusal-no-attribute = Dafür brauchst du ein Attribut, in dem du keine Würfel hast.
refusal-no-skill = Diese Fertigkeit gehört nicht dazu.
refusal-no-fate-points = Du hast keine Schicksalspunkte mehr.
refusal-no-hold = Du hältst nichts bereit, das du auslösen könntest.
refusal-already-rolled = Du hast deine Initiative schon gewürfelt.
refusal-delay-too-late = Abwarten kannst du nur ganz am Anfang deines Zuges.
refusal-delay-target = { $name ->
    [none] Du kannst nur jemanden vorlassen, der in dieser Runde noch dran ist.
   *[some] { $name } kannst du nicht vorlassen: wähl jemanden, der in dieser Runde noch dran ist.
}
refusal-delay-used = Du hast in dieser Runde schon abgewartet.
refusal-no-help = Du hast keine Hilfe bereit.
refusal-help-full = Bei diesem Wurf wurde schon zweimal geholfen.
refusal-help-own-roll = Beim eigenen Wurf kannst du nicht helfen.
refusal-target-wounded = { $name ->
    [none] Hilfe kann Verwundete nicht aufrichten.
   *[some] { $name } ist verwundet: Hilfe kann Verwundete nicht aufrichten.
}
refusal-grappled = Jemand hat dich im Griff: reiß dich erst los.
refusal-flee-not-whole = Entkommen kostet den ganzen Zug, und du hast schon etwas davon verbraucht.
refusal-enemy-too-near = Ein Gegner ist zu nah: alle müssen auf extremer Entfernung sein oder ohne offenen Weg zu dir.
refusal-enemy-too-far = Ein Gegner ist zu weit weg, um ihm so zu entkommen: alle müssen näher als extreme Entfernung sein, auf offenem Weg.
refusal-blaze-turn = Bei einem ruhmreichen Abgang kannst du nicht abwarten, bereithalten oder entkommen.
refusal-ignore-spent = Vor einer Rast kannst du kein weiteres Schicksal ignorieren.
refusal-ignore-too-big = Das ist mehr als die Hälfte deines vollen Kampfgeists: das kannst du nicht ignorieren.
refusal-fate-unavailable = So kannst du dieses Schicksal nicht wählen: ein Attribut behält wenigstens 1D, und „Nie mehr wie früher“ geht höchstens zweimal im Leben.

## Handlungen, als Beschriftungen

fates-act-aim = { $mode ->
    [steady] Ruhig zielen, auf große Entfernung
   *[bonus] { $with ->
        [tactics] Zielen mit Taktik
        [search] Zielen mit Suchen
       *[none] Zielen
    }
}
fates-act-assist = Zum Helfen bereitmachen
fates-act-break = { $with ->
    [athletics] Losreißen mit Athletik
    [agility] Losreißen mit Gewandtheit
   *[none] Losreißen
}
fates-act-close = Tür nach { $zone } schließen
fates-act-defend = { $with ->
    [agility] Verteidigen mit Gewandtheit
    [athletics] Verteidigen mit Athletik
    [hide] Verteidigen mit Verbergen
   *[none] Verteidigen
}{ $zone ->
    [none] { "" }
   *[some] { " " }und Schritt nach { $zone }
}
fates-act-delay = Abwarten, bis { $after } dran war
    .all = Jemanden vorlassen
fates-act-fate = Dauerhaft senken: { $attributes }
    .all = Ein Schicksal wählen
fates-act-hold = { $do ->
    [none] Rest des Zuges bereithalten
   *[some] { fates-act-hold-until }: { fates-act-hold-do }
}
    .all = Handlung bereithalten
fates-act-hold-until = { $trigger ->
    [enters] Wenn { $who-name } kommt
    [leaves] Wenn { $who-name } weggeht
    [last-leaves] Wenn der letzte Gegner weg ist
    [attacks] Wenn { $who-name } angreift
    [uses-item] Wenn { $who-name } einen Gegenstand nutzt
    [uses-skill] Wenn { $who-name } eine Fertigkeit nutzt
    [wounded] Wenn { $who-name } verwundet wird
    [flees] Wenn { $who-name } flieht
   *[text] Wenn etwas anderes geschieht
}
fates-act-hold-do = { $do ->
    [attack] angreifen
    [grapple] packen
    [break] losreißen
    [use] Gegenstand nutzen
    [open] Tür öffnen
    [close] Tür schließen
    [skill] Fertigkeit nutzen
   *[interact] hantieren
}{ $target ->
    [none] { "" }
   *[some] , { $target-name }
}{ $weapon ->
    [none] { $item ->
        [none] { "" }
       *[some] { " " }mit { $item }
    }
   *[some] { " " }mit { $weapon-name }
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
    [allies] jemand von uns
    [enemies] ein Gegner
   *[other] { $said }
}
fates-word-target = { $target ->
    [whoever] { fates-whoever }
   *[other] { $said }
}
fates-act-init = Initiative würfeln
fates-act-open = Tür nach { $zone } öffnen
fates-act-release = { $target ->
    [none] { act-release }
   *[some] { $target } loslassen
}
fates-act-skill = Andere Aktion{ $skill ->
    [none] { $attribute ->
        [none] { "" }
       *[some] { " " }({ $attribute-name })
    }
   *[some] { " " }({ $skill-name })
}
    .all = Fertigkeit einsetzen
fates-act-swap = In die Hand nehmen: { $item }
    .all = Wechseln
fates-rider-fp = mit Schicksalspunkt
