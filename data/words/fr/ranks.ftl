### Les règles de Ranks : ce qui s'est passé, ce qui est demandé, et les réponses.
###
### Dés, totaux et nombres des PNJ sont `none` pour qui ne doit pas les voir. Les repères sont en pieds.

## Arrivées, rounds et tours

ranks-last-called = Dernier appel : qui retient un acte peut agir avant la fin du round.
ranks-point-spent = { $who } dépense un point d'action : une action { $action ->
    [full] complète
   *[bonus] bonus
} de plus.
ranks-luck-gained = { $amount ->
    [one] { $who } gagne { $amount } point de chance.
    [many] { $who } gagne { $amount } points de chance.
   *[other] { $who } gagne { $amount } points de chance.
}
ranks-holds = { $who } retient un acte, et peut encore agir pendant ce round.
ranks-standing-order = { $who }{ $matching ->
    [none] { "" }
    [always] { " " }suit toujours un ennemi qui se déplace
    [never] { " " }ne suit jamais un ennemi qui se déplace
   *[ask] { " " }décidera chaque fois s'il faut suivre un ennemi qui se déplace
}{ $resisting ->
    [none] { "" }
   *[some] { $matching ->
        [none] { "" }
       *[some] ;
    }
}{ $resisting ->
    [none] { "" }
    [bonus] { " " }résiste avec un jet tant qu'il reste une action bonus
    [never] { " " }ne dépense jamais d'action pour résister
   *[ask] { " " }décidera chaque fois s'il faut résister avec un jet
}.
ranks-scene-ended = La scène est finie, et avec elle les états qui durent autant qu'elle.

## Le terrain

ranks-ground-length = { $feet } pieds
ranks-ground-over = { $is_border ->
    [yes] à la limite droite { $hindrance }
   *[no] terrain difficile ({ $hindrance })
}
ranks-hindrance = { $skill } { $difficulty }{ $stops ->
    [yes] , ou pas plus loin
   *[no] { "" }
}
ranks-ground-narrow = étroite
ranks-ground-hazard = { $secret ->
    [yes] un danger secret ({ $damage })
   *[no] un danger ({ $damage })
}
ranks-ground-object = { $name }, à renverser ou à projeter (difficulté { $difficulty }, { $damage })
ranks-ground-item = par terre à { $mark } : { $item }
ranks-exit-set = { $exit ->
    [none] Il n'y a pas d'issue pour le camp { $side }.
    [left] L'issue du camp { $side } est au bout gauche.
   *[right] L'issue du camp { $side } est au bout droit.
}
ranks-allied = { $is_on ->
    [yes] Les camps { $one } et { $other } sont alliés.
   *[no] Les camps { $one } et { $other } sont ennemis.
}
ranks-chaos = { $chaos ->
    [off] L'ordre des tours est de nouveau fixe.
    [until] Tout le monde lance les dés pour l'ordre des tours jusqu'à la fin du round { $round }.
   *[encounter] Tout le monde lance les dés pour l'ordre des tours, à partir du prochain round.
}

## Les actes et leurs jets. Une annonce n'a pas de point : un deux-points et le jet peuvent suivre.

