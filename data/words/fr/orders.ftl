### Ce que les gens préparent : des consignes, et des plans pour leur prochain tour. Pour eux seuls.

## Genres de questions

order-question = { $kind ->
    [avoid] une attaque à éviter
    [shield] un coup que ton bouclier peut arrêter
    [free-attack] un ennemi part
    [cripple] un attribut baisse pour de bon
    [tie] une égalité dans l'ordre
    [help] un jet que tu peux aider
    [pay-out] une Aide dont personne n'a eu besoin
    [fate] un Destin à choisir
    [trigger] le moment de ton acte retenu
    [reaction] on t'attaque
    [hold] quelqu'un veut se libérer de ta prise
    [chase] un ennemi fuit
    [extras] des succès en plus
    [swap] une carte à prendre à l'attaquant
    [finish] un PNJ s'effondre
    [panic] l'Effroi
    [guard] on attaque un ami
    [consent] un ami veut se cacher derrière toi
    [opportunity] un ennemi s'éloigne
    [stunt] on te propose une prouesse
    [stunt-offer] tu peux proposer une prouesse
    [pursuit] quelqu'un est parti
    [resist] quelque chose à quoi résister
    [soak] des dégâts à encaisser
    [match] un ennemi se déplace
    [driven] un ennemi te pousse dans quelque chose
    [advantage] un ascendant à choisir
    [recovery] une récupération à choisir
   *[other] { $key }
}

## Consignes

orders-of = **{ $who }** :
orders-none = Pas de consignes : on te demande toujours.
orders-how = La première consigne qui convient répond ; si aucune ne convient, on te demande. `/orders add` en donne une, `/orders remove` en retire une.
orders-line = { $number }. { order-question } (`{ $key }`) : `{ $answer }`{ $by ->
    [none] { "" }
   *[some] { " " }· seulement de la part de : { $by }
}{ $whom ->
    [none] { "" }
   *[some] { " " }· seulement pour { $whom }
}{ $way ->
    [none] { "" }
   *[some] { " " }· seulement avec { $way }
}{ $threat ->
    [wound] { " " }· seulement si ça peut te blesser
    [fell] { " " }· seulement si ça peut te mettre au tapis
   *[none] { "" }
}{ $spend ->
    [nothing] { " " }· seulement si ça ne coûte rien
    [little] { " " }· seulement si tu gardes ton tour (la Manœuvre lente)
   *[turn] { "" }
}{ $time ->
    [at-once] { " " }· tout de suite
    [deadline] { " " }· si tu n'as pas répondu à temps
   *[soon] { " " }· après un moment
}
orders-by-rules = Une consigne prévue par les règles : { $act }

orders-instead = Tu peux donner cette réponse à l'avance, comme consigne :
orders-keep = La garder pour : { order-question }

## Les essayer

orders-trial = { $is_open ->
    [yes] Demandé maintenant :{ " " }
   *[no] { "" }
}{ order-question } (`{ $key }`) : { $numbers ->
    [none] on te demande
   *[some] { $is_open ->
        [yes] la consigne { $numbers } répond
       *[no] la consigne { $numbers } si elle convient, sinon on te demande
    }
}
order-then = { $first }, puis { $next }

## Plans pour le prochain tour

plan-of = { $is_confirmed ->
    [yes] **{ $who }** fera ceci au prochain tour, { $time ->
        [at-once] tout de suite
       *[soon] après un moment
    } :
   *[no] **{ $who }** ferait ceci au prochain tour, { $time ->
        [at-once] tout de suite
       *[soon] après un moment
    } :
}
plan-act = { $number }. `{ $act }`{ $stays ->
    [none] { "" }
   *[some] { " " }· seulement si c'est toujours là : { $stays }
}
plan-how = { $is_confirmed ->
    [yes] Ce qui ne sera plus possible ne coûtera rien, et le tour sera à toi. `/queue clear` retire le plan.
   *[no] Le plan compte quand tu le confirmes (`/queue confirm`).
}
plan-none = { $who } n'a pas de plan pour le prochain tour. `/queue add` en fait un.
plan-button = Prévoir { $whose ->
    [none] mon prochain tour
   *[some] le prochain tour : { $whose }
}
plan-add = Ajouter un acte
form-plan = Prévoir le prochain tour
form-planned-act = Que faire, comme on le tape
    .example = attack target:Brute 2
plan-confirm = Confirmer
plan-withdraw = Retirer
notice-plan-given-up = { $who } n'a pas pu faire ce que tu avais prévu (`{ $act }`) : { $why } Rien n'est dépensé, et le tour est à toi.
notice-plan-dropped = Le reste du plan pour { $who } (à partir de `{ $act }`) est abandonné : { $is_undone ->
    [yes] quelqu'un a annulé ce qui en avait été fait.
   *[no] le tour est fini.
}
