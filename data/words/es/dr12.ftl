### DR12: lo que pasó, lo que se pregunta, y los rechazos que sus reglas explican mejor.
###
### $side es `party` o `enemy`. Los números de los PNJ son `none` para quienes no los ven.

## Rondas, bloques y turnos

dr12-joined = { $side ->
    [party] { $who } se une al grupo.
   *[enemy] { $who } se une a los enemigos.
}
dr12-surprise-set = { $side ->
    [party] El ataque sorprende al grupo.
    [enemy] El ataque sorprende a los enemigos.
   *[none] Nadie sorprende a nadie.
}
dr12-side-rolled = { $first ->
    [party] Dado de bando d6 { $face }: el grupo actúa primero.
   *[enemy] Dado de bando d6 { $face }: los enemigos actúan primero.
}
dr12-initiative-rolled = { $who }: iniciativa { $dice }.
dr12-block-began = { $side ->
    [party] Actúa el grupo.
   *[enemy] Actúan los enemigos.
}
dr12-block-passed = Los demás de este bando pasan.
dr12-passed = { $who } pasa.

## El terreno

dr12-ground-limit = sitio para { $limit }
dr12-ground-hazard = { $secret ->
    [yes] peligro secreto ({ $attribute }, DR { $dr })
   *[no] peligro ({ $attribute }, DR { $dr })
}
dr12-ground-start = { $side ->
    [party] inicio del grupo
   *[enemy] inicio de los enemigos
}
dr12-ground-exit = { $side ->
    [party] salida del grupo
   *[enemy] salida de los enemigos
}

## Jugadas. Lo que se anuncia no lleva punto: pueden seguir dos puntos y la prueba.

dr12-attacked = { $who } ataca a { $target } con { $weapon }{ dr12-free }
dr12-free = { $free ->
    [yes] , un ataque gratuito
   *[no] { "" }
}
dr12-cast = { $who } lanza { $spell } contra { $target }
dr12-stunt-tried = { $kind ->
    [push] { $who } intenta empujar a { $target }
    [grapple] { $who } intenta agarrar a { $target }
   *[other] { $text ->
        [none] { $who } intenta una proeza contra { $target }
       *[some] { $who } intenta una proeza contra { $target }, “{ $text }”
    }
}
dr12-parley-tried = { $who } intenta parlamentar con { $target }
dr12-hazard-struck = { $who } se topa con el peligro de { $zone }

## Pruebas

dr12-test = { $what ->
    [attack] { $who } ataca
    [avoid] { $who } intenta evitarlo
    [cast] { $who } conjura
    [parley] { $who } parlamenta
    [recover] { $key ->
        [ongoing] { $who } hace una prueba contra el daño continuado
       *[other] { $who } hace una prueba para librarse de { $ailment }
    }
    [resist] { $who } hace frente a { $ailment }
    [hazard] { $who } hace una prueba
    [morale] { $who } prueba su moral
   *[other] { $who } lo intenta
}
dr12-verdict = { $passed ->
    [yes] { $what ->
        [attack] ACIERTO
        [avoid] LO EVITA
        [resist] RESISTE
        [hazard] LO EVITA
       *[other] ÉXITO
    }
   *[no] { $what ->
        [attack] FALLO
        [avoid] NO LO EVITA
        [resist] NO RESISTE
        [hazard] NO LO EVITA
       *[other] FRACASO
    }
}
dr12-bent = Próxima prueba de { $who }: { $next }.
dr12-bent-dr = DR { $dr }
dr12-bent-advantage = ventaja
dr12-bent-disadvantage = desventaja
dr12-succeeds = { $who } lo consigue.

## Daño y trabas

dr12-lost = { dr12-cause }{ $who } pierde { $amount } PV: ahora { $left }.
dr12-lost-some = { dr12-cause }{ $who } queda { dr12-wound }.
dr12-cause = { $cause ->
    [ongoing] Daño continuado:{ " " }
    [hazard] Peligro:{ " " }
   *[other] { "" }
}
dr12-wound = { $wound ->
    [unhurt] sin heridas
    [hurt] con heridas
    [badly-hurt] con heridas graves
   *[down] fuera de combate
}
dr12-healed = { $amount ->
    [none] { $who } se recupera y queda { dr12-wound }.
   *[some] { $who } recupera { $amount } PV: ahora { $left }.
}
dr12-ailing = { $is_repeated ->
    [yes] { $key ->
        [ongoing] { $who } ya sufre daño continuado. No se suma: desde ahora vale el nuevo{ dr12-cured-by }.
       *[other] { $who } ya sufre { $ailment }. No se suma: desde ahora vale lo nuevo{ dr12-cured-by }.
    }
   *[no] { $key ->
        [ongoing] { $who } sufre daño continuado{ dr12-cured-by }.
       *[other] { $who } sufre { $ailment }{ dr12-cured-by }.
    }
}
dr12-cured-by = { $cure ->
    [none] { "" }
   *[some] { " " }({ $cure })
}
dr12-cure = { $bound ->
    [yes] termina con { $attribute }, DR { $dr }, gastando la acción
   *[no] termina con { $attribute }, DR { $dr }
}
dr12-recovered = { $key ->
    [ongoing] Termina el daño continuado de { $who }.
   *[other] { $who } ya no sufre { $ailment }.
}

