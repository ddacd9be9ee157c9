### Die Teile der Nachrichten auf Discord: der Rahmen um das, was die Regeln erzählen.
###
### Befehle stehen so, wie man sie tippt; `{ $user }`, `{ $gm }`, `{ $by }` sind Erwähnungen.

## Kleine Teile

nobody = niemand
next-to = neben { $zones }
and-more = … und { $count } weitere

## Neues über einen Kampf, das nicht aus seinen Regeln kommt

notice-opened = { $gm } eröffnet hier einen Kampf und leitet ihn als SL. Spieler treten mit `/init join` bei; die SL bringt mit `/init add` NSCs hinein und beginnt mit `/init start`.
notice-sealed = Die Würfel sind versiegelt: { $seal }. Misch vor dem Start mit `/roll salt:` eine eigene Zeile hinein; nach dem Ende können alle sie prüfen.
notice-salted = { $by } mischt eine Zeile in die Würfel: { $line }
notice-undone = { $count ->
    [one] { $by } nimmt das zurück:
   *[other] { $by } nimmt die letzten { $count } Handlungen zurück, die späteste zuerst:
}
notice-undone-marked = { $by } nimmt zurück, was oben durchgestrichen ist.
notice-undone-order = etwas, das die SL getan hat
notice-rolled = { $by } würfelt { $roll }
notice-redone = { $by } hebt das Zurücknehmen auf.
notice-paused = { $by } hält den Kampf an: die Uhren stehen still.
notice-resumed = { $by } lässt den Kampf weiterlaufen.
notice-moved = { $by } lässt den Kampf hier weitergehen, weil ich in seinem alten Kanal nichts schreiben kann. Was auf jemanden wartet, kommt gleich.
notice-asleep = Zwei ganze Runden lang hat hier niemand etwas getan, also schläft der Kampf, und seine Uhren stehen still. Alle Beteiligten können ihn wecken, mit irgendeinem Befehl oder Knopf.
notice-awake = Der Kampf ist wieder wach, und seine Uhren laufen.
notice-handed-over = { $from } gibt den Kampf ab: die SL hat jetzt { $to }.
notice-co-gm = { $is_added ->
    [yes] { $user } hilft ab jetzt der SL.
   *[no] { $user } hilft der SL nicht mehr.
}
notice-stands-in = { $user ->
    [none] Die Vertretung für **{ $name }** ist vorbei.
   *[some] { $user } spielt **{ $name }** in Vertretung{ $until ->
        [none] { "" }
       *[some] ; das endet { $until }
    }.
}
notice-absence = { $policy ->
    [wait] Wer **{ $name }** spielt, ist abwesend: solange warten alle, und die SL wird gefragt.
    [pass] Wer **{ $name }** spielt, ist abwesend: solange passt **{ $name }**.
    [defend] Wer **{ $name }** spielt, ist abwesend: solange verteidigt sich **{ $name }**.
    [stand-in] Wer **{ $name }** spielt, ist abwesend: solange wird die Vertretung gefragt.
   *[none] Wer **{ $name }** spielt, ist abwesend: solange geschieht, was die Regeln sagen.
}
notice-player-gone = Wer bisher **{ $names }** gespielt hat, hat die eigenen Daten löschen lassen. Ab jetzt spielst du **{ $names }**; `/stand-in who: user:` gibt sie an jemand anderen.
notice-nature = { $temper ->
    [none] Du spielst **{ $names }** wieder selbst.
   *[some] Ab jetzt spielt der Bot **{ $names }**{ $temper ->
        [cautious] , vorsichtig
        [reckless] , ohne jede Vorsicht
       *[plain] { "" }
    }{ $spares ->
        [yes] ; wer ausgeschaltet ist, bleibt verschont
       *[no] { "" }
    }. Sonst erfährt es niemand. Du kannst jederzeit selbst handeln, und `/absence policy:none who:` beendet es.
}
notice-portrait = { $is_given ->
    [yes] **{ $name }** erscheint mit diesem Bild. Unter einem anderen Namen sieht es nur die SL.
   *[no] **{ $name }** hat kein Bild mehr.
}
notice-refitted = Seit dieser Handlung haben sich die Regeln geändert. Was noch passt, bleibt; der Rest wird neu gefragt.
notice-undelivered = Ich kann in { $channel } nicht schreiben: { $why }. Was noch fehlt, kommt, sobald ich kann, und bis dahin läuft dort keine Frist ab. Alle können hier weitermachen, in Direktnachrichten; `/inbox` zeigt, was wartet.
# Warum in einem Kanal nichts erscheinen kann.
thread-name = { $system } · Kampf { $number }
thread-first-post = Hier findet ein Kampf nach { $system } statt. Mit `/init join` bist du dabei.
thread-refused = Discord hat es abgelehnt
thread-not-opened = Der Kampf hat noch keinen Thread in { $channel }: { $why }. Ich versuche es wieder; oder `/init move` lässt ihn in dem Kanal stattfinden, in dem du das tippst.
thread-soon = Dein Kampf bekommt in { $channel } einen eigenen Thread. Du findest ihn dort als „{ $name }“ und bist Mitglied darin.
thread-missing-permission = Ich darf hier keine Threads öffnen. Wer den Server verwaltet, kann mir { $rights } geben, oder eröffne den Kampf ohne `thread:`.
thread-wrong-channel = So ein Kanal hat keine Threads. Eröffne den Kampf in einem Textkanal oder ohne `thread:`.
channel-closed-access = ich darf ihn nicht sehen
channel-closed-permission = mir fehlen die Berechtigungen „Nachrichten senden“ (in Threads: „Nachrichten in Threads senden“), „Links einbetten“, „Dateien anhängen“ und „Nachrichtenverlauf anzeigen“
channel-closed-locked = der Thread ist gesperrt
channel-closed-deleted = er ist gelöscht
channel-closed-blocked = AutoMod des Servers blockiert alles, was ich dort schreibe. Wer den Server verwaltet, kann meine Rolle davon ausnehmen (Servereinstellungen, AutoMod, erlaubte Rollen)
dm-closed = Discord lässt mich nicht. Ob ein Bot schreiben darf, steht in den Privatsphäre-Einstellungen des Servers und des Kontos
# Was anstelle eines Textes steht, den das AutoMod des Servers blockiert.
message-blocked = AutoMod dieses Servers blockiert, was hier steht. `/inbox` zeigt, was auf dich wartet, `/status`, wie der Kampf steht, und `/log`, was geschehen ist.
notice-blocked = AutoMod des Servers blockiert diesen Text in { $channel }: { $text }
    Der Rest des Kampfes geht weiter. Ein Wort oder ein Name im Text steht auf der Liste des Servers; wer den Server verwaltet, kann meine Rolle ausnehmen.
