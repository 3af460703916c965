// The page of /docs: what the rows offer, to be read by people; made on the server, without
// scripts, so that it works offline and under the strictest policy.
#pragma once
#include <string>

#include "http/openapi.h"

namespace aim::http {

std::string docs_page(const DescribedServer& server);

}  // namespace aim::http
