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

// Whether the command is one of the other three, which look at two stores whatever profile is
// configured.
bool looks_at_two_stores(std::string_view command);

struct TwoStores {
  Engine& users;
  ProjectStore& project;
  const Config& config;
  const mcp::Surface& surface;
};
// Whether a command that looks at one database is to look at two. Errors: a profile that has but
// one.
Result<bool> asks_both_stores(const cli::Invocation& invocation);
int run_on_two_stores(const cli::Invocation& invocation, const TwoStores& stores, cli::Output& out);

}  // namespace aim::app
