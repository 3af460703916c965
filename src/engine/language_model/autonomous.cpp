#include "engine/language_model/autonomous.h"

#include "base/hash.h"
#include "base/log.h"
#include "base/utf8.h"
#include "engine/language_model/enrich.h"
#include "engine/search/recall.h"
#include "llm/language_model.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "store/links.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

constexpr std::int64_t changes_at_once = 64;
constexpr std::size_t max_compared = 3;
constexpr std::size_t question_bytes = 600;  // of a memory, to find similar ones by
constexpr std::string_view mark = "enriched", tags_by_model = "auto_tags";
constexpr std::size_t hash_digits = 16;
constexpr std::chrono::milliseconds mark_timeout{500};

std::string hash_of_text(const Memory& memory) {
  return sha256_hex(memory.title + '\0' + memory.content).substr(0, hash_digits);
}

bool is_enriched(const Memory& memory) {
  const std::array keys{mark};
  const auto values = text_members(memory.metadata, keys);
  return !values.empty() && values.front() == hash_of_text(memory);
}

// Memories of the namespace that say something about the same. Nothing counts as used.
Result<std::vector<Memory>> similar_ones(Engine& engine, const Memory& memory) {
  Query query;
  query.text = memory.title + "\n" + std::string(utf8::cut(memory.content, question_bytes));
  query.filter.name_space = memory.name_space;
  query.limit = max_compared + 1;
  query.by_meaning = true;
  query.min_score = 0;  // the language model judges how alike they are
  query.noted = false;
  std::vector<Memory> out;
  for (Hit& hit : TRY(recall(engine, query)).hits)
    if (hit.memory.key != memory.key && out.size() < max_compared)
      out.push_back(std::move(hit.memory));
  return out;
}

// What was found out about a memory.
struct Findings {
  std::vector<std::string> tags;
  std::vector<Key> contradicted;
};

// A prompt that the model cannot answer is passed over: the next memory must not wait for it for
// ever.
template <class T>
Result<T> or_nothing(Result<T> answer) {
  if (answer || !llm::is_of_this_prompt(answer.error()))
    return answer;
  log::info("the language model was of no use for a memory: " + answer.error().message);
  return T();
}

Result<Findings> find_out(Engine& engine, const Memory& memory) {
  Findings findings;
  findings.tags = TRY(or_nothing(ask_for_tags(engine, memory)));
  for (const Memory& other : TRY(similar_ones(engine, memory)))
    if (TRY(or_nothing(ask_whether_contradicting(engine, memory, other))))
      findings.contradicted.push_back(other.key);
  return findings;
}

Result<void> write_findings(store::Writer& writer, Engine& engine, const Memory& old,
                            const Findings& findings) {
  Memory fresh = old;
  const auto added = add_tags(fresh, findings.tags);
  fresh.metadata = with_text(fresh.metadata, mark, hash_of_text(old));
  if (!added.empty())
    fresh.metadata = with_text_list(fresh.metadata, tags_by_model, added);
  if (fresh.metadata.size() > rule::metadata.max_bytes)
    return {};
  TRY_VOID(put_back(writer, engine, old, fresh));
  Link link;
  link.relation = name_of(Relation::contradicts);
  link.created_at = link.valid_from = fresh.updated_at;
  for (const Memory& other : TRY(writer.memories.by_keys(findings.contradicted)))
    TRY_VOID(writer.links.add(old.key, other.key, link));
  return {};
}

}  // namespace

Result<bool> Autonomous::is_ours() {
  if (!turn_)
    turn_ = TRY(engine_.database.maintenance().try_take("enriching"));
  return turn_ != nullptr;
}

Result<std::int64_t> Autonomous::begin_at(store::Reader& reader, std::int64_t last) {
  return TRY(reader.records.before_changes_since(started_)).value_or(last);
}

Result<Autonomous::Next> Autonomous::find_next() {
  const Time now = engine_.clock.now();
  return engine_.database.read([&](store::Reader& reader) -> Result<Next> {
    Next next;
    const std::int64_t last = TRY(reader.records.last_change());
    const auto from = TRY(reader.records.fact(store::enriched_to));
    // A database that was repaired or restored may count anew.
    next.up_to = std::min(from ? *from : TRY(begin_at(reader, last)), last);
    const auto rows = TRY(reader.records.changes_after(next.up_to, changes_at_once));
    for (const store::ChangeRow& row : rows) {
      next.up_to = row.seq;
      auto memory = row.gone ? std::nullopt : TRY(reader.memories.find_by_id(row.id));
      if (!memory || has_expired(*memory, now) || is_enriched(*memory))
        continue;
      next.memory = std::move(memory);
      break;
    }
    next.more = next.memory || static_cast<std::int64_t>(rows.size()) == changes_at_once;
    next.moves = from != next.up_to;
    return next;
  });
}

Result<void> Autonomous::move_mark(std::int64_t up_to) {
  return engine_.database.write_soon(mark_timeout, [&](store::Writer& writer) {
    return writer.records.set_fact(store::enriched_to, up_to);
  });
}

Result<void> Autonomous::enrich(const Memory& memory, std::int64_t up_to) {
  const Findings findings = TRY(find_out(engine_, memory));
  return engine_.database.write([&](store::Writer& writer) -> Result<void> {
    const auto now_there = TRY(writer.memories.by_keys({&memory.key, 1}));
    // What was changed meanwhile has a number of its own, and its turn comes again.
    if (!now_there.empty() && hash_of_text(now_there.front()) == hash_of_text(memory))
      TRY_VOID(write_findings(writer, engine_, now_there.front(), findings));
    return writer.records.set_fact(store::enriched_to, up_to);
  });
}

Result<bool> Autonomous::step() {
  if (!engine_.llm || !TRY(is_ours()))
    return false;
  const Next next = TRY(find_next());
  if (!next.memory) {
    if (next.moves)
      TRY_VOID(move_mark(next.up_to));
    return next.more;
  }
  TRY_VOID(engine_.llm->ready());
  TRY_VOID(enrich(*next.memory, next.up_to));
  return next.more;
}

}  // namespace aim::engine
