### Was alle Regelsysteme gleich erzählen, und die Wörter der Ansichten.
###
### Wie die Sätze gebaut sind: docs/languages/de.md. Namen stehen so, dass weder Fall noch Artikel
### nötig ist. Varianten werden durch Schlüssel des Programms gewählt (in eckigen Klammern), durch
### Zahlen, durch `yes` und `no`, und durch `none`, wo nichts ist.

## Kleine Wörter

somebody = jemand
nowhere = nirgends
yes-or-no = { $is ->
    [yes] ja
   *[no] nein
}
# Ana, Ben und Cid: zwischen allen bis auf die letzten stehen Kommas.
list-end = { $most } und { $last }
list-end-before-i = { $most } und { $last }
list-comma = { ", " }

## Absätze

# Eine Handlung und wie sie ausging: „Ana greift Räuber mit Schwert an: d20 14 + 2 (STR) = 16, …“
told = { $what }.
told-with-result = { $what }: { $result }
told-with-sentence = { $what }: { $sentence }

## Würfe, in allen Systemen gleich: „d20 10 + 2 (STR) = 12, braucht 12: TREFFER“

roll = { $dice }{ $plus }{ $total ->
    [none] { "" }
   *[some] { " " }= { $total }
}
# $faces haben Pluszeichen dazwischen: „d20 10“, „2d6 3+4“; „5+3+2“, wo alle Würfel eines Systems
# sechs Seiten haben.
roll-dice = { $sides ->
    [none] { $faces }
   *[some] { $count ->
        [1] d{ $sides } { $faces }
        [one] d{ $sides } { $faces }
       *[other] { $count }d{ $sides } { $faces }
    }
}{ $notes ->
    [none] { "" }
   *[some] { " " }({ $notes })
}
roll-natural = natürliche { $face }
roll-of-two = { $is_higher ->
    [yes] die höhere von { $face } und { $out }{ roll-because }
   *[no] die niedrigere von { $face } und { $out }{ roll-because }
}
roll-dropped = ohne { $out }{ roll-because }
roll-because = { $cause ->
    [none] { "" }
   *[some] : { $cause }
}
roll-dice-changed = { $dice }D { $cause }
roll-plus = { $is_less ->
    [yes] { " " }− { $number }{ roll-by }
   *[no] { " " }+ { $number }{ roll-by }
}
roll-by = { $cause ->
    [none] { "" }
   *[some] { " " }({ $cause })
}
roll-raised = { $cause } { $by }
roll-needed = { $needs }{ $why ->
    [none] { "" }
   *[some] { " " }({ $why })
}
roll-verdict = { $needs ->
    [none] : { $outcome }
   *[some] , braucht { $needs }: { $outcome }
}
roll-cause = { $cause ->
    [aim] Zielen
    [ambush] Hinterhalt
    [armour] Rüstung
    [boon] zuvor verschafft
    [close-shot] Ziel zu nah
    [combined] andere helfen oder stören
    [fate-point] Schicksalspunkt
    [gear] Ausrüstung
    [gm] Wort der SL
    [harm] Schaden
    [injury] Verletzung
    [long-range] große Entfernung
    [luck] Glück
    [mending] auf dem Weg der Besserung
    [npc-skill] Können
    [other] Sonstiges
    [prone] liegend
    [range] Entfernung
    [ready-defence] zur Verteidigung bereit
    [saved-dice] gesparte Würfel
    [stance] in Abwehrhaltung
    [tool] Gegenstand
   *[named] { $named }
}
roll-damage = { $dice ->
    [none] { $total } Schaden
   *[some] { $is_doubled ->
        [yes] { $dice } × 2 = { $total } Schaden
       *[no] { $dice } = { $total } Schaden
    }
}
roll-damage-less = { $damage }{ $armour ->
    [none] { "" }
   *[some] { $is_halved ->
        [yes] { " " }− { $armour } (halbe Rüstung)
       *[no] { " " }− { $armour } (Rüstung)
    }
}

## Notizen der Engine

