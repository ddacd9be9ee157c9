//! The HTTP API behind the web page, as a browser uses it.

use reqwest::StatusCode;
use riposte::fake_discord::{ClockAdvanceRequest, ClockStep, DiscordSetup, FakeDiscord, PageHint};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::sample_bot::start_sample_bot;

async fn get(discord: &FakeDiscord, path: &str) -> Value {
    let response = reqwest::get(format!("{}{path}", discord.url())).await.unwrap();
    serde_json::from_str(&response.text().await.unwrap()).unwrap()
}

async fn post(discord: &FakeDiscord, path: &str, origin: &str, body: Value) -> (StatusCode, Value) {
    let request = reqwest::Client::new()
        .post(format!("{}{path}", discord.url()))
        .header("content-type", "application/json")
        .header("origin", origin)
        .body(body.to_string());
    let response = request.send().await.unwrap();
    let status = response.status();
    (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or(Value::Null))
}

#[tokio::test]
async fn page_api_runs_commands_buttons_and_forms() {
    let (discord, _bot) = start_sample_bot().await;
    let page = reqwest::get(discord.url()).await.unwrap();
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    assert!(page.text().await.unwrap().contains("/sandbox/page/app.js"));

    let ana = discord.find_or_add_user("Ana");
    let view = get(&discord, "/sandbox/view?user=").await;
    assert_eq!(view["is_connected"], true);
    assert_eq!(view["people"].as_array().unwrap().len(), 3);
    let commands = get(&discord, "/sandbox/commands").await;
    assert!(commands.as_array().unwrap().iter().any(|c| c["name"] == "strike"));

    let with_user = |more: Value| {
        let mut body = json!({"user": ana.id, "channel": ana.channel});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let origin = discord.url();
    let slash = with_user(json!({"act": "slash", "text": "/strike target:Ben quiet:yes"}));
    let (status, answer) = post(&discord, "/sandbox/do", origin, slash.clone()).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let view = format!("/sandbox/view?user={}&channel={}", ana.id, ana.channel);
    let view = get(&discord, &view).await;
    assert_eq!(view["messages"][0]["is_private"], true);
    let (_, pressed) = post(
        &discord,
        "/sandbox/do",
        origin,
        with_user(json!({"act": "press", "message": answer["message"], "id": "tell:1"})),
    )
    .await;
    assert!(pressed["message"].is_string());

    let typed = with_user(json!({"text": "/strike target:Ben weapon:hand"}));
    let (_, offered) = post(&discord, "/sandbox/autocomplete", origin, typed).await;
    assert_eq!(offered, json!([{"name": "hand axe", "value": "hand axe"}]));

    let ask = with_user(json!({"act": "slash", "text": "/ask"}));
    let (_, opened) = post(&discord, "/sandbox/do", origin, ask).await;
    assert_eq!(opened["form"]["title"], "A sheet");
    let fields = json!([["name", "Ana"], ["story", ""]]);
    let fill = with_user(json!({"act": "fill", "form": opened["form"]["id"], "fields": fields}));
    let (status, filled) = post(&discord, "/sandbox/do", origin, fill).await;
    assert_eq!(status, StatusCode::OK, "{filled}");

    let unknown = with_user(json!({"act": "slash", "text": "/flee"}));
    let (status, refusal) = post(&discord, "/sandbox/do", origin, unknown).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refusal["error"], "there is no command /flee");
    let (status, _) = post(&discord, "/sandbox/do", "http://evil.example", slash).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let ben = discord.find_or_add_user("Ben");
    let foreign = format!("/sandbox/view?user={}&channel={}", ana.id, ben.in_dm().channel);
    assert_eq!(get(&discord, &foreign).await["error"], "this channel is not here");
    discord.assert_no_violations();
}

/// A page of another origin, or one that reaches this server by another host name, may do nothing.
#[tokio::test]
async fn foreign_origins_are_refused() {
    let (discord, _bot) = start_sample_bot().await;
    let paths = ["do", "autocomplete", "attach", "people", "channels", "clock"];
    for path in paths {
        let path = format!("/sandbox/{path}");
        for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
            let (status, _) = post(&discord, &path, origin, json!({})).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{path} from {origin}");
        }
    }
    let client = reqwest::Client::new();
    let live = client.get(format!("{}/sandbox/live", discord.url()));
    let live = live.header("connection", "upgrade").header("upgrade", "websocket");
    let live = live.header("sec-websocket-version", "13");
    let live = live.header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    let live = live.header("origin", "http://evil.example").send().await.unwrap();
    assert_eq!(live.status(), StatusCode::FORBIDDEN);
    for path in ["/", "/sandbox/view?user=", "/sandbox/page/app.js"] {
        let rebound = client.get(format!("{}{path}", discord.url())).header("host", "evil.example");
        assert_eq!(rebound.send().await.unwrap().status(), StatusCode::FORBIDDEN, "{path}");
    }
    discord.assert_no_violations();
}

