#include <atomic>
#include <boost/json.hpp>

#include "base/hash.h"
#include "mcp/surface/resources.h"
#include "op/kit/remedies.h"
#include "op/listings.h"
#include "profile/server_memory_graph.h"
#include "profile/surfaces.h"
#include "text/json_text.h"

namespace aim::profile {
namespace {

using mcp::Fault, mcp::ToolStyle;

constexpr std::string_view graph_uri = "memory://knowledge-graph";

// As the clients know them: written out, because they are part of what is promised.
constexpr std::string_view entities_schema =
    R"({"type":"object","properties":{"entities":{"type":"array","items":{"type":"object","properties":{
"name":{"type":"string","description":"The name of the entity"},
"entityType":{"type":"string","description":"The type of the entity"},
"observations":{"type":"array","items":{"type":"string"},"description":"An array of observation contents associated with the entity"}},
"required":["name","entityType","observations"]}}},"required":["entities"]})";
constexpr std::string_view relations_schema =
    R"({"type":"object","properties":{"relations":{"type":"array","items":{"type":"object","properties":{
"from":{"type":"string","description":"The name of the entity where the relation starts"},
"to":{"type":"string","description":"The name of the entity where the relation ends"},
"relationType":{"type":"string","description":"The type of the relation"}},
"required":["from","to","relationType"]}}},"required":["relations"]})";
constexpr std::string_view additions_schema =
    R"({"type":"object","properties":{"observations":{"type":"array","items":{"type":"object","properties":{
"entityName":{"type":"string","description":"The name of the entity to add the observations to"},
"contents":{"type":"array","items":{"type":"string"},"description":"An array of observation contents to add"}},
"required":["entityName","contents"]}}},"required":["observations"]})";
constexpr std::string_view entity_names_schema =
    R"({"type":"object","properties":{"entityNames":{"type":"array","items":{"type":"string"},
"description":"An array of entity names to delete"}},"required":["entityNames"]})";
constexpr std::string_view deletions_schema =
    R"({"type":"object","properties":{"deletions":{"type":"array","items":{"type":"object","properties":{
"entityName":{"type":"string","description":"The name of the entity containing the observations"},
"observations":{"type":"array","items":{"type":"string"},"description":"An array of observations to delete"}},
"required":["entityName","observations"]}}},"required":["deletions"]})";
constexpr std::string_view no_schema = R"({"type":"object","properties":{}})";
constexpr std::string_view query_schema =
    R"({"type":"object","properties":{"query":{"type":"string",
"description":"The search query to match against entity names, types, and observation content"}},"required":["query"]})";
constexpr std::string_view names_schema =
    R"({"type":"object","properties":{"names":{"type":"array","items":{"type":"string"},
"description":"An array of entity names to retrieve"}},"required":["names"]})";

constexpr std::string_view results_output =
    R"({"type":"object","properties":{"results":{"type":"array","items":{"type":"object","properties":{
"entityName":{"type":"string"},"addedObservations":{"type":"array","items":{"type":"string"}}},
"required":["entityName","addedObservations"]}}},"required":["results"]})";
constexpr std::string_view done_output =
    R"({"type":"object","properties":{"success":{"type":"boolean"},"message":{"type":"string"}},
"required":["success","message"]})";
constexpr std::string_view graph_output = R"({"type":"object","properties":{
"entities":{"type":"array","items":{"type":"object"}},
"relations":{"type":"array","items":{"type":"object"}}},"required":["entities","relations"]})";

using Run = Result<json::object> (*)(Engine&, const std::string& name_space, const json::object&);

struct ToolRow {
  std::string_view name, title, description;
  op::Effect effect;
  bool stores;
  Run run;
  std::string_view input, output;
};
constexpr std::array rows{
    ToolRow{"create_entities", "Create Entities",
            "Create multiple new entities in the knowledge graph", op::Effect::adds, true,
            graph::create_entities, entities_schema, entities_schema},
    ToolRow{"create_relations", "Create Relations",
            "Create multiple new relations between entities in the knowledge graph. Relations "
            "should be in active voice",
            op::Effect::adds, true, graph::create_relations, relations_schema, relations_schema},
    ToolRow{"add_observations", "Add Observations",
            "Add new observations to existing entities in the knowledge graph", op::Effect::adds,
            true, graph::add_observations, additions_schema, results_output},
    ToolRow{"delete_entities", "Delete Entities",
            "Delete multiple entities and their associated relations from the knowledge graph",
            op::Effect::destroys, true, graph::delete_entities, entity_names_schema, done_output},
    ToolRow{"delete_observations", "Delete Observations",
            "Delete specific observations from entities in the knowledge graph",
            op::Effect::destroys, true, graph::delete_observations, deletions_schema, done_output},
    ToolRow{"delete_relations", "Delete Relations",
            "Delete multiple relations from the knowledge graph", op::Effect::destroys, true,
            graph::delete_relations, relations_schema, done_output},
    ToolRow{"read_graph", "Read Graph", "Read the entire knowledge graph", op::Effect::reads, false,
            graph::read, no_schema, graph_output},
    ToolRow{"search_nodes", "Search Nodes",
            "Search for nodes in the knowledge graph based on a query", op::Effect::reads, false,
            graph::search, query_schema, graph_output},
    ToolRow{"open_nodes", "Open Nodes", "Open specific nodes in the knowledge graph by their names",
            op::Effect::reads, false, graph::open, names_schema, graph_output},
};

json::object parsed(std::string_view schema) {
  return text::parse_json(schema).value().as_object();
}

