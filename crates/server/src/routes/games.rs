//! Making, seeing and changing games.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{Extensions, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use firelock_core::{Grain, Overlay, Piece, PieceKind, Refusal, Side};
use firelock_game::{DiceSource, Key, Order, Refused, read_order};
use firelock_table::{Gap, Polygon, gap};
use serde::Deserialize;
use serde_json::value::to_raw_value;

use crate::app::{Act, App, Held};
use crate::extract::{Asked, Body, address};
use crate::live::{Computer, Live, Setup};
use crate::opponent::{self, random};
use crate::problem::refused;
use crate::routes::Shared;
use crate::store::NewRow;
use crate::wire::{
    Against, Answer, Candidates, CommandAsked, DiceWish, FacesAsked, FitAnswer, FitAsked, GameState, Log, MeasureAsked,
    MeasureEnd, Measured, Moment, NewGame, NewLinks, OrderAsked, PlaceAsked, PleaAnswered, PreviewAnswer, PreviewAsked,
    Problem, ProblemKind, Reach, ReachAsked, Seat, Sight, TextTable,
};

pub(crate) async fn create(
    State(app): Shared,
    extensions: Extensions,
    Body(wanted): Body<NewGame>,
) -> Result<(StatusCode, Json<NewLinks>), Problem> {
    let (rate, burst) = (app.limits.new_games / 60.0, app.limits.new_games);
    if !app.rates.take(address(&extensions), "new", rate, burst, Instant::now()) {
        return Err(Problem::new(ProblemKind::TooFast, "too many new games; wait a minute"));
    }
    if app.metrics.live_games.get() >= app.limits.live_games {
        return Err(Problem::new(ProblemKind::Full, "there is no room for another game"));
    }
    let shelved = app.library.battle(&wanted.battle).ok_or_else(|| Problem::unknown("battle"))?;
    let system = match &wanted.system {
        Some(name) => shelved.systems.iter().find(|system| system.name == name),
        None => shelved.systems.first(),
    };
    let system = *system.ok_or_else(|| Problem::new(ProblemKind::Bad, "this system does not play that battle"))?;
    let side = wanted.side.unwrap_or_else(|| if random(2) == Some(0) { Side::Red } else { Side::Blue });
    let name = wanted.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    if name.is_some_and(|name| name.chars().count() > 40) {
        return Err(Problem::new(ProblemKind::Bad, "a name has at most 40 letters"));
    }
    let own = name.unwrap_or("a guest").to_owned();
    let computer = computer(&wanted.opponent, side.enemy())?;
    let other = match (&computer, &wanted.opponent) {
        (Some((_, name)), _) => name.clone(),
        (None, Against::Screen) => own.clone(),
        (None, _) => "a friend".to_owned(),
    };
    let players = if side == Side::Red { [own, other] } else { [other, own] };
    let key = fresh_key()?;
    let dice = match wanted.dice {
        DiceWish::Server => DiceSource::Secret(key),
        DiceWish::Hand => DiceSource::Hand,
    };
    let overlay = Overlay { cells: wanted.cells, switches: wanted.switches, ..Overlay::default() };
    let opening = app.library.opening(system, &shelved.file, overlay)?;
    let game = opening.start(dice, players);

    let host = match wanted.opponent {
        Against::Screen => Seat::Both,
        _ => seat_of(side),
    };
    let (link, spectator) = (fresh_link()?, fresh_link()?);
    let friend = if wanted.opponent == Against::Friend { Some(fresh_link()?) } else { None };
    let mut links = vec![(link.clone(), host), (spectator.clone(), Seat::Spectator)];
    links.extend(friend.clone().map(|friend| (friend, seat_of(side.enemy()))));
    let setup = Setup {
        computer: computer.map(|(computer, _)| computer),
        host,
        friend: friend.clone(),
        spectator: spectator.clone(),
    };
    let row = NewRow {
        battle: (shelved.file.name.hash.clone(), shelved.name.clone(), shelved.text.clone()),
        header: game.record().line(0),
        key: (wanted.dice == DiceWish::Server).then(|| key.bytes()),
        setup: serde_json::to_string(&setup).expect("plain data"),
        links,
    };
    let id = app.store.create(row).await?;
    app.keep(Live::begun(id, setup, system, shelved.file.clone(), opening, game)).await;
    app.wake(id);
    Ok((StatusCode::CREATED, Json(NewLinks { link, seat: host, friend, spectator, seq: 0 })))
}

/// The computer commander of a new game, and what he is called.
fn computer(against: &Against, side: Side) -> Result<Option<(Computer, String)>, Problem> {
    let Against::Computer { id, style } = against else { return Ok(None) };
    let card = opponent::card(id.as_deref()).ok_or_else(|| Problem::unknown("opponent"))?;
    if style.as_ref().is_some_and(|style| !card.styles.contains(style)) {
        return Err(Problem::unknown("style"));
    }
    let name = match style {
        Some(style) => format!("{}, {style}", card.name),
        None => card.name,
    };
    Ok(Some((Computer { side, id: card.id, style: style.clone() }, name)))
}

