#include "engine/graph/graph.h"

#include <unordered_map>

#include "base/utf8.h"
#include "base/uuid.h"
#include "engine/audit/events.h"
#include "engine/forget.h"
#include "engine/lookup/by_title.h"
#include "engine/remember.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "memory/rules.h"
#include "store/links.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

constexpr std::size_t short_id = 8;

using LinkTriple = std::tuple<Key, Key, std::string>;
using Names = std::unordered_map<std::string, std::size_t>;  // the first entity of each name

struct Loaded {
  Graph graph;
  std::map<Key, Memory> memories;
  std::optional<Memory> loose;
  std::set<LinkTriple> links;
};

Names names_of(const Graph& graph) {
  Names names;
  for (std::size_t i = 0; i < graph.entities.size(); ++i)
    names.try_emplace(graph.entities[i].name, i);
  return names;
}

Result<void> load_memories(const store::Reader& reader, const std::string& name_space, Time now,
                           Loaded& loaded) {
  Filter filter;
  filter.name_space = name_space;
  return store::each_matching(reader.memories, filter, [&](Memory& memory) {
    if (has_expired(memory, now))
      return;
    for (GraphRelation& each : relations_of(memory))
      loaded.graph.relations.push_back(std::move(each));
    if (keeps_loose_relations(memory)) {
      loaded.loose = std::move(memory);
      return;
    }
    loaded.graph.entities.push_back(entity_of(memory));
    const Key key = memory.key;
    loaded.memories.emplace(key, std::move(memory));
  });
}

Result<void> load_links(const store::Reader& reader, Loaded& loaded) {
  std::unordered_map<std::string, const Memory*> by_id;
  for (const auto& [key, memory] : loaded.memories) by_id.emplace(memory.id, &memory);
  std::unordered_map<Key, GraphEntity*> entities;
  for (GraphEntity& each : loaded.graph.entities) entities.emplace(each.key, &each);
  std::vector<GraphRelation> others;
  const Names names = names_of(loaded.graph);
  std::set<LinkTriple> explained;
  for (const GraphRelation& each : loaded.graph.relations)
    if (const auto from = names.find(each.from), to = names.find(each.to);
        !each.link.empty() && from != names.end() && to != names.end())
      explained.emplace(loaded.graph.entities[from->second].key,
                        loaded.graph.entities[to->second].key, each.link);
  TRY_VOID(reader.links.each([&](const Link& link) -> Result<void> {
    const auto from = by_id.find(link.source_id), to = by_id.find(link.target_id);
    if (from == by_id.end() || to == by_id.end())
      return {};
    LinkTriple triple{from->second->key, to->second->key, link.relation};
    if (!explained.contains(triple)) {
      GraphRelation other{entity_name(*from->second),
                          entity_name(*to->second),
                          link.relation,
                          link.created_at.nanoseconds(),
                          link.relation,
                          true};
      auto types = take_imported_types(*from->second, *entities.at(from->second->key), other.to);
      for (std::string& type : types) {
        others.push_back(other);
        others.back().type = std::move(type);
        others.back().only_link = false;
      }
      if (types.empty())
        others.push_back(std::move(other));
    }
    loaded.links.insert(std::move(triple));
    return {};
  }));
  // Somebody has removed the link.
  std::erase_if(loaded.graph.relations, [&](const GraphRelation& each) {
    const auto from = names.find(each.from), to = names.find(each.to);
    return !each.link.empty() && from != names.end() && to != names.end() &&
           !loaded.links.contains({loaded.graph.entities[from->second].key,
                                   loaded.graph.entities[to->second].key, each.link});
  });
  for (GraphRelation& each : others) loaded.graph.relations.push_back(std::move(each));
  std::ranges::stable_sort(loaded.graph.relations, {}, &GraphRelation::created);
  return {};
}

Result<Loaded> load(const store::Reader& reader, const std::string& name_space, Time now) {
  Loaded loaded;
  TRY_VOID(load_memories(reader, name_space, now, loaded));
  TRY_VOID(load_links(reader, loaded));
  return loaded;
}

// The relations that each entity's memory keeps, by its place; those of no entity last.
std::vector<std::vector<GraphRelation>> by_holder(const Graph& graph, const Names& names) {
  std::vector<std::vector<GraphRelation>> held(graph.entities.size() + 1);
  for (const GraphRelation& each : graph.relations) {
    if (each.only_link)
      continue;
    const auto from = names.find(each.from);
    held[from == names.end() ? graph.entities.size() : from->second].push_back(each);
  }
  return held;
}