#[tokio::test]
async fn users_and_channels_are_added() {
    let (discord, _bot) = start_sample_bot().await;
    let origin = discord.url();
    let (_, added) = post(&discord, "/sandbox/people", origin, json!({"name": " Zoe "})).await;
    assert!(added["user"].is_string());
    let (status, again) = post(&discord, "/sandbox/people", origin, json!({"name": "zoe"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(again["error"], "zoe is here already");
    let (_, empty) = post(&discord, "/sandbox/people", origin, json!({"name": " "})).await;
    assert_eq!(empty["error"], "a name has 1 to 32 characters");

    let ana = discord.find_or_add_user("Ana");
    let new_channel = |name: &str, is_thread: bool| {
        let (user, channel) = (ana.id, ana.channel);
        json!({"user": user, "channel": channel, "name": name, "is_thread": is_thread})
    };
    let (_, hall) =
        post(&discord, "/sandbox/channels", origin, new_channel("Great Hall", false)).await;
    let (_, twice) =
        post(&discord, "/sandbox/channels", origin, new_channel("great hall", false)).await;
    assert_eq!(twice["error"], "there is a channel great-hall already");
    let (_, thread) =
        post(&discord, "/sandbox/channels", origin, new_channel("A duel", true)).await;
    let view = get(&discord, &format!("/sandbox/view?user={}&channel=dm", ana.id)).await;
    let kind = |id: &Value| {
        let channels = view["channels"].as_array().unwrap();
        channels.iter().find(|channel| channel["id"] == *id).map(|channel| channel["kind"].clone())
    };
    assert_eq!(kind(&hall["channel"]), Some(json!("text")));
    assert_eq!(kind(&thread["channel"]), Some(json!("thread")));
    assert_eq!(kind(&view["channel"]), Some(json!("dm")));
    discord.assert_no_violations();
}

#[tokio::test]
async fn page_opens_as_chosen_user_and_moves_the_clock() {
    let (clock_sender, mut clock_receiver) = mpsc::channel::<ClockAdvanceRequest>(1);
    let setup =
        DiscordSetup::new().with_user("GM").with_user("Ana").with_clock_requests(clock_sender);
    let discord = FakeDiscord::start(setup).await.unwrap();
    discord.set_page_welcome(
        "Ana",
        vec![PageHint { text: "Attack.".into(), user_name: "Ana".into() }],
    );
    let view = get(&discord, "/sandbox/view?user=").await;
    let ana = discord.find_or_add_user("Ana");
    assert_eq!(view["user"], json!(ana.id));
    assert_eq!(view["has_clock"], true);
    assert_eq!(view["hints"], json!([{"says": "Attack.", "who": "Ana"}]));

    let clock_task = tokio::spawn(async move {
        let mut steps = Vec::new();
        while steps.len() < 2 {
            let ClockAdvanceRequest { step, done_sender } = clock_receiver.recv().await.unwrap();
            steps.push(step);
            done_sender.send(()).unwrap();
        }
        steps
    });
    for body in [json!({"secs": 60}), json!({"secs": null})] {
        let (status, moved) = post(&discord, "/sandbox/clock", discord.url(), body).await;
        assert_eq!(status, StatusCode::OK, "{moved}");
        assert!(moved["now"].is_i64());
    }
    let minute = ClockStep::By(std::time::Duration::from_secs(60));
    assert_eq!(clock_task.await.unwrap(), [minute, ClockStep::ToNextDeadline]);
}

/// Scripts that drive the page read these answers.
#[tokio::test]
async fn wrong_requests_are_answered_in_sentences() {
    let (discord, _bot) = start_sample_bot().await;
    let ana = discord.find_or_add_user("Ana");
    let with_user = |more: Value| {
        let mut body = json!({"user": ana.id, "channel": ana.channel});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let do_path = "/sandbox/do";
    for (path, body, expected) in [
        (do_path, json!([]), "the body must be a JSON object: {\"field\": value, …}"),
        (do_path, json!({}), "the field \"user\" is missing; it must be a text in quotation marks"),
        (
            do_path,
            json!({"user": 7, "act": "say"}),
            "the field \"user\" must be a text in quotation marks",
        ),
        (
            do_path,
            with_user(json!({"act": "dance"})),
            "the field \"act\" must be one of slash, say, on_person, on_message, press, choose, \
             fill",
        ),
        (
            do_path,
            with_user(json!({"act": "slash"})),
            "the field \"text\" is missing; it must be a text in quotation marks",
        ),
        (
            do_path,
            with_user(json!({"act": "choose", "message": "1", "id": "a", "values": "b"})),
            "the field \"values\" must be a list of texts",
        ),
        (
            do_path,
            with_user(json!({"act": "fill", "form": "1", "fields": {"a": "b"}})),
            "the field \"fields\" must be a list of pairs of texts",
        ),
        (
            "/sandbox/autocomplete",
            with_user(json!({})),
            "the field \"text\" is missing; it must be a text in quotation marks",
        ),
        (
            "/sandbox/channels",
            with_user(json!({"name": "a", "is_thread": "no"})),
            "the field \"is_thread\" must be true or false",
        ),
        (
            "/sandbox/clock",
            json!({"secs": -5}),
            "the field \"secs\" must be a whole number, 0 or more",
        ),
        (
            "/sandbox/soup",
            json!({}),
            "the page has no such address, or takes it with another method",
        ),
        (
            "/sandbox/view",
            json!({}),
            "the page has no such address, or takes it with another method",
        ),
    ] {
        let (status, answer) = post(&discord, path, discord.url(), body.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {body}: {answer}");
        assert_eq!(answer["error"], expected, "{path} {body}");
    }
    let view = get(&discord, "/sandbox/view").await;
    assert_eq!(
        view["error"],
        "the field \"user\" is missing; it must be a text in quotation marks"
    );
    let live = get(&discord, "/sandbox/live").await;
    assert_eq!(live["error"], "this address takes only a websocket");
    let client = reqwest::Client::new();
    for (content_type, body, expected) in [
        ("application/json", "{\"user\": 1,}", "the body is no JSON; look at line 1, column 12"),
        ("text/plain", "{}", "the request needs the header content-type: application/json"),
    ] {
        let request = client.post(format!("{}{do_path}", discord.url()));
        let request = request.header("content-type", content_type).body(body);
        let answer = request.send().await.unwrap().text().await.unwrap();
        assert!(answer.contains(expected), "{body}: {answer}");
    }
    discord.assert_no_violations();
}

/// What is pressed while a scene is set up would play another fight than the scene.
#[tokio::test]
async fn page_is_served_once_it_is_open() {
    let setup = DiscordSetup::new().with_user("GM").with_user("Ana").with_closed_page();
    let discord = FakeDiscord::start(setup).await.unwrap();
    let ana = discord.find_or_add_user("Ana");
    let says = json!({"user": ana.id, "channel": ana.channel, "act": "say", "text": "hello"});
    let post = post(&discord, "/sandbox/do", discord.url(), says);
    tokio::pin!(post);
    let address = format!("{}/attachments/1/2/3", discord.url());
    let other_requests = async {
        for _ in 0..5 {
            reqwest::get(&address).await.unwrap();
        }
    };
    let is_answered = tokio::select! {
        biased;
        _ = &mut post => true,
        () = other_requests => false,
    };
    assert!(!is_answered && ana.screen_messages().is_empty());
    discord.open_page();
    assert_eq!(post.await.0, StatusCode::OK);
    assert_eq!(ana.screen_messages().len(), 1);
}

/// A page that somebody uploads is saved, or opened with an origin of its own and no network.
#[tokio::test]
async fn uploaded_web_page_opens_apart_from_the_server() {
    let discord = FakeDiscord::start(DiscordSetup::new().with_user("Ana")).await.unwrap();
    let ana = discord.find_or_add_user("Ana");
    for (name, is_opened) in [("replay.html", true), ("notes.txt", false)] {
        let address = ana.upload_file_and_get_url(name, "<script>1</script>");
        let plain = reqwest::get(&address).await.unwrap();
        assert_eq!(plain.headers()["content-disposition"], "attachment", "{name}");
        let opened = reqwest::get(&format!("{address}?open")).await.unwrap();
        let policy = opened.headers().get("content-security-policy");
        let policy = policy.map_or("", |policy| policy.to_str().unwrap());
        assert_eq!(policy.contains("sandbox allow-scripts; default-src 'none'"), is_opened);
        // Portraits are within the page.
        assert_eq!(policy.contains("img-src data:;"), is_opened, "{name}");
        assert_eq!(opened.headers().contains_key("content-disposition"), !is_opened, "{name}");
    }
}
