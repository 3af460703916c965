// Use cases "connect", "adopt", "settings" and "restore_copy": what the page does by the commands
// install, adopt, config and restore of this program, which know how, and whose answers these are.
// Only for the owner: they change files of the user of the program, and read what other programs
// keep there.
#include <unistd.h>

#include <boost/json.hpp>
#include <filesystem>

#include "base/child_process.h"
#include "base/file.h"
#include "base/platform/system.h"
#include "base/timestamp.h"
#include "op/kit/catalog_functions.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

using namespace std::chrono_literals;

constexpr Rule client_rule{.min_bytes = 1, .max_bytes = 64, .not_blank = true};
constexpr Rule key_rule = client_rule, value_rule{.max_bytes = 4'096};
constexpr off_t max_answer_bytes = 8 * 1024 * 1024;

struct ConnectRequest {
  std::string client;
  bool dry_run = false, remove = false;
  using R = ConnectRequest;
  static constexpr std::tuple fields{
      needs("client", &R::client, client_rule, "Name of the assistant"),
      takes("dry_run", &R::dry_run, rule::any, "Show the changes of its files and make none"),
      takes("remove", &R::remove, rule::any, "Disconnect it")};
};
struct AdoptFilesRequest {
  bool dry_run = false;
  static constexpr std::tuple fields{
      takes("dry_run", &AdoptFilesRequest::dry_run, rule::any, "Only list what would be taken in")};
};
struct SettingsRequest {
  std::optional<std::string> key, value;
  using R = SettingsRequest;
  static constexpr std::tuple fields{
      takes("key", &R::key, key_rule, "Setting to change; default: none"),
      takes("value", &R::value, value_rule, "Its new value")};
};
struct CommandReply {
  JsonObject answer;
  static constexpr std::tuple fields{
      gives("answer", &CommandReply::answer, "The answer of the command")};
};

struct CopyView {
  std::string name, made_at;
  std::int64_t bytes = 0;
  using R = CopyView;
  static constexpr std::tuple fields{gives("name", &R::name, "Name of the file"),
                                     gives("made_at", &R::made_at, "Time of the copy"),
                                     gives("bytes", &R::bytes, "Its size")};
};
struct RestoreCopyRequest {
  std::optional<std::string> name;
  static constexpr std::tuple fields{takes("name", &RestoreCopyRequest::name, value_rule,
                                           "Copy to put back; default: only list them")};
};
struct RestoreCopyReply {
  std::string folder;
  std::vector<CopyView> copies;
  std::optional<JsonObject> answer;
  using R = RestoreCopyReply;
  static constexpr std::tuple fields{
      gives("folder", &R::folder, "The folder backups next to the database"),
      gives("copies", &R::copies, "Copies in it, newest first"),
      gives("answer", &R::answer, "The answer of the command")};
};

// The text that a command wrote to the file.
std::string text_in(const Descriptor& file) {
  const off_t size = ::lseek(file.number(), 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::clamp<off_t>(size, 0, max_answer_bytes)), '\0');
  const ssize_t read = ::pread(file.number(), text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read)));
  return text;
}

// Until it has ended, or the caller has gone.
Result<CommandReply> run_command(const Engine& engine, const Caller& caller,
                                 std::vector<std::string> words) {
  if (!engine.by_owner)
    return Failure(forbidden("is not the owner's"));
  std::string line = "ai-memory";
  for (const std::string& word : words) line.append(" ").append(word);
  const auto failed = [&] {
    return Failure(unavailable("the command failed", "run it at the terminal to see why: " + line));
  };
  words.insert(words.begin(), {"ai-memory", "--json"});
  const Descriptor output(unnamed_file());
  const auto process =
      start_program({.words = std::move(words), .output = output.number(), .apart = Apart::group});
  if (!process)
    return failed();
  std::optional<int> status;
  while (!(status = ended_within(*process, 200ms)))
    if (caller.stop && caller.stop()) {
      end_group(*process);
      return Failure(unavailable("it was stopped", "start it again: it goes on where it was"));
    }
  const std::string text = text_in(output);
  const auto answer = text::parse_json(text, text::fair_bytes(text.size()));
  if (!answer || !answer->is_object())
    return failed();
  return CommandReply{{text::compact(answer->get_object())}};
}

