#include "jobs/index/walk.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

#include "base/ascii.h"
#include "base/file.h"
#include "base/utf8.h"

namespace aim::jobs::index {
namespace {

constexpr std::size_t max_rules_bytes = 65'536;

FileSign sign_of_status(const struct stat& status) {
  constexpr std::int64_t nanoseconds = 1'000'000'000;
  return {static_cast<std::uint64_t>(status.st_size), status.st_ino,
          status.st_mtim.tv_sec * nanoseconds + status.st_mtim.tv_nsec};
}

bool is_own_file(const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
}

bool is_markdown(std::string_view name) {
  return name.size() >= 4 && ascii::lower(name.substr(name.size() - 3)) == ".md";
}

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

std::string within(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

}  // namespace

void Walk::read_rules(const std::string& folder) {
  const auto text =
      read_regular_file(full(within(folder, std::string(ignore_file))), max_rules_bytes);
  if (text)
    rules_.insert_or_assign(folder, mine::IgnoreRules(*text));
  else
    rules_.erase(folder);
}

bool Walk::wants(std::string_view path, bool is_folder) const {
  using Verdict = mine::IgnoreRules::Verdict;
  if (!utf8::is_valid(path))
    return false;
  // Each folder on the way, then the last name: what lies in one that is left out is left out.
  for (std::size_t begin = 0, end = 0; end != path.npos; begin = end + 1) {
    end = path.find('/', begin);
    const std::string_view upto = path.substr(0, end), name = upto.substr(begin);
    const bool folder = end != path.npos || is_folder;
    if (name.empty())
      return path.empty();
    if (name.front() == '.' || (folder && name == "node_modules"))
      return false;
    // The rules that stand nearest count most.
    for (std::string_view above = upto; !above.empty();) {
      const std::size_t slash = above.rfind('/');
      above = slash == above.npos ? std::string_view() : above.substr(0, slash);
      const auto rules = rules_.find(above);
      const Verdict verdict =
          rules == rules_.end()
              ? Verdict::none
              : rules->second.of(above.empty() ? upto : upto.substr(above.size() + 1), folder);
      if (verdict == Verdict::ignored)
        return false;
      if (verdict == Verdict::wanted)
        break;
    }
  }
  return true;
}

bool Walk::wants_file(std::string_view path) const {
  return is_markdown(path.substr(path.rfind('/') + 1)) && wants(path, false);
}

// Whether a link leads to a place that is not walked anyway, by its own path or by another link;
// then it is noted as followed.
bool Walk::leads_out(const fs::path& link) {
  std::error_code error;
  const fs::path target = fs::canonical(link, error);
  // A folder that holds a walked one would lead there again.
  const auto meets = [&](const fs::path& known) {
    return is_within(target, known) || is_within(known, target);
  };
  if (error || meets(folder_) ||
      std::ranges::any_of(linked_, [&](const auto& each) { return meets(each.second); }))
    return false;
  linked_.emplace(link, target);
  return true;
}

std::optional<FileSign> Walk::sign_of(const std::string& path) const {
  struct stat status {};
  const auto look = [&](const fs::path& file) {
    return follow_links_ ? ::stat(file.c_str(), &status) : ::lstat(file.c_str(), &status);
  };
  if (!wants_file(path) || look(full(path)) != 0 || !is_own_file(status))
    return std::nullopt;
  if (follow_links_)
    return sign_of_status(status);
  // Not through a link: a folder on the way may have become one.
  for (fs::path above = fs::path(path).parent_path(); !above.empty(); above = above.parent_path()) {
    struct stat folder {};
    if (::lstat(full(above.string()).c_str(), &folder) != 0 || !S_ISDIR(folder.st_mode))
      return std::nullopt;
  }
  return sign_of_status(status);
}

Result<bool> Walk::run(const std::string& from, const Take& take) {
  std::vector<std::pair<std::string, std::size_t>> folders{
      {from, static_cast<std::size_t>(std::count(from.begin(), from.end(), '/'))}};
  std::size_t files = 0;
  // The links below are found again.
  std::erase_if(linked_, [&](const auto& each) { return is_within(each.first, full(from)); });
  while (!folders.empty()) {
    const auto [folder, depth] = std::move(folders.back());
    folders.pop_back();
    if (!wants_folder(folder))
      continue;
    take.enter(folder);
    read_rules(folder);
    std::error_code error;
    fs::directory_iterator each(full(folder), error);
    if (error && folder.empty())
      return Failure(
          unavailable("cannot read the folder " + folder_.string() + ": " + error.message(), ""));
    for (const fs::directory_iterator end; !error && each != end; each.increment(error)) {
      const std::string path = within(folder, each->path().filename().string());
      std::error_code unknown;
      auto type = each->symlink_status(unknown).type();
      if (type == fs::file_type::symlink && follow_links_ && leads_out(each->path()))
        type = each->status(unknown).type();
      if (type == fs::file_type::directory && depth < max_depth) {
        folders.emplace_back(path, depth + 1);
        continue;
      }
      struct stat status {};
      if (type != fs::file_type::regular || !wants_file(path) ||
          ::stat(each->path().c_str(), &status) != 0 || !is_own_file(status))
        continue;
      if (++files > max_files)
        return false;
      take.file(path, sign_of_status(status));
    }
  }
  return true;
}

Result<std::string> Walk::read(const std::string& path, const FileSign& sign) const {
  const auto now = sign_of(path);
  if (now != sign)
    return Failure(missing("the file changed: " + path));
  auto text = TRY(read_regular_file(full(path), static_cast<std::size_t>(sign.size)));
  if (sign_of(path) != sign || text.size() != sign.size)
    return Failure(missing("the file changed while it was read: " + path));
  return text;
}

}  // namespace aim::jobs::index
