### Las reglas de Fates: lo que pasó, lo que se pregunta y las respuestas.
###
### El Temple, la Defensa y la armadura de los PNJ son `none` para quienes no pueden saberlos.

## Unirse, iniciativa y turnos

fates-door = { $state ->
    [none] ninguna puerta hacia { $to }
    [open] una puerta abierta hacia { $to }
    [closed] una puerta cerrada hacia { $to }
   *[locked] una puerta cerrada con llave hacia { $to }
}
fates-init-began = Toca tirar iniciativa: `{ $command }`.
fates-scored = { $dice ->
    [none] { $who } { $many ->
        [one] tiene
        [many] tienen
       *[other] tienen
    } iniciativa { $score }.
   *[some] { $who }: iniciativa { $dice }.
}
fates-goes-first = { $who } va antes que los demás con esa iniciativa.
fates-last-turn = { $who } tiene un último turno.
fates-delayed = { $who } espera, y va después de { $after }.

## Ataques y tiradas

# "Ana ataca a Thug con carabina: 5+3+2 + 3 (Armas de fuego) = 13, necesita 12: ACIERTO."
fates-attacked = { $who } ataca a { $target } con { $weapon }{ fates-luck }
fates-tried = { $who } intenta { $tried }{ fates-luck }
fates-luck = { $is_lucky ->
    [yes] , gastando un punto de destino
   *[no] { "" }
}
fates-try-skill = { $text ->
    [none] usar { fates-with }
   *[some] hacer esto con { fates-with }: “{ $text }”
}
fates-with = { $skill ->
    [none] { $attribute }
   *[some] { $attribute } + { $skill }
}
fates-try-grapple = agarrar a { $target }
fates-try-break = soltarse con { $with }
fates-with-destiny = { $roll } (fortuna { $face })
fates-with-momentum = { $roll }, { $who } toma impulso (una acción más)
fates-hit = { $is_hit ->
    [yes] ACIERTO
   *[no] FALLO
}
fates-checked = { $succeeds ->
    [yes] ÉXITO
   *[no] FRACASO
}

## Temple

fates-lost = { $who } pierde { $amount } de Temple: ahora { $left }.
fates-looks = { $who } queda { $band ->
    [unhurt] sin heridas
    [hurt] con heridas
   *[battered] en las últimas
}.
fates-no-effect = Ya nada puede dañar a { $who }.
fates-wounded = { $who } sufre una Herida: el próximo daño exige un destino.
fates-regained = { $relief ->
    [push] { $who } se levanta de nuevo con { $left } de Temple.
    [rest] { $who } tiene { $left } de Temple.
   *[other] { $who } recupera { $amount } de Temple, ahora { $left }.
}
fates-out = { $exit ->
    [dead] { $who } muere.
    [removed] { $who } sale de este combate con vida.
   *[escaped] { $who } escapa.
}
fates-grappled = { $by } agarra a { $who }.
fates-freed = { $who } se suelta de { $by }.
fates-rested = { $who } ha descansado: Temple completo y ninguna Herida. { $who } puede volver a ignorar destinos.

## Destinos

fates-fate = { $fate ->
    [never] Nada será igual: { $who } vive, pero a un precio.
    [push] Esfuerzo desesperado: { $who } se lo juega todo en un último esfuerzo.
    [blaze] Llamarada de gloria: { $who } arde en una última hazaña.
   *[demise] Final trágico: { $who } cae ante los ojos de los suyos.
}
fates-ignored = { $who } ignora el destino y sigue luchando.
fates-narrated = “{ $text }”
fates-lowered = { $who } pierde 2D en { $one } para siempre{ $left ->
    [none] .
   *[some] : { $left }D desde ahora.
}
fates-lowered-two = { $who } pierde 1D en { $one } y 1D en { $other } para siempre{ $left ->
    [none] .
   *[some] : { $left }D y { $left_other }D desde ahora.
}
fates-pick-owed = { $who } aún debe elegir lo que se reduce: `{ $command }`.
fates-push-rolled = 2D = { $total }{ $lives ->
    [yes] : basta.
   *[no] : no basta.
}
fates-demise-rolled = Los suyos cobran ánimo: 2D = { $total }.
fates-fp-gained = { $who } gana un punto de destino.
fates-blazed = { $who } tiene ahora un último turno, y muere cuando termina.

## Ayudar, defenderse, apuntar y reservar

