// Commands over a project's store and the user's: `trust`, `summarise-session`, `context`,
// `import-markdown`, `export-markdown`.
#pragma once
#include "app/command_row.h"

namespace aim::app {

Result<int> trust(const Start& start);
// `summarise-session`: of one, in the project that is named; or of all that have ended, each in its
// own.
Result<int> summarise_sessions(const Start& start);
// Has that done by a process of its own, if any session has ended; returns at once.
void summarise_later();

// Whether a command that looks at one database is to look at two. Errors: a profile that has but
// one.
Result<bool> asks_both_stores(const cli::Invocation& invocation);

TwoStoresCommand context_of_session, import_notes, export_notes;
// Commands of the core, for two stores: tools of the profile.
TwoStoresCommand deduplicate_both, backfill_both;

}  // namespace aim::app
