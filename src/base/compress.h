// Compression of texts (zstd), and expanding what others compressed (gzip). A text may use another
// one as its dictionary; expanding it needs the same dictionary. Knows: bytes. Must not know: what
// they say, where they are kept. Threads: any. Errors: database_error for bytes that do not expand
// to what they should.
#pragma once
#include "base/result.h"

namespace aim {

// How much time is taken for how small a result; of zstd's levels.
enum class Effort : int { in_bulk = 3, at_once = 9, thorough = 19 };

// `before` may be empty.
std::string compress(std::string_view text, std::string_view before, Effort effort);

inline constexpr std::size_t max_expanded_bytes = 64 * 1024 * 1024;

// `bytes` is the length of the text that was compressed, at most max_expanded_bytes.
Result<std::string> expand(std::string_view compressed, std::string_view before, std::size_t bytes);

// One file of gzip, of at most max_expanded_bytes.
Result<std::string> expand_gzip(std::string_view compressed);

}  // namespace aim
