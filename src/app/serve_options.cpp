#include <cstdlib>

#include "app/serve.h"
#include "app/wire.h"
#include "base/ascii.h"
#include "base/file.h"
#include "base/log.h"

namespace aim::app {
namespace {

constexpr std::size_t max_token_file_bytes = 64 * 1024, min_token_bytes = 16,
                      max_token_bytes = 4'096;

std::string given_or(const cli::Invocation& invocation, std::string_view flag,
                     const std::string& other) {
  const std::string* text = invocation.text(flag);
  return text ? *text : other;
}

std::vector<std::string> list_of(const cli::Invocation& invocation, std::string_view flag) {
  std::vector<std::string> list;
  for (std::string_view text : invocation.texts(flag))
    while (!text.empty())
      if (const auto part = ascii::take_part(text, ','); !part.empty())
        list.emplace_back(part);
  return list;
}

Result<int> port_of(const cli::Invocation& invocation, const Config& config) {
  const std::string* text = invocation.text("port");
  if (!text)
    return static_cast<int>(config.serve_port);
  const auto port = ascii::number<int>(*text);
  if (!port || *port < 0 || *port > 65'535)
    return Failure(
        refuse("--port", "must be a whole number from 0 to 65535; got \"" + *text + "\""));
  return *port;
}

Result<std::string> checked_token(std::string_view token, std::string_view where) {
  token = ascii::trimmed(token);
  if (token.empty())
    return Failure(refuse(where, "is empty; it must hold the token"));
  if (token.size() < min_token_bytes || token.size() > max_token_bytes)
    return Failure(refuse(
        where, "must hold a token of 16 to 4096 characters; make one with: openssl rand -hex 32"));
  if (!std::all_of(token.begin(), token.end(), [](char byte) { return byte > ' ' && byte < 127; }))
    return Failure(refuse(where, "must hold a token of visible ASCII characters without spaces"));
  return std::string(token);
}

Result<std::string> token_of(const cli::Invocation& invocation, const Config& config) {
  const std::string file = given_or(invocation, "token_file", "");
  const char* in_environment = std::getenv("AI_MEMORY_TOKEN");  // NOLINT(concurrency-mt-unsafe)
  if (file.empty() && in_environment)
    return checked_token(in_environment, "AI_MEMORY_TOKEN");
  const std::string path = expanded_path(file.empty() ? config.serve_token_file : file).string();
  if (path.empty())
    return std::string();
  const std::string text = TRY(read_secret_file(path, max_token_file_bytes));
  return checked_token(text, "--token-file");
}

}  // namespace

Result<ServeOptions> serve_options(const cli::Invocation& invocation, const Config& config) {
  ServeOptions options;
  net::ServerOptions& server = options.server;
  server.host = given_or(invocation, "host", config.serve_host);
  server.port = TRY(port_of(invocation, config));
  server.unix_socket = expanded_path(given_or(invocation, "unix_socket", config.serve_unix_socket));
  server.certificate =
      expanded_path(given_or(invocation, "tls_certificate", config.serve_tls_certificate));
  server.private_key = expanded_path(given_or(invocation, "tls_key", config.serve_tls_key));
  if (server.certificate.empty() != server.private_key.empty())
    return Failure(refuse(server.certificate.empty() ? "--tls-certificate" : "--tls-key",
                          "is missing: TLS needs both a certificate and its key"));
  options.guard.token = TRY(token_of(invocation, config));
  options.guard.cookies = true;
  options.guard.hosts = list_of(invocation, "allow_host");
  options.guard.hosts.push_back(server.host);
  options.guard.origins = list_of(invocation, "allow_origin");
  for (const std::string& origin : options.guard.origins)
    if (!net::is_origin(origin))
      return Failure(
          refuse("--allow-origin",
                 "must be a scheme, a host and at most a port, as https://example.org or "
                 "http://localhost:5173; got \"" +
                     origin + "\""));
  options.guard.tls = !server.certificate.empty();
  if (invocation.flag("mcp") && invocation.flag("no_mcp"))
    return Failure(refuse("--no-mcp", "contradicts --mcp"));
  options.mcp = !invocation.flag("no_mcp");
  options.mcp_sse = invocation.flag("mcp_sse");
  if (net::is_loopback(server.host))
    return options;
  options.guard.any_address = true;
  if (server.certificate.empty())
    log::warn(
        "other machines reach this server without TLS: token and memories can be read on the way; "
        "see --tls-certificate");
  return options;
}

Result<void> check_reach(const ServeOptions& options, const net::GuardOptions& guard) {
  if (net::is_loopback(options.server.host) || net::asks_for_token(guard))
    return {};
  Error error = refuse(
      "--host", options.server.host + " can be reached from other machines, and no token is set");
  error.hint =
      "set one with --token-file or AI_MEMORY_TOKEN, make one with `ai-memory token create`, or "
      "listen on 127.0.0.1";
  return Failure(std::move(error));
}

}  // namespace aim::app
