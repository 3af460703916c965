// The HTTP/1.1 server: listens, reads requests within limits of size and time, has them answered on
// worker threads, writes the answers. One I/O thread a context; a handler never runs on one unless
// its plan says that its answer is ready.
// Knows: sockets, TLS, HTTP (Boost.Beast, in server.cpp alone). Must not know: JSON, what is
// served.
#pragma once
#include "net/message.h"
#include "net/server_options.h"

namespace aim::net {

class Server {
 public:
  // Binds; serves from run() on. Errors: one clear sentence each (port in use, no such address, bad
  // certificate or key).
  static Result<std::unique_ptr<Server>> listen(
      const ServerOptions& options, Site site, ErrorPage error_page,
      std::function<void(const AnsweredRequest&)> on_answer);
  ~Server();

  // "http://127.0.0.1:9077"
  std::string address() const;
  const ServerFigures& figures() const;

  // Serves until stop(); then lets requests in flight finish for Limits::stop_time.
  void run();
  // From any thread; not from a signal handler.
  void stop();

 private:
  class Parts;
  explicit Server(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace aim::net
