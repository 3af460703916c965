// What was installed where: which containers and files are ours alone, so that an uninstallation
// leaves a file as it was; and what the program was called, where that is not one of its own names.
// Help, not truth: without it our entries are found by those names.
// Knows: one small JSON file. Must not know: clients.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace aim::install {

struct Receipt {
  std::string path;
  bool created = false;           // the file was not there before
  std::vector<std::string> made;  // containers, see Edited
};

// Of the user; empty: no place for it is known.
std::filesystem::path receipts_file();

class Receipts {
 public:
  explicit Receipts(std::filesystem::path file);

  const Receipt* find(const std::filesystem::path& path) const;
  void add(Receipt receipt);  // joins what is known of the path already
  void forget(const std::filesystem::path& path);
  bool is_empty() const { return all_.empty(); }

  // Paths of the program in entries of ours.
  const std::vector<std::string>& programs() const { return programs_; }
  void add_program(const std::string& path);
  void forget_programs() { programs_.clear(); }

  // Writes nothing where nothing has changed.
  Result<void> save() const;

 private:
  std::string text() const;

  std::filesystem::path file_;
  std::string before_;  // the text of the file
  std::vector<Receipt> all_;
  std::vector<std::string> programs_;
};

}  // namespace aim::install
