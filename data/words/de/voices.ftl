### Words in character, and following a fight.

option-stop = stopp
    .about = Ob es endet
command-describe = beschreiben
    .about = Sag oder tu etwas als deine Figur: es erscheint unter ihrem Namen
    .text = Was deine Figur sagt oder tut
command-follow = zusehen
    .about = Am Ende jeder Runde eines Kampfes, in dem du nicht mitspielst, eine Direktnachricht
command-words = worte
    .about = Ändere, was du als deine Figur geschrieben hast
command-words-edit = ändern
    .about = Ersetzt deine letzten Worte als Figur
    .text = Was von jetzt an dort steht
command-words-delete = löschen
    .about = Nimmt deine letzten Worte als Figur weg
command-words-allow = erlauben
    .about = Ob Figuren auf diesem Server sprechen (ändert, wer ihn verwaltet)
context-menu-edit-words = Meine Worte ändern
    .about = Ändert, was du als deine Figur geschrieben hast
context-menu-delete-words = Meine Worte löschen
    .about = Nimmt weg, was du als deine Figur geschrieben hast
context-menu-who-said = Wer hat das gesagt?
    .about = Wer diese Worte als Figur geschrieben hat

turn-describe = Beschreiben
speech-line = { $name }: { $text }{ $is_undone ->
    [yes] {" "}(was dabei gespielt wurde, ist zurückgenommen)
   *[no] {""}
}
speech-plain = { $name }: { $text }
speech-undone = Was dabei gespielt wurde, ist zurückgenommen.
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

refusal-follow-plays = Du bist an diesem Kampf beteiligt und erfährst ohnehin davon.
refusal-voices-off = Auf diesem Server sprechen Figuren nicht. Wer ihn verwaltet, kann das mit `/words allow` ändern.
refusal-speaker-hidden = Die Spieler wissen nicht, dass { $name } da ist. Zeig { $name } zuerst: `/gm reveal`.
refusal-words-by-rule = Nach den Regeln dieses Kampfes sprechen Spieler nur mit `/say`.
refusal-words-missing = Sag, was deine Figur sagt oder tut.
refusal-words-too-long = Deine Worte sind zu lang: ein Beitrag fasst { $most } Zeichen.
refusal-no-own-words = Du hast dort keine Worte als Figur geschrieben.
refusal-no-words = Niemand hat diese Worte als Figur geschrieben.
refusal-not-your-words = Nur wer diese Worte geschrieben hat, kann sie ändern.
