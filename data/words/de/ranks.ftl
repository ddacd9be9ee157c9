### Die Regeln von Ranks: was geschehen ist, was gefragt wird, und die Antworten.
###
### Würfel, Summen und Zahlen von NSCs sind `none` für die, die sie nicht kennen dürfen. Marken sind in
### Fuß.

## Beitritt, Runden und Züge

ranks-last-called = Letzte Gelegenheit: wer etwas bereithält, darf handeln, bevor die Runde endet.
ranks-point-spent = { $who } gibt einen Aktionspunkt aus: noch eine { $action ->
    [full] volle Aktion
   *[bonus] Bonusaktion
}.
ranks-luck-gained = { $amount ->
    [one] { $who } bekommt einen Glückspunkt.
   *[other] { $who } bekommt { $amount } Glückspunkte.
}
ranks-holds = { $who } hält den Zug zurück und darf in dieser Runde noch handeln.
ranks-standing-order = { $who }{ $matching ->
    [none] { "" }
    [always] { " " }hält immer mit, wenn Gegner sich bewegen
    [never] { " " }hält nie mit, wenn Gegner sich bewegen
   *[ask] { " " }wird gefragt, ob Mithalten lohnt, wenn Gegner sich bewegen
}{ $resisting ->
    [none] { "" }
   *[some] { $matching ->
        [none] { "" }
       *[some] ;
    }
}{ $resisting ->
    [none] { "" }
    [bonus] { " " }widersteht mit einem Wurf, solange eine Bonusaktion übrig ist
    [never] { " " }gibt nie eine Aktion aus, um zu widerstehen
   *[ask] { " " }wird vor einem Wurf zum Widerstehen gefragt
}.
ranks-scene-ended = Die Szene ist vorbei, und mit ihr die Zustände, die so lange dauern.

## Das Gelände

ranks-ground-length = { $feet } Fuß
ranks-ground-over = { $is_border ->
    [yes] an der rechten Grenze { $hindrance }
   *[no] schwieriger Boden ({ $hindrance })
}
ranks-hindrance = { $skill } { $difficulty }{ $stops ->
    [yes] , sonst kein Weiterkommen
   *[no] { "" }
}
ranks-ground-narrow = eng
ranks-ground-hazard = { $secret ->
    [yes] eine geheime Gefahr ({ $damage })
   *[no] eine Gefahr ({ $damage })
}
ranks-ground-object = { $name } zum Kippen oder Schleudern (Schwierigkeit { $difficulty }, { $damage })
ranks-ground-item = bei { $mark } liegt { $item }
ranks-exit-set = { $exit ->
    [none] { $side }: kein Weg hinaus.
    [left] { $side }: Weg hinaus am linken Ende.
   *[right] { $side }: Weg hinaus am rechten Ende.
}
ranks-allied = { $is_on ->
    [yes] Verbündet: { $one } und { $other }.
   *[no] Verfeindet: { $one } und { $other }.
}
ranks-chaos = { $chaos ->
    [off] Die Zugreihenfolge ist wieder fest.
    [until] Alle würfeln um die Zugreihenfolge, bis Runde { $round } endet.
   *[encounter] Alle würfeln um die Zugreihenfolge, ab der nächsten Runde.
}

## Taten und ihre Proben. Was angekündigt wird, hat keinen Punkt: ein Doppelpunkt und der Wurf können folgen.

