### As regras de Fates: o que aconteceu, o que se pergunta, e as respostas.
###
### Determinação, Defesa e armadura de NPCs são `none` para quem não pode saber.

## Entrar, iniciativa e turnos

fates-door = { $state ->
    [none] nenhuma porta para { $to }
    [open] uma porta aberta para { $to }
    [closed] uma porta fechada para { $to }
   *[locked] uma porta trancada para { $to }
}
fates-init-began = Rolem iniciativa: `{ $command }`.
fates-scored = { $dice ->
    [none] { $who } { $many ->
        [one] tem
        [many] têm
       *[other] têm
    } iniciativa { $score }.
   *[some] { $who }: iniciativa { $dice }.
}
fates-goes-first = { $who } vai antes de quem tem o mesmo resultado.
fates-last-turn = { $who } joga um último turno.
fates-delayed = { $who } espera, e vai depois de { $after }.

## Ataques e testes

# "Ana ataca Thug com carbine: 5+3+2 + 3 (Armas de Fogo) = 13, precisa de 12: ACERTO."
fates-attacked = { $who } ataca { $target } com { $weapon }{ fates-luck }
fates-tried = { $who } tenta { $tried }{ fates-luck }
fates-luck = { $is_lucky ->
    [yes] , gastando um Ponto de Destino
   *[no] { "" }
}
fates-try-skill = { $text ->
    [none] usar { fates-with }
   *[some] fazer isto com { fates-with }: “{ $text }”
}
fates-with = { $skill ->
    [none] { $attribute }
   *[some] { $attribute } + { $skill }
}
fates-try-grapple = agarrar { $target }
fates-try-break = se soltar com { $with }
fates-with-destiny = { $roll } (Fortuna { $face })
fates-with-momentum = { $roll }, { $who } Ganha Embalo (mais uma Ação)
fates-hit = { $is_hit ->
    [yes] ACERTO
   *[no] ERRO
}
fates-checked = { $succeeds ->
    [yes] SUCESSO
   *[no] FALHOU
}

## Determinação

fates-lost = { $who } perde { $amount } de Determinação e fica com { $left }.
fates-looks = { $who } está { $band ->
    [unhurt] sem ferimentos
    [hurt] com ferimentos
   *[battered] em frangalhos
}.
fates-no-effect = Nada mais pode ferir { $who }.
fates-wounded = { $who } tem agora um Ferimento: o próximo dano exige um Destino.
fates-regained = { $relief ->
    [push] { $who } se levanta de novo com { $left } de Determinação.
    [rest] { $who } tem { $left } de Determinação.
   *[other] { $who } recupera { $amount } de Determinação: agora { $left }.
}
fates-out = { $exit ->
    [dead] { $who } morre.
    [removed] { $who } está fora desta luta, com vida.
   *[escaped] { $who } escapa.
}
fates-grappled = { $by } agarra { $who }.
fates-freed = { $who } se solta de { $by }.
fates-rested = Depois do descanso, { $who } tem a Determinação cheia e nenhum Ferimento. { $who } pode ignorar Destinos de novo.

## Destinos

fates-fate = { $fate ->
    [never] Nunca Mais Igual: { $who } vive, mas paga um preço.
    [push] Esforço Desesperado: { $who } aposta tudo em um único esforço.
    [blaze] Glória Final: { $who } queima até o fim em um último feito.
   *[demise] Fim Trágico: { $who } cai diante dos olhos de quem luta ao lado.
}
fates-ignored = { $who } ignora o Destino e continua na luta.
fates-narrated = “{ $text }”
fates-lowered = { $who } perde 2D de vez em { $one }{ $left ->
    [none] .
   *[some] : { $left }D a partir de agora.
}
fates-lowered-two = { $who } perde 1D de vez em { $one } e 1D em { $other }{ $left ->
    [none] .
   *[some] : { $left }D e { $left_other }D a partir de agora.
}
fates-pick-owed = { $who } ainda precisa escolher o que perde: `{ $command }`.
fates-push-rolled = 2D = { $total }{ $lives ->
    [yes] : é o bastante.
   *[no] : não é o bastante.
}
fates-demise-rolled = Quem luta ao lado ganha ânimo: 2D = { $total }.
fates-fp-gained = { $who } ganha um Ponto de Destino.
fates-blazed = { $who } joga agora um último turno, e morre quando ele acabar.

## Ajudar, Defender, Mirar e Guardar

