#include "profile/memory_commands.h"

#include <cstdio>

#include "base/utf8.h"

namespace aim::profile::memory_command {
namespace {

constexpr std::size_t max_lines = 999'999;
constexpr std::int64_t context_lines = 2;  // before and after an edit

Error said(std::string text) {
  return {Code::validation_failed, std::move(text), {}, {}, {}};
}
Error no_path(const std::string& path) {
  return said("Error: The path " + path + " does not exist");
}
Error no_file(const std::string& path) {
  return said("Error: The path " + path + " does not exist. Please provide a valid path.");
}

bool is_below(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

bool is_folder(const op::MemoryFiles& files, std::string_view path) {
  return path == op::memory_folder ||
         std::ranges::any_of(files, [&](const auto& each) { return is_below(each.first, path); });
}

// The error for a new file in the place of another, or below one that is no folder.
std::optional<std::string> taken_by(const op::MemoryFiles& files, std::string_view path) {
  if (files.contains(std::string(path)) || is_folder(files, path))
    return std::string(path);
  for (const auto& [other, file] : files)
    if (is_below(path, other))
      return other;
  return std::nullopt;
}

// A final line feed ends the last line and begins none.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string numbered(const std::vector<std::string_view>& lines, std::int64_t first,
                     std::int64_t last) {
  std::string out;
  for (std::int64_t i = std::max<std::int64_t>(first, 1);
       i <= std::min(last, static_cast<std::int64_t>(lines.size())); ++i) {
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "%6lld\t", static_cast<long long>(i));
    out.append(out.empty() ? "" : "\n")
        .append(number.data())
        .append(lines[static_cast<std::size_t>(i - 1)]);
  }
  return out;
}

std::string size_text(std::size_t bytes) {
  constexpr std::array units{"B", "K", "M", "G"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1024 && unit + 1 < units.size(); ++unit) size /= 1024;
  std::array<char, 32> out{};
  const bool is_whole = size == static_cast<double>(static_cast<std::size_t>(size));
  std::snprintf(out.data(), out.size(), is_whole ? "%.0f%s" : "%.1f%s", size, units[unit]);
  return out.data();
}

// Sizes by path, of what lies at most two levels below the folder.
std::string listing(const op::MemoryFiles& files, const std::string& folder) {
  constexpr int levels = 2;
  std::map<std::string, std::size_t> sizes{{folder, 0}};
  for (const auto& [path, file] : files) {
    if (!is_below(path, folder) || path.find("/.", folder.size()) != path.npos ||
        (path + '/').find("/node_modules/", folder.size()) != std::string::npos)
      continue;
    sizes[folder] += file.text.size();
    std::size_t end = folder.size();
    for (int level = 0; level < levels && end != path.size(); ++level) {
      end = std::min(path.find('/', end + 1), path.size());
      sizes[path.substr(0, end)] += file.text.size();
    }
  }
  std::string out = "Here're the files and directories up to 2 levels deep in " + folder +
                    ", excluding hidden items and node_modules:";
  for (const auto& [path, size] : sizes)
    out.append("\n").append(size_text(size)).append("\t").append(path);
  return out;
}

std::int64_t line_at(std::string_view text, std::size_t offset) {
  return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
}

Error several(const std::string& text, const std::string& part, std::size_t second) {
  std::string lines = std::to_string(line_at(text, text.find(part)));
  for (std::size_t at = second; at != text.npos; at = text.find(part, at + 1))
    lines += ", " + std::to_string(line_at(text, at));
  return said("No replacement was performed. Multiple occurrences of old_str `" + part +
              "` in lines: " + lines + ". Please ensure it is unique");
}

}  // namespace

Result<std::string> checked_path(std::string_view path) {
  std::string checked(path);
  while (checked.size() > 1 && checked.ends_with('/')) checked.pop_back();
  if (checked != op::memory_folder && !is_below(checked, op::memory_folder))
    return Failure(said("Error: Path must start with /memories, got: " + checked));
  const bool leads_out =
      checked.find('\\') != checked.npos || checked.find('%') != checked.npos ||
      std::ranges::any_of(checked, [](unsigned char each) { return each < 0x20; }) ||
      (checked + '/').find("//") != std::string::npos ||
      (checked + '/').find("/./") != std::string::npos ||
      (checked + '/').find("/../") != std::string::npos;
  if (leads_out)
    return Failure(said("Error: Path " + utf8::excerpt(checked, 300) +
                        " would escape /memories directory: use names without .., \\, % and "
                        "control characters"));
  return checked;
}

