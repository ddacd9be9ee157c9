### Factions : ce qui s'est passé, ce qui est demandé, et les refus que ses règles expliquent le mieux.
###
### Les nombres des PNJ sont `none` pour qui ne doit pas les voir.

## Rounds, créneaux et tours

fact-joined = { $who } rejoint la faction { $faction }.
fact-assigned = { $group ->
    [none] { $who } fait partie de la faction { $faction }.
   *[some] { $who } fait partie de la faction { $faction }, groupe { $group }.
}
fact-alliance-set = { $is_on ->
    [yes] Les factions { $one } et { $other } sont alliées.
   *[no] Les factions { $one } et { $other } sont ennemies.
}
fact-captain-named = Capitaine : { $who }.
fact-initiative-set = La faction { $faction } a l'initiative{ fact-rolled }.
fact-rolled = { $face ->
    [none] { "" }
   *[some] { " " }(dé : { $face })
}
fact-first-set = La faction { $faction } prend le premier créneau.
fact-ambush-began = Embuscade : seuls agissent ceux qui se cachent.
fact-ambush-ended = L'embuscade est terminée.
fact-fast-began = Phase rapide, d20 { $threshold } : agissent ceux qui ont ESP { $threshold } ou plus.
fact-slow-began = Phase lente.
fact-slot-passed = { $how ->
    [skipped] Personne n'agit pour la faction { $faction } : elle passe.
   *[all] La faction { $faction } passe.
}
fact-pass-pressed = { $who } n'agira pas dans ce créneau.
fact-stretch-ended = Un moment s'écoule.
fact-listed-broken = Moral brisé : { $who }.
fact-listed-surrendered = Reddition : { $who }.

## Le terrain

fact-border = limite { $zone }–{ $border }
fact-ground-tag = { $tag ->
    [cover] abri
    [obscured] on y voit mal
    [barrier] barrière
    [hard] terrain difficile
   *[exit] sortie
}
fact-ground-hazard = danger ({ $damage })

## Attaques. Une annonce n'a pas de point : un deux-points et la sauvegarde peuvent suivre.

# $name est l'arme, ou le nom de la manœuvre.
fact-attacked = { $is_counter ->
    [yes] En contre-attaque, { $who } { fact-does }
   *[no] { $who } { fact-does }
}{ $is_opportunity ->
    [yes] , attaque d'opportunité
   *[no] { "" }
}{ $hold_back ->
    [yes] , en retenant le coup
   *[no] { "" }
}{ $indirect ->
    [yes] , en tir indirect
   *[no] { "" }
}
fact-does = { $manner ->
    [weapon] attaque { $target } ({ $name })
    [disarm] cherche à désarmer { $target } ({ $name })
    [grapple] cherche à agripper { $target }
    [manoeuvre] tente { $name } contre { $target }
   *[final-blow] porte le coup de grâce à { $target }
}
fact-blasted = { $who } frappe toute la zone { $zone }{ $weapon ->
    [none] { "" }
   *[some] { " " }({ $weapon })
}{ $targets ->
    [none] { "" }
   *[some] : { $targets }
}
fact-deviated = { $zone ->
    [none] L'explosion dévie et ne touche rien.
   *[some] L'explosion dévie vers { $zone }{ fact-rolled }.
}
fact-hits = { $who } touche { $target }
fact-damage = { $damage }{ $is_impaired ->
    [yes] { " " }(réduits)
   *[no] { "" }
}
fact-poison-rolled = Poison, { $damage }
fact-attack-lost = { $target ->
    [none] L'attaque lancée par { $who } n'aboutit plus.
   *[some] Le coup porté par { $who } n'atteint plus { $target }.
}

## Sauvegardes

