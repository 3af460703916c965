#include "op/state_changes.h"

#include "text/word_diff.h"

namespace aim::op {

std::vector<std::string> changed_fields(const Memory& before, const Memory& after) {
  std::vector<std::string> changed;
  const auto compare = [&](std::string_view name, bool is_same) {
    if (!is_same)
      changed.emplace_back(name);
  };
  compare("title", before.title == after.title);
  compare("content", before.content == after.content);
  compare("namespace", before.name_space == after.name_space);
  compare("tags", before.tags == after.tags);
  compare("tier", before.tier == after.tier);
  compare("priority", before.priority == after.priority);
  compare("confidence", before.confidence == after.confidence);
  compare("source", before.source == after.source);
  compare("metadata", before.metadata == after.metadata);
  compare("kind", before.kind == after.kind);
  compare("valid_from", before.valid_from == after.valid_from);
  compare("valid_until", before.valid_until == after.valid_until);
  compare("expires_at", before.deadline == after.deadline &&
                            (!after.deadline || before.expires_at == after.expires_at));
  return changed;
}

std::optional<std::string> content_difference(const Memory& before, const Memory& after) {
  constexpr std::size_t max_bytes = 600;
  auto words = text::word_diff(before.content, after.content, max_bytes);
  return words.empty() ? std::nullopt : std::optional(std::move(words));
}

}  // namespace aim::op
