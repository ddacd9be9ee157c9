### Lo que todos los sistemas cuentan igual, y las palabras de las vistas.
###
### Cómo se escriben las frases: docs/CONTRIBUTING.md. Las variantes se eligen por claves del código
### (entre corchetes), por números, por `yes` y `no`, y por `none` donde no hay nada.

## Palabras cortas

somebody = alguien
nowhere = en ninguna parte
yes-or-no = { $is ->
    [yes] sí
   *[no] no
}
# Ana, Ben y Cid: entre todos menos el último hay comas.
list-end = { $most } y { $last }
list-end-before-i = { $most } e { $last }
list-comma = { ", " }

## Párrafos

# Una jugada y su resultado: "Ana ataca a Raider con espada: d20 14 + 2 (FUE) = 16, necesita 12: ACIERTO."
told = { $what }.
told-with-result = { $what }: { $result }
told-with-sentence = { $what }: { $sentence }

## Tiradas, iguales en todos los sistemas: "d20 10 + 2 (FUE) = 12, necesita 12: ACIERTO"

roll = { $dice }{ $plus }{ $total ->
    [none] { "" }
   *[some] { " " }= { $total }
}
# $faces lleva signos más: "d20 10", "2d6 3+4"; "5+3+2" donde todos los dados de un sistema son de
# seis caras.
roll-dice = { $sides ->
    [none] { $faces }
   *[some] { $count ->
        [1] d{ $sides } { $faces }
        [one] d{ $sides } { $faces }
        [many] { $count }d{ $sides } { $faces }
       *[other] { $count }d{ $sides } { $faces }
    }
}{ $notes ->
    [none] { "" }
   *[some] { " " }({ $notes })
}
roll-natural = { $face } natural
roll-of-two = { $is_higher ->
    [yes] el mayor de { $face } y { $out }{ roll-because }
   *[no] el menor de { $face } y { $out }{ roll-because }
}
roll-dropped = sin { $out }{ roll-because }
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
   *[some] , necesita { $needs }: { $outcome }
}
roll-cause = { $cause ->
    [aim] puntería
    [ambush] emboscada
    [armour] armadura
    [boon] ganado antes
    [close-shot] objetivo demasiado cerca
    [combined] otros ayudan o estorban
    [fate-point] punto de destino
    [gear] equipo
    [gm] palabra del máster
    [harm] trauma
    [injury] lesión
    [long-range] larga distancia
    [luck] suerte
    [mending] en recuperación
    [npc-skill] habilidad
    [other] otros
    [prone] en el suelo
    [range] distancia
    [ready-defence] defensa preparada
    [saved-dice] dados guardados
    [stance] a la defensiva
    [tool] objeto
   *[named] { $named }
}
roll-damage = { $dice ->
    [none] { $total } de daño
   *[some] { $is_doubled ->
        [yes] { $dice } × 2 = { $total } de daño
       *[no] { $dice } = { $total } de daño
    }
}
roll-damage-less = { $damage }{ $armour ->
    [none] { "" }
   *[some] { $is_halved ->
        [yes] { " " }− { $armour } (la mitad de la armadura)
       *[no] { " " }− { $armour } (armadura)
    }
}

## Las notas del motor

