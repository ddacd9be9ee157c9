### Which language people read.

language-own-name = English
language-automatic = automatic
# How text is read and put together.
# The articles that people may type before a name.
language-articles = the a an
# A label within a sentence: its first letter is made small (lower) or stays (keep).
label-in-sentence = lower
# What people type for all combatants, and for no quiet hours, with slashes between.
also-everybody = everybody / everyone / all of them
also-npcs = NPCs / all NPCs / every NPC
also-no-quiet-hours = no / off / never / no quiet hours
# What people type for themselves, for nobody, for whoever sets off what they hold, and between
# the last two names of a list.
also-myself = me / myself / self / yourself / you
also-nobody = nobody / no one / none
also-whoever = who sets it off / whoever sets it off
also-and = and
# What people type between the first and the last number of several namesakes, and before those
# whom a list leaves out.
also-up-to = to / through / till / until / up to
also-but = but / but not / except / except for / without / other than
# What people type for what they have not read yet.
also-seen = new / unread / unseen / what is new
# Units that may stand behind a number.
language-number-units = HP / hit points / points / damage / AP / point / hit point / dmg /
    health / Resolve / Harm / feet / foot / ft / ft.
# What people type for as much as has an effect.
also-full = full / full HP / max HP / to full / to max / maximum / all HP
# Times as people type them: the words of the language, each with the English that it
# means. `@clock` stands for "o'clock", `@hours` for hours of both kinds; `@half`, `@quarter` and
# `@quarter-to` stand for what is said behind an hour ("8 y media"). `@behind-number` begins typed
# words that mean so only behind a number. English has none.
language-time-words = { "" }
# The same for the hours from one to another: "from" and "to".
language-hours-words = { "" }
# Endings of plurals, each with that of the singular: "ies: y". English has its own.
language-plurals = { "" }
# Words that no combatant may be called: they stand for others, or for a role. Plurals, and forms
# that are typed without accents, are listed as well.
also-reserved-name = everybody / anybody / nobody / somebody / me
also-reserved-role = GM / GMs / game master / game masters
# What players call an NPC whose name they do not know. Decided when it is hidden, in the
# language of the server. A new one also goes into `UNNAMED_LABELS` of the engine.
also-unnamed = Something

option-language = language
    .about = The language that I write in; automatic: as in Discord

reply-language = { $is_automatic ->
    [yes] I write to you in { $language }, the language of your Discord.
   *[no] I write to you in { $language }.
}
server-language = { $is_automatic ->
    [yes] In this server's channels I write in { $language }, the language of the server.
   *[no] In this server's channels I write in { $language }.
}
privacy-language = Your language, and that of your Discord when you were last here: { $is_known ->
    [yes] yes
   *[no] nothing
}.
guide-rules-are-english = The rule texts are in English.
# The names of permissions in the settings of Discord.
permission = { $permission ->
    [none] { "" }
   *[other] { $named }
}
