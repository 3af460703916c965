#include <boost/json.hpp>

#include "profile/vector_tools.h"

namespace aim::profile {
namespace {

constexpr std::string_view priority = R"({"type":"string","enum":["CORE","HIGH","NORMAL","LOW"]})";
constexpr std::string_view location = R"({"type":"string","enum":["project","global"]})";
constexpr std::string_view where =
    R"({"type":"string","enum":["both","project","global"],"default":"both"})";
constexpr std::string_view filters =
    R"("tags":{"type":"array","items":{"type":"string"},"maxItems":50,"description":"All of them"},
"priority":{"anyOf":[PRIORITY,{"type":"array","items":PRIORITY,"minItems":1}]},
"date_range":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"}},"description":"Of creation: dates or RFC 3339 times"},
"category":{"type":"string"},
"source":{"type":"string"})";

using Named = std::pair<std::string_view, std::string_view>;

constexpr std::array<Named, 8> schemas{{
    {"store_memory", R"({"type":"object","required":["content"],"properties":{
"content":{"type":"string","minLength":1,"description":"One fact, decision, preference or fix, understandable on its own"},
"tags":{"type":"array","items":{"type":"string","minLength":1},"maxItems":50,"default":[]},
"priority":{"type":"string","enum":["CORE","HIGH","NORMAL","LOW"],"default":"NORMAL"},
"category":{"type":"string","maxLength":128},
"source":{"type":"string","maxLength":64,"default":"manual"},
"title":{"type":"string","maxLength":512,"description":"Storing the same title again updates the memory"},
"location":{"type":"string","enum":["auto","project","global"],"default":"auto"},
"on_duplicate":{"type":"string","enum":["warn","ask","merge","update","skip"],"default":"warn"},
"metadata":{"type":"object"}}})"},
    {"search_memory", R"({"type":"object","required":["query"],"properties":{
"query":{"type":"string","minLength":1},
"limit":{"type":"integer","minimum":1},
"filters":{"type":"object","properties":{FILTERS}},
"location":WHERE,
"min_similarity":{"type":"number","minimum":0,"maximum":1,"default":0},
"include_overridden":{"type":"boolean","default":false},
"include_weak":{"type":"boolean","default":false,"description":"Show matches below the usual floor too"}}})"},
    {"list_memories", R"({"type":"object","properties":{
"filters":{"type":"object","properties":{FILTERS,
"project_id":{"type":"string"},
"location":LOCATION,
"superseded":{"type":"boolean","default":false},
"memory_id":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"},"maxItems":100}]}}},
"sort_by":{"type":"string","enum":["created_at","updated_at","last_accessed_at","priority","access_count","title"],"default":"created_at"},
"order":{"type":"string","enum":["desc","asc"],"default":"desc"},
"limit":{"type":"integer","minimum":1,"maximum":100,"default":20},
"offset":{"type":"integer","minimum":0,"default":0},
"location":WHERE}})"},
    {"delete_memory", R"({"type":"object","required":["memory_id"],"properties":{
"memory_id":{"type":"string"},
"location":LOCATION}})"},
    {"update_memory", R"({"type":"object","required":["memory_id"],"properties":{
"memory_id":{"type":"string"},
"updated_content":{"type":"string","minLength":1},
"metadata_updates":{"type":"object","description":"tags, priority, category, source, title and free keys; null removes"},
"location":LOCATION,
"move_to":LOCATION}})"},
    {"deduplicate_memories", R"({"type":"object","properties":{
"similarity_threshold":{"type":"number","minimum":0.5,"maximum":1,"default":0.95},
"auto_merge":{"type":"boolean","default":false},
"merge":{"type":"array","items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":50},"maxItems":100,"description":"Merge exactly these groups"},
"location":WHERE,
"limit":{"type":"integer","minimum":1,"maximum":100,"default":20}}})"},
    {"import_markdown_memories", R"({"type":"object","properties":{
"file_paths":{"type":"array","items":{"type":"string"},"maxItems":100,"default":[]},
"confirm_import":{"type":"boolean","default":false},
"location":LOCATION,
"edits":{"type":"array","items":{"type":"object","required":["path","n"],"properties":{
"path":{"type":"string"},"n":{"type":"integer","minimum":1},"skip":{"type":"boolean"},"title":{"type":"string"},
"content":{"type":"string"},"priority":PRIORITY,"category":{"type":"string"},
"tags":{"type":"array","items":{"type":"string"}}}}},
"token":{"type":"string"}}})"},
    {"migrate_embeddings", R"({"type":"object","properties":{
"location":WHERE,
"limit":{"type":"integer","minimum":1},
"dry_run":{"type":"boolean","default":false}}})"},
}};

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size())
    text.replace(at, what.size(), by);
}

}  // namespace

json::object vector_schema(std::string_view tool, std::int64_t default_limit,
                           std::int64_t max_limit) {
  for (const auto& [name, schema] : schemas) {
    if (name != tool)
      continue;
    std::string text(schema);
    replace_all(text, "FILTERS", filters);
    replace_all(text, "PRIORITY", priority);
    replace_all(text, "LOCATION", location);
    replace_all(text, "WHERE", where);
    json::object out = json::parse(text).as_object();
    if (tool == "search_memory") {
      json::object& limit = out["properties"].as_object()["limit"].as_object();
      limit["maximum"] = max_limit;
      limit["default"] = default_limit;
    }
    return out;
  }
  return {};
}

}  // namespace aim::profile
