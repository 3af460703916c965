// Notes of `adopt` for one database: the files that it has read, by their size and time, and the
// programs that are followed. They save reading; memories and turns are known by their ids.
// Knows: the form of one small file. Must not know: where programs keep files, what is in them.
#pragma once
#include <filesystem>

#include "base/result.h"
#include "mine/places.h"

namespace aim::op {

class AdoptBook {
 public:
  // In the folder of state of this user; an empty one: nothing is remembered. `database` as
  // Store::name() says it.
  AdoptBook(const std::filesystem::path& folder, std::string_view database);

  // As it was saved last; a damaged one is empty, and files are read again.
  void load();
  Result<void> save() const;

  bool knows(const mine::PlaceFile& file) const;
  void note(const mine::PlaceFile& file);
  void forget_files() { files_.clear(); }
  std::size_t files() const { return files_.size(); }

  std::vector<std::string> followed;  // names of programs

  // When it was saved last, ns since 1970; 0: never.
  std::int64_t saved_at() const;

 private:
  std::filesystem::path file_;
  struct Sign {
    std::uint64_t bytes = 0;
    std::int64_t changed_at = 0;
  };
  std::map<std::string, Sign> files_;  // by path
};

}  // namespace aim::op