removed = { $who } ist nicht mehr im Kampf.
zones-laid = Die Zonen sind { $zones }.
configured = Die Einstellungen haben sich geändert.
settings-changed = { $settings ->
    [none] Die Einstellungen sind, wie sie waren.
   *[some] Die Einstellungen haben sich geändert: { $settings }.
}
setting-told = „{ setting-name }“ ist jetzt { setting-value }
setting-switch = { setting-name }: { $is_on ->
    [yes] an
   *[no] aus
}
setting-name = { $setting ->
    [absent] Ein Zug nach Ablauf der Zeit
    [answer-secs] Zeit für eine Antwort
    [ask-single] Fragen auch bei nur einer möglichen Antwort
    [avoid-rolls] Würfe zum Ausweichen
    [bodies-recovered] Gefallene werden nach dem Kampf geborgen
    [chaos] Chaos: kein Gerede bei offenem Slot
    [chaos-delete] Gerede während des Chaos löschen
    [chaos-secs] Zeit für einen Slot während des Chaos
    [complex-interactions] Jedes Hantieren ist komplex
    [cover-counts] Deckung schützt
    [decoys] Scheinpausen
    [destiny] Schicksalswürfel
    [difficulty-secs] Zeit zum Festlegen einer Schwierigkeit
    [dodge-close] Angriffen auf Armlänge ausweichen
    [end-secs] Zeit zum Bestätigen des Kampfendes
    [fail-moves] Bewegung nach einer misslungenen Probe
    [fall-dice] Würfel je 5 Fuß Sturz
    [fast-slow] Schnelle und langsame Phase
    [fate-secs] Zeit zum Wählen eines Schicksals
    [fear-count-self] Die eigene Person zählt als Gesellschaft
    [flee-action] Aktion zum Fliehen
    [flee-range] Wo beim Entkommen alle Gegner sein müssen
    [friendly-targets] Freunde dürfen angegriffen werden
    [gm-secs] Zeit für die SL
    [harm-dice] Durch Schaden wegfallende Würfel
    [help-secs] Zeit zu helfen
    [init-secs] Zeit zum Würfeln der Initiative
    [items-return] Fallengelassenes kommt nach dem Kampf zurück
    [limit-answer] Zeit für eine Antwort
    [limit-ruling] Zeit für eine Entscheidung der SL
    [limit-turn] Zeit für einen Zug
    [mirror] Fragen an Spieler in Kopie an die SL
    [npc-durability] Ausrüstung von NSCs nutzt sich ab
    [npc-provoke] Angriffe auf weggehende NSCs
    [nudges] Stupser
    [odds] Chancen der Handlungen von Spielern
    [party-order] Reihenfolge der Gruppe
    [player-morale] Moral der Charaktere von Spielern
    [poison-at-end] Gift wirkt ganz, wenn der Kampf endet
    [position] Lage
    [position-harm] Schaden nach Lage
    [ranks-add] Gleiche Zustände summieren sich
    [reveal-nearby] Enthüllung bei Nähe zu einem Gegner
    [ruling-secs] Zeit für eine Entscheidung der SL
    [scene] Szene
    [second-fate-secs] Zeit der SL zum Wählen eines Schicksals
    [shield-sacrifice] Schilde dürfen geopfert werden
    [slot-secs] Zeit für einen Slot
    [soak] Würfe gegen Schaden
    [stowed] Waffen sind anfangs verstaut
    [stretch] Uhren stehen in der Ruhezeit still
    [swap-hold] Zeit zum Kartentausch
    [tell-gm] Die SL liest das vor dem Kanal Verborgene
    [tie-secs] Zeit zum Klären eines Gleichstands
    [turn-secs] Zeit für einen Zug
    [unseal] Das Geheimnis der Würfel nach dem Ende zeigen
    [window-secs] Zeit für eine Antwort
   *[other] { $named }
}
# Steht nach „ist jetzt“.
setting-value = { $setting ->
    [swap-hold] { $value ->
        [0] aus
        [1] 1 Minute
        [one] 1 Minute
       *[other] { $text } Minuten
    }
   *[other] { $value ->
        [true] an
        [false] aus
        [any] frei
        [auto] { $setting ->
            [avoid-rolls] sofort gemacht
           *[other] wie in den Regeln
        }
        [closer] näher als extreme Entfernung
        [defend] für Verteidigen verwendet
        [extreme] auf extremer Entfernung
        [finesse] Geschick
        [fixed] aus
        [go] erlaubt
        [lasting] bis zur Heilung weg
        [ment] geistig
        [momentum] an
        [next-test] nur bei der nächsten Probe weg
        [no] aus
        [none] ohne Grenze
        [pass] vorbei
        [phys] körperlich
        [prompt] den Spielern überlassen
        [respond] an
        [rolled] wie gewürfelt
        [sneak] Schleichen
        [stop] beendet
        [wait] in Wartestellung
        [yes] an
        [controlled] kontrolliert
        [desperate] verzweifelt
        [off] aus
        [risky] riskant
       *[other] { $text }
    }
}
adjusted = { $value ->
    [none] Die SL ändert bei { $who }: { $field }.
   *[some] Die SL ändert bei { $who }: { $field } ist jetzt { $value }.
}
revealed = { $who } erscheint.
joined = { $side ->
    [none] { $who } ist dabei.
   *[some] { $who } schließt sich an: { $side }.
}
joined-side = { $side ->
    [none] Neu dabei
   *[some] Neu dabei ({ $side })
}: { $who }.
joined-group = { $count } × { $plural } ({ $numbers })
joined-range = { $from } bis { $to }
amount-rolled = Die SL würfelt { $dice }: { $faces }{ $dropped ->
    [none] { "" }
   *[some] { " " }(ohne { $dropped })
}{ $is_plain ->
    [yes] { "" }
   *[no] , zusammen { $total }{ $is_raised ->
        [yes] { " " }und zählt als { $amount }
       *[no] { "" }
    }
}{ $comment ->
    [none] { "" }
   *[some] { " " }({ $comment })
}.
given = { $who } bekommt: { $item }.
laid-down = In { $zone } liegt jetzt: { $item }.
gave-way = Jemand ist als { $was } dazugekommen. Der NSC, den die Spieler nicht unter diesem Namen kennen, heißt jetzt { $who }.
renamed = { $is_unclear ->
    [yes] { $name } ist nicht mehr zu erkennen: die Spieler sehen { $who }.
   *[no] { $was_unclear ->
        [yes] Die Spieler erkennen es jetzt: es ist { $who }.
       *[no] { $name } entpuppt sich als { $who }.
    }
}
vanished = { $name } ist außer Sicht.
stays-unseen = { $who } bleibt ungesehen.
looks = { $look ->
    [nothing] { $was_hidden ->
        [yes] Die Spieler sehen nicht, wie verletzt { $who } ist.
       *[no] Die Spieler sehen nicht mehr, wie verletzt { $who } ist.
    }
    [wounds] Die Spieler sehen, wie verletzt { $who } ist.
   *[numbers] Die Spieler sehen alle Werte von { $who }.
}
started = Der Kampf beginnt.
round-began = Runde { $round }.
fight-over = Der Kampf ist vorbei.
question-lost = Diese Frage wurde nach älteren Regeln gestellt.
decoy-wait = Niemand wird gefragt: eine Scheinpause. `/skip` beendet sie.
decoy-over = Pause beenden

