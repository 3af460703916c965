#include "memory/differs.h"

#include "base/ascii.h"
#include "memory/word_groups.h"

namespace aim {
namespace {

struct Word {
  std::string text;     // as it stands, without punctuation around it
  std::string small;    // in small letters
  bool begins = false;  // a sentence
};

bool is_letter_or_digit(char each) {
  return ascii::is_alnum(each) || (static_cast<unsigned char>(each) & 0x80) != 0;
}
// Typographic apostrophes and hyphens as they are typed, so that "don’t" is "don't".
std::string plain_marks(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> marks{
      {{"\u2019", '\''}, {"\u2010", '-'}, {"\u2011", '-'}, {"\u2013", '-'}, {"\u2212", '-'}}};
  std::string out;
  while (!text.empty()) {
    const auto mark =
        std::ranges::find_if(marks, [&](const auto& each) { return text.starts_with(each.first); });
    out.push_back(mark == marks.end() ? text.front() : mark->second);
    text.remove_prefix(mark == marks.end() ? 1 : mark->first.size());
  }
  return out;
}

std::vector<Word> words_of(std::string_view given) {
  const std::string text = plain_marks(given);
  std::vector<Word> words;
  bool begins = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    std::string_view word = std::string_view(text).substr(at, end - at);
    const bool new_line = end < text.size() && text[end] == '\n';
    at = end + 1;
    const bool ends = new_line || (!word.empty() && std::string_view(".!?:").find(word.back()) !=
                                                        std::string_view::npos);
    bool minus = false;
    while (!word.empty() && !is_letter_or_digit(word.front()) && word.front() != '/' &&
           word.front() != '_') {
      minus = word.front() == '-' && word.size() > 1 && ascii::is_digit(word[1]);
      word.remove_prefix(1);
    }
    while (!word.empty() && !is_letter_or_digit(word.back()) && word.back() != '_' &&
           word.back() != '%' && word.back() != '+' && word.back() != '#')
      word.remove_suffix(1);
    if (!word.empty()) {
      const std::string whole = (minus ? "-" : "") + std::string(word);
      words.push_back({whole, ascii::lower(whole), begins});
      begins = false;
    }
    begins = begins || ends;
  }
  return words;
}

using Counts = std::map<std::string, int, std::less<>>;

// ---- numbers ----

bool has_digit(std::string_view word) {
  return std::ranges::any_of(word, ascii::is_digit);
}

// "30s", "v1.2" and "30" are numbers; "1,000" is 1000. Words that are more than that are names and
// are compared there too.
std::string number_in(const Word& word) {
  std::string number;
  for (const char each : word.small)
    if (each != ',')
      number.push_back(each);
  return number.starts_with('v') && number.size() > 1 && ascii::is_digit(number[1])
             ? number.substr(1)
             : number;
}

Counts numbers_of(std::span<const Word> words) {
  Counts numbers;
  for (const Word& word : words) {
    if (has_digit(word.small))
      ++numbers[number_in(word)];
    else if (const auto value = number_named(word.small); !value.empty())
      ++numbers[std::string(value)];
  }
  return numbers;
}

// ---- negation ----

Counts negations_of(std::span<const Word> words) {
  Counts negations;
  for (const Word& word : words) {
    if (word.small == "not" || word.small == "cannot" || word.small.ends_with("n't"))
      ++negations["not"];
    else if (is_negation(word.small))
      ++negations[word.small];
  }
  return negations;
}

// ---- names ----

bool is_identifier(const Word& word) {
  const std::string_view text = word.text;
  if (text.find_first_of("_/@#+") != text.npos || text.find("::") != text.npos)
    return true;
  if (text.find('.') != text.npos && !std::ranges::all_of(text, [](char each) {
        return ascii::is_digit(each) || each == '.' || each == '-' || each == '%';
      }))
    return true;
  if (text.find('-') != text.npos && has_digit(text))
    return true;
  return std::any_of(text.begin() + 1, text.end(), ascii::is_upper);
}

bool is_name(const Word& word) {
  return is_identifier(word) ||
         (!word.begins && ascii::is_upper(word.text.front()) && word.small != "i" &&
          !word.small.starts_with("i'") && date_named(word.text, word.small).empty());
}

void add_names(std::span<const Word> words, std::set<std::string>& names) {
  for (const Word& word : words)
    if (is_name(word))
      names.insert(word.small);
}

// How often each of the names stands in a text, at the beginning of a sentence too: "Redis holds
// …", "… in Redis".
Counts names_in(std::span<const Word> words, const std::set<std::string>& names) {
  Counts counts;
  for (const Word& word : words)
    if (names.contains(word.small))
      ++counts[word.small];
  return counts;
}

std::vector<std::span<const Word>> sentences_of(std::span<const Word> words) {
  std::vector<std::span<const Word>> sentences;
  std::size_t from = 0;
  for (std::size_t at = 1; at <= words.size(); ++at)
    if (at == words.size() || words[at].begins) {
      sentences.push_back(words.subspan(from, at - from));
      from = at;
    }
  return sentences;
}

// "Alice owns billing" and "Bob owns billing": a name at the beginning is told by the rest, which
// is the same.
bool begin_otherwise(std::span<const Word> a, std::span<const Word> b) {
  if (a.size() < 2 || a.size() != b.size() || a.front().small == b.front().small)
    return false;
  return std::equal(a.begin() + 1, a.end(), b.begin() + 1,
                    [](const Word& one, const Word& other) { return one.small == other.small; });
}

bool other_subjects(std::span<const Word> a, std::span<const Word> b) {
  const auto first = sentences_of(a), second = sentences_of(b);
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
    if (begin_otherwise(first[i], second[i]))
      return true;
  return false;
}

// ---- groups of words of which a text means one ----

// Does each say a member that the other does not? Words in small letters and in order.
bool exclude_each_other(std::span<const std::string_view> a, std::span<const std::string_view> b,
                        const WordGroup& group) {
  bool only_first = false, only_second = false;
  for (const std::string_view member : group.members) {
    const bool in_first = any_is_form_of(a, member), in_second = any_is_form_of(b, member);
    only_first = only_first || (in_first && !in_second);
    only_second = only_second || (in_second && !in_first);
  }
  return only_first && only_second;
}

bool any_excludes(std::span<const std::string_view> a, std::span<const std::string_view> b,
                  std::span<const WordGroup> groups) {
  return std::ranges::any_of(
      groups, [&](const WordGroup& group) { return exclude_each_other(a, b, group); });
}

Counts dates_of(std::span<const Word> words) {
  Counts dates;
  for (const Word& word : words)
    if (const std::string_view date = date_named(word.text, word.small); !date.empty())
      ++dates[std::string(date)];
  return dates;
}

std::vector<std::string_view> small_of(std::span<const Word> words) {
  std::vector<std::string_view> small;
  for (const Word& word : words) small.push_back(word.small);
  return small;
}

std::vector<std::string_view> in_order(std::vector<std::string_view> words) {
  std::ranges::sort(words);
  return words;
}

}  // namespace

std::vector<std::string_view> differences(std::string_view a, std::string_view b) {
  const auto first = words_of(a), second = words_of(b);
  std::vector<std::string_view> found;
  if (numbers_of(first) != numbers_of(second))
    found.emplace_back("numbers");
  if (negations_of(first) != negations_of(second))
    found.emplace_back("negation");
  const auto small_first = small_of(first), small_second = small_of(second);
  const auto ordered_first = in_order(small_first), ordered_second = in_order(small_second);
  std::set<std::string> names;
  add_names(first, names);
  add_names(second, names);
  if (names_in(first, names) != names_in(second, names) || other_subjects(first, second) ||
      any_excludes(ordered_first, ordered_second, technologies()))
    found.emplace_back("names");
  if (dates_of(first) != dates_of(second))
    found.emplace_back("dates");
  if (any_excludes(ordered_first, ordered_second, opposites()))
    found.emplace_back("opposites");
  if (have_other_words(small_first, small_second))
    found.emplace_back("words");
  return found;
}

}  // namespace aim
