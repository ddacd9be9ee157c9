### Factions: was geschehen ist, was gefragt wird, und Ablehnungen, die seine Regeln am besten erklären.
###
### Zahlen von NSCs sind `none` für die, denen sie verborgen sind.

## Runden, Slots und Züge

fact-joined = { $who } schließt sich an: { $faction }.
fact-assigned = { $group ->
    [none] { $who } gehört zu Fraktion { $faction }.
   *[some] { $who } gehört zu Fraktion { $faction }, Trupp { $group }.
}
fact-alliance-set = { $is_on ->
    [yes] Verbündet: { $one } und { $other }.
   *[no] Verfeindet: { $one } und { $other }.
}
fact-captain-named = { $who } führt die Fraktion an.
fact-initiative-set = Zuerst dran: { $faction }{ fact-rolled }.
fact-rolled = { $face ->
    [none] { "" }
   *[some] { " " }(gewürfelt: { $face })
}
fact-first-set = Der erste Slot geht an { $faction }.
fact-ambush-began = Hinterhalt: nur wer versteckt ist, handelt.
fact-ambush-ended = Der Hinterhalt ist vorbei.
fact-fast-began = Schnelle Phase, d20 { $threshold }: wer WIT { $threshold } oder mehr hat, handelt.
fact-slow-began = Langsame Phase.
fact-slot-passed = { $how ->
    [skipped] Niemand handelt für { $faction }: der Slot verfällt.
   *[all] Fraktion { $faction } passt.
}
fact-pass-pressed = { $who } handelt nicht in diesem Slot.
fact-stretch-ended = Ein Zeitabschnitt vergeht.
fact-listed-broken = Gebrochen: { $who }.
fact-listed-surrendered = Ergeben: { $who }.

## Das Gelände

fact-border = Grenze { $zone }–{ $border }
fact-ground-tag = { $tag ->
    [cover] Deckung
    [obscured] schwer einsehbar
    [barrier] Barriere
    [hard] schwieriges Gelände
   *[exit] Ausgang
}
fact-ground-hazard = Gefahr ({ $damage })

## Angriffe. Was angekündigt wird, hat keinen Punkt: ein Doppelpunkt und der Rettungswurf können folgen.

# $name ist die Waffe, oder wie das Manöver heißt.
fact-attacked = { $is_counter ->
    [yes] { $who } kontert und { fact-does }
   *[no] { $who } { fact-does }
}{ $is_opportunity ->
    [yes] , ein Gelegenheitsangriff
   *[no] { "" }
}{ $hold_back ->
    [yes] , zurückhaltend
   *[no] { "" }
}{ $indirect ->
    [yes] , indirekt
   *[no] { "" }
}
fact-does = { $manner ->
    [weapon] greift { $target } mit { $name } an
    [disarm] will { $target } etwas aus der Hand schlagen ({ $name })
    [grapple] will { $target } packen
    [manoeuvre] versucht { $name } gegen { $target }
   *[final-blow] versetzt { $target } den Todesstoß
}
fact-blasted = { $who } trifft alles in { $zone }{ $weapon ->
    [none] { "" }
   *[some] { " " }mit { $weapon }
}{ $targets ->
    [none] { "" }
   *[some] : { $targets }
}
fact-deviated = { $zone ->
    [none] Der Flächenangriff geht fehl und trifft nichts.
   *[some] Der Flächenangriff geht fehl und landet in { $zone }{ fact-rolled }.
}
fact-hits = { $who } trifft { $target }
fact-damage = { $damage }{ $is_impaired ->
    [yes] { " " }(gemindert)
   *[no] { "" }
}
fact-poison-rolled = Gift, { $damage }
fact-attack-lost = { $target ->
    [none] Der Angriff von { $who } kommt nicht mehr an.
   *[some] Der Schlag von { $who } gegen { $target } kommt nicht mehr an.
}

## Rettungswürfe

