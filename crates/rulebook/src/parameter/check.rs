//! What a book's parameters have to agree on among themselves.
//!
//! Runs on every book and variant after all tables are read. Knows no clause: it only refuses answers
//! that contradict each other, such as a fallback method that the book does not offer.

use super::Parameters;
use crate::page::Entry;
use crate::{CutBy, Method, PerMethod};

/// Notes a fault at the parameter, or at the outer table if the parameter is inherited.
fn fault(root: &Entry<'_, '_>, group: &str, key: &str, reason: String) {
    let group = root.table(group);
    let parameter = group.as_ref().and_then(|group| group.table(key));
    let at = parameter.as_ref().or(group.as_ref()).map_or(root.at(), Entry::at);
    root.page().fault(at, format!("{key} {reason}"));
}

/// Notes each contradiction.
pub(super) fn check(own: &Parameters, root: &Entry<'_, '_>) {
    methods(own, root);
    let (areas, unused) = (own.table.areas.value, own.wall.unused_lots.value);
    if areas + unused != 8 {
        let reason = format!("is {unused} with {areas} areas: eight lots are {areas} and {}", 8 - areas);
        fault(root, "wall", "unused-lots", reason);
    }
    if own.bank.house_area.value > areas {
        fault(root, "bank", "house-area", format!("is {}, expected 1 to {areas}", own.bank.house_area.value));
    }
    let (banks, most) = (own.bank.banks_per_area.value, own.bank.banks_per_area_most.value);
    if banks > most {
        fault(root, "bank", "banks-per-area", format!("is {banks}, expected at most {most}"));
    }
    if own.dice.cut_by.value == CutBy::CutDie && !own.dice.cut_die.value {
        fault(root, "dice", "cut-by", "is cut-die, and there is no cut die".to_string());
    }
    for layout in &own.table.house_way_layouts.value {
        if !own.table.layouts.value.contains(layout) {
            fault(root, "table", "house-way-layouts", format!("names {layout}, which layouts does not"));
        }
    }
    for layout in &own.mishap.removal_layouts.value {
        if !own.table.layouts.value.contains(layout) {
            fault(root, "mishap", "removal-layouts", format!("names {layout}, which layouts does not"));
        }
    }
}

/// Every offered method has its answers, and no other method is named.
fn methods(own: &Parameters, root: &Entry<'_, '_>) {
    let offered = &own.bank.methods.value;
    if offered.is_empty() {
        fault(root, "bank", "methods", "is empty, expected at least one method of play".to_string());
    }
    let lists = [
        ("bank", "uncovered", &own.bank.uncovered.value),
        ("wall", "unlisted-cuts", &own.wall.unlisted_cuts.value),
        ("limits", "minimum-under", &own.limits.minimum_under.value),
        ("limits", "maximum-under", &own.limits.maximum_under.value),
    ];
    for (group, key, list) in lists {
        for method in list.iter().filter(|method| !offered.contains(method)) {
            fault(root, group, key, format!("names {method}, which is not a method of play here"));
        }
    }
    let banked: Vec<Method> = offered.iter().copied().filter(|m| *m != Method::House).collect();
    answered(root, "dice", "shaken-by", &own.dice.shaken_by.value, offered);
    answered(root, "bank", "cover", &own.bank.cover.value, &banked);
    answered(root, "wager", "close", &own.wager.close.value, offered);
    answered(root, "wager", "after-close", &own.wager.after_close.value, offered);
    answered(root, "limits", "under-minimum", &own.limits.under_minimum.value, offered);
    answered(root, "limits", "over-maximum", &own.limits.over_maximum.value, offered);
    if offered.contains(&Method::CoBank) && own.bank.co_bank_house_way.is_none() {
        fault(root, "bank", "co-bank-house-way", "is missing, and the book has a co-bank".to_string());
    }
}

fn answered<T>(root: &Entry<'_, '_>, group: &str, key: &str, value: &PerMethod<T>, methods: &[Method]) {
    for method in methods.iter().filter(|method| value.of(**method).is_none()) {
        fault(root, group, key, format!("says nothing for {method}"));
    }
}