# „Ana greift Schläger mit Schwert an: 6+5+4+2 + 1 (Kriegswaffen) = 18, braucht 12: TREFFER (Rang 2).“
ranks-declared = { $readied ->
    [yes] { $who } war bereit und { $deed }
   *[no] { $who } { $deed }
}
ranks-do-attack = greift { $target } mit { $weapon } an
ranks-do-force = { $how ->
    [grapple] { $direction ->
        [down] versucht, { $target } umzuwerfen
       *[other] versucht, { $target }{ ranks-direction } zu zerren
    }
   *[arena] versucht, { $target }{ ranks-direction } zu drängen
}
ranks-direction = { $direction ->
    [left] { " " }nach links
    [right] { " " }nach rechts
    [down] { " " }zu Boden
   *[away] { " " }von sich weg
}
ranks-do-dash = { $to ->
    [none] sprintet
   *[some] sprintet los, Ziel { $to }
}
ranks-do-shift = { $target ->
    [none] kippt etwas um: { $object }
   *[some] schleudert { $object } auf { $target }
}
ranks-do-advantage = { $how ->
    [misdirection] versucht, { $target } zu täuschen
    [memory] ruft in Erinnerung, was über { $target } bekannt ist
    [psych] fasst Mut
   *[awareness] hält Ausschau
}
ranks-do-interact = { $how ->
    [insult] beleidigt { $target }
    [startle] versucht, { $target } zu erschrecken
   *[demoralize] versucht, { $target } zu entmutigen
}
ranks-do-recover = { $skill ->
    [none] versucht, sich zu erholen
   *[some] behandelt { $patient } ({ $skill })
}
ranks-do-skill = { $text ->
    [none] versucht etwas
   *[some] versucht dies: „{ $text }“
}{ $ability ->
    [none] { "" }
   *[some] { " " }({ $ability })
}
ranks-combining = { $hinders ->
    [yes] { $who } behindert { $target }: { ranks-kind } ({ $skill })
   *[no] { $who } hilft { $target }: { ranks-kind } ({ $skill })
}
ranks-kind = { $kind ->
    [attack] nächster Angriff
    [move] nächste Bewegung
    [force] nächstes Drängen
    [advantage] nächster Vorteil
    [interact] nächstes Verhöhnen
   *[recover] nächste Erholung
}
ranks-combined = { $who }, { ranks-kind }: { $plus }.

# Eine Probe, die zu keiner angekündigten Tat gehört.
ranks-check = { $purpose ->
    [stance] { $who } ist in Abwehrhaltung und verteidigt sich ({ $ability }, mit +10)
    [defend] { $who } war bereit und verteidigt sich ({ $ability }, mit +5)
    [resist] { $who } hält dagegen mit { $ability }
    [soak] { $who } hält es aus, mit { $ability } und Rüstung
    [match] { $who } muss auch hinüber ({ $ability })
    [driven] { $who } muss hinüber ({ $ability })
    [move] { $who } muss hinüber ({ $ability })
    [initiative] { $who } würfelt um die Reihenfolge ({ $ability })
   *[other] { $who } würfelt { $ability }
}
# Wer gegen wen handelt, wo der Wurf schon erzählt ist.
ranks-against = { $target ->
    [none] { $who }
   *[some] { $purpose ->
        [attack] Angriff von { $who } auf { $target }
       *[other] { $who } gegen { $target }
    }
}{ $needs ->
    [none] { "" }
   *[some] , braucht { $needs }
}
ranks-needs = { $needs }{ $is_fixed ->
    [yes] { " " }(der feste Wert)
   *[no] { "" }
}
ranks-verdict = { $is_success ->
    [yes] { $purpose ->
        [attack] TREFFER (Rang { $rank })
        [move] HINÜBER
        [match] HINÜBER
        [driven] HINÜBER
       *[other] ERFOLG (Rang { $rank })
    }
   *[no] { $purpose ->
        [attack] DANEBEN
       *[other] MISSLUNGEN
    }
}
ranks-skill-ruled = Schwierigkeit { $difficulty }.

## Schaden und Zustände

ranks-damage = Schaden { $roll }{ $against ->
    [none] { "" }
   *[some] , braucht { $against }
}
# Was es bewirkt, in so wenigen Worten wie möglich.
ranks-suffered = { $kind ->
    [out-damage] { $who } ist außer Gefecht: bewusstlos.
    [out-fatigue] { $who } ist außer Gefecht: zusammengebrochen.
    [out-composure] { $who } ist außer Gefecht: hat aufgegeben.
   *[other] { $is_repeated ->
        [yes] { $who } ist noch einmal { $condition } { $until }: { ranks-does }; beides zählt.
       *[no] { $who } ist { $condition } { $until }: { ranks-does }.
    }
}
ranks-does = { $kind ->
    [stunned] −2 auf alle Proben
    [hurt] −1D auf alle Proben
    [wounded] −1D auf Proben mit Geschicklichkeit
    [incapacitated] Nachteil auf alle Proben
    [breathless] Nachteil auf alle Proben
    [winded] keine Bonusaktionen
    [tired] −2 auf alle festen Werte
    [exhausted] −1D auf Proben mit Stärke
    [startled] −2 auf Initiative
    [disoriented] Nachteil auf alle Proben
    [discouraged] keine Bonusaktionen
   *[demoralized] −1D auf Proben mit Präsenz
}
ranks-until = { $until ->
    [next-turn] bis zum Ende des nächsten eigenen Zuges
    [this-turn] bis zum Ende des eigenen Zuges
    [round] bis zum Ende von Runde { $round }
    [encounter] bis zum Ende des Kampfes
    [scene] bis zum Ende der Szene
   *[recovered] bis zur Erholung
}
ranks-overwhelmed = { $track ->
    [damage] Alles zusammen ist zu viel: { $who } ist außer Gefecht, bewusstlos.
    [fatigue] Alles zusammen ist zu viel: { $who } ist außer Gefecht, zusammengebrochen.
   *[composure] Alles zusammen ist zu viel: { $who } ist außer Gefecht und hat aufgegeben.
}
ranks-condition-ended = { $who } ist nicht mehr { $condition }.
ranks-changed = { $is_lowered ->
    [yes] { $who } ist jetzt { $to } statt { $from }, { $until }.
   *[no] { $who } ist nur noch { $until } { $from }.
}
ranks-recovering = { $patient } ist auf dem Weg der Besserung: +1D auf die nächste Erholungsprobe.
ranks-meant = { $who }: { $text }

