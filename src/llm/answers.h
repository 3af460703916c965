// What a model said, read strictly: the one member that was asked for, of the kind that was asked
// for, within limits. Repair is bounded and looks for no meaning: what stands before and after the
// first JSON value (thoughts, a fence of backquotes, politeness) is left out. Anything else that is
// wrong makes the answer useless. What comes out is a stranger's text: valid UTF-8 without control
// characters, of bounded length; more is not promised.
// Knows: JSON. Must not know: what the texts are for.
// Errors: unavailable and of this prompt (language_model.h), "the language model's answer …".
#pragma once
#include "llm/language_model.h"

namespace aim::llm {

inline constexpr std::size_t max_answer_bytes = 262'144;

// The texts of a list: {"<member>": ["…", …]}, or the bare list. Blanks around each are cut off,
// empty ones, repeated ones (regardless of case) and those longer than `max_bytes` left out; the
// first `max_items` are taken.
struct ListLimits {
  std::size_t max_items, max_bytes;
};
Result<std::vector<std::string>> read_list(std::string_view answer, std::string_view member,
                                           const ListLimits& limits);

// {"<member>": true}; nothing but a truth value is one.
Result<bool> read_truth(std::string_view answer, std::string_view member);

// {"<member>": "…"}: not blank, cut at `max_bytes`; line breaks and tabs stay.
Result<std::string> read_text(std::string_view answer, std::string_view member,
                              std::size_t max_bytes);

// The first whole JSON object or list in a text; empty when there is none. For tests.
std::string_view first_json(std::string_view text);

}  // namespace aim::llm