fn seat_of(side: Side) -> Seat {
    match side {
        Side::Red => Seat::Red,
        Side::Blue => Seat::Blue,
    }
}

fn fresh_key() -> Result<Key, Problem> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(no_chance)?;
    Ok(Key::new(bytes))
}

/// 128 random bits in 22 characters that may stand in an address.
pub(crate) fn fresh_link() -> Result<String, Problem> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(no_chance)?;
    let mut bits = u128::from_be_bytes(bytes);
    let mut link = String::with_capacity(22);
    for _ in 0..22 {
        link.push(char::from(LETTERS[(bits & 63) as usize]));
        bits >>= 6;
    }
    Ok(link)
}

fn no_chance(error: getrandom::Error) -> Problem {
    Problem::new(ProblemKind::Fault, format!("the machine gives no random numbers: {error}"))
}

/// What is asked of a state.
#[derive(Debug, Deserialize)]
pub(crate) struct Eyes {
    side: Option<Side>,
}

pub(crate) async fn state(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(Eyes { side }): Asked<Eyes>,
) -> Result<Json<GameState>, Problem> {
    let (live, seat) = app.open(&link).await?;
    let state = live.state(seat, side);
    let (id, thinking) = (live.id, state.thinking);
    drop(live);
    if thinking {
        app.wake(id);
    }
    Ok(Json(state))
}

/// From which command on.
#[derive(Debug, Deserialize)]
pub(crate) struct From {
    #[serde(default)]
    from: u32,
}

pub(crate) async fn log(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(From { from }): Asked<From>,
) -> Result<Json<Log>, Problem> {
    let (live, seat) = app.open(&link).await?;
    Ok(Json(Log { seq: live.seq(), entries: live.entries(from as usize, seat) }))
}

/// Whether the answer is to carry the whole state.
#[derive(Debug, Deserialize)]
pub(crate) struct Wants {
    #[serde(default)]
    state: bool,
}

type Answered = Result<Written, Problem>;

/// An answer that is written into room for most of them: growing by doubling would copy each several times.
pub(crate) struct Written(Answer);

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        let mut body = Vec::with_capacity(4 * 1024);
        serde_json::to_writer(&mut body, &self.0).expect("plain values with text keys always make JSON");
        ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response()
    }
}

pub(crate) async fn command(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(wants): Asked<Wants>,
    Body(asked): Body<CommandAsked>,
) -> Answered {
    app.act(&link, asked.side, asked.at, Act::Command(asked.command), wants.state).await.map(Written)
}

pub(crate) async fn faces(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(wants): Asked<Wants>,
    Body(asked): Body<FacesAsked>,
) -> Answered {
    app.act(&link, None, asked.at, Act::Faces(asked.faces), wants.state).await.map(Written)
}

pub(crate) async fn undo(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(wants): Asked<Wants>,
    Body(asked): Body<PlaceAsked>,
) -> Answered {
    app.act(&link, asked.side, asked.at, Act::Undo, wants.state).await.map(Written)
}

pub(crate) async fn reset(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(wants): Asked<Wants>,
    Body(asked): Body<PlaceAsked>,
) -> Answered {
    app.act(&link, asked.side, asked.at, Act::Reset, wants.state).await.map(Written)
}

pub(crate) async fn plead(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(wants): Asked<Wants>,
    Body(asked): Body<PlaceAsked>,
) -> Answered {
    app.act(&link, asked.side, asked.at, Act::Plead, wants.state).await.map(Written)
}

pub(crate) async fn settle(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(wants): Asked<Wants>,
    Body(asked): Body<PleaAnswered>,
) -> Answered {
    app.act(&link, None, asked.at, Act::Settle(asked.agreed), wants.state).await.map(Written)
}

pub(crate) async fn resign(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(wants): Asked<Wants>,
    Body(asked): Body<PlaceAsked>,
) -> Answered {
    app.act(&link, asked.side, asked.at, Act::Resign, wants.state).await.map(Written)
}

