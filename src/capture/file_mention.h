// Whether a text names a file: by its path, its name, a pattern that it fits ("*.vue", "Python
// files"), or a folder that it lies in. Part of a longer name is no mention, nor is the same name
// in another folder. Pure functions; any thread.
#pragma once
#include "base/std.h"

namespace aim {

enum class MentionKind { none, folder, pattern, name, path };  // the vaguest first
struct FileMention {
  MentionKind kind = MentionKind::none;
  std::size_t at = 0;  // where in the text
};

// `path`: from the root of the project, or absolute for a file outside of it.
FileMention mention_of(std::string_view text, std::string_view path);

// The words, each apart from the others, one of which a text that mentions the file must hold.
std::vector<std::string> words_of_mentions(std::string_view path);

}  // namespace aim
