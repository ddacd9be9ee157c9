### Welche Sprache gelesen wird.

language-own-name = Deutsch
language-automatic = automatisch
# How text is read and put together.
# The articles that people may type before a name.
language-articles = der die das den dem ein eine einen
# A label within a sentence: its first letter is made small (lower) or stays (keep).
label-in-sentence = keep
# What people type for all combatants, and for no quiet hours, with slashes between.
also-everybody = jeder / jede / alle / alle zusammen
also-no-quiet-hours = keine / nein / aus / nie / keine ruhezeiten

option-language = sprache
    .about = Die Sprache, in der ich schreibe; automatisch: wie in Discord

reply-language = { $is_automatic ->
    [yes] Ich schreibe dir auf { $language }, wie dein Discord.
   *[no] Ich schreibe dir auf { $language }.
}
server-language = { $is_automatic ->
    [yes] In den Kanälen dieses Servers schreibe ich auf { $language }, der Sprache des Servers.
   *[no] In den Kanälen dieses Servers schreibe ich auf { $language }.
}
privacy-language = Deine Sprache und die deines Discords, als du zuletzt hier warst: { $is_known ->
    [yes] ja
   *[no] nichts
}.
guide-rules-are-english = Die Regeltexte sind auf Englisch.
permission = { $permission ->
    [none] { "" }
    [view-channel] Kanal anzeigen
    [send-messages] Nachrichten senden
    [embed-links] Links einbetten
    [attach-files] Dateien anhängen
    [read-message-history] Nachrichtenverlauf anzeigen
    [send-messages-in-threads] Nachrichten in Threads senden
    [create-public-threads] Öffentliche Threads erstellen
    [pin-messages] Nachrichten anheften
    [manage-messages] Nachrichten verwalten
    [add-reactions] Reaktionen hinzufügen
    [manage-webhooks] Webhooks verwalten
   *[other] { $named }
}
