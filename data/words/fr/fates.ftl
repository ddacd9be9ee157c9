### Les règles de Fates : ce qui s'est passé, ce qui est demandé, et les réponses.
###
### Résolution, Défense et armure des PNJ sont `none` pour qui ne doit pas les voir.

## Arrivées, initiative et tours

fates-door = { $state ->
    [none] pas de porte vers { $to }
    [open] une porte ouverte vers { $to }
    [closed] une porte fermée vers { $to }
   *[locked] une porte verrouillée vers { $to }
}
fates-init-began = Jets d'initiative : `{ $command }`.
fates-scored = { $dice ->
    [none] { $who } { $many ->
        [one] a
        [many] ont
       *[other] ont
    } une initiative de { $score }.
   *[some] { $who } : initiative { $dice }.
}
fates-goes-first = À égalité, { $who } passe avant les autres.
fates-last-turn = { $who } joue un dernier tour.
fates-delayed = { $who } attend, et passe après { $after }.

## Attaques et jets

# « Ana attaque Voyou (carabine) : 5+3+2 + 3 (Tir) = 13, il faut 12 : TOUCHÉ. »
fates-attacked = { $who } attaque { $target } ({ $weapon }){ fates-luck }
fates-tried = { $who } cherche à { $tried }{ fates-luck }
fates-luck = { $is_lucky ->
    [yes] , avec un Point de Destin
   *[no] { "" }
}
fates-try-skill = { $text ->
    [none] utiliser { fates-with }
   *[some] faire ceci avec { fates-with } : « { $text } »
}
fates-with = { $skill ->
    [none] { $attribute }
   *[some] { $attribute } + { $skill }
}
fates-try-grapple = agripper { $target }
fates-try-break = se libérer avec { $with }
fates-with-destiny = { $roll } (Destinée { $face })
fates-with-momentum = { $roll }, { $who } prend de l'Élan (une Action de plus)
fates-hit = { $is_hit ->
    [yes] TOUCHÉ
   *[no] RATÉ
}
fates-checked = { $succeeds ->
    [yes] RÉUSSI
   *[no] RATÉ
}

## Résolution

fates-lost = { $who } perd { $amount } de Résolution, reste { $left }.
fates-looks = { $who } { $band ->
    [unhurt] est indemne
    [hurt] a quelques blessures
   *[battered] est en piteux état
}.
fates-no-effect = Plus rien ne peut blesser { $who }.
fates-wounded = { $who } subit une Blessure : le prochain coup demandera un Destin.
fates-regained = { $relief ->
    [push] { $who } est de nouveau debout, avec { $left } de Résolution.
    [rest] { $who } a { $left } de Résolution.
   *[other] { $who } regagne { $amount } de Résolution, { $left } maintenant.
}
fates-out = { $exit ->
    [dead] { $who } meurt.
    [removed] { $who } sort de ce combat, en vie.
   *[escaped] { $who } s'échappe.
}
fates-grappled = { $by } agrippe { $who }.
fates-freed = { $who } se libère : { $by } lâche prise.
fates-rested = { $who } a pris du repos : Résolution au maximum, plus de Blessure. { $who } peut de nouveau ignorer un Destin.

## Destins

fates-fate = { $fate ->
    [never] Plus jamais comme avant : { $who } vit, mais en paie le prix.
    [push] Dernier sursaut : { $who } mise tout sur un seul effort.
    [blaze] Baroud d'honneur : { $who } se consume dans un dernier exploit.
   *[demise] Fin tragique : { $who } tombe sous les yeux des siens.
}
fates-ignored = { $who } ignore le Destin et se bat encore.
fates-narrated = « { $text } »
fates-lowered = { $one } baisse de 2D pour de bon chez { $who }{ $left ->
    [none] .
   *[some] : { $left }D désormais.
}
fates-lowered-two = { $one } et { $other } baissent de 1D pour de bon chez { $who }{ $left ->
    [none] .
   *[some] : { $left }D et { $left_other }D désormais.
}
fates-pick-owed = { $who } doit encore choisir ce qui baisse : `{ $command }`.
fates-push-rolled = 2D = { $total }{ $lives ->
    [yes] : ça suffit.
   *[no] : ça ne suffit pas.
}
fates-demise-rolled = Les amis reprennent courage : 2D = { $total }.
fates-fp-gained = { $who } gagne un Point de Destin.
fates-blazed = { $who } joue maintenant un dernier tour, et meurt à la fin.

## Aide, Défense, Visée, actes retenus

