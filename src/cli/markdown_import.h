// `ai-memory import-markdown` in words: the arguments of the tool that does it, and its reply as
// lines.
// Knows: the tool's JSON. Must not know: who runs it.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/parse.h"

namespace aim::cli {

// As JSON. `edits`: the text of the file that --edits names; empty: none. Errors: it is no JSON
// list.
Result<std::string> import_arguments(const Invocation& invocation, const std::string& edits);
// `reply`: as JSON. Errors: what it says went wrong.
Result<std::string> import_lines(std::string_view reply);

// What a tool of vector-memory says of a failure, as an error.
Result<Error> tool_failure(std::string_view text);

}  // namespace aim::cli
