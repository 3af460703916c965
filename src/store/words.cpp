#include "store/words.h"

namespace aim::store {

std::string expression(std::span<const Phrase> phrases, std::string_view joined_by) {
  std::string out;
  for (const Phrase& phrase : phrases) {
    if (!out.empty())
      out += joined_by;
    out += '"';
    for (std::size_t i = 0; i < phrase.size(); ++i) {
      if (i > 0)
        out += ' ';
      for (const char c : phrase[i]) out.append(c == '"' ? 2 : 1, c);
    }
    out += '"';
  }
  return out;
}

}  // namespace aim::store
