### Cards: lo que pasó, lo que se pregunta, y los rechazos que sus reglas explican mejor.
###
### Los números de los PNJ son `none` para quienes no los ven. $action es una acción en palabras.

## Palabras cortas

cards-harm-type = { $harm ->
    [phys] físico
   *[ment] mental
}
cards-count = { $count ->
    [0] ningún éxito
    [one] 1 éxito
    [many] { $count } éxitos
   *[other] { $count } éxitos
}
cards-dice = { $action ->
    [none] { $faces }
   *[some] { $action } { $faces }
}{ $notes ->
    [none] { "" }
   *[some] { " " }({ $notes })
} = { cards-count }

## Preparación

cards-assigned = { $who } va ahora con { $side }.
cards-grouped = { $name ->
    [none] { $who }: una carta para cada cual.
   *[some] { $who }: grupo { $name }, con una sola carta.
}
cards-ambush-set = { $side ->
    [none] Sin emboscada.
   *[some] Al acecho en una emboscada: { $side }{ $auto ->
        [yes] . Una carta más, sin prueba.
       *[no] .
    }
}
cards-deaf-set = { $is_on ->
    [yes] { $one } y { $other } no pueden oírse.
   *[no] { $one } y { $other } pueden oírse.
}
cards-raise = { $by ->
    [0] { $action } no necesita más éxitos que de costumbre
    [one] { $action } necesita 1 éxito más, salvo si la prueba la pide el máster
    [many] { $action } necesita { $by } éxitos más, salvo si la prueba la pide el máster
   *[other] { $action } necesita { $by } éxitos más, salvo si la prueba la pide el máster
}{ $darkness ->
    [yes] { " " }(oscuridad)
   *[no] { "" }
}
cards-raise-set = { $who ->
    [none] { cards-raise }.
   *[some] { $who }: { cards-raise }.
}
cards-fight-called = { $who } está a punto de atacar a { $target }: el máster empieza el combate con `{ $start }`. Aún no se tira nada.

## El terreno

cards-ground-exit = { $is ->
    [yes] salida
   *[no] sin salida
}
cards-ground-cover = { $dice ->
    [one] cobertura (1 dado)
    [many] cobertura ({ $dice } dados)
   *[other] cobertura ({ $dice } dados)
}
cards-ground-obstacle = { $maneuver ->
    [slow] obstáculo hacia { $to } (lenta{ cards-obstacle-test })
   *[fast] obstáculo hacia { $to } (rápida{ cards-obstacle-test })
}
cards-obstacle-test = { $action ->
    [none] { "" }
   *[some] , { $action } { $need }
}
cards-ground-items = en el suelo: { $items }
cards-zone-opened = Junto a { $of } hay una nueva zona: { $name }.
cards-obstacle-removed = El camino de { $zone } a { $to } está despejado.

## Cartas

cards-dealt = { $who } { $many ->
    [one] roba
    [many] roban
   *[other] roban
} de la baraja: { $cards }.
cards-extra-drawn = { $who } { $many ->
    [one] roba
    [many] roban
   *[other] roban
} una carta más ({ $card }) y { $many ->
    [one] conserva
    [many] conservan
   *[other] conservan
} { $kept }.
cards-ambush-settled = { $succeeded ->
    [yes] La emboscada sale bien para { $side }{ $bonus ->
        [0] .
        [one] : +1 dado en su primera maniobra.
        [many] : +{ $bonus } dados en su primera maniobra.
       *[other] : +{ $bonus } dados en su primera maniobra.
    }
   *[no] La emboscada sale mal para { $side }: los demás se dan cuenta y roban una vez más.
}
cards-ambush-bonus-lost = Lo que quedaba de la emboscada se pierde.
cards-hold-began = Nadie actúa todavía: se pueden intercambiar cartas (`{ $swap }`). Quien no quiera, pasa.
cards-ready = { $who } no quiere intercambiar.
cards-hold-ended = Ya no se intercambian cartas.
cards-swap-offered = { $from } ofrece a { $to } intercambiar cartas. La oferta caduca con la primera maniobra de la ronda.
cards-swap-declined = { $to } no acepta el intercambio con { $from }.
cards-swapped = { $swap ->
    [outmaneuver] Jugada maestra:{ " " }
   *[other] { "" }
}{ $who } y { $with } intercambian cartas. { $who } tiene ahora la carta { $other }, y la carta { $own } pasa a { $with }.
cards-swap-kept = { $who } no intercambia cartas.