# « Ana attaque Voyou (épée) : 6+5+4+2 + 1 (Armes de guerre) = 18, il faut 12 : TOUCHÉ (rang 2). »
ranks-declared = { $readied ->
    [yes] { $who } n'attendait que ça et { $deed }
   *[no] { $who } { $deed }
}
ranks-do-attack = attaque { $target } ({ $weapon })
ranks-do-force = { $how ->
    [grapple] { $direction ->
        [down] cherche à jeter { $target } à terre
       *[other] cherche à traîner { $target }{ ranks-direction }
    }
   *[arena] cherche à repousser { $target }{ ranks-direction }
}
ranks-direction = { $direction ->
    [left] { " " }vers la gauche
    [right] { " " }vers la droite
    [down] { " " }vers le sol
   *[away] { " " }plus loin
}
ranks-do-dash = { $to ->
    [none] sprinte
   *[some] sprinte vers { $to }
}
ranks-do-shift = { $target ->
    [none] renverse un élément du décor ({ $object })
   *[some] projette un élément du décor sur { $target } ({ $object })
}
ranks-do-advantage = { $how ->
    [misdirection] cherche à tromper { $target }
    [memory] se rappelle ce qu'on sait sur { $target }
    [psych] rassemble son courage
   *[awareness] ouvre l'œil
}
ranks-do-interact = { $how ->
    [insult] insulte { $target }
    [startle] cherche à faire sursauter { $target }
   *[demoralize] cherche à démoraliser { $target }
}
ranks-do-recover = { $skill ->
    [none] cherche à récupérer
   *[some] soigne { $patient } ({ $skill })
}
ranks-do-skill = { $text ->
    [none] tente quelque chose
   *[some] tente ceci : « { $text } »
}{ $ability ->
    [none] { "" }
   *[some] { " " }({ $ability })
}
ranks-combining = { $hinders ->
    [yes] { $who } gêne { $target } pour { ranks-kind } ({ $skill })
   *[no] { $who } aide { $target } pour { ranks-kind } ({ $skill })
}
# Après « pour » et « à ».
ranks-kind = { $kind ->
    [attack] sa prochaine attaque
    [move] son prochain déplacement
    [force] sa prochaine épreuve de force
    [advantage] son prochain ascendant
    [interact] sa prochaine raillerie
   *[recover] sa prochaine récupération
}
ranks-combined = { $plus } pour { $who } à { ranks-kind }.

# Un jet qui ne vient d'aucun acte annoncé.
ranks-check = { $purpose ->
    [stance] { $who } est sur la défensive et se défend ({ $ability }, avec +10)
    [defend] { $who } n'attendait que ça et se défend ({ $ability }, avec +5)
    [resist] { $who } résiste avec { $ability }
    [soak] { $who } encaisse avec { $ability } et son armure
    [match] { $who } doit franchir aussi ({ $ability })
    [driven] { $who } doit franchir ({ $ability })
    [move] { $who } doit franchir ({ $ability })
    [initiative] { $who } lance les dés pour l'ordre ({ $ability })
   *[other] { $who } lance { $ability }
}
# Qui agit contre qui, si le jet a déjà été raconté.
ranks-against = { $who }{ $target ->
    [none] { "" }
   *[some] { $purpose ->
        [attack] , attaque contre { $target }
       *[other] { " " }contre { $target }
    }
}{ $needs ->
    [none] { "" }
   *[some] , il faut { $needs }
}
ranks-needs = { $needs }{ $is_fixed ->
    [yes] { " " }(la valeur fixe)
   *[no] { "" }
}
ranks-verdict = { $is_success ->
    [yes] { $purpose ->
        [attack] TOUCHÉ (rang { $rank })
        [move] FRANCHI
        [match] FRANCHI
        [driven] FRANCHI
       *[other] RÉUSSI (rang { $rank })
    }
   *[no] { $purpose ->
        [attack] RATÉ
       *[other] RATÉ
    }
}
ranks-skill-ruled = Difficulté { $difficulty }.

## Dégâts et états

ranks-damage = Dégâts { $roll }{ $against ->
    [none] { "" }
   *[some] , il faut { $against }
}
# Ce que ça fait, en aussi peu de mots que possible.
ranks-suffered = { $kind ->
    [out-damage] { $who } est Hors de combat : sans connaissance.
    [out-fatigue] { $who } est Hors de combat : à bout de forces.
    [out-composure] { $who } est Hors de combat, et renonce.
   *[other] { $is_repeated ->
        [yes] { $who } subit encore l'état { $condition } { $until } : { ranks-does } ; les deux comptent.
       *[no] { $who } subit l'état { $condition } { $until } : { ranks-does }.
    }
}
ranks-does = { $kind ->
    [stunned] −2 à tous les jets
    [hurt] −1D à tous les jets
    [wounded] −1D aux jets de Dextérité
    [incapacitated] désavantage à tous les jets
    [breathless] désavantage à tous les jets
    [winded] pas d'actions bonus
    [tired] −2 à toutes les valeurs fixes
    [exhausted] −1D aux jets de Force
    [startled] −2 à l'initiative
    [disoriented] désavantage à tous les jets
    [discouraged] pas d'actions bonus
   *[demoralized] −1D aux jets de Présence
}
ranks-until = { $until ->
    [next-turn] jusqu'à la fin de son prochain tour
    [this-turn] jusqu'à la fin de son tour
    [round] jusqu'à la fin du round { $round }
    [encounter] jusqu'à la fin du combat
    [scene] jusqu'à la fin de la scène
   *[recovered] jusqu'à guérison
}
ranks-overwhelmed = { $track ->
    [damage] Tout ensemble, c'est trop : { $who } est Hors de combat, sans connaissance.
    [fatigue] Tout ensemble, c'est trop : { $who } est Hors de combat, à bout de forces.
   *[composure] Tout ensemble, c'est trop : { $who } est Hors de combat, et renonce.
}
ranks-condition-ended = L'état { $condition } prend fin pour { $who }.
ranks-changed = { $is_lowered ->
    [yes] Pour { $who }, l'état { $from } devient { $to }, { $until }.
   *[no] Pour { $who }, l'état { $from } ne dure plus que { $until }.
}
ranks-recovering = { $patient } est en voie de guérison : +1D à son prochain jet de récupération.
ranks-meant = { $who } : { $text }

