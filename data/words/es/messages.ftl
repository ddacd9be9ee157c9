### Las partes de los mensajes en Discord: marcos de lo que cuentan las reglas.
###
### Los comandos se escriben tal cual; `{ $user }`, `{ $gm }` y `{ $by }` son menciones.

## Piezas cortas

nobody = nadie
next-to = junto a { $zones }
and-more = … y { $count } más

## Noticias de un combate que no son de sus reglas

notice-opened = { $gm } abre aquí un combate y será su máster. Quien quiera jugar se une con `/init join`; el máster añade PNJ con `/init add` y empieza con `/init start`.
notice-sealed = Los dados están sellados: { $seal }. Antes de empezar, mezcla una frase tuya con `/roll salt:`; al terminar, todos pueden comprobarlos.
notice-salted = { $by } mezcla una frase en los dados: { $line }
notice-undone = { $count ->
    [one] { $by } deshace esto:
    [many] { $by } deshace las últimas { $count } jugadas, primero la más reciente:
   *[other] { $by } deshace las últimas { $count } jugadas, primero la más reciente:
}
notice-undone-marked = { $by } deshace lo que está tachado arriba.
notice-undone-order = algo que hizo el máster
notice-rolled = { $by } tira { $roll }
notice-redone = { $by } recupera lo deshecho.
notice-paused = { $by } pausa el combate: los relojes se paran.
notice-resumed = { $by } reanuda el combate.
notice-moved = { $by } muda aquí el combate, porque no puedo escribir en su antiguo canal. Los turnos y las preguntas pendientes vienen detrás.
notice-asleep = Nadie ha hecho nada aquí en dos rondas enteras, así que el combate duerme y sus relojes se paran. Cualquiera que participe puede despertarlo con cualquier comando o botón.
notice-awake = El combate despierta y sus relojes vuelven a correr.
notice-handed-over = { $from } traspasa el combate: ahora { $to } es su máster.
notice-co-gm = { $is_added ->
    [yes] { $user } ayuda al máster desde ahora.
   *[no] { $user } ya no ayuda al máster.
}
notice-stands-in = { $user ->
    [none] Con **{ $name }** vuelve a jugar la persona de siempre.
   *[some] { $user } juega con **{ $name }** como suplente{ $until ->
        [none] { "" }
       *[some] ; eso termina { $until }
    }.
}
notice-absence = { $policy ->
    [wait] Mientras falte quien juega con **{ $name }**, todos esperan y se pregunta al máster.
    [pass] Mientras falte quien juega con **{ $name }**, **{ $name }** pasa.
    [defend] Mientras falte quien juega con **{ $name }**, **{ $name }** se defiende.
    [stand-in] Mientras falte quien juega con **{ $name }**, se pregunta a su suplente.
   *[none] Mientras falte quien juega con **{ $name }**, pasa lo que digan las reglas.
}
notice-player-gone = Quien jugaba con **{ $names }** ha hecho borrar sus datos. Desde ahora juegas tú con **{ $names }**; con `/stand-in who: user:` puedes pedírselo a otra persona.
notice-nature = { $temper ->
    [none] Vuelves a jugar con **{ $names }**.
   *[some] Desde ahora el bot juega con **{ $names }**{ $temper ->
        [cautious] , con cuidado
        [reckless] , sin ningún cuidado
       *[plain] { "" }
    }{ $spares ->
        [yes] {" "}y sin tocar a quien ha caído
       *[no] { "" }
    }. No se lo digo a nadie más. Puedes actuar por ellos cuando quieras, y `/absence policy:none who:` lo detiene.
}
notice-portrait = { $is_given ->
    [yes] **{ $name }** aparece con esta imagen. Si lleva otro nombre, solo la ve el máster.
   *[no] **{ $name }** ya no tiene imagen.
}
notice-refitted = Las reglas han cambiado desde que empezó esta jugada. Lo que aún encaja se conserva; lo demás se vuelve a preguntar.
notice-undelivered = No puedo escribir en { $channel }: { $why }. Lo que debo al canal llegará en cuanto pueda, y hasta entonces allí no corre ningún plazo. Todos pueden seguir aquí, por mensaje directo; `/inbox` muestra lo que espera.
# Por qué no se puede publicar nada en un canal.
thread-name = { $system } · combate { $number }
thread-first-post = Aquí tiene lugar un combate de { $system }. Participa con `/init join`.
thread-refused = Discord lo ha rechazado
thread-not-opened = El combate aún no tiene hilo: en { $channel } { $why }. Lo intento otra vez; o con `/init move` el combate tiene lugar en el canal donde lo escribas.
thread-soon = Tu combate tendrá su propio hilo en { $channel }. Lo encontrarás allí como “{ $name }”, y ya formas parte de él.
thread-missing-permission = No puedo abrir hilos aquí. Quien gestiona el servidor puede darme { $rights }; o abre el combate sin `thread:`.
thread-wrong-channel = Esta clase de canal no tiene hilos. Abre el combate en un canal de texto, o sin `thread:`.
channel-closed-access = no puedo verlo
channel-closed-permission = necesito los permisos Enviar mensajes (en hilos: Enviar mensajes en hilos), Insertar enlaces, Adjuntar archivos y Leer el historial de mensajes
channel-closed-locked = el hilo está bloqueado
channel-closed-deleted = se ha borrado
channel-closed-blocked = el AutoMod del servidor bloquea todo lo que escribo allí. Quien gestiona el servidor puede eximir mi rol (ajustes del servidor, AutoMod, roles permitidos)
dm-closed = Discord no me deja. Los ajustes de privacidad del servidor y de la cuenta dicen si un bot puede escribir
# Lo que aparece en lugar de un texto que bloquea el AutoMod del servidor.
message-blocked = El AutoMod de este servidor bloquea lo que va aquí. `/inbox` muestra lo que te espera, `/status` cómo va el combate y `/log` lo que ha pasado.
notice-blocked = El AutoMod del servidor bloquea este texto en { $channel }: { $text }
    El resto del combate sigue. Alguna palabra o algún nombre del texto está en la lista del servidor; quien lo gestiona puede dejar pasar mi rol.
