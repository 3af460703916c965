// Secrets, as the settings of an engine treat them (EngineOptions::look_for_secrets): what a person
// stores is kept and warned of; from what is stored automatically they are removed. Threads: any.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "capture/cleaner.h"

namespace aim {
struct Engine;
}

namespace aim::op {

// "content holds what looks like …"; empty: nothing does, or it is not looked for.
std::string told_of_secrets(const Engine& engine, std::string_view field, std::string_view text);
// For what is stored automatically.
Cleaner cleaner_of(const Engine& engine);

inline constexpr std::string_view secrets_removed_doc =
    "Secrets and <private> passages taken out of texts, if any";
// For a reply: empty for 0.
std::optional<std::int64_t> if_any(std::int64_t removed);

}  // namespace aim::op
