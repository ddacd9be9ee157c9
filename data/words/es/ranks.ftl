### Las reglas de Ranks: lo que pasó, lo que se pregunta y las respuestas.
###
### Dados, totales y números de los PNJ son `none` para quienes no pueden saberlos. Las marcas van en pies.

## Unirse, rondas y turnos

ranks-last-called = Última llamada: quienes reservaron pueden actuar antes de que termine la ronda.
ranks-point-spent = { $who } gasta un punto de acción: otra acción { $action ->
    [full] completa
   *[bonus] adicional
}.
ranks-luck-gained = { $amount ->
    [one] { $who } gana un punto de suerte.
    [many] { $who } gana { $amount } puntos de suerte.
   *[other] { $who } gana { $amount } puntos de suerte.
}
ranks-holds = { $who } reserva, y aún puede actuar en esta ronda.
ranks-standing-order = { $who }{ $matching ->
    [none] { "" }
    [always] { " " }siempre sigue el paso de los enemigos que se mueven
    [never] { " " }nunca sigue el paso de los enemigos que se mueven
   *[ask] { " " }quiere que se le pregunte si sigue el paso de los enemigos que se mueven
}{ $resisting ->
    [none] { "" }
   *[some] { $matching ->
        [none] { "" }
       *[some] ;
    }
}{ $resisting ->
    [none] { "" }
    [bonus] { " " }resiste con una tirada mientras le quede una acción adicional
    [never] { " " }nunca gasta una acción para resistir
   *[ask] { " " }quiere que se le pregunte si resiste con una tirada
}.
ranks-scene-ended = La escena ha terminado, y con ella los estados que duraban hasta su final.

## El terreno

ranks-ground-length = { $feet } pies
ranks-ground-over = { $is_border ->
    [yes] en su borde derecho { $hindrance }
   *[no] terreno difícil ({ $hindrance })
}
ranks-hindrance = { $skill } { $difficulty }{ $stops ->
    [yes] , o no se avanza más
   *[no] { "" }
}
ranks-ground-narrow = zona estrecha
ranks-ground-hazard = { $secret ->
    [yes] un peligro secreto ({ $damage })
   *[no] un peligro ({ $damage })
}
ranks-ground-object = para volcar o lanzar: { $name } (dificultad { $difficulty }, { $damage })
ranks-ground-item = en la marca { $mark } hay: { $item }
ranks-exit-set = { $exit ->
    [none] Sin salida para { $side }.
    [left] La salida por el extremo izquierdo es para { $side }.
   *[right] La salida por el extremo derecho es para { $side }.
}
ranks-allied = { $is_on ->
    [yes] Desde ahora van juntos { $one } y { $other }.
   *[no] Desde ahora se enfrentan { $one } y { $other }.
}
ranks-chaos = { $chaos ->
    [off] El orden de turnos vuelve a ser fijo.
    [until] Todos tiran por el orden de turnos hasta que termine la ronda { $round }.
   *[encounter] Todos tiran por el orden de turnos, a partir de la próxima ronda.
}

## Hechos y sus tiradas. Lo que se anuncia no lleva punto: pueden seguir dos puntos y la tirada.

