### Les parties des messages sur Discord : les cadres autour de ce que racontent les règles.
###
### Les commandes sont écrites comme on les tape ; `{ $user }`, `{ $gm }`, `{ $by }` sont des mentions.

## Petites parties

nobody = personne
next-to = à côté : { $zones }
and-more = … et { $count } de plus

## Nouvelles d'un combat qui ne viennent pas de ses règles

notice-opened = { $gm } ouvre un combat ici et le mène comme MJ. Les joueurs rejoignent avec `/init join` ; le MJ ajoute des PNJ avec `/init add` et commence avec `/init start`.
notice-sealed = Les dés sont sous sceau : { $seal }. Avant le début, mêles-y une ligne de toi avec `/roll salt:` ; après la fin, tout le monde peut vérifier les dés.
notice-salted = { $by } mêle une ligne aux dés : { $line }
notice-undone = { $count ->
    [one] { $by } annule ceci :
    [many] { $by } annule les { $count } derniers actes, du plus récent au plus ancien :
   *[other] { $by } annule les { $count } derniers actes, du plus récent au plus ancien :
}
notice-undone-marked = { $by } annule ce qui est barré plus haut.
notice-undone-order = quelque chose que le MJ a fait
notice-rolled = { $by } lance { $roll }
notice-redone = { $by } revient sur l'annulation.
notice-paused = { $by } met le combat en pause : les horloges s'arrêtent.
notice-resumed = { $by } reprend le combat.
notice-moved = { $by } continue le combat ici, car je ne peux plus écrire dans l'ancien salon. Les questions et les tours en attente suivent.
notice-asleep = Personne n'a rien fait ici pendant deux rounds entiers : le combat dort et ses horloges s'arrêtent. Toute personne qui y participe peut le réveiller avec n'importe quelle commande ou n'importe quel bouton.
notice-awake = Le combat est réveillé, et ses horloges tournent.
notice-handed-over = { $from } confie le combat à { $to }, qui en est maintenant MJ.
notice-co-gm = { $is_added ->
    [yes] { $user } aide désormais le MJ.
   *[no] { $user } n'aide plus le MJ.
}
notice-stands-in = { $user ->
    [none] **{ $name }** est de nouveau entre les mains de son joueur.
   *[some] { $user } joue **{ $name }** à la place de son joueur{ $until ->
        [none] { "" }
       *[some] ; fin { $until }
    }.
}
notice-absence = { $policy ->
    [wait] En l'absence du joueur, pour **{ $name }** : tout le monde attend et le MJ décide.
    [pass] En l'absence du joueur, pour **{ $name }** : le tour passe.
    [defend] En l'absence du joueur, pour **{ $name }** : le personnage se défend.
    [stand-in] En l'absence du joueur, pour **{ $name }** : la doublure répond.
   *[none] En l'absence du joueur, pour **{ $name }** : les règles disent ce qui se passe.
}
notice-player-gone = Le joueur qui avait **{ $names }** a fait supprimer ses données. C'est toi qui joues **{ $names }** désormais ; `/stand-in who: user:` permet de prêter ce rôle à quelqu'un d'autre.
notice-nature = { $temper ->
    [none] Tu joues de nouveau **{ $names }** toi-même.
   *[some] Le bot joue désormais **{ $names }**{ $temper ->
        [cautious] , avec prudence
        [reckless] , sans aucune prudence
       *[plain] { "" }
    }{ $spares ->
        [yes] , et épargne qui est au tapis
       *[no] { "" }
    }. Personne d'autre n'en sait rien. Tu peux agir à sa place à tout moment, et `/absence policy:none who:` arrête le bot.
}
notice-portrait = { $is_given ->
    [yes] **{ $name }** apparaît avec cette image. Sous un autre nom, seul le MJ la voit.
   *[no] **{ $name }** n'a plus d'image.
}
notice-refitted = Les règles ont changé depuis le début de cet acte. Ce qui convient encore est gardé ; le reste est redemandé.
notice-undelivered = Je ne peux pas écrire dans { $channel } : { $why }. Ce que je dois au salon viendra dès que je pourrai, et aucun délai n'y court d'ici là. Tout le monde peut continuer ici, en messages privés ; `/inbox` montre ce qui attend.
# Pourquoi rien ne peut être publié dans un salon.
thread-name = { $system } · combat { $number }
thread-first-post = Un combat se joue ici, avec les règles { $system }. Utilise `/init join` pour participer.
thread-refused = Discord l'a refusé
thread-not-opened = Le combat n'a pas encore de fil : dans { $channel }, { $why }. Je réessaie ; ou bien `/init move` le fait jouer dans le salon où tu le tapes.
thread-soon = Ton combat aura son propre fil dans { $channel }. Tu le trouveras là sous le nom « { $name } », et tu en es membre.
thread-missing-permission = Je n'ai pas le droit d'ouvrir des fils ici. Une personne qui gère le serveur peut me donner { $rights }, ou ouvrir le combat sans `thread:`.
thread-wrong-channel = Ce genre de salon n'a pas de fils. Ouvre le combat dans un salon textuel, ou sans `thread:`.
channel-closed-access = je n'ai pas le droit de le voir
channel-closed-permission = il me faut les permissions Envoyer des messages (dans un fil : Envoyer des messages dans les fils), Intégrer des liens, Joindre des fichiers et Voir les anciens messages
channel-closed-locked = le fil est verrouillé
channel-closed-deleted = il est supprimé
channel-closed-blocked = l'AutoMod du serveur bloque tout ce que j'y écris. Qui gère le serveur peut en exempter mon rôle (paramètres du serveur, AutoMod, rôles autorisés)
dm-closed = Discord ne me laisse pas faire. Les réglages de confidentialité du serveur et du compte disent si un bot peut écrire
# Ce qui remplace un texte que bloque l'AutoMod du serveur.
message-blocked = L'AutoMod de ce serveur bloque ce qui est écrit ici. `/inbox` montre ce qui t'attend, `/status` où en est le combat, et `/log` ce qui s'est passé.
notice-blocked = L'AutoMod du serveur bloque ce texte dans { $channel } : { $text }
    Le reste du combat continue. Un mot ou un nom du texte est sur la liste du serveur ; la personne qui gère le serveur peut laisser passer mon rôle.
