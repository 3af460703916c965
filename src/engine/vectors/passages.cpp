#include "engine/vectors/passages.h"

#include <cstring>

namespace aim::engine {
namespace {

// The name under which the vectors of a model are kept.
std::string identity_name(const embed::Identity& identity) {
  return identity.model + " " + identity.engine + " " + std::to_string(identity.dimension);
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

void Vectors::set_scale(Row row, const store::PassageMeta& meta) {
  const store::VectorHead& head = heads[row];
  const bool valid = meta.key != 0 && head.text != 0 && head.text == meta.text;
  rows.set_scale(row, valid ? head.scale : 0);
}

Row Passages::first_of(Key key) const {
  if (!by_key_.empty())
    return static_cast<std::size_t>(key) < by_key_.size() ? by_key_[static_cast<std::size_t>(key)]
                                                          : no_row;
  const auto found = std::lower_bound(firsts.begin(), firsts.end(), std::pair(key, Row{0}));
  return found != firsts.end() && found->first == key ? found->second : no_row;
}

std::span<const Row> Passages::of_name_space(std::int64_t number) const {
  const auto found = by_name_space_.find(static_cast<std::uint32_t>(number));
  return found == by_name_space_.end() ? std::span<const Row>() : found->second;
}

const Vectors* Passages::of(const embed::Identity& identity) const {
  const auto found = vectors_.find(identity_name(identity));
  return found == vectors_.end() ? nullptr : &found->second;
}

bool Passages::is_current(std::int64_t last, std::span<const embed::Identity> wanted) const {
  return seen_ >= last && oldest(wanted) >= last;
}

std::int64_t Passages::oldest(std::span<const embed::Identity> wanted) const {
  std::int64_t oldest = seen_;
  for (const embed::Identity& identity : wanted) {
    const Vectors* vectors = of(identity);
    oldest = std::min(oldest, vectors ? vectors->seen : -1);
  }
  return oldest;
}

bool Passages::needs(const store::BlockChange& change, const PassageChanges& all,
                     std::span<const embed::Identity> wanted) const {
  if (change.block > all.end)
    return false;  // without a passage
  if (change.channel == 0)
    return change.seq > seen_;
  const auto channel = std::ranges::find(all.channels, change.channel, &store::Channel::number);
  return channel != all.channels.end() &&
         std::ranges::any_of(wanted, [&](const embed::Identity& identity) {
           const Vectors* vectors = of(identity);
           return channel->is_of(identity.model, identity.engine, identity.dimension) &&
                  change.seq > (vectors ? vectors->seen : 0);
         });
}

Result<void> Passages::catch_up(const PassageChanges& changes, store::BlockReader& reader,
                                std::span<const embed::Identity> wanted) {
  std::vector<Vectors*> behind;
  std::set<const Vectors*> begun;  // here; nothing is known of their rows
  for (const embed::Identity& identity : wanted) {
    Vectors& vectors = vectors_of(identity, changes.channels);
    if (vectors.seen == 0)
      begun.insert(&vectors);
    if (vectors.seen < changes.last)
      behind.push_back(&vectors);
  }
  if (metas.empty())
    metas.reserve(static_cast<std::size_t>(changes.end.begin + changes.end.count));
  // An error half way leaves lists of before.
  const bool follow = std::exchange(settled_, false);
  std::vector<MetaChange> changed;
  for (const store::BlockChange& change : changes.blocks)
    if (change.channel == 0 && change.seq > seen_ && change.block <= changes.end)
      TRY_VOID(read_metas(reader, change.block, follow ? &changed : nullptr));
  std::map<Vectors*, std::vector<Row>> touched;
  for (auto& [name, vectors] : vectors_) {
    if (vectors.heads.size() < metas.size())
      vectors.resize(metas.size());
    for (const MetaChange& each : changed) touched[&vectors].push_back(each.row);
  }
  for (const store::BlockChange& change : changes.blocks)
    for (Vectors* vectors : behind)
      if (change.channel != 0 && change.channel == vectors->channel.number &&
          change.seq > vectors->seen && change.block <= changes.end) {
        if (follow && !begun.contains(vectors))
          add_rows(touched[vectors], change.block, vectors->heads.size());
        TRY_VOID(read_rows(reader, *vectors, change.block));
      }
  settle(changed, follow);
  for (auto& [name, vectors] : vectors_)
    if (!follow || begun.contains(&vectors)) {
      for (Row row = 0; row < metas.size(); ++row) vectors.set_scale(row, metas[row]);
      list_all(vectors);
    } else if (const auto of_it = touched.find(&vectors); of_it != touched.end()) {
      sort_once(of_it->second);
      list_again(vectors, of_it->second);
    }
  for (Vectors* vectors : behind) vectors->seen = std::max(vectors->seen, changes.last);
  seen_ = std::max(seen_, changes.last);
  epoch_ = changes.epoch;
  settled_ = true;
  return {};
}

Vectors& Passages::vectors_of(const embed::Identity& identity,
                              std::span<const store::Channel> channels) {
  Vectors& vectors =
      vectors_.try_emplace(identity_name(identity), identity.dimension).first->second;
  const auto known = std::ranges::find_if(channels, [&](const store::Channel& channel) {
    return channel.is_of(identity.model, identity.engine, identity.dimension);
  });
  vectors.channel = known == channels.end() ? store::Channel{0, identity.model, identity.engine,
                                                             identity.dimension, false}
                                            : *known;
  return vectors;
}

Result<void> Passages::read_metas(store::BlockReader& reader, const store::Block& block,
                                  std::vector<MetaChange>* changed) {
  const auto read = TRY(reader.metas(block));
  const auto first = static_cast<Row>(block.begin);
  if (metas.size() < first + read.size())
    metas.resize(first + read.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    const Row row = first + static_cast<Row>(i);
    if (metas[row] == read[i])
      continue;
    if (changed)
      changed->push_back({row, metas[row]});
    metas[row] = read[i];
  }
  return {};
}

Result<void> Passages::read_rows(store::BlockReader& reader, Vectors& vectors,
                                 const store::Block& block) const {
  std::vector<std::byte> bytes;
  const bool there = TRY(reader.rows(vectors.channel, block, bytes));
  const std::size_t stride = store::vector_row_bytes(vectors.channel);
  for (std::size_t i = 0; i < static_cast<std::size_t>(block.count); ++i) {
    const std::size_t row = static_cast<std::size_t>(block.begin) + i;
    if (row >= vectors.heads.size())
      break;  // vectors without PassageMetas are nobody's
    store::VectorHead& head = vectors.heads[row] = {};
    if (there) {
      std::memcpy(&head, bytes.data() + i * stride, sizeof head);
      const auto* numbers =
          reinterpret_cast<const std::int8_t*>(bytes.data() + i * stride + sizeof head);
      vectors.rows.set(row, 0, {numbers, vectors.channel.dimension});
    }
    vectors.set_scale(static_cast<Row>(row), metas[row]);
  }
  return {};
}

void Passages::put(const embed::Identity& identity, std::span<const MadeVector> made) {
  const auto found = vectors_.find(identity_name(identity));
  if (found == vectors_.end())
    return;
  Vectors& vectors = found->second;
  for (const MadeVector& each : made) {
    if (each.row >= vectors.heads.size() || metas[each.row].text != each.text)
      continue;
    vectors.rows.set(each.row, each.scale, each.high);
    // The row is no longer what its head says, should the text of before come back.
    vectors.heads[each.row] = {};
  }
}

}  // namespace aim::engine
