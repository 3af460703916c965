// Where the chain of each database ended when this user's programs last added to it, in a file
// beside the identity: whoever removes the events, even all of them, from the database does not
// reach it (H2).
// A line a database: "<sequence>:<hash> <path>". Written after the commit of an event, of many in a
// second after some and after the last, without waiting for the disk: a crash may lose the last
// lines, and an older head still proves what was before it.
// Threads: any; several processes too, of which the last one wins.
#pragma once
#include <filesystem>

#include "base/result.h"
#include "memory/event.h"

namespace aim::engine {

class KeptHeads {
 public:
  // `identity`: its file; empty: nothing is kept.
  explicit KeptHeads(const std::filesystem::path& identity);

  const std::filesystem::path& file() const { return file_; }

  // Nothing when none is known of that database. Errors: the file is there and cannot be read.
  Result<std::optional<ChainHead>> find(const std::filesystem::path& database) const;
  // A shorter chain than the one that is known is not noted: that is what verifying finds.
  Result<void> note(const std::filesystem::path& database, const ChainHead& head) const;

 private:
  std::filesystem::path file_;
};

}  // namespace aim::engine
