### DR12 : ce qui s'est passé, ce qui est demandé, et les refus que ses règles expliquent le mieux.
###
### $side est `party` ou `enemy`. Les nombres des PNJ sont `none` pour qui ne doit pas les voir.

## Rounds, moments et tours

dr12-joined = { $side ->
    [party] { $who } rejoint les héros.
   *[enemy] { $who } rejoint les ennemis.
}
dr12-surprise-set = { $side ->
    [party] Les héros sont pris par surprise.
    [enemy] Les ennemis sont pris par surprise.
   *[none] Personne n'est pris par surprise.
}
dr12-side-rolled = { $first ->
    [party] Dé de camp d6 { $face } : les héros agissent d'abord.
   *[enemy] Dé de camp d6 { $face } : les ennemis agissent d'abord.
}
dr12-initiative-rolled = { $who } : initiative { $dice }.
dr12-block-began = { $side ->
    [party] Les héros agissent.
   *[enemy] Les ennemis agissent.
}
dr12-block-passed = Les autres de ce camp passent.
dr12-passed = { $who } passe.

## Le terrain

dr12-ground-limit = place pour { $limit }
dr12-ground-hazard = { $secret ->
    [yes] danger secret ({ $attribute }, SD { $dr })
   *[no] danger ({ $attribute }, SD { $dr })
}
dr12-ground-start = { $side ->
    [party] départ des héros
   *[enemy] départ des ennemis
}
dr12-ground-exit = { $side ->
    [party] sortie des héros
   *[enemy] sortie des ennemis
}

## Actes. Une annonce n'a pas de point : un deux-points et le Test peuvent suivre.

dr12-attacked = { $who } attaque { $target } ({ $weapon }){ dr12-free }
dr12-free = { $free ->
    [yes] , attaque gratuite
   *[no] { "" }
}
dr12-cast = { $who } lance { $spell } sur { $target }
dr12-stunt-tried = { $kind ->
    [push] { $who } cherche à pousser { $target }
    [grapple] { $who } cherche à agripper { $target }
   *[other] { $text ->
        [none] { $who } tente une prouesse contre { $target }
       *[some] { $who } tente une prouesse contre { $target }, « { $text } »
    }
}
dr12-parley-tried = { $who } cherche à parlementer avec { $target }
dr12-hazard-struck = { $who } rencontre le danger de la zone { $zone }

## Tests

dr12-test = { $what ->
    [attack] { $who } attaque
    [avoid] { $who } cherche à éviter le coup
    [cast] { $who } lance un sort
    [parley] { $who } parlemente
    [recover] { $key ->
        [ongoing] { $who } lutte contre les Dégâts continus
       *[other] { $who } lutte contre l'état { $ailment }
    }
    [resist] { $who } résiste à l'état { $ailment }
    [hazard] { $who } fait un Test
    [morale] { $who } teste son moral
   *[other] { $who } tente le coup
}
dr12-verdict = { $passed ->
    [yes] { $what ->
        [attack] TOUCHÉ
        [avoid] ÉVITÉ
        [resist] TIENT BON
        [hazard] ÉVITÉ
       *[other] RÉUSSI
    }
   *[no] { $what ->
        [attack] RATÉ
        [avoid] TOUCHÉ
        [resist] CÈDE
        [hazard] TOUCHÉ
       *[other] RATÉ
    }
}
dr12-bent = Prochain Test pour { $who } : { $next }.
dr12-bent-dr = SD { $dr }
dr12-bent-advantage = Avantage
dr12-bent-disadvantage = Désavantage
dr12-succeeds = { $who } réussit.

## Blessures et entraves

dr12-lost = { dr12-cause }{ $who } perd { $amount } PV, reste { $left }.
dr12-lost-some = { dr12-cause }{ $who } { dr12-wound }.
dr12-cause = { $cause ->
    [ongoing] Dégâts continus :{ " " }
    [hazard] Danger :{ " " }
   *[other] { "" }
}
dr12-wound = { $wound ->
    [unhurt] est indemne
    [hurt] a quelques blessures
    [badly-hurt] est mal en point
   *[down] est au tapis
}
dr12-healed = { $amount ->
    [none] { $who } récupère et { dr12-wound }.
   *[some] { $who } regagne { $amount } PV : { $left } maintenant.
}
dr12-ailing = { $is_repeated ->
    [yes] { $key ->
        [ongoing] { $who } subit déjà des Dégâts continus. Ils ne s'additionnent pas : les nouveaux remplacent les anciens{ dr12-cured-by }.
       *[other] { $who } subit déjà l'état { $ailment }. Rien ne s'additionne : le nouveau remplace l'ancien{ dr12-cured-by }.
    }
   *[no] { $key ->
        [ongoing] { $who } subit des Dégâts continus{ dr12-cured-by }.
       *[other] { $who } subit l'état { $ailment }{ dr12-cured-by }.
    }
}
dr12-cured-by = { $cure ->
    [none] { "" }
   *[some] { " " }({ $cure })
}
dr12-cure = { $bound ->
    [yes] pour en sortir : { $attribute }, SD { $dr }, avec une Action
   *[no] pour en sortir : { $attribute }, SD { $dr }
}
dr12-recovered = { $key ->
    [ongoing] Les Dégâts continus cessent pour { $who }.
   *[other] L'état { $ailment } prend fin pour { $who }.
}

