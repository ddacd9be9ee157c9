### Pourquoi quelque chose n'est pas possible. `refusal-<key>` vaut pour toutes les règles ;
### `refusal-<key>-<rule id>` et `refusal-<key>-<PREFIX>` (dans le fichier du système) pour celles qui
### l'expliquent mieux.
###
### Les détails qui manquent sont `none`. $because et $why choisissent, $condition et $reason disent la
### même chose en mots ; $command est le verbe comme on le tape.

refused-by-rule = { $why } ({ $rule })
refused-instead = { $why } Tu peux : { $offers }
refused-detail = { $slot } « { $value } »
refused-takes = { $why } `{ $slot }:` accepte : { $names }.

## De tous les systèmes

refusal-not-in-system = { $command ->
    [none] Cette commande
   *[some] { $command }
} n'existe pas dans { $rules ->
    [none] ce combat
   *[some] { $rules }
}.{ $nearest ->
    [none] { "" }
   *[some] { " " }La plus proche est { $nearest }.
}{ $elsewhere ->
    [none] { "" }
   *[some] { " " }Elle appartient à { $elsewhere } : les personnes qui gèrent le serveur peuvent ajouter ces commandes avec `{ $command-systems }`.
}
refusal-no-such-slot = { $command } ne prend pas « { $slot } » ici. { $names ->
    [none] Il n'y a rien à ajouter.
   *[some] Sont possibles : { $names }.
}
refusal-not-gm = { $name ->
    [none] Seul le MJ peut faire ça.
   *[some] Seul le MJ joue { $name }.
}
refusal-no-party = Personne n'a encore rejoint, donc aucun combat ne peut être à la bonne mesure. Redemande quand les joueurs seront là.
# The GM, among those who are awaited.
awaited-gm = le MJ
refusal-prompt-open = { $kind ->
    [own] Réponds d'abord à la question qui t'est posée
   *[other] Une question attend d'abord une réponse
}{ $names ->
    [none] .
   *[some] : on attend { $names }.
}
refusal-endless = Ça ne finirait jamais. C'est une erreur du bot : rien n'a été fait, et le combat reste comme il était.
refusal-prompt-closed = Cette question est déjà réglée.
refusal-turn-over = Ce tour est fini.
refusal-not-your-turn = { $name ->
    [none] Ce n'est pas à toi de jouer
   *[some] Ce n'est pas à { $name } de jouer
}{ $names ->
    [none] .
   *[some] : on attend { $names }.
}
refusal-no-move = Tu as déjà utilisé le Mouvement de ce tour.
refusal-no-action = Tu as déjà utilisé l'Action de ce tour.
refusal-bad-target = { $because ->
    [not-yours] { refusal-not-yours }
    [several] Tu en connais plusieurs de ce nom ici : { $names }. Dis qui.
    [unknown] Tu ne connais personne de ce nom ici. { refusal-names }
    [nobody-named] Dis qui tu vises. { refusal-names }
    [plays-nobody] Cette personne ne joue personne que tu connaisses dans ce combat.
    [no-such-fight] Tu ne participes à aucun combat ouvert « { $name } ». `{ $command-fight }` sans `id:` liste les tiens.
    [not-now] Avec { $name }, ce n'est pas possible maintenant. { $names ->
        [none] Ce n'est possible avec personne maintenant.
       *[some] C'est possible avec : { $names }.
    }
   *[other] { $name ->
        [none] { $verb ->
            [none] Ce n'est pas possible ici : choisis autre chose.
           *[some] « { $verb } » ne répond pas à cette question.
        }
       *[some] Avec { $name }, ce n'est pas possible maintenant.
    }
}
refusal-names = { $near ->
    [none] { $names ->
        [none] Il n'y a personne ici que tu puisses nommer.
       *[some] Tu peux nommer : { $names }.
    }
   *[some] Penses-tu à l'un de ces noms : { $near } ?
}
refusal-not-yours = { $names ->
    [none] C'est à quelqu'un d'autre de le faire.
   *[some] C'est à { $names } de le faire, pas à toi.
}
refusal-not-adjacent = { $because ->
    [here] Tu es déjà dans { $zone }.
   *[other] { $zone ->
        [none] Aucune zone de ce nom n'est voisine de celle-ci.
       *[some] { $zone } n'est pas une zone voisine.
    }
}
refusal-zone-full = { $zone ->
    [none] Cette zone est pleine.
   *[some] { $zone } : il n'y a plus de place.
}
refusal-not-close = { $name ->
    [none] La cible est dans une autre zone : il faut partager la même.
   *[some] { $name } est dans une autre zone : il faut partager la même.
}
refusal-out-of-range = { $name ->
    [none] La cible est hors de portée.
   *[some] { $name } est hors de portée.
}
refusal-not-exit = Il n'y a pas de sortie pour toi ici.
refusal-not-in-hand = Tu n'as pas ça en main.
refusal-broken = C'est hors d'usage. Tu ne peux le réparer qu'en dehors des combats.
refusal-no-ammo = Tu n'as pas de munitions prêtes.
refusal-no-free-slot = Tu n'as ni main ni place libre pour ça.
refusal-hindered = { $condition ->
    [none] Un état t'en empêche.
   *[some] L'état { $condition } t'en empêche.
}

