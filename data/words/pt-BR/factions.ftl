### Factions: o que aconteceu, o que se pergunta, e recusas que as regras dele explicam melhor.
###
### Números de NPCs são `none` para quem eles estão escondidos.

## Rodadas, vezes e turnos

fact-joined = { $who } entra na luta. Facção: { $faction }.
fact-assigned = { $group ->
    [none] A facção de { $who }: { $faction }.
   *[some] A facção de { $who }: { $faction }, grupo { $group }.
}
fact-alliance-set = { $is_on ->
    [yes] Agora são aliados: { $one } e { $other }.
   *[no] Agora são inimigos: { $one } e { $other }.
}
fact-captain-named = No comando: { $who }.
fact-initiative-set = Quem começa: { $faction }{ fact-rolled }.
fact-rolled = { $face ->
    [none] { "" }
   *[some] { " " }(rolou { $face })
}
fact-first-set = Primeira vez da rodada: { $faction }.
fact-ambush-began = Emboscada: só age quem está às escondidas.
fact-ambush-ended = A emboscada acabou.
fact-fast-began = Fase rápida, d20 { $threshold }: age quem tem AST { $threshold } ou mais.
fact-slow-began = Fase lenta.
fact-slot-passed = { $how ->
    [skipped] Ninguém age por esta facção, que passa: { $faction }.
   *[all] A facção passa: { $faction }.
}
fact-pass-pressed = { $who } não vai agir nesta vez.
fact-stretch-ended = Passa um período de tempo.
fact-listed-broken = Em debandada: { $who }.
fact-listed-surrendered = Quem se rendeu: { $who }.

## O terreno

fact-border = a divisa de { $zone } e { $border }
fact-ground-tag = { $tag ->
    [cover] cobertura
    [obscured] encoberta
    [barrier] barreira
    [hard] terreno difícil
   *[exit] saída
}
fact-ground-hazard = perigo ({ $damage })

## Ataques. O que é anunciado não tem ponto final: dois-pontos e a salvaguarda podem seguir.

# $name é a arma, ou como se chama a manobra.
fact-attacked = { $is_counter ->
    [yes] { $who } contra-ataca: { fact-does }
   *[no] { $who } { fact-does }
}{ $is_opportunity ->
    [yes] , um ataque de oportunidade
   *[no] { "" }
}{ $hold_back ->
    [yes] , pegando leve
   *[no] { "" }
}{ $indirect ->
    [yes] , de forma indireta
   *[no] { "" }
}
fact-does = { $manner ->
    [weapon] ataca { $target } com { $name }
    [disarm] tenta arrancar { $name } da mão de { $target }
    [grapple] tenta agarrar { $target }
    [manoeuvre] tenta { $name } em { $target }
   *[final-blow] dá o golpe final em { $target }
}
fact-blasted = { $who } atinge toda a zona { $zone }{ $weapon ->
    [none] { "" }
   *[some] { " " }com { $weapon }
}{ $targets ->
    [none] { "" }
   *[some] : { $targets }
}
fact-deviated = { $zone ->
    [none] A explosão se desvia e não atinge nada.
   *[some] A explosão se desvia e cai em { $zone }{ fact-rolled }.
}
fact-hits = { $who } acerta { $target }
fact-damage = { $damage }{ $is_impaired ->
    [yes] { " " }(reduzido)
   *[no] { "" }
}
fact-poison-rolled = Veneno, { $damage }
fact-attack-lost = { $target ->
    [none] O ataque de { $who } não chega mais ao alvo.
   *[some] O golpe de { $who } em { $target } não chega mais ao alvo.
}

## Salvaguardas

fact-saved = salvaguarda de { $ability } { $result }
fact-saves = { $what ->
    [poison] { $who } resiste ao veneno
    [dodge] { $who } tenta esquivar
    [disarm] { $who } resiste
    [grapple] { $who } resiste
    [manoeuvre] { $who } resiste
   *[other] { $who }
}
fact-or-less = { $value } ou menos
fact-verdict = { $passed ->
    [yes] { $what ->
        [hit] ACERTO
        [dodge] ESQUIVOU
        [disarm] RESISTIU
        [grapple] RESISTIU
        [manoeuvre] RESISTIU
        [poison] RESISTIU
        [break] SOLTOU-SE
       *[other] PASSOU
    }
   *[no] { $what ->
        [hit] ERRO
        [dodge] NÃO ESQUIVOU
        [disarm] NÃO RESISTIU
        [grapple] NÃO RESISTIU
        [manoeuvre] NÃO RESISTIU
        [poison] NÃO RESISTIU
        [break] NÃO SE SOLTOU
       *[other] FALHOU
    }
}
fact-group-saved = { $what ->
    [morale] Moral
    [chase] A perseguição
   *[other] Todos juntos
}, salvaguarda de { $ability } d20 { $face }: { $members }.
fact-group-saved-one = { $who }{ $value ->
    [none] { "" }
   *[some] { " " }({ $value })
} { $passed ->
    [yes] PASSOU
   *[no] FALHOU
}

