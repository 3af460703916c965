#include "cli/hosts.h"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>
#include <climits>
#include <vector>

#include "base/environment.h"
#include "cli/flags.h"
#include "cli/mcp_flags.h"
#include "cli/tool_output.h"
#include "text/json_members.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

namespace json = boost::json;
using op::HookKind;

constexpr std::size_t max_output = 100'000;

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
                {true, true, true, true, true, false, false, true}},
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
                {"PreCompact", "PreCompact", "PreCompress", "", "preCompact", "PreCompact", "", ""},
                {false, false, false, false, false, false, false, false}},
    HookCommand{HookKind::session_end,
                "session-end",
                {"SessionEnd", "SessionEnd", "SessionEnd", "", "sessionEnd", "", "sessionEnd", ""},
                {false, false, false, false, false, false, false, false}},
};

const HookCommand& row_of(HookKind kind) {
  return *std::ranges::find(kinds, kind, &HookCommand::kind);
}

const json::value* at(const json::object& object, std::string_view name) {
  return object.if_contains(name);
}

using text::text_at;

// The first of these names that holds a text.
std::string first_text(const json::object& object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const auto text = text_at(object, name); !text.empty())
      return std::string(text);
  return {};
}

// An object, or a text that is one as JSON.
std::optional<json::object> object_at(const json::object& object, std::string_view name) {
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
                                       .native()
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

// The texts of what a tool gave, in whatever form, whatever their names.
template <typename Take>
void take_texts(const json::value& value, Take take) {
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
    if (out.size() <= max_output)
      out.append(text).append("\n");
  });
  return out;
}

// Output of a tool.
struct Printed {
  std::string all;   // as the host gives it
  std::string text;  // without what the host wrote around it
};

void add_texts(const json::value& value, Printed& out) {
  take_texts(value, [&](std::string_view text) {
    if (out.all.size() > max_output)
      return;
    out.all.append(text).append("\n");
    out.text.append(without_labels(text)).append("\n");
  });
}

std::optional<std::int64_t> exit_of(const json::object& object) {
  for (const std::string_view name : {"exit_code", "exitCode", "exit", "returncode", "status"})
    if (const json::value* value = at(object, name); value && value->is_int64())
      return value->get_int64();
  return std::nullopt;
}