## Mouvement

dr12-moved = { $way ->
    [move] { $who } bouge : { $from } → { $to }.
    [dash] { $who } fonce : { $from } → { $to }.
    [pushed] { $who } se fait pousser vers { $to }.
   *[placed] Le MJ place { $who } dans la zone { $to }.
}
dr12-disengaged = { $who } se désengage : personne ne peut frapper pendant ce départ.
dr12-fled = { $who } fuit le combat.

## Objets

dr12-marked = { $marks ->
    [1] { dr12-mark }
    [2] { dr12-mark }
   *[some] Troisième marque d'usure pour { $who }, { $item } : hors d'usage.
}
dr12-mark = Marque d'usure { $marks } sur 3 pour { $who } : { $item }.
dr12-shield-sacrificed = { $who } sacrifie son bouclier ({ $item }) : l'attaque est arrêtée, le bouclier est détruit.
dr12-item-lands = Un objet retombe dans la zone { $zone } : { $item }.
dr12-item-taken = { $who } ramasse : { $item }.
dr12-item-retrieved = { $who } sort de son sac : { $item }.
dr12-item-drawn = { $who } dégaine : { $item }.
dr12-item-stowed = { $who } range : { $item }.

## Pourparlers, réaction et moral

dr12-parley-refused = { $target } refuse.
dr12-parley-accepted = { $target } accepte.
dr12-reaction = Réaction ({ $npcs }) : d10 { $face }, { $attitude ->
    [hostile] hostile
    [wary] de la méfiance
    [curious] de la curiosité
    [kind] de la bienveillance
   *[helpful] de l'aide
}.
dr12-start-offered = `{ $start }` commence le combat.
dr12-morale-suggested = { $why ->
    [half-out] La moitié des ennemis est hors de combat
    [leader-fell] Le chef des ennemis est tombé
   *[last-at-half] Le dernier ennemi est mal en point
} : tu peux demander des Tests de moral (`{ $morale }`).
dr12-mood-set = { $mood ->
    [fighting] { $who } reprend le combat.
    [fleeing] { $who } veut fuir.
   *[parleying] { $who } veut parlementer.
}

## La fin

dr12-wear-rolled = Usure pour { $who }, { $item } : d6 { $face }{ $holds ->
    [yes] , sans dommage
   *[no] { "" }
}.
dr12-fate-rolled = Ce qui attend { $who } : d6 { $face }.
dr12-scarred = { $scar ->
    [knocked-out] { $who } n'était que sans connaissance.
    [shaken] { $who } a un Désavantage à tous ses Tests pendant une heure.
    [weak-for-a-day] { $who } a FOR, DEX et CON −2 pendant un jour.
    [crippled] { $who } a { $attribute } −2 pour de bon.
    [disfigured] { $who } a CHA −2 pour de bon.
    [dead] { $who } meurt.
   *[lost] { $who } reste introuvable, sans retour.
}

## Questions

dr12-ask-avoid = { $attacker } attaque { $who } ({ $weapon }){ dr12-free }. Pour éviter : un Test, { $attribute }.
dr12-ask-shield = { $attacker } va toucher { $who } ({ $weapon }). Le bouclier peut arrêter le coup, mais il y passe : { $shield }.
dr12-ask-free-attack = { $mover } part. { $who } peut porter une attaque gratuite.
dr12-ask-stunt = { $who } tente une prouesse contre { $target }{ saying }. { dr12-ask-ruling }
dr12-ask-skill = { $who } tente autre chose{ saying }. { dr12-ask-ruling }
dr12-ask-ruling = Proposé : { $attribute }, SD 12. Choisis l'attribut, le SD et ce qu'apporte une réussite.
dr12-ask-parley = { $target } écoute { $who }. Que répond { $target } ?
dr12-ask-cripple = { $who } gardera une séquelle. Quel attribut baisse de 2 pour de bon ?

## Réponses, comme libellés

