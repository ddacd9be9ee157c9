### Cards: was geschehen ist, was gefragt wird, und Ablehnungen, die seine Regeln am besten erklären.
###
### Zahlen von NSCs sind `none` für die, denen sie verborgen sind. $action ist eine Aktion in Worten.

## Kleine Wörter

cards-harm-type = { $harm ->
    [phys] körperlich
   *[ment] geistig
}
cards-count = { $count ->
    [0] kein Erfolg
    [one] 1 Erfolg
   *[other] { $count } Erfolge
}
cards-dice = { $action ->
    [none] { $faces }
   *[some] { $action } { $faces }
}{ $notes ->
    [none] { "" }
   *[some] { " " }({ $notes })
} = { cards-count }

## Aufbau

cards-assigned = { $who } gehört jetzt zu: { $side }.
cards-grouped = { $name ->
    [none] { $who }: für jeden eine Karte.
   *[some] { $who }: Trupp { $name }, mit einer Karte für alle.
}
cards-ambush-set = { $side ->
    [none] Kein Hinterhalt.
   *[some] Im Hinterhalt liegt: { $side }{ $auto ->
        [yes] , mit einer Karte mehr, ohne Probe.
       *[no] .
    }
}
cards-deaf-set = { $is_on ->
    [yes] { $one } und { $other } können einander nicht hören.
   *[no] { $one } und { $other } können einander hören.
}
cards-raise = { $by ->
    [0] { $action } braucht nicht mehr Erfolge als sonst
    [one] { $action } braucht 1 Erfolg mehr, aber nicht, wenn die SL die Probe fordert
   *[other] { $action } braucht { $by } Erfolge mehr, aber nicht, wenn die SL die Probe fordert
}{ $darkness ->
    [yes] { " " }(Dunkelheit)
   *[no] { "" }
}
cards-raise-set = { $who ->
    [none] { cards-raise }.
   *[some] { $who }: { cards-raise }.
}
cards-fight-called = { $who } will { $target } angreifen: die SL beginnt den Kampf mit `{ $start }`. Noch wird nichts gewürfelt.

## Das Gelände

cards-ground-exit = { $is ->
    [yes] Ausgang
   *[no] kein Ausgang
}
cards-ground-cover = { $dice ->
    [one] Deckung (1 Würfel)
   *[other] Deckung ({ $dice } Würfel)
}
cards-ground-obstacle = { $maneuver ->
    [slow] Hindernis Richtung { $to } (langsam{ cards-obstacle-test })
   *[fast] Hindernis Richtung { $to } (schnell{ cards-obstacle-test })
}
cards-obstacle-test = { $action ->
    [none] { "" }
   *[some] , { $action } { $need }
}
cards-ground-items = am Boden: { $items }
cards-zone-opened = Neben { $of } liegt eine neue Zone: { $name }.
cards-obstacle-removed = Der Weg von { $zone } nach { $to } ist frei.

## Karten

cards-dealt = { $who } { $many ->
    [one] zieht
   *[other] ziehen
} { $cards }.
cards-extra-drawn = { $who } { $many ->
    [one] zieht
   *[other] ziehen
} noch eine, { $card } und { $many ->
    [one] behält
   *[other] behalten
} { $kept }.
cards-ambush-settled = { $succeeded ->
    [yes] Der Hinterhalt gelingt ({ $side }){ $bonus ->
        [0] .
        [one] : +1 Würfel beim ersten Manöver.
       *[other] : +{ $bonus } Würfel beim ersten Manöver.
    }
   *[no] Die anderen bemerken den Hinterhalt ({ $side }) und ziehen noch einmal.
}
cards-ambush-bonus-lost = Was vom Hinterhalt übrig war, verfällt.
cards-hold-began = Noch handelt niemand: Karten können getauscht werden (`{ $swap }`). Wer keinen Tausch will, passt.
cards-ready = { $who } will keinen Tausch.
cards-hold-ended = Das Tauschen ist vorbei.
cards-swap-offered = { $from } bietet { $to } einen Kartentausch an. Das Angebot verfällt mit dem ersten Manöver der Runde.
cards-swap-declined = { $to } will nicht mit { $from } tauschen.
cards-swapped = { $swap ->
    [outmaneuver] Ausmanövriert:{ " " }
   *[other] { "" }
}{ $who } und { $with } tauschen die Karten. { $who } hat jetzt Karte { $other }, und Karte { $own } geht an { $with }.
cards-swap-kept = { $who } tauscht keine Karten.