## Was bereitliegt

ranks-defends = { $who } geht in Abwehrhaltung: jede Verteidigung wird mit +10 gewürfelt.
ranks-stance-ended = { $who } ist nicht mehr in Abwehrhaltung.
ranks-alert = { $points ->
    [none] { $who } ist wachsam und handelt in der nächsten Runde früher.
   *[some] { $who } ist wachsam: +{ $points } auf Initiative in der nächsten Runde.
}
ranks-gained = { $who } bekommt { $gain }.
ranks-gift = { $gives ->
    [flat] { $plus } auf eine Probe
    [die] +1D auf eine Probe
    [advantage] Vorteil auf eine Probe
   *[disadvantage] Nachteil auf eine Probe
}{ $against ->
    [none] { "" }
   *[some] { " " }gegen { $against }
}, { $until }
ranks-gain-action = { $action ->
    [full] noch eine volle Aktion
   *[bonus] noch eine Bonusaktion
}{ $is_due ->
    [yes] { " " }in der nächsten Runde
   *[no] { "" }
}
ranks-gain-skill = +1D auf { $skill } bis zum Ende des Kampfes
ranks-gain-point = einen Aktionspunkt
ranks-gain-ability = eine neue Fähigkeit: „{ $text }“
ranks-readied = { $who } ist bereit. { $trigger ->
    [enters-reach] Sobald { ranks-whoever } in Reichweite kommt: { $who } { $check }.
    [leaves-reach] Sobald { ranks-whoever } die Reichweite verlässt: { $who } { $check }.
    [attacked] Sobald { ranks-whoever } angreift: { $who } { $check }.
   *[text] { $text ->
        [none] Sobald geschieht, was die SL weiß: { $who } { $check }.
       *[some] Sobald dies geschieht, „{ $text }“: { $who } { $check }.
    }
}
ranks-whoever = { $enemy ->
    [none] ein Gegner
   *[some] { $enemy }
}
ranks-readied-secretly = { $who } hat etwas vorbereitet.
ranks-ready-strike = greift mit { $weapon } an
ranks-ready-force = { $how ->
    [grapple] { $direction ->
        [down] wirft den Gegner um
       *[other] zerrt den Gegner{ ranks-direction }
    }
   *[arena] drängt den Gegner{ ranks-direction }
}
ranks-ready-pursue = sprintet hinterher, mit { $weapon }
ranks-ready-defend = kämpft defensiv, mit +5
ranks-ready-lost = { $who } kann das Vorbereitete nicht mehr tun.

## Bewegung

