### As partes das mensagens no Discord: molduras em volta do que as regras contam.
###
### Comandos são escritos como se digitam; `{ $user }`, `{ $gm }`, `{ $by }` são menções.

## Partes pequenas

nobody = ninguém
next-to = ao lado de { $zones }
and-more = … e mais { $count }

## Notícias de uma luta que não são das regras

notice-opened = { $gm } abre uma luta aqui, como mestre. Os jogadores entram com `/init join`; o mestre adiciona NPCs com `/init add` e começa com `/init start`.
notice-sealed = Os dados estão lacrados: { $seal }. Antes do começo, misture uma frase sua com `/roll salt:`; depois do fim, qualquer pessoa pode conferir.
notice-salted = { $by } mistura uma frase aos dados: { $line }
notice-undone = { $count ->
    [1] { $by } desfaz isto:
    [one] { $by } desfaz { $count } ato:
    [many] { $by } desfaz os últimos { $count } atos, do mais recente ao mais antigo:
   *[other] { $by } desfaz os últimos { $count } atos, do mais recente ao mais antigo:
}
notice-undone-marked = { $by } desfaz o que está riscado acima.
notice-undone-order = algo que o mestre fez
notice-rolled = { $by } rola { $roll }
notice-redone = { $by } refaz o que foi desfeito.
notice-paused = { $by } põe a luta em pausa: os relógios param.
notice-resumed = { $by } retoma a luta.
notice-moved = { $by } continua a luta aqui, porque não consigo mais escrever no canal antigo. O que espera por alguém vem junto.
notice-asleep = Ninguém fez nada aqui por duas rodadas inteiras, então a luta dorme e os relógios param. Quem está nela pode acordá-la com qualquer comando ou botão.
notice-awake = A luta acordou, e os relógios andam.
notice-handed-over = { $from } passa a luta adiante: agora { $to } é mestre.
notice-co-gm = { $is_added ->
    [yes] { $user } ajuda o mestre a partir de agora.
   *[no] { $user } não ajuda mais o mestre.
}
notice-stands-in = { $user ->
    [none] **{ $name }** volta às mãos de quem joga com esse personagem.
   *[some] { $user } joga com **{ $name }** no lugar da pessoa de sempre{ $until ->
        [none] { "" }
       *[some] ; isso acaba { $until }
    }.
}
notice-absence = { $policy ->
    [wait] Enquanto quem joga com **{ $name }** estiver fora, todos esperam e a pergunta vai para o mestre.
    [pass] Enquanto quem joga com **{ $name }** estiver fora, **{ $name }** passa.
    [defend] Enquanto quem joga com **{ $name }** estiver fora, **{ $name }** se defende.
    [stand-in] Enquanto quem joga com **{ $name }** estiver fora, a pergunta vai para quem substitui.
   *[none] Enquanto quem joga com **{ $name }** estiver fora, acontece o que as regras dizem.
}
notice-player-gone = Quem jogava com **{ $names }** mandou apagar os próprios dados. A partir de agora é você quem joga com **{ $names }**; `/stand-in who: user:` empresta para outra pessoa.
notice-nature = { $temper ->
    [none] Você volta a jogar com **{ $names }**.
   *[some] A partir de agora o bot joga com **{ $names }**{ $temper ->
        [cautious] , com cuidado
        [reckless] , sem cuidado nenhum
       *[plain] { "" }
    }{ $spares ->
        [yes] , e poupa quem já caiu
       *[no] { "" }
    }. Ninguém mais fica sabendo. Você pode agir no lugar do bot a qualquer momento, e `/absence policy:none who:` acaba com isso.
}
notice-portrait = { $is_given ->
    [yes] **{ $name }** aparece com esta imagem. Sob outro nome, só o mestre a vê.
   *[no] **{ $name }** não tem mais imagem.
}
notice-refitted = As regras mudaram desde que este ato começou. O que ainda serve fica; o resto é perguntado de novo.
notice-undelivered = Não consigo escrever em { $channel }: { $why }. O que devo ao canal vem assim que eu puder, e nenhum prazo corre lá até então. Todos podem continuar aqui, em mensagens diretas; `/inbox` mostra o que espera.
# Por que nada pode ser postado em um canal.
thread-name = { $system } · luta { $number }
thread-first-post = Aqui acontece uma luta de { $system }. Use `/init join` para participar.
thread-refused = o Discord recusou
thread-not-opened = A luta ainda não tem tópico: em { $channel }, { $why }. Vou tentar de novo; ou `/init move` faz a luta acontecer no canal em que você digitar isso.
thread-soon = Sua luta ganha um tópico próprio em { $channel }. Ele se chama “{ $name }”, e você já faz parte dele.
thread-missing-permission = Não posso abrir tópicos aqui. Quem gerencia o servidor pode me dar { $rights }, ou abra a luta sem `thread:`.
thread-wrong-channel = Este tipo de canal não tem tópicos. Abra a luta em um canal de texto, ou sem `thread:`.
channel-closed-access = não posso ver esse canal
channel-closed-permission = preciso das permissões Enviar mensagens (em tópicos: Enviar mensagens em tópicos), Inserir links, Anexar arquivos e Ver histórico de mensagens
channel-closed-locked = o tópico está trancado
channel-closed-deleted = ele foi apagado
channel-closed-blocked = o AutoMod do servidor bloqueia tudo o que escrevo lá. Quem gerencia o servidor pode liberar o meu cargo (configurações do servidor, AutoMod, cargos permitidos)
dm-closed = o Discord não deixa. As configurações de privacidade do servidor e da conta dizem se um bot pode escrever
# O que fica no lugar de um texto que o AutoMod do servidor bloqueia.
message-blocked = O AutoMod deste servidor bloqueia o que estaria aqui. `/inbox` mostra o que espera por você, `/status` como está a luta e `/log` o que aconteceu.
notice-blocked = O AutoMod do servidor bloqueia este texto em { $channel }: { $text }
    O resto da luta continua. Uma palavra ou um nome do texto está na lista do servidor; quem gerencia o servidor pode liberar o meu cargo.
