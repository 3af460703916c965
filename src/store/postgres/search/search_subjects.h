// What finds memories, on one connection: each function is one of the files beside this one, which say what it does and
// costs.
// Knows: names. Must not know: SQL.
// Threads: those of the connection.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "store/passages.h"
#include "store/postgres/search/candidates.h"
#include "store/postgres/search/index_rules.h"
#include "store/postgres/search/passages.h"
#include "store/postgres/search/reflections.h"
#include "store/postgres/search/text_index.h"
#include "store/postgres/search/vectors.h"
#include "store/postgres/tables/namespaces.h"
#include "store/reflections.h"
#include "store/vectors.h"
#include "store/words.h"

namespace aim::store::postgres {

class PostgresWords final : public Words {
 public:
  explicit PostgresWords(Connection& connection) : connection_(connection) {}
  Result<std::vector<std::vector<Posting>>> postings(const TextQuery& query) const override {
    return postgres::postings(connection_, query);
  }
  Result<std::vector<Ranked>> bm25(const std::string& expression,
                                   std::span<const std::int64_t> name_spaces) const override {
    return postgres::match_bm25(connection_, expression, name_spaces);
  }
  Result<bool> is_indexed() const override { return TRY(indexed_to(connection_)) == all_indexed; }
  Result<void> settle() override { return postgres::settle_text(connection_); }
  Result<Reindexed> reindex(std::int64_t most) override {
    return postgres::reindex_some(connection_, most);
  }

 private:
  Connection& connection_;
};

class PostgresPassages final : public Passages {
 public:
  explicit PostgresPassages(Connection& connection) : connection_(connection) {}
  Result<std::vector<Key>> keys_without_meta() const override {
    return postgres::keys_without_passage_meta(connection_);
  }
  Result<std::vector<Slot>> slots_of(Key key) const override {
    return postgres::slots_of(connection_, key);
  }
  Result<Slot> end() const override { return postgres::end_of_slots(connection_); }
  Result<void> renew(const Memory& memory) override {
    return postgres::renew_passages(connection_,
                                    TRY(name_space_number(connection_, memory.name_space)), memory);
  }
  std::unique_ptr<BlockReader> blocks() const override { return block_reader(connection_); }

 private:
  Connection& connection_;
};

class PostgresVectors final : public Vectors {
 public:
  explicit PostgresVectors(Connection& connection) : connection_(connection) {}
  std::uint64_t epoch() const override { return connection_.epoch(); }
  Result<std::vector<Channel>> channels() const override { return postgres::channels(connection_); }
  Result<std::int64_t> last_change() const override {
    return postgres::last_vector_change(connection_);
  }
  Result<std::vector<BlockChange>> changes_after(std::int64_t seq) const override {
    return postgres::vector_changes_after(connection_, seq);
  }
  Result<Channel> channel_for(const Channel& wanted) override {
    return postgres::channel_for(connection_, wanted);
  }
  Result<void> drop_channel(std::int64_t number) override {
    return postgres::drop_channel(connection_, number);
  }
  Result<void> write_rows(const Channel& channel, std::span<const SlotRow> rows) override {
    return postgres::write_rows(connection_, channel, rows);
  }
  Result<void> write(const Channel& channel, std::span<const MemoryVectors> memories) override {
    return postgres::write_vectors(connection_, channel, memories);
  }
  Result<std::vector<MemoryVectors>> of(const Channel& channel,
                                        std::span<const Key> keys) const override {
    return postgres::vectors_of(connection_, channel, keys);
  }

 private:
  Connection& connection_;
};

class PostgresReflections final : public Reflections {
 public:
  explicit PostgresReflections(Connection& connection) : connection_(connection) {}
  Result<std::vector<Key>> above(Key key) const override {
    return postgres::above(connection_, key);
  }
  Result<bool> closes_cycle(Key source, Key target) const override {
    return postgres::closes_cycle(connection_, source, target);
  }
  Result<std::vector<std::string>> source_ids_of(Key key) const override {
    return postgres::source_ids_of(connection_, key);
  }
  Result<std::vector<Key>> sources_of(Key key) const override {
    return postgres::sources_of(connection_, key);
  }
  Result<std::vector<Source>> sources_of(std::span<const Key> reflections) const override {
    return postgres::sources_of(connection_, reflections);
  }
  Result<std::vector<std::string>> break_cycles(Key key) override {
    return postgres::break_cycles(connection_, key);
  }
  Result<bool> raise_depth(Key key, std::int64_t depth, std::int64_t most) override {
    return postgres::raise_depth(connection_, key, depth, most);
  }
  Result<void> raise_depths(std::int64_t most) override {
    return postgres::raise_depths(connection_, most);
  }

 private:
  Connection& connection_;
};

class PostgresLostSources final : public LostSources {
 public:
  explicit PostgresLostSources(Connection& connection) : connection_(connection) {}
  Result<std::vector<LostSource>> of(Key reflection) const override {
    return postgres::lost_sources_of(connection_, reflection);
  }
  Result<std::vector<Key>> losers_of(std::string_view id) const override {
    return postgres::losers_of(connection_, id);
  }
  Result<std::vector<Found>> found_again() const override {
    return postgres::found_again(connection_);
  }
  Result<std::optional<LostSource>> find_deleted(std::string_view id) const override {
    return postgres::find_deleted(connection_, id);
  }
  Result<void> put(Key reflection, const LostSource& lost) override {
    return postgres::put_lost_source(connection_, reflection, lost);
  }
  Result<void> clear(Key reflection, Time now) override {
    return postgres::clear_lost_sources(connection_, reflection, now);
  }
  Result<void> each(const std::function<Result<void>(const std::string& reflection_id,
                                                     const LostSource&)>& take) const override {
    return postgres::each_lost_source(connection_, take);
  }

 private:
  Connection& connection_;
};

}  // namespace aim::store::postgres
