// Markdown notes into one of two stores: what they hold, shown first, kept when that is confirmed
// (J7).
// Knows: files of the project, mine/markdown. Must not know: JSON.
#pragma once
#include <filesystem>

#include "engine/transfer/adopt.h"
#include "mine/markdown.h"
#include "op/other_forms.h"

namespace aim::op::notes {

using engine::two_stores::StoreKind, engine::two_stores::Stores;

struct Edit {
  std::string path;
  std::int64_t n = 0;  // which memory of the file, from 1
  bool skip = false;
  std::optional<std::string> title = {}, content = {}, category = {};
  std::optional<Band> band = {};
  std::optional<std::vector<std::string>> tags = {};
};
struct ImportRequest {
  std::vector<std::string> paths = {};  // empty: those that look like notes
  std::optional<StoreKind> place = {};
  std::filesystem::path folder;  // of the project; empty: none
  bool confirm = false;
  std::vector<Edit> edits = {};
  std::optional<std::string> token = {};
  bool anywhere = false;     // files outside of the project and of ~/.claude too: a person asks
  double similar_above = 1;  // from which similarity on a preview names a near duplicate; 1: none
};
struct ImportedMemory {
  std::int64_t n = 0;
  std::string id;
  mine::MarkdownMemory text;
  std::string title_there, content_there;  // as the file has them, before edits
  engine::Adopted action = engine::Adopted::add;
  bool skipped = false;
  std::string duplicate_of = {};  // a memory that says nearly the same
};
struct ImportedFile {
  std::string path;  // as shown
  std::string error;
  std::int64_t secrets_removed = 0;
  std::vector<ImportedMemory> memories;
  std::vector<std::string> gone;  // ids of memories whose sections are not there any more
};
struct ImportReply {
  std::string token;  // of the contents of the files
  StoreKind place = StoreKind::global;
  std::vector<ImportedFile> files;
};
// One transaction a file. Errors: conflict when a file has changed since the token was given;
// validation_failed for a missing project's store. Faults of a file are in its item; the others are
// imported.
Result<ImportReply> import_markdown(const Stores& stores, const ImportRequest& request);

// The same with a text in place of a file, as a file of that path would be. `token`: of an earlier
// preview, else empty.
struct TextRequest {
  std::string path, text, name_space, token;
  bool confirm = false;
  double similar_above = 1;
};
struct TextReply {
  std::string token;
  ImportedFile file;
};
// The files of a folder, or of one below it, that look like memories; in order.
std::vector<std::filesystem::path> notes_in(const std::filesystem::path& folder,
                                            const std::string& below);

Result<TextReply> import_text(Engine& engine, const TextRequest& request);

}  // namespace aim::op::notes
