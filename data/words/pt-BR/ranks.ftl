### As regras de Ranks: o que aconteceu, o que se pergunta, e as respostas.
###
### Dados, totais e números de NPCs são `none` para quem não pode saber. As marcas são em pés.

## Entrar, rodadas e turnos

ranks-last-called = Última chamada: quem guarda pode agir antes de a rodada acabar.
ranks-point-spent = { $who } gasta um ponto de ação: mais uma ação { $action ->
    [full] completa
   *[bonus] bônus
}.
ranks-luck-gained = { $amount ->
    [1] { $who } ganha um ponto de sorte.
    [one] { $who } ganha { $amount } ponto de sorte.
    [many] { $who } ganha { $amount } pontos de sorte.
   *[other] { $who } ganha { $amount } pontos de sorte.
}
ranks-holds = { $who } guarda o turno, e ainda pode agir nesta rodada.
ranks-standing-order = { $who }{ $matching ->
    [none] { "" }
    [always] { " " }sempre acompanha inimigos que se movem
    [never] { " " }nunca acompanha inimigos que se movem
   *[ask] { " " }escolhe na hora se acompanha inimigos que se movem
}{ $resisting ->
    [none] { "" }
   *[some] { $matching ->
        [none] { "" }
       *[some] ;
    }
}{ $resisting ->
    [none] { "" }
    [bonus] { " " }resiste com uma rolagem enquanto restar uma ação bônus
    [never] { " " }nunca gasta uma ação para resistir
   *[ask] { " " }escolhe na hora se resiste com uma rolagem
}.
ranks-scene-ended = A cena acabou, e com ela as condições que duram até o fim dela.

## O terreno

ranks-ground-length = { $feet } pés
ranks-ground-over = { $is_border ->
    [yes] na divisa à direita, { $hindrance }
   *[no] terreno difícil ({ $hindrance })
}
ranks-hindrance = { $skill } { $difficulty }{ $stops ->
    [yes] , ou não passa
   *[no] { "" }
}
ranks-ground-narrow = estreita
ranks-ground-hazard = { $secret ->
    [yes] um perigo secreto ({ $damage })
   *[no] um perigo ({ $damage })
}
ranks-ground-object = dá para tombar ou arremessar: { $name } (dificuldade { $difficulty }, { $damage })
ranks-ground-item = no chão em { $mark }: { $item }
ranks-exit-set = { $exit ->
    [none] Não há saída para este lado: { $side }.
    [left] Saída na ponta esquerda para este lado: { $side }.
   *[right] Saída na ponta direita para este lado: { $side }.
}
ranks-allied = { $is_on ->
    [yes] Agora são aliados: { $one } e { $other }.
   *[no] Agora são inimigos: { $one } e { $other }.
}
ranks-chaos = { $chaos ->
    [off] A ordem dos turnos volta a ser fixa.
    [until] Todos rolam pela ordem dos turnos até a rodada { $round } acabar.
   *[encounter] Todos rolam pela ordem dos turnos, a partir da próxima rodada.
}

## Feitos e seus testes. O que é anunciado não tem ponto final: dois-pontos e a rolagem podem seguir.

