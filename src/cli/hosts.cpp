#include "cli/hosts.h"

#include <boost/json.hpp>
#include <climits>
#include <istream>
#include <ostream>

#include "base/ascii.h"
#include "base/environment.h"
#include "op/detect.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

using op::HookKind;

// How a host calls our kinds of events, and at which it takes a text.
struct HookCommand {
  HookKind kind;
  std::string_view name;
  std::array<std::string_view, 8>
      events;  // by host, as it is called there when the event does not say
  std::array<bool, 8> takes;
};
//                                    claude codex gemini antigravity cursor vscode copilot plain
constexpr std::array kinds = {
    HookCommand{HookKind::session_start,
                "session-start",
                {"SessionStart", "SessionStart", "SessionStart", "SessionStart", "sessionStart",
                 "SessionStart", "sessionStart", ""},
                {true, true, true, true, true, true, true, true}},
    HookCommand{HookKind::user_prompt,
                "user-prompt",
                {"UserPromptSubmit", "UserPromptSubmit", "BeforeAgent", "PreInvocation",
                 "beforeSubmitPrompt", "UserPromptSubmit", "userPromptSubmitted", ""},
                {true, true, true, true, true, false, true, true}},
    // The others take no text before a tool runs: theirs comes after it.
    HookCommand{HookKind::edit,
                "edit",
                {"PreToolUse", "PreToolUse", "", "", "", "PreToolUse", "", ""},
                {true, true, false, false, false, true, false, true}},
    HookCommand{HookKind::tool,
                "tool",
                {"PostToolUse", "PostToolUse", "AfterTool", "PostToolUse", "postToolUse",
                 "PostToolUse", "postToolUse", ""},
                {true, true, true, false, true, true, true, true}},
    HookCommand{HookKind::stop,
                "stop",
                {"Stop", "Stop", "AfterAgent", "Stop", "stop", "Stop", "agentStop", ""},
                {false, false, false, false, false, false, false, false}},
    HookCommand{HookKind::compact,
                "compact",
                {"PreCompact", "PreCompact", "PreCompress", "", "preCompact", "PreCompact",
                 "preCompact", ""},
                {false, false, false, false, false, false, false, false}},
    HookCommand{HookKind::session_end,
                "session-end",
                {"SessionEnd", "SessionEnd", "SessionEnd", "", "sessionEnd", "", "sessionEnd", ""},
                {false, false, false, false, false, false, false, false}},
};

const HookCommand& row_of(HookKind kind) {
  return *std::ranges::find(kinds, kind, &HookCommand::kind);
}

using text::text_at;

std::string first_of_list(const json::object& object, std::string_view name) {
  const json::value* value = at(object, name);
  if (!value || !value->is_array() || value->get_array().empty() ||
      !value->get_array()[0].is_string())
    return {};
  return std::string(value->get_array()[0].get_string());
}

bool is_number(const json::value* value) {
  return value && value->is_number();
}

// Events without a turn (the start of a session) are recognised by the transcript: it may be
// missing, and its file is named in Codex's own way. Other hosts always name one.
bool is_of_codex(const json::object& event) {
  if (at(event, "turn_id") && at(event, "model"))
    return true;
  const json::value* transcript = event.if_contains("transcript_path");
  return transcript && at(event, "hook_event_name") &&
         (transcript->is_null() || std::filesystem::path(text_at(event, "transcript_path"))
                                       .filename()
                                       .string()
                                       .starts_with("rollout-"));
}

Host host_of(const json::object& event, const HostEnvironment& around) {
  if (around.cursor || at(event, "cursor_version"))
    return Host::cursor;
  if (around.gemini)
    return Host::gemini;
  if (at(event, "hookEventName"))
    return Host::vscode;
  const bool named = at(event, "hook_event_name") != nullptr;
  if (!named && at(event, "sessionId") && is_number(at(event, "timestamp")))
    return Host::copilot;
  if (at(event, "conversationId") && at(event, "workspacePaths"))
    return Host::antigravity;
  if (is_of_codex(event))
    return Host::codex;
  if (!named)
    return Host::plain;
  const std::string_view name = text_at(event, "hook_event_name");
  // Names that only one host has tell it without its environment.
  for (const std::string_view theirs : {"BeforeAgent", "AfterAgent", "AfterTool", "PreCompress"})
    if (name == theirs)
      return Host::gemini;
  return Host::claude;
}

