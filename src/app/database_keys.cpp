#include "app/database_keys.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/child_process.h"
#include "base/environment.h"
#include "base/file.h"
#include "base/kernel_keyring.h"

namespace aim::app {
namespace {

using namespace std::chrono_literals;

// A secret service that is locked asks its user, who may not be there. A hook is in haste: its
// assistant waits.
constexpr std::chrono::milliseconds to_answer = 3s, to_answer_in_haste = 500ms;
constexpr std::size_t max_key_file_bytes = 1'024;
constexpr std::string_view credential = "ai-memory.key", seal_purpose = "aim-hook";

// ---- the secret service of a desktop (GNOME Keyring, KWallet), by libsecret's secret-tool(1) ----

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

// ---- the sources of keys ----

std::string name_in_keyring(const Salt16& salt) {
  return "ai-memory:" + to_hex(salt);
}

std::optional<Key32> key_in_keyring(const Salt16& salt) {
  auto secret = keyring_secret(name_in_keyring(salt));
  Key32 key{};
  if (!secret || secret->size() != key.size())
    return std::nullopt;
  std::copy(secret->begin(), secret->end(), key.begin());
  wipe(*secret);
  return key;
}

Error locked() {
  return unavailable("the database is encrypted and locked", "unlock it: ai-memory unlock");
}

using Found = Result<std::optional<Key32>>;

struct KeySource {
  std::string_view name;
  Found (*find)(const Salt16& salt, const fs::path& file, std::chrono::milliseconds time);
};

constexpr std::size_t of_file = 1, of_credential = 2;

// All are asked in this order.
constexpr std::array key_sources{
    KeySource{
        "the kernel's keyring",
        [](const Salt16& salt, const fs::path&, auto) -> Found { return key_in_keyring(salt); }},
    KeySource{"a key file",
              [](const Salt16&, const fs::path& file, auto) -> Found {
                return file.empty() ? Found(std::nullopt) : Found(TRY(read_key_file(file)));
              }},
    KeySource{"a systemd credential",
              [](const Salt16&, const fs::path&, auto) -> Found {
                const fs::path given = fs::path(environment("CREDENTIALS_DIRECTORY")) / credential;
                std::error_code error;
                return given.is_absolute() && fs::exists(given, error)
                           ? Found(TRY(read_key_file(given)))
                           : Found(std::nullopt);
              }},
    KeySource{"the secret service", [](const Salt16& salt, const fs::path&, auto time) -> Found {
                auto text = service_secret(name_in_keyring(salt), time);
                const auto key = text ? key_of_text(*text) : std::nullopt;
                if (text)
                  wipe(*text);
                if (key)  // so that the service is not asked again and again
                  (void)keep_key({*key, salt}, {});
                return key;
              }}};

Result<Key32> key_for(const Salt16& salt, const fs::path& file, std::chrono::milliseconds time) {
  for (const KeySource& source : key_sources)
    if (const auto key = TRY(source.find(salt, file, time)))
      return *key;
  return Failure(locked());
}

// From the first key on.
void stay_off_the_disk() {
  static const bool done = [] {
    keep_memory_off_the_disk();
    return true;
  }();
  (void)done;
}

}  // namespace

fs::path key_file(const Config& config) {
  const auto given = environment("AI_MEMORY_KEY_FILE");
  return given.empty() ? fs::path(config.key_file) : fs::path(given);
}

Result<Key32> read_key_file(const fs::path& file) {
  if (std::error_code error; fs::status(file, error).type() == fs::file_type::not_found)
    return Failure(unavailable(
        "the database is encrypted, and its key file " + file.string() + " is not there",
        "bring the file back, or unlock by the passphrase: ai-memory unlock"));
  const auto text = TRY(read_secret_file(file, max_key_file_bytes));
  const auto key = key_of_text(text);
  if (!key)
    return Failure(refuse("the key file " + file.string(),
                          "must hold a key: 64 hexadecimal digits, as `encrypt --key-file` writes "
                          "them"));
  return *key;
}

store::sqlite::FindKey find_key(const Config& config, bool in_haste) {
  return [file = key_file(config), in_haste](const Salt16& salt) {
    auto key = key_for(salt, file, in_haste ? to_answer_in_haste : to_answer);
    if (key)
      stay_off_the_disk();
    return key;
  };
}

std::optional<Key32> key_at_hand(const Config& config, const Salt16& salt) {
  for (const std::size_t each : {of_file, of_credential})
    if (const auto key = key_sources[each].find(salt, key_file(config), {}); key && *key)
      return *key;
  return std::nullopt;
}

std::vector<std::string> sources_of_key(const Config& config, const Salt16& salt) {
  std::vector<std::string> all;
  for (const KeySource& source : key_sources)
    if (const auto key = source.find(salt, key_file(config), to_answer); key && *key)
      all.emplace_back(source.name);
  return all;
}

Result<void> keep_key(const store::sqlite::FileKey& key,
                      std::optional<std::chrono::seconds> lasts) {
  std::string secret(key.key.begin(), key.key.end());
  auto kept = keep_in_keyring(name_in_keyring(key.salt), secret, lasts);
  wipe(secret);
  return kept;
}

Result<void> remember_key(const store::sqlite::FileKey& key) {
  std::string text = text_of_key(key.key);
  auto kept = keep_in_service(name_in_keyring(key.salt), text);
  wipe(text);
  return kept;
}

bool forget_key(const Salt16& salt) {
  remove_from_service(name_in_keyring(salt));
  return remove_from_keyring(name_in_keyring(salt));
}

Key32 seal_of(const Key32& key) {
  return box_keys(key, seal_purpose).open_key;
}

op::Unseal unseal(const Config& config) {
  return
      [find = find_key(config)](const Salt16& salt, std::string_view box) -> Result<std::string> {
        const Key32 key = TRY(find(salt));
        auto text = open_box(box, box_keys(key, seal_purpose));
        if (!text)
          return Failure(refuse("the event", "was put aside for another key"));
        return std::move(*text);
      };
}

}  // namespace aim::app
