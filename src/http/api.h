// The REST door: requests below /api/v1 become calls of operations, by the rows of routes.h (D1–D5, S7, S13).
// Knows: HTTP messages, operations. Must not know: sockets, SQL, what an operation does.
// Threads: plan() and what it plans, from any.
#pragma once
#include "net/message.h"
#include "op/operation.h"

namespace aim::http {

struct ApiOptions {
  FeatureTier tier = FeatureTier::semantic;
};

class Api {
 public:
  Api(Engine& engine, const ApiOptions& options) : engine_(engine), options_(options) {}

  // What is to become of a request. Does not block; what it answers may.
  net::Plan plan(const net::Head& head);

  // Health needs no token.
  static bool open_to_all(const net::Head& head);

 private:
  Engine& engine_;
  ApiOptions options_;
};

}  // namespace aim::http
