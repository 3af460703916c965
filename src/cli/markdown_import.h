// Commands that a tool of vector-memory carries out: its arguments from the command line, and its
// replies as lines.
// Knows: the tool's JSON. Must not know: who runs it.
#pragma once
#include "base/result.h"
#include "cli/parse.h"

namespace aim::cli {

// As JSON. `edits`: the text of the file that --edits names; empty: none. Errors: it is no JSON
// list.
Result<std::string> import_arguments(const Invocation& invocation, const std::string& edits);
// `reply`: as JSON. Errors: what it says went wrong.
Result<std::string> import_lines(std::string_view reply);
// Whether a file could not be read, which the exit status tells (S30).
bool some_file_failed(std::string_view reply);

// A command of the core as JSON arguments for the tool that does the same in two stores:
// `threshold` becomes similarity_threshold, `merge` auto_merge, `limit` or `most` limit. Errors: a
// text that is not a number where one is needed.
Result<std::string> arguments_for_two_stores(const Invocation& invocation);

// A failure reported by a tool of vector-memory, as an error.
Result<Error> tool_failure(std::string_view text);

}  // namespace aim::cli