# "Ana ataca Thug com sword: 6+5+4+2 + 1 (Armas Leves) = 18, precisa de 12: ACERTO (grau 2)."
ranks-declared = { $readied ->
    [yes] { $who } estava de prontidão, e { $deed }
   *[no] { $who } { $deed }
}
ranks-do-attack = ataca { $target } com { $weapon }
ranks-do-force = { $how ->
    [grapple] { $direction ->
        [down] tenta derrubar { $target }
       *[other] tenta arrastar { $target }{ ranks-direction }
    }
   *[arena] tenta forçar { $target }{ ranks-direction }
}
ranks-direction = { $direction ->
    [left] { " " }para a esquerda
    [right] { " " }para a direita
    [down] { " " }para o chão
   *[away] { " " }para longe
}
ranks-do-dash = { $to ->
    [none] dá uma arrancada
   *[some] dá uma arrancada para { $to }
}
ranks-do-shift = { $target ->
    [none] tomba { $object }
   *[some] arremessa { $object } em { $target }
}
ranks-do-advantage = { $how ->
    [misdirection] tenta despistar { $target }
    [memory] lembra o que se sabe de { $target }
    [psych] toma coragem
   *[awareness] fica de olho
}
ranks-do-interact = { $how ->
    [insult] insulta { $target }
    [startle] tenta assustar { $target }
   *[demoralize] tenta desmoralizar { $target }
}
ranks-do-recover = { $skill ->
    [none] tenta se recuperar
   *[some] trata { $patient } ({ $skill })
}
ranks-do-skill = { $text ->
    [none] tenta algo
   *[some] tenta isto: “{ $text }”
}{ $ability ->
    [none] { "" }
   *[some] { " " }({ $ability })
}
ranks-combining = { $hinders ->
    [yes] { $who } atrapalha a próxima tentativa de { ranks-kind } de { $target } ({ $skill })
   *[no] { $who } ajuda na próxima tentativa de { ranks-kind } de { $target } ({ $skill })
}
ranks-kind = { $kind ->
    [attack] ataque
    [move] movimento
    [force] forçar
    [advantage] vantagem
    [interact] provocação
   *[recover] recuperação
}
ranks-combined = { $plus } na próxima tentativa de { ranks-kind } de { $who }.

# Um teste que não pertence a nenhum feito anunciado.
ranks-check = { $purpose ->
    [stance] { $who } está na defensiva e se defende ({ $ability }, com +10)
    [defend] { $who } estava de prontidão e se defende ({ $ability }, com +5)
    [resist] { $who } resiste com { $ability }
    [soak] { $who } aguenta com { $ability } e armadura
    [match] { $who } também precisa atravessar ({ $ability })
    [driven] { $who } precisa atravessar ({ $ability })
    [move] { $who } precisa atravessar ({ $ability })
    [initiative] { $who } rola pela ordem ({ $ability })
   *[other] { $who } rola { $ability }
}
# Quem age contra quem, onde a rolagem foi contada antes.
ranks-against = { $who }{ $target ->
    [none] { "" }
   *[some] { $purpose ->
        [attack] { " " }ataca { $target }
       *[other] { " " }contra { $target }
    }
}{ $needs ->
    [none] { "" }
   *[some] , precisa de { $needs }
}
ranks-needs = { $needs }{ $is_fixed ->
    [yes] { " " }(o valor fixo)
   *[no] { "" }
}
ranks-verdict = { $is_success ->
    [yes] { $purpose ->
        [attack] ACERTO (grau { $rank })
        [move] ATRAVESSOU
        [match] ATRAVESSOU
        [driven] ATRAVESSOU
       *[other] SUCESSO (grau { $rank })
    }
   *[no] { $purpose ->
        [attack] ERRO
       *[other] FALHOU
    }
}
ranks-skill-ruled = Dificuldade { $difficulty }.

## Dano e condições

ranks-damage = Dano { $roll }{ $against ->
    [none] { "" }
   *[some] , precisa de { $against }
}
# O que faz, no mínimo de palavras.
ranks-suffered = { $kind ->
    [out-damage] { $who } está Fora de Ação, sem consciência.
    [out-fatigue] { $who } está Fora de Ação, em colapso.
    [out-composure] { $who } está Fora de Ação, e desiste.
   *[other] { $is_repeated ->
        [yes] { $who } sofre { $condition } mais uma vez { $until }: { ranks-does }; as duas valem.
       *[no] { $who } sofre { $condition } { $until }: { ranks-does }.
    }
}
ranks-does = { $kind ->
    [stunned] −2 em todos os testes
    [hurt] −1D em todos os testes
    [wounded] −1D em testes de Destreza
    [incapacitated] desvantagem em todos os testes
    [breathless] desvantagem em todos os testes
    [winded] nenhuma ação bônus
    [tired] −2 em todos os valores fixos
    [exhausted] −1D em testes de Força
    [startled] −2 na iniciativa
    [disoriented] desvantagem em todos os testes
    [discouraged] nenhuma ação bônus
   *[demoralized] −1D em testes de Presença
}
ranks-until = { $until ->
    [next-turn] até o fim do próximo turno
    [this-turn] até o fim do turno
    [round] até o fim da rodada { $round }
    [encounter] até o fim da luta
    [scene] até o fim da cena
   *[recovered] até se recuperar
}
ranks-overwhelmed = { $track ->
    [damage] Tudo junto é demais: { $who } está Fora de Ação, sem consciência.
    [fatigue] Tudo junto é demais: { $who } está Fora de Ação, em colapso.
   *[composure] Tudo junto é demais: { $who } está Fora de Ação, e desiste.
}
ranks-condition-ended = { $who } se livra da condição: { $condition }.
ranks-changed = { $is_lowered ->
    [yes] { $who } sofre { $to } no lugar de { $from }, { $until }.
   *[no] { $who } sofre { $from } só { $until }.
}
ranks-recovering = { $patient } está em recuperação: +1D no próximo teste para se recuperar.
ranks-meant = { $who }: { $text }

