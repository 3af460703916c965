// Which projects' stores were made on this machine, or are trusted by its user; any other may be
// foreign, written to influence an assistant (J2). A store is known by its place and its id
// together: a replacement is unknown, a moved store is known. The file also lists projects whose
// notes nobody wants to import. Knows: one small JSON file of the user's. Must not know: databases.
// Processes: any; the file is replaced as a whole, the last writer's holds.
#pragma once
#include <filesystem>

#include "base/result.h"

namespace aim::op::project {

struct KnownStore {
  std::string path;
  std::int64_t id = 0;
};

class KnownStores {
 public:
  // `file`: where the list is; empty: nothing is known, and nothing is kept.
  explicit KnownStores(std::filesystem::path file) : file_(std::move(file)) {}

  std::vector<KnownStore> all() const;
  bool knows(const std::filesystem::path& store, std::int64_t id) const;
  // Whether any store of that place is.
  bool knows_place(const std::filesystem::path& store) const;
  Result<void> add(const std::filesystem::path& store, std::int64_t id) const;
  // False: it was not there.
  Result<bool> remove(const std::filesystem::path& store) const;

  bool is_dismissed(const std::filesystem::path& project) const;
  Result<void> dismiss(const std::filesystem::path& project) const;

 private:
  std::filesystem::path file_;
};

// Whether the store, or the folder made for it, is a link, which could lead to any of the user's.
bool is_linked(const std::filesystem::path& store);
// Whether the file belongs to the current user.
bool is_own_file(const std::filesystem::path& file);

}  // namespace aim::op::project
