// Use cases over two stores: searching them by the profile's ranking (memory/weigh.h), listing them
// in one order.
// Knows: pair.h, the ranking. Must not know: JSON.
#pragma once
#include "base/clock.h"
#include "engine/search/signals.h"
#include "engine/two_stores/stores.h"
#include "memory/priority_names.h"
#include "memory/score.h"
#include "memory/weigh.h"

namespace aim::engine::two_stores {

// Every member that is set must hold.
struct Filters {
  std::vector<std::string> tags = {};          // all of them
  std::vector<Band> bands = {};                // any of them
  std::optional<Time> since = {}, until = {};  // of creation, both included
  std::optional<std::string> category = {}, source = {};
  std::optional<std::string> project_id =
      {};  // of the project's store, or where a global memory came from
};

struct FindRequest {
  std::string query;
  std::int64_t limit = 10;
  Filters filters = {};
  StoreChoice where = StoreChoice::both;
  double min_similarity = 0;
  bool include_overridden = false;
  bool include_weak = false;  // shows matches below the floor too
  Weights weights = {};
  bool by_relevance = false;  // the core's own ranking; of the weights, the project's boost alone
  std::string_view session = {};  // that asks
  bool by_meaning = true;         // false: by words alone
};
using engine::AskedBy;
// Why it is not by the model's vectors.
enum class Because { nothing, no_model, not_embedded, no_vectors };
struct PairHit {
  PlacedMemory placed;
  Weighed weighed;                   // by relevance: the score and the boost only
  std::vector<Factor> factors = {};  // by relevance: what it is made of
  std::string overridden_by = {};    // id
};
struct FindReply {
  AskedBy by = AskedBy::model;
  Because because = Because::nothing;
  std::vector<PairHit> hits;
  std::int64_t overridden = 0;  // left out, as far as was looked
  std::int64_t left_out = 0;    // matches among the best `limit` that are below the floor
  std::vector<std::string> warnings;
};
// What is returned is noted as used, once for the same question in the same session. Errors: those
// of the databases, when both fail.
Result<FindReply> search(const Stores& stores, const FindRequest& request);

enum class SortBy { created_at, updated_at, last_accessed_at, priority, access_count, title };
struct ListRequest {
  Filters filters = {};
  SortBy sort_by = SortBy::created_at;
  bool ascending = false;
  std::int64_t limit = 20, offset = 0;
  StoreChoice where = StoreChoice::both;
  bool superseded = false;            // those that were united with others, from the archive
  std::vector<std::string> ids = {};  // these only; empty: all
};
struct Listed {
  PlacedMemory placed;
  std::string overridden_by = {};
  std::optional<std::string> model = {};  // of its vectors
  std::string superseded_by = {};
};
struct ListReply {
  std::vector<Listed> memories;
  std::int64_t total = 0;
  std::vector<std::string> warnings;
};
Result<ListReply> list(const Stores& stores, const ListRequest& request);

// Another number after any change in either of them.
std::int64_t last_change(const Stores& stores);

}  // namespace aim::engine::two_stores

namespace aim {
template <>
struct EnumNames<engine::two_stores::SortBy> {
  static constexpr auto names = named<engine::two_stores::SortBy>(
      "created_at", "updated_at", "last_accessed_at", "priority", "access_count", "title");
};
}  // namespace aim
