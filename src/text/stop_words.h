// English words that tell nothing about what a text is about.
// Pure. Threads: any. Cost: a look at a table.
#pragma once
#include <string_view>

namespace aim::text {

bool is_common(std::string_view folded_word);

// The dozen words that are in nearly every English text: an index need not hold them (a quarter of
// all tokens), since no question can be answered by them.
bool is_filler(std::string_view term);

}  // namespace aim::text
