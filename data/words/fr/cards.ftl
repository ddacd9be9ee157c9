### Cards : ce qui s'est passé, ce qui est demandé, et les refus que ses règles expliquent le mieux.
###
### Les nombres des PNJ sont `none` pour qui ne doit pas les voir. $action est une Action en mots.

## Petits mots

# Après « point d'Atteinte ».
cards-harm-type = { $harm ->
    [phys] physique
   *[ment] mentale
}
cards-count = { $count ->
    [0] aucun succès
    [one] { $count } succès
    [many] { $count } succès
   *[other] { $count } succès
}
cards-dice = { $action ->
    [none] { $faces }
   *[some] { $action } { $faces }
}{ $notes ->
    [none] { "" }
   *[some] { " " }({ $notes })
} = { cards-count }

## Mise en place

cards-assigned = { $who } fait partie du camp { $side }.
cards-grouped = { $name ->
    [none] { $who } : une carte pour chacun.
   *[some] { $who } : groupe { $name }, avec une carte pour tous.
}
cards-ambush-set = { $side ->
    [none] Pas d'embuscade.
   *[some] Le camp { $side } est en embuscade{ $auto ->
        [yes] : une carte de plus, sans test.
       *[no] .
    }
}
cards-deaf-set = { $is_on ->
    [yes] { $one } et { $other } ne peuvent pas s'entendre.
   *[no] { $one } et { $other } peuvent s'entendre.
}
cards-raise = { $by ->
    [0] { $action } ne demande pas plus de succès que d'habitude
    [one] { $action } demande { $by } succès de plus, sauf si c'est le MJ qui demande le test
    [many] { $action } demande { $by } succès de plus, sauf si c'est le MJ qui demande le test
   *[other] { $action } demande { $by } succès de plus, sauf si c'est le MJ qui demande le test
}{ $darkness ->
    [yes] { " " }(obscurité)
   *[no] { "" }
}
cards-raise-set = { $who ->
    [none] { cards-raise }.
   *[some] { $who } : { cards-raise }.
}
cards-fight-called = { $who } va attaquer { $target } : le MJ commence le combat avec `{ $start }`. Aucun dé n'est encore lancé.

## Le terrain

cards-ground-exit = { $is ->
    [yes] sortie
   *[no] pas de sortie
}
cards-ground-cover = { $dice ->
    [one] abri ({ $dice } dé)
    [many] abri ({ $dice } dés)
   *[other] abri ({ $dice } dés)
}
cards-ground-obstacle = { $maneuver ->
    [slow] obstacle vers { $to } (lente{ cards-obstacle-test })
   *[fast] obstacle vers { $to } (rapide{ cards-obstacle-test })
}
cards-obstacle-test = { $action ->
    [none] { "" }
   *[some] , { $action } { $need }
}
cards-ground-items = par terre : { $items }
cards-zone-opened = Une nouvelle zone est voisine de celle-ci ({ $of }) : { $name }.
cards-obstacle-removed = Le chemin est dégagé : { $zone } → { $to }.

## Cartes

cards-dealt = { $who } { $many ->
    [one] pioche
    [many] piochent
   *[other] piochent
} { $cards }.
cards-extra-drawn = { $who } { $many ->
    [one] pioche
    [many] piochent
   *[other] piochent
} une carte de plus, { $card }, et { $many ->
    [one] garde
    [many] gardent
   *[other] gardent
} { $kept }.
cards-ambush-settled = { $succeeded ->
    [yes] L'embuscade du camp { $side } réussit{ $bonus ->
        [0] .
        [one] : +{ $bonus } dé à la première Manœuvre de chacun.
        [many] : +{ $bonus } dés à la première Manœuvre de chacun.
       *[other] : +{ $bonus } dés à la première Manœuvre de chacun.
    }
   *[no] Les autres repèrent le camp { $side } en embuscade, et piochent une fois de plus.
}
cards-ambush-bonus-lost = Ce qui restait de l'embuscade est perdu.
cards-hold-began = Personne n'agit encore : on peut échanger des cartes (`{ $swap }`). Qui ne veut pas d'échange passe.
cards-ready = { $who } ne veut pas d'échange.
cards-hold-ended = Les échanges sont finis.
cards-swap-offered = { $from } propose à { $to } un échange de cartes. L'offre tombe à la première Manœuvre du round.
cards-swap-declined = { $to } décline l'échange que propose { $from }.
cards-swapped = { $swap ->
    [outmaneuver] Débordement :{ " " }
   *[other] { "" }
}{ $who } et { $with } échangent leurs cartes. { $who } a maintenant la carte { $other }, et la carte { $own } va à { $with }.
cards-swap-kept = { $who } n'échange pas de cartes.

