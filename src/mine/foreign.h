// A memory as another store holds it, and what it becomes here.
// Knows: memories and their limits. Must not know: how any store writes them down.
// Pure.
#pragma once
#include <initializer_list>

#include "capture/cleaner.h"
#include "memory/link.h"
#include "memory/memory.h"

namespace aim::mine {

struct ForeignMemory {
  std::string id;  // by which its store knows it; never empty
  std::string title, content;
  std::vector<std::string> tags;
  std::vector<std::pair<std::string, std::string>> metadata;  // empty values are left out
  std::optional<Time> created, updated;
  std::optional<std::int64_t> priority;
  // Of stores that know these too.
  std::optional<double> confidence = {};
  std::string source = {};  // empty: "import"
  std::optional<Time> expires = {}, last_used = {};
  std::int64_t uses = 0;
  std::string project = {};  // its name or folder; empty: none
  bool untitled = false;     // the content stays as it is, to the blank, and gives the title
  std::vector<std::pair<std::string, std::string>> whole_texts = {};  // of the metadata, not cut
  std::string unread_time = {};  // a time as its store writes it, which cannot be read

  // The first time among these texts; other text becomes `unread_time`.
  std::optional<Time> time_of(std::initializer_list<std::string_view> texts);
};

// Before anything of it is cut or becomes a title.
void clean(ForeignMemory& foreign, Cleaner& cleaner);

// Between memories of the store, by its ids.
struct ForeignLink {
  std::string from, to;
  Relation relation = Relation::related_to;
};

// A call that showed a memory, as the log of its store has it.
struct ForeignUse {
  std::string memory;  // by the id of its store
  Time at{};
  std::string kind, query;
  std::optional<double> score = {};
};

// What is read of a store. Errors that these return end the reading.
struct StoreSink {
  std::function<Result<void>(ForeignMemory memory)> take;
  std::function<Result<void>(ForeignLink link)> link;
  std::function<Result<void>(std::string where, std::string reason)> left_out;
  std::function<void(std::uint64_t bytes)> read = {};  // how many more were read
  std::function<Result<void>(std::string where, std::string reason)> link_left_out = left_out;
  std::function<Result<void>(ForeignUse use)> used = {};  // unset: nobody asks
};

struct Into {
  std::string origin;  // "mcp-memory"
  std::string name_space;
  Tier tier = Tier::long_term;
  // The namespace's name that ids are made of, where an earlier one made them; empty: its own.
  std::string name_in_ids = {};
};

// One memory, or several in order when it is longer than a memory may be; always of the same ids.
// None for a blank one.
std::vector<Memory> memories_of(const ForeignMemory& foreign, const Into& into);

// The id here of what has this id there: of its first part.
std::string id_here(std::string_view foreign_id, const Into& into);

}  // namespace aim::mine