fact-saved = sauvegarde { $ability } { $result }
fact-saves = { $what ->
    [poison] { $who } résiste au poison
    [dodge] { $who } cherche à esquiver
    [disarm] { $who } résiste
    [grapple] { $who } résiste
    [manoeuvre] { $who } résiste
   *[other] { $who }
}
fact-or-less = { $value } ou moins
fact-verdict = { $passed ->
    [yes] { $what ->
        [hit] TOUCHÉ
        [dodge] ESQUIVE
        [disarm] TIENT BON
        [grapple] TIENT BON
        [manoeuvre] TIENT BON
        [poison] TIENT BON
        [break] SE LIBÈRE
       *[other] RÉUSSI
    }
   *[no] { $what ->
        [hit] RATÉ
        [dodge] PAS D'ESQUIVE
        [disarm] CÈDE
        [grapple] CÈDE
        [manoeuvre] CÈDE
        [poison] CÈDE
        [break] TOUJOURS SOUS EMPRISE
       *[other] RATÉ
    }
}
fact-group-saved = { $what ->
    [morale] Moral
    [chase] La poursuite
   *[other] Tout le groupe
}, sauvegarde { $ability } d20 { $face } : { $members }.
fact-group-saved-one = { $who }{ $value ->
    [none] { "" }
   *[some] { " " }({ $value })
} { $passed ->
    [yes] RÉUSSI
   *[no] RATÉ
}

## Santé

fact-lost = { fact-cause }{ $who } perd { $amount } de santé, reste { $left }.
fact-lost-some = { fact-cause }{ $who } { fact-wound }.
fact-cause = { $cause ->
    [poison] Poison :{ " " }
    [hazard] Danger :{ " " }
   *[other] { "" }
}
fact-wound = { $wound ->
    [unhurt] est indemne
    [hurt] a quelques blessures
    [half-or-less] est à mi-santé ou moins
   *[down] est au tapis
}
fact-died = { $who } meurt.
fact-healed = { $amount ->
    [none] { $who } récupère et { fact-wound }.
   *[some] { $who } regagne { $amount } de santé : { $left } maintenant.
}
fact-poison-ended = Plus aucun poison n'agit sur { $who }.

## Prouesses, et qui s'interpose pour qui

fact-stunt-offered = { $who } propose à { $target } { fact-stunt }.
fact-stunt = { $text ->
    [none] une prouesse à la place des dégâts
   *[some] ceci à la place des dégâts : « { $text } »
}
fact-stunt-refused = Le MJ refuse la prouesse que propose { $who } : l'attaque continue.
fact-stunt-declined = { $target } décline et fait face à l'attaque.
fact-stunt-taken = { $text ->
    [none] { $target } accepte la prouesse.
   *[some] { $target } accepte. La prouesse : { $text }
}
fact-hid-behind = { $who } se cache derrière { $behind }.
fact-shelter-refused = { $by } ne couvre pas { $who }.
fact-guarded = { $who } s'interpose pour { $target }.

## Déplacements, cachettes et poursuites

fact-dashed = { $who } fonce et peut se déplacer encore deux fois.
fact-moved = { $way ->
    [move] { $who } bouge : { fact-from }{ $to }.
    [sneak] { $who } se glisse : { fact-from }{ $to }.
    [dragged] { $who } se fait traîner vers { $to }.
    [shoved] { $who } se fait bousculer vers { $to }.
    [placed] Le MJ place { $who } : { $to }.
   *[reached] { $who } arrive : { $to }.
}
fact-from = { $from ->
    [none] { "" }
   *[some] { $from } →{ " " }
}
fact-covered = { $is_on ->
    [yes] { $who } se met derrière la barrière.
   *[no] { $who } quitte la barrière.
}
fact-concealed = { $who } se cache.
fact-revealed = { $who } n'est plus en cachette.
fact-hide-tried = { $who } veut se cacher{ saying }.
fact-hide-refused = { $who } ne peut pas se cacher maintenant ; rien n'est dépensé.
fact-left = { $who } quitte la carte par { $exit }.
fact-pursued = { $pursuers ->
    [none] La faction { $faction } laisse partir { $leavers }.
   *[some] La faction { $faction } poursuit { $leavers } : { $pursuers }.
}
fact-reached = Les poursuivants rattrapent { $who }.