removed = { $who } ya no está en el combate.
zones-laid = Las zonas son { $zones }.
configured = Los ajustes han cambiado.
settings-changed = { $settings ->
    [none] Los ajustes siguen como estaban.
   *[some] Los ajustes han cambiado: { $settings }.
}
setting-told = “{ setting-name }” pasa a ser: { setting-value }
setting-switch = { setting-name }: { $is_on ->
    [yes] sí
   *[no] no
}
setting-name = { $setting ->
    [absent] Un turno al que se le acaba el tiempo
    [answer-secs] Tiempo para responder
    [ask-single] Preguntar también si solo cabe una respuesta
    [avoid-rolls] Tiradas para evitar ataques
    [bodies-recovered] Los cuerpos se recuperan tras el combate
    [chaos] Caos: nadie habla mientras hay un hueco abierto
    [chaos-delete] Borrar lo que se hable durante el caos
    [chaos-secs] Tiempo para un hueco durante el caos
    [complex-interactions] Toda interacción es compleja
    [cover-counts] La cobertura protege
    [decoys] Esperas señuelo
    [destiny] Dado de la fortuna
    [difficulty-secs] Tiempo para fijar una dificultad
    [dodge-close] Esquivar ataques a un brazo de distancia
    [end-secs] Tiempo para decir que el combate ha terminado
    [fail-moves] Movimiento tras una tirada fallida
    [fall-dice] Dados por cada 5 pies de caída
    [fast-slow] Fases rápida y lenta
    [fate-secs] Tiempo para elegir un destino
    [fear-count-self] Quien afronta el miedo cuenta como compañía
    [flee-action] Acción para huir
    [flee-range] Dónde deben estar los enemigos para escapar
    [friendly-targets] Se puede atacar a los propios
    [gm-secs] Tiempo para el máster
    [harm-dice] Dados perdidos por trauma
    [help-secs] Tiempo para ayudar
    [init-secs] Tiempo para tirar iniciativa
    [items-return] Los objetos soltados vuelven tras el combate
    [limit-answer] Tiempo para responder
    [limit-ruling] Tiempo para que el máster decida
    [limit-turn] Tiempo para un turno
    [mirror] Copias de las preguntas de los jugadores para los máster
    [npc-durability] El equipo de los PNJ se desgasta
    [npc-provoke] Se puede golpear a los PNJ que se alejan
    [nudges] Recordatorios
    [odds] Probabilidades de lo que pueden hacer los jugadores
    [party-order] Orden del grupo
    [player-morale] Moral de los personajes jugadores
    [poison-at-end] El veneno hace todo su daño al acabar el combate
    [position] Posición
    [position-harm] Trauma según la posición
    [ranks-add] Los estados iguales se suman
    [reveal-nearby] Acercarse a un enemigo descubre
    [ruling-secs] Tiempo para que el máster decida
    [scene] Escena
    [second-fate-secs] Tiempo para que el máster elija un destino
    [shield-sacrifice] Se pueden sacrificar escudos
    [slot-secs] Tiempo para un hueco
    [soak] Tiradas contra el daño
    [stowed] Las armas empiezan guardadas
    [stretch] Los relojes se paran en las horas de silencio
    [swap-hold] Tiempo para intercambiar cartas
    [tell-gm] El máster lee lo que las jugadas no muestran en el canal
    [tie-secs] Tiempo para resolver un empate
    [turn-secs] Tiempo para un turno
    [unseal] Mostrar al final el secreto de los dados
    [window-secs] Tiempo para responder
   *[other] { $named }
}
# Puede seguir a "pasa a ser:".
setting-value = { $setting ->
    [swap-hold] { $value ->
        [0] no
        [1] 1 minuto
        [one] 1 minuto
        [many] { $text } minutos
       *[other] { $text } minutos
    }
   *[other] { $value ->
        [true] sí
        [false] no
        [any] libre
        [auto] { $setting ->
            [avoid-rolls] se hacen en el acto
           *[other] como digan las reglas
        }
        [closer] más cerca que a distancia extrema
        [defend] se gasta en Defenderse
        [extreme] a distancia extrema
        [finesse] Finura
        [fixed] no
        [go] se permite
        [lasting] perdidos mientras dure el trauma
        [ment] mental
        [momentum] sí
        [next-test] perdidos solo en la próxima prueba
        [no] no
        [none] sin límite
        [pass] termina
        [phys] físico
        [prompt] decide quien juega
        [respond] sí
        [rolled] según la tirada
        [sneak] Sigilo
        [stop] se detiene
        [wait] se espera
        [yes] sí
        [controlled] controlada
        [desperate] desesperada
        [off] desactivado
        [risky] arriesgada
       *[other] { $text }
    }
}
adjusted = { $value ->
    [none] El máster cambia un valor de { $who }: { $field }.
   *[some] El máster cambia un valor de { $who }: { $field } pasa a { $value }.
}
revealed = Aparece { $who }.
joined = { $side ->
    [none] { $who } se une.
   *[some] { $who } se une y va con { $side }.
}
joined-side = { $side ->
    [none] Se unen
   *[some] Con { $side }
}: { $who }.
# El plural de una palabra cualquiera no se puede formar: bastan los nombres con sus números.
joined-group = { $plural ->
   *[some] { $numbers }
} (son { $count })
joined-range = { $from } a { $to }
amount-rolled = El máster tira { $dice }: { $faces }{ $dropped ->
    [none] { "" }
   *[some] { " " }(sin { $dropped })
}{ $is_plain ->
    [yes] { "" }
   *[no] , en total { $total }{ $is_raised ->
        [yes] { " " }y cuenta como { $amount }
       *[no] { "" }
    }
}{ $comment ->
    [none] { "" }
   *[some] { " " }({ $comment })
}.
given = { $who } recibe: { $item }.
laid-down = En { $zone } hay ahora: { $item }.
gave-way = Alguien se ha unido con el nombre { $was }. El PNJ que los jugadores no conocen por ese nombre se llama ahora { $who }.
renamed = { $is_unclear ->
    [yes] Ya nadie distingue a { $name }: los jugadores ven { $who }.
   *[no] { $was_unclear ->
        [yes] Los jugadores ya distinguen quién es: { $who }.
       *[no] { $name } resulta ser { $who }.
    }
}
vanished = Ya no se ve a { $name }.
stays-unseen = Nadie ve a { $who }.
looks = { $look ->
    [nothing] { $was_hidden ->
        [yes] Los jugadores no ven cómo está { $who }.
       *[no] Los jugadores ya no ven cómo está { $who }.
    }
    [wounds] Los jugadores ven cómo está { $who }.
   *[numbers] Los jugadores ven todos los números de { $who }.
}
started = Empieza el combate.
round-began = Ronda { $round }.
fight-over = El combate ha terminado.
question-lost = Esta pregunta se hizo con reglas anteriores.
decoy-wait = No se pregunta a nadie: es una espera señuelo. `/skip` la termina.
decoy-over = Terminar la espera

