// Detection of secrets: stores warn, automatic recording removes them
// (EngineOptions::look_for_secrets). Threads: any.
#pragma once
#include <string>
#include <string_view>

namespace aim {
struct Engine;
}

namespace aim::op {

// "content holds what looks like …"; empty: nothing does, or it is not looked for.
std::string told_of_secrets(const Engine& engine, std::string_view field, std::string_view text);
// The text as it may be kept unasked.
std::string without_told_secrets(const Engine& engine, std::string_view text);

}  // namespace aim::op
