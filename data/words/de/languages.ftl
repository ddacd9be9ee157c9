### Welche Sprache gelesen wird.

language-own-name = Deutsch
language-automatic = automatisch
# How text is read and put together.
# The articles that people may type before a name.
language-articles = der die das den dem ein eine einen
# A label within a sentence: its first letter is made small (lower) or stays (keep).
label-in-sentence = keep
# What people type for all combatants, and for no quiet hours, with slashes between.
also-everybody = jeder / jede / alle / alle zusammen
also-npcs = NSCs / NSC / alle NSCs
also-no-quiet-hours = keine / nein / aus / nie / keine ruhezeiten
# Was man für sich selbst schreibt, für niemanden, für die Figur, die etwas auslöst, und zwischen
# den letzten zwei Namen einer Liste.
also-myself = ich / mich / mir / selbst / du / dich / dir
also-nobody = niemand / niemanden / keiner / keinen
also-whoever = wer sie auslöst / die auslösende Figur
also-and = und
# Was man zwischen der ersten und der letzten Nummer mehrerer gleichen Namens schreibt, und vor
# denen, die eine Liste auslässt.
also-up-to = bis / bis zu
also-but = außer / ausser / aber nicht / bis auf / ohne
# What people type for what they have not read yet.
also-seen = neu / neues / ungelesen / gesehen
# Einheiten, die hinter einer Zahl stehen können.
language-number-units = HP / TP / LP / Trefferpunkte / Trefferpunkt / Lebenspunkt / Punkt /
    Lebenspunkte / Punkte / Schaden / Gesundheit / Kampfgeist / Fuß
# Was man für so viel schreibt, wie etwas bewirkt.
also-full = voll / auf voll / ganz / alles / vollständig / maximal / komplett
language-time-words =
    in: in / gegen: around / um: at / am: on / bis: until / den: the / der: the / ein: a /
    eine: a / einer: a /
    einem: a / einen: a / eins: 1 / zwei: 2 / drei: 3 / vier: 4 / fünf: 5 / sechs: 6 / sieben: 7 /
    acht: 8 / neun: 9 / zehn: 10 / elf: 11 / zwölf: 12 / uhr: @clock / stunde: hour /
    stunden: hours / std: hours / minute: minute / minuten: minutes / min: minutes / tag: day /
    tage: days / tagen: days / woche: week / wochen: weeks / monat: month / monate: months /
    monaten: months / sekunde: second / sekunden: seconds / und: and /
    eine halbe stunde: half an hour / einer halben stunde: half an hour /
    halbe stunde: half an hour / heute: today / heute abend: tonight / heute nacht: tonight /
    morgen: tomorrow / übermorgen: day after tomorrow / abend: evening / mittag: noon /
    mittags: noon / mitternacht: midnight / morgens: morning / früh: morning /
    vormittags: morning / nachmittags: afternoon / abends: evening / nächste: next /
    nächsten: next / nächster: next / kommenden: coming / diesen: this / montag: monday /
    dienstag: tuesday / mittwoch: wednesday / donnerstag: thursday / freitag: friday /
    samstag: saturday / sonnabend: saturday / sonntag: sunday / mo: monday / di: tuesday /
    mi: wednesday / do: thursday / fr: friday / sa: saturday / so: sunday / januar: january /
    jänner: january / februar: february / märz: march / mai: may / juni: june / juli: july /
    oktober: october / dezember: december / okt: october / dez: december / kein: none /
    keine: none / nie: never / aus: off / unbegrenzt: no limit / ohne grenze: no limit /
    viertel nach: quarter past /
    viertel vor: quarter to / halb eins: half past 12 / halb 1: half past 12 /
    halb zwei: half past 1 / halb 2: half past 1 / halb drei: half past 2 / halb 3: half past 2 /
    halb vier: half past 3 / halb 4: half past 3 / halb fünf: half past 4 / halb 5: half past 4 /
    halb sechs: half past 5 / halb 6: half past 5 / halb sieben: half past 6 /
    halb 7: half past 6 / halb acht: half past 7 / halb 8: half past 7 / halb neun: half past 8 /
    halb 9: half past 8 / halb zehn: half past 9 / halb 10: half past 9 / halb elf: half past 10 /
    halb 11: half past 10 / halb zwölf: half past 11 / halb 12: half past 11 / h: @hours /
    zum: the / lang: / fünfzehn: 15 / zwanzig: 20 / dreißig: 30 / anderthalb: 1.5 /
    eineinhalb: 1.5 / zweieinhalb: 2.5 / viertelstunde: 15 minutes /
    eine viertelstunde: 15 minutes / einer viertelstunde: 15 minutes / vormittag: morning /
    nachmittag: afternoon / nacht: night / nachts: night / uhr mittags: @clock afternoon /
    wochenende: weekend / dieses: this / dieser: this / kommende: next / kommender: next /
    kommendes: next / nächstes: next / mär: march / mrz: march / stdn: hours / vor: ago /
    gestern: yesterday / halbe: half / halben: half / halber: half / viertel stunde: 1/4 hour /
    eine viertel stunde: 1/4 hour / einer viertel stunde: 1/4 hour / dreiviertel: 3/4 /
    eine dreiviertel: 3/4 / einer dreiviertel: 3/4 / drei viertel: 3/4 /
    dreiviertelstunde: 3/4 hour / eine dreiviertelstunde: 3/4 hour /
    einer dreiviertelstunde: 3/4 hour / dreieinhalb: 3.5 / viereinhalb: 4.5 / seit: since /
    die: the / letzte: last / letzten: last / letzter: last / letztes: last /
    vorgestern: day before yesterday / letzte nacht: last night
language-hours-words = von: / bis: to / zwischen: / und: to
language-plurals = n: / en: / nen: / e: / er: / s:
also-reserved-name =
    alle / jeder / jemand / niemand / keiner / keine / ich / mich / mir / selbst / andere /
    anderen / beide / beiden / nichts
also-reserved-role =
    SL / SLs / Spielleitung / Spielleitungen /
    Spielleiter / Spielleiterin / Spielleiterinnen / Spielerin / Spielerinnen
also-unnamed = Etwas

option-language = sprache
    .about = Die Sprache, in der ich schreibe; automatisch: wie in Discord

reply-language = { $is_automatic ->
    [yes] Ich schreibe dir auf { $language }, wie dein Discord.
   *[no] Ich schreibe dir auf { $language }.
}
server-language = { $is_automatic ->
    [yes] In den Kanälen dieses Servers schreibe ich auf { $language }, der Sprache des Servers.
   *[no] In den Kanälen dieses Servers schreibe ich auf { $language }.
}
privacy-language = Deine Sprache und die deines Discords, als du zuletzt hier warst: { $is_known ->
    [yes] ja
   *[no] nichts
}.
guide-rules-are-english = Die Regeltexte sind auf Englisch.
permission = { $permission ->
    [none] { "" }
    [view-channel] Kanal anzeigen
    [send-messages] Nachrichten senden
    [embed-links] Links einbetten
    [attach-files] Dateien anhängen
    [read-message-history] Nachrichtenverlauf anzeigen
    [send-messages-in-threads] Nachrichten in Threads senden
    [create-public-threads] Öffentliche Threads erstellen
    [pin-messages] Nachrichten anheften
    [manage-messages] Nachrichten verwalten
    [add-reactions] Reaktionen hinzufügen
    [manage-webhooks] Webhooks verwalten
   *[other] { $named }
}
