#include "app/database_keys.h"

#include "app/secret_service.h"
#include "base/environment.h"
#include "base/kernel_keyring.h"
#include "base/secret_file.h"

namespace aim::app {
namespace {

namespace fs = std::filesystem;

// A secret service that is locked asks its user, who may not be there. A hook is in haste: its
// assistant waits.
constexpr std::chrono::milliseconds to_answer(3'000), to_answer_in_haste(500);
constexpr std::size_t max_key_file_bytes = 1'024;
constexpr std::string_view credential = "ai-memory.key", seal_purpose = "aim-hook";

std::string name_in_keyring(const Salt16& salt) {
  return "ai-memory:" + store::sqlite::hex_of(salt);
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
