// The web page of the daemon: "/" and the files it loads, as they are in the program (L, L11, L12).
// Knows: HTTP messages, the built files. Must not know: what the page shows, sockets.
// Threads: any.
#pragma once
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

}  // namespace aim::http