# Ohne Punkt: die Probe kann folgen.
ranks-sets-out = { $flees ->
    [yes] { $who } rennt zum Ausgang
   *[no] { $way ->
        [sprint] { $who } sprintet los, Ziel { $to }
       *[other] { $who } geht los, Ziel { $to }
    }
}
ranks-sets-out-by = { $what } ({ $ability })
ranks-moved = { $way ->
    [incidental] { $who } tritt von { $from } bis { $to }.
    [bonus] { $who } geht von { $from } bis { $to } (Bonusaktion).
    [tumble] { $who } rollt sich von { $from } bis { $to } ab (Bonusaktion).
    [full] { $who } geht von { $from } bis { $to } (volle Aktion).
    [sprint] { $who } sprintet von { $from } bis { $to }.
    [match] { $who } hält mit, von { $from } bis { $to }.
   *[forced] { $who } wird von { $from } bis { $to } gedrängt.
}
ranks-placed = { $who } { $count ->
    [one] steht
   *[other] stehen
} bei { $to }.
ranks-stopped = { $who } kommt nur bis { $at }.
ranks-matches = { $action ->
    [free] { $who } folgt { $mover } mit der freien Bewegung.
    [full] { $who } folgt { $mover } mit einer vollen Aktion.
   *[bonus] { $who } folgt { $mover } mit einer Bonusaktion.
}
ranks-prone = { $who } wird umgeworfen.
ranks-stood-up = { $who } steht auf.
ranks-fled = { $who } entkommt.
ranks-cornered = { $who } entkommt nicht: ein Gegner hält bis zuletzt mit.
ranks-conceded = { $who } gibt auf und ist aus dem Kampf.
ranks-tipped = Umgekippt: { $object }. Die SL sagt, was das bewirkt.

## Fragen

ranks-ask-resist = { $purpose ->
    [attack] { $actor } trifft { $who } gleich mit Rang { $rank }.
    [force] { $actor } drängt { $who } gleich ab, mit Rang { $rank }.
    [shift] { $actor } trifft { $who } gleich mit einem Wurfgeschoss, Rang { $rank }.
    [advantage] { $actor } täuscht { $who } gleich, mit Rang { $rank }.
   *[interact] { $actor } bringt { $who } gleich aus der Fassung, mit Rang { $rank }.
} { $who } kann eine Aktion ausgeben und { $with } würfeln, statt den festen Wert zu behalten.
ranks-with = { $one }
ranks-ask-soak = { $by ->
    [none] { ranks-soak }
   *[some] { $by } hat getroffen. { ranks-soak }
}
ranks-soak = { $who } nimmt gleich eine Wunde von Rang { $rank } und kann eine Aktion ausgeben, um Stärke und Rüstung zu würfeln, statt den festen Wert zu behalten.
ranks-ask-match = { $mover } geht { $feet } Fuß nach { $is_left ->
    [yes] links
   *[no] rechts
}. { $who } kann mithalten, in derselben Richtung und gleich weit. { $is_free ->
    [yes] Die freie Bewegung und eine Bonusaktion reichen je für die halbe Bewegung, eine volle Aktion für die ganze.
   *[no] Eine Bonusaktion reicht für die halbe Bewegung, eine volle Aktion für die ganze.
}{ $over ->
    [none] { "" }
   *[some] { " " }Etwas ist im Weg: { $over }{ $is_rolled ->
        [yes] , das braucht einen Wurf.
       *[no] .
    }
}
ranks-ask-driven = { $actor } drängt { $who } über etwas hinweg ({ $over }), und der feste Wert reicht nicht. { $who } kann eine Aktion ausgeben und stattdessen würfeln. Misslingt der Wurf, bringt er Ermüdung.
ranks-ask-advantage = { $how ->
    [misdirection] { $who } hat { $target } getäuscht
    [memory] { $who } weiß genug über { $target }
   *[psych] { $who } ist guten Mutes
}: ein Vorteil von Rang { $rank }. Was bringt er, und wem?
ranks-ask-recovery = { $who } kann { $patient } behandeln, bis Rang { $rank }. Was wird getan?
ranks-ask-ruling = { $who } { $text ->
    [none] versucht etwas
   *[some] versucht dies: „{ $text }“
} ({ $ability }). Wie schwer ist es{ $is_readied ->
    [yes] , und was bringt ein Erfolg?
   *[no] , was kostet es, und was bringt ein Erfolg?
}
ranks-ask-ability = { $who } hat einen Vorteil von Rang 5 und möchte eine neue Fähigkeit für { $receiver }. Welche?

## Wonach Formulare fragen

ranks-form-difficulty = Schwierigkeit
    .example = 5 sehr leicht, 10 leicht, 15 mittel, 20 schwer, 25 sehr schwer
ranks-form-action = Was es kostet
    .example = full oder bonus
ranks-form-effect = Was ein Erfolg bringt, in Worten
    .example = das Seil ist durchgeschnitten
ranks-form-ability = Die neue Fähigkeit, in Worten
    .example = darf ohne Probe über die Dachbalken gehen

## Antworten, als Beschriftungen

