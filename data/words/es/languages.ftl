### En qué idioma se lee.

language-own-name = Español
language-automatic = automático
# How text is read and put together.
# The articles that people may type before a name.
language-articles = el la los las un una unos unas
# A label within a sentence: its first letter is made small (lower) or stays (keep).
label-in-sentence = lower
# What people type for all combatants, and for no quiet hours, with slashes between.
also-everybody = todos / todas / todo el mundo
also-no-quiet-hours = ninguno / ninguna / no / nunca / sin horas de silencio

option-language = idioma
    .about = El idioma en el que escribo; automático: como en Discord

reply-language = { $is_automatic ->
    [yes] Te escribo en { $language }, el idioma de tu Discord.
   *[no] Te escribo en { $language }.
}
server-language = { $is_automatic ->
    [yes] En los canales de este servidor escribo en { $language }, el idioma del servidor.
   *[no] En los canales de este servidor escribo en { $language }.
}
privacy-language = Tu idioma y el de tu Discord la última vez que estuviste aquí: { $is_known ->
    [yes] sí
   *[no] nada
}.
guide-rules-are-english = Los textos de las reglas están en inglés.
permission = { $permission ->
    [none] { "" }
    [view-channel] Ver canal
    [send-messages] Enviar mensajes
    [embed-links] Insertar enlaces
    [attach-files] Adjuntar archivos
    [read-message-history] Leer el historial de mensajes
    [send-messages-in-threads] Enviar mensajes en hilos
    [create-public-threads] Crear hilos públicos
    [pin-messages] Fijar mensajes
    [manage-messages] Gestionar mensajes
    [add-reactions] Añadir reacciones
    [manage-webhooks] Gestionar webhooks
   *[other] { $named }
}
