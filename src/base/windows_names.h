// Names of files that Windows takes for something else: for a device (NUL, aux.txt), for a part of
// a file (a:b), or for another name (a dot or a blank at its end).
// Must not know: which system this is.
// Threads: any.
#pragma once
#include "base/std.h"

namespace aim {

// Whether Windows has files of this path as it stands. A path that begins with \\?\ is not
// interpreted.
bool is_path_on_windows(std::string_view path);
// Advice for that case.
inline constexpr auto other_name_on_windows =
    "choose a name that is no device (CON, NUL, COM1), has none of :*?\"<>| and does not end with "
    "a dot or a blank";

}  // namespace aim