## Mise en place, et ordres du MJ

refusal-bad-order = { $why ->
    [question] Aucun genre de question ne s'appelle « { $value } ». Il y a : { $names }.
    [no-question] « { $value } » ne répond à aucune question de ces règles. Les réponses possibles : { $names }.
    [answer] « { $value } » n'y répond pas. Ces réponses conviennent : { $names }.
    [which-question] « { $value } » répond à plusieurs questions ({ $names }) : dis laquelle.
    [number] Tu n'as pas de consigne au numéro « { $value } ».{ $names ->
        [none] { "" }
       *[some] { " " }Il y a : { $names }.
    }
    [too-many] Tu as déjà autant de consignes que possible : retires-en une d'abord.
   *[other] « { $value } » ne convient pas à { $slot }.{ $names ->
        [none] { "" }
       *[some] { " " }Il y a : { $names }.
    }
}
refusal-bad-plan = { $why ->
    [nothing] Rien n'est prévu.
    [other-draft] Le plan a changé entre-temps : regarde-le encore une fois.
    [your-turn] C'est à toi de jouer maintenant : fais-le tout de suite.
    [too-many] Un tour ne peut pas en contenir plus.
    [no-act] Tu ne peux pas faire « { $value } » pendant un tour ici.{ $nearest ->
        [none] { "" }
       *[some] { " " }Le plus proche est { $nearest }.
    }
   *[unreadable] Je n'arrive pas à lire « { $value } ». Écris-le comme une commande : attack target:Wolf.
}
refusal-plan-changed = { $name } a bougé.
refusal-bad-setup = { $within ->
    [none] { "" }
   *[some] « { $within } » :{ " " }
}{ $why ->
    [policy] { $rules } n'a pas de conduite « { $value } » en cas d'absence. Il y a : { $names }.
    [temper] Personne ne joue « { $value } ». Il y a : { $names }.
    [name-length] { $slot ->
        [none] Un nom a de 1 à { $most } caractères.
       *[some] Dis avec `{ $slot }:` comment s'appelle ton personnage, en 1 à { $most } caractères.
    }
    [name-in-use] Quelqu'un s'appelle déjà { $name } : choisis un autre nom.
    [name-looks-like] « { $name } » ressemble à { $found }, déjà ici : choisis un nom que personne ne confondra.
    [name-marks] « { $name } » ne peut pas être un nom : on dirait une liste. Enlève les virgules, les points-virgules et les mots comme « et », et ferme chaque guillemet.
    [name-letters] « { $name } » ne peut pas être un nom : il faut au moins une lettre.
    [name-reserved] « { $name } » ne peut pas être un nom : ce mot veut dire autre chose dans les commandes. Choisis-en un autre.
    [name-role] « { $name } » ne peut pas être un nom : c'est un rôle à la table. Choisis-en un autre.
    [side-somebody] Aucun camp ne peut s'appeler « { $name } » : quelqu'un porte ce nom. Choisis un autre nom.
    [side-looks-like] « { $name } » ressemble au camp { $found } : choisis un nom que personne ne confondra.
    [group-looks-like] « { $name } » ressemble au groupe { $found } : choisis un nom que personne ne confondra.
    [name-side] Personne ne peut s'appeler « { $name } » : c'est un camp du combat. Choisis un autre nom.
    [alias-missing] Ce PNJ n'a pas encore d'alias : donnes-en un avec `alias:`.
    [alias-or-name] Un alias ne va qu'avec `show:` alias, wounds, numbers ou unseen.
    [shown-so-already] Les joueurs voient déjà ce PNJ ainsi.
    [no-such-rung] « { $name } » n'est pas une façon de montrer un PNJ. Il y a : unseen, something, alias, name, wounds et numbers.
    [too-many] Le combat ne peut pas accueillir plus de personnages.
    [fight-over] Le combat est fini.
    [not-over] Le combat n'est pas encore fini.
    [already-started] Le combat a déjà commencé.
    [empty-side] Avant le début, chaque camp a besoin d'au moins un personnage debout. Les joueurs entrent par `{ $command-join }`, les PNJ par `{ $command-add }`.
    [both-sides] Un seul des camps peut être pris par surprise.
    [same-side] Un camp est toujours son propre allié : nommes-en un autre.
    [zones-before-start] Tu ne peux disposer les zones qu'avant le début.
    [not-a-row] Dans ces règles, les zones forment une seule ligne, par exemple : Porte - Cour - Salle.
    [nameless-zone] Il y a une zone sans nom dans « { $value } ».
    [zone-looks-like] « { $name } » ressemble à la zone { $found } : choisis un nom que personne ne confondra.
    [zone-twice] « { $name } » serait à côté d'elle-même : donne à chaque zone son propre nom.
    [zone-number] « { $name } » ne peut pas être une zone : dans ces règles, un nombre est un repère. Donne un nom à la zone.
    [no-zones-yet] Ce combat n'a pas encore de zones : enlève `at:`.
    [too-many-zones] Un combat a { $most } zones au plus.
    [no-such-zone] La zone « { $name } » n'existe pas.{ $names ->
        [none] { "" }
       *[some] { " " }Il y a : { $names }.
    }
    [no-border] Aucune zone ne suit celle-là, et un obstacle se dresse entre deux zones.
    [not-neighbours] Un obstacle se trouve entre deux zones voisines, et ces deux-là ne le sont pas.
    [named-twice] Il en faut deux, et tu as nommé { $name } deux fois.
    [fight-runs] Tu ne peux faire ça qu'après le combat.
    [no-mark] Ce repère n'existe pas. Les repères sont 0, 5, 10, … jusqu'au bout de la ligne.
    [off-the-line] Quelqu'un se trouverait alors au-delà du bout de la ligne : place ce personnage d'abord, ou allonge une zone.
    [nobody-waited-for] Le combat n'attend personne maintenant.
    [no-link] Une porte demande un passage entre ses deux zones, et il n'y en a pas.
    [dead] Les morts ne peuvent pas rejoindre un combat.
    [unbindable] { $condition ->
        [none] Cet état
       *[some] L'état { $condition }
    } ne peut pas demander une Action, sinon il ne finirait jamais.
    [pick-owed] Cette fiche doit encore baisser ses attributs pour Plus jamais comme avant.
    [nothing-to-keep] Ce combat n'a encore ni zones ni PNJ à garder.
    [empty-scene] Cette scène n'a ni zones ni PNJ.
    [out-of-bounds] { $entry ->
        [none] Ce nombre est trop grand ou trop petit : { $field }.
       *[some] Ce nombre est trop grand ou trop petit dans « { $entry } » : { $field }.
    }
    [count] `{ $slot }:` prend un nombre de 1 à { $most }, pas « { $value } ».
    [no-such-entry] { $kind ->
        [spell] Aucun sort ne s'appelle
        [armour] Aucune armure ne s'appelle
        [item] Aucun objet ne s'appelle
        [scene] Aucune scène ne s'appelle
       *[creature] Aucun archétype, aucune créature ne s'appelle
    } « { $value } » dans ce kit. { $near ->
        [none] Il y a : { $names }{ $more ->
            [none] .
           *[some] , et { $more } de plus.{ $kind ->
                [spell] { "" }
                [armour] { "" }
                [item] { "" }
                [scene] { "" }
               *[creature] { " " }`{ $command-bestiary }` trouve des créatures.
            }
        }
       *[some] Penses-tu à l'un de ces noms : { $names } ?
    }
    [entry-name] « { $value } » ne peut pas nommer une entrée : un nom a de 1 à { $most } caractères, sans virgules ni points.
    [entry-twice] Un archétype et une créature ne peuvent pas s'appeler tous les deux « { $value } » : change l'un des noms.
    [scene-order] « { $value } » n'est pas un ordre qui met en place une scène. Il y a : { $names }.
    [line-up-slot] `{ $slot }:` vaut pour un seul genre de créature : enlève-le, ou ajoute un genre à la fois.
    [too-many-entries] Une table a { $most } entrées au plus.
    [too-many-fields] Une fiche a { $most } champs au plus.
    [two-choices] De « { $first } » et « { $second } », un seul peut être vrai.
    [no-number] « { $value } » n'est pas un nom suivi d'un nombre.
    [no-field] Le champ « { $slot } » n'existe pas{ $names ->
        [none] .
       *[some] . Il y a : { $names }.
    }
    [unread] { $reason }
    [too-short] « { $value } » est trop court : le minimum est { $least }, et { $none } veut dire sans limite.
    [outcome] « { $name } » n'est pas une issue{ $names ->
        [none] .
       *[some] . Il y a : { $names }.
    }
    [value] { $value ->
        [none] `{ $slot }:` manque.
       *[some] { $dice ->
            [none] « { $value } » ne convient pas à `{ $slot }:`{ $least ->
                [none] .
               *[some] , qui va de { $least } à { $most }.
            }
           *[some] « { $dice } » peut donner { $value }, et `{ $slot }:` va de { $least } à { $most }.
        }{ $amount ->
            [none] { "" }
            [full] { " " }Il faut un nombre, ou des dés comme 1d6 ou 2d6+1, ou `full`.
            [damage] { " " }Il prend des dés, comme 1d6 ou 2d6+1.
            [code] { " " }Il prend des dés, comme 3D ou 4D+2.
           *[dice] { " " }Il faut un nombre, ou des dés comme 1d6 ou 2d6+1.
        }
    }{ $names ->
        [none] { "" }
       *[some] { " " }Ces valeurs conviennent : { $names }.
    }
   *[none] { $facts ->
        [none] Ça ne convient pas ici.
       *[some] Ça ne convient pas ici : { $facts }.
    }
}

