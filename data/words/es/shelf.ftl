### Lo que está fuera de los combates: fichas, catálogos y plantillas que se guardan, y dados sin regla.

## Los campos de una ficha

sheet-field = { $field ->
    [hp] PV (HP)
    [hp-max] PV máximos (HP)
    [ap] AP
    [phys] Trauma físico
    [ment] Trauma mental
    [phys-slots] Trauma físico sufrido
    [ment-slots] Trauma mental sufrido
    [criticals] Lesiones críticas
    [phys-cap] Trauma físico máximo
    [ment-cap] Trauma mental máximo
    [health-max] Salud máxima
    [str] FUE (STR)
    [dex] DES (DEX)
    [con] CON
    [int] INT
    [wis] SAB (WIS)
    [cha] CAR (CHA)
    [agi] AGI
    [wit] ING (WIT)
    [resolve-max] Temple máximo
    [ar-physical] AR (física)
    [ar-energy] AR (energía)
    [fp] Puntos de destino
    [ignores] Veces que ignoró el destino
    [never-the-same] Nada será igual: veces
    [pick-owed] Atributo que aún debe reducir
    [recovered] Ya recuperó hoy
    [scars] Secuelas de combates anteriores
    [armour-state] Estado de la armadura
    [pace] Paso en persecuciones
    [stance] Ataques de oportunidad
    [steady] Firme (no necesita prueba de moral)
    [move] Movimiento en pies
    [luck] Puntos de suerte
    [close] Armas cortas
    [light] Armas ligeras
    [martial] Armas marciales
    [long] Armas largas
    [health] Salud
    [skills] Habilidades
    [skill] Habilidad
    [actions] Acciones
    [pools] Reservas
    [level] Nivel
    [side] Bando
    [faction] Facción
    [group] Grupo
    [armour] Armadura
    [gear] Equipo
    [hands] Manos
    [traits] Rasgos
    [spells] Conjuros
    [resolve] Temple
    [defense] Defensa
    [initiative] Iniciativa
    [wounded] Herida
    [in-hand] En la mano
    [tier] Rango de PNJ
    [action-points] Puntos de acción
    [cards] Cartas
    [fear] Miedo
    [rarity] Rareza
    [zone] Zona
    [ready] A mano
    [pack] Mochila
    [helmet] Casco
    [conditions] Estados
    [lesser] leves
    [moderate] moderados
    [severe] graves
    [dead] Muerte
    [poisoned] Veneno
    [prone] En el suelo
    [broken] Moral rota
    [concealed] A escondidas
    [surrendered] Rendición
    [mark] Marca
    [attention] Atención
    [attacks] Ataques
    [attitude] Actitud
    [leader] Líder
    [major] Importante
    [understands] Entiende el habla
   *[other] { $named }
}
field-value = { $value ->
    [hostile] hostil
    [wary] recelosa
    [curious] curiosa
    [kind] amable
    [helpful] servicial
    [fighting] en combate
    [minor] menor
    [significant] importante
    [slow] lento
    [normal] normal
    [fast] rápido
    [intact] sin daños
    [damaged] con daños
    [destroyed] inservible
    [slots] casillas
    [points] puntos
    [helpless] sin defensa
    [bonus] adicional
   *[other] { $named }
}

## Por qué algo no se puede hacer

