#include "store/postgres/client.h"

#include "store/postgres/core/libpq.h"

namespace aim::store::postgres {

bool may_have_client() {
  return may_have_libpq();
}

std::string client_library() {
  const auto pq = libpq();
  if (!pq)
    return {};
  const int version = (*pq)->lib_version();
  return "libpq " + std::to_string(version / 10'000) + "." + std::to_string(version % 10'000);
}

}  // namespace aim::store::postgres
