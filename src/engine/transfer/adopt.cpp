#include "engine/transfer/adopt.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "engine/lookup/by_title.h"
#include "engine/remember.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "memory/merge.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/types.h"

namespace aim::engine {
namespace {

// The content and the title as they came, so that a change here is told from a change there.
constexpr std::string_view mark = "origin_hash", title_mark = "origin_title";

std::string hash_of(std::string_view content) {
  return std::to_string(stable_hash(content));
}

// Whether its origin tells when it was changed, and that was before what is here (S12).
bool is_older(const Memory& fresh, const Memory& old) {
  return fresh.updated_at.time > fresh.created_at.time &&
         fresh.updated_at.time < old.updated_at.time && is_as_it_came(old);
}

using Fate = Adopted;
constexpr std::size_t short_id = 8;

// Whether the origin has another title now, and the title here is still the one that came.
bool renamed_there(const Memory& old, const Memory& fresh) {
  const std::string came = text_member(old.metadata, title_mark);
  return !came.empty() && came != fresh.title &&
         (old.title == came || old.title == came + " [" + old.id.substr(0, short_id) + "]");
}

Fate fate_of(const Memory& old, const Memory& fresh) {
  if (is_older(fresh, old))
    return Fate::unchanged;
  if (old.content == fresh.content)
    return renamed_there(old, fresh) && is_as_it_came(old) ? Fate::update : Fate::unchanged;
  return is_as_it_came(old) ? Fate::update : Fate::edited;
}

void count(Fate fate, AdoptReport& report) {
  report.fates.push_back(fate);
  switch (fate) {
    case Fate::add:
      ++report.added;
      break;
    case Fate::update:
      ++report.updated;
      break;
    case Fate::unchanged:
      ++report.unchanged;
      break;
    case Fate::edited:
      ++report.edited;
      break;
  }
}

// A title of its own: another memory's is not overwritten by what only happens to be called the
// same.
Result<std::string> free_title(store::Writer& writer, const Engine& engine, const Memory& memory,
                               Time now) {
  for (const std::size_t id_bytes : {std::size_t{0}, short_id, memory.id.size()}) {
    const std::string suffix = id_bytes == 0 ? "" : " [" + memory.id.substr(0, id_bytes) + "]";
    std::string title(utf8::cut(memory.title, rule::title.max_bytes - suffix.size()));
    title += suffix;
    if (!TRY(title_holder(writer, engine, memory.name_space, title, now)))
      return title;
  }
  return memory.id;
}

Result<void> add(store::Writer& writer, const Engine& engine, Memory& memory, Time now) {
  if (memory.created_at.time == Time{})
    memory.created_at = at(now);
  if (memory.updated_at.time == Time{})
    memory.updated_at = memory.created_at;
  if (!memory.expires_at)
    if (const auto expiry = expiry_at_birth(memory.tier, now, engine.options.lifetimes))
      memory.expires_at = at(*expiry);
  memory.title = TRY(free_title(writer, engine, memory, now));
  return writer.memories.insert(memory);
}

Result<void> update(store::Writer& writer, const Engine& engine, const Memory& old, Memory& memory,
                    Time now) {
  memory.name_space = old.name_space;
  std::string title =
      renamed_there(old, memory) ? TRY(free_title(writer, engine, memory, now)) : old.title;
  const Time changed = std::max(old.updated_at.time, memory.updated_at.time);
  memory = merge(old, memory, {}, now, engine.options.lifetimes);
  memory.title = std::move(title);
  memory.updated_at = at(changed);
  TRY_VOID(writer.memories.replace(old, memory));
  return writer.memories.doubt_standards_of(old.key);  // its words are from elsewhere
}

Result<void> adopt_one(store::Writer& writer, const Engine& engine, Memory memory, Time now,
                       AdoptReport& report, std::vector<Memory>& written) {
  auto old = TRY(writer.memories.find_by_id(memory.id));
  if (old && has_expired(*old, now)) {
    TRY_VOID(collect(writer, engine, {*old}, now));
    old.reset();
  }
  const Fate fate = old ? fate_of(*old, memory) : Fate::add;
  count(fate, report);
  if (fate != Fate::add && fate != Fate::update)
    return {};
  if (text_member(memory.metadata, mark).empty())
    memory.metadata = with_origin(memory.metadata, memory.title, memory.content);
  TRY_VOID(old ? update(writer, engine, *old, memory, now) : add(writer, engine, memory, now));
  written.push_back(std::move(memory));
  return {};
}

Result<void> look(Engine& engine, const std::vector<Memory>& batch, AdoptReport& report) {
  const Time now = engine.clock.now();
  return engine.database.read([&](store::Reader& reader) -> Result<void> {
    for (const Memory& memory : batch) {
      const auto old = TRY(reader.memories.find_by_id(memory.id));
      count(old && !has_expired(*old, now) ? fate_of(*old, memory) : Fate::add, report);
    }
    return {};
  });
}

}  // namespace

bool is_as_it_came(const Memory& memory) {
  return text_member(memory.metadata, mark) == hash_of(memory.content);
}

std::string with_origin(std::string_view metadata, std::string_view title,
                        std::string_view content) {
  return with_text(with_text(metadata, mark, hash_of(content)), title_mark, title);
}

Result<void> adopt(Engine& engine, std::vector<Memory> batch, AdoptReport& report, bool dry) {
  for (const Memory& memory : batch) TRY_VOID(check_name_space(engine, memory.name_space));
  report.fates.clear();
  if (batch.empty())
    return {};
  if (dry)
    return look(engine, batch, report);
  TRY_VOID(engine.database.maintenance().check_room(0));
  store::put_in_write_order(batch, &Memory::name_space);
  const Time now = engine.clock.now();
  AdoptReport done;
  TRY_VOID(write_step(engine, "import", [&](store::Writer& writer) -> Result<void> {
    done = report;
    std::vector<Memory> written;
    for (const Memory& memory : batch)
      TRY_VOID(adopt_one(writer, engine, memory, now, done, written));
    return keep_by_table(writer, engine.embeddings, written);
  }));
  report = done;
  return {};
}

Result<std::string> name_in_ids(Engine& engine, std::optional<NamesToday>& names,
                                const std::string& name_space,
                                const std::function<std::string(const std::string&)>& id_of) {
  if (!names)
    names = engine.database.exists() ? TRY(engine.database.read(NamesToday::read)) : NamesToday();
  const auto former = names->former(name_space);
  if (former.empty())
    return name_space;
  return engine.database.read([&](store::Reader& reader) -> Result<std::string> {
    if (!TRY(reader.memories.find_by_id(id_of(name_space))))
      for (const std::string& name : former)
        if (TRY(reader.memories.find_by_id(id_of(name))))
          return name;
    return name_space;
  });
}

Result<std::vector<Memory>> adopted_before(Engine& engine, const std::vector<std::string>& ids,
                                           const std::string& name_space,
                                           const std::string& title) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Memory>> {
    std::vector<Memory> found;
    for (const std::string& id : ids)
      if (auto memory = TRY(reader.memories.find_by_id(id)))
        found.push_back(std::move(*memory));
    if (!title.empty())
      if (auto memory = TRY(reader.memories.find_by_title(name_space, title)))
        found.push_back(std::move(*memory));
    return found;
  });
}

}  // namespace aim::engine
