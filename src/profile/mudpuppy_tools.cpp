#include <chrono>
#include <cmath>

#include "base/append.h"
#include "base/hash.h"
#include "memory/metadata.h"
#include "memory/names.h"
#include "memory/row_rules.h"
#include "op/excerpts.h"
#include "op/kit/remedies.h"
#include "op/listings.h"
#include "op/notes.h"
#include "profile/mudpuppy.h"

namespace aim {
namespace profile {

enum class EntryType { fact, preference, event, insight, task, relationship };
enum class SearchMode { hybrid, vector, keyword };

}  // namespace profile

template <>
struct EnumNames<profile::EntryType> {
  static constexpr auto names =
      named<profile::EntryType>("fact", "preference", "event", "insight", "task", "relationship");
};
template <>
struct EnumNames<profile::SearchMode> {
  static constexpr auto names = named<profile::SearchMode>("hybrid", "vector", "keyword");
};

namespace profile {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view of_files = "file-index";  // the source of what an indexer made of files
constexpr std::string_view type_key = "entry_type", context_key = "context";
constexpr std::int64_t last_moment = 9'000'000'000'000;  // in the year 2255

std::string_view foreign_source_flaw(std::string_view text) {
  if (text == of_files)
    return "must not be file-index, which is the indexer's own";
  return open_source_flaw(text);
}

namespace limit {
constexpr Rule source{.min_bytes = 1, .max_bytes = 64, .flaw = foreign_source_flaw};
constexpr Rule context{.max_bytes = max_context_bytes};
constexpr Rule moment{.minimum = 1, .maximum = static_cast<double>(last_moment)};
constexpr Rule results{.minimum = 1, .maximum = 1'000, .clamps = true};
constexpr Rule weight{.minimum = 0, .maximum = 1};
constexpr Rule query{.min_bytes = 1, .max_bytes = 65'536, .takes_nul = true};
constexpr Rule id{.minimum = 1};
}  // namespace limit

std::int64_t milliseconds_of(Time time) {
  return std::chrono::floor<milliseconds>(time.time_since_epoch()).count();
}

std::optional<std::int64_t> milliseconds_of(const std::optional<Timestamp>& time) {
  return time ? std::optional(milliseconds_of(time->time)) : std::nullopt;
}

struct Noted {
  EntryType type = EntryType::fact;  // type of a memory without one
  std::optional<std::string> context;
};
Noted noted_in(const Memory& memory) {
  constexpr std::array keys{type_key, context_key};
  const auto texts = text_members(memory.metadata, keys);
  Noted noted;
  noted.type = value_of<EntryType>(texts[0]).value_or(EntryType::fact);
  if (!texts[1].empty())
    noted.context = texts[1];
  return noted;
}

// Common fields of a request and both forms of an entry, in this order.
struct EntryFields {
  EntryType type = EntryType::fact;
  std::string source = "manual";
  std::optional<std::string> context;
  double confidence = 1;
  std::int64_t importance = 5;
  std::vector<std::string> tags;
  static constexpr auto entry_fields() {
    using R = EntryFields;
    return std::tuple{
        op::takes("entryType", &R::type, rule::any, "Kind of memory"),
        op::takes("source", &R::source, limit::source, "Origin"),
        op::takes("context", &R::context, limit::context, "Context"),
        op::takes("confidence", &R::confidence, rule::confidence, "Confidence, 0 to 1"),
        op::takes("importance", &R::importance, rule::priority, "Importance, 1 to 10"),
        op::takes("tags", &R::tags, rule::tags, "Labels")};
  }
};
EntryFields fields_of(const Memory& memory) {
  Noted noted = noted_in(memory);
  return {noted.type,        memory.source,   std::move(noted.context),
          memory.confidence, memory.priority, memory.tags};
}

// ---- memory_add ----

struct AddRequest : EntryFields {
  std::string content;
  std::optional<std::int64_t> expires_at;
  std::string space;
  using R = AddRequest;
  static constexpr auto fields = std::tuple_cat(
      std::tuple{op::needs("content", &R::content, rule::content, "The memory content to store")},
      entry_fields(),
      std::tuple{
          op::takes("expiresAt", &R::expires_at, limit::moment, "Expiration as Unix milliseconds"),
          op::takes(space_key, &R::space, rule::any, "")});
};
struct AddReply {
  std::int64_t id = 0;
  bool created = false, duplicate = false;
  using R = AddReply;
  static constexpr std::tuple fields{
      op::gives("id", &R::id, "Number"), op::gives("created", &R::created, "True if it is new"),
      op::gives("duplicate", &R::duplicate, "True if it already existed")};
};

Result<std::optional<Time>> expiry_of(const AddRequest& request, Time now) {
  if (!request.expires_at)
    return std::optional<Time>();
  const std::int64_t given = *request.expires_at;
  const Time time{are_seconds(given)
                      ? std::chrono::seconds(given)
                      : std::chrono::duration_cast<std::chrono::nanoseconds>(milliseconds(given))};
  if (time <= now)
    return Failure(refuse("expiresAt", "must be in the future (Unix milliseconds)"));
  return std::optional(time);
}

Result<AddReply> add(Engine& engine, const AddRequest& request, const op::Caller& caller) {
  op::EntryDraft draft;
  draft.content = request.content;
  draft.name_space = request.space;
  draft.tags = request.tags;
  draft.priority = request.importance;
  draft.confidence = request.confidence;
  draft.source = request.source;
  draft.apart = of_files;
  draft.expires_at = TRY(expiry_of(request, engine.clock.now()));
  draft.metadata = with_text(draft.metadata, type_key, name_of(request.type));
  if (request.context && !request.context->empty())
    draft.metadata = with_text(draft.metadata, context_key, *request.context);
  if (!caller.session_id.empty())
    draft.metadata = with_text(draft.metadata, "session_id", caller.session_id);
  const auto kept = TRY(op::add_entry(engine, draft));
  return AddReply{kept.key, kept.created, !kept.created};
}

// ---- memory_search ----

struct EntrySearchRequest {
  std::string query;
  SearchMode mode = SearchMode::hybrid;
  std::int64_t limit = 10;
  std::vector<std::string> types;
  std::optional<std::int64_t> min_importance;
  std::optional<double> min_confidence;
  std::vector<std::string> tags;
  double vector_weight = 0.7, keyword_weight = 0.3;
  std::string space;
  using R = EntrySearchRequest;
  static constexpr std::tuple fields{
      op::needs("query", &R::query, limit::query, "Search query"),
      op::takes("mode", &R::mode, rule::any, "Search by words, by meaning, or both"),
      op::takes("limit", &R::limit, limit::results, "Maximum results"),
      op::takes("entryTypes", &R::types, rule::any, "Only of these types"),
      op::takes("minImportance", &R::min_importance, rule::priority, "Minimum"),
      op::takes("minConfidence", &R::min_confidence, rule::confidence, "Minimum"),
      op::takes("tags", &R::tags, rule::tags, "Only with one of these"),
      op::takes(vector_weight_key, &R::vector_weight, limit::weight,
                "Weight of meaning in the hybrid"),
      op::takes(keyword_weight_key, &R::keyword_weight, limit::weight,
                "Weight of words in the hybrid"),
      op::takes(space_key, &R::space, rule::any, "")};
};
struct FoundEntry : EntryFields {
  std::int64_t id = 0;
  std::string content;
  double score = 0;
  std::vector<std::string> matched_by;
  std::int64_t created_at = 0;
  using R = FoundEntry;
  static constexpr auto fields = std::tuple_cat(
      std::tuple{op::gives("id", &R::id, ""), op::gives("content", &R::content, "")},
      entry_fields(),
      std::tuple{op::gives("score", &R::score, ""), op::gives("matchedBy", &R::matched_by, ""),
                 op::gives("createdAt", &R::created_at, "")});
};
struct EntrySearchReply {
  std::vector<FoundEntry> results;
  std::int64_t total = 0;
  using R = EntrySearchReply;
  static constexpr std::tuple fields{op::gives("results", &R::results, "Best first"),
                                     op::gives("total", &R::total, "Number of items")};
};

bool is_among(const std::vector<std::string>& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

Result<void> check_types(const std::vector<std::string>& types) {
  for (const std::string& type : types)
    if (!value_of<EntryType>(type))
      return Failure(refuse(
          "entryTypes",
          "must be among " + join_texts(op::choices<EntryType>, ", ") + "; got \"" + type + "\""));
  return {};
}

bool passes(const Memory& memory, const EntrySearchRequest& request) {
  if (request.min_importance && memory.priority < *request.min_importance)
    return false;
  if (request.min_confidence && memory.confidence < *request.min_confidence)
    return false;
  if (!request.types.empty() && !is_among(request.types, name_of(noted_in(memory).type)))
    return false;
  return request.tags.empty() ||
         std::any_of(memory.tags.begin(), memory.tags.end(),
                     [&](const std::string& tag) { return is_among(request.tags, tag); });
}

double rounded(double number, double parts) {
  return std::round(number * parts) / parts;
}

FoundEntry shown(const op::EntryHit& hit) {
  constexpr double thousandths = 1'000;
  const Memory& memory = hit.memory;
  FoundEntry entry;
  static_cast<EntryFields&>(entry) = fields_of(memory);
  entry.id = memory.key;
  entry.content = memory.content;
  entry.score = rounded(hit.score.total, thousandths);
  if (hit.by_vectors)
    entry.matched_by.emplace_back("vector");
  if (hit.by_words)
    entry.matched_by.emplace_back("keyword");
  entry.created_at = milliseconds_of(memory.created_at.time);
  return entry;
}

Result<EntrySearchReply> search(Engine& engine, const EntrySearchRequest& request,
                                const op::Caller& caller) {
  TRY_VOID(check_types(request.types));
  const bool has_vectors = caller.tier > FeatureTier::keyword;
  if (request.mode == SearchMode::vector && !has_vectors)
    return Failure(unavailable(
        "vector search needs a model: " + op::said_to_person(caller, {.program = op::get_model}),
        ""));
  op::EntryQuery query;
  query.text = request.query;
  query.name_space = request.space;
  query.session = caller.session_id;
  query.limit = static_cast<std::size_t>(request.limit);
  query.by_vectors = request.mode != SearchMode::keyword && has_vectors;
  query.by_words = request.mode != SearchMode::vector;
  query.vector_weight = request.vector_weight;
  query.word_weight = request.keyword_weight;
  query.passes = [&](const Memory& memory) { return passes(memory, request); };
  const auto hits = TRY(op::find_entries(engine, query));
  op::note(caller, {"search", request.query, request.space}, hits);
  std::vector<const Memory*> found;
  for (const op::EntryHit& hit : hits) found.push_back(&hit.memory);
  auto contents = op::shown_contents(engine, request.query, query.by_vectors, found);
  EntrySearchReply reply;
  for (const op::EntryHit& hit : hits) {
    reply.results.push_back(shown(hit));
    reply.results.back().content = std::move(contents[reply.results.size() - 1]);
  }
  reply.total = static_cast<std::int64_t>(reply.results.size());
  return reply;
}

// ---- memory_get, memory_delete ----

struct IdRequest {
  std::int64_t id = 0;
  std::string space;
  using R = IdRequest;
  static constexpr std::tuple fields{op::needs("id", &R::id, limit::id, "The number of the memory"),
                                     op::takes(space_key, &R::space, rule::any, "")};
};
struct WholeEntry : EntryFields {
  std::int64_t id = 0;
  std::string content, content_hash;
  std::int64_t created_at = 0, updated_at = 0;
  std::optional<std::int64_t> expires_at;
  std::int64_t access_count = 0;
  std::optional<std::int64_t> last_accessed_at;
  using R = WholeEntry;
  static constexpr auto fields = std::tuple_cat(
      std::tuple{op::gives("id", &R::id, ""), op::gives("content", &R::content, ""),
                 op::gives("contentHash", &R::content_hash, "SHA-256 of the content")},
      entry_fields(),
      std::tuple{op::gives("createdAt", &R::created_at, "Unix milliseconds"),
                 op::gives("updatedAt", &R::updated_at, ""),
                 op::gives("expiresAt", &R::expires_at, ""),
                 op::gives("accessCount", &R::access_count, "Before this access"),
                 op::gives("lastAccessedAt", &R::last_accessed_at, "")});
};
struct GetReply {
  std::optional<WholeEntry> entry;
  std::optional<std::string> error;
  using R = GetReply;
  static constexpr std::tuple fields{
      op::gives("entry", &R::entry, "The memory"),
      op::gives("error", &R::error, "Reason why there is no memory")};
};
struct DeleteReply {
  bool success = false, deleted = false;
  using R = DeleteReply;
  static constexpr std::tuple fields{op::gives("success", &R::success, "True if it existed"),
                                     op::gives("deleted", &R::deleted, "Same as the one before")};
};

WholeEntry shown(const Memory& memory) {
  WholeEntry entry;
  static_cast<EntryFields&>(entry) = fields_of(memory);
  entry.id = memory.key;
  entry.content = memory.content;
  entry.content_hash = sha256_hex(memory.content);
  entry.created_at = milliseconds_of(memory.created_at.time);
  entry.updated_at = milliseconds_of(memory.updated_at.time);
  entry.expires_at = milliseconds_of(memory.expires_at);
  entry.access_count = memory.access_count;
  entry.last_accessed_at = milliseconds_of(memory.last_accessed_at);
  return entry;
}

Result<GetReply> get(Engine& engine, const IdRequest& request, const op::Caller& caller) {
  const auto memory = TRY(op::get_entry(engine, request.space, request.id));
  if (!memory)
    return GetReply{{}, "Memory entry not found: " + std::to_string(request.id)};
  op::note(caller, "get", *memory);
  return GetReply{shown(*memory), {}};
}

Result<DeleteReply> remove(Engine& engine, const IdRequest& request, const op::Caller&) {
  const bool removed = TRY(op::remove_entry(engine, request.space, request.id));
  return DeleteReply{removed, removed};
}

// ---- memory_stats ----

struct StatsRequest {
  std::string space;
  static constexpr std::tuple fields{op::takes(space_key, &StatsRequest::space, rule::any, "")};
};
struct StatsReply {
  std::int64_t total = 0;
  op::JsonObject by_type;
  double importance = 0, confidence = 0;
  std::int64_t accesses = 0;
  op::Nullable<std::int64_t> oldest, newest;
  using R = StatsReply;
  static constexpr std::tuple fields{op::gives("totalEntries", &R::total, ""),
                                     op::gives("byType", &R::by_type, ""),
                                     op::gives("avgImportance", &R::importance, ""),
                                     op::gives("avgConfidence", &R::confidence, ""),
                                     op::gives("totalAccesses", &R::accesses, ""),
                                     op::gives("oldestEntry", &R::oldest, "Unix milliseconds"),
                                     op::gives("newestEntry", &R::newest, "")};
};

Result<StatsReply> stats(Engine& engine, const StatsRequest& request, const op::Caller&) {
  constexpr double ten_thousandths = 10'000;
  StatsReply reply;
  std::array<std::int64_t, EnumNames<EntryType>::names.size()> of_type{};
  double importance = 0, confidence = 0;
  TRY_VOID(op::each_entry(engine, request.space, [&](const Memory& memory) {
    ++reply.total;
    ++of_type[static_cast<std::size_t>(noted_in(memory).type)];
    importance += static_cast<double>(memory.priority);
    confidence += memory.confidence;
    reply.accesses += memory.access_count;
    const std::int64_t created = milliseconds_of(memory.created_at.time);
    reply.oldest.value = std::min(reply.oldest.value.value_or(created), created);
    reply.newest.value = std::max(reply.newest.value.value_or(created), created);
  }));
  std::string types;
  for (const auto& [type, name] : EnumNames<EntryType>::names)
    if (const std::int64_t count = of_type[static_cast<std::size_t>(type)]; count > 0)
      types.append(types.empty() ? "" : ",")
          .append("\"")
          .append(name)
          .append("\":")
          .append(std::to_string(count));
  reply.by_type.text = "{" + types + "}";
  if (reply.total > 0) {
    const auto total = static_cast<double>(reply.total);
    reply.importance = rounded(importance / total, ten_thousandths);
    reply.confidence = rounded(confidence / total, ten_thousandths);
  }
  return reply;
}

}  // namespace

bool are_seconds(std::int64_t moment) {
  constexpr std::int64_t first = 1'000'000'000, last = 9'999'999'999;
  return moment >= first && moment <= last;
}

const op::Operation& mudpuppy_add() {
  return op::operation<add>("memory_add", "Add memory", "Add a memory.", op::Effect::adds,
                            {.right = op::Right::write});
}
const op::Operation& mudpuppy_search() {
  return op::operation<search>("memory_search", "Search memories",
                               "Search memories by words and meaning.", op::Effect::reads,
                               {.right = op::Right::read});
}
const op::Operation& mudpuppy_get() {
  return op::operation<get>("memory_get", "Get memory", "Read a memory by its id.",
                            op::Effect::reads, {.right = op::Right::read});
}
const op::Operation& mudpuppy_stats() {
  return op::operation<stats>("memory_stats", "Statistics", "Count memories.", op::Effect::reads,
                              {.right = op::Right::read});
}
const op::Operation& mudpuppy_delete() {
  return op::operation<remove>("memory_delete", "Delete memory", "Delete a memory.",
                               op::Effect::destroys, {.right = op::Right::write});
}

}  // namespace profile
}  // namespace aim
