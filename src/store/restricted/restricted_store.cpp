#include "store/restricted/restricted_store.h"

#include "store/restricted/restricted_links.h"
#include "store/restricted/restricted_memories.h"
#include "store/restricted/restricted_records.h"
#include "store/restricted/restricted_search.h"
#include "store/restricted/restricted_transcripts.h"

namespace aim::store {
namespace {

// All subjects of one Reader. `out` null: nothing is written.
class RestrictedUnit {
 public:
  RestrictedUnit(const Rights& rights, Reader& in, Writer* out)
      : access_(rights, in),
        memories_(access_, out ? &out->memories : nullptr),
        search_(access_, out ? &out->search : nullptr),
        links_(access_, out ? &out->links : nullptr),
        transcripts_(access_, out ? &out->transcripts : nullptr),
        records_(access_, out ? &out->records : nullptr),
        sync_(out ? &out->sync : nullptr),
        reader_{memories_, search_, links_, transcripts_, records_, sync_} {}
  RestrictedUnit(const RestrictedUnit&) = delete;
  RestrictedUnit& operator=(const RestrictedUnit&) = delete;

  Reader& reader() { return reader_; }
  Writer writer() { return {reader_, memories_, search_, links_, transcripts_, records_, sync_}; }

 private:
  RightsFilter access_;
  RestrictedMemories memories_;
  RestrictedSearch search_;
  RestrictedLinks links_;
  RestrictedTranscripts transcripts_;
  RestrictedRecords records_;
  RestrictedSync sync_;
  Reader reader_;
};

Store::Write restricted(const Store::Write& use, const Rights& rights) {
  return [&use, &rights](Writer& out) {
    RestrictedUnit unit(rights, out, &out);
    Writer writer = unit.writer();
    return use(writer);
  };
}

}  // namespace

Result<void> RestrictedStore::read(const Read& use, const Stop& stop) {
  return inner_.read(
      [&](Reader& in) {
        RestrictedUnit unit(*rights_, in, nullptr);
        return use(unit.reader());
      },
      stop);
}

Result<void> RestrictedStore::write(const Write& use, const Stop& stop) {
  return inner_.write(restricted(use, *rights_), stop);
}

Result<void> RestrictedStore::write_soon(std::chrono::milliseconds timeout, const Write& use,
                                         const Stop& stop) {
  return inner_.write_soon(timeout, restricted(use, *rights_), stop);
}

Result<std::unique_ptr<Store>> RestrictedStore::other(std::string_view, std::string_view) const {
  return Failure(only_administrators());
}

Access Access::restricted(std::shared_ptr<const Rights> rights) const {
  return Access(std::make_shared<RestrictedStore>(*store_, std::move(rights)), stop_);
}

}  // namespace aim::store