ranks-answer = { $verb ->
    [stand] Festen Wert behalten
    [let-go] Hierbleiben
    [refuse] Ablehnen
   *[other] { $named }
}
ranks-answer-resist = Würfeln{ $skill ->
    [none] { "" }
   *[some] : { $skill }
} ({ ranks-answer-paid })
ranks-answer-match = Mithalten ({ ranks-answer-paid })
ranks-answer-paid = { $action ->
    [free] freie Bewegung
    [full] volle Aktion
   *[bonus] Bonusaktion
}{ $luck ->
    [yes] , Glück
   *[no] { "" }
}
ranks-answer-gain = { $target ->
    [none] { "" }
   *[some] { $target }:{ " " }
}{ $effect ->
    [plus-2] +2 auf eine Probe
    [advantage] Vorteil auf eine Probe
    [die] +1D auf eine Probe
    [bonus-action] noch eine Bonusaktion
    [skill] { $skill ->
        [none] +1D auf eine Fertigkeit
       *[some] +1D auf { $skill }
    } für den Kampf
    [full-action] noch eine volle Aktion
    [action-point] ein Aktionspunkt
   *[ability] eine neue Fähigkeit (Wort der SL)
}
ranks-answer-treat = { $effect ->
    [remove] Heilen: { $condition }
    [lower] Mildern: { $condition }
    [shorten] Verkürzen: { $condition }
   *[recovering] +1D auf die nächste Erholung
}
ranks-answer-rule = { $difficulty ->
    [none] Entscheiden
   *[some] Schwierigkeit { $difficulty }{ $action ->
        [none] { "" }
        [full] { " " }(volle Aktion)
       *[bonus] { " " }(Bonusaktion)
    }
}

## Ablehnungen

refusal-barred = { $name ->
    [none] Du bist ausgepumpt oder mutlos, also hast du keine Bonusaktion.
   *[some] { $name } ist ausgepumpt oder mutlos und hat keine Bonusaktion.
}
refusal-no-full = Du hast in dieser Runde keine volle Aktion mehr.
refusal-no-bonus = Du hast in dieser Runde keine Bonusaktion mehr.
refusal-bad-setup-RANKS-TURN-4 = Der Kampf wartet gerade auf niemanden.
refusal-no-move-RANKS = Du hast die freie Bewegung dieses Zuges verbraucht.
refusal-not-your-turn-RANKS-HOLD-2 = `/done` ist für die letzte Gelegenheit einer Runde. Ein Zug endet mit `/pass`.
refusal-not-active = { $name ->
    [none] Du bist aus dem Kampf.
   *[some] { $name } ist aus dem Kampf.
}
refusal-prone = Du liegst: steh erst auf.
refusal-bad-skill = Das geht nicht mit dieser Fertigkeit oder nicht auf diese Weise.
refusal-not-in-hand-RANKS = Das hast du nicht in der Hand, und hier kommst du nicht heran.
refusal-no-hand = Keine Hand ist dafür frei.
refusal-too-close-RANKS = { fact-target } ist dafür zu nah.
refusal-out-of-reach = { $name ->
    [none] Das Ziel ist außer Reichweite.
   *[some] { $name } ist außer Reichweite.
}
refusal-no-path-RANKS = Dorthin kannst du nicht: geh auf der Linie nach 0, 5, 10, … oder durch deinen eigenen Ausgang hinaus.
refusal-too-far = So weit reicht diese Bewegung nicht.
refusal-obstructed = Mit der freien Bewegung kommst du nicht über schwierigen Boden oder Hindernisse: gib eine Aktion dafür aus.
refusal-bad-target-RANKS-ENG-1 = { $because ->
    [already] { $name ->
        [none] Du bist schon niemandem zugewandt.
       *[some] Du hast dich { $name } schon zugewandt.
    }
   *[other] { refusal-bad-target }
}
refusal-bad-trigger = { $because ->
    [nothing-readied] Du hast nichts vorbereitet, das auf dein Wort wartet.
   *[other] Dieser Auslöser passt nicht zu dieser Probe, oder er ist schon eingetreten.
}
refusal-no-condition = Hier ist kein Zustand, den diese Fertigkeit behandelt.
refusal-no-points = So einen Punkt hast du nicht mehr.
refusal-limit = Das hast du schon getan: von jeder Art eine zusätzliche Aktion je Runde, jede Fertigkeit einmal erhöht, ein Glückspunkt je Probe.

## Handlungen, als Beschriftungen

