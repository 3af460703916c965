// Lists of postings as the index and, where it cannot say, the texts give them.
// Must not know: how an expression joins phrases, scores.
#pragma once
#include "store/postgres/core/connection.h"
#include "store/postgres/search/posting_bytes.h"

namespace aim::store::postgres {

struct Held {
  std::int64_t name_space = 0;
  KeptPosting posting;
};
// By namespace and key.
using HeldList = std::vector<Held>;

// The memories that hold each phrase, of the namespaces named (none: of all).
Result<std::vector<HeldList>> held_lists(Connection& connection, std::span<const Phrase> phrases,
                                         std::span<const std::int64_t> name_spaces, Terms terms);

}  // namespace aim::store::postgres
