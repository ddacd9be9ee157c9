### Lo que se prepara: órdenes permanentes, y planes para el próximo turno. Solo para su dueño.

## Clases de preguntas

order-question = { $kind ->
    [avoid] un ataque que evitar
    [shield] un golpe que tu escudo puede parar
    [free-attack] un enemigo se va
    [cripple] un atributo baja para siempre
    [tie] un empate en el orden
    [help] una tirada en la que puedes ayudar
    [pay-out] ayuda que nadie necesitó
    [fate] un destino que elegir
    [trigger] el momento de tu jugada reservada
    [reaction] te atacan
    [hold] alguien se zafa de ti
    [chase] un enemigo huye
    [extras] éxitos adicionales
    [swap] se ofrece una carta por un ataque
    [finish] un PNJ cae
    [panic] pánico
    [guard] atacan a alguien de tu lado
    [consent] alguien de tu lado quiere ponerse detrás de ti
    [opportunity] un enemigo se aleja
    [stunt] te ofrecen una proeza
    [stunt-offer] puedes ofrecer una proeza
    [pursuit] alguien se ha ido
    [resist] algo que resistir
    [soak] daño que resistir
    [match] un enemigo se mueve
    [driven] un enemigo te lleva contra algo
    [advantage] una ventaja que elegir
    [recovery] una recuperación que elegir
   *[other] { $key }
}

## Órdenes permanentes

orders-of = **{ $who }**:
orders-none = Sin órdenes permanentes: siempre se te pregunta.
orders-how = Responde la primera orden que encaja; si no encaja ninguna, se te pregunta. `/orders add` da una, `/orders remove` la retira.
orders-line = { $number }. { order-question } (`{ $key }`): `{ $answer }`{ $by ->
    [none] { "" }
   *[some] { " " }· solo si lo hace { $by }
}{ $whom ->
    [none] { "" }
   *[some] { " " }· solo por { $whom }
}{ $way ->
    [none] { "" }
   *[some] { " " }· solo con { $way }
}{ $threat ->
    [wound] { " " }· solo si podría herirte
    [fell] { " " }· solo si podría derribarte
   *[none] { "" }
}{ $spend ->
    [nothing] { " " }· solo si no cuesta nada
    [little] { " " }· solo si conservas tu turno (la maniobra lenta)
   *[turn] { "" }
}{ $time ->
    [at-once] { " " }· en el acto
    [deadline] { " " }· si no has respondido a tiempo
   *[soon] { " " }· al rato
}
orders-by-rules = Una orden permanente de las reglas: { $act }

orders-instead = Puedes dar esa respuesta de antemano, como orden permanente:
orders-keep = Guardarla para: { order-question }

## Probarlas

orders-trial = { $is_open ->
    [yes] Se pregunta ahora:{ " " }
   *[no] { "" }
}{ order-question } (`{ $key }`): { $numbers ->
    [none] se te pregunta
   *[some] { $is_open ->
        [yes] responde la orden { $numbers }
       *[no] la orden { $numbers } si encaja; si no, se te pregunta
    }
}
order-then = { $first }, luego { $next }

## Planes para el próximo turno

plan-of = { $is_confirmed ->
    [yes] **{ $who }** hará esto en el próximo turno, { $time ->
        [at-once] en el acto
       *[soon] al rato
    }:
   *[no] **{ $who }** haría esto en el próximo turno, { $time ->
        [at-once] en el acto
       *[soon] al rato
    }:
}
plan-act = { $number }. `{ $act }`{ $stays ->
    [none] { "" }
   *[some] { " " }· solo si aún está allí: { $stays }
}
plan-how = { $is_confirmed ->
    [yes] Lo que entonces ya no sea posible no cuesta nada, y el turno es tuyo. `/queue clear` retira el plan.
   *[no] El plan cuenta cuando lo confirmas (`/queue confirm`).
}
plan-none = { $who } no tiene ningún plan para el próximo turno. `/queue add` crea uno.
plan-button = { $whose ->
    [none] Planear mi próximo turno
   *[some] Planear el próximo turno de { $whose }
}
plan-add = Añadir una jugada
form-plan = Planear el próximo turno
form-planned-act = Qué hacer, tal como se escribe
    .example = attack target:Brute 2
plan-confirm = Confirmar
plan-withdraw = Retirar
notice-plan-given-up = { $who } no pudo hacer lo que planeaste (`{ $act }`): { $why } No se gasta nada, y el turno es tuyo.
notice-plan-dropped = El resto del plan de { $who } (desde `{ $act }`) se descarta: { $is_undone ->
    [yes] alguien deshizo lo que ya estaba hecho.
   *[no] el turno ha terminado.
}
