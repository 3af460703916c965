// A conversation from an export or a session file, as every reader hands it on:
// pieces in order, each with its kind. A reader leaves nothing out; policy.h
// decides what becomes of each kind. Knows: who said or did something, and
// when. Must not know: formats of exports, memories.
#pragma once
#include "base/clock.h"
#include "base/result.h"
#include "capture/cleaner.h"

namespace aim::mine {

enum class PieceKind {
  person,       // words of a person
  assistant,    // words of the assistant
  attachment,   // text of a file, a pasted text, an artifact, a canvas
  document,     // a saved memory, instructions, a document of a project
  tool_call,    // commands of a person, too
  tool_result,  // output of these commands, too
  program,      // put in by the program
  summary,      // of what was said before
  thought,      // reasoning of the assistant
  media,        // pictures and sound without a text
  copy,         // stands in another session, or twice in this one
  branch,       // was rewritten: a later version stands in its place
  sub_agent,    // a conversation of the assistant with itself
  state,        // a record of the program's own
  blank,        // without a text
  unknown       // of a type that the reader does not know
};

struct TalkPiece {
  PieceKind kind = PieceKind::unknown;
  std::string id, speaker, text;  // pieces of one message share its id
  std::optional<Time> said_at;
  std::string parent = {};  // id of the message before it, where the format says so
};

// The piece stands elsewhere, too, where its text is kept.
inline void become_copy(TalkPiece& piece) {
  piece.kind = PieceKind::copy;
  piece.text.clear();
}

enum class Branches { none, of_prompts, of_prompts_and_answers };

enum class Format {
  claude,
  chatgpt,
  slack,
  claude_code,
  codex,
  gemini,
  qwen,
  copilot,
  cursor,
  vscode,
  opencode,
  cline,
  aider,
  goose,
  antigravity
};

struct Conversation {
  std::string id;            // as its place of origin knows it; never empty
  std::string title;         // given by a person or the host; may be empty
  std::string summary = {};  // a title for want of a better one
  std::string folder = {};   // of the session's project; empty: not known
  std::vector<std::string> tags;
  std::optional<Time> started;
  std::vector<TalkPiece> pieces;
  Format format = Format::claude;
  Branches branches = Branches::none;
  std::string forked_from = {};  // the session with whose messages it begins; empty: none
  bool shows_days = false;       // a line tells the first day, too
  bool continues = false;        // the next stretch of the conversation handed over last
};

// Before anything of it is cut or becomes a title.
void clean(Conversation& conversation, Cleaner& cleaner);

// Receives each thing as it is read. Errors that these return end the reading.
struct ConversationSink {
  std::function<Result<void>(Conversation conversation)> take;
  std::function<Result<void>(std::string where, std::string reason)> unreadable;
  std::function<void(std::uint64_t bytes)> read = {};  // how many more were read
};

// Gathers the pieces of one conversation, and hands it on in stretches when it
// grows long, so that none takes more than some megabytes.
class ConversationBuilder {
 public:
  ConversationBuilder(Conversation head, const ConversationSink& sink);
  // Calls and results of tools are cut to `max_tool_bytes`.
  Result<void> add(TalkPiece piece);
  // The same, with another kind and text.
  Result<void> add_like(TalkPiece piece, PieceKind kind, std::string text);
  Conversation& head() { return conversation_; }
  // Hands on the rest; a conversation without pieces is none.
  Result<void> finish();

 private:
  Result<void> hand_on();

  const ConversationSink& sink_;
  Conversation conversation_;
  std::size_t bytes_ = 0;
  bool handed_on_ = false;
};

inline constexpr std::size_t max_tool_bytes = 4'096;

}  // namespace aim::mine