## Züge

cards-passed = { $who } beendet den Zug.
cards-auto-set = { $standing ->
    [ask] { $who } wird gefragt: { $reaction }?
    [fast] { $who } wird ungefragt mit dem schnellen Manöver { $reaction }.
   *[never] { $who } wird nie { $reaction }.
}
# Eine Reaktion als Wort im Satz: „wird nie parieren“.
cards-reaction = { $reaction ->
    [dodge] ausweichen
    [parry] parieren
    [resist] widerstehen
    [break] sich losreißen
    [hold] festhalten
   *[chase] nachsetzen
}

## Handlungen. Was angekündigt wird, hat keinen Punkt: ein Doppelpunkt und die Würfel können folgen.

cards-attacked = { $manner ->
    [weapon] { $who } greift { $target } mit { $name } an
    [thrown] { $who } wirft { $name } auf { $target }
    [spell] { $who } wirkt { $name } auf { $target }
    [shove] { $who } versucht, { $target } zu schubsen
   *[grapple] { $who } versucht, { $target } zu packen
}
cards-break-tried = { $who } versucht, sich von { $by } loszureißen
cards-flee-tried = { $who } flieht Richtung { $exit }

## Würfel. Jede 6 ist ein Erfolg.

cards-reacted = { $reaction ->
    [dodge] { $who } will ausweichen
    [parry] { $who } will parieren
    [resist] { $who } hält dagegen
    [break] { $who } sträubt sich
    [hold] { $who } hält fest
   *[chase] { $who } setzt nach
}{ $is_slow ->
    [yes] , mit dem langsamen Manöver
   *[no] { "" }
}
cards-rolled = { $purpose ->
    [stabilise] { $who } versorgt Sterbende
    [obstacle] { $who } nimmt das Hindernis in Angriff
    [douse] { $who } kämpft gegen das Feuer
    [ambush] { $who } liegt auf der Lauer
    [watch] { $who } hält Wache
    [fear] { $who } stellt sich der Furcht
    [fire] { $who } brennt
    [poison] { $who } kämpft gegen das Gift
    [fall] { $who } stürzt
    [treatment] { $who } behandelt Wunden
    [armour] Rüstung von { $who }
    [cover] Deckung von { $who }
   *[other] { $who }
}
cards-rolled-by-gm = { $purpose ->
    [poison] Gift
   *[fall] Der Sturz
}
cards-settled = { $left } von { $successes ->
    [one] 1 Erfolg
   *[other] { $successes } Erfolgen
} übrig, braucht { $need }: { $outcome }.
cards-verdict = { $is_hit ->
    [yes] { $manner ->
        [shove] GESCHUBST
        [grapple] GEPACKT
       *[other] TREFFER
    }
   *[no] { $reaction ->
        [dodge] AUSGEWICHEN
        [parry] PARIERT
        [resist] WIDERSTANDEN
       *[none] DANEBEN
    }
}
cards-verdict-alone = Braucht { $need }: { $outcome }.
cards-tested = { $passed ->
    [yes] GELUNGEN
   *[no] MISSLUNGEN
}{ $target ->
    [none] { "" }
   *[some] , bei { $target }
}{ $text ->
    [none] { "" }
   *[some] , „{ $text }“
}
cards-bonus-saved = { $who } spart einen Würfel für den nächsten Wurf.
cards-attack-lost = { $who } kann damit nicht weitermachen.
cards-bought = { $buy ->
    [damage] { $who } steckt { $count ->
        [one] 1 Erfolg
       *[other] { $count } Erfolge
    } in den Schaden.
   *[stress] { $who } setzt auf Stress: der Schaden ist geistig.
}

## Schaden

