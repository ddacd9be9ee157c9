### Por qué algo no se puede hacer. `refusal-<key>` vale para todas las reglas; `refusal-<key>-<rule id>`
### y `refusal-<key>-<PREFIX>` (en el archivo del sistema), para las que lo explican mejor.

refused-by-rule = { $why } ({ $rule })
refused-instead = { $why } Puedes: { $offers }
refused-detail = { $slot } “{ $value }”
refused-takes = { $why } En `{ $slot }:` vale: { $names }.

## De todos los sistemas

refusal-not-in-system = { $command ->
    [none] Ese comando no existe
   *[some] { $command } no existe
} en { $rules ->
    [none] este combate
   *[some] { $rules }
}.{ $nearest ->
    [none] { "" }
   *[some] { " " }Lo más parecido es { $nearest }.
}{ $elsewhere ->
    [none] { "" }
   *[some] { " " }Es un comando de { $elsewhere }: quien gestiona el servidor puede añadir los de ese sistema con `{ $command-systems }`.
}
refusal-no-such-slot = { $command } no admite “{ $slot }” aquí. { $names ->
    [none] No admite nada más.
   *[some] Admite: { $names }.
}
refusal-not-gm = { $name ->
    [none] Solo el máster puede hacer eso.
   *[some] Solo el máster juega con { $name }.
}
refusal-no-party = Nadie se ha unido todavía, así que no hay combate a medida. Vuelve a pedirlo cuando estén los jugadores.
# The GM, among those who are awaited.
awaited-gm = el máster
refusal-prompt-open = { $kind ->
    [own] Responde antes a la pregunta que tienes pendiente
   *[other] Antes hay que responder a una pregunta
}{ $names ->
    [none] .
   *[some] . Falta: { $names }.
}
refusal-endless = Eso no acabaría nunca. Es un fallo del bot: no se ha hecho nada y el combate sigue como estaba.
refusal-prompt-closed = Esa pregunta ya está resuelta.
refusal-turn-over = Ese turno ya terminó.
refusal-not-your-turn = { $name ->
    [none] No es tu turno
   *[some] No es el turno de { $name }
}{ $names ->
    [none] .
   *[some] . Falta: { $names }.
}
refusal-no-move = Ya has usado el movimiento de este turno.
refusal-no-action = Ya has usado la acción de este turno.
refusal-bad-target = { $because ->
    [not-yours] { refusal-not-yours }
    [several] Aquí conoces a varios con ese nombre: { $names }. Di a quién te refieres.
    [unknown] No conoces a nadie con ese nombre aquí. { refusal-names }
    [nobody-named] Di a quién te refieres. { refusal-names }
    [plays-nobody] Esa persona no juega con nadie que conozcas en este combate.
    [no-such-fight] No estás en ningún combate abierto “{ $name }”. `{ $command-fight }` sin `id:` muestra los tuyos.
    [not-now] Eso no es posible con { $name } ahora. { $names ->
        [none] Ahora no es posible con nadie.
       *[some] Es posible con: { $names }.
    }
   *[other] { $name ->
        [none] { $verb ->
            [none] Eso no es posible aquí: elige otra cosa.
           *[some] “{ $verb }” no responde a esta pregunta.
        }
       *[some] Eso no es posible con { $name } ahora.
    }
}
refusal-names = { $near ->
    [none] { $names ->
        [none] Aquí no hay nadie a quien puedas nombrar.
       *[some] Puedes nombrar a: { $names }.
    }
   *[some] ¿Quieres decir: { $near }?
}
refusal-not-yours = { $names ->
    [none] Eso es para otra persona.
   *[some] Eso es para { $names }, no para ti.
}
refusal-not-adjacent = { $because ->
    [here] Ya estás en { $zone }.
   *[other] { $zone ->
        [none] Ninguna zona con ese nombre linda con esta.
       *[some] { $zone } no linda con esta zona.
    }
}
refusal-zone-full = { $zone ->
    [none] Esa zona está llena.
   *[some] En { $zone } ya no cabe nadie.
}
refusal-not-close = { $name ->
    [none] El objetivo está en otra zona: tienes que estar cerca.
   *[some] { $name } está en otra zona: tienes que estar cerca.
}
refusal-out-of-range = { $name ->
    [none] El objetivo está fuera de alcance.
   *[some] { $name } está fuera de alcance.
}
refusal-not-exit = Aquí no hay salida para ti.
refusal-not-in-hand = No tienes eso en la mano.
refusal-broken = Está roto. Solo puedes repararlo fuera del combate.
refusal-no-ammo = No tienes munición lista.
refusal-no-free-slot = No tienes ninguna mano ni sitio libre para eso.
refusal-hindered = { $condition ->
    [none] Tu estado te lo impide.
   *[some] Tu estado te lo impide: { $condition }.
}

