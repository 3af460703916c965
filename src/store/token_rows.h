// Rows of tokens as both backends read them: id, name, hash, administers, read, write, created_at,
// expires_at, revoked_at.
#pragma once
#include "base/timestamp.h"
#include "store/tokens.h"

namespace aim::store {

// Patterns, one a line.
std::string lines_of(const std::vector<std::string>& patterns);
std::vector<std::string> patterns_of(std::string_view lines);

template <class Row>
TokenRow token_of(const Row& row) {
  TokenRow token;
  token.rights.id = row.string(0);
  token.rights.name = row.string(1);
  token.hash = row.string(2);
  token.rights.administers = row.integer(3) != 0;
  token.rights.read = patterns_of(row.text(4));
  token.rights.write = patterns_of(row.text(5));
  token.created_at = time_from_nanoseconds(row.integer(6));
  if (!row.is_null(7))
    token.expires_at = time_from_nanoseconds(row.integer(7));
  if (!row.is_null(8))
    token.revoked_at = time_from_nanoseconds(row.integer(8));
  return token;
}

}  // namespace aim::store
