// Use case "mine": turns the conversations of an export into memories (E4, S12; wire.md 4.3). Again
// and again: what was mined before is known by the ids that mine/memories.h gives.
#include <unordered_map>

#include "base/hash.h"
#include "base/timestamp.h"
#include "memory/metadata.h"
#include "mine/copies.h"
#include "mine/memories.h"
#include "op/adopt.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/problems.h"
#include "op/project_names.h"
#include "op/read_export.h"
#include "op/stored_secrets.h"

namespace aim::op {
namespace {

struct MineRequest {
  std::string path;
  std::optional<mine::Format> format;
  std::optional<std::string> name_space;
  Tier tier = Tier::long_term;
  std::int64_t min_messages = 3, min_length = 0;
  std::optional<std::string> since;
  bool dry_run = false;
  using R = MineRequest;
  static constexpr std::tuple fields{
      needs("path", &R::path, rule::path, "The export: file, folder or zip, as downloaded"),
      takes("format", &R::format, rule::any, "Its format; default: detected", 'f'),
      takes("namespace", &R::name_space, rule::name_space,
            "Target namespace; default: the project of each session, else claude-export and the "
            "like",
            'n'),
      takes("tier", &R::tier, rule::any, "short 6 hours, mid 7 days, long permanent", 't'),
      takes("min_messages", &R::min_messages, rule::offset,
            "Skip conversations with fewer messages"),
      takes("min_length", &R::min_length, rule::offset,
            "Skip conversations with fewer bytes of text"),
      takes("since", &R::since, rule::time, "Skip messages before this date or time"),
      takes("dry_run", &R::dry_run, rule::any, "Only report what would be stored")};
};
struct Preview {
  std::string title, source;
  std::int64_t messages = 0, content_length = 0;
  using R = Preview;
  static constexpr std::tuple fields{
      gives("title", &R::title, "Title"), gives("messages", &R::messages, "Number of messages"),
      gives("content_length", &R::content_length, "Bytes"), gives("source", &R::source, "Source")};
};
struct MineReply : ReadingView {
  using Extends = ReadingView;
  std::int64_t total_conversations = 0, errors = 0, unreadable = 0;
  std::string name_space;
  Tier tier = Tier::mid_term;
  std::optional<std::int64_t> imported, added, updated, skipped, filtered, would_import;
  std::optional<std::int64_t> secrets_removed;
  std::optional<bool> dry_run;
  std::vector<CountView> name_spaces;
  std::vector<Reason> reasons;
  std::vector<Problem> problems;
  std::optional<std::vector<Preview>> memories;
  using R = MineReply;
  static constexpr std::tuple fields{
      gives("total_conversations", &R::total_conversations, "Conversations read"),
      gives("imported", &R::imported, "Memories added or updated"),
      gives("added", &R::added, "New ones among these"),
      gives("updated", &R::updated, "Changed conversations among these"),
      gives("skipped", &R::skipped, "Conversations skipped, and memories already stored"),
      gives("errors", &R::errors, "Number of unreadable items"),
      gives("unreadable", &R::unreadable, "Files of another format among these"),
      gives("secrets_removed", &R::secrets_removed, secrets_removed_doc),
      gives("namespace", &R::name_space, "Namespace with most of its memories"),
      gives("namespaces", &R::name_spaces, "Namespaces, largest first"),
      gives("tier", &R::tier, "Tier"),
      gives("dry_run", &R::dry_run, "True for a dry run"),
      gives("filtered", &R::filtered,
            "Dry run: conversations skipped, and memories already stored"),
      gives("would_import", &R::would_import, "Dry run: memories that would be added or updated"),
      gives("reasons", &R::reasons, "Reasons for skipped conversations"),
      gives("problems", &R::problems, "The first thousand unreadable items"),
      gives("memories", &R::memories, "Dry run: the first thousand memories")};
};

constexpr std::size_t max_told = 1'000;

class Miner {
 public:
  Miner(Engine& engine, const MineRequest& request, ExportReading& reading,
        std::optional<Time> since)
      : engine_(engine),
        request_(request),
        reading_(reading),
        wanted_{{}, request.tier},
        since_(since),
        adopting_(engine, request.dry_run) {}

