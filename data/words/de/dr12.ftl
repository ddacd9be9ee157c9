### DR12: was geschehen ist, was gefragt wird, und Ablehnungen, die seine Regeln am besten erklären.
###
### $side ist `party` oder `enemy`. Zahlen von NSCs sind `none` für die, denen sie verborgen sind.

## Runden, Blöcke und Züge

dr12-joined = { $side ->
    [party] { $who } schließt sich der Gruppe an.
   *[enemy] { $who } schließt sich den Gegnern an.
}
dr12-surprise-set = { $side ->
    [party] Die Gruppe ist überrascht.
    [enemy] Die Gegner sind überrascht.
   *[none] Niemand ist überrascht.
}
dr12-side-rolled = { $first ->
    [party] Würfel um die Seite, d6 { $face }: die Gruppe handelt zuerst.
   *[enemy] Würfel um die Seite, d6 { $face }: die Gegner handeln zuerst.
}
dr12-initiative-rolled = { $who }: Initiative { $dice }.
dr12-block-began = { $side ->
    [party] Die Gruppe handelt.
   *[enemy] Die Gegner handeln.
}
dr12-block-passed = Alle anderen auf dieser Seite passen.
dr12-passed = { $who } passt.

## Das Gelände

dr12-ground-limit = Platz für { $limit }
dr12-ground-hazard = { $secret ->
    [yes] geheime Gefahr ({ $attribute }, DR { $dr })
   *[no] Gefahr ({ $attribute }, DR { $dr })
}
dr12-ground-start = { $side ->
    [party] Start der Gruppe
   *[enemy] Start der Gegner
}
dr12-ground-exit = { $side ->
    [party] Ausgang der Gruppe
   *[enemy] Ausgang der Gegner
}

## Handlungen. Was angekündigt wird, hat keinen Punkt: ein Doppelpunkt und die Probe können folgen.

dr12-attacked = { $who } greift { $target } mit { $weapon } an{ dr12-free }
dr12-free = { $free ->
    [yes] , ein freier Angriff
   *[no] { "" }
}
dr12-cast = { $who } wirkt { $spell } auf { $target }
dr12-stunt-tried = { $kind ->
    [push] { $who } versucht, { $target } zu stoßen
    [grapple] { $who } versucht, { $target } zu packen
   *[other] { $text ->
        [none] { $who } versucht einen Stunt gegen { $target }
       *[some] { $who } versucht einen Stunt gegen { $target }, „{ $text }“
    }
}
dr12-parley-tried = { $who } versucht, mit { $target } zu verhandeln
dr12-hazard-struck = { $who } gerät in die Gefahr in { $zone }

## Proben

dr12-test = { $what ->
    [attack] { $who } greift an
    [avoid] { $who } versucht auszuweichen
    [cast] { $who } zaubert
    [parley] { $who } verhandelt
    [recover] { $key ->
        [ongoing] { $who } würfelt gegen den Dauerschaden
       *[other] { $who } will etwas abschütteln ({ $ailment })
    }
    [resist] { $who } will widerstehen ({ $ailment })
    [hazard] { $who } legt eine Probe ab
    [morale] { $who } legt eine Moralprobe ab
   *[other] { $who } versucht es
}
dr12-verdict = { $passed ->
    [yes] { $what ->
        [attack] TREFFER
        [avoid] AUSGEWICHEN
        [resist] WIDERSTANDEN
        [hazard] AUSGEWICHEN
       *[other] GELUNGEN
    }
   *[no] { $what ->
        [attack] DANEBEN
        [avoid] TREFFER
        [resist] NICHT WIDERSTANDEN
        [hazard] TREFFER
       *[other] MISSLUNGEN
    }
}
dr12-bent = Nächste Probe von { $who }: { $next }.
dr12-bent-dr = DR { $dr }
dr12-bent-advantage = Vorteil
dr12-bent-disadvantage = Nachteil
dr12-succeeds = { $who } hat Erfolg.

