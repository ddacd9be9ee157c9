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
also-no-quiet-hours = aucun / aucune / non / jamais

option-language = langue
    .about = La langue dans laquelle j’écris ; automatique : comme dans Discord

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
