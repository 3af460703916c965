#include "capture/file_mention.h"

#include "base/ascii.h"

namespace aim {
namespace {

constexpr std::size_t max_folders = 6, max_pattern = 200;

using ascii::is_alnum;

// In a pattern `*` stands for any characters.
bool matches(std::string_view pattern, std::string_view text) {
  constexpr auto none = std::string_view::npos;
  std::size_t at = 0, star = none, resumed = 0;
  for (std::size_t i = 0; i < text.size() || at < pattern.size();) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      resumed = i;
    } else if (at < pattern.size() && i < text.size() && pattern[at] == text[i]) {
      ++at, ++i;
    } else if (star != none && resumed < text.size()) {
      at = star + 1;
      i = ++resumed;
    } else {
      return false;
    }
  }
  return true;
}

bool is_of_path(char c) {
  return is_alnum(c) || std::string_view("_-./~@+*").find(c) != std::string_view::npos;
}

std::string_view name_in(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// Whether the name ends there: "a.ts" does in "a.ts:12" and "a.ts.", and not in "a.tsx" or
// "a.ts.bak".
bool ends_there(std::string_view text, std::size_t end) {
  if (end >= text.size())
    return true;
  const char next = text[end];
  if (next == '.')
    return end + 1 >= text.size() || !is_of_path(text[end + 1]);
  return !is_alnum(next) && next != '_' && next != '-' && next != '*';
}

// The path in the text whose last part begins at `at`, from its own beginning.
std::size_t begin_of_path(std::string_view text, std::size_t at) {
  while (at > 0 && is_of_path(text[at - 1])) --at;
  return at;
}

// Whether `said` is the path, or its end from the beginning of one of its parts on.
bool is_end_of(std::string_view said, std::string_view path) {
  while (said.starts_with("./")) said.remove_prefix(2);
  if (said.starts_with('/')) {  // from the root of the project, or of the file system
    const std::string_view inside = said.substr(1);
    return said == path || inside == path || said.ends_with(std::string("/").append(path));
  }
  if (!path.ends_with(said))
    return said.ends_with(std::string("/").append(path));  // the project's own name before it
  return said.size() == path.size() || path[path.size() - said.size() - 1] == '/';
}

// A name that may be a word of a sentence counts only where it is set apart as a name.
bool is_set_apart(std::string_view text, std::size_t at, std::size_t size) {
  constexpr std::string_view quotes = "`'\"";
  return at > 0 && at + size < text.size() && quotes.find(text[at - 1]) != quotes.npos &&
         text[at + size] == text[at - 1];
}

bool looks_like_name(std::string_view name) {
  return std::ranges::any_of(name, [](char c) {
    return c == '.' || c == '_' || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  });
}

FileMention name_mention(std::string_view text, std::string_view path) {
  const std::string_view name = name_in(path);
  FileMention best;
  for (std::size_t at = text.find(name); at != text.npos && !name.empty();
       at = text.find(name, at + 1)) {
    const std::size_t begin = begin_of_path(text, at);
    const std::string_view said = text.substr(begin, at + name.size() - begin);
    if (!ends_there(text, at + name.size()) || text.substr(at + name.size()).starts_with('/') ||
        !is_end_of(said, path))
      continue;
    const bool is_path = said.find('/') != said.npos;
    const bool is_name = is_path || looks_like_name(name) || is_set_apart(text, at, name.size());
    const MentionKind kind = is_path   ? MentionKind::path
                             : is_name ? MentionKind::name
                                       : MentionKind::none;
    if (kind > best.kind)
      best = {kind, begin};
  }
  return best;
}

// "*.proto", "src/gen/**", not the stars of "**bold**".
FileMention pattern_mention(std::string_view text, std::string_view path) {
  for (std::size_t at = text.find('*'); at != text.npos; at = text.find('*', at)) {
    const std::size_t begin = begin_of_path(text, at);
    std::size_t end = at;
    while (end < text.size() && is_of_path(text[end])) ++end;
    at = end;
    std::string said(text.substr(begin, end - begin));
    while (said.ends_with('.')) said.pop_back();
    while (said.starts_with("./") || said.starts_with("/")) said.erase(0, said.find('/') + 1);
    const bool has_folder = said.find('/') != said.npos;
    const bool says_more = std::ranges::any_of(said, is_alnum);
    if (!says_more || said.size() > max_pattern || (!has_folder && said.find('.') == said.npos))
      continue;
    const std::string_view whole = path, name = name_in(path);
    if (matches(said, has_folder ? whole : name) || (has_folder && matches("*/" + said, whole)))
      return {MentionKind::pattern, begin};
  }
  return {};
}

struct Language {
  std::string_view ending, name;
};
constexpr std::array<Language, 26> languages{
    {{"py", "python"},      {"ts", "typescript"}, {"tsx", "typescript"}, {"js", "javascript"},
     {"jsx", "javascript"}, {"sh", "shell"},      {"bash", "shell"},     {"go", "go"},
     {"rs", "rust"},        {"rb", "ruby"},       {"java", "java"},      {"kt", "kotlin"},
     {"swift", "swift"},    {"php", "php"},       {"cs", "c#"},          {"cpp", "c++"},
     {"cc", "c++"},         {"h", "c++"},         {"sql", "sql"},        {"css", "css"},
     {"html", "html"},      {"md", "markdown"},   {"yml", "yaml"},       {"yaml", "yaml"},
     {"tf", "terraform"},   {"vue", "vue"}}};
std::string_view language_of(std::string_view path) {
  const std::string_view name = name_in(path);
  const std::size_t dot = name.rfind('.');
  const auto row = dot == name.npos
                       ? languages.end()
                       : std::ranges::find(languages, name.substr(dot + 1), &Language::ending);
  return row == languages.end() ? std::string_view() : row->name;
}

// "Python files", "shell scripts", "SQL-Dateien": the name of the file's language before a word for
// files.
FileMention language_mention(std::string_view text, std::string_view path) {
  constexpr std::array<std::string_view, 10> words{"file",    "skript",    "script", "source",
                                                   "code",    "component", "module", "datei",
                                                   "fichier", "archivo"};
  constexpr std::size_t near = 12;
  const std::string_view name = language_of(path);
  if (name.empty())
    return {};
  const std::string small = ascii::lower(text);
  for (std::size_t at = small.find(name); at != small.npos; at = small.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const auto after = std::string_view(small).substr(end, near);
    if ((at == 0 || !is_alnum(small[at - 1])) &&
        (after.starts_with(' ') || after.starts_with('-')) &&
        std::ranges::any_of(
            words, [&](std::string_view word) { return after.substr(1).starts_with(word); }))
      return {MentionKind::pattern, at};
  }
  return {};
}

// "the folder generated", "dem Ordner generated": words of that kind next to a folder's name.
bool is_called_folder(std::string_view text, std::size_t at, std::size_t size) {
  constexpr std::array<std::string_view, 9> words{
      "folder", "irector", "rdner", "rzeichnis", "ossier", "épertoire", "arpeta", "目录", "文件夹"};
  constexpr std::size_t near = 14;
  const std::string_view around[] = {text.substr(at - std::min(at, near), std::min(at, near)),
                                     text.substr(at + size, near)};
  return std::ranges::any_of(around, [&](std::string_view each) {
    return std::ranges::any_of(words,
                               [&](std::string_view word) { return each.find(word) != each.npos; });
  });
}

// `folder`: its path from the root of the project.
FileMention folder_mention(std::string_view text, std::string_view folder) {
  const std::string_view name = name_in(folder);
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t begin = begin_of_path(text, at), end = at + name.size();
    const std::string_view said = text.substr(begin, end - begin);
    const bool has_slash = text.substr(end).starts_with('/');
    // "src/gen/api.ts" is another file.
    const bool goes_on = has_slash && end + 1 < text.size() && is_of_path(text[end + 1]) &&
                         text[end + 1] != '*' && text[end + 1] != '.';
    if (goes_on || !ends_there(text, end) || !is_end_of(said, folder))
      continue;
    if (has_slash || said.find('/') != said.npos || is_set_apart(text, at, name.size()) ||
        is_called_folder(text, at, name.size()))
      return {MentionKind::folder, begin};
  }
  return {};
}

