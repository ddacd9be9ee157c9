### Cards: o que aconteceu, o que se pergunta, e recusas que as regras dele explicam melhor.
###
### Números de NPCs são `none` para quem eles estão escondidos. $action é uma Ação em palavras.

## Palavras pequenas

cards-harm-type = { $harm ->
    [phys] Físico
   *[ment] Mental
}
cards-count = { $count ->
    [0] nenhum sucesso
    [one] { $count } sucesso
    [many] { $count } sucessos
   *[other] { $count } sucessos
}
cards-dice = { $action ->
    [none] { $faces }
   *[some] { $action } { $faces }
}{ $notes ->
    [none] { "" }
   *[some] { " " }({ $notes })
} = { cards-count }

## Preparação

cards-assigned = { $who } muda de lado. Lado: { $side }.
cards-grouped = { $name ->
    [none] { $who }: uma carta para cada.
   *[some] { $who }: grupo { $name }, com uma carta para todos.
}
cards-ambush-set = { $side ->
    [none] Nenhuma emboscada.
   *[some] Emboscada armada por: { $side }{ $auto ->
        [yes] . Mais uma carta, sem teste.
       *[no] .
    }
}
cards-deaf-set = { $is_on ->
    [yes] { $one } e { $other } não conseguem se ouvir.
   *[no] { $one } e { $other } conseguem se ouvir.
}
cards-raise = { $by ->
    [0] { $action } precisa só dos sucessos de sempre
    [one] { $action } precisa de { $by } sucesso a mais, mas não quando o mestre pede o teste
    [many] { $action } precisa de { $by } sucessos a mais, mas não quando o mestre pede o teste
   *[other] { $action } precisa de { $by } sucessos a mais, mas não quando o mestre pede o teste
}{ $darkness ->
    [yes] { " " }(escuridão)
   *[no] { "" }
}
cards-raise-set = { $who ->
    [none] { cards-raise }.
   *[some] { $who }: { cards-raise }.
}
cards-fight-called = { $who } está para atacar { $target }: o mestre começa a luta com `{ $start }`. Nada foi rolado ainda.

## O terreno

cards-ground-exit = { $is ->
    [yes] saída
   *[no] sem saída
}
cards-ground-cover = { $dice ->
    [one] cobertura ({ $dice } dado)
    [many] cobertura ({ $dice } dados)
   *[other] cobertura ({ $dice } dados)
}
cards-ground-obstacle = { $maneuver ->
    [slow] obstáculo para { $to } (lenta{ cards-obstacle-test })
   *[fast] obstáculo para { $to } (rápida{ cards-obstacle-test })
}
cards-obstacle-test = { $action ->
    [none] { "" }
   *[some] , { $action } { $need }
}
cards-ground-items = no chão: { $items }
cards-zone-opened = Surge uma nova zona ao lado de { $of }: { $name }.
cards-obstacle-removed = O caminho de { $zone } para { $to } está livre.

## Cartas

cards-dealt = { $who } { $many ->
    [one] compra
    [many] compram
   *[other] compram
} { $cards }.
cards-extra-drawn = { $who } { $many ->
    [one] compra
    [many] compram
   *[other] compram
} mais uma, { $card }, e { $many ->
    [one] fica
    [many] ficam
   *[other] ficam
} com { $kept }.
cards-ambush-settled = { $succeeded ->
    [yes] A emboscada dá certo ({ $side }){ $bonus ->
        [0] .
        [one] : +{ $bonus } dado na primeira Manobra.
        [many] : +{ $bonus } dados na primeira Manobra.
       *[other] : +{ $bonus } dados na primeira Manobra.
    }
   *[no] Os outros percebem a emboscada ({ $side }), e compram mais uma vez.
}
cards-ambush-bonus-lost = O que restava da emboscada se perde.
cards-hold-began = Ninguém age ainda: cartas podem ser trocadas (`{ $swap }`). Quem não quer trocar passa.
cards-ready = { $who } não quer trocar.
cards-hold-ended = As trocas acabaram.
cards-swap-offered = { $from } oferece a { $to } uma troca de cartas. A oferta cai com a primeira Manobra da rodada.
cards-swap-declined = { $to } dispensa a troca com { $from }.
cards-swapped = { $swap ->
    [outmaneuver] Superou:{ " " }
   *[other] { "" }
}{ $who } e { $with } trocam cartas. { $who } agora tem a carta { $other }, e a carta { $own } vai para { $with }.
cards-swap-kept = { $who } não troca cartas.