## Saúde

fact-lost = { fact-cause }{ $who } perde { $amount } de saúde e fica com { $left }.
fact-lost-some = { fact-cause }{ $who } está { fact-wound }.
fact-cause = { $cause ->
    [poison] Veneno:{ " " }
    [hazard] Perigo:{ " " }
   *[other] { "" }
}
fact-wound = { $wound ->
    [unhurt] sem ferimentos
    [hurt] com ferimentos
    [half-or-less] com metade da saúde ou menos
   *[down] fora de combate
}
fact-died = { $who } morre.
fact-healed = { $amount ->
    [none] { $who } se recupera e está { fact-wound }.
   *[some] { $who } recupera { $amount } de saúde: agora { $left }.
}
fact-poison-ended = O veneno de { $who } passou.

## Façanhas, e quem entra na frente de quem

fact-stunt-offered = { $who } propõe a { $target } { fact-stunt }.
fact-stunt = { $text ->
    [none] uma façanha em vez de dano
   *[some] isto em vez de dano: “{ $text }”
}
fact-stunt-refused = O mestre recusa a façanha de { $who }: o ataque continua.
fact-stunt-declined = { $target } dispensa e encara o ataque.
fact-stunt-taken = { $text ->
    [none] { $target } aceita a façanha.
   *[some] { $target } aceita. A façanha: { $text }
}
fact-hid-behind = { $who } se esconde atrás de { $behind }.
fact-shelter-refused = { $by } não serve de escudo para { $who }.
fact-guarded = { $who } entra na frente de { $target }.

## Movimento, esconderijos e perseguições

fact-dashed = { $who } corre e pode se mover mais duas vezes.
fact-moved = { $way ->
    [move] { $who } vai{ fact-from } para { $to }.
    [sneak] { $who } se esgueira{ fact-from } para { $to }.
    [dragged] Arrastam { $who } para { $to }.
    [shoved] Empurram { $who } para { $to }.
    [placed] O mestre coloca { $who } em { $to }.
   *[reached] { $who } está em { $to }.
}
fact-from = { $from ->
    [none] { "" }
   *[some] { " " }de { $from }
}
fact-covered = { $is_on ->
    [yes] { $who } vai para trás da barreira.
   *[no] { $who } sai de trás da barreira.
}
fact-concealed = { $who } se esconde.
fact-revealed = { $who } não está mais às escondidas.
fact-hide-tried = { $who } quer se esconder{ saying }.
fact-hide-refused = { $who } não pode se esconder agora; nada foi gasto.
fact-left = { $who } sai do mapa por { $exit }.
fact-pursued = { $pursuers ->
    [none] Ninguém desta facção persegue { $leavers }: { $faction }.
   *[some] Perseguindo { $leavers } ({ $faction }): { $pursuers }.
}
fact-reached = Quem persegue alcança { $who }.

## Coisas

fact-held = { $is_on ->
    [yes] { $who } empunha { $item }.
   *[no] { $who } guarda { $item }.
}
fact-item-let-fall = No chão agora, de { $who }: { $item }.
fact-coated = { $who } unta com veneno: { $item }.
fact-reloaded = { $who } recarrega { $item }.
fact-worn = { $state ->
    [intact] { $who }: { $item } sem avarias.
    [damaged] { $who }: { $item } com avarias.
   *[destroyed] { $who }: { $item } sem conserto.
}
fact-durability-rolled = Durabilidade de { $item } ({ $who }): d6 { $face }{ $holds ->
    [yes] , sem dano
   *[no] { "" }
}.
fact-durability-ordered = { $is_on ->
    [yes] Depois da luta, há rolagem pelo equipamento de { $who }.
   *[no] Depois da luta, não há rolagem pelo equipamento de { $who }.
}

## O que acontece com as pessoas

