//! One table, from outside: what it is asked goes to its task, and the answer comes back.

use crate::ask::{Act, Acted, Answer, Ask, Confirm, Look, Preview, Reply, Watch};
use crate::{Clock, Info, Outlet, TableSetup};
use game::{Moment, Person, Refusal};
use money::{Amount, PlayerId};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Notify, mpsc, oneshot};

/// One table, from outside.
#[derive(Clone)]
pub struct Handle {
    pub(crate) setup: Arc<TableSetup>,
    pub(crate) asks: mpsc::Sender<Ask>,
    pub(crate) info: Arc<Mutex<Info>>,
    pub(crate) clock: Clock,
    /// Rings when a station is gone.
    pub(crate) bell: Arc<Notify>,
}

impl Handle {
    /// How it was set up.
    pub fn setup(&self) -> &TableSetup {
        &self.setup
    }

    /// How it looks from the lobby.
    pub fn info(&self) -> Info {
        self.info.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks something; the answer goes where the ask says.
    ///
    /// # Errors
    /// The table is gone.
    pub async fn ask(&self, ask: Ask) -> Result<(), Refusal> {
        self.asks.send(ask).await.map_err(|_| gone())
    }

    async fn answer(&self, ask: impl FnOnce(Reply) -> Ask) -> Answer {
        let (sender, answer) = oneshot::channel();
        self.ask(ask(Reply::Once(sender))).await?;
        answer.await.map_err(|_| gone())?
    }

    /// Does something by the rules of the game, and waits until it is kept.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn act(&self, act: Act) -> Answer {
        self.answer(|reply| Ask::Act { act, reply }).await
    }

    /// The same for staff: what takes a second person is not refused, but says so.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn act_as_staff(&self, act: Act) -> Result<Acted, Refusal> {
        let (sender, answer) = oneshot::channel();
        self.ask(Ask::Act { act, reply: Reply::Staff(sender) }).await?;
        answer.await.map_err(|_| gone())?
    }

    /// Lets a player come to a place.
    ///
    /// # Errors
    /// Why they cannot.
    pub async fn join(&self, player: PlayerId, place: u8, amount: Amount) -> Answer {
        self.join_once(player, place, amount, None).await
    }

    /// The same, once under a key however often it is asked.
    ///
    /// # Errors
    /// Why they cannot.
    pub async fn join_once(
        &self,
        player: PlayerId,
        place: u8,
        amount: Amount,
        key: Option<String>,
    ) -> Answer {
        self.answer(|reply| Ask::Join { player, place, amount, key, reply }).await
    }

    /// Gives a player more chips; once under a key, however often it is asked.
    ///
    /// # Errors
    /// Why not.
    pub async fn top_up(&self, player: PlayerId, amount: Amount, key: Option<String>) -> Answer {
        self.answer(|reply| Ask::TopUp { player, amount, key, reply }).await
    }

    /// Lets a player go as soon as the rules do; once under a key, however often it is asked.
    ///
    /// # Errors
    /// `leave.already`: they go already, or are not there; the table is gone.
    pub async fn leave(&self, player: PlayerId, key: Option<String>) -> Answer {
        self.answer(|reply| Ask::Leave { player, by: None, key, reply }).await
    }

    /// The house lets somebody go who is not there any more, as soon as the rules do.
    ///
    /// # Errors
    /// The table is gone.
    pub async fn let_go(&self, player: PlayerId) -> Answer {
        self.answer(|reply| Ask::Leave { player, by: Some(Person::House), key: None, reply }).await
    }

    /// Mixes something into chance; once under a key, however often it is asked.
    ///
    /// # Errors
    /// Why not.
    pub async fn mix(&self, who: Person, bytes: Vec<u8>, key: Option<String>) -> Answer {
        self.answer(|reply| Ask::Mix { who, bytes, key, reply }).await
    }

    /// A dealer takes over, or hands the table back.
    ///
    /// # Errors
    /// Why not.
    pub async fn deal(&self, who: Person, takes: bool) -> Answer {
        self.answer(|reply| Ask::Deal { who, takes, reply }).await
    }

    /// A player says yes or no to what a dealer asked for out of their account; once under a key.
    ///
    /// # Errors
    /// Why not.
    pub async fn confirm(&self, word: Confirm, key: Option<String>) -> Answer {
        self.answer(|reply| Ask::Confirm { word, key, reply }).await
    }

    /// What a command that takes two people would lead to now.
    ///
    /// # Errors
    /// Why it would be refused; `preview.alone`: it takes one person; `preview.chance`: it calls for chance.
    pub async fn preview(&self, act: Act) -> Result<Preview, Refusal> {
        let (sender, answer) = oneshot::channel();
        self.ask(Ask::Preview { act, answer: sender }).await?;
        answer.await.map_err(|_| gone())?
    }

    /// A table that stands still goes on.
    ///
    /// # Errors
    /// Why not.
    pub async fn resume(&self, by: Person, second: Person) -> Answer {
        self.answer(|reply| Ask::Resume { by, second, reply }).await
    }

    /// Lets somebody look on.
    ///
    /// # Errors
    /// The table is gone.
    pub async fn watch(&self, who: Person, seen: Option<u64>, legal: bool) -> Result<Arc<Outlet>, Refusal> {
        let outlet = Arc::new(Outlet::to(self.bell.clone()));
        let watch = Watch { who, seen, legal, outlet: outlet.clone(), taken: false };
        self.ask(Ask::Watch(watch)).await?;
        Ok(outlet)
    }

    /// What somebody may see and do, once.
    ///
    /// # Errors
    /// The table is gone, or cannot say how it stands.
    pub async fn look(&self, who: Person) -> Result<Look, Refusal> {
        let (sender, answer) = oneshot::channel();
        self.ask(Ask::Look { who, answer: sender }).await?;
        answer.await.map_err(|_| gone())?
    }

    /// What time it is.
    pub fn now(&self) -> Moment {
        self.clock.now()
    }
}

fn gone() -> Refusal {
    Refusal::plain("table.gone", "the table is closed")
}
