// What was installed where: which containers and files are ours alone, so that an uninstallation
// leaves all as it was; which folders were made for them; and what the program was called, where
// that is not one of its own names. Help, not truth: without it our entries are found by those
// names. Knows: one small JSON file. Must not know: clients.
#pragma once
#include <filesystem>

#include "base/result.h"
#include "base/std.h"

namespace aim::install {

struct Receipt {
  std::string path;
  bool created = false;                   // the file was not there before
  std::vector<std::string> made;          // containers, see Edited
  std::string hash = {};                  // SHA-256 of the text, as it was written
  std::vector<std::string> clients = {};  // clients that have it in common
};

// Of the user; empty: no place for it is known.
std::filesystem::path receipts_file();

class Receipts {
 public:
  explicit Receipts(std::filesystem::path file);

  const Receipt* find(const std::filesystem::path& path) const;
  void add(Receipt receipt);  // joins what is known of the path already
  void forget(const std::filesystem::path& path);
  // The client has what is there already; does nothing where nothing is known of the path.
  void share(const std::filesystem::path& path, std::string_view client);
  // The client is not one of those whose file it is any more.
  void leave(const std::filesystem::path& path, std::string_view client);
  bool is_empty() const { return all_.empty(); }

  // Paths of the program in entries of ours.
  const std::vector<std::string>& programs() const { return programs_; }
  void add_program(const std::string& path);
  void forget_programs() { programs_.clear(); }

  // Folders that were not there before.
  void add_folders(const std::vector<std::filesystem::path>& folders);
  // Removes those in which no file is known any longer, if they are empty, and forgets them.
  void leave_folders();

  // Writes nothing where nothing has changed; removes the file when nothing is known.
  Result<void> save();

 private:
  std::string text() const;
  bool has_file_in(const std::filesystem::path& folder) const;

  std::filesystem::path file_;
  std::string before_;  // the text of the file
  std::vector<Receipt> all_;
  std::vector<std::string> programs_;
  std::vector<std::filesystem::path> folders_;
};

// Folders that an installation makes on the way to a file, and takes away again when nothing is
// in them.

// Returns those of a folder and the folders above it that do not exist, the outermost first.
std::vector<std::filesystem::path> missing_folders(const std::filesystem::path& folder);

// Removes those that are empty; what is in the others stays, and so do links to folders.
void remove_empty_folders(std::vector<std::filesystem::path> folders);

}  // namespace aim::install