## La preparación, y las órdenes del máster

refusal-bad-order = { $why ->
    [question] No hay ninguna clase de pregunta “{ $value }”. Hay: { $names }.
    [no-question] “{ $value }” no responde a ninguna pregunta de estas reglas. Hay estas respuestas: { $names }.
    [answer] “{ $value }” no responde a eso. Estas sí: { $names }.
    [which-question] “{ $value }” responde a varias preguntas ({ $names }): di a cuál.
    [number] No tienes ninguna orden con el número “{ $value }”.{ $names ->
        [none] { "" }
       *[some] { " " }Hay: { $names }.
    }
    [too-many] Tienes todas las órdenes que puedes tener: retira antes una.
   *[other] “{ $value }” no vale para { $slot }.{ $names ->
        [none] { "" }
       *[some] { " " }Hay: { $names }.
    }
}
refusal-bad-plan = { $why ->
    [nothing] No hay nada planeado.
    [other-draft] El plan ha cambiado entretanto: míralo otra vez.
    [your-turn] Ya es tu turno: hazlo sin más.
    [too-many] En un turno no cabe más.
    [no-act] No puedes hacer “{ $value }” en un turno de aquí.{ $nearest ->
        [none] { "" }
       *[some] { " " }Lo más parecido es { $nearest }.
    }
   *[unreadable] No entiendo “{ $value }”. Escríbelo como un comando: attack target:Wolf.
}
refusal-plan-changed = { $name } ya no está donde estaba.
refusal-bad-setup = { $within ->
    [none] { "" }
   *[some] “{ $within }”:{ " " }
}{ $why ->
    [policy] { $rules } no tiene “{ $value }” para quien está ausente. Hay: { $names }.
    [temper] Nadie juega “{ $value }”. Hay: { $names }.
    [name-length] { $slot ->
        [none] Un nombre tiene de 1 a { $most } caracteres.
       *[some] Di con `{ $slot }:` cómo se llama tu personaje, en 1 a { $most } caracteres.
    }
    [name-in-use] Ya hay alguien que se llama { $name }: elige otro nombre.
    [name-looks-like] “{ $name }” se parece demasiado a { $found }, que ya está aquí: elige un nombre que no se confunda.
    [name-marks] “{ $name }” no puede ser un nombre: se lee como una lista. Quita las comas, los puntos y comas y palabras como “and”, y cierra todas las comillas.
    [name-letters] “{ $name }” no puede ser un nombre: usa al menos una letra.
    [name-reserved] “{ $name }” no puede ser un nombre: esa palabra significa otra cosa en los comandos. Elige otro.
    [name-role] “{ $name }” no puede ser un nombre: es un papel en la mesa. Elige otro.
    [side-somebody] Ningún bando puede llamarse “{ $name }”: ya se llama así alguien. Elige otro nombre.
    [side-looks-like] “{ $name }” se parece demasiado al bando { $found }: elige un nombre que no se confunda.
    [group-looks-like] “{ $name }” se parece demasiado al grupo { $found }: elige un nombre que no se confunda.
    [name-side] Nadie puede llamarse “{ $name }”: es un bando del combate. Elige otro nombre.
    [alias-missing] Este PNJ aún no tiene alias: dale uno con `alias:`.
    [alias-or-name] Un alias solo va con `show:` alias, wounds, numbers o unseen.
    [shown-so-already] Los jugadores ya ven así a este PNJ.
    [no-such-rung] “{ $name }” no es una manera de mostrar un PNJ. Hay: unseen, something, alias, name, wounds y numbers.
    [too-many] En el combate no caben más combatientes.
    [fight-over] El combate ha terminado.
    [not-over] El combate no ha terminado todavía.
    [already-started] El combate ya ha empezado.
    [empty-side] Antes de empezar, cada bando necesita al menos un combatiente en pie. Los jugadores entran con `{ $command-join }`, los PNJ con `{ $command-add }`.
    [both-sides] Solo se puede sorprender a uno de los bandos.
    [same-side] Un bando siempre es aliado de sí mismo: di otro.
    [zones-before-start] Las zonas solo se pueden trazar antes de empezar.
    [not-a-row] En estas reglas las zonas forman una fila, como: Puerta - Patio - Salón.
    [nameless-zone] En “{ $value }” hay una zona sin nombre.
    [zone-looks-like] “{ $name }” se parece demasiado a la zona { $found }: elige un nombre que no se confunda.
    [zone-twice] “{ $name }” estaría al lado de sí misma: dale a cada zona un nombre propio.
    [zone-number] “{ $name }” no puede ser una zona: en estas reglas un número es una marca. Dale un nombre a la zona.
    [no-zones-yet] Este combate aún no tiene zonas: quita `at:`.
    [too-many-zones] Un combate tiene como máximo { $most } zonas.
    [no-such-zone] No hay ninguna zona “{ $name }”.{ $names ->
        [none] { "" }
       *[some] { " " }Hay: { $names }.
    }
    [no-border] Después de esa no hay otra zona, y un obstáculo va entre dos zonas.
    [not-neighbours] Un obstáculo está entre dos zonas vecinas, y estas dos no lo son.
    [named-twice] Para eso hacen falta dos, y has nombrado a { $name } dos veces.
    [fight-runs] Eso solo se puede hacer después del combate.
    [no-mark] Esa marca no existe. Las marcas son 0, 5, 10… hasta el final de la línea.
    [off-the-line] Entonces alguien quedaría más allá del final de la línea: recolócalo antes, o alarga una zona.
    [nobody-waited-for] Ahora el combate no espera a nadie.
    [no-link] Una puerta necesita un paso entre sus dos zonas, y no lo hay.
    [dead] Los muertos no pueden unirse a un combate.
    [unbindable] { $condition ->
        [none] Eso
       *[some] { $condition }
    } no puede ligarse a una acción, porque no acabaría nunca.
    [pick-owed] Esta ficha todavía debe reducir sus atributos por Nada será igual.
    [nothing-to-keep] Este combate aún no tiene zonas ni PNJ que guardar.
    [empty-scene] Esta escena no tiene zonas ni PNJ.
    [out-of-bounds] { $entry ->
        [none] Este número es demasiado alto o demasiado bajo: { $field }.
       *[some] Este número es demasiado alto o demasiado bajo en “{ $entry }”: { $field }.
    }
    [count] `{ $slot }:` admite un número de 1 a { $most }, no “{ $value }”.
    [no-such-entry] { $kind ->
        [spell] No hay ningún conjuro
        [armour] No hay ninguna armadura
        [item] No hay ningún objeto
        [scene] No hay ninguna escena
       *[creature] No hay ningún arquetipo ni criatura
    } “{ $value }” en este catálogo. { $near ->
        [none] Hay: { $names }{ $more ->
            [none] .
           *[some] {" "}y { $more } más.{ $kind ->
                [spell] { "" }
                [armour] { "" }
                [item] { "" }
                [scene] { "" }
               *[creature] { " " }`{ $command-bestiary }` encuentra criaturas.
            }
        }
       *[some] ¿Quieres decir uno de estos: { $names }?
    }
    [entry-name] “{ $value }” no puede ser el nombre de una entrada: un nombre tiene de 1 a { $most } caracteres, sin comas ni puntos.
    [entry-twice] Un arquetipo y una criatura no pueden llamarse los dos “{ $value }”: cambia uno de los nombres.
    [scene-order] “{ $value }” no es una orden con la que se monte una escena. Hay: { $names }.
    [line-up-slot] `{ $slot }:` es para una sola clase de criatura: quítalo, o añade las clases de una en una.
    [too-many-entries] Una tabla tiene como máximo { $most } entradas.
    [too-many-fields] Una ficha tiene como máximo { $most } campos.
    [two-choices] De «{ $first }» y «{ $second }» solo puede cumplirse una cosa.
    [no-number] “{ $value }” no es un nombre seguido de un número.
    [no-field] No hay ningún campo “{ $slot }”{ $names ->
        [none] .
       *[some] . Hay: { $names }.
    }
    [unread] { $reason }
    [too-short] “{ $value }” es demasiado corto: lo más corto es { $least }, y con { $none } no hay límite.
    [outcome] “{ $name }” no es un resultado{ $names ->
        [none] .
       *[some] . Hay: { $names }.
    }
    [value] { $value ->
        [none] Falta `{ $slot }:`.
       *[some] { $dice ->
            [none] “{ $value }” no vale para `{ $slot }:`{ $least ->
                [none] .
               *[some] , que admite de { $least } a { $most }.
            }
           *[some] “{ $dice }” puede dar { $value }, y `{ $slot }:` admite de { $least } a { $most }.
        }{ $amount ->
            [none] { "" }
            [full] { " " }Admite un número, o dados como 1d6 o 2d6+1, o `full`.
            [damage] { " " }Admite dados, como 1d6 o 2d6+1.
            [code] { " " }Admite dados, como 3D o 4D+2.
           *[dice] { " " }Admite un número, o dados como 1d6 o 2d6+1.
        }
    }{ $names ->
        [none] { "" }
       *[some] { " " }Valen: { $names }.
    }
   *[none] { $facts ->
        [none] Eso no encaja aquí.
       *[some] Eso no encaja aquí: { $facts }.
    }
}

