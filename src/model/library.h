// The models of this user: packed files in one folder, shared by all processes.
//
//   NAME.aimw     a model, ready to be mapped; written beside and renamed, so it is whole or not
//                 there
//   NAME.origin   where it came from
//   current       the name that `model use` chose, or "none"; without it: the usual model, if it is
//                 there
//   .NAME.lock    held while a model is obtained or removed
//   .NAME.new/    what is being obtained; downloads resume there
//
// Knows: the folder, the packer. Must not know: configuration, people.
// Threads: all functions from any thread and any number of processes. Errors: not_found,
// validation_failed (names), unavailable (the disk).
#pragma once
#include <filesystem>

#include "base/lock.h"
#include "embed/encoder.h"
#include "model/catalog.h"

namespace aim::model {

inline constexpr std::string_view automatic = "auto", none = "none";

// The packed file to use, or none. `configured`: "auto" (what `model use` chose, else the usual
// model), "none" or a name. Two system calls at most; the file is not opened. A model that is not
// there is no error: then there is none to use.
Result<std::optional<std::filesystem::path>> model_in_use(const std::filesystem::path& folder,
                                                          std::string_view configured);

struct Installed {
  std::string name;
  std::filesystem::path packed;
  Result<embed::ModelInfo> info;  // an error: it cannot be used as it is
  std::optional<Record> record;
};

// Whether the content of an open model is what was packed. Reads all of it the first time; a note
// beside the file keeps that this file, as it is, was found sound.
Result<void> verify_once(const std::filesystem::path& packed, const embed::LocalModel& model);

using Share = std::function<void(double share)>;  // from 0 to 1

class Library {
 public:
  explicit Library(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path packed_file(std::string_view name) const;
  bool has(std::string_view name) const;
  std::vector<Installed> list() const;  // by name
  Result<Installed> find(std::string_view name) const;

  // "auto", "none" or a name.
  std::string chosen() const;
  Result<void> choose(std::string_view name) const;

  // Reads the whole file: whether it is what was packed.
  Result<void> verify(std::string_view name) const;
  // With what was left of a download. When it was the chosen one, nothing is chosen afterwards.
  Result<void> remove(std::string_view name) const;

  // Nobody else obtains or removes this model meanwhile.
  Result<FileLock> lock(std::string_view name, const std::function<void()>& waiting = {}) const;
  // An own folder for what is being obtained; what an interrupted run left is still there. The
  // caller has the lock.
  Result<std::filesystem::path> workshop(std::string_view name) const;
  // Packs what is in `source` and keeps where it came from. The workshop is removed. The caller has
  // the lock. `known` says how it is to be used; null: as its folder does.
  Result<void> install(std::string_view name, const std::filesystem::path& source,
                       const Record& record, const KnownModel* known, const Share& progress) const;

 private:
  std::filesystem::path folder_;
};

// 1 to 63 letters, digits, "-", "_" and ".", no "." in front; neither "auto" nor "none".
Result<void> check_name(std::string_view name);

}  // namespace aim::model
