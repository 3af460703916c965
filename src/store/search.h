// What finds memories: namespaces and keys for filters, the index of words, passages and their
// vectors, and what ranking reads of a memory before it reads any in full (B7, S6).
//
// A vector carries the hash of the text it was made from: one whose hash is not that of its slot's
// PassageMeta is out of date, however that came about, and is made again. So nothing has to be
// cleared when a text changes.
// Knows: keys, words, slots, bytes. Must not know: weights and scores (engine/search,
// memory/score.h), who makes vectors.
#pragma once
#include <filesystem>

#include "base/result.h"
#include "memory/filter.h"
#include "store/types.h"

namespace aim::store {

// Reads blocks one after the other. A block that is missing or has another size than it should is
// read as empty: its vectors are made again (B5).
class BlockReader {
 public:
  virtual ~BlockReader() = default;
  virtual Result<std::vector<PassageMeta>> metas(const Block& block) = 0;
  virtual Result<PassageMeta> meta(Slot slot) = 0;  // an empty one where it cannot be read
  // Heads and high bytes: a row of vector_row_bytes(channel) a slot.
  virtual Result<bool> rows(const Channel& channel, const Block& block,
                            std::vector<std::byte>& into) = 0;
  // The low bytes of one slot; false when there are none.
  virtual Result<bool> low(const Channel& channel, Slot slot, std::span<std::int8_t> into) = 0;
  // Says that the low bytes of these slots are asked for next, one by one.
  virtual Result<void> expect_low(const Channel&, std::span<const Slot>) { return {}; }
};

class Search {
 public:
  virtual ~Search() = default;

  // ---- namespaces ----

  // Those a filter names: empty for all, "x" for one, "x/*" for x and all below. Only ones that
  // ever held a memory.
  virtual Result<std::vector<NamespaceRow>> name_spaces(std::string_view filter) const = 0;
  // The same, and the second namespace that the filter names.
  virtual Result<std::vector<NamespaceRow>> name_spaces_of(const Filter& filter) const = 0;
  // In which namespace each of these is, in their order; an empty name where there is no such
  // memory.
  virtual Result<std::vector<std::string>> name_spaces_of(std::span<const Key> keys) const = 0;
  // Whether the caller sees every namespace: an empty list of numbers then means all.
  virtual bool shows_all() const { return true; }

  // ---- keys, for filters ----

  virtual Result<std::vector<Key>> keys_with_tag(std::string_view tag) const = 0;
  virtual Result<std::vector<Key>> keys_of_reflections() const = 0;
  virtual Result<std::vector<Key>> keys_of_agent(std::string_view agent_id) const = 0;
  // Both bounds included; at most `most` of them, the oldest.
  virtual Result<std::vector<Key>> keys_created_between(std::optional<Time> since,
                                                        std::optional<Time> until,
                                                        std::int64_t most) const = 0;
  // Of the namespace, with exactly this content, newest first; expired ones are left out.
  virtual Result<std::vector<Key>> keys_with_content(std::string_view name_space,
                                                     std::string_view content, Time now,
                                                     std::size_t limit) const = 0;
  // Says that this is asked for next, or right after a question about titles.
  virtual Result<void> expect_content(std::string_view, std::string_view, Time, std::size_t) const {
    return {};
  }

  // ---- signals for ranking ----

  // Of each of these memories, in their order: a Memory with its title, and without its other
  // texts, source, metadata and use. Nothing where there is no such memory.
  virtual Result<std::vector<std::optional<Memory>>> signals_of(
      std::span<const Key> keys) const = 0;
  // Of every memory that passes the filter, by key, for rankings that look at all of them; expired
  // ones are left out.
  virtual Result<std::vector<UseSignals>> use_signals(const Filter& filter, Time now) const = 0;

  // ---- words ----