fates-helped = { $by } aide { $who } avec { $skill }{ $rank ->
    [none] { "" }
   *[some] { " " }+{ $rank }, { $total } maintenant
}{ $text ->
    [none] .
   *[some] : « { $text } »
}
fates-help-struck = Le MJ n'accepte pas l'Aide que propose { $who } : elle n'ajoute rien et n'est pas dépensée.
fates-help-stored = { $who } se tient à disposition pour aider.
fates-help-paid = { $to ->
    [none] Personne n'a eu besoin de l'Aide que gardait { $who }.
   *[some] Personne n'a eu besoin de l'Aide que gardait { $who } : { $to } y puise du courage.
}
fates-defended = { $who } se défend avec { $with }{ $bonus ->
    [none] .
   *[some] : Défense +{ $bonus }.
}
fates-defend-broken = La garde l'a arrêté ; pour { $who }, elle prend fin.
fates-aimed = { $bonus ->
    [none] { $steady ->
        [yes] { $who } vise posément, à longue portée.
       *[no] { $who } vise.
    }
   *[some] { $who } vise : +{ $bonus } à la prochaine attaque.
}
fates-held = { $who } retient un acte : quand { $trigger }, { $deed }.
fates-held-secretly = { $who } retient un acte.
fates-hold-fired = { $who } fait maintenant son acte retenu.
fates-hold-wasted = Ce n'est plus possible : l'acte retenu est perdu.
fates-hold-attack = attaquer { $target } ({ $weapon })
fates-hold-use = utiliser sur { $on } : { $item }
fates-hold-door = { $open ->
    [yes] ouvrir la porte vers { $to }
   *[no] fermer la porte vers { $to }
}
fates-hold-interact = { $text ->
    [none] manier quelque chose ici
   *[some] faire ceci : « { $text } »
}
fates-hold-try = chercher à { $tried }
fates-whoever = cette personne
fates-an-ally = un allié
fates-an-enemy = un ennemi
fates-when-enters = { $zone ->
    [none] { $who } entre dans une zone
   *[some] { $who } entre dans la zone { $zone }
}
fates-when-leaves = { $zone ->
    [none] { $who } quitte une zone
   *[some] { $who } quitte la zone { $zone }
}
fates-when-last-leaves = le dernier allié quitte la zone { $zone }
fates-when-attacks = { $at ->
    [none] { $who } attaque
   *[some] { $who } attaque { $at }
}
fates-when-uses-item = { $who } utilise un objet
fates-when-uses-skill = { $who } utilise une compétence
fates-when-wounded = { $who } subit une Blessure ou s'effondre
fates-when-flees = { $who } cherche à s'échapper
fates-when-text = ceci arrive : « { $text } »

## Chemins et choses

fates-moved = { $way ->
    [move] { $who } bouge : { $from } → { $to }.
    [dash] { $who } fonce : { $from } → { $to }.
    [step] { $who } fait un pas : { $from } → { $to }.
   *[placed] Le MJ place { $who } dans la zone { $to }.
}
fates-escaping = { $who } cherche à s'échapper.
fates-escape-failed = { $who } ne parvient pas à s'échapper.
fates-door-set = { $zone } : { $door } maintenant.
fates-door-tried = { $open ->
    [yes] { $who } ouvre la porte vers { $to }.
   *[no] { $who } ferme la porte vers { $to }.
}
fates-loose = Un objet se trouve dans la zone { $zone } : { $item }.
fates-using = { $on ->
    [none] { $who } utilise : { $item }.
   *[some] { $who } utilise sur { $on } : { $item }.
}
fates-use-lost = C'est sans effet.
fates-interacted = { $text ->
    [none] { $who } manie quelque chose ici.
   *[some] { $who } : { $text }
}

## Questions

fates-ask-tie = { $tied } ont la même initiative. Qui passe d'abord ?
fates-ask-difficulty = { $who } cherche à { $tried }. Quelle est la difficulté ?
fates-ask-help = { $roller } en est à { $total }. { $who } peut ajouter le rang d'une compétence.
fates-ask-pay-out = Personne n'a eu besoin de l'Aide que gardait { $who }. Qui regagne 1 de Résolution en échange ?
fates-ask-trigger = { $who } attend ceci : « { $text } ». Est-ce arrivé ?
fates-ask-end = Un camp n'a plus personne qui puisse agir. Le combat est-il fini ?

# Le grand moment du jeu : ce que chaque Destin veut dire pour eux maintenant.
fates-ask-fate =
    { $who } porte une Blessure, et { $amount } dégâts passent. Quel Destin pour { $who } ?
    - Ignorer : { $is_too_big ->
        [yes] impossible, les dégâts dépassent la moitié de la Résolution maximale.
       *[no] { $left ->
            [0] plus possible avant un repos.
           *[some] se battre comme avant ; encore { $left } sur { $limit } avant un repos.
        }
    }
    { fates-means }
