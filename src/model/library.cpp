#include "model/library.h"

#include <sys/stat.h>

#include <system_error>

#include "base/ascii.h"
#include "base/file.h"
#include "embed/pack.h"

namespace aim::model {
namespace {

constexpr std::string_view suffix = ".aimw", choice_file = "current";
constexpr std::size_t max_name_bytes = 63, max_record_bytes = 16'384;

fs::path hidden(const fs::path& folder, std::string_view name, std::string_view ending) {
  return folder / std::string(".").append(name).append(ending);
}

fs::path packed_in(const fs::path& folder, std::string_view name) {
  return folder / std::string(name).append(suffix);
}
fs::path origin_in(const fs::path& folder, std::string_view name) {
  return folder / std::string(name).append(".origin");
}

fs::path note_of(const fs::path& packed) {
  return packed.parent_path() /
         std::string(".").append(packed.filename().string()).append(".sound");
}

// Empty: it is not there.
std::string stamp_of(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0)
    return {};
  return std::to_string(status.st_size) + " " + std::to_string(status.st_ino) + " " +
         std::to_string(status.st_mtim.tv_sec) + "." + std::to_string(status.st_mtim.tv_nsec) +
         " " + std::to_string(status.st_ctim.tv_sec) + "." + std::to_string(status.st_ctim.tv_nsec);
}

bool is_there(const fs::path& file) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

Error not_installed(std::string_view name) {
  Error error = missing(std::string("there is no model ").append(name).append(" here"));
  return find_known(name) != nullptr
             ? helped_by(std::move(error), {"obtain it", Means::get_model, std::string(name)})
             : helped_by(std::move(error), {"see the available ones", Means::list_models});
}

// The choice as it was written, or "auto".
std::string choice_in(const fs::path& folder) {
  auto text = read_file(folder / choice_file, max_name_bytes + 1);
  if (!text)
    return std::string(automatic);
  if (text->ends_with('\n'))
    text->pop_back();
  return *text == none || check_name(*text) ? *text : std::string(automatic);
}

Result<void> removed(const fs::path& what) {
  std::error_code error;
  fs::remove_all(what, error);
  if (error)
    return Failure(unavailable("cannot remove " + what.string() + ": " + error.message(),
                               "check permissions"));
  return {};
}

}  // namespace

Result<void> check_name(std::string_view name) {
  const bool plain =
      std::ranges::all_of(name, [](char c) { return ascii::is_of_name(c) || c == '.'; });
  if (plain && !name.empty() && name.size() <= max_name_bytes && name[0] != '.' &&
      name != automatic && name != none)
    return {};
  return Failure(
      refuse("name",
             "must be 1 to 63 letters, digits, \"-\", \"_\" or \".\", with no \".\" in front, and "
             "neither auto nor none; got \"" +
                 std::string(name.substr(0, 80)) + "\""));
}

Result<std::optional<fs::path>> model_in_use(const fs::path& folder, std::string_view configured) {
  if (folder.empty() || configured == none)
    return std::nullopt;
  const std::string name = configured == automatic ? choice_in(folder) : std::string(configured);
  if (name == none)
    return std::nullopt;
  fs::path packed = packed_in(folder, name == automatic ? usual_model : name);
  if (!is_there(packed))
    return std::nullopt;
  return packed;
}

fs::path Library::packed_file(std::string_view name) const {
  return packed_in(folder_, name);
}

Result<void> verify_once(const fs::path& packed, const embed::LocalModel& model) {
  constexpr std::size_t max_note_bytes = 200;
  const std::string stamp = stamp_of(packed);
  const auto note = read_file(note_of(packed), max_note_bytes);
  if (!stamp.empty() && note && *note == stamp)
    return {};
  TRY_VOID(model.verify());
  (void)replace_file(note_of(packed), stamp, Durable::no);  // without it, it is read again
  return {};
}

bool Library::has(std::string_view name) const {
  return check_name(name) && is_there(packed_in(folder_, name));
}

std::vector<Installed> Library::list() const {
  std::vector<Installed> models;
  for (const fs::path& each : entries_of(folder_)) {
    const std::string file = each.filename().string();
    if (!file.ends_with(suffix))
      continue;
    if (auto found = find(file.substr(0, file.size() - suffix.size())))
      models.push_back(std::move(*found));
  }
  std::sort(models.begin(), models.end(),
            [](const Installed& a, const Installed& b) { return a.name < b.name; });
  return models;
}

Result<Installed> Library::find(std::string_view name) const {
  if (!has(name))
    return Failure(not_installed(name));
  const fs::path packed = packed_in(folder_, name);
  std::optional<Record> record;
  if (const auto text = read_file(origin_in(folder_, name), max_record_bytes))
    record = record_of(*text);
  return Installed{std::string(name), packed, embed::info_of(packed), std::move(record)};
}

std::string Library::chosen() const {
  return choice_in(folder_);
}

Result<void> Library::choose(std::string_view name) const {
  if (name == automatic)
    return removed(folder_ / choice_file);
  if (name != none && !has(name))
    return Failure(not_installed(name));
  TRY_VOID(make_private_folder(folder_));
  return replace_file(folder_ / choice_file, std::string(name).append("\n"));
}

Result<void> Library::verify(std::string_view name) const {
  if (!has(name))
    return Failure(not_installed(name));
  const auto model = TRY(embed::LocalModel::open(packed_in(folder_, name)));
  return model->verify();
}

Result<void> Library::remove(std::string_view name) const {
  if (!has(name))
    return Failure(not_installed(name));
  const auto held = TRY(lock(name));
  TRY_VOID(removed(packed_in(folder_, name)));
  TRY_VOID(removed(origin_in(folder_, name)));
  TRY_VOID(removed(note_of(packed_in(folder_, name))));
  TRY_VOID(removed(hidden(folder_, name, ".new")));
  return chosen() == name ? choose(automatic) : Result<void>{};
}

Result<FileLock> Library::lock(std::string_view name, const std::function<void()>& waiting) const {
  TRY_VOID(check_name(name));
  TRY_VOID(make_private_folder(folder_));
  return FileLock::take(hidden(folder_, name, ".lock"), waiting);
}

Result<fs::path> Library::workshop(std::string_view name) const {
  fs::path place = hidden(folder_, name, ".new");
  TRY_VOID(make_private_folder(place));
  return place;
}

Result<void> Library::install(std::string_view name, const fs::path& source, const Record& record,
                              const KnownModel* known, const Share& progress) const {
  embed::PackOptions options = known != nullptr ? known->pack_options() : embed::PackOptions();
  options.name = name;
  options.progress = progress;
  TRY_VOID(embed::pack_model(source, packed_in(folder_, name), options));
  TRY_VOID(replace_file(origin_in(folder_, name), text_of(record)));
  return removed(hidden(folder_, name, ".new"));
}

}  // namespace aim::model
