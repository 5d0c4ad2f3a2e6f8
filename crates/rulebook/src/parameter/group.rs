//! A table of parameters, declared once: its fields, their keys, how it is read, what it prints.

use super::{Cited, Worth, read_cited};
use crate::Citer;
use crate::page::Entry;
use std::ops::RangeInclusive;

/// Where a parameter is looked up: a book's table, and the same table of the book it extends.
pub(crate) struct Place<'e, 'p, 't, 'r> {
    /// The table that holds the group's table, for faults when the latter is absent.
    pub outer: &'e Entry<'p, 't>,
    /// The group's table, if the file has it.
    pub table: Option<&'e Entry<'p, 't>>,
    /// Resolves clauses.
    pub citer: &'e Citer<'r>,
    /// The group's name.
    pub group: &'static str,
}

impl Place<'_, '_, '_, '_> {
    /// The parameter as this file states it; `Some(None)` if it does and the statement is faulty.
    fn own<T: Worth>(&self, key: &str, range: Option<&RangeInclusive<i64>>) -> Option<Option<Cited<T>>> {
        let table = self.table.filter(|table| table.has(key))?;
        Some(table.table(key).and_then(|entry| read_cited(entry, self.citer, key, range)))
    }

    /// A parameter that every book has, if need be from the book it extends.
    pub fn needed<T: Worth + Clone>(
        &self,
        key: &str,
        range: Option<&RangeInclusive<i64>>,
        parent: Option<&Cited<T>>,
    ) -> Option<Cited<T>> {
        if let Some(own) = self.own(key, range) {
            return own;
        }
        if parent.is_none() {
            let at = self.table.unwrap_or(self.outer);
            at.fault(format!("[{}] {key} is missing, and no book is extended that has it", self.group));
        }
        parent.cloned()
    }

    /// A parameter that a book may do without.
    pub fn maybe<T: Worth + Clone>(
        &self,
        key: &str,
        range: Option<&RangeInclusive<i64>>,
        parent: Option<&Option<Cited<T>>>,
    ) -> Option<Cited<T>> {
        match self.own(key, range) {
            Some(own) => own,
            None => parent.cloned().flatten(),
        }
    }
}

/// A table of parameters: `needed` ones every book has, `maybe` ones only some books have.
macro_rules! group {
    ($(#[$doc:meta])* $name:ident = $table:literal {
        $($(#[$field_doc:meta])* $need:ident $field:ident: $kind:ty = $key:literal $(in $range:expr)?;)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $crate::parameter::group!(@kind $need $kind),)+
        }

        impl $name {
            /// The table's name in a book's file.
            pub const TABLE: &'static str = $table;

            /// Reads the table; what it leaves out comes from the parent.
            pub(crate) fn read(
                outer: &$crate::page::Entry<'_, '_>,
                citer: &$crate::Citer<'_>,
                parent: Option<&Self>,
            ) -> Option<Self> {
                let table = outer.table($table);
                let place = $crate::parameter::Place { outer, table: table.as_ref(), citer, group: $table };
                $(let $field = place.$need(
                    $key,
                    $crate::parameter::group!(@range $($range)?).as_ref(),
                    parent.map(|parent| &parent.$field),
                );)+
                if let Some(table) = table {
                    table.done();
                }
                Some(Self { $($field: $crate::parameter::group!(@take $need $field),)+ })
            }

            /// Every parameter of the table that the book has.
            pub fn stated(&self) -> Vec<$crate::Stated> {
                let mut all = Vec::new();
                $(all.extend($crate::parameter::group!(@state $need self $field).map(|p| $crate::parameter::state($table, $key, p)));)+
                all
            }
        }
    };
    (@kind needed $kind:ty) => { $crate::Cited<$kind> };
    (@kind maybe $kind:ty) => { Option<$crate::Cited<$kind>> };
    (@take needed $field:ident) => { $field? };
    (@take maybe $field:ident) => { $field };
    (@state needed $this:ident $field:ident) => { Some(&$this.$field) };
    (@state maybe $this:ident $field:ident) => { $this.$field.as_ref() };
    (@range) => { None::<std::ops::RangeInclusive<i64>> };
    (@range $range:expr) => { Some($range) };
}
pub(crate) use group;