fates-helped = { $by } ayuda a { $who } con { $skill }{ $rank ->
    [none] { "" }
   *[some] { " " }+{ $rank }, ahora { $total }
}{ $text ->
    [none] .
   *[some] : “{ $text }”
}
fates-help-struck = El máster no admite la ayuda de { $who }: no suma nada y no se gasta.
fates-help-stored = { $who } tiene su ayuda lista.
fates-help-paid = { $to ->
    [none] Nadie necesitó la ayuda de { $who }.
   *[some] Nadie necesitó la ayuda de { $who }: { $to } cobra ánimo con ella.
}
fates-defended = { $who } se defiende con { $with }{ $bonus ->
    [none] .
   *[some] : Defensa +{ $bonus }.
}
fates-defend-broken = La defensa de { $who } lo paró, y termina.
fates-aimed = { $bonus ->
    [none] { $steady ->
        [yes] { $who } apunta con pulso firme, a gran distancia.
       *[no] { $who } apunta.
    }
   *[some] { $who } apunta: +{ $bonus } al próximo ataque.
}
# $trigger va en subjuntivo y $deed en infinitivo: "en cuanto Wolf entre en Yard: atacar a Wolf".
fates-held = { $who } reserva una jugada. En cuanto { $trigger }: { $deed }.
fates-held-secretly = { $who } reserva una jugada.
fates-hold-fired = Llega la jugada reservada de { $who }.
fates-hold-wasted = Eso ya no es posible, así que la jugada reservada se pierde.
fates-hold-attack = atacar a { $target } con { $weapon }
fates-hold-use = usar { $item } con { $on }
fates-hold-door = { $open ->
    [yes] abrir la puerta hacia { $to }
   *[no] cerrar la puerta hacia { $to }
}
fates-hold-interact = { $text ->
    [none] manejar algo de aquí
   *[some] hacer esto: “{ $text }”
}
fates-hold-try = intentar { $tried }
fates-whoever = quien lo haga
fates-an-ally = un aliado
fates-an-enemy = un enemigo
fates-when-enters = { $zone ->
    [none] { $who } entre en una zona
   *[some] { $who } entre en { $zone }
}
fates-when-leaves = { $zone ->
    [none] { $who } salga de una zona
   *[some] { $who } salga de { $zone }
}
fates-when-last-leaves = el último aliado salga de { $zone }
fates-when-attacks = { $at ->
    [none] { $who } ataque
   *[some] { $who } ataque a { $at }
}
fates-when-uses-item = { $who } use un objeto
fates-when-uses-skill = { $who } use una habilidad
fates-when-wounded = { $who } sufra una Herida o caiga
fates-when-flees = { $who } intente escapar
fates-when-text = pase esto: “{ $text }”

## Caminos y cosas

fates-moved = { $way ->
    [move] { $who } va de { $from } a { $to }.
    [dash] { $who } corre de { $from } a { $to }.
    [step] { $who } da un paso de { $from } a { $to }.
   *[placed] El máster coloca a { $who } en { $to }.
}
fates-escaping = { $who } intenta escapar.
fates-escape-failed = { $who } no consigue escapar.
fates-door-set = { $zone } tiene ahora { $door }.
fates-door-tried = { $open ->
    [yes] { $who } abre la puerta hacia { $to }.
   *[no] { $who } cierra la puerta hacia { $to }.
}
fates-loose = En el suelo de { $zone } hay: { $item }.
fates-using = { $on ->
    [none] { $who } usa su { $item }.
   *[some] { $who } usa su { $item } con { $on }.
}
fates-use-lost = No tiene efecto.
fates-interacted = { $text ->
    [none] { $who } maneja algo de aquí.
   *[some] { $who }: { $text }
}

## Preguntas

fates-ask-tie = { $tied } tienen la misma iniciativa. ¿Quién va primero?
fates-ask-difficulty = { $who } quiere { $tried }. ¿Qué dificultad tiene eso?
fates-ask-help = { $roller } lleva { $total } en la tirada. { $who } puede sumar el rango de una habilidad.
fates-ask-pay-out = Nadie necesitó la ayuda de { $who }. ¿Quién recupera 1 de Temple por ella?
fates-ask-trigger = { $who } espera esto: “{ $text }”. ¿Ha pasado?
fates-ask-end = En un bando ya no queda nadie que pueda actuar. ¿Ha terminado el combate?

# El momento del juego: lo que cada destino significa ahora para esa persona.
fates-ask-fate =
    { $who } tiene una Herida y le llega { $amount } de daño. ¿Cuál es el destino de { $who }?
    - Ignorarlo: { $is_too_big ->
        [yes] no es posible, el daño supera la mitad del Temple completo de { $who }.
       *[no] { $left ->
            [0] no es posible otra vez antes de un descanso.
            [one] seguir luchando como antes; queda { $left } de { $limit } hasta un descanso.
            [many] seguir luchando como antes; quedan { $left } de { $limit } hasta un descanso.
           *[other] seguir luchando como antes; quedan { $left } de { $limit } hasta un descanso.
        }
    }
    { fates-means }
