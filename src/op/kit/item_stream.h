// JSON documents that stream through Caller::input, item by item and in bounded memory (import,
// bulk; D3).
#pragma once
#include <iosfwd>

#include "text/json_items.h"

namespace aim::op {

// Reads from where the stream stands to its end. Errors: the document is no JSON or not what `top`
// says; whatever `take` returned; unavailable when the stream breaks.
Result<void> read_items(std::istream& input, text::JsonTop top, const text::JsonItems::Take& take);

// Reads the whole document before anything is done with it, and returns to its beginning. Errors:
// those of read_items; an item that is no JSON; no list `member` ("": of a bare list); more than
// `most` items in it.
Result<void> check_items(std::istream& input, text::JsonTop top, std::string_view member,
                         std::size_t most);

}  // namespace aim::op