notice-undelivered-dm = Não consigo enviar mensagens diretas para { $user }: { $why }. `/inbox` mostra o que espera, também aqui. O que falta chega assim que eu puder escrever.
notice-stuck = O tempo acabou, mas a resposta padrão não é possível: { $why } Você pode responder no lugar da pessoa, ou mudar a luta com `/gm`.

## Uma luta que acabou

story-round = Rodada { $round }
story-played-by = Jogadores: { $players }{ $others ->
    [none] {""}
   *[some] {" "}com { $others }
}.
story-when = De { $from } até { $to } UTC, em { $place ->
    [none] mensagens diretas
   *[some] { $place }
}.
story-channel = este canal
story-set-up = Antes da luta: { $sentences }
report = A luta levou { $rounds ->
    [1] uma rodada
    [one] { $rounds } rodada
    [many] { $rounds } rodadas
   *[other] { $rounds } rodadas
} e { $acts ->
    [1] um ato
    [one] { $acts } ato
    [many] { $acts } atos
   *[other] { $acts } atos
}{ $pace ->
    [none] .
   *[some] , { $pace } { $unit ->
        [minutes] minutos
       *[hours] horas
    } por rodada.
}
# Junto com a resposta a quem volta.
missed = Desde a sua última visita: { $turns ->
    [0] nenhum turno
    [1] 1 turno
    [one] { $turns } turno
    [many] { $turns } turnos
   *[other] { $turns } turnos
}{ $hurt ->
    [none] .
   *[some] . { $hurt }
}
missed-hurt = { $name } levou dano { $times ->
    [1] uma vez
    [2] duas vezes
    [one] { $times } vez
    [many] { $times } vezes
   *[other] { $times } vezes
}{ $left ->
    [none] .
   *[some] { " " }(agora { $left }).
}
missed-read = Ler o que aconteceu
report-export = Exportar a história
report-again = Jogar de novo (mestre)
# O relato de uma luta, no máximo três frases.
report-outcome = Desfecho: { $outcome }
report-most-attacks = { $who } atacou mais que todos: { $count ->
    [1] uma vez
    [one] { $count } vez
    [many] { $count } vezes
   *[other] { $count } vezes
}, { $is_only ->
    [yes] sempre { $target }
   *[no] quase sempre { $target }
}.
report-no-falls = Ninguém caiu.
report-only-fall = Só { $who } caiu, na rodada { $round }.
report-falls = { $is_same_round ->
    [yes] { $first } caiu antes de todos e { $last } por último, na rodada { $first_round }.
   *[no] { $first } caiu antes de todos, na rodada { $first_round }, e { $last } por último, na rodada { $last_round }.
}
report-closest = { $who } chegou mais perto de cair, com { $percent }% restando.
# Na imagem de uma luta encerrada.
report-rounds = { $rounds ->
    [1] uma rodada
    [one] { $rounds } rodada
    [many] { $rounds } rodadas
   *[other] { $rounds } rodadas
}
report-health = Saúde depois de cada rodada
report-start = começo
report-attacks = Quem atacou quem, e quantas vezes{ $has_loss ->
    [yes] {" "}(− dano)
   *[no] { "" }
}
report-attack = { $count ->
    [1] uma vez
    [one] { $count } vez
    [many] { $count } vezes
   *[other] { $count } vezes
}{ $loss ->
    [0] { "" }
   *[some] { " " }· −{ $loss }
}
report-more-attacks = e mais { $count ->
    [one] { $count }
    [many] { $count }
   *[other] { $count }
}
report-down = Fora de combate no fim: { $names }
report-left = Saíram ou desistiram: { $names }
report-lost = Dano sofrido: { $lost }
report-sealed = -# O lacre { $seal } está aberto: `/export format:json` tem o segredo e cada dado. Dados que ainda caírem: lacre · { $next }
report-secret = Os dados vieram de { $secrets }. `/export format:json` tem tudo para a conferência. Dados que ainda caírem estão sob o lacre { $seal }.
report-dice = Dados: { $dice }
report-dice-sum = { $count }d{ $sides } deram { $sum } (esperado: { $expected })

## Perguntas