## Tours

cards-passed = { $who } finit son tour.
cards-auto-set = { $standing ->
    [ask] On demandera à { $who } s'il faut { $reaction }.
    [fast] { $who } va { $reaction } avec la Manœuvre rapide sans qu'on le demande.
   *[never] { $who } ne va jamais { $reaction }.
}
# Une réaction, à l'infinitif : « ne va jamais parer ».
cards-reaction = { $reaction ->
    [dodge] esquiver
    [parry] parer
    [resist] résister
    [break] se libérer
    [hold] tenir bon
   *[chase] poursuivre
}

## Actes. Une annonce n'a pas de point : un deux-points et les dés peuvent suivre.

cards-attacked = { $manner ->
    [weapon] { $who } attaque { $target } ({ $name })
    [thrown] { $who } attaque { $target } ({ $name }, au jet)
    [spell] { $who } lance { $name } sur { $target }
    [shove] { $who } cherche à bousculer { $target }
   *[grapple] { $who } cherche à agripper { $target }
}
cards-break-tried = { $who } se débat contre { $by }
cards-flee-tried = { $who } fuit vers { $exit }

## Dés. Chaque 6 est un succès.

cards-reacted = { $reaction ->
    [dodge] { $who } esquive
    [parry] { $who } pare
    [resist] { $who } résiste
    [break] { $who } se débat
    [hold] { $who } tient bon
   *[chase] { $who } poursuit
}{ $is_slow ->
    [yes] { " " }avec la Manœuvre lente
   *[no] { "" }
}
cards-rolled = { $purpose ->
    [stabilise] { $who } soigne un mourant
    [obstacle] { $who } affronte l'obstacle
    [douse] { $who } combat le feu
    [ambush] { $who } guette
    [watch] { $who } monte la garde
    [fear] { $who } affronte la peur
    [fire] { $who } brûle
    [poison] { $who } combat le poison
    [fall] { $who } tombe
    [treatment] { $who } soigne des blessures
    [armour] { $who }, armure
    [cover] { $who }, abri
   *[other] { $who }
}
cards-rolled-by-gm = { $purpose ->
    [poison] Poison
   *[fall] La chute
}
cards-settled = Succès restants : { $left } sur { $successes }, il faut { $need } : { $outcome }.
cards-verdict = { $is_hit ->
    [yes] { $manner ->
        [shove] BOUSCULADE
        [grapple] PRISE
       *[other] TOUCHÉ
    }
   *[no] { $reaction ->
        [dodge] ESQUIVE
        [parry] PARADE
        [resist] TIENT BON
       *[none] RATÉ
    }
}
cards-verdict-alone = Il faut { $need } : { $outcome }.
cards-tested = { $passed ->
    [yes] RÉUSSI
   *[no] RATÉ
}{ $target ->
    [none] { "" }
   *[some] , sur { $target }
}{ $text ->
    [none] { "" }
   *[some] , « { $text } »
}
cards-bonus-saved = { $who } garde un dé pour le prochain jet.
cards-attack-lost = { $who } ne peut pas aller au bout.
cards-bought = { $buy ->
    [damage] { $who } met { $count ->
        [one] { $count } succès
        [many] { $count } succès
       *[other] { $count } succès
    } en dégâts.
   *[stress] { $who } en fait du stress : l'Atteinte est mentale.
}

## Atteintes

