#include "app/secret_service.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child_process.h"
#include "base/environment.h"
#include "base/file.h"

namespace aim::app {
namespace {

using namespace std::chrono_literals;

constexpr auto to_remove = 3s, to_ask_a_person = 60s;
constexpr std::size_t max_secret_bytes = 1'024;  // fits into a pipe, so that nobody waits

// Whether the desktop has a bus for its programs.
bool has_session() {
  std::error_code error;
  const auto folder = environment("XDG_RUNTIME_DIR");
  return !environment("DBUS_SESSION_BUS_ADDRESS").empty() ||
         (!folder.empty() && std::filesystem::exists(std::filesystem::path(folder) / "bus", error));
}

// Its output, where it succeeds.
std::optional<std::string> secret_tool(std::vector<std::string> words, const std::string& name,
                                       const std::string& input, std::chrono::milliseconds time) {
  std::array<int, 2> in{}, out{};
  if (!has_session() || ::pipe2(in.data(), O_CLOEXEC) != 0)
    return std::nullopt;
  Descriptor to_read(in[0]), to_write(in[1]);
  if (::pipe2(out.data(), O_CLOEXEC) != 0)
    return std::nullopt;
  Descriptor answer(out[0]), printed(out[1]);
  if (::write(to_write.number(), input.data(), input.size()) != std::ssize(input))
    return std::nullopt;
  to_write.close();
  words.insert(words.begin(), "secret-tool");
  words.insert(words.end(), {"application", "ai-memory", "name", name});
  const auto process = start_program({.file = "secret-tool",
                                      .words = std::move(words),
                                      .input = to_read.number(),
                                      .output = printed.number(),
                                      .apart = Apart::group});
  printed.close();
  const auto status = process ? ended_within(*process, time) : std::optional<int>();
  if (process && !status)
    end_group(*process);
  if (!status || !WIFEXITED(*status) || WEXITSTATUS(*status) != 0)
    return std::nullopt;
  std::string text(max_secret_bytes, '\0');
  const auto size = ::read(answer.number(), text.data(), text.size());
  text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return text;
}

}  // namespace

std::optional<std::string> service_secret(const std::string& name, std::chrono::milliseconds time) {
  return secret_tool({"lookup"}, name, {}, time);
}

Result<void> keep_in_service(const std::string& name, const std::string& secret) {
  if (secret_tool({"store", "--label=ai-memory: key of a database"}, name, secret, to_ask_a_person))
    return {};
  return Failure(unavailable(
      has_session() ? "the secret service did not take the key"
                    : "there is no desktop session, so no secret service to keep the key",
      "install secret-tool (libsecret-tools), or keep the key in a file: rekey --key-file FILE"));
}

void remove_from_service(const std::string& name) {
  (void)secret_tool({"clear"}, name, {}, to_remove);
}

}  // namespace aim::app
