### Factions: lo que pasó, lo que se pregunta, y los rechazos que sus reglas explican mejor.
###
### Los números de los PNJ son `none` para quienes no los ven.

## Rondas, huecos y turnos

fact-joined = { $who } se une a la facción { $faction }.
fact-assigned = { $group ->
    [none] { $who } es de la facción { $faction }.
   *[some] { $who } es de la facción { $faction }, grupo { $group }.
}
fact-alliance-set = { $is_on ->
    [yes] { $one } y { $other } son facciones aliadas.
   *[no] { $one } y { $other } son facciones enemigas.
}
fact-captain-named = { $who } está al mando.
fact-initiative-set = La facción { $faction } va primero{ fact-rolled }.
fact-rolled = { $face ->
    [none] { "" }
   *[some] { " " }(tirada: { $face })
}
fact-first-set = La facción { $faction } tiene el primer hueco.
fact-ambush-began = Emboscada: solo actúan quienes se esconden.
fact-ambush-ended = La emboscada ha terminado.
fact-fast-began = Fase rápida, d20 { $threshold }: actúa quien tiene ING { $threshold } o más.
fact-slow-began = Fase lenta.
fact-slot-passed = { $how ->
    [skipped] Nadie actúa por la facción { $faction }: pasa.
   *[all] La facción { $faction } pasa.
}
fact-pass-pressed = { $who } no va a actuar en este hueco.
fact-stretch-ended = Pasa un lapso de tiempo.
fact-listed-broken = Con la moral rota: { $who }.
fact-listed-surrendered = Se han rendido: { $who }.

## El terreno

fact-border = el borde de { $zone } y { $border }
fact-ground-tag = { $tag ->
    [cover] cobertura
    [obscured] poca visibilidad
    [barrier] barrera
    [hard] terreno difícil
   *[exit] salida
}
fact-ground-hazard = peligro ({ $damage })

## Ataques. Lo que se anuncia no lleva punto: pueden seguir dos puntos y la salvación.

# $name es el arma, o cómo se llama la maniobra.
fact-attacked = { $is_counter ->
    [yes] { $who } contraataca: { fact-does }
   *[no] { $who } { fact-does }
}{ $is_opportunity ->
    [yes] , un ataque de oportunidad
   *[no] { "" }
}{ $hold_back ->
    [yes] , conteniéndose
   *[no] { "" }
}{ $indirect ->
    [yes] , indirecto
   *[no] { "" }
}
fact-does = { $manner ->
    [weapon] ataca a { $target } con { $name }
    [disarm] intenta desarmar a { $target } ({ $name })
    [grapple] intenta agarrar a { $target }
    [manoeuvre] intenta { $name } contra { $target }
   *[final-blow] da el golpe de gracia a { $target }
}
fact-blasted = { $who } golpea todo en { $zone }{ $weapon ->
    [none] { "" }
   *[some] { " " }con { $weapon }
}{ $targets ->
    [none] { "" }
   *[some] : { $targets }
}
fact-deviated = { $zone ->
    [none] La explosión se desvía y no alcanza nada.
   *[some] La explosión se desvía y cae en { $zone }{ fact-rolled }.
}
fact-hits = { $who } acierta a { $target }
fact-damage = { $damage }{ $is_impaired ->
    [yes] { " " }(reducido)
   *[no] { "" }
}
fact-poison-rolled = Veneno, { $damage }
fact-attack-lost = { $target ->
    [none] El ataque de { $who } ya no llega.
   *[some] El golpe de { $who } a { $target } ya no llega.
}

## Salvaciones

fact-saved = salvación de { $ability } { $result }
fact-saves = { $what ->
    [poison] { $who } resiste el veneno
    [dodge] { $who } intenta esquivar
    [disarm] { $who } resiste
    [grapple] { $who } resiste
    [manoeuvre] { $who } resiste
   *[other] { $who }
}
fact-or-less = { $value } o menos
fact-verdict = { $passed ->
    [yes] { $what ->
        [hit] ACIERTO
        [dodge] ESQUIVA
        [disarm] RESISTE
        [grapple] RESISTE
        [manoeuvre] RESISTE
        [poison] RESISTE
        [break] SE ZAFA
       *[other] ÉXITO
    }
   *[no] { $what ->
        [hit] FALLO
        [dodge] NO ESQUIVA
        [disarm] NO RESISTE
        [grapple] NO RESISTE
        [manoeuvre] NO RESISTE
        [poison] NO RESISTE
        [break] NO SE ZAFA
       *[other] FRACASO
    }
}
fact-group-saved = { $what ->
    [morale] Moral
    [chase] La persecución
   *[other] Todos juntos
}, salvación de { $ability } d20 { $face }: { $members }.
fact-group-saved-one = { $who }{ $value ->
    [none] { "" }
   *[some] { " " }({ $value })
} { $passed ->
    [yes] ÉXITO
   *[no] FRACASO
}

