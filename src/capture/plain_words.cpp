#include "capture/plain_words.h"

#include "base/ascii.h"

namespace aim {
namespace {

std::string_view trimmed_left(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

// Lines that a program has written: of a trace, of a log, of a terminal.
bool is_of_a_program(std::string_view line) {
  const std::string_view text = trimmed_left(line);
  for (const std::string_view start :
       {"at ", "File \"", "Traceback", "Caused by:", "INFO", "DEBUG", "WARN", "ERROR", "$ ",
        "npm ERR!", "| ", "--> ", "+++ ", "--- ", "@@ "})
    if (text.starts_with(start) && (start != "at " || text.find('(') != text.npos))
      return true;
  // A place in a file begins it: "src/main.c:88:5: …".
  const std::size_t colon = text.find(':');
  if (colon != text.npos && text.substr(0, colon).find_first_of(" \t") == text.npos &&
      text.substr(0, colon).find('.') != text.npos && colon + 1 < text.size() &&
      text[colon + 1] >= '0' && text[colon + 1] <= '9')
    return true;
  // A time stamp begins it: "2026-01-31 …", "[12:00:01] …".
  std::size_t digits = 0;
  for (const char c : text.substr(0, 12))
    if (c >= '0' && c <= '9')
      ++digits;
  return digits >= 6;
}

}  // namespace

std::string own_words(std::string_view text) {
  std::string out;
  bool fenced = false, ours = false;
  while (!text.empty()) {
    const std::string_view line = ascii::take_part(text, '\n'), inner = trimmed_left(line);
    if (inner.starts_with("```") || inner.starts_with("~~~")) {
      fenced = !fenced;
      continue;
    }
    if (inner.starts_with("<ai-memory-"))
      ours = true;
    if (!fenced && !ours && !inner.starts_with('>') && !is_of_a_program(line))
      out.append(line).append("\n");
    if (inner.starts_with("</ai-memory-"))
      ours = false;
  }
  // Code within a line is no word of the speaker's either, but a name may be what is asked about:
  // only its marks go.
  std::erase(out, '`');
  return out;
}

std::vector<std::string_view> sentences_in(std::string_view text) {
  constexpr std::array<std::string_view, 3> wide{"\u3002", "\uff01", "\uff1f"};
  std::vector<std::string_view> sentences;
  const auto add = [&](std::string_view one) {
    if (one = ascii::trimmed(one); !one.empty())
      sentences.push_back(one);
  };
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    const bool is_wide =
        std::ranges::any_of(wide, [&](std::string_view mark) { return rest.starts_with(mark); });
    const bool is_mark = std::string_view(".!?;").find(text[at]) != std::string_view::npos;
    const bool at_end = at + 1 == text.size() || text[at + 1] == ' ' || text[at + 1] == '\n';
    if (!is_wide && text[at] != '\n' && !(is_mark && at_end))
      continue;
    at += is_wide ? wide.front().size() - 1 : 0;
    add(text.substr(begin, at + 1 - begin));
    begin = at + 1;
  }
  add(text.substr(begin));
  return sentences;
}

}  // namespace aim