fates-helped = { $by } ajuda { $who } com { $skill }{ $rank ->
    [none] { "" }
   *[some] { " " }+{ $rank }, agora { $total }
}{ $text ->
    [none] .
   *[some] : “{ $text }”
}
fates-help-struck = O mestre não permite a Ajuda de { $who }: ela não soma nada e não é gasta.
fates-help-stored = { $who } fica à disposição para ajudar.
fates-help-paid = { $to ->
    [none] Ninguém precisou da Ajuda de { $who }.
   *[some] Ninguém precisou da Ajuda de { $who }: { $to } ganha ânimo com ela.
}
fates-defended = { $who } se defende com { $with }{ $bonus ->
    [none] .
   *[some] : Defesa +{ $bonus }.
}
fates-defend-broken = O Defender de { $who } parou o golpe, e acaba.
fates-aimed = { $bonus ->
    [none] { $steady ->
        [yes] { $who } mira com firmeza, a longo alcance.
       *[no] { $who } mira.
    }
   *[some] { $who } mira: +{ $bonus } no próximo ataque.
}
fates-held = { $who } guarda um ato (gatilho: { $trigger }): { $deed }.
fates-held-secretly = { $who } guarda um ato.
fates-hold-fired = O ato guardado de { $who } vem agora.
fates-hold-wasted = Isso não é mais possível, e o ato guardado se perde.
fates-hold-attack = atacar { $target } com { $weapon }
fates-hold-use = usar { $item } em { $on }
fates-hold-door = { $open ->
    [yes] abrir a porta para { $to }
   *[no] fechar a porta para { $to }
}
fates-hold-interact = { $text ->
    [none] mexer em algo aqui
   *[some] fazer isto: “{ $text }”
}
fates-hold-try = tentar { $tried }
fates-whoever = quem disparar o ato
fates-an-ally = um aliado
fates-an-enemy = um inimigo
fates-when-enters = { $zone ->
    [none] { $who } entra em uma zona
   *[some] { $who } entra em { $zone }
}
fates-when-leaves = { $zone ->
    [none] { $who } sai de uma zona
   *[some] { $who } sai de { $zone }
}
fates-when-last-leaves = o último aliado sai de { $zone }
fates-when-attacks = { $at ->
    [none] { $who } ataca
   *[some] { $who } ataca { $at }
}
fates-when-uses-item = { $who } usa um item
fates-when-uses-skill = { $who } usa uma perícia
fates-when-wounded = { $who } sofre um Ferimento ou cai
fates-when-flees = { $who } tenta escapar
fates-when-text = acontece isto: “{ $text }”

## Caminhos e coisas

fates-moved = { $way ->
    [move] { $who } vai de { $from } para { $to }.
    [dash] { $who } corre de { $from } para { $to }.
    [step] { $who } dá um passo de { $from } para { $to }.
   *[placed] O mestre coloca { $who } em { $to }.
}
fates-escaping = { $who } tenta escapar.
fates-escape-failed = { $who } não escapa.
fates-door-set = { $zone } tem agora { $door }.
fates-door-tried = { $open ->
    [yes] { $who } abre a porta para { $to }.
   *[no] { $who } fecha a porta para { $to }.
}
fates-loose = No chão em { $zone }: { $item }.
fates-using = { $on ->
    [none] { $who } usa { $item }.
   *[some] { $who } usa { $item } em { $on }.
}
fates-use-lost = Não tem efeito.
fates-interacted = { $text ->
    [none] { $who } mexe em algo aqui.
   *[some] { $who }: { $text }
}

## Perguntas

fates-ask-tie = Mesma iniciativa: { $tied }. Quem vai primeiro?
fates-ask-difficulty = { $who } quer { $tried }. Quão difícil é isso?
fates-ask-help = { $roller } rolou { $total } até agora. { $who } pode somar o grau de uma perícia.
fates-ask-pay-out = Ninguém precisou da Ajuda de { $who }. Quem recupera 1 de Determinação por ela?
fates-ask-trigger = { $who } espera por isto: “{ $text }”. Já aconteceu?
fates-ask-end = Um dos lados não tem mais ninguém que possa agir. A luta acabou?

# O grande momento do jogo: o que cada Destino significa agora.
fates-ask-fate =
    { $who } já tem um Ferimento e leva mais { $amount } de dano. Qual é o Destino de { $who }?
    - Ignorar: { $is_too_big ->
        [yes] não é possível, o dano passa da metade da Determinação cheia de { $who }.
       *[no] { $left ->
            [0] não é possível de novo antes de um descanso.
           *[some] continuar na luta como antes; ainda { $left } de { $limit } até um descanso.
        }
    }
    { fates-means }
