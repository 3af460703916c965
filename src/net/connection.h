// One connection of the HTTP server, from its first byte to its last. Part of server.cpp's inside:
// nobody else includes it.
// Knows: Asio, and through connection.cpp Beast. Must not know: what is served.
// Threads: a connection lives on the one thread of its I/O context; what workers may touch says so.
#pragma once
#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ssl/context.hpp>

#include "net/shared.h"

namespace aim::net {

using Socket = boost::asio::generic::stream_protocol::socket;

// Which door a connection came in by.
struct Entrance {
  boost::asio::ssl::context* tls = nullptr;  // null: in the clear
  bool unix_socket = false;
  Admission::Id id = 0;    // its place among the others
  std::string party = {};  // group for limits
};

// Serves until the connection ends.
boost::asio::awaitable<void> serve(Socket socket, Context& context, Shared& shared,
                                   Entrance entrance);

}  // namespace aim::net
