### Warum etwas nicht geht. `refusal-<key>` gilt für alle Regeln; `refusal-<key>-<rule id>` und
### `refusal-<key>-<PREFIX>` (in der Datei des Systems) für die, die es genauer erklären.
###
### Fehlende Einzelheiten sind `none`. $because und $why wählen, $condition und $reason sind dasselbe
### in Worten; $command ist, wie das Verb getippt wird.

refused-by-rule = { $why } ({ $rule })
refused-instead = { $why } Möglich ist: { $offers }
refused-detail = { $slot } „{ $value }“
refused-takes = { $why } In `{ $slot }:` passt: { $names }.

## Jedes Systems

refusal-not-in-system = { $command ->
    [none] So einen Befehl
   *[some] { $command }
} gibt es { $rules ->
    [none] in diesem Kampf
   *[some] in { $rules }
} nicht.{ $nearest ->
    [none] { "" }
   *[some] { " " }Am nächsten kommt { $nearest }.
}{ $elsewhere ->
    [none] { "" }
   *[some] { " " }Der Befehl gehört zu { $elsewhere }: wer den Server verwaltet, kann dessen Befehle mit `{ $command-systems }` dazunehmen.
}
refusal-no-such-slot = { $command } kennt „{ $slot }“ hier nicht. { $names ->
    [none] Mehr gehört nicht dazu.
   *[some] Dazu gehört: { $names }.
}
refusal-not-gm = { $name ->
    [none] Das darf nur die SL.
   *[some] Nur die SL spielt { $name }.
}
refusal-no-party = Noch ist niemand dabei, also kann kein Kampf passen. Frag wieder, wenn die Spieler da sind.
# The GM, among those who are awaited.
awaited-gm = die SL
refusal-prompt-open = { $kind ->
    [own] Beantworte erst die Frage, die dir gestellt wurde
   *[other] Erst ist eine Frage zu beantworten
}{ $names ->
    [none] .
   *[some] : wir warten auf { $names }.
}
refusal-endless = Das würde nie enden. Das ist ein Fehler des Bots: es ist nichts geschehen, der Kampf steht wie zuvor.
refusal-prompt-closed = Diese Frage ist schon erledigt.
refusal-turn-over = Dieser Zug ist vorbei.
refusal-not-your-turn = { $name ->
    [none] Du bist nicht am Zug
   *[some] { $name } ist nicht am Zug
}{ $names ->
    [none] .
   *[some] : wir warten auf { $names }.
}
refusal-no-move = Du hast deine Bewegung in diesem Zug verbraucht.
refusal-no-action = Du hast deine Aktion in diesem Zug verbraucht.
refusal-bad-target = { $because ->
    [not-yours] { refusal-not-yours }
    [several] So heißen hier mehrere, die du kennst: { $names }. Sag, wer gemeint ist.
    [unknown] So heißt hier niemand, den du kennst. { refusal-names }
    [nobody-named] Sag, wen du meinst. { refusal-names }
    [plays-nobody] Diese Person spielt in diesem Kampf niemanden, den du kennst.
    [no-such-fight] Du bist in keinem offenen Kampf „{ $name }“. `{ $command-fight }` ohne `id:` listet deine auf.
    [not-now] Das geht gerade nicht mit { $name }. { $names ->
        [none] Es geht gerade mit niemandem.
       *[some] Es geht mit: { $names }.
    }
   *[other] { $name ->
        [none] { $verb ->
            [none] Das geht hier nicht: wähl etwas anderes.
           *[some] „{ $verb }“ ist keine Antwort auf diese Frage.
        }
       *[some] Das geht gerade nicht mit { $name }.
    }
}
refusal-names = { $near ->
    [none] { $names ->
        [none] Hier ist niemand, den du nennen kannst.
       *[some] Du kannst nennen: { $names }.
    }
   *[some] Meinst du: { $near }?
}
refusal-not-yours = { $names ->
    [none] Das ist für jemand anderen.
   *[some] Das ist für { $names }, nicht für dich.
}
refusal-not-adjacent = { $because ->
    [here] Du bist schon in { $zone }.
   *[other] { $zone ->
        [none] Keine Nachbarzone heißt so.
       *[some] { $zone } ist keine Nachbarzone.
    }
}
refusal-zone-full = { $zone ->
    [none] Diese Zone ist voll.
   *[some] { $zone } ist voll.
}
refusal-not-close = { $name ->
    [none] Das Ziel ist in einer anderen Zone: du musst in derselben sein.
   *[some] { $name } ist in einer anderen Zone: du musst in derselben sein.
}
refusal-out-of-range = { $name ->
    [none] Das Ziel ist außer Reichweite.
   *[some] { $name } ist außer Reichweite.
}
refusal-not-exit = Hier ist kein Ausgang für dich.
refusal-not-in-hand = Das hast du nicht in der Hand.
refusal-broken = Das ist kaputt. Reparieren kannst du es nur außerhalb von Kämpfen.
refusal-no-ammo = Du hast keine Munition bereit.
refusal-no-free-slot = Du hast keine Hand und keinen Platz frei dafür.
refusal-hindered = { $condition ->
    [none] Ein Zustand hindert dich.
   *[some] Dein Zustand hindert dich: { $condition }.
}

