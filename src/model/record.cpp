#include "model/record.h"

#include <algorithm>

#include "base/ascii.h"

namespace aim::model {
namespace {

constexpr std::string_view first_line = "ai-memory model 1";

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
  if (ascii::take_part(text, '\n') != first_line)
    return std::nullopt;
  Record record;
  while (!text.empty()) {
    std::string_view line = ascii::take_part(text, '\n');
    const std::string_view kind = ascii::take_part(line, ' ');
    if (kind == "origin") {
      record.origin = line;
    } else if (kind == "file") {
      SourceFile file;
      file.name = ascii::take_part(line, ' ');
      file.sha256 = ascii::take_part(line, ' ');
      const auto bytes = ascii::number<decltype(file.bytes)>(line);
      if (!bytes)
        return std::nullopt;
      file.bytes = *bytes;
      record.files.push_back(std::move(file));
    }  // else of a later version
  }
  return record;
}

}  // namespace aim::model
