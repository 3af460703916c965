// The second backend: a database on a PostgreSQL server, for any number of processes and machines
// (core/database.h).
// Knows: PostgreSQL. Must not know: who asks.
#pragma once
#include "store/postgres/core/address.h"
#include "store/postgres/core/connection.h"
#include "store/store.h"

namespace aim::store::postgres {

// Does nothing yet: the first use loads the client library and connects.
// `replica`: the address of one, which serves reads as far as it has what this process knows of;
// empty: there is none.
std::unique_ptr<Store> make_store(std::string_view address, const ConnectionOptions& options,
                                  std::string_view replica = {});

}  // namespace aim::store::postgres
