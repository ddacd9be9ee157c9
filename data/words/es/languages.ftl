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
also-npcs = PNJ / PNJs / todos los PNJ
also-no-quiet-hours = ninguno / ninguna / no / nunca / sin horas de silencio
# Lo que se escribe para uno mismo, para nadie, para quien desencadena algo, y entre los dos
# últimos nombres de una lista.
also-myself = yo / mí / tú / ti / yo mismo / yo misma
also-nobody = nadie / ninguno / ninguna
also-whoever = quien la desencadene / quien lo haga
also-and = y / e
# Lo que se escribe entre el primer y el último número de varios del mismo nombre, y ante quienes
# una lista deja fuera.
also-up-to = a / al / hasta
also-but = menos / excepto / salvo / pero no / sin
# What people type for what they have not read yet.
also-seen = nuevo / lo nuevo / sin leer / visto
# Unidades que pueden ir tras un número.
language-number-units = PV / PG / puntos / puntos de vida / punto / punto de vida / pie / daño /
    salud / de salud / Temple / de Temple / trauma / de trauma / pies
# Lo que se escribe para tanto como tenga efecto.
also-full = todo / del todo / al máximo / máximo / completo / completamente
language-time-words =
    en: in / dentro de: in / sobre las: around / hacia las: around / a las: at / a la: at /
    el: the / la: the / los: the / hasta: until /
    hasta las: until / de: of / un: a / una: a / uno: 1 / dos: 2 / tres: 3 / cuatro: 4 / cinco: 5 /
    seis: 6 / siete: 7 / ocho: 8 / nueve: 9 / diez: 10 / once: 11 / doce: 12 / h: @hours /
    hora: hour / horas: @hours / minuto: minute / minutos: minutes / min: minutes / día: day /
    días: days / dia: day / dias: days / semana: week / semanas: weeks / mes: month /
    meses: months / segundo: second / segundos: seconds / y: and / media hora: half an hour /
    hoy: today / esta noche: tonight / esta tarde: this afternoon / mañana: tomorrow /
    manana: tomorrow / pasado mañana: day after tomorrow / pasado manana: day after tomorrow /
    por la noche: evening / por la tarde: afternoon / al mediodía: noon / mediodía: noon /
    medianoche: midnight / a medianoche: midnight / de la mañana: morning /
    de la tarde: afternoon / de la noche: night / próximo: next / próxima: next / proximo: next /
    próximos: next / este: this / esta: this / que viene: / lunes: monday / martes: tuesday /
    miércoles: wednesday / miercoles: wednesday / jueves: thursday / viernes: friday /
    sábado: saturday / sabado: saturday / domingo: sunday / enero: january / febrero: february /
    marzo: march / abril: april / mayo: may / junio: june / julio: july / agosto: august /
    septiembre: september / setiembre: september / octubre: october / noviembre: november /
    diciembre: december / ninguno: none / ninguna: none / nunca: never / sin límite: no limit /
    desactivado: off / quince: 15 / veinte: 20 / treinta: 30 / por la mañana: morning /
    de la manana: morning / por la manana: morning / esta mañana: this morning /
    de la madrugada: am / del mediodía: noon / 12 del mediodía: noon / doce del mediodía: noon /
    y media: @half / y cuarto: @quarter / menos cuarto: @quarter-to /
    un cuarto de hora: 15 minutes / la semana que viene: next week / la próxima semana: next week /
    el mes que viene: next month / el próximo mes: next month / fin de semana: weekend /
    ene: january / abr: april / ago: august / dic: december / lun: monday /
    @behind-number mar: march / mar: tuesday / mié: wednesday / mie: wednesday / jue: thursday /
    vie: friday / sáb: saturday / sab: saturday / dom: sunday / las: / del: of / 1º: 1 /
    noche: night / hace: ago / desde hace: ago /
    ayer: yesterday / cuarto de hora: 15 minutes / tres cuartos de hora: 3/4 hour /
    hora y media: 1.5 hours / una hora y media: 1.5 hours /
    desde: since / desde las: since at / desde el: since / desde la: since / pasado: last / pasada: last /
    último: last / última: last / últimos: last / últimas: last / las últimas: last /
    anoche: last night / anteayer: day before yesterday / antes de ayer: day before yesterday
language-hours-words =
    de: / de las: / desde las: / a: to / a las: to / hasta las: to / entre: / entre las: / y: to /
    y las: to
language-plurals = s: / es: / ces: z / ones: on
also-reserved-name = todos / todas / nadie / alguien / yo / otros / ambos / ninguno / ninguna
also-reserved-role =
    DJ / director de juego / directora de juego / directores de juego /
    máster / másteres / master / jugador / jugadora / jugadores / jugadoras
also-unnamed = Algo

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
