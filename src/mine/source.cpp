#include "mine/source.h"

#include <fstream>
#include <system_error>

#include "base/ascii.h"
#include "base/file.h"
#include "base/log.h"
#include "base/utf8.h"
#include "mine/decoder.h"

namespace aim::mine {
namespace {

constexpr std::size_t max_files = 200'000;
constexpr std::size_t read_at_once = 256 * 1'024;

bool belongs_to_the_system(std::string_view name) {
  while (!name.empty()) {
    const std::string_view part = ascii::take_part(name, '/');
    if (part == "__MACOSX" || part == ".git" || part.starts_with("._"))
      return true;
  }
  return false;
}

Failure cannot_read(const fs::path& path, const std::error_code& error) {
  return Failure(unavailable("cannot read " + path.string() + ": " + error.message(),
                             "check that it exists and is readable"));
}

Failure too_many(const fs::path& path) {
  return Failure(invalid(path.string() + " has more than " + std::to_string(max_files) + " files",
                         "name the folder of the export itself"));
}

}  // namespace

std::string_view SourceFile::base_name() const {
  return std::string_view(name).substr(name.rfind('/') + 1);
}

std::string_view SourceFile::folder() const {
  const std::size_t slash = name.rfind('/');
  return std::string_view(name).substr(0, slash == std::string::npos ? 0 : slash);
}

Result<Source> Source::open(const fs::path& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    return Failure(missing("no such file or folder: " + path.string()));
  if (error)
    return cannot_read(path, error);
  Source source(path);
  if (fs::is_directory(status)) {
    TRY_VOID(source.list_folder());
  } else if (is_zip(path)) {
    TRY_VOID(source.list_archive());
  } else {
    const auto bytes = fs::file_size(path, error);
    source.files_.push_back({path.filename().string(), error ? 0 : bytes});
  }
  return source;
}

Result<void> Source::list_folder() {
  is_folder_ = true;
  std::error_code error;
  fs::recursive_directory_iterator each(path_, fs::directory_options::skip_permission_denied,
                                        error);
  for (; !error && each != fs::recursive_directory_iterator(); each.increment(error)) {
    std::error_code gone;
    std::string name = each->path().lexically_relative(path_).generic_string();
    if (belongs_to_the_system(name)) {
      if (each->is_directory(gone))
        each.disable_recursion_pending();
      continue;
    }
    if (each->symlink_status(gone).type() != fs::file_type::regular || gone)
      continue;
    const auto bytes = each->file_size(gone);
    files_.push_back({std::move(name), gone ? 0 : bytes});
    if (files_.size() > max_files)
      return too_many(path_);
  }
  if (error)
    return cannot_read(path_, error);
  std::sort(files_.begin(), files_.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.name < b.name; });
  return {};
}

Result<void> Source::list_archive() {
  zip_ = TRY(ZipFile::open(path_));
  TRY_VOID(zip_->list(max_files, [&](ZipEntry entry) -> Result<void> {
    if (!entry.name.ends_with('/') && !belongs_to_the_system(entry.name))
      entries_.push_back(std::move(entry));
    return {};
  }));
  std::sort(entries_.begin(), entries_.end(),
            [](const ZipEntry& a, const ZipEntry& b) { return a.name < b.name; });
  for (const ZipEntry& entry : entries_) files_.push_back({entry.name, entry.bytes});
  return {};
}

const SourceFile* Source::find(std::string_view name) const {
  const auto found = std::lower_bound(
      files_.begin(), files_.end(), name,
      [](const SourceFile& file, std::string_view wanted) { return file.name < wanted; });
  return found != files_.end() && found->name == name ? &*found : nullptr;
}

void Source::leave_out(const std::function<bool(const SourceFile& file)>& unwanted) {
  std::erase_if(files_, unwanted);
}

std::uint64_t Source::bytes() const {
  std::uint64_t sum = 0;
  for (const SourceFile& file : files_) sum += file.bytes;
  return sum;
}

