// English words that tell nothing about what a text is about.
// Pure. Threads: any. Cost: a look at a table.
#pragma once
#include "base/std.h"

namespace aim::text {

bool is_common(std::string_view folded_word);

// The dozen words that are in nearly every English text: an index need not hold them (a quarter of
// all tokens), since no question can be answered by them.
bool is_filler(std::string_view term);

// Words that ask, of scripts written without blanks ("什么", "อะไร"): what answers does not say
// them, and the pairs that they make with their neighbours in a question stand in no text. In
// scripts written with blanks they are stop words. Chinese, Japanese, Korean and Thai. Knows:
// folded text. Must not know: words, tokens. Pure. Threads: any. Cost: a binary search.
inline constexpr std::size_t max_asking_units = 4;  // characters or clusters of the longest

bool is_asking_word(std::string_view folded);

}  // namespace aim::text