## Notizen mehrerer Systeme

no-harm = { $who } nimmt keinen Schaden.
goes-down = { $who } ist ausgeschaltet.
no-further = { $who } kommt nicht weiter.
effect = Wirkung: { $text }
skill-tried = { $text ->
    [none] { $who } versucht etwas anderes ({ $attribute })
   *[some] { $who } versucht „{ $text }“ ({ $attribute })
}
skill-refused = Die SL lehnt ab; { $who } verliert nichts vom Zug.
lost-deed = { $who } kann das nicht mehr tun.
ordered = Reihenfolge: { $names }.
acts-next-round = { $who } handelt ab der nächsten Runde.
fight-goes-on = Der Kampf geht weiter.
held = { $by } hält { $who } fest.
freed = { $who } ist frei von { $by }.
fled = { $who } ist geflohen.
waited-in-vain = { $who } hat gewartet, aber der Moment kam nicht.
hazard-struck = { $who } gerät in die Gefahr in { $zone }.
said = { $who }: „{ $text }“
item-in-hand = { $who } nimmt in die Hand: { $item }.
item-put-away = { $who } steckt weg: { $item }.
item-picked-up = { $who } hebt auf: { $item }.
item-dropped = { $who } lässt fallen: { $item }.
item-handed = { $who } gibt an { $to }: { $item }.
item-used = { $who } benutzt: { $item }.
item-gone = Aufgebraucht: { $item }.
ground = { $zone }: { $ground }.
no-sight = keine Sicht nach { $zones }
nothing-special = nichts Besonderes
bare-hands = Faustschlag
saying = { $text ->
    [none] { "" }
   *[some] : „{ $text }“
}

## Was jemand tun kann, als Beschriftung

# Reiner Text, für Knöpfe und Menüs: „Räuber angreifen mit Langschwert · Aktion“.
offer = { $cost ->
    [none] { $act }
   *[some] { $act } · { offer-cost }
}
offer-with = { $act } · { $rider }
# Wie wahrscheinlich eine Handlung gelingt.
odds = { $odds } %
# Was eine Handlung sofort nach sich ziehen kann, soweit die Figur es weiß.
risk = { $risk ->
    [strike] Angriff möglich: { $names }
    [follow] folgt vielleicht: { $names }
    [hurt] Verletzung möglich
    [fall] Sturz möglich
    [unhurt] ohne Schaden
    [hazard] gefährlicher Boden
    [harm] kostet 1 körperlichen Schaden
   *[other] { $names }
}
offer-cost = { $cost ->
    [move] Bewegung
    [action] Aktion
    [move-or-action] Bewegung oder Aktion
    [main-action] Hauptaktion
    [bonus-action] Bonusaktion
    [movement] Bewegung
    [turn] Zug
    [slow] langsam
    [fast] schnell
    [reaction] Reaktion
    [maneuver] Manöver
    [free-action] freie Aktion
    [incidental-movement] freie Bewegung
    [handling] einmal im Zug
    [ends-the-ambush] beendet den Hinterhalt
    [ends-the-fast-phase] beendet die schnelle Phase
    [ends-the-round] beendet die Runde
   *[other] { $named }
}