## Choses

fact-held = { $is_on ->
    [yes] { $who } prend en main : { $item }.
   *[no] { $who } range : { $item }.
}
fact-item-let-fall = Un objet que tenait { $who } est maintenant par terre : { $item }.
fact-coated = { $who } enduit une arme de poison : { $item }.
fact-reloaded = { $who } recharge : { $item }.
fact-worn = { $state ->
    [intact] Matériel en bon état pour { $who } : { $item }.
    [damaged] Matériel en mauvais état pour { $who } : { $item }.
   *[destroyed] Matériel hors d'usage pour { $who } : { $item }.
}
fact-durability-rolled = Solidité pour { $who }, { $item } : d6 { $face }{ $holds ->
    [yes] , sans dommage
   *[no] { "" }
}.
fact-durability-ordered = { $is_on ->
    [yes] Après le combat, on lance les dés pour le matériel que porte { $who }.
   *[no] Après le combat, on ne lance pas les dés pour le matériel que porte { $who }.
}

## Ce que deviennent les gens

fact-shoved = { $by } bouscule { $who }.
fact-interacted = { $who } : { $text }
fact-steadied = { $who } garde le moral.
fact-broke = { $who } a le moral brisé.
fact-surrendered = { $is_forced ->
    [yes] { $who } n'a nulle part où aller et se rend.
   *[no] { $who } se rend.
}
fact-rallied = { $who } revient sur sa reddition, et se bat de nouveau à partir du prochain round.
fact-flag-set = { $is_on ->
    [yes] { $who } entre dans l'état { fact-flag }.
   *[no] { $who } sort de l'état { fact-flag }.
}
fact-flag = { $flag ->
    [unseen] Hors de vue
    [cover] À l'abri
    [obscured] Dans la pénombre
    [hard] En terrain difficile
    [barrier] Derrière la barrière
    [concealed] En cachette
    [broken] Moral brisé
    [steady] Moral ferme
    [surrendered] Reddition
    [poisoned] Poison
   *[dead] Mort
}
fact-noticed-set = { $is_on ->
    [yes] { $by } a repéré { $who }.
   *[no] { $by } n'a pas repéré { $who }.
}
fact-manoeuvre-added = Nouvelle manœuvre, { $name } : sauvegarde { $save } ou { $effect }.

## Questions

fact-ask-stunt-approval = { $text ->
    [none] { $who } veut tenter une prouesse contre { $target } à la place des dégâts. Tu approuves ?
   *[some] { $who } veut faire ceci à { $target } à la place des dégâts : « { $text } ». Tu approuves ?
}
fact-ask-stunt = { $attacker } propose à { $who } { fact-stunt }. Si { $who } décline, l'attaque continue.
fact-ask-stunt-offer = { $who } touche { $target } et peut proposer une prouesse à la place des dégâts.
fact-ask-reaction = { fact-against } Que fait { $target } ?
fact-ask-guard = { fact-against } { $who } peut s'interposer.
fact-against = { $manner ->
    [weapon] { $attacker } touche { $target } ({ $name })
    [disarm] { $attacker } va désarmer { $target } ({ $name })
    [grapple] { $attacker } va agripper { $target }
    [manoeuvre] { $attacker } tente { $name } contre { $target }
   *[final-blow] { $attacker } va tuer { $target }
}{ $is_opportunity ->
    [yes] , attaque d'opportunité.
   *[no] { "." }
}
fact-ask-consent = { $target } veut se cacher derrière { $who } face à l'attaque lancée par { $attacker }.
fact-ask-opportunity = { $mover } part. { $who } peut frapper.
fact-ask-hide-approval = { $who } veut se cacher{ saying }. Tu le permets ?
fact-ask-pursuit = Ont quitté la carte : { $leavers }. La faction { $faction } se lance à leur poursuite ?
fact-ask-ruling = { $who } tente quelque chose{ saying }. Proposé : une sauvegarde { $ability }.