## Turnos

cards-passed = { $who } encerra o turno.
cards-auto-set = { $standing ->
    [ask] { $who } escolhe na hora se vai { $reaction }.
    [fast] { $who } vai { $reaction } com a Manobra rápida, sem pergunta.
   *[never] { $who } nunca vai { $reaction }.
}
# Uma reação como palavra de uma frase: "nunca vai aparar".
cards-reaction = { $reaction ->
    [dodge] esquivar
    [parry] aparar
    [resist] resistir
    [break] se soltar
    [hold] segurar
   *[chase] correr atrás
}

## Atos. O que é anunciado não tem ponto final: dois-pontos e os dados podem seguir.

cards-attacked = { $manner ->
    [weapon] { $who } ataca { $target } com { $name }
    [thrown] { $who } arremessa { $name } em { $target }
    [spell] { $who } conjura { $name } em { $target }
    [shove] { $who } tenta dar um empurrão em { $target }
   *[grapple] { $who } tenta agarrar { $target }
}
cards-break-tried = { $who } tenta se soltar de { $by }
cards-flee-tried = { $who } foge para { $exit }

## Dados. Cada 6 é um sucesso.

cards-reacted = { $reaction ->
    [dodge] { $who } esquiva
    [parry] { $who } apara
    [resist] { $who } resiste
    [break] { $who } se debate
    [hold] { $who } não solta
   *[chase] { $who } corre atrás
}{ $is_slow ->
    [yes] { " " }com a Manobra lenta
   *[no] { "" }
}
cards-rolled = { $purpose ->
    [stabilise] { $who } socorre quem está morrendo
    [obstacle] { $who } enfrenta o obstáculo
    [douse] { $who } combate o fogo
    [ambush] { $who } espera de tocaia
    [watch] { $who } fica de vigia
    [fear] { $who } enfrenta o medo
    [fire] { $who } queima
    [poison] { $who } luta contra o veneno
    [fall] { $who } despenca
    [treatment] { $who } trata ferimentos
    [armour] Armadura de { $who }
    [cover] Cobertura de { $who }
   *[other] { $who }
}
cards-rolled-by-gm = { $purpose ->
    [poison] Veneno
   *[fall] A queda
}
cards-settled = Sucessos que restam: { $left } de { $successes }, precisa de { $need }: { $outcome }.
cards-verdict = { $is_hit ->
    [yes] { $manner ->
        [shove] EMPURROU
        [grapple] AGARROU
       *[other] ACERTO
    }
   *[no] { $reaction ->
        [dodge] ESQUIVOU
        [parry] APAROU
        [resist] RESISTIU
       *[none] ERRO
    }
}
cards-verdict-alone = Precisa de { $need }: { $outcome }.
cards-tested = { $passed ->
    [yes] PASSOU
   *[no] FALHOU
}{ $target ->
    [none] { "" }
   *[some] , em { $target }
}{ $text ->
    [none] { "" }
   *[some] , “{ $text }”
}
cards-bonus-saved = { $who } guarda um dado para a próxima rolagem.
cards-attack-lost = { $who } não consegue ir até o fim.
cards-bought = { $buy ->
    [damage] { $who } põe { $count ->
        [one] { $count } sucesso
        [many] { $count } sucessos
       *[other] { $count } sucessos
    } em dano.
   *[stress] { $who } transforma em estresse: o Dano é Mental.
}

## Dano

