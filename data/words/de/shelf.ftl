### Was außerhalb der Kämpfe liegt: Bögen, Fundus und Vorlagen, die bleiben, und Würfel ohne Regel.

## Die Felder eines Bogens

sheet-field = { $field ->
    [hp] HP
    [hp-max] Max. HP
    [ap] AP
    [phys] Körperlicher Schaden
    [ment] Geistiger Schaden
    [phys-slots] Körperlicher Schaden (belegt)
    [ment-slots] Geistiger Schaden (belegt)
    [criticals] Kritische Verletzungen
    [phys-cap] Max. körperlicher Schaden
    [ment-cap] Max. geistiger Schaden
    [health-max] Max. Gesundheit
    [str] STR
    [dex] DEX
    [con] CON
    [int] INT
    [wis] WIS
    [cha] CHA
    [agi] AGI
    [wit] WIT
    [resolve-max] Max. Kampfgeist
    [ar-physical] AR (physisch)
    [ar-energy] AR (Energie)
    [fp] Schicksalspunkte
    [ignores] Schon ignoriert
    [never-the-same] Schon „Nie mehr wie früher“
    [pick-owed] Attributwahl offen
    [recovered] Heute schon erholt
    [scars] Folgen früherer Kämpfe
    [armour-state] Zustand der Rüstung
    [pace] Tempo bei Verfolgungen
    [stance] Gelegenheitsangriffe
    [steady] Standhaft (braucht keine Moralprobe)
    [move] Bewegung in Fuß
    [luck] Glückspunkte
    [close] Kurze Waffen
    [light] Leichte Waffen
    [martial] Kriegswaffen
    [long] Lange Waffen
    [health] Gesundheit
    [skills] Fertigkeiten
    [skill] Können
    [actions] Aktionen
    [pools] Vorräte
    [level] Stufe
    [side] Seite
    [faction] Fraktion
    [group] Trupp
    [armour] Rüstung
    [gear] Ausrüstung
    [hands] Hände
    [traits] Merkmale
    [spells] Zauber
    [resolve] Kampfgeist
    [defense] Verteidigung
    [initiative] Initiative
    [wounded] Verwundung
    [in-hand] In der Hand
    [tier] NSC-Rang
    [action-points] Aktionspunkte
    [cards] Karten
    [fear] Furcht
    [rarity] Seltenheit
    [zone] Zone
    [ready] Griffbereit
    [pack] Rucksack
    [helmet] Helm
    [conditions] Zustände
    [lesser] leicht
    [moderate] mittel
    [severe] schwer
    [dead] Tot
    [poisoned] Vergiftet
    [prone] Liegend
    [broken] Gebrochen
    [concealed] Versteckt
    [surrendered] Ergeben
    [mark] Standort
    [attention] Aufmerksamkeit
    [attacks] Angriffe
    [attitude] Haltung
    [leader] Anführer
    [major] Wichtig
    [understands] Versteht Sprache
   *[other] { $named }
}
field-value = { $value ->
    [hostile] feindselig
    [wary] misstrauisch
    [curious] neugierig
    [kind] freundlich
    [helpful] hilfsbereit
    [fighting] im Kampf
    [minor] Nebenfigur
    [significant] wichtige Figur
    [slow] langsam
    [normal] normal
    [fast] schnell
    [intact] heil
    [damaged] beschädigt
    [destroyed] zerstört
    [slots] Felder
    [points] Punkte
    [helpless] wehrlos
    [bonus] Bonus
   *[other] { $named }
}

## Warum etwas nicht geht