notice-undelivered-dm = Ich kann { $user } keine Direktnachrichten schreiben: { $why }. `/inbox` zeigt, was dort wartet, auch hier. Was aussteht, kommt, sobald ich dort schreiben kann.
notice-stuck = Die Zeit ist um, aber die Vorgabe geht nicht: { $why } Du kannst stattdessen antworten oder mit `/gm` am Kampf etwas ändern.

## Ein beendeter Kampf

story-round = Runde { $round }
story-played-by = Gespielt von { $players }{ $others ->
    [none] {""}
   *[some] {" "}mit { $others }
}.
story-when = Von { $from } bis { $to } UTC, in { $place ->
    [none] Direktnachrichten
   *[some] { $place }
}.
story-channel = diesem Kanal
story-set-up = Vor dem Kampf: { $sentences }
report = Der Kampf dauerte { $rounds ->
    [one] eine Runde
   *[other] { $rounds } Runden
} und { $acts ->
    [one] eine Handlung
   *[other] { $acts } Handlungen
}{ $pace ->
    [none] .
   *[some] , { $pace } { $unit ->
        [minutes] Minuten
       *[hours] Stunden
    } je Runde.
}
# Mit der Antwort an alle, die wiederkommen.
missed = Seit deinem letzten Blick: { $turns ->
    [0] keine Züge
    [1] 1 Zug
    [one] 1 Zug
   *[other] { $turns } Züge
}{ $hurt ->
    [none] .
   *[some] . { $hurt }
}
missed-hurt = { $name } wurde { $times ->
    [1] einmal verletzt
    [2] zweimal verletzt
    [one] einmal verletzt
   *[other] { $times }-mal verletzt
}{ $left ->
    [none] .
   *[some] { " " }(noch { $left }).
}
missed-read = Lesen, was geschehen ist
report-export = Geschichte exportieren
report-again = Noch einmal spielen (SL)
# Die Erzählung eines Kampfes, höchstens drei Sätze.
report-outcome = Ausgang: { $outcome }
report-most-attacks = { $who } hat am häufigsten angegriffen: { $count ->
    [one] einmal
   *[other] { $count }-mal
}, { $is_only ->
    [yes] immer { $target }
   *[no] meist { $target }
}.
report-no-falls = Niemand ging zu Boden.
report-only-fall = Nur { $who } ging zu Boden, in Runde { $round }.
report-falls = { $is_same_round ->
    [yes] Zuerst ging { $first } zu Boden, zuletzt { $last }, in Runde { $first_round }.
   *[no] Zuerst ging { $first } zu Boden, in Runde { $first_round }, und zuletzt { $last }, in Runde { $last_round }.
}
report-closest = Am knappsten davongekommen: { $who }, mit noch { $percent } %.
# Im Bild eines beendeten Kampfes.
report-rounds = { $rounds ->
    [one] eine Runde
   *[other] { $rounds } Runden
}
report-health = Gesundheit nach jeder Runde
report-start = Start
report-attacks = Wer wen wie oft angegriffen hat{ $has_loss ->
    [yes] {" "}(− Schaden)
   *[no] { "" }
}
report-attack = { $count ->
    [one] einmal
   *[other] { $count }-mal
}{ $loss ->
    [0] { "" }
    [one] { " " }· −{ $loss }
   *[other] { " " }· −{ $loss }
}
report-more-attacks = und { $count ->
    [one] 1 weiterer
   *[other] { $count } weitere
}
report-down = Am Ende ausgeschaltet: { $names }
report-left = Gegangen oder aufgegeben: { $names }
report-lost = Erlittener Schaden: { $lost }
report-sealed = -# Das Siegel { $seal } ist offen: `/export format:json` enthält das Geheimnis und jeden Wurf. Was noch gewürfelt wird: versiegelt · { $next }
report-secret = Die Würfel folgten aus { $secrets }. `/export format:json` enthält sie zum Nachprüfen. Was noch gewürfelt wird, ist mit { $seal } versiegelt.
report-dice = Würfel: { $dice }
report-dice-sum = { $count }d{ $sides } ergaben { $sum } (erwartet { $expected })

## Fragen

prompt-default = { $until ->
    [none] Wenn du nicht antwortest: { $fallback }.
   *[some] Ohne Antwort gilt { $until }: { $fallback }.
}
prompt-unseen = Niemand sieht, dass du gefragt wirst. Deine Antwort zählt { $until }; ohne eine: { $fallback }.
prompt-patient = Das wartet auf dich: ohne deine Antwort geschieht nichts.
prompt-kept = Gemerkt: **{ $answer }**.
prompt-closes = Du musst nicht antworten; das schließt { $until }.
# What the answers of a question cost, once for all of them.
prompt-shared-cost = Jede Antwort{ $except ->
    [none] { "" }
   *[some] { " " }außer „{ $except }“
}: { $cost }.
prompt-default-mark = { " " }(Vorgabe)
prompt-menu = { $name ->
    [none] Deine Antwort
   *[some] { $name }: deine Antwort
}
prompt-rule-otherwise = Anders entscheiden…
prompt-form = Deine Entscheidung
prompt-answered = Antwort: **{ $answer }**
prompt-defaulted = Ohne rechtzeitige Antwort: **{ $answer }**
prompt-sealed = Beantwortet. Alle Antworten werden zusammen gezeigt.
prompt-copy = (Ein Spieler wird gefragt.)
prompt-taken-back = Zurückgenommen.
# What several of one kind do alike: "Raider 1 passes. Likewise Raider 2 to 17."
told-likewise = { $text } Ebenso { $names }.
told-undone = ~~{ $text }~~ (zurückgenommen)
# Ein Zug, dessen Zeit um war.
told-late = Die Zeit ist um. { $text }