pub(crate) async fn order(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(wants): Asked<Wants>,
    Body(asked): Body<OrderAsked>,
) -> Answered {
    let (live, seat) = app.open(&link).await?;
    let side = live.hand(seat, asked.side)?;
    live.present(asked.at)?;
    let order = read_order(&live.view(Some(side)), &asked.text);
    let order = order.map_err(|words| Problem::new(ProblemKind::NotUnderstood, words))?;
    let act = match order {
        Order::Command(command) => Act::Command(to_raw_value(&command).expect("a command is plain data")),
        Order::Wish(wish) => {
            let fitted = live.game.fit(side, &wish).map_err(rule)?;
            // A typed place is meant as it was typed: what falls short of it is told, not done.
            if let Some(short) = fitted.short {
                return Err(rule(short));
            }
            Act::Command(to_raw_value(&fitted.command).expect("a command is plain data"))
        }
        Order::Faces(faces) => Act::Faces(faces),
        Order::Undo => Act::Undo,
        Order::Reset => Act::Reset,
        Order::Resign => Act::Resign,
    };
    drop(live);
    app.act(&link, asked.side, asked.at, act, wants.state).await.map(Written)
}

fn rule(refusal: Refusal) -> Problem {
    refused(Refused::Rule(refusal), 0)
}

/// Looks at a game on a thread of its own: for work that may take milliseconds.
async fn look<T: Send + 'static>(
    app: &Arc<App>,
    link: &str,
    work: impl FnOnce(&Held, Seat) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let (live, seat) = app.open(link).await?;
    let done = tokio::task::spawn_blocking(move || work(&live, seat)).await;
    done.unwrap_or_else(|error| Err(crate::store::StoreFault::Garbled(error.to_string()).into()))
}

pub(crate) async fn fit(
    State(app): Shared,
    Path(link): Path<String>,
    Body(FitAsked { wish, side }): Body<FitAsked>,
) -> Result<Json<FitAnswer>, Problem> {
    let fit = move |live: &Held, seat| {
        let side = live.hand(seat, side)?;
        near(wish.at)?;
        Ok(FitAnswer { seq: live.seq(), fitted: live.game.fit(side, &wish).map_err(rule)? })
    };
    look(&app, &link, fit).await.map(Json)
}

pub(crate) async fn reach(
    State(app): Shared,
    Path(link): Path<String>,
    Body(ReachAsked { unit, act, side }): Body<ReachAsked>,
) -> Result<Json<Reach>, Problem> {
    let reach = move |live: &Held, seat| {
        let side = live.hand(seat, side)?;
        Ok(Reach { seq: live.seq(), ends: live.game.reach(side, unit, &act) })
    };
    look(&app, &link, reach).await.map(Json)
}

pub(crate) async fn preview(
    State(app): Shared,
    Path(link): Path<String>,
    Body(PreviewAsked { command, side }): Body<PreviewAsked>,
) -> Result<Json<PreviewAnswer>, Problem> {
    let preview = move |live: &Held, seat| {
        let (side, seq) = (live.hand(seat, side)?, live.seq());
        let preview = live.game.preview(side, command.get()).map_err(|no| refused(no, seq))?;
        Ok(PreviewAnswer { seq, preview })
    };
    look(&app, &link, preview).await.map(Json)
}

/// How fine a sample is wanted, and whose.
#[derive(Debug, Deserialize)]
pub(crate) struct Sample {
    #[serde(default)]
    grain: Grain,
    side: Option<Side>,
}

pub(crate) async fn candidates(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(Sample { grain, side }): Asked<Sample>,
) -> Result<Json<Candidates>, Problem> {
    let sample = move |live: &Held, seat| {
        let side = live.hand(seat, side)?;
        let candidates = match live.game.asked().contains(&side) {
            true => live.game.candidates(side, grain),
            false => Vec::new(),
        };
        Ok(Candidates { seq: live.seq(), candidates })
    };
    look(&app, &link, sample).await.map(Json)
}

pub(crate) async fn measure(
    State(app): Shared,
    Path(link): Path<String>,
    Body(MeasureAsked { from, to }): Body<MeasureAsked>,
) -> Result<Json<Measured>, Problem> {
    let measure = move |live: &Held, seat| {
        let eyes = live.eyes(seat, None);
        let view = live.view(eyes);
        for end in [&from, &to] {
            if let MeasureEnd::At(at) = end {
                near(*at)?;
            }
        }
        let gap = shortest(&shape(&view.pieces, from)?, &shape(&view.pieces, to)?);
        let gap = gap.ok_or_else(|| Problem::new(ProblemKind::Bad, "one of them stands in no place of its own"))?;
        let length = gap.length();
        let troops = |end: &MeasureEnd| match end {
            MeasureEnd::Unit(id) => view.pieces.iter().find(|piece| piece.id == *id && is_troops(piece)),
            MeasureEnd::At(_) => None,
        };
        let sight = troops(&from).zip(troops(&to)).and_then(|(from, to)| live.game.sees(eyes, from.id, to.id));
        let sight = sight.map(|looked| Sight { seen: looked.is_ok(), hidden: looked.err() });
        Ok(Measured { line: gap.ends(), length, words: view.measure.show(length), sight })
    };
    look(&app, &link, measure).await.map(Json)
}

