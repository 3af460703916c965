#include "cli/run.h"

#include <unistd.h>

#include <boost/json.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "base/environment.h"
#include "base/platform/system.h"
#include "base/utf8.h"
#include "cli/render/colour.h"
#include "cli/render/progress_bar.h"
#include "cli/render/render.h"
#include "op/ids_of_titles.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/coerce.h"
#include "op/kit/remedies.h"
#include "op/project.h"
#include "op/project_names.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

// Further input would be refused anyway; this keeps a mistaken "-c - < disk" from filling the
// memory.
constexpr std::size_t max_stdin_bytes = std::size_t{16} * 1024 * 1024;

// Typed text, a file's name or an id may contain control sequences.
void say(std::string_view text) {
  std::cerr << utf8::visible(text) << std::flush;
}

void warn_if_terminal(std::string_view what) {
  if (::isatty(STDIN_FILENO) == 1)
    say(std::string("reading ").append(what).append(" from the terminal; end it with Ctrl-D\n"));
}

std::string text_of(const Given& given) {
  const std::string_view between = given.param->kind == op::Kind::text_list ? "," : " ";
  std::string text = given.texts.front();
  for (std::size_t i = 1; i < given.texts.size(); ++i) text.append(between).append(given.texts[i]);
  if (text == "-" && given.param->rule.meaning == Meaning::prose)
    return read_stdin("the text", max_stdin_bytes);
  return text;
}

// Whether the flag is for the operation that is called, the command's own or its variant. Fails for
// a flag of the variant where that is not asked for.
Result<bool> is_for(const Command& command, bool varies, const op::Param& param) {
  if (is_of_variant(command, param) && !varies && !is_positional(command, param))
    return Failure(
        refuse(param.name, "goes with --" + std::string(command.variant_flag) + " only"));
  if (is_extra(command, param))
    return false;
  if (!varies)
    return !is_of_variant(command, param);
  return std::ranges::any_of(command.variant().params,
                             [&](const op::Param& each) { return each.name == param.name; });
}

// Fails for what is no number where one must be, and the like: the operation never sees it.
Result<json::object> arguments_of(const Invocation& invocation, bool varies) {
  json::object arguments;
  for (const Given& given : invocation.given)
    if (TRY(is_for(*invocation.command, varies, *given.param)))
      arguments[given.param->name] = TRY(op::value_from_text(*given.param, text_of(given)));
  if (invocation.command->derive && !varies && !arguments.contains(invocation.command->derived))
    invocation.command->derive(arguments);
  return arguments;
}

// The field that a refusal begins with, as it is called on the command line.
std::string at_the_door(const Error& error, const Command& command, const op::Words& words) {
  std::string said = sentence(error, words);
  for (const op::Param* param : params_of(command))
    if (param->name == error.field && said.starts_with(std::string(param->name) + " "))
      return shown_name(command, *param) + said.substr(param->name.size());
  return said;
}

int report_sentence(const Error& error, std::string_view sentence) {
  say(std::string("error: ").append(sentence).append("\n"));
  return op::error_row(error.code).exit_status;
}

// An error of standard output: silent when the reader has gone, as with `| head`.
int finish(Output& out) {
  out.pubsync();
  if (out.failed() == 0)
    return exit_done;
  if (out.failed() != EPIPE)
    say("error: the output could not be written: " +
        std::error_code(out.failed(), std::generic_category()).message() + "\n");
  return exit_failed;
}

void show(const Invocation& invocation, json::object& reply, const RunContext& around) {
  const Command& command = *invocation.command;
  std::ostream out(&around.out);
  if (invocation.json) {
    if (command.projection)
      op::apply(reply, *command.projection);
    const bool pretty = command.pretty_dry_run && reply.contains("dry_run");
    out << (pretty ? text::pretty(reply) : text::compact(reply)) << '\n';
    return;
  }
  Printout page{{around.colour && !invocation.no_colour}, around.clock.now()};
  if (const json::value* warnings = reply.if_contains("warnings")) {
    for (const json::value& each : warnings->as_array())
      page.notes.append("note: ").append(each.as_string()).append("\n");
    reply.erase("warnings");
  }
  command.render(reply, page);
  out << (::isatty(STDOUT_FILENO) == 1 ? page.ink.shown(page.out) : page.out) << std::flush;
  say(page.notes);
}