bool keep_the_same(const std::vector<GraphRelation>& a, const std::vector<GraphRelation>& b) {
  return std::ranges::equal(a, b, [](const GraphRelation& one, const GraphRelation& other) {
    return std::tie(one.to, one.type, one.created, one.link, one.from) ==
           std::tie(other.to, other.type, other.created, other.link, other.from);
  });
}

// Stores the differences between two states of a graph.
class GraphWriter {
 public:
  GraphWriter(store::Writer& writer, const Engine& engine, const std::string& name_space, Time now)
      : writer_(writer), engine_(engine), name_space_(name_space), now_(now) {}

  Result<void> store(const Loaded& before, Graph& after) {
    TRY_VOID(remove_entities(before, after));
    const Names names = names_of(after);
    complete_relations(after, names);
    const auto held_before = by_holder(before.graph, names_of(before.graph));
    const auto held = by_holder(after, names);
    std::unordered_map<Key, std::size_t> places;
    for (std::size_t i = 0; i < before.graph.entities.size(); ++i)
      places.emplace(before.graph.entities[i].key, i);
    for (std::size_t i = 0; i < after.entities.size(); ++i) {
      GraphEntity& entity = after.entities[i];
      if (entity.key == 0) {
        TRY_VOID(insert(entity, held[i]));
        continue;
      }
      const std::size_t was = places.at(entity.key);
      if (before.graph.entities[was].observations != entity.observations ||
          !keep_the_same(held_before[was], held[i]))
        TRY_VOID(replace(before.memories.at(entity.key), entity, held[i]));
    }
    if (!keep_the_same(held_before.back(), held.back()))
      TRY_VOID(write_loose(before.loose, held.back()));
    TRY_VOID(store_links(before, after, names));
    return keep_by_table(writer_, engine_.embeddings, written_);
  }

 private:
  Result<void> remove_entities(const Loaded& before, const Graph& after) {
    std::set<Key> kept;
    for (const GraphEntity& each : after.entities) kept.insert(each.key);
    for (const auto& [key, memory] : before.memories) {
      ids_.emplace(key, memory.id);
      if (kept.contains(key))
        continue;
      gone_.insert(key);
      TRY_VOID(remove_within(writer_, engine_, memory, now_));
    }
    return {};
  }

  // New ones follow the others in time; what two entities have between them becomes a link.
  void complete_relations(Graph& graph, const Names& names) const {
    std::int64_t last = 0;
    for (GraphRelation& each : graph.relations) {
      if (each.created == 0)
        each.created = std::max(last + 1, now_.time_since_epoch().count());
      last = std::max(last, each.created);
      const auto from = names.find(each.from), to = names.find(each.to);
      const bool links = from != names.end() && to != names.end() && from != to;
      if (!each.only_link)
        each.link = links ? name_of(Relation::related_to) : std::string_view();
    }
  }

  Result<std::string> free_title(const std::string& name, const std::string& id) {
    std::string title = check(rule::title, "name", name) ? name : std::string();
    if (!title.empty() && !TRY(title_holder(writer_, engine_, name_space_, title, now_)))
      return title;
    const std::string suffix = " [" + id.substr(0, short_id) + "]";
    title = std::string(utf8::cut(utf8::excerpt(name, rule::title.max_bytes),
                                  rule::title.max_bytes - suffix.size())) +
            suffix;
    title.erase(0, title.find_first_not_of(' '));
    return TRY(title_holder(writer_, engine_, name_space_, title, now_)) ? id : title;
  }

  Result<Memory> new_memory(const std::string& name) {
    Memory memory;
    // As an import of the file gives it, so that neither doubles what the other has taken in.
    memory.id = named_uuid("import-mcp-memory\n" + name_space_ + '\n' + name + "\n1");
    if (TRY(writer_.memories.find_by_id(memory.id)))
      memory.id = new_uuid();
    memory.name_space = name_space_;
    memory.tier = Tier::long_term;
    memory.source = "server-memory";
    memory.created_at = memory.updated_at = at(now_);
    memory.title = TRY(free_title(name, memory.id));
    return memory;
  }