notice-undelivered-dm = No puedo escribir mensajes directos a { $user }: { $why }. `/inbox` le muestra lo que le espera, también aquí. Lo que le debo llegará en cuanto pueda escribirle.
notice-stuck = Se acabó el tiempo, pero la respuesta por defecto no es posible: { $why } Puedes responder en su lugar, o cambiar el combate con `/gm`.

## Un combate que ha terminado

story-round = Ronda { $round }
story-played-by = Con { $players }{ $others ->
    [none] {""}
   *[some] {" "}y también { $others }
}.
story-when = Desde { $from } hasta { $to } UTC, en { $place ->
    [none] mensajes directos
   *[some] { $place }
}.
story-channel = este canal
story-set-up = Antes del combate: { $sentences }
report = El combate duró { $rounds ->
    [one] una ronda
    [many] { $rounds } rondas
   *[other] { $rounds } rondas
} y { $acts ->
    [one] una jugada
    [many] { $acts } jugadas
   *[other] { $acts } jugadas
}{ $pace ->
    [none] .
   *[some] , a { $pace } { $unit ->
        [minutes] minutos
       *[hours] horas
    } por ronda.
}
# Con la respuesta a quien vuelve.
missed = Desde tu última visita: { $turns ->
    [0] ningún turno
    [1] 1 turno
    [one] 1 turno
    [many] { $turns } turnos
   *[other] { $turns } turnos
}{ $hurt ->
    [none] .
   *[some] . { $hurt }
}
missed-hurt = { $name } recibió daño { $times ->
    [1] una vez
    [2] dos veces
    [one] una vez
    [many] { $times } veces
   *[other] { $times } veces
}{ $left ->
    [none] .
   *[some] { " " }(ahora { $left }).
}
missed-read = Leer lo que pasó
report-export = Exportar la historia
report-again = Jugar otra vez (máster)
# El relato de un combate, tres frases como mucho.
report-outcome = Final: { $outcome }
report-most-attacks = Quien más atacó fue { $who }: { $count ->
    [one] una vez
    [many] { $count } veces
   *[other] { $count } veces
}, { $is_only ->
    [yes] siempre a { $target }
   *[no] sobre todo a { $target }
}.
report-no-falls = No cayó nadie.
report-only-fall = Solo cayó { $who }, en la ronda { $round }.
report-falls = { $is_same_round ->
    [yes] Primero cayó { $first } y al final { $last }, en la ronda { $first_round }.
   *[no] Primero cayó { $first }, en la ronda { $first_round }, y al final { $last }, en la ronda { $last_round }.
}
report-closest = Quien más cerca estuvo de caer fue { $who }, con un { $percent } % restante.
# En la imagen de un combate terminado.
report-rounds = { $rounds ->
    [one] una ronda
    [many] { $rounds } rondas
   *[other] { $rounds } rondas
}
report-health = Salud tras cada ronda
report-start = inicio
report-attacks = Quién atacó a quién y cuántas veces{ $has_loss ->
    [yes] {" "}(− daño)
   *[no] { "" }
}
report-attack = { $count ->
    [one] una vez
    [many] { $count } veces
   *[other] { $count } veces
}{ $loss ->
    [0] { "" }
    [one] { " " }· −{ $loss }
    [many] { " " }· −{ $loss }
   *[other] { " " }· −{ $loss }
}
report-more-attacks = y { $count ->
    [one] 1 más
    [many] { $count } más
   *[other] { $count } más
}
report-down = Fuera de combate al final: { $names }
report-left = Se fueron o se rindieron: { $names }
report-lost = Daño recibido: { $lost }
report-sealed = -# El sello { $seal } está abierto: `/export format:json` contiene el secreto y todos los dados. Los dados que aún se tiren: sellados · { $next }
report-secret = Los dados salieron de { $secrets }. `/export format:json` los contiene para comprobarlo. Los dados que aún se tiren llevan el sello { $seal }.
report-dice = Dados: { $dice }
report-dice-sum = { $count }d{ $sides } sumaron { $sum } (lo esperado: { $expected })

## Preguntas