refusal-no-sheet = { $name ->
    [none] So einen Bogen gibt es nicht.
   *[some] Du hast keinen Bogen namens { $name }.
} `{ $command-sheet-list }` zeigt deine.
refusal-sheet-name-taken = { $found ->
    [none] Du hast schon einen Bogen namens { $name }: wähl einen anderen Namen.
   *[some] „{ $name }“ sieht aus wie dein Bogen { $found }: wähl einen Namen, den niemand damit verwechselt.
}
refusal-sheet-in-fight = { $name } ist in einem Kampf, also kannst du den Bogen erst danach ändern. `{ $command-sheet-copy }` macht eine Kopie.
refusal-sheet-changed = { $name } hat sich inzwischen geändert: sieh dir den Bogen noch einmal an, dann versuch es wieder.
refusal-too-many-sheets = Du hast { $most } Bögen, mehr kann eine Person nicht haben: lösch erst einen.
refusal-too-many-templates = Du hast { $most } Vorlagen, mehr kann eine Person nicht behalten: `{ $command-load }` mit `drop:` löscht eine.
refusal-no-template = Du hast keine Vorlage namens { $name }. `{ $command-load }` ohne Namen zeigt deine.
refusal-other-system = { $name } ist ein Bogen für { $rules }, und dieser Kampf folgt anderen Regeln.
refusal-which-system = Nach welchen Regeln? Wähl mit `system:` aus: { $systems }.
refusal-from-what = Woraus soll er werden? `from:` nennt einen Archetyp oder, für die SL, eine Kreatur.
refusal-archetypes-only = „{ $name }“ ist eine Kreatur, und welche Werte eine Kreatur hat, darf nur die SL wissen. Wähle einen Archetyp: { $names }.
refusal-bad-name = Ein Name kann keine unsichtbaren Zeichen haben, keine Akzente ohne Buchstaben, nicht mehr als zwei Akzente auf einem Buchstaben und keine Zeichen, die Text umdrehen.
refusal-bad-portrait = Ein Bild ist die Adresse eines Bildes (https://example.org/ana.png) und hat höchstens { $most } Zeichen.
refusal-bad-file = { $line ->
    [none] { refusal-bad-setup } Nichts wurde geändert.
   *[some] In Zeile { $line } der Datei ist ein Fehler: { refusal-bad-setup } Nichts wurde geändert.
}
refusal-file-too-long = Eine Datei hat höchstens { $most } KiB.
refusal-file-not-text = Diese Datei ist kein Text: schick TOML oder JSON, in UTF-8.
refusal-file-not-there = Ich konnte die Datei nicht von Discord holen. Nichts wurde geändert; schick sie noch einmal.
refusal-bad-days = Befehle bleiben 1 bis { $most } Tage.
refusal-not-admin = Das darf nur, wer den Server verwalten darf.
refusal-not-dice = Ich kann „{ $dice }“ nicht als Würfel lesen. Schreib zum Beispiel: 2d6+1, (2d6+3)*2, d20 adv, 4d6kh3 (die höchsten 3 behalten), 4d6 drop lowest, 6d10>=7 (zählen), 3d6! (explodieren), 4dF, d66. Ein Kommentar kommt nach #.
refusal-dice-missing = Sag, was gewürfelt werden soll, zum Beispiel `2d6+1`.
refusal-dice-unfinished = Der Wurf bricht nach „{ $dice }“ ab: es muss eine Zahl oder ein Würfel folgen.
refusal-dice-bracket = Eine Klammer in „{ $dice }“ ist nur geöffnet oder nur geschlossen.
refusal-dice-advantage = „{ $dice }“ sagt nicht, welcher Würfel den Vorteil hat: schreib ihn hinter einen Würfel, wie in `d20 adv + d4`.
refusal-dice-too-big = „{ $dice }“ könnte mehr als 9.999.999 ergeben.
refusal-dice-number-too-big = „{ $dice }“ ist zu groß: eine Zahl in einem Wurf ist höchstens 9.999.
refusal-dice-one-at-a-time = Ich mache einen Wurf nach dem anderen. Versuch „{ $dice }“.
refusal-dice-out-of-bounds = „{ $dice }“ ist zu viel oder zu wenig: würfle 1 bis 100 Würfel mit 2 bis 100 Seiten. Würfel explodieren ab 2.
refusal-dice-too-many = Das ist zu viel für einen Wurf: höchstens 100 Würfel in 10 Teilen.
refusal-dice-too-long = Ein Wurf und der Kommentar dazu haben je höchstens { $dice } Zeichen.
refusal-no-such-day = Von „{ $name }“ gibt es keine Würfel zu zeigen. Nenn heute (UTC) oder einen früheren Tag, an dem hier jemand gewürfelt hat, etwa 2026-11-23.
refusal-no-seal = Die Würfel dieses Kampfes folgen aus keinem Geheimnis, also kann nichts hineingemischt werden.
refusal-salt-too-late = Es ist zu spät, eine Zeile hineinzumischen: der Kampf hat begonnen.
refusal-salt-too-long = Eine Zeile hat 1 bis { $most } Bytes.

## Bögen

sheet-made = { $name } ist bereit: `/init join` bringt die Figur in einen Kampf.
sheet-changed = Der Bogen { $name } ist geändert.
sheet-copied = { $name } ist bereit. Es ist eine Kopie: ab jetzt sind es zwei getrennte Bögen.
sheet-imported = Der Bogen { $name } ist importiert.
sheet-delete-sure = Den Bogen { $name } löschen? Das lässt sich nicht zurücknehmen.
sheet-deleted = Der Bogen { $name } ist gelöscht.
sheet-exported = Hier ist die Datei. `/sheet import` liest sie wieder ein, hier oder anderswo.
sheet-about = { $is_in_fight ->
    [yes] { $system } · in einem Kampf: ändern kannst du es danach
   *[no] { $system }
}
sheet-something = etwas
sheet-marks = { $count ->
    [one] 1-mal abgenutzt
   *[other] { $count }-mal abgenutzt
}
sheet-in-hand = in der Hand
sheet-page-about = Name und Bild
sheet-change = Ändern…
sheet-copy = Kopieren…
sheet-take-toml = Exportieren (TOML)
sheet-take-json = Exportieren (JSON)
sheet-delete = Löschen…
sheet-delete-this = { $name } löschen
sheet-keep = Bogen behalten
sheets-none = Du hast noch keine Bögen. `/sheet new` macht einen.
sheets-line = { $is_in_fight ->
    [yes] - **{ $name }** ({ $system }, in einem Kampf)
   *[no] - **{ $name }** ({ $system })
}
sheets-show = Zeigen…

## Fundus

kit-changed = Ab jetzt nehmen alle Kämpfe nach { $system } hier diesen Fundus.
kit-removed = Kämpfe nach { $system } nehmen hier wieder den eingebauten Fundus.
kit-shown = { $is_own ->
    [yes] Dieser Server hat einen eigenen Fundus für { $system }.
   *[no] Dieser Server nimmt den eingebauten Fundus von { $system }.
}
kit-names =
    { "" }**Archetypen** { $archetypes }
    { "" }**Kreaturen** { $creatures }

## Kreaturen

# Nach $text, $family und $place wird gesucht; $strength ist leer für alle.
bestiary-found = { $system }: { $count ->
    [one] eine Kreatur
   *[other] { $count } Kreaturen
}{ $family ->
    [none] { "" }
   *[some] , Familie { $family }
}{ $strength ->
    [none] { "" }
   *[some] , { $strength }
}{ $place ->
    [none] { "" }
   *[some] , anzutreffen in: { $place }
}{ $text ->
    [none] { "" }
   *[some] , mit „{ $text }“
}{ $pages ->
    [1] .
    [one] .
   *[other] . Seite { $page } von { $pages }:
}
bestiary-families = Familien: { $families }.
bestiary-creature = { $name } · { $system }
bestiary-add-this = Hinzufügen…
bestiary-family = { $family ->
    [none] Alle Kreaturen
   *[some] Alle: { $family }
}
bestiary-family-count = { $family } ({ $count })
bestiary-all-families = Alle Familien
bestiary-all-strengths = Alle Stärken
bestiary-pick-family = Eine Familie
bestiary-pick-strength = Wie stark
bestiary-pick-shown = Eine ansehen
bestiary-more = Mehr…
bestiary-back = Zurück
creature-strength = { $strength ->
    [minion] Handlanger
    [elite] Elite
    [boss] Boss
   *[regular] normal
}
# Steht hinter der Stärke, mit einem Leerzeichen: „Elite als Schütze“; bei verborgener Stärke allein.
creature-role = { $role ->
    [archer] als Schütze
    [bruiser] als Schläger
    [caster] als Zauberer
    [controller] als Störer
    [duelist] als Duellant
    [guard] als Wächter
    [healer] als Heiler
    [leader] als Anführer
    [lurker] als Lauerer
    [skirmisher] als Plänkler
    [swarm] als Schwarm
   *[soldier] als Soldat
}
refusal-no-creature = { $name ->
    [none] So ist hier keine Kreatur.
   *[some] Hier passt keine Kreatur zu „{ $name }“.
}{ $near ->
    [none] { $names ->
        [none] { "" }
       *[some] {" "}Die Familien sind: { $names }.
    }
   *[some] { " " }Vielleicht: { $near }?
}
refusal-strength-hidden = Wie stark eine Kreatur ist, darf nur die SL eines Kampfes hier wissen. Lass `strength:` weg, dann liest du, was man über Kreaturen erzählt.

## Eigene NSCs

npc-made = { $name } ist bereit: `/init add sheet:` bringt die Figur in einen Kampf, so oft du willst.
npc-kept = { $name } steht im Fundus dieses Servers: `/init add from:` bringt die Kreatur in jeden Kampf hier.
npc-exported = Hier ist der Eintrag. `/npc import` und `/sheet kit` lesen ihn, hier oder anderswo.
refusal-numbers-hidden = Welche Werte eine Kreatur hat, darf nur die Spielleitung eines Kampfes hier wissen oder, wo kein Kampf offen ist, wer den Server verwaltet.
refusal-npc-no-fight = Hier ist kein Kampf offen, den du leitest. Behalte den NSC für dich (`keep:mine`) oder für den Server (`keep:server`).
refusal-npc-character = „{ $name }“ ist der Bogen eines Charakters, mit Werten oder Dingen, die kein Eintrag einer Kreatur hat. `/sheet export` schreibt alles davon.
refusal-npc-file = { $names ->
    [none] In dieser Datei ist keine Kreatur. Sie braucht einen Eintrag wie `[creatures."grauer Keiler"]`.
   *[some] In dieser Datei sind mehrere Kreaturen ({ $names }): Sag mit `name:`, welche du meinst, oder behalte alle mit `keep:server`.
}
npc-keep = { $keep ->
    [fight] Diesen Kampf
    [hidden] Diesen Kampf, vor allen anderen verborgen
    [mine] Mich, bei meinen Bögen
   *[server] Diesen Server, in seinem Fundus
}
newcomer-ready = Das Formular ist bereit.
newcomer-open = Formular ausfüllen
bestiary-own = Eigene machen…
bestiary-pick-base = Ausgehen von…
set-up-own-npc = Neuer NSC…
set-up-own-npc-how = Von einer Kreatur ausgehen und ändern, was zählt
form-new-npc = Neuer NSC: { $from }
form-new-character = Neuer Charakter: { $from }
form-numbers = Werte: Was fehlt, bleibt, wie es ist
form-gear = Ausrüstung: Namen, Kommas dazwischen
form-traits = Merkmale
form-keep = Behalten für
sheet-trait = { $word ->
    [hostile] Haltung: feindselig
    [wary] Haltung: misstrauisch
    [curious] Haltung: neugierig
    [kind] Haltung: freundlich
    [helpful] Haltung: hilfsbereit
    [slow] Tempo in Verfolgungen: langsam
    [normal] Tempo in Verfolgungen: normal
    [fast] Tempo in Verfolgungen: schnell
    [minor] Nebenfigur: bei 0 Kampfgeist ausgeschaltet
    [significant] Wichtige Figur: zieht bei 0 Kampfgeist Schicksale
    [relentless] Unerbittlich
    [night-sight] Nachtsicht
    [immune-fire] Immun gegen Feuer
    [immune-poison] Immun gegen Gift
    [immune-ment] Immun gegen geistigen Schaden
    [immune-to-fear] Immun gegen Furcht
    [elusive] Schwer zu fassen
    [bodyguard] Leibwache
   *[other] { $named }
}

## Vorlagen

template-kept = Gespeichert als { $name }. `/init load` eröffnet daraus einen Kampf, in irgendeinem Kanal.
template-dropped = Die Vorlage { $name } ist gelöscht.
templates-none = Du hast noch keine Vorlagen. `/init save` speichert den Aufbau eines Kampfes als eine.
templates-which = Aus welcher Vorlage willst du hier einen Kampf eröffnen?
templates-menu = Vorlagen

## Beitreten, und einen Kampf aufbauen

joining-whom = Wen spielst du? `/sheet new` erschafft einen Charakter, der den Kampf überdauert.
joining-menu = Beitreten als…
joining-sheet = Dein Bogen
joining-new = Neu, nur für diesen Kampf
set-up-begins = { $done } Wähl eine Szene, oder leg die Zonen an und bring NSCs hinein; beginn, wenn alle beigetreten sind. *{ set-up-encounter }* schlägt NSCs vor, sobald jemand beigetreten ist. Die Menüs tun, was `/scene set`, `/init zones`, `/init add` und `/init set` tun.
set-up-who-joined = Wer dabei ist, zeigt die Übersicht im Kanal.
set-up-which-rules = Nach welchen Regeln willst du spielen?
set-up-rules = Regeln
# In a menu, below the name of each system: at most 100 characters.
set-up-rules-about = { $system ->
    [cards] Zahlenkarten ordnen die Runde, Freunde tauschen sie. Würfelpools: jede Sechs ist ein Erfolg.
    [dr12] Neu hier? Nimm dies. Spieler würfeln W20 fürs Treffen und Ausweichen, NSC nur ihren Schaden.
    [factions] Die Seiten ziehen abwechselnd. Angriffe treffen; wer sich wehrt, gibt dafür seinen Zug.
    [fates] Wie im Film: Hilfe nach dem Wurf, Unterbrechungen, ein sterbender Held wählt sein Schicksal.
   *[ranks] Abstände in Fuß auf einer Linie. Würfelsummen gegen feste Werte; Abwehr kostet eine Aktion.
}
set-up-zones = Szene oder Zonen
set-up-scene = Szene: { $name }
set-up-scene-laid = Szene: { $name }. { $about }
    { $done }
set-up-npcs = NSCs hinzufügen
set-up-sides = Wer wo beginnt
set-up-settings = Einstellungen
set-up-turn = { $is_on ->
    [yes] abschalten
   *[no] anschalten
}
set-up-start = Kampf starten
set-up-forecast = Prognose
set-up-encounter = Ein Kampf, der passt…
set-up-more = { $count ->
    [one] { $count } Kreatur, nach Familie und Stärke
   *[other] { $count } Kreaturen, nach Familie und Stärke
}
set-up-save = Als Vorlage speichern…
set-up-join = Beitreten
set-up-own-map = Eigene Zonen…
set-up-own-map-like = etwa: Tor - Hof - Halle
# Lagepläne, die zu vielen Kämpfen passen, und ihre Zonen.
set-up-map = { $map ->
    [yard] Ein Hof zwischen Tor und Halle
    [road] Eine Straße mit einer Brücke
    [woods] Eine Lichtung im Wald
    [court] Räume um einen Innenhof
    [ship] Ein Schiff und ein Pier
   *[field] Eine einzige Zone
}
set-up-map-zones = { $map ->
    [yard] Tor - Hof - Halle
    [road] Straße - Brücke - Gegenufer
    [woods] Bäume - Lichtung - Bach - Dickicht
    [court] Innenhof - Küche, Innenhof - Stall, Innenhof - Turm, Stall - Turm
    [ship] Pier - Deck - Kajüte, Deck - Bug
   *[field] Feld
}
# $rights sind die Namen, die Discords Einstellungen für sie haben.
rights-chatter = In { $channel } reden Spieler ohne mich, was die Einstellungen des Kampfes verbieten. { $is_deleting ->
    [yes] Ohne die Berechtigung { $right } darf ich nicht löschen, was sie sagen, also markiere ich es nur.
   *[no] Ohne die Berechtigung { $right } darf ich nicht markieren, was sie sagen.
}
rights-missing = Mir fehlen Berechtigungen in diesem Kanal: { $rights }. Bis jemand, der den Server verwaltet, sie mir gibt, bleiben Teile des Kampfes hier unsichtbar.

## Formulare

form-too-long = Das ist zu lang für ein Formular. Nimm `/sheet edit` oder eine Datei: exportier den Bogen, ändere die Datei und importier sie.
form-zones = Der Lageplan
form-layout = Zonen
    .example = Tor - Hof - Halle, oder: Tor-Hof, Hof-Turm
form-save = Diesen Aufbau speichern
form-template = Name der Vorlage
    .example = Der Hinterhalt an der Brücke
form-add = Hinzufügen: { $from }
form-count = Wie viele
    .example = 1
form-npc = Name (der der Kreatur)
    .example = Räuber
form-npc-at = Zone, in der sie beginnen
    .example = Hof
form-hidden = Verborgen, bis sie enthüllt werden
    .example = { "" }
form-join = Beitreten als { $from }
form-name = Name deiner Figur
    .example = Ana
form-side = { $usual ->
    [none] Seite oder Fraktion
   *[other] Seite oder Fraktion (leer: { $usual })
}
form-at = Zone, in der du beginnst
    .example = Tor
form-copy = Einen Bogen kopieren
form-copy-name = Name der Kopie
    .example = Ana die Jüngere
form-names = Namen, mit Kommas dazwischen
form-sheet-name = Name
form-portrait = Adresse eines Bildes

## Würfel ohne Regel

roll-blind = Gewürfelt. Nur die SL sieht das Ergebnis.
roll-for-gm =
    { $roll }
    Das sieht auch die SL.
roll-of-day = versiegelt · { $seal } · Würfel { $first } bis { $last } vom { $day }
roll-day = { $secret ->
    [none] Die Würfel vom { $name } sind mit { $seal } versiegelt.
   *[other] Die Würfel vom { $name } folgten aus { $secret }, versiegelt mit { $seal }.
}
roll-total = { $text }: { $faces } = **{ $total }**
roll-comment = { $roll } · { $comment }
roll-successes = { $total ->
    [one] { $text }: { $faces } = **1** Erfolg
   *[other] { $text }: { $faces } = **{ $total }** Erfolge
}
