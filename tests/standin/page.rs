//! The interface behind the web page, as a browser would use it.

use reqwest::StatusCode;
use riposte::standin::Discord;
use serde_json::{Value, json};

use crate::pong::table;

async fn get(discord: &Discord, path: &str) -> Value {
    let response = reqwest::get(format!("{}{path}", discord.url())).await.unwrap();
    serde_json::from_str(&response.text().await.unwrap()).unwrap()
}

async fn post(discord: &Discord, path: &str, origin: &str, body: Value) -> (StatusCode, Value) {
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
async fn a_browser_plays() {
    let (discord, _bot) = table().await;
    let page = reqwest::get(discord.url()).await.unwrap();
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    assert!(page.text().await.unwrap().contains("/sandbox/app.js"));

    let ana = discord.add_user("Ana");
    let world = get(&discord, &format!("/sandbox/world?user={}", ana.id)).await;
    assert_eq!(world["is_connected"], true);
    assert_eq!(world["people"].as_array().unwrap().len(), 3);
    assert!(world["commands"].as_array().unwrap().iter().any(|c| c["name"] == "strike"));

    let seat = |more: Value| {
        let mut body = json!({"user": ana.id, "channel": ana.channel});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let own = discord.url();
    let slash = seat(json!({"act": "slash", "text": "/strike target:Ben quiet:yes"}));
    let (status, answer) = post(&discord, "/sandbox/do", own, slash.clone()).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let view = format!("/sandbox/view?user={}&channel={}", ana.id, ana.channel);
    let view = get(&discord, &view).await;
    assert_eq!(view["messages"][0]["is_private"], true);
    let (_, told) = post(
        &discord,
        "/sandbox/do",
        own,
        seat(json!({"act": "press", "message": answer["message"], "id": "tell:1"})),
    )
    .await;
    assert!(told["message"].is_string());

    let typed = seat(json!({"text": "/strike target:Ben weapon:hand"}));
    let (_, offered) = post(&discord, "/sandbox/autocomplete", own, typed).await;
    assert_eq!(offered, json!([{"name": "hand axe", "value": "hand axe"}]));

    let ask = seat(json!({"act": "slash", "text": "/ask"}));
    let (_, opened) = post(&discord, "/sandbox/do", own, ask).await;
    assert_eq!(opened["form"]["title"], "A sheet");
    let fields = json!([["name", "Ana"], ["story", ""]]);
    let fill = seat(json!({"act": "fill", "form": opened["form"]["id"], "fields": fields}));
    let (status, filled) = post(&discord, "/sandbox/do", own, fill).await;
    assert_eq!(status, StatusCode::OK, "{filled}");

    let wrong = seat(json!({"act": "slash", "text": "/flee"}));
    let (status, said) = post(&discord, "/sandbox/do", own, wrong).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(said["error"], "there is no command /flee");
    let (status, _) = post(&discord, "/sandbox/do", "http://evil.example", slash).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let ben = discord.add_user("Ben");
    let foreign = format!("/sandbox/view?user={}&channel={}", ana.id, ben.in_dm().channel);
    assert_eq!(get(&discord, &foreign).await["error"], "this channel is not here");
    discord.assert_no_faults();
}