# Was jemand antworten kann, obwohl niemand darauf wartet.
invitation-open = { $user } · **{ $who }** kann antworten, muss aber nicht.

# Unter dem, was privat geschickt wird.
from-fight = -# in { $channel }

## Züge

# $users sind Erwähnungen; $names, wer handeln kann, `none`, wo die SL wählt; $until, wann er endet.
turn-yours = { $users } · { turn-who }, du bist am Zug{ turn-when }
turn-choose = { $users } · handeln kann: { turn-who }{ turn-when }
turn-choose-among = { $users } · { $count ->
    [one] { $count } Figur kann handeln
   *[other] { $count } Figuren können handeln
}{ turn-when }
turn-when = { $round ->
    [0] { "" }
    [one] { " " }· Runde { $round }
   *[other] { " " }· Runde { $round }
}{ $until ->
    [none] { "" }
   *[some] { " " }· endet { $until }
}
turn-who = { $names ->
    [none] Seite der SL
   *[some] **{ $names }**
}
# Der Zug steht still; $whom sind die, die antworten sollen, `none`, wo das nicht gesagt wird.
turn-stands = { $names ->
    [none] Der Zug wartet{ turn-stands-for }.
   *[some] **{ $names }** · der Zug wartet{ turn-stands-for }.
}
turn-stands-for = { $is_own ->
    [yes] { " " }auf deine Antwort
   *[no] { $whom ->
        [none] { " " }auf die SL
       *[some] { " " }auf eine Antwort von { $whom }
    }
}
turn-advice-follows = -# Vorschläge für die anderen folgen, sobald diese gehandelt haben.
turn-next = als Nächstes: { $names }
# Wer am selben Ort ist: ein Wort für die Wunden neben dem Namen.
turn-near = { $zone }: { $names }
turn-near-one = { $wounds ->
    [none] { $name }
   *[some] { $name } ({ $wounds })
}
record-title = { $names ->
    [none] { record-round }
   *[some] { $names }{ $round ->
        [0] { "" }
        [one] { " " }· Runde { $round }
       *[other] { " " }· Runde { $round }
    }
}
record-round = Runde { $round }
turn-reminder = { $names ->
    [none] Alle warten auf dich.
   *[some] Alle warten auf dich. Handeln kann: { $names }.
}
# $users sind Erwähnungen; $names sind `none`, wo auf die SL gewartet wird; $until ist ein Zeitpunkt,
# weil ein Stupser noch da ist, wenn er vorbei ist.
nudge-prompt = { $users } · { $names ->
    [none] der Kampf wartet auf deine Antwort.
   *[some] der Kampf wartet auf eine Antwort von **{ $names }**.
}{ $until ->
    [none] { "" }
   *[some] { " " }Ohne Antwort bis { $until } gilt die Vorgabe.
}
nudge-turn = { $users } · { $names ->
    [none] der Kampf wartet auf dich.
   *[some] noch immer am Zug: **{ $names }**.
}{ $until ->
    [none] { "" }
   *[some] { " " }Wenn du bis { $until } nicht handelst, ist der Zug vorbei.
}
turn-menu = { $family ->
    [attack] Angreifen
    [move] Bewegen
    [aid] Helfen und reden
   *[else] Mehr
}
turn-menu-who = Wer handelt
turn-menu-part = { $name } { $numbers }
# Eine Gruppe von Handlungen, die eine eigene Nachricht öffnet.
turn-group = { $what }{ $part ->
    [none] { "" }
   *[some] : { $part }
}{ $is_usual ->
    [yes] { "" }
   *[no] , auf andere Weise
}…
# In den Menüs der Handlungen, die jemandem gelten oder mit jemandem geschehen.
turn-whom = { $family ->
    [aid] Mit { $name }
   *[other] { $name }
}
turn-group-spared = Freunde oder Gefallene angreifen…
turn-group-rest = Andere…
turn-choose-act = Was tut { $who }?
turn-choose-way = { $who } · { $group }{ $about ->
    [none] { "" }
   *[some] { " " }({ $about })
}
turn-board = Übersicht
turn-forecast = Prognose
turn-suggested = Vorschlag: { $label }
turn-why = { $name } · { $label } · { $why }
advice-target = { $stands_out ->
    [only] { $target } ist der letzte Gegner
    [weakest] { $target } ist fast am Ende
    [nearest] { $target } ist am nächsten dran
   *[most] { $target } trifft es am härtesten
}
advice-move = { $is_closer ->
    [yes] es bringt { $who } näher an { $enemy }
   *[no] es bringt { $who } weg von { $enemy }
}
advice-other = { $why ->
    [harm] es hilft { $who }, den Gegnern zu schaden
    [guard] { $who } ist damit sicherer
   *[least] nichts anderes bringt mehr
}
# Knöpfe für alle NSCs eines Zuges.
block-look = Alle wie vorgeschlagen spielen…
block-play = Das alles spielen
block-end = Alle Züge beenden
block-go-on = Weiter
block-note = Alle tun zuerst das, dann das jeweils Beste, bis ihr Zug vorbei ist. Nach jeder Handlung wird die nächste neu abgewogen; eine Frage an jemanden hält es an, und der Zug von jemand anderem auch.
block-nothing = Gerade kann niemand handeln.
block-played = { $names ->
    [none] { $waiting ->
        [none] Niemand konnte handeln.
       *[some] { $waiting }
    }
   *[other] { $names }: { $is_end ->
        [yes] beendet
       *[no] { $acts ->
            [one] 1 Handlung
           *[other] { $acts } Handlungen
        }
    }.{ $idle ->
        [none] { "" }
       *[some] { " " }Ohne Handlung: { $idle }.
    }{ $waiting ->
        [none] { "" }
       *[some] { " " }{ $waiting }
    }
}
block-waits = Der Zug wartet{ turn-stands-for }; drück danach noch einmal.
turn-back = Zurück
# In einem Formular steht mehr dazu.
turn-option-told = { $label }…
form-act = Was genau?
turn-more = Hier ist kein Platz für alles, was du tun kannst: `/guide` listet es auf, und du kannst alles auch tippen.
turn-option-of = { $name }: { $label }
turn-end = { $is_slot ->
    [yes] Passen
   *[no] Zug beenden
}