// Output of a tool.
struct Printed {
  std::string all;   // as the host gives it
  std::string text;  // without what the host wrote around it
};

void add_texts(const json::value& value, Printed& out) {
  take_texts(value, [&](std::string_view text) {
    if (out.all.size() > max_joined_texts)
      return;
    out.all.append(text).append("\n");
    out.text.append(without_labels(text)).append("\n");
  });
}

bool says_failed(const json::object& result) {
  if (const auto status = exit_of(result))
    return *status != 0;
  if (const auto beside = embedded_object(result, "metadata"))  // Codex
    if (const auto status = exit_of(*beside))
      return *status != 0;
  const std::string type = first_text(result, {"resultType", "result_type", "status"});
  if (type == "failure" || type == "error" || type == "failed")
    return true;
  for (const std::string_view name : {"is_error", "isError", "interrupted"})
    if (const json::value* value = at(result, name); value && value->is_bool() && value->get_bool())
      return true;
  if (const json::value* success = at(result, "success"); success && success->is_bool())
    return !success->get_bool();
  return false;
}

// Some hosts give what was printed, and its end says how it ended.
bool ends_with_failure(std::string_view printed) {
  for (const std::string_view mark :
       {"Exit code: ", "Exit Code: ", "exit code ", "exited with code "})
    if (const std::size_t found = printed.rfind(mark);
        found != printed.npos && found + mark.size() < printed.size() &&
        printed[found + mark.size()] >= '1' && printed[found + mark.size()] <= '9')
      return true;
  return false;
}

// A tool that only looks at a file has not changed it.
bool only_reads(std::string_view tool, const json::object& input) {
  const std::string name = ascii::lower(tool);
  for (const std::string_view each :
       {"read", "view", "list", "grep", "glob", "search", "find", "fetch"})
    if (name.find(each) != name.npos)
      return true;
  return name == "ls" || text_at(input, "command") == "view";
}

constexpr std::string_view beginning_of_patch = "*** Begin Patch";

// Codex edits files by a text of its own in place of a command.
void read_patch(op::HookEvent& event) {
  const std::size_t begin = event.command.find(beginning_of_patch);
  if (begin == event.command.npos ||
      (begin > 0 && event.command.rfind("apply_patch", begin) == event.command.npos))
    return;
  constexpr std::string_view line = "\n*** ", file = " File: ";
  for (std::size_t at = event.command.find(line, begin); at != event.command.npos;
       at = event.command.find(line, at + 1)) {
    const std::string row =
        event.command.substr(at + line.size(), event.command.find('\n', at + 1) - at - line.size());
    if (const std::size_t mark = row.find(file); mark != row.npos)
      (event.file.empty() ? event.file : event.more_files.emplace_back()) =
          row.substr(mark + file.size());
  }
  event.command.clear();
}

void read_input(const json::object& input, op::HookEvent& event) {
  event.command = first_text(input, {"command", "CommandLine", "cmd"});
  if (const json::value* words = at(input, "command"); words && words->is_array())
    for (const json::value& word : words->get_array())
      if (word.is_string())
        event.command.append(event.command.empty() ? "" : " ").append(word.get_string());
  if (!only_reads(event.tool, input))
    event.file =
        first_text(input, {"file_path", "filePath", "path", "notebook_path", "TargetFile"});
  if (event.file.empty() && !only_reads(event.tool, input))
    event.file = first_of_list(input, "files");
  if (const auto patch = text_at(input, "input"); patch.starts_with(beginning_of_patch))
    event.command = patch;
  read_patch(event);
}

