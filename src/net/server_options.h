// Options of a server, its counters, and its record of an answered request (server.h).
// Source of limits: D1; RFC 9112.
#pragma once
#include <atomic>
#include <chrono>
#include <filesystem>

#include "base/std.h"

namespace aim::net {

struct Limits {
  std::size_t connections = 1'024;  // beyond, others are evicted, or new ones get 503
  std::size_t of_address = 256;     // of these, for one address of another machine
  std::size_t streams = 512;        // of those, event streams
  std::size_t waiting = 256;        // requests that wait for a worker, per lane; more get 503
  std::size_t header_bytes = 16 * 1024;
  std::chrono::seconds header_time{10};  // from the first byte of a request to the end of its head
  std::chrono::seconds body_time{60};
  std::chrono::seconds write_time{60};
  std::chrono::seconds stalled_time{20};   // for the next piece of a body
  std::chrono::seconds idle_time{75};      // between requests
  std::chrono::seconds stranger_time{10};  // the same for who has not been let in yet
  std::chrono::seconds stop_time{10};      // for requests in flight when the server stops
  // Limits of all of them together.
  std::size_t body_memory_bytes = 32 * 1024 * 1024, body_file_bytes = 256 * 1024 * 1024;
  std::size_t answer_file_bytes = 256 * 1024 * 1024;  // a single one may be larger
  std::size_t stream_bytes = 64 * 1024 * 1024;        // events waiting for their readers
};

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 9077;                                 // 0: any free one
  std::filesystem::path unix_socket;               // in addition to the port; empty: none
  std::filesystem::path certificate, private_key;  // PEM; both or none
  int io_threads = 2;
  int readers = 2, writers = 16;  // at most; as many as are needed at once
  Limits limits;
};

// Counters since the start, for /metrics.
struct ServerFigures {
  std::atomic<std::int64_t> connections{0}, refused_connections{0}, waiting{0}, refused_requests{0};
};

// One answered request, for the access log and the figures. No query, no body, no header.
struct AnsweredRequest {
  std::string_view method, route;
  int status = 0;
  std::size_t bytes = 0;
  std::chrono::microseconds took{};
};

}  // namespace aim::net
