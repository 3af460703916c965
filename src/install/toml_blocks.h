// Tables of a TOML text by their lines, for those who change one table and leave every other byte
// as it is.
// Knows: headers, lines of keys. Must not know: clients. What is found inside a text of several
// lines looks like a table too: who changes one knows it by what it says, and has the whole text
// checked afterwards.
#pragma once
#include "base/std.h"

namespace aim::install {

struct TomlBlock {
  std::size_t begin = 0, end = 0;  // whole lines
  std::string header;              // "[mcp_servers.x]", "[[hooks.Stop]]"
};
// A header, and the lines of keys right below it; comments and blank lines end it.
std::vector<TomlBlock> toml_blocks(std::string_view text);
inline std::string_view lines_of(std::string_view text, const TomlBlock& block) {
  return text.substr(block.begin, block.end - block.begin);
}

// The text of the string behind "command =" in a block; empty: there is none.
std::string toml_command(std::string_view block);
// The same of the first string behind "args =".
std::string toml_first_argument(std::string_view block);

// Without the lines of a block. The line end before it came with it, but where it ends a line that
// others follow.
std::string without_block(std::string text, std::size_t begin, std::size_t end);

}  // namespace aim::install
