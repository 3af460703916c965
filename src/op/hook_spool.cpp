#include "op/hook_spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <cstdio>
#include <fstream>
#include <system_error>

#include "base/base64.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/timestamp.h"
#include "capture/blocks.h"
#include "memory/names.h"
#include "op/session_state.h"
#include "op/stored_secrets.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

constexpr std::size_t name_digits = 16, max_files = 10'000,
                      max_file_bytes = std::size_t{16} * 1024 * 1024;
constexpr std::string_view ready = ".json", unread = ".unread", seal_file = "seal";
constexpr std::size_t max_seal_bytes = 1'024;
// A transcript that says nothing by then is not going to.
constexpr auto unread_for = std::chrono::hours(24);

std::string text_of(const json::object& object, std::string_view name) {
  return std::string(text::text_at(object, name));
}

std::string as_text(const HookKeep& keep) {
  json::object out{{"at", keep.at.time_since_epoch().count()},
                   {"since", keep.since.time_since_epoch().count()},
                   {"session_id", keep.session_id},
                   {"namespace", keep.name_space},
                   {"host", keep.host},
                   {"branch", keep.branch},
                   {"two_stores", keep.two_stores},
                   {"role", name_of(keep.role)},
                   {"turn", keep.turn},
                   {"decision", keep.decision},
                   {"remember", keep.remember},
                   {"transcript", keep.transcript},
                   {"unread", keep.unread},
                   {"ends", keep.ends}};
  if (keep.solved)
    out["solved"] = object_of(*keep.solved);
  return text::compact(out);
}

std::optional<json::object> object_in(std::string_view text) {
  auto read = text::parse_json(text, text::fair_bytes(text.size()));
  if (!read || !read->is_object())
    return std::nullopt;
  return std::move(read->get_object());
}

std::optional<HookKeep> from_text(std::string_view text) {
  const auto read = object_in(text);
  if (!read)
    return std::nullopt;
  const json::object& object = *read;
  HookKeep keep;
  keep.at = time_from_nanoseconds(text::integer_at(object, "at"));
  keep.since = time_from_nanoseconds(text::integer_at(object, "since"));
  keep.session_id = text_of(object, "session_id");
  keep.name_space = text_of(object, "namespace");
  keep.host = text_of(object, "host");
  keep.branch = text_of(object, "branch");
  keep.two_stores = text::flag_at(object, "two_stores");
  keep.role = value_of<Role>(text::text_at(object, "role")).value_or(Role::user);
  keep.turn = text_of(object, "turn");
  keep.decision = text_of(object, "decision");
  keep.remember = text_of(object, "remember");
  keep.transcript = text_of(object, "transcript");
  keep.unread = text::flag_at(object, "unread");
  keep.ends = text::flag_at(object, "ends");
  if (const json::object* solved = text::object_at(object, "solved"))
    keep.solved = open_error_of(*solved);
  return keep;
}

// In the order of their events.
std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files = entries_of(folder);
  std::erase_if(files, [](const fs::path& each) {
    return each.extension() != ready && each.extension() != unread;
  });
  return files;
}

bool waits_for_all(const fs::path& file) {
  return file.extension() == ready && !FileLock::is_taken(file);
}

// Sorts by time; two events of one moment are told apart by their processes.
std::string name_of_file(const HookKeep& keep) {
  std::array<char, 64> name{};
  std::snprintf(name.data(), name.size(), "%020lld-%ld",
                static_cast<long long>(keep.at.time_since_epoch().count()),
                static_cast<long>(::getpid()));
  return std::string(name.data()).append(keep.unread ? unread : ready);
}

template <std::size_t size>
std::string_view as_view(const std::array<unsigned char, size>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <std::size_t size>
std::optional<std::array<unsigned char, size>> bytes_at(const json::object& object,
                                                        std::string_view name) {
  const auto bytes = from_base64(text::text_at(object, name), Base64::standard);
  std::array<unsigned char, size> read{};
  if (!bytes || bytes->size() != size)
    return std::nullopt;
  std::ranges::copy(*bytes, read.begin());
  return read;
}

// An event stays out of the spool when the seal cannot be used: it must not become readable.
Result<std::string> sealed(std::string_view text, std::string_view seal) {
  const auto object = object_in(seal);
  const auto key = object ? bytes_at<32>(*object, "key") : std::nullopt;
  if (!key)
    return Failure(unavailable("the file that seals events of hooks is damaged",
                               "encrypt the database again: ai-memory rekey"));
  return text::compact(json::object{{"salt", text_of(*object, "salt")},
                                    {"box", to_base64(close_box(text, *key), Base64::standard)}});
}

Result<std::string> unsealed(const std::string& text, const Unseal& unseal) {
  const auto object = object_in(text);
  if (!object || !object->if_contains("box"))
    return text;
  const auto salt = bytes_at<16>(*object, "salt");
  const auto box = from_base64(text::text_at(*object, "box"), Base64::standard);
  if (!salt || !box || !unseal)
    return Failure(refuse("the event", "is sealed, and cannot be read"));
  return unseal(*salt, *box);
}

void drop_file(const fs::path& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
}

}  // namespace

bool may_pass(const Error& error) {
  return error.code == Code::unavailable || error.code == Code::database_error;
}

HookSpool::HookSpool(const fs::path& folder, std::string_view database) {
  if (folder.empty())
    return;
  // One file may be named in several ways.
  std::error_code unknown;
  const fs::path file = database.find("://") == database.npos
                            ? fs::weakly_canonical(fs::path(database), unknown)
                            : fs::path();
  const std::string name = file.empty() ? std::string(database) : file.string();
  folder_ = folder / sha256_hex(name).substr(0, name_digits);
}