fates-ask-second-fate =
    { $who } tiene una Herida y le llega { $amount } de daño. Ahora elige el máster.
    { fates-means }
fates-means =
    - Nada será igual: { $never ->
        [0] ya no es posible (como mucho dos veces en la vida).
        [one] vivir, pero dejar este combate; un atributo baja 2D, o dos bajan 1D cada uno, para siempre.
        [many] vivir, pero dejar este combate; un atributo baja 2D, o dos bajan 1D cada uno, para siempre.
       *[other] vivir, pero dejar este combate; un atributo baja 2D, o dos bajan 1D cada uno, para siempre.
    }
    - Esfuerzo desesperado: 2D; 8 o más se recupera como Temple, 7 o menos es la muerte.
    - Llamarada de gloria: { $turn ->
        [none] { $who } tiene un turno completo sin sufrir daño, y muere.
       *[some] el turno de { $turn } termina en el acto; { $who } tiene un turno completo sin sufrir daño, y muere.
    }
    - Final trágico: { $count ->
        [0] { $who } muere, y ninguno de los suyos está allí para verlo.
        [one] { $who } muere; { $witnesses } recupera 2D de Temple y un punto de destino.
        [many] { $who } muere; { $witnesses } recuperan 2D de Temple y un punto de destino cada cual.
       *[other] { $who } muere; { $witnesses } recuperan 2D de Temple y un punto de destino cada cual.
    }

## Lo que piden los formularios

fates-form-difficulty = Dificultad
    .example = 7 fácil, 11 moderada, 15 difícil, 20 heroica
fates-form-help = Cómo ayudas, en una línea
    .example = fuego de cobertura desde la puerta
fates-form-skill = Con qué habilidad (la más alta)
    .example = tactics
fates-form-attributes = Qué se reduce: uno 2D, o dos 1D
    .example = strength, o bien: strength, perception (vacío: más tarde)
fates-form-story = Cómo sucede, con tus palabras
    .example = se publica con el resultado; puede quedar vacío

## Respuestas, como etiquetas

fates-answer = { $verb ->
    [decline] Rechazar
    [trigger] Activar
    [end] Terminar el combate
    [go-on] Seguir luchando
   *[other] { $named }
}
fates-answer-first = { $who } va primero
fates-answer-rule = { $difficulty ->
    [none] Decidir
   *[some] Decidir (dificultad { $difficulty })
}
fates-answer-help = { $skill ->
    [none] Ayudar
   *[some] Ayudar ({ $skill })
}
fates-answer-give = { $target ->
    [none] A nadie
   *[some] A { $target }
}
fates-answer-fate = { $fate ->
    [ignore] Ignorarlo
    [never] Nada será igual
    [push] Esfuerzo desesperado
    [blaze] Llamarada de gloria
    [demise] Final trágico
    [leave] Que elija el máster
    [falls] Cae
   *[other] { $named }
}

## Rechazos

refusal-action-cap = Ya has usado todas las acciones y acciones gratuitas de este turno.
refusal-no-free-action = Eso no puede ser una acción gratuita, o ya has usado esa acción gratuita.
refusal-no-trait = No tienes ningún rasgo que dé esa acción gratuita.
refusal-not-your-turn-FATES-TURN-11 = { $because ->
    [roll-first] { $name ->
        [none] Antes hay que tirar iniciativa.
       *[some] Antes tiene que tirar iniciativa { $name }.
    }
   *[other] { refusal-not-your-turn }
}
refusal-no-action-FATES = Ya has usado la acción de este turno.
refusal-no-move-FATES = Ya has usado el movimiento de este turno.
refusal-door-closed = Hay una puerta cerrada en medio.
refusal-no-handling = Ya has hecho el único cambio o recogida de este turno.
refusal-not-in-hand-FATES = No llevas eso, o no lo tienes en la mano.
refusal-bad-target-FATES-HOLD-1 = Solo puedes reservar un ataque, el uso de un objeto o el uso de una habilidad.
refusal-bad-target-FATES-HOLD-7 = Esta jugada reservada la activas tú, así que di contra quién va.
refusal-no-attribute = Eso necesita un atributo en el que no tienes dados.
refusal-no-skill = Esa habilidad no encaja con eso.
refusal-no-fate-points = No te quedan puntos de destino.
refusal-no-hold = No has reservado nada que puedas activar.
refusal-already-rolled = Ya has tirado tu iniciativa.
refusal-delay-too-late = Solo puedes retrasarte al empezar tu turno.
refusal-delay-target = { $name ->
    [none] Solo puedes ir después de alguien que aún tenga turno en esta ronda.
   *[some] No puedes ir después de { $name }: elige a alguien que aún tenga turno en esta ronda.
}
refusal-delay-used = Ya te has retrasado en esta ronda.
refusal-no-help = No tienes ninguna ayuda lista.
refusal-help-full = Esa tirada ya ha tenido dos ayudas.
refusal-help-own-roll = No puedes ayudar en tu propia tirada.
refusal-target-wounded = { $name ->
    [none] La ayuda no puede levantar a quien tiene una Herida.
   *[some] { $name } tiene una Herida, y la ayuda no puede levantar a nadie así.
}
refusal-grappled = Estás bajo agarre: suéltate antes.
refusal-flee-not-whole = Escapar ocupa el turno entero, y ya has usado una parte.
refusal-enemy-too-near = Un enemigo está demasiado cerca para escapar: todos deben estar a distancia extrema, o sin camino abierto.
refusal-enemy-too-far = Un enemigo está demasiado lejos para escapar de él: todos deben estar más cerca que a distancia extrema, por un camino abierto.
refusal-blaze-turn = En una Llamarada de gloria no puedes retrasarte, reservar ni escapar.
refusal-ignore-spent = No puedes ignorar otro destino antes de un descanso.
refusal-ignore-too-big = Eso supera la mitad de tu Temple completo: no puedes ignorarlo.
refusal-fate-unavailable = No puedes elegir así ese destino: un atributo conserva al menos 1D, y Nada será igual cabe como mucho dos veces en la vida.