## Aufbau, und Anordnungen der SL

refusal-bad-order = { $why ->
    [question] Keine Art von Frage heißt „{ $value }“. Es gibt: { $names }.
    [no-question] „{ $value }“ beantwortet keine Frage dieser Regeln. Diese Antworten gibt es: { $names }.
    [answer] „{ $value }“ ist keine Antwort darauf. Diese sind es: { $names }.
    [which-question] „{ $value }“ beantwortet mehrere Fragen ({ $names }): sag, welche.
    [number] Du hast keine Anweisung mit der Nummer „{ $value }“.{ $names ->
        [none] { "" }
       *[some] { " " }Es gibt: { $names }.
    }
    [too-many] Mehr Anweisungen kannst du nicht haben: nimm erst eine zurück.
   *[other] „{ $value }“ passt nicht zu { $slot }.{ $names ->
        [none] { "" }
       *[some] { " " }Es gibt: { $names }.
    }
}
refusal-bad-plan = { $why ->
    [nothing] Es ist nichts geplant.
    [other-draft] Der Plan hat sich inzwischen geändert: sieh ihn dir noch einmal an.
    [your-turn] Du bist am Zug: tu es einfach.
    [too-many] Mehr passt nicht in einen Zug.
    [no-act] „{ $value }“ geht hier in keinem Zug.{ $nearest ->
        [none] { "" }
       *[some] { " " }Am nächsten kommt { $nearest }.
    }
   *[unreadable] Ich kann „{ $value }“ nicht lesen. Schreib es wie einen Befehl: attack target:Wolf.
}
refusal-plan-changed = { $name } ist nicht mehr dort.
refusal-bad-setup = { $within ->
    [none] { "" }
   *[some] „{ $within }“:{ " " }
}{ $why ->
    [policy] { $rules } kennt „{ $value }“ bei Abwesenheit nicht. Es gibt: { $names }.
    [temper] Niemand spielt „{ $value }“. Es gibt: { $names }.
    [name-length] { $slot ->
        [none] Ein Name hat 1 bis { $most } Zeichen.
       *[some] Sag mit `{ $slot }:`, wie deine Figur heißt, in 1 bis { $most } Zeichen.
    }
    [name-in-use] { $name } ist schon vergeben: wähl einen anderen Namen.
    [name-looks-like] „{ $name }“ sieht aus wie { $found }, und so heißt hier schon jemand: wähl einen Namen, den niemand damit verwechselt.
    [name-marks] „{ $name }“ kann kein Name sein: das liest sich wie eine Liste. Lass Kommas, Semikolons und Wörter wie „und“ weg und schließ jedes Anführungszeichen.
    [name-letters] „{ $name }“ kann kein Name sein: nimm wenigstens einen Buchstaben.
    [name-reserved] „{ $name }“ kann kein Name sein: das Wort bedeutet in Befehlen etwas anderes. Wähl einen anderen.
    [name-role] „{ $name }“ kann kein Name sein: das ist eine Rolle am Tisch. Wähl einen anderen.
    [side-somebody] Keine Seite kann „{ $name }“ heißen: so heißt schon jemand. Wähl einen anderen Namen.
    [side-looks-like] „{ $name }“ sieht aus wie die Seite { $found }: wähl einen Namen, den niemand damit verwechselt.
    [group-looks-like] „{ $name }“ sieht aus wie die Gruppe { $found }: wähl einen Namen, den niemand damit verwechselt.
    [name-side] Niemand kann „{ $name }“ heißen: so heißt eine Seite des Kampfes. Wähl einen anderen Namen.
    [alias-missing] Dieser NSC hat noch keinen Alias: gib ihm einen mit `alias:`.
    [alias-or-name] Ein Alias geht nur zusammen mit `show:` alias, wounds, numbers oder unseen.
    [shown-so-already] So sehen die Spieler diesen NSC schon.
    [no-such-rung] „{ $name }“ ist keine Art, einen NSC zu zeigen. Es gibt: unseen, something, alias, name, wounds und numbers.
    [too-many] Mehr Figuren passen nicht in den Kampf.
    [fight-over] Der Kampf ist vorbei.
    [not-over] Der Kampf ist noch nicht vorbei.
    [already-started] Der Kampf hat schon begonnen.
    [empty-side] Vor dem Start braucht jede Seite mindestens eine Figur, die noch steht. Spieler kommen mit `{ $command-join }` herein, NSCs mit `{ $command-add }`.
    [both-sides] Nur eine der Seiten kann überrascht werden.
    [same-side] Eine Seite ist immer mit sich selbst verbündet: nenn eine andere.
    [zones-before-start] Zonen kannst du nur vor dem Start anlegen.
    [not-a-row] Nach diesen Regeln liegen die Zonen in einer Reihe, etwa: Tor - Hof - Halle.
    [nameless-zone] In „{ $value }“ ist eine Zone ohne Namen.
    [zone-looks-like] „{ $name }“ sieht aus wie die Zone { $found }: wähl einen Namen, den niemand damit verwechselt.
    [zone-twice] „{ $name }“ läge neben sich selbst: gib jeder Zone einen eigenen Namen.
    [zone-number] „{ $name }“ kann keine Zone sein: in diesen Regeln ist eine Zahl eine Marke. Gib der Zone einen Namen.
    [no-zones-yet] Dieser Kampf hat noch keine Zonen: lass `at:` weg.
    [too-many-zones] Ein Kampf hat höchstens { $most } Zonen.
    [no-such-zone] Es gibt keine Zone „{ $name }“.{ $names ->
        [none] { "" }
       *[some] { " " }Es gibt: { $names }.
    }
    [no-border] Danach kommt keine Zone mehr, und ein Hindernis steht zwischen zweien.
    [not-neighbours] Ein Hindernis steht zwischen zwei benachbarten Zonen, und diese beiden sind keine Nachbarn.
    [named-twice] Dafür braucht es zwei, und du hast { $name } zweimal genannt.
    [fight-runs] Das geht nur nach dem Kampf.
    [no-mark] So eine Marke gibt es nicht. Marken sind 0, 5, 10, … bis zum Ende der Linie.
    [off-the-line] Dann stünde jemand jenseits der Linie: setz die Figur erst um oder mach eine Zone länger.
    [nobody-waited-for] Der Kampf wartet gerade auf niemanden.
    [no-link] Eine Tür braucht einen Weg zwischen ihren beiden Zonen, und da ist keiner.
    [dead] Tote können keinem Kampf beitreten.
    [unbindable] { $condition ->
        [none] Dieser Zustand
       *[some] „{ $condition }“
    } kann nicht an eine Aktion gebunden sein, sonst würde es nie enden.
    [pick-owed] Dieser Bogen muss für „Nie mehr wie früher“ noch Attribute senken.
    [nothing-to-keep] Dieser Kampf hat noch keine Zonen und keine NSCs, die man behalten könnte.
    [empty-scene] Diese Szene hat keine Zonen und keine NSCs.
    [out-of-bounds] { $entry ->
        [none] Diese Zahl ist zu hoch oder zu niedrig: { $field }.
       *[some] Diese Zahl in „{ $entry }“ ist zu hoch oder zu niedrig: { $field }.
    }
    [count] `{ $slot }:` ist eine Zahl von 1 bis { $most }, nicht „{ $value }“.
    [no-such-entry] { $kind ->
        [spell] Es gibt keinen Zauber
        [armour] Es gibt keine Rüstung
        [item] Es gibt keinen Gegenstand
        [scene] Es gibt keine Szene
       *[creature] Es gibt keinen Archetyp und keine Kreatur
    } „{ $value }“ in diesem Fundus. { $near ->
        [none] Es gibt: { $names }{ $more ->
            [none] .
           *[some] { " " }und { $more } weitere.{ $kind ->
                [spell] { "" }
                [armour] { "" }
                [item] { "" }
                [scene] { "" }
               *[creature] { " " }`{ $command-bestiary }` findet Kreaturen.
            }
        }
       *[some] Meinst du etwas davon: { $names }?
    }
    [entry-name] „{ $value }“ kann kein Eintrag heißen: ein Name hat 1 bis { $most } Zeichen, ohne Kommas und Punkte.
    [entry-twice] Ein Archetyp und eine Kreatur können nicht beide „{ $value }“ heißen: ändere einen der Namen.
    [scene-order] Mit „{ $value }“ lässt sich keine Szene aufbauen. Es gibt: { $names }.
    [line-up-slot] `{ $slot }:` gilt für eine Art von Kreatur: lass es weg oder füg eine Art nach der anderen hinzu.
    [too-many-entries] Eine Tabelle hat höchstens { $most } Einträge.
    [too-many-fields] Ein Bogen hat höchstens { $most } Felder.
    [two-choices] Von „{ $first }“ und „{ $second }“ kann nur eins gelten.
    [no-number] „{ $value }“ ist kein Name mit einer Zahl dahinter.
    [no-field] Es gibt kein Feld „{ $slot }“{ $names ->
        [none] .
       *[some] . Es gibt: { $names }.
    }
    [unread] { $reason }
    [too-short] „{ $value }“ ist zu kurz: am kürzesten geht { $least }, und { $none } ist ganz ohne Grenze.
    [outcome] „{ $name }“ ist kein Ergebnis{ $names ->
        [none] .
       *[some] . Es gibt: { $names }.
    }
    [value] { $value ->
        [none] `{ $slot }:` fehlt.
       *[some] { $dice ->
            [none] „{ $value }“ passt nicht zu `{ $slot }:`{ $least ->
                [none] .
               *[some] , möglich ist { $least } bis { $most }.
            }
           *[some] „{ $dice }“ kann { $value } ergeben, und bei `{ $slot }:` ist { $least } bis { $most } möglich.
        }{ $amount ->
            [none] { "" }
            [full] { " " }Möglich ist eine Zahl, Würfel wie 1d6 oder 2d6+1 oder `full`.
            [damage] { " " }Es nimmt Würfel wie 1d6 oder 2d6+1.
            [code] { " " }Es nimmt Würfel wie 3D oder 4D+2.
           *[dice] { " " }Möglich ist eine Zahl oder Würfel wie 1d6 oder 2d6+1.
        }
    }{ $names ->
        [none] { "" }
       *[some] { " " }Es passt: { $names }.
    }
   *[none] { $facts ->
        [none] Das passt hier nicht.
       *[some] Das passt hier nicht: { $facts }.
    }
}