## Turnos

cards-passed = { $who } termina el turno.
cards-auto-set = { $standing ->
    [ask] A { $who } se le preguntará si quiere { $reaction }.
    [fast] { $who } va a { $reaction } con la maniobra rápida sin que se le pregunte.
   *[never] { $who } no va a { $reaction } nunca.
}
# Una reacción como palabra de una frase: "no va a parar nunca".
cards-reaction = { $reaction ->
    [dodge] esquivar
    [parry] parar golpes
    [resist] resistir
    [break] zafarse
    [hold] retener
   *[chase] perseguir
}

## Jugadas. Lo que se anuncia no lleva punto: pueden seguir dos puntos y los dados.

cards-attacked = { $manner ->
    [weapon] { $who } ataca a { $target } con { $name }
    [thrown] { $who } arroja { $name } contra { $target }
    [spell] { $who } lanza { $name } contra { $target }
    [shove] { $who } intenta dar un empellón a { $target }
   *[grapple] { $who } intenta agarrar a { $target }
}
cards-break-tried = { $who } intenta zafarse de { $by }
cards-flee-tried = { $who } huye hacia { $exit }

## Dados. Cada 6 es un éxito.

cards-reacted = { $reaction ->
    [dodge] { $who } esquiva
    [parry] { $who } para el golpe
    [resist] { $who } resiste
    [break] { $who } forcejea
    [hold] { $who } no suelta
   *[chase] { $who } va detrás
}{ $is_slow ->
    [yes] { " " }con la maniobra lenta
   *[no] { "" }
}
cards-rolled = { $purpose ->
    [stabilise] { $who } atiende a quien agoniza
    [obstacle] { $who } se enfrenta al obstáculo
    [douse] { $who } combate el fuego
    [ambush] { $who } acecha
    [watch] { $who } vigila
    [fear] { $who } afronta el miedo
    [fire] { $who } arde
    [poison] { $who } combate el veneno
    [fall] { $who } cae
    [treatment] { $who } trata heridas
    [armour] Armadura de { $who }
    [cover] Cobertura de { $who }
   *[other] { $who }
}
cards-rolled-by-gm = { $purpose ->
    [poison] El veneno
   *[fall] La caída
}
cards-settled = Éxitos que quedan: { $left } de { $successes }, necesita { $need }: { $outcome }.
cards-verdict = { $is_hit ->
    [yes] { $manner ->
        [shove] EMPELLÓN
        [grapple] AGARRE
       *[other] ACIERTO
    }
   *[no] { $reaction ->
        [dodge] ESQUIVADO
        [parry] PARADO
        [resist] RESISTIDO
       *[none] FALLO
    }
}
cards-verdict-alone = Necesita { $need }: { $outcome }.
cards-tested = { $passed ->
    [yes] ÉXITO
   *[no] FRACASO
}{ $target ->
    [none] { "" }
   *[some] , con { $target }
}{ $text ->
    [none] { "" }
   *[some] , “{ $text }”
}
cards-bonus-saved = { $who } guarda un dado para la próxima tirada.
cards-attack-lost = { $who } no puede seguir con eso.
cards-bought = { $buy ->
    [damage] { $who } pone { $count ->
        [one] 1 éxito
        [many] { $count } éxitos
       *[other] { $count } éxitos
    } en daño.
   *[stress] { $who } lo convierte en estrés: el trauma es mental.
}

## Trauma

