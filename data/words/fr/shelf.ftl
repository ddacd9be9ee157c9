### Ce qui est hors des combats : fiches, kits et modèles que l'on garde, et dés sans règle.

## Les champs d'une fiche

sheet-field = { $field ->
    [hp] PV
    [hp-max] PV max
    [ap] Armure (AP)
    [phys] Atteintes physiques
    [ment] Atteintes mentales
    [phys-slots] Atteintes physiques subies
    [ment-slots] Atteintes mentales subies
    [criticals] Blessures critiques
    [phys-cap] Atteintes physiques max
    [ment-cap] Atteintes mentales max
    [health-max] Santé max
    [health] Santé
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
    [skills] Compétences
    [skill] Compétence
    [actions] Actions
    [pools] Réserves
    [level] Niveau
    [side] Camp
    [faction] Faction
    [group] Groupe
    [armour] Armure
    [gear] Matériel
    [hands] Mains
    [traits] Traits
    [spells] Sorts
    [resolve] Résolution
    [resolve-max] Résolution max
    [defense] Défense
    [initiative] Initiative
    [wounded] Blessure
    [in-hand] En main
    [tier] Rang de PNJ
    [ar-physical] Armure (physique)
    [ar-energy] Armure (énergie)
    [fp] Points de Destin
    [ignores] Destins ignorés
    [never-the-same] Plus jamais comme avant
    [pick-owed] Choix d'attribut encore dû
    [recovered] A récupéré aujourd'hui
    [scars] Séquelles de combats passés
    [armour-state] État de l'armure
    [pace] Allure en poursuite
    [stance] Attaques d'opportunité
    [steady] Moral ferme (sans test de moral)
    [move] Déplacement en pieds
    [luck] Points de chance
    [action-points] Points d'action
    [cards] Cartes
    [fear] Peur
    [rarity] Rareté
    [zone] Zone
    [ready] À portée de main
    [pack] Sac
    [helmet] Casque
    [conditions] États
    [lesser] légères
    [moderate] moyennes
    [severe] graves
    [dead] Mort
    [poisoned] Poison
    [prone] À terre
    [broken] Moral brisé
    [concealed] En cachette
    [surrendered] Reddition
    [mark] Repère
    [attention] Attention
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
    [shoot] Tirer
    [force] Forcer
    [endure] Endurer
    [finesse] Finesse
    [sneak] Discrétion
    [track] Pister
    [read] Observer
    [study] Étudier
    [charm] Charmer
    [cast] Incanter
    [balance] Équilibre
    [tumble] Acrobatie
    [deflect] Déviation
    [close] Armes courtes
    [light] Armes légères
    [martial] Armes de guerre
    [long] Armes longues
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
    [conviction] Conviction
    [memory] Mémoire
    [arena] Placement
    [attacks] Attaques
    [attitude] Attitude envers le groupe
    [leader] Chef
    [major] Important
    [understands] Comprend la parole
   *[other] { $named }
}
field-value = { $value ->
    [hostile] hostile
    [wary] méfiante
    [curious] curieuse
    [kind] aimable
    [helpful] serviable
    [fighting] au combat
    [minor] mineur
    [significant] important
    [slow] lente
    [normal] normale
    [fast] rapide
    [intact] en bon état
    [damaged] en mauvais état
    [destroyed] hors d'usage
    [slots] cases
    [points] points
    [helpless] sans défense
    [bonus] bonus
   *[other] { $named }
}

## Pourquoi quelque chose n'est pas possible

