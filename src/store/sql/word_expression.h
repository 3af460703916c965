// A query of words in the notation of FTS5, which is also what people are shown of it, whatever the
// index.
// Knows: phrases. Must not know: what they find.
#pragma once
#include <string>

#include "store/types.h"

namespace aim::store::sql {

// Phrases in quotes, an asterisk after beginnings, joined by OR or AND; `title :` before those of
// titles. Empty when there are none.
std::string expression_of(const WordQuery& query);

}  // namespace aim::store::sql
