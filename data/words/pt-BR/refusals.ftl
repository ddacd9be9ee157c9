### Por que algo não pode ser feito. `refusal-<chave>` vale para todas as regras; `refusal-<chave>-<código
### da regra>` e `refusal-<chave>-<PREFIXO>` (no arquivo do sistema) para as que explicam melhor.
###
### Detalhes que faltam são `none`. $because e $why escolhem, $condition e $reason são o mesmo em
### palavras; $command é como o verbo é digitado.

refused-by-rule = { $why } ({ $rule })
refused-instead = { $why } Você pode: { $offers }
refused-detail = { $slot } “{ $value }”
refused-takes = { $why } Em `{ $slot }:` serve: { $names }.

## De todos os sistemas

refusal-not-in-system = { $command ->
    [none] Esse comando não existe
   *[some] { $command } não existe
} { $rules ->
    [none] nesta luta
   *[some] em { $rules }
}.{ $nearest ->
    [none] { "" }
   *[some] { " " }O mais parecido é { $nearest }.
}{ $elsewhere ->
    [none] { "" }
   *[some] { " " }É um comando de { $elsewhere }: quem gerencia o servidor pode adicionar esses comandos com `{ $command-systems }`.
}
refusal-no-such-slot = { $command } não aceita “{ $slot }” aqui. { $names ->
    [none] Não precisa de mais nada.
   *[some] Aceita: { $names }.
}
refusal-not-gm = { $name ->
    [none] Só o mestre pode fazer isso.
   *[some] Só o mestre joga com { $name }.
}
refusal-no-party = Ninguém entrou ainda, então nenhuma luta pode ficar à altura. Peça de novo quando os jogadores estiverem aqui.
# The GM, among those who are awaited.
awaited-gm = o mestre
refusal-prompt-open = { $kind ->
    [own] Responda antes à pergunta que foi feita a você
   *[other] Antes é preciso responder a uma pergunta
}{ $names ->
    [none] .
   *[some] : aguardamos { $names }.
}
refusal-endless = Isso nunca acabaria. É um defeito do bot: nada foi feito, e a luta está como estava.
refusal-prompt-closed = Essa pergunta já foi resolvida.
refusal-turn-over = Esse turno já acabou.
refusal-not-your-turn = { $name ->
    [none] Não é o seu turno
   *[some] Não é o turno de { $name }
}{ $names ->
    [none] .
   *[some] : aguardamos { $names }.
}
refusal-no-move = Você já usou o Movimento deste turno.
refusal-no-action = Você já usou a Ação deste turno.
refusal-bad-target = { $because ->
    [not-yours] { refusal-not-yours }
    [several] Você conhece vários com esse nome aqui: { $names }. Diga qual.
    [unknown] Você não conhece ninguém com esse nome aqui. { refusal-names }
    [nobody-named] Diga de quem se trata. { refusal-names }
    [plays-nobody] Essa pessoa não joga com ninguém que você conheça nesta luta.
    [no-such-fight] Você não está em nenhuma luta aberta “{ $name }”. `{ $command-fight }` sem `id:` lista as suas.
    [not-now] Isso não é possível com { $name } agora. { $names ->
        [none] Não é possível com ninguém agora.
       *[some] É possível com: { $names }.
    }
   *[other] { $name ->
        [none] { $verb ->
            [none] Isso não é possível aqui: escolha outra coisa.
           *[some] “{ $verb }” não é uma resposta a esta pergunta.
        }
       *[some] Isso não é possível com { $name } agora.
    }
}
refusal-names = { $near ->
    [none] { $names ->
        [none] Não há ninguém aqui que você possa indicar.
       *[some] Você pode indicar: { $names }.
    }
   *[some] Seria um destes: { $near }?
}
refusal-not-yours = { $names ->
    [none] Isso é para outra pessoa.
   *[some] Isso é para { $names }, não para você.
}
refusal-not-adjacent = { $because ->
    [here] Você já está em { $zone }.
   *[other] { $zone ->
        [none] Nenhuma zona com esse nome é vizinha desta.
       *[some] { $zone } não é vizinha desta zona.
    }
}
refusal-zone-full = { $zone ->
    [none] Essa zona está cheia.
   *[some] A zona { $zone } está cheia.
}
refusal-not-close = { $name ->
    [none] O alvo está em outra zona: é preciso estar Perto.
   *[some] { $name } está em outra zona: é preciso estar Perto.
}
refusal-out-of-range = { $name ->
    [none] O alvo está fora de alcance.
   *[some] { $name } está fora de alcance.
}
refusal-not-exit = Não há saída para você aqui.
refusal-not-in-hand = Você não tem isso na mão.
refusal-broken = Isso quebrou. Só dá para consertar fora das lutas.
refusal-no-ammo = Você não tem munição à mão.
refusal-no-free-slot = Você não tem mão livre nem lugar para isso.
refusal-hindered = { $condition ->
    [none] Uma condição impede você.
   *[some] Uma condição impede você: { $condition }.
}

