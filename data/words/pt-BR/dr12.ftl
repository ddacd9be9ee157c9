### DR12: o que aconteceu, o que se pergunta, e recusas que as regras dele explicam melhor.
###
### $side é `party` ou `enemy`. Números de NPCs são `none` para quem eles estão escondidos.

## Rodadas, blocos e Turnos

dr12-joined = { $side ->
    [party] { $who } se junta ao grupo.
   *[enemy] { $who } se junta aos inimigos.
}
dr12-surprise-set = { $side ->
    [party] O grupo é pego de surpresa.
    [enemy] Os inimigos são pegos de surpresa.
   *[none] Ninguém é pego de surpresa.
}
dr12-side-rolled = { $first ->
    [party] Dado dos lados, d6 { $face }: o grupo age primeiro.
   *[enemy] Dado dos lados, d6 { $face }: os inimigos agem primeiro.
}
dr12-initiative-rolled = { $who }: iniciativa { $dice }.
dr12-block-began = { $side ->
    [party] O grupo age.
   *[enemy] Os inimigos agem.
}
dr12-block-passed = Todo o resto deste lado passa.
dr12-passed = { $who } passa.

## O terreno

dr12-ground-limit = lugar para { $limit }
dr12-ground-hazard = { $secret ->
    [yes] perigo secreto ({ $attribute }, CD { $dr })
   *[no] perigo ({ $attribute }, CD { $dr })
}
dr12-ground-start = { $side ->
    [party] início do grupo
   *[enemy] início dos inimigos
}
dr12-ground-exit = { $side ->
    [party] saída do grupo
   *[enemy] saída dos inimigos
}

## Atos. O que é anunciado não tem ponto final: dois-pontos e o Teste podem seguir.

dr12-attacked = { $who } ataca { $target } com { $weapon }{ dr12-free }
dr12-free = { $free ->
    [yes] , um ataque livre
   *[no] { "" }
}
dr12-cast = { $who } conjura { $spell } em { $target }
dr12-stunt-tried = { $kind ->
    [push] { $who } tenta empurrar { $target }
    [grapple] { $who } tenta agarrar { $target }
   *[other] { $text ->
        [none] { $who } tenta uma façanha em { $target }
       *[some] { $who } tenta uma façanha em { $target }, “{ $text }”
    }
}
dr12-parley-tried = { $who } tenta negociar com { $target }
dr12-hazard-struck = { $who } encontra o perigo em { $zone }

## Testes

dr12-test = { $what ->
    [attack] { $who } ataca
    [avoid] { $who } tenta evitar
    [cast] { $who } conjura
    [parley] { $who } negocia
    [recover] { $key ->
        [ongoing] Teste de { $who } contra Dano Contínuo
       *[other] Teste de { $who } para se livrar da condição ({ $ailment })
    }
    [resist] Teste de { $who } para resistir à condição ({ $ailment })
    [hazard] Teste de { $who }
    [morale] Teste de moral de { $who }
   *[other] { $who } tenta
}
dr12-verdict = { $passed ->
    [yes] { $what ->
        [attack] ACERTO
        [avoid] EVITADO
        [resist] RESISTIU
        [hazard] EVITADO
       *[other] PASSOU
    }
   *[no] { $what ->
        [attack] ERRO
        [avoid] ACERTADO
        [resist] NÃO RESISTIU
        [hazard] ATINGIDO
       *[other] FALHOU
    }
}
dr12-bent = Próximo Teste de { $who }: { $next }.
dr12-bent-dr = CD { $dr }
dr12-bent-advantage = Vantagem
dr12-bent-disadvantage = Desvantagem
dr12-succeeds = { $who } consegue.

## Dano e impedimentos

dr12-lost = { dr12-cause }{ $who } perde { $amount } PV e fica com { $left }.
dr12-lost-some = { dr12-cause }{ $who } está { dr12-wound }.
dr12-cause = { $cause ->
    [ongoing] Dano Contínuo:{ " " }
    [hazard] Perigo:{ " " }
   *[other] { "" }
}
dr12-wound = { $wound ->
    [unhurt] sem ferimentos
    [hurt] com ferimentos
    [badly-hurt] em mau estado
   *[down] fora de combate
}
dr12-healed = { $amount ->
    [none] { $who } se recupera e está { dr12-wound }.
   *[some] { $who } recupera { $amount } PV: agora { $left }.
}
dr12-ailing = { $is_repeated ->
    [yes] { $key ->
        [ongoing] { $who } já sofre Dano Contínuo. Não se soma: agora vale o novo{ dr12-cured-by }.
       *[other] { $who } já está com { $ailment }. Não se soma: agora vale o novo efeito{ dr12-cured-by }.
    }
   *[no] { $key ->
        [ongoing] { $who } sofre Dano Contínuo{ dr12-cured-by }.
       *[other] { $who } fica com { $ailment }{ dr12-cured-by }.
    }
}
dr12-cured-by = { $cure ->
    [none] { "" }
   *[some] { " " }({ $cure })
}
dr12-cure = { $bound ->
    [yes] acaba com { $attribute }, CD { $dr }, gastando uma Ação
   *[no] acaba com { $attribute }, CD { $dr }
}
dr12-recovered = { $key ->
    [ongoing] O Dano Contínuo de { $who } acaba.
   *[other] { $who } se livra da condição: { $ailment }.
}

