//! What the four rule systems share: clauses, charts, ledgers, rolls, decisions, views.
