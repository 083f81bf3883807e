//! State to view, and events and commands in words.

use firelock_core::{Side, View};

use crate::command::Command;
use crate::event::Event;
use crate::state::State;

pub(crate) fn view(_state: &State, _side: Option<Side>) -> View {
    View::default()
}
pub(crate) fn tell(_state: &State, event: &Event) -> String {
    format!("{event:?}")
}
pub(crate) fn phrase(_state: &State, command: &Command) -> String {
    format!("{command:?}")
}