## Handlungen, nach ihren Verben: Beschriftungen aus mehreren Systemen (die eines Systems in dessen Datei)

# Die Argumente sind die Angaben des Verbs, `none`, wo nichts gesagt ist. Was auf `-name` endet, ist ein
# Wort der Regeln, wie es heißt. `.all` öffnet viele Handlungen des Verbs, `.likely` ist die häufigste.
act-attack = { $target } angreifen{ $weapon ->
    [none] { "" }
   *[some] { " " }mit { $weapon-name }
}
    .likely = { $target } angreifen · { $weapon-name }
act-cast = { $spell } auf { $target } wirken
act-dash = { $zone ->
    [none] Spurten
   *[some] Nach { $zone } spurten
}
act-done = Zug beenden
act-drop = Fallen lassen: { $item }
act-equip = In die Hand nehmen: { $item }
    .all = In die Hand nehmen
act-flee = Fliehen
act-grapple = { $target } packen
act-interact = Hantieren{ saying }
    .all = Hantieren
act-move = Nach { $zone } gehen
act-pass = Zug beenden
act-pickup = Aufheben: { $item }
    .all = Aufheben
act-release = Alle loslassen
act-say = Sagen{ saying }
act-stand = Aufstehen
act-stow = Wegstecken: { $item }
    .all = Wegstecken
act-take-cover = In Deckung gehen
act-trigger = Bereitgehaltene Handlung ausführen
act-use = { $item } benutzen{ $target ->
    [none] { "" }
   *[some] { " " }bei { $target }
}
# Wörter der Regeln in einer Angabe.
word-action = { action }
word-attribute = { attribute }
word-skill = { skill }
word-weapon = { $weapon ->
    [unarmed] { bare-hands }
   *[other] { $said }
}

# Was jemand jetzt tun kann: „`/attack` (Räuber, Wolf), `/move` (Hof, Straße, Tor, …)“.
may-do = `{ $command }`
may-do-such-as = `{ $command }` ({ $examples })
may-do-and-more = `{ $command }` ({ $examples }, …)

## Wörter der Ansichten. Was hier kein Wort hat, steht unter dem Namen, den es in den Regeln hat.

