#include "store/sql/word_expression.h"

namespace aim::store::sql {

std::string expression_of(const WordQuery& query) {
  std::string out;
  for (const Phrase& phrase : query.phrases) {
    if (!out.empty())
      out += query.all ? " AND " : " OR ";
    out += '"';
    for (std::size_t i = 0; i < phrase.size(); ++i) {
      if (i > 0)
        out += ' ';
      for (const char c : phrase[i]) out.append(c == '"' ? 2 : 1, c);
    }
    out += query.terms == Terms::words ? "\"" : "\" *";
  }
  if (query.terms == Terms::beginnings_in_titles && !out.empty())
    out.insert(0, "title : (").push_back(')');
  return out;
}

}  // namespace aim::store::sql
