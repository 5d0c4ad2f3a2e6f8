//! Tables as an administrator opens them: pace, bots, limits and purse are what was asked for, or are refused.

mod api;

use api::Api;
use api::people::Somebody;
use serde_json::{Value, json};

async fn seen(api: &Api, who: &Somebody) -> Value {
    api.get(&who.token, "/api/tables/everybody").await.ok().json()
}

/// What somebody may do, if it has this word.
async fn choice(api: &Api, who: &Somebody, word: &str) -> Option<Value> {
    let legal = seen(api, who).await["legal"]["choices"].clone();
    let found = legal.as_array()?.iter().find(|choice| choice["command"]["do"] == word)?;
    Some(found["command"].clone())
}

/// Everybody declines the bank, until somebody may wager.
async fn until_wagers(api: &Api, all: &[&Somebody]) {
    while choice(api, all[0], "place").await.is_none() {
        for who in all {
            if let Some(decline) = choice(api, who, "decline-bank").await {
                api.act(&who.token, "everybody", decline).await.ok();
            }
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

/// Wagers 20 on an area, after what is too little, not a multiple and too much.
async fn wagers(api: &Api, who: &Somebody, area: u8) {
    let place = |amount: i64| json!({"do": "place", "area": area, "kind": "regular", "stake": {"amount": amount, "with": "chips"}});
    for (amount, code) in
        [(5, "wager.below_minimum"), (25, "wager.not_multiple"), (210, "wager.above_maximum")]
    {
        let reply = api.act(&who.token, "everybody", place(amount)).await;
        assert_eq!(reply.refused(), (422, code.into()), "{amount}: {reply:?}");
    }
    api.act(&who.token, "everybody", place(20)).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_opened_with_the_pace_bots_limits_and_purse_that_were_asked_for() {
    let api = Api::new().await;
    let root = api.administrator().await;
    let table = json!({
        "id": "everybody", "name": "Everybody", "book": "star-2016", "money": "practice", "house_deals": true,
        "pace": "everybody", "bots": 0, "limits": {"least": 10, "most": 200, "step": 10}, "purse": 500,
    });
    let info = api.post(&root.token, "/api/tables", table).await.ok().json();
    assert_eq!((&info["purse"], &info["bots"]), (&json!(500), &json!(0)));
    let (one, two) = (api.guest().await, api.guest().await);
    for (who, place) in [(&one, 2), (&two, 3)] {
        api.stands_at("everybody", who).await;
        let more = json!({"place": place, "amount": 501});
        let reply = api.post(&who.token, "/api/tables/everybody/join", more).await;
        assert_eq!(reply.refused(), (422, "purse.amount".into()));
        api.post(&who.token, "/api/tables/everybody/join", json!({"place": place})).await.ok();
    }
    until_wagers(&api, &[&one, &two]).await;
    wagers(&api, &one, 2).await;
    assert_eq!(seen(&api, &two).await["house"]["betting"], true, "one of two has wagered: the house waits");
    wagers(&api, &two, 3).await;
    // The clock of the house stands still: nothing but the last wager ends betting.
    while seen(&api, &two).await["house"]["betting"] == true {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn what_cannot_be_is_refused_with_what_can() {
    let api = Api::new().await;
    let root = api.administrator().await;
    let refused = |book: &str, money: &str, more: Value| {
        let mut table =
            json!({"id": "odd", "name": "Odd", "book": book, "money": money, "house_deals": true});
        table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (api, token) = (&api, root.token.clone());
        async move {
            let reply = api.post(&token, "/api/tables", table).await;
            (reply.refused(), reply.json()["message"].as_str().unwrap_or_default().to_string())
        }
    };
    let star = "star-2016";
    let wheel = "rapid-roulette-2000";
    for (book, money, more, code, says) in [
        (star, "accounts", json!({"bots": 1}), "table.setup", "expected 0 to 0 bots at such a table, got 1"),
        (
            wheel,
            "accounts",
            json!({"limits": {"least": 1, "most": 5, "step": 1}}),
            "table.setup",
            "supervisors change them at the table",
        ),
        (
            star,
            "practice",
            json!({"pace": "everybody", "alone": true}),
            "table.setup",
            "bots would fill the disk",
        ),
        (star, "practice", json!({"bots": 25}), "table.setup", "expected 0 to 24 bots"),
        (star, "practice", json!({"purse": 0}), "table.setup", "expected a purse of 1 to"),
        (
            star,
            "practice",
            json!({"period": 9}),
            "table.setup",
            "no period at a Pai Gow table, got 9 seconds",
        ),
        (
            star,
            "practice",
            json!({"limits": {"least": 10, "most": 5, "step": 5}}),
            "table.setup",
            "got 10 to 5",
        ),
        (
            wheel,
            "practice",
            json!({"limits": {"least": 0, "most": 5, "step": 1}}),
            "table.setup",
            "got 0 to 5",
        ),
        (wheel, "practice", json!({"period": 0}), "table.setup", "got 0"),
        ("moon-2020", "practice", json!({}), "book.unknown", "no book \"moon-2020\""),
    ] {
        let ((status, got), message) = refused(book, money, more.clone()).await;
        assert!(status == 422 || status == 404, "{status}");
        assert_eq!(got, code, "{more}: {message}");
        assert!(message.contains(says), "{more}: {message}");
    }
    for more in [json!({"pace": "rushed"}), json!({"speed": 3})] {
        let ((status, code), _) = refused(star, "practice", more.clone()).await;
        assert_eq!((status, code.split('.').next()), (400, Some("message")), "{more}");
    }
}