## Ce qui est prêt

ranks-defends = { $who } se met sur la défensive : chaque défense se joue aux dés, avec +10.
ranks-stance-ended = { $who } n'est plus sur la défensive.
ranks-alert = { $points ->
    [none] { $who } est en alerte, et agit plus tôt au prochain round.
   *[some] { $who } est en alerte : +{ $points } à l'initiative au prochain round.
}
ranks-gained = { $who } gagne { $gain }.
ranks-gift = { $gives ->
    [flat] { $plus } à un jet
    [die] +1D à un jet
    [advantage] l'avantage à un jet
   *[disadvantage] un désavantage à un jet
}{ $against ->
    [none] { "" }
   *[some] { " " }contre { $against }
}, { $until }
ranks-gain-action = { $action ->
    [full] une action complète de plus
   *[bonus] une action bonus de plus
}{ $is_due ->
    [yes] { " " }au prochain round
   *[no] { "" }
}
ranks-gain-skill = +1D en { $skill } jusqu'à la fin du combat
ranks-gain-point = un point d'action
ranks-gain-ability = une capacité : « { $text } »
ranks-readied = { $who } se tient aux aguets : { $trigger ->
    [enters-reach] quand { ranks-whoever } arrive à portée, { $who } { $check }.
    [leaves-reach] quand { ranks-whoever } sort de portée, { $who } { $check }.
    [attacked] quand { ranks-whoever } attaque, { $who } { $check }.
   *[text] { $text ->
        [none] quand arrive ce que sait le MJ, { $who } { $check }.
       *[some] quand ceci arrive, { $who } { $check } : « { $text } ».
    }
}
ranks-whoever = { $enemy ->
    [none] un ennemi
   *[some] { $enemy }
}
ranks-readied-secretly = { $who } a préparé quelque chose.
ranks-ready-strike = attaque ({ $weapon })
ranks-ready-force = { $how ->
    [grapple] { $direction ->
        [down] jette l'ennemi à terre
       *[other] traîne l'ennemi{ ranks-direction }
    }
   *[arena] repousse l'ennemi{ ranks-direction }
}
ranks-ready-pursue = sprinte à sa poursuite ({ $weapon })
ranks-ready-defend = se bat sur la défensive, avec +5
ranks-ready-lost = { $who } ne peut plus faire ce qui était prêt.

## Déplacements

# Sans point : le jet peut suivre.
ranks-sets-out = { $flees ->
    [yes] { $who } court vers la sortie
   *[no] { $way ->
        [sprint] { $who } sprinte vers { $to }
       *[other] { $who } part vers { $to }
    }
}
ranks-sets-out-by = { $what } ({ $ability })
ranks-moved = { $way ->
    [incidental] { $who } fait quelques pas : { $from } → { $to }.
    [bonus] { $who } bouge : { $from } → { $to } (action bonus).
    [tumble] { $who } roule et bondit : { $from } → { $to } (action bonus).
    [full] { $who } bouge : { $from } → { $to } (action complète).
    [sprint] { $who } sprinte : { $from } → { $to }.
    [match] { $who } suit : { $from } → { $to }.
   *[forced] { $who } se fait repousser : { $from } → { $to }.
}
ranks-placed = { $who } { $count ->
    [one] se trouve
    [many] se trouvent
   *[other] se trouvent
} à { $to }.
ranks-stopped = { $who } ne va que jusqu'à { $at }.
ranks-matches = { $action ->
    [free] { $who } suit { $mover } avec le déplacement gratuit.
    [full] { $who } suit { $mover } avec une action complète.
   *[bonus] { $who } suit { $mover } avec une action bonus.
}
ranks-prone = { $who } se retrouve À terre.
ranks-stood-up = { $who } se relève.
ranks-fled = { $who } s'échappe.
ranks-cornered = { $who } ne s'échappe pas : un ennemi suit jusqu'au bout.
ranks-conceded = { $who } abandonne, et sort du combat.
ranks-tipped = Un élément du décor se renverse ({ $object }). Le MJ dit ce que ça fait.

