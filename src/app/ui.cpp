#include <unistd.h>

#include <chrono>
#include <thread>

#include "app/commands.h"
#include "app/serve.h"
#include "base/child_process.h"
#include "base/environment.h"
#include "base/platform/system.h"
#include "web/ask.h"

namespace aim::app {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds start_timeout = 15s, look_pause = 50ms;

std::string base_of(const ServeOptions& options) {
  const std::string& host = options.server.host;
  const bool any = host == "0.0.0.0" || host == "::";
  const std::string shown = any                           ? "127.0.0.1"
                            : host.find(':') != host.npos ? "[" + host + "]"
                                                          : host;
  return (options.guard.tls ? "https://" : "http://") + shown + ":" +
         std::to_string(options.server.port);
}

// A text of a reply of ours, whose value needs no escapes; empty when it is not there.
std::string member_of(std::string_view json, std::string_view name) {
  const std::string before = "\"" + std::string(name) + "\":\"";
  const std::size_t begin = json.find(before);
  if (begin == json.npos)
    return {};
  const std::string_view rest = json.substr(begin + before.size());
  return std::string(rest.substr(0, rest.find('"')));
}

// Whether ours answers there. Errors: something else does.
Result<bool> is_running(const std::string& base) {
  web::Asking asking{.url = base + "/api/v1/health", .headers = {}, .body = {}};
  asking.plain = web::PlainHttp::anywhere;
  asking.connect_timeout = 1s;
  asking.timeout = 5s;
  const auto answered = web::ask(asking);
  if (!answered)
    return false;
  if (member_of(answered->body, "service") == "ai-memory")
    return true;
  return Failure(unavailable("something else than ai-memory answers at " + base,
                             "name another port with --port"));
}

// The words that start a server with the flags of this call.
std::vector<std::string> words_of(const cli::Invocation& invocation) {
  std::vector<std::string> words{"ai-memory", "serve"};
  if (invocation.database)
    words.push_back("--db=" + *invocation.database);
  for (const cli::Given& given : invocation.given)
    for (const std::string& text : given.texts) {
      const std::string flag = cli::shown_name(*invocation.command, *given.param);
      words.push_back(given.param->kind == op::Kind::boolean ? flag : flag + "=" + text);
    }
  return words;
}

// It outlives the terminal. What it says goes nowhere; its log is where the configuration wants.
Result<void> start_server(const cli::Invocation& invocation) {
  if (!start_program({.words = words_of(invocation), .apart = Apart::session}))
    return Failure(unavailable("a server could not be started", "start one with: ai-memory serve"));
  return {};
}

Result<void> ensure_server(const cli::Invocation& invocation, const std::string& base) {
  if (TRY(is_running(base)))
    return {};
  TRY_VOID(start_server(invocation));
  const auto until = std::chrono::steady_clock::now() + start_timeout;
  while (std::chrono::steady_clock::now() < until) {
    if (TRY(is_running(base)))
      return {};
    std::this_thread::sleep_for(look_pause);
  }
  return Failure(unavailable("the server that was started does not answer at " + base,
                             "see what it says with: ai-memory serve"));
}

// With a token, an address that lets one browser in, once.
Result<std::string> address_of(const ServeOptions& options, const std::string& base) {
  if (options.guard.token.empty())
    return base + "/";
  web::Asking asking{
      .url = base + "/api/v1/ui/ticket",
      .headers = {"Authorization: Bearer " + options.guard.token, "Content-Type: application/json"},
      .body = "{}"};
  asking.plain = web::PlainHttp::anywhere;
  const web::Answered answered = TRY(web::ask(asking));
  const std::string path = member_of(answered.body, "path");
  if (answered.status != 201 || !path.starts_with('/'))
    return Failure(unavailable("the server at " + base + " gives no address for the page",
                               "is its token another one? it may need to be started again"));
  return base + path;
}

// Nothing is lost where it does not work: the address is printed too.
void open_browser(const std::string& address) {
  constexpr auto opener = this_system == System::windows ? "explorer"
                          : this_system == System::macos ? "open"
                                                         : "xdg-open";
  if (::isatty(STDOUT_FILENO) != 1 ||
      (this_system == System::linux_kernel && environment("DISPLAY").empty() &&
       environment("WAYLAND_DISPLAY").empty()))
    return;
  (void)start_program(
      {.file = opener, .words = {opener, address}, .input = STDIN_FILENO, .output = STDOUT_FILENO});
}

}  // namespace

Result<int> show_page(const Start& start, const Config& config) {
  const ServeOptions options = TRY(serve_options(start.invocation, config));
  if (options.server.port == 0)
    return Failure(refuse("--port", "must be the port of the server, not 0"));
  const std::string base = base_of(options);
  TRY_VOID(ensure_server(start.invocation, base));
  const std::string address = TRY(address_of(options, base));
  start.print(address + "\n");
  open_browser(address);
  return cli::exit_done;
}

}  // namespace aim::app
