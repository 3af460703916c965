// The indexer's state of files between two runs: their stamps, hashes and parts, one file per
// folder, written whole. It saves reading; the truth is in the database, whose stamp tells whether
// the notebook still fits it (docs/decisions/0033).
// Knows: the form of that file. Must not know: folders, the database.
#pragma once
#include <filesystem>

#include "base/result.h"
#include "engine/untitled/file_entries.h"
#include "jobs/index/walk.h"

namespace aim::jobs::index {

struct KnownFile {
  FileSign sign;
  std::string sha256;  // empty: not known; it is read again
  std::vector<engine::FilePart> parts;
};
struct Notebook {
  std::int64_t stamp = 0;
  std::string folder;
  std::map<std::string, KnownFile> files;  // by path
};

std::string text_of(const Notebook& notebook);
// Nothing: invalid, or of another version.
std::optional<Notebook> parse_notebook(std::string_view text);

}  // namespace aim::jobs::index
