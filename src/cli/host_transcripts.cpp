#include <boost/json.hpp>
#include <charconv>

#include "base/timestamp.h"
#include "cli/hosts.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

using op::HookKind;
using text::text_at;

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

// The exit status of a call of Codex, whose event has the output alone.
std::optional<std::int64_t> exit_in_transcript(std::string_view lines, std::string_view call) {
  if (call.empty())
    return std::nullopt;
  std::size_t at = lines.rfind(call);
  for (; at != lines.npos; at = at == 0 ? lines.npos : lines.rfind(call, at - 1)) {
    const std::size_t before = lines.rfind('\n', at);
    const std::size_t from = before == lines.npos ? 0 : before + 1;
    const std::string_view line = lines.substr(from, lines.find('\n', at) - from);
    if (line.find("\"item_completed\"") == line.npos)
      continue;
    const auto read = text::parse_json(line, text::fair_bytes(line.size()));
    if (!read || !read->is_object())
      continue;
    const auto payload = embedded_object(read->get_object(), "payload");
    const auto item = payload ? embedded_object(*payload, "item") : std::nullopt;
    if (item && text_at(*item, "id") == call)
      return exit_of(*item);
  }
  return std::nullopt;
}

}  // namespace

std::string last_user_input(std::string_view lines) {
  return last_that_says(lines, user_text);
}

std::string last_assistant_message(std::string_view lines, Time after, Time until) {
  // A prompt ends the search: what was said before it belongs to another turn.
  constexpr std::string_view prompt = "\n";
  std::string text = last_that_says(lines, [&](const json::object& entry) {
    const std::string_view type = text_at(entry, "type");
    const json::value* data = at(entry, "data");
    const auto said_at = parse_rfc3339(text_at(entry, "timestamp"), "timestamp");
    if (said_at && said_at->time > until)
      return std::string();
    if (said_at && said_at->time < after)
      return std::string(prompt);
    if (type == "user.message")
      return std::string(prompt);
    return type == "assistant.message" && data && data->is_object()
               ? std::string(text_at(data->get_object(), "content"))
               : std::string();
  });
  return text == prompt ? std::string() : text;
}

bool needs_transcript(const HostEvent& read) {
  const op::HookEvent& event = read.event;
  if (event.transcript.empty())
    return false;
  switch (event.kind) {
    case HookKind::user_prompt:
      return read.host == Host::antigravity && event.text.empty();
    case HookKind::stop:
      return event.text.empty() && (read.host == Host::vscode || read.host == Host::copilot);
    case HookKind::tool:
      return read.host == Host::codex && !event.failed && !read.call.empty();
    default:
      return false;
  }
}

void add_from_transcript(HostEvent& read, std::string_view lines, Time prompted_at) {
  op::HookEvent& event = read.event;
  if (event.kind == HookKind::user_prompt)
    event.text = last_user_input(lines);
  else if (event.kind == HookKind::tool)
    event.failed = exit_in_transcript(lines, read.call).value_or(0) != 0;
  else
    event.text = last_assistant_message(lines, prompted_at);
  // Some write it only after their hooks.
  event.unread = event.kind == HookKind::stop && event.text.empty();
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

}  // namespace aim::cli