ranks-act-advantage = { $how ->
    [misdirection] { $target } täuschen
    [memory] Wissen über { $target } abrufen
    [psych] Mut fassen
   *[awareness] Ausschau halten, für die Zugreihenfolge
}{ $item ->
    [none] { "" }
   *[some] , mit { $item }
}
ranks-act-assist = { $target } helfen: { ranks-act-next } ({ $skill-name })
ranks-act-interfere = { $target } behindern: { ranks-act-next } ({ $skill-name })
ranks-act-next = { $kind ->
    [attack] nächster Angriff
    [move] nächste Bewegung
    [force] nächstes Drängen
    [advantage] nächster Vorteil
    [interact] nächstes Verhöhnen
   *[recover] nächste Erholung
}
ranks-act-concede = Aufgeben
# Auf einer Linie: zu einer Marke in Fuß, oder in eine Zone.
ranks-act-dash = { $to ->
    [none] Sprinten
   *[some] Sprinten bis { $to }
}
ranks-act-defend = In Abwehrhaltung gehen
ranks-act-engage = { $target ->
    [none] Sich niemandem zuwenden
   *[some] Sich { $target } zuwenden
}
ranks-act-fate = Aktionspunkt ausgeben: noch eine { $action ->
    [full] volle Aktion
   *[bonus] Bonusaktion
}
    .all = Aktionspunkt ausgeben
ranks-act-flee = Fliehen{ $action ->
    [none] { "" }
   *[some] { " " }({ $action-name })
}
ranks-act-force = { $how ->
    [grapple] { $direction ->
        [down] { $target } umwerfen
       *[other] { $target }{ ranks-act-towards } zerren
    }
   *[arena] { $target }{ ranks-act-towards } drängen
}
ranks-act-towards = { $direction ->
    [left] { " " }nach links
    [right] { " " }nach rechts
   *[other] { " " }von mir weg
}
ranks-act-hold = Rest des Zuges zurückhalten
ranks-act-move = { $action ->
    [tumble] Abrollen
   *[other] Gehen
}{ $to ->
    [none] { "" }
   *[some] { " " }bis { $to }
}
    .likely = Gehen bis { $to } ({ $action })
ranks-act-ready = { $check ->
    [none] Etwas vorbereiten
   *[some] { ranks-act-ready-when }: { ranks-act-ready-do }
}
    .all = Etwas vorbereiten
ranks-act-ready-when = { $trigger ->
    [enters-reach] Wenn { $enemy-name } in Reichweite kommt
    [leaves-reach] Wenn { $enemy-name } meine Reichweite verlässt
    [attacked] Wenn ich angegriffen werde
   *[text] Wenn etwas anderes geschieht
}
ranks-word-enemy = { $enemy ->
    [any] ein Gegner
   *[other] { $said }
}
ranks-act-ready-do = { $check ->
    [defend] in Abwehrhaltung gehen
    [attack] angreifen
    [dash] verfolgen
    [force] { $how ->
        [grapple] umwerfen
       *[arena] drängen
    }
    [recover] erholen
    [shift] etwas kippen oder schleudern
    [advantage] Vorteil verschaffen
    [taunt] verhöhnen
   *[skill] Fertigkeit einsetzen
}{ $target ->
    [none] { "" }
   *[some] , { $target }
}{ $weapon ->
    [none] { "" }
   *[some] { " " }mit { $weapon-name }
}
ranks-act-recover = { $target ->
    [none] Sich erholen
   *[some] { $target } behandeln
} ({ $skill-name })
ranks-act-shift = { $target ->
    [none] Umkippen: { $object }
   *[some] { $object } auf { $target } schleudern
}
ranks-act-skill = Andere Aktion{ $skill ->
    [none] { "" }
   *[some] { " " }({ $skill-name })
}
    .all = Fertigkeit einsetzen
ranks-act-stance = { $match ->
    [none] Wenn ich widerstehen kann: { $resist ->
        [bonus] mit einer Bonusaktion
        [never] nie
       *[ask] frag mich
    }
    [always] Wenn Gegner weggehen: immer
    [never] Wenn Gegner weggehen: nie
   *[ask] Wenn Gegner weggehen: frag mich
}
    .all = Daueranweisungen
ranks-act-taunt = { $how ->
    [insult] { $target } beleidigen
    [startle] { $target } erschrecken
   *[demoralize] { $target } entmutigen
}
ranks-rider-luck = mit Glück
