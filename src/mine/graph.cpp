// The official MCP memory server's graph: entities and relations, one JSON object a line; or both
// in one object, as its tool read_graph answers. Several processes write that file without a lock,
// so it may hold half lines, lines behind each other without an end between them, and the same line
// twice: whatever is whole in it is taken.
#include <boost/json.hpp>
#include <unordered_map>

#include "base/utf8.h"
#include "mine/stores.h"
#include "mine/values.h"
#include "text/json_text.h"

namespace aim::mine {
namespace {

// Where the object that begins at `begin` ends; npos when it does not.
std::size_t end_of_object(std::string_view text, std::size_t begin) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = begin; at < text.size(); ++at) {
    const char byte = text[at];
    if (in_string) {
      if (byte == '\\')
        ++at;
      else
        in_string = byte != '"';
    } else if (byte == '"') {
      in_string = true;
    } else if (byte == '{') {
      ++depth;
    } else if (byte == '}' && --depth == 0) {
      return at + 1;
    }
  }
  return text.npos;
}

class Graph {
 public:
  explicit Graph(const StoreSink& sink) : sink_(sink) {}

  // A line that is one object, or what is left of several.
  Result<void> take_line(std::string_view line, const std::string& place) {
    if (const auto whole = text::parse_json(line))
      return take(*whole, place);
    bool all = line.find('{') != line.npos;
    std::size_t tries = 0;
    for (std::size_t at = 0; (at = line.find('{', at)) != line.npos;) {
      const std::size_t end = end_of_object(line, at);
      const auto value = end == line.npos ? Result<json::value>(Failure(missing("")))
                                          : text::parse_json(line.substr(at, end - at));
      // An object inside a broken one is no record of its own.
      if (!value || type_of(*value).empty()) {
        all = false;
        ++at;
        if (++tries > max_tries)
          break;
        continue;
      }
      TRY_VOID(take(*value, place));
      at = end;
    }
    return all ? Result<void>()
               : sink_.left_out(place,
                                "part of it is not JSON: \"" + utf8::excerpt(line, 60) + "\"");
  }

  Result<void> take(const json::value& value, const std::string& place) {
    const std::string_view type = type_of(value);
    if (type == "entity")
      return take_entity(value, place);
    if (type == "relation")
      return take_relation(value, place);
    for (const auto& [list, take_one] :
         {std::pair{"entities", &Graph::take_entity}, {"relations", &Graph::take_relation}})
      for (const json::value& each : list_at(value, list)) TRY_VOID((this->*take_one)(each, place));
    if (!member(value, "entities") && !member(value, "relations"))
      return sink_.left_out(place, "it is neither an entity nor a relation");
    return {};
  }

  Result<void> finish() {
    for (const Relation& each : relations_) {
      const auto from = places_.find(each.from);
      if (from == places_.end() || !places_.contains(each.to))
        TRY_VOID(sink_.link_left_out("relation " + each.from + " " + each.type + " " + each.to,
                                     "one of its entities does not exist"));
      if (from != places_.end())
        add(entities_[from->second].relations, each.type + " " + each.to);
    }
    for (const Entity& entity : entities_) TRY_VOID(hand_on(entity));
    for (const Relation& each : relations_)
      if (places_.contains(each.from) && places_.contains(each.to) && each.from != each.to)
        TRY_VOID(sink_.link({each.from, each.to}));
    return {};
  }

 private:
  struct Entity {
    std::string name, type;
    std::vector<std::string> observations, relations;
  };
  struct Relation {
    std::string from, to, type;
    bool operator==(const Relation&) const = default;
  };
  static constexpr std::size_t max_tries = 1'000;  // on one broken line

  // mcp-think-tank has another name for it.
  static std::string_view type_of(const json::value& value) {
    const std::string_view type = text_at(value, "type");
    return type.empty() ? text_at(value, "_type") : type;
  }

