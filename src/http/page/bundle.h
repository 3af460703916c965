// The built files of the web page, which are part of the program: each compressed once, when it was
// built (L11).
// Form: lines "ai-memory page 1", then "NAME BYTES HASH" a file, a blank line, and the files one
// after the other.
// Knows: names and bytes. Must not know: HTTP, what the page shows.
// Threads: any.
#pragma once
#include "base/result.h"

namespace aim::http {

struct Asset {
  std::string_view name;   // "index.html", "assets/main-3fa1.js"
  std::string_view hash;   // hash of its uncompressed bytes, a few hexadecimal digits
  std::string_view bytes;  // gzip
};

// The bytes must outlive the views. Errors: a table that does not fit its bytes.
Result<std::vector<Asset>> read_bundle(std::string_view bundle);

// The files of this program.
std::span<const Asset> assets();

}  // namespace aim::http
