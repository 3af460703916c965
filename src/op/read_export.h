// Reading conversations of an export, as the use cases that do so have in common: progress,
// secrets, projects, and one report that counts every piece of what was read. Knows: formats by
// name. Must not know: what is made of conversations.
#pragma once
#include "mine/format.h"
#include "mine/policy.h"
#include "mine/source.h"
#include "op/kit/operation.h"
#include "op/kit/problems.h"

namespace aim {
struct Engine;
}

namespace aim::op {

struct Reason {
  std::string reason;
  std::int64_t count = 0;
  using R = Reason;
  static constexpr std::tuple fields{gives("reason", &R::reason, "Why"),
                                     gives("count", &R::count, "Number of items")};
};

struct FormatCount {
  std::string format;
  std::int64_t count = 0;
  using R = FormatCount;
  static constexpr std::tuple fields{gives("format", &R::format, "Format"),
                                     gives("count", &R::count, "Number of conversations")};
};

// pieces = pieces_taken + pieces_skipped + not_understood.
struct ReadingView {
  std::string format;
  std::vector<FormatCount> formats;
  std::int64_t pieces = 0, pieces_taken = 0;
  std::vector<Reason> pieces_skipped, not_understood;
  std::int64_t files_not_read = 0;
  std::vector<Problem> not_read;
  using R = ReadingView;
  static constexpr std::tuple fields{
      gives("format", &R::format, "Format of the export, or of most of its conversations"),
      gives("formats", &R::formats, "Conversations of each format"),
      gives("pieces", &R::pieces, "Pieces read: messages, calls of tools, records"),
      gives("pieces_taken", &R::pieces_taken, "Pieces that are stored"),
      gives("pieces_skipped", &R::pieces_skipped, "Reasons for skipped pieces"),
      gives("not_understood", &R::not_understood, "Pieces of an unknown type, by type"),
      gives("files_not_read", &R::files_not_read, "Files without conversations"),
      gives("not_read", &R::not_read, "The first thousand of these files, and why")};
};

class ExportReading {
 public:
  // `use` says which pieces are handed on; `unwanted`, which files are not read. Errors: the export
  // cannot be opened; nothing to read.
  using Unwanted = std::function<bool(const std::filesystem::path& file)>;
  static Result<ExportReading> open(const std::string& path, std::optional<mine::Format> format,
                                    mine::Use use, const Unwanted& unwanted = {});

  // `what` is done, as a person reads it: "mining". The sink receives only pieces that are taken
  // and copies, without secrets; turns that another session in the database has are copies, too.
  // `sink.read` is set here. Errors: those of
  // mine::read_conversations().
  Result<void> read(Engine& engine, std::string_view what, const Caller& caller,
                    mine::ConversationSink sink);

  // The same into an object that has the functions of a sink.
  Result<void> read_into(auto& taker, Engine& engine, std::string_view what, const Caller& caller) {
    return read(
        engine, what, caller,
        {[&](mine::Conversation conversation) { return taker.take(std::move(conversation)); },
         [&](const std::string& place, const std::string& reason) {
           return taker.unreadable(place, reason);
         }});
  }

  // Pieces that were handed on and are stored, or left out after all.
  void take(std::size_t pieces) { tally_.taken += static_cast<std::int64_t>(pieces); }
  void skip(std::string_view reason, std::size_t pieces) {
    tally_.skip(reason, static_cast<std::int64_t>(pieces));
  }
  std::int64_t secrets_removed() const { return secrets_removed_; }
  void count_conversation(mine::Format format) { ++conversations_[format]; }

  // The format of most conversations.
  mine::Format format() const;
  void report(ReadingView& view) const;

 private:
  Result<void> read_databases(Engine& engine, const mine::ConversationSink& sink);
  Result<void> mark_stored_copies(Engine& engine, mine::Conversation& conversation);
  ExportReading(mine::Source source, mine::Use use) : source_(std::move(source)), use_(use) {}

  mine::Source source_;
  mine::Use use_;
  mine::FoundFiles found_;
  mine::Tally tally_;
  std::int64_t secrets_removed_ = 0;
  std::map<mine::Format, std::int64_t> conversations_;
  bool begins_as_another_ = false;  // so far, the session at hand says what another has said
};

// Sessions of an assistant taken in as memories and as transcripts, some files at a time: what
// `mine` and `transcript import` do, for a caller that finds the files itself (adopt.h).
struct SessionFiles {
  std::string path;                                                 // a folder or a file
  std::function<bool(const std::filesystem::path& file)> unwanted;  // files that are not read
  bool dry_run = false;
};
struct TakenSessions {
  ReadingView reading;
  std::int64_t conversations = 0, errors = 0;
  std::int64_t added = 0, updated = 0;  // memories or turns
  std::int64_t secrets_removed = 0;
  std::map<std::string, std::int64_t> name_spaces;  // how many are in each
  std::vector<Problem> problems;
};

// Errors: those of the database; nothing in the files is a session. mine_sessions() tells only what
// came of it: the files are reported by import_sessions().
Result<TakenSessions> mine_sessions(Engine& engine, const SessionFiles& files,
                                    const Caller& caller);
Result<TakenSessions> import_sessions(Engine& engine, const SessionFiles& files,
                                      const Caller& caller);

}  // namespace aim::op