void read_tool(const json::object& said, std::string_view event_name, op::HookEvent& event) {
  json::object input;
  const auto call = embedded_object(said, "toolCall");
  if (call) {
    event.tool = text_at(*call, "name");
    input = embedded_object(*call, "args").value_or(json::object());
  } else {
    event.tool = first_text(said, {"tool_name", "toolName"});
    for (const std::string_view name : {"tool_input", "toolArgs", "toolInput"})
      if (auto found = embedded_object(said, name))
        input = std::move(*found);
  }
  read_input(input, event);
  event.failed = event_name.ends_with("Failure");
  Printed printed;
  bool has_result = false;
  for (const std::string_view name : {"tool_response", "tool_output", "toolResult", "result"}) {
    has_result = has_result || at(said, name);
    if (const auto result = embedded_object(said, name)) {
      event.failed = event.failed || says_failed(*result);
      add_texts(*result, printed);
    } else if (const json::value* value = at(said, name)) {
      add_texts(*value, printed);
    }
  }
  if (const auto status = exit_of(said); status && *status != 0)
    event.failed = true;
  for (const std::string_view name : {"error", "error_message"})
    if (const json::value* error = at(said, name); error && !error->is_null()) {
      // Copilot CLI, whose events have no name, says of a failed call what went wrong and nothing
      // else.
      event.failed =
          event.failed || !has_result || !(error->is_string() && error->get_string().empty());
      add_texts(*error, printed);
    }
  event.failed = event.failed || ends_with_failure(printed.all);
  event.text = std::move(printed.text);
}

std::string folder_of(const json::object& said) {
  for (const std::string_view list : {"workspacePaths", "workspace_roots"})
    if (std::string folder = first_of_list(said, list);
        !folder.empty() && folder.size() <= PATH_MAX)
      return folder;
  // The system knows no longer path; looking for the project of one took seconds.
  const auto folder = text_at(said, "cwd");
  return folder.size() <= PATH_MAX ? std::string(folder) : std::string();
}

void read_members(const json::object& said, HostEvent& read) {
  op::HookEvent& event = read.event;
  event.session_id =
      read.host == Host::cursor
          ? first_text(said, {"conversation_id", "session_id"})
          : first_text(said, {"session_id", "sessionId", "conversationId", "conversation_id"});
  event.folder = folder_of(said);
  event.source = first_text(said, {"source"});
  event.in_subagent = at(said, "agent_id") || at(said, "agent_type") ||
                      read.event_name.starts_with("subagent") ||
                      read.event_name.starts_with("Subagent");
  event.transcript = first_text(said, {"transcriptPath", "transcript_path"});
  read.call = first_text(said, {"tool_use_id"});
  // Gemini CLI says so before every request, whether or not it then cuts anything.
  event.cuts = read.host != Host::gemini || text_at(said, "trigger") != "auto";
  if (event.kind == HookKind::user_prompt)
    event.text = first_text(said, {"user_prompt", "prompt"});
  else if (event.kind == HookKind::stop)
    event.text = first_text(said, {"last_assistant_message", "prompt_response", "text"});
  else if (event.kind == HookKind::tool || event.kind == HookKind::edit)
    read_tool(said, read.event_name, event);
  const bool takes_none_before =
      row_of(HookKind::edit).events[static_cast<std::size_t>(read.host)].empty();
  event.about_file =
      !event.file.empty() && event.takes_text &&
      (event.kind == HookKind::edit || (event.kind == HookKind::tool && takes_none_before &&
                                        read.host != Host::plain && !event.failed));
}

Error no_event() {
  return refuse("the event",
                "must be a JSON object on standard input, as assistants send it to hooks");
}

}  // namespace

HostEnvironment host_environment() {
  return {!environment("CURSOR_VERSION").empty(),
          !environment("GEMINI_SESSION_ID").empty() || !environment("GEMINI_PROJECT_DIR").empty()};
}

Result<HostEvent> read_host_event(HookKind kind, std::string_view text,
                                  const HostEnvironment& around, const std::string* named) {
  const auto parsed = text::parse_json(text, text::fair_bytes(text.size()));
  if (!parsed || !parsed->is_object())
    return Failure(no_event());
  const json::object& said = parsed->get_object();
  HostEvent read;
  read.host = host_of(said, around);
  if (named) {
    // As `install` has them, too: claude-code, gemini-cli.
    const auto host = std::ranges::find(host_names, named->substr(0, named->find('-')));
    if (host == host_names.end())
      return Failure(
          refuse("--host", "must be the name of a host, of those in `ai-memory hook --help`"));
    read.host = static_cast<Host>(host - host_names.begin());
  }
  const HookCommand& row = row_of(kind);
  const auto index = static_cast<std::size_t>(read.host);
  read.event_name = first_text(said, {"hook_event_name", "hookEventName"});
  if (read.event_name.empty())
    read.event_name = row.events[index];
  read.event.kind = kind;
  read.event.host = name_of(read.host);
  read.event.takes_text = row.takes[index];
  read.event.starts_too = read.host == Host::antigravity;
  // Claude Code goes on when it is given a text, and says so at the end of what came of it.
  const json::value* going_on = at(said, "stop_hook_active");
  read.event.may_go_on = kind == HookKind::stop && read.host == Host::claude &&
                         !(going_on && going_on->is_bool() && going_on->get_bool());
  read_members(said, read);
  return read;
}

