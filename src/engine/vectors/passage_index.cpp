#include "engine/vectors/passage_index.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <set>

#include "store/passages.h"
#include "store/types.h"
#include "store/vectors.h"

namespace aim::engine {
namespace {

constexpr std::size_t sparse_factor =
    16;  // keys may be so many times as many as memories for a dense table

std::string identity_name(const embed::Identity& identity) {
  return identity.model + " " + identity.engine + " " + std::to_string(identity.dimension);
}

// Lines are in order of this: sessions apart, then as they were said, then as they were written down.
auto order_of(const store::PassageMeta& sign) {
  return std::tuple(sign.name_space, sign.session, sign.minute, sign.key);
}

bool begins_memory(const store::PassageMeta& sign) {
  return sign.key != 0 && sign.part == 0;
}
bool is_line(const store::PassageMeta& sign) {
  return begins_memory(sign) && sign.session != 0;
}

std::pair<std::uint32_t, std::uint32_t> speaker_of(const store::PassageMeta& sign) {
  return {sign.name_space, sign.speaker};
}

void set_scale(Vectors& vectors, const std::vector<store::PassageMeta>& signs, std::size_t row) {
  const store::VectorHead& head = vectors.heads[row];
  const bool valid = signs[row].key != 0 && head.text != 0 && head.text == signs[row].text;
  vectors.rows.set_scale(row, valid ? head.scale : 0);
}

void grow(Vectors& vectors, std::size_t rows) {
  if (vectors.rows.size() >= rows)
    return;
  vectors.rows.resize(rows);
  vectors.heads.resize(rows);
}

}  // namespace

Row PassageIndex::Passages::first_of(Key key) const {
  if (!by_key_.empty())
    return static_cast<std::size_t>(key) < by_key_.size() ? by_key_[static_cast<std::size_t>(key)]
                                                          : no_row;
  const auto found = std::lower_bound(firsts.begin(), firsts.end(), std::pair(key, Row{0}));
  return found != firsts.end() && found->first == key ? found->second : no_row;
}

const Vectors* PassageIndex::Passages::of(const embed::Identity& identity) const {
  const auto found = vectors.find(identity_name(identity));
  return found == vectors.end() ? nullptr : &found->second;
}

bool PassageIndex::is_current(std::int64_t last, std::span<const embed::Identity> wanted) const {
  if (seen_ < last)
    return false;
  for (const embed::Identity& identity : wanted) {
    const Vectors* vectors = passages_.of(identity);
    if (!vectors || vectors->seen < last)
      return false;
  }
  return true;
}

Result<PassageIndex::View> PassageIndex::view(store::Reader& reader,
                                              std::span<const embed::Identity> wanted) {
  const std::int64_t last = TRY(reader.vectors.last_change());
  {
    std::shared_lock lock(mutex_);
    if (epoch_ == reader.vectors.epoch() && is_current(last, wanted))
      return View{std::move(lock), passages_};
  }
  {
    const AloneLock alone(mutex_);
    // Another file took the database's place: what is known is of the one before.
    if (epoch_ != reader.vectors.epoch()) {
      passages_ = {};
      seen_ = 0;
      epoch_ = reader.vectors.epoch();
    }
    if (!is_current(last, wanted))
      TRY_VOID(catch_up(reader, last, wanted));
  }
  return View{std::shared_lock(mutex_), passages_};
}

Result<void> PassageIndex::catch_up(store::Reader& reader, std::int64_t last,
                                    std::span<const embed::Identity> wanted) {
  const auto channels = TRY(reader.vectors.channels());
  std::int64_t oldest = seen_;
  std::vector<Vectors*> behind;
  for (const embed::Identity& identity : wanted) {
    Vectors& vectors = vectors_of(identity, channels);
    if (vectors.seen >= last)
      continue;
    behind.push_back(&vectors);
    oldest = std::min(oldest, vectors.seen);
  }
  const auto block_reader = reader.passages.blocks();
  const auto changes = TRY(reader.vectors.changes_after(oldest));
  std::vector<Row> changed;
  const store::Block end = reader.passages.block_of(TRY(reader.passages.end()));
  if (passages_.signs.empty())
    passages_.signs.reserve(static_cast<std::size_t>(end.begin + end.count));
  for (const store::BlockChange& change : changes)
    if (change.channel == 0 && change.seq > seen_ && change.block <= end) {
      const auto first = static_cast<Row>(change.block.begin);
      TRY_VOID(read_signs(*block_reader, change.block, first));
      for (Row row = 0; row < change.block.count; ++row) changed.push_back(first + row);
    }
  for (auto& [name, vectors] : passages_.vectors) grow(vectors, passages_.signs.size());
  for (const store::BlockChange& change : changes)
    for (Vectors* vectors : behind)
      if (change.channel != 0 && change.channel == vectors->channel.number &&
          change.seq > vectors->seen && change.block <= end)
        TRY_VOID(
            read_rows(*block_reader, *vectors, change.block, static_cast<Row>(change.block.begin)));
  if (!changed.empty())
    settle(changed);
  for (Vectors* vectors : behind) {
    vectors->seen = std::max(vectors->seen, last);
    find_missing(*vectors);
    find_fresh(*vectors);
  }
  seen_ = std::max(seen_, last);
  return {};
}

Result<void> PassageIndex::read_around(store::Reader& reader,
                                       std::span<const embed::Identity> wanted,
                                       std::span<const Key> keys, std::size_t most_blocks) {
  std::set<store::Block> wanted_blocks;
  for (const Key key : keys) {
    if (wanted_blocks.size() >= most_blocks)
      break;
    for (const store::Slot slot : TRY(reader.passages.slots_of(key)))
      wanted_blocks.insert(reader.passages.block_of(slot));
  }
  // With their first rows: one after the other, whatever lies between them.
  std::vector<std::pair<store::Block, Row>> blocks;
  Row next = 0;
  for (const store::Block& block : wanted_blocks) {
    blocks.emplace_back(block, next);
    next += static_cast<Row>(block.count);
  }
  const AloneLock alone(mutex_);
  const auto channels = TRY(reader.vectors.channels());
  const auto block_reader = reader.passages.blocks();
  for (const auto& [block, first] : blocks) TRY_VOID(read_signs(*block_reader, block, first));
  for (const embed::Identity& identity : wanted) {
    Vectors& vectors = vectors_of(identity, channels);
    grow(vectors, passages_.signs.size());
    for (const auto& [block, first] : blocks)
      TRY_VOID(read_rows(*block_reader, vectors, block, first));
    find_missing(vectors);
    find_fresh(vectors);
  }
  std::vector<Row> all(passages_.signs.size());
  std::iota(all.begin(), all.end(), Row{0});
  settle(all);
  return {};
}

Vectors& PassageIndex::vectors_of(const embed::Identity& identity,
                                  std::span<const store::Channel> channels) {
  Vectors& vectors =
      passages_.vectors.try_emplace(identity_name(identity), identity.dimension).first->second;
  const auto known = std::ranges::find_if(channels, [&](const store::Channel& channel) {
    return channel.is_of(identity.model, identity.engine, identity.dimension);
  });
  vectors.channel = known == channels.end() ? store::Channel{0, identity.model, identity.engine,
                                                             identity.dimension, false}
                                            : *known;
  return vectors;
}

Result<void> PassageIndex::read_signs(store::BlockReader& block_reader, const store::Block& block,
                                      Row first) {
  const auto signs = TRY(block_reader.signs(block));
  if (passages_.signs.size() < first + signs.size())
    passages_.signs.resize(first + signs.size());
  std::copy(signs.begin(), signs.end(), passages_.signs.begin() + first);
  return {};
}

Result<void> PassageIndex::read_rows(store::BlockReader& block_reader, Vectors& vectors,
                                     const store::Block& block, Row first) {
  std::vector<std::byte> bytes;
  const bool there = TRY(block_reader.rows(vectors.channel, block, bytes));
  const std::size_t stride = store::vector_row_bytes(vectors.channel);
  for (std::size_t i = 0; i < static_cast<std::size_t>(block.count); ++i) {
    const std::size_t row = first + i;
    if (row >= vectors.heads.size())
      break;  // vectors without signs are nobody's
    store::VectorHead& head = vectors.heads[row];
    head = {};
    if (there) {
      std::memcpy(&head, bytes.data() + i * stride, sizeof head);
      const auto* numbers =
          reinterpret_cast<const std::int8_t*>(bytes.data() + i * stride + sizeof head);
      vectors.rows.set(row, 0, {numbers, vectors.channel.dimension});
    }
    set_scale(vectors, passages_.signs, row);
  }
  return {};
}

// Brings what follows from the signs up to date.
void PassageIndex::settle(const std::vector<Row>& changed) {
  auto& [signs, firsts, more, part_counts, lines, speakers, vectors, by_key] = passages_;
  for (auto& [name, of_model] : vectors)
    for (const Row row : changed) set_scale(of_model, signs, row);

  firsts.clear();
  std::vector<Row> others;
  for (Row row = 0; row < signs.size(); ++row) {
    if (begins_memory(signs[row]))
      firsts.emplace_back(signs[row].key, row);
    else if (signs[row].key != 0)
      others.push_back(row);
  }
  if (!std::is_sorted(firsts.begin(), firsts.end()))
    std::sort(firsts.begin(), firsts.end());
  by_key.clear();
  if (!firsts.empty() &&
      static_cast<std::size_t>(firsts.back().first) < firsts.size() * sparse_factor + 1'024) {
    by_key.assign(static_cast<std::size_t>(firsts.back().first) + 1, no_row);
    for (const auto& [key, row] : firsts) by_key[static_cast<std::size_t>(key)] = row;
  }
  speakers.clear();
  for (const auto& [key, row] : firsts)
    if (signs[row].speaker != 0 && (speakers.empty() || speakers.back() != speaker_of(signs[row])))
      speakers.push_back(speaker_of(signs[row]));
  std::sort(speakers.begin(), speakers.end());
  speakers.erase(std::unique(speakers.begin(), speakers.end()), speakers.end());
  more.clear();
  for (const Row row : others)
    if (const Row first = passages_.first_of(signs[row].key); first != no_row)
      more.emplace_back(first, row);
  std::sort(more.begin(), more.end());
  part_counts.assign(signs.size(), 1);
  for (const auto& [first, other] : more) ++part_counts[first];

  const auto earlier = [&signs = signs](Row a, Row b) {
    return order_of(signs[a]) < order_of(signs[b]);
  };
  std::vector<bool> is_changed(signs.size());
  for (const Row row : changed) is_changed[row] = true;
  std::erase_if(lines, [&](Row row) { return is_changed[row]; });
  const auto kept = static_cast<std::ptrdiff_t>(lines.size());
  for (const Row row : changed)
    if (is_line(signs[row]))
      lines.push_back(row);
  std::sort(lines.begin() + kept, lines.end(), earlier);
  std::inplace_merge(lines.begin(), lines.begin() + kept, lines.end(), earlier);
}

void PassageIndex::find_missing(Vectors& vectors) const {
  vectors.missing.clear();
  for (Row row = 0; row < passages_.signs.size(); ++row)
    if (passages_.signs[row].key != 0 &&
        (vectors.heads[row].text != passages_.signs[row].text || vectors.heads[row].failed != 0))
      vectors.missing.push_back(row);
}

bool PassageIndex::is_complete(const embed::Identity& identity) {
  const SharedLock lock(mutex_);
  const Vectors* vectors = passages_.of(identity);
  return vectors && vectors->missing.empty();
}

bool PassageIndex::has_graph(const embed::Identity& identity) {
  bool has = false;
  look(identity, [&](const Passages&, const Vectors& vectors) { has = vectors.graph != nullptr; });
  return has;
}

void PassageIndex::look(const embed::Identity& identity, const Use& use) {
  const SharedLock lock(mutex_);
  if (const Vectors* vectors = passages_.of(identity))
    use(passages_, *vectors);
}

void PassageIndex::use_graph(const embed::Identity& identity,
                             std::shared_ptr<const index::Hnsw> graph) {
  const AloneLock alone(mutex_);
  const auto found = passages_.vectors.find(identity_name(identity));
  if (found == passages_.vectors.end())
    return;
  found->second.graph = std::move(graph);
  find_fresh(found->second);
}

void PassageIndex::find_fresh(Vectors& vectors) const {
  vectors.fresh.clear();
  vectors.live = 0;
  for (Row row = 0; row < vectors.heads.size(); ++row) {
    if (vectors.rows.is_empty(row))
      continue;
    ++vectors.live;
    if (vectors.graph && !vectors.graph->knows(row, passages_.signs[row].text))
      vectors.fresh.push_back(row);
  }
}

void PassageIndex::put(const embed::Identity& identity, std::span<const Made> made) {
  const AloneLock alone(mutex_);
  const auto found = passages_.vectors.find(identity_name(identity));
  if (found == passages_.vectors.end())
    return;
  Vectors& vectors = found->second;
  for (const Made& each : made) {
    if (each.row >= vectors.heads.size() || passages_.signs[each.row].text != each.text)
      continue;
    vectors.rows.set(each.row, each.scale, each.high);
  }
}

}  // namespace aim::engine
