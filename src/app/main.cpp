// The program: what the command line asks for, run on what the settings say. Nothing is opened
// before it is needed.
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <variant>

#include "app/adopt.h"
#include "app/bridges.h"
#include "app/command_row.h"
#include "app/commands.h"
#include "app/hook.h"
#include "app/profiles.h"
#include "app/program.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/platform/system.h"
#include "base/utf8.h"
#include "cli/help.h"
#include "cli/parse.h"
#include "cli/render/colour.h"
#include "cli/run.h"

namespace aim::app {
namespace {

template <auto run>
int with_output(const Start& start) {
  return run(start.invocation, start.out);
}

template <auto run>
int with_settings(const Start& start, const Config& config) {
  return run(start.invocation, config, start.out);
}

template <bool remove>
int connect_clients(const Start& start) {
  return install_clients(start.invocation, start.out, remove);
}

constexpr std::array table{
    // Without settings: what helps when these are wrong, and what needs none.
    CommandRow{.command = "doctor",
               .alone =
                   [](const Start& start) {
                     return doctor(start.invocation, start.clock, start.out, start.colour);
                   }},
    CommandRow{.command = "init", .alone = with_output<init>},
    CommandRow{.command = "trust", .alone = with_output<trust>},
    CommandRow{.command = "summarise-session", .alone = with_output<summarise_sessions>},
    CommandRow{.command = "completions", .alone = with_output<completions>},
    CommandRow{.command = "man", .alone = with_output<manual>},
    CommandRow{.command = "hook ", .alone = with_output<hook>},
    CommandRow{.command = "detect",
               .alone = [](const Start& start) { return detect_events(start.out); }},
    CommandRow{.command = "install", .alone = connect_clients<false>},
    CommandRow{.command = "uninstall", .alone = connect_clients<true>},
    CommandRow{.command = "upgrade", .alone = with_output<upgrade>},
    CommandRow{
        .command = "config ",
        .alone =
            [](const Start& start) { return settings(start.invocation, start.out, start.colour); }},

    // Without a database of their own.
    CommandRow{.command = "ui",
               .by_settings =
                   [](const Start& start, const Config& config) {
                     return show_page(start.invocation, config, start.out);
                   }},
    CommandRow{.command = "migrate", .by_settings = with_settings<migrate_database>},
    CommandRow{.command = "encrypt", .by_settings = with_settings<encryption>},
    CommandRow{.command = "decrypt", .by_settings = with_settings<encryption>},
    CommandRow{.command = "rekey", .by_settings = with_settings<encryption>},
    CommandRow{.command = "unlock", .by_settings = with_settings<encryption>},
    CommandRow{.command = "lock", .by_settings = with_settings<encryption>},
    CommandRow{.command = "key ", .by_settings = with_settings<encryption>},
    CommandRow{.command = "model ",
               .by_settings =
                   [](const Start& start, const Config& config) {
                     return models(start.invocation, config, start.out, start.colour);
                   }},

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

int run(const cli::Invocation& invocation, std::string_view program, cli::Output& out) {
  const SystemClock clock;
  const CommandRow row = row_of(invocation.command->name);
  const Start start{invocation, program, clock, out,
                    cli::wants_colour(STDOUT_FILENO) && !invocation.no_colour};
  if (row.alone)
    return row.alone(start);
  const auto config = load_config();
  if (!config)
    return row.bears_refusal ? run_on_database(start, row, {}, config.error())
                             : cli::report(config.error());
  set_up_log(*config);
  return row.by_settings ? row.by_settings(start, *config)
                         : run_on_database(start, row, *config, std::nullopt);
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
