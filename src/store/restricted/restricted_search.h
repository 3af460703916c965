// Search as a caller with rights sees it: what finds memories finds those of the namespaces that
// the caller may read.
// Knows: namespaces. Must not know: backends.
#pragma once
#include "store/restricted/rights_filter.h"
#include "store/search.h"

namespace aim::store {

// The engine narrows keys that a tag or a time has to the namespaces that the caller sees, and
// reads them through the subjects above. Postings are those of these namespaces, so that a word
// that is common elsewhere does not show in a score. Passages and vectors are numbers of memories
// that the engine narrows in the same way, and are written for memories that were written before.
class RestrictedSearch final : public Search {
 public:
  // `out` null: only reads.
  RestrictedSearch(const RightsFilter& access, Search* out)
      : access_(access), in_(access.inner().search), out_(out) {}

  Result<std::vector<NamespaceRow>> name_spaces(std::string_view filter) const override {
    return seen(TRY(in_.name_spaces(filter)));
  }
  Result<std::vector<NamespaceRow>> name_spaces_of(const Filter& filter) const override {
    return seen(TRY(in_.name_spaces_of(filter)));
  }
  Result<std::vector<std::string>> name_spaces_of(std::span<const Key> keys) const override {
    auto names = TRY(in_.name_spaces_of(keys));
    for (std::string& name : names)
      if (!access_.reads(name))
        name.clear();
    return names;
  }
  bool shows_all() const override { return access_.rights().sees_all(); }
  Result<std::vector<std::optional<Memory>>> signals_of(std::span<const Key> keys) const override {
    auto signals = TRY(in_.signals_of(keys));
    const auto names = TRY(in_.name_spaces_of(keys));
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (names[i].empty() || !access_.reads(names[i]))
        signals[i].reset();
    return signals;
  }
  Result<std::vector<UseSignals>> use_signals(const Filter& filter, Time now) const override {
    return in_.use_signals(access_.scoped(filter), now);
  }
  Result<std::vector<Key>> keys_with_tag(std::string_view tag) const override {
    return in_.keys_with_tag(tag);
  }
  Result<std::vector<Key>> keys_of_reflections() const override {
    return in_.keys_of_reflections();
  }
  Result<std::vector<Key>> keys_of_agent(std::string_view agent_id) const override {
    return in_.keys_of_agent(agent_id);
  }
  Result<std::vector<Key>> keys_created_between(std::optional<Time> since,
                                                std::optional<Time> until,
                                                std::int64_t most) const override {
    return in_.keys_created_between(since, until, most);
  }
  Result<std::vector<Key>> keys_with_content(std::string_view name_space, std::string_view content,
                                             Time now, std::size_t limit) const override {
    if (!access_.reads(name_space))
      return std::vector<Key>();
    return in_.keys_with_content(name_space, content, now, limit);
  }
  Result<void> expect_content(std::string_view name_space, std::string_view content, Time now,
                              std::size_t limit) const override {
    if (!access_.reads(name_space))
      return {};
    return in_.expect_content(name_space, content, now, limit);
  }
  Result<std::vector<std::vector<Posting>>> postings(const TextQuery& query) const override {
    if (access_.rights().sees_all())
      return in_.postings(query);
    const auto seen = TRY(numbers(query.name_spaces));
    if (seen.empty())
      return std::vector<std::vector<Posting>>(query.words.phrases.size());
    TextQuery narrowed = query;
    narrowed.name_spaces = seen;
    // Whole lists are as long as a word is common anywhere: the time would tell that.
    narrowed.whole_lists = false;
    return in_.postings(narrowed);
  }
  Result<std::vector<Scored>> bm25(const WordQuery& query,
                                   std::span<const std::int64_t> name_spaces,
                                   std::size_t most) const override {
    if (access_.rights().sees_all())
      return in_.bm25(query, name_spaces, most);
    const auto seen = TRY(numbers(name_spaces));
    return seen.empty() ? std::vector<Scored>() : in_.bm25(query, seen, most);
  }
  std::string expression(const WordQuery& query) const override { return in_.expression(query); }
  Result<std::int64_t> outdated_texts() const override { return in_.outdated_texts(); }
  Result<void> merge_text_index(std::int64_t added) override {
    return out_->merge_text_index(added);
  }
  Result<Reindexed> reindex_texts(std::int64_t) override { return Failure(only_administrators()); }

  Result<std::vector<Key>> keys_without_passage_meta() const override {
    return in_.keys_without_passage_meta();
  }
  Result<std::vector<std::vector<Slot>>> slots_of_all(std::span<const Key> keys) const override {
    return in_.slots_of_all(keys);
  }
  Result<Slot> end_of_slots() const override { return in_.end_of_slots(); }
  Result<void> renew_passages(const Memory& memory) override {
    return out_->renew_passages(memory);
  }
  std::unique_ptr<BlockReader> block_reader() const override { return in_.block_reader(); }
  std::uint64_t epoch() const override { return in_.epoch(); }
  Result<std::vector<Channel>> channels() const override { return in_.channels(); }
  Result<std::int64_t> last_vector_change() const override { return in_.last_vector_change(); }
  Result<std::vector<BlockChange>> vector_changes_after(std::int64_t seq) const override {
    return in_.vector_changes_after(seq);
  }
  Result<std::vector<MemoryVectors>> vectors_of(const Channel& channel,
                                                std::span<const Key> keys) const override {
    return in_.vectors_of(channel, keys);
  }
  Result<Channel> channel_for(const Channel& wanted) override { return out_->channel_for(wanted); }
  Result<void> drop_channel(std::int64_t number) override { return out_->drop_channel(number); }
  Result<void> write_vector_rows(const Channel& channel, std::span<const SlotRow> rows) override {
    return out_->write_vector_rows(channel, rows);
  }
  Result<void> write_vectors(const Channel& channel,
                             std::span<const MemoryVectors> memories) override {
    return out_->write_vectors(channel, memories);
  }

 private:
  std::vector<NamespaceRow> seen(std::vector<NamespaceRow> rows) const {
    std::erase_if(rows, [&](const NamespaceRow& row) { return !access_.reads(row.name); });
    return rows;
  }
  // Of these, or of all when there are none, those that are seen.
  Result<std::vector<std::int64_t>> numbers(std::span<const std::int64_t> wanted) const {
    std::vector<std::int64_t> numbers;
    for (const NamespaceRow& row : TRY(access_.inner().search.name_spaces("")))
      if (access_.reads(row.name) &&
          (wanted.empty() || std::find(wanted.begin(), wanted.end(), row.number) != wanted.end()))
        numbers.push_back(row.number);
    std::sort(numbers.begin(), numbers.end());
    return numbers;
  }

  const RightsFilter& access_;
  const Search& in_;
  Search* const out_;
};

}  // namespace aim::store