fact-shoved = { $by } empurra { $who }.
fact-interacted = { $who }: { $text }
fact-steadied = { $who } aguenta firme.
fact-broke = { $who } debanda.
fact-surrendered = { $is_forced ->
    [yes] { $who } não tem para onde ir e se rende.
   *[no] { $who } se rende.
}
fact-rallied = { $who } volta atrás na rendição, e luta de novo a partir da próxima rodada.
fact-flag-set = { $is_on ->
    [yes] { $who }, condição nova: { fact-flag }.
   *[no] { $who }, fim da condição: { fact-flag }.
}
fact-flag = { $flag ->
    [unseen] fora de vista
    [cover] em cobertura
    [obscured] pouca visão
    [hard] em terreno difícil
    [barrier] atrás de uma barreira
    [concealed] às escondidas
    [broken] em debandada
    [steady] firme
    [surrendered] fora da luta por rendição
    [poisoned] veneno
   *[dead] morte
}
fact-noticed-set = { $is_on ->
    [yes] { $by } sabe de { $who }.
   *[no] { $by } não sabe de { $who }.
}
fact-manoeuvre-added = Uma nova manobra, { $name }: salvaguarda de { $save } ou { $effect }.

## Perguntas

fact-ask-stunt-approval = { $text ->
    [none] { $who } quer tentar uma façanha em { $target } em vez de dano. Você aprova?
   *[some] { $who } quer fazer isto com { $target } em vez de dano: “{ $text }”. Você aprova?
}
fact-ask-stunt = { $attacker } propõe a { $who } { fact-stunt }. Se { $who } dispensar, o ataque continua.
fact-ask-stunt-offer = { $who } acerta { $target } e pode propor uma façanha em vez de dano.
fact-ask-reaction = { fact-against } O que { $target } faz?
fact-ask-guard = { fact-against } { $who } pode entrar na frente.
fact-against = { $manner ->
    [weapon] { $attacker } acerta { $target } com { $name }
    [disarm] { $attacker } está para arrancar { $name } da mão de { $target }
    [grapple] { $attacker } está para agarrar { $target }
    [manoeuvre] { $attacker } tenta { $name } em { $target }
   *[final-blow] { $attacker } está para matar { $target }
}{ $is_opportunity ->
    [yes] { " " }(um ataque de oportunidade).
   *[no] { "." }
}
fact-ask-consent = { $target } quer se esconder atrás de { $who } do ataque de { $attacker }.
fact-ask-opportunity = { $mover } está de saída. { $who } pode golpear.
fact-ask-hide-approval = { $who } quer se esconder{ saying }. Você permite?
fact-ask-pursuit = Saíram do mapa: { $leavers }. A facção persegue ({ $faction })?
fact-ask-ruling = { $who } tenta algo{ saying }. Proposta: uma salvaguarda de { $ability }.

## O que o formulário de uma pergunta pede

fact-form-ability = Habilidade da salvaguarda
    .example = str, agi ou wit
fact-form-effect = O que passar traz, em palavras
    .example = a porta se fecha
fact-form-text = O que acontece no lugar do dano
    .example = vai parar no chão

## Respostas, como rótulos

fact-answer = { $verb ->
    [dodge] Esquivar (salvaguarda de AGI) · gasta seu turno
    [take-it] Aguentar
    [let-go] Deixar ir
    [agree] Concordar
    [accept] Aceitar
    [decline] Dispensar
    [approve] Aprovar
    [refuse] Recusar
    [no] Ficar para trás
    [stunt] Façanha
   *[other] { $named }
}
fact-answer-strike = { $kind ->
    [none] { $weapon ->
        [none] { fact-answer-strikes }
       *[some] { fact-answer-strikes } com { $weapon }
    }{ $held ->
        [yes] , pegando leve
       *[no] { "" }
    }
   *[some] { $item ->
        [none] { fact-answer-strikes }: { $kind }
       *[some] { fact-answer-strikes }: { $kind } ({ $item })
    }
} · gasta seu turno
fact-answer-strikes = { $verb ->
    [counter] Contra-atacar
    [guard] Proteger e contra-atacar
   *[strike] Golpear
}
fact-answer-guard = { $how ->
    [dodge] Proteger e esquivar (salvaguarda de AGI) · gasta seu turno
   *[other] Proteger · gasta seu turno
}
fact-answer-hide-behind = Esconder-se atrás de { $target } · gasta seu turno
fact-answer-pursue = Perseguir: { $who }
fact-answer-rule = { $ability ->
    [none] Decidir
   *[some] Uma salvaguarda de { $ability }
}

## Recusas