## Antworten an eine Person

reply-seen = Siehe Kanal.
reply-noted = Notiert. Der Zug wartet{ turn-stands-for }.
reply-set = { $setting }.
reply-done-already = Das ist schon erledigt.
reply-hidden-newcomer = Das liest nur die SL.
reply-turn-over = Der Zug ist vorbei.
reply-left = { $budget }.
reply-now = Jetzt: { $offers }
reply-first-of = Die ersten { $most } von { $count }:
menu-choose-attack = Wen greifst du an, und mit wem?
menu-choose-attack-pair = { $name } greift { $target } an
explain-rules = Die Regeln dahinter:
undo-choice = { $has_others ->
    [yes] Danach ist noch mehr geschehen.
   *[no] Diese Nachricht erzählt von mehreren Handlungen.
} Wie weit gehst du zurück?
undo-choice-act = { $count }. { $what }
undo-choice-button = { $steps ->
    [one] Die letzte Handlung zurücknehmen
   *[other] { $steps } Handlungen zurücknehmen
}
reply-plays-nobody = Du spielst in diesem Kampf niemanden. Mit `/init join` bist du dabei.
forecast-title = Prognose · { $system }
forecast-of = { $count ->
    [one] { $count } Kampf
   *[other] { $count } Kämpfe
}{ $is_short ->
    [yes] {" "}statt { $wanted }, weil die Zeit um war
   *[no] { "" }
}, von hier an gespielt:
forecast-end = { $is } %{ $is_range ->
    [yes] { " " }({ $least }–{ $most } %)
   *[no] { "" }
}: { $outcome }
forecast-open = Kein Ende in Sicht.
forecast-rounds = Runden: meist { $half }, selten weniger als { $few } oder mehr als { $most }.
forecast-one = { $name } ist in { $down } % ausgeschaltet{ $gone ->
    [none] { "" }
   *[some] { " " }und geht in { $gone } %
}{ $left ->
    [none] .
   *[some] ; sonst bleiben im Schnitt { $left } % der Gesundheit.
}
forecast-several = { $name }: je in { $least } bis { $most } % ausgeschaltet.
forecast-else = Was es ändern würde („{ $outcome }“):
forecast-change = { $what ->
    [more] { $number ->
        [one] mit noch einmal { $name }
       *[other] mit { $number } weiteren wie { $name }
    }
    [from-ambush] wenn die NSCs mit einem Hinterhalt beginnen
    [without-several] ohne { $number } der NSCs
    [without-one] ohne einen von { $name }
   *[without] ohne { $name }
}: { $is } % (von { $count } Kämpfen)
forecast-turn = Die kleinste Änderung, die es dreht: { $change }
forecast-far = Keine der versuchten Änderungen dreht es. Die Sieger behalten im Schnitt { $left } % ihrer Kraft.
forecast-how = -# Alle kämpfen ohne Plan weiter. Wer nachdenkt, macht es besser, auf beiden Seiten.
forecast-share = { $is } %
forecast-range = { $least }–{ $most } %
forecast-outcomes = Wie es ausgeht
forecast-down = Wer ausgeschaltet wird
encounter-title = Ein Kampf, der passt · { $system }
difficulty = { $difficulty ->
    [easy] Leicht
    [hard] Schwer
    [deadly] Tödlich
   *[fair] Ausgewogen
}
encounter-wanted = { $difficulty ->
    [easy] **Leicht**
    [hard] **Schwer**
    [deadly] **Tödlich**
   *[fair] **Ausgewogen**
}: die Gruppe siegt in { $least } bis { $most } % der Kämpfe{ $count ->
    [none] { "" }
   *[some] , gegen { $count }
}{ $family ->
    [none] { "" }
   *[some] , Familie { $family }
}{ $place ->
    [none] { "" }
   *[some] , anzutreffen in: { $place }
}.{ $has_npcs ->
    [yes] {" "}Die NSCs, die schon hier sind, kämpfen mit.
   *[no] { "" }
}
encounter-none = Ich habe keine Aufstellung gefunden. Versuch es mit einer anderen Familie, einem anderen Ort oder einer anderen Zahl.
encounter-too-hard = Dieser Kampf ist schon zu schwer: die Gruppe siegt in { $is } % ({ $least }–{ $most } %). Füg niemanden hinzu.{ $names ->
    [none] {" "}Ein paar NSCs weniger reichen nicht.
   *[some] {" "}Ohne { $names } siegt sie in { $then } %.
}
encounter-nearest = Keine davon ist ganz, was du wolltest: sie kommen von allen am nächsten.
encounter-group = { $count ->
    [1] { $name }
   *[other] { $count } × { $name }
}
encounter-line-up = **{ $number }. { $groups }**: die Gruppe siegt in { $is } % ({ $is_range ->
    [yes] { $least }–{ $most } %,{ " " }
   *[no] { "" }
}{ $fights } Kämpfe), meist in Runde { $rounds }.{ $fits ->
    [yes] { "" }
   *[no] {" "}Das ist nicht, was du wolltest, aber es kommt von allen am nächsten.
}{ $is_long ->
    [yes] {" "}Er dauert lange.
   *[no] { "" }
}{ $names ->
    [none] { "" }
   *[some] {" "}Gehen wohl zu Boden: { $names }.
}
encounter-downed = { $name } ({ $percent } %)
encounter-add = { $is_hidden ->
    [yes] { $number }, verborgen
   *[no] Aufstellung { $number } hinzufügen
}
encounter-others = Andere Aufstellungen
reply-map = Lageplan
reply-no-zones = Dieser Kampf hat keine Zonen.
reply-log-line = { $number ->
    [none] {""}
   *[some] { $number }.{" "}
}{ $at } { $who ->
    [none] die Uhr
   *[some] { $who }
}: { $what }
# Eine SL, die als NSC sprach; Spieler erfahren nicht, welche.
reply-log-gm = die SL
# Was für wen getan wurde: `Wolf: gepasst`.
reply-log-by-actor = { $name }: { $done }
# Was getan wurde und nichts vom Kampf erzählt: meist von der Uhr.
reply-log-done = { $verb ->
    [call] eine Vertretung wird gerufen
    [forget] jemand hat die eigenen Daten löschen lassen
    [nudge] ein Stupser
    [people] eine Abwesenheit oder Vertretung ist vorbei
    [queue-clear] ein Plan wird verworfen
    [refit] die Handlung wird nach neuen Regeln noch einmal gespielt
    [remind] eine Erinnerung an die SL
    [skip] das Warten endet
    [wake] der Kampf wacht auf
    [describe] Worte einer Figur, die niemand lesen kann
    [words-delete] Worte einer Figur werden weggenommen
    [words-edit] Worte einer Figur werden geändert
    [channel-unreachable] der Kanal ist nicht zu erreichen
    [channel-reachable] der Kanal ist wieder zu erreichen
    [pass] gepasst
    [done] ein Zug endet
    [turn] ein Zug beginnt
    [no] ein Nein
    [approve] ein Ja
   *[other] `{ $act }`
}
reply-log-empty = So etwas ist nicht geschehen.
reply-log-earlier = Früher
reply-log-latest = Neueste
reply-export = Der Kampf, zum Behalten:
reply-export-without-portraits = Der Kampf zum Aufheben, ohne Porträts: mit ihnen wäre die Datei zu groß für Discord.
reply-export-too-large = Die Datei hätte { $size } MB, und Discord nimmt höchstens { $most } MB. Am kleinsten ist `/export format:story`.
reply-fight = { $fight }: { $channel }{ $is_gm ->
    [yes] , du hast die SL
   *[no] { "" }
}{ $is_chosen ->
    [yes] { " " }(gewählt)
   *[no] { "" }
}
fight-choice = Welchen Kampf meinst du? Wähl ihn, und dein Befehl geht dort so weiter, wie du ihn geschickt hast.
fight-choice-menu = Kampf wählen
fight-choice-label = Kampf { $number }: { $system }
fight-choice-part = { $is_gm ->
    [yes] Du hast die SL{ $names ->
        [none] .
       *[some] { " " }und spielst { $names }.
    }
   *[no] { $names ->
        [none] Du bist dabei.
       *[some] Du spielst { $names }.
    }
}
form-try-again = Noch einmal versuchen
form-written = Du hast geschrieben:
reply-choose-fight = `/gm fight id:` wählt, um welchen Kampf es in deinen Direktnachrichten geht.
reply-command-group = `/{ $group }` ist eine Gruppe von Befehlen. Tippe einen davon: { $commands }.
reply-no-fights = Du bist in keinem offenen Kampf.
reply-kept = { $until ->
    [none] Gemerkt: es zählt, wenn das Warten vorbei ist. Bis dahin kannst du deine Antwort ändern.
   *[some] Gemerkt: es zählt { $until }, oder wenn du das Warten mit `/skip` beendest. Bis dahin kannst du deine Antwort ändern.
}
reply-wait-over = Das Warten ist vorbei.
reply-chosen = In deinen Direktnachrichten geht es jetzt um den Kampf in { $channel }.

