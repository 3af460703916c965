// Addresses of PostgreSQL databases: postgres://user:password@host:port/database?parameters, as
// libpq reads them.
// And which client library speaks to them.
// Knows: their outer form. Must not know: the parameters, which are libpq's.
#pragma once
#include "base/std.h"

namespace aim::store::postgres {

// The address without password and parameters, which may be secrets too: what people may see.
std::string shown(std::string_view address);

// The client library that is there, as "libpq 15.4"; empty: none is, so no such database can be
// spoken to.
std::string client_library();

}  // namespace aim::store::postgres