## Preparação, e ordens do mestre

refusal-bad-order = { $why ->
    [question] Não há nenhum tipo de pergunta chamado “{ $value }”. Há: { $names }.
    [no-question] “{ $value }” não responde a nenhuma pergunta destas regras. Estas são as respostas: { $names }.
    [answer] “{ $value }” não responde a isso. Estas respondem: { $names }.
    [which-question] “{ $value }” responde a várias perguntas ({ $names }): diga a qual.
    [number] Você não tem nenhuma resposta pronta com o número “{ $value }”.{ $names ->
        [none] { "" }
       *[some] { " " }Há: { $names }.
    }
    [too-many] Você já tem tantas respostas prontas quanto pode ter: retire uma antes.
   *[other] “{ $value }” não serve para { $slot }.{ $names ->
        [none] { "" }
       *[some] { " " }Há: { $names }.
    }
}
refusal-bad-plan = { $why ->
    [nothing] Não há nada planejado.
    [other-draft] O plano mudou nesse meio-tempo: olhe de novo.
    [your-turn] Agora é o seu turno: é só fazer.
    [too-many] Um turno não comporta mais do que isso.
    [no-act] Não dá para fazer “{ $value }” em um turno aqui.{ $nearest ->
        [none] { "" }
       *[some] { " " }O mais parecido é { $nearest }.
    }
   *[unreadable] Não consigo ler “{ $value }”. Escreva como um comando: attack target:Wolf.
}
refusal-plan-changed = { $name } mudou de lugar.
refusal-bad-setup = { $within ->
    [none] { "" }
   *[some] “{ $within }”:{ " " }
}{ $why ->
    [policy] { $rules } não tem “{ $value }” para quem está ausente. Há: { $names }.
    [temper] Ninguém joga como “{ $value }”. Há: { $names }.
    [name-length] { $slot ->
        [none] Um nome tem de 1 a { $most } caracteres.
       *[some] Diga com `{ $slot }:` como se chama o seu personagem, em 1 a { $most } caracteres.
    }
    [name-in-use] Já existe alguém com o nome { $name }: escolha outro nome.
    [name-looks-like] “{ $name }” se parece com { $found }, que já está aqui: escolha um nome que ninguém confunda.
    [name-marks] “{ $name }” não pode ser um nome: parece uma lista. Deixe de fora vírgulas, pontos e vírgulas e palavras como “and”, e feche as aspas que abrir.
    [name-letters] “{ $name }” não pode ser um nome: use pelo menos uma letra.
    [name-reserved] “{ $name }” não pode ser um nome: a palavra quer dizer outra coisa nos comandos. Escolha outro.
    [name-role] “{ $name }” não pode ser um nome: isso é um papel na mesa. Escolha outro.
    [side-somebody] Nenhum lado pode se chamar “{ $name }”: já existe alguém com esse nome. Escolha outro nome.
    [side-looks-like] “{ $name }” se parece com o lado { $found }: escolha um nome que ninguém confunda.
    [group-looks-like] “{ $name }” se parece com o grupo { $found }: escolha um nome que ninguém confunda.
    [name-side] Ninguém pode se chamar “{ $name }”: isso é um lado da luta. Escolha outro nome.
    [alias-missing] Este NPC ainda não tem apelido: dê um com `alias:`.
    [alias-or-name] Um apelido só combina com `show:` alias, wounds, numbers ou unseen.
    [shown-so-already] Os jogadores já veem este NPC assim.
    [no-such-rung] Não dá para mostrar um NPC como “{ $name }”. Há: unseen, something, alias, name, wounds e numbers.
    [too-many] A luta não comporta mais combatentes.
    [fight-over] A luta acabou.
    [not-over] A luta ainda não acabou.
    [already-started] A luta já começou.
    [empty-side] Antes do começo, cada lado precisa de pelo menos um combatente de pé. Jogadores entram com `{ $command-join }`, NPCs com `{ $command-add }`.
    [both-sides] Só um dos lados pode ser pego de surpresa.
    [same-side] Um lado é sempre aliado de si mesmo: indique outro.
    [zones-before-start] Só dá para dispor as zonas antes do começo.
    [not-a-row] Nestas regras as zonas formam uma fila, como: Portão - Pátio - Salão.
    [nameless-zone] Há uma zona sem nome em “{ $value }”.
    [zone-looks-like] “{ $name }” se parece com a zona { $found }: escolha um nome que ninguém confunda.
    [zone-twice] “{ $name }” ficaria ao lado de si mesma: dê a cada zona um nome próprio.
    [zone-number] “{ $name }” não pode ser uma zona: nestas regras um número é uma marca. Dê um nome à zona.
    [no-zones-yet] Esta luta ainda não tem zonas: deixe `at:` de fora.
    [too-many-zones] Uma luta tem no máximo { $most } zonas.
    [no-such-zone] Não há nenhuma zona “{ $name }”.{ $names ->
        [none] { "" }
       *[some] { " " }Há: { $names }.
    }
    [no-border] Nenhuma zona vem depois dessa, e um obstáculo fica entre duas zonas.
    [not-neighbours] Um obstáculo fica entre duas zonas vizinhas, e estas duas não são.
    [named-twice] Isso pede dois, e você citou { $name } duas vezes.
    [fight-runs] Você só pode fazer isso depois da luta.
    [no-mark] Essa marca não existe. As marcas são 0, 5, 10, … até o fim da linha.
    [off-the-line] Assim alguém ficaria além do fim da linha: mude a pessoa de lugar antes, ou aumente uma zona.
    [nobody-waited-for] A luta não espera por ninguém agora.
    [no-link] Uma porta precisa de um caminho entre as duas zonas, e não há nenhum.
    [dead] Quem morreu não pode entrar em uma luta.
    [unbindable] { $condition ->
        [none] Essa condição
       *[some] { $condition }
    } não pode depender de uma Ação, porque nunca acabaria.
    [pick-owed] Esta ficha ainda precisa reduzir os atributos de Nunca Mais Igual.
    [nothing-to-keep] Esta luta ainda não tem zonas nem NPCs para guardar.
    [empty-scene] Esta cena não tem zonas nem NPCs.
    [out-of-bounds] { $entry ->
        [none] Este número é alto ou baixo demais: { $field }.
       *[some] Este número é alto ou baixo demais em “{ $entry }”: { $field }.
    }
    [count] `{ $slot }:` aceita um número de 1 a { $most }, não “{ $value }”.
    [no-such-entry] Não há { $kind ->
        [spell] nenhuma magia
        [armour] nenhuma armadura
        [item] nenhum item
        [scene] nenhuma cena
       *[creature] nenhum arquétipo ou criatura
    } “{ $value }” neste kit. { $near ->
        [none] Há: { $names }{ $more ->
            [none] .
           *[some] , e mais { $more }.{ $kind ->
                [spell] { "" }
                [armour] { "" }
                [item] { "" }
                [scene] { "" }
               *[creature] { " " }`{ $command-bestiary }` encontra criaturas.
            }
        }
       *[some] Seria um destes: { $names }?
    }
    [entry-name] “{ $value }” não pode dar nome a uma entrada: um nome tem de 1 a { $most } caracteres, sem vírgulas nem pontos.
    [entry-twice] Um arquétipo e uma criatura não podem ter os dois o nome “{ $value }”: mude um dos nomes.
    [scene-order] “{ $value }” não é uma ordem que sirva para montar uma cena. Há: { $names }.
    [line-up-slot] `{ $slot }:` é para um só tipo de criatura: deixe de fora, ou adicione um tipo por vez.
    [too-many-entries] Uma tabela tem no máximo { $most } entradas.
    [too-many-fields] Uma ficha tem no máximo { $most } campos.
    [two-choices] De “{ $first }” e “{ $second }”, só um pode valer.
    [no-number] “{ $value }” não é um nome seguido de um número.
    [no-field] Não há nenhum campo “{ $slot }”{ $names ->
        [none] .
       *[some] . Há: { $names }.
    }
    [unread] { $reason }
    [too-short] “{ $value }” é curto demais: o mínimo é { $least }, e { $none } é sem limite.
    [outcome] “{ $name }” não é um desfecho{ $names ->
        [none] .
       *[some] . Há: { $names }.
    }
    [value] { $value ->
        [none] Falta `{ $slot }:`.
       *[some] { $dice ->
            [none] “{ $value }” não serve para `{ $slot }:`{ $least ->
                [none] .
               *[some] , que aceita de { $least } a { $most }.
            }
           *[some] “{ $dice }” pode dar { $value }, e `{ $slot }:` aceita de { $least } a { $most }.
        }{ $amount ->
            [none] { "" }
            [full] { " " }Aceita um número, dados como 1d6 ou 2d6+1, ou `full`.
            [damage] { " " }Aceita dados, como 1d6 ou 2d6+1.
            [code] { " " }Aceita dados, como 3D ou 4D+2.
           *[dice] { " " }Aceita um número, ou dados como 1d6 ou 2d6+1.
        }
    }{ $names ->
        [none] { "" }
       *[some] { " " }Estes servem: { $names }.
    }
   *[none] { $facts ->
        [none] Isso não serve aqui.
       *[some] Isso não serve aqui: { $facts }.
    }
}