## Questions

ranks-ask-resist = { $purpose ->
    [attack] { $actor } va toucher { $who } au rang { $rank }.
    [force] { $actor } va repousser { $who } au rang { $rank }.
    [shift] { $actor } va projeter quelque chose sur { $who }, au rang { $rank }.
    [advantage] { $actor } va tromper { $who } au rang { $rank }.
   *[interact] { $actor } va ébranler le sang-froid en face, au rang { $rank } : { $who }.
} { $who } peut dépenser une action pour lancer { $with } au lieu de garder la valeur fixe.
ranks-with = { $one }
ranks-ask-soak = { $by ->
    [none] { ranks-soak }
   *[some] { $by } a touché. { ranks-soak }
}
ranks-soak = { $who } va subir une blessure de rang { $rank }, et peut dépenser une action pour lancer Force et armure au lieu de garder la valeur fixe.
ranks-ask-match = { $mover } se déplace de { $feet } pieds vers la { $is_left ->
    [yes] gauche
   *[no] droite
}. { $who } peut suivre, dans le même sens et aussi loin. { $is_free ->
    [yes] Le déplacement gratuit et une action bonus couvrent chacun la moitié du déplacement, une action complète le couvre tout entier.
   *[no] Une action bonus couvre la moitié du déplacement, une action complète le couvre tout entier.
}{ $over ->
    [none] { "" }
   *[some] { " " }Il y a quelque chose sur le chemin : { $over }{ $is_rolled ->
        [yes] , ce qui demande un jet.
       *[no] .
    }
}
ranks-ask-driven = { $actor } repousse { $who } par-dessus quelque chose ({ $over }), et la valeur fixe ne suffit pas. { $who } peut dépenser une action pour lancer les dés à la place. Un jet raté, c'est de la fatigue.
ranks-ask-advantage = { $how ->
    [misdirection] { $who } a trompé { $target }
    [memory] { $who } en sait assez sur { $target }
   *[psych] { $who } a le moral au plus haut
} : un ascendant de rang { $rank }. Que donne-t-il, et à qui ?
ranks-ask-recovery = { $who } peut soigner { $patient }, jusqu'au rang { $rank }. Que faut-il faire ?
ranks-ask-ruling = { $who } { $text ->
    [none] tente quelque chose
   *[some] tente ceci : « { $text } »
} ({ $ability }). Quelle est la difficulté{ $is_readied ->
    [yes] , et qu'apporte une réussite ?
   *[no] , qu'est-ce que ça coûte, et qu'apporte une réussite ?
}
ranks-ask-ability = { $who } a un ascendant de rang 5, et demande une nouvelle capacité pour { $receiver }. Laquelle ?

## Ce que demandent les formulaires

ranks-form-difficulty = Difficulté
    .example = 5 très facile, 10 facile, 15 moyenne, 20 dure, 25 très dure
ranks-form-action = Ce que ça coûte
    .example = full (complète) ou bonus
ranks-form-effect = Ce qu'apporte une réussite, en mots
    .example = la corde est coupée
ranks-form-ability = La nouvelle capacité, en mots
    .example = peut marcher sur les poutres sans jet

## Réponses, comme libellés