Result<CommandReply> run_connect(Engine& engine, const ConnectRequest& request,
                                 const Caller& caller) {
  if (request.client.starts_with('-'))
    return Failure(refuse("client", "must be the name of an assistant"));
  std::vector<std::string> words{request.remove ? "uninstall" : "install", request.client};
  if (request.dry_run)
    words.emplace_back("--dry-run");
  return run_command(engine, caller, std::move(words));
}

Result<CommandReply> run_adopt_files(Engine& engine, const AdoptFilesRequest& request,
                                     const Caller& caller) {
  std::vector<std::string> words{"adopt", request.dry_run ? "--dry-run" : "--yes"};
  // The command has the settings of the user; a server may have been given another file.
  if (const std::string name = engine.database.name(); std::filesystem::path(name).is_absolute())
    words.insert(words.begin(), {"--db", name});
  return run_command(engine, caller, std::move(words));
}

// Kept in the configuration for programs that start later; the activity log follows at once.
Result<CommandReply> run_settings(Engine& engine, const SettingsRequest& request,
                                  const Caller& caller) {
  if (!request.key)
    return run_command(engine, caller, {"config", "show"});
  if (!request.value)
    return Failure(refuse("value", "is required with key"));
  auto reply =
      TRY(run_command(engine, caller, {"config", "set", "--", *request.key, *request.value}));
  if (*request.key == "access_log.enabled" && *request.value != "profiles")
    engine.options.access_log.set_for_all(*request.value == "always" ? AccessLog::always
                                                                     : AccessLog::never);
  return reply;
}

// Another process restores: it waits for this one to let go of the file, as for any server.
Result<RestoreCopyReply> run_restore_copy(Engine& engine, const RestoreCopyRequest& request,
                                          const Caller& caller) {
  namespace fs = std::filesystem;
  const fs::path database = engine.database.name();
  if (!database.is_absolute())
    return Failure(unavailable("this database is on a server",
                               "restore it at the terminal: ai-memory restore FILE"));
  const fs::path folder = database.parent_path() / "backups";
  RestoreCopyReply reply{folder.string(), {}, {}};
  std::error_code error;
  for (const fs::path& each : entries_of(folder)) {
    if (!fs::is_regular_file(each, error) || each.extension() != ".db")
      continue;
    const auto written = std::chrono::file_clock::to_sys(fs::last_write_time(each, error));
    reply.copies.push_back({each.filename().string(),
                            format_rfc3339(std::chrono::time_point_cast<Time::duration>(written)),
                            static_cast<std::int64_t>(fs::file_size(each, error))});
  }
  std::ranges::sort(reply.copies, std::ranges::greater(), &CopyView::made_at);
  if (!request.name)
    return reply;
  if (std::ranges::find(reply.copies, *request.name, &CopyView::name) == reply.copies.end())
    return Failure(refuse("name", "must be one of the copies in " + folder.string()));
  auto done = TRY(
      run_command(engine, caller,
                  {"--db", database.string(), "restore", "--", (folder / *request.name).string()}));
  reply.answer = std::move(done.answer);
  return reply;
}

}  // namespace

const Operation& connect() {
  return operation<run_connect>(
      "connect", "Connect an assistant",
      "Write this program into the settings of an assistant on this machine, as install does, or "
      "show what would change.",
      Effect::overwrites, {.right = Right::administer, .makes_database = false});
}

const Operation& adopt_files() {
  return operation<run_adopt_files>(
      "adopt", "Take in sessions and memories of this machine",
      "Take in the sessions and memories that other programs keep on this machine, as adopt does.",
      Effect::adds, {.right = Right::administer});
}

const Operation& restore_copy() {
  return operation<run_restore_copy>(
      "restore_copy", "Restore a backup",
      "List the copies next to the database, or replace the database with one of them.",
      Effect::destroys, {.right = Right::administer, .makes_database = false});
}

const Operation& settings() {
  return operation<run_settings>(
      "settings", "Show or change settings",
      "Show every setting, or change one: for programs that start later, and whether activity is "
      "recorded at once in this server.",
      Effect::overwrites, {.right = Right::administer, .makes_database = false});
}

}  // namespace aim::op