prompt-default = { $until ->
    [none] Si no respondes: { $fallback }.
   *[some] Se cierra { $until }; sin respuesta: { $fallback }.
}
prompt-unseen = Nadie ve que se te pregunta. Tu respuesta cuenta { $until }; si no respondes: { $fallback }.
prompt-patient = Esto te espera: sin tu respuesta no pasa nada.
prompt-kept = Guardado: **{ $answer }**.
prompt-closes = No hace falta que respondas; esto se cierra { $until }.
# What the answers of a question cost, once for all of them.
prompt-shared-cost = Cada respuesta{ $except ->
    [none] { "" }
   *[some] { " " }salvo «{ $except }»
}: { $cost }.
prompt-default-mark = { " " }(por defecto)
prompt-menu = { $name ->
    [none] Tu respuesta
   *[some] { $name }: tu respuesta
}
prompt-rule-otherwise = Decidir otra cosa…
prompt-form = Tu decisión
prompt-answered = Respuesta: **{ $answer }**
prompt-defaulted = Sin respuesta a tiempo: **{ $answer }**
prompt-sealed = Respondido. Todas las respuestas se muestran a la vez.
prompt-copy = (Se pregunta a un jugador.)
prompt-taken-back = Deshecho.
# What several of one kind do alike: "Raider 1 passes. Likewise Raider 2 to 17."
told-likewise = { $text } Lo mismo { $names }.
told-undone = ~~{ $text }~~ (deshecho)
# Un turno al que se le acabó el tiempo.
told-late = Se acabó el tiempo. { $text }

# Lo que alguien puede responder aunque nadie lo espere.
invitation-open = { $user } · **{ $who }** puede responder, pero no hace falta.

# Debajo de lo que se envía en privado.
from-fight = -# en { $channel }

## Turnos

# $users son menciones; $names quienes pueden actuar, `none` si elige el máster; $until cuándo termina.
turn-yours = { $users } · { turn-who }, te toca{ turn-when }
turn-choose = { $users } · por actuar: { turn-who }{ turn-when }
turn-choose-among = { $users } · pueden actuar { $count } combatientes{ turn-when }
turn-when = { $round ->
    [0] { "" }
    [one] { " " }· ronda { $round }
    [many] { " " }· ronda { $round }
   *[other] { " " }· ronda { $round }
}{ $until ->
    [none] { "" }
   *[some] { " " }· termina { $until }
}
turn-who = { $names ->
    [none] el bando del máster
   *[some] **{ $names }**
}
# El turno está parado; $whom son quienes deben responder, `none` si eso no se dice.
turn-stands = { $names ->
    [none] El turno espera{ turn-stands-for }.
   *[some] **{ $names }** · el turno espera{ turn-stands-for }.
}
turn-stands-for = { $is_own ->
    [yes] { " " }tu respuesta
   *[no] { $whom ->
        [none] { " " }al máster
       *[some] { " " }la respuesta de { $whom }
    }
}
turn-advice-follows = -# Las sugerencias para los demás llegan cuando estos hayan actuado.
turn-next = después: { $names }
# Quién está en el mismo lugar: una palabra sobre sus heridas junto al nombre.
turn-near = { $zone }: { $names }
turn-near-one = { $wounds ->
    [none] { $name }
   *[some] { $name } ({ $wounds })
}
record-title = { $names ->
    [none] { record-round }
   *[some] { $names }{ $round ->
        [0] { "" }
        [one] { " " }· ronda { $round }
        [many] { " " }· ronda { $round }
       *[other] { " " }· ronda { $round }
    }
}
record-round = Ronda { $round }
turn-reminder = { $names ->
    [none] Todos te esperan.
   *[some] Todos te esperan. Por actuar: { $names }.
}
# $users son menciones; $names es `none` si se espera al máster; $until es un momento, ya que un
# recordatorio sigue ahí cuando ha pasado.
nudge-prompt = { $users } · { $names ->
    [none] el combate espera tu respuesta.
   *[some] el combate espera la respuesta de **{ $names }**.
}{ $until ->
    [none] { "" }
   *[some] { " " }Si no llega antes de { $until }, vale la respuesta por defecto.
}
nudge-turn = { $users } · { $names ->
    [none] el combate te espera.
   *[some] sigue siendo el turno de **{ $names }**.
}{ $until ->
    [none] { "" }
   *[some] { " " }Si no actúas antes de { $until }, el turno termina.
}
turn-menu = { $family ->
    [attack] Atacar
    [move] Moverte
    [aid] Ayudar y hablar
   *[else] Más
}
turn-menu-who = Quién actúa
turn-menu-part = { $name } { $numbers }
# Un grupo de jugadas que abre su propio mensaje.
turn-group = { $what }{ $part ->
    [none] { "" }
   *[some] : { $part }
}{ $is_usual ->
    [yes] { "" }
   *[no] , otras maneras
}…
# En los menús de jugadas que se hacen a alguien o con alguien.
turn-whom = { $family ->
    [aid] Con { $name }
   *[other] { $name }
}
turn-group-spared = Atacar a aliados o caídos…
turn-group-rest = Otros…
turn-choose-act = ¿Qué hace { $who }?
turn-choose-way = { $who } · { $group }{ $about ->
    [none] { "" }
   *[some] { " " }({ $about })
}
turn-board = Tablero
turn-forecast = Pronóstico
turn-suggested = Sugerencia: { $label }
turn-why = { $name } · { $label } · { $why }
advice-target = { $stands_out ->
    [only] no queda más enemigo que { $target }
    [weakest] quien está más cerca de caer es { $target }
    [nearest] quien está más cerca es { $target }
   *[most] es lo que más daño hace a { $target }
}
advice-move = { $is_closer ->
    [yes] así { $who } se acerca a { $enemy }
   *[no] así { $who } se aleja de { $enemy }
}
advice-other = { $why ->
    [harm] ayuda a { $who } a dañar a los enemigos
    [guard] protege mejor a { $who }
   *[least] no hay nada mejor
}
# Botones para todos los PNJ de un turno.
block-look = Jugar todo como se sugiere…
block-play = Jugar todo esto
block-end = Terminar todos
block-go-on = Seguir
block-note = Cada PNJ hace primero esto y después lo mejor que siga, hasta que termina su turno. Tras cada jugada se valora de nuevo la siguiente; si hay que preguntar a alguien o le toca a otro, se detiene.
block-nothing = Ahora nadie puede actuar.
block-played = { $names ->
    [none] { $waiting ->
        [none] Nadie pudo actuar.
       *[some] { $waiting }
    }
   *[other] { $names }: { $is_end ->
        [yes] fin
       *[no] { $acts ->
            [one] 1 jugada
            [many] { $acts } jugadas
           *[other] { $acts } jugadas
        }
    }.{ $idle ->
        [none] { "" }
       *[some] { " " }Sin jugada: { $idle }.
    }{ $waiting ->
        [none] { "" }
       *[some] { " " }{ $waiting }
    }
}
block-waits = El turno espera{ turn-stands-for }; pulsa otra vez después.
turn-back = Atrás
# Quien juega dice más en un formulario.
turn-option-told = { $label }…
form-act = ¿Qué exactamente?
turn-more = Aquí no cabe todo lo que puedes hacer: `/guide` lo muestra, y todo se puede escribir.
turn-option-of = { $name }: { $label }
turn-end = { $is_slot ->
    [yes] Pasar
   *[no] Terminar el turno
}

