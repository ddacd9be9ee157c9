### Ce que tous les systèmes racontent de la même façon, et les mots des affichages.
###
### Comment écrire des phrases : docs/CONTRIBUTING.md. Les variantes se choisissent par des clés du code
### (entre crochets), par des nombres, par `yes` et `no`, et par `none` quand il n'y a rien.
###
### Les états sont des noms ou des locutions sans genre (« À terre », « Faiblesse »), pour convenir à
### tout le monde.

## Petits mots

somebody = quelqu'un
nowhere = nulle part
yes-or-no = { $is ->
    [yes] oui
   *[no] non
}
# Ana, Ben et Cid : tous sauf le dernier sont séparés par des virgules.
list-end = { $most } et { $last }
list-end-before-i = { $most } et { $last }
list-comma = { ", " }

## Paragraphes

# Un acte et son issue : « Ana attaque Pillard (épée) : d20 14 + 2 (FOR) = 16, il faut 12 : TOUCHÉ. »
told = { $what }.
told-with-result = { $what } : { $result }
told-with-sentence = { $what } : { $sentence }

## Jets, pareils dans tous les systèmes : « d20 10 + 2 (FOR) = 12, il faut 12 : TOUCHÉ »

roll = { $dice }{ $plus }{ $total ->
    [none] { "" }
   *[some] { " " }= { $total }
}
# $faces a des signes plus : « d20 10 », « 2d6 3+4 » ; « 5+3+2 » si tous les dés du système ont six faces.
roll-dice = { $sides ->
    [none] { $faces }
   *[some] { $count ->
        [1] d{ $sides } { $faces }
       *[some] { $count }d{ $sides } { $faces }
    }
}{ $notes ->
    [none] { "" }
   *[some] { " " }({ $notes })
}
roll-natural = { $face } naturel
roll-of-two = { $is_higher ->
    [yes] le plus haut de { $face } et { $out }{ roll-because }
   *[no] le plus bas de { $face } et { $out }{ roll-because }
}
roll-dropped = sans le { $out }{ roll-because }
roll-because = { $cause ->
    [none] { "" }
   *[some] : { $cause }
}
roll-dice-changed = { $dice }D { $cause }
roll-plus = { $is_less ->
    [yes] { " " }− { $number }{ roll-by }
   *[no] { " " }+ { $number }{ roll-by }
}
roll-by = { $cause ->
    [none] { "" }
   *[some] { " " }({ $cause })
}
roll-raised = { $cause } { $by }
roll-needed = { $needs }{ $why ->
    [none] { "" }
   *[some] { " " }({ $why })
}
roll-verdict = { $needs ->
    [none] : { $outcome }
   *[some] , il faut { $needs } : { $outcome }
}
roll-cause = { $cause ->
    [aim] visée
    [ambush] embuscade
    [armour] armure
    [boon] gagné avant
    [breathless] À bout de souffle
    [close-shot] cible trop près
    [combined] aide ou gêne
    [demoralized] Démoralisation
    [disoriented] Désorientation
    [exhausted] Épuisement
    [fate-point] Point de Destin
    [gear] matériel
    [gm] avis du MJ
    [harm] Atteintes
    [hurt] Douleur
    [incapacitated] Incapacité
    [injury] blessure
    [long-range] longue portée
    [luck] chance
    [mending] en voie de guérison
    [npc-skill] Compétence
    [other] autre
    [prone] À terre
    [range] portée
    [ready-defence] défense préparée
    [saved-dice] dés gardés
    [stance] sur la défensive
    [stunned] Étourdissement
    [tool] objet
    [wounded] Blessure
   *[named] { $named }
}
roll-damage = { $dice ->
    [none] { $total ->
        [one] { $total } dégât
        [many] { $total } dégâts
       *[other] { $total } dégâts
    }
   *[some] { $is_doubled ->
        [yes] { $dice } × 2 = { $total ->
            [one] { $total } dégât
            [many] { $total } dégâts
           *[other] { $total } dégâts
        }
       *[no] { $dice } = { $total ->
            [one] { $total } dégât
            [many] { $total } dégâts
           *[other] { $total } dégâts
        }
    }
}
roll-damage-less = { $damage }{ $armour ->
    [none] { "" }
   *[some] { $is_halved ->
        [yes] { " " }− { $armour } (moitié de l'armure)
       *[no] { " " }− { $armour } (armure)
    }
}

## Les notes du moteur

removed = { $who } n'est plus dans le combat.
zones-laid = Les zones sont { $zones }.
configured = Les réglages ont changé.
settings-changed = { $settings ->
    [none] Les réglages restent comme ils étaient.
   *[some] Les réglages ont changé : { $settings }.
}
setting-told = « { setting-name } » vaut maintenant « { setting-value } »
setting-switch = { setting-name } : { $is_on ->
    [yes] oui
   *[no] non
}
setting-name = { $setting ->
    [absent] Tour dont le temps est écoulé
    [answer-secs] Temps pour répondre
    [ask-single] Demander même s'il n'y a qu'une réponse
    [avoid-rolls] Jets pour éviter les attaques
    [bodies-recovered] Les corps sont récupérés après le combat
    [chaos] Chaos : personne ne parle tant qu'un créneau est ouvert
    [chaos-delete] Supprimer les messages pendant le chaos
    [chaos-secs] Temps pour un créneau pendant le chaos
    [complex-interactions] Toute interaction est complexe
    [cover-counts] Les abris protègent
    [decoys] Fausses attentes
    [destiny] Dé de Destinée
    [difficulty-secs] Temps pour fixer une difficulté
    [dodge-close] Esquiver les attaques à bout portant
    [end-secs] Temps pour dire que le combat est fini
    [fail-moves] Déplacement après un jet raté
    [fall-dice] Dés par tranche de 5 pieds de chute
    [fast-slow] Phases rapide et lente
    [fate-secs] Temps pour choisir un Destin
    [fear-count-self] Qui affronte la peur compte comme compagnie
    [flee-action] Action pour fuir
    [flee-range] Où doivent être les ennemis pour qu'on s'échappe
    [friendly-targets] On peut attaquer ses alliés
    [gm-secs] Temps pour le MJ
    [harm-dice] Dés perdus à cause des Atteintes
    [help-secs] Temps pour aider
    [init-secs] Temps pour le jet d'initiative
    [items-return] Les objets tombés reviennent après le combat
    [limit-answer] Temps pour répondre
    [limit-ruling] Temps pour que le MJ tranche
    [limit-turn] Temps pour un tour
    [mirror] Copies des questions des joueurs pour les MJ
    [npc-durability] Le matériel des PNJ s'use
    [npc-provoke] On peut frapper les PNJ qui partent
    [nudges] Relances
    [odds] Chances de réussite montrées aux joueurs
    [party-order] Ordre des héros
    [player-morale] Moral des personnages de joueurs
    [poison-at-end] Le poison fait tout son mal à la fin du combat
    [position] Position
    [position-harm] Atteintes selon la position
    [ranks-add] Les états identiques s'additionnent
    [reveal-nearby] Approcher d'un ennemi révèle
    [ruling-secs] Temps pour que le MJ tranche
    [scene] Scène
    [second-fate-secs] Temps pour que le MJ choisisse un Destin
    [shield-sacrifice] On peut sacrifier un bouclier
    [slot-secs] Temps pour un créneau
    [soak] Jets contre les dégâts
    [stowed] Les armes sont rangées au début
    [stretch] Les horloges s'arrêtent pendant les heures calmes
    [swap-hold] Temps pour échanger les cartes
    [tell-gm] Le MJ lit ce que les actes des joueurs ne montrent pas au salon
    [tie-secs] Temps pour régler une égalité
    [turn-secs] Temps pour un tour
    [unseal] Montrer le secret des dés après la fin
    [window-secs] Temps pour répondre
   *[other] { $named }
}
# Entre guillemets, après « vaut maintenant ».
setting-value = { $setting ->
    [swap-hold] { $value ->
        [0] non
        [1] 1 minute
       *[some] { $text } minutes
    }
   *[other] { $value ->
        [true] oui
        [false] non
        [any] au choix
        [auto] { $setting ->
            [avoid-rolls] d'office
           *[other] comme le disent les règles
        }
        [closer] plus près que la portée Extrême
        [controlled] sous contrôle
        [defend] passé à se défendre
        [desperate] désespérée
        [extreme] à portée Extrême
        [finesse] Finesse
        [fixed] non
        [go] permis
        [lasting] perdus tant que durent les Atteintes
        [ment] mentales
        [momentum] oui
        [next-test] perdus au prochain test seulement
        [no] non
        [none] sans limite
        [off] non
        [pass] passé
        [phys] physiques
        [prompt] au choix du joueur
        [respond] oui
        [risky] risquée
        [rolled] selon le dé
        [sneak] Discrétion
        [stop] arrêté
        [wait] on attend
        [yes] oui
       *[other] { $text }
    }
}
adjusted = { $value ->
    [none] Le MJ change une valeur pour { $who } : { $field }.
   *[some] Le MJ fixe une valeur pour { $who } : { $field } = { $value }.
}
revealed = { $who } apparaît.
joined = { $side ->
    [none] { $who } rejoint le combat.
   *[some] { $who } rejoint le camp { $side }.
}
joined-side = { $side ->
    [none] Arrivées
   *[some] Camp { $side }
} : { $who }.
joined-group = { $count } × { $plural } ({ $numbers })
joined-range = { $from } à { $to }
amount-rolled = Le MJ lance { $dice } : { $faces }{ $dropped ->
    [none] { "" }
   *[some] { " " }(sans { $dropped })
}{ $is_plain ->
    [yes] { "" }
   *[no] , soit { $total }{ $is_raised ->
        [yes] , compté comme { $amount }
       *[no] { "" }
    }
}{ $comment ->
    [none] { "" }
   *[some] { " " }({ $comment })
}.
given = { $who } reçoit un objet : { $item }.
laid-down = Un objet se trouve maintenant dans la zone { $zone } : { $item }.
gave-way = Quelqu'un a rejoint sous le nom { $was }. Le PNJ que les joueurs ne connaissent pas sous ce nom s'appelle maintenant { $who }.
renamed = { $is_unclear ->
    [yes] Plus personne ne distingue { $name } : les joueurs voient { $who }.
   *[no] { $was_unclear ->
        [yes] Les joueurs y voient plus clair : c'est { $who }.
       *[no] Il s'avère que c'est { $who }, et non { $name }.
    }
}
vanished = { $name } est hors de vue.
stays-unseen = { $who } reste hors de vue.
looks = { $look ->
    [nothing] { $was_hidden ->
        [yes] Les joueurs ne voient pas dans quel état est { $who }.
       *[no] Les joueurs ne voient plus dans quel état est { $who }.
    }
    [wounds] Les joueurs voient dans quel état est { $who }.
   *[numbers] Les joueurs voient tous les nombres : { $who }.
}
started = Le combat commence.
round-began = Round { $round }.
fight-over = Le combat est fini.
question-lost = Cette question a été posée sous d'anciennes règles.
decoy-wait = On ne demande rien à personne : c'est une fausse attente. `/skip` y met fin.
decoy-over = Finir l'attente

## Notes communes à plusieurs systèmes

no-harm = { $who } ne subit rien.
goes-down = { $who } s'effondre.
no-further = { $who } ne va pas plus loin.
effect = Effet : { $text }
skill-tried = { $text ->
    [none] { $who } tente autre chose ({ $attribute })
   *[some] { $who } tente « { $text } » ({ $attribute })
}
skill-refused = Le MJ refuse ; { $who } ne dépense rien de son tour.
lost-deed = { $who } ne peut plus faire ça.
ordered = Ordre : { $names }.
acts-next-round = { $who } agit à partir du prochain round.
fight-goes-on = Le combat continue.
held = { $by } tient { $who }.
freed = { $who } se libère : { $by } lâche prise.
fled = { $who } a fui.
waited-in-vain = { $who } a attendu, mais le moment n'est pas venu.
hazard-struck = { $who } subit le danger de la zone { $zone }.
said = { $who } : « { $text } »
item-in-hand = { $who } prend en main : { $item }.
item-put-away = { $who } range : { $item }.
item-picked-up = { $who } ramasse : { $item }.
item-dropped = { $who } lâche : { $item }.
item-handed = { $who } donne un objet à { $to } : { $item }.
item-used = { $who } utilise : { $item }.
item-gone = C'est épuisé : { $item }.
ground = { $zone } : { $ground }.
no-sight = sans vue sur { $zones }
nothing-special = rien de spécial
bare-hands = mains nues
saying = { $text ->
    [none] { "" }
   *[some] : « { $text } »
}

## Ce que quelqu'un peut faire, comme libellé

# Texte brut, pour boutons et menus : « Attaquer Pillard (épée longue) · Action ».
offer = { $cost ->
    [none] { $act }
   *[some] { $act } · { offer-cost }
}
offer-with = { $act } · { $rider }
# Les chances de réussite d'un acte.
odds = { $odds } %
# Ce qu'un acte peut entraîner tout de suite, autant que son acteur le sait.
risk = { $risk ->
    [strike] risque d'attaque : { $names }
    [follow] risque de poursuite : { $names }
    [hurt] risque de blessure
    [fall] risque de tomber
    [unhurt] sans risque
    [hazard] terrain dangereux
    [harm] coûte 1 point d'Atteinte physique
   *[other] { $names }
}
offer-cost = { $cost ->
    [move] Mouvement
    [action] Action
    [move-or-action] Mouvement ou Action
    [main-action] Action principale
    [bonus-action] Action bonus
    [movement] Déplacement
    [turn] Tour
    [slow] Lente
    [fast] Rapide
    [reaction] Réaction
    [maneuver] Manœuvre
    [free-action] Action gratuite
    [incidental-movement] déplacement gratuit
    [handling] une fois par tour
    [ends-the-ambush] finit l'embuscade
    [ends-the-fast-phase] finit la phase rapide
    [ends-the-round] finit le round
   *[other] { $named }
}

## Les actes, par leurs verbes : libellés des actes de plusieurs systèmes

# Les arguments sont les cases du verbe, `none` si rien n'est dit. `-name` donne le nom d'un mot des
# règles. `.all` ouvre plusieurs actes du verbe, `.likely` est le plus courant.
act-attack = Attaquer { $target }{ $weapon ->
    [none] { "" }
   *[some] { " " }({ $weapon-name })
}
    .likely = Attaquer { $target } · { $weapon-name }
act-cast = Lancer { $spell } sur { $target }
act-dash = { $zone ->
    [none] Foncer
   *[some] Foncer vers { $zone }
}
act-done = Finir le tour
act-drop = Lâcher : { $item }
act-equip = Prendre en main : { $item }
    .all = Prendre en main
act-flee = Fuir
act-grapple = Agripper { $target }
act-interact = Interagir{ saying }
    .all = Interagir
act-move = Bouger vers { $zone }
act-pass = Finir le tour
act-pickup = Ramasser : { $item }
    .all = Ramasser
act-release = Lâcher tout le monde
act-say = Dire{ saying }
act-stand = Se relever
act-stow = Ranger : { $item }
    .all = Ranger
act-take-cover = Se mettre à l'abri
act-trigger = Faire l'acte retenu
act-use = Utiliser { $item }{ $target ->
    [none] { "" }
   *[some] { " " }sur { $target }
}
# Mots des règles qui remplissent une case.
word-action = { action }
word-attribute = { attribute }
word-skill = { skill }
word-weapon = { $weapon ->
    [unarmed] { bare-hands }
   *[other] { $said }
}

# Ce que quelqu'un peut faire maintenant : « `/attack` (Pillard, Loup), `/move` (Cour, Route, Porte, …) ».
may-do = `{ $command }`
may-do-such-as = `{ $command }` ({ $examples })
may-do-and-more = `{ $command }` ({ $examples }, …)

## Mots des affichages. Ce qui n'a pas de mot ici garde son nom dans les règles.

wounds-exact = { $now }/{ $max } { $system ->
    [fates] Résolution
   *[other] PV
}
wounds = { $wound ->
    [unhurt] indemne
    [fresh] indemne
    [hurt] quelques blessures
    [shaken] quelques coups
    [half-or-less] à mi-santé ou moins
    [badly-hurt] mal en point
    [harmed] quelques Atteintes
    [battered] en piteux état
    [down] au tapis
    [out] hors de combat
   *[other] { $named }
}
condition = { $condition ->
    [ongoing] Dégâts continus
    [weakened] Faiblesse
    [distracted] Distraction
    [stuck] Blocage
    [paralysed] Paralysie
    [fleeing] En fuite
    [parleying] En pourparlers
    [incapacitated] Incapacité
    [dead] Mort
    [grabbed] Sous emprise
    [grabbing] Tient une prise
    [concealed] En cachette
    [unseen] Hors de vue
    [behind-barrier] Derrière la barrière
    [poisoned] Poison
    [broken] Moral brisé
    [steady] Moral ferme
    [surrendered] Reddition
    [off-the-map] Hors de la carte
    [fled] A fui
    [prone] À terre
    [held] Sous emprise
    [holding] Tient une prise
    [gagged] Bâillon
    [pinned] Sous la menace
    [burning] En feu
    [in-cover] À l'abri
    [apart] À l'écart
    [helped] Avec de l'aide
    [out] Hors jeu
    [dying] À l'agonie
    [shaken] Effroi
    [shaken-flee] Effroi (fuite)
    [shaken-freeze] Effroi (se fige)
    [shaken-faint] Effroi (s'évanouit)
    [shaken-attack] Effroi (attaque)
    [severe-harm] Atteinte grave
    [broken-arm] Bras cassé
    [wounded] Blessure
    [defends] En garde
    [aims] Vise
    [helps] Aide prête
    [holds] Retient un acte
    [grappled] Sous emprise
    [down] Au tapis
    [out-of-action] Hors de combat
    [lost] Sans retour
    [removed] Hors de ce combat
    [out-damage] Inconscience
    [out-fatigue] Écroulement
    [out-composure] Abandon
    [escaped] A pris le large
    [stunned] Étourdissement
    [hurt] Douleur
    [breathless] À bout de souffle
    [winded] Souffle court
    [tired] Fatigue
    [exhausted] Épuisement
    [startled] Sursaut
    [disoriented] Désorientation
    [discouraged] Découragement
    [demoralized] Démoralisation
    [recovering] En voie de guérison
    [readied] Acte préparé
    [conceded] Abandon
    [gone] Hors d'atteinte
   *[other] { $named }
}
# Quand ça finit, pour que tout le monde puisse prévoir.
condition-ends = { $condition } ({ $ends ->
    [next-turn] jusqu'à la fin de son prochain tour
    [this-turn] jusqu'à la fin de son tour
    [encounter] jusqu'à la fin du combat
    [scene] jusqu'à la fin de la scène
    [round] jusqu'à la fin du round { $count }
   *[recovered] jusqu'à guérison
})
# La même chose en bref ; ce qui dure longtemps n'y est pas.
condition-ends-soon = { $condition } ({ $ends ->
    [next-turn] prochain tour
    [this-turn] ce tour
   *[round] round { $count }
})
# Un tronçon d'une ligne, et qui s'y trouve, en pieds.
zone-named = { $zone }{ $from ->
    [none] { "" }
   *[some] { " " }{ $from }–{ $to }
}
placed = { $name }{ $feet ->
    [none] { "" }
   *[some] { $is_numbered ->
        [yes] { " " }à { $feet }
       *[no] { " " }{ $feet }
    }
}
attribute = { $attribute ->
    [str] FOR
    [dex] DEX
    [con] CON
    [int] INT
    [wis] SAG
    [cha] CHA
    [agi] AGI
    [wit] ESP
    [dexterity] Dextérité
    [strength] Force
    [perception] Perception
    [knowledge] Savoir
    [presence] Présence
    [intuition] Intuition
    [reason] Raison
    [mechanical] Mécanique
    [technical] Technique
    [power] Pouvoir
   *[other] { $named }
}
skill = { $skill ->
    [agility] Agilité
    [firearms] Tir
    [light-melee] Mêlée légère
    [athletics] Athlétisme
    [brawl] Bagarre
    [heavy-melee] Mêlée lourde
    [intimidate] Intimidation
    [stamina] Endurance
    [hide] Discrétion
    [search] Observation
    [persuade] Persuasion
    [tactics] Tactique
    [medicine] Médecine
    [pilot] Pilotage
    [security] Sécurité
    [repair] Réparation
    [control] Contrôle
    [balance] Équilibre
    [tumble] Acrobatie
    [martial] Armes de guerre
    [long] Armes longues
    [deflect] Déviation
    [close] Armes courtes
    [light] Armes légères
    [parry] Parade
    [sprint] Sprint
    [climbing] Escalade
    [jumping] Saut
    [strike] Frappe
    [block] Blocage
    [grapple] Lutte
    [shift] Levage
    [recover] Récupération
    [awareness] Vigilance
    [cues] Flair
    [ego] Amour-propre
    [misdirection] Diversion
    [insult] Insulte
    [startle] Menace
    [demoralize] Démoralisation
    [focus] Concentration
    [resolve] Résolution
    [conviction] Conviction
    [memory] Mémoire
    [arena] Placement
   *[other] { $named }
}
action = { $action ->
    [strike] Frapper
    [shoot] Tirer
    [force] Forcer
    [endure] Endurer
    [finesse] Finesse
    [sneak] Discrétion
    [track] Pister
    [read] Observer
    [study] Étudier
    [persuade] Persuader
    [charm] Charmer
    [intimidate] Intimider
    [cast] Incanter
    [free] déplacement gratuit
    [bonus] action bonus
    [full] action complète
    [tumble] acrobatie
    [sprint] sprint
   *[other] { $named }
}
group = { $group ->
    [party] Héros
    [enemy] Ennemis
    [Heroes] Héros
    [Foes] Ennemis
    [opposition] Opposition
    [order] Ordre des tours
    [enemies] Ennemis
    [heroes] Héros
    [foes] Ennemis
   *[other] { $named }
}
# Le nom d'un camp, comme un nom propre : « le camp Héros ».
team = { $team ->
    [party] Héros
    [enemy] Ennemis
    [Heroes] Héros
    [Foes] Ennemis
    [heroes] Héros
    [foes] Ennemis
    [opposition] Opposition
    [enemies] Ennemis
   *[other] { $named }
}
zone-fact = { $fact ->
    [limit] place pour { $value }
    [hazard] danger ({ $value })
    [exit] { zone-exit }
    [cover] { $side ->
        [yes] abri
       *[other] abri { $value }
    }
    [obstacle] obstacle vers { $value }
    [harder] il faut { $value } { $detail }
    [obscured] on y voit mal
    [barrier] barrière
    [hard] terrain difficile
    [no-sight] sans vue sur { $value }
    [item] { $value } par terre{ $detail ->
        [none] { "" }
       *[some] { " " }à { $detail }
    }
    [door] porte vers { $value } : { door-state }
    [terrain] terrain difficile ({ $value } { $detail })
    [terrain-stops] terrain difficile ({ $value } { $detail }, ou pas plus loin)
    [border] à la limite droite : { $value } { $detail }
    [border-stops] à la limite droite : { $value } { $detail }, ou pas plus loin
    [narrow] étroite
    [secret-hazard] danger secret ({ $value })
    [object] { $value } ({ $detail }), à renverser ou à projeter
   *[other] { $named } { $value }
}
zone-exit = { $side ->
    [yes] sortie
    [party] sortie des héros
    [enemy] sortie des ennemis
   *[other] sortie du camp { $value }
}
body-fact = { $fact ->
    [phys] Atteintes physiques { $detail ->
        [none] { $value }
       *[some] { $value } sur { $detail }
    }
    [ment] Atteintes mentales { $detail ->
        [none] { $value }
       *[some] { $value } sur { $detail }
    }
    [gear] { $value } ({ fact-state })
    [reaction] { cards-reaction } : { fact-state }
   *[other] { body-fact-name } { word }
}
body-fact-name = { $fact ->
    [level] Niveau
    [skill] Compétence
    [ap] Armure
    [str] FOR
    [agi] AGI
    [wit] ESP
    [armour] Armure
    [luck] Chance
    [action-points] Points d'action
    [opportunity] Attaques d'opportunité :
    [card] Carte
    [bonus] Dés gardés
    [fewer-dice] Dés en moins au prochain test :
    [in-hand] En main :
    [defense] Défense
    [ar] Armure
    [fp] Points de Destin
    [score] Initiative
    [attention] Attention sur
    [meaning] Hors de combat veut dire :
    [boon] Pour un jet :
    [raised] Mieux en :
    [ability] Sait :
    [readied] Acte préparé :
    [held] Retient :
    [shown] Visible pour tous :
   *[other] { $named }
}
fight-fact = { $fact ->
    [surprised] Pris par surprise : { $group }
    [stage] { fight-stage }
    [threshold] Rapides : ESP { $value } ou plus
    [initiative] Initiative : { $group }
    [first] Premier créneau : { $group }
    [swaps] { word }
    [swap-offer] Échange proposé : { $value } à { $detail }
    [chaos] Ordre aux dés : { $word ->
        [encounter] tout le combat
       *[other] jusqu'au round { $value }
    }
    [last-call] Dernier appel : qui retient un acte peut agir
    [harder] Il faut : { $value } { $detail }
    [scene] Scène : { $value }
   *[other] { $named } { $value }
}
fight-stage = { $word ->
    [ambush] Embuscade
    [fast] Phase rapide
    [slow] Phase lente
   *[round-end] Le round se termine
}
# Une valeur qui est un mot des règles : une consigne, l'état du matériel, une compétence.
word = { $word ->
    [open] On peut échanger des cartes jusqu'à la première Manœuvre
    [hold] On peut échanger des cartes ; personne n'agit encore
    [ask] demande d'abord
    [always] toujours
    [never] jamais
    [opposition] opposition
    [advantage] avantage
    [disadvantage] désavantage
    [something] une présence
    [alias] un autre nom
    [name] le nom
    [wounds] les blessures
    [numbers] tous les nombres
    [nothing] rien
   *[other] { $value }
}
fact-state = { $state ->
    [damaged] en mauvais état
    [destroyed] hors d'usage
    [fast] sans demander, avec la Manœuvre rapide
    [never] jamais
   *[other] { $detail }
}
door-state = { $state ->
    [open] ouverte
    [closed] fermée
   *[locked] verrouillée
}
budget = { $left ->
    [left] { budget-what }
    [half] { budget-what } (moitié)
   *[other] { budget-what } ×{ $value }
}
budget-what = { $what ->
    [move] Mouvement
    [action] Action
    [main-action] Action principale
    [bonus-action] Action bonus
    [movement] Déplacement
    [slow] Lente{ budget-of }
    [fast] Rapide{ budget-of }
    [handling] Échange ou ramassage
    [full] Action complète
    [bonus] Action bonus
    [incidental] Déplacement gratuit
   *[other] { $named }
}
budget-of = { $detail ->
    [none] { "" }
   *[some] { " " }({ $detail })
}
budget-left = { $named ->
    [none] il ne reste rien
   *[some] reste : { $named }
}
# Qui agit maintenant : le camp dont c'est le moment, sinon la personne dont c'est le tour.
acting-group = { $group ->
    [party] les héros agissent
    [enemy] les ennemis agissent
    [Heroes] les héros agissent
    [Foes] les ennemis agissent
    [opposition] l'opposition agit
    [enemies] les ennemis agissent
    [heroes] les héros agissent
    [foes] les ennemis agissent
   *[other] le camp { $named } agit
}
mark = { $mark ->
    [acting] agit
    [ready] doit agir
    [spent] a agi
   *[out] hors de combat
}
outcome = { $outcome ->
    [won] Les héros l'emportent.
    [lost] Les héros perdent.
    [truce] Les deux camps concluent une trêve.
    [called-off] Le combat est interrompu.
    [party] Les héros l'emportent.
    [opposition] L'opposition l'emporte.
    [nobody] Plus personne ne tient debout.
   *[other] Le camp { $named } l'emporte.
}
system = { $system ->
    [cards] Cards
    [dr12] DR12
    [factions] Factions
    [fates] Fates
    [ranks] Ranks
   *[other] { $named }
}

## Autres noms de valeurs que l'on peut taper, séparés par « / »

also-side = { $key ->
    [enemy] adversaires / opposants / monstres
    [enemies] adversaires / opposants / monstres
    [opposition] adversaires / opposants / monstres
    [party] groupe / équipe / joueurs
    [Foes] adversaires / opposants / monstres
    [Heroes] groupe / équipe / joueurs
   *[other] { "" }
}
also-outcome = { $key ->
    [won] les héros gagnent / les joueurs gagnent / victoire
    [lost] les ennemis gagnent / les ennemis l'emportent / défaite
    [truce] trêve / paix / match nul / égalité / personne ne gagne
    [party] les héros gagnent / les joueurs gagnent
    [Heroes] les héros gagnent / les joueurs gagnent
    [enemies] les ennemis l'emportent / les ennemis gagnent
    [opposition] les ennemis l'emportent / les ennemis gagnent
    [enemy] les ennemis l'emportent / les ennemis gagnent
    [Foes] les ennemis l'emportent / les ennemis gagnent
   *[other] { "" }
}
also-setting-value = { $key ->
    [true] activé / vrai
    [false] désactivé / faux
   *[other] { "" }
}
also-attribute = { $key ->
    [str] Force
    [dex] Dextérité
    [con] Constitution
    [int] Intelligence
    [wis] Sagesse
    [cha] Charisme
    [agi] Agilité
    [wit] Esprit
    [dexterity] dex
    [strength] str
    [perception] per
    [knowledge] kno
    [mechanical] mec / mech
    [technical] tec / tech
    [power] pow
   *[other] { "" }
}
also-field = { $key ->
    [str] Force
    [dex] Dextérité
    [con] Constitution
    [int] Intelligence
    [wis] Sagesse
    [cha] Charisme
    [agi] Agilité
    [wit] Esprit
    [hp] santé / points de vie
    [hp-max] santé max / points de vie max / PV maximum
    [ap] points d'armure
   *[other] { "" }
}
also-format = { $key ->
    [story] récit / histoire / texte / markdown / md
   *[other] { "" }
}
also-policy = { $key ->
    [wait] attendre / on attend / tout le monde attend / demander au MJ
    [pass] passer / passe / passer le tour
    [defend] se défendre / défendre / défense
    [stand-in] doublure / la doublure joue
    [auto] le bot / le bot joue / automatique / le bot joue des PNJ
    [none] aucune / les règles / ce que disent les règles / ce que dit la règle
   *[other] { "" }
}
also-temper = { $key ->
    [cautious] prudent / prudente / avec prudence / en se ménageant
    [plain] normal / simple / simplement
    [reckless] téméraire / sans prudence / sans aucune prudence
   *[other] { "" }
}
also-difficulty = { $key ->
    [easy] facile
    [fair] équilibré / moyen
    [hard] dur / difficile
    [deadly] mortel
   *[other] { "" }
}
also-threat = { $key ->
    [wound] blessure / ça peut te blesser
    [fell] tomber / au tapis / ça peut te mettre au tapis
   *[other] { "" }
}
also-spend = { $key ->
    [anything] tout / n'importe quoi
    [keep-turn] garder mon tour / tu gardes ton tour
    [nothing] rien / gratuit / ça ne coûte rien
   *[other] { "" }
}
also-when = { $key ->
    [soon] bientôt / après un moment / plus tard
    [at-once] tout de suite / maintenant
    [deadline] à la fin / si tu n'as pas répondu à temps
   *[other] { "" }
}
also-if = { $key ->
    [always] toujours / quoi qu'il arrive
    [here] ici / je suis encore là / tu es ici / je suis ici
    [there] là / la cible est encore là / la cible est là
    [both] les deux / tout le monde est encore là
   *[other] { "" }
}
also-kind = { $key ->
    [players] joueurs / les entrées des joueurs
    [gm] MJ / meneur
    [clock] horloge / temps
    [undone] annulé / annulations
    [advantage] avantage
    [disadvantage] désavantage
   *[other] { "" }
}
also-sight = { $key ->
    [public] tout le monde / tous
    [secret] moi / moi seul / privé
    [gm] le MJ et moi / MJ
    [blind] le MJ seul / aveugle
   *[other] { "" }
}
also-show = { $key ->
    [unseen] caché / invisible
    [numbers] tout / nombres
    [something] quelque chose
    [alias] surnom
    [name] nom
    [wounds] blessures
   *[other] { "" }
}
also-setting = { $key ->
    [limit-turn] un tour / tour
    [limit-answer] une réponse / réponse
    [limit-ruling] les décisions du MJ / décisions
   *[other] { "" }
}
also-language = { $key ->
    [de] allemand / de-DE / de-AT / de-CH
    [en] anglais / en-US / en-GB
    [es] espagnol / es-ES / es-419 / es-MX
    [fr] français / fr-FR / fr-CA
    [pt-BR] portugais / brésilien / pt / pt-PT
   *[other] { "" }
}
also-how = { $key ->
    [advantage] avantage / adv
    [disadvantage] désavantage / dis
   *[other] { "" }
}
also-order = { $key ->
    [ask] me demander / demander
    [fast] avec la Manœuvre rapide / la Manœuvre rapide
    [never] jamais
   *[other] { "" }
}
also-action = { $key ->
    [free] action gratuite / gratuite
    [bonus] action bonus
    [full] action complète / complète
   *[other] { "" }
}

## Mots pour des nombres, chacun avec le sien

also-number-dr12-dr = dérisoire: 5 / facile: 8 / normal: 12 / dur: 15 / très dur: 19
also-number-dr12-cure_dr = { also-number-dr12-dr }
also-number-dr12-count = aucune: 0 / sans limite: 0 / illimité: 0
also-number-cards-toxicity = faible: 3 / forte: 6 / extrême: 9
also-number-fates-difficulty = facile: 7 / moyenne: 11 / dure: 15 / dur: 15 / héroïque: 20
