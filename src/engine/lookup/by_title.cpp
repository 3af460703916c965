#include "engine/lookup/by_title.h"

#include "engine/audit/events.h"
#include "memory/rules.h"
#include "store/memories.h"
#include "store/search.h"

namespace aim::engine {

Result<void> collect(store::Writer& writer, const Engine& engine,
                     const std::vector<Memory>& memories, Time now) {
  const bool archived = engine.options.archive_on_gc;
  std::vector<std::string> gone;
  for (const Memory& memory : memories) {
    if (archived)
      TRY_VOID(writer.memories.add_archived({memory, at(now), "gc"}));
    TRY_VOID(writer.memories.erase(memory, now));
    gone.push_back(memory.id);
  }
  return record_ids(writer, engine, event::memories_collected, gone, [&](const auto& ids) {
    return Payload().add("archived", archived).add("ids", ids);
  });
}

Result<std::optional<Memory>> title_holder(store::Writer& writer, const Engine& engine,
                                           std::string_view name_space, std::string_view title,
                                           Time now) {
  auto holder = TRY(writer.memories.find_by_title(name_space, title));
  if (!holder || !has_expired(*holder, now))
    return holder;
  TRY_VOID(collect(writer, engine, {*holder}, now));
  return std::optional<Memory>();
}

Result<std::optional<Memory>> find_titled(Engine& engine,
                                          const std::vector<std::string>& name_spaces,
                                          std::string_view title) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::optional<Memory>> {
    const Time now = engine.clock.now();
    for (const std::string& name_space : name_spaces)
      if (auto memory = TRY(reader.memories.find_by_title(name_space, title));
          memory && !has_expired(*memory, now))
        return memory;
    return std::optional<Memory>();
  });
}

namespace {

struct Titled {
  std::string id, name_space;
};

Result<std::optional<std::string>> only_one(const std::vector<Titled>& titled,
                                            std::string_view field) {
  if (titled.empty())
    return std::optional<std::string>();
  if (titled.size() == 1)
    return std::optional(titled.front().id);
  constexpr std::size_t max_listed = 5;
  std::string listed;
  for (std::size_t i = 0; i < std::min(titled.size(), max_listed); ++i)
    listed.append(i ? ", " : "").append(titled[i].id + " in " + titled[i].name_space);
  return Failure(
      refuse(field, "is the title of " + std::to_string(titled.size()) + " memories: " + listed +
                        (titled.size() > max_listed ? ", …" : "") + "; give the id of one"));
}

// The living memories with the title in these namespaces.
Result<std::vector<Titled>> titled_in(const store::Reader& reader,
                                      const std::vector<std::string>& name_spaces,
                                      std::string_view title, Time now) {
  std::vector<Titled> found;
  for (const std::string& name_space : name_spaces)
    if (const auto memory = TRY(reader.memories.find_by_title(name_space, title));
        memory && !has_expired(*memory, now))
      found.push_back({memory->id, name_space});
  return found;
}

}  // namespace

Result<std::optional<std::string>> id_of_title(Engine& engine, std::string_view title,
                                               const std::vector<std::string>& near,
                                               std::string_view field) {
  using FoundId = std::optional<std::string>;
  return engine.database.read([&](store::Reader& reader) -> Result<FoundId> {
    const bool is_id = TRY(reader.memories.find_by_id(title)) ||
                       (title.size() >= min_prefix_bytes &&
                        !TRY(reader.memories.ids_with_prefix(title, 1)).empty());
    if (is_id)
      return FoundId();
    const Time now = engine.clock.now();
    if (const auto found = TRY(titled_in(reader, near, title, now)); !found.empty())
      return only_one(found, field);
    std::vector<std::string> all;
    for (const auto& row : TRY(reader.search.name_spaces(""))) all.push_back(row.name);
    return only_one(TRY(titled_in(reader, all, title, now)), field);
  });
}

Result<std::optional<std::string>> gone_id_of_title(Engine& engine, std::string_view title,
                                                    std::string_view field) {
  using FoundId = std::optional<std::string>;
  return engine.database.read([&](store::Reader& reader) -> Result<FoundId> {
    const bool is_id = TRY(reader.memories.find_archived(title)) ||
                       (title.size() >= min_prefix_bytes &&
                        (!TRY(reader.memories.archived_ids_with_prefix(title, 1)).empty() ||
                         !TRY(reader.memories.versioned_ids_with_prefix(title, 1)).empty()));
    if (is_id)
      return FoundId();
    std::vector<Titled> found;
    for (store::GoneMemory& each : TRY(reader.memories.gone_titled(title)))
      found.push_back({std::move(each.id), std::move(each.name_space)});
    return only_one(found, field);
  });
}

Result<std::optional<std::string>> deleted_id_of_title(const store::Reader& reader,
                                                       std::string_view title, Time since,
                                                       std::string_view field) {
  std::map<std::string, std::string> deleted;  // namespaces by id
  TRY_VOID(reader.memories.each_version([&](const store::Version& each) -> Result<void> {
    if (each.change == "delete" && each.until >= since && each.memory.title == title)
      deleted[each.memory.id] = each.memory.name_space;
    return {};
  }));
  std::vector<Titled> found;
  for (const auto& [id, name_space] : deleted)
    if (!TRY(reader.memories.find_by_id(id)))
      found.push_back({id, name_space});
  return only_one(found, field);
}

Error title_taken(const Memory& by) {
  return conflict("the title \"" + by.title + "\" is already used in the namespace \"" +
                  by.name_space + "\" by the memory " + by.id);
}

}  // namespace aim::engine
