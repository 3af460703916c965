// Use cases of transcripts: the list, one with its turns, its memory, and pruning.
#include "base/utf8.h"
#include "engine/history/search_turns.h"
#include "engine/history/transcripts.h"
#include "op/filters.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/reply_room.h"
#include "op/views/transcript_views.h"

namespace aim::op {

// Use case "transcript_list": which conversations are kept, the last first; their texts are not
// read.

namespace {

struct TranscriptListRequest {
  std::optional<std::string> name_space, session_id;
  std::int64_t limit = 50, offset = 0;
  using R = TranscriptListRequest;
  static constexpr std::tuple fields{
      takes("namespace", &R::name_space, rule::name_space_filter, "Namespace, or team/*", 'n'),
      takes("session_id", &R::session_id, rule::session_id, "Only this session"),
      takes("limit", &R::limit, rule::limit_archive, "Maximum results"),
      takes("offset", &R::offset, rule::offset, "Skip this many")};
};
struct TranscriptListReply {
  std::int64_t count = 0;
  std::vector<TranscriptView> transcripts;
  using R = TranscriptListReply;
  static constexpr std::tuple fields{gives("count", &R::count, "Number of results"),
                                     gives("transcripts", &R::transcripts, "Last changed first")};
};

Result<TranscriptListReply> run_transcript_list(Engine& engine,
                                                const TranscriptListRequest& request,
                                                const Caller&) {
  TranscriptListReply reply;
  const auto found =
      TRY(engine::list_transcripts(engine, name_space_filter(request.name_space), request.limit,
                                   request.offset, request.session_id.value_or("")));
  for (const Transcript& each : found) reply.transcripts.push_back(view(each));
  reply.count = static_cast<std::int64_t>(reply.transcripts.size());
  return reply;
}

}  // namespace

const Operation& transcript_list() {
  return operation<run_transcript_list>("transcript_list", "List transcripts",
                                        "List transcripts, newest first.", Effect::reads,
                                        {.right = Right::read});
}

// Use case "transcript_show": what was said in one conversation, turn by turn.

namespace {

struct TranscriptShowRequest {
  std::optional<std::string> id, session_id;
  std::int64_t from = 0, limit = 100;
  std::optional<std::int64_t> max_bytes;
  using R = TranscriptShowRequest;
  static constexpr std::tuple fields{
      takes("id", &R::id, rule::transcript_id, "Id, prefix or session"),
      takes("session_id", &R::session_id, rule::session_id, "In place of id"),
      takes("from", &R::from, rule::turn_number, "First turn to show"),
      takes("limit", &R::limit, rule::limit_archive, "Maximum turns"),
      takes("max_bytes", &R::max_bytes, rule::content_bytes, "Default over MCP: 40000")};
};
struct TranscriptShowReply {
  TranscriptView transcript;
  std::vector<TurnView> turns;
  std::optional<std::int64_t> next;
  using R = TranscriptShowReply;
  static constexpr std::tuple fields{gives("transcript", &R::transcript, "The transcript"),
                                     gives("turns", &R::turns, "Its turns in order"),
                                     gives("next", &R::next, "Next turn, if there are more")};
};

// As many turns as fit; the first one shortened where it alone does not.
void add_turns(const std::vector<Turn>& turns, std::size_t most, TranscriptShowReply& reply) {
  for (const Turn& each : turns) {
    TurnView shown = view(each);
    if (!reply.turns.empty() && shown.content.size() > most) {
      reply.next = shown.turn;
      return;
    }
    if (shown.content.size() > most) {
      const std::size_t whole = shown.content.size();
      shown.content.resize(utf8::cut(shown.content, most).size());
      shown.content.append(" … +")
          .append(std::to_string(whole - shown.content.size()))
          .append(" bytes (max_bytes shows more)");
    }
    most -= std::min(most, shown.content.size());
    reply.turns.push_back(std::move(shown));
  }
}

Result<TranscriptShowReply> run_transcript_show(Engine& engine,
                                                const TranscriptShowRequest& request,
                                                const Caller& caller) {
  const auto shown = TRY(
      engine::show_transcript(engine, TRY(transcript_named("id", request.id, request.session_id)),
                              request.from, request.limit));
  TranscriptShowReply reply;
  reply.transcript = view(shown.transcript);
  const auto most =
      request.max_bytes ? static_cast<std::size_t>(*request.max_bytes) : caller.reply_bytes;
  add_turns(shown.turns, most, reply);
  if (shown.more && !reply.next)
    reply.next = shown.turns.empty() ? request.from : shown.turns.back().number + 1;
  return reply;
}

}  // namespace

const Operation& transcript_show() {
  return operation<run_transcript_show>("transcript_show", "Show a transcript",
                                        "Show a transcript turn by turn.", Effect::reads,
                                        {.right = Right::read});
}

// Use case "transcript_link": says that a memory came from a conversation, or from a stretch of it
// (I2).

namespace {

struct TranscriptLinkRequest {
  std::string memory_id;
  std::optional<std::string> transcript_id, session_id;
  std::optional<std::int64_t> span_start, span_end;
  using R = TranscriptLinkRequest;
  static constexpr std::tuple fields{
      needs("memory_id", &R::memory_id, rule::id, "Id or prefix"),
      takes("transcript_id", &R::transcript_id, rule::transcript_id, "Id, prefix or session"),
      takes("session_id", &R::session_id, rule::session_id, "In place of transcript_id"),
      takes("span_start", &R::span_start, rule::offset, "First byte of the passage"),
      takes("span_end", &R::span_end, rule::offset, "Byte after the passage; default: end")};
};
struct TranscriptLinkReply {
  std::string memory_id, transcript_id;
  std::optional<std::int64_t> span_start, span_end;
  using R = TranscriptLinkReply;
  static constexpr std::tuple fields{
      gives("memory_id", &R::memory_id, "The memory"),
      gives("transcript_id", &R::transcript_id, "The transcript"),
      gives("span_start", &R::span_start,
            "Start of the passage, if it is not the whole transcript"),
      gives("span_end", &R::span_end, "End of the passage")};
};

Result<TranscriptLinkReply> run_transcript_link(Engine& engine,
                                                const TranscriptLinkRequest& request,
                                                const Caller&) {
  std::optional<Span> span;
  if (request.span_start || request.span_end) {
    if (!request.span_end)
      return Failure(refuse("span_end", "is required with span_start"));
    span = Span{request.span_start.value_or(0), *request.span_end};
  }
  const auto link = TRY(engine::link_transcript(
      engine, request.memory_id,
      TRY(transcript_named("transcript_id", request.transcript_id, request.session_id)), span));
  TranscriptLinkReply reply{link.memory_id, link.transcript_id, {}, {}};
  if (link.span) {
    reply.span_start = link.span->start;
    reply.span_end = link.span->end;
  }
  return reply;
}

}  // namespace

const Operation& transcript_link() {
  return operation<run_transcript_link>("transcript_link", "Link a transcript",
                                        "Link a memory to its transcript.", Effect::adds,
                                        {.right = Right::write, .makes_database = false});
}

// Use case "transcript_prune": removes conversations by age, namespace and size. Memories that came
// from them stay.

namespace {

struct TranscriptPruneRequest {
  std::optional<std::string> name_space;
  std::optional<std::int64_t> older_than_days, max_bytes;
  bool dry_run = false;
  using R = TranscriptPruneRequest;
  static constexpr std::tuple fields{
      takes("namespace", &R::name_space, rule::name_space_filter, "Namespace, or team/*", 'n'),
      takes("older_than_days", &R::older_than_days, rule::days, "Minimum age in days"),
      takes("max_bytes", &R::max_bytes, rule::offset, "Size to keep, in bytes"),
      takes("dry_run", &R::dry_run, rule::any, "Only report")};
};
struct TranscriptPruneReply : engine::Pruned {
  bool dry_run = false;
  using R = TranscriptPruneReply;
  static constexpr std::tuple fields{
      gives("pruned", &R::transcripts, "Number of transcripts deleted; dry run: that would be"),
      gives("turns", &R::turns, "Number of their turns"),
      gives("original_size", &R::original_bytes, "Bytes of their texts"),
      gives("compressed_size", &R::stored_bytes, "Compressed bytes"),
      gives("dry_run", &R::dry_run, "True if nothing was deleted")};
};

Result<TranscriptPruneReply> run_transcript_prune(Engine& engine,
                                                  const TranscriptPruneRequest& request,
                                                  const Caller&) {
  if (!request.name_space && !request.older_than_days && !request.max_bytes)
    return Failure(refuse("older_than_days",
                          "is required, unless max_bytes or a namespace (* for all) is given"));
  const auto pruned = TRY(engine::prune_transcripts(
      engine, {name_space_filter(request.name_space), request.older_than_days, request.max_bytes},
      request.dry_run));
  return TranscriptPruneReply{pruned, request.dry_run};
}

}  // namespace

const Operation& transcript_prune() {
  return operation<run_transcript_prune>(
      "transcript_prune", "Prune transcripts",
      "Delete transcripts by age, namespace or size; memories stay.", Effect::destroys,
      {.right = Right::write});
}

// Use case "transcript_search": finds turns by words, those of tools included (X2): which sessions
// touched a file, where a name was said.

namespace {

struct TranscriptSearchRequest {
  std::string text;
  std::optional<std::string> name_space;
  std::int64_t limit = 20;
  std::int64_t after = 0;
  using R = TranscriptSearchRequest;
  static constexpr std::tuple fields{
      needs("text", &R::text, rule::query, "Words of one turn: a name, file, command"),
      takes("namespace", &R::name_space, rule::name_space_filter, "Namespace, or team/*", 'n'),
      takes("limit", &R::limit, rule::limit_archive, "Maximum results"),
      takes("after", &R::after, rule::offset, "A reply's next")};
};
struct TranscriptSearchReply {
  std::int64_t count = 0, searched = 0;
  bool complete = true;
  std::vector<TurnHitView> turns;
  std::optional<std::int64_t> next;
  std::optional<std::string> notice;
  using R = TranscriptSearchReply;
  static constexpr std::tuple fields{
      gives("count", &R::count, "Number of results"),
      gives("searched", &R::searched, "Number of transcripts searched, newest first"),
      gives("complete", &R::complete, "False if transcripts or results are left"),
      gives("turns", &R::turns, "Turns, those of the newest transcript first"),
      gives("next", &R::next, "Where to continue, if there are more results"),
      gives("notice", &R::notice, "Why it is empty")};
};

Result<TranscriptSearchReply> run_transcript_search(Engine& engine,
                                                    const TranscriptSearchRequest& request,
                                                    const Caller& caller) {
  engine::TurnSearch search;
  search.text = request.text;
  search.name_space = name_space_filter(request.name_space);
  search.limit = request.limit + request.after;
  const auto found = TRY(engine::search_turns(engine, search));
  TranscriptSearchReply reply;
  constexpr std::size_t of_the_rest = 300;
  ReplyRoom room(caller);
  for (auto at = static_cast<std::size_t>(request.after); at < found.hits.size(); ++at) {
    const engine::TurnHit& hit = found.hits[at];
    if (room.takes(of_the_rest + hit.turn.text.size() + hit.answer.size()))
      reply.turns.push_back(turn_hit(hit));
  }
  reply.count = static_cast<std::int64_t>(reply.turns.size());
  reply.searched = found.transcripts;
  reply.complete = found.complete && !room.is_full();
  if (room.is_full() || reply.count == request.limit)
    reply.next = request.after + reply.count;
  return reply;
}

}  // namespace

const Operation& transcript_search() {
  return operation<run_transcript_search>(
      "transcript_search", "Search transcripts",
      "Find turns by words, also of tools; newest transcripts first.", Effect::reads,
      {.right = Right::read});
}

}  // namespace aim::op
