### Quelle langue on lit.

language-own-name = Français
language-automatic = automatique
# How text is read and put together.
# The articles that people may type before a name.
language-articles = le la les un une des
# A label within a sentence: its first letter is made small (lower) or stays (keep).
label-in-sentence = lower
# What people type for all combatants, and for no quiet hours, with slashes between.
also-everybody = tous / toutes / tout le monde
also-npcs = PNJ / PNJs / tous les PNJ
also-no-quiet-hours = aucun / aucune / non / jamais
# Ce qu'on écrit pour soi-même, pour personne, pour qui déclenche un acte, et entre les deux
# derniers noms d'une liste.
also-myself = moi / moi-même / toi / toi-même
also-nobody = personne / aucun / aucune
also-whoever = qui le déclenche / cette personne
also-and = et
# Ce qu'on écrit entre le premier et le dernier numéro de plusieurs du même nom, et devant ceux
# qu'une liste laisse de côté.
also-up-to = à / au / jusqu'à
also-but = sauf / excepté / mais pas / sans / hormis
# What people type for what they have not read yet.
also-seen = nouveau / nouveautés / non lu / vu
# Unités qui peuvent suivre un nombre.
language-number-units = PV / points / points de vie / point / point de vie / dégât / santé /
    de santé / Résolution / de Résolution / Atteinte / d'Atteinte / pied / dégâts / pieds
# Ce qu'on écrit pour autant que cela a d'effet.
also-full = tout / complet / complètement / au maximum / maximum / entièrement
language-time-words =
    dans: in / d'ici: in / vers: around / jusqu'au: until the / à: at / le: the / la: the /
    les: the / jusqu'à: until / un: a / une: a /
    deux: 2 / trois: 3 / quatre: 4 / cinq: 5 / six: 6 / sept: 7 / huit: 8 / neuf: 9 / dix: 10 /
    onze: 11 / douze: 12 / h: @hours / heure: @hours / heures: @hours / minute: minute /
    minutes: minutes / min: minutes / jour: day / jours: days / semaine: week / semaines: weeks /
    mois: months / seconde: second / secondes: seconds / et: and / une demi-heure: half an hour /
    demi-heure: half an hour / une heure: 1 hour / aujourd'hui: today / ce soir: tonight /
    cette nuit: tonight / demain: tomorrow / demain soir: tomorrow evening /
    après-demain: day after tomorrow / soir: evening / midi: noon / minuit: midnight /
    du matin: morning / de l'après-midi: afternoon / du soir: evening / prochain: / prochaine: /
    ce: this / cette: this / la semaine prochaine: next week / semaine prochaine: next week /
    le mois prochain: next month / lundi: monday / mardi: tuesday / mercredi: wednesday /
    jeudi: thursday / vendredi: friday / samedi: saturday / dimanche: sunday / 1er: 1 /
    janvier: january / février: february / fevrier: february / mars: march / avril: april /
    mai: may / juin: june / juillet: july / août: august / aout: august / septembre: september /
    octobre: october / novembre: november / décembre: december / decembre: december / aucun: none /
    aucune: none / jamais: never / sans limite: no limit / désactivé: off / quinze: 15 /
    vingt: 20 / trente: 30 / matin: morning / demain matin: tomorrow morning /
    ce matin: this morning / après-midi: afternoon / cet après-midi: this afternoon / cet: this /
    au: the / du: the / et demie: @half / et demi: @half / et quart: @quarter /
    moins le quart: @quarter-to / un quart d'heure: 15 minutes / week-end: weekend /
    ce week-end: this weekend / @behind-number sept: september / janv: january / févr: february /
    fév: february / avr: april / juil: july / déc: december / lun: monday /
    @behind-number mar: march / mar: tuesday / mer: wednesday / jeu: thursday / ven: friday /
    sam: saturday / dim: sunday / d'aujourd'hui: today / j: days / il y a: ago /
    hier: yesterday / quart d'heure: 15 minutes / trois quarts d'heure: 3/4 hour /
    demi heure: half an hour / une demi heure: half an hour / une demi-journée: half a day /
    demi-journée: half a day / depuis: since / dernier: last / dernière: last /
    derniers: last / dernières: last / la nuit dernière: last night /
    avant-hier: day before yesterday
language-hours-words = de: / à: to / entre: / et: to
language-plurals = s: / x: / aux: al
also-reserved-name =
    tous / toutes / tout le monde / personne / quelqu'un / moi / autres / aucun / aucune
also-reserved-role =
    MJ / maître de jeu / maîtresse de jeu / maîtres de jeu / maître du jeu / maîtresse du jeu /
    maitre du jeu / joueuse / joueuses /
    maitre de jeu / meneur / meneurs
also-unnamed = Quelque chose

option-language = langue
    .about = La langue dans laquelle j'écris ; automatique : comme dans Discord

reply-language = { $is_automatic ->
    [yes] Langue de mes messages privés : { $language }, comme ton Discord.
   *[no] Langue de mes messages privés : { $language }.
}
server-language = { $is_automatic ->
    [yes] Langue des salons de ce serveur : { $language }, comme le serveur.
   *[no] Langue des salons de ce serveur : { $language }.
}
privacy-language = Ta langue et celle de ton Discord à ta dernière visite : { $is_known ->
    [yes] oui
   *[no] rien
}.
guide-rules-are-english = Les textes des règles sont en anglais.
permission = { $permission ->
    [none] { "" }
    [view-channel] Voir le salon
    [send-messages] Envoyer des messages
    [embed-links] Intégrer des liens
    [attach-files] Joindre des fichiers
    [read-message-history] Voir les anciens messages
    [send-messages-in-threads] Envoyer des messages dans les fils
    [create-public-threads] Créer des fils publics
    [pin-messages] Épingler des messages
    [manage-messages] Gérer les messages
    [add-reactions] Ajouter des réactions
    [manage-webhooks] Gérer les webhooks
   *[other] { $named }
}