fates-ask-second-fate =
    { $who } já tem um Ferimento e leva mais { $amount } de dano. A escolha agora é do mestre.
    { fates-means }
fates-means =
    - Nunca Mais Igual: { $never ->
        [0] não é mais possível (no máximo duas vezes na vida).
       *[some] viver, mas sair desta luta; um atributo perde 2D de vez, ou dois perdem 1D cada.
    }
    - Esforço Desesperado: 2D; 8 ou mais volta como Determinação, 7 ou menos é a morte.
    - Glória Final: { $turn ->
        [none] { $who } joga um turno inteiro sem sofrer dano, e morre.
       *[some] o turno de { $turn } acaba na hora; { $who } joga um turno inteiro sem sofrer dano, e morre.
    }
    - Fim Trágico: { $count ->
        [0] { $who } morre, e não há ninguém do mesmo lado para ver.
        [one] { $who } morre; { $witnesses } recupera 2D de Determinação e ganha um Ponto de Destino.
        [many] { $who } morre; { $witnesses } recuperam 2D de Determinação e ganham um Ponto de Destino cada.
       *[other] { $who } morre; { $witnesses } recuperam 2D de Determinação e ganham um Ponto de Destino cada.
    }

## O que os formulários pedem

fates-form-difficulty = Dificuldade
    .example = 7 fácil, 11 moderada, 15 difícil, 20 heroica
fates-form-help = Como você ajuda, em uma linha
    .example = fogo de cobertura a partir do portão
fates-form-skill = Com qual perícia (a sua mais alta)
    .example = tactics
fates-form-attributes = O que perde: um 2D, ou dois 1D cada
    .example = strength, ou: strength, perception (vazio: depois)
fates-form-story = Como foi, nas suas palavras
    .example = postado junto com o resultado; pode ficar vazio

## Respostas, como rótulos

fates-answer = { $verb ->
    [decline] Dispensar
    [trigger] Disparar
    [end] Encerrar a luta
    [go-on] Continuar lutando
   *[other] { $named }
}
fates-answer-first = { $who } vai primeiro
fates-answer-rule = { $difficulty ->
    [none] Decidir
   *[some] Decidir (dificuldade { $difficulty })
}
fates-answer-help = { $skill ->
    [none] Ajudar
   *[some] Ajudar ({ $skill })
}
fates-answer-give = { $target ->
    [none] Não dar a ninguém
   *[some] Dar a { $target }
}
fates-answer-fate = { $fate ->
    [ignore] Ignorar
    [never] Nunca Mais Igual
    [push] Esforço Desesperado
    [blaze] Glória Final
    [demise] Fim Trágico
    [leave] Deixar para o mestre
    [falls] Cai
   *[other] { $named }
}

## Recusas

refusal-action-cap = Você já usou todas as Ações e Ações Livres deste turno.
refusal-no-free-action = Você não pode fazer isso como Ação Livre, ou já usou essa Ação Livre.
refusal-no-trait = Você não tem nenhum traço que dê essa Ação Livre.
refusal-not-your-turn-FATES-TURN-11 = { $because ->
    [roll-first] { $name ->
        [none] Antes, role a iniciativa.
       *[some] Antes, { $name } rola a iniciativa.
    }
   *[other] { refusal-not-your-turn }
}
refusal-no-action-FATES = Você já usou a Ação deste turno.
refusal-no-move-FATES = Você já usou o Movimento deste turno.
refusal-door-closed = Há uma porta fechada no caminho.
refusal-no-handling = Você já trocou ou apanhou um item neste turno: só dá uma vez.
refusal-not-in-hand-FATES = Você não carrega isso, ou isso não está na sua mão.
refusal-bad-target-FATES-HOLD-1 = Você só pode guardar um Ataque, o uso de um item ou o uso de uma perícia.
refusal-bad-target-FATES-HOLD-7 = É você quem dispara este ato guardado, então diga o alvo.
refusal-no-attribute = Isso exige um atributo em que você não tem dados.
refusal-no-skill = Essa perícia não combina com isso.
refusal-no-fate-points = Você não tem mais Pontos de Destino.
refusal-no-hold = Você não guarda nada que possa disparar.
refusal-already-rolled = Você já rolou sua iniciativa.
refusal-delay-too-late = Você só pode esperar bem no começo do seu turno.
refusal-delay-target = { $name ->
    [none] Você só pode ir depois de alguém cujo turno nesta rodada ainda está por vir.
   *[some] Você não pode ir depois de { $name }: escolha alguém cujo turno nesta rodada ainda está por vir.
}
refusal-delay-used = Você já esperou nesta rodada.
refusal-no-help = Você não tem nenhuma Ajuda guardada.
refusal-help-full = Essa rolagem já recebeu duas Ajudas.
refusal-help-own-roll = Você não pode ajudar sua própria rolagem.
refusal-target-wounded = { $name ->
    [none] Ajuda não recupera quem tem um Ferimento.
   *[some] { $name } tem um Ferimento: Ajuda não recupera isso.
}
refusal-grappled = Você está sob agarrão: solte-se antes.
refusal-flee-not-whole = Escapar gasta o turno inteiro, e você já usou parte dele.
refusal-enemy-too-near = Há um inimigo perto demais para escapar: todos têm que estar no alcance Extremo, ou sem caminho aberto.
refusal-enemy-too-far = Há um inimigo longe demais para escapar dele: todos têm que estar mais perto que o alcance Extremo, por um caminho aberto.
refusal-blaze-turn = Em uma Glória Final você não pode esperar, guardar um ato nem escapar.
refusal-ignore-spent = Você não pode ignorar outro Destino antes de um descanso.
refusal-ignore-too-big = Isso passa da metade da sua Determinação cheia: não dá para ignorar.
refusal-fate-unavailable = Você não pode escolher esse Destino assim: um atributo mantém pelo menos 1D, e Nunca Mais Igual só é possível duas vezes na vida.