## Notas de varios sistemas

no-harm = { $who } no sufre ningún daño.
goes-down = { $who } cae.
no-further = { $who } no avanza más.
effect = Efecto: { $text }
skill-tried = { $text ->
    [none] { $who } intenta otra cosa ({ $attribute })
   *[some] { $who } intenta “{ $text }” ({ $attribute })
}
skill-refused = El máster no lo permite; el turno de { $who } no gasta nada.
lost-deed = { $who } ya no puede hacer eso.
ordered = Orden: { $names }.
acts-next-round = { $who } actúa a partir de la próxima ronda.
fight-goes-on = El combate sigue.
held = { $by } agarra a { $who }.
freed = { $who } se suelta de { $by }.
fled = { $who } ha huido.
waited-in-vain = { $who } esperaba, pero el momento no llegó.
hazard-struck = { $who } se topa con el peligro de { $zone }.
said = { $who }: “{ $text }”
item-in-hand = { $who } empuña su { $item }.
item-put-away = { $who } guarda su { $item }.
item-picked-up = { $who } recoge: { $item }.
item-dropped = { $who } suelta su { $item }.
item-handed = { $who } le da su { $item } a { $to }.
item-used = { $who } usa su { $item }.
item-gone = Se ha gastado: { $item }.
ground = { $zone }: { $ground }.
no-sight = no se ve { $zones }
nothing-special = nada especial
bare-hands = manos desnudas
saying = { $text ->
    [none] { "" }
   *[some] : “{ $text }”
}

## Lo que alguien puede hacer, como etiqueta

# Texto sin formato, para botones y menús: "Atacar a Raider con espada larga · Acción".
offer = { $cost ->
    [none] { $act }
   *[some] { $act } · { offer-cost }
}
offer-with = { $act } · { $rider }
# Lo probable que es que salga bien.
odds = { $odds } %
# Lo que puede provocar enseguida, hasta donde sabe quien actúa.
risk = { $risk ->
    [strike] posible ataque: { $names }
    [follow] posible seguimiento: { $names }
    [hurt] riesgo de daño
    [fall] riesgo de caer
    [unhurt] sin daño
    [hazard] terreno peligroso
    [harm] cuesta 1 de trauma físico
   *[other] { $names }
}
offer-cost = { $cost ->
    [move] Movimiento
    [action] Acción
    [move-or-action] Movimiento o acción
    [main-action] Acción principal
    [bonus-action] Acción adicional
    [movement] Desplazamiento
    [turn] Turno
    [slow] Lenta
    [fast] Rápida
    [reaction] Reacción
    [maneuver] Maniobra
    [free-action] Acción gratuita
    [incidental-movement] movimiento libre
    [handling] una vez por turno
    [ends-the-ambush] termina la emboscada
    [ends-the-fast-phase] termina la fase rápida
    [ends-the-round] termina la ronda
   *[other] { $named }
}

