// Names a file for what it is, by its name and its beginning: conversations that can be mined, a
// memory store that `import --from` reads, or files of known programs that hold nothing to take.
// Knows: marks of formats. Must not know: how any of them is read.
// Source: X1.
#pragma once
#include "mine/conversation.h"
#include "mine/source.h"

namespace aim::mine {

struct Recognised {
  std::optional<Format> format;
  std::string_view store;  // the name of a store for `import --from`; may be empty
  std::string what;        // "a Letta agent file"; empty: it is not known
  bool database = false;   // its sessions are rows
};

// Errors: the file cannot be read.
Result<Recognised> recognise(const Source& source, const SourceFile& file);

// Names a file or a folder as a whole, notes included; `what` is empty where nothing is known.
Result<Recognised> recognise_all(const Source& source);

// "channel/2024-03-01.json"
bool is_slack_day(const SourceFile& file);

// The same by the beginning of a text alone.
Recognised recognise_text(std::string_view text);

}  // namespace aim::mine
