// Which bridges there are to one database, and what was last equal on both sides of each: names,
// ids and hashes, in one file of this user's state. Without it nothing is lost: facts know each
// other again by their titles.
// Knows: the form of that file. Must not know: what kinds of bridges do.
#pragma once
#include <filesystem>

#include "base/result.h"
#include "bridge/three_way.h"

namespace aim::bridge {

struct Bridge {
  std::string kind;     // a row of bridge/kinds.h
  std::string path;     // folder or file
  std::string project;  // its folder
  std::string name_space;
  std::string synced_at = {};  // empty: never
  std::vector<LastEqual> rows = {};
  std::string first_sign = {};  // hash of the index or the file before we wrote it; empty: none
  bool wrote = false;           // the index or the file
  // Lines of others that are left out of an index that is too long, by file.
  std::map<std::string, std::string> dropped = {};
  // Hash of names, times and sizes of the files at the last sync that had nothing to do, and the
  // number of the last change of the database at that time. Empty: none was through.
  std::string seen = {};
  std::int64_t seen_change = 0;
};

class Book {
 public:
  // In the folder of state of this user; an empty one: nothing is remembered. `database` as
  // Store::name() says it.
  Book(const std::filesystem::path& folder, std::string_view database);

  // As it was saved last. Errors: the file is there and cannot be read.
  Result<void> load();
  Result<void> save() const;
  bool exists() const;

  std::vector<Bridge> bridges;

 private:
  std::filesystem::path file_;
};

}  // namespace aim::bridge
