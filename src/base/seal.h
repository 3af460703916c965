// Texts that go to a client and come back: sealed, so that changes and forgeries are noticed.
// HMAC-SHA-256 with a key that this process draws at random and keeps to itself, so a seal is worth
// nothing after its end. The text is not hidden. Threads: any.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace aim {

// Letters, digits, "-", "_" and ".".
std::string seal(std::string_view text);

// The text; nothing when the seal is not ours. Takes the same time for every wrong seal of a
// length.
std::optional<std::string> unseal(std::string_view sealed);

// A text of 128 random bits, for what must not be guessed. Lower-case hexadecimal digits.
std::string random_token();

}  // namespace aim