  static void add(std::vector<std::string>& texts, std::string text) {
    if (std::find(texts.begin(), texts.end(), text) == texts.end())
      texts.push_back(std::move(text));
  }

  Result<void> take_entity(const json::value& value, const std::string& place) {
    const std::string name(text_at(value, "name"));
    if (name.empty())
      return sink_.left_out(place, "an entity without a name");
    const auto [found, fresh] = places_.try_emplace(name, entities_.size());
    if (fresh)
      entities_.push_back({name, std::string(text_at(value, "entityType")), {}, {}});
    Entity& entity = entities_[found->second];
    const json::value* observations = member(value, "observations");
    if (!observations)
      return {};
    if (!observations->is_array())
      return take_observation(entity, *observations, place);
    for (const json::value& each : observations->get_array())
      TRY_VOID(take_observation(entity, each, place));
    return {};
  }

  // A text, or what programs write in its place: an object with one, a number.
  Result<void> take_observation(Entity& entity, const json::value& value,
                                const std::string& place) {
    std::string text;
    if (value.is_object())
      for (const std::string_view key : {"content", "text", "observation", "value"})
        if (text.empty())
          text = text_at(value, key);
    if (value.is_string())
      text = std::string_view(value.get_string());
    else if (text.empty() && !value.is_null())
      text = text::compact(value);
    if (text.empty())
      return sink_.left_out(place, "an observation of " + entity.name + " without a text");
    add(entity.observations, std::move(text));
    return {};
  }

  Result<void> take_relation(const json::value& value, const std::string& place) {
    Relation relation{std::string(text_at(value, "from")), std::string(text_at(value, "to")),
                      std::string(text_at(value, "relationType"))};
    if (relation.from.empty() || relation.to.empty())
      return sink_.left_out(place, "a relation without two ends");
    if (std::find(relations_.begin(), relations_.end(), relation) == relations_.end())
      relations_.push_back(std::move(relation));
    return {};
  }

  // Its relations stand in the text too: links here know fewer kinds.
  Result<void> hand_on(const Entity& entity) {
    ForeignMemory memory;
    memory.id = memory.title = entity.name;
    memory.tags = {entity.type};
    memory.metadata = {{"entity_type", entity.type}};
    for (const std::string& each : entity.observations)
      memory.content.append(memory.content.empty() ? "" : "\n").append(each);
    for (const std::string& each : entity.relations)
      memory.content.append(memory.content.empty() ? "" : "\n").append(entity.name + " " + each);
    if (memory.content.empty())
      memory.content = entity.name + (entity.type.empty() ? "" : " (" + entity.type + ")");
    return sink_.take(std::move(memory));
  }

  const StoreSink& sink_;
  std::vector<Entity> entities_;
  std::vector<Relation> relations_;
  std::unordered_map<std::string, std::size_t> places_;  // of entities, by name
};

}  // namespace

Result<void> read_graph(const Source& source, const StoreSink& sink) {
  Graph graph(sink);
  for (const SourceFile* file : TRY(files_ending(source, {".json", ".jsonl"}))) {
    LineCutter* cutter = nullptr;
    const auto place = [&] { return file->name + ", line " + std::to_string(cutter->number()); };
    // One object over several lines, as read_graph's answer may be saved.
    if (const auto whole = text::parse_json(TRY(source.beginning(*file, max_value_bytes))); whole) {
      TRY_VOID(graph.take(*whole, file->name));
      continue;
    }
    LineCutter lines(
        max_value_bytes,
        [&](std::string_view line) {
          return line.find_first_not_of(" \t\r") == line.npos ? Result<void>()
                                                              : graph.take_line(line, place());
        },
        [&] { return sink.left_out(place(), "it is too long"); });
    cutter = &lines;
    TRY_VOID(source.read(*file, [&](std::string_view piece) -> Result<void> {
      if (sink.read)
        sink.read(piece.size());
      return lines.feed(piece);
    }));
    TRY_VOID(lines.finish());
  }
  return graph.finish();
}

}  // namespace aim::mine
