### Words in character, and following a fight.

option-stop = parar
    .about = Se termina
command-describe = descrever
    .about = Diga ou faça algo como seu personagem: aparece com o nome dele
    .text = O que seu personagem diz ou faz
command-follow = acompanhar
    .about = Uma mensagem direta no fim de cada rodada de uma luta em que você não joga
command-words = palavras
    .about = Mude o que você escreveu como seu personagem
command-words-edit = editar
    .about = Substitui suas últimas palavras como personagem
    .text = O que fica lá a partir de agora
command-words-delete = apagar
    .about = Tira suas últimas palavras como personagem
command-words-allow = permitir
    .about = Se os personagens falam neste servidor (quem o gerencia pode mudar)
context-menu-edit-words = Editar minhas palavras
    .about = Muda o que você escreveu como seu personagem
context-menu-delete-words = Apagar minhas palavras
    .about = Tira o que você escreveu como seu personagem
context-menu-who-said = Quem disse isso?
    .about = Quem escreveu estas palavras como personagem

turn-describe = Descrever
speech-line = { $name }: { $text }{ $is_undone ->
    [yes] {" "}(o que foi jogado então está desfeito)
   *[no] {""}
}
speech-plain = { $name }: { $text }
speech-undone = O que foi jogado então está desfeito.
speech-nameless = Alguém
form-describe = { $name ->
    [none] Como personagem
   *[some] { $name }, como personagem
}
form-words = O que seu personagem diz ou faz
speech-author = { $user ->
    [none] O mestre joga com { $name } e escreveu isso.
   *[some] { $user } escreveu isso como { $name }{ $is_npc ->
        [yes] , um PNJ.
       *[no] .
    }
}
notice-words = { $change ->
    [posted] Publicado como **{ $name }**. `/words edit` muda, `/words delete` tira.
    [edited] As palavras de **{ $name }** mudaram.
   *[deleted] As palavras de **{ $name }** foram tiradas.
}
voices-set = { $is_allowed ->
    [yes] Os personagens falam neste servidor com `/describe`.
   *[no] Os personagens não falam neste servidor.
}
follow-stop = Parar de acompanhar
follow-attacks = Rodada { $round }: { $count ->
    [0] ninguém atacou.
    [one] houve um ataque{ $attacker ->
        [none] .
       *[some] , de { $attacker } contra { $target }.
    }
    [many] houve { $count } ataques{ $attacker ->
        [none] .
       *[some] , a maioria de { $attacker }, principalmente contra { $target }.
    }
   *[other] houve { $count } ataques{ $attacker ->
        [none] .
       *[some] , a maioria de { $attacker }, principalmente contra { $target }.
    }
}
follow-falls = { $names ->
    [none] Ninguém caiu.
   *[some] Quem caiu: { $names }.
}
follow-left = Ainda de pé: { $players } de { $all_players } do lado dos jogadores e { $foes } de { $all_foes } do outro lado.
notice-following = { $is_on ->
    [yes] Você acompanha esta luta: no fim de cada rodada recebe uma mensagem direta. `/follow` `stop:true` encerra isso.
   *[no] Você não acompanha mais esta luta.
}

refusal-follow-plays = Você participa desta luta e fica sabendo de qualquer jeito.
refusal-voices-off = Os personagens não falam neste servidor. Quem o gerencia pode mudar isso com `/words allow`.
refusal-speaker-hidden = Os jogadores não sabem que { $name } está ali. Mostre { $name } primeiro: `/gm reveal`.
refusal-words-by-rule = Pelas regras desta luta, os jogadores só falam com `/say`.
refusal-words-missing = Diga o que seu personagem diz ou faz.
refusal-words-too-long = Suas palavras são longas demais: cabem { $most } caracteres.
refusal-no-own-words = Você não escreveu ali palavras como personagem.
refusal-no-words = Ninguém escreveu estas palavras como personagem.
refusal-not-your-words = Só quem escreveu estas palavras pode mudá-las.