notice-undelivered-dm = Je ne peux pas écrire en messages privés à { $user } : { $why }. `/inbox` montre ce qui l'attend, ici aussi. Ce que je lui dois arrive dès que je peux lui écrire.
notice-stuck = Le temps est écoulé, mais la réponse par défaut n'est pas possible : { $why } Tu peux répondre à sa place, ou changer le combat avec `/gm`.

## Un combat fini

story-round = Round { $round }
story-played-by = Joué par { $players }{ $others ->
    [none] {""}
   *[some] {" "}avec { $others }
}.
story-when = Du { $from } au { $to } UTC, { $place ->
    [none] en messages privés
   *[some] dans { $place }
}.
story-channel = ce salon
story-set-up = Avant le combat : { $sentences }
report = Le combat a pris { $rounds ->
    [one] { $rounds } round
    [many] { $rounds } rounds
   *[other] { $rounds } rounds
} et { $acts ->
    [one] { $acts } acte
    [many] { $acts } actes
   *[other] { $acts } actes
}{ $pace ->
    [none] .
   *[some] , { $pace } { $unit ->
        [minutes] minutes
       *[hours] heures
    } par round.
}
# Avec la réponse à qui revient.
missed = Depuis ton passage : { $turns ->
    [0] aucun tour
    [one] { $turns } tour
    [many] { $turns } tours
   *[other] { $turns } tours
}{ $hurt ->
    [none] .
   *[some] . { $hurt }
}
missed-hurt = { $name } a pris { $times ->
    [one] { $times } coup
    [many] { $times } coups
   *[other] { $times } coups
}{ $left ->
    [none] .
   *[some] { " " }(reste { $left }).
}
missed-read = Lire ce qui s'est passé
report-export = Exporter l'histoire
report-again = Rejouer (MJ)
# Le récit d'un combat, trois phrases au plus.
report-outcome = Issue : { $outcome }
report-most-attacks = { $who } a attaqué le plus souvent : { $count ->
    [one] { $count } fois
    [many] { $count } fois
   *[other] { $count } fois
}, { $is_only ->
    [yes] toujours { $target }
   *[no] surtout { $target }
}.
report-no-falls = Personne n'est tombé.
report-only-fall = Une seule chute : { $who }, au round { $round }.
report-falls = { $is_same_round ->
    [yes] Première chute : { $first } ; dernière : { $last }, au même round { $first_round }.
   *[no] Première chute : { $first }, au round { $first_round } ; dernière : { $last }, au round { $last_round }.
}
report-closest = { $who } a failli tomber, avec { $percent } % de reste.
# Dans l'image d'un combat fini.
report-rounds = { $rounds ->
    [one] { $rounds } round
    [many] { $rounds } rounds
   *[other] { $rounds } rounds
}
report-health = Santé après chaque round
report-start = début
report-attacks = Qui a attaqué qui, et combien de fois{ $has_loss ->
    [yes] {" "}(− dégâts)
   *[no] { "" }
}
report-attack = { $count ->
    [one] { $count } fois
    [many] { $count } fois
   *[other] { $count } fois
}{ $loss ->
    [0] { "" }
   *[some] { " " }· −{ $loss }
}
report-more-attacks = et { $count ->
    [one] { $count } de plus
    [many] { $count } de plus
   *[other] { $count } de plus
}
report-down = Au tapis à la fin : { $names }
report-left = Départs et abandons : { $names }
report-lost = Dégâts subis : { $lost }
report-sealed = -# Le sceau { $seal } est ouvert : `/export format:json` contient le secret et chaque dé. Les dés qui tombent encore : sous sceau · { $next }
report-secret = Les dés découlaient de { $secrets }. `/export format:json` les contient pour la vérification. Les dés qui tombent encore sont sous le sceau { $seal }.
report-dice = Dés : { $dice }
report-dice-sum = { $count }d{ $sides } ont donné { $sum } (attendu : { $expected })

## Questions