  Result<void> take(mine::Conversation conversation) {
    const mine::Size size = mine::size_of(conversation);
    if (!conversation.continues) {
      if (size.messages == 0)
        return {};
      ++reply_.total_conversations;
      reading_.count_conversation(conversation.format);
      parts_ = 0;
      TRY_VOID(choose_name_space(conversation));
      TRY_VOID(mark_mined_before(conversation));
      TRY_VOID(find_known(conversation));
      left_out_ = known_ ? "" : why_left_out(conversation, size);
      if (!left_out_.empty())
        skip(left_out_);
    }
    if (known_)
      reading_.skip("already stored", known_->mark(conversation));
    if (left_out_.empty())
      return keep(conversation);
    for (const mine::Message& each : mine::messages_of(conversation, mine::Use::memories))
      reading_.skip(left_out_, each.pieces);
    return {};
  }

  Result<void> unreadable(const std::string& place, const std::string& reason) {
    ++reply_.errors;
    // A place within a file is a flaw of the file; without one it is the file itself (S30).
    if (place.find(", item ") == place.npos && place.find(", line ") == place.npos)
      ++reply_.unreadable;
    add_problem(reply_.problems, place, reason);
    return {};
  }

  Result<MineReply> finish() {
    reply_.secrets_removed = if_any(reading_.secrets_removed());
    const auto done = TRY(adopting_.finish());
    skip("already stored", done.unchanged);
    skip("edited here, kept unchanged", done.edited);
    std::int64_t skipped = 0;
    for (auto& [reason, count] : skipped_) {
      skipped += count;
      reply_.reasons.push_back({reason, count});
    }
    reading_.report(reply_);
    report_name_spaces();
    reply_.tier = wanted_.tier;
    if (request_.dry_run) {
      reply_.dry_run = true;
      reply_.would_import = done.added + done.updated;
      reply_.filtered = skipped;
      reply_.memories = std::move(previews_);
      return std::move(reply_);
    }
    reply_.imported = done.added + done.updated;
    reply_.added = done.added;
    reply_.updated = done.updated;
    reply_.skipped = skipped;
    return std::move(reply_);
  }

 private:
  std::string why_left_out(const mine::Conversation& conversation, const mine::Size& size) {
    const std::string id = std::string(name_of(conversation.format)) + '\n' + conversation.id;
    // Of two exports in one folder the one with more of the conversation counts.
    const auto [seen, first] = seen_.try_emplace(stable_hash(id), size.messages);
    if (!first && size.messages <= seen->second)
      return "duplicates within the export";
    seen->second = size.messages;
    if (mine::is_document(conversation))
      return {};
    if (size.messages < static_cast<std::size_t>(request_.min_messages))
      return "with fewer than " + std::to_string(request_.min_messages) + " messages";
    if (size.bytes < static_cast<std::size_t>(request_.min_length))
      return "with fewer than " + std::to_string(request_.min_length) + " bytes of text";
    return {};
  }

  // Namespace of the session's project, if known (S51).
  Result<void> choose_name_space(const mine::Conversation& conversation) {
    wanted_.name_space = request_.name_space.value_or("");
    if (wanted_.name_space.empty() && !conversation.folder.empty()) {
      auto& known = of_folders_[conversation.folder];
      if (known.empty())
        known = TRY(name_space_of_session(engine_, conversation.folder, !request_.dry_run));
      wanted_.name_space = known;
    }
    if (wanted_.name_space.empty())
      wanted_.name_space = mine::default_name_space(conversation.format);
    wanted_.name_in_ids = TRY(name_in_ids_of(conversation.format, conversation.id));
    return {};
  }

  Result<std::string> name_in_ids_of(mine::Format format, const std::string& session) {
    return engine::name_in_ids(engine_, names_, wanted_.name_space, [&](const std::string& name) {
      return mine::id_of_part(format, name, session, 1);
    });
  }

