//! Times as people type them in each language, from the words to the moment.

use riposte::app::input::QueryResult;
use riposte::app::value_reader::ValueReader;
use riposte::narration::catalogue::Locale;
use riposte::narration::typed_values::key_for_typed_name_or_nearest_names;

use crate::app_table::*;

/// Returns a reader of typed values in a language.
macro_rules! reader_in {
    ($tag:literal) => {
        |system, kind, text, keys| {
            key_for_typed_name_or_nearest_names(
                Locale::find_by_tag_or_family($tag).unwrap(),
                system,
                kind,
                text,
                keys,
            )
        }
    };
}

/// It is Tuesday, 1 January 2030, noon in UTC.
async fn assert_times(reader: ValueReader, cases: &[(&str, &str)]) {
    assert!(cases.len() >= 25, "{}", cases.len());
    let table = Table::new().await;
    let table = Table { app: table.app.with_value_reader(reader), ..table };
    for (text, expected) in cases {
        let reply = table.send_command("Ana", &format!("away until:\"{text}\"")).await;
        let QueryResult::Availability { away_until, .. } = expect_query_result(reply) else {
            panic!("{text}");
        };
        let until = away_until.map(|until| until.strftime("%F %R").to_string());
        assert_eq!(until.as_deref(), Some(*expected), "{text}");
    }
}

async fn assert_quiet_hours(reader: ValueReader, cases: &[(&str, (i64, i64))]) {
    let table = Table::new().await;
    let table = Table { app: table.app.with_value_reader(reader), ..table };
    for (text, expected) in cases {
        let reply = table.send_command("Ana", &format!("clock quiet_hours:\"{text}\"")).await;
        let QueryResult::Availability { quiet_hours, .. } = expect_query_result(reply) else {
            panic!("{text}");
        };
        assert_eq!(quiet_hours, Some(*expected), "{text}");
    }
}

#[tokio::test]
async fn english_times_are_read() {
    let moments = [
        ("6 p.m.", "2030-01-01 18:00"),
        ("6:30 p.m.", "2030-01-01 18:30"),
        ("6.30pm", "2030-01-01 18:30"),
        ("24:00", "2030-01-02 00:00"),
        ("8 tonight", "2030-01-01 20:00"),
        ("8 tomorrow", "2030-01-02 08:00"),
        ("8 o'clock tonight", "2030-01-01 20:00"),
        ("tonight at 8:30", "2030-01-01 20:30"),
        ("tonight at 12", "2030-01-02 00:00"),
        ("tomorrow evening at 7:30", "2030-01-02 19:30"),
        ("tomorrow evening 8", "2030-01-02 20:00"),
        ("friday night half past 9", "2030-01-04 21:30"),
        ("8 in the evening", "2030-01-01 20:00"),
        ("tomorrow morning", "2030-01-02 08:00"),
        ("this afternoon", "2030-01-01 15:00"),
        ("this weekend", "2030-01-05 00:00"),
        ("Tue 24 Dec", "2030-12-24 00:00"),
        ("Dec 1 2pm", "2030-12-01 14:00"),
        ("24-12-2030", "2030-12-24 00:00"),
        ("1,5 hours", "2030-01-01 13:30"),
        ("1,5h", "2030-01-01 13:30"),
        ("Jan 1 6pm", "2030-01-01 18:00"),
        ("1.1. 18:00", "2030-01-01 18:00"),
        ("tuesday 18:00", "2030-01-01 18:00"),
        ("next tuesday 18:00", "2030-01-08 18:00"),
        ("2h30", "2030-01-01 14:30"),
        ("in two days", "2030-01-03 12:00"),
        ("noon on friday", "2030-01-04 12:00"),
    ];
    assert_times(reader_in!("en"), &moments).await;
    let hours = [("10 p.m. - 8 a.m.", (1320, 480)), ("from 10 in the evening to 8", (1320, 480))];
    assert_quiet_hours(reader_in!("en"), &hours).await;
}

