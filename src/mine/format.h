// The exports that can be mined (E4), and how each is read: one function a format, which hands on
// one conversation at a time. What the fields of each mean is written down in docs/formats/mine.md.
// Knows: formats. Must not know: memories (memories.h makes them), the database.
// Memory: that of one value of the file, at most max_value_bytes, and one stretch of a
// conversation. Threads: any, one a call.
// Source: E4, S12; wire.md 4.3.
#pragma once
#include <array>
#include <string_view>
#include <utility>

#include "memory/names.h"
#include "mine/conversation.h"
#include "mine/source.h"

namespace aim::mine {

enum class Format { claude, chatgpt, slack, claude_code, codex, gemini };

// What the export is, by what its files look like. Errors: none of them.
Result<Format> detect(const Source& source);

// What cannot be read is told to the sink and passed over. Errors: those of the sink; a source in
// which there is nothing of the format.
Result<void> read_conversations(Format format, const Source& source, const ConversationSink& sink);

// ---- one a format ----
Result<void> read_claude(const Source& source, const ConversationSink& sink);
Result<void> read_chatgpt(const Source& source, const ConversationSink& sink);
Result<void> read_slack(const Source& source, const ConversationSink& sink);
Result<void> read_claude_code(const Source& source, const ConversationSink& sink);
Result<void> read_codex(const Source& source, const ConversationSink& sink);
Result<void> read_gemini(const Source& source, const ConversationSink& sink);

}  // namespace aim::mine

template <>
struct aim::EnumNames<aim::mine::Format> {
  using enum aim::mine::Format;
  static constexpr std::array<std::pair<aim::mine::Format, std::string_view>, 6> names{
      {{claude, "claude"},
       {chatgpt, "chatgpt"},
       {slack, "slack"},
       {claude_code, "claude-code"},
       {codex, "codex"},
       {gemini, "gemini"}}};
};
