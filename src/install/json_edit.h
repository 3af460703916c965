// Changing a JSON text that people and programs write (comments, commas behind the last member, any
// indentation): what is added or removed is one member or one element; every other byte stays, and
// what was added can be removed to the byte.
// Knows: JSON with comments as text. Must not know: files, clients.
// Pure functions; any thread. Errors name line and column.
#pragma once
#include "base/result.h"

namespace aim::install {

struct JsonNode {
  enum class Kind { object, array, text, other } kind = Kind::other;
  std::size_t begin = 0, end = 0;  // in the text
  struct Member {
    std::string key;  // unescaped
    std::size_t begin = 0;
    std::unique_ptr<JsonNode> value;
  };
  std::vector<Member> members;     // of an object
  std::vector<JsonNode> elements;  // of an array
  std::string text;                // of a text, unescaped

  // The last member of that name, as readers of JSON take it; null: none.
  const JsonNode* find(std::string_view key) const;
  std::string_view text_at(std::string_view key) const;
};

// The whole text as one value. A text of blanks and comments alone is an empty object that ends
// where it begins, before all of them: behind a comment without a line end it would be part of it.
Result<JsonNode> parse_json_text(std::string_view text);

// The text with a member at the end of the object, or an element at the end of the array, at
// `container`; `value` is compact JSON, written with the text's own indentation and line ends where
// its neighbours have lines of their own.
std::string with_member(std::string_view text, const JsonNode& root, const JsonNode& container,
                        std::string_view key, std::string_view value);
std::string with_element(std::string_view text, const JsonNode& root, const JsonNode& container,
                         std::string_view value);
// Without the member or element number `at`.
std::string without_part(std::string_view text, const JsonNode& container, std::size_t at);
// Another value in place of one.
std::string with_value(std::string_view text, const JsonNode& node, std::string_view value);

// The line end of a text, by its first line.
std::string_view line_end(std::string_view text);

// Texts as a list in compact JSON.
std::string list_text(const std::vector<std::string>& texts);

// A new file's text.
std::string pretty_json(std::string_view compact);

}  // namespace aim::install