prompt-default = { $until ->
    [none] Se você não responder: { $fallback }.
   *[some] Sem resposta { $until }: { $fallback }.
}
prompt-unseen = Ninguém vê que você recebeu esta pergunta. Sua resposta passa a valer { $until }; sem resposta: { $fallback }.
prompt-patient = Isto espera por você: nada acontece sem a sua resposta.
prompt-kept = Anotado: **{ $answer }**.
prompt-closes = Você não precisa responder; isto fecha { $until }.
# What the answers of a question cost, once for all of them.
prompt-shared-cost = Cada resposta{ $except ->
    [none] { "" }
   *[some] { " " }exceto “{ $except }”
}: { $cost }.
prompt-default-mark = { " " }(padrão)
prompt-menu = { $name ->
    [none] Sua resposta
   *[some] { $name }: sua resposta
}
prompt-rule-otherwise = Decidir de outro jeito…
prompt-form = Sua decisão
prompt-answered = Resposta: **{ $answer }**
prompt-defaulted = Sem resposta a tempo: **{ $answer }**
prompt-sealed = Respondido. Todas as respostas aparecem juntas.
prompt-copy = (A pergunta é para um jogador.)
prompt-taken-back = Desfeito.
# What several of one kind do alike: "Raider 1 passes. Likewise Raider 2 to 17."
told-likewise = { $text } O mesmo com { $names }.
told-undone = ~~{ $text }~~ (desfeito)
# Um turno cujo tempo acabou.
told-late = O tempo acabou. { $text }

# O que alguém pode responder sem que ninguém espere por isso.
invitation-open = { $user } · **{ $who }** pode responder, mas não precisa.

# Embaixo do que vai em particular.
from-fight = -# em { $channel }

## Turnos

# $users são menções; $names quem pode agir, `none` onde o mestre escolhe; $until quando acaba.
turn-yours = { $users } · { turn-who }, é o seu turno{ turn-when }
turn-choose = { $users } · pode agir: { turn-who }{ turn-when }
turn-choose-among = { $users } · { $count } combatentes podem agir{ turn-when }
turn-when = { $round ->
    [0] { "" }
   *[some] { " " }· rodada { $round }
}{ $until ->
    [none] { "" }
   *[some] { " " }· acaba { $until }
}
turn-who = { $names ->
    [none] o lado do mestre
   *[some] **{ $names }**
}
# O turno está parado; $whom são os que devem responder, `none` onde isso não se diz.
turn-stands = { $names ->
    [none] O turno espera{ turn-stands-for }.
   *[some] **{ $names }** · o turno espera{ turn-stands-for }.
}
turn-stands-for = { $is_own ->
    [yes] { " " }pela sua resposta
   *[no] { $whom ->
        [none] { " " }pelo mestre
       *[some] { " " }pela resposta de { $whom }
    }
}
turn-advice-follows = -# As sugestões para os outros vêm quando estes tiverem agido.
turn-next = a seguir: { $names }
# Quem está no mesmo lugar: uma palavra sobre os ferimentos ao lado do nome.
turn-near = { $zone }: { $names }
turn-near-one = { $wounds ->
    [none] { $name }
   *[some] { $name } ({ $wounds })
}
record-title = { $names ->
    [none] { record-round }
   *[some] { $names }{ $round ->
        [0] { "" }
       *[some] { " " }· rodada { $round }
    }
}
record-round = Rodada { $round }
turn-reminder = { $names ->
    [none] Todo mundo está esperando por você.
   *[some] Todo mundo está esperando por você. Pode agir: { $names }.
}
# $users são menções; $names são `none` onde se espera pelo mestre; $until é um ponto no tempo,
# porque um lembrete continua lá depois que ele passa.
nudge-prompt = { $users } · { $names ->
    [none] a luta espera pela sua resposta.
   *[some] a luta espera pela resposta de **{ $names }**.
}{ $until ->
    [none] { "" }
   *[some] { " " }Sem resposta até { $until }, vale a resposta padrão.
}
nudge-turn = { $users } · { $names ->
    [none] a luta espera por você.
   *[some] ainda é o turno de **{ $names }**.
}{ $until ->
    [none] { "" }
   *[some] { " " }Se você não agir até { $until }, o turno acaba.
}
turn-menu = { $family ->
    [attack] Atacar
    [move] Mover
    [aid] Ajudar e falar
   *[else] Mais
}
turn-menu-who = Quem age
turn-menu-part = { $name } { $numbers }
# Um grupo de atos que abre uma mensagem própria.
turn-group = { $what }{ $part ->
    [none] { "" }
   *[some] : { $part }
}{ $is_usual ->
    [yes] { "" }
   *[no] , outros jeitos
}…
# Nos menus de atos que se fazem a alguém, ou com alguém.
turn-whom = { $family ->
    [aid] Com { $name }
   *[other] { $name }
}
turn-group-spared = Atacar aliados ou caídos…
turn-group-rest = Outros…
turn-choose-act = O que { $who } faz?
turn-choose-way = { $who } · { $group }{ $about ->
    [none] { "" }
   *[some] { " " }({ $about })
}
turn-board = Painel
turn-forecast = Previsão
turn-suggested = Sugestão: { $label }
turn-why = { $name } · { $label } · { $why }
advice-target = { $stands_out ->
    [only] só resta um inimigo, { $target }
    [weakest] { $target } está mais perto de cair
    [nearest] { $target } está a menos distância
   *[most] é o que causa mais dano a { $target }
}
advice-move = { $is_closer ->
    [yes] leva { $who } para mais perto de { $enemy }
   *[no] leva { $who } para longe de { $enemy }
}
advice-other = { $why ->
    [harm] ajuda { $who } a causar dano aos inimigos
    [guard] deixa { $who } em mais segurança
   *[least] nada mais é melhor
}
# Botões para todos os NPCs de um turno.
block-look = Jogar todos como sugerido…
block-play = Jogar tudo isto
block-end = Encerrar todos
block-go-on = Continuar
block-note = Cada um faz primeiro isto e depois o melhor a seguir, até o turno acabar. Depois de cada ato, o próximo é pesado de novo; uma pergunta a alguém ou o turno de outra pessoa interrompe tudo.
block-nothing = Ninguém pode agir agora.
block-played = { $names ->
    [none] { $waiting ->
        [none] Ninguém pôde agir.
       *[some] { $waiting }
    }
   *[other] { $names }: { $is_end ->
        [yes] fim
       *[no] { $acts ->
            [one] { $acts } ato
            [many] { $acts } atos
           *[other] { $acts } atos
        }
    }.{ $idle ->
        [none] { "" }
       *[some] { " " }Sem ato: { $idle }.
    }{ $waiting ->
        [none] { "" }
       *[some] { " " }{ $waiting }
    }
}
block-waits = O turno espera{ turn-stands-for }; clique de novo depois.
turn-back = Voltar
# O jogador diz mais em um formulário.
turn-option-told = { $label }…
form-act = O que exatamente?
turn-more = Não cabe aqui tudo o que você pode fazer: `/guide` lista, e você pode digitar tudo.
turn-option-of = { $name }: { $label }
turn-end = { $is_slot ->
    [yes] Passar
   *[no] Encerrar turno
}