refusal-no-sheet = { $name ->
    [none] Esa ficha no existe.
   *[some] No tienes ninguna ficha llamada { $name }.
} `{ $command-sheet-list }` muestra las tuyas.
refusal-sheet-name-taken = { $found ->
    [none] Ya tienes una ficha llamada { $name }: elige otro nombre.
   *[some] “{ $name }” se parece demasiado a tu ficha { $found }: elige un nombre que no se confunda.
}
refusal-sheet-in-fight = { $name } está en un combate, así que la ficha solo se puede cambiar después. `{ $command-sheet-copy }` hace una copia.
refusal-sheet-changed = La ficha { $name } ha cambiado entretanto: mírala otra vez y vuelve a probar.
refusal-too-many-sheets = Tienes { $most } fichas, el máximo por persona: borra antes una.
refusal-too-many-templates = Guardas { $most } plantillas, el máximo por persona: `{ $command-load }` con `drop:` elimina una.
refusal-no-template = No guardas ninguna plantilla llamada { $name }. `{ $command-load }` sin nombre muestra las tuyas.
refusal-other-system = { $name } es una ficha para { $rules }, y este combate usa otras reglas.
refusal-which-system = ¿Con qué reglas? Elige con `system:` entre { $systems }.
refusal-from-what = ¿De qué modelo sale? `from:` nombra un arquetipo o, para el máster, una criatura.
refusal-archetypes-only = “{ $name }” es una criatura, y sus valores solo los puede saber quien dirige el combate. Elige un arquetipo: { $names }.
refusal-bad-name = Un nombre no puede tener caracteres invisibles, signos sin letra, más de dos signos en una letra ni caracteres que inviertan el texto.
refusal-bad-portrait = Un retrato es la dirección de una imagen (https://example.org/ana.png) y tiene como máximo { $most } caracteres.
refusal-bad-file = { $line ->
    [none] { refusal-bad-setup } No se ha cambiado nada.
   *[some] Hay un error en la línea { $line } del archivo: { refusal-bad-setup } No se ha cambiado nada.
}
refusal-file-too-long = Un archivo tiene como máximo { $most } KiB.
refusal-file-not-text = Ese archivo no es texto: envía TOML o JSON, en UTF-8.
refusal-file-not-there = No he podido recibir el archivo de Discord. No se ha cambiado nada; envíalo otra vez.
refusal-bad-days = Los comandos se quedan de 1 a { $most } días.
refusal-not-admin = Eso solo puede hacerlo quien gestiona el servidor.
refusal-not-dice = No puedo leer “{ $dice }” como dados. Escribe por ejemplo: 2d6+1, (2d6+3)*2, d20 adv, 4d6kh3 (quedarse con los 3 más altos), 4d6 drop lowest, 6d10>=7 (contar), 3d6! (explotan), 4dF, d66. Un comentario va después de #.
refusal-dice-missing = Di qué tirar, por ejemplo `2d6+1`.
refusal-dice-unfinished = La tirada se corta después de “{ $dice }”: debe seguir un número o unos dados.
refusal-dice-bracket = En “{ $dice }” hay un paréntesis que se abre o se cierra solo.
refusal-dice-advantage = “{ $dice }” no dice qué dado tiene ventaja: escríbelo detrás de un dado, como en `d20 adv + d4`.
refusal-dice-too-big = “{ $dice }” podría dar más de 9 999 999.
refusal-dice-number-too-big = “{ $dice }” es demasiado grande: un número en una tirada es como máximo 9999.
refusal-dice-one-at-a-time = Hago una tirada cada vez. Prueba “{ $dice }”.
refusal-dice-out-of-bounds = “{ $dice }” es demasiado o demasiado poco: tira de 1 a 100 dados de 2 a 100 caras. Los dados explotan con 2 o más.
refusal-dice-too-many = Eso es demasiado para una tirada: como máximo 100 dados en 10 partes.
refusal-dice-too-long = Una tirada y su comentario tienen como máximo { $dice } caracteres cada uno.
refusal-no-such-day = No hay dados de “{ $name }” que mostrar. Da el día de hoy (UTC), o uno anterior en que alguien tiró aquí, como 2026-11-23.
refusal-no-seal = Los dados de este combate no salen de ningún secreto, así que no se puede mezclar nada.
refusal-salt-too-late = Es demasiado tarde para mezclar una frase: el combate ha empezado.
refusal-salt-too-long = Una frase tiene de 1 a { $most } bytes.

## Fichas

sheet-made = La ficha { $name } está lista: `/init join` la lleva a un combate.
sheet-changed = La ficha { $name } ha cambiado.
sheet-copied = La ficha { $name } está lista. Es una copia: desde ahora las dos fichas van por separado.
sheet-imported = La ficha { $name } está importada.
sheet-delete-sure = ¿Borrar { $name }? Eso no se puede deshacer.
sheet-deleted = La ficha { $name } está borrada.
sheet-exported = Aquí está el archivo. `/sheet import` lo vuelve a leer, aquí o en otro sitio.
sheet-about = { $is_in_fight ->
    [yes] { $system } · en un combate: puedes cambiarla después
   *[no] { $system }
}
sheet-something = algo
sheet-marks = { $count ->
    [one] 1 marca
    [many] { $count } marcas
   *[other] { $count } marcas
}
sheet-in-hand = en la mano
sheet-page-about = Nombre y retrato
sheet-change = Cambiar…
sheet-copy = Copiar…
sheet-take-toml = Exportar (TOML)
sheet-take-json = Exportar (JSON)
sheet-delete = Borrar…
sheet-delete-this = Borrar { $name }
sheet-keep = Conservar la ficha
sheets-none = Aún no tienes fichas. `/sheet new` crea una.
sheets-line = { $is_in_fight ->
    [yes] - **{ $name }** ({ $system }, en un combate)
   *[no] - **{ $name }** ({ $system })
}
sheets-show = Ver…

## Catálogos

kit-changed = Desde ahora, todos los combates de { $system } de aquí usan este catálogo.
kit-removed = Los combates de { $system } de aquí vuelven a usar el catálogo incluido.
kit-shown = { $is_own ->
    [yes] Este servidor tiene su propio catálogo de { $system }.
   *[no] Este servidor usa el catálogo incluido de { $system }.
}
kit-names =
    { "" }**Arquetipos** { $archetypes }
    { "" }**Criaturas** { $creatures }

## Criaturas

# $text, $family y $place son lo que se busca; $strength está vacío si son todas.
bestiary-found = { $system }: { $count ->
    [one] una criatura
    [many] { $count } criaturas
   *[other] { $count } criaturas
}{ $family ->
    [none] { "" }
   *[some] , familia { $family }
}{ $strength ->
    [none] { "" }
   *[some] , { $strength }
}{ $place ->
    [none] { "" }
   *[some] , lugar: { $place }
}{ $text ->
    [none] { "" }
   *[some] , con “{ $text }”
}{ $pages ->
    [1] .
    [one] .
    [many] . Página { $page } de { $pages }:
   *[other] . Página { $page } de { $pages }:
}
bestiary-families = Familias: { $families }.
bestiary-creature = { $name } · { $system }
bestiary-add-this = Añadir…
bestiary-family = { $family ->
    [none] Todas las criaturas
   *[some] Toda la familia { $family }
}
bestiary-family-count = { $family } ({ $count })
bestiary-all-families = Todas las familias
bestiary-all-strengths = Todas las fuerzas
bestiary-pick-family = Una familia
bestiary-pick-strength = Qué fuerza
bestiary-pick-shown = Ver una
bestiary-more = Más…
bestiary-back = Atrás
creature-strength = { $strength ->
    [minion] esbirro
    [elite] élite
    [boss] jefe
   *[regular] normal
}
creature-role = { $role ->
    [archer] arquería
    [bruiser] fuerza bruta
    [caster] conjuros
    [controller] control
    [duelist] duelo
    [guard] guardia
    [healer] curación
    [leader] liderazgo
    [lurker] acecho
    [skirmisher] escaramuza
    [swarm] enjambre
   *[soldier] primera línea
}
refusal-no-creature = { $name ->
    [none] Aquí no hay ninguna criatura así.
   *[some] Aquí no hay ninguna criatura que encaje con “{ $name }”.
}{ $near ->
    [none] { $names ->
        [none] { "" }
       *[some] {" "}Las familias son: { $names }.
    }
   *[some] { " " }¿Quizá: { $near }?
}
refusal-strength-hidden = Lo fuerte que es una criatura solo puede saberlo quien dirige aquí un combate. Quita `strength:` para leer lo que se dice de las criaturas.

## PNJ propios

npc-made = La ficha está lista ({ $name }): `/init add sheet:` la lleva a un combate, tantas veces como quieras.
npc-kept = { $name } está en el catálogo de este servidor: `/init add from:` lleva la criatura a cualquier combate de aquí.
npc-exported = Aquí está la entrada. `/npc import` y `/sheet kit` la leen, aquí o en otro sitio.
refusal-numbers-hidden = Los valores de una criatura solo los puede saber quien dirige un combate aquí o, si no hay ninguno abierto, quien gestiona el servidor.
refusal-npc-no-fight = Aquí no hay ningún combate abierto que dirijas. Guarda el PNJ para ti (`keep:mine`) o para el servidor (`keep:server`).
refusal-npc-character = “{ $name }” es la ficha de un personaje, con valores u objetos que ninguna entrada de criatura tiene. `/sheet export` lo escribe todo.
refusal-npc-file = { $names ->
    [none] En ese archivo no hay ninguna criatura. Necesita una entrada como `[creatures."jabalí gris"]`.
   *[some] Ese archivo tiene varias criaturas ({ $names }): di con `name:` cuál quieres, o guárdalas todas con `keep:server`.
}
npc-keep = { $keep ->
    [fight] Este combate
    [hidden] Este combate, sin que los jugadores lo sepan
    [mine] Mí, entre mis fichas
   *[server] Este servidor, en su catálogo
}
newcomer-ready = El formulario está listo.
newcomer-open = Rellenar el formulario
bestiary-own = Crear uno propio…
bestiary-pick-base = Partir de…
set-up-own-npc = Nuevo PNJ…
set-up-own-npc-how = Parte de una criatura y cambia lo que importa
form-new-npc = Nuevo PNJ: { $from }
form-new-character = Nuevo personaje: { $from }
form-numbers = Valores: lo que falte queda como está
form-gear = Equipo: nombres separados por comas
form-traits = Rasgos
form-keep = Guardar para
sheet-trait = { $word ->
    [hostile] Actitud: hostil
    [wary] Actitud: recelosa
    [curious] Actitud: curiosa
    [kind] Actitud: amable
    [helpful] Actitud: servicial
    [slow] Paso en persecuciones: lento
    [normal] Paso en persecuciones: normal
    [fast] Paso en persecuciones: rápido
    [minor] Menor: con 0 de temple queda fuera
    [significant] Importante: con 0 de temple saca destinos
    [relentless] Implacable
    [night-sight] Visión nocturna
    [immune-fire] Inmune al fuego
    [immune-poison] Inmune al veneno
    [immune-ment] Inmune al trauma mental
    [immune-to-fear] Inmune al miedo
    [elusive] Escurridizo
    [bodyguard] Guardaespaldas
   *[other] { $named }
}

## Plantillas

template-kept = Guardada como { $name }. `/init load` abre un combate a partir de ella, en cualquier canal.
template-dropped = La plantilla { $name } está eliminada.
templates-none = No guardas ninguna plantilla. `/init save` guarda como tal la preparación de un combate.
templates-which = ¿A partir de qué plantilla quieres abrir aquí un combate?
templates-menu = Plantillas

## Unirse, y preparar un combate

joining-whom = ¿Con quién juegas? `/sheet new` crea un personaje que sobrevive al combate.
joining-menu = Unirte como…
joining-sheet = Tu ficha
joining-new = Uno nuevo, solo para este combate
set-up-begins = { $done } Elige una escena, o traza las zonas y añade PNJ, y empieza cuando todos se hayan unido. *{ set-up-encounter }* propone PNJ cuando ya se ha unido alguien. Los menús hacen lo mismo que `/scene set`, `/init zones`, `/init add` e `/init set`.
set-up-who-joined = El tablero del canal muestra quién se ha unido.
set-up-which-rules = ¿Con qué reglas se juega?
set-up-rules = Reglas
# In a menu, below the name of each system: at most 100 characters.
set-up-rules-about = { $system ->
    [cards] Cartas numeradas dan el orden y se intercambian. Reservas de dados: cada seis es un éxito.
    [dr12] ¿Es tu primera vez? Este. Se tira un d20 para dar y para esquivar; los PNJ solo tiran daño.
    [factions] Los bandos se turnan, uno a la vez. Los ataques aciertan; defenderse cuesta el turno.
    [fates] De cine: ayuda tras la tirada, acciones que interrumpen, un héroe moribundo elige su Destino.
   *[ranks] Distancias en pies, en una línea. Sumas de dados contra un valor fijo; defender cuesta acción.
}
set-up-zones = Escena o zonas
set-up-scene = Escena: { $name }
set-up-scene-laid = Escena: { $name }. { $about }
    { $done }
set-up-npcs = Añadir PNJ
set-up-sides = Quién empieza dónde
set-up-settings = Ajustes
set-up-turn = { $is_on ->
    [yes] desactivar
   *[no] activar
}
set-up-start = Empezar el combate
set-up-forecast = Pronóstico
set-up-encounter = Un combate a medida…
set-up-more = { $count } criaturas, por familia y fuerza
set-up-save = Guardar como plantilla…
set-up-join = Unirse
set-up-own-map = Zonas propias…
set-up-own-map-like = como: Puerta - Patio - Salón
# Mapas que sirven para muchos combates, y sus zonas.
set-up-map = { $map ->
    [yard] Un patio entre la puerta y el salón
    [road] Un camino con un puente
    [woods] Un claro en el bosque
    [court] Estancias alrededor de un patio
    [ship] Un barco y un muelle
   *[field] Una sola zona
}
set-up-map-zones = { $map ->
    [yard] Puerta - Patio - Salón
    [road] Camino - Puente - Otra orilla
    [woods] Árboles - Claro - Arroyo - Espesura
    [court] Patio - Cocina, Patio - Establo, Patio - Torre, Establo - Torre
    [ship] Muelle - Cubierta - Camarote, Cubierta - Proa
   *[field] Campo
}
# $rights son los nombres que tienen en los ajustes de Discord.
rights-chatter = Los jugadores hablan en { $channel } sin pasar por mí, y los ajustes del combate lo prohíben. { $is_deleting ->
    [yes] No puedo borrar lo que dicen sin el permiso { $right }, así que solo lo marco.
   *[no] No puedo marcar lo que dicen sin el permiso { $right }.
}
rights-missing = Me faltan permisos en este canal: { $rights }. Hasta que me los dé quien gestiona el servidor, algunas partes del combate no se verán aquí.

## Formularios

form-too-long = Eso es demasiado largo para un formulario. Usa `/sheet edit`, o un archivo: exporta la ficha, cambia el archivo e impórtalo.
form-zones = El mapa
form-layout = Zonas
    .example = Puerta - Patio - Salón, o bien: Puerta-Patio, Patio-Torre
form-save = Guardar esta preparación
form-template = Nombre de la plantilla
    .example = La emboscada del puente
form-add = Añadir: { $from }
form-count = Cuántos
    .example = 1
form-npc = Nombre (el de la criatura)
    .example = Saqueador
form-npc-at = Zona donde empiezan
    .example = Patio
form-hidden = Ocultos hasta que se revelen
    .example = { "" }
form-join = Unirte como { $from }
form-name = El nombre de tu combatiente
    .example = Ana
form-side = { $usual ->
    [none] Bando o facción
   *[other] Bando o facción (vacío: { $usual })
}
form-at = Zona donde empiezas
    .example = Puerta
form-copy = Copiar una ficha
form-copy-name = Nombre de la copia
    .example = Ana la Joven
form-names = Nombres, separados por comas
form-sheet-name = Nombre
form-portrait = Dirección de un retrato

## Dados sin regla

roll-blind = Tirada hecha. Solo el máster ve el resultado.
roll-for-gm =
    { $roll }
    El máster también ve esto.
roll-of-day = sellado · { $seal } · dados { $first } a { $last } del { $day }
roll-day = { $secret ->
    [none] Los dados de { $name } están sellados con { $seal }.
   *[other] Los dados de { $name } salieron de { $secret }, con el sello { $seal }.
}
roll-total = { $text }: { $faces } = **{ $total }**
roll-comment = { $roll } · { $comment }
roll-successes = { $total ->
    [one] { $text }: { $faces } = **1** éxito
    [many] { $text }: { $faces } = **{ $total }** éxitos
   *[other] { $text }: { $faces } = **{ $total }** éxitos
}
