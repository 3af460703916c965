// How two sides that hold the same facts take over each other's changes since they were last equal
// (X5): a side that is files or parts of a file, and the memories. Each fact is decided by itself.
// Pure. Must not know: files, the store, what a fact's text looks like.
#pragma once
#include "base/clock.h"
#include "base/std.h"

namespace aim::bridge {

// A fact on the side of the files. `sign`: a hash of all that counts as a change.
struct FileFact {
  std::string title, content, description, type, sign;
  Time changed_at{};
  bool read_only = false;  // the file is never written
  bool refused = false;    // must not be taken in; it is left as it is
};
using FileFacts = std::map<std::string, FileFact, std::less<>>;  // by name: of a file, of a part

// The same on the side of the memories. Title and content without blanks around them.
struct Fact {
  std::string id, title, content, description, type, sign;
  Time changed_at{};
  std::string updated_at = {};  // as engine::Changes::made_from takes it
  bool described = false;       // somebody gave the description
  bool goes_out = true;         // may be written to a side that does not have it yet
  bool is_former = false;       // another memory superseded it
};

// An item and a fact that were equal, with their signs at that time.
struct LastEqual {
  std::string name, id, item_sign, fact_sign;
  std::string first_sign = {};  // the item's before we wrote it; empty: we made it
  bool left_out = false;        // a person removed it from a section: the memory stays, unshown

  friend bool operator==(const LastEqual&, const LastEqual&) = default;
};

enum class Act {
  settle,         // both say the same: only the row is written
  take_new,       // item → new memory
  take_change,    // item → its memory
  both_changed,   // the later change stays, the other becomes a memory of its own, to be reviewed
  give_new,       // fact → new item
  give_change,    // fact → its item
  remove_memory,  // the item was removed
  remove_item,    // the memory was removed
  leave_out,      // the item was removed from a section
  forget          // both are gone
};
struct Step {
  Act act{};
  std::string name = {}, id = {};

  friend bool operator==(const Step&, const Step&) = default;
};

// The meaning of an item that is gone.
enum class Gone { removed, left_out };

// Facts in the order in which they are given. `most`: of items, beyond which no new ones are given.
std::vector<Step> plan(const std::vector<LastEqual>& rows, const FileFacts& items,
                       const std::vector<Fact>& facts, Gone gone, std::size_t most);

bool say_the_same(const FileFact& item, const Fact& fact);

}  // namespace aim::bridge