## Respostas a um usuário

reply-seen = Veja o canal.
reply-noted = Anotado. O turno espera{ turn-stands-for }.
reply-set = { $setting }.
reply-done-already = Isso já foi feito.
reply-hidden-newcomer = Só o mestre lê isto.
reply-turn-over = O turno acabou.
reply-left = { $budget }.
reply-now = Agora: { $offers }
reply-first-of = Os primeiros { $most } de { $count }:
menu-choose-attack = Quem você ataca, e com quem?
menu-choose-attack-pair = { $name } ataca { $target }
explain-rules = As regras por trás disso:
undo-choice = { $has_others ->
    [yes] Outros atos vieram depois.
   *[no] Esta mensagem conta vários atos.
} Até onde você volta?
undo-choice-act = { $count }. { $what }
undo-choice-button = { $steps ->
    [1] Desfazer o último ato
    [one] Desfazer { $steps } ato
    [many] Desfazer { $steps } atos
   *[other] Desfazer { $steps } atos
}
reply-plays-nobody = Você não joga com ninguém nesta luta. Entre com `/init join`.
forecast-title = Previsão · { $system }
forecast-of = { $count } lutas{ $is_short ->
    [yes] {" "}em vez de { $wanted }, porque o tempo acabou
   *[no] { "" }
}, jogadas a partir daqui:
forecast-end = { $is }%{ $is_range ->
    [yes] { " " }({ $least }–{ $most }%)
   *[no] { "" }
}: { $outcome }
forecast-open = Sem fim à vista.
forecast-rounds = Rodadas: em geral { $half }, raramente menos de { $few } ou mais de { $most }.
forecast-one = { $name } cai em { $down }%{ $gone ->
    [none] { "" }
   *[some] , e sai em { $gone }%
}{ $left ->
    [none] .
   *[some] ; senão, resta em média { $left }% da saúde.
}
forecast-several = { $name }: cai em { $least } a { $most }%, cada.
forecast-else = O que mudaria isso (“{ $outcome }”):
forecast-change = { $what ->
    [more] { $number ->
        [one] com mais { $number } { $name }
        [many] com mais { $number } como { $name }
       *[other] com mais { $number } como { $name }
    }
    [from-ambush] se os NPCs começarem com uma emboscada
    [without-several] sem { $number } dos NPCs
    [without-one] sem um de { $name }
   *[without] sem { $name }
}: { $is }% (de { $count } lutas)
forecast-turn = A menor mudança que vira a luta: { $change }
forecast-far = Nenhuma das mudanças testadas vira a luta. Os vencedores mantêm em média { $left }% da força.
forecast-how = -# Todos lutam sem plano. Quem pensa vai melhor, dos dois lados.
forecast-share = { $is }%
forecast-range = { $least }–{ $most }%
forecast-outcomes = Como acaba
forecast-down = Quem cai
encounter-title = Uma luta à altura · { $system }
difficulty = { $difficulty ->
    [easy] Fácil
    [hard] Difícil
    [deadly] Mortal
   *[fair] Equilibrada
}
encounter-wanted = { $difficulty ->
    [easy] **Fácil**
    [hard] **Difícil**
    [deadly] **Mortal**
   *[fair] **Equilibrada**
}: o grupo vence de { $least } a { $most }% das lutas{ $count ->
    [none] { "" }
   *[some] , contra { $count }
}{ $family ->
    [none] { "" }
   *[some] , família { $family }
}{ $place ->
    [none] { "" }
   *[some] , onde aparece: { $place }
}.{ $has_npcs ->
    [yes] {" "}Os NPCs que já estão aqui lutam junto.
   *[no] { "" }
}
encounter-none = Não achei nenhuma formação. Tente outra família, outro lugar ou outro número.
encounter-too-hard = Esta luta já é difícil demais: o grupo vence { $is }% ({ $least }–{ $most }%). Não adicione ninguém.{ $names ->
    [none] {" "}Tirar alguns NPCs não basta.
   *[some] {" "}Sem { $names }, vence { $then }%.
}
encounter-nearest = Nenhuma é bem o que você pediu: são as mais próximas que encontrei.
encounter-group = { $count ->
    [1] { $name }
   *[other] { $count } × { $name }
}
encounter-line-up = **{ $number }. { $groups }**: o grupo vence { $is }% ({ $is_range ->
    [yes] { $least }–{ $most }%,{ " " }
   *[no] { "" }
}{ $fights } lutas), em geral na rodada { $rounds }.{ $fits ->
    [yes] { "" }
   *[no] {" "}Não é o que você pediu, mas é o mais próximo que achei.
}{ $is_long ->
    [yes] {" "}Ela é longa.
   *[no] { "" }
}{ $names ->
    [none] { "" }
   *[some] {" "}Deve cair: { $names }.
}
encounter-downed = { $name } ({ $percent }%)
encounter-add = { $is_hidden ->
    [yes] { $number }, em segredo
   *[no] Adicionar a formação { $number }
}
encounter-others = Outras formações
reply-map = Mapa
reply-no-zones = Esta luta não tem zonas.
reply-log-line = { $number ->
    [none] {""}
   *[some] { $number }.{" "}
}{ $at } { $who ->
    [none] o relógio
   *[some] { $who }
}: { $what }
# Um mestre que falou como NPC; os jogadores não ficam sabendo qual.
reply-log-gm = o mestre
# O que foi feito por quem.
reply-log-by-actor = { $name }: { $done }
# O que foi feito e não conta nada da luta: a maior parte pelo relógio.
reply-log-done = { $verb ->
    [call] alguém foi chamado para substituir
    [forget] alguém mandou apagar os próprios dados
    [nudge] um lembrete
    [people] acabou uma ausência ou uma substituição
    [queue-clear] um plano foi descartado
    [refit] o ato é jogado de novo com regras novas
    [remind] um lembrete ao mestre
    [skip] a espera acaba
    [wake] a luta acorda
    [describe] palavras de um personagem que ninguém pode ler
    [words-delete] palavras de um personagem são tiradas
    [words-edit] palavras de um personagem são mudadas
    [channel-unreachable] não é possível alcançar o canal
    [channel-reachable] o canal pode ser alcançado de novo
    [pass] um passe
    [done] um turno termina
    [turn] um turno começa
    [no] um não
    [approve] um sim
   *[other] `{ $act }`
}
reply-log-empty = Nada assim aconteceu.
reply-log-earlier = Antes
reply-log-latest = Mais recente
reply-export = A luta, para guardar:
reply-export-without-portraits = A luta, para guardar, sem retratos: com eles o arquivo ficaria grande demais para o Discord.
reply-export-too-large = O arquivo teria { $size } MB, e o Discord aceita no máximo { $most } MB. O menor é `/export format:story`.
reply-fight = { $fight }: { $channel }{ $is_gm ->
    [yes] , com você de mestre
   *[no] { "" }
}{ $is_chosen ->
    [yes] { " " }(esta)
   *[no] { "" }
}
fight-choice = De qual luta você está falando? Escolha, e seu comando continua lá como você enviou.
fight-choice-menu = Escolha a luta
fight-choice-label = Luta { $number }: { $system }
fight-choice-part = { $is_gm ->
    [yes] Você é mestre{ $names ->
        [none] .
       *[some] , e joga com { $names }.
    }
   *[no] { $names ->
        [none] Você está lá.
       *[some] Você joga com { $names }.
    }
}
form-try-again = Tentar de novo
form-written = Você escreveu:
reply-choose-fight = `/gm fight id:` escolhe a luta de que tratam suas mensagens diretas.
reply-command-group = `/{ $group }` é um grupo de comandos. Digite um deles: { $commands }.
reply-no-fights = Você não está em nenhuma luta aberta.
reply-kept = { $until ->
    [none] Anotado: vale quando a espera acabar. Até lá você pode mudar sua resposta.
   *[some] Anotado: passa a valer { $until }, ou quando você acabar com a espera com `/skip`. Até lá você pode mudar sua resposta.
}
reply-wait-over = A espera acabou.
reply-chosen = Suas mensagens diretas agora tratam da luta em { $channel }.

