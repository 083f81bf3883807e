//! A game in progress: record, replay, undo, saves, text view, picture.