## Atos, como rótulos

fates-act-aim = { $mode ->
    [steady] Mirar com firmeza, a longo alcance
   *[bonus] { $with ->
        [tactics] Mirar com Tática
        [search] Mirar com Busca
       *[none] Mirar
    }
}
fates-act-assist = Ficar à disposição para ajudar
fates-act-break = { $with ->
    [athletics] Soltar-se com Atletismo
    [agility] Soltar-se com Agilidade
   *[none] Soltar-se
}
fates-act-close = Fechar a porta para { $zone }
fates-act-defend = { $with ->
    [agility] Defender-se com Agilidade
    [athletics] Defender-se com Atletismo
    [hide] Defender-se com Furtividade
   *[none] Ficar na defensiva
}{ $zone ->
    [none] { "" }
   *[some] , e dar um passo para { $zone }
}
fates-act-delay = Esperar e ir depois de { $after }
    .all = Esperar por alguém
fates-act-fate = Reduzir de vez: { $attributes }
    .all = Escolher um Destino
fates-act-hold = { $do ->
    [none] Guardar o resto do turno
   *[some] { fates-act-hold-until }: { fates-act-hold-do }
}
    .all = Guardar um ato
fates-act-hold-until = { $trigger ->
    [enters] Quando { $who-name } vier
    [leaves] Quando { $who-name } sair
    [last-leaves] Quando o último inimigo tiver saído
    [attacks] Quando { $who-name } atacar
    [uses-item] Quando { $who-name } usar um item
    [uses-skill] Quando { $who-name } usar uma perícia
    [wounded] Quando { $who-name } sofrer um Ferimento
    [flees] Quando { $who-name } fugir
   *[text] Quando acontecer outra coisa
}
fates-act-hold-do = { $do ->
    [attack] atacar
    [grapple] agarrar
    [break] se soltar
    [use] usar um item
    [open] abrir uma porta
    [close] fechar uma porta
    [skill] usar uma perícia
   *[interact] interagir
}{ $target ->
    [none] { "" }
   *[some] { " " }{ $target-name }
}{ $weapon ->
    [none] { $item ->
        [none] { "" }
       *[some] { " " }com { $item }
    }
   *[some] { " " }com { $weapon-name }
}{ $skill ->
    [none] { $attribute ->
        [none] { "" }
       *[some] { " " }({ $attribute-name })
    }
   *[some] { " " }({ $skill-name })
}{ $to ->
    [none] { "" }
   *[some] { " " }({ $to })
}
fates-word-who = { $who ->
    [allies] um dos aliados
    [enemies] um dos inimigos
   *[other] { $said }
}
fates-word-target = { $target ->
    [whoever] { fates-whoever }
   *[other] { $said }
}
fates-act-init = Rolar iniciativa
fates-act-open = Abrir a porta para { $zone }
fates-act-release = { $target ->
    [none] { act-release }
   *[some] Soltar { $target }
}
fates-act-skill = Outra ação{ $skill ->
    [none] { $attribute ->
        [none] { "" }
       *[some] { " " }({ $attribute-name })
    }
   *[some] { " " }({ $skill-name })
}
    .all = Usar uma perícia
fates-act-swap = Pôr na mão: { $item }
    .all = Trocar
fates-rider-fp = com um Ponto de Destino