## Movimiento

dr12-moved = { $way ->
    [move] { $who } va de { $from } a { $to }.
    [dash] { $who } corre de { $from } a { $to }.
    [pushed] Un empujón lleva a { $who } a { $to }.
   *[placed] El máster coloca a { $who } en { $to }.
}
dr12-disengaged = { $who } se destraba: nadie puede golpear cuando { $who } se aleje en este turno.
dr12-fled = { $who } huye del combate.

## Cosas

dr12-marked = { $marks ->
    [1] { dr12-mark }
    [2] { dr12-mark }
    [one] { dr12-mark }
    [many] { dr12-mark }
   *[other] { $who }: tercera marca de uso en su { $item }, que se rompe.
}
dr12-mark = { $who }: marca de uso { $marks } de 3 en su { $item }.
dr12-shield-sacrificed = { $who } sacrifica su { $item }: para el ataque y se destruye.
dr12-item-lands = Acaba en { $zone }: { $item }.
dr12-item-taken = { $who } recoge: { $item }.
dr12-item-retrieved = { $who } saca su { $item } de la mochila.
dr12-item-drawn = { $who } empuña su { $item }.
dr12-item-stowed = { $who } guarda su { $item }.

## Parlamento, reacción y moral

dr12-parley-refused = { $target } se niega.
dr12-parley-accepted = { $target } acepta.
dr12-reaction = Reacción de { $npcs }: d10 { $face }, { $attitude ->
    [hostile] hostil
    [wary] con recelo
    [curious] con curiosidad
    [kind] amable
   *[helpful] servicial
}.
dr12-start-offered = `{ $start }` empieza el combate.
dr12-morale-suggested = { $why ->
    [half-out] La mitad de los enemigos está fuera de combate
    [leader-fell] Ha caído el líder de los enemigos
   *[last-at-half] El último enemigo tiene heridas graves
}: puedes pedir pruebas de moral (`{ $morale }`).
dr12-mood-set = { $mood ->
    [fighting] { $who } vuelve a luchar.
    [fleeing] { $who } quiere huir.
   *[parleying] { $who } quiere parlamentar.
}

## El final

dr12-wear-rolled = { $who }: desgaste de su { $item }, d6 { $face }{ $holds ->
    [yes] , sin daño
   *[no] { "" }
}.
dr12-fate-rolled = Qué es de { $who }: d6 { $face }.
dr12-scarred = { $scar ->
    [knocked-out] { $who } solo perdió el conocimiento.
    [shaken] { $who } tiene desventaja en todas las pruebas durante una hora.
    [weak-for-a-day] { $who } tiene −2 en FUE, DES y CON durante un día.
    [crippled] { $who } tiene −2 en { $attribute } para siempre.
    [disfigured] { $who } tiene −2 en CAR para siempre.
    [dead] { $who } ha muerto.
   *[lost] No se pudo rescatar a { $who }: paradero desconocido.
}

## Preguntas

dr12-ask-avoid = { $attacker } ataca a { $who } con { $weapon }{ dr12-free }. Para evitarlo: una prueba de { $attribute }.
dr12-ask-shield = { $attacker } está a punto de acertar a { $who } con { $weapon }. Esto puede pararlo, pero se destruye: { $shield }.
dr12-ask-free-attack = { $mover } se aleja. { $who } puede hacer un ataque gratuito.
dr12-ask-stunt = { $who } intenta una proeza contra { $target }{ saying }. { dr12-ask-ruling }
dr12-ask-skill = { $who } intenta otra cosa{ saying }. { dr12-ask-ruling }
dr12-ask-ruling = Propuesta: { $attribute }, DR 12. Elige el atributo, la DR y lo que consigue un éxito.
dr12-ask-parley = { $target } escucha a { $who }. ¿Qué responde { $target }?
dr12-ask-cripple = { $who } queda con una lesión. ¿Qué atributo baja 2 para siempre?

## Respuestas, como etiquetas