cards-harmed = { cards-cause }{ $amount ->
    [none] { $who } está { cards-wound }.
   *[some] { $who } sofre { $amount } de Dano { cards-harm-type }.
}
cards-unharmed = { cards-cause }{ $who } não sofre Dano.
cards-cause = { $cause ->
    [fear] Medo:{ " " }
    [fire] Fogo:{ " " }
    [poison] Veneno:{ " " }
    [fall] A queda:{ " " }
    [fatigue] Fadiga:{ " " }
    [pin] Contra a Parede:{ " " }
   *[other] { "" }
}
cards-wound = { $wound ->
    [unhurt] sem ferimentos
    [hurt] com ferimentos
    [badly-hurt] em mau estado
   *[out] Fora
}
cards-healed = { $amount ->
    [none] { $who } se recupera e está { cards-wound }.
   *[some] { $who } se recupera e tem { $amount } de Dano { cards-harm-type } a menos.
}
cards-fell-out = { $who } está Fora.
cards-critical-rolled = Lesão crítica de { $who }, d6 { $face }: { $critical ->
    [senseless] sem sentidos até a luta acabar
    [torn-muscle] músculo rompido, −1 dado em testes de Força
    [broken-arm] braço quebrado, nada de armas de duas mãos
    [broken-leg] perna quebrada, entrar em uma zona custa a Manobra lenta
    [mortal] mortal: morte em três rodadas se ninguém estabilizar (Estudar, na mesma zona)
    [fainted] desmaio até a luta acabar
    [rattled] nervos à flor da pele, −1 dado em testes de Presença
    [dread] pavor, valores de Medo +1
    [numb] torpor, nenhum dado por companhia em testes de Medo
   *[broken-mind] mente partida, uma mudança definitiva que o mestre e o jogador combinam
}.
cards-fate-set = { $fate ->
    [helpless] { $who } está sem defesa.
    [dying] { $who } está morrendo.
   *[dead] { $who } morre.
}
cards-stabilised = { $by } estabiliza { $who }.
cards-dying = Morrendo ainda: { $who }.

## Movimento, condições e agarrões

cards-moved = { $way ->
    [move] { $who } vai de { $from } para { $to }.
    [crossed] { $who } atravessa de { $from } para { $to }.
    [pushed] { $who } leva um empurrão para { $to }.
    [lured] { $who } cai na isca e vai para { $to }.
    [chase] { $who } corre adiante para { $to }.
   *[placed] O mestre coloca { $who } em { $to }.
}
cards-closed-in = { $who } se aproxima de { $with }.
cards-apart-set = { $is_on ->
    [yes] { $who } está À Parte.
   *[no] { $who } não está mais À Parte.
}
cards-cover-set = { $is_on ->
    [yes] { $who } fica em cobertura.
   *[no] { $who } sai da cobertura.
}
cards-prone-set = { $is_on ->
    [yes] { $who } está No Chão.
   *[no] { $who } se levanta.
}
cards-pinned = { $who } está Contra a Parede: 1 de Dano ao sair da zona.
cards-gagged = { $who } está de Boca Tapada.
cards-hold-kept = { $by } não solta { $who }.
cards-helped = { $by } ajuda { $who }, que pode usar a Manobra lenta no próximo turno.
cards-flag-set = { $is_on ->
    [yes] { $who }, condição nova: { cards-flag }.
   *[no] { $who }, fim da condição: { cards-flag }.
}
cards-flag = { $flag ->
    [prone] No Chão
    [apart] À Parte
    [pinned] Contra a Parede
    [out] Fora
    [dead] morte
    [shaken] Em Pânico
   *[helped] com ajuda
}
cards-flee-failed = { $is_chased ->
    [yes] { $who } não escapa de quem corre atrás.
   *[no] { $who } não escapa.
}

## Coisas e palavras

cards-equipped = { $items ->
    [none] { $who } está de mãos vazias.
   *[some] { $who } agora tem na mão: { $items }.
}
cards-item-knocked = { $who } deixa cair: { $item }.
cards-item-picked-up = { $who } apanha { $item }.
cards-item-landed = No chão em { $zone }, de { $who }: { $item }.
cards-said = { $text ->
    [none] { $is_shout ->
        [yes] { $who } grita.
       *[no] { $who } diz algo.
    }
   *[some] { $is_shout ->
        [yes] { $who } grita: “{ $text }”
       *[no] { $who }: “{ $text }”
    }
}
cards-interacted = { $text ->
    [none] { $who } faz algo aqui.
   *[some] { $who }: { $text }
}
cards-surveyed = { $questions ->
    [one] { $who } pode fazer { $questions } pergunta ao mestre.
    [many] { $who } pode fazer { $questions } perguntas ao mestre.
   *[other] { $who } pode fazer { $questions } perguntas ao mestre.
}