cards-harmed = { cards-cause }{ $amount ->
    [none] { $who } ist { cards-wound }.
   *[some] { $who } nimmt { $amount } Schaden ({ cards-harm-type }).
}
cards-unharmed = { cards-cause }{ $who } nimmt keinen Schaden.
cards-cause = { $cause ->
    [fear] Furcht:{ " " }
    [fire] Feuer:{ " " }
    [poison] Gift:{ " " }
    [fall] Sturz:{ " " }
    [fatigue] Ermüdung:{ " " }
    [pin] Festgenagelt:{ " " }
   *[other] { "" }
}
cards-wound = { $wound ->
    [unhurt] unverletzt
    [hurt] verletzt
    [badly-hurt] schwer verletzt
   *[out] kampfunfähig
}
cards-healed = { $amount ->
    [none] { $who } erholt sich und ist { cards-wound }.
   *[some] { $who } erholt sich und hat { $amount } Schaden ({ cards-harm-type }) weniger.
}
cards-fell-out = { $who } ist kampfunfähig.
cards-critical-rolled = Kritische Verletzung von { $who }, d6 { $face }: { $critical ->
    [senseless] besinnungslos, bis der Kampf endet
    [torn-muscle] Muskelriss, −1 Würfel bei Proben auf Stärke
    [broken-arm] gebrochener Arm, keine zweihändigen Waffen
    [broken-leg] gebrochenes Bein, eine Zone zu betreten kostet das langsame Manöver
    [mortal] tödlich: tot in drei Runden, wenn niemand stabilisiert (Untersuchen, in derselben Zone)
    [fainted] ohnmächtig, bis der Kampf endet
    [rattled] durcheinander, −1 Würfel bei Proben auf Präsenz
    [dread] Grauen, Furchtwerte +1
    [numb] abgestumpft, keine Würfel für Gesellschaft bei Furchtproben
   *[broken-mind] gebrochener Geist, eine dauerhafte Veränderung, auf die sich SL und Spieler einigen
}.
cards-fate-set = { $fate ->
    [helpless] { $who } ist hilflos.
    [dying] { $who } liegt im Sterben.
   *[dead] { $who } ist tot.
}
cards-stabilised = { $by } stabilisiert { $who }.
cards-dying = Noch im Sterben: { $who }.

## Bewegung, Zustände und Griffe

cards-moved = { $way ->
    [move] { $who } geht von { $from } nach { $to }.
    [crossed] { $who } überwindet das Hindernis von { $from } nach { $to }.
    [pushed] { $who } wird nach { $to } gestoßen.
    [lured] { $who } wird nach { $to } gelockt.
    [chase] { $who } rennt weiter nach { $to }.
   *[placed] Die SL setzt { $who } nach { $to }.
}
cards-closed-in = { $who } geht nah heran an { $with }.
cards-apart-set = { $is_on ->
    [yes] { $who } steht abseits.
   *[no] { $who } steht nicht mehr abseits.
}
cards-cover-set = { $is_on ->
    [yes] { $who } geht in Deckung.
   *[no] { $who } verlässt die Deckung.
}
cards-prone-set = { $is_on ->
    [yes] { $who } liegt.
   *[no] { $who } steht auf.
}
cards-pinned = { $who } ist festgenagelt: 1 Schaden beim Verlassen der Zone.
cards-gagged = { $who } ist geknebelt.
cards-hold-kept = { $by } hält { $who } weiter fest.
cards-helped = { $by } hilft { $who }: das langsame Manöver ist im nächsten Zug wieder möglich.
cards-flag-set = { $is_on ->
    [yes] { $who } ist jetzt { cards-flag }.
   *[no] { $who } ist nicht mehr { cards-flag }.
}
cards-flag = { $flag ->
    [prone] liegend
    [apart] abseits
    [pinned] festgenagelt
    [out] kampfunfähig
    [dead] tot
    [shaken] erschüttert
   *[helped] mit Hilfe versorgt
}
cards-flee-failed = { $is_chased ->
    [yes] { $who } wird eingeholt.
   *[no] { $who } kommt nicht davon.
}

## Dinge und Worte

cards-equipped = { $items ->
    [none] { $who } hat leere Hände.
   *[some] { $who } hat jetzt in der Hand: { $items }.
}
cards-item-knocked = { $who } fällt etwas aus der Hand: { $item }.
cards-item-picked-up = { $who } hebt auf: { $item }.
cards-item-landed = In { $zone } liegt: { $item } von { $who }.
cards-said = { $text ->
    [none] { $is_shout ->
        [yes] { $who } ruft.
       *[no] { $who } sagt etwas.
    }
   *[some] { $is_shout ->
        [yes] { $who } ruft: „{ $text }“
       *[no] { $who }: „{ $text }“
    }
}
cards-interacted = { $text ->
    [none] { $who } tut hier etwas.
   *[some] { $who }: { $text }
}
cards-surveyed = { $questions ->
    [one] { $who } darf der SL 1 Frage stellen.
   *[other] { $who } darf der SL { $questions } Fragen stellen.
}

