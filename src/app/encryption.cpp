#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <charconv>
#include <fstream>
#include <iostream>
#include <sstream>

#include "app/commands.h"
#include "app/database_keys.h"
#include "app/put_aside.h"
#include "app/wire.h"
#include "base/file.h"
#include "base/numbers.h"
#include "base/quoting.h"
#include "cli/run.h"
#include "store/sqlite/repair/copies.h"

namespace aim::app {
namespace {

using store::sqlite::FileKey;

constexpr std::size_t min_passphrase_bytes = 8;

// ---- asking ----

// The terminal does not show what is typed.
class Hidden {
 public:
  Hidden() {
    if (::tcgetattr(STDIN_FILENO, &before_) != 0)
      return;
    termios hidden = before_;
    hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    is_hidden_ = ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0;
  }
  Hidden(const Hidden&) = delete;
  Hidden& operator=(const Hidden&) = delete;
  ~Hidden() {
    if (is_hidden_)
      ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
  }

 private:
  termios before_{};
  bool is_hidden_ = false;
};

Result<std::string> ask(const std::string& what) {
  const bool by_a_person = ::isatty(STDIN_FILENO) == 1;
  std::optional<std::string> line;
  {
    const Hidden hidden;
    if (by_a_person)
      std::cerr << what << ": " << std::flush;
    line = cli::next_line();
    if (!line)
      return Failure(refuse("standard input", "has no line with the " + what));
  }
  if (by_a_person)
    std::cerr << '\n';
  return *std::move(line);
}

Result<std::string> ask_for_new_passphrase() {
  const std::string passphrase = TRY(ask("new passphrase"));
  if (passphrase.size() < min_passphrase_bytes)
    return Failure(refuse("the passphrase", "must have at least " +
                                                std::to_string(min_passphrase_bytes) +
                                                " characters; several words are best"));
  if (::isatty(STDIN_FILENO) == 1 && TRY(ask("the same again")) != passphrase)
    return Failure(refuse("the passphrase", "was not the same both times; nothing was changed"));
  return passphrase;
}

// "12h", "30m", "7d", "90s".
Result<std::chrono::seconds> duration_of(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  constexpr std::int64_t most_days = 365;
  const std::int64_t seconds = unit == "s"   ? 1
                               : unit == "m" ? 60
                               : unit == "h" ? 3'600
                               : unit == "d" ? 86'400
                                             : 0;
  if (error != std::errc() || seconds == 0 || number < 1 || number > most_days * 86'400 / seconds)
    return Failure(refuse(
        "--for", "must be like 30m, 12h or 7d, at most 365d; got \"" + std::string(text) + "\""));
  return std::chrono::seconds(number * seconds);
}

bool is_plain(const fs::path& file) {
  std::string start(15, '\0');
  std::ifstream(file, std::ios::binary).read(start.data(), std::ssize(start));
  return start == "SQLite format 3";
}

// ---- the commands ----

class Encryption {
 public:
  Encryption(const cli::Invocation& invocation, const Config& config, std::ostream& out)
      : invocation_(invocation), config_(config), out_(out) {}

  // The line that --json prints.
  const std::string& reply() const { return reply_; }

  Result<void> run() {
    const std::string address = TRY(database_of(invocation_, config_));
    if (is_server_address(address))
      return Failure(refuse("--db",
                            "is a database on a server, which is encrypted by the server's "
                            "means: an encrypted disk for its files, and TLS on the way"));
    std::error_code error;
    database_ = fs::weakly_canonical(address, error);
    if (!fs::is_regular_file(database_, error))
      return Failure(missing("there is no database at " + address));
    salt_ = store::sqlite::salt_of_file(database_);
    if (const std::string* text = invocation_.text("for"))
      lasts_ = TRY(duration_of(*text));
    const std::string_view verb = invocation_.command->name;
    if (verb == "encrypt")
      return encrypt();
    if (!salt_)
      return Failure(refuse("the database", "is not encrypted; see: ai-memory encrypt --help"));
    if (verb == "decrypt")
      return decrypt();
    if (verb == "rekey")
      return change_key("now has another key");
    if (verb == "unlock")
      return unlock();
    if (verb == "lock")
      return lock();
    return show_recovery();
  }

 private:
  Result<void> encrypt() {
    if (salt_)
      return Failure(refuse("the database", "is encrypted already; see: ai-memory rekey --help"));
    return change_key("is encrypted");
  }

  // From a file, which is created if it does not exist; else from a passphrase.
  Result<FileKey> new_key() {
    const Salt16 salt = random_salt();
    const std::string* file = invocation_.text("key_file");
    if (!file)
      return FileKey{TRY(key_of_passphrase(TRY(ask_for_new_passphrase()), salt)), salt};
    if (!path_exists(*file)) {
      TRY_VOID(make_private_file(*file));
      TRY_VOID(replace_file(*file, text_of_key(random_key()) + "\n"));
      out_ << "new key file " << *file << "; keep a copy of it at another place\n";
    }
    return FileKey{TRY(read_key_file(*file)), salt};
  }

  Result<void> change_key(std::string_view told) {
    if (salt_)
      TRY_VOID(require_key());
    const FileKey key = TRY(new_key());
    // First, so that servers that have the database open find it.
    TRY_VOID(keep_key(key, lasts_));
    TRY_VOID(remember(key));
    TRY_VOID(spool().seal(key.salt, seal_of(key.key)));
    const auto done = reencrypt_to(key);
    if (!done)
      TRY_VOID(seal_as_before());
    reseal_events();
    if (!done) {
      forget_key(key.salt);
      return Failure(done.error());
    }
    reply_ = R"({"encrypted":true,"memories":)" + std::to_string(done->memories) + "}";
    out_ << database_.string() << ' ' << told << ": "
         << counted(done->memories, "memory", "memories") << "\n"
         << "unlocked on this machine " << (lasts_ ? "for the time given" : "until it restarts")
         << "; later: ai-memory unlock\n"
         << "Write down the recovery key, without which a forgotten passphrase loses everything: "
            "ai-memory key show-recovery\n";
    if (const std::string* file = invocation_.text("key_file"); file && key_file(config_) != *file)
      out_ << "so that programs find the key after a restart: ai-memory config set "
              "storage.key_file "
           << *file << '\n';
    tell_of_plain_copies();
    return {};
  }

  Result<void> decrypt() {
    TRY_VOID(require_key());
    const auto done = TRY(reencrypt_to(std::nullopt));
    spool().unseal_what_comes();
    reseal_events();
    forget_key(*salt_);
    reply_ = R"({"encrypted":false,"memories":)" + std::to_string(done.memories) + "}";
    out_ << database_.string()
         << " is no longer encrypted: " << counted(done.memories, "memory", "memories") << "\n";
    return {};
  }

  Result<Key32> given_key() {
    if (invocation_.flag("recovery")) {
      const auto given = key_of_text(TRY(ask("recovery key")));
      if (!given)
        return Failure(refuse("the recovery key", "must be 64 hexadecimal digits in groups"));
      return *given;
    }
    if (const std::string* file = invocation_.text("key_file"))
      return read_key_file(*file);
    if (const auto key = key_at_hand(config_, *salt_); key && try_key(*key))
      return *key;
    return key_of_passphrase(TRY(ask("passphrase")), *salt_);
  }

  Result<void> try_key(const Key32& key) const {
    store::sqlite::ConnectionOptions options;
    options.find_key = [&](const Salt16&) -> Result<Key32> { return key; };
    if (const auto opened = store::sqlite::Connection::open(database_, options); !opened)
      return Failure(opened.error().message == store::sqlite::wrong_key().message
                         ? refuse("the key", "does not open the database; try again")
                         : opened.error());
    return {};
  }

  Result<void> unlock() {
    const FileKey key{TRY(given_key()), *salt_};
    TRY_VOID(try_key(key.key));
    TRY_VOID(keep_key(key, lasts_));
    TRY_VOID(remember(key));
    // A database that was encrypted on another machine has none here.
    TRY_VOID(spool().seal(key.salt, seal_of(key.key)));
    reply_ = R"({"unlocked":true})";
    out_ << "unlocked " << (lasts_ ? "for the time given" : "until this machine restarts")
         << "; to end that: ai-memory lock\n";
    return {};
  }

  Result<void> lock() {
    const bool was_unlocked = forget_key(*salt_);
    reply_ = was_unlocked ? R"({"locked":true,"was_unlocked":true})"
                          : R"({"locked":true,"was_unlocked":false})";
    out_ << (was_unlocked ? "locked; programs that have it open read on until they end\n"
                          : "it was locked already\n");
    if (find_key(config_)(*salt_))
      out_ << "a key file still opens it, see: ai-memory config show\n";
    return {};
  }

  Result<void> show_recovery() {
    const std::string key = text_of_key(TRY(find_key(config_)(*salt_)));
    reply_ = R"({"recovery_key":")" + key + "\"}";
    out_ << key << '\n';
    return {};
  }

  Result<void> remember(const FileKey& key) const {
    return invocation_.flag("remember") ? remember_key(key) : Result<void>();
  }

  Result<void> seal_as_before() const {
    if (salt_)
      return spool().seal(*salt_, seal_of(TRY(find_key(config_)(*salt_))));
    spool().unseal_what_comes();
    return {};
  }

  // While the former key is still known.
  void reseal_events() const {
    if (const auto done = spool().reseal(unseal(config_)); !done)
      std::cerr << "warning: an event that a hook put aside stays sealed by the former key: "
                << done.error().message << '\n';
  }

  op::HookSpool spool() const { return op::HookSpool(spool_folder(), database_.string()); }

  Result<void> require_key() const {
    TRY(find_key(config_)(*salt_));
    return {};
  }

  Result<store::sqlite::Reencrypted> reencrypt_to(const std::optional<FileKey>& key) {
    store::sqlite::ConnectionOptions options;
    options.busy_wait = std::chrono::seconds(config_.busy_timeout_secs);
    options.find_key = find_key(config_);
    auto done = TRY(store::sqlite::reencrypt(database_, options, key, {}));
    if (done.is_former_kept)
      std::cerr << "warning: the former content could not be overwritten and may still be on the "
                   "disk\n";
    return done;
  }

  // Copies made before, which anybody can read.
  void tell_of_plain_copies() {
    std::error_code error;
    std::size_t count = 0;
    for (const fs::path& folder : {database_.parent_path(), database_.parent_path() / "backups"})
      for (const fs::path& each : entries_of(folder))
        if (each != database_ && each.filename().string().starts_with(database_.stem().string()) &&
            fs::is_regular_file(each, error) && is_plain(each)) {
          if (count++ == 0)
            out_ << "copies that are not encrypted, to be deleted or moved to a safe place:\n";
          out_ << "  " << each.string() << '\n';
        }
  }

  const cli::Invocation& invocation_;
  const Config& config_;
  std::ostream& out_;
  std::string reply_;
  fs::path database_;
  std::optional<Salt16> salt_;
  std::optional<std::chrono::seconds> lasts_;
};

}  // namespace

Result<int> encryption(const Start& start, const Config& config) {
  std::ostream text(&start.out);
  std::ostringstream told;
  Encryption command(start.invocation, config, start.invocation.json ? told : text);
  TRY_VOID(command.run());
  return start.print(start.invocation.json ? command.reply() + "\n" : "");
}

}  // namespace aim::app