fates-ask-second-fate =
    { $who } porte une Blessure, et { $amount } dégâts passent. Le choix revient maintenant au MJ.
    { fates-means }
fates-means =
    - Plus jamais comme avant : { $never ->
        [0] plus possible (deux fois au plus dans une vie).
       *[some] vivre, mais quitter ce combat ; un attribut baisse de 2D, ou deux de 1D chacun, pour de bon.
    }
    - Dernier sursaut : 2D ; 8 ou plus revient en Résolution, 7 ou moins, c'est la mort.
    - Baroud d'honneur : { $turn ->
        [none] { $who } joue un tour complet, hors d'atteinte, et meurt.
       *[some] le tour en cours s'arrête aussitôt ({ $turn }) ; { $who } joue un tour complet, hors d'atteinte, et meurt.
    }
    - Fin tragique : { $count ->
        [0] { $who } meurt, et aucun ami n'est là pour le voir.
        [one] { $who } meurt ; { $witnesses } regagne 2D de Résolution et un Point de Destin.
        [many] { $who } meurt ; { $witnesses } regagnent chacun 2D de Résolution et un Point de Destin.
       *[other] { $who } meurt ; { $witnesses } regagnent chacun 2D de Résolution et un Point de Destin.
    }

## Ce que demandent les formulaires

fates-form-difficulty = Difficulté
    .example = 7 facile, 11 moyenne, 15 dure, 20 héroïque
fates-form-help = Comment tu aides, en une ligne
    .example = un tir de couverture depuis la porte
fates-form-skill = Avec quelle compétence (ta meilleure)
    .example = tactique
fates-form-attributes = Ce qui baisse : un de 2D, ou deux de 1D
    .example = strength (Force), ou : strength, perception (vide : plus tard)
fates-form-story = Comment ça se passe, avec tes mots
    .example = publié avec l'issue ; peut rester vide

## Réponses, comme libellés

fates-answer = { $verb ->
    [decline] Décliner
    [trigger] Déclencher
    [end] Terminer le combat
    [go-on] Continuer le combat
   *[other] { $named }
}
fates-answer-first = { $who } d'abord
fates-answer-rule = { $difficulty ->
    [none] Trancher
   *[some] Trancher (difficulté { $difficulty })
}
fates-answer-help = { $skill ->
    [none] Aider
   *[some] Aider ({ $skill })
}
fates-answer-give = { $target ->
    [none] Ne donner à personne
   *[some] Donner à { $target }
}
fates-answer-fate = { $fate ->
    [ignore] Ignorer
    [never] Plus jamais comme avant
    [push] Dernier sursaut
    [blaze] Baroud d'honneur
    [demise] Fin tragique
    [leave] Laisser au MJ
    [falls] Tombe
   *[other] { $named }
}

## Refus

refusal-action-cap = Tu as utilisé toutes les Actions et Actions gratuites de ce tour.
refusal-no-free-action = Tu ne peux pas faire ça avec une Action gratuite, ou tu as déjà utilisé celle-là.
refusal-no-trait = Aucun de tes traits ne donne cette Action gratuite.
refusal-not-your-turn-FATES-TURN-11 = { $because ->
    [roll-first] { $name ->
        [none] Lance d'abord ton initiative.
       *[some] { $name } doit d'abord lancer son initiative.
    }
   *[other] { refusal-not-your-turn }
}
refusal-no-action-FATES = Tu as déjà utilisé l'Action de ce tour.
refusal-no-move-FATES = Tu as déjà utilisé le Mouvement de ce tour.
refusal-door-closed = Une porte fermée barre le chemin.
refusal-no-handling = Tu as déjà utilisé l'échange ou le ramassage de ce tour.
refusal-not-in-hand-FATES = Tu ne le portes pas, ou tu ne l'as pas en main.
refusal-bad-target-FATES-HOLD-1 = Tu ne peux retenir qu'une Attaque, l'usage d'un objet ou celui d'une compétence.
refusal-bad-target-FATES-HOLD-7 = C'est toi qui déclenches cet acte retenu : nomme sa cible.
refusal-no-attribute = Ça demande un attribut où tu n'as aucun dé.
refusal-no-skill = Cette compétence ne va pas avec.
refusal-no-fate-points = Tu n'as plus de Points de Destin.
refusal-no-hold = Tu ne retiens rien que tu puisses déclencher.
refusal-already-rolled = Tu as déjà lancé ton initiative.
refusal-delay-too-late = Tu ne peux attendre qu'au tout début de ton tour.
refusal-delay-target = { $name ->
    [none] Tu ne peux passer qu'après quelqu'un dont le tour doit encore venir ce round.
   *[some] Tu ne peux pas passer après { $name } : choisis quelqu'un dont le tour doit encore venir ce round.
}
refusal-delay-used = Tu as déjà attendu pendant ce round.
refusal-no-help = Tu n'as pas d'Aide en réserve.
refusal-help-full = Ce jet a déjà reçu deux Aides.
refusal-help-own-roll = Tu ne peux pas aider ton propre jet.
refusal-target-wounded = { $name ->
    [none] L'Aide ne relève personne d'une Blessure.
   *[some] { $name } porte une Blessure : l'Aide ne peut rien contre elle.
}
refusal-grappled = On t'agrippe : libère-toi d'abord.
refusal-flee-not-whole = S'échapper prend tout le tour, et tu en as déjà utilisé une partie.
refusal-enemy-too-near = Un ennemi est trop près pour que tu t'échappes : il faut que tous soient à portée Extrême, ou sans chemin ouvert.
refusal-enemy-too-far = Un ennemi est trop loin pour que tu t'échappes : il faut que tous soient plus près que la portée Extrême, par un chemin ouvert.
refusal-blaze-turn = Pendant un Baroud d'honneur, tu ne peux ni attendre, ni retenir un acte, ni t'échapper.
refusal-ignore-spent = Tu ne peux pas ignorer un autre Destin avant un repos.
refusal-ignore-too-big = C'est plus de la moitié de ta Résolution maximale : tu ne peux pas l'ignorer.
refusal-fate-unavailable = Tu ne peux pas choisir ce Destin ainsi : un attribut garde au moins 1D, et Plus jamais comme avant n'est possible que deux fois dans une vie.