wounds-exact = { $now }/{ $max } { $system ->
    [fates] Kampfgeist
   *[other] HP
}
wounds = { $wound ->
    [unhurt] unverletzt
    [hurt] verletzt
    [half-or-less] höchstens halb
    [badly-hurt] schwer verletzt
    [harmed] angeschlagen
    [battered] übel zugerichtet
    [down] ausgeschaltet
    [out] raus
    [fresh] unverletzt
    [shaken] mitgenommen
   *[other] { $named }
}
condition = { $condition ->
    [ongoing] Dauerschaden
    [weakened] geschwächt
    [distracted] abgelenkt
    [stuck] festgesetzt
    [paralysed] gelähmt
    [fleeing] auf der Flucht
    [parleying] in Verhandlung
    [incapacitated] kaum handlungsfähig
    [dead] tot
    [grabbed] gepackt
    [grabbing] packt jemanden
    [concealed] versteckt
    [unseen] ungesehen
    [behind-barrier] hinter einer Barriere
    [poisoned] vergiftet
    [broken] gebrochen
    [steady] standhaft
    [surrendered] hat sich ergeben
    [off-the-map] außerhalb des Lageplans
    [fled] geflohen
    [prone] liegend
    [held] festgehalten
    [holding] hält jemanden fest
    [gagged] geknebelt
    [pinned] festgenagelt
    [burning] brennend
    [in-cover] in Deckung
    [apart] abseits
    [helped] hat Hilfe
    [out] kampfunfähig
    [dying] im Sterben
    [shaken] erschüttert
    [shaken-flee] erschüttert (flieht)
    [shaken-freeze] erschüttert (erstarrt)
    [shaken-faint] erschüttert (ohnmächtig)
    [shaken-attack] erschüttert (greift an)
    [severe-harm] schwerer Schaden
    [broken-arm] gebrochener Arm
    [wounded] verwundet
    [defends] verteidigt sich
    [aims] zielt
    [helps] hilfsbereit
    [holds] hält etwas bereit
    [grappled] im Griff
    [down] ausgeschaltet
    [out-of-action] außer Gefecht
    [lost] verloren
    [removed] raus aus diesem Kampf
    [out-damage] bewusstlos
    [out-fatigue] zusammengebrochen
    [out-composure] hat aufgegeben
    [escaped] entkommen
    [stunned] benommen
    [hurt] verletzt
    [breathless] atemlos
    [winded] ausgepumpt
    [tired] müde
    [exhausted] erschöpft
    [startled] aufgeschreckt
    [disoriented] orientierungslos
    [discouraged] mutlos
    [demoralized] demoralisiert
    [recovering] in Erholung
    [readied] hat etwas vorbereitet
    [conceded] hat aufgegeben
    [gone] geflohen
   *[other] { $named }
}
# Wann er endet, damit alle damit planen können.
condition-ends = { $condition } ({ $ends ->
    [next-turn] bis zum Ende des nächsten Zuges
    [this-turn] bis zum Ende dieses Zuges
    [encounter] bis zum Ende des Kampfes
    [scene] bis zum Ende der Szene
    [round] bis zum Ende von Runde { $count }
   *[recovered] bis zur Erholung
})
# Dasselbe in kurz; was lange dauert, bleibt weg.
condition-ends-soon = { $condition } ({ $ends ->
    [next-turn] nächster Zug
    [this-turn] dieser Zug
   *[round] Runde { $count }
})
# Eine Strecke einer Linie, und wer wo darauf steht, in Fuß.
zone-named = { $zone }{ $from ->
    [none] { "" }
   *[some] { " " }{ $from }–{ $to }
}
placed = { $name }{ $feet ->
    [none] { "" }
   *[some] { $is_numbered ->
        [yes] { " " }bei { $feet }
       *[no] { " " }{ $feet }
    }
}
attribute = { $attribute ->
    [str] STR
    [dex] DEX
    [con] CON
    [int] INT
    [wis] WIS
    [cha] CHA
    [agi] AGI
    [wit] WIT
    [dexterity] Geschicklichkeit
    [strength] Stärke
    [perception] Wahrnehmung
    [knowledge] Wissen
    [presence] Präsenz
    [mechanical] Mechanik
    [technical] Technik
    [power] Macht
    [intuition] Intuition
    [reason] Verstand
   *[other] { $named }
}
skill = { $skill ->
    [agility] Gewandtheit
    [firearms] Schusswaffen
    [light-melee] Leichter Nahkampf
    [athletics] Athletik
    [brawl] Raufen
    [heavy-melee] Schwerer Nahkampf
    [intimidate] Einschüchtern
    [stamina] Ausdauer
    [hide] Verbergen
    [search] Suchen
    [persuade] Überzeugen
    [tactics] Taktik
    [medicine] Heilkunde
    [pilot] Steuern
    [security] Sicherheit
    [repair] Reparieren
    [control] Beherrschung
    [balance] Gleichgewicht
    [tumble] Abrollen
    [martial] Kriegswaffen
    [long] Lange Waffen
    [deflect] Ablenken
    [close] Kurze Waffen
    [light] Leichte Waffen
    [parry] Parade
    [sprint] Sprint
    [climbing] Klettern
    [jumping] Springen
    [strike] Schlagen
    [block] Blocken
    [grapple] Ringen
    [shift] Stemmen
    [recover] Erholung
    [awareness] Wachsamkeit
    [cues] Gespür
    [ego] Menschenkenntnis
    [misdirection] Irreführung
    [insult] Beleidigen
    [startle] Erschrecken
    [demoralize] Entmutigen
    [focus] Konzentration
    [resolve] Entschlossenheit
    [conviction] Überzeugung
    [memory] Gedächtnis
    [arena] Stellungsspiel
   *[other] { $named }
}
action = { $action ->
    [strike] Nahkampf
    [shoot] Schießen
    [force] Gewalt
    [endure] Aushalten
    [finesse] Geschick
    [sneak] Schleichen
    [track] Fährtenlesen
    [read] Deuten
    [study] Untersuchen
    [persuade] Überzeugen
    [charm] Betören
    [intimidate] Einschüchtern
    [cast] Zaubern
    [free] frei
    [bonus] Bonusaktion
    [full] volle Aktion
    [tumble] Abrollen
    [sprint] Sprint
   *[other] { $named }
}
group = { $group ->
    [party] Gruppe
    [enemy] Gegner
    [opposition] Gegenseite
    [order] Zugreihenfolge
    [Heroes] Helden
    [Foes] Feinde
    [enemies] Gegner
    [heroes] Helden
    [foes] Feinde
   *[other] { $named }
}
team = { $team ->
    [party] Gruppe
    [enemy] Gegner
    [Heroes] Helden
    [Foes] Feinde
    [opposition] Gegenseite
    [enemies] Gegner
    [heroes] Helden
    [foes] Feinde
   *[other] { $named }
}
zone-fact = { $fact ->
    [limit] Platz für { $value }
    [hazard] Gefahr ({ $value })
    [exit] { zone-exit }
    [cover] { $side ->
        [yes] Deckung
       *[other] Deckung { $value }
    }
    [obstacle] Hindernis Richtung { $value }
    [harder] { $value } { $detail } nötig
    [obscured] schwer einsehbar
    [barrier] Barriere
    [hard] schwieriges Gelände
    [no-sight] keine Sicht nach { $value }
    [item] { $detail ->
        [none] hier
       *[some] bei { $detail }
    } liegt { $value }
    [door] Tür nach { $value }: { door-state }
    [terrain] schwieriger Boden ({ $value } { $detail })
    [terrain-stops] schwieriger Boden ({ $value } { $detail }, sonst kein Weiterkommen)
    [border] an der rechten Grenze: { $value } { $detail }
    [border-stops] an der rechten Grenze: { $value } { $detail }, sonst kein Weiterkommen
    [narrow] eng
    [secret-hazard] geheime Gefahr ({ $value })
    [object] { $value } ({ $detail }) zum Kippen oder Schleudern
   *[other] { $named } { $value }
}
zone-exit = { $side ->
    [yes] Ausgang
    [party] Ausgang der Gruppe
    [enemy] Ausgang der Gegner
   *[other] Ausgang für { $value }
}
body-fact = { $fact ->
    [phys] Körperlicher Schaden { $detail ->
        [none] { $value }
       *[some] { $value } von { $detail }
    }
    [ment] Geistiger Schaden { $detail ->
        [none] { $value }
       *[some] { $value } von { $detail }
    }
    [gear] { $value } ({ fact-state })
    [reaction] { cards-reaction }: { fact-state }
   *[other] { body-fact-name } { word }
}
body-fact-name = { $fact ->
    [level] Stufe
    [skill] Können
    [ap] AP
    [str] STR
    [agi] AGI
    [wit] WIT
    [armour] Rüstung
    [opportunity] Gelegenheitsangriffe:
    [card] Karte
    [bonus] Gesparte Würfel
    [fewer-dice] Weniger Würfel bei der nächsten Probe:
    [in-hand] In der Hand:
    [defense] Verteidigung
    [ar] AR
    [fp] Schicksalspunkte
    [score] Initiative
    [attention] Aufmerksamkeit auf
    [meaning] „Außer Gefecht“ heißt:
    [boon] Für eine Probe:
    [raised] Erhöht:
    [ability] Kann:
    [readied] Vorbereitet:
    [luck] Glück
    [action-points] Aktionspunkte
    [held] Hält bereit:
    [shown] Spieler sehen:
   *[other] { $named }
}
fight-fact = { $fact ->
    [surprised] Überrascht: { $group }
    [stage] { fight-stage }
    [threshold] Schnell: ab WIT { $value }
    [initiative] Initiative: { $group }
    [first] Erster Slot: { $group }
    [swaps] { word }
    [swap-offer] Ein Tausch ist angeboten: { $value } an { $detail }
    [chaos] Die Reihenfolge wird gewürfelt: { $word ->
        [encounter] im ganzen Kampf
       *[other] bis Runde { $value }
    }
    [last-call] Letzte Gelegenheit: wer etwas bereithält, darf handeln
    [harder] Nötig: { $value } { $detail }
    [scene] Szene: { $value }
   *[other] { $named } { $value }
}
fight-stage = { $word ->
    [ambush] Hinterhalt
    [fast] Schnelle Phase
    [slow] Langsame Phase
   *[round-end] Die Runde endet
}
# Ein Wert, der ein Wort der Regeln ist: eine Daueranweisung, der Stand von Ausrüstung.
word = { $word ->
    [open] Karten können bis zum ersten Manöver getauscht werden
    [hold] Karten können getauscht werden; noch handelt niemand
    [ask] fragt erst
    [always] immer
    [never] nie
    [opposition] Gegenseite
    [advantage] Vorteil
    [disadvantage] Nachteil
    [something] dass da etwas ist
    [alias] einen anderen Namen
    [name] den Namen
    [wounds] wie verletzt die Figur ist
    [numbers] alle Werte
    [nothing] nichts
   *[other] { $value }
}
fact-state = { $state ->
    [damaged] beschädigt
    [destroyed] zerstört
    [fast] ungefragt, mit dem schnellen Manöver
    [never] nie
   *[other] { $detail }
}
door-state = { $state ->
    [open] offen
    [closed] geschlossen
   *[locked] verschlossen
}
budget = { $left ->
    [left] { budget-what }
    [half] { budget-what } (halb)
   *[other] { budget-what } ×{ $value }
}
budget-what = { $what ->
    [move] Bewegung
    [action] Aktion
    [main-action] Hauptaktion
    [bonus-action] Bonusaktion
    [movement] Bewegung
    [slow] Langsam{ budget-of }
    [fast] Schnell{ budget-of }
    [handling] Wechseln oder Aufheben
    [full] Volle Aktion
    [bonus] Bonusaktion
    [incidental] Freie Bewegung
   *[other] { $named }
}
budget-of = { $detail ->
    [none] { "" }
   *[some] { " " }({ $detail })
}
budget-left = { $named ->
    [none] nichts mehr übrig
   *[some] noch übrig: { $named }
}
# Wer jetzt handelt: die Seite, deren Zeit es ist, sonst, wer am Zug ist.
acting-group = { $group ->
    [party] die Gruppe handelt
    [enemy] die Gegner handeln
    [Heroes] die Helden handeln
    [Foes] die Feinde handeln
    [opposition] die Gegenseite handelt
    [enemies] die Gegner handeln
    [heroes] die Helden handeln
    [foes] die Feinde handeln
   *[other] am Zug: { $named }
}
mark = { $mark ->
    [acting] am Zug
    [ready] noch dran
    [spent] fertig
   *[out] raus
}
outcome = { $outcome ->
    [won] Die Gruppe siegt.
    [lost] Die Gruppe verliert.
    [truce] Beide Seiten vereinbaren Waffenruhe.
    [called-off] Der Kampf wird abgebrochen.
    [party] Die Gruppe siegt.
    [enemy] Die Gegner siegen.
    [opposition] Die Gegenseite siegt.
    [nobody] Niemand steht mehr.
    [Heroes] Die Helden siegen.
    [Foes] Die Feinde siegen.
   *[other] Es siegt: { $named }.
}
system = { $system ->
    [cards] Cards
    [dr12] DR12
    [factions] Factions
    [fates] Fates
    [ranks] Ranks
   *[other] { $named }
}