cards-harmed = { cards-cause }{ $amount ->
    [none] { $who } { cards-wound }.
   *[some] { $who } subit { $amount ->
        [one] { $amount } point d'Atteinte { cards-harm-type }
        [many] { $amount } points d'Atteinte { cards-harm-type }
       *[other] { $amount } points d'Atteinte { cards-harm-type }
    }.
}
cards-unharmed = { cards-cause }{ $who } ne subit aucune Atteinte.
cards-cause = { $cause ->
    [fear] Peur :{ " " }
    [fire] Feu :{ " " }
    [poison] Poison :{ " " }
    [fall] La chute :{ " " }
    [fatigue] Fatigue :{ " " }
    [pin] Sous la menace :{ " " }
   *[other] { "" }
}
cards-wound = { $wound ->
    [unhurt] est indemne
    [hurt] a quelques blessures
    [badly-hurt] est mal en point
   *[out] est hors jeu
}
cards-healed = { $amount ->
    [none] { $who } récupère et { cards-wound }.
   *[some] { $who } récupère { $amount ->
        [one] { $amount } point d'Atteinte { cards-harm-type }
        [many] { $amount } points d'Atteinte { cards-harm-type }
       *[other] { $amount } points d'Atteinte { cards-harm-type }
    }.
}
cards-fell-out = { $who } est hors jeu.
cards-critical-rolled = Blessure critique pour { $who }, d6 { $face } : { $critical ->
    [senseless] sans connaissance jusqu'à la fin du combat
    [torn-muscle] muscle déchiré, −1 dé aux tests de Force
    [broken-arm] bras cassé, pas d'armes à deux mains
    [broken-leg] jambe cassée, entrer dans une zone coûte la Manœuvre lente
    [mortal] blessure mortelle : la mort en trois rounds sans stabilisation (Étudier, dans la même zone)
    [fainted] évanouissement jusqu'à la fin du combat
    [rattled] nerfs en pelote, −1 dé aux tests de Présence
    [dread] angoisse, valeurs de Peur +1
    [numb] engourdissement, pas de dés de compagnie aux tests de Peur
   *[broken-mind] esprit brisé, un changement durable à convenir entre le MJ et le joueur
}.
cards-fate-set = { $fate ->
    [helpless] { $who } est sans défense.
    [dying] { $who } agonise.
   *[dead] { $who } meurt.
}
cards-stabilised = { $by } stabilise { $who }.
cards-dying = Toujours à l'agonie : { $who }.

## Mouvements, états et prises

cards-moved = { $way ->
    [move] { $who } bouge : { $from } → { $to }.
    [crossed] { $who } traverse : { $from } → { $to }.
    [pushed] { $who } se fait pousser vers { $to }.
    [lured] { $who } se fait attirer vers { $to }.
    [chase] { $who } court jusque dans la zone { $to }.
   *[placed] Le MJ place { $who } dans la zone { $to }.
}
cards-closed-in = { $who } serre { $with } de près.
cards-apart-set = { $is_on ->
    [yes] { $who } se tient À l'écart.
   *[no] { $who } n'est plus À l'écart.
}
cards-cover-set = { $is_on ->
    [yes] { $who } se met à l'abri.
   *[no] { $who } quitte l'abri.
}
cards-prone-set = { $is_on ->
    [yes] { $who } est À terre.
   *[no] { $who } se relève.
}
cards-pinned = { $who } est Sous la menace : 1 point d'Atteinte en quittant la zone.
cards-gagged = Bâillon pour { $who }.
cards-hold-kept = { $by } tient toujours { $who }.
cards-helped = { $by } aide { $who }, qui pourra utiliser la Manœuvre lente à son prochain tour.
cards-flag-set = { $is_on ->
    [yes] { $who } entre dans l'état { cards-flag }.
   *[no] { $who } sort de l'état { cards-flag }.
}
cards-flag = { $flag ->
    [prone] À terre
    [apart] À l'écart
    [pinned] Sous la menace
    [out] Hors jeu
    [dead] Mort
    [shaken] Effroi
   *[helped] Avec de l'aide
}
cards-flee-failed = { $is_chased ->
    [yes] { $who } se fait rattraper.
   *[no] { $who } ne parvient pas à fuir.
}

## Choses et mots