cards-harmed = { cards-cause }{ $amount ->
    [none] { $who } queda { cards-wound }.
   *[some] { $who } sufre { $amount } de trauma { cards-harm-type }.
}
cards-unharmed = { cards-cause }{ $who } no sufre trauma.
cards-cause = { $cause ->
    [fear] Miedo:{ " " }
    [fire] Fuego:{ " " }
    [poison] Veneno:{ " " }
    [fall] Caída:{ " " }
    [fatigue] Fatiga:{ " " }
    [pin] En el punto de mira:{ " " }
   *[other] { "" }
}
cards-wound = { $wound ->
    [unhurt] sin heridas
    [hurt] con heridas
    [badly-hurt] con heridas graves
   *[out] fuera de combate
}
cards-healed = { $amount ->
    [none] { $who } se recupera y queda { cards-wound }.
   *[some] { $who } se recupera: { $amount } menos de trauma { cards-harm-type }.
}
cards-fell-out = { $who } queda fuera de combate.
cards-critical-rolled = Lesión crítica de { $who }, d6 { $face }: { $critical ->
    [senseless] sin sentido hasta que acabe el combate
    [torn-muscle] desgarro muscular, −1 dado en pruebas de Fuerza
    [broken-arm] brazo roto, sin armas a dos manos
    [broken-leg] pierna rota, entrar en una zona cuesta la maniobra lenta
    [mortal] mortal: la muerte en tres rondas si nadie estabiliza (Estudio, en la misma zona)
    [fainted] desmayo hasta que acabe el combate
    [rattled] temblores, −1 dado en pruebas de Presencia
    [dread] pavor, valores de miedo +1
    [numb] insensibilidad, ningún dado por compañía en pruebas de miedo
   *[broken-mind] mente rota, un cambio para siempre que acuerdan el máster y quien juega
}.
cards-fate-set = { $fate ->
    [helpless] { $who } no puede defenderse.
    [dying] { $who } agoniza.
   *[dead] { $who } muere.
}
cards-stabilised = { $by } estabiliza a { $who }.
cards-dying = Aún agoniza: { $who }.

## Movimiento, estados y agarres

cards-moved = { $way ->
    [move] { $who } va de { $from } a { $to }.
    [crossed] { $who } cruza de { $from } a { $to }.
    [pushed] Un empujón lleva a { $who } a { $to }.
    [lured] Un engaño lleva a { $who } a { $to }.
    [chase] { $who } sigue corriendo a { $to }.
   *[placed] El máster coloca a { $who } en { $to }.
}
cards-closed-in = { $who } se acerca a { $with }.
cards-apart-set = { $is_on ->
    [yes] { $who } se pone aparte.
   *[no] { $who } ya no está aparte.
}
cards-cover-set = { $is_on ->
    [yes] { $who } se pone a cubierto.
   *[no] { $who } deja la cobertura.
}
cards-prone-set = { $is_on ->
    [yes] { $who } queda en el suelo.
   *[no] { $who } se levanta.
}
cards-pinned = { $who } está en el punto de mira: 1 de trauma al salir de la zona.
cards-gagged = { $who } no puede hablar: mordaza.
cards-hold-kept = { $by } no suelta a { $who }.
cards-helped = { $by } ayuda a { $who }: podrá usar la maniobra lenta en su próximo turno.
cards-flag-set = { $is_on ->
    [yes] { $who } está { cards-flag }.
   *[no] { $who } ya no está { cards-flag }.
}
cards-flag = { $flag ->
    [prone] en el suelo
    [apart] aparte
    [pinned] en el punto de mira
    [out] fuera de combate
    [dead] sin vida
    [shaken] en pánico
   *[helped] con ayuda
}
cards-flee-failed = { $is_chased ->
    [yes] Alcanzan a { $who }.
   *[no] { $who } no consigue escapar.
}

## Cosas y palabras

cards-equipped = { $items ->
    [none] { $who } tiene las manos vacías.
   *[some] { $who } tiene ahora en la mano: { $items }.
}
cards-item-knocked = A { $who } se le cae al suelo: { $item }.
cards-item-picked-up = { $who } recoge: { $item }.
cards-item-landed = Algo de { $who } queda en { $zone }: { $item }.
cards-said = { $text ->
    [none] { $is_shout ->
        [yes] { $who } grita.
       *[no] { $who } dice algo.
    }
   *[some] { $is_shout ->
        [yes] { $who } grita: “{ $text }”
       *[no] { $who }: “{ $text }”
    }
}
cards-interacted = { $text ->
    [none] { $who } hace algo aquí.
   *[some] { $who }: { $text }
}
cards-surveyed = { $questions ->
    [one] { $who } puede hacer 1 pregunta al máster.
    [many] { $who } puede hacer { $questions } preguntas al máster.
   *[other] { $who } puede hacer { $questions } preguntas al máster.
}