## Actes, comme libellés

fates-act-aim = { $mode ->
    [steady] Viser posément, à longue portée
   *[bonus] { $with ->
        [tactics] Viser avec Tactique
        [search] Viser avec Observation
       *[none] Viser
    }
}
fates-act-assist = Se tenir à disposition pour aider
fates-act-break = { $with ->
    [athletics] Se libérer avec Athlétisme
    [agility] Se libérer avec Agilité
   *[none] Se libérer
}
fates-act-close = Fermer la porte vers { $zone }
fates-act-defend = { $with ->
    [agility] Se défendre avec Agilité
    [athletics] Se défendre avec Athlétisme
    [hide] Se défendre avec Discrétion
   *[none] Se mettre sur la défensive
}{ $zone ->
    [none] { "" }
   *[some] , et faire un pas vers { $zone }
}
fates-act-delay = Attendre et passer après { $after }
    .all = Attendre quelqu'un
fates-act-fate = Baisser pour de bon : { $attributes }
    .all = Choisir un Destin
fates-act-hold = { $do ->
    [none] Retenir le reste du tour
   *[some] { fates-act-hold-until } : { fates-act-hold-do }
}
    .all = Retenir un acte
fates-act-hold-until = { $trigger ->
    [enters] Quand { $who-name } arrive
    [leaves] Quand { $who-name } part
    [last-leaves] Quand le dernier ennemi est parti
    [attacks] Quand { $who-name } attaque
    [uses-item] Quand { $who-name } utilise un objet
    [uses-skill] Quand { $who-name } utilise une compétence
    [wounded] Quand { $who-name } subit une Blessure
    [flees] Quand { $who-name } fuit
   *[text] Quand autre chose arrive
}
fates-act-hold-do = { $do ->
    [attack] attaquer
    [grapple] agripper
    [break] se libérer
    [use] objet{ $target ->
        [none] { "" }
       *[some] { " " }sur
    }
    [open] ouvrir une porte
    [close] fermer une porte
    [skill] jet de compétence
   *[interact] interagir
}{ $target ->
    [none] { "" }
   *[some] { " " }{ $target-name }
}{ $weapon ->
    [none] { $item ->
        [none] { "" }
       *[some] { " " }({ $item })
    }
   *[some] { " " }({ $weapon-name })
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
    [allies] un allié
    [enemies] un ennemi
   *[other] { $said }
}
fates-word-target = { $target ->
    [whoever] { fates-whoever }
   *[other] { $said }
}
fates-act-init = Lancer l'initiative
fates-act-open = Ouvrir la porte vers { $zone }
fates-act-release = { $target ->
    [none] { act-release }
   *[some] Lâcher { $target }
}
fates-act-skill = Autre action{ $skill ->
    [none] { $attribute ->
        [none] { "" }
       *[some] { " " }({ $attribute-name })
    }
   *[some] { " " }({ $skill-name })
}
    .all = Utiliser une compétence
fates-act-swap = Prendre en main : { $item }
    .all = Échanger
fates-rider-fp = avec un Point de Destin
