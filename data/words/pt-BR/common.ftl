### O que todos os sistemas de regras contam do mesmo jeito, e as palavras dos painéis.
###
### Nomes de pessoas, zonas e itens são variáveis de gênero e número desconhecidos: nenhum artigo,
### adjetivo ou particípio concorda com eles (docs/languages/pt-BR.md).

## Palavras pequenas

somebody = alguém
nowhere = lugar nenhum
yes-or-no = { $is ->
    [yes] sim
   *[no] não
}
# Ana, Ben e Cid: todos menos o último têm vírgulas entre si.
list-end = { $most } e { $last }
list-end-before-i = { $most } e { $last }
list-comma = { ", " }

## Parágrafos

# Um ato e o resultado: "Ana ataca Raider com sword: d20 14 + 2 (FOR) = 16, precisa de 12: ACERTO."
told = { $what }.
told-with-result = { $what }: { $result }
told-with-sentence = { $what }: { $sentence }

## Rolagens, iguais em todos os sistemas: "d20 10 + 2 (FOR) = 12, precisa de 12: ACERTO"

roll = { $dice }{ $plus }{ $total ->
    [none] { "" }
   *[some] { " " }= { $total }
}
# $faces têm sinais de mais entre si: "d20 10", "2d6 3+4"; "5+3+2" onde todos os dados do sistema
# têm seis lados.
roll-dice = { $sides ->
    [none] { $faces }
   *[some] { $count ->
        [1] d{ $sides } { $faces }
        [one] { $count }d{ $sides } { $faces }
        [many] { $count }d{ $sides } { $faces }
       *[other] { $count }d{ $sides } { $faces }
    }
}{ $notes ->
    [none] { "" }
   *[some] { " " }({ $notes })
}
roll-natural = { $face } natural
roll-of-two = { $is_higher ->
    [yes] o maior entre { $face } e { $out }{ roll-because }
   *[no] o menor entre { $face } e { $out }{ roll-because }
}
roll-dropped = sem o { $out }{ roll-because }
roll-because = { $cause ->
    [none] { "" }
   *[some] : { $cause }
}
roll-dice-changed = { $dice }D { $cause }
roll-plus = { $is_less ->
    [yes] { " " }− { $number }{ roll-by }
   *[no] { " " }+ { $number }{ roll-by }
}
roll-by = { $cause ->
    [none] { "" }
   *[some] { " " }({ $cause })
}
roll-raised = { $cause } { $by }
roll-needed = { $needs }{ $why ->
    [none] { "" }
   *[some] { " " }({ $why })
}
roll-verdict = { $needs ->
    [none] : { $outcome }
   *[some] , precisa de { $needs }: { $outcome }
}
roll-cause = { $cause ->
    [aim] mira
    [ambush] emboscada
    [armour] armadura
    [boon] ganho antes
    [close-shot] alvo perto demais
    [combined] outros ajudam ou atrapalham
    [fate-point] Ponto de Destino
    [gear] equipamento
    [gm] palavra do mestre
    [harm] Dano
    [injury] lesão
    [long-range] longo alcance
    [luck] sorte
    [mending] em recuperação
    [npc-skill] Perícia
    [other] outros
    [prone] no chão
    [range] alcance
    [ready-defence] defesa preparada
    [saved-dice] dados guardados
    [stance] na defensiva
    [tool] item
    [stunned] Atordoamento
    [hurt] Contusão
    [wounded] Ferimento
    [incapacitated] Incapacidade
    [breathless] Falta de Ar
    [winded] Fôlego Curto
    [tired] Cansaço
    [exhausted] Exaustão
    [startled] Susto
    [disoriented] Desorientação
    [discouraged] Desânimo
    [demoralized] Desmoralização
    [weakened] Fraqueza
    [distracted] Distração
    [stuck] Imobilidade
   *[named] { $named }
}
roll-damage = { $dice ->
    [none] { $total } de dano
   *[some] { $is_doubled ->
        [yes] { $dice } × 2 = { $total } de dano
       *[no] { $dice } = { $total } de dano
    }
}
roll-damage-less = { $damage }{ $armour ->
    [none] { "" }
   *[some] { $is_halved ->
        [yes] { " " }− { $armour } (metade da armadura)
       *[no] { " " }− { $armour } (armadura)
    }
}

## As notas do motor