fact-saved = { $ability }-Rettungswurf { $result }
fact-saves = { $what ->
    [poison] { $who } kämpft gegen das Gift
    [dodge] { $who } versucht auszuweichen
    [disarm] { $who } hält dagegen
    [grapple] { $who } hält dagegen
    [manoeuvre] { $who } hält dagegen
   *[other] { $who }
}
fact-or-less = höchstens { $value }
fact-verdict = { $passed ->
    [yes] { $what ->
        [hit] TREFFER
        [dodge] AUSGEWICHEN
        [disarm] WIDERSTANDEN
        [grapple] WIDERSTANDEN
        [manoeuvre] WIDERSTANDEN
        [poison] WIDERSTANDEN
        [break] LOSGERISSEN
       *[other] GELUNGEN
    }
   *[no] { $what ->
        [hit] DANEBEN
        [dodge] NICHT AUSGEWICHEN
        [disarm] NICHT WIDERSTANDEN
        [grapple] NICHT WIDERSTANDEN
        [manoeuvre] NICHT WIDERSTANDEN
        [poison] NICHT WIDERSTANDEN
        [break] NOCH GEHALTEN
       *[other] MISSLUNGEN
    }
}
fact-group-saved = { $what ->
    [morale] Moral
    [chase] Die Verfolgung
   *[other] Alle zusammen
}, { $ability }-Rettungswurf d20 { $face }: { $members }.
fact-group-saved-one = { $who }{ $value ->
    [none] { "" }
   *[some] { " " }({ $value })
} { $passed ->
    [yes] GELUNGEN
   *[no] MISSLUNGEN
}

## Gesundheit

fact-lost = { fact-cause }{ $who } verliert { $amount } Gesundheit, noch { $left }.
fact-lost-some = { fact-cause }{ $who } ist { fact-wound }.
fact-cause = { $cause ->
    [poison] Gift:{ " " }
    [hazard] Gefahr:{ " " }
   *[other] { "" }
}
fact-wound = { $wound ->
    [unhurt] unverletzt
    [hurt] verletzt
    [half-or-less] höchstens halb bei Kräften
   *[down] ausgeschaltet
}
fact-died = { $who } ist tot.
fact-healed = { $amount ->
    [none] { $who } erholt sich und ist { fact-wound }.
   *[some] { $who } bekommt { $amount } Gesundheit zurück: jetzt { $left }.
}
fact-poison-ended = { $who } ist frei von Gift.

## Stunts, und wer für wen einspringt

fact-stunt-offered = { $who } bietet { $target } an: { fact-stunt }.
fact-stunt = { $text ->
    [none] ein Stunt statt Schaden
   *[some] dies statt Schaden: „{ $text }“
}
fact-stunt-refused = Die SL lehnt den Stunt von { $who } ab: der Angriff geht weiter.
fact-stunt-declined = { $target } lehnt ab und stellt sich dem Angriff.
fact-stunt-taken = { $text ->
    [none] { $target } nimmt den Stunt an.
   *[some] { $target } nimmt an. Der Stunt: { $text }
}
fact-hid-behind = { $who } versteckt sich hinter { $behind }.
fact-shelter-refused = { $by } gibt { $who } keinen Schutz.
fact-guarded = { $who } springt für { $target } ein.

## Bewegung, Verstecken und Verfolgungen

fact-dashed = { $who } spurtet und darf sich noch zweimal bewegen.
fact-moved = { $way ->
    [move] { $who } geht{ fact-from } nach { $to }.
    [sneak] { $who } schleicht{ fact-from } nach { $to }.
    [dragged] { $who } wird nach { $to } gezerrt.
    [shoved] { $who } wird nach { $to } geschubst.
    [placed] Die SL setzt { $who } nach { $to }.
   *[reached] { $who } ist in { $to }.
}
fact-from = { $from ->
    [none] { "" }
   *[some] { " " }von { $from }
}
fact-covered = { $is_on ->
    [yes] { $who } geht hinter die Barriere.
   *[no] { $who } verlässt die Barriere.
}
fact-concealed = { $who } versteckt sich.
fact-revealed = { $who } ist nicht mehr versteckt.
fact-hide-tried = { $who } will sich verstecken{ saying }.
fact-hide-refused = { $who } kann sich jetzt nicht verstecken; nichts ist verbraucht.
fact-left = { $who } verlässt den Lageplan durch { $exit }.
fact-pursued = { $pursuers ->
    [none] Fraktion { $faction } lässt ziehen: { $leavers }.
   *[some] Fraktion { $faction } verfolgt { $leavers }. Wer mitkommt: { $pursuers }.
}
fact-reached = Eingeholt: { $who }.