inbox-empty = Nada espera por você.
inbox-title = { $count ->
    [1] Uma decisão espera por você
    [one] { $count } decisão espera por você
    [many] { $count } decisões esperam por você
   *[other] { $count } decisões esperam por você
}
inbox-no-room = Não cabem aqui todos os botões. Para o resto, siga o link ou digite o comando.
inbox-prompt = { $what }{ $until ->
    [none] { "" }
   *[some] { " " }· { $until }
} · { $place } · [ir para lá]({ $jump })
inbox-turn = { $names ->
    [none] Turno do mestre
   *[some] Turno de **{ $names }**
}{ $until ->
    [none] { "" }
   *[some] { " " }· { $until }
} · { $place } · [ir para lá]({ $jump })
reply-away = { $until ->
    [none] Você não está ausente.
   *[some] Você está ausente; volta { $until }, em { $date }. `/away back:true` acaba com isso antes.
}

reply-clock = Seu fuso horário: { $zone }, onde agora são { $local_time }. Horas de silêncio: { $hours ->
    [none] nenhuma
   *[some] { $hours }
}.

## Como está uma luta

status-title = { $system }{ $round ->
    [0] { "" }
   *[some] { " " }· rodada { $round }
}{ $acting ->
    [none] { "" }
   *[some] { " " }· { $acting }
}
status-acting = { $name } age
status-title-over = { $system } · { $outcome }
status-title-setup = { $system } · preparação
status-zones = Zonas
status-seal = Lacre dos dados
status-limits = Tempo para agir
status-limit = { $kind ->
    [limit-turn] um turno
    [limit-ruling] decisões do mestre
   *[limit-answer] uma resposta
}: { $least }{ $most ->
    [none] { "" }
   *[some] { " " }a { $most }
}
status-was = antes: { $wounds }
status-nobody-joined = Ninguém entrou ainda. Entre com `/init join`.
status-hidden = em segredo
status-zone = **{ $zone }**{ $from ->
    [none] { "" }
   *[some] { " " }{ $from }–{ $to }
}: { $here ->
    [none] { nobody }
   *[some] { $here }
}
status-waiting = { $is_prompt ->
    [yes] Esperando resposta
   *[no] Esperando
}: { $who }{ $until ->
    [none] { "" }
   *[some] { " " }· acaba { $until }
}
status-waiting-who = { $who ->
    [none] mestre
   *[some] { $who }
}{ $user ->
    [none] { "" }
   *[some] { " " }({ $user })
}