cards-equipped = { $items ->
    [none] { $who } a les mains vides.
   *[some] { $who } a maintenant en main : { $items }.
}
cards-item-knocked = Un objet échappe à { $who } et tombe : { $item }.
cards-item-picked-up = { $who } ramasse : { $item }.
cards-item-landed = Un objet que tenait { $who } se trouve dans la zone { $zone } : { $item }.
cards-said = { $text ->
    [none] { $is_shout ->
        [yes] { $who } crie.
       *[no] { $who } dit quelque chose.
    }
   *[some] { $is_shout ->
        [yes] { $who } crie : « { $text } »
       *[no] { $who } : « { $text } »
    }
}
cards-interacted = { $text ->
    [none] { $who } fait quelque chose ici.
   *[some] { $who } : { $text }
}
cards-surveyed = { $questions ->
    [one] { $who } peut poser { $questions } question au MJ.
    [many] { $who } peut poser { $questions } questions au MJ.
   *[other] { $who } peut poser { $questions } questions au MJ.
}

## Peur, feu, poison

cards-fear-suggested = { $sources } { $count ->
    [one] fait peur
    [many] font peur
   *[other] font peur
} : tu peux demander un test de Peur (`{ $fear }`) pour { $who }.
cards-feared = { $passed ->
    [yes] TIENT BON
   *[no] A PEUR
}
cards-shaken = { $who } subit { $is_repeated ->
    [yes] encore une fois l'Effroi, et maintenant{ " " }
   *[no] l'Effroi et{ " " }
}{ $how ->
    [flee] ne pense qu'à fuir
    [freeze] se fige
    [faint] s'évanouit
   *[attack] ne pense qu'à attaquer { $source ->
        [none] ce qui fait peur
       *[some] { $source }
    }
}.
cards-caught-fire = { $is_repeated ->
    [yes] { $who } brûle déjà, et prend feu encore une fois ({ cards-fire }). Seul le plus grand feu compte.
   *[no] { $who } prend feu ({ cards-fire }).
}
cards-fire = { $intensity ->
    [small] un petit feu
    [medium] un feu moyen
    [large] un grand feu
   *[inferno] un brasier
}
cards-doused = { $saved ->
    [0] Le feu sur { $who } ne diminue pas.
    [one] Le feu sur { $who } diminue de { $saved }.
    [many] Le feu sur { $who } diminue de { $saved }.
   *[other] Le feu sur { $who } diminue de { $saved }.
}
cards-fire-out = Le feu sur { $who } est éteint.
cards-poisoned = { $is_repeated ->
    [yes] Encore un Poison pour { $who }. Chaque poison agit pour lui-même.
   *[no] { $who } subit un Poison.
}
cards-poisons-ended = Plus aucun poison n'agit sur { $who }.

## La fin

cards-recovered = { $successes ->
    [0] { $who } se repose : les Atteintes légères disparaissent.
   *[some] { $who } reçoit des soins : des Atteintes guérissent.
}
cards-day-began = Un nouveau jour commence.

## Questions

cards-ask-reaction = { cards-attacked }. Comment réagit { $target } ?
cards-ask-hold = { $held } se débat pour échapper à { $who }.
cards-ask-chase = { $runner } fuit : { $who } se lance à sa poursuite ?
cards-ask-extras = { $who } a { $left ->
    [one] { $left } succès
    [many] { $left } succès
   *[other] { $left } succès
} à dépenser contre { $target }.
cards-ask-swap = { $who } a pris le dessus sur { $attacker } et peut échanger les cartes.
cards-ask-fate = { $target } s'effondre. { $who } choisit son sort.
cards-ask-shaken = { $who } a peur{ $source ->
    [none] { "" }
   *[some] { " " }(à cause : { $source })
}. Que fait { $who } ?
cards-ask-end = { $left ->
    [none] Plus personne ne tient debout.
   *[some] Seul le camp { $left } tient encore debout.
} Le combat est-il fini ?

## Réponses, comme libellés. Ce qui suit un point médian les explique.

