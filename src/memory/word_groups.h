// Words that exclude each other, and words that stand for numbers and dates: the tables of
// differs.h.
// Knows: English. Pure.
#pragma once
#include "base/std.h"

namespace aim {

// Of its members a text means one; who says another says something else. A member is its forms with
// "/" between; a form that ends with "*" stands for all words that begin so.
struct WordGroup {
  std::span<const std::string_view> members;
};
std::span<const WordGroup> opposites();
std::span<const WordGroup> technologies();

// Words in small letters. Is one of these, which are in order, a form of the member?
bool any_is_form_of(std::span<const std::string_view> words, std::string_view member);
bool is_negation(std::string_view word);
// Its digits, or nothing: "thirty" is 30, "first" is 1st. "one" is no number: it mostly stands for
// something else.
std::string_view number_named(std::string_view word);
// A day of the week or a month, in short; nothing for others. "may" and "march" are months with a
// capital only.
std::string_view date_named(std::string_view as_written, std::string_view word);

// Whether each of two texts has a word that matters and that the other has in no form: "sara owns
// billing" and "tom owns billing". In small letters a name cannot be told from another word, so
// every exchange counts, but for words that mean the same in most texts (docs/decisions/0061).
// as an exchange. Pure.
// Cost: about linear.

// Words in small letters, without punctuation around them. Numbers, dates and negations are not
// looked at.
bool have_other_words(std::span<const std::string_view> a, std::span<const std::string_view> b);

}  // namespace aim
