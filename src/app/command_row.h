// A row of the table of commands (main.cpp): who carries a command out, and what that needs. A
// command without a row is its operation, on the database.
// Must not know: which commands there are.
#pragma once
#include "app/project_store.h"
#include "base/clock.h"
#include "base/result.h"
#include "cli/output.h"
#include "cli/parse.h"
#include "config/config.h"
#include "engine/engine.h"
#include "jobs/thread_runner.h"
#include "mcp/surface/surface.h"
#include "memory/tier.h"

namespace aim::app {

// What any command is given.
struct Start {
  const cli::Invocation& invocation;
  std::string_view program;  // the name that this process was called by
  const Clock& clock;
  cli::Output& out;
  bool colour = false;

  // main.cpp reports output that was lost, when the command is done.
  int print(std::string_view text) const {
    std::ostream(&out) << text << std::flush;
    return cli::exit_done;
  }
};

// What a command over the database is given besides. Nothing is opened before it is used.
struct OnDatabase {
  const Start& start;
  Engine& engine;
  const Config& config;  // as the profile has it
  FeatureTier tier = FeatureTier::semantic;
  const mcp::Surface* surface = nullptr;   // that of a profile; null: the core's
  bool two_stores = false;                 // the profile keeps memories of a project apart
  jobs::ThreadRunner* indexing = nullptr;  // not started; null: no files are indexed
  std::optional<Error> refusal = {};       // what is wrong with the settings
};

// The user's store and a project's: a command over both is given these, and no OnDatabase.
struct TwoStores {
  Engine& users;
  ProjectStore& project;
  const Config& config;
  const mcp::Surface& surface;
};
using TwoStoresCommand = Result<int>(const Start&, const TwoStores&);

struct CommandRow {
  std::string_view command;  // one that ends with a blank stands for all that begin with it
  // The first of these that is set returns the exit status.
  Result<int> (*alone)(const Start&) = nullptr;
  Result<int> (*by_settings)(const Start&, const Config&) = nullptr;
  Result<int> (*on_database)(OnDatabase&) = nullptr;
  TwoStoresCommand* on_two_stores = nullptr;  // of vector-memory
  bool two_stores_if_asked = false;           // by --profile; else the command is its operation
  bool any_file = false;                      // a person names files that an assistant may not
  bool shows_profile = false;                 // the profile decides about tools and database
  bool indexes_files = false;                 // beside what it does, where the profile wants that
  std::string_view profile = {};              // the command is for this one, if it names no other
  bool is_mudpuppy = false;      // by the settings of that profile, whichever is configured
  bool bears_refusal = false;    // says in each answer what is wrong with the settings (S31)
  bool may_get_project = false;  // its client may tell later where it works
  bool fills_vectors = false;    // after the answer, those that it has missed
};

// Puts together what a command over the database works on, for the profile that is shown, and runs
// it (on_database.cpp).
// `refusal`: what is wrong with the settings, where the row bears that. The exit status.
Result<int> run_on_database(const Start& start, const CommandRow& row, const Config& given,
                            std::optional<Error> refusal);

Result<int> serve_mcp(OnDatabase& on);
Result<int> serve_http(OnDatabase& on);
Result<int> call_tool(OnDatabase& on);
Result<int> run_memory_tool(OnDatabase& on);

}  // namespace aim::app