## Dinge

fact-held = { $is_on ->
    [yes] { $who } nimmt in die Hand: { $item }.
   *[no] { $who } steckt weg: { $item }.
}
fact-item-let-fall = Am Boden liegt jetzt: { $item } von { $who }.
fact-coated = { $who } bestreicht mit Gift: { $item }.
fact-reloaded = { $who } lädt nach: { $item }.
fact-worn = { $state ->
    [intact] Noch heil: { $item } von { $who }.
    [damaged] Beschädigt: { $item } von { $who }.
   *[destroyed] Zerstört: { $item } von { $who }.
}
fact-durability-rolled = Haltbarkeit, { $item } von { $who }: d6 { $face }{ $holds ->
    [yes] , ohne Folgen
   *[no] { "" }
}.
fact-durability-ordered = { $is_on ->
    [yes] Nach dem Kampf wird für die Ausrüstung von { $who } gewürfelt.
   *[no] Nach dem Kampf wird nicht für die Ausrüstung von { $who } gewürfelt.
}

## Was aus den Leuten wird

fact-shoved = { $by } schubst { $who }.
fact-interacted = { $who }: { $text }
fact-steadied = { $who } bleibt standhaft.
fact-broke = { $who } ist gebrochen.
fact-surrendered = { $is_forced ->
    [yes] { $who } kann nirgends hin und ergibt sich.
   *[no] { $who } ergibt sich.
}
fact-rallied = { $who } nimmt das Aufgeben zurück und kämpft ab der nächsten Runde wieder.
fact-flag-set = { $is_on ->
    [yes] { $who } ist jetzt { fact-flag }.
   *[no] { $who } ist nicht mehr { fact-flag }.
}
fact-flag = { $flag ->
    [unseen] außer Sicht
    [cover] in Deckung
    [obscured] schwer zu sehen
    [hard] auf schwierigem Gelände
    [barrier] hinter einer Barriere
    [concealed] versteckt
    [broken] gebrochen
    [steady] standhaft
    [surrendered] durch Aufgeben aus dem Kampf
    [poisoned] vergiftet
   *[dead] tot
}
fact-noticed-set = { $is_on ->
    [yes] { $by } weiß von { $who }.
   *[no] { $by } weiß nichts von { $who }.
}
fact-manoeuvre-added = Ein neues Manöver, { $name }: { $save }-Rettungswurf, sonst { $effect }.

## Fragen

fact-ask-stunt-approval = { $text ->
    [none] { $who } will statt Schaden einen Stunt gegen { $target } versuchen. Erlaubst du es?
   *[some] { $who } will statt Schaden dies mit { $target } machen: „{ $text }“. Erlaubst du es?
}
fact-ask-stunt = { $attacker } bietet { $who } an: { fact-stunt }. Lehnt { $who } ab, geht der Angriff weiter.
fact-ask-stunt-offer = { $who } trifft { $target } und kann statt Schaden einen Stunt anbieten.
fact-ask-reaction = { fact-against } Was tut { $target }?
fact-ask-guard = { fact-against } { $who } kann einspringen.
fact-against = { $manner ->
    [weapon] { $attacker } trifft { $target } mit { $name }
    [disarm] { $attacker } schlägt { $target } gleich etwas aus der Hand ({ $name })
    [grapple] { $attacker } packt gleich { $target }
    [manoeuvre] { $attacker } versucht { $name } gegen { $target }
   *[final-blow] { $attacker } tötet gleich { $target }
}{ $is_opportunity ->
    [yes] { " " }(ein Gelegenheitsangriff).
   *[no] { "." }
}
fact-ask-consent = { $target } will sich vor dem Angriff von { $attacker } hinter { $who } verstecken.
fact-ask-opportunity = { $mover } geht weg. { $who } darf zuschlagen.
fact-ask-hide-approval = { $who } will sich verstecken{ saying }. Erlaubst du es?
fact-ask-pursuit = Vom Lageplan verschwunden: { $leavers }. Nimmt Fraktion { $faction } die Verfolgung auf?
fact-ask-ruling = { $who } versucht etwas{ saying }. Vorgeschlagen: ein { $ability }-Rettungswurf.