removed = { $who } não está mais na luta.
zones-laid = As zonas são { $zones }.
configured = As configurações mudaram.
settings-changed = { $settings ->
    [none] As configurações continuam como estavam.
   *[some] Configurações mudadas: { $settings }.
}
setting-told = “{ setting-name }”: agora { setting-value }
setting-switch = { setting-name }: { $is_on ->
    [yes] sim
   *[no] não
}
setting-name = { $setting ->
    [absent] Turno cujo tempo acaba
    [answer-secs] Tempo para responder
    [ask-single] Perguntar mesmo quando só há uma resposta
    [avoid-rolls] Rolagens para evitar ataques
    [bodies-recovered] Os corpos são recuperados depois da luta
    [chaos] Caos: ninguém conversa enquanto uma vez está aberta
    [chaos-delete] Apagar conversas durante o caos
    [chaos-secs] Tempo de uma vez durante o caos
    [complex-interactions] Toda interação é complexa
    [cover-counts] A cobertura protege
    [decoys] Esperas falsas
    [destiny] Dado da Fortuna
    [difficulty-secs] Tempo para definir uma dificuldade
    [dodge-close] Esquiva de ataques à queima-roupa
    [end-secs] Tempo para dizer que a luta acabou
    [fail-moves] Movimento depois de um teste falho
    [fall-dice] Dados por 5 pés de queda
    [fast-slow] Fases rápida e lenta
    [fate-secs] Tempo para escolher um Destino
    [fear-count-self] Quem enfrenta o medo conta como companhia
    [flee-action] Ação para fugir
    [flee-range] Onde todos os inimigos têm que estar para uma fuga
    [friendly-targets] Pode atacar gente do próprio lado
    [gm-secs] Tempo do mestre
    [harm-dice] Dados perdidos por Dano
    [help-secs] Tempo para ajudar
    [init-secs] Tempo para rolar iniciativa
    [items-return] Itens largados voltam depois da luta
    [limit-answer] Tempo para responder
    [limit-ruling] Tempo para o mestre decidir
    [limit-turn] Tempo de um turno
    [mirror] Cópias das perguntas dos jogadores para os mestres
    [npc-durability] Equipamento de NPC se desgasta
    [npc-provoke] NPCs que saem podem levar golpes
    [nudges] Lembretes
    [odds] Chances do que os jogadores podem fazer
    [party-order] Ordem do grupo
    [player-morale] Moral dos personagens dos jogadores
    [poison-at-end] O veneno causa todo o seu dano quando a luta acaba
    [position] Posição
    [position-harm] Dano pela posição
    [ranks-add] Condições iguais se somam
    [reveal-nearby] Chegar perto de um inimigo revela
    [ruling-secs] Tempo para o mestre decidir
    [scene] Cena
    [second-fate-secs] Tempo para o mestre escolher um Destino
    [shield-sacrifice] Escudos podem ser sacrificados
    [slot-secs] Tempo de uma vez
    [soak] Rolagens contra dano
    [stowed] As armas começam guardadas
    [stretch] Os relógios param nas horas de silêncio
    [swap-hold] Tempo para trocar cartas
    [tell-gm] O mestre lê o que os atos dos jogadores não mostram ao canal
    [tie-secs] Tempo para resolver um empate
    [turn-secs] Tempo de um turno
    [unseal] Mostrar o segredo dos dados depois do fim
    [window-secs] Tempo para responder
   *[other] { $named }
}
# Para vir depois de "agora".
setting-value = { $setting ->
    [swap-hold] { $value ->
        [0] não
        [1] 1 minuto
        [one] { $text } minuto
        [many] { $text } minutos
       *[other] { $text } minutos
    }
   *[other] { $value ->
        [true] sim
        [false] não
        [any] livre
        [auto] { $setting ->
            [avoid-rolls] na hora
           *[other] como dizem as regras
        }
        [closer] mais perto que o alcance Extremo
        [defend] gasto em Defender
        [extreme] no alcance Extremo
        [finesse] Jeito
        [fixed] não
        [go] permitido
        [lasting] perdidos enquanto o Dano durar
        [ment] Mental
        [momentum] sim
        [next-test] perdidos só no próximo teste
        [no] não
        [none] sem limite
        [pass] passa
        [phys] Físico
        [prompt] o jogador decide
        [respond] sim
        [rolled] como rolado
        [sneak] Furtividade
        [stop] para ali
        [wait] todos esperam
        [yes] sim
        [controlled] controlada
        [desperate] desesperada
        [off] desligado
        [risky] arriscada
       *[other] { $text }
    }
}
adjusted = { $value ->
    [none] O mestre muda um valor de { $who }: { $field }.
   *[some] O mestre muda um valor de { $who }: { $field }, agora { $value }.
}
revealed = { $who } aparece.
joined = { $side ->
    [none] { $who } entra na luta.
   *[some] { $who } entra na luta. Lado: { $side }.
}
joined-side = { $side ->
    [none] Chegam
   *[some] Chegam ({ $side })
}: { $who }.
joined-group = { $count } × { $plural } ({ $numbers })
joined-range = { $from } a { $to }
amount-rolled = O mestre rola { $dice }: { $faces }{ $dropped ->
    [none] { "" }
   *[some] { " " }(sem { $dropped })
}{ $is_plain ->
    [yes] { "" }
   *[no] , que dá { $total }{ $is_raised ->
        [yes] { " " }e conta como { $amount }
       *[no] { "" }
    }
}{ $comment ->
    [none] { "" }
   *[some] { " " }({ $comment })
}.
given = { $who } recebe { $item }.
laid-down = No chão em { $zone }, agora: { $item }.
gave-way = Alguém entrou com o nome { $was }. O NPC que os jogadores não conhecem por esse nome agora se chama { $who }.
renamed = { $is_unclear ->
    [yes] Ninguém mais consegue distinguir { $name }: os jogadores veem { $who }.
   *[no] { $was_unclear ->
        [yes] Agora os jogadores conseguem distinguir: é { $who }.
       *[no] { $name } é, na verdade, { $who }.
    }
}
vanished = { $name } some de vista.
stays-unseen = Ninguém vê { $who } ainda.
looks = { $look ->
    [nothing] { $was_hidden ->
        [yes] Os jogadores não veem os ferimentos de { $who }.
       *[no] Os jogadores não veem mais os ferimentos de { $who }.
    }
    [wounds] Os jogadores veem os ferimentos de { $who }.
   *[numbers] Os jogadores veem todos os números de { $who }.
}
started = A luta começa.
round-began = Rodada { $round }.
fight-over = A luta acabou.
question-lost = Esta pergunta foi feita com regras mais antigas.
decoy-wait = Ninguém tem pergunta a responder: é uma espera falsa. `/skip` acaba com ela.
decoy-over = Acabar com a espera

