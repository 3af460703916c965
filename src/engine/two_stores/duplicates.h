// Duplicates in two stores: groups within each, and pairs across them, which are never united (a
// project's memory overrides).
// Knows: engine/duplicates. Must not know: JSON.
#pragma once
#include "engine/duplicates/duplicates.h"
#include "engine/two_stores/stores.h"

namespace aim::engine::two_stores {

struct DuplicatesRequest {
  double threshold = 0.95;
  std::size_t limit = 20;
  StoreChoice where = StoreChoice::both;
};
struct DuplicateGroup {
  double similarity = 1;
  bool across_stores = false;
  std::vector<PlacedMemory> memories;  // the one to keep first
  std::vector<double> to_kept;         // of each
  std::vector<std::string_view> differs;
  Memory united;  // what uniting would make of them
  bool may_merge() const { return differs.empty() && !across_stores; }
};
struct DuplicatesReply {
  std::int64_t compared = 0, found = 0;
  std::vector<DuplicateGroup> groups;
  bool by_words = false;            // of a store without a model: only the same words were found
  std::int64_t without_vector = 0;  // could not be compared
  std::vector<std::string> warnings;
};
Result<DuplicatesReply> find_duplicates(const Stores& stores, const DuplicatesRequest& request);

// All of one store. Errors: not_found, conflict as locate(); validation_failed when they are of
// two.
Result<engine::MergedDuplicates> merge(const Stores& stores, const std::vector<std::string>& ids);

// What vectors are missing, made. Errors: unavailable without a model.
struct MigrateRequest {
  StoreChoice where = StoreChoice::both;
  std::int64_t limit = INT64_MAX;
  bool dry_run = false;
};
struct MigrateReply {
  std::string model;
  std::int64_t total = 0, already_current = 0, migrated = 0, failed = 0, remaining = 0;
};
Result<MigrateReply> migrate(const Stores& stores, const MigrateRequest& request,
                             const std::function<void(std::int64_t done)>& notify);

}  // namespace aim::engine::two_stores