## Jugadas, por sus verbos: etiquetas de jugadas de varios sistemas (las de uno solo, en su archivo)

act-attack = Atacar a { $target }{ $weapon ->
    [none] { "" }
   *[some] { " " }con { $weapon-name }
}
    .likely = Atacar a { $target } · { $weapon-name }
act-cast = Lanzar { $spell } contra { $target }
act-dash = { $zone ->
    [none] Correr
   *[some] Correr a { $zone }
}
act-done = Terminar el turno
act-drop = Soltar { $item }
act-equip = Empuñar { $item }
    .all = Empuñar
act-flee = Huir
act-grapple = Agarrar a { $target }
act-interact = Interactuar{ saying }
    .all = Interactuar
act-move = Moverte a { $zone }
act-pass = Terminar el turno
act-pickup = Recoger { $item }
    .all = Recoger
act-release = Soltar a todos
act-say = Decir{ saying }
act-stand = Levantarte
act-stow = Guardar { $item }
    .all = Guardar
act-take-cover = Ponerte a cubierto
act-trigger = Activar la jugada reservada
act-use = Usar { $item }{ $target ->
    [none] { "" }
   *[some] { " " }con { $target }
}
# Palabras de las reglas que están en un hueco.
word-action = { action }
word-attribute = { attribute }
word-skill = { skill }
word-weapon = { $weapon ->
    [unarmed] { bare-hands }
   *[other] { $said }
}

# Lo que alguien puede hacer ahora: "`/attack` (Raider, Wolf), `/move` (Yard, Road, Gate, …)".
may-do = `{ $command }`
may-do-such-as = `{ $command }` ({ $examples })
may-do-and-more = `{ $command }` ({ $examples }, …)

## Palabras de las vistas. Lo que no tiene palabra aquí se muestra con el nombre de las reglas.