## Medo, fogo, veneno

cards-fear-suggested = { $sources } { $count ->
    [one] mete
    [many] metem
   *[other] metem
} medo: você pode pedir um teste de Medo (`{ $fear }`) para { $who }.
cards-feared = { $passed ->
    [yes] AGUENTA FIRME
   *[no] SENTE MEDO
}
cards-shaken = { $who } está Em Pânico{ $is_repeated ->
    [yes] { " " }mais uma vez, e agora{ " " }
   *[no] { " " }e{ " " }
}{ $how ->
    [flee] só quer fugir
    [freeze] trava
    [faint] desmaia
   *[attack] só quer atacar { $source ->
        [none] o que causa o medo
       *[some] { $source }
    }
}.
cards-caught-fire = { $is_repeated ->
    [yes] { $who } já está Em Chamas, e pega fogo de novo ({ cards-fire }). Só vale o fogo maior.
   *[no] { $who } está Em Chamas ({ cards-fire }).
}
cards-fire = { $intensity ->
    [small] um fogo pequeno
    [medium] um fogo médio
    [large] um fogo grande
   *[inferno] um inferno
}
cards-doused = { $saved ->
    [0] O fogo em { $who } não diminui.
    [one] O fogo em { $who } diminui { $saved }.
    [many] O fogo em { $who } diminui { $saved }.
   *[other] O fogo em { $who } diminui { $saved }.
}
cards-fire-out = O fogo em { $who } se apaga.
cards-poisoned = { $is_repeated ->
    [yes] { $who } sofre mais um Veneno. Cada veneno corre por si.
   *[no] { $who } sofre Veneno.
}
cards-poisons-ended = Os venenos de { $who } passaram.

## O fim

cards-recovered = { $successes ->
    [0] { $who } descansa: o Dano menor passa.
   *[some] { $who } recebe tratamento: o Dano sara.
}
cards-day-began = Começa um novo dia.

## Perguntas

cards-ask-reaction = { cards-attacked }. Como { $target } reage?
cards-ask-hold = { $held } tenta se soltar de { $who }.
cards-ask-chase = { $runner } foge: { $who } corre atrás?
cards-ask-extras = { $who } tem { $left ->
    [one] { $left } sucesso
    [many] { $left } sucessos
   *[other] { $left } sucessos
} para gastar em { $target }.
cards-ask-swap = { $who } superou { $attacker } e pode trocar cartas.
cards-ask-fate = { $target } caiu. { $who } escolhe o que acontece agora.
cards-ask-shaken = { $who } sente medo{ $source ->
    [none] { "" }
   *[some] { " " }de { $source }
}. O que { $who } faz?
cards-ask-end = { $left ->
    [none] Ninguém fica de pé.
   *[some] Só um lado fica de pé: { $left }.
} A luta acabou?

## Respostas, como rótulos. O que vem depois de um ponto explica.

cards-answer = { $verb ->
    [parry] Aparar
    [dodge] Esquivar
    [resist] Resistir
    [break] Soltar-se
    [hold] Segurar
    [chase] Correr atrás com { $action }
    [take-it] Aguentar
    [no] Deixar ir
    [damage] Dano · { $count ->
        [1] 1 sucesso
        [one] todos os { $count }
        [many] todos os { $count }
       *[other] todos os { $count }
    }
    [outmaneuver] Superar · pegar a carta { $card }
    [stress] Estresse · Dano Mental
    [push] Empurrar para { $zone }
    [apart] À Parte · afastar
    [throw-down] Derrubar · No Chão
    [disarm] Desarmar: { $item }
    [pin] Contra a Parede · 1 de Dano ao sair da zona
    [gag] Tapar a boca · não fala
    [enough] Chega
    [swap] Trocar · pegar a carta { $card }
    [keep] Manter · sem troca
    [helpless] Sem defesa
    [dying] Morrendo
    [dead] Morte
    [flee] Fugir · e nada mais
    [freeze] Travar · sem turno
    [faint] Desmaiar · sem turno, No Chão
    [attack] Atacar · e nada mais
    [confirm] Encerrar a luta
    [go-on] Continuar lutando
   *[other] { $named }
}{ $is_slow ->
    [none] { "" }
    [yes] { " " }com minha Manobra lenta
   *[no] { " " }· minha Manobra rápida
}