bool HookSpool::waits() const {
  return std::ranges::any_of(files_in(folder_), waits_for_all);
}

// In a folder that is there.
Result<std::string> HookSpool::text_to_put(const HookKeep& keep) const {
  if (folder_.empty())
    return Failure(unavailable("there is no folder for the state of hooks", "set HOME"));
  TRY_VOID(make_private_folder(folder_));
  if (files_in(folder_).size() >= max_files)
    return Failure(unavailable(
        std::to_string(max_files) + " events of hooks wait in " + folder_.string() + " already",
        "see why the database takes none"));
  const auto seal = read_regular_file(folder_ / seal_file, max_seal_bytes);
  return seal ? sealed(as_text(keep), *seal) : as_text(keep);
}

Result<void> HookSpool::put(const HookKeep& keep) const {
  const std::string text = TRY(text_to_put(keep));
  return replace_file(folder_ / name_of_file(keep), text, Durable::yes);
}

Result<HookSpool::Held> HookSpool::hold(const HookKeep& keep) const {
  const std::string text = TRY(text_to_put(keep));
  const fs::path file = folder_ / name_of_file(keep), beside = fs::path(file) += ".new";
  auto lock = TRY(FileLock::try_take(beside));
  std::ofstream(beside, std::ios::binary) << text << std::flush;
  std::error_code failed;
  // A full disk takes the beginning alone.
  if (!lock || fs::file_size(beside, failed) != text.size() || failed) {
    drop_file(beside);
    return Failure(unavailable("cannot write " + file.string(), "free some space"));
  }
  fs::rename(beside, file, failed);
  if (failed)
    return Failure(unavailable("cannot write " + file.string() + ": " + failed.message(), ""));
  return Held(file, std::move(*lock));
}

void HookSpool::Held::drop() {
  drop_file(file_);
}

Result<void> HookSpool::seal(const Salt16& salt, const Key32& open_key) const {
  if (folder_.empty())
    return {};
  TRY_VOID(make_private_folder(folder_));
  const json::object seal{{"salt", to_base64(as_view(salt), Base64::standard)},
                          {"key", to_base64(as_view(open_key), Base64::standard)}};
  return replace_file(folder_ / seal_file, text::compact(seal));
}

void HookSpool::unseal_what_comes() const {
  if (!folder_.empty())
    drop_file(folder_ / seal_file);
}

Result<void> HookSpool::reseal(const Unseal& unseal) const {
  const auto seal = read_regular_file(folder_ / seal_file, max_seal_bytes);
  for (const fs::path& file : files_in(folder_)) {
    const auto text = read_regular_file(file, max_file_bytes);
    if (!text)  // taken in since
      continue;
    const std::string opened = TRY(unsealed(*text, unseal));
    TRY_VOID(replace_file(file, seal ? TRY(sealed(opened, *seal)) : opened, Durable::yes));
  }
  return {};
}

bool HookSpool::is_sealed() const {
  return !folder_.empty() && path_exists(folder_ / seal_file);
}

HookSpool::TakenIn HookSpool::take_in(Engine& engine, const ReadTranscript& read,
                                      const Unseal& unseal) const {
  TakenIn taken;
  const std::vector<fs::path> files = files_in(folder_);
  if (files.empty())
    return taken;
  const auto lock = FileLock::try_take(folder_ / ".lock");
  if (!lock || !*lock) {
    taken.stopped = unavailable("another process takes in what hooks have put aside", "");
    return taken;
  }
  for (const fs::path& file : files) {
    if (FileLock::is_taken(file))  // its hook is about to write it
      continue;
    const auto text = read_regular_file(file, max_file_bytes);
    // Another process has taken it in since.
    if (!text && !path_exists(file))
      continue;
    const auto opened = text ? unsealed(*text, unseal) : text;
    if (!opened && may_pass(opened.error())) {
      taken.stopped = opened.error();
      return taken;
    }
    auto keep = opened ? from_text(*opened) : std::nullopt;
    if (keep && keep->unread) {
      keep->turn = cleaner_of(engine).text(without_blocks(read(*keep)));
      if (keep->turn.empty() && engine.clock.now() - keep->at < unread_for)
        continue;
    }
    const auto kept = keep ? keep_of_hook(engine, *keep, Attempt::again)
                           : Result<void>(Failure(refuse("the file", "is no event of a hook")));
    if (!kept && may_pass(kept.error())) {
      taken.stopped = kept.error();
      return taken;
    }
    if (!kept) {
      log::warn("an event of a hook could not be kept: " + file.string() + ": " +
                kept.error().message);
      (void)note_lost(folder_.parent_path());
    }
    taken.kept += kept ? 1 : 0;
    taken.refused += kept ? 0 : 1;
    drop_file(file);
  }
  return taken;
}

fs::path HookSpool::lost_file(const fs::path& folder) {
  return folder / "lost";
}

// Processes that append at once do not lose each other's.
bool HookSpool::note_lost(const fs::path& folder) {
  if (folder.empty() || !make_private_folder(folder))
    return false;
  const Descriptor file(
      ::open(lost_file(folder).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  return file.valid() && ::write(file.number(), ".", 1) == 1;
}

std::int64_t HookSpool::count_lost(const fs::path& folder) {
  std::error_code none;
  const auto size = fs::file_size(lost_file(folder), none);
  return none ? 0 : static_cast<std::int64_t>(size);
}

std::int64_t HookSpool::count_waiting(const fs::path& folder) {
  std::int64_t events = 0;
  for (const fs::path& each : entries_of(folder))
    events += std::ranges::count_if(files_in(each), waits_for_all);
  return events;
}

}  // namespace aim::op