prompt-default = { $until ->
    [none] Si tu ne réponds pas : { $fallback }.
   *[some] Sans réponse { $until } : { $fallback }.
}
prompt-unseen = Personne ne voit qu'on te pose la question. Ta réponse compte { $until } ; sans réponse : { $fallback }.
prompt-patient = Cette question t'attend : rien n'arrive sans ta réponse.
prompt-kept = Gardé : **{ $answer }**.
prompt-closes = Rien ne t'oblige à répondre ; ça se ferme { $until }.
# What the answers of a question cost, once for all of them.
prompt-shared-cost = Chaque réponse{ $except ->
    [none] { "" }
   *[some] { " " }sauf « { $except } »
} : { $cost }.
prompt-default-mark = { " " }(par défaut)
prompt-menu = { $name ->
    [none] Ta réponse
   *[some] { $name } : ta réponse
}
prompt-rule-otherwise = Trancher autrement…
prompt-form = Ta décision
prompt-answered = Réponse : **{ $answer }**
prompt-defaulted = Pas de réponse à temps : **{ $answer }**
prompt-sealed = C'est répondu. Toutes les réponses sont montrées ensemble.
prompt-copy = (Un joueur a une question.)
prompt-taken-back = Annulé.
# What several of one kind do alike: "Raider 1 passes. Likewise Raider 2 to 17."
told-likewise = { $text } De même { $names }.
told-undone = ~~{ $text }~~ (annulé)
# Un tour dont le temps était écoulé.
told-late = Le temps est écoulé. { $text }

# Ce que quelqu'un peut répondre sans que personne l'attende.
invitation-open = { $user } · **{ $who }** peut répondre, sans obligation.

# Sous ce qui est envoyé en privé.
from-fight = -# dans { $channel }

## Tours

# $users sont des mentions ; $names qui peut agir, `none` si le MJ choisit ; $until la fin du tour.
turn-yours = { $users } · { turn-who }, à toi de jouer{ turn-when }
turn-choose = { $users } · { turn-who } : qui agit ?{ turn-when }
turn-choose-among = { $users } · { $count } personnages peuvent agir{ turn-when }
turn-when = { $round ->
    [0] { "" }
   *[some] { " " }· round { $round }
}{ $until ->
    [none] { "" }
   *[some] { " " }· fin { $until }
}
turn-who = { $names ->
    [none] côté MJ
   *[some] **{ $names }**
}
# Le tour est arrêté ; $whom sont ceux dont on attend la réponse, `none` si ce n'est pas dit.
turn-stands = { $names ->
    [none] Le tour attend{ turn-stands-for }.
   *[some] **{ $names }** · le tour attend{ turn-stands-for }.
}
turn-stands-for = { $is_own ->
    [yes] { " " }ta réponse
   *[no] { $whom ->
        [none] { " " }le MJ
       *[some] { " " }une réponse : { $whom }
    }
}
turn-advice-follows = -# Les suggestions pour les autres suivent quand ceux-ci ont agi.
turn-next = ensuite : { $names }
# Qui est au même endroit : un mot de blessure à côté du nom.
turn-near = { $zone } : { $names }
turn-near-one = { $wounds ->
    [none] { $name }
   *[some] { $name } ({ $wounds })
}
record-title = { $names ->
    [none] { record-round }
   *[some] { $names }{ $round ->
        [0] { "" }
       *[some] { " " }· round { $round }
    }
}
record-round = Round { $round }
turn-reminder = { $names ->
    [none] Tout le monde t'attend.
   *[some] Tout le monde t'attend. À toi d'agir avec : { $names }.
}
# $users sont des mentions ; $names est `none` si on attend le MJ ; $until est une heure fixe, car une
# relance est encore là quand elle est passée.
nudge-prompt = { $users } · { $names ->
    [none] le combat attend ta réponse.
   *[some] le combat attend que quelqu'un réponde pour **{ $names }**.
}{ $until ->
    [none] { "" }
   *[some] { " " }Sans réponse avant le { $until }, c'est la réponse par défaut.
}
nudge-turn = { $users } · { $names ->
    [none] le combat t'attend.
   *[some] c'est toujours à **{ $names }** de jouer.
}{ $until ->
    [none] { "" }
   *[some] { " " }Si tu n'agis pas avant le { $until }, le tour est fini.
}
turn-menu = { $family ->
    [attack] Attaquer
    [move] Bouger
    [aid] Aider et parler
   *[else] Autres
}
turn-menu-who = Qui agit
turn-menu-part = { $name } { $numbers }
# Un groupe d'actes qui ouvre son propre message.
turn-group = { $what }{ $part ->
    [none] { "" }
   *[some] : { $part }
}{ $is_usual ->
    [yes] { "" }
   *[no] , autrement
}…
# Dans les menus des actes faits à quelqu'un, ou avec quelqu'un.
turn-whom = { $family ->
    [aid] Avec { $name }
   *[other] { $name }
}
turn-group-spared = Attaquer des alliés ou des gens à terre…
turn-group-rest = D'autres…
turn-choose-act = Que fait { $who } ?
turn-choose-way = { $who } · { $group }{ $about ->
    [none] { "" }
   *[some] { " " }({ $about })
}
turn-board = Tableau
turn-forecast = Pronostic
turn-suggested = Suggéré : { $label }
turn-why = { $name } · { $label } · { $why }
advice-target = { $stands_out ->
    [only] en face, il reste seulement { $target }
    [weakest] { $target } est au plus près de tomber
    [nearest] { $target } est au plus près
   *[most] c'est { $target } qui en souffre le plus
}
advice-move = { $is_closer ->
    [yes] ça rapproche { $who } : { $enemy } est plus près
   *[no] ça éloigne { $who } : { $enemy } est plus loin
}
advice-other = { $why ->
    [harm] ça aide { $who } à faire mal aux ennemis
    [guard] ça met { $who } plus à l'abri
   *[least] rien d'autre ne fait mieux
}
# Boutons pour tous les PNJ d'un tour.
block-look = Tout jouer comme suggéré…
block-play = Jouer tout ça
block-end = Tout finir
block-go-on = Continuer
block-note = Chaque PNJ fait d'abord cela, puis ce qui convient le mieux, jusqu'à la fin de son tour. Après chaque acte, le suivant est pesé de nouveau ; une question à quelqu'un l'arrête, et le tour de quelqu'un d'autre aussi.
block-nothing = Personne ne peut agir maintenant.
block-played = { $names ->
    [none] { $waiting ->
        [none] Personne n'a pu agir.
       *[some] { $waiting }
    }
   *[other] { $names } : { $is_end ->
        [yes] fini
       *[no] { $acts ->
            [one] { $acts } acte
            [many] { $acts } actes
           *[other] { $acts } actes
        }
    }.{ $idle ->
        [none] { "" }
       *[some] { " " }Sans acte : { $idle }.
    }{ $waiting ->
        [none] { "" }
       *[some] { " " }{ $waiting }
    }
}
block-waits = Le tour attend{ turn-stands-for } ; appuie de nouveau ensuite.
turn-back = Retour
# Le joueur en dit plus dans un formulaire.
turn-option-told = { $label }…
form-act = Quoi, au juste ?
turn-more = Il n'y a pas la place ici pour tout ce que tu peux faire : `/guide` en donne la liste, et tu peux tout taper.
turn-option-of = { $name } : { $label }
turn-end = { $is_slot ->
    [yes] Passer
   *[no] Finir le tour
}