inbox-empty = Nichts wartet auf dich.
inbox-title = { $count ->
    [one] Eine Entscheidung wartet auf dich
   *[other] { $count } Entscheidungen warten auf dich
}
inbox-no-room = Hier ist kein Platz für alle Knöpfe. Für die übrigen folge dem Link oder tipp den Befehl.
inbox-prompt = { $what }{ $until ->
    [none] { "" }
   *[some] { " " }· { $until }
} · { $place } · [dorthin]({ $jump })
inbox-turn = { $names ->
    [none] Die SL ist am Zug
   *[some] Am Zug: **{ $names }**
}{ $until ->
    [none] { "" }
   *[some] { " " }· { $until }
} · { $place } · [dorthin]({ $jump })
reply-away = { $until ->
    [none] Du bist nicht abwesend.
   *[some] Du bist abwesend; zurück bist du { $until }, am { $date }. `/away back:true` beendet es früher.
}

reply-clock = Deine Zeitzone: { $zone }, dort ist es { $local_time }. Ruhezeit: { $hours ->
    [none] keine
   *[some] { $hours }
}.

## Wie ein Kampf steht

status-title = { $system }{ $round ->
    [0] { "" }
    [one] { " " }· Runde { $round }
   *[other] { " " }· Runde { $round }
}{ $acting ->
    [none] { "" }
   *[some] { " " }· { $acting }
}
status-acting = am Zug: { $name }
status-title-over = { $system } · { $outcome }
status-title-setup = { $system } · Aufbau
status-zones = Zonen
status-seal = Siegel der Würfel
status-limits = Zeit zum Handeln
status-limit = { $kind ->
    [limit-turn] ein Zug
    [limit-ruling] Entscheidungen der SL
   *[limit-answer] eine Antwort
}: { $least }{ $most ->
    [none] { "" }
   *[some] { " " }bis { $most }
}
status-was = war { $wounds }
status-nobody-joined = Noch ist niemand dabei. Mit `/init join` bist du dabei.
status-hidden = verborgen
status-zone = **{ $zone }**{ $from ->
    [none] { "" }
   *[some] { " " }{ $from }–{ $to }
}: { $here ->
    [none] { nobody }
   *[some] { $here }
}
status-waiting = { $is_prompt ->
    [yes] Warten auf Antwort von { $who }
   *[no] Warten auf { $who }
}{ $until ->
    [none] { "" }
   *[some] { " " }· endet { $until }
}
status-waiting-who = { $who ->
    [none] SL
   *[some] { $who }
}{ $user ->
    [none] { "" }
   *[some] { " " }({ $user })
}