std::vector<std::string_view> folders_of(std::string_view path) {
  std::vector<std::string_view> folders;
  for (std::size_t end = path.rfind('/');
       end != path.npos && end > 0 && folders.size() < max_folders; end = path.rfind('/', end - 1))
    folders.push_back(path.substr(0, end));
  return folders;
}

}  // namespace

FileMention mention_of(std::string_view text, std::string_view path) {
  FileMention found = name_mention(text, path);
  if (found.kind == MentionKind::none)
    found = pattern_mention(text, path);
  for (const std::string_view folder : folders_of(path)) {
    if (found.kind != MentionKind::none)
      break;
    found = folder_mention(text, folder);
  }
  return found.kind == MentionKind::none ? language_mention(text, path) : found;
}

std::vector<std::string> words_of_mentions(std::string_view path) {
  const std::string_view name = name_in(path);
  std::vector<std::string> words{std::string(name)};
  if (const std::size_t dot = name.rfind('.'); dot != name.npos && dot + 1 < name.size())
    words.emplace_back(name.substr(dot + 1));
  for (const std::string_view folder : folders_of(path)) words.emplace_back(name_in(folder));
  if (const std::string_view language = language_of(path); !language.empty())
    words.emplace_back(language);
  return words;
}

}  // namespace aim