## Wonach das Formular einer Frage fragt

fact-form-ability = Eigenschaft des Rettungswurfs
    .example = str, agi oder wit
fact-form-effect = Was ein Gelingen bringt, in Worten
    .example = die Tür ist zu
fact-form-text = Was statt Schaden geschieht
    .example = geht zu Boden

## Antworten, als Beschriftungen

fact-answer = { $verb ->
    [dodge] Ausweichen (AGI-Rettungswurf) · kostet deinen Zug
    [take-it] Einstecken
    [let-go] Ziehen lassen
    [agree] Zustimmen
    [accept] Annehmen
    [decline] Ablehnen
    [approve] Erlauben
    [refuse] Verweigern
    [no] Zurückbleiben
    [stunt] Stunt
   *[other] { $named }
}
fact-answer-strike = { $kind ->
    [none] { $weapon ->
        [none] { fact-answer-strikes }
       *[some] { fact-answer-strikes } mit { $weapon }
    }{ $held ->
        [yes] , zurückhaltend
       *[no] { "" }
    }
   *[some] { $item ->
        [none] { fact-answer-strikes }: { $kind }
       *[some] { fact-answer-strikes }: { $kind } ({ $item })
    }
} · kostet deinen Zug
fact-answer-strikes = { $verb ->
    [counter] Kontern
    [guard] Schützen und kontern
   *[strike] Zuschlagen
}
fact-answer-guard = { $how ->
    [dodge] Schützen und ausweichen (AGI-Rettungswurf) · kostet deinen Zug
   *[other] Schützen · kostet deinen Zug
}
fact-answer-hide-behind = Hinter { $target } verstecken · kostet deinen Zug
fact-answer-pursue = Verfolgen: { $who }
fact-answer-rule = { $ability ->
    [none] Entscheiden
   *[some] Ein { $ability }-Rettungswurf
}

## Ablehnungen

