// Use case "transcript_import": keeps the conversations of an export word by word; the formats are
// those of `mine` (I2).
#include <deque>
#include <unordered_map>

#include "base/hash.h"
#include "engine/history/transcripts.h"
#include "mine/memories.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/problems.h"
#include "op/project_names.h"
#include "op/read_export.h"
#include "op/stored_secrets.h"

namespace aim::op {
namespace {

struct TranscriptImportRequest {
  std::string path;
  std::optional<mine::Format> format;
  std::optional<std::string> name_space, since;
  bool no_tools = false, dry_run = false;  // dry_run: of import_sessions() alone
  using R = TranscriptImportRequest;
  static constexpr std::tuple fields{
      needs("path", &R::path, rule::path, "The export, or the folder of an assistant's sessions"),
      takes("format", &R::format, rule::any, "Format; default: detected", 'f'),
      takes("namespace", &R::name_space, rule::name_space,
            "Target namespace; default: the project of each session, else claude-export and so on",
            'n'),
      takes("since", &R::since, rule::time, "Skip turns before this date or RFC 3339 time"),
      takes("no_tools", &R::no_tools, rule::any,
            "Skip calls of tools and their results, which are turns of the role tool")};
};
struct TranscriptImportReply : ReadingView {
  using Extends = ReadingView;
  std::string name_space;
  std::int64_t conversations = 0, captured = 0, unchanged = 0, different = 0, errors = 0;
  std::optional<std::int64_t> secrets_removed;
  std::vector<Problem> problems;
  using R = TranscriptImportReply;
  static constexpr std::tuple fields{
      gives("namespace", &R::name_space, "Namespace with most of its turns"),
      gives("conversations", &R::conversations, "Conversations read"),
      gives("captured", &R::captured, "New turns"),
      gives("unchanged", &R::unchanged, "Turns already stored"),
      gives("different", &R::different, "Turns with another text here; they stay unchanged"),
      gives("secrets_removed", &R::secrets_removed, secrets_removed_doc),
      gives("errors", &R::errors, "Number of unreadable items"),
      gives("problems", &R::problems, "The first thousand of them")};
};

constexpr std::size_t batch_bytes = 1024 * 1024;
constexpr std::size_t beginning = 8;  // turns

mine::Use use_of(const TranscriptImportRequest& request) {
  return request.no_tools ? mine::Use::turns_without_tools : mine::Use::turns;
}

class Importer {
 public:
  Importer(Engine& engine, const TranscriptImportRequest& request, ExportReading& reading,
           std::optional<Time> since)
      : engine_(engine), request_(request), reading_(reading), since_(since) {}

  Result<void> take(const mine::Conversation& conversation) {
    TRY_VOID(begin(conversation));
    Time said_at = conversation.started.value_or(engine_.clock.now());
    std::vector<engine::TurnDraft> drafts;
    std::vector<std::size_t> pieces;
    for (const mine::Message& message : mine::messages_of(conversation, use_of(request_))) {
      // Turns without a time of their own were said when the one before was.
      said_at = message.said_at.value_or(said_at);
      number_ = number_of(conversation, message, said_at);
      if (since_ && said_at < *since_) {
        reading_.skip("before " + *request_.since, message.pieces);
        continue;
      }
      if (auto draft = TRY(draft_of(conversation, message, said_at))) {
        drafts.push_back(std::move(*draft));
        pieces.push_back(message.pieces);
      }
    }
    // A session that hooks have captured has other turns under these numbers from the beginning:
    // two halves of different countings would make no conversation.
    if (!conversation.continues)
      says_otherwise_ = TRY(engine::says_otherwise(
          engine_, std::span(drafts).first(std::min(drafts.size(), beginning))));
    for (std::size_t i = 0; i < drafts.size(); ++i) {
      if (says_otherwise_) {
        ++reply_.different;
        reading_.skip("turns of sessions that are stored in other turns", pieces[i]);
        continue;
      }
      reading_.take(pieces[i]);
      TRY_VOID(add(std::move(drafts[i])));
    }
    return {};
  }
  Result<void> unreadable(const std::string& place, const std::string& reason) {
    ++reply_.errors;
    add_problem(reply_.problems, place, reason);
    return {};
  }
  Result<TranscriptImportReply> finish() {
    TRY_VOID(flush());
    reading_.report(reply_);
    reply_.secrets_removed = if_any(reading_.secrets_removed());
    const auto most = std::max_element(turns_in_.begin(), turns_in_.end(),
                                       [](auto& a, auto& b) { return a.second < b.second; });
    reply_.name_space = request_.name_space       ? *request_.name_space
                        : most == turns_in_.end() ? mine::default_name_space(reading_.format())
                                                  : most->first;
    return std::move(reply_);
  }
  const std::map<std::string, std::int64_t>& turns_in() const { return turns_in_; }

 private:
  Result<void> begin(const mine::Conversation& conversation) {
    if (conversation.continues)
      return {};
    number_ = 0;
    if (!mine::messages_of(conversation, use_of(request_)).empty()) {
      ++reply_.conversations;
      reading_.count_conversation(conversation.format);
    }
    name_space_ = request_.name_space.value_or("");
    if (name_space_.empty() && !conversation.folder.empty())
      name_space_ = TRY(name_space_of_session(engine_, conversation.folder, !request_.dry_run));
    if (name_space_.empty())
      name_space_ = mine::default_name_space(conversation.format);
    return find_known(conversation);
  }

  // A turn of a channel says who spoke.
  static std::string text_of(const mine::Conversation& conversation, const mine::Message& message) {
    return conversation.format == mine::Format::slack && !message.speaker.empty()
               ? message.speaker + ": " + message.text
               : message.text;
  }