## O que fica preparado

ranks-defends = { $who } fica na defensiva: cada defesa é rolada com +10.
ranks-stance-ended = { $who } não está mais na defensiva.
ranks-alert = { $points ->
    [none] { $who } está em alerta, e age mais cedo na próxima rodada.
   *[some] { $who } está em alerta: +{ $points } na iniciativa da próxima rodada.
}
ranks-gained = { $who } ganha { $gain }.
ranks-gift = { $gives ->
    [flat] { $plus } em um teste
    [die] +1D em um teste
    [advantage] vantagem em um teste
   *[disadvantage] desvantagem em um teste
}{ $against ->
    [none] { "" }
   *[some] { " " }contra { $against }
}, { $until }
ranks-gain-action = { $action ->
    [full] mais uma ação completa
   *[bonus] mais uma ação bônus
}{ $is_due ->
    [yes] { " " }na próxima rodada
   *[no] { "" }
}
ranks-gain-skill = +1D em { $skill } até o fim da luta
ranks-gain-point = um ponto de ação
ranks-gain-ability = uma habilidade: “{ $text }”
ranks-readied = { $who } fica de prontidão: { $trigger ->
    [enters-reach] assim que { ranks-whoever } entrar no alcance, { $who } { $check }.
    [leaves-reach] assim que { ranks-whoever } sair do alcance, { $who } { $check }.
    [attacked] assim que { ranks-whoever } atacar, { $who } { $check }.
   *[text] { $text ->
        [none] assim que acontecer o que o mestre sabe, { $who } { $check }.
       *[some] quando isto acontecer, { $who } { $check }: “{ $text }”.
    }
}
ranks-whoever = { $enemy ->
    [none] um inimigo
   *[some] { $enemy }
}
ranks-readied-secretly = { $who } preparou algo.
ranks-ready-strike = ataca com { $weapon }
ranks-ready-force = { $how ->
    [grapple] { $direction ->
        [down] derruba o alvo
       *[other] arrasta o alvo{ ranks-direction }
    }
   *[arena] força o alvo{ ranks-direction }
}
ranks-ready-pursue = dá uma arrancada atrás do alvo, com { $weapon }
ranks-ready-defend = luta na defensiva, com +5
ranks-ready-lost = { $who } não pode mais fazer o que preparou.

## Movimento

