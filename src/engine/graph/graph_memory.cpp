#include "engine/graph/graph_memory.h"

#include <charconv>

#include "base/ascii.h"
#include "memory/metadata.h"
#include "memory/rules.h"

namespace aim::engine {
namespace {

constexpr std::string_view name_key = "entity_name", type_key = "entity_type",
                           observations_key = "observations", relations_key = "relations",
                           from_key = "relations_from";
// A relation in the list under relations_key: to, type, created, link.
constexpr std::size_t relation_parts = 4;

std::string line_of(const GraphRelation& relation) {
  return relation.from + " " + relation.type + " " + relation.to;
}

std::string without_lines(std::string_view name, std::string_view type) {
  return std::string(name) + (type.empty() ? "" : " (" + std::string(type) + ")");
}

std::string content_of(const GraphEntity& entity, std::span<const GraphRelation> relations) {
  std::string content;
  bool first = true;
  const auto add = [&](std::string_view line) {
    content.append(first ? "" : "\n").append(line);
    first = false;
  };
  for (const std::string& each : entity.observations) add(each);
  for (const GraphRelation& each : relations) add(line_of(each));
  return ascii::is_blank(content) ? without_lines(entity.name, entity.type) : content;
}

// The observations that the lines alone express.
std::vector<std::string> observations_in(std::string_view content, const GraphEntity& entity,
                                         std::span<const GraphRelation> relations) {
  std::vector<std::string> lines;
  if (content == without_lines(entity.name, entity.type))
    return lines;
  for (std::size_t begin = 0; begin <= content.size();) {
    const std::size_t end = std::min(content.find('\n', begin), content.size());
    std::string line(content.substr(begin, end - begin));
    const bool tells_relation =
        std::any_of(relations.begin(), relations.end(),
                    [&](const GraphRelation& each) { return line_of(each) == line; });
    if (!tells_relation)
      lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

std::string type_of(const Memory& memory) {
  std::string type = text_member(memory.metadata, type_key);
  if (type.empty() && !memory.tags.empty())
    type = memory.tags.front();
  return type;
}

std::string with_relations(std::string_view metadata, std::span<const GraphRelation> relations) {
  std::vector<std::string> parts;
  for (const GraphRelation& each : relations)
    parts.insert(parts.end(), {each.to, each.type, std::to_string(each.created), each.link});
  const bool had = text_list(metadata, relations_key).has_value();
  return parts.empty() && !had ? std::string(metadata)
                               : with_text_list(metadata, relations_key, parts);
}

Result<void> check_limits(const Memory& memory, std::string_view what) {
  const auto refused = [&](std::string_view part, std::size_t most) {
    return Failure(refuse(what, "has " + std::string(part) + " of more than " +
                                    std::to_string(most) +
                                    " bytes together: make several entities of it"));
  };
  if (memory.content.size() > rule::content.max_bytes)
    return refused("observations and relations", rule::content.max_bytes);
  if (memory.metadata.size() > rule::metadata.max_bytes)
    return refused("relations", rule::metadata.max_bytes);
  TRY_VOID(check(rule::content, what, memory.content));
  return check(rule::metadata, what, memory.metadata);
}

}  // namespace

bool keeps_loose_relations(const Memory& memory) {
  return text_list(memory.metadata, from_key).has_value();
}

std::string entity_name(const Memory& memory) {
  const auto named = text_list(memory.metadata, name_key);
  return named && named->size() == 1 ? named->front() : memory.title;
}

std::vector<GraphRelation> relations_of(const Memory& memory) {
  const auto parts = text_list(memory.metadata, relations_key).value_or(std::vector<std::string>());
  const auto loose = text_list(memory.metadata, from_key);
  const std::string name = loose ? std::string() : entity_name(memory);
  std::vector<GraphRelation> relations;
  for (std::size_t i = 0; (i + 1) * relation_parts <= parts.size(); ++i) {
    const std::string* part = &parts[i * relation_parts];
    if (loose && i >= loose->size())
      break;
    GraphRelation relation{loose ? (*loose)[i] : name, part[0], part[1], 0, part[3], false};
    std::from_chars(part[2].data(), part[2].data() + part[2].size(), relation.created);
    relations.push_back(std::move(relation));
  }
  return relations;
}

GraphEntity entity_of(const Memory& memory) {
  GraphEntity entity{entity_name(memory), type_of(memory), {}, memory.key};
  const auto relations = relations_of(memory);
  if (auto listed = text_list(memory.metadata, observations_key)) {
    entity.observations = std::move(*listed);
    // Somebody may have edited the lines since.
    if (content_of(entity, relations) == memory.content)
      return entity;
  }
  entity.observations = observations_in(memory.content, entity, relations);
  return entity;
}

std::vector<std::string> take_imported_types(const Memory& memory, GraphEntity& entity,
                                             std::string_view to) {
  std::vector<std::string> types;
  if (text_member(memory.metadata, "imported_from") != "mcp-memory")
    return types;
  const std::string begin = entity.name + ' ', end = ' ' + std::string(to);
  std::erase_if(entity.observations, [&](const std::string& line) {
    if (line.size() <= begin.size() + end.size() || !line.starts_with(begin) ||
        !line.ends_with(end))
      return false;
    types.push_back(line.substr(begin.size(), line.size() - begin.size() - end.size()));
    return true;
  });
  return types;
}

Result<void> write_entity(Memory& memory, const GraphEntity& entity,
                          std::span<const GraphRelation> relations) {
  if (memory.title != entity.name)
    memory.metadata = with_text_list(memory.metadata, name_key, {&entity.name, 1});
  if (type_of(memory) != entity.type) {
    memory.metadata = with_text(memory.metadata, type_key, entity.type);
    if (check(rule::tags, "tags", entity.type))
      memory.tags = {entity.type};
  }
  memory.metadata = with_relations(memory.metadata, relations);
  memory.content = content_of(entity, relations);
  const bool listed = text_list(memory.metadata, observations_key).has_value();
  if (listed || observations_in(memory.content, entity, relations) != entity.observations)
    memory.metadata = with_text_list(memory.metadata, observations_key, entity.observations);
  return check_limits(memory, entity.name);
}

Result<void> write_loose_relations(Memory& memory, std::span<const GraphRelation> relations) {
  std::vector<std::string> from;
  memory.content.clear();
  for (const GraphRelation& each : relations) {
    from.push_back(each.from);
    memory.content.append(memory.content.empty() ? "" : "\n").append(line_of(each));
  }
  memory.metadata = with_text_list(with_relations(memory.metadata, relations), from_key, from);
  return check_limits(memory, "relations");
}

}  // namespace aim::engine
