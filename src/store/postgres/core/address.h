// Addresses of PostgreSQL databases: postgres://user:password@host:port/database?parameters, as
// libpq reads them.
// Knows: their outer form. Must not know: the parameters, which are libpq's.
#pragma once
#include <string>
#include <string_view>

namespace aim::store::postgres {

// Whether an address is one of ours to open.
bool is_address(std::string_view address);
// The address without password and parameters, which may be secrets too: what people may see.
std::string shown(std::string_view address);

}  // namespace aim::store::postgres