wounds-exact = { $now }/{ $max } { $system ->
    [fates] Temple
   *[other] PV
}
wounds = { $wound ->
    [unhurt] sin heridas
    [hurt] con heridas
    [half-or-less] a la mitad o menos
    [badly-hurt] con heridas graves
    [harmed] con trauma
    [battered] en las últimas
    [down] ha caído
    [out] fuera de combate
    [fresh] sin heridas
    [shaken] con algunos golpes
   *[other] { $named }
}
# Sustantivos o expresiones que no concuerdan: nadie sabe el género de quien los lleva.
condition = { $condition ->
    [ongoing] Daño continuado
    [weakened] Debilidad
    [distracted] Distracción
    [stuck] Inmovilidad
    [paralysed] Parálisis
    [fleeing] Huyendo
    [parleying] Parlamentando
    [incapacitated] Incapacitación
    [dead] Sin vida
    [grabbed] Bajo agarre
    [grabbing] Agarrando
    [concealed] Tras un escondite
    [unseen] Fuera de la vista
    [behind-barrier] Tras la barrera
    [poisoned] Veneno
    [broken] Moral rota
    [steady] Firme
    [surrendered] Se ha rendido
    [off-the-map] Fuera del mapa
    [fled] Ha huido
    [prone] En el suelo
    [held] Bajo agarre
    [holding] Agarrando
    [gagged] Mordaza
    [pinned] En el punto de mira
    [burning] En llamas
    [in-cover] A cubierto
    [apart] Aparte
    [helped] Con ayuda
    [out] Fuera de combate
    [dying] Agonizando
    [shaken] Pánico
    [shaken-flee] Pánico (huye)
    [shaken-freeze] Pánico (se bloquea)
    [shaken-faint] Pánico (desmayo)
    [shaken-attack] Pánico (ataca)
    [severe-harm] Trauma grave
    [broken-arm] Brazo roto
    [wounded] Herida
    [defends] Se defiende
    [aims] Apunta
    [helps] Ayuda lista
    [holds] Reserva
    [grappled] Bajo agarre
    [down] Ha caído
    [out-of-action] Fuera de combate
    [lost] Paradero desconocido
    [removed] Fuera de este combate
    [out-damage] Inconsciente
    [out-fatigue] Desplome
    [out-composure] Se rinde
    [escaped] Ha escapado
    [stunned] Aturdimiento
    [hurt] Dolor
    [breathless] Ahogo
    [winded] Sofoco
    [tired] Cansancio
    [exhausted] Agotamiento
    [startled] Sobresalto
    [disoriented] Desorientación
    [discouraged] Desánimo
    [demoralized] Desmoralización
    [recovering] En recuperación
    [readied] Con algo preparado
    [conceded] Se ha rendido
    [gone] Ha huido
   *[other] { $named }
}
# Cuándo termina, para que todos puedan contar con ello.
condition-ends = { $condition } ({ $ends ->
    [next-turn] hasta el final de su próximo turno
    [this-turn] hasta el final de su turno
    [encounter] hasta el final del combate
    [scene] hasta el final de la escena
    [round] hasta el final de la ronda { $count }
   *[recovered] hasta recuperarse
})
# Lo mismo en corto; lo que dura mucho no se dice.
condition-ends-soon = { $condition } ({ $ends ->
    [next-turn] próximo turno
    [this-turn] este turno
   *[round] ronda { $count }
})
# Un tramo de una línea, y quién está dónde en él, en pies.
zone-named = { $zone }{ $from ->
    [none] { "" }
   *[some] { " " }{ $from }–{ $to }
}
placed = { $name }{ $feet ->
    [none] { "" }
   *[some] { $is_numbered ->
        [yes] { " " }en { $feet }
       *[no] { " " }{ $feet }
    }
}
attribute = { $attribute ->
    [str] FUE
    [dex] DES
    [con] CON
    [int] INT
    [wis] SAB
    [cha] CAR
    [agi] AGI
    [wit] ING
    [dexterity] Destreza
    [strength] Fuerza
    [perception] Percepción
    [knowledge] Conocimiento
    [presence] Presencia
    [mechanical] Mecánica
    [technical] Técnica
    [power] Poder
    [intuition] Intuición
    [reason] Razón
   *[other] { $named }
}
skill = { $skill ->
    [agility] Agilidad
    [firearms] Armas de fuego
    [light-melee] Armas ligeras
    [athletics] Atletismo
    [brawl] Pelea
    [heavy-melee] Armas pesadas
    [intimidate] Intimidación
    [stamina] Aguante
    [hide] Ocultación
    [search] Búsqueda
    [persuade] Persuasión
    [tactics] Táctica
    [medicine] Medicina
    [pilot] Pilotaje
    [security] Seguridad
    [repair] Reparación
    [control] Control
    [balance] Equilibrio
    [tumble] Acrobacia
    [martial] Armas marciales
    [long] Armas largas
    [deflect] Desvío
    [close] Armas cortas
    [light] Armas ligeras
    [parry] Parada
    [sprint] Carrera
    [climbing] Escalada
    [jumping] Salto
    [strike] Golpe
    [block] Bloqueo
    [grapple] Agarre
    [shift] Levantamiento
    [recover] Recuperación
    [awareness] Alerta
    [cues] Indicios
    [ego] Ego
    [misdirection] Engaño
    [insult] Insulto
    [startle] Susto
    [demoralize] Desmoralización
    [focus] Concentración
    [resolve] Firmeza
    [conviction] Convicción
    [memory] Memoria
    [arena] Posición
   *[other] { $named }
}
action = { $action ->
    [strike] Golpe
    [shoot] Disparo
    [force] Potencia
    [endure] Aguante
    [finesse] Finura
    [sneak] Sigilo
    [track] Rastreo
    [read] Percepción
    [study] Estudio
    [persuade] Persuasión
    [charm] Encanto
    [intimidate] Intimidación
    [cast] Magia
    [free] movimiento libre
    [bonus] acción adicional
    [full] acción completa
    [tumble] acrobacia
    [sprint] carrera
   *[other] { $named }
}
group = { $group ->
    [party] Grupo
    [enemy] Enemigos
    [opposition] Oposición
    [order] Orden de turnos
    [Heroes] Héroes
    [heroes] Héroes
    [Foes] Rivales
    [foes] Rivales
    [enemies] Enemigos
   *[other] { $named }
}
# Con su artículo. Por eso ninguna frase pone antes "a" ni "de" (al, del): "Con el grupo: Ana."
team = { $team ->
    [party] el grupo
    [enemy] los enemigos
    [Heroes] los héroes
    [heroes] los héroes
    [Foes] los rivales
    [foes] los rivales
    [opposition] la oposición
    [enemies] los enemigos
   *[other] { $named }
}
zone-fact = { $fact ->
    [limit] sitio para { $value }
    [hazard] peligro ({ $value })
    [exit] { zone-exit }
    [cover] { $side ->
        [yes] cobertura
       *[other] cobertura { $value }
    }
    [obstacle] obstáculo hacia { $value }
    [harder] hace falta { $value } { $detail }
    [obscured] poca visibilidad
    [barrier] barrera
    [hard] terreno difícil
    [no-sight] no se ve { $value }
    [item] { $detail ->
        [none] aquí hay
       *[some] en { $detail } hay
    }: { $value }
    [door] puerta hacia { $value }: { door-state }
    [terrain] terreno difícil ({ $value } { $detail })
    [terrain-stops] terreno difícil ({ $value } { $detail }, o no se avanza más)
    [border] en el borde derecho: { $value } { $detail }
    [border-stops] en el borde derecho: { $value } { $detail }, o no se avanza más
    [narrow] zona estrecha
    [secret-hazard] peligro secreto ({ $value })
    [object] para volcar o lanzar: { $value } ({ $detail })
   *[other] { $named } { $value }
}
zone-exit = { $side ->
    [yes] salida
    [party] salida del grupo
    [enemy] salida de los enemigos
   *[other] salida ({ $value })
}
body-fact = { $fact ->
    [phys] Trauma físico { $detail ->
        [none] { $value }
       *[some] { $value } de { $detail }
    }
    [ment] Trauma mental { $detail ->
        [none] { $value }
       *[some] { $value } de { $detail }
    }
    [gear] { $value } ({ fact-state })
    [reaction] { cards-reaction }: { fact-state }
   *[other] { body-fact-name } { word }
}
body-fact-name = { $fact ->
    [level] Nivel
    [skill] Habilidad
    [ap] AP
    [str] FUE
    [agi] AGI
    [wit] ING
    [armour] Armadura
    [opportunity] Ataques de oportunidad:
    [card] Carta
    [bonus] Dados guardados
    [fewer-dice] Dados de menos en la próxima prueba:
    [in-hand] En la mano:
    [defense] Defensa
    [ar] AR
    [fp] Puntos de destino
    [score] Iniciativa
    [attention] Atención en
    [meaning] Fuera de combate significa:
    [boon] Para una tirada:
    [raised] Subido:
    [ability] Puede:
    [readied] Preparado:
    [luck] Suerte
    [action-points] Puntos de acción
    [held] Reserva:
    [shown] Los jugadores ven:
   *[other] { $named }
}
fight-fact = { $fact ->
    [surprised] Sorpresa para: { $group }
    [stage] { fight-stage }
    [threshold] Rápidos: ING { $value } o más
    [initiative] Iniciativa: { $group }
    [first] Primer hueco: { $group }
    [swaps] { word }
    [swap-offer] Intercambio ofrecido: { $value } a { $detail }
    [chaos] El orden se tira: { $word ->
        [encounter] todo el combate
       *[other] hasta la ronda { $value }
    }
    [last-call] Última llamada: pueden actuar quienes reservaron
    [harder] Hace falta: { $value } { $detail }
    [scene] Escena: { $value }
   *[other] { $named } { $value }
}
fight-stage = { $word ->
    [ambush] Emboscada
    [fast] Fase rápida
    [slow] Fase lenta
   *[round-end] Termina la ronda
}
# Un valor que es una palabra de las reglas: una orden permanente, el estado del equipo.
word = { $word ->
    [open] Se pueden intercambiar cartas hasta la primera maniobra
    [hold] Se pueden intercambiar cartas; nadie actúa todavía
    [ask] pregunta antes
    [always] siempre
    [never] nunca
    [opposition] oposición
    [advantage] ventaja
    [disadvantage] desventaja
    [something] que hay algo
    [alias] otro nombre
    [name] el nombre
    [wounds] sus heridas
    [numbers] todos los números
    [nothing] nada
   *[other] { $value }
}
fact-state = { $state ->
    [damaged] con daños
    [destroyed] inservible
    [fast] sin preguntar, con la maniobra rápida
    [never] nunca
   *[other] { $detail }
}
door-state = { $state ->
    [open] abierta
    [closed] cerrada
   *[locked] cerrada con llave
}
budget = { $left ->
    [left] { budget-what }
    [half] { budget-what } (la mitad)
   *[other] { budget-what } ×{ $value }
}
budget-what = { $what ->
    [move] Movimiento
    [action] Acción
    [main-action] Acción principal
    [bonus-action] Acción adicional
    [movement] Desplazamiento
    [slow] Lenta{ budget-of }
    [fast] Rápida{ budget-of }
    [handling] Cambiar o recoger
    [full] Acción completa
    [bonus] Acción adicional
    [incidental] Movimiento libre
   *[other] { $named }
}
budget-of = { $detail ->
    [none] { "" }
   *[some] { " " }({ $detail })
}
budget-left = { $named ->
    [none] nada por usar
   *[some] { $named } por usar
}
# Quién actúa ahora: el bando al que le toca, o quien tiene el turno.
acting-group = { $group ->
    [party] actúa el grupo
    [enemy] actúan los enemigos
    [Heroes] actúan los héroes
    [Foes] actúan los rivales
    [opposition] actúa la oposición
    [enemies] actúan los enemigos
    [heroes] actúan los héroes
    [foes] actúan los rivales
   *[other] actúa: { $named }
}
mark = { $mark ->
    [acting] actúa
    [ready] por actuar
    [spent] ya actuó
   *[out] fuera
}
outcome = { $outcome ->
    [won] Gana el grupo.
    [lost] Pierde el grupo.
    [truce] Los dos bandos acuerdan una tregua.
    [called-off] El combate se suspende.
    [party] Gana el grupo.
    [opposition] Gana la oposición.
    [nobody] No queda nadie en pie.
   *[other] Victoria para { $named }.
}
system = { $system ->
    [cards] Cards
    [dr12] DR12
    [factions] Factions
    [fates] Fates
    [ranks] Ranks
   *[other] { $named }
}

