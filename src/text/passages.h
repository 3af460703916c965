// Passages: the parts of a text that a vector each stands for. A short text is one; a long one is
// broken into parts of a few turns of a conversation, so that nothing in it is lost in an average,
// or past the limit of a model. Pure; any bytes are a text. Threads: any.
// Source: measured on sessions of conversations (docs/decisions/0008): the first 256 tokens alone
// find half as much.
#pragma once
#include "memory/memory.h"

namespace aim::text {

// Sizes are in guessed tokens: four bytes of ASCII make one, any other character is one by itself.
inline constexpr std::size_t passage_tokens =
    128;  // a text of more is broken, at ends of lines where it can be
inline constexpr std::size_t max_passages = 1'000;  // what is left makes the last one

// In order, without blanks around them, none empty; nothing but blanks is one empty passage. They
// point into `text`.
std::vector<std::string_view> passages(std::string_view text);

// What the vectors of a memory stand for: a text a passage, with what a passage alone would not say
// (title, speaker).

// In the order of the passages.
std::vector<std::string> texts_to_embed(const Memory& memory);

// Tells such texts apart; never 0.
std::uint64_t text_hash(std::string_view text);

}  // namespace aim::text
