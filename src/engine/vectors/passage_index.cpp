#include "engine/vectors/passage_index.h"

namespace aim::engine {
namespace {

// Blocks that were read before the lock is taken.
class BlocksRead : public store::BlockReader {
 public:
  Result<void> add(store::BlockReader& from, const PassageChanges& changes,
                   const store::BlockChange& change) {
    if (change.channel == 0) {
      metas_.emplace(change.block, TRY(from.metas(change.block)));
      return {};
    }
    const auto channel =
        std::ranges::find(changes.channels, change.channel, &store::Channel::number);
    std::vector<std::byte> bytes;
    if (TRY(from.rows(*channel, change.block, bytes)))
      rows_.emplace(std::pair(change.channel, change.block), std::move(bytes));
    return {};
  }

  Result<std::vector<store::PassageMeta>> metas(const store::Block& block) override {
    return metas_[block];
  }
  Result<store::PassageMeta> meta(store::Slot) override { return store::PassageMeta(); }
  Result<bool> rows(const store::Channel& channel, const store::Block& block,
                    std::vector<std::byte>& into) override {
    const auto found = rows_.find({channel.number, block});
    if (found == rows_.end())
      return false;
    into = std::move(found->second);
    return true;
  }
  Result<bool> low(const store::Channel&, store::Slot, std::span<std::int8_t>) override {
    return false;
  }

 private:
  std::map<store::Block, std::vector<store::PassageMeta>> metas_;
  std::map<std::pair<std::int64_t, store::Block>, std::vector<std::byte>> rows_;
};

Result<PassageChanges> changes_after(store::Reader& reader, std::int64_t last,
                                     std::int64_t oldest) {
  PassageChanges changes;
  changes.epoch = reader.search.epoch();
  changes.last = last;
  changes.channels = TRY(reader.search.channels());
  changes.blocks = TRY(reader.search.vector_changes_after(std::max<std::int64_t>(oldest, 0)));
  changes.end = store::block_of(TRY(reader.search.end_of_slots()));
  return changes;
}

}  // namespace

Result<PassageIndex::View> PassageIndex::view(store::Reader& reader,
                                              std::span<const embed::Identity> wanted) {
  const std::int64_t last = TRY(reader.search.last_vector_change());
  for (;;) {
    bool all = false;
    {
      std::shared_lock lock(mutex_);
      // Another file may have taken the database's place.
      all = passages_.is_of_before(reader.search.epoch());
      if (!all && passages_.is_current(last, wanted))
        return View{std::move(lock), passages_};
    }
    TRY_VOID(all ? read_all(reader, last, wanted) : read_changes(reader, last, wanted));
  }
}

Result<void> PassageIndex::read_all(store::Reader& reader, std::int64_t last,
                                    std::span<const embed::Identity> wanted) {
  const PassageChanges changes = TRY(changes_after(reader, last, 0));
  const auto blocks = reader.search.block_reader();
  Passages all;
  TRY_VOID(all.catch_up(changes, *blocks, wanted));
  const ExclusiveLock alone(mutex_);
  if (passages_.is_of_before(changes.epoch))
    std::swap(passages_, all);
  return {};
}

Result<void> PassageIndex::read_changes(store::Reader& reader, std::int64_t last,
                                        std::span<const embed::Identity> wanted) {
  std::int64_t oldest = 0;
  {
    const SharedLock lock(mutex_);
    oldest = passages_.oldest(wanted);
  }
  const PassageChanges changes = TRY(changes_after(reader, last, oldest));
  std::vector<store::BlockChange> needed;
  {
    const SharedLock lock(mutex_);
    for (const store::BlockChange& change : changes.blocks)
      if (passages_.needs(change, changes, wanted))
        needed.push_back(change);
  }
  const auto blocks = reader.search.block_reader();
  BlocksRead read;
  for (const store::BlockChange& change : needed) TRY_VOID(read.add(*blocks, changes, change));
  const ExclusiveLock alone(mutex_);
  // Another thread may have read on meanwhile, or read all of another database.
  if (passages_.is_of_before(changes.epoch) || passages_.oldest(wanted) != oldest)
    return {};
  return passages_.catch_up(changes, read, wanted);
}

bool PassageIndex::is_complete(const embed::Identity& identity) {
  const SharedLock lock(mutex_);
  const Vectors* vectors = passages_.of(identity);
  return vectors && vectors->missing.empty();
}

bool PassageIndex::has_read(const embed::Identity& identity) {
  const SharedLock lock(mutex_);
  return passages_.of(identity) != nullptr;
}

void PassageIndex::look(const embed::Identity& identity, const Use& use) {
  const SharedLock lock(mutex_);
  if (const Vectors* vectors = passages_.of(identity))
    use(passages_, *vectors);
}

void PassageIndex::put(const embed::Identity& identity, std::span<const MadeVector> made) {
  const ExclusiveLock alone(mutex_);
  passages_.put(identity, made);
}

}  // namespace aim::engine