ranks-answer = { $verb ->
    [stand] Garder la valeur fixe
    [let-go] Rester ici
    [refuse] Refuser
   *[other] { $named }
}
ranks-answer-resist = Lancer les dés{ $skill ->
    [none] { "" }
   *[some] , { $skill }
} ({ ranks-answer-paid })
ranks-answer-match = Suivre ({ ranks-answer-paid })
ranks-answer-paid = { $action ->
    [free] déplacement gratuit
    [full] action complète
   *[bonus] action bonus
}{ $luck ->
    [yes] , chance
   *[no] { "" }
}
ranks-answer-gain = { $target ->
    [none] { "" }
   *[some] { $target } :{ " " }
}{ $effect ->
    [plus-2] +2 à un jet
    [advantage] avantage à un jet
    [die] +1D à un jet
    [bonus-action] une action bonus de plus
    [skill] { $skill ->
        [none] +1D à une compétence
       *[some] +1D en { $skill }
    } pour le combat
    [full-action] une action complète de plus
    [action-point] un point d'action
   *[ability] une nouvelle capacité (avis du MJ)
}
ranks-answer-treat = { $effect ->
    [remove] Guérir : { $condition }
    [lower] Adoucir : { $condition }
    [shorten] Abréger : { $condition }
   *[recovering] +1D à la prochaine récupération
}
ranks-answer-rule = { $difficulty ->
    [none] Trancher
   *[some] Difficulté { $difficulty }{ $action ->
        [none] { "" }
        [full] { " " }(action complète)
       *[bonus] { " " }(action bonus)
    }
}

## Refus

refusal-barred = { $name ->
    [none] Avec le Souffle court ou le Découragement, tu n'as pas d'action bonus.
   *[some] { $name } subit le Souffle court ou le Découragement, et n'a pas d'action bonus.
}
refusal-no-full = Il ne te reste pas d'action complète ce round.
refusal-no-bonus = Il ne te reste pas d'action bonus ce round.
refusal-bad-setup-RANKS-TURN-4 = Le combat n'attend personne maintenant.
refusal-no-move-RANKS = Tu as déjà utilisé le déplacement gratuit de ce tour.
refusal-not-your-turn-RANKS-HOLD-2 = `/done` sert au dernier appel d'un round. Un tour se finit avec `/pass`.
refusal-not-active = { $name ->
    [none] Tu es hors du combat.
   *[some] { $name } est hors du combat.
}
refusal-prone = Tu es À terre : relève-toi d'abord.
refusal-bad-skill = Ça ne se fait pas avec cette compétence, ou pas de cette façon.
refusal-not-in-hand-RANKS = Ce n'est pas dans ta main, et tu ne peux pas l'atteindre d'ici.
refusal-no-hand = Aucune main n'est libre pour ça.
refusal-too-close-RANKS = { fact-target } est trop près pour ça.
refusal-out-of-reach = { $name ->
    [none] La cible est hors d'atteinte.
   *[some] { $name } est hors d'atteinte.
}
refusal-no-path-RANKS = Tu ne peux pas aller là : bouge le long de la ligne vers 0, 5, 10, …, ou sors par ta propre issue.
refusal-too-far = Ce déplacement ne va pas si loin.
refusal-obstructed = Le déplacement gratuit ne franchit ni terrain difficile ni obstacle : dépense une action pour passer.
refusal-bad-target-RANKS-ENG-1 = { $because ->
    [already] { $name ->
        [none] Tu ne fais déjà face à personne.
       *[some] Tu fais déjà face à { $name }.
    }
   *[other] { refusal-bad-target }
}
refusal-bad-trigger = { $because ->
    [nothing-readied] Tu n'as rien préparé qui attende ton signal.
   *[other] Ce déclencheur ne convient pas à ce jet, ou il a déjà eu lieu.
}
refusal-no-condition = Il n'y a ici aucun état que soigne cette compétence.
refusal-no-points = Il ne te reste aucun point de ce genre.
refusal-limit = Tu l'as déjà fait : une action en plus de chaque sorte par round, chaque compétence augmentée une fois, un point de chance par jet.

## Actes, comme libellés