# "Ana ataca a Thug con espada: 6+5+4+2 + 1 (Armas ligeras) = 18, necesita 12: ACIERTO (rango 2)."
ranks-declared = { $readied ->
    [yes] { $who } estaba en guardia y { $deed }
   *[no] { $who } { $deed }
}
ranks-do-attack = ataca a { $target } con { $weapon }
ranks-do-force = { $how ->
    [grapple] { $direction ->
        [down] intenta derribar a { $target }
       *[other] intenta arrastrar a { $target }{ ranks-direction }
    }
   *[arena] intenta llevar a { $target }{ ranks-direction }
}
ranks-direction = { $direction ->
    [left] { " " }hacia la izquierda
    [right] { " " }hacia la derecha
    [down] { " " }al suelo
   *[away] { " " }lejos
}
ranks-do-dash = { $to ->
    [none] esprinta
   *[some] esprinta hacia { $to }
}
ranks-do-shift = { $target ->
    [none] vuelca esto: { $object }
   *[some] lanza contra { $target } esto: { $object }
}
ranks-do-advantage = { $how ->
    [misdirection] intenta engañar a { $target }
    [memory] recuerda lo que se sabe de { $target }
    [psych] se da ánimos
   *[awareness] está alerta
}
ranks-do-interact = { $how ->
    [insult] insulta a { $target }
    [startle] intenta asustar a { $target }
   *[demoralize] intenta desmoralizar a { $target }
}
ranks-do-recover = { $skill ->
    [none] intenta recuperarse
   *[some] trata a { $patient } ({ $skill })
}
ranks-do-skill = { $text ->
    [none] intenta algo
   *[some] intenta esto: “{ $text }”
}{ $ability ->
    [none] { "" }
   *[some] { " " }({ $ability })
}
ranks-combining = { $hinders ->
    [yes] { $who } estorba el próximo { ranks-kind } de { $target } ({ $skill })
   *[no] { $who } ayuda en el próximo { ranks-kind } de { $target } ({ $skill })
}
# Todas masculinas, para seguir a "próximo".
ranks-kind = { $kind ->
    [attack] ataque
    [move] movimiento
    [force] intento de forzar
    [advantage] intento de ventaja
    [interact] intento de provocar
   *[recover] intento de recuperación
}
ranks-combined = { $plus } al próximo { ranks-kind } de { $who }.

# Una tirada que no es de un hecho anunciado.
ranks-check = { $purpose ->
    [stance] { $who } está a la defensiva y se defiende ({ $ability }, con +10)
    [defend] { $who } estaba en guardia y se defiende ({ $ability }, con +5)
    [resist] { $who } resiste con { $ability }
    [soak] { $who } lo soporta con { $ability } y armadura
    [match] { $who } también debe cruzar ({ $ability })
    [driven] { $who } debe cruzar ({ $ability })
    [move] { $who } debe cruzar ({ $ability })
    [initiative] { $who } tira por el orden ({ $ability })
   *[other] { $who } tira { $ability }
}
# Quién actúa contra quién, si la tirada se contó antes.
ranks-against = { $target ->
    [none] { $who }
   *[some] { $purpose ->
        [attack] Ataque de { $who } a { $target }
       *[other] { $who } contra { $target }
    }
}{ $needs ->
    [none] { "" }
   *[some] , necesita { $needs }
}
ranks-needs = { $needs }{ $is_fixed ->
    [yes] { " " }(el valor fijo)
   *[no] { "" }
}
ranks-verdict = { $is_success ->
    [yes] { $purpose ->
        [attack] ACIERTO (rango { $rank })
        [move] LOGRA CRUZAR
        [match] LOGRA CRUZAR
        [driven] LOGRA CRUZAR
       *[other] ÉXITO (rango { $rank })
    }
   *[no] { $purpose ->
        [attack] FALLO
       *[other] FRACASO
    }
}
ranks-skill-ruled = Dificultad { $difficulty }.

## Daño y estados

ranks-damage = Daño { $roll }{ $against ->
    [none] { "" }
   *[some] , necesita { $against }
}
# Lo que hace, en las menos palabras posibles.
ranks-suffered = { $kind ->
    [out-damage] { $who } queda fuera de combate: inconsciente.
    [out-fatigue] { $who } queda fuera de combate: se desploma.
    [out-composure] { $who } queda fuera de combate: se rinde.
   *[other] { $is_repeated ->
        [yes] { $who } sufre { $condition } otra vez { $until }: { ranks-does }; cuentan los dos.
       *[no] { $who } sufre { $condition } { $until }: { ranks-does }.
    }
}
ranks-does = { $kind ->
    [stunned] −2 a todas las tiradas
    [hurt] −1D a todas las tiradas
    [wounded] −1D a las tiradas de Destreza
    [incapacitated] desventaja en todas las tiradas
    [breathless] desventaja en todas las tiradas
    [winded] ninguna acción adicional
    [tired] −2 a todos los valores fijos
    [exhausted] −1D a las tiradas de Fuerza
    [startled] −2 a la iniciativa
    [disoriented] desventaja en todas las tiradas
    [discouraged] ninguna acción adicional
   *[demoralized] −1D a las tiradas de Presencia
}
ranks-until = { $until ->
    [next-turn] hasta el final de su próximo turno
    [this-turn] hasta el final de su turno
    [round] hasta el final de la ronda { $round }
    [encounter] hasta el final del combate
    [scene] hasta el final de la escena
   *[recovered] hasta recuperarse
}
ranks-overwhelmed = { $track ->
    [damage] Todo junto es demasiado: { $who } queda fuera de combate, inconsciente.
    [fatigue] Todo junto es demasiado: { $who } queda fuera de combate, se desploma.
   *[composure] Todo junto es demasiado: { $who } queda fuera de combate, se rinde.
}
ranks-condition-ended = { $who } ya no sufre { $condition }.
ranks-changed = { $is_lowered ->
    [yes] { $who } sufre { $to } en lugar de { $from }, { $until }.
   *[no] { $who } sufre { $from } solo { $until }.
}
ranks-recovering = { $patient } se va recuperando: +1D a la próxima tirada de recuperación que reciba.
ranks-meant = { $who }: { $text }

