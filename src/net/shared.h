// Shared state of the connections of one server. Part of server.cpp's inside: nobody else includes
// it. Knows: Asio. Must not know: what is served. Threads: each member says so.
#pragma once
#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <condition_variable>
#include <unordered_map>

#include "base/mutex.h"
#include "net/admission.h"
#include "net/message.h"
#include "net/server_options.h"
#include "net/worker_pool.h"

namespace aim::net {

// A connection as the server sees it when it stops.
class Peer {
 public:
  virtual ~Peer() = default;
  // Ends it when it is idle, its events when it streams; an answer that is under way is the last.
  virtual void stop() = 0;
  // Ends it now.
  virtual void abort() = 0;
};

// One I/O context with its thread's own things.
struct Context {
  boost::asio::io_context io{1};
  std::unordered_map<Admission::Id, Peer*> peers;
};

// Shared state of all connections.
struct Shared {
  ServerOptions options;
  Site site;
  ErrorPage error_page;
  std::function<void(const AnsweredRequest&)> on_answer;
  ServerFigures figures;
  Admission admission;
  const SpoolBudgets bodies, answers;
  const SharedBudget stream_bytes;
  WorkerPool readers, writers;
  std::atomic<std::size_t> waiting_readers{0}, waiting_writers{0};
  std::atomic<bool> stopping{false}, aborting{false};

  Mutex mutex;
  std::condition_variable_any changed;  // a connection ended, or the end is asked for
  bool stop_asked GUARDED_BY(mutex) = false;

  Shared(const ServerOptions& given, Site served, ErrorPage page,
         std::function<void(const AnsweredRequest&)> told)
      : options(given),
        site(std::move(served)),
        error_page(std::move(page)),
        on_answer(std::move(told)),
        admission({given.limits.connections, given.limits.of_address,
                   std::min(given.limits.streams,
                            std::max<std::size_t>(1, given.limits.connections / 2))}),
        bodies{std::make_shared<ByteBudget>(given.limits.body_memory_bytes),
               std::make_shared<ByteBudget>(given.limits.body_file_bytes)},
        answers{std::make_shared<ByteBudget>(given.limits.body_memory_bytes),
                std::make_shared<ByteBudget>(given.limits.answer_file_bytes), true},
        stream_bytes(std::make_shared<ByteBudget>(given.limits.stream_bytes)),
        readers(static_cast<std::size_t>(given.readers)),
        writers(static_cast<std::size_t>(given.writers)) {}
};

// One connection of the HTTP server, from its first byte to its last (connection.cpp): it lives on
// the one thread of its I/O context; what workers may touch says so.

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