## Schaden und Beeinträchtigungen

dr12-lost = { dr12-cause }{ $who } verliert { $amount } HP, noch { $left }.
dr12-lost-some = { dr12-cause }{ $who } ist { dr12-wound }.
dr12-cause = { $cause ->
    [ongoing] Dauerschaden:{ " " }
    [hazard] Gefahr:{ " " }
   *[other] { "" }
}
dr12-wound = { $wound ->
    [unhurt] unverletzt
    [hurt] verletzt
    [badly-hurt] schwer verletzt
   *[down] ausgeschaltet
}
dr12-healed = { $amount ->
    [none] { $who } erholt sich und ist { dr12-wound }.
   *[some] { $who } bekommt { $amount } HP zurück: jetzt { $left }.
}
dr12-ailing = { $is_repeated ->
    [yes] { $key ->
        [ongoing] { $who } hat schon Dauerschaden. Er summiert sich nicht, aber der neue gilt jetzt{ dr12-cured-by }.
       *[other] { $who } ist schon { $ailment }. Das summiert sich nicht, aber das Neue gilt jetzt{ dr12-cured-by }.
    }
   *[no] { $key ->
        [ongoing] { $who } bekommt Dauerschaden{ dr12-cured-by }.
       *[other] { $who } ist { $ailment }{ dr12-cured-by }.
    }
}
dr12-cured-by = { $cure ->
    [none] { "" }
   *[some] { " " }({ $cure })
}
dr12-cure = { $bound ->
    [yes] endet durch { $attribute }, DR { $dr }, aktionsgebunden
   *[no] endet durch { $attribute }, DR { $dr }
}
dr12-recovered = { $key ->
    [ongoing] Der Dauerschaden von { $who } endet.
   *[other] { $who } ist nicht mehr { $ailment }.
}

## Bewegung

dr12-moved = { $way ->
    [move] { $who } geht von { $from } nach { $to }.
    [dash] { $who } spurtet von { $from } nach { $to }.
    [pushed] { $who } wird nach { $to } gestoßen.
   *[placed] Die SL setzt { $who } nach { $to }.
}
dr12-disengaged = { $who } löst sich: niemand darf zuschlagen, wenn { $who } in diesem Zug weggeht.
dr12-fled = { $who } flieht aus dem Kampf.

## Dinge

dr12-marked = { $marks ->
    [1] { dr12-mark }
    [2] { dr12-mark }
    [one] { dr12-mark }
   *[other] Dritte Abnutzung, kaputt: { $item } von { $who }.
}
dr12-mark = Abnutzung { $marks } von 3: { $item } von { $who }.
dr12-shield-sacrificed = { $who } opfert den Schild ({ $item }): er fängt den Angriff ab und ist zerstört.
dr12-item-lands = In { $zone } landet: { $item }.
dr12-item-taken = { $who } nimmt: { $item }.
dr12-item-retrieved = { $who } holt hervor: { $item }.
dr12-item-drawn = { $who } zieht: { $item }.
dr12-item-stowed = { $who } verstaut: { $item }.

## Verhandlung, Reaktion und Moral

dr12-parley-refused = { $target } lehnt ab.
dr12-parley-accepted = { $target } nimmt an.
dr12-reaction = Reaktion von { $npcs }: d10 { $face }, { $attitude ->
    [hostile] feindselig
    [wary] misstrauisch
    [curious] neugierig
    [kind] freundlich
   *[helpful] hilfsbereit
}.
dr12-start-offered = `{ $start }` beginnt den Kampf.
dr12-morale-suggested = { $why ->
    [half-out] Die Hälfte der Gegner ist raus
    [leader-fell] Der Anführer der Gegner ist gefallen
   *[last-at-half] Der letzte Gegner ist schwer verletzt
}: du kannst Moralproben fordern (`{ $morale }`).
dr12-mood-set = { $mood ->
    [fighting] { $who } kämpft wieder.
    [fleeing] { $who } will fliehen.
   *[parleying] { $who } will verhandeln.
}

