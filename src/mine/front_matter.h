// The head of a Markdown note: "---", lines of "key: value", "---". As much of YAML as such heads
// use: texts, quoted texts, lists in brackets or a line each.
// Pure; what it does not understand is left out.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace aim::mine {

struct Note {
  std::map<std::string, std::vector<std::string>, std::less<>>
      head;               // lists, and texts as lists of one
  std::string_view body;  // of the text that was given

  std::string text(std::string_view key) const;  // the first, or nothing
};

Note note_of(std::string_view text);

}  // namespace aim::mine
