// Whether what looks like a secret is looked for: told of where somebody stores it, taken out of what nobody has asked to keep.
// Set once, before anything is served, as the log's level is; true until then.
// Threads: any.
#pragma once
#include <string>
#include <string_view>

namespace aim::op {

void look_for_secrets(bool wanted);

// "content holds what looks like …"; empty: nothing does, or it is not looked for.
std::string told_of_secrets(std::string_view field, std::string_view text);
// The text as it may be kept unasked.
std::string without_told_secrets(std::string_view text);

}  // namespace aim::op