## Respuestas a una sola persona

reply-seen = Mira el canal.
reply-noted = Anotado. El turno espera{ turn-stands-for }.
reply-set = { $setting }.
reply-done-already = Eso ya está hecho.
reply-hidden-newcomer = Solo el máster lee esto.
reply-turn-over = El turno ha terminado.
reply-left = { $budget }.
reply-now = Ahora: { $offers }
reply-first-of = Los primeros { $most } de { $count }:
menu-choose-attack = ¿A quién atacas, y con quién?
menu-choose-attack-pair = { $name } ataca a { $target }
explain-rules = Las reglas que hay detrás:
undo-choice = { $has_others ->
    [yes] Después ha habido otras jugadas.
   *[no] Este mensaje cuenta varias jugadas.
} ¿Hasta dónde retrocedes?
undo-choice-act = { $count }. { $what }
undo-choice-button = { $steps ->
    [one] Deshacer la última jugada
    [many] Deshacer { $steps } jugadas
   *[other] Deshacer { $steps } jugadas
}
reply-plays-nobody = No juegas con nadie en este combate. Te unes con `/init join`.
forecast-title = Pronóstico · { $system }
forecast-of = { $count } combates{ $is_short ->
    [yes] {" "}en lugar de { $wanted }, porque se acabó el tiempo
   *[no] { "" }
}, jugados desde aquí:
forecast-end = { $is } %{ $is_range ->
    [yes] { " " }({ $least }–{ $most } %)
   *[no] { "" }
}: { $outcome }
forecast-open = Sin final a la vista.
forecast-rounds = Rondas: casi siempre { $half }, rara vez menos de { $few } o más de { $most }.
forecast-one = { $name } cae en el { $down } % de los casos{ $gone ->
    [none] { "" }
   *[some] {" "}y se va en el { $gone } %
}{ $left ->
    [none] .
   *[some] ; si no, le queda de media el { $left } % de su salud.
}
forecast-several = { $name }: cada cual cae entre el { $least } y el { $most } % de las veces.
forecast-else = Qué lo cambiaría (“{ $outcome }”):
forecast-change = { $what ->
    [more] { $number ->
        [one] con { $name } de refuerzo
        [many] con { $number } más como { $name }
       *[other] con { $number } más como { $name }
    }
    [from-ambush] si los PNJ empiezan con una emboscada
    [without-several] sin { $number } de los PNJ
    [without-one] sin uno de { $name }
   *[without] sin { $name }
}: { $is } % (de { $count } combates)
forecast-turn = El cambio más pequeño que lo decide al revés: { $change }
forecast-far = Ninguno de los cambios probados lo decide al revés. El bando que gana conserva de media el { $left } % de su fuerza.
forecast-how = -# Todos luchan sin plan. Quien piensa lo hará mejor, en los dos bandos.
forecast-share = { $is } %
forecast-range = { $least }–{ $most } %
forecast-outcomes = Cómo acaba
forecast-down = Quién cae
encounter-title = Un combate a medida · { $system }
difficulty = { $difficulty ->
    [easy] Fácil
    [hard] Difícil
    [deadly] Mortal
   *[fair] Equilibrado
}
encounter-wanted = { $difficulty ->
    [easy] **Fácil**
    [hard] **Difícil**
    [deadly] **Mortal**
   *[fair] **Equilibrado**
}: el grupo gana entre el { $least } y el { $most } % de los combates{ $count ->
    [none] { "" }
   *[some] , contra { $count }
}{ $family ->
    [none] { "" }
   *[some] , familia { $family }
}{ $place ->
    [none] { "" }
   *[some] , lugar: { $place }
}.{ $has_npcs ->
    [yes] {" "}Los PNJ que ya están aquí también luchan.
   *[no] { "" }
}
encounter-none = No he encontrado ninguna alineación. Prueba con otra familia, otro lugar u otra cantidad.
encounter-too-hard = Este combate ya es demasiado difícil: el grupo gana el { $is } % ({ $least }–{ $most } %). No añadas a nadie.{ $names ->
    [none] {" "}Quitar unos pocos PNJ no basta.
   *[some] {" "}Sin { $names } gana el { $then } %.
}
encounter-nearest = Ninguna es del todo lo que pediste: son las más cercanas que he encontrado.
encounter-group = { $count ->
    [1] { $name }
   *[other] { $count } × { $name }
}
encounter-line-up = **{ $number }. { $groups }**: el grupo gana el { $is } % ({ $is_range ->
    [yes] { $least }–{ $most } %,{ " " }
   *[no] { "" }
}{ $fights } combates), casi siempre en la ronda { $rounds }.{ $fits ->
    [yes] { "" }
   *[no] {" "}No es lo que pediste, pero sí lo más cercano que he encontrado.
}{ $is_long ->
    [yes] {" "}Es largo.
   *[no] { "" }
}{ $names ->
    [none] { "" }
   *[some] {" "}Probablemente caerán: { $names }.
}
encounter-downed = { $name } ({ $percent } %)
encounter-add = { $is_hidden ->
    [yes] { $number }, en secreto
   *[no] Añadir la alineación { $number }
}
encounter-others = Otras alineaciones
reply-map = Mapa
reply-no-zones = Este combate no tiene zonas.
reply-log-line = { $number ->
    [none] {""}
   *[some] { $number }.{" "}
}{ $at } { $who ->
    [none] el reloj
   *[some] { $who }
}: { $what }
# Un máster que habló como PNJ; los jugadores no saben cuál.
reply-log-gm = el máster
# Lo que se hizo por quién.
reply-log-by-actor = { $name }: { $done }
# Lo que se hizo y no cuenta nada del combate: casi todo es del reloj.
reply-log-done = { $verb ->
    [call] se llama a un suplente
    [forget] alguien ha hecho borrar sus datos
    [nudge] un recordatorio
    [people] termina una ausencia, o el tiempo de un suplente
    [queue-clear] se descarta un plan
    [refit] la jugada se repite con las reglas nuevas
    [remind] un aviso al máster
    [skip] termina la espera
    [wake] el combate despierta
    [describe] palabras de un personaje que nadie puede leer
    [words-delete] se quitan palabras de un personaje
    [words-edit] se cambian palabras de un personaje
    [channel-unreachable] no se puede llegar al canal
    [channel-reachable] se puede llegar otra vez al canal
    [pass] se pasa
    [done] acaba un turno
    [turn] empieza un turno
    [no] un no
    [approve] un sí
   *[other] `{ $act }`
}
reply-log-empty = No ha pasado nada así.
reply-log-earlier = Antes
reply-log-latest = Lo último
reply-export = El combate, para guardar:
reply-export-without-portraits = El combate, para guardarlo, sin retratos: con ellos el archivo sería demasiado grande para Discord.
reply-export-too-large = El archivo tendría { $size } MB, y Discord acepta como mucho { $most } MB. El más pequeño es `/export format:story`.
reply-fight = { $fight }: { $channel }{ $is_gm ->
    [yes] , eres máster
   *[no] { "" }
}{ $is_chosen ->
    [yes] { " " }(elegido)
   *[no] { "" }
}
fight-choice = ¿A qué combate te refieres? Elígelo, y tu comando sigue allí tal como lo enviaste.
fight-choice-menu = Elige el combate
fight-choice-label = Combate { $number }: { $system }
fight-choice-part = { $is_gm ->
    [yes] Eres máster{ $names ->
        [none] .
       *[some] {" "}y juegas con { $names }.
    }
   *[no] { $names ->
        [none] Estás allí.
       *[some] Juegas con { $names }.
    }
}
form-try-again = Probar otra vez
form-written = Escribiste:
reply-choose-fight = `/gm fight id:` elige de qué combate tratan tus mensajes directos.
reply-command-group = `/{ $group }` es un grupo de comandos. Escribe uno de ellos: { $commands }.
reply-no-fights = No estás en ningún combate abierto.
reply-kept = { $until ->
    [none] Guardado: cuenta cuando termine la espera. Hasta entonces puedes cambiar tu respuesta.
   *[some] Guardado: cuenta { $until }, o cuando termines la espera con `/skip`. Hasta entonces puedes cambiar tu respuesta.
}
reply-wait-over = La espera ha terminado.
reply-chosen = Tus mensajes directos tratan ahora del combate en { $channel }.

