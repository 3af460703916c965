#include "bridge/facts.h"

#include "base/append.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "bridge/topic_file.h"
#include "engine/forget.h"
#include "engine/relate.h"
#include "engine/remember.h"
#include "engine/search/valid_time.h"
#include "engine/standards.h"
#include "engine/untitled/file_entries.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "op/stored_secrets.h"
#include "store/memories.h"

namespace aim::bridge {
namespace {

constexpr std::string_view description_key = "description";
constexpr std::array<std::string_view, 3> keys{description_key, "confirmed", "path"};
constexpr std::int64_t page_size = 500;

bool is_chosen(const Memory& memory, const std::vector<std::string>& members) {
  if (memory.source == "hook")
    return !members[1].empty();
  return !memory.source.starts_with("mine-") && !engine::follows_file(memory) &&
         (memory.source != "import" || !members[2].ends_with(".md"));
}

Result<std::vector<Memory>> living(store::Reader& reader, const std::string& name_space, Time now) {
  std::vector<Memory> all;
  Filter filter;
  filter.name_space = name_space;
  for (Key after = 0;;) {
    auto page = TRY(reader.memories.matching(filter, page_size, after));
    if (page.empty())
      return all;
    after = page.back().key;
    for (Memory& memory : page)
      if (!has_expired(memory, now))
        all.push_back(std::move(memory));
  }
}

bool comes_before(const Memory& a, const Memory& b, Order order) {
  if (order == Order::by_use)
    return std::tuple(shown_priority(a), a.access_count, a.updated_at.time, a.key) >
           std::tuple(shown_priority(b), b.access_count, b.updated_at.time, b.key);
  return std::tuple(a.priority, a.tier == Tier::long_term, a.key) >
         std::tuple(b.priority, b.tier == Tier::long_term, b.key);
}

}  // namespace

Fact fact_of(const Memory& memory) {
  const std::vector<std::string> members = text_members(memory.metadata, keys);
  Fact fact;
  fact.id = memory.id;
  fact.title = ascii::trimmed(memory.title);
  fact.content = ascii::trimmed(memory.content);
  fact.description = members[0];
  fact.described = !fact.description.empty();
  if (!fact.described)
    fact.description = engine::beginning_of(memory.content);
  for (const std::string& tag : memory.tags)
    if (is_topic_type(tag))
      fact.type = tag;
  fact.sign = sha256_hex(fact.title + '\n' + fact.description + '\n' + fact.content);
  fact.changed_at = memory.updated_at.time;
  fact.updated_at = memory.updated_at.text();
  fact.goes_out = is_chosen(memory, members);
  fact.is_former = !memory.superseded_by.empty();
  fact.goes_out = fact.goes_out && !fact.is_former;
  return fact;
}

Result<std::vector<Fact>> facts_of(Engine& engine, const std::string& name_space, Order order) {
  const Time now = engine.clock.now();
  std::vector<engine::Standard> waiting;
  if (order == Order::by_importance)
    waiting = TRY(engine::unconfirmed_standards(engine, name_space));
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Fact>> {
    std::vector<Memory> standards;
    if (order == Order::by_importance)
      standards = TRY(engine::standards_for(reader, name_space, now));
    const std::size_t holding = standards.size();
    for (const engine::Standard& each : waiting)
      if (each.memory)
        standards.push_back(*each.memory);
    std::vector<Memory> memories = TRY(living(reader, name_space, now));
    std::erase_if(memories, [&](const Memory& memory) {
      return std::any_of(standards.begin(), standards.end(),
                         [&](const Memory& each) { return each.key == memory.key; });
    });
    std::ranges::sort(memories,
                      [&](const Memory& a, const Memory& b) { return comes_before(a, b, order); });
    std::vector<Memory*> all;
    for (Memory& each : memories) all.push_back(&each);
    TRY_VOID(engine::note_standing(reader, all, engine::ValidTime(now)));
    std::vector<Fact> facts;
    for (const Memory& each : standards) {
      facts.push_back(fact_of(each));
      facts.back().goes_out = facts.size() <= holding;
    }
    for (const Memory& each : memories) facts.push_back(fact_of(each));
    return facts;
  });
}

std::string secrets_in(const Engine& engine, std::string_view title, std::string_view content) {
  Cleaner cleaner = op::cleaner_of(engine);
  cleaner.text(title);
  cleaner.text(content);
  const std::string kinds = join_texts(cleaner.kinds(), ", ");
  return kinds.empty() && cleaner.removed() > 0 ? "a private passage" : kinds;
}

Result<Fact> Facts::store(const FileFact& item, std::string title, std::string_view contradicts) {
  engine::Draft draft;
  draft.title = std::move(title);
  draft.content = item.content;
  draft.name_space = name_space_;
  draft.tier = Tier::long_term;
  draft.source = "bridge";
  if (!item.type.empty())
    draft.tags = {item.type};
  if (!item.description.empty() && item.description != engine::beginning_of(item.content))
    draft.metadata = with_text("{}", description_key, item.description);
  TRY_VOID(check(rule::title, "title", draft.title));
  TRY_VOID(check(rule::content, "content", draft.content));
  engine::TransactionHooks together;
  if (!contradicts.empty())
    together.finish = [&](store::Writer& writer, const Memory& memory) -> Result<void> {
      const auto ends =
          TRY(engine::find_ends(writer, memory.id, "memory", std::string(contradicts), "memory"));
      TRY(engine::link(writer, ends, Relation::contradicts, engine_.clock.now()));
      return {};
    };
  return fact_of(TRY(engine::remember(engine_, draft, together)).memory);
}

Result<Fact> Facts::add(const FileFact& item) {
  const auto holder = TRY(engine_.database.read([&](store::Reader& reader) {
    return reader.memories.find_by_title(name_space_, item.title);
  }));
  return store(item, holder ? title_beside(item.title, item.content) : item.title, {});
}

Result<Fact> Facts::change(const Fact& fact, const FileFact& item) {
  engine::Changes changes;
  changes.made_from = fact.updated_at;
  if (item.content != fact.content)
    changes.content = item.content;
  if (!item.title.empty() && item.title != fact.title)
    changes.title = item.title;
  if (!item.description.empty() && item.description != fact.description) {
    const Memory memory = TRY(engine::get(engine_, fact.id)).memory;
    changes.metadata = with_text(memory.metadata, description_key, item.description);
  }
  if (!changes.content && !changes.title && !changes.metadata)
    return fact;
  auto changed = engine::update(engine_, fact.id, changes);
  if (!changed && changed.error().code == Code::conflict && changes.title) {
    changes.title = title_beside(*changes.title, item.content);
    changed = engine::update(engine_, fact.id, changes);
  }
  return fact_of(TRY(std::move(changed)));
}

Result<Fact> Facts::keep_beside(const Fact& fact, const FileFact& other) {
  return store(other, title_beside(fact.title, other.content), fact.id);
}

Result<void> Facts::remove(const Fact& fact) {
  TRY(engine::remove(engine_, fact.id));
  return {};
}

std::string title_beside(std::string_view title, std::string_view content) {
  constexpr std::size_t digits = 6;
  std::string beside = " (other version " + sha256_hex(content).substr(0, digits) + ")";
  return std::string(utf8::cut(title, rule::title.max_bytes - beside.size())) + beside;
}

}  // namespace aim::bridge
