#include <iterator>

#include "base/ascii.h"
#include "text/date_names.h"

namespace aim::text {
namespace {

constexpr std::size_t longest_word = 12;
constexpr std::size_t max_digits = 5;
constexpr std::string_view openers = "\"'([{<*_`", closers = "\"')]}>*_`.,;:!?";
constexpr std::string_view digit_signs = "0123456789";

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of(digit_signs) == text.npos;
}

std::optional<int> small_number(std::string_view text) {
  if (!all_digits(text) || text.size() > max_digits)
    return std::nullopt;
  int value = 0;
  for (const char digit : text) value = 10 * value + (digit - '0');
  return value;
}

// Blanks and the signs of typesetters in their plain forms.
std::string plain(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> signs{{{"\u2019", "'"},
                                                                                {"\u2018", "'"},
                                                                                {"\u201C", "\""},
                                                                                {"\u201D", "\""},
                                                                                {"\u2013", "-"},
                                                                                {"\u2014", " - "},
                                                                                {"\u2026", ". "},
                                                                                {"\u00A0", " "}}};
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t taken = 1;
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0x80) {
      out += byte <= ' ' ? ' ' : text.front();
    } else {
      const auto* const sign = std::ranges::find_if(
          signs, [&](const auto& each) { return text.starts_with(each.first); });
      out += sign == signs.end() ? text.substr(0, 1) : sign->second;
      taken = sign == signs.end() ? 1 : sign->first.size();
    }
    text.remove_prefix(taken);
  }
  return out;
}

// At most `count` parts; the last one holds what is left.
std::vector<std::string_view> split(std::string_view text, char sign, std::size_t count) {
  std::vector<std::string_view> parts;
  while (parts.size() + 1 < count && text.find(sign) != text.npos) {
    parts.push_back(text.substr(0, text.find(sign)));
    text.remove_prefix(text.find(sign) + 1);
  }
  parts.push_back(text);
  return parts;
}

std::optional<std::chrono::year_month_day> made_date(int year, int month, int day) {
  if (year < 1900 || year > 2100 || month < 1 || month > 12 || day < 0)
    return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day)));
  if (day != 0 && !date.ok())
    return std::nullopt;
  return date;
}

// 2023-07-05, 2023-07, and a date with a time of the day after a T.
std::optional<std::chrono::year_month_day> iso_date(std::string_view text) {
  if (text.size() > 11 && (text[10] == 'T' || text[10] == 't') &&
      digit_signs.find(text[11]) != digit_signs.npos)
    text = text.substr(0, 10);
  const auto parts = split(text, '-', 3);
  if (parts.size() < 2 || parts[0].size() != 4)
    return std::nullopt;
  for (std::size_t part = 0; part < parts.size(); ++part)
    if (!all_digits(parts[part]) || (part > 0 && parts[part].size() != 2))
      return std::nullopt;
  const int day = parts.size() < 3 ? 0 : *small_number(parts[2]);
  if (parts.size() == 3 && day == 0)
    return std::nullopt;
  return made_date(*small_number(parts[0]), *small_number(parts[1]), day);
}

std::optional<std::chrono::year_month_day> slash_date(std::string_view text) {
  const auto parts = split(text, '/', 3);
  if (parts.size() != 3)
    return std::nullopt;
  const auto a = small_number(parts[0]), b = small_number(parts[1]), c = small_number(parts[2]);
  if (!a || !b || !c || *a == 0 || *b == 0 || *c == 0 || parts[1].size() > 2)
    return std::nullopt;
  if (parts[0].size() == 4 && parts[2].size() <= 2)
    return made_date(*a, *b, *c);
  if (parts[0].size() > 2 || parts[2].size() != 4)
    return std::nullopt;
  if (*a > 12 || *a == *b)
    return made_date(*c, *b, *a);
  return *b > 12 ? made_date(*c, *a, *b) : std::nullopt;
}

// 20.11.2026: the day first.
std::optional<std::chrono::year_month_day> dotted_date(std::string_view text) {
  const auto parts = split(text, '.', 3);
  if (parts.size() != 3 || parts[0].size() > 2 || parts[1].size() > 2 || parts[2].size() != 4)
    return std::nullopt;
  const auto day = small_number(parts[0]), month = small_number(parts[1]),
             year = small_number(parts[2]);
  if (!day || !month || !year || *day == 0)
    return std::nullopt;
  return made_date(*year, *month, *day);
}

