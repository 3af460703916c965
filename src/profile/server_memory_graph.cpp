#include "profile/server_memory_graph.h"

#include <boost/json.hpp>

#include "base/file.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/utf8.h"
#include "memory/rules.h"
#include "op/other_forms.h"
#include "text/json_text.h"
#include "text/scripts.h"

namespace aim::profile::graph {
namespace {

using op::Graph, op::GraphEntity, op::GraphRelation;

constexpr std::size_t max_file_bytes = std::size_t{512} * 1024 * 1024;

std::string text_at(const json::object& object, std::string_view name) {
  return std::string(text::text_at(object, name));
}

// A text, or what programs write into a file in its place: an object with one, a number.
void add_text(const json::value& value, std::vector<std::string>& texts) {
  std::string text;
  if (value.is_object())
    for (const std::string_view key : {"content", "text", "observation", "value"})
      if (text.empty())
        text = text_at(value.get_object(), key);
  if (value.is_string())
    text = value.get_string();
  else if (text.empty() && !value.is_null())
    text = text::compact(value);
  if (value.is_string() || !text.empty())
    texts.push_back(std::move(text));
}

std::vector<std::string> texts_at(const json::object& object, std::string_view name) {
  std::vector<std::string> texts;
  const json::value* list = object.if_contains(name);
  if (list && list->is_array())
    for (const json::value& each : list->get_array()) add_text(each, texts);
  else if (list)
    add_text(*list, texts);
  return texts;
}

GraphEntity entity_of(const json::object& given) {
  return {text_at(given, "name"), text_at(given, "entityType"), texts_at(given, "observations")};
}

GraphRelation relation_of(const json::object& given) {
  return {text_at(given, "from"), text_at(given, "to"), text_at(given, "relationType")};
}

json::array shown(const std::vector<std::string>& texts) {
  json::array list;
  for (const std::string& each : texts) list.emplace_back(each);
  return list;
}

json::object shown(const GraphEntity& entity) {
  return {{"name", entity.name},
          {"entityType", entity.type},
          {"observations", shown(entity.observations)}};
}

json::object shown(const GraphRelation& relation) {
  return {{"from", relation.from}, {"to", relation.to}, {"relationType", relation.type}};
}

json::object shown(const Graph& graph) {
  json::array entities, relations;
  for (const GraphEntity& each : graph.entities) entities.push_back(shown(each));
  for (const GraphRelation& each : graph.relations) relations.push_back(shown(each));
  return {{"entities", std::move(entities)}, {"relations", std::move(relations)}};
}

json::object done(std::string_view message) {
  return {{"success", true}, {"message", message}};
}

bool holds(const std::vector<std::string>& texts, std::string_view text) {
  return std::ranges::find(texts, text) != texts.end();
}

std::tuple<std::string, std::string, std::string> triple(const GraphRelation& relation) {
  return {relation.from, relation.to, relation.type};
}

// Appends and returns items that the graph does not have yet; two alike among `given` are both new.
std::vector<GraphEntity> append_new(Graph& graph, std::vector<GraphEntity> given) {
  std::set<std::string> names;
  for (const GraphEntity& each : graph.entities) names.insert(each.name);
  std::erase_if(given, [&](const GraphEntity& each) { return names.contains(each.name); });
  graph.entities.insert(graph.entities.end(), given.begin(), given.end());
  return given;
}

std::vector<GraphRelation> append_new(Graph& graph, std::vector<GraphRelation> given) {
  std::set<std::tuple<std::string, std::string, std::string>> known;
  for (const GraphRelation& each : graph.relations) known.insert(triple(each));
  std::erase_if(given, [&](const GraphRelation& each) { return known.contains(triple(each)); });
  graph.relations.insert(graph.relations.end(), given.begin(), given.end());
  return given;
}

template <class Item>
Result<json::object> create(Engine& engine, const std::string& name_space, const json::array& given,
                            std::string_view name, Item (*read)(const json::object&)) {
  json::array added;
  TRY_VOID(op::change_graph(engine, name_space, [&](Graph& graph) -> Result<void> {
    std::vector<Item> items;
    for (const json::value& each : given) items.push_back(read(each.get_object()));
    added.clear();  // the transaction may be tried again
    for (const Item& each : append_new(graph, std::move(items))) added.push_back(shown(each));
    return {};
  }));
  return json::object{{name, std::move(added)}};
}

std::string lower(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();)
    utf8::append(out, text::cases_of(utf8::next(text, at)).front());
  return out;
}

// The entities that pass, and all relations that begin or end at one of them.
template <class Passes>
json::object part_of(Graph graph, const Passes& passes) {
  std::erase_if(graph.entities, [&](const GraphEntity& each) { return !passes(each); });
  std::set<std::string> names;
  for (const GraphEntity& each : graph.entities) names.insert(each.name);
  std::erase_if(graph.relations, [&](const GraphRelation& each) {
    return !names.contains(each.from) && !names.contains(each.to);
  });
  return shown(graph);
}

struct FileGraph {
  std::vector<GraphEntity> entities;
  std::vector<GraphRelation> relations;
};

FileGraph read_lines(std::string_view text, const std::string& file) {
  FileGraph graph;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.find_first_not_of(" \t\r") == line.npos)
      continue;
    const auto value = text::parse_json(line);
    if (!value || !value->is_object()) {
      log::warn(file + ", line " + std::to_string(number + 1) + ": it is not JSON and is left out");
      continue;
    }
    const json::object& item = value->get_object();
    if (text_at(item, "type") == "relation")
      graph.relations.push_back(relation_of(item));
    if (text_at(item, "type") != "entity")
      continue;
    GraphEntity entity = entity_of(item);
    std::size_t bytes = 0;
    for (const std::string& each : entity.observations) bytes += each.size() + 1;
    if (bytes > rule::content.max_bytes)
      log::warn(file + ": the entity \"" + utf8::excerpt(entity.name, 100) + "\" has " +
                std::to_string(bytes) + " bytes, more than a memory may have, and is left out");
    else
      graph.entities.push_back(std::move(entity));
  }
  return graph;
}

}  // namespace