dr12-answer = { $verb ->
    [sacrifice-shield] Sacrifier le bouclier · il est détruit
    [take-it] Encaisser
    [strike] Attaquer
    [let-go] Laisser partir
    [accept] Accepter · trêve
    [morale] Test de moral · raté, on fuit
    [refuse] Refuser
   *[other] { $named }
}
dr12-answer-avoid = { $attribute ->
    [none] Éviter
   *[some] Éviter (Test, { $attribute })
}
dr12-answer-morale-to-parley = Test de moral · raté, on parlemente
dr12-answer-bare-rule = Trancher
dr12-answer-lower = Baisser { $attribute }
dr12-answer-rule = { $is_proposed ->
    [yes] Comme proposé · { $attribute }, SD { $dr }
   *[no] { $condition ->
        [none] Trancher · { $attribute }, SD { $dr }
       *[some] Trancher · { $attribute }, SD { $dr }, { $condition }
    }
}

## Ce que demande une décision

dr12-form-attribute = Attribut
    .example = str (FOR), dex, con, int, wis (SAG) ou cha
dr12-form-dr = SD (Seuil de Difficulté)
    .example = 5 dérisoire, 8 facile, 12 normal, 15 dur, 19 très dur
dr12-form-effect = Ce qu'apporte une réussite, en mots
    .example = du sable plein les yeux
dr12-form-ailment = Entrave de la cible
    .example = none, weakened, distracted, stuck, paralysed, ongoing
dr12-form-cure = Attribut qui met fin à l'entrave
    .example = con

## Refus

refusal-hindered-DR12 = { $because ->
    [stuck] Blocage : ni Mouvement, ni course, ni fuite.
    [distracted] Distraction : pas d'Actions.
    [paralysed] Paralysie : ni Mouvement ni Actions.
    [fleeing] En fuite, on ne peut que bouger, par le plus court chemin vers une sortie.
    [parleying] En pourparlers, on ne porte pas d'attaques.
   *[other] Ton état l'interdit.
}
refusal-bad-target-DR12-ATK-1 = { dr12-target } ne peut pas subir d'attaque : choisis un ennemi debout.
refusal-bad-target-DR12-ACT-4 = { dr12-target } n'est pas de ton côté : choisis un allié.
refusal-bad-target-DR12-ACT-6 = { dr12-target } ne parlemente pas avec toi : choisis un PNJ ennemi.
refusal-bad-target-DR12-STUNT-2 = { dr12-target } subit un Blocage : impossible de pousser.
refusal-bad-target-DR12-OOA-1 = { dr12-target } est hors de combat.
refusal-bad-target-DR12-RCT-1 = { dr12-target } n'est pas un PNJ : seuls les PNJ ont une réaction.
refusal-bad-target-DR12-MORALE-2 = { dr12-target } n'est pas un PNJ : seuls les PNJ testent leur moral.
refusal-bad-target-DR12-HIND-1 = { dr12-target } ne subit pas cet état : { $condition }.
refusal-bad-target-DR12-HIND-3 = Aucun état à secouer avec une Action : { $condition }.
dr12-target = { $name ->
    [none] Cette cible
   *[some] { $name }
}
refusal-no-move-DR12-FLEE-2 = Tu as déjà utilisé le Mouvement et l'Action de ce tour.
refusal-not-in-hand-DR12-CAST-1 = Tu ne connais pas ce sort.
refusal-not-in-hand-DR12-ATK-9 = { $because ->
    [no-such-attack] Ce personnage n'a pas d'attaque de ce nom.
   *[other] Cette arme n'est pas dans tes mains : dégaine-la, ou attaque à mains nues (`unarmed`).
}
refusal-not-in-hand-DR12-ACT-2 = Ce n'est pas dans ton sac.
refusal-not-in-hand-DR12-ACT-3 = Ce n'est ni dans tes mains, ni à portée de main, ni par terre ici. Si c'est dans ton sac, sors-le d'abord.
refusal-not-in-hand-DR12-ACT-4 = { refusal-not-in-hand-DR12-ACT-3 }
refusal-broken-DR12-CAST-2 = Ce sort porte trois marques : repose-toi avant de le relancer.
refusal-broken-DR12-USE-1 = C'est hors d'usage, avec trois marques d'usure. Tu ne peux le réparer qu'en dehors des combats.

## Actes, comme libellés

dr12-act-disengage = Se désengager
dr12-act-draw = Dégainer : { $item }
dr12-act-give = Donner à { $target } : { $item }
dr12-act-parley = Parlementer avec { $target }
dr12-act-push = Pousser { $target } vers { $zone }
dr12-act-recover = Se défaire de : { $hindrance ->
    [ongoing] Dégâts continus
    [weakened] Faiblesse
    [distracted] Distraction
    [stuck] Blocage
    [paralysed] Paralysie
   *[none] une entrave
}
dr12-act-retrieve = Sortir : { $item }
    .all = Sortir du sac
dr12-act-skill = Autre action{ dr12-act-by }
    .all = Utiliser une compétence
dr12-act-stunt = Prouesse contre { $target }{ dr12-act-by }
dr12-act-by = { $attribute ->
    [none] { "" }
   *[some] { " " }({ $attribute-name })
}
dr12-act-take = Ramasser : { $item }
    .all = Ramasser