## Salud

fact-lost = { fact-cause }{ $who } pierde { $amount } de salud: ahora { $left }.
fact-lost-some = { fact-cause }{ $who } queda { fact-wound }.
fact-cause = { $cause ->
    [poison] Veneno:{ " " }
    [hazard] Peligro:{ " " }
   *[other] { "" }
}
fact-wound = { $wound ->
    [unhurt] sin heridas
    [hurt] con heridas
    [half-or-less] con la mitad de la salud o menos
   *[down] fuera de combate
}
fact-died = { $who } ha muerto.
fact-healed = { $amount ->
    [none] { $who } se recupera y queda { fact-wound }.
   *[some] { $who } recupera { $amount } de salud: ahora { $left }.
}
fact-poison-ended = { $who } ya no tiene veneno.

## Proezas, y quién protege a quién

fact-stunt-offered = { $who } ofrece a { $target } { fact-stunt }.
fact-stunt = { $text ->
    [none] una proeza en lugar de daño
   *[some] esto en lugar de daño: “{ $text }”
}
fact-stunt-refused = El máster no admite la proeza de { $who }: el ataque sigue.
fact-stunt-declined = { $target } no acepta y afronta el ataque.
fact-stunt-taken = { $text ->
    [none] { $target } acepta la proeza.
   *[some] { $target } acepta. La proeza: { $text }
}
fact-hid-behind = { $who } se pone detrás de { $behind }.
fact-shelter-refused = { $by } no hace de escudo para { $who }.
fact-guarded = { $who } se pone en medio para proteger a { $target }.

## Movimiento, esconderse y persecuciones

fact-dashed = { $who } corre y puede moverse dos veces más.
fact-moved = { $way ->
    [move] { $who } va{ fact-from } a { $to }.
    [sneak] { $who } va con sigilo{ fact-from } a { $to }.
    [dragged] Arrastran a { $who } a { $to }.
    [shoved] Un empellón lleva a { $who } a { $to }.
    [placed] El máster coloca a { $who } en { $to }.
   *[reached] { $who } está en { $to }.
}
fact-from = { $from ->
    [none] { "" }
   *[some] { " " }de { $from }
}
fact-covered = { $is_on ->
    [yes] { $who } se pone tras la barrera.
   *[no] { $who } deja la barrera.
}
fact-concealed = { $who } se esconde.
fact-revealed = { $who } sale de su escondite.
fact-hide-tried = { $who } quiere esconderse{ saying }.
fact-hide-refused = { $who } no puede esconderse ahora; no se gasta nada.
fact-left = { $who } sale del mapa por { $exit }.
fact-pursued = { $pursuers ->
    [none] La facción { $faction } deja ir a { $leavers }.
   *[some] La facción { $faction } persigue a { $leavers }: { $pursuers }.
}
fact-reached = La persecución alcanza a { $who }.

## Cosas

fact-held = { $is_on ->
    [yes] { $who } empuña su { $item }.
   *[no] { $who } guarda su { $item }.
}
fact-item-let-fall = A { $who } se le cae al suelo: { $item }.
fact-coated = { $who } unta de veneno su { $item }.
fact-reloaded = { $who } recarga su { $item }.
fact-worn = { $state ->
    [intact] Una pieza del equipo de { $who } sigue intacta: { $item }.
    [damaged] Una pieza del equipo de { $who } queda dañada: { $item }.
   *[destroyed] Una pieza del equipo de { $who } se destruye: { $item }.
}
fact-durability-rolled = Durabilidad del equipo de { $who } ({ $item }): d6 { $face }{ $holds ->
    [yes] , sin daño
   *[no] { "" }
}.
fact-durability-ordered = { $is_on ->
    [yes] Tras el combate se tira por el equipo de { $who }.
   *[no] Tras el combate no se tira por el equipo de { $who }.
}

## Qué es de la gente

fact-shoved = { $by } da un empellón a { $who }.
fact-interacted = { $who }: { $text }
fact-steadied = { $who } se mantiene firme.
fact-broke = A { $who } se le rompe la moral.
fact-surrendered = { $is_forced ->
    [yes] { $who } no tiene adónde ir y se rinde.
   *[no] { $who } se rinde.
}
fact-rallied = { $who } ya no se rinde, y vuelve a luchar a partir de la próxima ronda.
fact-flag-set = { $is_on ->
    [yes] { $who } está { fact-flag }.
   *[no] { $who } ya no está { fact-flag }.
}
fact-flag = { $flag ->
    [unseen] fuera de la vista
    [cover] a cubierto
    [obscured] donde hay poca visibilidad
    [hard] en terreno difícil
    [barrier] tras una barrera
    [concealed] tras un escondite
    [broken] con la moral rota
    [steady] firme
    [surrendered] fuera del combate por rendición
    [poisoned] con veneno
   *[dead] sin vida
}
fact-noticed-set = { $is_on ->
    [yes] { $by } sabe de { $who }.
   *[no] { $by } no sabe de { $who }.
}
fact-manoeuvre-added = Una maniobra nueva, { $name }: salvación de { $save } o { $effect }.