## Ce qui ne se lit pas : $field est none si on ne connaît que la ligne d'un fichier

unread-takes = { $field ->
    [none] Ce champ
   *[some] { $field }
} prend { $takes ->
    [number] un nombre entier de { $least } à { $most }
    [truth] `true` ou `false`
    [word] un mot
    [list] une liste, comme `claws, bite`
   *[table] des champs à lui
}{ $found ->
    [none] .
   *[some] , pas « { $found } ».
}
unread-choice = { $field ->
    [none] Ce champ
   *[some] { $field }
} ne peut pas valoir « { $found } ». Choisis parmi : { $names }.
unread-no-field = Le champ « { $found } » n'existe pas ici. Il y a : { $names }.
unread-missing = Le champ « { $found } » manque.
unread-no-sheet = Il n'y a pas de fiche dedans : écris ses champs sous une ligne avec [sheet], comme hp = 7, ou nomme un archétype, comme from = "warrior".
unread-twice = Le champ « { $found } » est là deux fois{ $first ->
    [none] .
   *[some] , aux lignes { $first } et { $second }. Gardes-en un.
}
unread-too-big = { $found ->
    [none] Un nombre est trop grand.
   *[some] « { $found } » est trop grand : aucun champ ne prend un tel nombre.
}
unread-curly = Le guillemet { $found } n'est pas droit. Utilise des guillemets droits, comme dans "longsword".
unread-unquoted = Un texte se met entre guillemets : "{ $found }", et non { $found }.
unread-csv = C'est un tableau (CSV). Envoie du TOML, avec chaque champ sur sa ligne, comme hp = 7, ou du JSON.
unread-colon = Entre un champ et sa valeur, il y a un =, pas un deux-points, comme dans hp = 7.
unread-json = C'est du JSON. Ici, seul le TOML est accepté, avec chaque champ sur sa ligne, comme hp = 7.
unread-comma = Il y a une virgule de trop avant le crochet ou l'accolade qui ferme.
unread-single = JSON met des guillemets doubles autour de ses textes, comme dans "longsword".
unread-cut-off = Le fichier s'arrête trop tôt : est-il arrivé en entier ?
unread-told = { $field ->
    [none] { $text }.
   *[some] { $field } : { $text }.
}
unread-unreadable = Je n'arrive pas à lire ceci : il manque peut-être un guillemet, une virgule ou une parenthèse.