## O mapa em palavras

picture-round = Rodada { $round }
picture-set-up = preparação
picture-gone = Fora: { $names }
picture-feet = { $feet } pés
picture-at-border = → { $zone }
picture-border = { $fact ->
    [obstacle] obstáculo
    [no-sight] sem visão
    [door] porta: { door-state }
    [border-stops] { $value } { $detail }, ou não passa
   *[other] { $value } { $detail }
}
map-alt = Mapa das zonas. { $attacks ->
    [none] { $zones }
   *[some] { $attacks }. { $zones }
}
map-attack = { $attacker } ataca { $target }
map-more = mais { $count }
map-zone = { $zone }: { $here ->
    [none] { nobody }
   *[some] { $here }
}
map-member = { $state ->
    [none] { $name }
   *[some] { $name } ({ $state })
}

## O que dá errado

typed-user-bot = { $name } é um bot, e bots não participam de lutas.
typed-option-unknown = Este comando não tem mais a opção `{ $option }`.
typed-quotation-open = Falta fechar uma aspa.
typed-fields = Valores são escritos assim: hp=5 str=2
confirm-act = **{ $act }?** { $warning }
confirm-do = Fazer mesmo assim
confirm-too-long = Isto ainda não foi feito: é longo demais para um botão de confirmação. Use menos palavras.
choice-gone = Você não pode mais fazer isso. `/status` mostra como está a luta.
button-old = Este botão é de uma versão mais antiga e não faz mais nada. `/status` mostra como está a luta.
fault-out-of-date = Este comando está desatualizado. Recarregue o Discord (Ctrl+R, ou reinicie o app) e tente de novo.
fault-broken = Algo deu errado, e nada foi mudado. Quem administra este bot encontra o erro no registro. Tentar de novo pode ajudar.
fault-locked = Outro programa está usando o arquivo das lutas. Nada foi mudado; tente de novo.
fault-read-only = O bot não pode escrever no arquivo das lutas, então nada foi mudado. Quem administra este bot precisa permitir isso.
fault-lost = O bot não consegue acessar o banco de dados. Olhe a luta daqui a pouco, e tente de novo se nada tiver acontecido.
fault-full = O disco está cheio. Nada foi mudado; tente de novo quando houver espaço.

## Modo simples

plain-goes-on = … O arquivo tem tudo.
plain-cut = … Falta o resto: o Riposte não pode enviar aqui nem incorporações nem arquivos.
plain-set = { $is_server ->
    [yes] { $is_on ->
        [yes] A partir de agora posto só texto simples neste servidor.
       *[no] { $is_light ->
            [yes] A partir de agora posto imagens claras neste servidor.
           *[no] Volto a postar incorporações e imagens neste servidor.
        }
    }
   *[no] { $is_on ->
        [yes] A partir de agora envio a você só texto simples, em particular.
       *[no] { $is_light ->
            [yes] A partir de agora envio a você imagens claras, em particular.
           *[no] Volto a enviar a você incorporações e imagens, em particular.
        }
    }
}

## Os comandos de um servidor

