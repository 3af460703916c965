// What somebody says in a text of his own, apart from what he shows: code, quotes, logs, texts of
// ours. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace aim {

// Without code in fences, quoted lines, what stands between the marks of ai-memory's own texts, and
// lines that are a log's or a trace's.
std::string own_words(std::string_view text);

// In order, without blanks around them; a name with dots or a number stays in one piece. They point
// into `text`.
std::vector<std::string_view> sentences_in(std::string_view text);

}  // namespace aim
