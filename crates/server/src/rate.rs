//! How often an address may ask.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The most addresses that are remembered; full ones are forgotten first.
const REMEMBERED: usize = 10_000;

/// What each address has left.
#[derive(Debug, Default)]
pub(crate) struct Rates {
    buckets: Mutex<HashMap<(IpAddr, &'static str), Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Rates {
    /// Takes one from an address's bucket of that name, which holds `burst` and fills by `rate` a second; false when it is empty.
    pub(crate) fn take(&self, address: IpAddr, name: &'static str, rate: f64, burst: f64, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let fill = |bucket: &Bucket| (bucket.left + rate * (now - bucket.at).as_secs_f64()).min(burst);
        if buckets.len() >= REMEMBERED {
            buckets.retain(|(_, other), bucket| *other != name || fill(bucket) < burst);
        }
        let bucket = buckets.entry((address, name)).or_insert(Bucket { left: burst, at: now });
        let left = fill(bucket);
        *bucket = Bucket { left: if left >= 1.0 { left - 1.0 } else { left }, at: now };
        left >= 1.0
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let (rates, start) = (Rates::default(), Instant::now());
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let take = |name, ms| rates.take(address, name, 2.0, 3.0, start + Duration::from_millis(ms));
        assert_eq!([take("all", 0), take("all", 0), take("all", 0), take("all", 0)], [true, true, true, false]);
        assert!(take("new", 0), "another bucket is full");
        assert!(!take("all", 400));
        assert!(take("all", 600), "one more after half a second");
    }
}
