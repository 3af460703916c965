// The tools of the profile server-memory over a graph, with arguments that fit their schemas;
// and taking over the file of the original.
// Knows: graphs by way of op, JSON. Must not know: MCP.
#pragma once
#include <boost/json/fwd.hpp>
#include <filesystem>

#include "base/result.h"

namespace aim {
struct Engine;
}

namespace aim::profile::graph {

namespace json = boost::json;

Result<json::object> create_entities(Engine& engine, const std::string& name_space,
                                     const json::object& arguments);
Result<json::object> create_relations(Engine& engine, const std::string& name_space,
                                      const json::object& arguments);
// Errors: an entity does not exist; then nothing is added.
Result<json::object> add_observations(Engine& engine, const std::string& name_space,
                                      const json::object& arguments);
Result<json::object> delete_entities(Engine& engine, const std::string& name_space,
                                     const json::object& arguments);
Result<json::object> delete_observations(Engine& engine, const std::string& name_space,
                                         const json::object& arguments);
Result<json::object> delete_relations(Engine& engine, const std::string& name_space,
                                      const json::object& arguments);
Result<json::object> read(Engine& engine, const std::string& name_space, const json::object&);
Result<json::object> search(Engine& engine, const std::string& name_space,
                            const json::object& arguments);
Result<json::object> open(Engine& engine, const std::string& name_space,
                          const json::object& arguments);

// Adds what memory.jsonl has and the graph has not; once a file and database. Lines that are not
// whole, and entities beyond the limits of a memory, are left out and told in the log.
Result<void> take_over(Engine& engine, const std::string& name_space,
                       const std::filesystem::path& file);

}  // namespace aim::profile::graph