std::string_view empty_answer(const std::string* named_host) {
  // This host wants an answer always.
  return named_host && *named_host == name_of(Host::antigravity) ? "{}\n" : "";
}

std::string host_answer(const HostEvent& read, const std::string& text) {
  if (text.empty()) {
    const std::string host(name_of(read.host));
    return std::string(empty_answer(&host));
  }
  json::object out;
  switch (read.host) {
    case Host::claude:
    case Host::codex:
    case Host::gemini:
    case Host::vscode:
      out["hookSpecificOutput"] = {{"hookEventName", read.event_name}, {"additionalContext", text}};
      break;
    case Host::cursor:
      out["additional_context"] = text;
      break;
    case Host::copilot:
      out["additionalContext"] = text;
      break;
    case Host::antigravity:
      out["injectSteps"] = json::array{json::object{{"ephemeralMessage", text}}};
      break;
    case Host::plain:
      return text;
  }
  return text::compact(out) + "\n";
}

std::optional<HookKind> hook_kind(std::string_view command) {
  constexpr std::string_view before = "hook ";
  if (command.starts_with(before))
    command.remove_prefix(before.size());
  for (const HookCommand& each : kinds)
    if (each.name == command)
      return each.kind;
  return std::nullopt;
}

Result<void> detect_lines(Engine& engine, std::istream& in, std::ostream& out) {
  std::string line;
  for (std::int64_t number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos)
      continue;
    const auto named = [&](Error error) {
      error.message = "line " + std::to_string(number) + ": " + error.message;
      return Failure(std::move(error));
    };
    auto item = text::parse_json(line, text::fair_bytes(line.size()));
    if (!item)
      return named(std::move(item).error());
    if (!item->is_object())
      return named(refuse("the item", "must be a JSON object"));
    auto judged = op::detect(engine, item->get_object(), number);
    if (!judged)
      return named(std::move(judged).error());
    out << text::compact(*judged) << '\n' << std::flush;
  }
  return {};
}

using text::text_at;

const json::value* at(const json::object& object, std::string_view name) {
  return object.if_contains(name);
}

std::string first_text(const json::object& object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const auto text = text_at(object, name); !text.empty())
      return std::string(text);
  return {};
}

std::optional<json::object> embedded_object(const json::object& object, std::string_view name) {
  const json::value* value = at(object, name);
  if (value && value->is_object())
    return value->get_object();
  if (value && value->is_string())
    if (auto read =
            text::parse_json(value->get_string(), text::fair_bytes(value->get_string().size()));
        read && read->is_object())
      return std::move(read->get_object());
  return std::nullopt;
}

void take_texts(const json::value& value, const std::function<void(std::string_view)>& take) {
  if (value.is_string())
    take(value.get_string());
  else if (value.is_array())
    for (const json::value& each : value.get_array()) take_texts(each, take);
  else if (value.is_object())
    for (const auto& each : value.get_object()) take_texts(each.value(), take);
}

std::string joined_texts(const json::value& value) {
  std::string out;
  take_texts(value, [&](std::string_view text) {
    if (out.size() <= max_joined_texts)
      out.append(text).append("\n");
  });
  return out;
}

std::optional<std::int64_t> exit_of(const json::object& object) {
  for (const std::string_view name : {"exit_code", "exitCode", "exit", "returncode", "status"})
    if (const json::value* value = at(object, name); value && value->is_int64())
      return value->get_int64();
  return std::nullopt;
}

}  // namespace aim::cli