## O que não pode ser lido: $field é none onde só se sabe a linha de um arquivo

unread-takes = { $field ->
    [none] Isto
   *[some] { $field }
} aceita { $takes ->
    [number] um número inteiro de { $least } a { $most }
    [truth] `true` ou `false`
    [word] uma palavra
    [list] uma lista, como `claws, bite`
   *[table] campos próprios
}{ $found ->
    [none] .
   *[some] , não “{ $found }”.
}
unread-choice = { $field ->
    [none] Isto
   *[some] { $field }
} não pode ser “{ $found }”. Escolha entre: { $names }.
unread-no-field = Não há nenhum campo “{ $found }” aqui. Há: { $names }.
unread-missing = Falta o campo “{ $found }”.
unread-no-sheet = Não há nenhuma ficha nele: escreva os campos dela abaixo de uma linha com [sheet], como hp = 7, ou indique um arquétipo, como from = "warrior".
unread-twice = O campo “{ $found }” aparece duas vezes{ $first ->
    [none] .
   *[some] , nas linhas { $first } e { $second }. Deixe só uma delas.
}
unread-too-big = { $found ->
    [none] Um número é grande demais.
   *[some] “{ $found }” é grande demais: nenhum campo aceita um número assim.
}
unread-curly = A aspa { $found } é curva. Use aspas retas, como em "longsword".
unread-unquoted = Texto precisa de aspas: "{ $found }" no lugar de { $found }.
unread-csv = Isto é uma planilha (CSV). Envie TOML, com cada campo em uma linha própria, como hp = 7, ou JSON.
unread-colon = Entre um campo e seu valor vai um =, não dois-pontos, como em hp = 7.
unread-json = Isto é JSON. Aqui só vale TOML, com cada campo em uma linha própria, como hp = 7.
unread-comma = Há uma vírgula a mais antes do colchete ou da chave que fecha.
unread-single = JSON tem aspas duplas em volta dos textos, como em "longsword".
unread-cut-off = O arquivo termina cedo demais: ele chegou inteiro?
unread-told = { $field ->
    [none] { $text }.
   *[some] { $field }: { $text }.
}
unread-unreadable = Não consigo ler isto: talvez falte uma aspa, uma vírgula ou um colchete.