  // Messages at the beginning that an earlier run mined of another session: that of a fork, or one
  // of the same title that begins at the same time.
  Result<void> mark_mined_before(mine::Conversation& conversation) {
    if (mine::may_repeat(conversation.format) && engine_.database.exists())
      for (const std::string& session : TRY(sessions_it_may_repeat(conversation))) {
        std::size_t pieces = 0;
        const std::string name = TRY(name_in_ids_of(conversation.format, session));
        for (std::size_t part = 1;; ++part) {
          const auto memories = TRY(engine::adopted_before(
              engine_, {mine::id_of_part(conversation.format, name, session, part)}, {}, {}));
          if (memories.empty())
            break;
          std::size_t bytes = 0;
          const std::size_t more = mine::pieces_in(conversation, memories.front().content, bytes);
          mine::mark_copies(conversation, mine::Use::memories, more);
          pieces += more;
          if (bytes < memories.front().content.size())
            break;
        }
        reading_.skip("copies of messages", pieces);
      }
    return {};
  }

  std::string id_of_part(const mine::Conversation& conversation, std::size_t part) const {
    return mine::id_of_part(conversation.format, wanted_.name_in_ids, conversation.id, part);
  }

  // A channel's messages that are stored, where this export does not begin with them: what is new
  // in it becomes further parts.
  Result<void> find_known(const mine::Conversation& conversation) {
    known_.reset();
    if (conversation.format != mine::Format::slack || !engine_.database.exists())
      return {};
    std::vector<Memory> stored;
    for (std::size_t part = 1;; ++part) {
      auto found = TRY(engine::adopted_before(engine_, {id_of_part(conversation, part)}, {}, {}));
      if (found.empty())
        break;
      stored.push_back(std::move(found.front()));
    }
    if (stored.empty() || !std::ranges::all_of(stored, engine::is_as_it_came))
      return {};
    const auto made = mine::memories_of(conversation, wanted_);
    // Only its last part grows.
    bool goes_on = true;
    for (std::size_t i = 0; i < std::min(stored.size(), made.size()); ++i)
      goes_on = goes_on &&
                (i + 1 < stored.size() ? made[i].memory.content == stored[i].content
                                       : made[i].memory.content.starts_with(stored[i].content));
    if (goes_on)
      return {};
    parts_ = stored.size();
    known_.emplace();
    for (const Memory& each : stored) known_->add(each.content);
    return {};
  }

  // Whether the database has all of these and more behind them: an older export would take that
  // away.
  Result<bool> is_older(const mine::Conversation& conversation,
                        const std::vector<mine::Mined>& mined) {
    if (mined.empty() || !engine_.database.exists())
      return false;
    const Memory& last = mined.back().memory;
    const auto stored = TRY(engine::adopted_before(
        engine_, {last.id, id_of_part(conversation, parts_ + mined.size() + 1)}, {}, {}));
    if (stored.empty() || stored.front().id != last.id || !engine::is_as_it_came(stored.front()) ||
        !stored.front().content.starts_with(last.content) ||
        (stored.size() < 2 && stored.front().content == last.content))
      return false;
    for (std::size_t i = 0; i + 1 < mined.size(); ++i) {
      const Memory& each = mined[i].memory;
      const auto same = TRY(engine::adopted_before(engine_, {each.id}, {}, {}));
      if (same.empty() || same.front().content != each.content)
        return false;
    }
    return true;
  }

  Result<std::vector<std::string>> sessions_it_may_repeat(const mine::Conversation& conversation) {
    std::vector<std::string> sessions;
    if (!conversation.forked_from.empty())
      sessions.push_back(conversation.forked_from);
    const auto messages = mine::messages_of(conversation, mine::Use::memories);
    if (messages.empty() || !messages.front().said_at)
      return sessions;
    const std::string origin = "mine-" + std::string(name_of(conversation.format));
    for (const Memory& each : TRY(engine::adopted_before(engine_, {}, wanted_.name_space,
                                                         mine::title_here(conversation))))
      if (const std::string session = text_member(each.metadata, "session_id");
          each.source == origin && each.created_at.time == *messages.front().said_at &&
          session != conversation.id && session != conversation.forked_from)
        sessions.push_back(session);
    return sessions;
  }

