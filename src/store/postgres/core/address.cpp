#include "store/postgres/core/address.h"

#include "store/postgres/core/libpq.h"

namespace aim::store::postgres {

std::string shown(std::string_view address) {
  const std::size_t scheme = std::min(address.find("://"), address.size());
  std::string_view rest = address.substr(std::min(scheme + 3, address.size()));
  rest = rest.substr(0, rest.find_first_of("?#"));
  std::string out = "postgresql://";
  // A password may hold an @ that should have been escaped: the last one ends it. It holds no slash
  // that is not.
  const std::size_t at = rest.rfind('@');
  if (at != rest.npos) {
    const std::string_view user = rest.substr(0, at);
    out.append(user.substr(0, user.find(':'))).append("@");
    rest.remove_prefix(at + 1);
  }
  return out.append(rest);
}

std::string client_library() {
  const auto pq = libpq();
  if (!pq)
    return {};
  const int version = (*pq)->lib_version();
  return "libpq " + std::to_string(version / 10'000) + "." + std::to_string(version % 10'000);
}

}  // namespace aim::store::postgres