## Ce que demande le formulaire d'une question

fact-form-ability = Caractéristique de la sauvegarde
    .example = str (FOR), agi ou wit (ESP)
fact-form-effect = Ce qu'apporte une réussite, en mots
    .example = la porte est fermée
fact-form-text = Ce qui arrive à la place des dégâts
    .example = se retrouve par terre

## Réponses, comme libellés

fact-answer = { $verb ->
    [dodge] Esquiver (sauvegarde AGI) · prend ton tour
    [take-it] Encaisser
    [let-go] Laisser partir
    [agree] D'accord
    [accept] Accepter
    [decline] Décliner
    [approve] Approuver
    [refuse] Refuser
    [no] Rester en retrait
    [stunt] Prouesse
   *[other] { $named }
}
fact-answer-strike = { $kind ->
    [none] { $weapon ->
        [none] { fact-answer-strikes }
       *[some] { fact-answer-strikes } ({ $weapon })
    }{ $held ->
        [yes] , en retenant le coup
       *[no] { "" }
    }
   *[some] { $item ->
        [none] { fact-answer-strikes } : { $kind }
       *[some] { fact-answer-strikes } : { $kind } ({ $item })
    }
} · prend ton tour
fact-answer-strikes = { $verb ->
    [counter] Contrer
    [guard] Protéger et contrer
   *[strike] Frapper
}
fact-answer-guard = { $how ->
    [dodge] Protéger et esquiver (sauvegarde AGI) · prend ton tour
   *[other] Protéger · prend ton tour
}
fact-answer-hide-behind = Se cacher derrière { $target } · prend ton tour
fact-answer-pursue = Poursuivre : { $who }
fact-answer-rule = { $ability ->
    [none] Trancher
   *[some] Une sauvegarde { $ability }
}

## Refus

refusal-not-your-slot = { $faction ->
    [none] Aucun créneau ne t'est ouvert maintenant.
   *[some] Le créneau est à la faction { $faction } maintenant.
}
refusal-not-your-slot-FACT-ROUND-4 = Seul le capitaine passe pour une faction, tant qu'elle a le créneau et que personne ne l'a pris.
refusal-turn-spent = Tu as déjà eu ton tour ce round.
refusal-own-turn = Tu ne peux pas réagir pendant que tu agis.
refusal-too-slow = { $threshold ->
    [none] Dans la phase rapide, il faut assez d'ESP pour agir.
   *[some] Dans la phase rapide, il faut ESP { $threshold } ou plus pour agir.
}
refusal-ambush = Dans l'embuscade, seuls agissent ceux qui se cachent, et personne ne réagit.
refusal-no-action-FACT = { $because ->
    [off-map] Qui a quitté la carte ne peut pas agir.
    [out] Qui est hors de combat ne peut pas agir.
   *[other] Tu as déjà utilisé l'action de ce genre pour ce tour.
}
refusal-no-move-FACT = Il ne te reste pas de déplacement ce tour-ci.
refusal-worn-armour = Tu ne peux ni mettre ni enlever une armure en plein combat.
refusal-not-nearby = { fact-target } n'est pas tout près : il faut partager une zone.
refusal-not-visible = { fact-target } n'est pas visible d'ici.
refusal-moving = Tu as bougé ce tour-ci : pas de tir indirect.
refusal-moving-far = Tu as bougé ce tour-ci : tu ne peux tirer qu'à la moitié de la portée.
refusal-too-close = Un tir indirect ne porte qu'au-delà de la moitié de la portée.
refusal-barrier = { fact-target } est derrière une barrière.
refusal-unaware = Tu n'as pas repéré l'attaquant, donc tu ne peux pas réagir.
refusal-not-suitable = Cette arme ne s'utilise pas ainsi, ou pas avant d'être rechargée.
refusal-not-suitable-FACT-CHASE-1 = Il n'y a pas de sortie pour toi ici.
refusal-not-suitable-FACT-PROT-3 = { $because ->
    [already-behind] Tu es déjà derrière la barrière.
    [not-behind] Tu n'es derrière aucune barrière.
   *[other] Il n'y a pas de barrière ici.
}
refusal-not-suitable-FACT-REACT-5 = Tu ne peux pas répondre à l'attaquant par cette attaque maintenant.
refusal-not-suitable-FACT-STUNT-1 = Une prouesse prend la place des dégâts : elle ne va ni avec un contre ni avec une attaque sans dégâts.
refusal-not-suitable-FACT-TURN-3 = C'est trop long à dire en plein combat : 120 caractères au plus.
refusal-already-target = { fact-target } a déjà été la cible de cette attaque.
refusal-counter-taken = Quelqu'un d'autre contre déjà cette attaque.
refusal-too-late = C'est trop tard.
refusal-entangled = On te tient : tu ne peux ni te déplacer, ni esquiver, ni te cacher derrière quelqu'un, ni protéger.
refusal-morale-broken = Ton moral est brisé : tu ne peux que t'éloigner, fuir, te libérer, te rendre ou finir ton tour.
refusal-sneak-half = Tu ne peux te glisser que d'une demi-zone par tour.
refusal-not-in-hand-FACT = Ce n'est pas en main, ou aucune main n'est libre pour ça.
fact-target = { $name ->
    [none] La cible
   *[some] { $name }
}

