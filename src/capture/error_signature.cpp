#include "capture/error_signature.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "capture/plain_words.h"

namespace aim {
namespace {

constexpr std::size_t max_line = 300, max_signature = 200, looked_at = 200'000, hash_digits = 8,
                      shortest_telling = 3;
constexpr double least_shared = 2, least_share = 0.7;  // of words of two lines

// In any case, anywhere in a line that tells of an error.
constexpr std::string_view telling =
    "error:|error[|: error|exception:|exception in|caused by:|panicked at|panic:|"
    "undefined reference|segmentation fault|command not found|no such file|permission denied|"
    "cannot find|not found:|fatal:|assertion failed|assertion `|error ts|connection refused|"
    "failed:|npm err!|error -|out of memory|[errno|error 0x|exception_|no space left|unauthorized|"
    "403 forbidden|bad gateway|internal server error|service unavailable|timed out|blocked by|"
    "is not defined|not recognized|refusing to|sqlstate[|fehler:|fehlermeldung|erreur 5|erreur 4|"
    "erreur :|报错|失败：|错误：";
// And that somebody or something could not do a thing.
constexpr std::array<std::string_view, 6> unable = {"could not ", "couldn't ", "unable to ",
                                                    "cannot ",    "can't ",    "failed to "};
constexpr std::array<std::string_view, 20> to_do = {
    "find", "open",     "read",  "load",    "connect",     "resolve",   "create",
    "get ", "start",    "write", "parse",   "locate",      "import",    "access",
    "bind", "allocate", "fetch", "execute", "destructure", "initialize"};
// That say so and are no error.
constexpr std::string_view harmless =
    "0 error|no error|errors: 0|error: 0|error: (none)|without error|warning:|deprecat";

bool is_hex(char c) {
  return ascii::is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// "ECONNREFUSED".
bool is_name_of_system_error(std::string_view word) {
  constexpr std::array<std::string_view, 7> others{"ERROR", "ERRORS", "ENABLED", "EXAMPLE",
                                                   "EVERY", "EMPTY",  "EXIST"};
  return word.starts_with('E') && word.size() >= 5 && std::ranges::all_of(word, ascii::is_upper) &&
         std::ranges::find(others, word) == others.end();
}

// "EADDRINUSE", "E0502", "TS2345", "ORA-12541": letters and at least three digits that stand for
// one error alone.
bool is_code(std::string_view word) {
  constexpr std::array<std::string_view, 4> others{"SHA", "ISO", "UTF", "RFC"};
  const auto digits = static_cast<std::size_t>(std::ranges::count_if(word, ascii::is_digit));
  const std::size_t letters =
      std::min(word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), word.size());
  const std::size_t between = word.substr(letters).starts_with('-') ? 1 : 0;
  return is_name_of_system_error(word) ||
         (letters > 0 && letters <= 6 && digits >= 3 && letters + between + digits == word.size() &&
          std::ranges::find(others, word.substr(0, letters)) == others.end());
}

std::set<std::string_view> codes_in(std::string_view text) {
  std::set<std::string_view> codes;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() &&
           (ascii::is_alnum(text[end]) || text[end] == '-' || text[end] == '_'))
      ++end;
    if (is_code(text.substr(at, end - at)))
      codes.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return codes;
}

// "KeyError: 'x'", "java.lang.NullPointerException", at the beginning of a line; "ECONNREFUSED"
// anywhere.
bool names_an_error(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && (ascii::is_letter(line[end]) || ascii::is_digit(line[end]) ||
                               line[end] == '.' || line[end] == '_'))
    ++end;
  const std::string_view first = line.substr(0, end);
  const bool named = first.size() > 5 && (first.ends_with("Error") || first.ends_with("Exception"));
  if (named && (end == line.size() || line[end] == ':' || line[end] == ' ' || line[end] == '('))
    return true;
  for (std::size_t at = line.find('E'); at != line.npos; at = line.find('E', at + 1)) {
    std::size_t stop = at;
    while (stop < line.size() && line[stop] >= 'A' && line[stop] <= 'Z') ++stop;
    const std::string_view name = line.substr(at, stop - at);
    const bool alone = (at == 0 || !ascii::is_letter(line[at - 1])) &&
                       (stop == line.size() || !ascii::is_letter(line[stop]));
    if (alone && is_name_of_system_error(name))
      return true;
  }
  return false;
}

bool tells_of_failing(std::string_view small) {
  return std::ranges::any_of(unable, [&](std::string_view piece) {
    const std::size_t at = small.find(piece);
    return at != small.npos && std::ranges::any_of(to_do, [&](std::string_view verb) {
             return small.substr(at + piece.size()).starts_with(verb);
           });
  });
}

bool holds_any(std::string_view text, std::string_view pieces) {
  while (!pieces.empty())
    if (text.find(ascii::take_part(pieces, '|')) != text.npos)
      return true;
  return false;
}

bool tells_of_an_error(std::string_view line) {
  const std::string small = ascii::lower(line);
  if (holds_any(small, harmless))
    return false;
  return names_an_error(line) || holds_any(small, telling) || tells_of_failing(small) ||
         line.find(" ERROR ") != line.npos || small.starts_with("failed ") ||
         small.starts_with("error ") || small.starts_with("e: ") ||
         small.find("--- fail") != small.npos;
}

