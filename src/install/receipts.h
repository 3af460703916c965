// What was installed where: which containers and files are ours alone, so that an uninstallation
// leaves a file as it was. Help, not
// truth: without it our entries are found all the same.
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

class Receipts {
 public:
  explicit Receipts(std::filesystem::path file);

  const Receipt* find(const std::filesystem::path& path) const;
  void add(Receipt receipt);  // joins what is known of the path already
  void forget(const std::filesystem::path& path);
  Result<void> save() const;

 private:
  std::filesystem::path file_;
  std::vector<Receipt> all_;
};

}  // namespace aim::install