bool says_failed(const json::object& result) {
  if (const auto status = exit_of(result))
    return *status != 0;
  if (const auto beside = object_at(result, "metadata"))  // Codex
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

void read_tool(const json::object& said, std::string_view event_name, op::HookEvent& event) {
  json::object input;
  const auto call = object_at(said, "toolCall");
  if (call) {
    event.tool = text_at(*call, "name");
    input = object_at(*call, "args").value_or(json::object());
  } else {
    event.tool = first_text(said, {"tool_name", "toolName"});
    for (const std::string_view name : {"tool_input", "toolArgs", "toolInput"})
      if (auto found = object_at(said, name))
        input = std::move(*found);
  }
  event.command = first_text(input, {"command", "CommandLine", "cmd"});
  if (const json::value* words = at(input, "command"); words && words->is_array())
    for (const json::value& word : words->get_array())
      if (word.is_string())
        event.command.append(event.command.empty() ? "" : " ").append(word.get_string());
  event.file = first_text(input, {"file_path", "filePath", "path", "notebook_path", "TargetFile"});
  event.failed = event_name.ends_with("Failure");
  Printed printed;
  bool has_result = false;
  for (const std::string_view name : {"tool_response", "tool_output", "toolResult", "result"}) {
    has_result = has_result || at(said, name);
    if (const auto result = object_at(said, name)) {
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
  read.transcript = first_text(said, {"transcriptPath", "transcript_path"});
  if (event.kind == HookKind::user_prompt)
    event.text = first_text(said, {"user_prompt", "prompt"});
  else if (event.kind == HookKind::stop)
    event.text = first_text(said, {"last_assistant_message", "prompt_response", "text"});
  else if (event.kind == HookKind::tool)
    read_tool(said, read.event_name, event);
}

Error no_event() {
  return refuse("the event",
                "must be a JSON object on standard input, as assistants send it to hooks");
}

// The text of an entry of a transcript, when the user said it.
std::string user_text(const json::object& entry) {
  const std::string who = first_text(entry, {"role", "type", "source"});
  const bool is_user = who == "user" || who == "USER" || who == "human" ||
                       who.find("USER_INPUT") != std::string::npos ||
                       text_at(entry, "source").find("USER") != std::string::npos;
  if (!is_user)
    return {};
  for (const std::string_view name : {"content", "text", "message", "userInput", "prompt"}) {
    const json::value* value = at(entry, name);
    if (!value)
      continue;
    const json::value* inner = value->is_object() ? at(value->get_object(), "content") : nullptr;
    std::string out = joined_texts(inner ? *inner : *value);
    while (!out.empty() && out.back() == '\n') out.pop_back();
    if (!out.empty())
      return out;
  }
  return {};
}

// Text of the last entry of these lines of JSON for which `said` returns one.
template <typename Said>
std::string last_that_says(std::string_view lines, Said said) {
  while (!lines.empty()) {
    while (lines.ends_with('\n')) lines.remove_suffix(1);
    const std::size_t end = lines.rfind('\n');
    const std::string_view line = end == lines.npos ? lines : lines.substr(end + 1);
    lines = end == lines.npos ? std::string_view() : lines.substr(0, end);
    if (const auto read = text::parse_json(line, text::fair_bytes(line.size()));
        read && read->is_object())
      if (std::string text(said(read->get_object())); !text.empty())
        return text;
  }
  return {};
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
    const auto host = std::ranges::find(host_names, *named);
    if (host == host_names.end())
      return Failure(refuse("--host", "must be the name of a host"));
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

std::string last_user_input(std::string_view lines) {
  return last_that_says(lines, user_text);
}

std::string last_assistant_message(std::string_view lines) {
  // A prompt ends the search: what was said before it belongs to another turn.
  constexpr std::string_view prompt = "\n";
  std::string text = last_that_says(lines, [&](const json::object& entry) {
    const std::string_view type = text_at(entry, "type");
    const json::value* data = at(entry, "data");
    if (type == "user.message")
      return std::string(prompt);
    return type == "assistant.message" && data && data->is_object()
               ? std::string(text_at(data->get_object(), "content"))
               : std::string();
  });
  return text == prompt ? std::string() : text;
}

TextOfTranscript text_of_transcript(const HostEvent& event) {
  struct TranscriptRow {
    Host host;
    op::HookKind kind;
    TextOfTranscript text;
  };
  static constexpr std::array rows{
      TranscriptRow{Host::antigravity, op::HookKind::user_prompt, last_user_input},
      TranscriptRow{Host::vscode, op::HookKind::stop, last_assistant_message},
      TranscriptRow{Host::copilot, op::HookKind::stop, last_assistant_message}};
  const auto row = std::ranges::find_if(rows, [&](const TranscriptRow& each) {
    return each.host == event.host && each.kind == event.event.kind;
  });
  return row == rows.end() || event.transcript.empty() ? nullptr : row->text;
}

bool takes_text_at_stop(std::string_view lines) {
  constexpr std::array first_that_does{2, 1, 163};
  const std::string version =
      last_that_says(lines, [](const json::object& entry) { return text_at(entry, "version"); });
  std::array<int, 3> numbers{};
  const char *at = version.data(), *const end = at + version.size();
  for (int& number : numbers) {
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc())
      return false;
    at = next == end ? next : next + 1;
  }
  return numbers >= first_that_does;
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

std::span<const op::Param> hook_flags() {
  static const std::vector<op::Param> params = [] {
    std::vector<op::Param> made{
        flag("host", op::Kind::text, "Host that sent the event; default: detected")};
    made[0].values.assign(host_names.begin(), host_names.end());
    made.push_back(profile_param());
    made.back().doc = "Profile of the memories; default: the configured one, else core";
    made.push_back(project_param());
    made.back().doc = "Folder of the project; default: from the event";
    return made;
  }();
  return params;
}

}  // namespace aim::cli
