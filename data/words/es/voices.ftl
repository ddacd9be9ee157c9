### Words in character, and following a fight.

option-stop = parar
    .about = Si termina
command-describe = describir
    .about = Di o haz algo como tu personaje: aparece con su nombre
    .text = Lo que tu personaje dice o hace
command-follow = seguir
    .about = Un mensaje directo al final de cada ronda de un combate en el que no juegas
command-words = palabras
    .about = Cambia lo que has escrito como tu personaje
command-words-edit = editar
    .about = Sustituye tus últimas palabras como personaje
    .text = Lo que pondrá desde ahora
command-words-delete = borrar
    .about = Quita tus últimas palabras como personaje
command-words-allow = permitir
    .about = Si los personajes hablan en este servidor (lo cambia quien lo administra)
context-menu-edit-words = Editar mis palabras
    .about = Cambia lo que has escrito como tu personaje
context-menu-delete-words = Borrar mis palabras
    .about = Quita lo que has escrito como tu personaje
context-menu-who-said = ¿Quién ha dicho eso?
    .about = Quién escribió estas palabras como personaje

turn-describe = Describir
speech-line = { $name }: { $text }{ $is_undone ->
    [yes] {" "}(lo que se jugó entonces está deshecho)
   *[no] {""}
}
speech-plain = { $name }: { $text }
speech-undone = Lo que se jugó entonces está deshecho.
speech-nameless = Alguien
form-describe = { $name ->
    [none] Como personaje
   *[some] { $name }, como personaje
}
form-words = Lo que tu personaje dice o hace
speech-author = { $user ->
    [none] El máster lleva a { $name } y escribió eso.
   *[some] { $user } escribió eso como { $name }{ $is_npc ->
        [yes] , un PNJ.
       *[no] .
    }
}
notice-words = { $change ->
    [posted] Escrito como **{ $name }**. `/words edit` lo cambia, `/words delete` lo quita.
    [edited] Las palabras de **{ $name }** han cambiado.
   *[deleted] Las palabras de **{ $name }** ya no están.
}
voices-set = { $is_allowed ->
    [yes] Los personajes hablan en este servidor con `/describe`.
   *[no] Los personajes no hablan en este servidor.
}
follow-stop = Dejar de seguir
follow-attacks = Ronda { $round }: { $count ->
    [0] nadie atacó.
    [one] hubo un ataque{ $attacker ->
        [none] .
       *[some] , de { $attacker } contra { $target }.
    }
    [many] hubo { $count } ataques{ $attacker ->
        [none] .
       *[some] , la mayoría de { $attacker }, sobre todo contra { $target }.
    }
   *[other] hubo { $count } ataques{ $attacker ->
        [none] .
       *[some] , la mayoría de { $attacker }, sobre todo contra { $target }.
    }
}
follow-falls = { $names ->
    [none] Nadie cayó.
   *[some] Bajas: { $names }.
}
follow-left = Siguen en pie: { $players } de { $all_players } del lado de los jugadores y { $foes } de { $all_foes } del otro lado.
notice-following = { $is_on ->
    [yes] Sigues este combate: al final de cada ronda recibes un mensaje directo. `/follow` `stop:true` lo termina.
   *[no] Ya no sigues este combate.
}

refusal-follow-plays = Participas en este combate y te enteras de todos modos.
refusal-voices-off = Los personajes no hablan en este servidor. Quien lo administra puede cambiarlo con `/words allow`.
refusal-speaker-hidden = Los jugadores no saben que { $name } está ahí. Muestra primero a { $name }: `/gm reveal`.
refusal-words-by-rule = Según las reglas de este combate, los jugadores solo hablan con `/say`.
refusal-words-missing = Di lo que tu personaje dice o hace.
refusal-words-too-long = Tus palabras son demasiado largas: caben { $most } caracteres.
refusal-no-own-words = No has escrito ahí palabras como personaje.
refusal-no-words = Nadie ha escrito estas palabras como personaje.
refusal-not-your-words = Solo quien escribió estas palabras puede cambiarlas.