#[tokio::test]
async fn german_times_are_read() {
    let moments = [
        ("morgen Abend um 8 Uhr", "2030-01-02 20:00"),
        ("morgen Abend halb acht", "2030-01-02 19:30"),
        ("18.30 Uhr", "2030-01-01 18:30"),
        ("bis 18.30 Uhr", "2030-01-01 18:30"),
        ("1,5h", "2030-01-01 13:30"),
        ("0,5h", "2030-01-01 12:30"),
        ("1,5 Stunden", "2030-01-01 13:30"),
        ("24. Dez 18 Uhr", "2030-12-24 18:00"),
        ("24. Dez. um 18.30 Uhr", "2030-12-24 18:30"),
        ("24 Uhr", "2030-01-02 00:00"),
        ("Di 24.12. 18:00", "2030-12-24 18:00"),
        ("morgen früh", "2030-01-02 08:00"),
        ("Freitag früh", "2030-01-04 08:00"),
        ("morgen Vormittag", "2030-01-02 08:00"),
        ("morgen Nachmittag", "2030-01-02 15:00"),
        ("12 Uhr mittags", "2030-01-02 12:00"),
        ("8 Uhr am Abend", "2030-01-01 20:00"),
        ("8 Uhr abends", "2030-01-01 20:00"),
        ("2 Uhr nachts", "2030-01-02 02:00"),
        ("kommende Woche", "2030-01-08 12:00"),
        ("8 am", "2030-01-02 08:00"),
        ("heute Abend", "2030-01-01 20:00"),
        ("heute Nachmittag", "2030-01-01 15:00"),
        ("heute Abend um 8", "2030-01-01 20:00"),
        ("abends um halb neun", "2030-01-01 20:30"),
        ("anderthalb Stunden", "2030-01-01 13:30"),
        ("in einer Viertelstunde", "2030-01-01 12:15"),
        ("bis zum 24.12.", "2030-12-24 00:00"),
        ("1.1. 18:00", "2030-01-01 18:00"),
        ("in 14 Tagen", "2030-01-15 12:00"),
        ("dieses Wochenende", "2030-01-05 00:00"),
        ("Freitag Nacht um 2", "2030-01-05 02:00"),
        ("viertel nach acht abends", "2030-01-01 20:15"),
        ("20h", "2030-01-02 08:00"),
        ("20h30", "2030-01-01 20:30"),
        ("Mitternacht", "2030-01-02 00:00"),
        ("morgen um 12", "2030-01-02 12:00"),
        ("bis Freitag um 20 Uhr", "2030-01-04 20:00"),
    ];
    assert_times(reader_in!("de"), &moments).await;
    let hours = [
        ("22.00 Uhr bis 6.00 Uhr", (1320, 360)),
        ("zwischen 22 und 8", (1320, 480)),
        ("von 22 Uhr bis 8 Uhr", (1320, 480)),
        ("10 Uhr abends bis 8 Uhr morgens", (1320, 480)),
    ];
    assert_quiet_hours(reader_in!("de"), &hours).await;
}

#[tokio::test]
async fn spanish_times_are_read() {
    let moments = [
        ("a las 12 de la noche", "2030-01-02 00:00"),
        ("12 de la mañana", "2030-01-02 12:00"),
        ("mañana por la mañana", "2030-01-02 08:00"),
        ("8 y media", "2030-01-02 08:30"),
        ("mañana a las 8 y media de la tarde", "2030-01-02 20:30"),
        ("la semana que viene", "2030-01-08 12:00"),
        ("24 dic", "2030-12-24 00:00"),
        ("24 dic. 18:00", "2030-12-24 18:00"),
        ("15:30h", "2030-01-01 15:30"),
        ("1,5h", "2030-01-01 13:30"),
        ("1,5 h", "2030-01-01 13:30"),
        ("8 p. m.", "2030-01-01 20:00"),
        ("8 p.m.", "2030-01-01 20:00"),
        ("el viernes a las 8 de la tarde", "2030-01-04 20:00"),
        ("viernes por la noche", "2030-01-04 20:00"),
        ("esta noche", "2030-01-01 20:00"),
        ("esta noche a las 9", "2030-01-01 21:00"),
        ("esta tarde", "2030-01-01 15:00"),
        ("hoy a las 20:30", "2030-01-01 20:30"),
        ("mañana por la tarde a las 4", "2030-01-02 16:00"),
        ("hasta las 9 de la noche", "2030-01-01 21:00"),
        ("4 de marzo de 2030", "2030-03-04 00:00"),
        ("a las 3 de la madrugada", "2030-01-02 03:00"),
        ("dos horas y media", "2030-01-01 14:30"),
        ("un cuarto de hora", "2030-01-01 12:15"),
        ("este fin de semana", "2030-01-05 00:00"),
        ("mañana a las 9 menos cuarto", "2030-01-02 08:45"),
        ("al mediodía", "2030-01-02 12:00"),
        ("el lunes", "2030-01-07 00:00"),
        ("2 días", "2030-01-03 12:00"),
        ("el 1 de enero a las 18:00", "2030-01-01 18:00"),
    ];
    assert_times(reader_in!("es"), &moments).await;
    let hours = [
        ("de 12 de la noche a 8 de la mañana", (0, 480)),
        ("entre las 22 y las 8", (1320, 480)),
        ("de las 10 de la noche a las 8 de la mañana", (1320, 480)),
    ];
    assert_quiet_hours(reader_in!("es"), &hours).await;
}