## Lo que se tiene preparado

ranks-defends = { $who } se pone a la defensiva: tira cada defensa con +10.
ranks-stance-ended = { $who } ya no está a la defensiva.
ranks-alert = { $points ->
    [none] { $who } está alerta y actúa antes en la próxima ronda.
   *[some] { $who } está alerta: +{ $points } a la iniciativa en la próxima ronda.
}
ranks-gained = { $who } gana { $gain }.
ranks-gift = { $gives ->
    [flat] { $plus } a una tirada
    [die] +1D a una tirada
    [advantage] ventaja en una tirada
   *[disadvantage] desventaja en una tirada
}{ $against ->
    [none] { "" }
   *[some] { " " }contra { $against }
}, { $until }
ranks-gain-action = { $action ->
    [full] otra acción completa
   *[bonus] otra acción adicional
}{ $is_due ->
    [yes] { " " }en la próxima ronda
   *[no] { "" }
}
ranks-gain-skill = +1D a { $skill } hasta el final del combate
ranks-gain-point = un punto de acción
ranks-gain-ability = una capacidad: “{ $text }”
ranks-readied = { $who } se pone en guardia: { $trigger ->
    [enters-reach] en cuanto { ranks-whoever } entre en su alcance, { $who } { $check }.
    [leaves-reach] en cuanto { ranks-whoever } salga de su alcance, { $who } { $check }.
    [attacked] en cuanto { ranks-whoever } ataque, { $who } { $check }.
   *[text] { $text ->
        [none] en cuanto pase lo que sabe el máster, { $who } { $check }.
       *[some] cuando pase esto, { $who } { $check }: “{ $text }”.
    }
}
ranks-whoever = { $enemy ->
    [none] un enemigo
   *[some] { $enemy }
}
ranks-readied-secretly = { $who } prepara algo.
ranks-ready-strike = ataca con { $weapon }
ranks-ready-force = { $how ->
    [grapple] { $direction ->
        [down] derriba a su oponente
       *[other] arrastra a su oponente{ ranks-direction }
    }
   *[arena] lleva a su oponente{ ranks-direction }
}
ranks-ready-pursue = esprinta detrás, con { $weapon }
ranks-ready-defend = lucha a la defensiva, con +5
ranks-ready-lost = { $who } ya no puede hacer lo que había preparado.

## Movimiento

# Sin punto: puede seguir la tirada.
ranks-sets-out = { $flees ->
    [yes] { $who } corre hacia la salida
   *[no] { $way ->
        [sprint] { $who } esprinta hacia { $to }
       *[other] { $who } sale hacia { $to }
    }
}
ranks-sets-out-by = { $what } ({ $ability })
ranks-moved = { $way ->
    [incidental] { $who } camina de { $from } a { $to }.
    [bonus] { $who } se mueve de { $from } a { $to } (acción adicional).
    [tumble] { $who } se mueve con acrobacias de { $from } a { $to } (acción adicional).
    [full] { $who } se mueve de { $from } a { $to } (acción completa).
    [sprint] { $who } esprinta de { $from } a { $to }.
    [match] { $who } sigue el paso, de { $from } a { $to }.
   *[forced] A la fuerza, { $who } va de { $from } a { $to }.
}
ranks-placed = { $who } { $count ->
    [one] está
    [many] están
   *[other] están
} en { $to }.
ranks-stopped = { $who } solo llega a { $at }.
ranks-matches = { $action ->
    [free] { $who } sigue a { $mover } con el movimiento libre.
    [full] { $who } sigue a { $mover } con una acción completa.
   *[bonus] { $who } sigue a { $mover } con una acción adicional.
}
ranks-prone = { $who } acaba en el suelo.
ranks-stood-up = { $who } se levanta.
ranks-fled = { $who } escapa.
ranks-cornered = { $who } no escapa: un enemigo le sigue el paso hasta el final.
ranks-conceded = { $who } abandona y sale del combate.
ranks-tipped = Se vuelca esto: { $object }. El máster dice qué provoca.