## Otros nombres de valores que se pueden escribir, separados por " / "

also-side = { $key ->
    [enemy] rivales / oponentes / adversarios / monstruos
    [enemies] rivales / oponentes / adversarios / monstruos / enemigos
    [opposition] rivales / oponentes / adversarios / monstruos / enemigos
    [party] jugadores / héroes
    [Foes] enemigos / oponentes / adversarios / monstruos
    [Heroes] jugadores / grupo
   *[other] { "" }
}
also-outcome = { $key ->
    [won] ganan los héroes / ganan los jugadores / el grupo gana / victoria
    [lost] ganan los enemigos / ganan los rivales / pierden los héroes / el grupo pierde / derrota
    [truce] tregua / paz / empate / nadie gana
    [party] ganan los héroes / ganan los jugadores / el grupo gana
    [Heroes] ganan los héroes / ganan los jugadores / el grupo gana
    [enemies] ganan los rivales / ganan los enemigos
    [opposition] ganan los rivales / ganan los enemigos
    [enemy] ganan los rivales
    [Foes] ganan los enemigos
   *[other] { "" }
}
also-setting-value = { $key ->
    [true] activado / on
    [false] desactivado / off
   *[other] { "" }
}
also-attribute = { $key ->
    [str] Fuerza
    [dex] Destreza
    [con] Constitución
    [int] Inteligencia
    [wis] Sabiduría
    [cha] Carisma
    [agi] Agilidad
    [wit] Ingenio
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
    [str] Fuerza / FUE
    [dex] Destreza / DES
    [con] Constitución
    [int] Inteligencia
    [wis] Sabiduría / SAB
    [cha] Carisma / CAR
    [agi] Agilidad
    [wit] Ingenio / ING
    [hp] PV / vida / salud / puntos de vida / puntos de golpe / PG
    [hp-max] PV máximos / PV máx / vida máxima / salud máxima / puntos de vida máximos / PG máx
    [ap] puntos de armadura
   *[other] { "" }
}
also-format = { $key ->
    [story] relato / historia / texto / markdown / md
   *[other] { "" }
}
also-policy = { $key ->
    [wait] esperar / todos esperan / espera / decide el máster / preguntar al máster
    [pass] pasar / pasa / pasar el turno
    [defend] defender / se defiende / defensa / defenderse
    [stand-in] suplente / se pregunta al suplente
    [auto] automático / el bot / juega el bot / el bot juega PNJ
    [none] ninguna / las reglas / lo que digan las reglas / lo que dicen las reglas
   *[other] { "" }
}
also-temper = { $key ->
    [cautious] con cuidado / prudente / cauto / cuidándose
    [plain] normal / con normalidad
    [reckless] sin cuidado / sin ningún cuidado / temerario
   *[other] { "" }
}
also-difficulty = { $key ->
    [easy] fácil
    [fair] equilibrado / justo / medio
    [hard] difícil
    [deadly] mortal / letal
   *[other] { "" }
}
also-threat = { $key ->
    [wound] podría herirte / herir / herida
    [fell] podría derribarte / derribar / caer
   *[other] { "" }
}
also-spend = { $key ->
    [anything] todo / cualquier cosa / lo que sea
    [keep-turn] conservas tu turno / conservar el turno / conservar mi turno
    [nothing] nada / no cuesta nada / gratis
   *[other] { "" }
}
also-when = { $key ->
    [soon] pronto / al rato / más tarde / luego
    [at-once] en el acto / ahora / ya / enseguida
    [deadline] si no has respondido a tiempo / a tiempo / al acabar el plazo
   *[other] { "" }
}
also-if = { $key ->
    [always] siempre / de todos modos
    [here] aquí / sigo aquí / si sigo aquí / tú estás aquí / estoy aquí
    [there] allí / el objetivo sigue allí / el objetivo está allí
    [both] ambos / los dos / ambos siguen ahí
   *[other] { "" }
}
also-kind = { $key ->
    [players] jugadores / los jugadores
    [gm] máster / master / el máster
    [clock] reloj / el reloj / tiempo
    [undone] deshecho / lo deshecho / deshacer
    [advantage] ventaja
    [disadvantage] desventaja
   *[other] { "" }
}
also-sight = { $key ->
    [public] todos / todo el mundo / público
    [secret] solo yo / yo / privado
    [gm] solo el máster y yo / máster / master
    [blind] solo el máster / a ciegas
   *[other] { "" }
}
also-show = { $key ->
    [unseen] oculto / invisible
    [something] algo
    [name] nombre
    [wounds] heridas
    [numbers] números / todo
    [alias] apodo
   *[other] { "" }
}
also-setting = { $key ->
    [limit-turn] un turno / turno
    [limit-answer] una respuesta / respuesta
    [limit-ruling] las decisiones del máster / decisiones
   *[other] { "" }
}
also-language = { $key ->
    [de] alemán / de-DE / de-AT / de-CH
    [en] inglés / en-US / en-GB
    [es] español / es-ES / es-419 / es-MX
    [fr] francés / fr-FR / fr-CA
    [pt-BR] portugués / brasileño / pt / pt-PT
   *[other] { "" }
}
also-how = { $key ->
    [advantage] ventaja / adv
    [disadvantage] desventaja / dis
   *[other] { "" }
}
also-order = { $key ->
    [ask] preguntar / preguntarme
    [fast] usar la maniobra rápida / la maniobra rápida
    [never] nunca
   *[other] { "" }
}
also-action = { $key ->
    [free] acción gratuita / gratis
    [bonus] acción adicional / adicional
    [full] acción completa / completa
   *[other] { "" }
}

## Palabras para números, cada una con el suyo

also-number-dr12-dr = trivial: 5 / fácil: 8 / normal: 12 / difícil: 15 / muy difícil: 19
also-number-dr12-cure_dr = { also-number-dr12-dr }
also-number-dr12-count = ninguno: 0 / sin límite: 0 / ilimitado: 0
also-number-cards-toxicity = débil: 3 / fuerte: 6 / extrema: 9
also-number-fates-difficulty = fácil: 7 / moderada: 11 / difícil: 15 / heroica: 20