ranks-act-advantage = { $how ->
    [misdirection] Tromper { $target }
    [memory] Se rappeler ce qu'on sait sur { $target }
    [psych] Rassembler son courage
   *[awareness] Ouvrir l'œil, pour l'ordre des tours
}{ $item ->
    [none] { "" }
   *[some] { " " }({ $item })
}
ranks-act-assist = Aider { $target } : { ranks-act-next } ({ $skill-name })
ranks-act-interfere = Gêner { $target } : { ranks-act-next } ({ $skill-name })
ranks-act-next = { $kind ->
    [attack] prochaine attaque
    [move] prochain déplacement
    [force] prochaine épreuve de force
    [advantage] prochain ascendant
    [interact] prochaine raillerie
   *[recover] prochaine récupération
}
ranks-act-concede = Abandonner
# Le long d'une ligne : vers un repère en pieds, ou une zone.
ranks-act-dash = { $to ->
    [none] Sprinter
   *[some] Sprinter vers { $to }
}
ranks-act-defend = Se mettre sur la défensive
ranks-act-engage = { $target ->
    [none] Ne se tourner vers personne
   *[some] Se tourner vers { $target }
}
ranks-act-fate = Dépenser un point d'action : une action { $action ->
    [full] complète
   *[bonus] bonus
} de plus
    .all = Dépenser un point d'action
ranks-act-flee = Fuir{ $action ->
    [none] { "" }
   *[some] { " " }({ $action-name })
}
ranks-act-force = { $how ->
    [grapple] { $direction ->
        [down] Jeter { $target } à terre
       *[other] Traîner { $target }{ ranks-act-towards }
    }
   *[arena] Repousser { $target }{ ranks-act-towards }
}
ranks-act-towards = { $direction ->
    [left] { " " }vers la gauche
    [right] { " " }vers la droite
   *[other] { " " }plus loin
}
ranks-act-hold = Retenir le reste du tour
ranks-act-move = { $action ->
    [tumble] Rouler
   *[other] Bouger
}{ $to ->
    [none] { "" }
   *[some] { " " }vers { $to }
}
    .likely = Bouger vers { $to } ({ $action ->
        [free] gratuit
        [bonus] bonus
        [full] complet
        [tumble] acrobatie
       *[other] { $action }
    })
ranks-act-ready = { $check ->
    [none] Se tenir aux aguets
   *[some] { ranks-act-ready-when } : { ranks-act-ready-do }
}
    .all = Se tenir aux aguets
ranks-act-ready-when = { $trigger ->
    [enters-reach] Quand { $enemy-name } arrive à portée
    [leaves-reach] Quand { $enemy-name } sort de ma portée
    [attacked] Quand on m'attaque
   *[text] Quand autre chose arrive
}
ranks-word-enemy = { $enemy ->
    [any] un ennemi
   *[other] { $said }
}
ranks-act-ready-do = { $check ->
    [defend] être sur la défensive
    [attack] attaquer
    [dash] poursuivre
    [force] { $how ->
        [grapple] traîner
       *[arena] repousser
    }
    [recover] { $target ->
        [none] récupérer
       *[some] soigner
    }
    [shift] { $target ->
        [none] renverser
       *[some] projeter sur
    }
    [advantage] prendre l'ascendant{ $target ->
        [none] { "" }
       *[some] { " " }sur
    }
    [taunt] railler
   *[skill] utiliser une compétence
}{ $target ->
    [none] { "" }
   *[some] { " " }{ $target }
}{ $weapon ->
    [none] { "" }
   *[some] { " " }({ $weapon-name })
}
ranks-act-recover = { $target ->
    [none] Récupérer
   *[some] Soigner { $target }
} ({ $skill-name })
ranks-act-shift = { $target ->
    [none] Renverser : { $object }
   *[some] Projeter sur { $target } : { $object }
}
ranks-act-skill = Autre action{ $skill ->
    [none] { "" }
   *[some] { " " }({ $skill-name })
}
    .all = Utiliser une compétence
ranks-act-stance = { $match ->
    [none] Quand je peux résister : { $resist ->
        [bonus] avec une action bonus
        [never] jamais
       *[ask] me demander
    }
    [always] Quand un ennemi s'éloigne : toujours
    [never] Quand un ennemi s'éloigne : jamais
   *[ask] Quand un ennemi s'éloigne : me demander
}
    .all = Consignes
ranks-act-taunt = { $how ->
    [insult] Insulter { $target }
    [startle] Faire sursauter { $target }
   *[demoralize] Démoraliser { $target }
}
ranks-rider-luck = avec la chance