## Preguntas

ranks-ask-resist = { $purpose ->
    [attack] { $actor } está a punto de acertar a { $who } con rango { $rank }.
    [force] { $actor } está a punto de llevarse a { $who } con rango { $rank }.
    [shift] { $actor } está a punto de acertar a { $who } con algo que lanza, rango { $rank }.
    [advantage] { $actor } está a punto de engañar a { $who } con rango { $rank }.
   *[interact] { $actor } está a punto de quebrar la compostura de { $who } con rango { $rank }.
} { $who } puede gastar una acción para tirar { $with } en lugar de quedarse con el valor fijo.
ranks-with = { $one }
ranks-ask-soak = { $by ->
    [none] { ranks-soak }
   *[some] { $by } ha acertado. { ranks-soak }
}
ranks-soak = { $who } está a punto de sufrir una herida de rango { $rank }, y puede gastar una acción para tirar Fuerza y armadura en lugar de quedarse con el valor fijo.
ranks-ask-match = { $mover } se mueve { $feet } pies hacia la { $is_left ->
    [yes] izquierda
   *[no] derecha
}. { $who } puede seguir el paso, en la misma dirección y la misma distancia. { $is_free ->
    [yes] El movimiento libre y una acción adicional dan medio movimiento cada uno; una acción completa, todo.
   *[no] Una acción adicional da medio movimiento; una acción completa, todo.
}{ $over ->
    [none] { "" }
   *[some] { " " }Hay algo en medio: { $over }{ $is_rolled ->
        [yes] , y eso exige una tirada.
       *[no] .
    }
}
ranks-ask-driven = { $actor } lleva a { $who } por encima de algo ({ $over }), y el valor fijo no basta. { $who } puede gastar una acción para tirar en su lugar. Si falla la tirada, sufre fatiga.
ranks-ask-advantage = { $how ->
    [misdirection] { $who } ha engañado a { $target }
    [memory] { $who } sabe bastante de { $target }
   *[psych] { $who } tiene el ánimo por las nubes
}: una ventaja de rango { $rank }. ¿Qué da, y a quién?
ranks-ask-recovery = { $who } puede tratar a { $patient }, hasta rango { $rank }. ¿Qué se hace?
ranks-ask-ruling = { $who } { $text ->
    [none] intenta algo
   *[some] intenta esto: “{ $text }”
} ({ $ability }). ¿Qué dificultad tiene{ $is_readied ->
    [yes] {" "}y qué consigue un éxito?
   *[no] , qué cuesta y qué consigue un éxito?
}
ranks-ask-ability = { $who } tiene una ventaja de rango 5, y pide una nueva capacidad para { $receiver }. ¿Cuál es?

## Lo que piden los formularios

ranks-form-difficulty = Dificultad
    .example = 5 muy fácil, 10 fácil, 15 moderada, 20 difícil, 25 muy difícil
ranks-form-action = Lo que cuesta
    .example = full (acción completa) o bonus (acción adicional)
ranks-form-effect = Qué consigue un éxito, en palabras
    .example = la cuerda queda cortada
ranks-form-ability = La nueva capacidad, en palabras
    .example = puede andar por las vigas sin tirada

## Respuestas, como etiquetas