cards-answer = { $verb ->
    [parry] Parer
    [dodge] Esquiver
    [resist] Résister
    [break] Se libérer
    [hold] Tenir bon
    [chase] Poursuivre ({ $action })
    [take-it] Encaisser
    [no] Laisser partir
    [damage] Dégâts · { $count ->
        [one] { $count } succès
        [many] les { $count } succès
       *[other] les { $count } succès
    }
    [outmaneuver] Déborder · prendre la carte { $card }
    [stress] Stress · Atteinte mentale
    [push] Pousser vers { $zone }
    [apart] À l'écart · repousser
    [throw-down] Renverser · À terre
    [disarm] Désarmer ({ $item })
    [pin] Sous la menace · 1 Atteinte en partant
    [gag] Bâillonner · ne peut plus parler
    [enough] Assez
    [swap] Échanger · prendre la carte { $card }
    [keep] Garder · pas d'échange
    [helpless] Sans défense
    [dying] À l'agonie
    [dead] La mort
    [flee] Fuir · et rien d'autre
    [freeze] Se figer · pas de tour
    [faint] S'évanouir · pas de tour, À terre
    [attack] Attaquer · et rien d'autre
    [confirm] Terminer le combat
    [go-on] Continuer le combat
   *[other] { $named }
}{ $is_slow ->
    [none] { "" }
    [yes] { " " }avec ma Manœuvre lente
   *[no] { " " }· ma Manœuvre rapide
}

## Refus

refusal-too-late-CARDS-SWAP-2 = On ne peut échanger des cartes qu'avant la première Manœuvre d'un round.
refusal-not-your-turn-CARDS-INIT-1 = Le combat n'a pas commencé.
refusal-lapses-CARDS = Ce serait la première Manœuvre du round : l'offre d'échange en cours (proposée par { $names }) tomberait.
refusal-not-your-turn-CARDS-SWAP-2 = Personne n'agit avant la fin du temps d'échange.
refusal-condition-forbids = { $because ->
    [none] Ton état l'interdit.
    [cannot-talk] { $name ->
        [none] Pour ça, il faut pouvoir vous parler.
       *[some] Pour ça, toi et { $name } devez pouvoir vous parler.
    }
    [has-tried] Tu as déjà cherché à te libérer ce tour-ci.
    [held] Sous emprise : libère-toi, pare ou crie.
    [held-gagged] Sous emprise et avec un bâillon : libère-toi ou pare.
    [held-burning] Sous emprise et en feu : libère-toi ou crie.
    [held-gagged-burning] Sous emprise, avec un bâillon et en feu : libère-toi.
    [burning] En feu : éteins le feu, fuis ou crie. Si on te tient, tu peux aussi te libérer.
    [prone] À terre : relève-toi d'abord.
    [gagged] Bâillon : tu ne peux pas parler.
    [shaken] La peur l'interdit : tu subis l'Effroi.
    [severe-harm] Avec une Atteinte grave, il te faut l'aide d'un allié pour les Manœuvres lentes.
    [broken-arm] Avec un bras cassé, tu ne peux pas utiliser d'armes à deux mains.
   *[other] L'état { $condition } l'interdit.
}
refusal-no-slot = Il ne te reste pas de Manœuvre pour le payer.
refusal-no-slot-CARDS-GRAP-4 = { $because ->
    [slow] Ta Manœuvre rapide est dépensée. `slow:true` paie avec la lente.
   *[other] Il ne te reste pas de Manœuvre pour le payer.
}
refusal-no-slot-CARDS-TURN-3 = La Manœuvre nécessaire est dépensée : une lente prend la place lente, une rapide prend n'importe laquelle.
refusal-not-in-hand-CARDS = Ce n'est pas en main.
refusal-bad-target-CARDS-SWAP-1 = { cards-target } ne peut pas échanger de cartes avec toi maintenant.
refusal-bad-target-CARDS-GRAP-4 = Personne ne te tient.
refusal-bad-target-CARDS-GRAP-6 = Tu ne tiens personne.
refusal-bad-target-CARDS-MOVE-2 = { $because ->
    [there] Tu y es déjà.
    [gone] { cards-target } n'est plus dans le combat.
   *[other] { refusal-bad-target }
}
refusal-bad-target-CARDS-MOVE-3 = Il n'y a pas de place libre à l'abri ici.
refusal-bad-target-CARDS-MOVE-4 = Tu as deux mains : ce que tu prends doit y tenir, et ne pas y être déjà.
refusal-bad-target-CARDS-MOVE-5 = Tu es déjà debout.
refusal-bad-target-CARDS-SKILL-1 = { $because ->
    [nobody-else] { cards-target } ne s'y prête pas : choisis quelqu'un d'autre dans le combat.
    [action] Cette Action n'existe pas.
   *[lure] { cards-target } ne se laisse pas attirer ainsi : attire un ennemi, par Finesse ou Intimider.
}
refusal-bad-target-CARDS-FLEE-1 = Tu peux fuir par Finesse ou Discrétion, selon ce que permet le MJ.
refusal-bad-target-CARDS-FIRE-4 = { cards-target } ne brûle pas.
refusal-bad-target-CARDS-POIS-3 = { $because ->
    [gone] { cards-target } n'est plus dans le combat, ou plus en vie.
   *[other] { cards-target } ne subit aucun poison.
}
refusal-bad-target-CARDS-HARM-4 = { cards-target } n'a pas besoin de ton aide maintenant.
refusal-bad-target-CARDS-HARM-5 = { cards-target } n'est pas à l'agonie.
refusal-out-of-range-CARDS-ATK-2 = { cards-target } est trop près ou trop loin pour ça.
refusal-not-closed-in = { cards-target } est hors de portée de bras : approche-toi d'abord pour serrer de près.
refusal-no-path = Il n'y a pas de chemin vers là.
refusal-no-path-CARDS-ZONE-3 = { $zone ->
    [none] Cette zone
   *[some] { $zone }
} est inaccessible d'ici : elle n'est pas voisine, ou quelque chose barre le chemin.
refusal-no-path-CARDS-FLEE-2 = { $zone ->
    [none] Il n'y a pas d'issue : chaque chemin vers une sortie est barré ou tenu par un ennemi.
   *[some] { $names ->
        [none] { $zone } n'est pas une issue pour toi maintenant, et aucune autre sortie n'est ouverte.
       *[some] { $zone } n'est pas une issue pour toi maintenant. Tu peux fuir vers : { $names }.
    }
}
refusal-deck-empty = Il n'y a que dix cartes : fais partager une carte à plus de PNJ (`/scene group`), ou retire quelqu'un.
refusal-bad-setup-CARDS-INIT-2 = Les cartes vont de 1 à 10, chacune une fois.
cards-target = { $name ->
    [none] La personne visée
   *[some] { $name }
}