fs::path Source::path_of(const SourceFile& file) const {
  if (zip_)
    return {};
  return is_folder_ ? path_ / file.name : path_;
}

std::string Source::folder_name(const SourceFile& file) const {
  if (!file.folder().empty())
    return fs::path(file.folder()).filename().string();
  std::error_code error;
  const fs::path top = fs::absolute(path_, error).lexically_normal();
  if (zip_)
    return top.stem().string();
  return is_folder_ && top.has_filename() ? top.filename().string()
                                          : top.parent_path().filename().string();
}

std::string Source::text_beside(const SourceFile& file, const fs::path& relative) const {
  constexpr std::size_t most = std::size_t{4} * 1'024 * 1'024;
  const auto text = [&]() -> Result<std::string> {
    if (!zip_)
      return read_regular_file(path_of(file).parent_path() / relative, most);
    const auto name = (fs::path(file.name).parent_path() / relative).lexically_normal();
    const SourceFile* found = find(name.string());
    return found ? read_whole(*found, most) : std::string();
  }();
  return text ? *text : std::string();
}

Result<void> Source::read(const SourceFile& file, const Take& take) const {
  Decoder decoder;
  bool is_text = true, first = true;
  const auto hand_on = [&](std::string_view text) {
    return text.empty() ? Result<void>() : take(text);
  };
  TRY_VOID(read_bytes(file, [&](std::string_view piece) {
    is_text = is_text && !(std::exchange(first, false) && piece.starts_with("SQLite format 3"));
    return hand_on(decoder.feed(piece));
  }));
  TRY_VOID(hand_on(decoder.finish()));
  if (is_text && !decoder.name().empty() && other_texts_.insert(file.name).second)
    log::warn(utf8::visible(file.name) + " was read as " + std::string(decoder.name()));
  return {};
}

Result<void> Source::read_bytes(const SourceFile& file, const Take& take) const {
  if (!zip_)
    return read_plain(path_of(file), take);
  const auto known = std::lower_bound(
      entries_.begin(), entries_.end(), file.name,
      [](const ZipEntry& entry, std::string_view wanted) { return entry.name < wanted; });
  return known != entries_.end() && known->name == file.name
             ? zip_->read(*known, take)
             : Failure(missing("no such file or folder: " + file.name));
}

Result<void> Source::read_plain(const fs::path& path, const Take& take) const {
  errno = 0;
  std::ifstream opened(path, std::ios::binary);
  const auto failed = [&] { return cannot_read(path, {errno, std::generic_category()}); };
  if (!opened)
    return failed();
  opened.seekg(static_cast<std::streamoff>(begin_at_));
  std::string piece(read_at_once, '\0');
  while (opened) {
    opened.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    if (opened.gcount() > 0)
      TRY_VOID(take({piece.data(), static_cast<std::size_t>(opened.gcount())}));
  }
  return opened.bad() ? Result<void>(failed()) : Result<void>();
}

Result<std::string> Source::read_whole(const SourceFile& file, std::size_t max_bytes) const {
  std::string whole;
  TRY_VOID(read(file, [&](std::string_view piece) -> Result<void> {
    if (whole.size() + piece.size() > max_bytes)
      return Failure(
          invalid(file.name + " is longer than " + std::to_string(max_bytes) + " bytes"));
    whole += piece;
    return {};
  }));
  return whole;
}

Result<std::string> Source::beginning(const SourceFile& file, std::size_t max_bytes) const {
  std::string begin;
  const auto enough = conflict("enough");
  const auto done = read(file, [&](std::string_view piece) -> Result<void> {
    begin += piece.substr(0, max_bytes - begin.size());
    return begin.size() < max_bytes ? Result<void>() : Failure(enough);
  });
  if (!done && done.error().code != enough.code)
    return Failure(done.error());
  return begin;
}

}  // namespace aim::mine