ranks-answer = { $verb ->
    [stand] Quedarte con el valor fijo
    [let-go] No seguir
    [refuse] Negarse
   *[other] { $named }
}
ranks-answer-resist = Tirar{ $skill ->
    [none] { "" }
   *[some] { " " }{ $skill }
} ({ ranks-answer-paid })
ranks-answer-match = Seguir el paso ({ ranks-answer-paid })
ranks-answer-paid = { $action ->
    [free] movimiento libre
    [full] acción completa
   *[bonus] acción adicional
}{ $luck ->
    [yes] , suerte
   *[no] { "" }
}
ranks-answer-gain = { $target ->
    [none] { "" }
   *[some] { $target }:{ " " }
}{ $effect ->
    [plus-2] +2 a una tirada
    [advantage] ventaja en una tirada
    [die] +1D a una tirada
    [bonus-action] otra acción adicional
    [skill] { $skill ->
        [none] +1D a una habilidad
       *[some] +1D a { $skill }
    } durante el combate
    [full-action] otra acción completa
    [action-point] un punto de acción
   *[ability] una nueva capacidad (palabra del máster)
}
ranks-answer-treat = { $effect ->
    [remove] Curar { $condition }
    [lower] Aliviar { $condition }
    [shorten] Acortar { $condition }
   *[recovering] +1D a la próxima recuperación
}
ranks-answer-rule = { $difficulty ->
    [none] Decidir
   *[some] Dificultad { $difficulty }{ $action ->
        [none] { "" }
        [full] { " " }(acción completa)
       *[bonus] { " " }(acción adicional)
    }
}

## Rechazos

refusal-barred = { $name ->
    [none] Sufres Sofoco o Desánimo, así que no tienes acción adicional.
   *[some] { $name } sufre Sofoco o Desánimo, y no tiene acción adicional.
}
refusal-no-full = No te queda ninguna acción completa en esta ronda.
refusal-no-bonus = No te queda ninguna acción adicional en esta ronda.
refusal-bad-setup-RANKS-TURN-4 = Ahora el combate no espera a nadie.
refusal-no-move-RANKS = Ya has usado el movimiento libre de este turno.
refusal-not-your-turn-RANKS-HOLD-2 = `/done` es para la última llamada de una ronda. Un turno se termina con `/pass`.
refusal-not-active = { $name ->
    [none] Estás fuera del combate.
   *[some] { $name } está fuera del combate.
}
refusal-prone = Estás en el suelo: levántate antes.
refusal-bad-skill = No puedes hacer eso con esta habilidad, o de esta manera.
refusal-not-in-hand-RANKS = No tienes eso en la mano, y aquí no llegas a ello.
refusal-no-hand = No hay ninguna mano libre para ello.
refusal-too-close-RANKS = { fact-target } está demasiado cerca para eso.
refusal-out-of-reach = { $name ->
    [none] El objetivo está fuera de tu alcance.
   *[some] { $name } está fuera de tu alcance.
}
refusal-no-path-RANKS = No puedes ir ahí: muévete por la línea a 0, 5, 10…, o sal por tu propia salida.
refusal-too-far = Este movimiento no llega tan lejos.
refusal-obstructed = El movimiento libre no puede cruzar terreno difícil ni obstáculos: gasta una acción para cruzar.
refusal-bad-target-RANKS-ENG-1 = { $because ->
    [already] { $name ->
        [none] Ya no encaras a nadie.
       *[some] Ya encaras a { $name }.
    }
   *[other] { refusal-bad-target }
}
refusal-bad-trigger = { $because ->
    [nothing-readied] No tienes nada preparado que espere tu señal.
   *[other] Ese detonante no encaja con esa tirada, o ya ha ocurrido.
}
refusal-no-condition = Aquí no hay ningún estado que trate esta habilidad.
refusal-no-points = No te queda ningún punto de esa clase.
refusal-limit = Eso ya lo has hecho: una acción extra de cada clase por ronda, cada habilidad se sube una vez, un punto de suerte por tirada.

## Jugadas, como etiquetas