## Lo que no se puede leer: $field es none si solo se conoce la línea del archivo

unread-takes = { $field ->
    [none] Esto
   *[some] { $field }
} admite { $takes ->
    [number] un número entero de { $least } a { $most }
    [truth] `true` o `false`
    [word] una palabra
    [list] una lista, como `claws, bite`
   *[table] campos propios
}{ $found ->
    [none] .
   *[some] , no “{ $found }”.
}
unread-choice = { $field ->
    [none] Esto
   *[some] { $field }
} no puede ser “{ $found }”. Elige entre: { $names }.
unread-no-field = Aquí no hay ningún campo “{ $found }”. Hay: { $names }.
unread-missing = Falta el campo “{ $found }”.
unread-no-sheet = No contiene ninguna ficha: escribe sus campos debajo de una línea con [sheet], como hp = 7, o nombra un arquetipo, como from = "warrior".
unread-twice = El campo “{ $found }” está dos veces{ $first ->
    [none] .
   *[some] , en las líneas { $first } y { $second }. Deja solo una.
}
unread-too-big = { $found ->
    [none] Un número es demasiado grande.
   *[some] “{ $found }” es demasiado grande: ningún campo admite un número así.
}
unread-curly = La comilla { $found } es tipográfica. Usa comillas rectas, como en "longsword".
unread-unquoted = El texto necesita comillas: "{ $found }" en lugar de { $found }.
unread-csv = Esto es una tabla (CSV). Envía TOML, con cada campo en su propia línea, como hp = 7, o JSON.
unread-colon = Entre un campo y su valor va un =, no dos puntos, como en hp = 7.
unread-json = Esto es JSON. Aquí solo vale TOML, con cada campo en su propia línea, como hp = 7.
unread-comma = Sobra una coma antes del corchete o la llave de cierre.
unread-single = JSON lleva comillas dobles alrededor de sus textos, como en "longsword".
unread-cut-off = El archivo termina antes de tiempo: ¿ha llegado entero?
unread-told = { $field ->
    [none] { $text }.
   *[some] { $field }: { $text }.
}
unread-unreadable = No puedo leer esto: quizá falta una comilla, una coma o un paréntesis.

