// One unit of work on one connection: all subjects, as a Reader and a Writer know them.
// Threads: those of the connection. Cheap: a few pointers; nothing is prepared before it is asked
// for.
#pragma once
#include "store/sql/links.h"
#include "store/sql/subjects.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/memory_subjects.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/search_subjects.h"
#include "store/store.h"

namespace aim::store::sqlite {

class Unit {
 public:
  explicit Unit(Connection& connection)
      : memories_(connection),
        search_(connection),
        links_(connection),
        transcripts_(connection),
        turns_(connection),
        transcript_links_(connection),
        events_(connection),
        accesses_(connection),
        changes_(connection),
        sync_(connection),
        stats_(connection),
        meta_(connection),
        golden_questions_(connection),
        tokens_(connection) {}
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  Writer& writer() { return writer_; }
  Reader& reader() { return writer_; }

 private:
  Memories memories_;
  SqliteSearch search_;
  sql::Links links_;
  SqliteTranscripts transcripts_;
  SqliteTurns turns_;
  SqliteTranscriptLinks transcript_links_;
  sql::SqlEvents events_;
  SqliteAccesses accesses_;
  sql::SqlChanges changes_;
  SqliteSync sync_;
  sql::SqlStats stats_;
  sql::SqlMeta meta_;
  sql::SqlGoldenQuestions golden_questions_;
  sql::SqlTokens tokens_;
  Writer writer_{{memories_, search_, links_, transcripts_, turns_, transcript_links_, events_,
                  accesses_, changes_, sync_, stats_, meta_, golden_questions_, tokens_},
                 memories_,
                 search_,
                 links_,
                 transcripts_,
                 turns_,
                 transcript_links_,
                 events_,
                 accesses_,
                 sync_,
                 meta_,
                 golden_questions_,
                 tokens_};
};

}  // namespace aim::store::sqlite