inbox-empty = No te espera nada.
inbox-title = { $count ->
    [one] Te espera una decisión
    [many] Te esperan { $count } decisiones
   *[other] Te esperan { $count } decisiones
}
inbox-no-room = Aquí no caben todos los botones. Para las demás, sigue el enlace o escribe el comando.
inbox-prompt = { $what }{ $until ->
    [none] { "" }
   *[some] { " " }· { $until }
} · { $place } · [ver allí]({ $jump })
inbox-turn = { $names ->
    [none] Turno del máster
   *[some] Turno de **{ $names }**
}{ $until ->
    [none] { "" }
   *[some] { " " }· { $until }
} · { $place } · [ver allí]({ $jump })
reply-away = { $until ->
    [none] No estás ausente.
   *[some] Estás ausente; vuelves { $until }, el { $date }. `/away back:true` lo termina antes.
}

reply-clock = Tu zona horaria: { $zone }, donde son las { $local_time }. Horas de silencio: { $hours ->
    [none] ninguna
   *[some] { $hours }
}.

## Cómo va un combate

status-title = { $system }{ $round ->
    [0] { "" }
    [one] { " " }· ronda { $round }
    [many] { " " }· ronda { $round }
   *[other] { " " }· ronda { $round }
}{ $acting ->
    [none] { "" }
   *[some] { " " }· { $acting }
}
status-acting = actúa { $name }
status-title-over = { $system } · { $outcome }
status-title-setup = { $system } · preparación
status-zones = Zonas
status-seal = Sello de los dados
status-limits = Tiempo para actuar
status-limit = { $kind ->
    [limit-turn] un turno
    [limit-ruling] las decisiones del máster
   *[limit-answer] una respuesta
}: { $least }{ $most ->
    [none] { "" }
   *[some] { " " }a { $most }
}
status-was = antes: { $wounds }
status-nobody-joined = Nadie se ha unido todavía. Te unes con `/init join`.
status-hidden = sin revelar
status-zone = **{ $zone }**{ $from ->
    [none] { "" }
   *[some] { " " }{ $from }–{ $to }
}: { $here ->
    [none] { nobody }
   *[some] { $here }
}
status-waiting = { $is_prompt ->
    [yes] Falta por responder: { $who }
   *[no] Falta por actuar: { $who }
}{ $until ->
    [none] { "" }
   *[some] { " " }· termina { $until }
}
status-waiting-who = { $who ->
    [none] el máster
   *[some] { $who }
}{ $user ->
    [none] { "" }
   *[some] { " " }({ $user })
}