  void report_name_spaces() {
    reply_.name_spaces = count_views(kept_in_);
    reply_.name_space = request_.name_space          ? *request_.name_space
                        : reply_.name_spaces.empty() ? mine::default_name_space(reading_.format())
                                                     : reply_.name_spaces.front().name_space;
  }

  // A conversation is cut into parts from its beginning, whatever is left out of them, so that a
  // part stays the same.
  Result<void> keep(const mine::Conversation& conversation) {
    auto mined = mine::memories_of(conversation, wanted_, parts_);
    const bool older = TRY(is_older(conversation, mined));
    parts_ += mined.size();
    if (older) {
      skip("already stored", std::ssize(mined));
      for (const mine::Mined& each : mined) reading_.take(each.pieces);
      return {};
    }
    for (auto& [memory, messages, pieces, last_said] : mined) {
      if (since_ && last_said && *last_said < *since_) {
        skip("before " + *request_.since);
        reading_.skip("before " + *request_.since, pieces);
        continue;
      }
      if (request_.dry_run && previews_.size() < max_told)
        previews_.push_back({memory.title, memory.source, static_cast<std::int64_t>(messages),
                             static_cast<std::int64_t>(memory.content.size())});
      ++kept_in_[wanted_.name_space];
      const std::string title = memory.title;
      if (const auto added = adopting_.add(std::move(memory)); !added) {
        if (added.error().code != Code::validation_failed || added.error().field == "namespace")
          return added;
        reading_.skip("memories that could not be stored", pieces);
        TRY_VOID(unreadable(title, added.error().message));
        continue;
      }
      reading_.take(pieces);
    }
    return {};
  }

  void skip(const std::string& reason, std::int64_t count = 1) {
    if (count > 0)
      skipped_[reason] += count;
  }

  Engine& engine_;
  const MineRequest& request_;
  ExportReading& reading_;
  mine::Wanted wanted_;  // the namespace is that of the conversation at hand
  const std::optional<Time> since_;
  MineReply reply_;
  std::vector<Preview> previews_;
  std::map<std::string, std::int64_t> skipped_, kept_in_;
  std::optional<engine::NamesToday> names_;
  std::map<std::string, std::string> of_folders_;        // namespaces of the sessions' folders
  std::unordered_map<std::uint64_t, std::size_t> seen_;  // messages of a conversation, by its id
  std::size_t parts_ = 0;                                // parts of the current conversation
  std::optional<mine::KnownMessages> known_;  // in this database, where it goes on otherwise
  std::string left_out_;                      // why the current one is, if it is
  AdoptBatcher adopting_;
};

Result<MineReply> run_mine(Engine& engine, const MineRequest& request, const Caller& caller) {
  auto reading = TRY(ExportReading::open(request.path, request.format, mine::Use::memories));
  const auto since = TRY(times_of(request.since, std::nullopt, engine.clock.now())).first;
  Miner miner(engine, request, reading, since);
  TRY_VOID(reading.read_into(miner, engine, "mining", caller));
  return miner.finish();
}

}  // namespace

Result<TakenSessions> mine_sessions(Engine& engine, const SessionFiles& files,
                                    const Caller& caller) {
  MineRequest request;
  request.dry_run = files.dry_run;
  auto reading = TRY(ExportReading::open(files.path, {}, mine::Use::memories, files.unwanted));
  Miner miner(engine, request, reading, {});
  TRY_VOID(reading.read_into(miner, engine, "mining", caller));
  const auto reply = TRY(miner.finish());
  TakenSessions taken;
  taken.added = reply.added.value_or(reply.would_import.value_or(0));
  taken.updated = reply.updated.value_or(0);
  taken.secrets_removed = reply.secrets_removed.value_or(0);
  return taken;
}

const Operation& mine_export() {
  return operation<run_mine>("mine", "Mine conversations",
                             "Store the conversations of an export or of an assistant's sessions: "
                             "Claude, ChatGPT, Slack, Claude Code, Codex, Gemini CLI and others.",
                             Effect::adds, {.right = Right::administer});
}

}  // namespace aim::op