## Furcht, Feuer, Gift

cards-fear-suggested = { $count ->
    [one] Furchterregend ist
   *[other] Furchterregend sind
} { $sources }: du kannst eine Furchtprobe fordern (`{ $fear }`) für { $who }.
cards-feared = { $passed ->
    [yes] STANDHAFT
   *[no] VERÄNGSTIGT
}
cards-shaken = { $who } ist { $is_repeated ->
    [yes] noch einmal erschüttert und{ " " }
   *[no] erschüttert und{ " " }
}{ $how ->
    [flee] will nur noch fliehen
    [freeze] erstarrt
    [faint] fällt in Ohnmacht
   *[attack] will nur noch angreifen: { $source ->
        [none] was so erschreckt
       *[some] { $source }
    }
}.
cards-caught-fire = { $is_repeated ->
    [yes] { $who } brennt schon und jetzt noch einmal ({ cards-fire }). Nur das größere Feuer zählt.
   *[no] { $who } brennt ({ cards-fire }).
}
cards-fire = { $intensity ->
    [small] ein kleines Feuer
    [medium] ein mittleres Feuer
    [large] ein großes Feuer
   *[inferno] ein Inferno
}
cards-doused = { $saved ->
    [0] Das Feuer an { $who } wird nicht kleiner.
    [one] Das Feuer an { $who } wird um 1 kleiner.
   *[other] Das Feuer an { $who } wird um { $saved } kleiner.
}
cards-fire-out = Das Feuer an { $who } ist aus.
cards-poisoned = { $is_repeated ->
    [yes] { $who } ist noch einmal vergiftet. Jedes Gift wirkt für sich.
   *[no] { $who } ist vergiftet.
}
cards-poisons-ended = { $who } ist frei von Gift.

## Das Ende

cards-recovered = { $successes ->
    [0] { $who } rastet: leichter Schaden vergeht.
    [one] { $who } wird behandelt: Schaden heilt.
   *[other] { $who } wird behandelt: Schaden heilt.
}
cards-day-began = Ein neuer Tag beginnt.

## Fragen

cards-ask-reaction = { cards-attacked }. Wie reagiert { $target }?
cards-ask-hold = { $held } versucht, sich von { $who } loszureißen.
cards-ask-chase = { $runner } flieht: setzt { $who } nach?
cards-ask-extras = { $who } kann { $left ->
    [one] 1 Erfolg
   *[other] { $left } Erfolge
} gegen { $target } ausgeben.
cards-ask-swap = { $who } hat { $attacker } übertroffen und darf die Karten tauschen.
cards-ask-fate = { $target } ist ausgeschaltet. { $who } wählt: Was wird aus { $target }?
cards-ask-shaken = { $who } hat Angst{ $source ->
    [none] { "" }
   *[some] { " " }vor { $source }
}. Was tut { $who }?
cards-ask-end = { $left ->
    [none] Niemand steht mehr.
   *[some] Nur eine Seite steht noch: { $left }.
} Ist der Kampf vorbei?

## Antworten, als Beschriftungen. Was nach einem Punkt steht, erklärt sie.

cards-answer = { $verb ->
    [parry] Parieren
    [dodge] Ausweichen
    [resist] Widerstehen
    [break] Losreißen
    [hold] Festhalten
    [chase] Nachsetzen mit { $action }
    [take-it] Einstecken
    [no] Ziehen lassen
    [damage] Schaden · { $count ->
        [one] 1 Erfolg
       *[other] alle { $count }
    }
    [outmaneuver] Ausmanövrieren · Karte { $card } nehmen
    [stress] Stress · geistiger Schaden
    [push] Nach { $zone } stoßen
    [apart] Abseits · abdrängen
    [throw-down] Umwerfen · liegend
    [disarm] Entwaffnen: { $item }
    [pin] Festnageln · 1 Schaden beim Verlassen der Zone
    [gag] Knebeln · kein Sprechen
    [enough] Genug
    [swap] Tauschen · Karte { $card } nehmen
    [keep] Behalten · kein Tausch
    [helpless] Hilflos
    [dying] Im Sterben
    [dead] Tot
    [flee] Fliehen · und sonst nichts
    [freeze] Erstarren · kein Zug
    [faint] Ohnmacht · kein Zug, liegend
    [attack] Angreifen · und sonst nichts
    [confirm] Kampf beenden
    [go-on] Weiterkämpfen
   *[other] { $named }
}{ $is_slow ->
    [none] { "" }
    [yes] { " " }· mein langsames Manöver
   *[no] { " " }· mein schnelles Manöver
}