## El mapa en palabras

picture-round = Ronda { $round }
picture-set-up = preparación
picture-gone = Fuera: { $names }
picture-feet = { $feet } pies
picture-at-border = → { $zone }
picture-border = { $fact ->
    [obstacle] obstáculo
    [no-sight] no se ve
    [door] puerta: { door-state }
    [border-stops] { $value } { $detail }, o no se avanza más
   *[other] { $value } { $detail }
}
map-alt = Mapa de las zonas. { $attacks ->
    [none] { $zones }
   *[some] { $attacks }. { $zones }
}
map-attack = { $attacker } ataca a { $target }
map-more = { $count } más
map-zone = { $zone }: { $here ->
    [none] { nobody }
   *[some] { $here }
}
map-member = { $state ->
    [none] { $name }
   *[some] { $name } ({ $state })
}

## Lo que sale mal

typed-user-bot = { $name } es un bot, y los bots no participan en combates.
typed-option-unknown = Este comando ya no tiene la opción `{ $option }`.
typed-quotation-open = Falta una comilla.
typed-fields = Los valores se escriben así: hp=5 str=2
confirm-act = **¿{ $act }?** { $warning }
confirm-do = Hacerlo de todos modos
confirm-too-long = Esto aún no está hecho: es demasiado largo para un botón que lo confirme. Usa menos palabras.
choice-gone = Eso ya no puedes hacerlo. `/status` muestra cómo va el combate.
button-old = Este botón es de una versión anterior y ya no hace nada. `/status` muestra cómo va el combate.
fault-out-of-date = Este comando está anticuado. Recarga Discord (Ctrl+R, o reinicia la aplicación) y vuelve a probar.
fault-broken = Algo ha salido mal y no se ha cambiado nada. Quien mantiene este bot lo encontrará en el registro. Quizá sirva volver a probar.
fault-locked = Otro programa está usando el archivo de los combates. No se ha cambiado nada; vuelve a probar.
fault-read-only = El bot no puede escribir en su archivo de combates, así que no se ha cambiado nada. Quien mantiene este bot debe permitirlo.
fault-lost = El bot no alcanza su base de datos. Mira el combate dentro de un momento, y vuelve a probar si no ha pasado nada.
fault-full = El disco está lleno. No se ha cambiado nada; vuelve a probar cuando haya sitio.

## Modo de texto

plain-goes-on = … Todo está en el archivo.
plain-cut = … Falta el resto: Riposte no puede enviar aquí ni incrustaciones ni archivos.
plain-set = { $is_server ->
    [yes] { $is_on ->
        [yes] Desde ahora publico solo texto en este servidor.
       *[no] { $is_light ->
            [yes] Desde ahora publico imágenes claras en este servidor.
           *[no] Vuelvo a publicar inserciones e imágenes en este servidor.
        }
    }
   *[no] { $is_on ->
        [yes] Desde ahora te envío solo texto en privado.
       *[no] { $is_light ->
            [yes] Desde ahora te envío imágenes claras en privado.
           *[no] Vuelvo a enviarte inserciones e imágenes en privado.
        }
    }
}

## Los comandos de un servidor

commands-brought = { $is_shown ->
    [yes] Este servidor ya tiene los comandos de { $system }: escribe / para verlos.
   *[no] Los comandos de { $system } llegarán a este servidor un poco más tarde. Hasta entonces, usa los botones y los menús.
}
commands-tomorrow = Discord no acepta hoy más comandos nuevos para tu servidor, así que aún faltan algunos de tu combate. Lo intento otra vez mañana. Hasta entonces, juega con los botones y los menús: hacen todo lo que necesitas.
commands-of = { $is_shown ->
    [yes] Este servidor tiene los comandos de estos sistemas. Cada uno se queda { $days ->
        [one] un día
        [many] { $days } días
       *[other] { $days } días
    } después de su último combate:
   *[no] Este servidor tendrá los comandos de estos sistemas un poco más tarde. Cada uno se queda { $days ->
        [one] un día
        [many] { $days } días
       *[other] { $days } días
    } después de su último combate:
}
commands-of-none = Nadie ha jugado aún con ningún sistema en este servidor, así que solo tiene los comandos comunes a todos. Un sistema llega con su primer combate y se queda { $days ->
    [one] un día
    [many] { $days } días
   *[other] { $days } días
} después del último.
commands-until = - { $system }: { $until ->
    [none] hay un combate abierto
   *[some] se va { $until } si no hay combate
}