## Notas que vários sistemas têm

no-harm = { $who } não sofre dano.
goes-down = { $who } cai.
no-further = { $who } não passa dali.
effect = Efeito: { $text }
skill-tried = { $text ->
    [none] { $who } tenta outra coisa ({ $attribute })
   *[some] { $who } tenta “{ $text }” ({ $attribute })
}
skill-refused = O mestre recusa; o turno de { $who } não gasta nada.
lost-deed = { $who } não pode mais fazer isso.
ordered = Ordem: { $names }.
acts-next-round = { $who } age a partir da próxima rodada.
fight-goes-on = A luta continua.
held = { $by } segura { $who }.
freed = { $who } se solta de { $by }.
fled = { $who } fugiu.
waited-in-vain = { $who } esperou, mas o momento não veio.
hazard-struck = { $who } encontra o perigo em { $zone }.
said = { $who }: “{ $text }”
item-in-hand = { $who } põe na mão: { $item }.
item-put-away = { $who } guarda: { $item }.
item-picked-up = { $who } apanha: { $item }.
item-dropped = { $who } larga: { $item }.
item-handed = { $who } entrega a { $to }: { $item }.
item-used = { $who } usa { $item }.
item-gone = Acabou: { $item }.
ground = { $zone }: { $ground }.
no-sight = sem visão de { $zones }
nothing-special = nada de especial
bare-hands = mãos vazias
saying = { $text ->
    [none] { "" }
   *[some] : “{ $text }”
}

## O que alguém pode fazer, como rótulo

