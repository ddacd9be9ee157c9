### Em que idioma se lê.

language-own-name = Português (Brasil)
language-automatic = automático
# How text is read and put together.
# The articles that people may type before a name.
language-articles = o a os as um uma uns umas
# A label within a sentence: its first letter is made small (lower) or stays (keep).
label-in-sentence = lower
# What people type for all combatants, and for no quiet hours, with slashes between.
also-everybody = todos / todas / todo mundo
also-no-quiet-hours = nenhum / nenhuma / não / nunca

option-language = idioma
    .about = O idioma em que eu escrevo; automático: como no Discord

reply-language = { $is_automatic ->
    [yes] Escrevo para você em { $language }, o idioma do seu Discord.
   *[no] Escrevo para você em { $language }.
}
server-language = { $is_automatic ->
    [yes] Nos canais deste servidor escrevo em { $language }, o idioma do servidor.
   *[no] Nos canais deste servidor escrevo em { $language }.
}
privacy-language = Seu idioma e o do seu Discord na última vez em que você esteve aqui: { $is_known ->
    [yes] sim
   *[no] nada
}.
guide-rules-are-english = Os textos das regras estão em inglês.
permission = { $permission ->
    [none] { "" }
    [view-channel] Ver canal
    [send-messages] Enviar mensagens
    [embed-links] Inserir links
    [attach-files] Anexar arquivos
    [read-message-history] Ver histórico de mensagens
    [send-messages-in-threads] Enviar mensagens em tópicos
    [create-public-threads] Criar tópicos públicos
    [pin-messages] Fixar mensagens
    [manage-messages] Gerenciar mensagens
    [add-reactions] Adicionar reações
    [manage-webhooks] Gerenciar webhooks
   *[other] { $named }
}