## Actes, comme libellés

factions-act-attack = { $final ->
    [yes] { act-attack } · coup de grâce
   *[no] { $target ->
        [none] Attaquer toute la zone { $zone } ({ $weapon-name })
       *[some] { act-attack }
    }
}{ $indirect ->
    [yes] { " " }· en tir indirect
   *[no] { "" }
}
factions-act-break = Se libérer
factions-act-dash = Foncer
factions-act-disarm = Désarmer { $target }{ $item ->
    [none] { "" }
   *[some] { " " }({ $item })
}
factions-act-hide = Se cacher{ saying }
factions-act-initiative = Premier créneau : { $first }
factions-act-interact = { $complex ->
    [yes] Interagir (complexe)
   *[no] { act-interact }
}
factions-act-leave-cover = Quitter la barrière
factions-act-manoeuvre = { $kind } contre { $target }
factions-act-move = { $sneak ->
    [yes] Se glisser vers { $zone }
   *[no] { act-move }
}
factions-act-pass = { $faction ->
    [none] { act-pass }
   *[some] Passer pour toute la faction { $faction }
}
factions-act-reload = Recharger : { $item }
factions-act-shove = Bousculer la personne que je tiens{ $zone ->
    [none] { "" }
   *[some] { " " }vers { $zone }
}{ $hazard ->
    [yes] , dans le danger
   *[no] { "" }
}
factions-act-skill = Autre action{ $ability ->
    [str] { " " }(FOR)
    [agi] { " " }(AGI)
    [wit] { " " }(ESP)
   *[none] { "" }
}
    .all = Utiliser une compétence
factions-act-stance = Quand un ennemi s'éloigne : { $opportunity ->
    [always] toujours
    [never] jamais
   *[ask] me demander
}
    .all = Consignes
factions-act-stunt = Prouesse{ saying }
factions-act-surrender = Se rendre
factions-act-turn = Prendre le créneau
factions-act-unequip = Ranger : { $item }
    .all = Ranger
factions-act-use = Utiliser { $item }{ $weapon ->
    [none] { $target ->
        [none] { "" }
       *[some] { " " }sur { $target }
    }
   *[some] { " " }sur { $weapon }
}
factions-rider-hold_back = en retenant le coup
