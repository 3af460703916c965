#include "op/adopt_book.h"

#include <sstream>

#include "base/file.h"
#include "base/hash.h"

namespace aim::op {
namespace {

constexpr std::string_view first_line = "ai-memory adopted 1";
constexpr std::size_t max_bytes = std::size_t{256} * 1'024 * 1'024;

}  // namespace

AdoptBook::AdoptBook(const std::filesystem::path& folder, std::string_view database) {
  constexpr std::size_t digits = 16;
  if (!folder.empty())
    file_ = folder / "adopted" / sha256_hex(database).substr(0, digits);
}

void AdoptBook::load() {
  files_.clear();
  followed.clear();
  const auto text =
      file_.empty() ? Result<std::string>(std::string()) : read_regular_file(file_, max_bytes);
  if (!text)
    return;
  std::istringstream in(*text);
  std::string line, word;
  if (!std::getline(in, line) || line != first_line)
    return;
  while (in >> word) {
    if (word == "follow" && in >> word) {
      followed.push_back(word);
    } else if (Sign sign; word == "file" && in >> sign.bytes >> sign.changed_at) {
      in.get();
      if (std::getline(in, line))
        files_[line] = sign;
    } else {
      break;
    }
  }
}

Result<void> AdoptBook::save() const {
  if (file_.empty())
    return {};
  TRY_VOID(make_private_folder(file_.parent_path()));
  std::string text(first_line);
  text += '\n';
  for (const std::string& each : followed) text.append("follow ").append(each).append("\n");
  for (const auto& [path, sign] : files_)
    text.append("file ")
        .append(std::to_string(sign.bytes))
        .append(" ")
        .append(std::to_string(sign.changed_at))
        .append(" ")
        .append(path)
        .append("\n");
  return replace_file(file_, text, Durable::no);
}

bool AdoptBook::knows(const mine::PlaceFile& file) const {
  const auto found = files_.find(file.path.string());
  return found != files_.end() && found->second.bytes == file.bytes &&
         found->second.changed_at == file.changed_at;
}

void AdoptBook::note(const mine::PlaceFile& file) {
  if (file.path.string().find('\n') == std::string::npos)
    files_[file.path.string()] = {file.bytes, file.changed_at};
}

std::int64_t AdoptBook::saved_at() const {
  const auto looked = mine::look_at_file(file_);
  return looked ? looked->changed_at : 0;
}

}  // namespace aim::op
