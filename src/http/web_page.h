// The web page of the daemon: "/" and the files it loads, as they are in the program (L, L11, L12).
// Knows: HTTP messages, the built files. Must not know: what the page shows, sockets.
// Threads: any.
#pragma once
#include "base/result.h"
#include "net/message.h"

namespace aim::http {

class WebPage {
 public:
  // "/" and everything below "/assets/".
  static bool serves(std::string_view path);
  // People come to the page by links of other sites; to its files they do not.
  static bool is_page(const net::Head& head);

  // The plan for a request. Does not block.
  static net::Plan plan(const net::Head& head);
};

// Refusals as pages, for somebody who opened an address in a browser and reads no JSON: the
// token that is asked for, with a field for it, and nothing at this path.

// Replaces the refusal's text; the status stays.
void ask_reader_for_token(net::Plan& plan);
void tell_reader_of_nothing(net::Plan& plan);

// The built files of the web page, which are part of the program: each compressed once, when it
// was built (L11). Form: lines "ai-memory page 1", then "NAME BYTES HASH" a file, a blank line,
// and the files one after the other.

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