# Texto puro, para botões e menus: "Atacar Raider com longsword · Ação".
offer = { $cost ->
    [none] { $act }
   *[some] { $act } · { offer-cost }
}
offer-with = { $act } · { $rider }
# A chance de um ato dar certo.
odds = { $odds }%
# O que um ato pode provocar na hora, até onde quem age sabe.
risk = { $risk ->
    [strike] possível golpe: { $names }
    [follow] pode vir atrás: { $names }
    [hurt] pode machucar
    [fall] pode derrubar
    [unhurt] sem dano
    [hazard] terreno perigoso
    [harm] custa 1 de Dano Físico
   *[other] { $names }
}
offer-cost = { $cost ->
    [move] Movimento
    [action] Ação
    [move-or-action] Movimento ou Ação
    [main-action] Ação principal
    [bonus-action] Ação bônus
    [movement] Movimento
    [turn] Turno
    [slow] Lenta
    [fast] Rápida
    [reaction] Reação
    [maneuver] Manobra
    [free-action] Ação Livre
    [incidental-movement] movimento livre
    [handling] uma vez por turno
    [ends-the-ambush] encerra a emboscada
    [ends-the-fast-phase] encerra a fase rápida
    [ends-the-round] encerra a rodada
   *[other] { $named }
}

## Atos, pelos seus verbos: rótulos de atos de vários sistemas (os de um só ficam no arquivo dele)

# Os argumentos são os espaços do verbo, `none` onde nada é dito. O que termina em `-name` é uma
# palavra das regras como ela se chama. `.all` abre muitos atos do verbo, `.likely` é o mais comum.
act-attack = Atacar { $target }{ $weapon ->
    [none] { "" }
   *[some] { " " }com { $weapon-name }
}
    .likely = Atacar { $target } · { $weapon-name }
act-cast = Conjurar { $spell } em { $target }
act-dash = { $zone ->
    [none] Correr
   *[some] Correr para { $zone }
}
act-done = Encerrar turno
act-drop = Largar { $item }
act-equip = Pôr na mão: { $item }
    .all = Pôr na mão
act-flee = Fugir
act-grapple = Agarrar { $target }
act-interact = Interagir{ saying }
    .all = Interagir
act-move = Ir para { $zone }
act-pass = Encerrar turno
act-pickup = Apanhar { $item }
    .all = Apanhar
act-release = Soltar todos
act-say = Falar{ saying }
act-stand = Levantar
act-stow = Guardar { $item }
    .all = Guardar
act-take-cover = Ficar em cobertura
act-trigger = Fazer o ato guardado
act-use = Usar { $item }{ $target ->
    [none] { "" }
   *[some] { " " }em { $target }
}
# Palavras das regras que ocupam um espaço.
word-action = { action }
word-attribute = { attribute }
word-skill = { skill }
word-weapon = { $weapon ->
    [unarmed] { bare-hands }
   *[other] { $said }
}

# O que alguém pode fazer agora: "`/attack` (Raider, Wolf), `/move` (Yard, Road, Gate, …)".
may-do = `{ $command }`
may-do-such-as = `{ $command }` ({ $examples })
may-do-and-more = `{ $command }` ({ $examples }, …)

## Palavras dos painéis. O que não tem palavra aqui aparece com o nome que tem nas regras.