## Réponses à une personne

reply-seen = Regarde le salon.
reply-noted = Noté. Le tour attend{ turn-stands-for }.
reply-set = { $setting }.
reply-done-already = C'est déjà fait.
reply-hidden-newcomer = Seul le MJ lit ceci.
reply-turn-over = Le tour est fini.
reply-left = { $budget }.
reply-now = Maintenant : { $offers }
reply-first-of = Les { $most } premiers sur { $count } :
menu-choose-attack = Qui attaques-tu, et avec qui ?
menu-choose-attack-pair = { $name } attaque { $target }
explain-rules = Les règles en jeu :
undo-choice = { $has_others ->
    [yes] D'autres actes ont suivi.
   *[no] Ce message raconte plusieurs actes.
} Jusqu'où veux-tu revenir ?
undo-choice-act = { $count }. { $what }
undo-choice-button = { $steps ->
    [one] Annuler le dernier acte
    [many] Annuler { $steps } actes
   *[other] Annuler { $steps } actes
}
reply-plays-nobody = Tu ne joues personne dans ce combat. `/init join` te fait entrer.
forecast-title = Pronostic · { $system }
forecast-of = { $count } combats{ $is_short ->
    [yes] {" "}au lieu de { $wanted }, faute de temps
   *[no] { "" }
}, joués à partir d'ici :
forecast-end = { $is } %{ $is_range ->
    [yes] { " " }({ $least }–{ $most } %)
   *[no] { "" }
} : { $outcome }
forecast-open = Pas de fin en vue.
forecast-rounds = Rounds : le plus souvent { $half }, rarement moins de { $few } ou plus de { $most }.
forecast-one = { $name } finit au tapis dans { $down } % des combats{ $gone ->
    [none] { "" }
   *[some] , et part dans { $gone } %
}{ $left ->
    [none] .
   *[some] ; sinon il reste en moyenne { $left } % de la santé.
}
forecast-several = { $name } : chacun au tapis dans { $least } à { $most } % des combats.
forecast-else = Ce qui changerait l'issue (« { $outcome } ») :
forecast-change = { $what ->
    [more] { $number ->
        [one] avec { $number } de plus comme { $name }
        [many] avec { $number } de plus comme { $name }
       *[other] avec { $number } de plus comme { $name }
    }
    [from-ambush] si les PNJ commencent en embuscade
    [without-several] sans { $number } des PNJ
    [without-one] sans l'un de { $name }
   *[without] sans { $name }
} : { $is } % (sur { $count } combats)
forecast-turn = Le plus petit changement qui renverse le combat : { $change }
forecast-far = Aucun des changements essayés ne renverse le combat. Les gagnants gardent en moyenne { $left } % de leurs forces.
forecast-how = -# Tout le monde se bat sans plan. Des gens qui réfléchissent feront mieux, des deux côtés.
forecast-share = { $is } %
forecast-range = { $least }–{ $most } %
forecast-outcomes = L'issue
forecast-down = Qui finit au tapis
encounter-title = Un combat à la bonne mesure · { $system }
difficulty = { $difficulty ->
    [easy] Facile
    [hard] Dur
    [deadly] Mortel
   *[fair] Équilibré
}
encounter-wanted = { $difficulty ->
    [easy] **Facile**
    [hard] **Dur**
    [deadly] **Mortel**
   *[fair] **Équilibré**
} : les héros gagnent { $least } à { $most } % des combats{ $count ->
    [none] { "" }
   *[some] , contre { $count }
}{ $family ->
    [none] { "" }
   *[some] , famille { $family }
}{ $place ->
    [none] { "" }
   *[some] , lieu : { $place }
}.{ $has_npcs ->
    [yes] {" "}Les PNJ déjà présents se battent avec eux.
   *[no] { "" }
}
encounter-none = Je n'ai rien trouvé. Essaie une autre famille, un autre lieu ou un autre nombre.
encounter-too-hard = Ce combat est déjà trop dur : les héros gagnent { $is } % ({ $least }–{ $most } %). N'ajoute personne.{ $names ->
    [none] {" "}Retirer quelques PNJ ne suffit pas.
   *[some] {" "}Sans { $names }, ils gagnent { $then } %.
}
encounter-nearest = Aucun n'est tout à fait ce que tu as demandé : ce sont les plus proches que j'ai trouvés.
encounter-group = { $count ->
    [1] { $name }
   *[other] { $count } × { $name }
}
encounter-line-up = **{ $number }. { $groups }** : les héros gagnent { $is } % ({ $is_range ->
    [yes] { $least }–{ $most } %,{ " " }
   *[no] { "" }
}{ $fights } combats), le plus souvent au round { $rounds }.{ $fits ->
    [yes] { "" }
   *[no] {" "}Ce n'est pas ce que tu as demandé, mais c'est ce que j'ai trouvé de plus proche.
}{ $is_long ->
    [yes] {" "}Il est long.
   *[no] { "" }
}{ $names ->
    [none] { "" }
   *[some] {" "}Finiront sans doute au tapis : { $names }.
}
encounter-downed = { $name } ({ $percent } %)
encounter-add = { $is_hidden ->
    [yes] { $number }, en cachette
   *[no] Ajouter le groupe { $number }
}
encounter-others = D'autres groupes
reply-map = Carte
reply-no-zones = Ce combat n'a pas de zones.
reply-log-line = { $number ->
    [none] {""}
   *[some] { $number }.{" "}
}{ $at } { $who ->
    [none] l'horloge
   *[some] { $who }
} : { $what }
# Un MJ qui a parlé comme PNJ ; les joueurs ne savent pas lequel.
reply-log-gm = le MJ
# Ce qui a été fait pour qui.
reply-log-by-actor = { $name } : { $done }
# Ce qui a été fait et ne raconte rien du combat : surtout par l'horloge.
reply-log-done = { $verb ->
    [call] une doublure est appelée
    [forget] quelqu'un a fait supprimer ses données
    [nudge] une relance
    [people] une absence ou une doublure prend fin
    [queue-clear] un plan est abandonné
    [refit] l'acte est rejoué avec de nouvelles règles
    [remind] un rappel au MJ
    [skip] l'attente prend fin
    [wake] le combat se réveille
    [describe] des paroles en personnage que personne ne peut lire
    [words-delete] des paroles en personnage sont retirées
    [words-edit] des paroles en personnage sont modifiées
    [channel-unreachable] le salon est injoignable
    [channel-reachable] le salon est de nouveau joignable
    [pass] on passe
    [done] un tour se termine
    [turn] un tour commence
    [no] un non
    [approve] un oui
   *[other] `{ $act }`
}
reply-log-empty = Rien de tel ne s'est passé.
reply-log-earlier = Plus ancien
reply-log-latest = Plus récent
reply-export = Le combat, à garder :
reply-export-without-portraits = Le combat, à garder, sans portraits : avec eux, le fichier serait trop gros pour Discord.
reply-export-too-large = Le fichier ferait { $size } Mo, et Discord accepte au plus { $most } Mo. Le plus petit est `/export format:story`.
reply-fight = { $fight } : { $channel }{ $is_gm ->
    [yes] , tu en es MJ
   *[no] { "" }
}{ $is_chosen ->
    [yes] { " " }(choisi)
   *[no] { "" }
}
fight-choice = De quel combat parles-tu ? Choisis-le, et ta commande y continue telle que tu l'as envoyée.
fight-choice-menu = Choisir le combat
fight-choice-label = Combat { $number } : { $system }
fight-choice-part = { $is_gm ->
    [yes] Tu en es MJ{ $names ->
        [none] .
       *[some] , et tu joues { $names }.
    }
   *[no] { $names ->
        [none] Tu y es.
       *[some] Tu joues { $names }.
    }
}
form-try-again = Réessayer
form-written = Tu as écrit :
reply-choose-fight = `/gm fight id:` choisit le combat dont parlent tes messages privés.
reply-command-group = `/{ $group }` est un groupe de commandes. Tape l’une d’elles : { $commands }.
reply-no-fights = Tu ne participes à aucun combat ouvert.
reply-kept = { $until ->
    [none] Gardé : ta réponse comptera à la fin de l'attente. D'ici là, tu peux la changer.
   *[some] Gardé : ta réponse comptera { $until }, ou quand tu mettras fin à l'attente avec `/skip`. D'ici là, tu peux la changer.
}
reply-wait-over = L'attente est finie.
reply-chosen = Tes messages privés parlent maintenant du combat dans { $channel }.