## De la table

refusal-no-fight = Il n'y a pas de combat ici. `{ $command-new }` en ouvre un.
refusal-not-served = La personne qui fait tourner ce bot ne permet pas de l'utiliser { $of ->
    [user] avec ton compte. Elle seule peut changer ça.
   *[server] sur ce serveur. Tu peux l'utiliser sur d'autres.
}
refusal-too-fast = C'est trop rapide : { $of ->
    [user] tu peux appuyer et taper { $most } fois par minute
   *[channel] ce salon prend { $most } boutons et commandes par minute
}. Réessaie dans { $secs } secondes.
refusal-too-many-fights = { $of ->
    [user] Tu as ouvert { $most } combats qui ne sont pas finis, le maximum pour une personne. Termines-en un avec `{ $command-end }`, puis ouvre le suivant ; `{ $command-fight }` dans un message privé au bot en donne la liste.
   *[server] Ce serveur a { $most } combats qui ne sont pas finis, son maximum. Termines-en un avec `{ $command-end }`, puis ouvre le suivant.
}
refusal-fight-here = Un autre combat est en cours dans ce salon : termine-le d'abord.
refusal-nothing-to-move = Aucun de tes combats sur ce serveur n'est dans un salon où je ne peux pas écrire. Seul un tel combat peut déménager.
refusal-channel-open = Je peux écrire dans le salon de ce combat, donc il y reste.
refusal-move-where = { $value ->
    [none] Dis où le combat continue : tape `{ $command-relocate }` dans ce salon-là, ou donne son lien avec `channel:`.
   *[some] « { $value } » n'est pas un salon. Tape `{ $command-relocate }` dans le salon où le combat continue, ou donne son lien avec `channel:`.
}
refusal-move-unseen = Je ne trouve là aucun salon où tu peux écrire. Donne le lien d'un salon que tu vois, ou tape `{ $command-relocate }` là-bas.
refusal-move-other-server = Ce salon est sur un autre serveur. Un combat reste sur le sien.
refusal-choice-expired = Ce choix a expiré, ou tu l'as déjà fait. Renvoie la commande.
refusal-choice-gone = Tu ne participes plus à ce combat, ou il a été supprimé.
refusal-which-fight = Tu participes à plusieurs combats. `{ $command-fight }` choisit celui dont tu parles ici.
refusal-not-here = Ça ne marche que dans un salon d'un serveur, pas en privé.
refusal-no-such-system = Aucunes règles ne s'appellent « { $system } ». Il y a : { $systems }.
refusal-no-such-rule = Aucune règle ne s'appelle « { $name } ».{ $names ->
    [none] { "" }
   *[some] { " " }Il y a des règles sur : { $names }.
} `{ $command-guide }` avec `system:` donne la liste des règles.
refusal-fight-over = Le combat est fini.
refusal-fight-paused = Le combat est en pause. Le MJ peut le reprendre.
refusal-not-paused = Le combat n'est pas en pause.
refusal-not-joined = Tu ne joues personne dans ce combat. `{ $command-join }` te fait entrer.
refusal-nothing-asked = { $name ->
    [none] Personne ne te demande ça maintenant.
   *[some] { $names ->
        [none] Personne n'attend { $name } maintenant.
       *[some] On attend { $names } maintenant, pas { $name }.
    }
}
refusal-skip-whom = Il n'y a pas de fausse attente maintenant : on attend { $name }. `{ $command-skip }` avec `who:{ $name }` y met fin.
refusal-as-whom = { $names ->
    [none] Qui agit ? Choisis avec `as:`.
   *[some] Qui agit ? Choisis avec `as:` parmi { $names }.
}
refusal-bad-time = « { $value } » n'est pas un moment des douze prochains mois. Écris une date comme `24 Dec 18:00` ou `24.12.`, un jour comme `tomorrow` ou `next friday`, ou une durée comme `3d` ou `12h`.
refusal-date-unclear = « { $value } » peut être { $first } ou { $second } : écris la date que tu veux dire.
date = { $day } { $month } { $year }
month = { $month ->
    [1] janvier
    [2] février
    [3] mars
    [4] avril
    [5] mai
    [6] juin
    [7] juillet
    [8] août
    [9] septembre
    [10] octobre
    [11] novembre
   *[other] décembre
}
refusal-other-weekday = « { $value } » n'existe pas : le { $first } est un { $weekday }. Écris le jour que tu veux dire.
weekday = { $weekday ->
    [1] lundi
    [2] mardi
    [3] mercredi
    [4] jeudi
    [5] vendredi
    [6] samedi
   *[other] dimanche
}
refusal-no-such-zone = Le fuseau horaire « { $value } » n'existe pas. Écris-le comme `Europe/Berlin`, `Berlin` ou `UTC+2`.{ $places ->
    [none] { "" }
   *[some] { " " }Les plus proches sont : { $places }.
}
refusal-zone-unclear = « { $value } » ne dit ni où tu es, ni quand on y change d'heure. Écris le lieu dont tu as l'heure : { $places }.
refusal-bad-hours = « { $value } » ne sont pas des heures. Écris-les comme `22:00-8:00` ou `10pm-8am`, ou `none`.
refusal-which-character = Le personnage de qui ? Choisis avec `who:`.
refusal-nobody-stands-in = Personne d'autre ne joue { $name ->
    [none] ce personnage
   *[some] { $name }
}.
refusal-nothing-to-undo = Il n'y a rien à annuler.
refusal-not-over = Le combat n'est pas encore fini. `/log` montre ce qui s'est passé jusqu'ici.
refusal-export-onlooker = Tu n'as pas de rôle dans ce combat, donc tu reçois ce que tout le monde en a vu : `/export format:replay`, une fois qu'il est fini.
refusal-export-no-access = Tu ne vois pas le salon de ce combat, donc tu ne le reçois pas.
refusal-nothing-to-take-back = Il n'y a rien que tu puisses annuler. Tu peux annuler ton dernier acte, tant qu'il te reste du temps et que personne d'autre n'a agi ni répondu. Le MJ peut annuler davantage.
refusal-no-record = Ce message ne raconte rien d'un combat que tu pourrais annuler ou te faire expliquer.
refusal-undo-outdated = Autre chose est arrivé depuis. Choisis encore jusqu'où tu reviens.
refusal-nothing-to-redo = Il n'y a pas d'annulation à rétablir.
refusal-leave-started = Le combat a commencé : { $name } ne peut plus partir comme ça.{ $nearest ->
    [none] { "" }
   *[some] { " " }`{ $nearest }` permet de s'échapper selon les règles.
} Le MJ peut retirer n'importe qui.
refusal-for-good = Seul `{ $command-take-back }` l'annule, et seulement jusqu'à ce que quelqu'un d'autre agisse.

## Words in character, and following a fight

refusal-follow-plays = Tu participes à ce combat, et on t'en informe de toute façon.
refusal-voices-off = Les personnages ne parlent pas sur ce serveur. Qui le gère peut changer cela avec `/words allow`.
refusal-speaker-hidden = Les joueurs ne savent pas que { $name } est là. Révèle d'abord { $name } : `/gm reveal`.
refusal-words-by-rule = Selon les règles de ce combat, les joueurs ne parlent que par `/say`.
refusal-words-missing = Dis ce que ton personnage dit ou fait.
refusal-words-too-long = Tes paroles sont trop longues : un message en contient { $most } caractères.
refusal-no-own-words = Tu n'as pas écrit de paroles en personnage ici.
refusal-no-words = Personne n'a écrit ces paroles en personnage.
refusal-not-your-words = Seule la personne qui a écrit ces paroles peut les changer.
refusal-words-no-access = Tu ne peux pas écrire dans le salon de ce combat, donc tes paroles ne peuvent pas y être publiées.
refusal-access-unknown = Discord ne dit pas pour le moment ce que tu peux faire dans le salon de ce combat. Réessaie dans un instant, ou là-bas.