void read_ordinal(std::string_view text, DateWord& word) {
  const std::size_t digits = std::min(text.find_first_not_of(digit_signs), text.size());
  const std::string_view rest = text.substr(digits);
  if (digits < 1 || digits > 2 || (rest != "st" && rest != "nd" && rest != "rd" && rest != "th"))
    return;
  word.number = small_number(text.substr(0, digits));
  word.digits = digits;
  word.ordinal = true;
}

void read_range(std::string_view text, DateWord& word) {
  const auto parts = split(text, '-', 2);
  if (parts.size() != 2 || parts[0].size() > 2 || parts[1].size() > 2)
    return;
  const auto first = small_number(parts[0]), last = small_number(parts[1]);
  if (!first || !last || *first >= *last)
    return;
  word.number = first;
  word.digits = parts[0].size();
  word.last = last;
}

DateWord word_of(std::string_view text) {
  DateWord word;
  if (text.size() <= longest_word)
    word.lower = ascii::lower(text);
  word.capital =
      !text.empty() && ascii::lower(text.front()) != text.front() &&
      std::ranges::none_of(text.substr(1), [](char each) { return ascii::lower(each) != each; });
  word.number = small_number(text);
  if (word.number) {
    word.digits = text.size();
    return word;
  }
  word.date = iso_date(text);
  if (!word.date)
    word.date = slash_date(text);
  if (!word.date)
    word.date = dotted_date(text);
  read_ordinal(word.lower, word);
  if (!word.number)
    read_range(word.lower, word);
  return word;
}

// "5-July-2023", "May/June", "mid-2023": every part is one of a date, and one of them is no number.
bool is_compound(std::string_view text, char sign) {
  constexpr std::size_t max_parts = 3;
  const auto parts = split(text, sign, max_parts + 1);
  if (parts.size() < 2 || parts.size() > max_parts)
    return false;
  bool named = false;
  for (const std::string_view part : parts) {
    const std::string lower = word_of(part).lower;
    const bool name = month_named(lower) || lower == "early" || lower == "mid" || lower == "late";
    named = named || name;
    if (!name && (!all_digits(part) || part.size() > 4))
      return false;
  }
  return named;
}

class Collector {
 public:
  // `text` is between two blanks.
  void add(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(openers);
    if (begin == text.npos)
      return;
    if (begin > 0 && text.substr(0, begin).find_first_of("([{<") != text.npos)
      end_phrase();
    text.remove_prefix(begin);
    const std::size_t end = text.find_last_not_of(closers) + 1;
    const std::string_view after = text.substr(end);
    text = text.substr(0, end);
    if (text.ends_with("'s"))
      text.remove_suffix(2);
    if (!text.empty())
      add_parts(text);
    if (words.empty())
      return;
    DateWord& last = words.back();
    // The point of "Jul. 5" ends nothing.
    const bool shortened = after == "." && is_short_month(last.lower);
    last.comma = last.comma || after.find(',') != after.npos;
    last.stop = last.stop || (!shortened && after.find_first_of(".;:!?)]}>") != after.npos);
    sentence_ends_ = sentence_ends_ || (!shortened && after.find_first_of(".!?") != after.npos);
  }

  std::vector<DateWord> words;

 private:
  void end_phrase() {
    if (!words.empty())
      words.back().stop = true;
  }
  // At commas without a blank, but not inside 1,999.
  void add_parts(std::string_view text) {
    for (std::size_t comma = text.find(','); comma != text.npos; comma = text.find(',')) {
      const std::string_view rest = text.substr(comma + 1);
      const std::size_t digits = std::min(rest.find_first_not_of(digit_signs), rest.size());
      if (digits == 3)
        break;
      if (comma > 0) {
        add_compound(text.substr(0, comma));
        words.back().comma = true;
      }
      text = rest;
    }
    if (!text.empty())
      add_compound(text);
  }
  void add_compound(std::string_view text) {
    for (const char sign : {'-', '/'})
      if (is_compound(text, sign)) {
        for (const std::string_view part : split(text, sign, 3)) add_word(part);
        return;
      }
    add_word(text);
  }
  void add_word(std::string_view text) {
    words.push_back(word_of(text));
    words.back().begins_sentence = std::exchange(sentence_ends_, false);
  }

  bool sentence_ends_ = true;
};

}  // namespace

std::vector<DateWord> date_words(std::string_view text) {
  const std::string signs = plain(text);
  Collector collector;
  std::string_view rest = signs;
  while (!rest.empty()) {
    collector.add(ascii::take_part(rest, ' '));
  }
  return std::move(collector.words);
}

}  // namespace aim::text