inbox-empty = Rien ne t'attend.
inbox-title = { $count ->
    [one] { $count } décision t'attend
    [many] { $count } décisions t'attendent
   *[other] { $count } décisions t'attendent
}
inbox-no-room = Il n'y a pas la place ici pour tous les boutons. Pour les autres, suis le lien ou tape la commande.
inbox-prompt = { $what }{ $until ->
    [none] { "" }
   *[some] { " " }· { $until }
} · { $place } · [y aller]({ $jump })
inbox-turn = { $names ->
    [none] Au MJ de jouer
   *[some] **{ $names }** : à toi de jouer
}{ $until ->
    [none] { "" }
   *[some] { " " }· { $until }
} · { $place } · [y aller]({ $jump })
reply-away = { $until ->
    [none] Aucune absence en cours.
   *[some] Ton absence est notée ; retour { $until }, le { $date }. `/away back:true` y met fin plus tôt.
}

reply-clock = Ton fuseau horaire : { $zone }, où il est { $local_time }. Heures calmes : { $hours ->
    [none] aucune
   *[some] { $hours }
}.

## Où en est un combat

status-title = { $system }{ $round ->
    [0] { "" }
   *[some] { " " }· round { $round }
}{ $acting ->
    [none] { "" }
   *[some] { " " }· { $acting }
}
status-acting = { $name } agit
status-title-over = { $system } · { $outcome }
status-title-setup = { $system } · mise en place
status-zones = Zones
status-seal = Sceau des dés
status-limits = Temps pour agir
status-limit = { $kind ->
    [limit-turn] un tour
    [limit-ruling] les décisions du MJ
   *[limit-answer] une réponse
} : { $least }{ $most ->
    [none] { "" }
   *[some] { " " }à { $most }
}
status-was = avant : { $wounds }
status-nobody-joined = Personne n'a encore rejoint. `/init join` te fait entrer.
status-hidden = en cachette
status-zone = **{ $zone }**{ $from ->
    [none] { "" }
   *[some] { " " }{ $from }–{ $to }
} : { $here ->
    [none] { nobody }
   *[some] { $here }
}
status-waiting = { $is_prompt ->
    [yes] On attend une réponse : { $who }
   *[no] On attend { $who }
}{ $until ->
    [none] { "" }
   *[some] { " " }· fin { $until }
}
status-waiting-who = { $who ->
    [none] le MJ
   *[some] { $who }
}{ $user ->
    [none] { "" }
   *[some] { " " }({ $user })
}

