// Strangers' texts, made to fit what a memory may hold (A4): shared by what is made of
// conversations and of other stores. Pure.
#pragma once
#include "base/ascii.h"

namespace aim::mine {

using ascii::trimmed;

// Texts with NUL cannot be kept.
std::string without_nul(std::string_view text);

// The longest beginning that fits, ending where a line does, or else a word, if that loses little.
std::string_view fitting(std::string_view text, std::size_t max_bytes);

// All of the text, in pieces that fit and end so.
std::vector<std::string_view> fitting_pieces(std::string_view text, std::size_t max_bytes);

// On one line, short enough; from the first line of `content` where there is none (S21),
// `otherwise` when that is blank too.
std::string title_for(std::string_view title, std::string_view content, std::string_view otherwise);

// Adds a label, cut to what a label may be, unless it is there already, is none, or there are as
// many as there may be.
void add_tag(std::vector<std::string>& tags, std::string_view tag);

}  // namespace aim::mine
