// One unit of work on one connection: all subjects, as a Reader and a Writer know them, of the
// classes that a backend has for them.
// Knows: subjects. Must not know: which database it is, how a subject finds anything.
// Threads: those of the connection. Cheap: a few pointers; nothing is prepared before it is needed.
#pragma once
#include "store/sql/links.h"
#include "store/sql/records.h"
#include "store/store.h"

namespace aim::store::sql {

template <class Memories, class Search, class Transcripts, class Sync>
class Unit {
 public:
  template <class Connection>
  explicit Unit(Connection& connection)
      : memories_(connection),
        search_(connection),
        links_(connection),
        transcripts_(connection),
        records_(connection),
        sync_(connection) {
    connection.step.reset();  // a unit that failed has left it
  }
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  Writer& writer() { return writer_; }
  Reader& reader() { return writer_; }

 private:
  Memories memories_;
  Search search_;
  SqlLinks links_;
  Transcripts transcripts_;
  SqlRecords records_;
  Sync sync_;
  Writer writer_{{memories_, search_, links_, transcripts_, records_, sync_},
                 memories_,
                 search_,
                 links_,
                 transcripts_,
                 records_,
                 sync_};
};

}  // namespace aim::store::sql
