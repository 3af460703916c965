// Replies cut to the keys that scripts know from the command line (wire.md 4.2), for --json.
#pragma once
#include "op/kit/projection.h"

namespace aim::cli {

inline constexpr std::string_view of_stored[] = {"updated", "supersedes"};
inline constexpr std::string_view of_updated[] = {"updated"};
inline constexpr std::string_view of_found[] = {"query"};
inline constexpr std::string_view of_forgotten[] = {
    "deleted", "undo", "dry_run", "would_delete", "memories", "histories", "versions"};
inline constexpr std::string_view of_linked[] = {"linked", "unlinked"};

// The memory, flat, and similar ones.
inline constexpr op::Projection stored_reply{.flatten = "memory", .drop = of_stored};
inline constexpr op::Projection updated_reply{.flatten = "memory", .drop = of_updated};
inline constexpr op::Projection found_reply{.drop = of_found};
// Without `archived`, which it always is.
inline constexpr op::Projection forgotten_reply{.keep = of_forgotten};
// The caller named the ends.
inline constexpr op::Projection linked_reply{.keep = of_linked};

}  // namespace aim::cli