wounds-exact = { $now }/{ $max } { $system ->
    [fates] Determinação
   *[other] PV
}
wounds = { $wound ->
    [unhurt] sem ferimentos
    [hurt] com ferimentos
    [half-or-less] na metade ou menos
    [badly-hurt] em mau estado
    [harmed] com ferimentos
    [battered] em frangalhos
    [down] fora de combate
    [out] fora
    [fresh] sem ferimentos
    [shaken] com alguns golpes
   *[other] { $named }
}
condition = { $condition ->
    [ongoing] Dano Contínuo
    [weakened] Fraqueza
    [distracted] Distração
    [stuck] Imobilidade
    [paralysed] Paralisia
    [fleeing] Em Fuga
    [parleying] Em Negociação
    [incapacitated] Incapacidade
    [dead] Morte
    [grabbed] Sob Agarrão
    [grabbing] Agarrando
    [concealed] Às Escondidas
    [unseen] Fora de Vista
    [behind-barrier] Atrás da Barreira
    [poisoned] Veneno
    [broken] Em Debandada
    [steady] Firme
    [surrendered] Rendição
    [off-the-map] Fora do Mapa
    [fled] Já Fugiu
    [prone] No Chão
    [held] Sob Agarrão
    [holding] Segurando
    [gagged] Boca Tapada
    [pinned] Contra a Parede
    [burning] Em Chamas
    [in-cover] Em Cobertura
    [apart] À Parte
    [helped] Com Ajuda
    [out] Fora
    [dying] Morrendo
    [shaken] Em Pânico
    [shaken-flee] Em Pânico (foge)
    [shaken-freeze] Em Pânico (trava)
    [shaken-faint] Em Pânico (desmaia)
    [shaken-attack] Em Pânico (ataca)
    [severe-harm] Dano Grave
    [broken-arm] Braço quebrado
    [wounded] Ferimento
    [defends] Na Defesa
    [aims] Mirando
    [helps] Prontidão para ajudar
    [holds] Guardando um ato
    [grappled] Sob Agarrão
    [down] Fora de Combate
    [out-of-action] Fora de Ação
    [lost] Sem Retorno
    [removed] Fora desta luta
    [out-damage] Inconsciência
    [out-fatigue] Colapso
    [out-composure] Desistência
    [escaped] Já Escapou
    [stunned] Atordoamento
    [hurt] Contusão
    [breathless] Falta de Ar
    [winded] Fôlego Curto
    [tired] Cansaço
    [exhausted] Exaustão
    [startled] Susto
    [disoriented] Desorientação
    [discouraged] Desânimo
    [demoralized] Desmoralização
    [recovering] Em Recuperação
    [readied] Ato preparado
    [conceded] Desistência
    [gone] Fora de alcance
   *[other] { $named }
}
# Quando acaba, para que todos possam contar com isso.
condition-ends = { $condition } ({ $ends ->
    [next-turn] até o fim do próximo turno
    [this-turn] até o fim do turno
    [encounter] até o fim da luta
    [scene] até o fim da cena
    [round] até o fim da rodada { $count }
   *[recovered] até se recuperar
})
# O mesmo, curto; o que dura muito fica de fora.
condition-ends-soon = { $condition } ({ $ends ->
    [next-turn] próximo turno
    [this-turn] este turno
   *[round] rodada { $count }
})
# Um trecho de uma linha, e quem está onde nele, em pés.
zone-named = { $zone }{ $from ->
    [none] { "" }
   *[some] { " " }{ $from }–{ $to }
}
placed = { $name }{ $feet ->
    [none] { "" }
   *[some] { $is_numbered ->
        [yes] { " " }em { $feet }
       *[no] { " " }{ $feet }
    }
}
attribute = { $attribute ->
    [str] FOR
    [dex] DES
    [con] CON
    [int] INT
    [wis] SAB
    [cha] CAR
    [agi] AGI
    [wit] AST
    [dexterity] Destreza
    [strength] Força
    [perception] Percepção
    [knowledge] Conhecimento
    [presence] Presença
    [mechanical] Mecânica
    [technical] Técnica
    [power] Poder
    [intuition] Intuição
    [reason] Razão
   *[other] { $named }
}
skill = { $skill ->
    [agility] Agilidade
    [firearms] Armas de Fogo
    [light-melee] Corpo a Corpo Leve
    [athletics] Atletismo
    [brawl] Briga
    [heavy-melee] Corpo a Corpo Pesado
    [intimidate] Intimidação
    [stamina] Vigor
    [hide] Furtividade
    [search] Busca
    [persuade] Persuasão
    [tactics] Tática
    [medicine] Medicina
    [pilot] Pilotagem
    [security] Segurança
    [repair] Conserto
    [control] Controle
    [balance] Equilíbrio
    [tumble] Acrobacia
    [martial] Armas Marciais
    [long] Armas Longas
    [deflect] Desviar
    [close] Armas Curtas
    [light] Armas Leves
    [parry] Aparar
    [sprint] Arrancada
    [climbing] Escalada
    [jumping] Salto
    [strike] Golpear
    [block] Bloquear
    [grapple] Agarrar
    [shift] Tombar
    [recover] Recuperar
    [awareness] Atenção
    [cues] Sinais
    [ego] Ego
    [misdirection] Despiste
    [insult] Insultar
    [startle] Assustar
    [demoralize] Desmoralizar
    [focus] Foco
    [resolve] Determinação
    [conviction] Convicção
    [memory] Memória
    [arena] Arena
   *[other] { $named }
}
action = { $action ->
    [strike] Golpear
    [shoot] Atirar
    [force] Forçar
    [endure] Suportar
    [finesse] Jeito
    [sneak] Furtividade
    [track] Rastrear
    [read] Perceber
    [study] Estudar
    [persuade] Persuadir
    [charm] Encantar
    [intimidate] Intimidar
    [cast] Conjurar
    [free] livre
    [bonus] bônus
    [full] completa
    [tumble] acrobacia
    [sprint] arrancada
   *[other] { $named }
}
group = { $group ->
    [party] Grupo
    [enemy] Inimigos
    [opposition] Oposição
    [order] Ordem dos turnos
    [Heroes] Heróis
    [Foes] Oponentes
    [enemies] Inimigos
    [heroes] Heróis
    [foes] Oponentes
   *[other] { $named }
}
team = { $team ->
    [party] grupo
    [enemy] inimigos
    [Heroes] heróis
    [Foes] oponentes
    [opposition] oposição
    [enemies] inimigos
    [heroes] heróis
    [foes] oponentes
   *[other] { $named }
}
zone-fact = { $fact ->
    [limit] lugar para { $value }
    [hazard] perigo ({ $value })
    [exit] { zone-exit }
    [cover] { $side ->
        [yes] cobertura
       *[other] cobertura { $value }
    }
    [obstacle] obstáculo para { $value }
    [harder] precisa de { $value } { $detail }
    [obscured] encoberta
    [barrier] barreira
    [hard] terreno difícil
    [no-sight] sem visão de { $value }
    [item] no chão{ $detail ->
        [none] { "" }
       *[some] { " " }em { $detail }
    }: { $value }
    [door] porta para { $value }: { door-state }
    [terrain] terreno difícil ({ $value } { $detail })
    [terrain-stops] terreno difícil ({ $value } { $detail }, ou não passa)
    [border] na divisa à direita: { $value } { $detail }
    [border-stops] na divisa à direita: { $value } { $detail }, ou não passa
    [narrow] estreita
    [secret-hazard] perigo secreto ({ $value })
    [object] dá para tombar ou arremessar: { $value } ({ $detail })
   *[other] { $named } { $value }
}
zone-exit = { $side ->
    [yes] saída
    [party] saída do grupo
    [enemy] saída dos inimigos
   *[other] saída ({ $value })
}
body-fact = { $fact ->
    [phys] Dano Físico { $detail ->
        [none] { $value }
       *[some] { $value } de { $detail }
    }
    [ment] Dano Mental { $detail ->
        [none] { $value }
       *[some] { $value } de { $detail }
    }
    [gear] { $value } ({ fact-state })
    [reaction] { cards-reaction }: { fact-state }
   *[other] { body-fact-name } { word }
}
body-fact-name = { $fact ->
    [level] Nível
    [skill] Perícia
    [ap] PA
    [str] FOR
    [agi] AGI
    [wit] AST
    [armour] Armadura
    [opportunity] Ataques de oportunidade:
    [card] Carta
    [bonus] Dados guardados
    [fewer-dice] Dados a menos no próximo teste:
    [in-hand] Na mão:
    [defense] Defesa
    [ar] RA
    [fp] Pontos de Destino
    [score] Iniciativa
    [attention] Atenção em
    [meaning] Fora de Ação significa:
    [boon] Em um teste:
    [raised] Aumentado:
    [ability] Pode:
    [readied] Preparado:
    [luck] Sorte
    [action-points] Pontos de ação
    [held] Guarda:
    [shown] Jogadores veem:
   *[other] { $named }
}
fight-fact = { $fact ->
    [surprised] Surpresa: { $group }
    [stage] { fight-stage }
    [threshold] Rápida: AST { $value } ou mais
    [initiative] Iniciativa: { $group }
    [first] Primeira vez: { $group }
    [swaps] { word }
    [swap-offer] Troca oferecida: { $value } para { $detail }
    [chaos] A ordem é rolada: { $word ->
        [encounter] na luta toda
       *[other] até a rodada { $value }
    }
    [last-call] Última chamada: quem guarda pode agir
    [harder] Precisa: { $value } { $detail }
    [scene] Cena: { $value }
   *[other] { $named } { $value }
}
fight-stage = { $word ->
    [ambush] Emboscada
    [fast] Fase rápida
    [slow] Fase lenta
   *[round-end] A rodada acaba
}
# Um valor que é uma palavra das regras: uma resposta pronta, o estado do equipamento.
word = { $word ->
    [open] Cartas podem ser trocadas até a primeira Manobra
    [hold] Cartas podem ser trocadas; ninguém age ainda
    [ask] pergunta antes
    [always] sempre
    [never] nunca
    [opposition] oposição
    [advantage] vantagem
    [disadvantage] desvantagem
    [something] que há algo
    [alias] outro nome
    [name] o nome
    [wounds] os ferimentos
    [numbers] todos os números
    [nothing] nada
   *[other] { $value }
}
fact-state = { $state ->
    [damaged] com avarias
    [destroyed] sem conserto
    [fast] sem perguntar, com a Manobra rápida
    [never] nunca
   *[other] { $detail }
}
door-state = { $state ->
    [open] aberta
    [closed] fechada
   *[locked] trancada
}
budget = { $left ->
    [left] { budget-what }
    [half] metade: { budget-what }
   *[other] { budget-what } ×{ $value }
}
budget-what = { $what ->
    [move] Movimento
    [action] Ação
    [main-action] Ação principal
    [bonus-action] Ação bônus
    [movement] Movimento
    [slow] Lenta{ budget-of }
    [fast] Rápida{ budget-of }
    [handling] Trocar ou apanhar
    [full] Ação completa
    [bonus] Ação bônus
    [incidental] Movimento livre
   *[other] { $named }
}
budget-of = { $detail ->
    [none] { "" }
   *[some] { " " }({ $detail })
}
budget-left = { $named ->
    [none] nada sobrando
   *[some] resta: { $named }
}
# Quem age agora: o lado de quem é o momento, senão quem tem o turno.
acting-group = { $group ->
    [party] o grupo age
    [enemy] os inimigos agem
    [Heroes] os heróis agem
    [Foes] os oponentes agem
    [opposition] a oposição age
    [enemies] os inimigos agem
    [heroes] os heróis agem
    [foes] os oponentes agem
   *[other] agindo: { $named }
}
mark = { $mark ->
    [acting] agindo
    [ready] vai agir
    [spent] já agiu
   *[out] fora
}
outcome = { $outcome ->
    [won] O grupo vence.
    [lost] O grupo perde.
    [truce] Os dois lados fazem uma trégua.
    [called-off] A luta é cancelada.
    [party] O grupo vence.
    [opposition] A oposição vence.
    [nobody] Ninguém fica de pé.
    [Heroes] Os heróis vencem.
    [Foes] Os oponentes vencem.
    [enemy] Os inimigos vencem.
   *[other] Vitória: { $named }.
}
system = { $system ->
    [cards] Cards
    [dr12] DR12
    [factions] Factions
    [fates] Fates
    [ranks] Ranks
   *[other] { $named }
}