# Sem ponto final: o teste pode seguir.
ranks-sets-out = { $flees ->
    [yes] { $who } corre para a saída
   *[no] { $way ->
        [sprint] { $who } dá uma arrancada para { $to }
       *[other] { $who } parte para { $to }
    }
}
ranks-sets-out-by = { $what } ({ $ability })
ranks-moved = { $way ->
    [incidental] { $who } dá um passo de { $from } para { $to }.
    [bonus] { $who } vai de { $from } para { $to } (ação bônus).
    [tumble] { $who } faz acrobacias de { $from } até { $to } (ação bônus).
    [full] { $who } vai de { $from } para { $to } (ação completa).
    [sprint] { $who } dá uma arrancada de { $from } para { $to }.
    [match] { $who } acompanha, de { $from } para { $to }.
   *[forced] { $who } vai à força de { $from } para { $to }.
}
ranks-placed = { $who } { $count ->
    [one] está
    [many] estão
   *[other] estão
} em { $to }.
ranks-stopped = { $who } só chega até { $at }.
ranks-matches = { $action ->
    [free] { $who } segue { $mover } com o movimento livre.
    [full] { $who } segue { $mover } com uma ação completa.
   *[bonus] { $who } segue { $mover } com uma ação bônus.
}
ranks-prone = { $who } vai ao chão.
ranks-stood-up = { $who } se levanta.
ranks-fled = { $who } escapa.
ranks-cornered = { $who } não escapa: um inimigo acompanha até o fim.
ranks-conceded = { $who } entrega os pontos, e está fora da luta.
ranks-tipped = Cai o objeto: { $object }. O mestre diz o que isso causa.

## Perguntas

ranks-ask-resist = { $purpose ->
    [attack] { $actor } está para acertar { $who } com grau { $rank }.
    [force] { $actor } está para forçar { $who } com grau { $rank }.
    [shift] { $actor } está para acertar { $who } com um objeto arremessado, grau { $rank }.
    [advantage] { $actor } está para despistar { $who } com grau { $rank }.
   *[interact] { $actor } está para abalar a compostura de { $who } com grau { $rank }.
} { $who } pode gastar uma ação para rolar { $with } em vez de ficar com o valor fixo.
ranks-with = { $one }
ranks-ask-soak = { $by ->
    [none] { ranks-soak }
   *[some] { $by } acertou. { ranks-soak }
}
ranks-soak = { $who } está para sofrer um ferimento de grau { $rank }, e pode gastar uma ação para rolar Força e armadura em vez de ficar com o valor fixo.
ranks-ask-match = { $mover } se move { $feet } pés para a { $is_left ->
    [yes] esquerda
   *[no] direita
}. { $who } pode acompanhar, na mesma direção e distância. { $is_free ->
    [yes] O movimento livre e uma ação bônus alcançam metade do Movimento cada, uma ação completa todo ele.
   *[no] Uma ação bônus alcança metade do Movimento, uma ação completa todo ele.
}{ $over ->
    [none] { "" }
   *[some] { " " }Há algo no caminho: { $over }{ $is_rolled ->
        [yes] , o que pede uma rolagem.
       *[no] .
    }
}
ranks-ask-driven = { $actor } força { $who } por cima de algo ({ $over }), e o valor fixo não basta. { $who } pode gastar uma ação para rolar. Falhar na rolagem causa fadiga.
ranks-ask-advantage = { $how ->
    [misdirection] { $who } despistou { $target }
    [memory] { $who } sabe o bastante de { $target }
   *[psych] { $who } está com o ânimo lá em cima
}: uma vantagem de grau { $rank }. O que ela dá, e a quem?
ranks-ask-recovery = { $who } pode tratar { $patient }, até o grau { $rank }. O que fazer?
ranks-ask-ruling = { $who } { $text ->
    [none] tenta algo
   *[some] tenta isto: “{ $text }”
} ({ $ability }). Quão difícil é{ $is_readied ->
    [yes] , e o que traz um sucesso?
   *[no] , o que custa, e o que traz um sucesso?
}
ranks-ask-ability = { $who } tem uma vantagem de grau 5, e pede uma nova habilidade para { $receiver }. Qual é?

## O que os formulários pedem

ranks-form-difficulty = Dificuldade
    .example = 5 muito fácil, 10 fácil, 15 moderada, 20 difícil, 25 muito difícil
ranks-form-action = O que custa
    .example = full ou bonus
ranks-form-effect = O que um sucesso traz, em palavras
    .example = a corda se rompe
ranks-form-ability = A nova habilidade, em palavras
    .example = pode andar pelas vigas sem teste

## Respostas, como rótulos

