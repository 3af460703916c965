#include "jobs/index/notebook.h"

#include <boost/json.hpp>

#include "base/ascii.h"
#include "text/json_text.h"

namespace aim::jobs::index {
namespace {

constexpr std::int64_t form = 1;

json::array line_of(const std::string& path, const KnownFile& file) {
  json::array parts;
  for (const engine::FilePart& each : file.parts)
    parts.push_back(json::array{each.key, each.hash, each.source, each.heading});
  return {path, file.sign.size, file.sign.inode, file.sign.changed_at, file.sha256, parts};
}

KnownFile file_of(const json::array& line) {
  KnownFile file;
  file.sign = {line.at(1).to_number<std::uint64_t>(), line.at(2).to_number<std::uint64_t>(),
               line.at(3).to_number<std::int64_t>()};
  file.sha256 = line.at(4).as_string();
  for (const json::value& each : line.at(5).as_array()) {
    const json::array& part = each.as_array();
    file.parts.push_back(
        {part.at(0).to_number<std::int64_t>(), part.at(1).to_number<std::uint64_t>(),
         part.at(2).to_number<std::uint64_t>(), std::string(part.at(3).as_string())});
  }
  return file;
}

}  // namespace

std::string text_of(const Notebook& notebook) {
  std::string text = text::compact(json::object{{"form", form},
                                                {"stamp", notebook.stamp},
                                                {"folder", notebook.folder},
                                                {"files", notebook.files.size()}}) +
                     "\n";
  for (const auto& [path, file] : notebook.files)
    text.append(text::compact(json::value(line_of(path, file)))).append("\n");
  return text;
}

std::optional<Notebook> parse_notebook(std::string_view text) {
  const auto next = [&] { return ascii::take_part(text, '\n'); };
  try {
    Notebook notebook;
    const json::value head = json::parse(next());
    if (head.at("form").as_int64() != form)
      return std::nullopt;
    notebook.stamp = head.at("stamp").as_int64();
    notebook.folder = head.at("folder").as_string();
    while (!text.empty()) {
      const json::value line = json::parse(next());
      notebook.files.insert_or_assign(std::string(line.as_array().at(0).as_string()),
                                      file_of(line.as_array()));
    }
    if (notebook.files.size() != head.at("files").to_number<std::size_t>())
      return std::nullopt;
    return notebook;
  } catch (const boost::system::system_error&) {
  } catch (const std::out_of_range&) {
  }
  return std::nullopt;
}

}  // namespace aim::jobs::index