refusal-no-sheet = { $name ->
    [none] Cette fiche n'existe pas.
   *[some] Tu n'as pas de fiche au nom { $name }.
} `{ $command-sheet-list }` montre les tiennes.
refusal-sheet-name-taken = { $found ->
    [none] Tu as déjà une fiche au nom { $name } : choisis un autre nom.
   *[some] « { $name } » ressemble à ta fiche { $found } : choisis un nom que personne ne confondra.
}
refusal-sheet-in-fight = { $name } participe à un combat : tu ne pourras changer la fiche qu'après. `{ $command-sheet-copy }` en fait une copie.
refusal-sheet-changed = La fiche { $name } a changé entre-temps : regarde-la encore une fois, puis réessaie.
refusal-too-many-sheets = Tu as { $most } fiches, le maximum pour une personne : supprimes-en une d'abord.
refusal-too-many-templates = Tu gardes { $most } modèles, le maximum pour une personne : `{ $command-load }` avec `drop:` en supprime un.
refusal-no-template = Tu ne gardes aucun modèle au nom { $name }. `{ $command-load }` sans nom montre les tiens.
refusal-other-system = { $name } est une fiche pour { $rules }, et ce combat se joue avec d'autres règles.
refusal-which-system = Avec quelles règles ? Choisis avec `system:` parmi { $systems }.
refusal-from-what = À partir de quoi ? `from:` nomme un archétype ou, pour le MJ, une créature.
refusal-archetypes-only = « { $name } » est une créature, et ses valeurs, seul le MJ peut les connaître. Choisis un archétype : { $names }.
refusal-bad-name = Un nom ne peut pas contenir de caractères invisibles, de signes sans lettre, plus de deux signes sur une lettre, ou de caractères qui retournent le texte.
refusal-bad-portrait = Un portrait est l'adresse d'une image (https://example.org/ana.png), de { $most } caractères au plus.
refusal-bad-file = { $line ->
    [none] { refusal-bad-setup } Rien n'a changé.
   *[some] Il y a une erreur à la ligne { $line } du fichier : { refusal-bad-setup } Rien n'a changé.
}
refusal-file-too-long = Un fichier a { $most } Kio au plus.
refusal-file-not-text = Ce fichier n'est pas du texte : envoie du TOML ou du JSON, en UTF-8.
refusal-file-not-there = Je n'ai pas pu obtenir le fichier de Discord. Rien n'a changé ; envoie-le encore une fois.
refusal-bad-days = Les commandes restent de 1 à { $most } jours.
refusal-not-admin = Seules les personnes qui peuvent gérer le serveur ont le droit de faire ça.
refusal-not-dice = Je n'arrive pas à lire « { $dice } » comme des dés. Écris par exemple : 2d6+1, (2d6+3)*2, d20 adv, 4d6kh3 (garder les 3 plus hauts), 4d6 drop lowest, 6d10>=7 (compter), 3d6! (explosif), 4dF, d66. Un commentaire vient après #.
refusal-dice-missing = Dis quoi lancer, par exemple `2d6+1`.
refusal-dice-unfinished = Le jet s'arrête après « { $dice } » : il doit suivre un nombre ou des dés.
refusal-dice-bracket = Une parenthèse dans « { $dice } » est seule à s'ouvrir ou à se fermer.
refusal-dice-advantage = « { $dice } » ne dit pas quel dé a l'avantage : écris-le derrière un dé, comme dans `d20 adv + d4`.
refusal-dice-too-big = « { $dice } » pourrait dépasser 9 999 999.
refusal-dice-number-too-big = « { $dice } » est trop grand : un nombre dans un jet vaut au plus 9 999.
refusal-dice-one-at-a-time = Je fais un jet à la fois. Essaie « { $dice } ».
refusal-dice-out-of-bounds = « { $dice } » est trop ou trop peu : lance de 1 à 100 dés de 2 à 100 faces. Les dés explosent à 2 ou plus.
refusal-dice-too-many = C'est trop pour un seul jet : 100 dés en 10 parties au plus.
refusal-dice-too-long = Un jet et son commentaire ont { $dice } caractères au plus, chacun.
refusal-no-such-day = Il n'y a pas de dés à montrer pour « { $name } ». Donne aujourd'hui (UTC), ou un jour passé où quelqu'un a lancé des dés ici, comme 2026-11-23.
refusal-no-seal = Les dés de ce combat ne découlent d'aucun secret, donc on ne peut rien y mêler.
refusal-salt-too-late = Il est trop tard pour y mêler une ligne : le combat a commencé.
refusal-salt-too-long = Une ligne a de 1 à { $most } octets.

## Fiches

sheet-made = La fiche { $name } est prête : `/init join` l'amène dans un combat.
sheet-changed = La fiche { $name } a changé.
sheet-copied = La fiche { $name } est prête. C'est une copie : les deux fiches sont désormais séparées.
sheet-imported = La fiche { $name } est importée.
sheet-delete-sure = Supprimer { $name } ? Tu ne pourras pas revenir en arrière.
sheet-deleted = La fiche { $name } est supprimée.
sheet-exported = Voici le fichier. `/sheet import` le relit, ici ou ailleurs.
sheet-about = { $is_in_fight ->
    [yes] { $system } · en combat : tu pourras la changer après
   *[no] { $system }
}
sheet-something = quelque chose
sheet-marks = { $count ->
    [one] { $count } marque
    [many] { $count } marques
   *[other] { $count } marques
}
sheet-in-hand = en main
sheet-page-about = Nom et portrait
sheet-change = Changer…
sheet-copy = Copier…
sheet-take-toml = Exporter (TOML)
sheet-take-json = Exporter (JSON)
sheet-delete = Supprimer…
sheet-delete-this = Supprimer { $name }
sheet-keep = Garder la fiche
sheets-none = Tu n'as pas encore de fiches. `/sheet new` en crée une.
sheets-line = { $is_in_fight ->
    [yes] - **{ $name }** ({ $system }, en combat)
   *[no] - **{ $name }** ({ $system })
}
sheets-show = Montrer…

## Kits

kit-changed = Tous les combats { $system } d'ici utilisent désormais ce kit.
kit-removed = Les combats { $system } d'ici utilisent de nouveau le kit intégré.
kit-shown = { $is_own ->
    [yes] Ce serveur a son propre kit pour { $system }.
   *[no] Ce serveur utilise le kit intégré pour { $system }.
}
kit-names =
    { "" }**Archétypes** { $archetypes }
    { "" }**Créatures** { $creatures }

## Créatures

# $text, $family et $place sont ce qu'on cherche ; $strength est vide pour toutes.
bestiary-found = { $system } : { $count ->
    [one] { $count } créature
    [many] { $count } créatures
   *[other] { $count } créatures
}{ $family ->
    [none] { "" }
   *[some] , famille { $family }
}{ $strength ->
    [none] { "" }
   *[some] , { $strength }
}{ $place ->
    [none] { "" }
   *[some] , lieu : { $place }
}{ $text ->
    [none] { "" }
   *[some] , avec « { $text } »
}{ $pages ->
    [1] .
   *[some] . Page { $page } sur { $pages } :
}
bestiary-families = Familles : { $families }.
bestiary-creature = { $name } · { $system }
bestiary-add-this = Ajouter…
bestiary-family = { $family ->
    [none] Toutes les créatures
   *[some] Toute la famille { $family }
}
bestiary-family-count = { $family } ({ $count })
bestiary-all-families = Toutes les familles
bestiary-all-strengths = Toutes les puissances
bestiary-pick-family = Une famille
bestiary-pick-strength = Quelle puissance
bestiary-pick-shown = En regarder une
bestiary-more = Plus…
bestiary-back = Retour
creature-strength = { $strength ->
    [minion] sbire
    [elite] élite
    [boss] boss
   *[regular] standard
}
creature-role = { $role ->
    [archer] archer
    [bruiser] cogneur
    [caster] incantateur
    [controller] contrôleur
    [duelist] duelliste
    [guard] garde
    [healer] soigneur
    [leader] chef
    [lurker] rôdeur
    [skirmisher] harceleur
    [swarm] nuée
   *[soldier] soldat
}
refusal-no-creature = { $name ->
    [none] Aucune créature d'ici n'est ainsi.
   *[some] Aucune créature d'ici ne correspond à « { $name } ».
}{ $near ->
    [none] { $names ->
        [none] { "" }
       *[some] {" "}Les familles sont : { $names }.
    }
   *[some] { " " }Peut-être : { $near } ?
}
refusal-strength-hidden = La puissance d'une créature, seul le MJ d'un combat d'ici peut la connaître. Enlève `strength:` pour lire ce qu'on dit des créatures.

## PNJ à soi

npc-made = La fiche est prête ({ $name }) : `/init add sheet:` l'amène dans un combat, autant de fois que tu veux.
npc-kept = { $name } est dans le kit de ce serveur : `/init add from:` l'amène dans tout combat d'ici.
npc-exported = Voici l'entrée. `/npc import` et `/sheet kit` la lisent, ici ou ailleurs.
refusal-numbers-hidden = Les valeurs d'une créature, seule la personne qui mène un combat ici peut les connaître ou, si aucun combat n'est ouvert, qui gère le serveur.
refusal-npc-no-fight = Aucun combat que tu mènes n'est ouvert ici. Garde le PNJ pour toi (`keep:mine`) ou pour le serveur (`keep:server`).
refusal-npc-character = « { $name } » est la fiche d'un personnage, avec des valeurs ou des objets qu'aucune entrée de créature n'a. `/sheet export` écrit tout.
refusal-npc-file = { $names ->
    [none] Il n'y a aucune créature dans ce fichier. Il lui faut une entrée comme `[creatures."sanglier gris"]`.
   *[some] Ce fichier a plusieurs créatures ({ $names }) : dis avec `name:` laquelle tu veux, ou garde-les toutes avec `keep:server`.
}
npc-keep = { $keep ->
    [fight] Ce combat
    [hidden] Ce combat, à l'insu des joueurs
    [mine] Moi, parmi mes fiches
   *[server] Ce serveur, dans son kit
}
newcomer-ready = Le formulaire est prêt.
newcomer-open = Remplir le formulaire
bestiary-own = En faire un à toi…
bestiary-pick-base = Partir de…
set-up-own-npc = Nouveau PNJ…
set-up-own-npc-how = Pars d'une créature et change ce qui compte
form-new-npc = Nouveau PNJ : { $from }
form-new-character = Nouveau personnage : { $from }
form-numbers = Valeurs : ce qui manque reste
form-gear = Équipement : noms séparés par virgules
form-traits = Traits
form-keep = Garder pour
sheet-trait = { $word ->
    [hostile] Attitude : hostile
    [wary] Attitude : méfiante
    [curious] Attitude : curieuse
    [kind] Attitude : aimable
    [helpful] Attitude : serviable
    [slow] Allure en poursuite : lente
    [normal] Allure en poursuite : normale
    [fast] Allure en poursuite : rapide
    [minor] Mineur : à 0 de résolution, hors de combat
    [significant] Important : à 0 de résolution, tire des destins
    [relentless] Implacable
    [night-sight] Vision nocturne
    [immune-fire] Immunisé contre le feu
    [immune-poison] Immunisé contre le poison
    [immune-ment] Immunisé contre l'Atteinte mentale
    [immune-to-fear] Immunisé contre la peur
    [elusive] Insaisissable
    [bodyguard] Garde du corps
   *[other] { $named }
}

## Modèles

template-kept = Gardé sous le nom { $name }. `/init load` en fait un combat, dans n'importe quel salon.
template-dropped = Le modèle { $name } est supprimé.
templates-none = Tu ne gardes pas encore de modèles. `/init save` garde comme modèle la mise en place d'un combat.
templates-which = À partir de quel modèle veux-tu ouvrir un combat ici ?
templates-menu = Modèles

## Rejoindre un combat, et le mettre en place

joining-whom = Qui joues-tu ? `/sheet new` crée un personnage qui survit au combat.
joining-menu = Rejoindre avec…
joining-sheet = Ta fiche
joining-new = Un nouveau personnage, pour ce combat seulement
set-up-begins = { $done } Choisis une scène, ou dispose les zones et ajoute des PNJ, et commence quand tout le monde a rejoint. *{ set-up-encounter }* propose des PNJ dès que quelqu'un a rejoint. Les menus font ce que font `/scene set`, `/init zones`, `/init add` et `/init set`.
set-up-who-joined = Le tableau dans le salon montre qui a rejoint.
set-up-which-rules = Avec quelles règles veux-tu jouer ?
set-up-rules = Règles
# In a menu, below the name of each system: at most 100 characters.
set-up-rules-about = { $system ->
    [cards] Des cartes numérotées, échangeables, font l’ordre. Poignées de dés : chaque six est un succès.
    [dr12] Première fois ? Prends celui-ci. On lance un d20 pour toucher et éviter ; les PNJ, les dégâts.
    [factions] Les camps jouent tour à tour. Les attaques touchent ; se défendre coûte le tour de la cible.
    [fates] Comme au cinéma : aide après le jet, actions qui interrompent, un mourant choisit son Destin.
   *[ranks] Distances en pieds, sur une ligne. Sommes de dés contre une valeur ; parer coûte une action.
}
set-up-zones = Scène ou zones
set-up-scene = Scène : { $name }
set-up-scene-laid = Scène : { $name }. { $about }
    { $done }
set-up-npcs = Ajouter des PNJ
set-up-sides = Qui commence où
set-up-settings = Réglages
set-up-turn = { $is_on ->
    [yes] désactiver
   *[no] activer
}
set-up-start = Commencer le combat
set-up-forecast = Pronostic
set-up-encounter = Un combat à la bonne mesure…
set-up-more = { $count } créatures, par famille et puissance
set-up-save = Garder comme modèle…
set-up-join = Rejoindre
set-up-own-map = Tes propres zones…
set-up-own-map-like = comme : Porte - Cour - Salle
# Des cartes qui vont à bien des combats, et leurs zones.
set-up-map = { $map ->
    [yard] Une cour entre porte et salle
    [road] Une route et son pont
    [woods] Une clairière dans les bois
    [court] Des pièces autour d'une cour
    [ship] Un navire et un quai
   *[field] Une seule zone
}
set-up-map-zones = { $map ->
    [yard] Porte - Cour - Salle
    [road] Route - Pont - Autre rive
    [woods] Arbres - Clairière - Ruisseau - Fourré
    [court] Cour - Cuisine, Cour - Écurie, Cour - Tour, Écurie - Tour
    [ship] Quai - Pont - Cabine, Pont - Proue
   *[field] Champ
}
# $rights sont les noms que leur donnent les réglages de Discord.
rights-chatter = Des joueurs parlent sans moi dans { $channel }, ce qu'interdisent les réglages du combat. { $is_deleting ->
    [yes] Je ne peux pas supprimer leurs messages sans la permission { $right } : je ne fais que les marquer.
   *[no] Je ne peux pas marquer leurs messages sans la permission { $right }.
}
rights-missing = Il me manque des permissions dans ce salon : { $rights }. Tant que la personne qui gère le serveur ne me les donne pas, des parties du combat ne se verront pas ici.