## Da mesa

refusal-no-fight = Não há nenhuma luta aqui. `{ $command-new }` abre uma.
refusal-not-served = Quem administra este bot não permite o uso { $of ->
    [user] por você. Só essa pessoa pode mudar isso.
   *[server] neste servidor. Você pode usar o bot em outros.
}
refusal-too-fast = Rápido demais: { $of ->
    [user] você pode clicar e digitar { $most } vezes por minuto
   *[channel] este canal aceita { $most } cliques e comandos por minuto
}. Tente de novo em { $secs } segundos.
refusal-too-many-fights = { $of ->
    [user] Você já abriu { $most } lutas que não acabaram, o máximo para uma pessoa. Encerre uma delas com `{ $command-end }` e depois abra a próxima; `{ $command-fight }` em uma mensagem direta para mim lista todas.
   *[server] Este servidor tem { $most } lutas que não acabaram, o máximo que pode ter. Encerre uma delas com `{ $command-end }` e depois abra a próxima.
}
refusal-fight-here = Outra luta está acontecendo nesse canal: encerre essa antes.
refusal-nothing-to-move = Nenhuma das suas lutas neste servidor está em um canal onde eu não consiga escrever. Só uma luta assim pode mudar de canal.
refusal-channel-open = Consigo escrever no canal desta luta, então ela fica lá.
refusal-move-where = { $value ->
    [none] Diga onde a luta continua: digite `{ $command-relocate }` nesse canal, ou passe o link dele com `channel:`.
   *[some] “{ $value }” não é um canal. Digite `{ $command-relocate }` no canal onde a luta continua, ou passe o link dele com `channel:`.
}
refusal-move-unseen = Não acho ali nenhum canal em que você possa escrever. Passe o link de um que você veja, ou digite `{ $command-relocate }` nele.
refusal-move-other-server = Esse canal é de outro servidor. Uma luta fica no dela.
refusal-choice-expired = Essa escolha expirou, ou você já a fez. Envie o comando de novo.
refusal-choice-gone = Você não faz mais parte dessa luta, ou ela foi apagada.
refusal-which-fight = Você está em várias lutas. `{ $command-fight }` escolhe a que vale aqui.
refusal-not-here = Isso só funciona em um canal de um servidor, não em mensagens diretas.
refusal-no-such-system = Não há regras chamadas “{ $system }”. Há: { $systems }.
refusal-no-such-rule = Não há nenhuma regra chamada “{ $name }”.{ $names ->
    [none] { "" }
   *[some] { " " }Há regras sobre: { $names }.
} `{ $command-guide }` com `system:` lista as regras.
refusal-fight-over = A luta acabou.
refusal-fight-paused = A luta está em pausa. O mestre pode continuar.
refusal-not-paused = A luta não está em pausa.
refusal-not-joined = Você não joga com ninguém nesta luta. Entre com `{ $command-join }`.
refusal-nothing-asked = { $name ->
    [none] Ninguém pergunta isso a você agora.
   *[some] { $names ->
        [none] Ninguém espera por { $name } agora.
       *[some] Agora esperamos por { $names }, não por { $name }.
    }
}
refusal-skip-whom = Não há espera falsa agora: esperamos por { $name }. `{ $command-skip }` com `who:{ $name }` acaba com isso.
refusal-as-whom = { $names ->
    [none] Quem age? Escolha com `as:`.
   *[some] Quem age? Escolha com `as:` entre { $names }.
}
refusal-bad-time = “{ $value }” não é um momento dentro do próximo ano. Escreva uma data como `24 Dec 18:00` ou `24.12.`, um dia como `tomorrow` ou `next friday`, ou um prazo como `3d` ou `12h`.
refusal-date-unclear = “{ $value }” pode ser { $first } ou { $second }: escreva a data certa.
date = { $day } de { $month } de { $year }
month = { $month ->
    [1] janeiro
    [2] fevereiro
    [3] março
    [4] abril
    [5] maio
    [6] junho
    [7] julho
    [8] agosto
    [9] setembro
    [10] outubro
    [11] novembro
   *[other] dezembro
}
refusal-other-weekday = “{ $value }” não existe: { $first } é { $weekday }. Escreva o dia certo.
weekday = { $weekday ->
    [1] segunda-feira
    [2] terça-feira
    [3] quarta-feira
    [4] quinta-feira
    [5] sexta-feira
    [6] sábado
   *[other] domingo
}
refusal-no-such-zone = Não há nenhum fuso horário “{ $value }”. Escreva assim: `America/Sao_Paulo`, `Lisbon` ou `UTC-3`.{ $places ->
    [none] { "" }
   *[some] { " " }Os mais parecidos são: { $places }.
}
refusal-zone-unclear = “{ $value }” não diz onde você está nem quando os relógios mudam lá. Escreva o lugar cuja hora é a sua: { $places }.
refusal-bad-hours = “{ $value }” não são horas. Escreva assim: `22:00-8:00` ou `10pm-8am`, ou `none`.
refusal-which-character = De quem é o personagem? Escolha com `who:`.
refusal-nobody-stands-in = Ninguém mais joga com { $name ->
    [none] esse personagem
   *[some] { $name }
}.
refusal-nothing-to-undo = Não há nada para desfazer.
refusal-not-over = A luta ainda não acabou. `/log` mostra o que aconteceu até agora.
refusal-export-onlooker = Você não participa desta luta, então recebe o que todos viram dela: `/export format:replay`, quando ela acabar.
refusal-export-no-access = Você não vê o canal desta luta, então não a recebe.
refusal-nothing-to-take-back = Não há nada que você possa desfazer. Você pode desfazer seu último ato, até seu tempo acabar ou até outra pessoa agir ou responder. O mestre pode desfazer mais.
refusal-no-record = Essa mensagem não conta nada de uma luta que você possa consultar ou desfazer.
refusal-undo-outdated = Outra coisa aconteceu desde então. Escolha de novo até onde voltar.
refusal-nothing-to-redo = Não há nada desfeito que você possa refazer.
refusal-leave-started = A luta começou: { $name } não pode mais simplesmente sair.{ $nearest ->
    [none] { "" }
   *[some] { " " }Com `{ $nearest }` se escapa pelas regras.
} O mestre pode tirar qualquer um.
refusal-for-good = Só `{ $command-take-back }` desfaz isso, e só até outra pessoa agir.

## Words in character, and following a fight

refusal-follow-plays = Você participa desta luta e fica sabendo de qualquer jeito.
refusal-voices-off = Os personagens não falam neste servidor. Quem o gerencia pode mudar isso com `/words allow`.
refusal-speaker-hidden = Os jogadores não sabem que { $name } está ali. Mostre { $name } primeiro: `/gm reveal`.
refusal-words-by-rule = Pelas regras desta luta, os jogadores só falam com `/say`.
refusal-words-missing = Diga o que seu personagem diz ou faz.
refusal-words-too-long = Suas palavras são longas demais: cabem { $most } caracteres.
refusal-no-own-words = Você não escreveu ali palavras como personagem.
refusal-no-words = Ninguém escreveu estas palavras como personagem.
refusal-not-your-words = Só quem escreveu estas palavras pode mudá-las.
refusal-words-no-access = Você não pode escrever no canal desta luta, então suas palavras não podem ser publicadas lá.
refusal-access-unknown = O Discord não diz agora o que você pode fazer no canal desta luta. Tente de novo daqui a pouco, ou lá.
