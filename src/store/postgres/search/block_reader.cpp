#include <cstring>

#include "store/postgres/search/postgres_search.h"

namespace aim::store::postgres {
namespace {

constexpr auto block_count = static_cast<std::size_t>(slots_a_block);
// Who reads one block after the other is given several with one question.
constexpr std::int64_t max_ahead = 64;

// How many blocks are asked for at once: more and more while they are read in order.
class Ahead {
 public:
  // Of the block that is asked for now, which is not there yet.
  std::int64_t blocks_from(std::int64_t block) {
    blocks_ = block == end_ ? std::min(blocks_ * 4, max_ahead) : 1;
    end_ = block + blocks_;
    return blocks_;
  }

 private:
  std::int64_t blocks_ = 1, end_ = 0;
};

std::size_t place_in(Slot slot) {
  return static_cast<std::size_t>(slot % slots_a_block);
}

class PostgresBlockReader final : public BlockReader {
 public:
  explicit PostgresBlockReader(Connection& connection) : connection_(connection) {}

  Result<std::vector<PassageMeta>> metas(const Block& of) override {
    const std::int64_t block = of.begin / slots_a_block;
    if (auto known = metas_.extract(block))
      return std::move(known.mapped());
    metas_.clear();
    const std::int64_t blocks = metas_ahead_.blocks_from(block);
    auto rows =
        TRY(connection_.prepare("SELECT slot, meta FROM passages WHERE slot >= $1 AND slot < $2"));
    rows.bind(block * slots_a_block, (block + blocks) * slots_a_block);
    for (std::int64_t each = block; each < block + blocks; ++each) metas_[each].resize(block_count);
    while (TRY(rows.step())) {
      const Slot slot = rows.integer(0);
      metas_[slot / slots_a_block][place_in(slot)] = meta_of(rows.text(1));
    }
    return std::move(metas_.extract(block).mapped());
  }

  Result<PassageMeta> meta(Slot slot) override {
    auto row = TRY(connection_.prepare("SELECT meta FROM passages WHERE slot = $1"));
    row.bind(slot);
    return TRY(row.step()) ? meta_of(row.text(0)) : PassageMeta();
  }

  Result<bool> rows(const Channel& channel, const Block& of,
                    std::vector<std::byte>& into) override {
    const std::int64_t block = of.begin / slots_a_block;
    const std::size_t size = vector_row_bytes(channel);
    if (channel.number != channel_) {
      blocks_.clear();
      channel_ = channel.number;
    }
    if (!blocks_.contains(block))
      TRY_VOID(read_blocks(channel, block));
    const auto found = blocks_.extract(block);
    if (found.empty() || found.mapped().empty()) {
      into.assign(block_count * size, std::byte{0});
      return false;
    }
    into = std::move(found.mapped());
    return true;
  }

  Result<void> expect_low(const Channel& channel, std::span<const Slot> slots) override {
    low_.clear();
    if (!channel.precise || slots.empty())
      return {};
    auto rows = TRY(
        connection_.prepare("SELECT slot, low FROM vectors WHERE channel = $1 AND slot = ANY($2)"));
    rows.bind(channel.number, slots);
    low_channel_ = channel.number;
    for (const Slot slot : slots) low_[slot];
    while (TRY(rows.step())) low_[rows.integer(0)] = rows.string(1);
    return {};
  }

  Result<bool> low(const Channel& channel, Slot slot, std::span<std::int8_t> into) override {
    if (!channel.precise || into.size() != channel.dimension)
      return false;
    if (low_channel_ != channel.number || !low_.contains(slot))
      TRY_VOID(expect_low(channel, {&slot, 1}));
    const std::string& bytes = low_[slot];
    if (bytes.size() != into.size())
      return false;
    std::memcpy(into.data(), bytes.data(), bytes.size());
    return true;
  }

 private:
  // A row of another size than it should have is no vector.
  Result<void> read_blocks(const Channel& channel, std::int64_t block) {
    blocks_.clear();
    const std::size_t size = vector_row_bytes(channel);
    const std::int64_t blocks = rows_ahead_.blocks_from(block);
    auto rows = TRY(connection_.prepare(
        "SELECT slot, data FROM vectors WHERE channel = $1 AND slot >= $2 AND slot < $3"));
    rows.bind(channel.number, block * slots_a_block, (block + blocks) * slots_a_block);
    for (std::int64_t each = block; each < block + blocks; ++each) blocks_[each];
    while (TRY(rows.step())) {
      const Slot slot = rows.integer(0);
      const std::string_view data = rows.text(1);
      auto& bytes = blocks_[slot / slots_a_block];
      bytes.resize(block_count * size);
      if (data.size() == size)
        std::memcpy(bytes.data() + place_in(slot) * size, data.data(), size);
    }
    return {};
  }

  Connection& connection_;
  Ahead metas_ahead_, rows_ahead_;
  std::map<std::int64_t, std::vector<PassageMeta>> metas_;
  std::int64_t channel_ = -1, low_channel_ = -1;
  std::map<std::int64_t, std::vector<std::byte>> blocks_;
  std::map<Slot, std::string> low_;
};

}  // namespace

std::unique_ptr<BlockReader> PostgresSearch::block_reader() const {
  return std::make_unique<PostgresBlockReader>(connection_);
}

}  // namespace aim::store::postgres
