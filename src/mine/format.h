// The exports that can be mined (E4, X2), and how each is read: one function a
// format, which hands on one conversation at a time. docs/formats/mine.md
// describes the fields of each. Knows: formats. Must not know: memories
// (memories.h makes them), the database. Memory: that of one value of the file,
// at most max_value_bytes, and one stretch of a conversation. Threads: any, one
// a call. Source: E4, S12, X1, X2; wire.md 4.3.
#pragma once
#include "memory/names.h"
#include "mine/conversation.h"
#include "mine/source.h"

namespace aim::mine {

// The files of a source, each by its own format.
struct FoundFiles {
  struct OfFormat {
    Format format;
    Files files;
  };
  struct NotRead {
    const SourceFile* file;
    std::string reason, store;  // the name of a memory store, if it is one
  };
  std::vector<OfFormat> formats;    // those with most files first
  std::vector<OfFormat> databases;  // read by mine/databases.h
  std::vector<NotRead> not_read;
};

// With `only`, files of that format, and those that are not recognised. Errors:
// there is nothing to read.
Result<FoundFiles> find_conversations(const Source& source, std::optional<Format> only = {});

// Whether conversations of the format may begin with the messages of another.
bool may_repeat(Format format);

// Pieces that stand in two sessions are handed on once; the sink learns of what
// cannot be read. Errors: those of the sink; a source in which there is nothing
// of the format.
Result<void> read_conversations(const FoundFiles& found, const Source& source,
                                const ConversationSink& sink);

// ---- one a format ----
Result<void> read_claude(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_chatgpt(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_slack(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_claude_code(const Source& source, const Files& files,
                              const ConversationSink& sink);
Result<void> read_codex(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_gemini(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_qwen(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_copilot(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_cursor(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_vscode(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_opencode(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_cline(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_aider(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_goose(const Source& source, const Files& files, const ConversationSink& sink);
Result<void> read_antigravity(const Source& source, const Files& files,
                              const ConversationSink& sink);

}  // namespace aim::mine

template <>
struct aim::EnumNames<aim::mine::Format> {
  using enum aim::mine::Format;
  static constexpr std::array<std::pair<aim::mine::Format, std::string_view>, 15> names{
      {{claude, "claude"},
       {chatgpt, "chatgpt"},
       {slack, "slack"},
       {claude_code, "claude-code"},
       {codex, "codex"},
       {gemini, "gemini"},
       {qwen, "qwen"},
       {copilot, "copilot"},
       {cursor, "cursor"},
       {vscode, "vscode"},
       {opencode, "opencode"},
       {cline, "cline"},
       {aider, "aider"},
       {goose, "goose"},
       {antigravity, "antigravity"}}};
};
