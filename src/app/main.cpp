// The program: what the command line asks for, run on what the settings say. Nothing is opened
// before it is needed.
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <variant>

#include "app/background.h"
#include "app/command_row.h"
#include "app/commands.h"
#include "app/hook.h"
#include "app/profiles.h"
#include "app/program.h"
#include "app/projects.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/platform/system.h"
#include "base/utf8.h"
#include "cli/manual.h"
#include "cli/parse.h"
#include "cli/render/colour.h"
#include "cli/run.h"

namespace aim::app {
namespace {

constexpr std::array table{
    // Without settings: what helps when these are wrong, and what needs none.
    CommandRow{.command = "doctor", .alone = doctor},
    CommandRow{.command = "init", .alone = init},
    CommandRow{.command = "trust", .alone = trust},
    CommandRow{.command = "summarise-session", .alone = summarise_sessions},
    CommandRow{.command = "completions", .alone = completions},
    CommandRow{.command = "man", .alone = manual},
    CommandRow{.command = "hook ", .alone = hook},
    CommandRow{.command = "detect", .alone = detect_events},
    CommandRow{.command = "install", .alone = install_clients},
    CommandRow{.command = "uninstall", .alone = install_clients},
    CommandRow{.command = "upgrade", .alone = upgrade},
    CommandRow{.command = "config ", .alone = settings},

    // Without a database of their own.
    CommandRow{.command = "ui", .by_settings = show_page},
    CommandRow{.command = "migrate", .by_settings = migrate_database},
    CommandRow{.command = "encrypt", .by_settings = encryption},
    CommandRow{.command = "decrypt", .by_settings = encryption},
    CommandRow{.command = "rekey", .by_settings = encryption},
    CommandRow{.command = "unlock", .by_settings = encryption},
    CommandRow{.command = "lock", .by_settings = encryption},
    CommandRow{.command = "key ", .by_settings = encryption},
    CommandRow{.command = "model ", .by_settings = models},

    CommandRow{.command = "shell", .on_database = run_shell},
    CommandRow{.command = "adopt", .on_database = run_adopt},
    CommandRow{.command = "bridge ", .on_database = run_bridge},
    CommandRow{.command = "index", .on_database = run_index, .is_mudpuppy = true},
    CommandRow{.command = "mcp",
               .on_database = serve_mcp,
               .shows_profile = true,
               .indexes_files = true,
               .bears_refusal = true,
               .may_get_project = true},
    CommandRow{.command = "serve",
               .on_database = serve_http,
               .shows_profile = true,
               .indexes_files = true},
    CommandRow{.command = "call", .on_database = call_tool, .shows_profile = true},
    CommandRow{.command = "memory-tool",
               .on_database = run_memory_tool,
               .shows_profile = true,
               .profile = "memory-tool"},

    CommandRow{.command = "context", .on_two_stores = context_of_session},
    CommandRow{.command = "import-markdown", .on_two_stores = import_notes, .any_file = true},
    CommandRow{.command = "export-markdown", .on_two_stores = export_notes},
    CommandRow{
        .command = "deduplicate", .on_two_stores = deduplicate_both, .two_stores_if_asked = true},
    CommandRow{.command = "backfill", .on_two_stores = backfill_both, .two_stores_if_asked = true},

    CommandRow{.command = "recall", .fills_vectors = true},
};

CommandRow row_of(std::string_view command) {
  const auto* row = std::find_if(table.begin(), table.end(), [&](const CommandRow& each) {
    return each.command.ends_with(' ') ? command.starts_with(each.command)
                                       : command == each.command;
  });
  return row == table.end() ? CommandRow{.command = command} : *row;
}

Result<int> carry_out(const Start& start, const CommandRow& row) {
  if (row.alone)
    return row.alone(start);
  const auto config = load_config();
  if (!config)
    return row.bears_refusal ? run_on_database(start, row, {}, config.error())
                             : Failure(config.error());
  set_up_log(*config);
  return row.by_settings ? row.by_settings(start, *config)
                         : run_on_database(start, row, *config, std::nullopt);
}

int run(const cli::Invocation& invocation, std::string_view program, cli::Output& out) {
  const SystemClock clock;
  const CommandRow row = row_of(invocation.command->name);
  const auto status = carry_out(
      {invocation, program, clock, out, cli::wants_colour(STDOUT_FILENO) && !invocation.no_colour},
      row);
  out.pubsync();
  if (!status)
    return cli::report(status.error(), *invocation.command);
  // A hook that ends badly would stop its host.
  const bool arrived = out.failed() == 0 || row.alone == hook;
  return *status == cli::exit_done && !arrived ? cli::exit_failed : *status;
}

// Called by the name of a profile and without a command, the program serves it: that is all such a
// link is for.
bool is_server(std::string_view program, const std::vector<std::string>& words) {
  return profile::serves_by_name(program) &&
         (words.empty() ||
          (words.front().starts_with("-") && words.front() != "--help" && words.front() != "-h" &&
           words.front() != "--version" && words.front() != "-V"));
}

int start(std::string_view program, std::vector<std::string> words) {
  cli::Output out(STDOUT_FILENO);
  if (is_server(program, words))
    words.insert(words.begin(), "mcp");
  if (!words.empty() && words.front() == "complete")
    return complete(std::span(words).subspan(1), out);
  auto parsed = cli::parse(words, cli::width_of(STDOUT_FILENO).value_or(cli::help_width));
  if (const auto* invocation = std::get_if<cli::Invocation>(&parsed))
    return run(*invocation, program, out);
  const auto& answer = std::get<cli::Answer>(parsed);
  if (answer.status != cli::exit_done && is_hook_of_a_host(words))
    return cli::exit_done;
  std::ostream(&out) << answer.out << std::flush;
  std::cerr << utf8::visible(answer.error) << std::flush;
  return out.failed() == 0 ? answer.status : cli::exit_failed;
}

// Where nothing can be thrown any more: before the first catch, or behind the last.
[[noreturn]] void end_in_words() {
  try {
    if (const auto thrown = std::current_exception())
      std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    constexpr std::string_view said = "error: there is not enough memory for this\n";
    (void)!::write(STDERR_FILENO, said.data(), said.size());
    ::_exit(cli::exit_failed);
  } catch (...) {
  }
  std::abort();
}

}  // namespace
}  // namespace aim::app

int main(int count, char** words) {
  std::set_terminate(aim::app::end_in_words);
  // A recall among 100,000 memories works on some megabytes, for a moment. Given back to the system
  // each time, they would have to be cleared by it for the next, a tenth of the recall's time.
  aim::limit_allocator(8 << 20, 16 << 20);
  aim::prepare_process();
  std::ios::sync_with_stdio(false);
  try {
    return aim::app::start(count > 0 ? words[0] : "", {words + (count > 0 ? 1 : 0), words + count});
  } catch (const std::exception& failure) {
    const aim::Error error = aim::to_error(failure);
    if (error.code == aim::Code::unavailable)
      return aim::cli::report(error);
    std::cerr << "error: the command could not be carried out: " << failure.what() << std::endl;
    return aim::cli::exit_failed;
  }
}
