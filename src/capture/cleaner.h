// Takes out of texts what nobody asked to keep: secrets (capture/secrets.h), unless the settings
// leave them in, and <private> passages. Everything that is stored automatically goes through here
// before it is cut, or a title is made of it: hooks, conversations, imports, indexed files.
// Knows: memories. Must not know: where texts come from. Threads: one each.
#pragma once
#include "memory/memory.h"

namespace aim {

// Whether the places of removed passages keep their line ends, so that lines stay countable.
enum class LineEnds { drop, keep };

class Cleaner {
 public:
  explicit Cleaner(bool secrets) : secrets_(secrets) {}

  std::string text(std::string_view text, LineEnds lines = LineEnds::drop);
  // A value whose name tells what it is.
  std::string value(std::string_view name, std::string_view text);
  // Texts at any depth of a JSON object; other text is cleaned as it is.
  std::string metadata(std::string_view object);
  // Title, content, tags, source and metadata.
  void memory(Memory& memory);

  // How many secrets and private passages were taken out.
  std::int64_t removed() const { return removed_; }
  // The kinds of these, each once: "a password".
  const std::set<std::string_view>& kinds() const { return kinds_; }

 private:
  void note(std::string_view kind);

  bool secrets_;
  std::int64_t removed_ = 0;
  std::set<std::string_view> kinds_;
};

// The text without the passages that a person keeps out of every memory by writing them between
// <private> and </private>, in letters of any case. Pure; any thread. A passage without its end
// reaches to the end of the text. `removed` grows by the number of passages.
std::string without_private(std::string_view text, std::int64_t& removed,
                            LineEnds lines = LineEnds::drop);

}  // namespace aim