## Recusas

refusal-too-late-CARDS-SWAP-2 = Cartas só podem ser trocadas antes da primeira Manobra de uma rodada.
refusal-not-your-turn-CARDS-INIT-1 = A luta não começou.
refusal-lapses-CARDS = Essa seria a primeira Manobra da rodada: a oferta aberta de troca de cartas (de { $names }) cairia.
refusal-not-your-turn-CARDS-SWAP-2 = Ninguém age antes de acabar o tempo das trocas.
refusal-condition-forbids = { $because ->
    [none] Sua condição não permite isso.
    [cannot-talk] { $name ->
        [none] Para isso é preciso poder conversar.
       *[some] Para isso, você e { $name } precisam poder conversar.
    }
    [has-tried] Você já tentou se soltar neste turno.
    [held] Você está sob agarrão: solte-se, apare ou grite.
    [held-gagged] Você está sob agarrão e de Boca Tapada: solte-se ou apare.
    [held-burning] Você está sob agarrão e Em Chamas: solte-se ou grite.
    [held-gagged-burning] Você está sob agarrão, de Boca Tapada e Em Chamas: solte-se.
    [burning] Você está Em Chamas: apague o fogo, fuja ou grite. Sob agarrão, você também pode se soltar.
    [prone] Você está No Chão: levante-se antes.
    [gagged] Você está de Boca Tapada e não consegue falar.
    [shaken] O medo não permite isso: você está Em Pânico.
    [severe-harm] Com Dano grave você precisa da ajuda de um aliado para Manobras lentas.
    [broken-arm] Com um braço quebrado você não pode usar armas de duas mãos.
   *[other] Uma condição não permite isso: { $condition }.
}
refusal-no-slot = Você não tem mais Manobra para pagar por isso.
refusal-no-slot-CARDS-GRAP-4 = { $because ->
    [slow] Sua Manobra rápida já foi gasta. `slow:true` paga com a lenta.
   *[other] Você não tem mais Manobra para pagar por isso.
}
refusal-no-slot-CARDS-TURN-3 = A Manobra para isso já foi gasta: uma lenta precisa da vaga lenta, uma rápida cabe em qualquer uma.
refusal-not-in-hand-CARDS = Isso não está na mão.
refusal-bad-target-CARDS-SWAP-1 = { cards-target } não pode trocar cartas com você agora.
refusal-bad-target-CARDS-GRAP-4 = Ninguém segura você.
refusal-bad-target-CARDS-GRAP-6 = Você não segura ninguém.
refusal-bad-target-CARDS-MOVE-2 = { $because ->
    [there] Você já está lá.
    [gone] { cards-target } não está mais na luta.
   *[other] { refusal-bad-target }
}
refusal-bad-target-CARDS-MOVE-3 = Não há lugar livre de cobertura aqui.
refusal-bad-target-CARDS-MOVE-4 = Você tem duas mãos: o que você pega precisa caber nelas, e não pode ser o que você já segura.
refusal-bad-target-CARDS-MOVE-5 = Você já está de pé.
refusal-bad-target-CARDS-SKILL-1 = { $because ->
    [nobody-else] Você não pode tentar isso em { cards-target }: escolha outra pessoa da luta.
    [action] Essa Ação não existe.
   *[lure] { cards-target } não morde a isca assim: atraia um inimigo, com finesse ou intimidate.
}
refusal-bad-target-CARDS-FLEE-1 = Você pode fugir com finesse ou sneak, o que o mestre permitir.
refusal-bad-target-CARDS-FIRE-4 = { cards-target } não está pegando fogo.
refusal-bad-target-CARDS-POIS-3 = { $because ->
    [gone] { cards-target } não está mais na luta, ou não vive mais.
   *[other] { cards-target } não sofre Veneno.
}
refusal-bad-target-CARDS-HARM-4 = { cards-target } não precisa da sua ajuda agora.
refusal-bad-target-CARDS-HARM-5 = { cards-target } não está morrendo.
refusal-out-of-range-CARDS-ATK-2 = { cards-target } está perto demais ou longe demais para isso.
refusal-not-closed-in = { cards-target } está fora do alcance do braço: aproxime-se antes.
refusal-no-path = Não há caminho até lá.
refusal-no-path-CARDS-ZONE-3 = { $zone ->
    [none] Daqui não se entra nessa zona
   *[some] Daqui não se entra em { $zone }
}: não é vizinha, ou há algo no caminho.
refusal-no-path-CARDS-FLEE-2 = { $zone ->
    [none] Não há como sair: todo caminho até uma saída está bloqueado ou nas mãos de um inimigo.
   *[some] { $names ->
        [none] { $zone } não é uma saída para você agora, e nenhuma outra está aberta.
       *[some] { $zone } não é uma saída para você agora. Você pode fugir para: { $names }.
    }
}
refusal-deck-empty = Só há dez cartas: faça mais NPCs dividirem uma (`/scene group`), ou tire alguém.
refusal-bad-setup-CARDS-INIT-2 = As cartas vão de 1 a 10, uma de cada.
cards-target = { $name ->
    [none] Quem você indicou
   *[some] { $name }
}

