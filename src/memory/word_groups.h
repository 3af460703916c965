// Words that exclude each other, and words that stand for numbers and dates: the tables of
// differs.h.
// Knows: English. Pure.
#pragma once
#include <span>
#include <string_view>

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

}  // namespace aim