## Actes, comme libellés

cards-act-accept = Accepter l'échange avec { $target }
cards-act-assist = Aider { $target }
cards-act-attack = { $thrown ->
    [yes] Lancer sur { $target } : { $weapon }
   *[no] { act-attack }
}
cards-act-auto = { $reaction ->
    [dodge] Esquiver
    [parry] Parer
    [resist] Résister
    [break] Se libérer
    [hold] Tenir bon
   *[chase] Poursuivre
} : { $order ->
    [ask] me demander
    [fast] avec la Manœuvre rapide
   *[never] jamais
}
    .all = Consignes
cards-act-break = Se libérer{ $slow ->
    [yes] { " " }avec ma Manœuvre lente
   *[no] { "" }
}
cards-act-decline = Décliner l'échange avec { $target }
cards-act-douse = Éteindre le feu{ $target ->
    [none] { "" }
   *[some] { " " }sur { $target }
}
cards-act-equip = { $item ->
    [none] Tout ranger
   *[some] { act-equip }
}
cards-act-flee = Fuir{ $exit ->
    [none] { "" }
   *[some] { " " }par { $exit }
}{ $action ->
    [none] { "" }
   *[some] { " " }({ $action-name })
}
cards-act-move = { $apart ->
    [yes] Se mettre À l'écart
   *[no] { $near ->
        [none] { act-move }
       *[some] Serrer { $near } de près
    }
}
cards-act-shout = Crier{ saying }
cards-act-shove = Bousculer { $target }
# On agit sur une cible, on stabilise qui est à terre, on attire quelqu'un dans une zone ; sinon on
# franchit un obstacle vers une zone, ou on fait autre chose.
cards-act-skill = { $target ->
    [none] { $zone ->
        [none] { $action ->
            [none] Autre action
           *[some] Autre action ({ $action-name })
        }
       *[some] Franchir vers { $zone }{ $action ->
            [none] { "" }
           *[some] { " " }({ $action-name })
        }
    }
   *[some] { $zone ->
        [none] { $action ->
            [study] Stabiliser { $target }
           *[other] { $action-name } : { $target }
        }
       *[some] Attirer { $target } vers { $zone } ({ $action-name })
    }
}
    .all = Utiliser une compétence
cards-act-swap = Proposer à { $target } un échange de cartes
    .all = Échanger
