// Which client library this program speaks to a server with, in words.
#pragma once
#include <string>

namespace aim::store::postgres {

// The client library that is there, as "libpq 15.4"; empty: none is, so no such database can be
// spoken to.
std::string client_library();
// Whether this program could load one. Looks for nothing.
bool may_have_client();

}  // namespace aim::store::postgres
