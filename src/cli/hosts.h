// The hosts of hooks: how each says what happens in a session, and how it takes a text. Their
// events become op::HookEvent, texts become the one JSON object that the host reads.
// Knows: members of the hosts' JSON. Must not know: what an event leads to, transcripts
// (host_transcripts.h). Pure.
#pragma once
#include <boost/json/fwd.hpp>
#include <initializer_list>
#include <iosfwd>

#include "base/clock.h"
#include "base/result.h"
#include "base/std.h"
#include "op/hook.h"
#include "op/kit/operation.h"

namespace aim {
struct Engine;
}

namespace aim::cli {

enum class Host { claude, codex, gemini, antigravity, cursor, vscode, copilot, plain };
inline constexpr std::array<std::string_view, 8> host_names = {
    "claude", "codex", "gemini", "antigravity", "cursor", "vscode", "copilot", "plain"};
inline std::string_view name_of(Host host) {
  return host_names[static_cast<std::size_t>(host)];
}

struct HostEvent {
  Host host = Host::plain;
  std::string event_name;  // as the host said it, or says it where it says nothing
  std::string call;        // the id of a tool's call, in its transcript too
  op::HookEvent event;
};

// Parts of the environment that distinguish hosts.
struct HostEnvironment {
  bool cursor = false, gemini = false;
};
HostEnvironment host_environment();

// Errors: no JSON object; `named` is no host.
Result<HostEvent> read_host_event(op::HookKind kind, std::string_view text,
                                  const HostEnvironment& around,
                                  const std::string* named = nullptr);

// The text for standard output; empty: nothing.
std::string_view empty_answer(const std::string* named_host);  // where there is no text
std::string host_answer(const HostEvent& event, const std::string& text);

std::optional<op::HookKind> hook_kind(std::string_view command);

// Lines of JSON to lines of findings.

// Errors: a line that is no item, by its number; what came before it is answered.
Result<void> detect_lines(Engine& engine, std::istream& in, std::ostream& out);

// Members of the JSON of hosts, which have several names and forms for the same.

const boost::json::value* at(const boost::json::object& object, std::string_view name);
// The first of these names that holds a text.
std::string first_text(const boost::json::object& object,
                       std::initializer_list<std::string_view> names);
// An object, or a text that is one as JSON.
std::optional<boost::json::object> embedded_object(const boost::json::object& object,
                                                   std::string_view name);
// The texts in a value of whatever form, whatever their names.
void take_texts(const boost::json::value& value, const std::function<void(std::string_view)>& take);
// The same in one text, a line each, up to a bound.
std::string joined_texts(const boost::json::value& value);
inline constexpr std::size_t max_joined_texts = 100'000;
// The exit status of a command.
std::optional<std::int64_t> exit_of(const boost::json::object& object);

}  // namespace aim::cli