## Ablehnungen

refusal-too-late-CARDS-SWAP-2 = Karten tauschen kann man nur vor dem ersten Manöver einer Runde.
refusal-not-your-turn-CARDS-INIT-1 = Der Kampf hat nicht begonnen.
refusal-lapses-CARDS = Das wäre das erste Manöver der Runde: das offene Angebot, Karten zu tauschen (von { $names }), würde verfallen.
refusal-not-your-turn-CARDS-SWAP-2 = Niemand handelt, bevor die Zeit zum Tauschen vorbei ist.
refusal-condition-forbids = { $because ->
    [none] Dein Zustand verbietet das.
    [cannot-talk] Dafür müsst ihr miteinander reden können{ $name ->
        [none] .
       *[some] , du und { $name }.
    }
    [has-tried] Du hast in diesem Zug schon versucht, dich loszureißen.
    [held] Du wirst festgehalten: reiß dich los, parier oder ruf.
    [held-gagged] Du wirst festgehalten und bist geknebelt: reiß dich los oder parier.
    [held-burning] Du wirst festgehalten und brennst: reiß dich los oder ruf.
    [held-gagged-burning] Du wirst festgehalten, bist geknebelt und brennst: reiß dich los.
    [burning] Du brennst: lösch das Feuer, flieh oder ruf. Wirst du festgehalten, kannst du dich auch losreißen.
    [prone] Du liegst: steh erst auf.
    [gagged] Du bist geknebelt und kannst nicht sprechen.
    [shaken] Die Furcht verbietet das: du bist erschüttert.
    [severe-harm] Mit schwerem Schaden brauchst du für langsame Manöver die Hilfe von Verbündeten.
    [broken-arm] Mit einem gebrochenen Arm kannst du keine zweihändigen Waffen benutzen.
   *[other] Dein Zustand verbietet das: { $condition }.
}
refusal-no-slot = Du hast kein Manöver mehr, um dafür zu zahlen.
refusal-no-slot-CARDS-GRAP-4 = { $because ->
    [slow] Dein schnelles Manöver ist verbraucht. `slow:true` zahlt mit deinem langsamen.
   *[other] Du hast kein Manöver mehr, um dafür zu zahlen.
}
refusal-no-slot-CARDS-TURN-3 = Das Manöver dafür ist verbraucht: ein langsames braucht den langsamen Platz, ein schnelles nimmt jeden.
refusal-not-in-hand-CARDS = Das hast du nicht in der Hand.
refusal-bad-target-CARDS-SWAP-1 = { cards-target } kann jetzt keine Karten mit dir tauschen.
refusal-bad-target-CARDS-GRAP-4 = Niemand hält dich fest.
refusal-bad-target-CARDS-GRAP-6 = Du hältst niemanden fest.
refusal-bad-target-CARDS-MOVE-2 = { $because ->
    [there] Du bist schon dort.
    [gone] { cards-target } ist nicht mehr im Kampf.
   *[other] { refusal-bad-target }
}
refusal-bad-target-CARDS-MOVE-3 = Hier ist kein Platz in Deckung frei.
refusal-bad-target-CARDS-MOVE-4 = Du hast zwei Hände: was du nimmst, muss hineinpassen, und du darfst es nicht schon halten.
refusal-bad-target-CARDS-MOVE-5 = Du stehst schon.
refusal-bad-target-CARDS-SKILL-1 = { $because ->
    [nobody-else] Das kannst du hier nicht versuchen ({ cards-target }): wähl jemand anderen im Kampf.
    [action] So eine Aktion gibt es nicht.
   *[lure] { cards-target } lässt sich so nicht locken: locke einen Gegner, mit finesse (Geschick) oder intimidate (Einschüchtern).
}
refusal-bad-target-CARDS-FLEE-1 = Fliehen kannst du mit finesse (Geschick) oder sneak (Schleichen), je nachdem, was die SL erlaubt.
refusal-bad-target-CARDS-FIRE-4 = { cards-target } brennt nicht.
refusal-bad-target-CARDS-POIS-3 = { $because ->
    [gone] { cards-target } ist nicht mehr im Kampf oder nicht mehr am Leben.
   *[other] { cards-target } ist nicht vergiftet.
}
refusal-bad-target-CARDS-HARM-4 = { cards-target } braucht jetzt keine Hilfe von dir.
refusal-bad-target-CARDS-HARM-5 = { cards-target } liegt nicht im Sterben.
refusal-out-of-range-CARDS-ATK-2 = { cards-target } ist dafür zu nah oder zu weit weg.
refusal-not-closed-in = { cards-target } ist außer Armlänge: geh erst nah heran.
refusal-no-path = Dorthin führt kein Weg.
refusal-no-path-CARDS-ZONE-3 = { $zone ->
    [none] Diese Zone
   *[some] { $zone }
} ist von hier aus nicht zu erreichen: keine Nachbarzone, oder etwas ist im Weg.
refusal-no-path-CARDS-FLEE-2 = { $zone ->
    [none] Es führt kein Weg hinaus: jeder Weg zu einem Ausgang ist versperrt oder von einem Gegner besetzt.
   *[some] { $names ->
        [none] Durch { $zone } kommst du jetzt nicht hinaus, und kein anderer Ausgang ist offen.
       *[some] Durch { $zone } kommst du jetzt nicht hinaus. Fliehen kannst du nach: { $names }.
    }
}
refusal-deck-empty = Es gibt nur zehn Karten: lass mehr NSCs eine teilen (`/scene group`) oder nimm jemanden heraus.
refusal-bad-setup-CARDS-INIT-2 = Karten gehen von 1 bis 10, jede einmal.
cards-target = { $name ->
    [none] Dieses Ziel
   *[some] { $name }
}

