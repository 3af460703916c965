// The hosts of hooks: how each says what happens in a session, and how it takes a text. Their
// events become op::HookEvent, texts become the one JSON object that the host reads.
// Knows: members of the hosts' JSON, lines of their transcripts. Must not know: what an event leads
// to, files. Pure.
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

// The transcripts that hosts keep of their sessions, lines of JSON: some events leave to them what
// was said, or how a command ended (host_transcripts.cpp). The caller reads the last lines.

// The user's last text in a transcript of JSON lines; empty: not found.
std::string last_user_input(std::string_view lines);

// The assistant's last text between these times in the transcript of a host that names only the
// transcript at a stop (VS Code, Copilot CLI); empty: none since the user's last text, or not
// found.
std::string last_assistant_message(std::string_view lines, Time after, Time until = Time::max());

// Whether something of the event stands in its transcript alone: a text, or how a command ended.
bool needs_transcript(const HostEvent& event);
// `prompted_at`: of the session's last prompt; an answer to it was said later.
void add_from_transcript(HostEvent& event, std::string_view lines, Time prompted_at);

// Whether who writes this transcript can be given a text at a stop. Claude Code can from 2.1.163
// on; before, it calls that a faulty hook. Its events do not say which one it is, each line of its
// transcript does. False where that is not known.
bool takes_text_at_stop(std::string_view lines);

// Output of a tool without the text that a host adds (tool_output.cpp): so that the same error is
// the same text in every host, and a solution found in one is known in another.

// `text`: as a hook gets it. Text without a host's label stays as it is.
std::string without_labels(std::string_view text);

}  // namespace aim::cli