## La carte en mots

picture-round = Round { $round }
picture-set-up = mise en place
picture-gone = Sortis : { $names }
picture-feet = { $feet } pi
picture-at-border = → { $zone }
picture-border = { $fact ->
    [obstacle] obstacle
    [no-sight] sans vue
    [door] porte : { door-state }
    [border-stops] { $value } { $detail }, ou pas plus loin
   *[other] { $value } { $detail }
}
map-alt = Carte des zones. { $attacks ->
    [none] { $zones }
   *[some] { $attacks }. { $zones }
}
map-attack = { $attacker } attaque { $target }
map-more = { $count } de plus
map-zone = { $zone } : { $here ->
    [none] { nobody }
   *[some] { $here }
}
map-member = { $state ->
    [none] { $name }
   *[some] { $name } ({ $state })
}

## Ce qui ne va pas

typed-user-bot = { $name } est un bot, et les bots ne participent pas aux combats.
typed-option-unknown = Cette commande n'a plus l'option `{ $option }`.
typed-quotation-open = Il manque un guillemet.
typed-fields = Les valeurs s'écrivent ainsi : hp=5 str=2
confirm-act = **{ $act } ?** { $warning }
confirm-do = Le faire quand même
confirm-too-long = Ce n'est pas encore fait : c'est trop long pour un bouton de confirmation. Utilise moins de mots.
choice-gone = Tu ne peux plus faire ça. `/status` montre où en est le combat.
button-old = Ce bouton vient d'une version plus ancienne et ne fait plus rien. `/status` montre où en est le combat.
fault-out-of-date = Cette commande n'est plus à jour. Recharge Discord (Ctrl+R, ou redémarre l'application) et réessaie.
fault-broken = Quelque chose s'est mal passé, et rien n'a changé. La personne qui fait tourner ce bot le trouvera dans le journal. Réessayer peut aider.
fault-locked = Un autre programme utilise le fichier des combats. Rien n'a changé ; réessaie.
fault-read-only = Le bot n'a pas le droit d'écrire dans son fichier des combats, donc rien n'a changé. La personne qui fait tourner ce bot doit le permettre.
fault-lost = Le bot n'atteint pas sa base de données. Regarde le combat dans un moment, et réessaie si rien ne s'est passé.
fault-full = Le disque est plein. Rien n'a changé ; réessaie quand il y aura de la place.

## Texte simple

plain-goes-on = … Tout est dans le fichier.
plain-cut = … Il manque la suite : Riposte ne peut envoyer ici ni intégrations ni fichiers.
plain-set = { $is_server ->
    [yes] { $is_on ->
        [yes] Je publie désormais du texte simple sur ce serveur.
       *[no] { $is_light ->
            [yes] Je publie désormais des images claires sur ce serveur.
           *[no] Je publie de nouveau des intégrations et des images sur ce serveur.
        }
    }
   *[no] { $is_on ->
        [yes] Je t'envoie désormais du texte simple en privé.
       *[no] { $is_light ->
            [yes] Je t'envoie désormais des images claires en privé.
           *[no] Je t'envoie de nouveau des intégrations et des images en privé.
        }
    }
}

## Les commandes d'un serveur

commands-brought = { $is_shown ->
    [yes] Ce serveur a maintenant les commandes de { $system } : tape / pour les voir.
   *[no] Les commandes de { $system } arriveront un peu plus tard sur ce serveur. D'ici là, utilise les boutons et les menus.
}
commands-tomorrow = Discord ne prend plus de nouvelles commandes pour ton serveur aujourd'hui : certaines commandes de ton combat y manquent encore. Je réessaie demain. D'ici là, joue avec les boutons et les menus : ils font tout ce qu'il te faut.
commands-of = { $is_shown ->
    [yes] Ce serveur a les commandes de ces systèmes. Chacun reste { $days ->
        [one] { $days } jour
        [many] { $days } jours
       *[other] { $days } jours
    } après son dernier combat :
   *[no] Ce serveur aura un peu plus tard les commandes de ces systèmes. Chacun reste { $days ->
        [one] { $days } jour
        [many] { $days } jours
       *[other] { $days } jours
    } après son dernier combat :
}
commands-of-none = Personne n'a encore joué à un système sur ce serveur : il n'a que les commandes communes à tous. Un système arrive avec son premier combat, et reste { $days ->
    [one] { $days } jour
    [many] { $days } jours
   *[other] { $days } jours
} après le dernier.
commands-until = - { $system } : { $until ->
    [none] un combat est ouvert
   *[some] s'en va { $until } s'il n'y a pas de combat
}

