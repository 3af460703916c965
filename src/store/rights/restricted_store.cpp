#include "store/rights/restricted_store.h"

#include "store/rights/restricted_links.h"
#include "store/rights/restricted_memories.h"
#include "store/rights/restricted_records.h"
#include "store/rights/restricted_search.h"
#include "store/rights/restricted_transcripts.h"

namespace aim::store {
namespace {

// All subjects of one Reader. `out` null: nothing is written.
class RestrictedUnit {
 public:
  RestrictedUnit(const Rights& rights, Reader& in, Writer* out)
      : sight_(rights, in),
        memories_(sight_, out ? &out->memories : nullptr),
        search_(sight_, out ? &out->search : nullptr),
        links_(sight_, out ? &out->links : nullptr),
        transcripts_(sight_, numbers_, out ? &out->transcripts : nullptr),
        turns_(sight_, numbers_, out ? &out->turns : nullptr),
        transcript_links_(sight_, numbers_, out ? &out->transcript_links : nullptr),
        events_(sight_, out ? &out->events : nullptr),
        accesses_(out ? &out->accesses : nullptr),
        changes_(sight_),
        sync_(out ? &out->sync : nullptr),
        stats_(sight_),
        meta_(sight_),
        reader_{memories_, search_,  links_, transcripts_, turns_, transcript_links_, events_,
                accesses_, changes_, sync_,  stats_,       meta_,  golden_questions_, tokens_} {}
  RestrictedUnit(const RestrictedUnit&) = delete;
  RestrictedUnit& operator=(const RestrictedUnit&) = delete;

  Reader& reader() { return reader_; }
  Writer writer() {
    return {reader_, memories_, search_, links_, transcripts_,      turns_, transcript_links_,
            events_, accesses_, sync_,   meta_,  golden_questions_, tokens_};
  }

 private:
  Sight sight_;
  SeenTranscripts numbers_;
  RestrictedMemories memories_;
  RestrictedSearch search_;
  RestrictedLinks links_;
  RestrictedTranscripts transcripts_;
  RestrictedTurns turns_;
  RestrictedTranscriptLinks transcript_links_;
  RestrictedEvents events_;
  RestrictedAccesses accesses_;
  RestrictedChanges changes_;
  RestrictedSync sync_;
  RestrictedStats stats_;
  RestrictedMeta meta_;
  RestrictedGoldenQuestions golden_questions_;
  RestrictedTokens tokens_;
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
