// Entries that follow files (K4): each a part of one, replaced, moved and removed with it, a file
// in one transaction. Who looks at the files is elsewhere; the database says itself which entries
// are of which file, in their metadata.
// Knows: memories, their transactions. Must not know: file systems, how files are cut.
// Threads: any; one at a time for the files of a folder.
#pragma once
#include "engine/engine.h"
#include "memory/memory.h"

namespace aim::engine {

inline constexpr std::string_view file_source = "file-index";  // of these memories
// Whoever unites memories leaves these alone: they are what their files say.
inline bool follows_file(const Memory& memory) {
  return memory.source == file_source;
}

// The folder whose files are kept in a namespace.
struct FileScope {
  std::string name_space, folder;
};

// A part of a file: as it is to be kept, or as it was when it was kept.
struct FilePart {
  Key key = 0;  // 0: of one to be kept: not known yet; of one that was: somebody removed it, and it
                // stays away
  std::uint64_t hash = 0;    // of its content
  std::uint64_t source = 0;  // what the caller knows it by
  std::string heading;       // where it stands
  std::string content = {};  // of one to be kept
  std::size_t line_from = 0, line_to = 0;
};

// `after` empty: the file is gone. Parts of equal content keep their memories, then those of the
// same heading in their order; other memories are removed for good, or made. The same for a file
// that has another path now.
struct FileChange {
  std::string path;  // from the folder, with slashes
  std::vector<FilePart> before, after;
};
// One transaction for all: a search sees files as they were or as they are. Gives the parts of
// `after` their keys. `stamp` is kept in the database with them (stamp_of). Errors: those of the
// database; then nothing is changed.
Result<void> keep_files(Engine& engine, const FileScope& scope, std::vector<FileChange>& changes,
                        std::int64_t stamp);

// The last stamp of the folder; 0: there is none.
Result<std::int64_t> stamp_of(Engine& engine, const FileScope& scope);

// By path, what the database holds of the folder's files: for those who do not know it any more.
Result<std::map<std::string, std::vector<FilePart>>> kept_files(Engine& engine,
                                                                const FileScope& scope);

}  // namespace aim::engine