## Der Lageplan in Worten

picture-round = Runde { $round }
picture-set-up = Aufbau
picture-gone = Ausgeschieden: { $names }
picture-feet = { $feet } Fuß
picture-at-border = → { $zone }
picture-border = { $fact ->
    [obstacle] Hindernis
    [no-sight] keine Sicht
    [door] Tür: { door-state }
    [border-stops] { $value } { $detail }, sonst kein Weiterkommen
   *[other] { $value } { $detail }
}
map-alt = Lageplan der Zonen. { $attacks ->
    [none] { $zones }
   *[some] { $attacks }. { $zones }
}
map-attack = { $attacker } greift { $target } an
map-more = { $count } weitere
map-zone = { $zone }: { $here ->
    [none] { nobody }
   *[some] { $here }
}
map-member = { $state ->
    [none] { $name }
   *[some] { $name } ({ $state })
}

## Was schiefgeht

typed-user-bot = { $name } ist ein Bot, und Bots nehmen nicht an Kämpfen teil.
typed-option-unknown = Dieser Befehl hat die Option `{ $option }` nicht mehr.
typed-quotation-open = Ein Anführungszeichen fehlt.
typed-fields = Werte schreibt man so: hp=5 str=2
confirm-act = **{ $act }?** { $warning }
confirm-do = Trotzdem tun
confirm-too-long = Das ist noch nicht getan: es ist zu lang für einen Knopf zum Bestätigen. Nimm weniger Wörter.
choice-gone = Das kannst du nicht mehr tun. `/status` zeigt, wie der Kampf steht.
button-old = Dieser Knopf stammt aus einer älteren Version und tut nichts mehr. `/status` zeigt, wie der Kampf steht.
fault-out-of-date = Dieser Befehl ist veraltet. Lade Discord neu (Strg+R oder die App neu starten) und versuch es noch einmal.
fault-broken = Etwas ist schiefgegangen, und nichts wurde geändert. Wer diesen Bot betreibt, findet es im Protokoll. Vielleicht hilft ein neuer Versuch.
fault-locked = Ein anderes Programm benutzt die Datei der Kämpfe. Nichts wurde geändert; versuch es noch einmal.
fault-read-only = Der Bot darf nicht in seine Datei der Kämpfe schreiben, also wurde nichts geändert. Wer diesen Bot betreibt, muss es erlauben.
fault-lost = Der Bot erreicht seine Datenbank nicht. Sieh gleich nach, wie der Kampf steht, und versuch es noch einmal, wenn nichts geschehen ist.
fault-full = Der Datenträger ist voll. Nichts wurde geändert; versuch es noch einmal, wenn Platz ist.

## Schlichter Modus

plain-goes-on = … Alles steht in der Datei.
plain-cut = … Der Rest fehlt: Riposte darf hier weder Einbettungen noch Dateien senden.
plain-set = { $is_server ->
    [yes] { $is_on ->
        [yes] Ab jetzt schreibe ich auf diesem Server reinen Text.
       *[no] { $is_light ->
            [yes] Ab jetzt schicke ich auf diesem Server helle Bilder.
           *[no] Ich schicke auf diesem Server wieder Einbettungen und Bilder.
        }
    }
   *[no] { $is_on ->
        [yes] Ab jetzt schicke ich dir privat reinen Text.
       *[no] { $is_light ->
            [yes] Ab jetzt schicke ich dir privat helle Bilder.
           *[no] Ich schicke dir privat wieder Einbettungen und Bilder.
        }
    }
}

## Die Befehle eines Servers

commands-brought = { $is_shown ->
    [yes] Dieser Server hat jetzt die Befehle von { $system }: tipp /, um sie zu sehen.
   *[no] Die Befehle von { $system } kommen etwas später auf diesen Server. Bis dahin nimm die Knöpfe und Menüs.
}
commands-tomorrow = Discord nimmt heute für euren Server keine neuen Befehle mehr an, also fehlen dort noch einige eures Kampfes. Ich versuche es morgen wieder. Spielt bis dahin mit den Knöpfen und Menüs: sie können alles, was ihr braucht.
commands-of = { $is_shown ->
    [yes] Dieser Server hat die Befehle dieser Systeme. Jedes bleibt nach seinem letzten Kampf { $days ->
        [one] einen Tag
       *[other] { $days } Tage
    }:
   *[no] Dieser Server bekommt die Befehle dieser Systeme etwas später. Jedes bleibt nach seinem letzten Kampf { $days ->
        [one] einen Tag
       *[other] { $days } Tage
    }:
}
commands-of-none = Auf diesem Server wurde noch kein System gespielt, also hat er nur die Befehle, die alle Systeme teilen. Ein System kommt mit seinem ersten Kampf und bleibt nach seinem letzten { $days ->
    [one] einen Tag
   *[other] { $days } Tage
}.
commands-until = - { $system }: { $until ->
    [none] ein Kampf ist offen
   *[some] geht { $until }, wenn kein Kampf kommt
}