// At a terminal a removal that cannot be undone, and a merge of duplicates, are confirmed first; a
// script has said what it means.
bool is_meant(const Invocation& invocation, const json::object& arguments) {
  const op::Operation& operation = invocation.command->operation();
  const bool for_good = text::flag_at(arguments, operation.traits.confirm.for_good);
  const bool merges = &operation == &op::deduplicate() && text::flag_at(arguments, "merge") &&
                      !invocation.flag("yes");
  if ((!for_good && !merges) || text::flag_at(arguments, "dry_run") || ::isatty(STDIN_FILENO) != 1)
    return true;
  say(for_good
          ? "This removes what is named with its history and cannot be undone. Type yes to go on: "
          : "This merges each group into one memory; the others go to the archive. Type yes to go "
            "on: ");
  return next_line() == "yes";
}

}  // namespace

std::string read_stdin(std::string_view what, std::size_t max_bytes) {
  warn_if_terminal(what);
  std::string text, piece(65'536, '\0');
  while (std::cin && text.size() < max_bytes) {
    std::cin.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece, 0, static_cast<std::size_t>(std::cin.gcount()));
  }
  return text;
}

std::optional<std::string> next_line() {
  std::string line;
  if (!std::getline(std::cin, line))
    return std::nullopt;
  if (this_system == System::windows && line.ends_with('\r'))
    line.pop_back();
  return line;
}

std::string sentence(const Error& error, const op::Words& words) {
  return op::sentence(op::in_words(error, &words, &words));
}

int report(const Error& error) {
  return report_sentence(error, sentence(error));
}

int report(const Error& error, const Command& command, const op::Words& words) {
  return report_sentence(error, at_the_door(error, command, words));
}

int run(const Invocation& invocation, Engine& engine, const RunContext& around) {
  const Command& command = *invocation.command;
  const bool varies = command.variant && invocation.text(command.variant_flag);
  const CommandWords words(invocation.database);
  auto arguments = arguments_of(invocation, varies);
  if (!arguments) {
    say(usage_error(at_the_door(arguments.error(), command, words), command.name).error);
    return exit_usage;
  }
  std::ifstream file;
  std::ostream document(&around.out);
  op::Caller caller{op::Door::cli, around.tier, &std::cin, &document};
  caller.words = caller.commands = &words;
  caller.hooks = around.hooks;
  ProjectIdentity project;
  if (command.place_is_otherwise || command.place_is_project ||
      (command.place_is_name_space && !arguments->contains("namespace"))) {
    project = op::current_project();
    caller.project = &project;
    op::settle_project(engine, caller);
  } else if (command.operation && op::names_memories(command.operation())) {
    // A title is first of all one of this project's.
    caller.name_space = op::current_name_space(engine);
  }
  if (command.place_is_name_space && !arguments->contains("namespace"))
    (*arguments)["namespace"] = caller.name_space;
  caller.agent_id = environment("AI_MEMORY_AGENT_ID");
  const std::string* name = varies ? nullptr : invocation.text(command.document);
  if (name && *name != "-") {
    caller.input_path = *name;
    const bool is_folder = std::filesystem::is_directory(*name);
    if (!is_folder)
      file.open(*name, std::ios::binary);
    if (!file || (is_folder && !command.variant))
      return report(unavailable(
          "cannot read " + *name + ": " +
              std::error_code(is_folder ? EISDIR : errno, std::generic_category()).message(),
          {}));
    caller.input = &file;
  } else if (command.operation && !command.operation().input.members.empty() && !varies) {
    warn_if_terminal("the document");
  }
  if (command.operation && !varies && !is_meant(invocation, *arguments)) {
    say("nothing was changed\n");
    return exit_failed;
  }
  ProgressBar bar;
  caller.progress = [&](const op::Progress& progress) {
    bar.show(progress.what, static_cast<std::uint64_t>(progress.done),
             static_cast<std::uint64_t>(progress.total.value_or(0)));
  };
  json::object reply;
  const auto done = op::invoke(varies ? command.variant() : command.operation(), engine, *arguments,
                               caller, reply);
  bar.clear();
  if (!done)
    return around.out.failed() == EPIPE ? exit_failed : report(done.error(), command, words);
  const bool bad_news = command.bad_news && command.bad_news(reply);
  if (!command.writes_document)
    show(invocation, reply, around);
  int status = finish(around.out);
  if (bad_news && status == exit_done)
    status = exit_failed;
  if (around.after_answer)
    around.after_answer();
  return status;
}

}  // namespace aim::cli