## Outros nomes de valores que se podem digitar, com " / " entre eles

also-side = { $key ->
    [enemy] oponentes / adversários / monstros
    [enemies] oponentes / adversários / monstros / inimigos
    [opposition] oponentes / adversários / monstros / inimigos
    [party] jogadores / heróis
    [Foes] inimigos / adversários / monstros
    [Heroes] jogadores / grupo
   *[other] { "" }
}
also-outcome = { $key ->
    [won] os heróis vencem / os jogadores vencem / vitória / vencemos
    [lost] os inimigos vencem / os oponentes vencem / os heróis perdem / derrota / perdemos
    [truce] trégua / paz / empate / ninguém vence
    [party] os heróis vencem / os jogadores vencem
    [Heroes] os heróis vencem / os jogadores vencem
    [enemies] os oponentes vencem / os inimigos vencem
    [opposition] os oponentes vencem / os inimigos vencem
    [enemy] os oponentes vencem
    [Foes] os inimigos vencem
   *[other] { "" }
}
also-setting-value = { $key ->
    [true] sim / ligado
    [false] não / desligado
   *[other] { "" }
}
also-attribute = { $key ->
    [str] Força
    [dex] Destreza
    [con] Constituição
    [int] Inteligência
    [wis] Sabedoria
    [cha] Carisma
    [agi] Agilidade
    [wit] Astúcia
    [dexterity] dex
    [strength] str
    [perception] per
    [knowledge] kno
    [mechanical] mec / mech
    [technical] tec / tech
    [power] pow
   *[other] { "" }
}
also-field = { $key ->
    [str] Força
    [dex] Destreza
    [con] Constituição
    [int] Inteligência
    [wis] Sabedoria
    [cha] Carisma
    [agi] Agilidade
    [wit] Astúcia
    [hp] vida / pontos de vida
    [hp-max] vida máxima / pontos de vida máximos / PV máximos
    [ap] pontos de armadura
   *[other] { "" }
}
also-format = { $key ->
    [story] história / markdown / texto / md
   *[other] { "" }
}
also-policy = { $key ->
    [wait] esperar / todos esperam / espera / perguntar ao mestre
    [pass] passar / passa / passar o turno
    [defend] defender / defende / defesa
    [stand-in] substituto / quem substitui / substituir
    [auto] automático / o bot / o bot joga / o bot joga pelos NPCs
    [none] as regras / como dizem as regras / nada / o que dizem as regras
   *[other] { "" }
}
also-temper = { $key ->
    [cautious] cautela / com cuidado / cauteloso / cuidando de si
    [plain] normal / normalmente
    [reckless] sem cuidado / imprudente / sem cuidado nenhum
   *[other] { "" }
}
also-difficulty = { $key ->
    [easy] fácil
    [fair] equilibrada / equilibrado / médio
    [hard] difícil
    [deadly] mortal / letal
   *[other] { "" }
}
also-threat = { $key ->
    [wound] pode ferir você / ferir / ferimento
    [fell] pode derrubar você / derrubar
   *[other] { "" }
}
also-spend = { $key ->
    [anything] qualquer coisa / tudo
    [keep-turn] você mantém seu turno / manter meu turno
    [nothing] não custa nada / nada / de graça
   *[other] { "" }
}
also-when = { $key ->
    [soon] daqui a pouco / depois / mais tarde
    [at-once] na hora / agora / já
    [deadline] se você não responder a tempo / no prazo
   *[other] { "" }
}
also-if = { $key ->
    [always] sempre / de qualquer jeito
    [here] eu ainda estou lá / aqui / você está aqui / eu estou aqui
    [there] o alvo ainda está lá / lá / o alvo está lá
    [both] os dois ainda estão lá / os dois
   *[other] { "" }
}
also-kind = { $key ->
    [players] o que os jogadores digitam / jogadores
    [gm] mestre
    [clock] relógio / tempo
    [undone] desfeito / desfazer
    [advantage] vantagem
    [disadvantage] desvantagem
   *[other] { "" }
}
also-sight = { $key ->
    [public] todos / todo mundo / público
    [secret] só eu / eu / privado
    [gm] só o mestre e eu / mestre
    [blind] só o mestre
   *[other] { "" }
}
also-show = { $key ->
    [unseen] escondido / invisível
    [numbers] tudo / números
    [something] algo
    [alias] apelido
    [name] nome
    [wounds] ferimentos
   *[other] { "" }
}
also-setting = { $key ->
    [limit-turn] um turno / turno
    [limit-answer] uma resposta / resposta
    [limit-ruling] decisões do mestre / decisões
   *[other] { "" }
}
also-language = { $key ->
    [de] alemão / de-DE / de-AT / de-CH
    [en] inglês / en-US / en-GB
    [es] espanhol / es-ES / es-419 / es-MX
    [fr] francês / fr-FR / fr-CA
    [pt-BR] português / brasileiro / pt / pt-PT
   *[other] { "" }
}
also-how = { $key ->
    [advantage] vantagem / adv
    [disadvantage] desvantagem / dis
   *[other] { "" }
}
also-order = { $key ->
    [ask] perguntar / me perguntar
    [fast] usar a Manobra rápida / a Manobra rápida
    [never] nunca
   *[other] { "" }
}
also-action = { $key ->
    [free] ação livre / livre
    [bonus] ação bônus / bônus
    [full] ação completa / completa
   *[other] { "" }
}

## Palavras para números, cada uma com o seu

also-number-dr12-dr = trivial: 5 / fácil: 8 / normal: 12 / difícil: 15 / muito difícil: 19
also-number-dr12-cure_dr = { also-number-dr12-dr }
also-number-dr12-count = nenhum: 0 / sem limite: 0 / ilimitado: 0
also-number-cards-toxicity = fraco: 3 / forte: 6 / extremo: 9
also-number-fates-difficulty = fácil: 7 / moderada: 11 / difícil: 15 / heroica: 20
