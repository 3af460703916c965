#include <iostream>

#include "app/commands.h"
#include "app/wire.h"
#include "cli/run.h"
#include "mcp/surface/tool_words.h"

namespace aim::app {
namespace {

// What MCP takes as one message.
constexpr std::size_t max_bytes = std::size_t{8} * 1024 * 1024;

std::string arguments_of(const cli::Invocation& invocation) {
  const std::string* given = invocation.text("json");
  if (!given || *given != "-")
    return given ? *given : "{}";
  return cli::read_stdin("the arguments", max_bytes + 1);
}

}  // namespace

Result<int> call(OnDatabase& on, const mcp::Offer& offer) {
  const std::string text = arguments_of(on.start.invocation);
  if (text.size() > max_bytes)
    return Failure(refuse("JSON", "must have at most 8388608 bytes"));
  const auto identity = identity_of_environment();
  const auto said = TRY(mcp::call_by_text(on.engine, *on.start.invocation.text("tool"), text, offer,
                                          identity.named ? identity.session : std::string()));
  on.start.print(on.start.out.shown(said.text) + (said.text.ends_with('\n') ? "" : "\n"));
  return said.failed ? cli::exit_failed : cli::exit_done;
}

int call_lines(OnDatabase& on, std::string_view tool, const mcp::Offer& offer) {
  const auto identity = identity_of_environment();
  const std::string session = identity.named ? identity.session : std::string();
  for (std::string line; on.start.out.failed() == 0 && std::getline(std::cin, line);)
    if (line.find_first_not_of(" \t\r") != line.npos)
      on.start.print(mcp::call_by_line(on.engine, tool, line, offer, session) + "\n");
  return cli::exit_done;
}

}  // namespace aim::app