  // The turns of a channel that are stored. An export of a channel holds the days that somebody
  // chose: its turns are known by their second and text, and new ones stand behind all others.
  Result<void> find_known(const mine::Conversation& conversation) {
    known_.clear();
    last_known_ = 0;
    if (conversation.format != mine::Format::slack || !engine_.database.exists())
      return {};
    TRY_VOID(flush());
    constexpr std::int64_t at_once = 1'000;
    const auto transcripts =
        TRY(engine::list_transcripts(engine_, name_space_, 1, 0, conversation.id));
    if (transcripts.empty())
      return {};
    for (bool more = true; more;) {
      auto shown =
          TRY(engine::show_transcript(engine_, transcripts.front().id, last_known_ + 1, at_once));
      for (const Turn& turn : shown.turns) {
        known_[key_of(turn.said_at, turn.text)].push_back(turn.number);
        last_known_ = turn.number;
      }
      more = shown.more && !shown.turns.empty();
    }
    return {};
  }
  std::int64_t number_of(const mine::Conversation& conversation, const mine::Message& message,
                         Time said_at) {
    if (last_known_ == 0)
      return number_ + 1;
    const auto known = known_.find(key_of(said_at, text_of(conversation, message)));
    if (known == known_.end() || known->second.empty())
      return ++last_known_;
    const std::int64_t number = known->second.front();
    known->second.pop_front();
    return number;
  }
  static std::uint64_t key_of(Time said_at, std::string_view text) {
    const auto second = std::chrono::floor<std::chrono::seconds>(said_at).time_since_epoch();
    return stable_hash(std::to_string(second.count()).append("\n").append(text));
  }

  // Nothing: it cannot be stored.
  Result<std::optional<engine::TurnDraft>> draft_of(const mine::Conversation& conversation,
                                                    const mine::Message& message, Time said_at) {
    engine::TurnDraft draft;
    draft.name_space = name_space_;
    draft.session_id = conversation.id;
    draft.number = number_;
    draft.role = message.role;
    draft.text = text_of(conversation, message);
    draft.said_at = said_at;
    for (const auto& [rule, field, text] :
         {std::tuple{rule::session_id, "session_id", &draft.session_id},
          std::tuple{rule::turn_text, "content", &draft.text}})
      if (const auto good = check(rule, field, *text); !good) {
        reading_.skip("turns that could not be stored", message.pieces);
        TRY_VOID(unreadable(conversation.id + ", turn " + std::to_string(number_),
                            good.error().message));
        return std::optional<engine::TurnDraft>();
      }
    return std::optional(std::move(draft));
  }

  Result<void> add(engine::TurnDraft draft) {
    ++turns_in_[name_space_];
    bytes_ += draft.text.size();
    batch_.push_back(std::move(draft));
    return bytes_ < batch_bytes ? Result<void>() : flush();
  }

  Result<void> flush() {
    if (request_.dry_run) {
      reply_.captured += static_cast<std::int64_t>(batch_.size());
    } else {
      const auto counts = TRY(engine::capture_turns(engine_, batch_));
      reply_.captured += counts.added;
      reply_.unchanged += counts.unchanged;
      reply_.different += static_cast<std::int64_t>(counts.different.size());
    }
    batch_.clear();
    bytes_ = 0;
    return engine_.database.go_on();
  }

  Engine& engine_;
  const TranscriptImportRequest& request_;
  ExportReading& reading_;
  const std::optional<Time> since_;
  std::string name_space_;       // of the conversation at hand
  bool says_otherwise_ = false;  // the current conversation is stored in other turns
  std::map<std::string, std::int64_t> turns_in_;
  std::vector<engine::TurnDraft> batch_;
  std::size_t bytes_ = 0;
  std::int64_t number_ = 0;
  // Turns of the channel at hand that were stored before, by their second and text; the number of
  // the last one, 0 for a new channel.
  std::unordered_map<std::uint64_t, std::deque<std::int64_t>> known_;
  std::int64_t last_known_ = 0;
  TranscriptImportReply reply_;
};

Result<TranscriptImportReply> run_transcript_import(Engine& engine,
                                                    const TranscriptImportRequest& request,
                                                    const Caller& caller) {
  auto reading = TRY(ExportReading::open(request.path, request.format, use_of(request)));
  const auto since = TRY(times_of(request.since, std::nullopt, engine.clock.now())).first;
  Importer importer(engine, request, reading, since);
  TRY_VOID(reading.read_into(importer, engine, "reading", caller));
  return importer.finish();
}

}  // namespace

Result<TakenSessions> import_sessions(Engine& engine, const SessionFiles& files,
                                      const Caller& caller) {
  TranscriptImportRequest request;
  request.dry_run = files.dry_run;
  auto reading = TRY(ExportReading::open(files.path, {}, use_of(request), files.unwanted));
  Importer importer(engine, request, reading, {});
  TRY_VOID(reading.read_into(importer, engine, "reading", caller));
  auto reply = TRY(importer.finish());
  TakenSessions taken;
  taken.reading = static_cast<const ReadingView&>(reply);
  taken.conversations = reply.conversations;
  taken.added = reply.captured;
  taken.errors = reply.errors;
  taken.secrets_removed = reply.secrets_removed.value_or(0);
  taken.name_spaces = importer.turns_in();
  taken.problems = std::move(reply.problems);
  return taken;
}

const Operation& transcript_import() {
  return operation<run_transcript_import>(
      "transcript_import", "Import transcripts",
      "Store the conversations of an export or of an assistant's "
      "sessions as transcripts, turn by turn.",
      Effect::adds, {.right = Right::administer});
}

}  // namespace aim::op