  Result<void> insert(GraphEntity& entity, const std::vector<GraphRelation>& relations) {
    Memory memory = TRY(new_memory(entity.name));
    TRY_VOID(write_entity(memory, entity, relations));
    TRY_VOID(writer_.memories.insert(memory));
    entity.key = memory.key;
    ids_.emplace(memory.key, memory.id);
    written_.push_back(std::move(memory));
    return {};
  }

  Result<void> put(const Memory& old, Memory fresh) {
    fresh.updated_at = at(time_of_change(old, now_));
    if (fresh.content != old.content)
      fresh.content_at = now_;
    TRY_VOID(replace_memory(writer_, engine_, old, fresh));
    written_.push_back(std::move(fresh));
    return {};
  }

  Result<void> replace(const Memory& old, const GraphEntity& entity,
                       const std::vector<GraphRelation>& relations) {
    Memory fresh = old;
    TRY_VOID(write_entity(fresh, entity, relations));
    return put(old, std::move(fresh));
  }

  Result<void> write_loose(const std::optional<Memory>& old,
                           const std::vector<GraphRelation>& relations) {
    if (relations.empty())
      return old ? remove_within(writer_, engine_, *old, now_, true) : Result<void>();
    Memory memory = old ? *old : TRY(new_memory(std::string(loose_title)));
    TRY_VOID(write_loose_relations(memory, relations));
    if (old)
      return put(*old, std::move(memory));
    TRY_VOID(writer_.memories.insert(memory));
    written_.push_back(std::move(memory));
    return {};
  }

  Result<void> store_links(const Loaded& before, const Graph& after, const Names& names) {
    std::set<LinkTriple> wanted;
    for (const GraphRelation& each : after.relations) {
      const auto from = names.find(each.from), to = names.find(each.to);
      if (each.link.empty() || from == names.end() || to == names.end())
        continue;
      const Key source = after.entities[from->second].key, target = after.entities[to->second].key;
      if (!wanted.emplace(source, target, each.link).second ||
          before.links.contains({source, target, each.link}))
        continue;
      const Timestamp created = at(time_from_nanoseconds(each.created));
      TRY(writer_.links.add(source, target,
                            {ids_.at(source), ids_.at(target), each.link, created, created}));
    }
    for (const LinkTriple& each : before.links) {
      const auto& [source, target, relation] = each;
      if (wanted.contains(each) || gone_.contains(source) || gone_.contains(target))
        continue;
      if (TRY(writer_.links.remove(source, target, relation, now_)))
        TRY_VOID(record_link_removed(writer_, engine_, ids_.at(source), ids_.at(target), relation));
    }
    return {};
  }

  store::Writer& writer_;
  const Engine& engine_;
  const std::string& name_space_;
  Time now_;
  std::set<Key> gone_;
  std::unordered_map<Key, std::string> ids_;
  std::vector<Memory> written_;
};

Result<void> change_within(store::Writer& writer, const Engine& engine,
                           const std::string& name_space,
                           const std::function<Result<void>(Graph&)>& change) {
  const Time now = engine.clock.now();
  const Loaded before = TRY(load(writer, name_space, now));
  Graph after = before.graph;
  TRY_VOID(change(after));
  return GraphWriter(writer, engine, name_space, now).store(before, after);
}

}  // namespace

Result<Graph> read_graph(Engine& engine, const std::string& name_space) {
  const Time now = engine.clock.now();
  return engine.database.read([&](store::Reader& reader) -> Result<Graph> {
    return TRY(load(reader, name_space, now)).graph;
  });
}

Result<void> change_graph(Engine& engine, const std::string& name_space,
                          const std::function<Result<void>(Graph&)>& change) {
  TRY_VOID(check_name_space(engine, name_space));
  TRY_VOID(engine.database.maintenance().check_room(0));
  return write_step(engine, "update", [&](store::Writer& writer) {
    return change_within(writer, engine, name_space, change);
  });
}

Result<void> change_graph_once(Engine& engine, const std::string& name_space, std::string_view once,
                               const std::function<Result<void>(Graph&)>& change) {
  const auto is_done = [&](const store::Reader& reader) { return reader.records.fact(once); };
  if (TRY(engine.database.read([&](store::Reader& reader) { return is_done(reader); })))
    return {};
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    if (TRY(is_done(writer)))
      return {};
    TRY_VOID(change_within(writer, engine, name_space, change));
    return writer.records.set_fact(once, 1);
  });
}

}  // namespace aim::engine
