// The OpenAPI 3.1 description of this server, derived from the rows and from the operations'
// fields: nothing in it is written twice, so it cannot say what the server does not do.
#pragma once
#include <string>

#include "memory/tier.h"

namespace aim::op {
class Words;
}

namespace aim::http {

struct DescribedServer {
  FeatureTier tier = FeatureTier::semantic;  // rows of a higher one are left out (S10)
  bool token = false;                        // a bearer token is asked for
  // Commands for a person where there is no route; null: none.
  const op::Words* commands = nullptr;
  bool restricted = false;  // callers are holders of a token with rights
};

// As JSON text. Cost: some milliseconds.
std::string openapi(const DescribedServer& server);

}  // namespace aim::http
