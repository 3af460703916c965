// A text in double quotes, as JSON and TOML both read it; a text as one word of a shell's line.
// Pure.
#pragma once
#include "base/std.h"

namespace aim {

// Quotes, backslashes and control characters escaped, 0x7f too: TOML wants that, and JSON allows
// it.
std::string in_quotes(std::string_view text);

// As it is where a POSIX shell takes it as it is, else in single quotes: nothing in it is run or
// expanded.
std::string as_shell_word(std::string_view text);

// Addresses as texts: whether one is meant, and what of it people may see.
// Pure.

// Whether a scheme and "://" stand at the beginning: no path is written so.
bool is_url(std::string_view text);
// A database on a PostgreSQL server, as libpq writes it: postgres://user:password@host/name.
bool is_server_address(std::string_view text);

// Without the user and password in it, whatever its form: what messages may show.
std::string without_user(std::string_view url);

}  // namespace aim