## Das Ende

dr12-wear-rolled = Verschleiß, { $item } von { $who }: d6 { $face }{ $holds ->
    [yes] , ohne Folgen
   *[no] { "" }
}.
dr12-fate-rolled = Was aus { $who } wird: d6 { $face }.
dr12-scarred = { $scar ->
    [knocked-out] { $who } war nur bewusstlos.
    [shaken] { $who } hat eine Stunde lang Nachteil auf alle Proben.
    [weak-for-a-day] { $who } hat einen Tag lang STR, DEX und CON −2.
    [crippled] { $who } hat dauerhaft { $attribute } −2.
    [disfigured] { $who } hat dauerhaft CHA −2.
    [dead] { $who } ist tot.
   *[lost] { $who } konnte nicht geborgen werden und ist verloren.
}

## Fragen

dr12-ask-avoid = { $attacker } greift { $who } mit { $weapon } an{ dr12-free }. Ausweichen: eine Probe auf { $attribute }.
dr12-ask-shield = { $attacker } trifft { $who } gleich mit { $weapon }. Der Schild ({ $shield }) kann es abfangen, ist dann aber zerstört.
dr12-ask-free-attack = { $mover } geht weg. { $who } darf einen freien Angriff machen.
dr12-ask-stunt = { $who } versucht einen Stunt gegen { $target }{ saying }. { dr12-ask-ruling }
dr12-ask-skill = { $who } versucht etwas anderes{ saying }. { dr12-ask-ruling }
dr12-ask-ruling = Vorgeschlagen: { $attribute }, DR 12. Wähl Attribut, DR und was ein Gelingen bringt.
dr12-ask-parley = { $target } hört { $who } an. Was antwortet { $target }?
dr12-ask-cripple = { $who } ist verkrüppelt. Welches Attribut sinkt dauerhaft um 2?

## Antworten, als Beschriftungen

dr12-answer = { $verb ->
    [sacrifice-shield] Schild opfern · er ist zerstört
    [take-it] Einstecken
    [strike] Angreifen
    [let-go] Ziehen lassen
    [accept] Annehmen · Waffenruhe
    [morale] Moral fordern · misslingt sie: Flucht
    [refuse] Ablehnen
   *[other] { $named }
}
dr12-answer-avoid = { $attribute ->
    [none] Ausweichen
   *[some] Ausweichen ({ $attribute }-Probe)
}
dr12-answer-morale-to-parley = Moral für Verhandlung · misslingt sie: Verhandlung
dr12-answer-bare-rule = Entscheiden
dr12-answer-lower = { $attribute } senken
dr12-answer-rule = { $is_proposed ->
    [yes] Wie vorgeschlagen · { $attribute }, DR { $dr }
   *[no] { $condition ->
        [none] Entscheiden · { $attribute }, DR { $dr }
       *[some] Entscheiden · { $attribute }, DR { $dr }, { $condition }
    }
}

## Was eine Entscheidung braucht

dr12-form-attribute = Attribut
    .example = str, dex, con, int, wis oder cha
dr12-form-dr = DR
    .example = 5 trivial, 8 leicht, 12 normal, 15 schwer, 19 sehr schwer
dr12-form-effect = Was ein Gelingen bringt, in Worten
    .example = Sand in den Augen, sieht nichts mehr
dr12-form-ailment = Beeinträchtigung des Ziels
    .example = none, weakened, distracted, stuck, paralysed, ongoing
dr12-form-cure = Attribut, das die Beeinträchtigung beendet
    .example = con

## Ablehnungen