refusal-not-your-slot = { $faction ->
    [none] Gerade ist kein Slot für dich offen.
   *[some] Den Slot hat jetzt { $faction }.
}
refusal-not-your-slot-FACT-ROUND-4 = Für eine Fraktion passt nur, wer sie anführt, solange sie den Slot hat und niemand ihn genommen hat.
refusal-turn-spent = Du hattest deinen Zug in dieser Runde schon.
refusal-own-turn = Du kannst nicht reagieren, während du handelst.
refusal-too-slow = { $threshold ->
    [none] In der schnellen Phase handelt nur, wer genug WIT hat.
   *[some] In der schnellen Phase handelt nur, wer WIT { $threshold } oder mehr hat.
}
refusal-ambush = Im Hinterhalt handelt nur, wer versteckt ist, und niemand reagiert.
refusal-no-action-FACT = { $because ->
    [off-map] Wer nicht auf der Karte ist, kann nicht handeln.
    [out] Wer außer Gefecht ist, kann nicht handeln.
   *[other] Du hast die Aktion dieser Art in diesem Zug verbraucht.
}
refusal-no-move-FACT = Du hast in diesem Zug keine Bewegung mehr.
refusal-worn-armour = Rüstung kannst du im Kampf nicht an- oder ablegen.
refusal-not-nearby = { fact-target } ist nicht in der Nähe: ihr müsst in derselben Zone sein.
refusal-not-visible = { fact-target } ist von hier aus nicht zu sehen.
refusal-moving = Du hast dich in diesem Zug bewegt, also kannst du nicht indirekt angreifen.
refusal-moving-far = Du hast dich in diesem Zug bewegt: du kannst nur auf Ziele innerhalb der halben Reichweite schießen.
refusal-too-close = Ein indirekter Angriff reicht nur weiter als die halbe Reichweite.
refusal-barrier = { fact-target } ist hinter einer Barriere.
refusal-unaware = Du weißt nichts von dem, der dich angreift, also kannst du nicht reagieren.
refusal-not-suitable = Diese Waffe lässt sich so nicht verwenden, oder erst, wenn sie nachgeladen ist.
refusal-not-suitable-FACT-CHASE-1 = Hier ist kein Ausgang für dich.
refusal-not-suitable-FACT-PROT-3 = { $because ->
    [already-behind] Du bist schon hinter der Barriere.
    [not-behind] Du bist hinter keiner Barriere.
   *[other] Hier ist keine Barriere.
}
refusal-not-suitable-FACT-REACT-5 = Mit diesem Angriff kannst du jetzt nicht antworten.
refusal-not-suitable-FACT-STUNT-1 = Ein Stunt tritt an die Stelle von Schaden: er geht weder mit einem Konter noch mit einem Angriff ohne Schaden.
refusal-not-suitable-FACT-TURN-3 = Das ist zu lang, um es im Kampf zu sagen: höchstens 120 Zeichen.
refusal-already-target = { fact-target } war schon Ziel dieses Angriffs.
refusal-counter-taken = Jemand anderes kontert diesen Angriff schon.
refusal-too-late = Dafür ist es zu spät.
refusal-entangled = Du wirst festgehalten: du kannst nicht gehen, ausweichen, dich hinter anderen verstecken oder sie schützen.
refusal-morale-broken = Du bist gebrochen: du kannst nur weggehen, fliehen, dich losreißen, dich ergeben oder deinen Zug beenden.
refusal-sneak-half = In einem Zug kannst du höchstens eine halbe Zone weit schleichen.
refusal-not-in-hand-FACT = Das hast du nicht in der Hand, oder keine Hand ist dafür frei.
fact-target = { $name ->
    [none] Das Ziel
   *[some] { $name }
}

## Handlungen, als Beschriftungen

factions-act-attack = { $final ->
    [yes] { act-attack } · Todesstoß
   *[no] { $target ->
        [none] Alles in { $zone } angreifen mit { $weapon-name }
       *[some] { act-attack }
    }
}{ $indirect ->
    [yes] { " " }· indirekt
   *[no] { "" }
}
factions-act-break = Losreißen
factions-act-dash = Spurten
factions-act-disarm = { $target } entwaffnen{ $item ->
    [none] { "" }
   *[some] : { $item }
}
factions-act-hide = Verstecken{ saying }
factions-act-initiative = Erster Slot an { $first }
factions-act-interact = { $complex ->
    [yes] Hantieren (komplex)
   *[no] { act-interact }
}
factions-act-leave-cover = Barriere verlassen
factions-act-manoeuvre = { $kind } gegen { $target }
factions-act-move = { $sneak ->
    [yes] Nach { $zone } schleichen
   *[no] { act-move }
}
factions-act-pass = { $faction ->
    [none] { act-pass }
   *[some] Für ganz { $faction } passen
}
factions-act-reload = Nachladen: { $item }
factions-act-shove = Schubsen, wen ich festhalte{ $zone ->
    [none] { "" }
   *[some] , nach { $zone }
}{ $hazard ->
    [yes] , in die Gefahr
   *[no] { "" }
}
factions-act-skill = Andere Aktion{ $ability ->
    [str] { " " }(STR)
    [agi] { " " }(AGI)
    [wit] { " " }(WIT)
   *[none] { "" }
}
    .all = Fertigkeit einsetzen
factions-act-stance = Wenn Gegner weggehen: { $opportunity ->
    [always] immer
    [never] nie
   *[ask] frag mich
}
    .all = Daueranweisungen
factions-act-stunt = Stunt{ saying }
factions-act-surrender = Sich ergeben
factions-act-turn = Slot nehmen
factions-act-unequip = Wegstecken: { $item }
    .all = Wegstecken
factions-act-use = { $item } benutzen{ $weapon ->
    [none] { $target ->
        [none] { "" }
       *[some] { " " }bei { $target }
    }
   *[some] { " " }an { $weapon }
}
factions-rider-hold_back = zurückhaltend