## Le guide

guide-now = { $name } peut maintenant :
guide-nothing = { $name } ne peut rien faire maintenant.
guide-asked = { $question }
    Tu peux répondre : { $choices }
guide-first-steps = { $has_open_fight ->
    [yes] Tu ne joues personne dans ce combat. `/init join` te fait entrer ; `/status` montre où il en est, et `/log` ce qui s'est passé.
   *[no] J'arbitre des combats joués par chat. Il n'y en a pas ici pour l'instant : `/init new` en ouvre un dans un salon de serveur, avec les règles que tu choisis, et `/init join` fait entrer les joueurs.
} `/sheet new` crée un personnage à toi, `/guide rule:` montre ce que dit une règle, et `/roll` lance des dés. Quand c'est à toi de jouer, un message avec des boutons contient tout ce que tu peux faire.
guide-orders = Tu es MJ. Tu peux ordonner : { $orders }. `/guide as:` dit ce que peut faire un PNJ.
guide-hint = `/guide why:` dit pourquoi quelque chose n'est pas possible, `/guide rule:` ce que dit une règle.
guide-can = { $command } est possible maintenant.
guide-may = Tu peux utiliser { $command } : elle te demande le reste pendant que tu tapes.
guide-cannot = { $command } n'est pas possible maintenant.
guide-because = { $on ->
    [none] { $why }
   *[some] { $on } : { $why }
}
guide-instead = Tu peux : { $offers }
guide-read-rule = Lire la règle
guide-found = Ces règles en parlent :
guide-book-hint = `/guide rule:` montre l'une d'elles.
# Une façon d'agir, avec son coût : `/attack` · Action : Attaquer Loup (épée longue), et 2 de plus.
guide-odds = { $act } ({ $odds } %)
guide-way = `{ $command }`{ $cost ->
    [none] { "" }
   *[some] { " " }· { offer-cost }
} : { $acts }{ $more ->
    [0] { "" }
   *[some] , et { $more } de plus
}

## Ce qui est gardé sur quelqu'un

person-gone = quelqu'un qui est parti
privacy-kept = **Ce qui est gardé sur toi**
privacy-shelf = Sur ton étagère : { $sheets ->
    [one] { $sheets } fiche
    [many] { $sheets } fiches
   *[other] { $sheets } fiches
} et { $templates ->
    [one] { $templates } modèle
    [many] { $templates } modèles
   *[other] { $templates } modèles
}.
privacy-settings = Ton fuseau horaire, tes heures calmes et ton absence : { $has_time ->
    [yes] oui
   *[no] rien
}. Ton choix de texte simple ou d'images claires : { $is_plain ->
    [yes] oui
   *[no] rien
}.
privacy-dice = Les dés que tu as lancés en secret : les secrets de { $days ->
    [one] { $days } jour
    [many] { $days } jours
   *[other] { $days } jours
}.
privacy-fights = Ce que tu as dit et pressé dans des combats : { $inputs ->
    [one] { $inputs } fois
    [many] { $inputs } fois
   *[other] { $inputs } fois
}, dans { $fights ->
    [one] { $fights } combat
    [many] { $fights } combats
   *[other] { $fights } combats
}. Avec cela, tes personnages tels qu'ils sont dans ces combats, ce que tu as préparé pour eux, et ta dernière visite.
privacy-how = C'est gardé pour que les combats continuent, puissent être relus et annulés. Les autres joueurs voient ce que le combat leur montre ; personne d'autre ne reçoit rien de ma part.
privacy-take = Me donner tout ça dans un fichier
privacy-delete = Supprimer ce qui est gardé sur moi…
privacy-file = Voici tout ce qui est gardé sur toi.
privacy-sure = Supprimer ce qui est gardé sur toi ? Tu ne pourras pas revenir en arrière.
    - Tes fiches et leurs portraits, tes modèles, tes réglages et ce que tu as préparé disparaissent tout de suite.
    - Dans { $fights ->
        [one] { $fights } combat
        [many] { $fights } combats
       *[other] { $fights } combats
    }, « quelqu'un qui est parti » te remplace, et ce que tu as dit avec tes propres mots disparaît. Les noms de tes personnages restent, et ce qu'ils ont fait.
    { $open ->
        [0] - Les messages que j'ai publiés restent dans leurs salons : on ne peut les supprimer que là.
       *[some] - Là où un combat dure encore, le MJ joue désormais tes personnages.
        - Les messages que j'ai publiés restent dans leurs salons : on ne peut les supprimer que là.
    }
privacy-delete-this = Supprimer pour de bon
privacy-keep = Garder
privacy-leads = Tu es MJ de combats ouverts dans { $channels }. Termine-les (`/init end`) ou confie-les (`/gm hand-over`) d'abord, pour que personne ne reste à attendre.
privacy-deleted = Ce qui était gardé sur toi est supprimé. Les copies faites auparavant par la personne qui me fait tourner le contiennent jusqu'à ce qu'elles soient jetées.

## A fight that one can watch again