## Atos, como rótulos

cards-act-accept = Aceitar a troca de { $target }
cards-act-assist = Ajudar { $target }
cards-act-attack = { $thrown ->
    [yes] Arremessar { $weapon } em { $target }
   *[no] { act-attack }
}
cards-act-auto = { $reaction ->
    [dodge] Esquivar
    [parry] Aparar
    [resist] Resistir
    [break] Soltar-se
    [hold] Segurar
   *[chase] Correr atrás
}: { $order ->
    [ask] me pergunte
    [fast] usar a Manobra rápida
   *[never] nunca
}
    .all = Respostas prontas
cards-act-break = Soltar-se{ $slow ->
    [yes] { " " }com minha Manobra lenta
   *[no] { "" }
}
cards-act-decline = Dispensar a troca de { $target }
cards-act-douse = Apagar o fogo{ $target ->
    [none] { "" }
   *[some] { " " }em { $target }
}
cards-act-equip = { $item ->
    [none] Guardar tudo
   *[some] { act-equip }
}
cards-act-flee = Fugir{ $exit ->
    [none] { "" }
   *[some] { " " }por { $exit }
}{ $action ->
    [none] { "" }
   *[some] { " " }({ $action-name })
}
cards-act-move = { $apart ->
    [yes] Ficar À Parte
   *[no] { $near ->
        [none] { act-move }
       *[some] Aproximar-se de { $near }
    }
}
cards-act-shout = Gritar{ saying }
cards-act-shove = Dar um empurrão em { $target }
# Um alvo é influenciado, quem está caído é estabilizado, alguém é atraído a uma zona; senão, chega-se
# a uma zona por cima de um obstáculo, ou faz-se outra coisa.
cards-act-skill = { $target ->
    [none] { $zone ->
        [none] { $action ->
            [none] Outra ação
           *[some] Outra ação ({ $action-name })
        }
       *[some] Atravessar para { $zone }{ $action ->
            [none] { "" }
           *[some] { " " }({ $action-name })
        }
    }
   *[some] { $zone ->
        [none] { $action ->
            [study] Estabilizar { $target }
           *[other] { $action-name } { $target }
        }
       *[some] Atrair { $target } para { $zone } ({ $action-name })
    }
}
    .all = Usar uma perícia
cards-act-swap = Oferecer a { $target } uma troca de cartas
    .all = Trocar