## Jugadas, como etiquetas

fates-act-aim = { $mode ->
    [steady] Apuntar con pulso firme, a gran distancia
   *[bonus] { $with ->
        [tactics] Apuntar con Táctica
        [search] Apuntar con Búsqueda
       *[none] Apuntar
    }
}
fates-act-assist = Prepararte para ayudar
fates-act-break = { $with ->
    [athletics] Soltarte con Atletismo
    [agility] Soltarte con Agilidad
   *[none] Soltarte
}
fates-act-close = Cerrar la puerta hacia { $zone }
fates-act-defend = { $with ->
    [agility] Defenderte con Agilidad
    [athletics] Defenderte con Atletismo
    [hide] Defenderte con Ocultación
   *[none] Ponerte a la defensiva
}{ $zone ->
    [none] { "" }
   *[some] {" "}y dar un paso a { $zone }
}
fates-act-delay = Esperar e ir después de { $after }
    .all = Esperar a alguien
fates-act-fate = Reducir { $attributes } para siempre
    .all = Elegir un destino
fates-act-hold = { $do ->
    [none] Reservar el resto del turno
   *[some] { fates-act-hold-until }: { fates-act-hold-do }
}
    .all = Reservar una jugada
fates-act-hold-until = { $trigger ->
    [enters] Al llegar { $who-name }
    [leaves] Al irse { $who-name }
    [last-leaves] Al irse el último enemigo
    [attacks] Al atacar { $who-name }
    [uses-item] Al usar { $who-name } un objeto
    [uses-skill] Al usar { $who-name } una habilidad
    [wounded] Al sufrir { $who-name } una Herida
    [flees] Al huir { $who-name }
   *[text] Al pasar otra cosa
}
fates-act-hold-do = { $do ->
    [attack] atacar
    [grapple] agarrar
    [break] soltarte
    [use] usar objeto
    [open] abrir puerta
    [close] cerrar puerta
    [skill] usar habilidad
   *[interact] interactuar
}{ $target ->
    [none] { "" }
   *[some] { $do ->
        [attack] { " " }a
        [grapple] { " " }a
       *[other] { " " }con
    } { $target-name }
}{ $weapon ->
    [none] { $item ->
        [none] { "" }
       *[some] { $do ->
            [use] : { $item }
           *[other] { " " }con { $item }
        }
    }
   *[some] { " " }con { $weapon-name }
}{ $skill ->
    [none] { $attribute ->
        [none] { "" }
       *[some] { " " }({ $attribute-name })
    }
   *[some] { " " }({ $skill-name })
}{ $to ->
    [none] { "" }
   *[some] { " " }({ $to })
}
fates-word-who = { $who ->
    [allies] un aliado
    [enemies] un enemigo
   *[other] { $said }
}
fates-word-target = { $target ->
    [whoever] { fates-whoever }
   *[other] { $said }
}
fates-act-init = Tirar iniciativa
fates-act-open = Abrir la puerta hacia { $zone }
fates-act-release = { $target ->
    [none] { act-release }
   *[some] Soltar a { $target }
}
fates-act-skill = Otra acción{ $skill ->
    [none] { $attribute ->
        [none] { "" }
       *[some] { " " }({ $attribute-name })
    }
   *[some] { " " }({ $skill-name })
}
    .all = Usar una habilidad
fates-act-swap = Empuñar { $item }
    .all = Cambiar
fates-rider-fp = con un punto de destino