## Miedo, fuego, veneno

cards-fear-suggested = { $sources } { $count ->
    [one] da
    [many] dan
   *[other] dan
} miedo: puedes pedir una prueba de miedo (`{ $fear }`) para { $who }.
cards-feared = { $passed ->
    [yes] AGUANTA
   *[no] SIENTE MIEDO
}
cards-shaken = { $who } entra en pánico{ $is_repeated ->
    [yes] { " " }otra vez, y ahora{ " " }
   *[no] { " " }y{ " " }
}{ $how ->
    [flee] solo quiere huir
    [freeze] se bloquea
    [faint] se desmaya
   *[attack] solo quiere atacar { $source ->
        [none] lo que da miedo
       *[some] a { $source }
    }
}.
cards-caught-fire = { $is_repeated ->
    [yes] { $who } ya está en llamas, y prende otra vez ({ cards-fire }). Solo cuenta el fuego mayor.
   *[no] { $who } está en llamas ({ cards-fire }).
}
cards-fire = { $intensity ->
    [small] un fuego pequeño
    [medium] un fuego mediano
    [large] un fuego grande
   *[inferno] un infierno
}
cards-doused = { $saved ->
    [0] El fuego de { $who } no se reduce.
    [one] El fuego de { $who } se reduce en 1.
    [many] El fuego de { $who } se reduce en { $saved }.
   *[other] El fuego de { $who } se reduce en { $saved }.
}
cards-fire-out = El fuego de { $who } se apaga.
cards-poisoned = { $is_repeated ->
    [yes] { $who } sufre otro veneno más. Cada veneno sigue su curso.
   *[no] { $who } sufre un veneno.
}
cards-poisons-ended = { $who } ya no tiene ningún veneno.

## El final

cards-recovered = { $successes ->
    [0] { $who } descansa: el trauma leve desaparece.
    [one] { $who } recibe tratamiento: el trauma sana.
    [many] { $who } recibe tratamiento: el trauma sana.
   *[other] { $who } recibe tratamiento: el trauma sana.
}
cards-day-began = Empieza un nuevo día.

## Preguntas

cards-ask-reaction = { cards-attacked }. ¿Cómo reacciona { $target }?
cards-ask-hold = { $held } intenta zafarse de { $who }.
cards-ask-chase = { $runner } huye: ¿va { $who } detrás?
cards-ask-extras = { $who } tiene { $left ->
    [one] 1 éxito
    [many] { $left } éxitos
   *[other] { $left } éxitos
} para gastar contra { $target }.
cards-ask-swap = { $who } ha superado a { $attacker } y puede intercambiar cartas.
cards-ask-fate = { $target } ha caído. { $who } elige qué pasa ahora.
cards-ask-shaken = { $who } siente miedo{ $source ->
    [none] { "" }
   *[some] { " " }de { $source }
}. ¿Qué hace { $who }?
cards-ask-end = { $left ->
    [none] No queda nadie en pie.
   *[some] Solo queda en pie un bando: { $left }.
} ¿Ha terminado el combate?

## Respuestas, como etiquetas. Lo que sigue a un punto las explica.

cards-answer = { $verb ->
    [parry] Parar
    [dodge] Esquivar
    [resist] Resistir
    [break] Zafarte
    [hold] Retener
    [chase] Perseguir con { $action }
    [take-it] Encajarlo
    [no] Dejar que se vaya
    [damage] Daño · { $count ->
        [one] 1 éxito
        [many] los { $count }
       *[other] los { $count }
    }
    [outmaneuver] Jugada maestra · tomar la carta { $card }
    [stress] Estrés · trauma mental
    [push] Empujar hacia { $zone }
    [apart] Apartar · alejar de todos
    [throw-down] Derribar · al suelo
    [disarm] Desarmar: { $item }
    [pin] Punto de mira · 1 de trauma al salir de la zona
    [gag] Amordazar · no puede hablar
    [enough] Basta
    [swap] Intercambiar · tomar la carta { $card }
    [keep] Conservar · no intercambiar
    [helpless] Queda sin defensa
    [dying] Agoniza
    [dead] Muere
    [flee] Huir · y nada más
    [freeze] Bloquearte · sin turno
    [faint] Desmayarte · sin turno, al suelo
    [attack] Atacar · y nada más
    [confirm] Terminar el combate
    [go-on] Seguir luchando
   *[other] { $named }
}{ $is_slow ->
    [none] { "" }
    [yes] { " " }con mi maniobra lenta
   *[no] { " " }· mi maniobra rápida
}