ranks-answer = { $verb ->
    [stand] Ficar com o valor fixo
    [let-go] Ficar aqui
    [refuse] Recusar
   *[other] { $named }
}
ranks-answer-resist = Rolar{ $skill ->
    [none] { "" }
   *[some] { " " }{ $skill }
} ({ ranks-answer-paid })
ranks-answer-match = Acompanhar ({ ranks-answer-paid })
ranks-answer-paid = { $action ->
    [free] movimento livre
    [full] ação completa
   *[bonus] ação bônus
}{ $luck ->
    [yes] , sorte
   *[no] { "" }
}
ranks-answer-gain = { $target ->
    [none] { "" }
   *[some] { $target }:{ " " }
}{ $effect ->
    [plus-2] +2 em um teste
    [advantage] vantagem em um teste
    [die] +1D em um teste
    [bonus-action] mais uma ação bônus
    [skill] { $skill ->
        [none] +1D em uma perícia
       *[some] +1D em { $skill }
    } durante a luta
    [full-action] mais uma ação completa
    [action-point] um ponto de ação
   *[ability] uma nova habilidade (palavra do mestre)
}
ranks-answer-treat = { $effect ->
    [remove] Curar { $condition }
    [lower] Abrandar { $condition }
    [shorten] Encurtar { $condition }
   *[recovering] +1D na próxima recuperação
}
ranks-answer-rule = { $difficulty ->
    [none] Decidir
   *[some] Dificuldade { $difficulty }{ $action ->
        [none] { "" }
        [full] { " " }(ação completa)
       *[bonus] { " " }(ação bônus)
    }
}

## Recusas

refusal-barred = { $name ->
    [none] Você está com Fôlego Curto ou Desânimo, então não tem ação bônus.
   *[some] { $name } está com Fôlego Curto ou Desânimo, e não tem ação bônus.
}
refusal-no-full = Você não tem mais ação completa nesta rodada.
refusal-no-bonus = Você não tem mais ação bônus nesta rodada.
refusal-bad-setup-RANKS-TURN-4 = A luta não espera por ninguém agora.
refusal-no-move-RANKS = Você já usou o movimento livre deste turno.
refusal-not-your-turn-RANKS-HOLD-2 = `/done` é para a última chamada de uma rodada. Um turno se encerra com `/pass`.
refusal-not-active = { $name ->
    [none] Você está fora da luta.
   *[some] { $name } está fora da luta.
}
refusal-prone = Você está no chão: levante-se antes.
refusal-bad-skill = Não dá para fazer isso com esta perícia, ou deste jeito.
refusal-not-in-hand-RANKS = Isso não está na sua mão, e daqui você não alcança.
refusal-no-hand = Não há mão livre para isso.
refusal-too-close-RANKS = { fact-target } está perto demais para isso.
refusal-out-of-reach = { $name ->
    [none] O alvo está fora do alcance.
   *[some] { $name } está fora do alcance.
}
refusal-no-path-RANKS = Você não pode ir para lá: mova-se pela linha até 0, 5, 10, …, ou para fora pela sua própria saída.
refusal-too-far = Este movimento não vai tão longe.
refusal-obstructed = O movimento livre não atravessa terreno difícil nem obstáculos: gaste uma ação para atravessar.
refusal-bad-target-RANKS-ENG-1 = { $because ->
    [already] { $name ->
        [none] Você já não presta atenção em ninguém.
       *[some] Você já presta atenção em { $name }.
    }
   *[other] { refusal-bad-target }
}
refusal-bad-trigger = { $because ->
    [nothing-readied] Você não tem nada preparado que espere seu sinal.
   *[other] Esse gatilho não combina com esse teste, ou já aconteceu.
}
refusal-no-condition = Não há aqui nenhuma condição que esta perícia trate.
refusal-no-points = Você não tem mais nenhum ponto desse tipo.
refusal-limit = Você já fez isso: uma ação extra de cada tipo por rodada, cada perícia aumentada uma vez, um ponto de sorte por teste.

## Atos, como rótulos