commands-brought = { $is_shown ->
    [yes] Este servidor agora tem os comandos de { $system }: digite / para vê-los.
   *[no] Os comandos de { $system } chegam a este servidor um pouco depois. Até lá, use os botões e menus.
}
commands-tomorrow = O Discord não aceita mais comandos novos para o seu servidor hoje, então alguns comandos da sua luta ainda faltam. Tento de novo amanhã. Até lá, jogue com os botões e menus: eles fazem tudo de que você precisa.
commands-of = { $is_shown ->
    [yes] Este servidor tem os comandos destes sistemas. Cada um fica por { $days ->
        [1] um dia
        [one] { $days } dia
        [many] { $days } dias
       *[other] { $days } dias
    } depois da última luta dele:
   *[no] Este servidor recebe os comandos destes sistemas um pouco depois. Cada um fica por { $days ->
        [1] um dia
        [one] { $days } dia
        [many] { $days } dias
       *[other] { $days } dias
    } depois da última luta dele:
}
commands-of-none = Ninguém jogou um sistema neste servidor ainda, então ele só tem os comandos que todos os sistemas compartilham. Um sistema chega com a primeira luta dele, e fica por { $days ->
    [1] um dia
    [one] { $days } dia
    [many] { $days } dias
   *[other] { $days } dias
} depois da última.
commands-until = - { $system }: { $until ->
    [none] há uma luta aberta
   *[some] sem luta, sai { $until }
}

## O guia

guide-now = { $name } agora pode:
guide-nothing = { $name } não pode fazer nada agora.
guide-asked = { $question }
    Você pode responder: { $choices }
guide-first-steps = { $has_open_fight ->
    [yes] Você não joga com ninguém nesta luta. Entre com `/init join`; `/status` mostra como ela está, e `/log` o que aconteceu.
   *[no] Eu arbitro lutas que se jogam por chat. Não há nenhuma aqui agora: `/init new` abre uma em um canal de um servidor, com as regras que você escolher, e os jogadores entram com `/init join`.
} `/sheet new` cria um personagem seu, `/guide rule:` mostra o que diz uma regra, e `/roll` rola dados. Quando for o seu turno, uma mensagem com botões traz tudo o que você pode fazer.
guide-orders = Você é mestre. Você pode ordenar: { $orders }. `/guide as:` diz o que um NPC pode fazer.
guide-hint = `/guide why:` diz por que algo não é possível, `/guide rule:` o que diz uma regra.
guide-can = { $command } é possível agora.
guide-may = Você pode usar { $command }: o que mais for preciso é pedido enquanto você digita.
guide-cannot = { $command } não é possível agora.
guide-because = { $on ->
    [none] { $why }
   *[some] { $on }: { $why }
}
guide-instead = Você pode: { $offers }
guide-read-rule = Ler a regra
guide-found = Estas regras tratam disso:
guide-book-hint = `/guide rule:` mostra uma delas.
# Um jeito de agir, com o que custa: `/attack` · Ação: Atacar Wolf com longsword, e mais 2.
guide-odds = { $act } ({ $odds }%)
guide-way = `{ $command }`{ $cost ->
    [none] { "" }
   *[some] { " " }· { offer-cost }
}: { $acts }{ $more ->
    [0] { "" }
   *[some] , e mais { $more }
}

## O que é guardado sobre alguém

person-gone = alguém que saiu
privacy-kept = **O que é guardado sobre você**
privacy-shelf = Na sua estante: { $sheets ->
    [one] { $sheets } ficha
    [many] { $sheets } fichas
   *[other] { $sheets } fichas
} e { $templates ->
    [one] { $templates } modelo
    [many] { $templates } modelos
   *[other] { $templates } modelos
}.
privacy-settings = Seu fuso horário, suas horas de silêncio e sua ausência: { $has_time ->
    [yes] sim
   *[no] nada
}. Sua escolha de texto simples ou imagens claras: { $is_plain ->
    [yes] sim
   *[no] nada
}.
privacy-dice = Dados que você rolou só para os seus olhos: os segredos de { $days ->
    [one] { $days } dia
    [many] { $days } dias
   *[other] { $days } dias
}.
privacy-fights = O que você disse e clicou em lutas: { $inputs ->
    [one] { $inputs } vez
    [many] { $inputs } vezes
   *[other] { $inputs } vezes
}, em { $fights ->
    [one] { $fights } luta
    [many] { $fights } lutas
   *[other] { $fights } lutas
}. Junto com isso, seus personagens como estão nessas lutas, o que você preparou para eles, e quando você esteve lá pela última vez.
privacy-how = Isso é guardado para que as lutas continuem, possam ser relidas e desfeitas. Os outros jogadores veem o que a luta mostra a eles; ninguém mais recebe nada disso de mim.
privacy-take = Quero tudo em um arquivo
privacy-delete = Apagar o que é guardado sobre mim…
privacy-file = Aqui está tudo o que é guardado sobre você.
privacy-sure = Apagar o que é guardado sobre você? Não dá para voltar atrás.
    - Suas fichas com os retratos, seus modelos, suas configurações e o que você preparou somem na hora.
    - Em { $fights ->
        [one] { $fights } luta
        [many] { $fights } lutas
       *[other] { $fights } lutas
    } “alguém que saiu” fica no seu lugar, e o que você disse nas suas palavras some. Os nomes dos seus personagens ficam, e o que fizeram.
    { $open ->
        [0] - As mensagens que postei ficam nos canais: só lá podem ser apagadas.
       *[some] - Onde uma luta ainda corre, o mestre joga com seus personagens a partir de agora.
        - As mensagens que postei ficam nos canais: só lá podem ser apagadas.
    }
