#include "app/mcp_options.h"

#include "app/wire.h"
#include "base/zip.h"
#include "cli/command_words.h"
#include "http/page/bundle.h"
#include "memory/rules.h"
#include "op/project.h"

namespace aim::app {
namespace {

// A flag, else a key of the configuration; where it came from is what a refusal begins with.
struct Setting {
  std::string value, name;
};

Setting setting(const cli::Invocation& invocation, std::string_view flag,
                const std::string& configured) {
  if (const std::string* given = invocation.text(flag))
    return {*given, "--" + std::string(flag)};
  return {configured, "mcp." + std::string(flag) + " in " + config_path().string()};
}

Error under_its_name(const Error& error, const std::string& name) {
  Error named = error;
  if (named.message.starts_with(named.field))
    named.message.replace(0, named.field.size(), name);
  named.field = name;
  return named;
}

// Where the search for the project begins.
std::filesystem::path folder_of(const cli::Invocation& invocation) {
  if (const std::string* given = invocation.text("project"))
    return expanded_path(*given);
  return op::project_of_environment();
}

Result<void> choose_name_space(const Setting& wanted, const std::filesystem::path& folder,
                               bool has_folder, mcp::Offer& offer) {
  if (wanted.value.empty() || wanted.value == "global")
    return {};
  if (wanted.value == "auto") {
    offer.asks_roots = folder.empty() || !has_folder;
    if (!has_folder)
      return {};
    offer.project = folder.empty() ? op::current_project() : op::project_of(folder);
    offer.name_space = *offer.project ? offer.project->names.front() : "global";
    return {};
  }
  if (const auto sound = check(rule::name_space, "namespace", wanted.value); !sound)
    return Failure(under_its_name(sound.error(), wanted.name));
  offer.name_space = wanted.value;
  return {};
}

// Reads a file of the page, which is compressed.
const std::string& app_page() {
  static const std::string page = [] {
    for (const http::Asset& each : http::assets())
      if (each.name == "app.html")
        return gunzip(each.bytes);
    return std::string();
  }();
  return page;
}

}  // namespace

Result<mcp::Offer> offer_of(const cli::Invocation& invocation, const Config& config,
                            FeatureTier tier, const OfferedFrom& from) {
  mcp::Offer offer;
  if (from.surface)
    offer.surface = from.surface;
  offer.tier = tier;
  offer.commands = &cli::command_words();
  offer.app_page = app_page;
  // The configured choice is one among the core's tools.
  const Setting tools = setting(invocation, "tools", from.surface ? "full" : config.mcp_tools);
  auto chosen = mcp::chosen_tools(tools.value, *offer.surface);
  if (!chosen)
    return Failure(under_its_name(chosen.error(), tools.name));
  offer.tools = std::move(*chosen);
  offer.lean = tools.value == "core";
  offer.output_schemas = config.mcp_output_schemas.value_or(!offer.lean);
  TRY_VOID(choose_name_space(setting(invocation, "namespace", config.mcp_namespace),
                             folder_of(invocation), from.has_folder, offer));
  return offer;
}

}  // namespace aim::app