## Rechazos

refusal-too-late-CARDS-SWAP-2 = Solo se pueden intercambiar cartas antes de la primera maniobra de una ronda.
refusal-not-your-turn-CARDS-INIT-1 = El combate no ha empezado.
refusal-lapses-CARDS = Esa sería la primera maniobra de la ronda: caducaría la oferta abierta de intercambiar cartas (de { $names }).
refusal-not-your-turn-CARDS-SWAP-2 = Nadie actúa antes de que acabe el tiempo de intercambios.
refusal-condition-forbids = { $because ->
    [none] Tu estado lo impide.
    [cannot-talk] { $name ->
        [none] Para eso hay que poder hablar con la otra persona.
       *[some] Para eso hay que poder hablar con { $name }, y al revés.
    }
    [has-tried] Ya has intentado zafarte en este turno.
    [held] Estás bajo agarre: zafarte, parar o gritar es lo que cabe.
    [held-gagged] Estás bajo agarre y con mordaza: zafarte o parar es lo que cabe.
    [held-burning] Estás bajo agarre y en llamas: zafarte o gritar es lo que cabe.
    [held-gagged-burning] Estás bajo agarre, con mordaza y en llamas: solo cabe zafarte.
    [burning] Estás en llamas: apaga el fuego, huye o grita. Si estás bajo agarre, también puedes zafarte.
    [prone] Estás en el suelo: levántate antes.
    [gagged] Tienes una mordaza y no puedes hablar.
    [shaken] El miedo lo impide: estás en pánico.
    [severe-harm] Con trauma grave necesitas la ayuda de un aliado para las maniobras lentas.
    [broken-arm] Con un brazo roto no puedes usar armas a dos manos.
   *[other] Tu estado lo impide: { $condition }.
}
refusal-no-slot = No te queda ninguna maniobra con la que pagarlo.
refusal-no-slot-CARDS-GRAP-4 = { $because ->
    [slow] Tu maniobra rápida está gastada. `slow:true` paga con la lenta.
   *[other] No te queda ninguna maniobra con la que pagarlo.
}
refusal-no-slot-CARDS-TURN-3 = La maniobra para eso está gastada: una lenta necesita el hueco lento; una rápida usa cualquiera de los dos.
refusal-not-in-hand-CARDS = No tienes eso en la mano.
refusal-bad-target-CARDS-SWAP-1 = { cards-target } no puede intercambiar cartas contigo ahora.
refusal-bad-target-CARDS-GRAP-4 = Nadie te agarra.
refusal-bad-target-CARDS-GRAP-6 = No agarras a nadie.
refusal-bad-target-CARDS-MOVE-2 = { $because ->
    [there] Ya estás ahí.
    [gone] { cards-target } ya no está en el combate.
   *[other] { refusal-bad-target }
}
refusal-bad-target-CARDS-MOVE-3 = Aquí no hay ningún sitio libre con cobertura.
refusal-bad-target-CARDS-MOVE-4 = Tienes dos manos: lo que tomes debe caber en ellas, y no ser lo que ya tienes.
refusal-bad-target-CARDS-MOVE-5 = Ya estás de pie.
refusal-bad-target-CARDS-SKILL-1 = { $because ->
    [nobody-else] { cards-target } no vale para eso: elige a otra persona del combate.
    [action] Esa acción no existe.
   *[lure] { cards-target } no es alguien a quien puedas atraer así: elige a un enemigo, con finesse o intimidate.
}
refusal-bad-target-CARDS-FLEE-1 = Puedes huir con finesse o sneak, según permita el máster.
refusal-bad-target-CARDS-FIRE-4 = { cards-target } no está en llamas.
refusal-bad-target-CARDS-POIS-3 = { $because ->
    [gone] { cards-target } ya no está en el combate, o ya no vive.
   *[other] { cards-target } no tiene ningún veneno.
}
refusal-bad-target-CARDS-HARM-4 = { cards-target } no necesita tu ayuda ahora.
refusal-bad-target-CARDS-HARM-5 = { cards-target } no agoniza.
refusal-out-of-range-CARDS-ATK-2 = { cards-target } está demasiado cerca o demasiado lejos para eso.
refusal-not-closed-in = { cards-target } no está a tu alcance: acércate antes.
refusal-no-path = No hay camino hasta allí.
refusal-no-path-CARDS-ZONE-3 = { $zone ->
    [none] En esa zona
   *[some] En { $zone }
} no se puede entrar desde aquí: no linda con esta, o hay algo en medio.
refusal-no-path-CARDS-FLEE-2 = { $zone ->
    [none] No hay por dónde salir: todos los caminos hacia una salida están cortados o en manos de un enemigo.
   *[some] { $names ->
        [none] Ahora no puedes salir por { $zone }, y no hay otra salida abierta.
       *[some] Ahora no puedes salir por { $zone }. Puedes huir hacia: { $names }.
    }
}
refusal-deck-empty = Solo hay diez cartas: haz que más PNJ compartan una (`/scene group`), o saca a alguien.
refusal-bad-setup-CARDS-INIT-2 = Las cartas van del 1 al 10, cada una una sola vez.
cards-target = { $name ->
    [none] Ese objetivo
   *[some] { $name }
}

