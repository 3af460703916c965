#include "op/two_stores/known_stores.h"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/json.hpp>

#include "base/append.h"
#include "base/file.h"
#include "op/session_state.h"
#include "text/json_text.h"

namespace aim::op::project {
namespace {

constexpr std::size_t max_bytes = 1'048'576, max_kept = 1'000;

struct Document {
  std::vector<KnownStore> stores;
  std::vector<std::string> dismissed;
};

// A link is a place of its own: where it leads to is known for another reason.
std::string place_of(const fs::path& path) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(path.parent_path(), error);
  return (error ? path : folder / path.filename()).string();
}

// The folder of a store is a project's own, too, and may be a link.
std::string place_of_store(const fs::path& store) {
  return (fs::path(place_of(store.parent_path())) / store.filename()).string();
}

Document read(const fs::path& file) {
  Document document;
  if (file.empty() || !path_exists(file))
    return document;
  const auto text = read_regular_file(file, max_bytes);
  const auto parsed = text ? text::parse_json(*text) : Result<json::value>(json::value());
  if (!parsed || !parsed->is_object())
    return document;
  for (const json::value& each : text::items_at(parsed->get_object(), "stores"))
    if (const json::object* one = each.if_object()) {
      KnownStore store{std::string(text::text_at(*one, "path")), text::integer_at(*one, "id")};
      if (!store.path.empty() && store.id != 0)
        document.stores.push_back(std::move(store));
    }
  document.dismissed = texts_of(parsed->get_object(), "dismissed");
  return document;
}

Result<void> write(const fs::path& file, Document document) {
  if (file.empty())
    return Failure(unavailable("no folder is known for the list of stores", "set HOME"));
  drop_oldest(document.stores, max_kept);
  drop_oldest(document.dismissed, max_kept);
  json::array stores;
  for (const KnownStore& each : document.stores)
    stores.push_back(json::object{{"path", each.path}, {"id", each.id}});
  TRY_VOID(make_private_folder(file.parent_path()));
  return replace_file(
      file, text::pretty(json::object{
                {"stores", std::move(stores)},
                {"dismissed", json::array(document.dismissed.begin(), document.dismissed.end())}}) +
                "\n");
}

}  // namespace

std::vector<KnownStore> KnownStores::all() const {
  return read(file_).stores;
}

bool KnownStores::knows(const fs::path& store, std::int64_t id) const {
  const std::string place = place_of_store(store);
  return id != 0 && std::ranges::any_of(all(), [&](const KnownStore& each) {
           // A store missing at its old place has been moved here.
           return each.id == id && (each.path == place || !path_exists(each.path));
         });
}

bool KnownStores::knows_place(const fs::path& store) const {
  const auto stores = all();
  return std::ranges::find(stores, place_of_store(store), &KnownStore::path) != stores.end();
}

Result<void> KnownStores::add(const fs::path& store, std::int64_t id) const {
  Document document = read(file_);
  const std::string place = place_of_store(store);
  std::erase_if(document.stores, [&](const KnownStore& each) { return each.path == place; });
  document.stores.push_back({place, id});
  return write(file_, std::move(document));
}

Result<bool> KnownStores::remove(const fs::path& store) const {
  Document document = read(file_);
  const auto gone = std::erase_if(
      document.stores, [&](const KnownStore& each) { return each.path == place_of_store(store); });
  if (gone > 0)
    TRY_VOID(write(file_, std::move(document)));
  return gone > 0;
}

bool KnownStores::is_dismissed(const fs::path& project) const {
  const auto dismissed = read(file_).dismissed;
  return std::ranges::find(dismissed, place_of(project)) != dismissed.end();
}

Result<void> KnownStores::dismiss(const fs::path& project) const {
  Document document = read(file_);
  const std::string place = place_of(project);
  std::erase(document.dismissed, place);
  document.dismissed.push_back(place);
  return write(file_, std::move(document));
}

bool is_linked(const fs::path& store) {
  std::error_code error;
  return fs::is_symlink(store, error) || fs::is_symlink(store.parent_path(), error);
}

bool is_own_file(const fs::path& file) {
  struct stat about {};
  return ::stat(file.c_str(), &about) == 0 && about.st_uid == ::geteuid();
}

}  // namespace aim::op::project
