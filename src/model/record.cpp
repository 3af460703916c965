#include "model/record.h"

#include <algorithm>
#include <charconv>

namespace aim::model {
namespace {

constexpr std::string_view first_line = "ai-memory model 1";

std::string_view cut_off(std::string_view& text, char at) {
  const std::size_t end = std::min(text.find(at), text.size());
  const std::string_view piece = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return piece;
}

}  // namespace

std::string text_of(const Record& record) {
  std::string text(first_line);
  std::string origin = record.origin;
  std::replace(origin.begin(), origin.end(), '\n', ' ');
  text.append("\norigin ").append(origin).append("\n");
  for (const SourceFile& file : record.files) {
    text.append("file ").append(file.name).append(" ").append(file.sha256).append(" ");
    text.append(std::to_string(file.bytes)).append("\n");
  }
  return text;
}

std::optional<Record> record_of(std::string_view text) {
  if (cut_off(text, '\n') != first_line)
    return std::nullopt;
  Record record;
  while (!text.empty()) {
    std::string_view line = cut_off(text, '\n');
    const std::string_view kind = cut_off(line, ' ');
    if (kind == "origin") {
      record.origin = line;
    } else if (kind == "file") {
      SourceFile file;
      file.name = cut_off(line, ' ');
      file.sha256 = cut_off(line, ' ');
      const auto read = std::from_chars(line.data(), line.data() + line.size(), file.bytes);
      if (read.ec != std::errc() || read.ptr != line.data() + line.size())
        return std::nullopt;
      record.files.push_back(std::move(file));
    }  // else of a later version
  }
  return record;
}

}  // namespace aim::model
