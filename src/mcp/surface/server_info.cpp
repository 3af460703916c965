#include "mcp/surface/server_info.h"

#include <boost/json.hpp>

#include "base/version.h"
#include "mcp/surface/tool_words.h"
#include "op/kit/remedies.h"
#include "text/json_text.h"

namespace aim::mcp {

std::optional<std::string_view> known_legacy(std::string_view version) {
  const auto known = std::find(legacy_versions.begin(), legacy_versions.end(), version);
  return known == legacy_versions.end() ? std::nullopt : std::optional(*known);
}

std::string_view negotiated(std::optional<std::string_view> wanted) {
  if (!wanted)
    return legacy_versions.front();
  // Known, but it has no handshake: the newest that has one is nearest to it.
  if (*wanted == modern_version)
    return legacy_versions.back();
  return known_legacy(*wanted).value_or(legacy_versions.back());
}

ToolStyle style_of(std::string_view version, bool apps) {
  return {version >= legacy_versions[1], version >= legacy_versions[2],
          version >= legacy_versions[2], apps};
}

json::object server_info(const Surface& surface, const ToolStyle& style) {
  json::object server{{"name", surface.name}, {"version", version}};
  if (style.titles)
    server["title"] = surface.name;
  return server;
}

std::string instructions(const Offer& offer) {
  std::string text = offer.surface->instructions(offer);
  if (offer.refusal) {
    const ToolWords words(*offer.surface);
    text.append(" No tool can be called yet: ")
        .append(op::sentence(op::in_words(*offer.refusal, &words, offer.commands)));
  }
  return text;
}

json::object capabilities(const Surface& surface, std::string_view version) {
  json::object all{{"tools", json::object()}};
  if (surface.prompts)
    all["prompts"] = json::object();
  if (surface.resources && surface.resources->tells_changes) {
    all["resources"] = json::object{{"subscribe", true}};
    if (!surface.resources->state)
      all["resources"].get_object()["listChanged"] = true;
  } else if (surface.resources) {
    all["resources"] = json::object();
  }
  if (surface.complete && version >= legacy_versions[1])
    all["completions"] = json::object();
  // The modern era has deprecated it; requests that ask for log lines get them all the same.
  if (version <= legacy_versions.back())
    all["logging"] = json::object();
  return all;
}

json::array supported_versions() {
  json::array all;
  for (const std::string_view version : legacy_versions) all.emplace_back(version);
  all.emplace_back(modern_version);
  return all;
}

std::string unsupported_data(std::string_view requested) {
  return text::compact(json::object{{"requested", requested}, {"supported", supported_versions()}});
}

bool shows_forms(const json::value* capabilities, std::string_view version) {
  if (version < legacy_versions[2] || !capabilities || !capabilities->is_object())
    return false;
  // An empty object means forms; one that names kinds means those.
  const json::object* kinds = text::object_at(capabilities->get_object(), "elicitation");
  return kinds && (kinds->contains("form") || !kinds->contains("url"));
}

bool shows_apps(const json::value* capabilities) {
  if (!capabilities || !capabilities->is_object())
    return false;
  const json::object* extensions = text::object_at(capabilities->get_object(), "extensions");
  const json::object* apps =
      extensions ? text::object_at(*extensions, "io.modelcontextprotocol/ui") : nullptr;
  if (!apps)
    return false;
  const json::value* types = apps->if_contains("mimeTypes");
  return !types ||
         (types->is_array() && std::ranges::any_of(types->get_array(), [](const json::value& each) {
            return each.is_string() && each.get_string() == app_type;
          }));
}

std::optional<int> log_level(std::optional<std::string_view> name) {
  static constexpr std::array<std::string_view, 8> levels{
      "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};
  const auto known = name ? std::find(levels.begin(), levels.end(), *name) : levels.end();
  if (known == levels.end())
    return std::nullopt;
  return static_cast<int>(known - levels.begin());
}

}  // namespace aim::mcp
