// Use cases over two stores: storing, changing, moving and deleting a memory, and uniting
// duplicates.
// Knows: pair.h, untitled memories, near duplicates. Must not know: JSON.
#pragma once
#include "engine/two_stores/stores.h"
#include "memory/priority_names.h"

namespace aim::engine::two_stores {

enum class OnDuplicate { warn, ask, merge, update, skip };

struct KeepRequest {
  std::string content;
  std::optional<std::string> title = {};
  std::optional<std::vector<std::string>> tags = {};
  std::optional<Band> band = {};
  std::optional<std::string> category = {}, source = {}, metadata = {};  // metadata: a JSON object
  std::optional<StoreKind> place = {};  // unset: the project's store when there is one
  double confidence = 1;
  OnDuplicate on_duplicate = OnDuplicate::warn;
  bool check_duplicates = true;
  double similar_above = 0.9;
};
enum class StoreOutcome { created, updated, merged, skipped, unchanged };
struct SimilarPlaced {
  PlacedMemory placed;
  double similarity = 0;
  std::vector<std::string_view> differs;
};
struct KeepReply {
  PlacedMemory placed;
  StoreOutcome action = StoreOutcome::created;
  bool embedded = false;               // by the model
  std::vector<SimilarPlaced> similar;  // nearest first
  std::string replaced = {};           // beginning of the content that was overwritten
};
// Errors: validation_failed for a project's store where there is none.
Result<KeepReply> keep(const Stores& stores, const KeepRequest& request);

// What the memory would be nearly the same as: of the store that it would go to. Nearest first.
Result<std::vector<SimilarPlaced>> similar_memories(const Stores& stores,
                                                    const KeepRequest& request);

// Members that are unset stay; in metadata null removes a key.
struct ChangeRequest {
  std::string id;
  std::optional<StoreKind> place = {};  // where to look
  std::optional<std::string> content = {};
  std::optional<std::string> title = {};  // empty: untitled again
  std::optional<std::vector<std::string>> tags = {};
  std::optional<Band> band = {};
  std::optional<std::string> source = {};
  std::optional<std::string> metadata = {};  // the whole object, as it shall be
  std::optional<StoreKind> move_to = {};
};
struct ChangeReply {
  PlacedMemory placed;
  bool re_embedded = false;
};
// Errors: not_found; conflict when another memory has the title, or the content while both are
// untitled.
Result<ChangeReply> change(const Stores& stores, const ChangeRequest& request);

Result<PlacedMemory> remove(const Stores& stores, const std::string& id,
                            std::optional<StoreKind> place);

}  // namespace aim::engine::two_stores

namespace aim {
template <>
struct EnumNames<engine::two_stores::OnDuplicate> {
  static constexpr auto names =
      named<engine::two_stores::OnDuplicate>("warn", "ask", "merge", "update", "skip");
};
template <>
struct EnumNames<engine::two_stores::StoreOutcome> {
  static constexpr auto names = named<engine::two_stores::StoreOutcome>(
      "created", "updated", "merged", "skipped", "unchanged");
};
}  // namespace aim