## Handlungen, als Beschriftungen

cards-act-accept = Tausch annehmen, von { $target }
cards-act-assist = { $target } helfen
cards-act-attack = { $thrown ->
    [yes] { $weapon } auf { $target } werfen
   *[no] { act-attack }
}
cards-act-auto = { $reaction ->
    [dodge] Ausweichen
    [parry] Parieren
    [resist] Widerstehen
    [break] Losreißen
    [hold] Festhalten
   *[chase] Nachsetzen
}: { $order ->
    [ask] frag mich
    [fast] mit dem schnellen Manöver
   *[never] nie
}
    .all = Daueranweisungen
cards-act-break = Losreißen{ $slow ->
    [yes] { " " }mit meinem langsamen Manöver
   *[no] { "" }
}
cards-act-decline = Tausch ablehnen, von { $target }
cards-act-douse = Feuer löschen{ $target ->
    [none] { "" }
   *[some] { " " }an { $target }
}
cards-act-equip = { $item ->
    [none] Alles wegstecken
   *[some] { act-equip }
}
cards-act-flee = Fliehen{ $exit ->
    [none] { "" }
   *[some] { " " }durch { $exit }
}{ $action ->
    [none] { "" }
   *[some] { " " }({ $action-name })
}
cards-act-move = { $apart ->
    [yes] Abseits treten
   *[no] { $near ->
        [none] { act-move }
       *[some] Nah herangehen an { $near }
    }
}
cards-act-shout = Rufen{ saying }
cards-act-shove = { $target } schubsen
# Ein Ziel wird beeinflusst, wer daliegt, wird stabilisiert, jemand wird in eine Zone gelockt; sonst wird
# eine Zone über ein Hindernis erreicht, oder etwas anderes getan.
cards-act-skill = { $target ->
    [none] { $zone ->
        [none] { $action ->
            [none] Andere Aktion
           *[some] Andere Aktion ({ $action-name })
        }
       *[some] Hinüber nach { $zone }{ $action ->
            [none] { "" }
           *[some] { " " }({ $action-name })
        }
    }
   *[some] { $zone ->
        [none] { $action ->
            [study] { $target } stabilisieren
           *[other] { $action-name }: { $target }
        }
       *[some] { $target } nach { $zone } locken ({ $action-name })
    }
}
    .all = Fertigkeit einsetzen
cards-act-swap = { $target } einen Kartentausch anbieten
    .all = Tauschen