Result<json::object> create_entities(Engine& engine, const std::string& name_space,
                                     const json::object& arguments) {
  return create(engine, name_space, arguments.at("entities").get_array(), "entities", entity_of);
}

Result<json::object> create_relations(Engine& engine, const std::string& name_space,
                                      const json::object& arguments) {
  return create(engine, name_space, arguments.at("relations").get_array(), "relations",
                relation_of);
}

Result<json::object> add_observations(Engine& engine, const std::string& name_space,
                                      const json::object& arguments) {
  json::array results;
  TRY_VOID(op::change_graph(engine, name_space, [&](Graph& graph) -> Result<void> {
    results.clear();
    for (const json::value& value : arguments.at("observations").get_array()) {
      const json::object& given = value.get_object();
      const std::string name = text_at(given, "entityName");
      const auto entity = std::ranges::find(graph.entities, name, &GraphEntity::name);
      if (entity == graph.entities.end())
        return Failure(missing("Entity with name " + name + " not found"));
      std::vector<std::string> added = texts_at(given, "contents");
      std::erase_if(added,
                    [&](const std::string& each) { return holds(entity->observations, each); });
      entity->observations.insert(entity->observations.end(), added.begin(), added.end());
      results.push_back(json::object{{"entityName", name}, {"addedObservations", shown(added)}});
    }
    return {};
  }));
  return json::object{{"results", std::move(results)}};
}

Result<json::object> delete_entities(Engine& engine, const std::string& name_space,
                                     const json::object& arguments) {
  const auto names = texts_at(arguments, "entityNames");
  TRY_VOID(op::change_graph(engine, name_space, [&](Graph& graph) -> Result<void> {
    std::erase_if(graph.entities, [&](const GraphEntity& each) { return holds(names, each.name); });
    std::erase_if(graph.relations, [&](const GraphRelation& each) {
      return holds(names, each.from) || holds(names, each.to);
    });
    return {};
  }));
  return done("Entities deleted successfully");
}

Result<json::object> delete_observations(Engine& engine, const std::string& name_space,
                                         const json::object& arguments) {
  TRY_VOID(op::change_graph(engine, name_space, [&](Graph& graph) -> Result<void> {
    for (const json::value& each : arguments.at("deletions").get_array()) {
      const auto gone = texts_at(each.get_object(), "observations");
      const auto entity = std::ranges::find(
          graph.entities, text_at(each.get_object(), "entityName"), &GraphEntity::name);
      if (entity != graph.entities.end())
        std::erase_if(entity->observations,
                      [&](const std::string& text) { return holds(gone, text); });
    }
    return {};
  }));
  return done("Observations deleted successfully");
}

Result<json::object> delete_relations(Engine& engine, const std::string& name_space,
                                      const json::object& arguments) {
  std::set<std::tuple<std::string, std::string, std::string>> gone;
  for (const json::value& each : arguments.at("relations").get_array())
    gone.insert(triple(relation_of(each.get_object())));
  TRY_VOID(op::change_graph(engine, name_space, [&](Graph& graph) -> Result<void> {
    std::erase_if(graph.relations,
                  [&](const GraphRelation& each) { return gone.contains(triple(each)); });
    return {};
  }));
  return done("Relations deleted successfully");
}

Result<json::object> read(Engine& engine, const std::string& name_space, const json::object&) {
  return shown(TRY(op::read_graph(engine, name_space)));
}

Result<json::object> search(Engine& engine, const std::string& name_space,
                            const json::object& arguments) {
  const std::string query = lower(text_at(arguments, "query"));
  const auto says = [&](const std::string& text) { return lower(text).find(query) != text.npos; };
  return part_of(TRY(op::read_graph(engine, name_space)), [&](const GraphEntity& each) {
    return says(each.name) || says(each.type) || std::ranges::any_of(each.observations, says);
  });
}

Result<json::object> open(Engine& engine, const std::string& name_space,
                          const json::object& arguments) {
  const auto names = texts_at(arguments, "names");
  return part_of(TRY(op::read_graph(engine, name_space)),
                 [&](const GraphEntity& each) { return holds(names, each.name); });
}

Result<void> take_over(Engine& engine, const std::string& name_space,
                       const std::filesystem::path& file) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown))
    return {};
  const std::string once =
      "graph_taken:" + std::to_string(stable_hash(name_space + '\n' + file.string()));
  return op::change_graph_once(engine, name_space, once, [&](Graph& graph) -> Result<void> {
    FileGraph read = read_lines(TRY(read_regular_file(file, max_file_bytes)), file.string());
    append_new(graph, std::move(read.entities));
    append_new(graph, std::move(read.relations));
    return {};
  });
}

}  // namespace aim::profile::graph