## Movimento

dr12-moved = { $way ->
    [move] { $who } vai de { $from } para { $to }.
    [dash] { $who } corre de { $from } para { $to }.
    [pushed] { $who } leva um empurrão para { $to }.
   *[placed] O mestre coloca { $who } em { $to }.
}
dr12-disengaged = { $who } desengaja: ninguém pode golpear se { $who } sair neste turno.
dr12-fled = { $who } foge da luta.

## Coisas

dr12-marked = { $marks ->
    [1] { dr12-mark }
    [2] { dr12-mark }
   *[some] { $who }: terceira marca de uso em { $item }, que quebra.
}
dr12-mark = { $who }: marca de uso { $marks } de 3 em { $item }.
dr12-shield-sacrificed = { $who } sacrifica { $item }: o ataque para ali, e o escudo se perde.
dr12-item-lands = Cai em { $zone }: { $item }.
dr12-item-taken = { $who } pega { $item }.
dr12-item-retrieved = { $who } tira da mochila: { $item }.
dr12-item-drawn = { $who } saca { $item }.
dr12-item-stowed = { $who } guarda { $item }.

## Negociação, reação e moral

dr12-parley-refused = { $target } recusa.
dr12-parley-accepted = { $target } aceita.
dr12-reaction = Reação de { $npcs }: d10 { $face }, { $attitude ->
    [hostile] hostilidade
    [wary] desconfiança
    [curious] curiosidade
    [kind] gentileza
   *[helpful] boa vontade
}.
dr12-start-offered = `{ $start }` começa a luta.
dr12-morale-suggested = { $why ->
    [half-out] Metade dos inimigos está fora
    [leader-fell] O líder dos inimigos caiu
   *[last-at-half] O último inimigo está em mau estado
}: você pode pedir Testes de moral (`{ $morale }`).
dr12-mood-set = { $mood ->
    [fighting] { $who } volta a lutar.
    [fleeing] { $who } quer fugir.
   *[parleying] { $who } quer negociar.
}

## O fim

dr12-wear-rolled = Desgaste de { $item } ({ $who }): d6 { $face }{ $holds ->
    [yes] , sem dano
   *[no] { "" }
}.
dr12-fate-rolled = O que acontece com { $who }: d6 { $face }.
dr12-scarred = { $scar ->
    [knocked-out] { $who } só levou um nocaute.
    [shaken] { $who } tem Desvantagem em todos os Testes por uma hora.
    [weak-for-a-day] { $who } tem FOR, DES e CON −2 por um dia.
    [crippled] { $who } tem { $attribute } −2 de vez.
    [disfigured] { $who } tem CAR −2 de vez.
    [dead] { $who } morre.
   *[lost] Não foi possível trazer { $who } de volta: acabou aqui.
}

## Perguntas

dr12-ask-avoid = { $attacker } ataca { $who } com { $weapon }{ dr12-free }. Para evitar: um Teste de { $attribute }.
dr12-ask-shield = { $attacker } está para acertar { $who } com { $weapon }. Dá para parar o golpe com { $shield }, que se perde com isso.
dr12-ask-free-attack = { $mover } está de saída. { $who } pode fazer um ataque livre.
dr12-ask-stunt = { $who } tenta uma façanha em { $target }{ saying }. { dr12-ask-ruling }
dr12-ask-skill = { $who } tenta outra coisa{ saying }. { dr12-ask-ruling }
dr12-ask-ruling = Proposta: { $attribute }, CD 12. Escolha o atributo, a CD e o que passar traz.
dr12-ask-parley = { $target } ouve { $who }. O que { $target } responde?
dr12-ask-cripple = { $who } sofre uma lesão sem cura. Qual atributo cai 2 de vez?

## Respostas, como rótulos

