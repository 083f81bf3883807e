use std::convert::Infallible;

use crate::natural::Natural;
use crate::spread::Number;
use crate::{Distribution, Exactness};

/// The states a chain can be in and where each leads.
#[derive(Debug)]
struct Chain<S> {
    states: Vec<S>,
    /// The places of the states, by rising state.
    order: Vec<u32>,
    /// For each state whose step was asked: where it leads, with what weight.
    steps: Vec<Step>,
    exactness: Exactness,
}

#[derive(Debug)]
struct Step {
    to: Vec<(u32, Natural)>,
    whole: Natural,
}

impl<S: Ord + Clone> Distribution<S> {
    /// So many equal steps one after the other, equal states merged after each: a state thrown through a chart round by round.
    ///
    /// The same as [`Distribution::then`] again and again, but each state's step is asked only once.
    pub fn rounds(&self, n: u32, mut step: impl FnMut(&S) -> Distribution<S>) -> Distribution<S> {
        match self.try_rounds(n, |state| Ok::<_, Infallible>(step(state))) {
            Ok(after) => after,
            Err(never) => match never {},
        }
    }

    /// As [`Distribution::rounds`], where a step may fail.
    ///
    /// # Errors
    /// The first that a step gives.
    pub fn try_rounds<E>(
        &self,
        n: u32,
        step: impl FnMut(&S) -> Result<Distribution<S>, E>,
    ) -> Result<Distribution<S>, E> {
        let chain = Chain::reached(self, n, step)?;
        let common = chain.steps.iter().fold(Natural::ONE, |common, step| common.lcm(&step.whole));
        let whole = self.total().times(&common.power(n));
        let outcomes = match whole.as_u128().map(u64::try_from) {
            Some(Ok(_)) => chain.walk::<u64>(self, n, &common),
            Some(Err(_)) => chain.walk::<u128>(self, n, &common),
            None => chain.walk::<Natural>(self, n, &common),
        };
        Ok(Distribution::sorted(outcomes, whole).only(chain.exactness))
    }
}

impl<S: Ord + Clone> Chain<S> {
    /// All states that can be reached in so many steps; those reached only by the last have no step.
    fn reached<E>(
        start: &Distribution<S>,
        n: u32,
        mut step: impl FnMut(&S) -> Result<Distribution<S>, E>,
    ) -> Result<Chain<S>, E> {
        let states: Vec<S> = start.outcomes().cloned().collect();
        let order = (0..states.len() as u32).collect();
        let mut chain = Chain { states, order, steps: Vec::with_capacity(32), exactness: start.exactness() };
        for _ in 0..n {
            for at in chain.steps.len()..chain.states.len() {
                let after = step(&chain.states[at])?;
                chain.exactness = chain.exactness.and(after.exactness());
                let whole = after.total().clone();
                let to = after.into_weights().map(|(state, weight)| (chain.place(state), weight)).collect();
                chain.steps.push(Step { to, whole });
            }
        }
        Ok(chain)
    }

    /// The place of a state, a new one if it was not reached before.
    fn place(&mut self, state: S) -> u32 {
        match self.order.binary_search_by(|&at| self.states[at as usize].cmp(&state)) {
            Ok(at) => self.order[at],
            Err(at) => {
                let place = self.states.len() as u32;
                self.order.insert(at, place);
                self.states.push(state);
                place
            }
        }
    }

    fn walk<N: Number>(&self, start: &Distribution<S>, n: u32, common: &Natural) -> Vec<(S, Natural)> {
        let mut edges: Vec<(u32, N)> = Vec::with_capacity(self.steps.len() * 8);
        let mut ends = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let factor = common.over(&step.whole);
            edges.extend(step.to.iter().map(|(to, weight)| (*to, N::of(&weight.times(&factor)))));
            ends.push(edges.len());
        }
        let mut now = vec![N::from(0); self.states.len()];
        for (at, part) in now.iter_mut().enumerate().take(start.len()) {
            *part = N::of(start.at(at).1);
        }
        let mut next = now.clone();
        for _ in 0..n {
            next.fill(N::from(0));
            let mut from = 0;
            for (part, &end) in now.iter().zip(&ends) {
                if !part.is_nothing() {
                    for (to, weight) in &edges[from..end] {
                        next[*to as usize].add(&part.times(weight));
                    }
                }
                from = end;
            }
            std::mem::swap(&mut now, &mut next);
        }
        let found = self.order.iter().map(|&at| (&self.states[at as usize], &now[at as usize]));
        found.filter(|(_, part)| !part.is_nothing()).map(|(state, part)| (state.clone(), part.clone().into())).collect()
    }
}