## De la mesa

refusal-no-fight = Aquí no hay ningún combate. `{ $command-new }` abre uno.
refusal-not-served = Quien mantiene este bot { $of ->
    [user] no te permite usarlo. Solo esa persona puede cambiarlo.
   *[server] no permite usarlo en este servidor. Puedes usarlo en otros.
}
refusal-too-fast = Vas demasiado rápido: { $of ->
    [user] puedes pulsar y escribir { $most } veces por minuto
   *[channel] este canal admite { $most } pulsaciones y comandos por minuto
}. Vuelve a probar en { $secs } segundos.
refusal-too-many-fights = { $of ->
    [user] Has abierto { $most } combates que no han terminado, el máximo por persona. Termina uno con `{ $command-end }` y abre luego el siguiente; `{ $command-fight }` en un mensaje directo conmigo los muestra.
   *[server] Este servidor tiene { $most } combates que no han terminado, el máximo. Termina uno con `{ $command-end }` y abre luego el siguiente.
}
refusal-fight-here = En ese canal hay otro combate en marcha: termínalo antes.
refusal-nothing-to-move = Ninguno de tus combates de este servidor está en un canal donde yo no pueda escribir. Solo esos se pueden mudar.
refusal-channel-open = Puedo escribir en el canal de este combate, así que se queda allí.
refusal-move-where = { $value ->
    [none] Di dónde sigue el combate: escribe `{ $command-relocate }` en ese canal, o da su enlace con `channel:`.
   *[some] “{ $value }” no es un canal. Escribe `{ $command-relocate }` en el canal donde sigue el combate, o da su enlace con `channel:`.
}
refusal-move-unseen = No encuentro allí ningún canal en el que puedas escribir. Da el enlace de uno que veas, o escribe `{ $command-relocate }` allí.
refusal-move-other-server = Ese canal está en otro servidor. Un combate se queda en el suyo.
refusal-choice-expired = Esa elección ha caducado, o ya la has hecho. Envía el comando otra vez.
refusal-choice-gone = Ya no participas en ese combate, o se ha borrado.
refusal-which-fight = Estás en varios combates. Con `{ $command-fight }` eliges a cuál te refieres aquí.
refusal-not-here = Eso solo funciona en un canal de un servidor, no en privado.
refusal-no-such-system = No hay reglas llamadas “{ $system }”. Hay: { $systems }.
refusal-no-such-rule = No hay ninguna regla llamada “{ $name }”.{ $names ->
    [none] { "" }
   *[some] { " " }Hay reglas sobre: { $names }.
} `{ $command-guide }` con `system:` muestra las reglas.
refusal-fight-over = El combate ha terminado.
refusal-fight-paused = El combate está en pausa. El máster puede reanudarlo.
refusal-not-paused = El combate no está en pausa.
refusal-not-joined = No juegas con nadie en este combate. Te unes con `{ $command-join }`.
refusal-nothing-asked = { $name ->
    [none] Nadie te pregunta eso ahora.
   *[some] { $names ->
        [none] Ahora nadie espera a { $name }.
       *[some] Ahora falta por responder: { $names }. Nadie espera a { $name }.
    }
}
refusal-skip-whom = Ahora no hay ninguna espera señuelo. Falta: { $name }. `{ $command-skip }` con `who:{ $name }` pone fin a eso.
refusal-as-whom = { $names ->
    [none] ¿Quién actúa? Elige con `as:`.
   *[some] ¿Quién actúa? Elige con `as:` entre { $names }.
}
refusal-bad-time = “{ $value }” no es un momento del próximo año. Escribe una fecha como `24 Dec 18:00` o `24.12.`, un día como `tomorrow` o `next friday`, o un plazo como `3d` o `12h`.
refusal-date-unclear = “{ $value }” puede ser { $first } o { $second }: escribe la que quieres decir.
date = { $day } de { $month } de { $year }
month = { $month ->
    [1] enero
    [2] febrero
    [3] marzo
    [4] abril
    [5] mayo
    [6] junio
    [7] julio
    [8] agosto
    [9] septiembre
    [10] octubre
    [11] noviembre
   *[other] diciembre
}
refusal-other-weekday = “{ $value }” no existe: el { $first } es { $weekday }. Escribe el día que quieres decir.
weekday = { $weekday ->
    [1] lunes
    [2] martes
    [3] miércoles
    [4] jueves
    [5] viernes
    [6] sábado
   *[other] domingo
}
refusal-no-such-zone = No hay ninguna zona horaria “{ $value }”. Escríbela como `Europe/Berlin`, `Berlin` o `UTC+2`.{ $places ->
    [none] { "" }
   *[some] { " " }Las más parecidas son: { $places }.
}
refusal-zone-unclear = “{ $value }” no dice dónde estás ni cuándo cambia allí la hora. Escribe el lugar que tiene tu hora: { $places }.
refusal-bad-hours = “{ $value }” no son horas. Escríbelas como `22:00-8:00` o `10pm-8am`, o bien `none`.
refusal-which-character = ¿De qué personaje? Elige con `who:`.
refusal-nobody-stands-in = Nadie más juega con { $name ->
    [none] ese personaje
   *[some] { $name }
}.
refusal-nothing-to-undo = No hay nada que deshacer.
refusal-not-over = El combate no ha terminado todavía. `/log` muestra lo que ha pasado hasta ahora.
refusal-export-onlooker = No participas en este combate, así que recibes lo que todos han visto de él: `/export format:replay`, cuando haya terminado.
refusal-export-no-access = No ves el canal de este combate, así que no lo recibes.
refusal-nothing-to-take-back = No hay nada que puedas deshacer. Puedes deshacer tu última jugada hasta que se acabe tu tiempo o alguien más actúe o responda. El máster puede deshacer más.
refusal-no-record = Ese mensaje no cuenta nada de un combate que puedas consultar o deshacer.
refusal-undo-outdated = Entretanto ha pasado otra cosa. Elige de nuevo hasta dónde retrocedes.
refusal-nothing-to-redo = No hay nada deshecho que puedas recuperar.
refusal-leave-started = El combate ha empezado: { $name } ya no puede irse sin más.{ $nearest ->
    [none] { "" }
   *[some] { " " }Con `{ $nearest }` se escapa según las reglas.
} El máster puede retirar a cualquiera.
refusal-for-good = Solo `{ $command-take-back }` lo deshace, y solo hasta que actúe otra persona.

## Words in character, and following a fight

refusal-follow-plays = Participas en este combate y te enteras de todos modos.
refusal-voices-off = Los personajes no hablan en este servidor. Quien lo gestiona puede cambiarlo con `/words allow`.
refusal-speaker-hidden = Los jugadores no saben que { $name } está ahí. Muestra primero a { $name }: `/gm reveal`.
refusal-words-by-rule = Según las reglas de este combate, los jugadores solo hablan con `/say`.
refusal-words-missing = Di lo que tu personaje dice o hace.
refusal-words-too-long = Tus palabras son demasiado largas: caben { $most } caracteres.
refusal-no-own-words = No has escrito ahí palabras como personaje.
refusal-no-words = Nadie ha escrito estas palabras como personaje.
refusal-not-your-words = Solo quien escribió estas palabras puede cambiarlas.
refusal-words-no-access = No puedes escribir en el canal de este combate, así que tus palabras no pueden publicarse allí.
refusal-access-unknown = Discord no dice ahora qué puedes hacer en el canal de este combate. Inténtalo de nuevo en un momento, o allí.