## Die Anleitung

guide-now = { $name } kann jetzt:
guide-nothing = { $name } kann gerade nichts tun.
guide-asked = { $question }
    Du kannst antworten: { $choices }
guide-first-steps = { $has_open_fight ->
    [yes] Du spielst in diesem Kampf niemanden. Mit `/init join` bist du dabei; `/status` zeigt, wie er steht, und `/log`, was geschehen ist.
   *[no] Ich leite Kämpfe, die im Chat gespielt werden. Hier ist gerade keiner: `/init new` eröffnet einen in einem Kanal auf einem Server, nach Regeln deiner Wahl, und mit `/init join` treten Spieler bei.
} `/sheet new` erschafft einen Charakter für dich, `/guide rule:` zeigt, was eine Regel sagt, und `/roll` würfelt. Wenn du am Zug bist, kommt eine Nachricht mit Knöpfen für alles, was du tun kannst.
guide-orders = Du hast die SL. Du kannst anordnen: { $orders }. `/guide as:` sagt, was ein NSC tun kann.
guide-hint = `/guide why:` sagt, warum etwas nicht geht, `/guide rule:`, was eine Regel sagt.
guide-can = { $command } geht jetzt.
guide-may = Du kannst { $command } benutzen: was noch fehlt, wird beim Tippen gefragt.
guide-cannot = { $command } geht gerade nicht.
guide-because = { $on ->
    [none] { $why }
   *[some] { $on }: { $why }
}
guide-instead = Du kannst: { $offers }
guide-read-rule = Regel lesen
guide-found = Davon handeln diese Regeln:
guide-book-hint = `/guide rule:` zeigt eine davon.
# Eine Weise zu handeln, mit Kosten: `/attack` · Aktion: Wolf angreifen mit Langschwert, und 2 weitere.
guide-odds = { $act } ({ $odds } %)
guide-way = `{ $command }`{ $cost ->
    [none] { "" }
   *[some] { " " }· { offer-cost }
}: { $acts }{ $more ->
    [0] { "" }
    [one] { " " }und { $more } weitere
   *[other] { " " }und { $more } weitere
}

## Was über jemanden gespeichert ist

person-gone = jemand, der nicht mehr da ist
privacy-kept = **Was über dich gespeichert ist**
privacy-shelf = In deinem Regal: { $sheets ->
    [one] 1 Bogen
   *[other] { $sheets } Bögen
} und { $templates ->
    [one] 1 Vorlage
   *[other] { $templates } Vorlagen
}.
privacy-settings = Deine Zeitzone, Ruhezeit und Abwesenheit: { $has_time ->
    [yes] ja
   *[no] nichts
}. Deine Wahl von reinem Text oder hellen Bildern: { $is_plain ->
    [yes] ja
   *[no] nichts
}.
privacy-dice = Würfe nur für deine Augen: die Geheimnisse von { $days ->
    [one] 1 Tag
   *[other] { $days } Tagen
}.
privacy-fights = Was du in Kämpfen gesagt und gedrückt hast: { $inputs ->
    [one] 1-mal
   *[other] { $inputs }-mal
}, in { $fights ->
    [one] 1 Kampf
   *[other] { $fights } Kämpfen
}. Dazu deine Charaktere, wie sie in diesen Kämpfen sind, was du für sie vorbereitet hast, und wann du zuletzt dort warst.
privacy-how = Es wird gespeichert, damit Kämpfe weitergehen, wieder gelesen und zurückgenommen werden können. Andere Spieler sehen, was der Kampf ihnen zeigt; sonst bekommt niemand etwas davon von mir.
privacy-take = Gib mir alles als Datei
privacy-delete = Löschen, was über mich gespeichert ist…
privacy-file = Hier ist alles, was über dich gespeichert ist.
privacy-sure = Löschen, was über dich gespeichert ist? Das lässt sich nicht zurücknehmen.
    - Deine Bögen mit ihren Bildern, deine Vorlagen, deine Einstellungen und was du vorbereitet hast, sind sofort weg.
    - In { $fights ->
        [one] 1 Kampf
       *[other] { $fights } Kämpfen
    } steht „jemand, der nicht mehr da ist“ für dich, und was du in deinen Worten gesagt hast, ist weg. Die Namen deiner Charaktere bleiben, und was sie getan haben.
    { $open ->
        [0] - Nachrichten, die ich geschrieben habe, bleiben in ihren Kanälen: nur dort lassen sie sich löschen.
        [one] - Wo noch ein Kampf läuft, spielt ab jetzt die SL deine Charaktere.
        - Nachrichten, die ich geschrieben habe, bleiben in ihren Kanälen: nur dort lassen sie sich löschen.
       *[other] - Wo noch ein Kampf läuft, spielt ab jetzt die SL deine Charaktere.
        - Nachrichten, die ich geschrieben habe, bleiben in ihren Kanälen: nur dort lassen sie sich löschen.
    }
privacy-delete-this = Endgültig löschen
privacy-keep = Behalten
privacy-leads = Du hast die SL offener Kämpfe in { $channels }. Beende sie (`/init end`) oder übergib sie (`/gm hand-over`) erst, damit niemand vergeblich wartet.
privacy-deleted = Was über dich gespeichert war, ist gelöscht. In Kopien, die vorher gemacht wurden, bleibt es, bis wer mich betreibt sie wegwirft.

## A fight that one can watch again

