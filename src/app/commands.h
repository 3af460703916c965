// Commands that are more than their operation, or have none: a function each, which the table of
// main.cpp points at. An int is the exit status.
// Knows: what a command line gave. Must not know: how it was parsed.
#pragma once
#include "app/command_row.h"
#include "cli/checkup.h"
#include "mcp/surface/offer.h"

namespace aim::app {

// `ai-memory doctor`: what may be wrong with this installation, one check a line, and what to do
// about it; `--fix` does it. Checks change nothing, but for what hooks have put aside, which is
// taken in. Never opens a database that is not there yet. 1 when something is bad.
Result<int> doctor(const Start& start);

// `ai-memory call`: one tool of the profile, run as MCP would run it.
// Prints the text of the result; 1 when that is an error.
Result<int> call(OnDatabase& on, const mcp::Offer& offer);
// Runs the tool for each line of standard input, and prints a line for each (call_by_line).
int call_lines(OnDatabase& on, std::string_view tool, const mcp::Offer& offer);

// `ai-memory encrypt`, `decrypt`, `rekey`, `unlock`, `lock`, `key show-recovery` (Y1): asks for
// passphrases and reports the result. A database on a server is encrypted by the server's means.
// Must not know: how a file is encrypted (store/sqlite/repair/copies.h).
Result<int> encryption(const Start& start, const Config& config);

// `ai-memory init`: makes a project's place for memories (op/two_stores/folder.h), and says what
// was done.
Result<int> init(const Start& start);

// `ai-memory migrate FROM TO`: a whole database copied into an empty one of another kind
// (engine/transfer/migrate.h).
Result<int> migrate_database(const Start& start, const Config& config);

// `ai-memory model …`: what there is, obtaining, checking, choosing, trying out. Needs no database
// and never opens one.
Result<int> models(const Start& start, const Config& config);

// `ai-memory config …`: what holds and where it comes from, where the file is, whether it is good,
// changing a value.
Result<int> settings(const Start& start);

// `ai-memory shell`: every command over one open database, line by line, at a terminal or from a
// pipe (wire.md 4.3).
// A line is a command line: cli/parse.h and cli/run.h do the work, so nothing here knows what a
// command means. Until `quit` or the end of the input.
Result<int> run_shell(OnDatabase& on);

// `ai-memory ui`: the address of the page, opened or printed; a server is started where none runs
// (L12). Takes the flags of `serve`, which say where the server is and how it is started.
Result<int> show_page(const Start& start, const Config& config);

// `ai-memory install` and `ai-memory uninstall`: an assistant is connected, or is not any longer.
// --dry-run shows the changes, a report follows them; nothing is written when one of a client's
// files cannot be.
Result<int> install_clients(const Start& start);

// `ai-memory upgrade`: the newest release in place of this program, or with --check whether there
// is one.
Result<int> upgrade(const Start& start);

// For doctor: which clients are connected for this user, and whether each hook of ours answers.
void check_clients(cli::Checkup& report);

}  // namespace aim::app