## Was nicht zu lesen ist: $field ist none, wenn nur die Zeile einer Datei bekannt ist

unread-takes = { $field ->
    [none] Hierher
   *[some] In { $field }
} gehört { $takes ->
    [number] eine ganze Zahl von { $least } bis { $most }
    [truth] `true` oder `false`
    [word] ein Wort
    [list] eine Liste, etwa `claws, bite`
   *[table] eine Tabelle mit eigenen Feldern
}{ $found ->
    [none] .
   *[some] , nicht „{ $found }“.
}
unread-choice = { $field ->
    [none] Dieses Feld
   *[some] { $field }
} kann nicht „{ $found }“ sein. Wähl eins davon: { $names }.
unread-no-field = Ein Feld „{ $found }“ gibt es hier nicht. Es gibt: { $names }.
unread-missing = Das Feld „{ $found }“ fehlt.
unread-no-sheet = Es ist kein Bogen darin: schreib seine Felder unter eine Zeile mit [sheet], wie hp = 7, oder nenn einen Archetyp, wie from = "warrior".
unread-twice = Das Feld „{ $found }“ steht zweimal da{ $first ->
    [none] .
   *[some] , in Zeile { $first } und { $second }. Behalt eins davon.
}
unread-too-big = { $found ->
    [none] Eine Zahl ist zu groß.
   *[some] „{ $found }“ ist zu groß: so eine Zahl passt in kein Feld.
}
unread-curly = Das Anführungszeichen { $found } ist typografisch. Nimm gerade, wie in "longsword".
unread-unquoted = Text braucht Anführungszeichen: "{ $found }" statt { $found }.
unread-csv = Das ist eine Tabelle (CSV). Schick TOML, mit einer Zeile für jedes Feld, etwa hp = 7, oder JSON.
unread-colon = Zwischen einem Feld und seinem Wert steht ein =, kein Doppelpunkt, etwa hp = 7.
unread-json = Das ist JSON. Hier geht nur TOML, mit einer Zeile für jedes Feld, etwa hp = 7.
unread-comma = Vor der schließenden Klammer steht ein Komma zu viel.
unread-single = JSON hat doppelte Anführungszeichen um seine Texte, wie in "longsword".
unread-cut-off = Die Datei hört zu früh auf: Ist sie ganz angekommen?
unread-told = { $field ->
    [none] { $text }.
   *[some] { $field }: { $text }.
}
unread-unreadable = Das kann ich nicht lesen: vielleicht fehlt ein Anführungszeichen, ein Komma oder eine Klammer.