dr12-answer = { $verb ->
    [sacrifice-shield] Sacrificar el escudo · se destruye
    [take-it] Encajar el golpe
    [strike] Atacar
    [let-go] Dejar que se vaya
    [accept] Aceptar · tregua
    [morale] Prueba de moral · si falla, huye
    [refuse] Negarse
   *[other] { $named }
}
dr12-answer-avoid = { $attribute ->
    [none] Evitarlo
   *[some] Evitarlo (prueba de { $attribute })
}
dr12-answer-morale-to-parley = Prueba de moral para parlamentar · si falla, parlamenta
dr12-answer-bare-rule = Decidir
dr12-answer-lower = Bajar { $attribute }
dr12-answer-rule = { $is_proposed ->
    [yes] Como se propone · { $attribute }, DR { $dr }
   *[no] { $condition ->
        [none] Decidir · { $attribute }, DR { $dr }
       *[some] Decidir · { $attribute }, DR { $dr }, { $condition }
    }
}

## Lo que pide una decisión

dr12-form-attribute = Atributo
    .example = str (FUE), dex (DES), con, int, wis (SAB) o cha (CAR)
dr12-form-dr = DR
    .example = 5 trivial, 8 fácil, 12 normal, 15 difícil, 19 muy difícil
dr12-form-effect = Qué consigue un éxito, en palabras
    .example = la arena le ciega los ojos
dr12-form-ailment = Traba para el objetivo
    .example = none, weakened, distracted, stuck, paralysed, ongoing
dr12-form-cure = Atributo que termina la traba
    .example = con

## Rechazos

refusal-hindered-DR12 = { $because ->
    [stuck] Sufres Inmovilidad: ni movimiento, ni carrera, ni huida.
    [distracted] Sufres Distracción: ninguna acción.
    [paralysed] Sufres Parálisis: ni movimiento ni acciones.
    [fleeing] Quien huye solo puede moverse, por el camino más corto hacia una salida.
    [parleying] Quien parlamenta no ataca.
   *[other] Tu estado lo impide.
}
refusal-bad-target-DR12-ATK-1 = { dr12-target } no es alguien a quien puedas atacar: elige a un enemigo en pie.
refusal-bad-target-DR12-ACT-4 = { dr12-target } no está de tu lado: elige a un aliado.
refusal-bad-target-DR12-ACT-6 = { dr12-target } no es alguien con quien puedas parlamentar: elige un PNJ enemigo.
refusal-bad-target-DR12-STUNT-2 = { dr12-target } sufre Inmovilidad y no se le puede empujar.
refusal-bad-target-DR12-OOA-1 = { dr12-target } está fuera de combate.
refusal-bad-target-DR12-RCT-1 = { dr12-target } es un personaje jugador: solo los PNJ tienen reacción.
refusal-bad-target-DR12-MORALE-2 = { dr12-target } es un personaje jugador: solo los PNJ prueban su moral.
refusal-bad-target-DR12-HIND-1 = { dr12-target } no tiene ese estado: { $condition }.
refusal-bad-target-DR12-HIND-3 = No hay nada ligado a una acción de lo que recuperarse: { $condition }.
dr12-target = { $name ->
    [none] Ese objetivo
   *[some] { $name }
}
refusal-no-move-DR12-FLEE-2 = Ya has usado el movimiento y la acción de este turno.
refusal-not-in-hand-DR12-CAST-1 = No conoces ese conjuro.
refusal-not-in-hand-DR12-ATK-9 = { $because ->
    [no-such-attack] No tiene ningún ataque con ese nombre.
   *[other] No tienes esa arma en las manos: empúñala, o ataca con las manos desnudas (`unarmed`).
}
refusal-not-in-hand-DR12-ACT-2 = Eso no está en tu mochila.
refusal-not-in-hand-DR12-ACT-3 = Eso no está en tus manos, ni listo, ni en el suelo de aquí. Si está en tu mochila, sácalo antes.
refusal-not-in-hand-DR12-ACT-4 = { refusal-not-in-hand-DR12-ACT-3 }
refusal-broken-DR12-CAST-2 = Ese conjuro tiene tres marcas: descansa antes de volver a lanzarlo.
refusal-broken-DR12-USE-1 = Está roto: tiene tres marcas de uso. Solo puedes repararlo fuera del combate.

## Jugadas, como etiquetas

dr12-act-disengage = Destrabarte
dr12-act-draw = Empuñar { $item }
dr12-act-give = Dar { $item } a { $target }
dr12-act-parley = Parlamentar con { $target }
dr12-act-push = Empujar a { $target } hacia { $zone }
dr12-act-recover = Librarte de: { $hindrance ->
    [ongoing] Daño continuado
    [weakened] Debilidad
    [distracted] Distracción
    [stuck] Inmovilidad
    [paralysed] Parálisis
   *[none] una traba
}
dr12-act-retrieve = Sacar { $item }
    .all = Sacar
dr12-act-skill = Otra acción{ dr12-act-by }
    .all = Usar una habilidad
dr12-act-stunt = Proeza contra { $target }{ dr12-act-by }
dr12-act-by = { $attribute ->
    [none] { "" }
   *[some] { " " }({ $attribute-name })
}
dr12-act-take = Recoger { $item }
    .all = Recoger