ranks-act-advantage = { $how ->
    [misdirection] Despistar { $target }
    [memory] Lembrar o que se sabe de { $target }
    [psych] Tomar coragem
   *[awareness] Ficar de olho, pela ordem dos turnos
}{ $item ->
    [none] { "" }
   *[some] , com { $item }
}
ranks-act-assist = Ajudar { $target }: { ranks-act-next } ({ $skill-name })
ranks-act-interfere = Atrapalhar { $target }: { ranks-act-next } ({ $skill-name })
ranks-act-next = { $kind ->
    [attack] próximo ataque
    [move] próximo movimento
    [force] próxima vez que forçar
    [advantage] próxima vantagem
    [interact] próxima provocação
   *[recover] próxima recuperação
}
ranks-act-concede = Entregar os pontos
# Ao longo de uma linha: até uma marca em pés, ou uma zona.
ranks-act-dash = { $to ->
    [none] Dar uma arrancada
   *[some] Arrancada para { $to }
}
ranks-act-defend = Ficar na defensiva
ranks-act-engage = { $target ->
    [none] Não encarar ninguém
   *[some] Encarar { $target }
}
ranks-act-fate = Gastar um ponto de ação: mais uma ação { $action ->
    [full] completa
   *[bonus] bônus
}
    .all = Gastar um ponto de ação
ranks-act-flee = Fugir{ $action ->
    [none] { "" }
   *[some] { " " }({ $action-name })
}
ranks-act-force = { $how ->
    [grapple] { $direction ->
        [down] Derrubar { $target }
       *[other] Arrastar { $target }{ ranks-act-towards }
    }
   *[arena] Forçar { $target }{ ranks-act-towards }
}
ranks-act-towards = { $direction ->
    [left] { " " }para a esquerda
    [right] { " " }para a direita
   *[other] { " " }para longe
}
ranks-act-hold = Guardar o resto do turno
ranks-act-move = { $action ->
    [tumble] Acrobacia
   *[other] Ir
}{ $to ->
    [none] { "" }
   *[some] { " " }para { $to }
}
    .likely = Ir para { $to } ({ $action })
ranks-act-ready = { $check ->
    [none] Ficar de prontidão
   *[some] { ranks-act-ready-when }: { ranks-act-ready-do }
}
    .all = Ficar de prontidão
ranks-act-ready-when = { $trigger ->
    [enters-reach] Quando { $enemy-name } entrar no meu alcance
    [leaves-reach] Quando { $enemy-name } sair do meu alcance
    [attacked] Quando alguém me atacar
   *[text] Quando acontecer outra coisa
}
ranks-word-enemy = { $enemy ->
    [any] um inimigo
   *[other] { $said }
}
ranks-act-ready-do = { $check ->
    [defend] ficar na defensiva
    [attack] atacar
    [dash] perseguir
    [force] { $how ->
        [grapple] derrubar
       *[arena] forçar
    }
    [recover] se recuperar
    [shift] tombar ou arremessar algo
    [advantage] ganhar uma vantagem
    [taunt] provocar
   *[skill] usar uma perícia
}{ $target ->
    [none] { "" }
   *[some] { " " }{ $target }
}{ $weapon ->
    [none] { "" }
   *[some] { " " }com { $weapon-name }
}
ranks-act-recover = { $target ->
    [none] Recuperar-se
   *[some] Tratar { $target }
} ({ $skill-name })
ranks-act-shift = { $target ->
    [none] Tombar { $object }
   *[some] Arremessar { $object } em { $target }
}
ranks-act-skill = Outra ação{ $skill ->
    [none] { "" }
   *[some] { " " }({ $skill-name })
}
    .all = Usar uma perícia
ranks-act-stance = { $match ->
    [none] Quando eu puder resistir: { $resist ->
        [bonus] resistir com uma ação bônus
        [never] nunca
       *[ask] me pergunte
    }
    [always] Quando inimigos se afastam: sempre
    [never] Quando inimigos se afastam: nunca
   *[ask] Quando inimigos se afastam: me pergunte
}
    .all = Respostas prontas
ranks-act-taunt = { $how ->
    [insult] Insultar { $target }
    [startle] Assustar { $target }
   *[demoralize] Desmoralizar { $target }
}
ranks-rider-luck = com sorte
