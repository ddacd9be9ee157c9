### O que existe fora das lutas: fichas, kits e modelos guardados, e dados sem regra.

## Os campos de uma ficha

sheet-field = { $field ->
    [hp] PV
    [hp-max] PV máximos
    [ap] PA
    [phys] Dano Físico
    [ment] Dano Mental
    [phys-slots] Dano Físico sofrido
    [ment-slots] Dano Mental sofrido
    [criticals] Lesões críticas
    [phys-cap] Dano Físico máximo
    [ment-cap] Dano Mental máximo
    [health-max] Saúde máxima
    [str] FOR
    [dex] DES
    [con] CON
    [int] INT
    [wis] SAB
    [cha] CAR
    [agi] AGI
    [wit] AST
    [resolve-max] Determinação máxima
    [ar-physical] RA (física)
    [ar-energy] RA (energia)
    [fp] Pontos de Destino
    [ignores] Destinos ignorados
    [never-the-same] Nunca Mais Igual já escolhido
    [pick-owed] Escolha de atributo pendente
    [recovered] Recuperação de hoje já feita
    [scars] Marcas de lutas passadas
    [armour-state] Estado da armadura
    [pace] Passo em perseguições
    [stance] Ataques de oportunidade
    [steady] Firme (não precisa de teste de moral)
    [move] Movimento em pés
    [luck] Pontos de sorte
    [close] Armas curtas
    [light] Armas leves
    [martial] Armas marciais
    [long] Armas longas
    [level] Nível
    [hands] Mãos
    [ready] À mão
    [pack] Mochila
    [armour] Armadura
    [helmet] Elmo
    [spells] Magias
    [strength] Força
    [dexterity] Destreza
    [intuition] Intuição
    [reason] Razão
    [presence] Presença
    [perception] Percepção
    [knowledge] Conhecimento
    [mechanical] Mecânica
    [technical] Técnica
    [power] Poder
    [actions] Ações
    [gear] Equipamento
    [traits] Traços
    [side] Lado
    [health] Saúde
    [dead] Morte
    [poisoned] Veneno
    [faction] Facção
    [group] Grupo
    [resolve] Determinação
    [defense] Defesa
    [skills] Perícias
    [initiative] Iniciativa
    [in-hand] Na mão
    [wounded] Ferimento
    [conditions] Condições
    [action-points] Pontos de ação
    [skill] Perícia
    [pools] Reservas
    [tier] Nível de NPC
    [cards] Cartas
    [fear] Medo
    [rarity] Raridade
    [zone] Zona
    [lesser] leves
    [moderate] moderados
    [severe] graves
    [prone] No chão
    [broken] Moral quebrada
    [concealed] Às escondidas
    [surrendered] Rendição
    [mark] Marca
    [attention] Atenção
    [attacks] Ataques
    [attitude] Atitude
    [leader] Líder
    [major] Importante
    [understands] Entende a fala
   *[other] { $named }
}
field-value = { $value ->
    [hostile] hostil
    [wary] desconfiada
    [curious] curiosa
    [kind] gentil
    [helpful] prestativa
    [fighting] em combate
    [minor] menor
    [significant] importante
    [slow] lento
    [normal] normal
    [fast] rápido
    [intact] sem avarias
    [damaged] com avarias
    [destroyed] sem conserto
    [slots] espaços
    [points] pontos
    [helpless] indefesa
    [bonus] bônus
   *[other] { $named }
}

## Por que algo não pode ser feito

