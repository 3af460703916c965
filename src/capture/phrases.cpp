#include "capture/phrases.h"

#include <algorithm>
#include <cstdint>

namespace aim {
namespace {

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || c == '_' || c == '\'' || c == '#' || c == '+';
}

std::string_view trimmed_left(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

// Lines that a program has written: of a trace, of a log, of a terminal.
bool is_of_a_program(std::string_view line) {
  const std::string_view text = trimmed_left(line);
  for (const std::string_view start : {"at ", "File \"", "Traceback", "Caused by:", "INFO", "DEBUG",
                                       "WARN", "ERROR", "$ ", "| ", "--> ", "+++ ", "--- ", "@@ "})
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

// What a typographer puts for an apostrophe, and the marks of languages without blanks.
std::string plain_marks(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("\u2019") || rest.starts_with("\u2018")) {
      out += '\'';
      at += 2;
    } else if (rest.starts_with("\uff1f")) {
      out += "? ";
      at += 2;
    } else if (rest.starts_with("\u3002") || rest.starts_with("\uff01")) {
      out += ". ";
      at += 2;
    } else if (rest.starts_with("\uff0c") || rest.starts_with("\u3001")) {
      out += ", ";
      at += 2;
    } else {
      out += text[at];
    }
  }
  return out;
}

bool is_alternative(std::string_view alternatives, std::string_view word) {
  while (!alternatives.empty()) {
    const std::size_t bar = std::min(alternatives.find('|'), alternatives.size());
    const std::string_view one = alternatives.substr(0, bar);
    // Two bytes of beyond ASCII and more are looked for within words: nothing stands between words
    // there.
    const bool without_blanks = one.size() >= 6 && static_cast<unsigned char>(one[0]) >= 0xe3;
    const bool is_ending = one.front() == '*';
    if (is_ending        ? word.size() >= one.size() && word.ends_with(one.substr(1))
        : without_blanks ? word.find(one) != word.npos
                         : word == one)
      return true;
    alternatives.remove_prefix(std::min(bar + 1, alternatives.size()));
  }
  return false;
}

bool match_here(std::span<const std::string> words, std::string_view pattern) {
  if (pattern.empty())
    return true;
  const std::size_t blank = std::min(pattern.find(' '), pattern.size());
  std::string_view token = pattern.substr(0, blank);
  const std::string_view rest = pattern.substr(std::min(blank + 1, pattern.size()));
  if (token == "$")
    return words.empty();
  if (token.front() == '~') {
    const auto most = static_cast<std::size_t>(token[1] - '0');
    for (std::size_t skipped = 0; skipped <= most && skipped <= words.size(); ++skipped)
      if (match_here(words.subspan(skipped), rest))
        return true;
    return false;
  }
  const bool may_be_missing = token.ends_with('?');
  if (may_be_missing) {
    token.remove_suffix(1);
    if (match_here(words, rest))
      return true;
  }
  return !words.empty() && is_alternative(token, words.front()) &&
         match_here(words.subspan(1), rest);
}

std::size_t place_of(std::string_view word) {
  std::uint32_t hash = 2'166'136'261U;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
  return (hash ^ (hash >> 15)) % std::bitset<2'048>().size();
}

// Whether any word may begin a match.
bool may_begin(const Sentence& sentence, std::string_view pattern) {
  std::string_view token = pattern.substr(0, pattern.find(' '));
  if (token.front() == '~' || token.ends_with('?'))
    return true;
  while (!token.empty()) {
    const std::size_t bar = std::min(token.find('|'), token.size());
    const std::string_view one = token.substr(0, bar);
    if (one.front() == '*' || static_cast<unsigned char>(one.front()) >= 0xe3 ||
        sentence.present.test(place_of(one)))
      return true;
    token.remove_prefix(std::min(bar + 1, token.size()));
  }
  return false;
}

}  // namespace

std::string own_words(std::string_view text) {
  std::string out;
  bool fenced = false, ours = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end), inner = trimmed_left(line);
    text.remove_prefix(std::min(end + 1, text.size()));
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

std::vector<Sentence> sentences_of(std::string_view given) {
  const std::string text = plain_marks(given);
  std::vector<Sentence> sentences(1);
  std::string word;
  const auto end_word = [&] {
    while (!word.empty() && word.back() == '\'') word.pop_back();
    word.erase(0, std::min(word.find_first_not_of('\''), word.size()));
    if (!word.empty())
      sentences.back().words.push_back(std::move(word));
    word.clear();
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (is_word_byte(c)) {
      word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      continue;
    }
    const bool before_blank =
        at + 1 == text.size() || text[at + 1] == ' ' || text[at + 1] == '\n' || text[at + 1] == '"';
    // A name with dots or a number is one sentence's: "config.toml", "1.5".
    const bool ends = c == '\n' || ((c == '.' || c == '!' || c == '?' || c == ';') && before_blank);
    end_word();
    if (!ends)
      continue;
    if (c == '?')
      sentences.back().asks = true;
    if (!sentences.back().words.empty())
      sentences.emplace_back();
  }
  end_word();
  if (sentences.back().words.empty())
    sentences.pop_back();
  for (Sentence& sentence : sentences)
    for (const std::string& each : sentence.words) sentence.present.set(place_of(each));
  return sentences;
}

bool matches(std::span<const std::string> words, std::string_view pattern) {
  for (std::size_t from = 0; from < words.size(); ++from)
    if (match_here(words.subspan(from), pattern))
      return true;
  return false;
}

bool begins_with(std::span<const std::string> words, std::string_view pattern) {
  return match_here(words, pattern);
}

namespace {

// A "^" before a pattern: only at the beginning of the sentence.
bool holds(const Sentence& sentence, std::string_view pattern) {
  const bool at_the_beginning = pattern.front() == '^';
  if (at_the_beginning)
    pattern.remove_prefix(1);
  if (!may_begin(sentence, pattern))
    return false;
  return at_the_beginning ? begins_with(sentence.words, pattern) : matches(sentence.words, pattern);
}

}  // namespace

double max_points(const Sentence& sentence, std::span<const WeightedPhrase> phrases) {
  double most = 0;
  for (const WeightedPhrase& each : phrases)
    if (each.points > most && holds(sentence, each.pattern))
      most = each.points;
  return most;
}

double least_points(const Sentence& sentence, std::span<const WeightedPhrase> phrases) {
  double least = 0;
  for (const WeightedPhrase& each : phrases)
    if (each.points < least && holds(sentence, each.pattern))
      least = each.points;
  return least;
}

}  // namespace aim