Result<std::string> view(const op::MemoryFiles& files, const std::string& path,
                         const std::optional<LineRange>& range) {
  const auto file = files.find(path);
  if (file == files.end()) {
    if (!is_folder(files, path))
      return Failure(said("The path " + path + " does not exist. Please provide a valid path."));
    return listing(files, path);
  }
  const auto lines = lines_of(file->second.text);
  if (lines.size() > max_lines)
    return Failure(said("File " + path + " exceeds maximum line limit of 999,999 lines."));
  const auto count = static_cast<std::int64_t>(lines.size());
  const LineRange wanted = range.value_or(LineRange{});
  const std::int64_t last = wanted.last == -1 ? count : wanted.last;
  if (range &&
      (wanted.first < 1 || wanted.first > std::max<std::int64_t>(count, 1) || last < wanted.first))
    return Failure(said("Error: Invalid `view_range` parameter: [" + std::to_string(wanted.first) +
                        ", " + std::to_string(wanted.last) +
                        "]. It should be within the range of lines of the file: [1, " +
                        std::to_string(count) + "]"));
  return "Here's the content of " + path + " with line numbers:\n" +
         numbered(lines, wanted.first, last);
}

Result<std::string> create(op::MemoryFiles& files, const std::string& path, std::string text) {
  if (const auto taken = taken_by(files, path))
    return Failure(said("Error: File " + *taken + " already exists"));
  files[path].text = std::move(text);
  return "File created successfully at: " + path;
}

Result<std::string> replace(op::MemoryFiles& files, const std::string& path,
                            const std::string& old_text, const std::string& new_text) {
  const auto file = files.find(path);
  if (file == files.end())
    return Failure(no_file(path));
  std::string& text = file->second.text;
  const std::size_t found = old_text.empty() ? text.npos : text.find(old_text);
  if (found == text.npos)
    return Failure(said("No replacement was performed, old_str `" + old_text +
                        "` did not appear verbatim in " + path + "."));
  if (const std::size_t second = text.find(old_text, found + 1); second != text.npos)
    return Failure(several(text, old_text, second));
  text.replace(found, old_text.size(), new_text);
  const std::int64_t first = line_at(text, found), last = line_at(text, found + new_text.size());
  return "The memory file has been edited. Here is the snippet showing the change (with line "
         "numbers):\n" +
         numbered(lines_of(text), first - context_lines, last + context_lines);
}

Result<std::string> insert(op::MemoryFiles& files, const std::string& path, std::int64_t line,
                           const std::string& text) {
  const auto file = files.find(path);
  if (file == files.end())
    return Failure(no_path(path));
  std::string& whole = file->second.text;
  const auto count = static_cast<std::int64_t>(lines_of(whole).size());
  if (line < 0 || line > count)
    return Failure(said("Error: Invalid `insert_line` parameter: " + std::to_string(line) +
                        ". It should be within the range of lines of the file: [0, " +
                        std::to_string(count) + "]"));
  std::size_t offset = 0;
  for (std::int64_t i = 0; i < line; ++i)
    offset = std::min(whole.find('\n', offset), whole.size() - 1) + 1;
  const bool needs_end = offset > 0 && whole[offset - 1] != '\n';
  whole.insert(offset, (needs_end ? "\n" : "") + text + (text.ends_with('\n') ? "" : "\n"));
  return "The file " + path + " has been edited.";
}

Result<std::string> remove(op::MemoryFiles& files, const std::string& path) {
  if (path == op::memory_folder)
    return Failure(said("Error: Cannot delete the /memories directory itself"));
  const std::size_t gone = std::erase_if(
      files, [&](const auto& each) { return each.first == path || is_below(each.first, path); });
  if (gone == 0)
    return Failure(no_path(path));
  return "Successfully deleted " + path;
}

Result<std::string> rename(op::MemoryFiles& files, const std::string& from, const std::string& to) {
  if (from == op::memory_folder || is_below(to, from))
    return Failure(said("Error: Cannot rename " + from + " to " + to));
  if (!files.contains(from) && !is_folder(files, from))
    return Failure(no_path(from));
  if (from == to)
    return Failure(said("Error: The destination " + to + " already exists"));
  op::MemoryFiles moved;
  for (auto it = files.begin(); it != files.end();) {
    const auto next = std::next(it);
    if (it->first == from || is_below(it->first, from))
      moved.insert(files.extract(it));
    it = next;
  }
  if (taken_by(files, to)) {
    files.merge(moved);
    return Failure(said("Error: The destination " + to + " already exists"));
  }
  for (auto& [path, file] : moved) files[to + path.substr(from.size())] = std::move(file);
  return "Successfully renamed " + from + " to " + to;
}

}  // namespace aim::profile::memory_command
