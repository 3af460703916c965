// The words that publishers of well-known families of models have put before a question, or before
// what is kept: said once for models that are run here and for those that services offer.
// Knows: words. Must not know: which models want them.
#pragma once
#include "base/std.h"

namespace aim::embed::usual_prefix {

inline constexpr std::string_view query = "query: ", passage = "passage: ",
                                  search_query = "search_query: ",
                                  search_document = "search_document: ",
                                  relevant_passages =
                                      "Represent this sentence for searching relevant passages: ";

}  // namespace aim::embed::usual_prefix