privacy-delete-this = Apagar de vez
privacy-keep = Manter
privacy-leads = Você é mestre de lutas abertas em { $channels }. Antes, encerre essas lutas (`/init end`) ou passe-as a outra pessoa (`/gm hand-over`), para que ninguém fique esperando.
privacy-deleted = O que era guardado sobre você foi apagado. Cópias que quem me administra fez antes disso ainda o guardam até serem jogadas fora.

## A fight that one can watch again

report-replay = Ver de novo
replay-no-script = Esta página mostra a luta com um script próprio. Permita scripts nela, ou leia a história: /export format:story.
replay-for-gm = A versão do mestre: com tudo o que estava escondido.
replay-for-onlookers = Como todo o canal podia conhecê-la.
replay-for-player = Como podia conhecê-la: { $names }
replay-set-up = Preparação
replay-step = Ato { $step } de { $steps }
replay-controls = Ver a luta
replay-position = Momento da luta
replay-first = Para o começo
replay-previous = Um ato para trás
replay-play = Reproduzir
replay-pause = Pausar
replay-next = Um ato para a frente
replay-last = Para o fim
replay-speed = Velocidade
replay-slow = lenta
replay-normal = normal
replay-fast = rápida
replay-keys = Teclas: ← e → vão de ato em ato, Page Up e Page Down de rodada em rodada, Home e End para o começo e o fim. A barra de espaço reproduz e pausa.
replay-rounds = Rodadas
replay-map = Mapa das zonas
replay-record = O que aconteceu
replay-whole-record = O registro inteiro
replay-combatants = Quem está onde. Aperte um nome para seguir alguém.
replay-name = Nome
replay-health = Saúde
replay-place = Lugar
replay-notes = Estado
replay-way = O caminho de { $name }: { $way }
replay-way-part = { $place } (rodada { $round })
replay-off-map = fora do mapa
replay-undone = o que aconteceu então foi desfeito
replay-report = A luta em números
replay-dice = Os dados
replay-dice-of-step = Dados deste ato
replay-draw = sorteio { $draw }
replay-hidden-draw = sorteio escondido { $draw }
replay-card = carta { $card }
replay-seal-holds = Conferido agora mesmo, nesta página: todos os { $dice } dados vêm do segredo lacrado, e nenhum falta. Compare o lacre com a primeira mensagem: { $seal }
replay-seal-holds-open = Conferido agora mesmo, nesta página: todos os { $dice } dados abertos vêm do segredo lacrado, e nenhum falta. Compare o lacre com a primeira mensagem: { $seal }
replay-seal-breaks = Os dados não vêm do lacre. A verificação diz, em inglês: { $reason }.
replay-seal-kept = O mestre guarda o segredo dos dados, então ninguém mais pode conferi-los. O lacre deles: { $seal }
replay-seal-missing = Os dados desta luta não vêm de nenhum segredo, então ninguém pode conferi-los.

## Words in character, and following a fight

turn-describe = Descrever
speech-line = { $name }: { $text }{ $is_undone ->
    [yes] {" "}(o que foi jogado então está desfeito)
   *[no] {""}
}
speech-plain = { $name }: { $text }
speech-undone = O que foi jogado então está desfeito.
speech-taken-out = (palavras retiradas)
speech-nameless = Alguém
form-describe = { $name ->
    [none] Como personagem
   *[some] { $name }, como personagem
}
form-words = O que seu personagem diz ou faz
speech-author = { $user ->
    [none] O mestre joga com { $name } e escreveu isso.
   *[some] { $user } escreveu isso como { $name }{ $is_npc ->
        [yes] , um NPC.
       *[no] .
    }
}
notice-words = { $change ->
    [posted] Publicado como **{ $name }**. `/words edit` muda, `/words delete` tira.
    [edited] As palavras de **{ $name }** mudaram.
   *[deleted] As palavras de **{ $name }** foram tiradas.
}
notice-words-unposted = { $reason ->
    [blocked] O AutoMod do servidor bloqueia as palavras de **{ $name }** em { $channel }, então ninguém as leu: { $text }
   *[speaker-hidden] **{ $name }** sumiu de vista antes que estas palavras chegassem a { $channel }, então ninguém as leu: { $text }
    }
    `/words edit` publica outras palavras no lugar delas, `/words delete` as descarta.
notice-words-unchanged = Não posso mudar as palavras de **{ $name }** em { $channel }: ficam lá como estavam. Quem gerencia o servidor pode me dar *Gerenciar mensagens*, ou apagá-las.
notice-words-taken-out = As palavras de **{ $name }** em { $channel } foram retiradas por alguém que pode fazer isso lá.
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
notice-following-ended = Você não vê mais o canal de uma luta que acompanhava. Não conto mais nada dela.
