// The second backend: a database on a PostgreSQL server, for any number of processes and machines
// (core/database.h).
// Knows: PostgreSQL. Must not know: who asks.
#pragma once
#include "store/postgres/core/connection.h"
#include "store/store.h"

namespace aim::store::postgres {

// Does nothing yet: the first use loads the client library and connects.
// `replica`: the address of one, which serves reads as far as it has what this process knows of;
// empty: there is none.
std::unique_ptr<Store> make_store(std::string_view address, const ConnectionOptions& options,
                                  std::string_view replica = {});

// Addresses of PostgreSQL databases: postgres://user:password@host:port/database?parameters, as
// libpq reads them (address.cpp); and which client library speaks to them.

// The address without password and parameters, which may be secrets too: what people may see.
std::string shown(std::string_view address);

// The client library that is there, as "libpq 15.4"; empty: none is, so no such database can be
// spoken to.
std::string client_library();

}  // namespace aim::store::postgres