refusal-hindered-DR12 = { $because ->
    [stuck] Du bist festgesetzt: keine Bewegung, kein Spurt, keine Flucht.
    [distracted] Du bist abgelenkt: keine Aktionen.
    [paralysed] Du bist gelähmt: keine Bewegung und keine Aktionen.
    [fleeing] Wer auf der Flucht ist, kann nur auf dem kürzesten Weg zu einem Ausgang gehen.
    [parleying] Wer verhandelt, greift nicht an.
   *[other] Dein Zustand verbietet das.
}
refusal-bad-target-DR12-ATK-1 = { dr12-target } kann nicht angegriffen werden: wähl einen Gegner, der noch steht.
refusal-bad-target-DR12-ACT-4 = { dr12-target } ist nicht mit dir verbündet: wähl jemanden von deiner Seite.
refusal-bad-target-DR12-ACT-6 = Verhandeln geht hier nicht ({ dr12-target }): wähl einen gegnerischen NSC.
refusal-bad-target-DR12-STUNT-2 = { dr12-target } ist festgesetzt und lässt sich nicht stoßen.
refusal-bad-target-DR12-OOA-1 = { dr12-target } ist aus dem Kampf.
refusal-bad-target-DR12-RCT-1 = { dr12-target } ist ein Charakter: nur NSCs haben eine Reaktion.
refusal-bad-target-DR12-MORALE-2 = { dr12-target } ist ein Charakter: nur NSCs legen Moralproben ab.
refusal-bad-target-DR12-HIND-1 = { dr12-target } hat diesen Zustand nicht: { $condition }.
refusal-bad-target-DR12-HIND-3 = Es gibt nichts Aktionsgebundenes, wovon du dich erholen könntest: { $condition }.
dr12-target = { $name ->
    [none] Dieses Ziel
   *[some] { $name }
}
refusal-no-move-DR12-FLEE-2 = Du hast Bewegung und Aktion in diesem Zug verbraucht.
refusal-not-in-hand-DR12-CAST-1 = Diesen Zauber kennst du nicht.
refusal-not-in-hand-DR12-ATK-9 = { $because ->
    [no-such-attack] So heißt keiner seiner Angriffe.
   *[other] Diese Waffe hast du nicht in den Händen: zieh sie oder greif mit bloßen Händen an (`unarmed`).
}
refusal-not-in-hand-DR12-ACT-2 = Das ist nicht in deinem Rucksack.
refusal-not-in-hand-DR12-ACT-3 = Das ist weder in deinen Händen noch griffbereit, und hier liegt es auch nicht. Ist es in deinem Rucksack, hol es erst hervor.
refusal-not-in-hand-DR12-ACT-4 = { refusal-not-in-hand-DR12-ACT-3 }
refusal-broken-DR12-CAST-2 = Dieser Zauber ist dreimal abgenutzt: raste, bevor du ihn wieder wirkst.
refusal-broken-DR12-USE-1 = Das ist kaputt: dreimal abgenutzt. Reparieren kannst du es nur außerhalb von Kämpfen.

## Handlungen, als Beschriftungen

dr12-act-disengage = Sich lösen
dr12-act-draw = Ziehen: { $item }
dr12-act-give = { $item } an { $target } geben
dr12-act-parley = Mit { $target } verhandeln
dr12-act-push = { $target } nach { $zone } stoßen
dr12-act-recover = Abschütteln: { $hindrance ->
    [ongoing] Dauerschaden
    [weakened] geschwächt
    [distracted] abgelenkt
    [stuck] festgesetzt
    [paralysed] gelähmt
   *[none] eine Beeinträchtigung
}
dr12-act-retrieve = Hervorholen: { $item }
    .all = Hervorholen
dr12-act-skill = Andere Aktion{ dr12-act-by }
    .all = Fertigkeit einsetzen
dr12-act-stunt = Stunt gegen { $target }{ dr12-act-by }
dr12-act-by = { $attribute ->
    [none] { "" }
   *[some] { " " }({ $attribute-name })
}
dr12-act-take = Aufheben: { $item }
    .all = Aufheben