## Formulaires

form-too-long = C'est trop long pour un formulaire. Utilise `/sheet edit`, ou un fichier : exporte la fiche, change le fichier, puis importe-le.
form-zones = La carte
form-layout = Zones
    .example = Porte - Cour - Salle, ou : Porte-Cour, Cour-Tour
form-save = Garder cette mise en place
form-template = Nom du modèle
    .example = L'embuscade du pont
form-add = Ajouter : { $from }
form-count = Combien
    .example = 1
form-npc = Nom (celui de la créature)
    .example = Pillard
form-npc-at = Zone de départ
    .example = Cour
form-hidden = En cachette jusqu'à révélation
    .example = { "" }
form-join = Rejoindre : { $from }
form-name = Le nom de ton personnage
    .example = Ana
form-side = { $usual ->
    [none] Camp ou faction
   *[other] Camp ou faction (vide : { $usual })
}
form-at = Zone où tu commences
    .example = Porte
form-copy = Copier une fiche
form-copy-name = Nom de la copie
    .example = Ana la Jeune
form-names = Noms, séparés par des virgules
form-sheet-name = Nom
form-portrait = Adresse d'un portrait

## Dés sans règle

roll-blind = C'est lancé. Seul le MJ voit le résultat.
roll-for-gm =
    { $roll }
    Le MJ le voit aussi.
roll-of-day = sous sceau · { $seal } · dés { $first } à { $last } du { $day }
roll-day = { $secret ->
    [none] Les dés du { $name } sont sous le sceau { $seal }.
   *[other] Les dés du { $name } découlaient de { $secret }, sous le sceau { $seal }.
}
roll-total = { $text } : { $faces } = **{ $total }**
roll-comment = { $roll } · { $comment }
roll-successes = { $total ->
    [one] { $text } : { $faces } = **{ $total }** succès
    [many] { $text } : { $faces } = **{ $total }** succès
   *[other] { $text } : { $faces } = **{ $total }** succès
}
