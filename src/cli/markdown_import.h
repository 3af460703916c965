// `ai-memory import-markdown` in words: the arguments of the tool that does it, and its reply as lines.
// Knows: the tool's JSON. Must not know: who runs it.
#pragma once
#include <boost/json/fwd.hpp>
#include <string>

#include "base/result.h"
#include "cli/parse.h"

namespace aim::cli {

// `edits`: the text of the file that --edits names; empty: none. Errors: it is no JSON list.
Result<boost::json::object> import_arguments(const Invocation& invocation,
                                             const std::string& edits);
std::string import_lines(const boost::json::object& reply);
// As one line of JSON.
std::string import_json(const boost::json::object& reply);

}  // namespace aim::cli
