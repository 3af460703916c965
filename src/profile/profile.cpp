#include "profile/profile.h"

#include <atomic>
#include <boost/json.hpp>

#include "base/append.h"

namespace aim::profile {
namespace {

constexpr std::array all{
    Profile{.name = "core",
            .program = "",
            .decision_call =
                "memory_store with the decision and its reason, priority 8, tags \"decision\"",
            .search_tool = "memory_recall",
            .store_tool = "memory_store"},
    Profile{.name = "vector-memory",
            .program = "vector-memory-mcp",
            .make = [](const Settings& settings) { return vector_memory(settings.vector_memory); },
            .two_stores = true,
            .decision_call = "store_memory with the decision and its reason, priority HIGH, "
                             "category \"decision\"",
            .search_tool = "search_memory",
            .store_tool = "store_memory"},
    Profile{.name = "mudpuppy",
            .program = "mudpuppy",
            .make = [](const Settings& settings) { return mudpuppy_surface(settings.mudpuppy); },
            .decision_call = "memory_add with the decision and its reason, importance 8, tags "
                             "[\"decision\"]",
            .search_tool = "memory_search",
            .store_tool = "memory_add",
            .keeps_entries = true},
    Profile{
        .name = "server-memory",
        .program = "mcp-server-memory",
        .make =
            [](const Settings& settings) { return server_memory_surface(settings.server_memory); },
        .decision_call = "add_observations or create_entities with the decision and its reason",
        .search_tool = "search_nodes",
        .store_tool = "add_observations",
        .exact = true},
    Profile{.name = "memory-tool",
            .program = "",
            .make = [](const Settings&) { return memory_tool_surface(); },
            .decision_call = "memory with the command insert, the decision and its reason",
            .search_tool = "memory",
            .store_tool = "memory",
            .exact = true},
};

std::string_view file_name(std::string_view program) {
  return program.substr(program.find_last_of('/') + 1);
}

const Profile* find_program(std::string_view program) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Profile& each) {
    return !each.program.empty() && each.program == file_name(program);
  });
  return found == all.end() ? nullptr : &*found;
}

Result<const Profile*> find_name(std::string_view place, std::string_view name) {
  for (const Profile& each : all)
    // Names of the tools of the core in another profile.
    if (each.name == name || (name == "full" && each.name == "core"))
      return &each;
  return Failure(refuse(place, "must be one of " + join_texts(all, ", ", &Profile::name) +
                                   "; got \"" + std::string(name) + "\""));
}

}  // namespace

namespace {

// The first reply of any tool has these warnings too.
void say_first(mcp::Surface& surface, const std::vector<std::string>& words) {
  const auto said = std::make_shared<std::atomic<bool>>(false);
  for (mcp::Tool& tool : surface.tools)
    tool.call = [call = std::move(tool.call), words, said](
                    Engine& engine, const boost::json::object& arguments,
                    const op::Caller& caller) -> Result<boost::json::object> {
      auto reply = call(engine, arguments, caller);
      if (!reply || said->exchange(true))
        return reply;
      boost::json::value& warnings = (*reply)["warnings"];
      if (!warnings.is_array())
        warnings = boost::json::array();
      for (const std::string& each : words) warnings.as_array().emplace_back(each);
      return reply;
    };
}

}  // namespace

std::span<const Profile> profiles() {
  return all;
}

Result<const Profile*> chosen_profile(const Choice& choice) {
  if (!choice.flag.empty())
    return find_name("--profile", choice.flag);
  if (const Profile* called = find_program(choice.program))
    return called;
  if (!choice.environment.empty())
    return find_name("AI_MEMORY_PROFILE", choice.environment);
  if (!choice.configured.empty())
    return find_name("profile.name", choice.configured);
  return &all.front();
}

bool serves_by_name(std::string_view program) {
  return find_program(program) != nullptr;
}

mcp::Surface surface_of(const Profile& profile, const Settings& settings) {
  mcp::Surface surface = profile.make(settings);
  if (!settings.first_words.empty())
    say_first(surface, settings.first_words);
  if (settings.core_tools)
    mcp::add_tools(surface, mcp::core_surface());
  return surface;
}

}  // namespace aim::profile
