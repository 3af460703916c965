// Tells commands of a shell that may change something from those that only show it, by their words.
// Knows: names of programs. Must not know: sessions, errors. Pure; any thread.
#pragma once
#include "base/std.h"

namespace aim {

// Whether a command only shows something: such a command solves no error. A command that is not
// known may do anything.
bool only_shows(std::string_view command);

}  // namespace aim