## La guía

guide-now = { $name } puede ahora:
guide-nothing = { $name } no puede hacer nada ahora.
guide-asked = { $question }
    Puedes responder: { $choices }
guide-first-steps = { $has_open_fight ->
    [yes] No juegas con nadie en este combate. Te unes con `/init join`; `/status` muestra cómo va, y `/log` lo que ha pasado.
   *[no] Arbitro combates que se juegan por chat. Ahora no hay ninguno aquí: `/init new` abre uno en un canal de un servidor, con las reglas que elijas, y con `/init join` se unen los jugadores.
} `/sheet new` crea un personaje tuyo, `/guide rule:` muestra lo que dice una regla, y `/roll` tira dados. Cuando te toque, un mensaje con botones tendrá todo lo que puedes hacer.
guide-orders = Eres máster. Puedes ordenar: { $orders }. `/guide as:` dice lo que puede hacer un PNJ.
guide-hint = `/guide why:` dice por qué algo no es posible; `/guide rule:`, lo que dice una regla.
guide-can = { $command } es posible ahora.
guide-may = Puedes usar { $command }: mientras escribes te pide lo que falte.
guide-cannot = { $command } no es posible ahora.
guide-because = { $on ->
    [none] { $why }
   *[some] { $on }: { $why }
}
guide-instead = Puedes: { $offers }
guide-read-rule = Leer la regla
guide-found = Estas reglas tratan de eso:
guide-book-hint = `/guide rule:` muestra una de ellas.
# Una manera de actuar, con lo que cuesta: `/attack` · Acción: Atacar a Wolf con espada larga, y 2 más.
guide-odds = { $act } ({ $odds } %)
guide-way = `{ $command }`{ $cost ->
    [none] { "" }
   *[some] { " " }· { offer-cost }
}: { $acts }{ $more ->
    [0] { "" }
    [one] {" "}y 1 más
    [many] {" "}y { $more } más
   *[other] {" "}y { $more } más
}

## Lo que se guarda sobre alguien

person-gone = alguien que ya no está
privacy-kept = **Lo que se guarda sobre ti**
privacy-shelf = En tu estantería: { $sheets ->
    [one] 1 ficha
    [many] { $sheets } fichas
   *[other] { $sheets } fichas
} y { $templates ->
    [one] 1 plantilla
    [many] { $templates } plantillas
   *[other] { $templates } plantillas
}.
privacy-settings = Tu zona horaria, tus horas de silencio y tu ausencia: { $has_time ->
    [yes] sí
   *[no] nada
}. Tu elección de solo texto o imágenes claras: { $is_plain ->
    [yes] sí
   *[no] nada
}.
privacy-dice = Dados que tiraste solo para tus ojos: los secretos de { $days ->
    [one] 1 día
    [many] { $days } días
   *[other] { $days } días
}.
privacy-fights = Lo que dijiste y pulsaste en combates: { $inputs ->
    [one] 1 vez
    [many] { $inputs } veces
   *[other] { $inputs } veces
}, en { $fights ->
    [one] 1 combate
    [many] { $fights } combates
   *[other] { $fights } combates
}. Y con ello tus personajes tal como están en esos combates, lo que has preparado para ellos y cuándo estuviste allí por última vez.
privacy-how = Se guarda para que los combates sigan, se puedan releer y se puedan deshacer. Otros jugadores ven lo que les muestra el combate; de mí, nadie más recibe nada de esto.
privacy-take = Dámelo todo en un archivo
privacy-delete = Borrar lo que se guarda sobre mí…
privacy-file = Aquí está todo lo que se guarda sobre ti.
privacy-sure = ¿Borrar lo que se guarda sobre ti? Eso no se puede deshacer.
    - Tus fichas con sus retratos, tus plantillas, tus ajustes y lo que has preparado desaparecen enseguida.
    - En { $fights ->
        [one] 1 combate
        [many] { $fights } combates
       *[other] { $fights } combates
    } pondrá “alguien que ya no está” en tu lugar, y lo que dijiste con tus palabras desaparece. Se quedan los nombres de tus personajes y lo que hicieron.
    { $open ->
        [0] - Los mensajes que he publicado se quedan en sus canales: solo allí se pueden borrar.
        [one] - Donde aún sigue un combate, el máster juega con tus personajes desde ahora.
        - Los mensajes que he publicado se quedan en sus canales: solo allí se pueden borrar.
        [many] - Donde aún sigue un combate, el máster juega con tus personajes desde ahora.
        - Los mensajes que he publicado se quedan en sus canales: solo allí se pueden borrar.
       *[other] - Donde aún sigue un combate, el máster juega con tus personajes desde ahora.
        - Los mensajes que he publicado se quedan en sus canales: solo allí se pueden borrar.
    }
privacy-delete-this = Borrarlo para siempre
privacy-keep = Conservarlo
privacy-leads = Eres máster de combates abiertos en { $channels }. Termínalos (`/init end`) o traspásalos (`/gm hand-over`) antes, para que nadie se quede esperando.
privacy-deleted = Lo que se guardaba sobre ti está borrado. Las copias que haya hecho antes quien me mantiene lo conservan hasta que se tiren.

## A fight that one can watch again

