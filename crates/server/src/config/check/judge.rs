//! How a feed's files are judged: what the file says, and what is usual.

use dealeragent_feeds::judge::{Grace, GuardRules, JudgeRules, Precedence, Role, Share};
use dealeragent_protocol::values::{Set, Text};

use crate::config::{
    file::{GraceSection, GuardSection, PrecedenceSection, RoleWord},
    number::Number,
};

const HOUR: u32 = 3_600;

pub(super) fn rules(guard: &GuardSection, grace: &GraceSection) -> JudgeRules {
    let usual = JudgeRules::default();
    JudgeRules {
        guard: GuardRules {
            most_removed: share(guard.removed_percent, usual.guard.most_removed),
            most_prices_moved: share(guard.prices_percent, usual.guard.most_prices_moved),
            price_bound: share(guard.price_move_percent, usual.guard.price_bound),
            at_least: guard.at_least.map_or(usual.guard.at_least, |units| units.get().into()),
        },
        grace: Grace {
            files: grace.files.map_or(usual.grace.files, Number::get),
            seconds: grace.hours.map_or(usual.grace.seconds, |hours| hours.get() * HOUR),
        },
        ..usual
    }
}

/// A number up to 100 is always a share.
fn share(percent: Option<Number<0, 100>>, usual: Share) -> Share {
    let said = percent.and_then(|percent| u8::try_from(percent.get()).ok());
    said.and_then(|percent| Share::percent(percent).ok()).unwrap_or(usual)
}

pub(super) fn role(word: Option<RoleWord>) -> Role {
    match word {
        Some(RoleWord::Adds) => Role::Enriches,
        Some(RoleWord::Lists) | None => Role::Lists,
    }
}

pub(super) fn precedence(section: &PrecedenceSection) -> Precedence {
    fn ids<const MIN: usize>(feeds: &Set<Text<1, 80>, MIN>) -> Vec<String> {
        feeds.iter().map(ToString::to_string).collect()
    }
    Precedence {
        feeds: ids(&section.feeds),
        fields: section.facts.iter().map(|(fact, feeds)| (fact.clone(), ids(feeds))).collect(),
    }
}