refusal-not-your-slot = { $faction ->
    [none] Nenhuma vez está aberta para você agora.
   *[some] A vez agora é desta facção: { $faction }.
}
refusal-not-your-slot-FACT-ROUND-4 = Só quem é capitão passa por uma facção, enquanto ela tem a vez e ninguém a assumiu.
refusal-turn-spent = Você já teve seu turno nesta rodada.
refusal-own-turn = Você não pode reagir enquanto age.
refusal-too-slow = { $threshold ->
    [none] Na fase rápida só age quem tem AST suficiente.
   *[some] Na fase rápida só age quem tem AST { $threshold } ou mais.
}
refusal-ambush = Na emboscada só age quem está às escondidas, e ninguém reage.
refusal-no-action-FACT = { $because ->
    [off-map] Quem saiu do mapa não pode agir.
    [out] Quem está fora da luta não pode agir.
   *[other] Você já usou a ação desse tipo neste turno.
}
refusal-no-move-FACT = Você não tem mais movimento neste turno.
refusal-worn-armour = Você não pode vestir nem tirar armadura em uma luta.
refusal-not-nearby = { fact-target } não está por perto: vocês precisam estar na mesma zona.
refusal-not-visible = { fact-target } não está à vista daqui.
refusal-moving = Você se moveu neste turno, então não pode atacar de forma indireta.
refusal-moving-far = Você se moveu neste turno: só pode atirar em alvos até a metade do alcance.
refusal-too-close = Um ataque indireto só alcança além da metade do alcance.
refusal-barrier = { fact-target } está atrás de uma barreira.
refusal-unaware = Você não percebeu quem ataca, então não pode reagir.
refusal-not-suitable = Essa arma não pode ser usada assim, ou só depois de recarregada.
refusal-not-suitable-FACT-CHASE-1 = Não há saída para você aqui.
refusal-not-suitable-FACT-PROT-3 = { $because ->
    [already-behind] Você já está atrás da barreira.
    [not-behind] Você não está atrás de nenhuma barreira.
   *[other] Não há nenhuma barreira aqui.
}
refusal-not-suitable-FACT-REACT-5 = Você não pode responder a quem ataca com esse ataque agora.
refusal-not-suitable-FACT-STUNT-1 = Uma façanha toma o lugar do dano: não vai com um contra-ataque nem com um ataque sem dano.
refusal-not-suitable-FACT-TURN-3 = Isso é longo demais para dizer em uma luta: no máximo 120 caracteres.
refusal-already-target = { fact-target } já foi alvo deste ataque.
refusal-counter-taken = Outra pessoa já contra-ataca este ataque.
refusal-too-late = É tarde demais para isso.
refusal-entangled = Você está sob agarrão: não pode se mover, esquivar, se esconder atrás de outros nem protegê-los.
refusal-morale-broken = Você está em debandada: só pode se afastar, fugir, se soltar, se render ou encerrar o turno.
refusal-sneak-half = Você pode se esgueirar no máximo meia zona por turno.
refusal-not-in-hand-FACT = Isso não está na mão, ou não há mão livre para isso.
fact-target = { $name ->
    [none] O alvo
   *[some] { $name }
}

## Atos, como rótulos

factions-act-attack = { $final ->
    [yes] { act-attack } · golpe final
   *[no] { $target ->
        [none] Atacar toda a zona { $zone } com { $weapon-name }
       *[some] { act-attack }
    }
}{ $indirect ->
    [yes] { " " }· de forma indireta
   *[no] { "" }
}
factions-act-break = Soltar-se
factions-act-dash = Correr
factions-act-disarm = Desarmar { $target }{ $item ->
    [none] { "" }
   *[some] : { $item }
}
factions-act-hide = Esconder-se{ saying }
factions-act-initiative = Primeira vez para: { $first }
factions-act-interact = { $complex ->
    [yes] Interagir (complexo)
   *[no] { act-interact }
}
factions-act-leave-cover = Sair de trás da barreira
factions-act-manoeuvre = { $kind } em { $target }
factions-act-move = { $sneak ->
    [yes] Esgueirar-se para { $zone }
   *[no] { act-move }
}
factions-act-pass = { $faction ->
    [none] { act-pass }
   *[some] Passar pela facção inteira: { $faction }
}
factions-act-reload = Recarregar { $item }
factions-act-shove = Empurrar quem eu seguro{ $zone ->
    [none] { "" }
   *[some] { " " }para { $zone }
}{ $hazard ->
    [yes] , para dentro do perigo
   *[no] { "" }
}
factions-act-skill = Outra ação{ $ability ->
    [str] { " " }(FOR)
    [agi] { " " }(AGI)
    [wit] { " " }(AST)
   *[none] { "" }
}
    .all = Usar uma perícia
factions-act-stance = Quando inimigos se afastam: { $opportunity ->
    [always] sempre
    [never] nunca
   *[ask] me pergunte
}
    .all = Respostas prontas
factions-act-stunt = Façanha{ saying }
factions-act-surrender = Render-se
factions-act-turn = Assumir a vez
factions-act-unequip = Guardar { $item }
    .all = Guardar
factions-act-use = Usar { $item }{ $weapon ->
    [none] { $target ->
        [none] { "" }
       *[some] { " " }em { $target }
    }
   *[some] { " " }em { $weapon }
}
factions-rider-hold_back = pegando leve
