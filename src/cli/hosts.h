// The hosts of hooks: how each says what happens in a session, and how it takes a text. Their
// events become op::HookEvent, texts become the one JSON object that the host reads.
// Knows: members of the hosts' JSON. Must not know: what an event leads to. Pure: the last lines of
// a transcript, which a host names in place of what was said, or which tell what it takes, are read
// by the caller.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "op/hook.h"
#include "op/kit/operation.h"

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
  std::string transcript;  // the host's own file of the session: lines of JSON
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

// The user's last text in a transcript of JSON lines; empty: not found.
std::string last_user_input(std::string_view lines);

// The assistant's last text in the transcript of a host that names only the transcript at a stop
// (VS Code, Copilot CLI); empty: none since the user's last text, or not found.
std::string last_assistant_message(std::string_view lines);

// How the event's text is found in its transcript, for a host that sends none with events of this
// kind; null: the host sends it, or names no transcript.
using TextOfTranscript = std::string (*)(std::string_view lines);
TextOfTranscript text_of_transcript(const HostEvent& event);

// Whether who writes this transcript can be given a text at a stop. Claude Code can from 2.1.163
// on; before, it calls that a faulty hook. Its events do not say which one it is, each line of its
// transcript does. False where that is not known.
bool takes_text_at_stop(std::string_view lines);

// Flags of "hook session-start" and the other hooks.
std::optional<op::HookKind> hook_kind(std::string_view command);

std::span<const op::Param> hook_flags();

}  // namespace aim::cli