  virtual Result<std::vector<std::vector<Posting>>> postings(const TextQuery& query) const = 0;
  // The best `most` of the memories that match, and all that are as good as the last of them; in
  // no order.
  virtual Result<std::vector<Scored>> bm25(const WordQuery& query,
                                           std::span<const std::int64_t> name_spaces,
                                           std::size_t most) const = 0;
  // How the index is asked, for people; empty when there is nothing to look for.
  virtual std::string expression(const WordQuery& query) const = 0;
  // How many memories the index does not yet hold by the rules of this program: 0 is the rule.
  virtual Result<std::int64_t> outdated_texts() const = 0;
  // Merges what `added` new memories have left in the index, so that finding is fast and small
  // changes stay cheap: into one piece where they are a good part of all, else as far as that
  // does not write all of it again.
  virtual Result<void> merge_text_index(std::int64_t added) = 0;
  // Replaces entries that older rules of words made, at most so many. Without such entries nothing
  // is done; until then those memories are found all the same, only slower.
  virtual Result<Reindexed> reindex_texts(std::int64_t most) = 0;

  // ---- passages ----

  // Memories with a slot whose PassageMeta is not theirs: damage.
  virtual Result<std::vector<Key>> keys_without_passage_meta() const = 0;
  // The slots of each memory, in the order of its passages.
  virtual Result<std::vector<std::vector<Slot>>> slots_of_all(std::span<const Key> keys) const = 0;
  // One more than the highest slot ever used.
  virtual Result<Slot> end_of_slots() const = 0;
  // Writes the PassageMeta of a memory again, where they are not what they should be.
  virtual Result<void> renew_passages(const Memory& memory) = 0;
  // Reads passages by blocks, for one thread.
  virtual std::unique_ptr<BlockReader> block_reader() const = 0;

  // ---- vectors of passages: a channel a model ----

  // Which database it is: with another number, what was kept in memory says nothing of this one.
  virtual std::uint64_t epoch() const = 0;
  virtual Result<std::vector<Channel>> channels() const = 0;
  // For a process that keeps vectors in memory: what has changed since.
  virtual Result<std::int64_t> last_vector_change() const = 0;
  // By channel and block.
  virtual Result<std::vector<BlockChange>> vector_changes_after(std::int64_t seq) const = 0;
  // Those of these memories that have any, in no order of importance; a passage without a vector
  // has an empty row.
  virtual Result<std::vector<MemoryVectors>> vectors_of(const Channel& channel,
                                                        std::span<const Key> keys) const = 0;
  // The channel of these vectors; made when there is none yet.
  virtual Result<Channel> channel_for(const Channel& wanted) = 0;
  virtual Result<void> drop_channel(std::int64_t number) = 0;
  // Replaces vectors of slots; best in their order.
  virtual Result<void> write_vector_rows(const Channel& channel, std::span<const SlotRow> rows) = 0;
  // A row whose text is not (or no longer) its passage's is left out.
  virtual Result<void> write_vectors(const Channel& channel,
                                     std::span<const MemoryVectors> memories) = 0;
};

// FTS5's bm25() (sqlite.org/fts5.html, "The bm25() function") of words that stand in an index, or
// in memories that are not in it yet: all columns count alike, frequencies and lengths are those of
// the whole index. Must not know: SQL. Pure.
struct Bm25 {
  static constexpr const char* pointer_type = "aim_bm25";

  std::int64_t rows = 0, tokens = 0;  // of all
  std::vector<std::int64_t> hits;     // rows that hold each phrase
  std::vector<double> weights;        // of each phrase, by weigh()
  std::vector<double> counts;         // of each phrase in one row

  // Once rows, tokens and hits are known.
  void weigh();
  // Of a row with `counts` and so many tokens.
  double score(std::int64_t row_tokens) const;
  // What phrase `phrase` adds to the score of such a row, before the sign is changed.
  double part(std::size_t phrase, double count, std::int64_t row_tokens) const;
};

}  // namespace aim::store
