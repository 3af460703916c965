// Use case "transcript_import": keeps the conversations of an export word by word; the formats are
// those of `mine` (I2).

#include "engine/history/transcripts.h"
#include "mine/memories.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/problems.h"
#include "op/read_export.h"
#include "text/stretch.h"

namespace aim::op {
namespace {

struct TranscriptImportRequest {
  std::string path;
  std::optional<mine::Format> format;
  std::optional<std::string> name_space, since;
  static constexpr auto fields() {
    using R = TranscriptImportRequest;
    return std::tuple{
        needs("path", &R::path, rule::path, "The export, or the folder of an assistant's sessions"),
        takes("format", &R::format, rule::any, "Format; default: detected", 'f'),
        takes("namespace", &R::name_space, rule::name_space,
              "Target namespace; default: claude-export and so on", 'n'),
        takes("since", &R::since, rule::time, "Skip turns before this date or RFC 3339 time")};
  }
};
struct TranscriptImportReply {
  std::string format, name_space;
  std::int64_t conversations = 0, captured = 0, unchanged = 0, different = 0, errors = 0;
  std::vector<Problem> problems;
  static constexpr auto fields() {
    using R = TranscriptImportReply;
    return std::tuple{
        gives("format", &R::format, "Format of the export"),
        gives("namespace", &R::name_space, "Target namespace"),
        gives("conversations", &R::conversations, "Conversations read"),
        gives("captured", &R::captured, "New turns"),
        gives("unchanged", &R::unchanged, "Turns already stored"),
        gives("different", &R::different, "Turns with another text here; they stay unchanged"),
        gives("errors", &R::errors, "Number of unreadable items"),
        gives("problems", &R::problems, "The first thousand of them")};
  }
};

constexpr std::size_t batch_bytes = 1024 * 1024;

// Speakers are called what the export calls them.
Role role_of(std::string_view speaker) {
  for (const std::string_view name : {"assistant", "claude", "model", "gemini", "codex", "chatgpt"})
    if (speaker == name)
      return Role::assistant;
  return speaker == "system" ? Role::system : speaker == "tool" ? Role::tool : Role::user;
}

class Importer {
 public:
  Importer(Engine& engine, std::string name_space, std::optional<Time> since)
      : engine_(engine), name_space_(std::move(name_space)), since_(since) {}

  Result<void> take(const mine::Conversation& conversation) {
    if (!conversation.continues) {
      ++reply_.conversations;
      number_ = 0;
    }
    Time said_at = conversation.started.value_or(engine_.clock.now());
    for (const mine::Message& message : conversation.messages) {
      // Turns without a time of their own were said when the one before was.
      said_at = message.said_at.value_or(said_at);
      ++number_;
      if (since_ && said_at < *since_)
        continue;
      TRY_VOID(add(conversation, message, said_at));
    }
    return {};
  }
  Result<void> unreadable(const std::string& place, const std::string& reason) {
    ++reply_.errors;
    add_problem(reply_.problems, place, reason);
    return {};
  }
  Result<TranscriptImportReply> finish(std::string_view format) {
    TRY_VOID(flush());
    reply_.format = format;
    reply_.name_space = name_space_;
    return std::move(reply_);
  }

 private:
  Result<void> add(const mine::Conversation& conversation, const mine::Message& message,
                   Time said_at) {
    engine::TurnDraft draft;
    draft.name_space = name_space_;
    draft.session_id = conversation.id;
    draft.number = number_;
    draft.role = role_of(message.speaker);
    draft.text = message.text;
    draft.said_at = said_at;
    for (const auto& [rule, field, text] :
         {std::tuple{rule::session_id, "session_id", &draft.session_id},
          std::tuple{rule::turn_text, "content", &draft.text}})
      if (const auto good = check(rule, field, *text); !good)
        return unreadable(conversation.id + ", turn " + std::to_string(number_),
                          good.error().message);
    bytes_ += draft.text.size();
    batch_.push_back(std::move(draft));
    return bytes_ < batch_bytes ? Result<void>() : flush();
  }

  Result<void> flush() {
    const auto counts = TRY(engine::capture_turns(engine_, batch_));
    reply_.captured += counts.added;
    reply_.unchanged += counts.unchanged;
    reply_.different += static_cast<std::int64_t>(counts.different.size());
    batch_.clear();
    bytes_ = 0;
    return engine_.database.go_on();
  }

  Engine& engine_;
  const std::string name_space_;
  const std::optional<Time> since_;
  std::vector<engine::TurnDraft> batch_;
  std::size_t bytes_ = 0;
  std::int64_t number_ = 0;
  TranscriptImportReply reply_;
};

Result<TranscriptImportReply> run_transcript_import(Engine& engine,
                                                    const TranscriptImportRequest& request,
                                                    const Caller& caller) {
  std::optional<Time> since;
  if (request.since)
    since = TRY(text::parse_stretch(*request.since, "since", engine.clock.now(), text::Side::past))
                .first;
  const auto source = TRY(mine::Source::open(request.path));
  const mine::Format format = request.format ? *request.format : TRY(mine::detect(source));
  Importer importer(engine, request.name_space.value_or(mine::default_name_space(format)), since);
  TRY_VOID(read_export(
      source, format, "reading", caller,
      {[&](mine::Conversation conversation) { return importer.take(conversation); },
       [&](std::string place, std::string reason) { return importer.unreadable(place, reason); }}));
  return importer.finish(name_of(format));
}

}  // namespace

const Operation& transcript_import() {
  static const auto it =
      operation<run_transcript_import>({"transcript_import",
                                        "Import transcripts",
                                        "Store the conversations of an export as transcripts: "
                                        "Claude, ChatGPT, Slack, Claude Code, Codex, Gemini CLI.",
                                        Effect::adds,
                                        {.right = Right::administer}});
  return it;
}

}  // namespace aim::op