report-replay = Le revoir
replay-no-script = Cette page montre le combat avec son propre script. Autorise les scripts, ou lis l'histoire : /export format:story.
replay-for-gm = La version du MJ : avec tout ce qui était caché.
replay-for-onlookers = Comme tout le salon pouvait le connaître.
replay-for-player = Comme pouvait le connaître : { $names }
replay-set-up = Préparation
replay-step = Acte { $step } sur { $steps }
replay-controls = Regarder le combat
replay-position = Moment du combat
replay-first = Au début
replay-previous = Un acte en arrière
replay-play = Lecture
replay-pause = Pause
replay-next = Un acte en avant
replay-last = À la fin
replay-speed = Vitesse
replay-slow = lente
replay-normal = normale
replay-fast = rapide
replay-keys = Touches : ← et → vont d'acte en acte, Page préc. et Page suiv. de round en round, Début et Fin au début et à la fin. La barre d'espace lance et arrête la lecture.
replay-rounds = Rounds
replay-map = Carte des zones
replay-record = Ce qui s'est passé
replay-whole-record = Tout le récit
replay-combatants = Qui est où. Appuie sur un nom pour suivre quelqu'un.
replay-name = Nom
replay-health = Santé
replay-place = Lieu
replay-notes = État
replay-way = Le chemin pris ({ $name }) : { $way }
replay-way-part = { $place } (round { $round })
replay-off-map = hors de la carte
replay-undone = ce qui s'est passé alors a été annulé
replay-report = Le combat en chiffres
replay-dice = Les dés
replay-dice-of-step = Dés de cet acte
replay-draw = tirage { $draw }
replay-hidden-draw = tirage caché { $draw }
replay-card = carte { $card }
replay-seal-holds = Vérifié à l'instant, sur cette page : les { $dice } dés découlent du secret scellé, et aucun ne manque. Compare le sceau avec le premier message : { $seal }
replay-seal-holds-open = Vérifié à l'instant, sur cette page : les { $dice } dés visibles découlent du secret scellé, et aucun ne manque. Compare le sceau avec le premier message : { $seal }
replay-seal-breaks = Les dés ne découlent pas du sceau. La vérification dit, en anglais : { $reason }.
replay-seal-kept = Le MJ garde le secret des dés, donc personne d'autre ne peut les vérifier. Leur sceau : { $seal }
replay-seal-missing = Les dés de ce combat ne découlent d'aucun secret, donc personne ne peut les vérifier.

## Words in character, and following a fight

turn-describe = Décrire
speech-line = { $name }: { $text }{ $is_undone ->
    [yes] {" "}(ce qui a été joué alors est annulé)
   *[no] {""}
}
speech-plain = { $name }: { $text }
speech-undone = Ce qui a été joué alors est annulé.
speech-taken-out = (paroles retirées)
speech-nameless = Quelqu'un
form-describe = { $name ->
    [none] En personnage
   *[some] { $name }, en personnage
}
form-words = Ce que ton personnage dit ou fait
speech-author = { $user ->
    [none] Le MJ joue { $name } et a écrit cela.
   *[some] { $user } a écrit cela en jouant { $name }{ $is_npc ->
        [yes] , un PNJ.
       *[no] .
    }
}
notice-words = { $change ->
    [posted] Publié sous le nom **{ $name }**. `/words edit` le change, `/words delete` le retire.
    [edited] **{ $name }** : paroles modifiées.
   *[deleted] **{ $name }** : paroles retirées.
}
notice-words-unposted = { $reason ->
    [blocked] L'AutoMod du serveur bloque les paroles de **{ $name }** dans { $channel }, donc personne ne les a lues : { $text }
   *[speaker-hidden] On a caché **{ $name }** avant que ces paroles n'arrivent dans { $channel }, donc personne ne les a lues : { $text }
    }
    `/words edit` écrit d'autres paroles à leur place, `/words delete` les abandonne.
notice-words-unchanged = Je ne peux pas changer les paroles de **{ $name }** dans { $channel } : elles y restent telles quelles. La personne qui gère le serveur peut me donner *Gérer les messages*, ou les supprimer.
notice-words-taken-out = Les paroles de **{ $name }** dans { $channel } ont été retirées par une personne qui en a le droit.
voices-set = { $is_allowed ->
    [yes] Les personnages parlent sur ce serveur avec `/describe`.
   *[no] Les personnages ne parlent pas sur ce serveur.
}
follow-stop = Ne plus suivre
follow-attacks = Round { $round } : { $count ->
    [0] personne n'a attaqué.
    [one] une attaque{ $attacker ->
        [none] .
       *[some] , par { $attacker } sur { $target }.
    }
    [many] { $count } attaques{ $attacker ->
        [none] .
       *[some] , la plupart par { $attacker }, surtout sur { $target }.
    }
   *[other] { $count } attaques{ $attacker ->
        [none] .
       *[some] , la plupart par { $attacker }, surtout sur { $target }.
    }
}
follow-falls = { $names ->
    [none] Personne n'est au tapis.
   *[some] Au tapis : { $names }.
}
follow-left = Encore là : { $players } sur { $all_players } du côté des joueurs et { $foes } sur { $all_foes } en face.
notice-following = { $is_on ->
    [yes] Tu suis ce combat : à la fin de chaque round, tu reçois un message privé. `/follow` `stop:true` y met fin.
   *[no] Tu ne suis plus ce combat.
}
notice-following-ended = Tu ne vois plus le salon d'un combat que tu suivais. Je ne t'en raconte plus rien.
