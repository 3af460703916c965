// What an installation does to the files of a client, made whole before anything is written: the
// text of each file before and
// after. Knows: clients, entries. Must not know: how a file is written.
#pragma once
#include <filesystem>

#include "install/clients.h"
#include "install/ours.h"
#include "install/receipts.h"

namespace aim::install {

struct InstallRequest {
  bool servers = true, hooks = true, remove = false;
  std::string name = "ai-memory", program;
  std::string profile = {};               // of the hooks; empty: the configured one
  std::string rules = {};                 // text of the rule file; empty: none is wanted
  Ours ours = {};                         // whose entries are changed or taken out
  std::vector<std::string> leaving = {};  // clients that a removal is for
  std::vector<std::string> args = {"mcp", "--namespace", "auto", "--tools", "core"};
};

struct FilePlan {
  std::filesystem::path path;
  std::optional<std::string> before, after;  // unset: there is no such file
  std::vector<std::string> made;
  bool all_ours = false;     // whatever is in it
  std::string hash_as_made;  // of a file that we made, as we wrote it last; empty: not known
  std::optional<Error> error;
  // The same from the text as it is now: for a file that another program has written meanwhile.
  std::function<Result<Edited>(const std::string&)> edit;

  bool changes() const { return !error && before != after; }
};

// Reads the files. A file that cannot be read, or is none of its kind, has an error; then nothing
// is to be written anywhere.
std::vector<FilePlan> plan_of(const Client& client, const Places& places,
                              const InstallRequest& request, const Receipts& receipts);

}  // namespace aim::install