refusal-no-sheet = { $name ->
    [none] Essa ficha não existe.
   *[some] Você não tem nenhuma ficha chamada { $name }.
} `{ $command-sheet-list }` mostra as suas.
refusal-sheet-name-taken = { $found ->
    [none] Você já tem uma ficha chamada { $name }: escolha outro nome.
   *[some] “{ $name }” se parece com a sua ficha { $found }: escolha um nome que ninguém confunda.
}
refusal-sheet-in-fight = { $name } está em uma luta, então você só pode mudar a ficha depois dela. `{ $command-sheet-copy }` faz uma cópia.
refusal-sheet-changed = A ficha de { $name } mudou nesse meio-tempo: olhe de novo, e então tente outra vez.
refusal-too-many-sheets = Você tem { $most } fichas, o máximo para uma pessoa: apague uma antes.
refusal-too-many-templates = Você guarda { $most } modelos, o máximo para uma pessoa: `{ $command-load }` com `drop:` descarta um.
refusal-no-template = Você não guarda nenhum modelo chamado { $name }. `{ $command-load }` sem nome mostra os seus.
refusal-other-system = A ficha de { $name } é de { $rules }, e esta luta usa outras regras.
refusal-which-system = Com quais regras? Escolha com `system:` entre { $systems }.
refusal-from-what = A partir de quê? `from:` indica um arquétipo ou, para o mestre, uma criatura.
refusal-archetypes-only = “{ $name }” é uma criatura, e os valores dela só o mestre pode saber. Escolha um arquétipo: { $names }.
refusal-bad-name = Um nome não pode ter caracteres invisíveis, sinais sem letra, mais de dois sinais numa letra, nem caracteres que invertem o texto.
refusal-bad-portrait = Um retrato é o endereço de uma imagem (https://example.org/ana.png) e tem no máximo { $most } caracteres.
refusal-bad-file = { $line ->
    [none] { refusal-bad-setup } Nada foi mudado.
   *[some] Há um erro na linha { $line } do arquivo: { refusal-bad-setup } Nada foi mudado.
}
refusal-file-too-long = Um arquivo tem no máximo { $most } KiB.
refusal-file-not-text = Esse arquivo não é texto: envie TOML ou JSON, em UTF-8.
refusal-file-not-there = Não consegui pegar o arquivo no Discord. Nada foi mudado; envie de novo.
refusal-bad-days = Os comandos ficam de 1 a { $most } dias.
refusal-not-admin = Só quem pode gerenciar o servidor pode fazer isso.
refusal-not-dice = Não consigo ler “{ $dice }” como dados. Escreva por exemplo: 2d6+1, (2d6+3)*2, d20 adv, 4d6kh3 (fica com os 3 maiores), 4d6 drop lowest, 6d10>=7 (conta), 3d6! (explode), 4dF, d66. Um comentário vem depois de #.
refusal-dice-missing = Diga o que rolar, por exemplo `2d6+1`.
refusal-dice-unfinished = A rolagem para no meio depois de “{ $dice }”: falta um número ou dados.
refusal-dice-bracket = Um parêntese em “{ $dice }” abre ou fecha sem par.
refusal-dice-advantage = “{ $dice }” não diz qual dado tem vantagem: escreva depois de um só dado, como em `d20 adv + d4`.
refusal-dice-too-big = “{ $dice }” poderia passar de 9.999.999.
refusal-dice-number-too-big = “{ $dice }” é grande demais: um número em uma rolagem é no máximo 9.999.
refusal-dice-one-at-a-time = Faço uma rolagem por vez. Tente “{ $dice }”.
refusal-dice-out-of-bounds = “{ $dice }” é demais ou de menos: role de 1 a 100 dados com 2 a 100 lados. Dados explodem com 2 ou mais.
refusal-dice-too-many = Isso é demais para uma rolagem: no máximo 100 dados em 10 partes.
refusal-dice-too-long = Uma rolagem e o comentário dela têm no máximo { $dice } caracteres cada.
refusal-no-such-day = Não há dados de “{ $name }” para mostrar. Indique hoje (UTC), ou um dia anterior em que alguém rolou aqui, como 2026-11-23.
refusal-no-seal = Os dados desta luta não vêm de nenhum segredo, então não dá para misturar nada.
refusal-salt-too-late = É tarde demais para misturar uma frase: a luta começou.
refusal-salt-too-long = Uma frase tem de 1 a { $most } bytes.

## Fichas

sheet-made = A ficha de { $name } está pronta: entre em uma luta com `/init join`.
sheet-changed = A ficha de { $name } mudou.
sheet-copied = A ficha de { $name } está pronta. É uma cópia: a partir de agora as duas são independentes.
sheet-imported = A ficha de { $name } foi importada.
sheet-delete-sure = Apagar a ficha de { $name }? Não dá para voltar atrás.
sheet-deleted = A ficha de { $name } foi apagada.
sheet-exported = Aqui está o arquivo. `/sheet import` o lê de novo, aqui ou em outro lugar.
sheet-about = { $is_in_fight ->
    [yes] { $system } · em uma luta: você pode mudar depois dela
   *[no] { $system }
}
sheet-something = algo
sheet-marks = { $count ->
    [one] { $count } marca
    [many] { $count } marcas
   *[other] { $count } marcas
}
sheet-in-hand = na mão
sheet-page-about = Nome e retrato
sheet-change = Mudar…
sheet-copy = Copiar…
sheet-take-toml = Exportar (TOML)
sheet-take-json = Exportar (JSON)
sheet-delete = Apagar…
sheet-delete-this = Apagar { $name }
sheet-keep = Manter a ficha
sheets-none = Você ainda não tem fichas. `/sheet new` cria uma.
sheets-line = { $is_in_fight ->
    [yes] - **{ $name }** ({ $system }, em uma luta)
   *[no] - **{ $name }** ({ $system })
}
sheets-show = Mostrar…

## Kits

kit-changed = A partir de agora, todas as lutas de { $system } daqui usam este kit.
kit-removed = As lutas de { $system } daqui voltam a usar o kit incluído.
kit-shown = { $is_own ->
    [yes] Este servidor tem seu próprio kit de { $system }.
   *[no] Este servidor usa o kit incluído de { $system }.
}
kit-names =
    { "" }**Arquétipos** { $archetypes }
    { "" }**Criaturas** { $creatures }

## Criaturas

# $text, $family e $place são o que se procura; $strength é vazio para todas.
bestiary-found = { $system }: { $count ->
    [1] uma criatura
    [one] { $count } criatura
    [many] { $count } criaturas
   *[other] { $count } criaturas
}{ $family ->
    [none] { "" }
   *[some] {" "}da família { $family }
}{ $strength ->
    [none] { "" }
   *[some] , { $strength }
}{ $place ->
    [none] { "" }
   *[some] , onde aparece: { $place }
}{ $text ->
    [none] { "" }
   *[some] , com “{ $text }”
}{ $pages ->
    [1] .
   *[some] . Página { $page } de { $pages }:
}
bestiary-families = Famílias: { $families }.
bestiary-creature = { $name } · { $system }
bestiary-add-this = Adicionar…
bestiary-family = { $family ->
    [none] Todas as criaturas
   *[some] Todas da família { $family }
}
bestiary-family-count = { $family } ({ $count })
bestiary-all-families = Todas as famílias
bestiary-all-strengths = Todos os níveis de força
bestiary-pick-family = Uma família
bestiary-pick-strength = Nível de força
bestiary-pick-shown = Ver uma
bestiary-more = Mais…
bestiary-back = Voltar
creature-strength = { $strength ->
    [minion] capanga
    [elite] elite
    [boss] chefe
   *[regular] comum
}
creature-role = { $role ->
    [archer] atirador
    [bruiser] brutamontes
    [caster] conjurador
    [controller] controlador
    [duelist] duelista
    [guard] guarda
    [healer] curandeiro
    [leader] líder
    [lurker] espreitador
    [skirmisher] escaramuçador
    [swarm] enxame
   *[soldier] soldado
}
refusal-no-creature = { $name ->
    [none] Nenhuma criatura aqui é assim.
   *[some] Nenhuma criatura aqui combina com “{ $name }”.
}{ $near ->
    [none] { $names ->
        [none] { "" }
       *[some] {" "}As famílias são: { $names }.
    }
   *[some] { " " }Talvez: { $near }?
}
refusal-strength-hidden = Só o mestre de uma luta daqui pode saber a força de uma criatura. Deixe `strength:` de fora para ler o que se diz das criaturas.

## NPCs próprios

npc-made = A ficha está pronta ({ $name }): `/init add sheet:` a traz para uma luta, quantas vezes você quiser.
npc-kept = { $name } está no kit deste servidor: `/init add from:` traz a criatura para qualquer luta daqui.
npc-exported = Aqui está a entrada. `/npc import` e `/sheet kit` a leem, aqui ou em outro lugar.
refusal-numbers-hidden = Os valores de uma criatura só quem mestra uma luta aqui pode saber ou, onde nenhuma luta está aberta, quem gerencia o servidor.
refusal-npc-no-fight = Nenhuma luta que você mestra está aberta aqui. Guarde o NPC para você (`keep:mine`) ou para o servidor (`keep:server`).
refusal-npc-character = “{ $name }” é a ficha de um personagem, com valores ou itens que nenhuma entrada de criatura tem. `/sheet export` grava tudo.
refusal-npc-file = { $names ->
    [none] Não há nenhuma criatura nesse arquivo. Ele precisa de uma entrada como `[creatures."javali cinzento"]`.
   *[some] Esse arquivo tem várias criaturas ({ $names }): diga com `name:` qual delas, ou guarde todas com `keep:server`.
}
npc-keep = { $keep ->
    [fight] Esta luta
    [hidden] Esta luta, sem que os jogadores saibam
    [mine] Mim, entre minhas fichas
   *[server] Este servidor, no kit dele
}
newcomer-ready = O formulário está pronto.
newcomer-open = Preencher o formulário
bestiary-own = Criar um seu…
bestiary-pick-base = Partir de…
set-up-own-npc = Novo NPC…
set-up-own-npc-how = Parta de uma criatura e mude o que importa
form-new-npc = Novo NPC: { $from }
form-new-character = Novo personagem: { $from }
form-numbers = Valores: o que faltar fica como está
form-gear = Equipamento: nomes e vírgulas entre eles
form-traits = Traços
form-keep = Guardar para
sheet-trait = { $word ->
    [hostile] Atitude: hostil
    [wary] Atitude: desconfiada
    [curious] Atitude: curiosa
    [kind] Atitude: gentil
    [helpful] Atitude: prestativa
    [slow] Passo em perseguições: lento
    [normal] Passo em perseguições: normal
    [fast] Passo em perseguições: rápido
    [minor] Menor: com 0 de determinação fica fora
    [significant] Importante: com 0 de determinação tira destinos
    [relentless] Implacável
    [night-sight] Visão noturna
    [immune-fire] Imune a fogo
    [immune-poison] Imune a veneno
    [immune-ment] Imune a Dano Mental
    [immune-to-fear] Imune ao medo
    [elusive] Escorregadio
    [bodyguard] Guarda-costas
   *[other] { $named }
}

## Modelos

template-kept = Guardado como { $name }. `/init load` abre uma luta a partir dele, em qualquer canal.
template-dropped = O modelo { $name } foi apagado.
templates-none = Você ainda não guarda modelos. `/init save` guarda a preparação de uma luta como modelo.
templates-which = A partir de qual modelo você quer abrir uma luta aqui?
templates-menu = Modelos

## Entrar, e preparar uma luta

joining-whom = Com quem você joga? `/sheet new` cria um personagem que dura mais que a luta.
joining-menu = Entrar como…
joining-sheet = Sua ficha
joining-new = Novo, só para esta luta
set-up-begins = { $done } Escolha uma cena, ou disponha as zonas e adicione NPCs, e comece quando todos tiverem entrado. *{ set-up-encounter }* propõe NPCs quando alguém já tiver entrado. Os menus fazem o mesmo que `/scene set`, `/init zones`, `/init add` e `/init set`.
set-up-who-joined = O painel no canal mostra quem já entrou.
set-up-which-rules = Com quais regras você quer jogar?
set-up-rules = Regras
# In a menu, below the name of each system: at most 100 characters.
set-up-rules-about = { $system ->
    [cards] Cartas numeradas, que se trocam, dão a ordem. Punhados de dados: cada seis é um sucesso.
    [dr12] Primeira vez? Use este. Rola-se um d20 para acertar e para escapar; PNJs só rolam o dano.
    [factions] Os lados se alternam, um de cada vez. Ataques acertam; defender-se custa o turno do alvo.
    [fates] De cinema: ajuda após a rolagem, ações que interrompem, um herói à morte escolhe seu Destino.
   *[ranks] Distâncias em pés, numa linha. Somas de dados contra um valor fixo; defender custa uma ação.
}
set-up-zones = Cena ou zonas
set-up-scene = Cena: { $name }
set-up-scene-laid = Cena: { $name }. { $about }
    { $done }
set-up-npcs = Adicionar NPCs
set-up-sides = Quem começa onde
set-up-settings = Configurações
set-up-turn = { $is_on ->
    [yes] desligar
   *[no] ligar
}
set-up-start = Começar a luta
set-up-forecast = Previsão
set-up-encounter = Uma luta à altura…
set-up-more = { $count } criaturas, por família e nível de força
set-up-save = Guardar como modelo…
set-up-join = Entrar
set-up-own-map = Zonas próprias…
set-up-own-map-like = como: Portão - Pátio - Salão
# Mapas que servem para muitas lutas, e suas zonas.
set-up-map = { $map ->
    [yard] Um pátio entre portão e salão
    [road] Uma estrada com uma ponte
    [woods] Uma clareira na mata
    [court] Cômodos em volta de um átrio
    [ship] Um navio e um píer
   *[field] Uma zona só
}
set-up-map-zones = { $map ->
    [yard] Portão - Pátio - Salão
    [road] Estrada - Ponte - Outra margem
    [woods] Árvores - Clareira - Riacho - Moita
    [court] Átrio - Cozinha, Átrio - Estábulo, Átrio - Torre, Estábulo - Torre
    [ship] Píer - Convés - Cabine, Convés - Proa
   *[field] Campo
}
# $rights são os nomes que as configurações do Discord lhes dão.
rights-chatter = Jogadores conversam em { $channel } sem mim, o que as configurações da luta não permitem. { $is_deleting ->
    [yes] Não posso apagar o que dizem sem a permissão { $right }, então só marco.
   *[no] Não posso marcar o que dizem sem a permissão { $right }.
}
rights-missing = Faltam a mim permissões neste canal: { $rights }. Até que alguém que gerencia o servidor me dê essas permissões, partes da luta não vão aparecer aqui.

## Formulários

form-too-long = Isso é longo demais para um formulário. Use `/sheet edit`, ou um arquivo: exporte a ficha, mude o arquivo e importe de volta.
form-zones = O mapa
form-layout = Zonas
    .example = Portão - Pátio - Salão, ou: Portão-Pátio, Pátio-Torre
form-save = Guardar esta preparação
form-template = Nome do modelo
    .example = A emboscada na ponte
form-add = Adicionar: { $from }
form-count = Quantos
    .example = 1
form-npc = Nome (o da criatura)
    .example = Saqueador
form-npc-at = Zona onde começam
    .example = Pátio
form-hidden = Em segredo até ser revelado
    .example = { "" }
form-join = Entrar como { $from }
form-name = O nome do seu combatente
    .example = Ana
form-side = { $usual ->
    [none] Lado ou facção
   *[other] Lado ou facção (vazio: { $usual })
}
form-at = Zona onde você começa
    .example = Portão
form-copy = Copiar uma ficha
form-copy-name = Nome da cópia
    .example = Ana Júnior
form-names = Nomes, com vírgulas entre eles
form-sheet-name = Nome
form-portrait = Endereço de um retrato

## Dados sem regra

roll-blind = Rolado. Só o mestre vê o resultado.
roll-for-gm =
    { $roll }
    O mestre também vê isto.
roll-of-day = lacre · { $seal } · dados { $first } a { $last } de { $day }
roll-day = { $secret ->
    [none] Os dados de { $name } estão sob o lacre { $seal }.
   *[other] Os dados de { $name } vieram de { $secret }, sob o lacre { $seal }.
}
roll-total = { $text }: { $faces } = **{ $total }**
roll-comment = { $roll } · { $comment }
roll-successes = { $total ->
    [one] { $text }: { $faces } = **{ $total }** sucesso
    [many] { $text }: { $faces } = **{ $total }** sucessos
   *[other] { $text }: { $faces } = **{ $total }** sucessos
}