report-replay = Noch einmal ansehen
replay-no-script = Diese Seite zeigt den Kampf mit einem eigenen Skript. Erlaub ihr Skripte, oder lies die Geschichte: /export format:story.
replay-for-gm = Die Fassung der SL: mit allem, was verborgen war.
replay-for-onlookers = So, wie ihn alle im Kanal kennen konnten.
replay-for-player = So, wie ihn kennen konnte: { $names }
replay-set-up = Aufbau
replay-step = Handlung { $step } von { $steps }
replay-controls = Den Kampf ansehen
replay-position = Stelle im Kampf
replay-first = Zum Anfang
replay-previous = Eine Handlung zurück
replay-play = Abspielen
replay-pause = Anhalten
replay-next = Eine Handlung weiter
replay-last = Zum Ende
replay-speed = Tempo
replay-slow = langsam
replay-normal = normal
replay-fast = schnell
replay-keys = Tasten: ← und → gehen eine Handlung weiter, Bild auf und Bild ab eine Runde, Pos1 und Ende zum Anfang und zum Ende. Die Leertaste spielt ab und hält an.
replay-rounds = Runden
replay-map = Lageplan der Zonen
replay-record = Was geschah
replay-whole-record = Der ganze Bericht
replay-combatants = Wer wo ist. Drück auf einen Namen, um jemandem zu folgen.
replay-name = Name
replay-health = Gesundheit
replay-place = Ort
replay-notes = Zustand
replay-way = Der Weg von { $name }: { $way }
replay-way-part = { $place } (Runde { $round })
replay-off-map = nicht auf dem Lageplan
replay-undone = was dabei geschah, wurde zurückgenommen
replay-report = Der Kampf in Zahlen
replay-dice = Die Würfel
replay-dice-of-step = Würfel dieser Handlung
replay-draw = Wurf { $draw }
replay-hidden-draw = verdeckter Wurf { $draw }
replay-card = Karte { $card }
replay-seal-holds = Gerade auf dieser Seite geprüft: alle { $dice } Würfel folgen aus dem versiegelten Geheimnis, und keiner fehlt. Vergleich das Siegel mit der ersten Nachricht: { $seal }
replay-seal-holds-open = Gerade auf dieser Seite geprüft: alle { $dice } offenen Würfel folgen aus dem versiegelten Geheimnis, und keiner fehlt. Vergleich das Siegel mit der ersten Nachricht: { $seal }
replay-seal-breaks = Die Würfel folgen nicht aus dem Siegel. Die Prüfung sagt dazu auf Englisch: { $reason }.
replay-seal-kept = Die SL behält das Geheimnis der Würfel, also kann niemand sonst sie prüfen. Ihr Siegel: { $seal }
replay-seal-missing = Die Würfel dieses Kampfes folgen aus keinem Geheimnis, also kann niemand sie prüfen.

## Words in character, and following a fight

turn-describe = Beschreiben
speech-line = { $name }: { $text }{ $is_undone ->
    [yes] {" "}(was dabei gespielt wurde, ist zurückgenommen)
   *[no] {""}
}
speech-plain = { $name }: { $text }
speech-undone = Was dabei gespielt wurde, ist zurückgenommen.
speech-taken-out = (Worte, die entfernt wurden)
speech-nameless = Jemand
form-describe = { $name ->
    [none] Als Figur
   *[some] { $name }, als Figur
}
form-words = Was deine Figur sagt oder tut
speech-author = { $user ->
    [none] Die SL spielt { $name } und hat das geschrieben.
   *[some] { $user } hat das als { $name } geschrieben{ $is_npc ->
        [yes] , eine NSC-Figur.
       *[no] .
    }
}
notice-words = { $change ->
    [posted] Geschrieben als **{ $name }**. `/words edit` ändert es, `/words delete` nimmt es weg.
    [edited] Die Worte von **{ $name }** sind geändert.
   *[deleted] Die Worte von **{ $name }** sind weg.
}
notice-words-unposted = { $reason ->
    [blocked] AutoMod des Servers blockiert die Worte von **{ $name }** in { $channel }, niemand hat sie gelesen: { $text }
   *[speaker-hidden] **{ $name }** wurde verborgen, bevor diese Worte nach { $channel } kamen, niemand hat sie gelesen: { $text }
    }
    `/words edit` schreibt andere Worte an ihrer Stelle, `/words delete` lässt sie fallen.
notice-words-unchanged = Ich darf die Worte von **{ $name }** in { $channel } nicht ändern: sie bleiben dort, wie sie waren. Wer den Server verwaltet, kann mir das Recht *Nachrichten verwalten* geben oder sie löschen.
notice-words-taken-out = Die Worte von **{ $name }** in { $channel } hat jemand entfernt, der das dort darf.
voices-set = { $is_allowed ->
    [yes] Figuren sprechen auf diesem Server mit `/describe`.
   *[no] Auf diesem Server sprechen Figuren nicht.
}
follow-stop = Nicht mehr zusehen
follow-attacks = Runde { $round }: { $count ->
    [0] niemand hat angegriffen.
    [one] ein Angriff{ $attacker ->
        [none] .
       *[some] , von { $attacker } auf { $target }.
    }
   *[other] { $count } Angriffe{ $attacker ->
        [none] .
       *[some] , die meisten von { $attacker }, vor allem auf { $target }.
    }
}
follow-falls = { $names ->
    [none] Niemand ging zu Boden.
   *[some] Zu Boden ging: { $names }.
}
follow-left = Noch dabei: { $players } von { $all_players } auf der Seite der Spieler, { $foes } von { $all_foes } auf der Gegenseite.
notice-following = { $is_on ->
    [yes] Du siehst diesem Kampf zu: am Ende jeder Runde bekommst du eine Direktnachricht. `/follow` `stop:true` beendet das.
   *[no] Du siehst diesem Kampf nicht mehr zu.
}
notice-following-ended = Du siehst den Kanal eines Kampfes nicht mehr, dem du zugesehen hast. Ich erzähle dir nichts mehr davon.