## Preguntas

fact-ask-stunt-approval = { $text ->
    [none] { $who } quiere intentar una proeza contra { $target } en lugar de daño. ¿Lo apruebas?
   *[some] { $who } quiere hacerle esto a { $target } en lugar de daño: “{ $text }”. ¿Lo apruebas?
}
fact-ask-stunt = { $attacker } ofrece a { $who } { fact-stunt }. Si { $who } no acepta, el ataque sigue.
fact-ask-stunt-offer = { $who } acierta a { $target } y puede ofrecer una proeza en lugar de daño.
fact-ask-reaction = { fact-against } ¿Qué hace { $target }?
fact-ask-guard = { fact-against } { $who } puede ponerse en medio.
fact-against = { $manner ->
    [weapon] { $attacker } acierta a { $target } con { $name }
    [disarm] { $attacker } está a punto de desarmar a { $target } ({ $name })
    [grapple] { $attacker } está a punto de agarrar a { $target }
    [manoeuvre] { $attacker } intenta { $name } contra { $target }
   *[final-blow] { $attacker } está a punto de matar a { $target }
}{ $is_opportunity ->
    [yes] { " " }(un ataque de oportunidad).
   *[no] { "." }
}
fact-ask-consent = { $target } quiere ponerse detrás de { $who } ante el ataque de { $attacker }.
fact-ask-opportunity = { $mover } se aleja. { $who } puede golpear.
fact-ask-hide-approval = { $who } quiere esconderse{ saying }. ¿Lo permites?
fact-ask-pursuit = Salieron del mapa: { $leavers }. ¿Va detrás la facción { $faction }?
fact-ask-ruling = { $who } intenta algo{ saying }. Propuesta: una salvación de { $ability }.

## Lo que pide el formulario de una pregunta

fact-form-ability = Aptitud de la salvación
    .example = str (FUE), agi (AGI) o wit (ING)
fact-form-effect = Qué consigue un éxito, en palabras
    .example = la puerta queda cerrada
fact-form-text = Qué ocurre en lugar del daño
    .example = acaba en el suelo

## Respuestas, como etiquetas

fact-answer = { $verb ->
    [dodge] Esquivar (salvación de AGI) · gasta tu turno
    [take-it] Encajarlo
    [let-go] Dejar que se vaya
    [agree] Consentir
    [accept] Aceptar
    [decline] Rechazar
    [approve] Aprobar
    [refuse] Negarse
    [no] No ir detrás
    [stunt] Proeza
   *[other] { $named }
}
fact-answer-strike = { $kind ->
    [none] { $weapon ->
        [none] { fact-answer-strikes }
       *[some] { fact-answer-strikes } con { $weapon }
    }{ $held ->
        [yes] , conteniéndote
       *[no] { "" }
    }
   *[some] { $item ->
        [none] { fact-answer-strikes }: { $kind }
       *[some] { fact-answer-strikes }: { $kind } ({ $item })
    }
} · gasta tu turno
fact-answer-strikes = { $verb ->
    [counter] Contraatacar
    [guard] Proteger y contraatacar
   *[strike] Golpear
}
fact-answer-guard = { $how ->
    [dodge] Proteger y esquivar (salvación de AGI) · gasta tu turno
   *[other] Proteger · gasta tu turno
}
fact-answer-hide-behind = Ponerte detrás de { $target } · gasta tu turno
fact-answer-pursue = Van detrás: { $who }
fact-answer-rule = { $ability ->
    [none] Decidir
   *[some] Una salvación de { $ability }
}

## Rechazos

