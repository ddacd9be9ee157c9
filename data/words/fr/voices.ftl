### Words in character, and following a fight.

option-stop = arrêter
    .about = Si cela prend fin
command-describe = décrire
    .about = Dis ou fais quelque chose en personnage : le message porte son nom
    .text = Ce que ton personnage dit ou fait
command-follow = suivre
    .about = Un message privé à la fin de chaque round d’un combat où tu ne joues pas
command-words = paroles
    .about = Change ce que tu as écrit en personnage
command-words-edit = modifier
    .about = Remplace tes dernières paroles en personnage
    .text = Ce qui s’y trouve désormais
command-words-delete = supprimer
    .about = Retire tes dernières paroles en personnage
command-words-allow = autoriser
    .about = Si les personnages parlent sur ce serveur (réservé à qui le gère)
context-menu-edit-words = Modifier mes paroles
    .about = Change ce que tu as écrit en personnage
context-menu-delete-words = Supprimer mes paroles
    .about = Retire ce que tu as écrit en personnage
context-menu-who-said = Qui a dit cela ?
    .about = Qui a écrit ces paroles en personnage

turn-describe = Décrire
speech-line = { $name }: { $text }{ $is_undone ->
    [yes] {" "}(ce qui a été joué alors est annulé)
   *[no] {""}
}
speech-plain = { $name }: { $text }
speech-undone = Ce qui a été joué alors est annulé.
speech-nameless = Quelqu’un
form-describe = { $name ->
    [none] En personnage
   *[some] { $name }, en personnage
}
form-words = Ce que ton personnage dit ou fait
speech-author = { $user ->
    [none] Le MJ joue { $name } et a écrit cela.
   *[some] { $user } a écrit cela en jouant { $name }{ $is_npc ->
        [yes] , un PNJ.
       *[no] .
    }
}
notice-words = { $change ->
    [posted] Publié sous le nom **{ $name }**. `/words edit` le change, `/words delete` le retire.
    [edited] **{ $name }** : paroles modifiées.
   *[deleted] **{ $name }** : paroles retirées.
}
voices-set = { $is_allowed ->
    [yes] Les personnages parlent sur ce serveur avec `/describe`.
   *[no] Les personnages ne parlent pas sur ce serveur.
}
follow-stop = Ne plus suivre
follow-attacks = Round { $round } : { $count ->
    [0] personne n’a attaqué.
    [one] une attaque{ $attacker ->
        [none] .
       *[some] , par { $attacker } sur { $target }.
    }
    [many] { $count } attaques{ $attacker ->
        [none] .
       *[some] , la plupart par { $attacker }, surtout sur { $target }.
    }
   *[other] { $count } attaques{ $attacker ->
        [none] .
       *[some] , la plupart par { $attacker }, surtout sur { $target }.
    }
}
follow-falls = { $names ->
    [none] Personne n’est à terre.
   *[some] À terre : { $names }.
}
follow-left = Encore là : { $players } sur { $all_players } du côté des joueurs et { $foes } sur { $all_foes } en face.
notice-following = { $is_on ->
    [yes] Tu suis ce combat : à la fin de chaque round, tu reçois un message privé. `/follow` `stop:true` y met fin.
   *[no] Tu ne suis plus ce combat.
}

refusal-follow-plays = Tu participes à ce combat, et tu en es informé de toute façon.
refusal-voices-off = Les personnages ne parlent pas sur ce serveur. Qui le gère peut changer cela avec `/words allow`.
refusal-speaker-hidden = Les joueurs ne savent pas que { $name } est là. Révèle d’abord { $name } : `/gm reveal`.
refusal-words-by-rule = Selon les règles de ce combat, les joueurs ne parlent que par `/say`.
refusal-words-missing = Dis ce que ton personnage dit ou fait.
refusal-words-too-long = Tes paroles sont trop longues : un message en contient { $most } caractères.
refusal-no-own-words = Tu n’as pas écrit de paroles en personnage ici.
refusal-no-words = Personne n’a écrit ces paroles en personnage.
refusal-not-your-words = Seule la personne qui a écrit ces paroles peut les changer.