## Andere Namen von Werten, die man tippen kann, mit „ / “ dazwischen

also-side = { $key ->
    [enemy] Feinde / Widersacher / Monster
    [enemies] Feinde / Widersacher / Monster / Gegner
    [opposition] Feinde / Widersacher / Monster / Gegner
    [party] Spieler / Helden
    [Foes] Gegner / Widersacher / Monster
    [Heroes] Spieler / Gruppe
   *[other] { "" }
}
also-outcome = { $key ->
    [won] die Helden siegen / die Spieler siegen / die Helden gewinnen / Sieg / gewonnen
    [lost] die Gegner siegen / die Feinde siegen / die Helden verlieren / Niederlage / verloren
    [truce] Waffenruhe / Waffenstillstand / Frieden / unentschieden / niemand gewinnt
    [party] die Helden siegen / die Spieler siegen / die Helden gewinnen
    [Heroes] die Helden siegen / die Spieler siegen / die Helden gewinnen
    [enemies] die Gegner siegen / die Feinde siegen / die Feinde gewinnen
    [opposition] die Gegner siegen / die Feinde siegen / die Feinde gewinnen
    [enemy] die Gegner siegen / die Feinde siegen
    [Foes] die Gegner siegen / die Feinde gewinnen
   *[other] { "" }
}
also-setting-value = { $key ->
    [true] an / ja
    [false] aus / nein
   *[other] { "" }
}
also-attribute = { $key ->
    [str] Stärke
    [dex] Geschicklichkeit
    [con] Konstitution
    [int] Intelligenz
    [wis] Weisheit
    [cha] Charisma
    [agi] Gewandtheit
    [wit] Verstand
    [dexterity] dex
    [strength] str
    [perception] per
    [knowledge] kno
    [mechanical] mec / mech
    [technical] tec / tech
    [power] pow
   *[other] { "" }
}
also-field = { $key ->
    [str] Stärke
    [dex] Geschicklichkeit
    [con] Konstitution
    [int] Intelligenz
    [wis] Weisheit
    [cha] Charisma
    [agi] Gewandtheit
    [wit] Verstand
    [hp] Trefferpunkte / Lebenspunkte / TP / LP
    [hp-max] maximale Trefferpunkte / maximale Lebenspunkte / max HP
    [ap] Rüstungspunkte
   *[other] { "" }
}
also-format = { $key ->
    [story] Geschichte / Markdown / Text / md
   *[other] { "" }
}
also-policy = { $key ->
    [wait] warten / alle warten / wartet / die SL fragen / die SL wird gefragt
    [pass] passen / passt
    [defend] verteidigen / verteidigt sich / Verteidigung
    [stand-in] Vertretung / die Vertretung wird gefragt
    [auto] automatisch / der Bot / der Bot spielt / der Bot spielt NSCs
    [none] keine / die Regeln / die Regeln sagen es / aus / was die Regeln sagen
   *[other] { "" }
}
also-temper = { $key ->
    [cautious] vorsichtig / mit Vorsicht / mit Rücksicht auf sich
    [plain] normal / schlicht
    [reckless] leichtsinnig / rücksichtslos / ohne jede Vorsicht
   *[other] { "" }
}
also-difficulty = { $key ->
    [easy] leicht / einfach
    [fair] ausgewogen / fair / mittel
    [hard] schwer / schwierig
    [deadly] tödlich
   *[other] { "" }
}
also-threat = { $key ->
    [wound] verwunden / es könnte dich verwunden / verwundet
    [fell] ausschalten / es könnte dich ausschalten / ausgeschaltet
   *[other] { "" }
}
also-spend = { $key ->
    [anything] alles
    [keep-turn] du behältst deinen Zug / meinen Zug behalten
    [nothing] nichts / es kostet nichts / kostenlos
   *[other] { "" }
}
also-when = { $key ->
    [soon] bald / nach einer Weile / später
    [at-once] sofort / jetzt / gleich
    [deadline] Frist / wenn du nicht rechtzeitig antwortest / rechtzeitig
   *[other] { "" }
}
also-if = { $key ->
    [always] immer / trotzdem
    [here] hier / ich bin noch dort / du bist hier / ich bin hier
    [there] dort / das Ziel ist noch dort / das Ziel ist dort
    [both] beides / beide sind noch dort
   *[other] { "" }
}
also-kind = { $key ->
    [players] die Eingaben der Spieler / Spieler
    [gm] SL / Spielleitung / Spielleiter / Spielleiterin
    [clock] Uhr / Zeit
    [undone] zurückgenommen / rückgängig
    [advantage] Vorteil
    [disadvantage] Nachteil
   *[other] { "" }
}
also-sight = { $key ->
    [public] alle / öffentlich / jeder
    [secret] nur ich / geheim / privat
    [gm] nur die SL und ich / SL
    [blind] nur die SL / blind
   *[other] { "" }
}
also-show = { $key ->
    [unseen] ungesehen / verborgen / unsichtbar
    [numbers] Zahlen / alles
    [something] etwas
    [alias] Deckname
    [name] Name
    [wounds] Wunden
   *[other] { "" }
}
also-setting = { $key ->
    [limit-turn] ein Zug / Zug
    [limit-answer] eine Antwort / Antwort
    [limit-ruling] Entscheidungen der SL / Entscheidungen
   *[other] { "" }
}
also-language = { $key ->
    [de] Deutsch / de-DE / de-AT / de-CH
    [en] Englisch / en-US / en-GB
    [es] Spanisch / es-ES / es-419 / es-MX
    [fr] Französisch / fr-FR / fr-CA
    [pt-BR] Portugiesisch / Brasilianisch / pt / pt-PT
   *[other] { "" }
}
also-how = { $key ->
    [advantage] Vorteil / adv
    [disadvantage] Nachteil / dis
   *[other] { "" }
}
also-order = { $key ->
    [ask] fragen / mich fragen
    [fast] mit dem schnellen Manöver / das schnelle Manöver
    [never] nie
   *[other] { "" }
}
also-action = { $key ->
    [free] frei / freie Aktion
    [bonus] Bonusaktion
    [full] volle Aktion / voll
   *[other] { "" }
}

## Wörter für Zahlen, jedes mit seiner Zahl

also-number-dr12-dr = trivial: 5 / leicht: 8 / normal: 12 / schwer: 15 / sehr schwer: 19
also-number-dr12-cure_dr = { also-number-dr12-dr }
also-number-dr12-count = keine: 0 / kein Limit: 0 / unbegrenzt: 0
also-number-cards-toxicity = schwach: 3 / stark: 6 / extrem: 9
also-number-fates-difficulty = leicht: 7 / mittel: 11 / schwer: 15 / heldenhaft: 20