refusal-not-your-slot = { $faction ->
    [none] Ahora no hay ningún hueco abierto para ti.
   *[some] El hueco es ahora de la facción { $faction }.
}
refusal-not-your-slot-FACT-ROUND-4 = Solo quien está al mando pasa por toda una facción, mientras esta tiene el hueco y nadie lo ha ocupado.
refusal-turn-spent = Ya has tenido tu turno en esta ronda.
refusal-own-turn = No puedes reaccionar mientras actúas.
refusal-too-slow = { $threshold ->
    [none] En la fase rápida solo actúa quien tiene bastante ING.
   *[some] En la fase rápida solo actúa quien tiene ING { $threshold } o más.
}
refusal-ambush = En la emboscada solo actúan quienes se esconden, y nadie reacciona.
refusal-no-action-FACT = { $because ->
    [off-map] Quien está fuera del mapa no puede actuar.
    [out] Quien está fuera de combate no puede actuar.
   *[other] Ya has usado la acción de esa clase de este turno.
}
refusal-no-move-FACT = No te queda desplazamiento en este turno.
refusal-worn-armour = En un combate no puedes ponerte ni quitarte la armadura.
refusal-not-nearby = { fact-target } no está cerca: hace falta compartir zona.
refusal-not-visible = { fact-target } no está a la vista desde aquí.
refusal-moving = Te has movido en este turno, así que no puedes atacar de forma indirecta.
refusal-moving-far = Te has movido en este turno: solo puedes disparar a objetivos dentro de la mitad del alcance.
refusal-too-close = Un ataque indirecto solo llega más allá de la mitad del alcance.
refusal-barrier = { fact-target } está tras una barrera.
refusal-unaware = No te has dado cuenta de quién ataca, así que no puedes reaccionar.
refusal-not-suitable = Esa arma no se puede usar así, o no antes de recargarla.
refusal-not-suitable-FACT-CHASE-1 = Aquí no hay salida para ti.
refusal-not-suitable-FACT-PROT-3 = { $because ->
    [already-behind] Ya estás tras la barrera.
    [not-behind] No estás tras ninguna barrera.
   *[other] Aquí no hay ninguna barrera.
}
refusal-not-suitable-FACT-REACT-5 = No puedes responder ahora con ese ataque a quien ataca.
refusal-not-suitable-FACT-STUNT-1 = Una proeza ocupa el lugar del daño: no va con un contraataque ni con un ataque sin daño.
refusal-not-suitable-FACT-TURN-3 = Eso es demasiado largo para decirlo en un combate: 120 caracteres como máximo.
refusal-already-target = { fact-target } ya ha sido objetivo de este ataque.
refusal-counter-taken = Otra persona ya contraataca este ataque.
refusal-too-late = Ya es demasiado tarde para eso.
refusal-entangled = Estás bajo agarre: no puedes moverte, esquivar, ponerte detrás de otros ni protegerlos.
refusal-morale-broken = Tienes la moral rota: solo puedes alejarte, huir, zafarte, rendirte o terminar tu turno.
refusal-sneak-half = Con sigilo puedes avanzar como mucho media zona por turno.
refusal-not-in-hand-FACT = No tienes eso en la mano, o no hay ninguna mano libre para ello.
fact-target = { $name ->
    [none] El objetivo
   *[some] { $name }
}

## Jugadas, como etiquetas

factions-act-attack = { $final ->
    [yes] { act-attack } · golpe de gracia
   *[no] { $target ->
        [none] Atacar todo en { $zone } con { $weapon-name }
       *[some] { act-attack }
    }
}{ $indirect ->
    [yes] { " " }· indirecto
   *[no] { "" }
}
factions-act-break = Zafarte
factions-act-dash = Correr
factions-act-disarm = Desarmar a { $target }{ $item ->
    [none] { "" }
   *[some] : { $item }
}
factions-act-hide = Esconderte{ saying }
factions-act-initiative = Primer hueco para { $first }
factions-act-interact = { $complex ->
    [yes] Interactuar (complejo)
   *[no] { act-interact }
}
factions-act-leave-cover = Dejar la barrera
factions-act-manoeuvre = { $kind } contra { $target }
factions-act-move = { $sneak ->
    [yes] Ir con sigilo a { $zone }
   *[no] { act-move }
}
factions-act-pass = { $faction ->
    [none] { act-pass }
   *[some] Pasar por toda la facción { $faction }
}
factions-act-reload = Recargar { $item }
factions-act-shove = Dar un empellón a mi presa{ $zone ->
    [none] { "" }
   *[some] { " " }hacia { $zone }
}{ $hazard ->
    [yes] , al peligro
   *[no] { "" }
}
factions-act-skill = Otra acción{ $ability ->
    [str] { " " }(FUE)
    [agi] { " " }(AGI)
    [wit] { " " }(ING)
   *[none] { "" }
}
    .all = Usar una habilidad
factions-act-stance = Si un enemigo se aleja: { $opportunity ->
    [always] siempre
    [never] nunca
   *[ask] preguntarme
}
    .all = Órdenes permanentes
factions-act-stunt = Proeza{ saying }
factions-act-surrender = Rendirte
factions-act-turn = Ocupar el hueco
factions-act-unequip = Guardar { $item }
    .all = Guardar
factions-act-use = Usar { $item }{ $weapon ->
    [none] { $target ->
        [none] { "" }
       *[some] { " " }con { $target }
    }
   *[some] { " " }en { $weapon }
}
factions-rider-hold_back = conteniéndote
