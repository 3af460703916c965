// The REST door: requests below /api/v1 become calls of operations, by the rows of routes.h (D1–D5,
// S7, S13).
// Knows: HTTP messages, operations. Must not know: sockets, SQL, what an operation does.
// Threads: plan() and what it plans, from any.
#pragma once
#include "http/describe.h"
#include "http/metrics.h"
#include "net/message.h"

namespace aim::http {

class Api {
 public:
  // All outlive the door.
  Api(Engine& engine, const Metrics& metrics, const DescribedServer& described)
      : engine_(engine),
        metrics_(metrics),
        described_(described),
        health_(engine, described.commands) {}

  // Figures of the server for /metrics. Set before serving begins.
  void show(const net::ServerFigures& server) { server_ = &server; }

  // The plan for a request. Does not block; the planned handler may.
  net::Plan plan(const net::Head& head);

  // Health needs no token; an examination of the whole database does.
  static bool open_to_all(const net::Head& head);
  // Whether it is for people, who come to it by links.
  static bool is_page(const net::Head& head);

 private:
  net::Response page(Page page, const net::Head& head);
  net::Response health(const net::Head& head);
  net::Response metrics();

  Engine& engine_;
  const Metrics& metrics_;
  DescribedServer described_;
  const net::ServerFigures* server_ = nullptr;
  Health health_;
};

}  // namespace aim::http