dr12-answer = { $verb ->
    [sacrifice-shield] Sacrificar o escudo · ele se perde
    [take-it] Receber o golpe
    [strike] Atacar
    [let-go] Deixar ir
    [accept] Aceitar · trégua
    [morale] Pedir moral · quem falha foge
    [refuse] Recusar
   *[other] { $named }
}
dr12-answer-avoid = { $attribute ->
    [none] Evitar
   *[some] Evitar (Teste de { $attribute })
}
dr12-answer-morale-to-parley = Pedir moral · quem falha negocia
dr12-answer-bare-rule = Decidir
dr12-answer-lower = Reduzir { $attribute }
dr12-answer-rule = { $is_proposed ->
    [yes] Como proposto · { $attribute }, CD { $dr }
   *[no] { $condition ->
        [none] Decidir · { $attribute }, CD { $dr }
       *[some] Decidir · { $attribute }, CD { $dr }, { $condition }
    }
}

## O que uma decisão pede

dr12-form-attribute = Atributo
    .example = str, dex, con, int, wis ou cha
dr12-form-dr = CD
    .example = 5 trivial, 8 fácil, 12 normal, 15 difícil, 19 muito difícil
dr12-form-effect = O que passar traz, em palavras
    .example = areia nos olhos: não enxerga nada
dr12-form-ailment = Impedimento do alvo
    .example = none, weakened, distracted, stuck, paralysed, ongoing
dr12-form-cure = Atributo que acaba com o impedimento
    .example = con

## Recusas

refusal-hindered-DR12 = { $because ->
    [stuck] Você está com Imobilidade: nada de Movimento, corrida nem fuga.
    [distracted] Você está com Distração: nada de Ações.
    [paralysed] Você está com Paralisia: nada de Movimento nem de Ações.
    [fleeing] Quem foge só pode se mover, pelo caminho mais curto até uma saída.
    [parleying] Quem negocia não faz ataques.
   *[other] Sua condição não permite isso.
}
refusal-bad-target-DR12-ATK-1 = { dr12-target } não pode receber ataques: escolha um inimigo de pé.
refusal-bad-target-DR12-ACT-4 = { dr12-target } não é do seu lado: escolha um aliado.
refusal-bad-target-DR12-ACT-6 = { dr12-target } não pode negociar com você: escolha um NPC inimigo.
refusal-bad-target-DR12-STUNT-2 = { dr12-target } está com Imobilidade, e não há empurrão que mova.
refusal-bad-target-DR12-OOA-1 = { dr12-target } está fora da luta.
refusal-bad-target-DR12-RCT-1 = { dr12-target } é um Personagem: só NPCs têm reação.
refusal-bad-target-DR12-MORALE-2 = { dr12-target } é um Personagem: só NPCs fazem Teste de moral.
refusal-bad-target-DR12-HIND-1 = { dr12-target } não está com esta condição: { $condition }.
refusal-bad-target-DR12-HIND-3 = Não há condição ({ $condition }) que dependa de uma Ação para acabar.
dr12-target = { $name ->
    [none] Esse alvo
   *[some] { $name }
}
refusal-no-move-DR12-FLEE-2 = Você já usou o Movimento e a Ação deste turno.
refusal-not-in-hand-DR12-CAST-1 = Você não conhece essa magia.
refusal-not-in-hand-DR12-ATK-9 = { $because ->
    [no-such-attack] Não há nenhum ataque com esse nome.
   *[other] Essa arma não está nas suas mãos: saque, ou ataque de mãos vazias (`unarmed`).
}
refusal-not-in-hand-DR12-ACT-2 = Isso não está na sua mochila.
refusal-not-in-hand-DR12-ACT-3 = Isso não está nas suas mãos, nem pronto para o uso, nem no chão daqui. Se estiver na mochila, tire antes.
refusal-not-in-hand-DR12-ACT-4 = { refusal-not-in-hand-DR12-ACT-3 }
refusal-broken-DR12-CAST-2 = Essa magia tem três marcas: descanse antes de conjurar de novo.
refusal-broken-DR12-USE-1 = Isso quebrou: tem três marcas de uso. Só dá para consertar fora das lutas.

## Atos, como rótulos

dr12-act-disengage = Desengajar
dr12-act-draw = Sacar { $item }
dr12-act-give = Dar { $item } a { $target }
dr12-act-parley = Negociar com { $target }
dr12-act-push = Empurrar { $target } para { $zone }
dr12-act-recover = Livrar-se de { $hindrance ->
    [ongoing] Dano Contínuo
    [weakened] Fraqueza
    [distracted] Distração
    [stuck] Imobilidade
    [paralysed] Paralisia
   *[none] um impedimento
}
dr12-act-retrieve = Tirar da mochila: { $item }
    .all = Tirar da mochila
dr12-act-skill = Outra ação{ dr12-act-by }
    .all = Usar uma perícia
dr12-act-stunt = Façanha em { $target }{ dr12-act-by }
dr12-act-by = { $attribute ->
    [none] { "" }
   *[some] { " " }({ $attribute-name })
}
dr12-act-take = Apanhar { $item }
    .all = Apanhar