/// Places are measured to within a table and its surroundings; lengths from farther off would not fit.
fn near(at: firelock_table::Point) -> Result<(), Problem> {
    let is_far = [at.x, at.y].into_iter().any(|along| along.unsigned_abs() > 1 << 24);
    if is_far { Err(Problem::new(ProblemKind::Bad, "that place is far off the table")) } else { Ok(()) }
}

fn is_troops(piece: &Piece) -> bool {
    !piece.bases.is_empty() && !matches!(piece.kind, PieceKind::Leader | PieceKind::Marker)
}

/// What is measured from or to: the bases of a piece, or a point.
enum Extent {
    Bases(Vec<Polygon>),
    Point(firelock_table::Point),
}

fn shape(pieces: &[Piece], end: MeasureEnd) -> Result<Extent, Problem> {
    match end {
        MeasureEnd::At(at) => Ok(Extent::Point(at)),
        MeasureEnd::Unit(unit) => {
            let piece = pieces.iter().find(|piece| piece.id == unit).ok_or_else(|| Problem::unknown("piece"))?;
            Ok(Extent::Bases(piece.bases.iter().filter_map(|base| Polygon::new(base.to_vec()).ok()).collect()))
        }
    }
}

fn shortest(from: &Extent, to: &Extent) -> Option<Gap> {
    match (from, to) {
        (Extent::Point(from), Extent::Point(to)) => Some(gap(*from, *to)),
        (Extent::Point(from), Extent::Bases(to)) => to.iter().map(|to| gap(*from, to)).min(),
        (Extent::Bases(from), Extent::Point(to)) => from.iter().map(|from| gap(from, *to)).min(),
        (Extent::Bases(from), Extent::Bases(to)) => {
            from.iter().flat_map(|from| to.iter().map(move |to| gap(from, to))).min()
        }
    }
}

pub(crate) async fn text(
    State(app): Shared,
    Path(link): Path<String>,
    Asked(Eyes { side }): Asked<Eyes>,
) -> Result<Json<TextTable>, Problem> {
    let (live, seat) = app.open(&link).await?;
    let mut text = firelock_game::text(&live.view(live.eyes(seat, side)));
    if let Some(roll) = live.game.roll_wanted() {
        text = format!(
            "Roll {} for {} ({}), and type roll and the faces.\n{text}",
            roll.in_words(),
            roll.label,
            roll.clause
        );
    }
    Ok(Json(TextTable { seq: live.seq(), text }))
}

pub(crate) async fn moment(
    State(app): Shared,
    Path((link, n)): Path<(String, String)>,
    Asked(Eyes { side }): Asked<Eyes>,
) -> Result<Json<Moment>, Problem> {
    let n: usize = n.parse().map_err(|_| Problem::new(ProblemKind::Bad, "a moment is a number of commands"))?;
    let moment = move |live: &Held, seat| {
        let length = live.length();
        if n > length {
            return Err(Problem::unknown("moment"));
        }
        let eyes = live.eyes(seat, side);
        let view = if n == length { live.view(eyes) } else { earlier(live, n)?.view(eyes) };
        let entry = n.checked_sub(1).and_then(|at| live.entries(at, seat).into_iter().next());
        Ok(Moment { n, length, view, entry })
    };
    look(&app, &link, moment).await.map(Json)
}

/// The game after its first commands, without those that followed.
pub(crate) fn earlier(live: &Live, n: usize) -> Result<Box<dyn firelock_game::AnyGame>, Problem> {
    let cut = live.game.record().cut(n);
    live.opening
        .load(cut, None, &mut |_| {})
        .map_err(|fault| crate::store::StoreFault::Garbled(fault.to_string()).into())
}

pub(crate) async fn record(State(app): Shared, Path(link): Path<String>) -> Result<Response, Problem> {
    let (id, seat) = app.seat(&link)?;
    if let Some(text) = app.store.record(id)? {
        return Ok(record_file(text));
    }
    let live = app.hold(id).await?;
    let alone = seat == Seat::Both || (live.setup.computer.is_some() && seat != Seat::Spectator);
    if !live.is_over() && !alone {
        let words = "the record holds what the other side may not see; it can be had when the game is over";
        return Err(Problem::new(ProblemKind::Sealed, words));
    }
    Ok(record_file(live.game.record().text()))
}

/// A record as a file, which is called by its battle.
fn record_file(text: String) -> Response {
    #[derive(serde::Deserialize)]
    struct First {
        battle: firelock_game::BattleName,
    }
    let first = serde_json::from_str::<First>(text.lines().next().unwrap_or_default());
    let battle = first.map_or_else(|_| "record".to_owned(), |first| first.battle.id);
    let name = format!("attachment; filename=\"{battle}.jsonl\"");
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson".to_owned()), (header::CONTENT_DISPOSITION, name)];
    (kind, text).into_response()
}