ranks-act-advantage = { $how ->
    [misdirection] Engañar a { $target }
    [memory] Recordar lo que se sabe de { $target }
    [psych] Darte ánimos
   *[awareness] Estar alerta, por el orden de turnos
}{ $item ->
    [none] { "" }
   *[some] , con { $item }
}
ranks-act-assist = Ayudar a { $target }: { ranks-act-next } ({ $skill-name })
ranks-act-interfere = Estorbar a { $target }: { ranks-act-next } ({ $skill-name })
ranks-act-next = { $kind ->
    [attack] próximo ataque
    [move] próximo movimiento
    [force] próximo intento de forzar
    [advantage] próximo intento de ventaja
    [interact] próximo intento de provocar
   *[recover] próximo intento de recuperación
}
ranks-act-concede = Abandonar
# Por una línea: a una marca en pies, o a una zona.
ranks-act-dash = { $to ->
    [none] Esprintar
   *[some] Esprintar a { $to }
}
ranks-act-defend = Ponerte a la defensiva
ranks-act-engage = { $target ->
    [none] No encarar a nadie
   *[some] Encarar a { $target }
}
ranks-act-fate = Gastar un punto de acción: otra acción { $action ->
    [full] completa
   *[bonus] adicional
}
    .all = Gastar un punto de acción
ranks-act-flee = Huir{ $action ->
    [none] { "" }
   *[some] { " " }({ $action-name })
}
ranks-act-force = { $how ->
    [grapple] { $direction ->
        [down] Derribar a { $target }
       *[other] Arrastrar a { $target }{ ranks-act-towards }
    }
   *[arena] Llevar a { $target }{ ranks-act-towards }
}
ranks-act-towards = { $direction ->
    [left] { " " }hacia la izquierda
    [right] { " " }hacia la derecha
   *[other] { " " }lejos
}
ranks-act-hold = Reservar el resto del turno
ranks-act-move = { $action ->
    [tumble] Moverte con acrobacias
   *[other] Moverte
}{ $to ->
    [none] { "" }
   *[some] { " " }a { $to }
}
    .likely = Moverte a { $to } ({ $action ->
        [free] movimiento libre
        [bonus] acción adicional
        [full] acción completa
        [tumble] acrobacia
       *[none] movimiento libre
    })
ranks-act-ready = { $check ->
    [none] Ponerte en guardia
   *[some] { ranks-act-ready-when }: { ranks-act-ready-do }
}
    .all = Ponerte en guardia
ranks-act-ready-when = { $trigger ->
    [enters-reach] Cuando entre en mi alcance { $enemy-name }
    [leaves-reach] Cuando salga de mi alcance { $enemy-name }
    [attacked] Cuando me ataquen
   *[text] Cuando pase otra cosa
}
ranks-word-enemy = { $enemy ->
    [any] un enemigo
   *[other] { $said }
}
ranks-act-ready-do = { $check ->
    [defend] defenderte
    [attack] atacar
    [dash] ir detrás
    [force] { $how ->
        [grapple] derribar
       *[arena] forzar
    }
    [recover] recuperarte
    [shift] volcar o lanzar algo
    [advantage] ganar una ventaja
    [taunt] provocar
   *[skill] usar una habilidad
}{ $target ->
    [none] { "" }
   *[some] { $check ->
        [attack] { " " }a { $target }
        [force] { " " }a { $target }
        [taunt] { " " }a { $target }
        [shift] { " " }contra { $target }
       *[other] : { $target }
    }
}{ $weapon ->
    [none] { "" }
   *[some] { " " }con { $weapon-name }
}
ranks-act-recover = { $target ->
    [none] Recuperarte
   *[some] Tratar a { $target }
} ({ $skill-name })
ranks-act-shift = { $target ->
    [none] Volcar: { $object }
   *[some] Lanzar contra { $target }: { $object }
}
ranks-act-skill = Otra acción{ $skill ->
    [none] { "" }
   *[some] { " " }({ $skill-name })
}
    .all = Usar una habilidad
ranks-act-stance = { $match ->
    [none] Si puedo resistir: { $resist ->
        [bonus] resistir con una acción adicional
        [never] nunca
       *[ask] preguntarme
    }
    [always] Si un enemigo se aleja: siempre
    [never] Si un enemigo se aleja: nunca
   *[ask] Si un enemigo se aleja: preguntarme
}
    .all = Órdenes permanentes
ranks-act-taunt = { $how ->
    [insult] Insultar a { $target }
    [startle] Asustar a { $target }
   *[demoralize] Desmoralizar a { $target }
}
ranks-rider-luck = con suerte
