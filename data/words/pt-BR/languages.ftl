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
also-npcs = NPCs / PNJs / todos os NPCs
also-no-quiet-hours = nenhum / nenhuma / não / nunca
# O que se digita para si mesmo, para ninguém, para quem dispara algo, e entre os dois últimos
# nomes de uma lista.
also-myself = eu / mim / você / eu mesmo / eu mesma
also-nobody = ninguém / nenhum / nenhuma
also-whoever = quem disparar / quem disparar o ato
also-and = e
# O que se digita entre o primeiro e o último número de vários do mesmo nome, e antes de quem uma
# lista deixa de fora.
also-up-to = a / ao / até
also-but = menos / exceto / salvo / mas não / sem
# What people type for what they have not read yet.
also-seen = novo / novidades / não lido / visto
# Unidades que podem vir depois de um número.
language-number-units = PV / pontos / pontos de vida / ponto / ponto de vida / pé / dano /
    saúde / de saúde / Determinação / de Determinação / de Dano / pés
# O que se digita para tanto quanto tenha efeito.
also-full = tudo / ao máximo / máximo / completo / completamente / total
language-time-words =
    em: in / daqui a: in / daqui: in / por volta das: around / até o dia: until the /
    no dia: on the / dentro de: in / às: at / as: at / à: at / o: the / a: the / até: until /
    até as: until / até às: until / de: of / um: a / uma: a / dois: 2 / duas: 2 / três: 3 /
    tres: 3 / quatro: 4 / cinco: 5 / seis: 6 / sete: 7 / oito: 8 / nove: 9 / dez: 10 / onze: 11 /
    doze: 12 / h: @hours / hora: hour / horas: @hours / minuto: minute / minutos: minutes /
    min: minutes / dia: day / dias: days / semana: week / semanas: weeks / mês: month /
    meses: months / segundo: second / segundos: seconds / e: and / meia hora: half an hour /
    hoje: today / hoje à noite: tonight / esta noite: tonight / amanhã: tomorrow /
    amanha: tomorrow / depois de amanhã: day after tomorrow /
    depois de amanha: day after tomorrow / à noite: evening / ao meio-dia: noon / meio-dia: noon /
    meia-noite: midnight / à meia-noite: midnight / da manhã: morning / da tarde: afternoon /
    da noite: night / próximo: next / próxima: next / proximo: next / proxima: next / este: this /
    esta: this / que vem: / segunda: monday / segunda-feira: monday / terça: tuesday /
    terça-feira: tuesday / quarta: wednesday / quarta-feira: wednesday / quinta: thursday /
    quinta-feira: thursday / sexta: friday / sexta-feira: friday / sábado: saturday /
    sabado: saturday / domingo: sunday / na: on / no: on / janeiro: january / fevereiro: february /
    março: march / abril: april / maio: may / junho: june / julho: july / agosto: august /
    setembro: september / outubro: october / novembro: november / dezembro: december /
    nenhum: none / nenhuma: none / nunca: never / sem limite: no limit / desligado: off /
    quinze: 15 / vinte: 20 / trinta: 30 / de manhã: morning / da manha: morning /
    de manha: morning / pela manhã: morning / esta manhã: this morning / à tarde: afternoon /
    a tarde: afternoon / de tarde: afternoon / esta tarde: this afternoon /
    hoje à tarde: today afternoon / a noite: evening / de noite: evening / hoje a noite: tonight /
    noite: night / da madrugada: am / e meia: @half / e um quarto: @quarter / do meio-dia: noon /
    meio dia: noon / meia noite: midnight / semana que vem: next week /
    a semana que vem: next week / mês que vem: next month / a próxima semana: next week /
    fim de semana: weekend / neste: this / nesta: this / fev: february / abr: april / mai: may /
    ago: august / set: september / out: october / @behind-number dez: december / seg: monday /
    ter: tuesday / qua: wednesday / qui: thursday / sex: friday / sáb: saturday / sab: saturday /
    dom: sunday / 1º: 1 / do: of / há: ago / atrás: ago /
    ontem: yesterday / quarto de hora: 15 minutes / um quarto de hora: 15 minutes /
    três quartos de hora: 3/4 hour / tres quartos de hora: 3/4 hour / hora e meia: 1.5 hours /
    uma hora e meia: 1.5 hours / desde: since / desde as: since at / passado: last / passada: last /
    último: last / última: last / últimos: last / últimas: last / as últimas: last /
    ontem à noite: last night / anteontem: day before yesterday
language-hours-words =
    das: / de: / às: to / as: to / até as: to / até às: to / a: to / até: to / entre: / entre as: /
    e: to / e as: to / e às: to
language-plurals = s: / es: / ões: ão / ães: ão / ns: m / is: l
also-reserved-name =
    todos / todas / ninguém / ninguem / alguém / alguem / eu / outros / ambos / nenhum / nenhuma
also-reserved-role =
    mestre / mestres / mestre do jogo / mestres do jogo / narrador / narradores /
    jogador / jogadora / jogadores / jogadoras
also-unnamed = Algo

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