// Reports arguments that do not fit as the original does, a line each.
class Misfits {
 public:
  void look(const json::object& schema, const json::value* value, const std::string& path) {
    const std::string_view wanted = schema.at("type").get_string();
    if (const std::string_view given = kind_of(value); given != wanted) {
      lines_.append(lines_.empty() ? "" : "\n")
          .append("Invalid input: expected ")
          .append(wanted)
          .append(", received ")
          .append(given);
      if (!path.empty())
        lines_.append(" at ").append(path);
      return;
    }
    if (wanted == "array")
      for (std::size_t i = 0; i < value->get_array().size(); ++i)
        look(schema.at("items").get_object(), &value->get_array()[i],
             path + "[" + std::to_string(i) + "]");
    if (wanted == "object")
      for (const auto& [name, part] : schema.at("properties").get_object())
        look(part.get_object(), value->get_object().if_contains(name),
             (path.empty() ? "" : path + ".").append(name));
  }
  const std::string& lines() const { return lines_; }

 private:
  static std::string_view kind_of(const json::value* value) {
    if (!value)
      return "undefined";
    switch (value->kind()) {
      case json::kind::null:
        return "null";
      case json::kind::bool_:
        return "boolean";
      case json::kind::string:
        return "string";
      case json::kind::array:
        return "array";
      case json::kind::object:
        return "object";
      default:
        return "number";
    }
  }

  std::string lines_;
};

Error misfit(std::string_view tool, const std::string& lines) {
  return {Code::validation_failed,
          "MCP error -32602: Input validation error: Invalid arguments for tool " +
              std::string(tool) + ": " + lines,
          {},
          {},
          {}};
}

// A list alone is shown without its name, and a message is the text itself.
std::string text_of(const json::object& reply) {
  if (const json::value* message = reply.if_contains("message"))
    return std::string(message->get_string());
  return reply.size() == 1 ? text::pretty_as_given(reply.begin()->value())
                           : text::pretty_as_given(reply);
}

// Takes over the original's file before the first use.
class Face {
 public:
  explicit Face(const ServerMemorySettings& settings) : settings_(settings) {}

  Result<json::object> call(Engine& engine, const ToolRow& row, const json::object& arguments) {
    Misfits misfits;
    const json::value given(arguments);
    misfits.look(parsed(row.input), &given, "");
    if (!misfits.lines().empty())
      return Failure(misfit(row.name, misfits.lines()));
    TRY_VOID(take_over(engine));
    return row.run(engine, settings_.name_space, arguments);
  }

  std::optional<Fault> read(Engine& engine, std::string_view uri, json::object& result) {
    if (uri != graph_uri)
      return Fault{mcp::invalid_params,
                   "MCP error -32602: Resource " + std::string(uri) + " not found"};
    auto taken = take_over(engine);
    auto whole = taken ? graph::read(engine, settings_.name_space, {})
                       : Result<json::object>(Failure(taken.error()));
    if (!whole)
      return mcp::internal(whole.error());
    result["contents"] = json::array{json::object{
        {"uri", uri}, {"mimeType", "application/json"}, {"text", text::pretty_as_given(*whole)}}};
    return std::nullopt;
  }

 private:
  Result<void> take_over(Engine& engine) {
    if (settings_.file.empty() || taken_over_)
      return {};
    TRY_VOID(graph::take_over(engine, settings_.name_space, settings_.file));
    taken_over_ = true;
    return {};
  }

  ServerMemorySettings settings_;
  std::atomic<bool> taken_over_ = false;
};

mcp::Tool tool_of(const ToolRow& row, const std::shared_ptr<Face>& face) {
  mcp::Tool tool;
  tool.name = row.name;
  tool.title = row.title;
  tool.description = row.description;
  tool.effect = row.effect;
  tool.stores = row.stores;
  tool.input_schema = [schema = row.input] { return parsed(schema); };
  tool.output_schema = [schema = row.output] { return parsed(schema); };
  tool.call = [&row, face](Engine& engine, const json::object& arguments, const op::Caller&) {
    return face->call(engine, row, arguments);
  };
  return tool;
}

mcp::Resources resources_of(const std::shared_ptr<Face>& face) {
  mcp::Resources resources;
  resources.tells_changes = true;
  resources.list = [](Engine&, std::string_view cursor, const ToolStyle& style,
                      json::object& result) -> std::optional<Fault> {
    if (!cursor.empty())
      return Fault{mcp::invalid_params, "the cursor was not issued by this server"};
    json::object graph{{"uri", graph_uri}, {"name", "knowledge-graph"}};
    if (style.titles)
      graph["title"] = "Knowledge Graph";
    graph["description"] = "The full knowledge graph with all entities and relations";
    graph["mimeType"] = "application/json";
    result["resources"] = json::array{std::move(graph)};
    return std::nullopt;
  };
  resources.templates = [](const ToolStyle&) { return json::array(); };
  resources.read = [face](Engine& engine, std::string_view uri, const op::Caller&,
                          json::object& result) { return face->read(engine, uri, result); };
  resources.last_change = [](Engine& engine) { return op::last_change(engine).value_or(0); };
  resources.state = [face](Engine& engine, std::string_view uri) -> std::optional<std::uint64_t> {
    json::object result;
    if (face->read(engine, uri, result))
      return std::nullopt;
    return stable_hash(json::serialize(result));
  };
  return resources;
}

}  // namespace

mcp::Surface server_memory_surface(const ServerMemorySettings& settings) {
  const auto face = std::make_shared<Face>(settings);
  mcp::Surface surface;
  surface.name = "memory-server";
  for (const ToolRow& row : rows) surface.tools.push_back(tool_of(row, face));
  surface.wording = {text_of, mcp::failed_text};
  surface.instructions = [](const mcp::Offer&) { return std::string(); };
  surface.resources = resources_of(face);
  surface.nags = false;  // a reply is exactly one text
  return surface;
}

}  // namespace aim::profile
