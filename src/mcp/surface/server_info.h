// The server's description in either era: protocol versions, name, capabilities (C2).
#pragma once
#include <boost/json/fwd.hpp>

#include "mcp/surface/surface.h"

namespace aim::mcp {

inline constexpr std::array<std::string_view, 4> legacy_versions{"2024-11-05", "2025-03-26",
                                                                 "2025-06-18", "2025-11-25"};
inline constexpr std::string_view modern_version = "2026-07-28";
inline constexpr std::string_view batch_version = "2025-03-26";  // the only one that has batches

// The constant of that text; nothing for versions that are not spoken.
std::optional<std::string_view> known_legacy(std::string_view version);

// The version for an initialize that requests `wanted`. Unknown versions get the first one
// (wire.md 2.1).
std::string_view negotiated(std::optional<std::string_view> wanted);

ToolStyle style_of(std::string_view version, bool apps = false);

boost::json::object server_info(const Surface& surface, const ToolStyle& style);
// Instructions for an assistant before its first call, in at most 300 tokens (S48), and the reason
// if no tool can be called.
std::string instructions(const Offer& offer);
// The lists of tools and prompts never change while the server runs, so only resources send
// notifications.
boost::json::object capabilities(const Surface& surface, std::string_view version);

// {"supported": […], "requested": …} as JSON text.
std::string unsupported_data(std::string_view requested);
boost::json::array supported_versions();

// Whether a client with these capabilities can show its user a form. `capabilities` may be null.
bool shows_forms(const boost::json::value* capabilities, std::string_view version);

// Whether such a client shows MCP Apps.
bool shows_apps(const boost::json::value* capabilities);

// Where a log level stands, 0 for "debug" to 7 for "emergency"; nothing for other texts.
std::optional<int> log_level(std::optional<std::string_view> name);
inline constexpr int warning_level = 3, error_level = 4;

}  // namespace aim::mcp
