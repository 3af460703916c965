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
        transcripts_(access_, numbers_, out ? &out->transcripts : nullptr),
        turns_(access_, numbers_, out ? &out->turns : nullptr),
        transcript_links_(access_, numbers_, out ? &out->transcript_links : nullptr),
        events_(access_, out ? &out->events : nullptr),
        accesses_(out ? &out->accesses : nullptr),
        changes_(access_),
        sync_(out ? &out->sync : nullptr),
        stats_(access_),
        meta_(access_),
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
  RightsFilter access_;
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