## Rund um den Tisch

refusal-no-fight = Hier ist kein Kampf. `{ $command-new }` eröffnet einen.
refusal-not-served = Wer diesen Bot betreibt, erlaubt ihn { $of ->
    [user] dir nicht. Ändern lässt sich das nur dort.
   *[server] auf diesem Server nicht. Auf anderen kannst du ihn nutzen.
}
refusal-too-fast = Das ist zu schnell: { $of ->
    [user] du kannst höchstens { $most }-mal in der Minute drücken und tippen
   *[channel] in diesem Kanal geht es höchstens { $most }-mal in der Minute
}. Versuch es in { $secs } Sekunden noch einmal.
refusal-too-many-fights = { $of ->
    [user] Du hast { $most } Kämpfe offen, mehr kann eine Person nicht haben. Beende einen mit `{ $command-end }`, dann eröffne den nächsten; `{ $command-fight }` in einer Direktnachricht an mich listet sie auf.
   *[server] Dieser Server hat { $most } Kämpfe offen, mehr kann er nicht haben. Beendet einen mit `{ $command-end }`, dann eröffnet den nächsten.
}
refusal-fight-here = In diesem Kanal läuft schon ein anderer Kampf: beende erst den.
refusal-nothing-to-move = Keiner deiner Kämpfe auf diesem Server ist in einem Kanal, in dem ich nicht schreiben kann. Nur so einer lässt sich verlegen.
refusal-channel-open = Ich kann im Kanal dieses Kampfes schreiben, also bleibt er dort.
refusal-move-where = { $value ->
    [none] Sag, wo der Kampf weitergeht: tipp `{ $command-relocate }` in diesem Kanal oder gib seinen Link mit `channel:` an.
   *[some] „{ $value }“ ist kein Kanal. Tipp `{ $command-relocate }` in dem Kanal, in dem der Kampf weitergeht, oder gib seinen Link mit `channel:` an.
}
refusal-move-unseen = Ich finde dort keinen Kanal, in dem du schreiben kannst. Gib den Link von einem an, den du siehst, oder tipp `{ $command-relocate }` dort.
refusal-move-other-server = Dieser Kanal ist auf einem anderen Server. Ein Kampf bleibt auf seinem.
refusal-choice-expired = Diese Auswahl ist abgelaufen, oder du hast sie schon getroffen. Schick den Befehl noch einmal.
refusal-choice-gone = Du bist an diesem Kampf nicht mehr beteiligt, oder er ist gelöscht.
refusal-which-fight = Du bist in mehreren Kämpfen. `{ $command-fight }` wählt den, den du hier meinst.
refusal-not-here = Das geht nur in einem Kanal auf einem Server, nicht privat.
refusal-no-such-system = Keine Regeln heißen „{ $system }“. Es gibt: { $systems }.
refusal-no-such-rule = Keine Regel heißt „{ $name }“.{ $names ->
    [none] { "" }
   *[some] { " " }Es gibt Regeln über: { $names }.
} `{ $command-guide }` mit `system:` listet die Regeln auf.
refusal-fight-over = Der Kampf ist vorbei.
refusal-fight-paused = Der Kampf ist angehalten. Die SL kann ihn weiterlaufen lassen.
refusal-not-paused = Der Kampf ist nicht angehalten.
refusal-not-joined = Du spielst in diesem Kampf niemanden. Mit `{ $command-join }` bist du dabei.
refusal-nothing-asked = { $name ->
    [none] Das fragt dich gerade niemand.
   *[some] { $names ->
        [none] Gerade wartet niemand auf { $name }.
       *[some] Wir warten gerade auf { $names }, nicht auf { $name }.
    }
}
refusal-skip-whom = Gerade ist keine Scheinpause: wir warten auf { $name }. `{ $command-skip }` mit `who:{ $name }` beendet das.
refusal-as-whom = { $names ->
    [none] Wer handelt? Wähl mit `as:`.
   *[some] Wer handelt? Wähl mit `as:` aus: { $names }.
}
refusal-bad-time = „{ $value }“ ist kein Zeitpunkt im nächsten Jahr. Schreib ein Datum wie `24 Dec 18:00` oder `24.12.`, einen Tag wie `tomorrow` oder `next friday` oder eine Dauer wie `3d` oder `12h`.
refusal-date-unclear = „{ $value }“ kann { $first } oder { $second } sein: schreib das, was du meinst.
date = { $day }. { $month } { $year }
month = { $month ->
    [1] Januar
    [2] Februar
    [3] März
    [4] April
    [5] Mai
    [6] Juni
    [7] Juli
    [8] August
    [9] September
    [10] Oktober
    [11] November
   *[other] Dezember
}
refusal-other-weekday = „{ $value }“ gibt es nicht: Der { $first } ist ein { $weekday }. Schreib den Tag, den du meinst.
weekday = { $weekday ->
    [1] Montag
    [2] Dienstag
    [3] Mittwoch
    [4] Donnerstag
    [5] Freitag
    [6] Samstag
   *[other] Sonntag
}
refusal-no-such-zone = Es gibt keine Zeitzone „{ $value }“. Schreib sie wie `Europe/Berlin`, `Berlin` oder `UTC+2`.{ $places ->
    [none] { "" }
   *[some] { " " }Am nächsten kommen: { $places }.
}
refusal-zone-unclear = „{ $value }“ sagt nicht, wo du bist und wann dort die Uhren umgestellt werden. Schreib den Ort, dessen Zeit deine ist: { $places }.
refusal-bad-hours = „{ $value }“ ist keine Ruhezeit. Schreib sie wie `22:00-8:00` oder `10pm-8am` oder `none`.
refusal-which-character = Welche Figur? Wähl mit `who:`.
refusal-nobody-stands-in = Niemand sonst spielt { $name ->
    [none] diese Figur
   *[some] { $name }
}.
refusal-nothing-to-undo = Es gibt nichts zurückzunehmen.
refusal-not-over = Der Kampf ist noch nicht vorbei. `/log` zeigt, was bisher geschehen ist.
refusal-export-onlooker = An diesem Kampf hast du keinen Anteil, also bekommst du, was alle von ihm gesehen haben: `/export format:replay`, sobald er vorbei ist.
refusal-export-no-access = Du siehst den Kanal dieses Kampfes nicht, also bekommst du ihn nicht.
refusal-nothing-to-take-back = Du kannst gerade nichts zurücknehmen. Deine letzte Handlung kannst du zurücknehmen, bis deine Zeit um ist oder jemand anderes handelt oder antwortet. Die SL kann mehr zurücknehmen.
refusal-no-record = Diese Nachricht erzählt nichts aus einem Kampf, wonach du fragen oder was du zurücknehmen könntest.
refusal-undo-outdated = Seither ist etwas anderes geschehen. Wähl noch einmal, wie weit du zurückgehst.
refusal-nothing-to-redo = Es gibt kein Zurücknehmen, das du aufheben kannst.
refusal-leave-started = Der Kampf hat begonnen: { $name } kann nicht mehr einfach gehen.{ $nearest ->
    [none] { "" }
   *[some] { " " }Mit `{ $nearest }` entkommt man nach den Regeln.
} Die SL kann jeden herausnehmen.
refusal-for-good = Nur `{ $command-take-back }` macht das rückgängig, und nur, bis jemand anders handelt.

## Words in character, and following a fight

refusal-follow-plays = Du bist an diesem Kampf beteiligt und erfährst ohnehin davon.
refusal-voices-off = Auf diesem Server sprechen Figuren nicht. Wer ihn verwaltet, kann das mit `/words allow` ändern.
refusal-speaker-hidden = Die Spieler wissen nicht, dass { $name } da ist. Zeig { $name } zuerst: `/gm reveal`.
refusal-words-by-rule = Nach den Regeln dieses Kampfes sprechen Spieler nur mit `/say`.
refusal-words-missing = Sag, was deine Figur sagt oder tut.
refusal-words-too-long = Deine Worte sind zu lang: ein Beitrag fasst { $most } Zeichen.
refusal-no-own-words = Du hast dort keine Worte als Figur geschrieben.
refusal-no-words = Niemand hat diese Worte als Figur geschrieben.
refusal-not-your-words = Nur wer diese Worte geschrieben hat, kann sie ändern.
refusal-words-no-access = Im Kanal dieses Kampfes darfst du nicht schreiben, also können deine Worte dort nicht stehen.
refusal-access-unknown = Discord sagt gerade nicht, was du im Kanal dieses Kampfes darfst. Versuch es gleich noch einmal, oder dort.
