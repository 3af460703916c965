#include "engine/search/scope.h"

#include <algorithm>

#include "store/search.h"

namespace aim::engine {
namespace {

// Walking whole lists of words costs an eighth, a row, of looking one namespace up row by row.
constexpr double share_to_walk = 8;

}  // namespace

Result<Scope> scope_of(store::Reader& reader, const Filter& filter) {
  Scope scope;
  double bytes = 0, documents = 0;
  for (const auto& row : TRY(reader.search.name_spaces(""))) {
    documents += static_cast<double>(row.memories);
    if (!matches_filter(row.name, filter))
      continue;
    if (!filter.name_space.empty() || !reader.search.shows_all())
      scope.name_spaces.push_back(row.number);
    scope.corpus.documents += static_cast<double>(row.memories);
    bytes += static_cast<double>(row.bytes);
  }
  scope.nothing = scope.corpus.documents == 0;
  scope.most = scope.corpus.documents * share_to_walk > documents;
  scope.corpus.mean_length = bytes / std::max(1.0, scope.corpus.documents);
  return scope;
}

}  // namespace aim::engine