## Jugadas, como etiquetas

cards-act-accept = Aceptar el intercambio de { $target }
cards-act-assist = Ayudar a { $target }
cards-act-attack = { $thrown ->
    [yes] Arrojar { $weapon } contra { $target }
   *[no] { act-attack }
}
cards-act-auto = { $reaction ->
    [dodge] Esquivar
    [parry] Parar
    [resist] Resistir
    [break] Zafarte
    [hold] Retener
   *[chase] Perseguir
}: { $order ->
    [ask] preguntarme
    [fast] usar la maniobra rápida
   *[never] nunca
}
    .all = Órdenes permanentes
cards-act-break = Zafarte{ $slow ->
    [yes] { " " }con mi maniobra lenta
   *[no] { "" }
}
cards-act-decline = Rechazar el intercambio de { $target }
cards-act-douse = Apagar el fuego{ $target ->
    [none] { "" }
   *[some] { " " }de { $target }
}
cards-act-equip = { $item ->
    [none] Guardarlo todo
   *[some] { act-equip }
}
cards-act-flee = Huir{ $exit ->
    [none] { "" }
   *[some] { " " }por { $exit }
}{ $action ->
    [none] { "" }
   *[some] { " " }({ $action-name })
}
cards-act-move = { $apart ->
    [yes] Ponerte aparte
   *[no] { $near ->
        [none] { act-move }
       *[some] Acercarte a { $near }
    }
}
cards-act-shout = Gritar{ saying }
cards-act-shove = Dar un empellón a { $target }
# Se influye en un objetivo, se estabiliza a quien yace, se atrae a alguien a una zona; o se llega a una
# zona por encima de un obstáculo, o se hace otra cosa.
cards-act-skill = { $target ->
    [none] { $zone ->
        [none] { $action ->
            [none] Otra acción
           *[some] Otra acción ({ $action-name })
        }
       *[some] Cruzar a { $zone }{ $action ->
            [none] { "" }
           *[some] { " " }({ $action-name })
        }
    }
   *[some] { $zone ->
        [none] { $action ->
            [study] Estabilizar a { $target }
           *[other] { $action-name }: { $target }
        }
       *[some] Atraer a { $target } a { $zone } ({ $action-name })
    }
}
    .all = Usar una habilidad
cards-act-swap = Ofrecer a { $target } un intercambio de cartas
    .all = Intercambiar