report-replay = Verlo otra vez
replay-no-script = Esta página muestra el combate con un script propio. Permítele los scripts, o lee la historia: /export format:story.
replay-for-gm = La versión del máster: con todo lo que estaba oculto.
replay-for-onlookers = Como podía conocerlo todo el canal.
replay-for-player = Como podía conocerlo: { $names }
replay-set-up = Preparación
replay-step = Jugada { $step } de { $steps }
replay-controls = Ver el combate
replay-position = Momento del combate
replay-first = Al principio
replay-previous = Una jugada atrás
replay-play = Reproducir
replay-pause = Pausar
replay-next = Una jugada adelante
replay-last = Al final
replay-speed = Velocidad
replay-slow = lenta
replay-normal = normal
replay-fast = rápida
replay-keys = Teclas: ← y → van de jugada en jugada, Re Pág y Av Pág de ronda en ronda, Inicio y Fin al principio y al final. La barra espaciadora reproduce y pausa.
replay-rounds = Rondas
replay-map = Mapa de las zonas
replay-record = Lo que pasó
replay-whole-record = Todo el registro
replay-combatants = Quién está dónde. Pulsa un nombre para seguirlo.
replay-name = Nombre
replay-health = Salud
replay-place = Lugar
replay-notes = Estado
replay-way = El camino de { $name }: { $way }
replay-way-part = { $place } (ronda { $round })
replay-off-map = fuera del mapa
replay-undone = lo que pasó entonces se deshizo
replay-report = El combate en cifras
replay-dice = Los dados
replay-dice-of-step = Dados de esta jugada
replay-draw = tirada { $draw }
replay-hidden-draw = tirada oculta { $draw }
replay-card = carta { $card }
replay-seal-holds = Comprobado ahora mismo, en esta página: los { $dice } dados salen del secreto sellado y no falta ninguno. Compara el sello con el mensaje inicial: { $seal }
replay-seal-holds-open = Comprobado ahora mismo, en esta página: los { $dice } dados abiertos salen del secreto sellado y no falta ninguno. Compara el sello con el mensaje inicial: { $seal }
replay-seal-breaks = Los dados no salen del sello. La comprobación dice, en inglés: { $reason }.
replay-seal-kept = El máster guarda el secreto de los dados, así que nadie más puede comprobarlos. Su sello: { $seal }
replay-seal-missing = Los dados de este combate no salen de ningún secreto, así que nadie puede comprobarlos.

## Words in character, and following a fight

turn-describe = Describir
speech-line = { $name }: { $text }{ $is_undone ->
    [yes] {" "}(lo que se jugó entonces está deshecho)
   *[no] {""}
}
speech-plain = { $name }: { $text }
speech-undone = Lo que se jugó entonces está deshecho.
speech-taken-out = (palabras que se retiraron)
speech-nameless = Alguien
form-describe = { $name ->
    [none] Como personaje
   *[some] { $name }, como personaje
}
form-words = Lo que tu personaje dice o hace
speech-author = { $user ->
    [none] El máster lleva a { $name } y escribió eso.
   *[some] { $user } escribió eso como { $name }{ $is_npc ->
        [yes] , un PNJ.
       *[no] .
    }
}
notice-words = { $change ->
    [posted] Escrito como **{ $name }**. `/words edit` lo cambia, `/words delete` lo quita.
    [edited] Las palabras de **{ $name }** han cambiado.
   *[deleted] Las palabras de **{ $name }** ya no están.
}
notice-words-unposted = { $reason ->
    [blocked] El AutoMod del servidor bloquea las palabras de **{ $name }** en { $channel }, así que nadie las ha leído: { $text }
   *[speaker-hidden] **{ $name }** quedó fuera de la vista antes de que estas palabras llegaran a { $channel }, así que nadie las ha leído: { $text }
    }
    `/words edit` escribe otras palabras en su lugar, `/words delete` las descarta.
notice-words-unchanged = No puedo cambiar las palabras de **{ $name }** en { $channel }: siguen allí como estaban. Quien gestiona el servidor puede darme *Gestionar mensajes*, o borrarlas.
notice-words-taken-out = Alguien que puede hacerlo allí ha retirado las palabras de **{ $name }** en { $channel }.
voices-set = { $is_allowed ->
    [yes] Los personajes hablan en este servidor con `/describe`.
   *[no] Los personajes no hablan en este servidor.
}
follow-stop = Dejar de seguir
follow-attacks = Ronda { $round }: { $count ->
    [0] nadie atacó.
    [one] hubo un ataque{ $attacker ->
        [none] .
       *[some] , de { $attacker } contra { $target }.
    }
    [many] hubo { $count } ataques{ $attacker ->
        [none] .
       *[some] , la mayoría de { $attacker }, sobre todo contra { $target }.
    }
   *[other] hubo { $count } ataques{ $attacker ->
        [none] .
       *[some] , la mayoría de { $attacker }, sobre todo contra { $target }.
    }
}
follow-falls = { $names ->
    [none] Nadie cayó.
   *[some] Bajas: { $names }.
}
follow-left = Siguen en pie: { $players } de { $all_players } del lado de los jugadores y { $foes } de { $all_foes } del otro lado.
notice-following = { $is_on ->
    [yes] Sigues este combate: al final de cada ronda recibes un mensaje directo. `/follow` `stop:true` lo termina.
   *[no] Ya no sigues este combate.
}
notice-following-ended = Ya no ves el canal de un combate que seguías. No te cuento más de él.