// "Exit code 101": how a program ended, whatever the error was.
bool tells_of_an_end(std::string_view line) {
  const std::string small = ascii::lower(line);
  return small.find("exit code ") != small.npos || small.find("exited with ") != small.npos;
}

void keep(std::string_view line, ErrorLine& out) {
  out.line = utf8::cut(line, max_line);
  out.signature = signature_of(line);
}

// What begins at `at` and differs from run to run; 0: nothing does.
std::size_t quoted_bytes(std::string_view text, std::size_t at) {
  const char quote = text[at];
  if (quote != '\'' && quote != '"' && quote != '`')
    return 0;
  // "don't" quotes nothing.
  if (quote == '\'' && at > 0 && ascii::is_letter(text[at - 1]))
    return 0;
  const std::size_t end = text.find(quote, at + 1);
  return end == text.npos ? 0 : end + 1 - at;
}

// Behind "main.c:", "(12," or "line ": a place in a file, which moves with every change.
bool is_place(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  return before.ends_with(':') || before.ends_with('(') || before.ends_with(',') ||
         before.ends_with("line ");
}

std::size_t number_bytes(std::string_view text, std::size_t at) {
  if (at > 0 &&
      (ascii::is_letter(text[at - 1]) || ascii::is_digit(text[at - 1]) || text[at - 1] == '_'))
    return 0;
  std::size_t end = at, digits = 0;
  if (text.substr(at).starts_with("0x"))
    end += 2;
  const bool prefixed = end > at;
  while (end < text.size() &&
         (is_hex(text[end]) ||
          (end > at && std::string_view(":-.").find(text[end]) != std::string_view::npos &&
           end + 1 < text.size() && is_hex(text[end + 1])))) {
    if (ascii::is_digit(text[end]))
      ++digits;
    ++end;
  }
  if (end < text.size() && (ascii::is_letter(text[end]) || text[end] == '_'))
    return 0;
  const std::size_t bytes = end - at;
  const bool differs =
      prefixed || digits > 2 || (digits >= 1 && bytes >= 6) || (digits >= 1 && is_place(text, at));
  return differs ? bytes : 0;
}

// The folders of a path; its file's name stays.
std::size_t folder_bytes(std::string_view text, std::size_t at) {
  if (at > 0 && text[at - 1] != ' ' && text[at - 1] != '(' && text[at - 1] != '=' &&
      text[at - 1] != ':')
    return 0;
  const std::size_t end = std::min(text.find_first_of(" \t:\"'()<>,", at), text.size());
  const std::size_t slash = text.substr(at, end - at).find_last_of("/\\");
  return slash == std::string_view::npos ? 0 : slash + 1;
}

std::set<std::string> telling_words(std::string_view line) {
  std::set<std::string> words;
  each_plain_word(signature_of(line), "_", [&](std::string word) {
    if (word.size() >= shortest_telling)
      words.insert(std::move(word));
  });
  return words;
}

double shared_by(const std::set<std::string>& ours, const std::set<std::string>& theirs) {
  return static_cast<double>(
      std::ranges::count_if(ours, [&](const std::string& word) { return theirs.contains(word); }));
}

}  // namespace

std::string signature_of(std::string_view line) {
  std::string out;
  line = ascii::trimmed(line);
  for (std::size_t at = 0; at < line.size();) {
    if (const std::size_t bytes = quoted_bytes(line, at)) {
      out += '#';
      at += bytes;
    } else if (const std::size_t folders = folder_bytes(line, at)) {
      at += folders;
    } else if (const std::size_t number = number_bytes(line, at)) {
      out += '#';
      at += number;
    } else if (line[at] == ' ' || line[at] == '\t') {
      if (!out.empty() && out.back() != ' ')
        out += ' ';
      ++at;
    } else {
      out += line[at++];
    }
  }
  return std::string(utf8::cut(out, max_signature));
}

bool is_same_error(std::string_view line, std::string_view other) {
  const auto ours = telling_words(line), theirs = telling_words(other);
  const double shared = shared_by(ours, theirs);
  return shared >= least_shared &&
         shared >= least_share * (static_cast<double>(ours.size() + theirs.size()) - shared);
}

bool tells_of_error(std::string_view sentence, std::string_view line) {
  constexpr double least_told = 3, least_share_told = 0.8;
  if (const auto codes = codes_in(line); !codes.empty()) {
    const auto told = codes_in(sentence);
    if (std::ranges::any_of(codes, [&](std::string_view code) { return told.contains(code); }))
      return true;
  }
  const auto ours = telling_words(line);
  const double shared = shared_by(ours, telling_words(sentence));
  return shared >= least_told && shared >= least_share_told * static_cast<double>(ours.size());
}

std::string signature_hash(std::string_view signature) {
  return sha256_hex(signature).substr(0, hash_digits);
}

std::optional<ErrorLine> error_in(std::string_view text) {
  text = text.substr(0, looked_at);
  const bool python = text.find("Traceback (most recent call last)") != text.npos;
  std::optional<ErrorLine> found, ended;
  while (!text.empty()) {
    const std::string_view line = ascii::trimmed(ascii::take_part(text, '\n'));
    if (tells_of_an_error(line)) {
      keep(line, found.emplace());
      if (!python)
        break;
    } else if (!ended && tells_of_an_end(line)) {
      keep(line, ended.emplace());
    }
  }
  return found ? found : ended;
}

}  // namespace aim
