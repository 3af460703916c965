#include "engine/vectors/passage_index.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "engine/vectors/passage_copy.h"
#include "store/meta.h"
#include "store/search.h"
#include "store/types.h"

namespace aim::engine {
namespace {

void grow(Vectors& vectors, std::size_t rows) {
  if (vectors.rows.size() >= rows)
    return;
  vectors.rows.resize(rows);
  vectors.heads.resize(rows);
}

// The rows of a block, of as many as there are.
void add_rows(std::vector<Row>& rows, const store::Block& block, std::size_t end) {
  for (std::int64_t i = 0; i < block.count; ++i)
    if (static_cast<std::size_t>(block.begin + i) < end)
      rows.push_back(static_cast<Row>(block.begin + i));
}

void sort_once(std::vector<Row>& rows) {
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
}

}  // namespace

PassageIndex::PassageIndex() = default;
PassageIndex::~PassageIndex() = default;

std::string identity_name(const embed::Identity& identity) {
  return identity.model + " " + identity.engine + " " + std::to_string(identity.dimension);
}

Row PassageIndex::Passages::first_of(Key key) const {
  if (!by_key_.empty())
    return static_cast<std::size_t>(key) < by_key_.size() ? by_key_[static_cast<std::size_t>(key)]
                                                          : no_row;
  const auto found = std::lower_bound(firsts.begin(), firsts.end(), std::pair(key, Row{0}));
  return found != firsts.end() && found->first == key ? found->second : no_row;
}

std::span<const Row> PassageIndex::Passages::of_name_space(std::int64_t number) const {
  const auto found = by_name_space.find(static_cast<std::uint32_t>(number));
  return found == by_name_space.end() ? std::span<const Row>() : found->second;
}

const Vectors* PassageIndex::Passages::of(const embed::Identity& identity) const {
  const auto found = vectors.find(identity_name(identity));
  return found == vectors.end() ? nullptr : &found->second;
}

bool PassageIndex::is_current(std::int64_t last, std::span<const embed::Identity> wanted) const {
  // Who began to bring it up to date and could not may have left lists of before.
  if (!settled_ || seen_ < last)
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
  const std::int64_t last = TRY(reader.search.last_vector_change());
  for (;;) {
    {
      std::shared_lock lock(mutex_);
      if (epoch_ == reader.search.epoch() && is_current(last, wanted))
        return View{std::move(lock), passages_};
    }
    const AloneLock alone(mutex_);
    // Another file took the database's place: what is known is of the one before.
    if (epoch_ != reader.search.epoch())
      forget(reader.search.epoch());
    if (!is_current(last, wanted))
      TRY_VOID(catch_up(reader, last, wanted));
    // Between the two locks another may have begun anew.
  }
}

void PassageIndex::forget(std::uint64_t epoch) {
  passages_ = {};
  copy_.reset();
  seen_ = 0;
  settled_ = false;
  epoch_ = epoch;
}

Result<void> PassageIndex::catch_up(store::Reader& reader, std::int64_t last,
                                    std::span<const embed::Identity> wanted) {
  const auto channels = TRY(reader.search.channels());
  if (seen_ == 0 && !settled_)
    TRY_VOID(begin_with_copy(reader, last));
  std::int64_t oldest = seen_;
  std::vector<Vectors*> behind;
  std::set<const Vectors*> begun;  // here; nothing is known of their rows
  for (const embed::Identity& identity : wanted) {
    Vectors& vectors = vectors_of(identity, channels);
    if (vectors.seen == 0) {
      begun.insert(&vectors);
      if (copy_)
        copy_->map(vectors.channel, vectors);
    }
    if (vectors.seen >= last)
      continue;
    behind.push_back(&vectors);
    oldest = std::min(oldest, vectors.seen);
  }
  const auto block_reader = reader.search.block_reader();
  const auto changes = TRY(reader.search.vector_changes_after(oldest));
  const store::Block end = reader.search.block_of(TRY(reader.search.end_of_slots()));
  if (passages_.metas.empty())
    passages_.metas.reserve(static_cast<std::size_t>(end.begin + end.count));
  // What stopped half way is not known row by row.
  const bool follow = std::exchange(settled_, false);
  std::vector<MetaChange> changed;
  for (const store::BlockChange& change : changes)
    if (change.channel == 0 && change.seq > seen_ && change.block <= end)
      TRY_VOID(read_metas(*block_reader, change.block, static_cast<Row>(change.block.begin),
                          follow ? &changed : nullptr));
  std::map<Vectors*, std::vector<Row>> touched;
  for (auto& [name, vectors] : passages_.vectors) {
    grow(vectors, passages_.metas.size());
    for (const MetaChange& each : changed) touched[&vectors].push_back(each.row);
  }
  std::vector<std::pair<Vectors*, store::Block>> blocks;
  for (const store::BlockChange& change : changes)
    for (Vectors* vectors : behind)
      if (change.channel != 0 && change.channel == vectors->channel.number &&
          change.seq > vectors->seen && change.block <= end)
        blocks.emplace_back(vectors, change.block);
  for (const auto& [vectors, block] : blocks)
    if (follow && !begun.contains(vectors))
      add_rows(touched[vectors], block, vectors->heads.size());
  for (auto& [vectors, rows] : touched) sort_once(rows);
  for (const auto& [vectors, block] : blocks)
    TRY_VOID(read_rows(*block_reader, *vectors, block, static_cast<Row>(block.begin)));
  settle(changed, follow);
  for (auto& [name, vectors] : passages_.vectors)
    if (!follow || begun.contains(&vectors)) {
      for (Row row = 0; row < passages_.metas.size(); ++row)
        vectors.set_scale(row, passages_.metas[row]);
      list_all(vectors);
    } else if (const auto of_it = touched.find(&vectors); of_it != touched.end())
      list_again(vectors, of_it->second);
  for (Vectors* vectors : behind) vectors->seen = std::max(vectors->seen, last);
  seen_ = std::max(seen_, last);
  settled_ = true;
  return {};
}

Result<void> PassageIndex::begin_with_copy(store::Reader& reader, std::int64_t last) {
  auto copy = TRY(PassageCopy::of(reader, last));
  if (!copy || !copy->map(passages_.metas))
    return {};
  seen_ = copy->seen();
  copy_ = std::make_unique<PassageCopy>(std::move(*copy));
  return {};
}

Result<bool> PassageIndex::is_copied(store::Reader& reader, std::size_t max_blocks) {
  const auto copy = TRY(PassageCopy::of(reader, TRY(reader.search.last_vector_change())));
  return copy && TRY(reader.search.vector_changes_after(copy->seen())).size() <= max_blocks;
}

std::int64_t PassageIndex::copy_number() {
  const SharedLock lock(mutex_);
  return copy_ ? copy_->number() : 0;
}

Result<PassageIndex::Copied> PassageIndex::copy_to(const std::filesystem::path& file,
                                                   std::int64_t number) {
  const SharedLock lock(mutex_);
  if (!settled_)
    return Failure(missing("no passages have been read"));
  return Copied{TRY(PassageCopy::write(file, number, seen_, passages_.metas, whole_channels())),
                epoch_};
}

std::vector<const Vectors*> PassageIndex::whole_channels() const {
  std::vector<const Vectors*> channels;
  for (const auto& [name, vectors] : passages_.vectors)
    if (vectors.channel.number != 0 && vectors.rows.size() == passages_.metas.size())
      channels.push_back(&vectors);
  return channels;
}

bool PassageIndex::has_more_than(const PassageCopy& copy) {
  const SharedLock lock(mutex_);
  return std::ranges::any_of(whole_channels(), [&](const Vectors* vectors) {
    return vectors->missing.empty() && !copy.has(vectors->channel);
  });
}

Result<void> PassageIndex::begin_anew(store::Reader& reader) {
  const std::int64_t last = TRY(reader.search.last_vector_change());
  const AloneLock alone(mutex_);
  std::vector<embed::Identity> wanted;
  for (const auto& [name, vectors] : passages_.vectors) {
    const store::Channel& channel = vectors.channel;
    wanted.push_back({channel.model, channel.engine, channel.dimension});
  }
  forget(reader.search.epoch());
  return catch_up(reader, last, wanted);
}

Result<void> PassageIndex::read_around(store::Reader& reader,
                                       std::span<const embed::Identity> wanted,
                                       std::span<const Key> keys, std::size_t max_blocks) {
  std::set<store::Block> wanted_blocks;
  for (const Key key : keys) {
    if (wanted_blocks.size() >= max_blocks)
      break;
    for (const store::Slot slot : TRY(reader.search.slots_of(key)))
      wanted_blocks.insert(reader.search.block_of(slot));
  }
  // With their first rows: one after the other, whatever lies between them.
  std::vector<std::pair<store::Block, Row>> blocks;
  Row next = 0;
  for (const store::Block& block : wanted_blocks) {
    blocks.emplace_back(block, next);
    next += static_cast<Row>(block.count);
  }
  const AloneLock alone(mutex_);
  const auto channels = TRY(reader.search.channels());
  const auto block_reader = reader.search.block_reader();
  for (const auto& [block, first] : blocks)
    TRY_VOID(read_metas(*block_reader, block, first, nullptr));
  for (const embed::Identity& identity : wanted) {
    Vectors& vectors = vectors_of(identity, channels);
    grow(vectors, passages_.metas.size());
    for (const auto& [block, first] : blocks)
      TRY_VOID(read_rows(*block_reader, vectors, block, first));
  }
  settle_all();
  for (auto& [name, vectors] : passages_.vectors) list_all(vectors);
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

Result<void> PassageIndex::read_metas(store::BlockReader& block_reader, const store::Block& block,
                                      Row first, std::vector<MetaChange>* changed) {
  const auto metas = TRY(block_reader.metas(block));
  auto& known = passages_.metas;
  if (known.size() < first + metas.size())
    known.resize(first + metas.size());
  for (std::size_t i = 0; i < metas.size(); ++i) {
    const Row row = first + static_cast<Row>(i);
    if (known[row] == metas[i])
      continue;  // the page stays everybody's
    if (changed)
      changed->push_back({row, known[row]});
    known[row] = metas[i];
  }
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
      break;  // vectors without PassageMetas are nobody's
    store::VectorHead head;
    if (there)
      std::memcpy(&head, bytes.data() + i * stride, sizeof head);
    if (vectors.heads[row] != head)
      vectors.heads[row] = head;
    if (there) {
      const auto* numbers =
          reinterpret_cast<const std::int8_t*>(bytes.data() + i * stride + sizeof head);
      vectors.rows.set(row, 0, {numbers, vectors.channel.dimension});
    }
    vectors.set_scale(static_cast<Row>(row), passages_.metas[row]);
  }
  return {};
}

bool PassageIndex::is_complete(const embed::Identity& identity) {
  const SharedLock lock(mutex_);
  const Vectors* vectors = passages_.of(identity);
  return vectors && vectors->missing.empty();
}

void PassageIndex::look(const embed::Identity& identity, const Use& use) {
  const SharedLock lock(mutex_);
  if (const Vectors* vectors = passages_.of(identity))
    use(passages_, *vectors);
}

}  // namespace aim::engine
