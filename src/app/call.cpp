#include <iostream>
#include <iterator>
#include <ostream>

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
  std::string text, piece(65'536, '\0');
  while (std::cin && text.size() <= max_bytes) {
    std::cin.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece, 0, static_cast<std::size_t>(std::cin.gcount()));
  }
  return text;
}

}  // namespace

Result<int> call(const cli::Invocation& invocation, Engine& engine, const mcp::Offer& offer,
                 cli::Output& out) {
  const std::string text = arguments_of(invocation);
  if (text.size() > max_bytes)
    return Failure(refuse("JSON", "must have at most 8388608 bytes"));
  const auto identity = identity_of_environment();
  const auto said = TRY(mcp::call_by_text(engine, *invocation.text("tool"), text, offer,
                                          identity.named ? identity.session : std::string()));
  std::ostream(&out) << out.shown(said.text) << (said.text.ends_with('\n') ? "" : "\n")
                     << std::flush;
  return said.failed ? cli::exit_failed : cli::exit_done;
}

int call_lines(Engine& engine, std::string_view tool, const mcp::Offer& offer, cli::Output& out) {
  const auto identity = identity_of_environment();
  const std::string session = identity.named ? identity.session : std::string();
  std::ostream document(&out);
  for (std::string line; out.failed() == 0 && std::getline(std::cin, line);)
    if (line.find_first_not_of(" \t\r") != line.npos)
      document << mcp::call_by_line(engine, tool, line, offer, session) << '\n' << std::flush;
  return cli::exit_done;
}

}  // namespace aim::app