#[tokio::test]
async fn french_times_are_read() {
    let moments = [
        ("demain soir à 8h", "2030-01-02 20:00"),
        ("demain matin", "2030-01-02 08:00"),
        ("lundi matin", "2030-01-07 08:00"),
        ("demain après-midi", "2030-01-02 15:00"),
        ("demain après-midi à 4h", "2030-01-02 16:00"),
        ("une heure et demie", "2030-01-01 13:30"),
        ("8 heures du soir", "2030-01-01 20:00"),
        ("8h du soir", "2030-01-01 20:00"),
        ("à 8h et demie du soir", "2030-01-01 20:30"),
        ("24 déc", "2030-12-24 00:00"),
        ("24 déc. à 18h", "2030-12-24 18:00"),
        ("24 sept", "2030-09-24 00:00"),
        ("1,5h", "2030-01-01 13:30"),
        ("1,5 h", "2030-01-01 13:30"),
        ("20h30", "2030-01-01 20:30"),
        ("jusqu'à 20h30", "2030-01-01 20:30"),
        ("jusqu’à 20 h", "2030-01-01 20:00"),
        ("20h demain", "2030-01-02 20:00"),
        ("2h", "2030-01-01 14:00"),
        ("2h30", "2030-01-01 14:30"),
        ("demain à 20h30", "2030-01-02 20:30"),
        ("ce soir", "2030-01-01 20:00"),
        ("ce soir à 9h", "2030-01-01 21:00"),
        ("ce soir à 21h15", "2030-01-01 21:15"),
        ("le 3 mars à 18h", "2030-03-03 18:00"),
        ("vendredi à midi", "2030-01-04 12:00"),
        ("minuit", "2030-01-02 00:00"),
        ("demain à minuit", "2030-01-03 00:00"),
        ("dans un quart d'heure", "2030-01-01 12:15"),
        ("la semaine prochaine", "2030-01-08 12:00"),
        ("ce week-end", "2030-01-05 00:00"),
        ("le 1er janvier à 18h", "2030-01-01 18:00"),
        ("à 2h du matin", "2030-01-02 02:00"),
        ("ven. 18h", "2030-01-04 18:00"),
        ("mar. 24 déc", "2030-12-24 00:00"),
        ("24 mar", "2030-03-24 00:00"),
    ];
    assert_times(reader_in!("fr"), &moments).await;
    let hours = [
        ("entre 22h et 8h", (1320, 480)),
        ("de 22h30 à 8h", (1350, 480)),
        ("10h du soir à 8h du matin", (1320, 480)),
    ];
    assert_quiet_hours(reader_in!("fr"), &hours).await;
}

#[tokio::test]
async fn brazilian_times_are_read() {
    let moments = [
        ("amanhã à noite às 8h", "2030-01-02 20:00"),
        ("12 da noite", "2030-01-02 00:00"),
        ("meia-noite", "2030-01-02 00:00"),
        ("amanhã de manhã", "2030-01-02 08:00"),
        ("amanhã à tarde", "2030-01-02 15:00"),
        ("amanhã à tarde às 4", "2030-01-02 16:00"),
        ("24 dez", "2030-12-24 00:00"),
        ("24 dez. 18:00", "2030-12-24 18:00"),
        ("dez horas", "2030-01-01 22:00"),
        ("1º de janeiro", "2031-01-01 00:00"),
        ("1º de janeiro às 18h", "2030-01-01 18:00"),
        ("15:30h", "2030-01-01 15:30"),
        ("8 e meia", "2030-01-02 08:30"),
        ("amanhã às 8 e meia da noite", "2030-01-02 20:30"),
        ("1,5h", "2030-01-01 13:30"),
        ("1,5 h", "2030-01-01 13:30"),
        ("sexta-feira às 8 da noite", "2030-01-04 20:00"),
        ("hoje à noite", "2030-01-01 20:00"),
        ("hoje à noite às 9", "2030-01-01 21:00"),
        ("uma hora e meia", "2030-01-01 13:30"),
        ("às 3 da madrugada", "2030-01-02 03:00"),
        ("semana que vem", "2030-01-08 12:00"),
        ("este fim de semana", "2030-01-05 00:00"),
        ("até as 20h", "2030-01-01 20:00"),
        ("20h30", "2030-01-01 20:30"),
        ("meio-dia", "2030-01-02 12:00"),
        ("daqui a duas horas", "2030-01-01 14:00"),
        ("seg às 8", "2030-01-07 08:00"),
        ("2 dias", "2030-01-03 12:00"),
        ("até amanhã", "2030-01-02 00:00"),
        ("8 da noite", "2030-01-01 20:00"),
    ];
    assert_times(reader_in!("pt-BR"), &moments).await;
    let hours = [
        ("das 22h às 8h", (1320, 480)),
        ("das 10 da noite às 8 da manhã", (1320, 480)),
        ("12 da noite às 8 da manhã", (0, 480)),
    ];
    assert_quiet_hours(reader_in!("pt-BR"), &hours).await;
}
