// Commands over a project's store and the user's: `trust`, `summarise-session`, `context`,
// `import-markdown`, `export-markdown`.
#pragma once
#include "app/project_store.h"
#include "cli/output.h"
#include "cli/parse.h"
#include "config/config.h"
#include "engine/engine.h"
#include "mcp/surface/surface.h"

namespace aim::app {

int trust(const cli::Invocation& invocation, cli::Output& out);
// `summarise-session`: of one, in the project that is named; or of all that have ended, each in its
// own.
int summarise_sessions(const cli::Invocation& invocation, cli::Output& out);
// Has that done by a process of its own, if any session has ended; returns at once.
void summarise_later();

struct TwoStores {
  Engine& users;
  ProjectStore& project;
  const Config& config;
  const mcp::Surface& surface;
};
// Whether a command that looks at one database is to look at two. Errors: a profile that has but
// one.
Result<bool> asks_both_stores(const cli::Invocation& invocation);

// The output of a command that looks at two stores; `failed`: the exit status says so.
struct TwoStoresOutput {
  std::string text;
  bool failed = false;
};
using TwoStoresAnswer = Result<TwoStoresOutput>(const cli::Invocation&, const TwoStores&);
TwoStoresAnswer context_of_session, import_notes, export_notes;
// Commands of the core, for two stores: tools of the profile.
TwoStoresAnswer deduplicate_both, backfill_both;
// Prints it, and notes what was used. The exit status.
int run_on_two_stores(TwoStoresAnswer* answer, const cli::Invocation& invocation,
                      const TwoStores& stores, cli::Output& out);

}  // namespace aim::app
