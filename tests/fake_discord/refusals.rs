//! Requests that the fake Discord refuses: bodies over limits, late and repeated answers, foreign
//! tokens, missing permissions.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use riposte::fake_discord::{
    ClientError, FakeClock, FakeDiscord, InjectedFault, MessageChangeKind, Snowflake,
    ViolationKind, permissions,
};
use serde_json::{Value, json};

use crate::conversation::validate_traffic;
use crate::sample_bot::{Bot, TIMEOUT, discord_setup};

/// Options of the validator, since Discord's API description has numbers as error codes of fields,
/// where Discord sends words.
const WITHOUT_FORM_ERRORS: &[&str] = &["--skip-rejected", "--no-responses"];

/// An HTTP client for requests that serenity would not send.
struct RawClient {
    discord: FakeDiscord,
    http: reqwest::Client,
    channel: Snowflake,
}

impl RawClient {
    async fn start() -> RawClient {
        let discord =
            FakeDiscord::start(discord_setup().with_clock(FakeClock::manual())).await.unwrap();
        let channel = discord.find_or_add_channel("arena");
        RawClient { discord, http: reqwest::Client::new(), channel }
    }

    /// Sends a request with the token of the bot and returns status and body of the response.
    async fn send_request(&self, method: Method, path: &str, body: &Value) -> (u16, Value) {
        let url = format!("{}/api/v10{path}", self.discord.url());
        let mut request = self.http.request(method, url);
        request = request.header("authorization", format!("Bot {}", self.discord.token()));
        if !body.is_null() {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let response = request.send().await.unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        (status.as_u16(), serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    /// Makes the bot fail to answer `/guard down` and returns the path for the answer.
    async fn leave_interaction_unanswered(&self) -> String {
        let before = self.discord.logged_requests().len();
        // poise then tries to answer with the error, which must fail as well.
        self.discord.inject_fault("/callback", InjectedFault::ServerError, 2);
        let _pending = self.discord.find_or_add_user("Ana").send_command("/guard down").unwrap();
        let failed = || (self.discord.logged_requests().len() == before + 2).then_some(());
        self.discord.wait_for(TIMEOUT, failed).await.unwrap();
        let path = self.discord.logged_requests()[before]["path"].as_str().unwrap().to_owned();
        path.strip_prefix("/api/v10").unwrap().to_owned()
    }

    /// Posts a message in the channel.
    async fn post_message(&self, body: &Value) -> (u16, Value) {
        self.send_request(Method::POST, &format!("/channels/{}/messages", self.channel), body).await
    }

    /// Panics unless the body is rejected with an error for the field at `path`.
    async fn assert_rejected(&self, method: Method, url: &str, body: Value, path: &str) {
        let (status, response) = self.send_request(method, url, &body).await;
        assert_eq!((status, &response["code"]), (400, &json!(50035)), "{body} → {response}");
        let pointer = format!("/errors/{}/_errors/0/message", path.replace('.', "/"));
        let pointer = pointer.replace("//", "/");
        assert!(response.pointer(&pointer).is_some(), "{path} is not named in {response}");
        let violations = self.discord.take_violations();
        assert_eq!(violations.len(), 1, "{violations:?}");
        assert_eq!(violations[0].kind, ViolationKind::BadBody);
    }
}

fn row(components: Value) -> Value {
    json!({"type": 1, "components": components})
}

fn button(id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": "b", "custom_id": id})
}

/// A text of so many characters, each of which has two bytes.
fn filler(count: usize) -> String {
    "ü".repeat(count)
}

#[tokio::test]
async fn messages_over_limits_are_rejected() {
    let client = RawClient::start().await;
    let embed = |embed: Value| json!({"embeds": [embed]});
    let field =
        |name: &str, value: &str| embed(json!({"fields": [{"name": name, "value": value}]}));
    let buttons = |count: usize| {
        let buttons: Vec<Value> = (0..count).map(|i| button(&i.to_string())).collect();
        json!({"components": [row(json!(buttons))]})
    };
    let component = |component: Value| json!({"components": [row(json!([component]))]});
    let menu = |count: usize, most: usize| {
        let option = |i: usize| json!({"label": "o", "value": i.to_string()});
        let options: Vec<Value> = (0..count).map(option).collect();
        component(json!({"type": 3, "custom_id": "m", "options": options, "max_values": most}))
    };
    let address = format!("https://{}", filler(512));
    let cases = [
        (json!({"content": filler(2001)}), "content"),
        (json!({"content": 7}), "content"),
        (json!({"content": "x", "flags": 64}), "flags"),
        (json!({"content": "x", "nonce": filler(26)}), "nonce"),
        (json!({"content": "x", "enforce_nonce": true}), "enforce_nonce"),
        (json!({"embeds": vec![json!({"title": "t"}); 11]}), "embeds"),
        (embed(json!({"title": filler(257)})), "embeds.0.title"),
        (embed(json!({"description": filler(4097)})), "embeds.0.description"),
        (embed(json!({"title": "t", "footer": {"text": filler(2049)}})), "embeds.0.footer.text"),
        (embed(json!({"title": "t", "author": {"name": filler(257)}})), "embeds.0.author.name"),
        (embed(json!({"title": "t", "color": 16_777_216})), "embeds.0.color"),
        (embed(json!({"title": "t", "image": {"url": "ftp://x"}})), "embeds.0.image.url"),
        (embed(json!({"fields": vec![json!({"name": "n", "value": "v"}); 26]})), "embeds.0.fields"),
        (field(&filler(257), "v"), "embeds.0.fields.0.name"),
        (field("n", &filler(1025)), "embeds.0.fields.0.value"),
        (field("n", " "), "embeds.0.fields.0.value"),
        (embed(json!({})), "embeds.0.description"),
        (
            json!({"embeds": [{"description": filler(3001)}, {"description": filler(3000)}]}),
            "embeds",
        ),
        (json!({"components": vec![row(json!([button("1")])); 6]}), "components"),
        (json!({"components": vec![row(json!([button("1")])); 2]}), "components"),
        (json!({"components": [button("1")]}), "components.0.type"),
        (json!({"components": [row(json!([]))]}), "components.0.components"),
        (buttons(6), "components.0.components"),
        (component(button(&filler(101))), "components.0.components.0.custom_id"),
        (
            component(json!({"type": 2, "style": 1, "label": "b"})),
            "components.0.components.0.custom_id",
        ),
        (
            component(json!({"type": 2, "style": 1, "custom_id": "1"})),
            "components.0.components.0.label",
        ),
        (
            component(json!({"type": 2, "style": 1, "custom_id": "1", "label": filler(81)})),
            "components.0.components.0.label",
        ),
        (
            component(json!({"type": 2, "style": 5, "label": "l", "url": address})),
            "components.0.components.0.url",
        ),
        (menu(26, 1), "components.0.components.0.options"),
        (menu(0, 1), "components.0.components.0.options"),
        (menu(2, 3), "components.0.components.0.max_values"),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
            "allowed_mentions",
        ),
        (
            json!({"content": "x", "allowed_mentions": {"users": ["1", "1"]}}),
            "allowed_mentions.users.1",
        ),
        (
            json!({"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}),
            "attachments.0.id",
        ),
    ];
    let path = format!("/channels/{}/messages", client.channel);
    for (body, field) in cases {
        client.assert_rejected(Method::POST, &path, body, field).await;
    }
    let full = json!({
        "content": filler(2000),
        "embeds": [{"title": filler(256), "description": filler(4096), "fields":
            [{"name": filler(256), "value": filler(1024)}]}],
        "components": [row(["a", "b", "c", "d", "e"].map(button).into_iter().collect())],
    });
    assert_eq!(client.post_message(&full).await.0, 200);
    assert_eq!(client.post_message(&json!({"content": "  "})).await.1["code"], 50006);
    assert_eq!(client.discord.take_violations().len(), 1);
    validate_traffic(&client.discord, WITHOUT_FORM_ERRORS);
    assert_eq!(client.post_message(&json!({"content": "x", "colour": 1})).await.0, 200);
    assert_eq!(client.discord.take_violations()[0].kind, ViolationKind::UnknownField);
}

#[tokio::test]
async fn commands_over_limits_are_rejected() {
    let client = RawClient::start().await;
    let path = format!("/applications/{}/commands", client.discord.bot_id());
    let command = |more: Value| {
        let mut command = json!({"name": "fight", "description": "d"});
        command.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!([command])
    };
    let options = |options: Value| command(json!({"options": options}));
    let text = |name: &str| json!({"type": 3, "name": name, "description": "d"});
    let with = |mut option: Value, key: &str, value: Value| {
        option[key] = value;
        option
    };
    let choices: Vec<Value> = (0..4)
        .map(|i| json!({"name": filler(50), "value": format!("{}{i}", filler(50))}))
        .collect();
    let heavy: Vec<Value> = (0..20)
        .map(|i| {
            with(with(text(&format!("o{i}")), "description", json!(filler(100))), "choices", {
                let names = choices.iter().enumerate();
                names
                    .map(
                        |(n, c)| json!({"name": format!("{}{n}", filler(49)), "value": c["value"]}),
                    )
                    .collect()
            })
        })
        .collect();
    let sub = json!({"type": 1, "name": "new", "description": "d", "options": []});
    let group =
        |inner: Value| json!({"type": 2, "name": "g", "description": "d", "options": [inner]});
    let cases = [
        (command(json!({"name": "Fight"})), "0.name"),
        (command(json!({"name": filler(33)})), "0.name"),
        (command(json!({"description": ""})), "0.description"),
        (command(json!({"description": filler(101)})), "0.description"),
        (options(json!(vec![text("a"); 26])), "0.options"),
        (options(json!([text("a"), text("a")])), "0.options"),
        (options(json!([text("a"), with(text("b"), "required", json!(true))])), "0.options.1"),
        (options(json!([text("a"), sub])), "0.options"),
        (options(json!([group(group(sub.clone()))])), "0.options.0.options.0.type"),
        (options(json!(heavy)), "0"),
        (options(json!([with(text("a"), "description", json!(""))])), "0.options.0.description"),
    ];
    for (body, field) in cases {
        client.assert_rejected(Method::PUT, &path, body, field).await;
    }
    let many: Vec<Value> =
        (0..101).map(|i| json!({"name": format!("c{i}"), "description": "d"})).collect();
    client.assert_rejected(Method::PUT, &path, json!(many), "").await;
    let fine = options(json!([group(sub)]));
    let (status, registered) = client.send_request(Method::PUT, &path, &fine).await;
    assert_eq!(status, 200);
    let (_, again) = client.send_request(Method::PUT, &path, &fine).await;
    assert_eq!(registered[0]["id"], again[0]["id"], "a command keeps its id");
    client.discord.assert_no_violations();
    validate_traffic(&client.discord, WITHOUT_FORM_ERRORS);
}

#[tokio::test]
async fn commands_show_where_they_are_registered() {
    let client = RawClient::start().await;
    let discord = &client.discord;
    let ana = discord.find_or_add_user("Ana");
    let global = format!("/applications/{}/commands", discord.bot_id());
    let guild_path =
        format!("/applications/{}/guilds/{}/commands", discord.bot_id(), discord.first_guild());
    let command = |name: &str| json!({"name": name, "description": "d"});
    let within = |name: &str, contexts: Value| {
        let mut command = command(name);
        command["contexts"] = contexts;
        command
    };
    let all = json!([command("both"), within("guilds", json!([0])), within("dm", json!([1]))]);
    assert_eq!(client.send_request(Method::PUT, &global, &all).await.0, 200);
    assert_eq!(
        client.send_request(Method::PUT, &guild_path, &json!([command("own")])).await.0,
        200
    );
    let names = |channel| {
        let shown = discord.visible_commands(channel);
        shown.iter().map(|one| one["name"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(ana.channel), ["own", "both", "guilds"]);
    assert_eq!(names(ana.in_dm().channel), ["both", "dm"]);
    assert!(matches!(ana.send_command("/dm"), Err(ClientError::WrongContext(_))));
    let of_guild = ana.in_dm().send_command("/own");
    assert!(matches!(of_guild, Err(ClientError::UnknownCommand(_))));
    // Another guild does not have the command.
    let (_, hall) = discord.add_guild_with_bot("Elsewhere", &ana, "hall");
    assert_eq!(names(hall), ["both", "guilds"]);
    // A list replaces the one before it. Only global commands have contexts.
    client.send_request(Method::PUT, &guild_path, &json!([within("other", json!([0]))])).await;
    assert_eq!(names(ana.channel), ["other", "both", "guilds"]);
    assert_eq!(discord.take_violations()[0].kind, ViolationKind::UnknownField);
}

/// A guild takes 200 new commands a day. Commands that it has may change without limit.
#[tokio::test]
async fn daily_limit_of_new_commands_is_enforced() {
    let client = RawClient::start().await;
    let path = format!(
        "/applications/{}/guilds/{}/commands",
        client.discord.bot_id(),
        client.discord.first_guild()
    );
    let put = async |first: usize, count: usize| {
        let one = |i| json!({"name": format!("c{i}"), "description": "d"});
        let all: Vec<Value> = (first..first + count).map(one).collect();
        let (status, response) = client.send_request(Method::PUT, &path, &json!(all)).await;
        (status, response["code"].as_i64())
    };
    assert_eq!(put(0, 100).await.0, 200);
    assert_eq!(put(100, 99).await.0, 200);
    assert_eq!(put(200, 2).await, (400, Some(30034)));
    assert_eq!(put(198, 2).await.0, 200);
    assert_eq!(put(198, 2).await.0, 200);
    client.discord.advance_clock(Duration::from_secs(86_400));
    assert_eq!(put(200, 2).await.0, 200);
    client.discord.assert_no_violations();
}

#[tokio::test]
async fn late_repeated_and_foreign_answers_are_refused() {
    let client = RawClient::start().await;
    let (discord, bot) = (&client.discord, Bot::start(&client.discord).await);
    let ana = discord.find_or_add_user("Ana");
    let _pending = ana.send_command("/silent").unwrap();
    let calls = discord.logged_requests().len();
    // Only the bot gets the id and token of the interaction, and these are wrong.
    let foreign = "/interactions/1/token/callback";
    let body = json!({"type": 4, "data": {"content": "x"}});
    assert_eq!(client.send_request(Method::POST, foreign, &body).await.1["code"], 10062);
    assert_eq!(discord.take_violations()[0].kind, ViolationKind::AnsweredLate);
    assert_eq!(discord.logged_requests().len(), calls + 1);

    ana.run_command("/guard down").await.unwrap();
    let recorded = discord.logged_requests();
    let path =
        recorded.iter().rev().find_map(|call| call["path"].as_str()?.strip_prefix("/api/v10"));
    let callback = path.filter(|path| path.ends_with("/callback")).unwrap().to_owned();
    let (status, response) = client.send_request(Method::POST, &callback, &body).await;
    assert_eq!((status, &response["code"]), (400, &json!(40060)));
    assert_eq!(discord.take_violations()[0].kind, ViolationKind::AnsweredTwice);

    let token = callback.split('/').nth(3).unwrap();
    let original = format!("/webhooks/{}/{token}/messages/@original", discord.bot_id());
    assert_eq!(client.send_request(Method::GET, &original, &Value::Null).await.0, 200);
    discord.advance_clock(Duration::from_secs(15 * 60 - 1));
    assert_eq!(client.send_request(Method::GET, &original, &Value::Null).await.0, 200);
    discord.advance_clock(Duration::from_secs(2));
    let (status, response) = client.send_request(Method::GET, &original, &Value::Null).await;
    assert_eq!((status, &response["code"]), (401, &json!(50027)));
    let unknown = format!("/webhooks/{}/nothing", discord.bot_id());
    assert_eq!(client.send_request(Method::POST, &unknown, &json!({"content": "x"})).await.0, 401);
    // By now the unanswered `/silent` is too late.
    assert_eq!(discord.take_violations()[0].kind, ViolationKind::Unanswered);
    bot.kill();
}

#[tokio::test]
async fn answer_after_three_seconds_is_late() {
    let client = RawClient::start().await;
    let _bot = Bot::start(&client.discord).await;
    let pending = client.discord.find_or_add_user("Ana").send_command("/guard down").unwrap();
    // Nothing was awaited yet, so the bot has not got the interaction.
    client.discord.advance_clock(Duration::from_millis(3_001));
    assert_eq!(pending.wait_for_answer().await.unwrap_err(), ClientError::NoAnswer);
    let late = || {
        client
            .discord
            .give_up_overdue_and_list_violations()
            .into_iter()
            .find(|f| f.kind == ViolationKind::AnsweredLate)
    };
    assert!(client.discord.wait_for(TIMEOUT, late).await.is_some());
}

#[tokio::test]
async fn invalid_answers_are_rejected() {
    let client = RawClient::start().await;
    let _bot = Bot::start(&client.discord).await;
    let path = client.leave_interaction_unanswered().await;
    let token = path.split('/').nth(3).unwrap().to_owned();
    let webhook = format!("/webhooks/{}/{token}", client.discord.bot_id());
    let (status, response) =
        client.send_request(Method::POST, &webhook, &json!({"content": "x"})).await;
    assert_eq!((status, &response["code"]), (404, &json!(10015)), "not before the first answer");
    let input = json!({"type": 4, "custom_id": "i", "label": "l", "style": 1});
    let input = |key: &str, value: Value| {
        let mut input = input.clone();
        input[key] = value;
        row(json!([input]))
    };
    let modal = |title: &str, rows: Value| {
        let data = json!({"custom_id": "m", "title": title, "components": rows});
        json!({"type": 9, "data": data})
    };
    let choices = vec![json!({"name": "n", "value": "v"}); 26];
    let cases = [
        (json!({"type": 4, "data": {"content": filler(2001)}}), "data.content"),
        (json!({"type": 4, "data": {"content": "x", "flags": 1}}), "data.flags"),
        (json!({"type": 6}), "type"),
        (json!({"type": 7, "data": {"content": "x"}}), "type"),
        (json!({"type": 8, "data": {"choices": choices}}), "type"),
        (modal(&filler(46), json!([input("style", json!(1))])), "data.title"),
        (modal("t", json!([])), "data.components"),
        (modal("t", json!([row(json!([button("b")]))])), "data.components.0"),
        (
            modal("t", json!([input("label", json!(filler(46)))])),
            "data.components.0.components.0.label",
        ),
        (
            modal("t", json!([input("value", json!(filler(4001)))])),
            "data.components.0.components.0.value",
        ),
    ];
    for (body, field) in cases {
        client.assert_rejected(Method::POST, &path, body, field).await;
    }
    // The first follow-up fills a deferred answer and stays private like it.
    let deferred = json!({"type": 5, "data": {"flags": 64}});
    let with_response = format!("{path}?with_response=true");
    let (status, response) = client.send_request(Method::POST, &with_response, &deferred).await;
    assert_eq!((status, &response["resource"]["type"]), (200, &json!(5)));
    let (_, first) =
        client.send_request(Method::POST, &webhook, &json!({"content": "first"})).await;
    assert_eq!(first["id"], response["resource"]["message"]["id"]);
    assert_eq!(first["flags"], 64);
    let (_, second) =
        client.send_request(Method::POST, &webhook, &json!({"content": "second"})).await;
    assert_eq!(second["flags"], 0);
    let message_path = format!("{webhook}/messages/{}", second["id"].as_str().unwrap());
    assert_eq!(client.send_request(Method::DELETE, &message_path, &Value::Null).await.0, 204);
    assert_eq!(
        client.send_request(Method::GET, &message_path, &Value::Null).await.1["code"],
        10008
    );
    let private =
        format!("/channels/{}/messages/{}", client.channel, first["id"].as_str().unwrap());
    assert_eq!(client.send_request(Method::GET, &private, &Value::Null).await.1["code"], 10008);
    client.discord.assert_no_violations();
    validate_traffic(&client.discord, WITHOUT_FORM_ERRORS);
}

#[tokio::test]
async fn unknown_tokens_and_endpoints_are_refused() {
    let client = RawClient::start().await;
    let url = format!("{}/api/v10/users/@me", client.discord.url());
    let foreign = client.http.get(&url).header("authorization", "Bot a.b.c").send().await.unwrap();
    assert_eq!(foreign.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(client.discord.unauthorized_request_count(), 1);
    assert_eq!(client.send_request(Method::GET, "/nothing/here", &Value::Null).await.0, 404);
    assert_eq!(client.discord.take_violations()[0].kind, ViolationKind::UnknownEndpoint);
    let rebound = client.http.get(client.discord.url()).header("host", "evil.example").send().await;
    assert_eq!(rebound.unwrap().status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn mentions_ping_only_if_allowed() {
    let client = RawClient::start().await;
    let ana = client.discord.find_or_add_user("Ana");
    let content = format!("{} x", ana.mention());
    let nobody = json!({"parse": []});
    for (body, is_pinged) in [
        (json!({"content": content}), true),
        (json!({"content": content, "allowed_mentions": nobody}), false),
        (json!({"content": content, "allowed_mentions": {"users": [ana.id]}}), true),
        // An allowed mention pings only if the content has it.
        (json!({"content": "x", "allowed_mentions": {"users": [ana.id]}}), false),
        (json!({"embeds": [{"description": content}]}), false),
        // The flag 4096 suppresses notifications.
        (json!({"content": content, "flags": 4096}), false),
    ] {
        let before = ana.pinging_messages().len();
        let (status, message) = client.post_message(&body).await;
        assert_eq!((status, ana.pinging_messages().len() > before), (200, is_pinged), "{body}");
        // An edit never pings.
        let id = message["id"].as_str().unwrap();
        let path = format!("/channels/{}/messages/{id}", client.channel);
        let pings = ana.pinging_messages().len();
        assert_eq!(
            client.send_request(Method::PATCH, &path, &json!({"content": content})).await.0,
            200
        );
        assert_eq!(ana.pinging_messages().len(), pings, "{body}");
    }
    client.discord.assert_no_violations();
}

#[tokio::test]
async fn nonces_edit_limits_and_permissions_are_enforced() {
    let client = RawClient::start().await;
    let discord = &client.discord;
    let nonce = json!({"content": "x", "nonce": "n", "enforce_nonce": true});
    let (_, first) = client.post_message(&nonce).await;
    assert_eq!(client.post_message(&nonce).await.1["id"], first["id"]);
    discord.advance_clock(Duration::from_secs(3600));
    assert_ne!(client.post_message(&nonce).await.1["id"], first["id"], "nonces are forgotten");

    let path = format!("/channels/{}/messages/{}", client.channel, first["id"].as_str().unwrap());
    discord.limit_hourly_old_edits(2);
    discord.advance_clock(Duration::from_secs(1));
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(client.send_request(Method::PATCH, &path, &json!({"content": "y"})).await);
    }
    assert_eq!(statuses.iter().map(|(status, _)| *status).collect::<Vec<_>>(), [200, 200, 429]);
    assert_eq!(statuses[2].1["code"], 30046);
    // All changes of the message are recorded, and the refused edit as well.
    let changes = discord.message_changes(0).into_iter();
    let own_changes = changes
        .filter(|change| Some(change.message) == first["id"].as_str().and_then(Snowflake::parse));
    let own_changes: Vec<MessageChangeKind> = own_changes.map(|change| change.kind).collect();
    assert_eq!(
        own_changes,
        [
            MessageChangeKind::Posted,
            MessageChangeKind::EditedLate,
            MessageChangeKind::EditedLate,
            MessageChangeKind::EditRefused
        ]
    );

    discord.remove_bot_permissions(client.channel, permissions::SEND_MESSAGES);
    assert_eq!(client.post_message(&json!({"content": "x"})).await.1["code"], 50013);
    discord.remove_bot_permissions(client.channel, permissions::VIEW_CHANNEL);
    assert_eq!(client.post_message(&json!({"content": "x"})).await.1["code"], 50001);
    discord.reset_bot_permissions(client.channel);
    assert_eq!(client.post_message(&json!({"content": "x"})).await.0, 200);
    discord.delete_message(Snowflake::parse(first["id"].as_str().unwrap()).unwrap());
    assert_eq!(client.send_request(Method::GET, &path, &Value::Null).await.1["code"], 10008);
    discord.delete_channel(client.channel);
    assert_eq!(client.post_message(&json!({"content": "x"})).await.1["code"], 10003);
    discord.assert_no_violations();
    validate_traffic(discord, &["--skip-rejected"]);
}

/// A webhook takes five requests in two seconds, and a channel thirty posts of webhooks in a
/// minute.
#[tokio::test]
async fn webhooks_have_rate_limits_by_webhook_and_by_channel() {
    let client = RawClient::start().await;
    let hooks = format!("/channels/{}/webhooks", client.channel);
    let create = async || {
        let (_, webhook) = client.send_request(Method::POST, &hooks, &json!({"name": "R"})).await;
        let text = |key: &str| webhook[key].as_str().unwrap().to_owned();
        format!("/webhooks/{}/{}", text("id"), text("token"))
    };
    let (first, second) = (create().await, create().await);
    let post = async |webhook: &str| {
        client.send_request(Method::POST, webhook, &json!({"content": "x"})).await
    };
    for _ in 0..5 {
        assert_eq!(post(&first).await.0, 204);
    }
    client.discord.advance_clock(Duration::from_millis(500));
    let (status, response) = post(&first).await;
    assert_eq!((status, &response["retry_after"]), (429, &json!(1.5)));
    assert_eq!(post(&second).await.0, 204);
    client.discord.advance_clock(Duration::from_millis(1500));
    // Six posts were made; the other twenty-four take a while.
    for _ in 0..6 {
        for _ in 0..4 {
            assert_eq!(post(&first).await.0, 204);
        }
        client.discord.advance_clock(Duration::from_secs(2));
    }
    assert_eq!(post(&first).await.0, 429);
    let (status, response) = post(&second).await;
    assert_eq!((status, &response["retry_after"]), (429, &json!(46.0)));
    client.discord.advance_clock(Duration::from_secs(46));
    assert_eq!(post(&second).await.0, 204);
    client.discord.assert_no_violations();
}
