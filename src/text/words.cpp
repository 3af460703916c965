#include "text/words.h"

#include <iterator>

#include "base/utf8.h"
#include "text/word_scanner.h"

namespace aim::text {
namespace {

constexpr std::size_t min_stemmed = 3;
constexpr std::size_t max_parts = 64;  // of one word of a question
constexpr std::size_t max_significant_stems = 16;

bool is_lower_ascii(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

// The token of a folded word. Valid until the next call.
std::string_view token_of(std::string_view folded) {
  const std::string_view word = utf8::cut(folded, max_token_bytes);
  return word.size() >= min_stemmed && is_lower_ascii(word) ? stem(word) : word;
}

std::string_view whole_token(const WordScanner& word) {
  return utf8::cut(word.folded(), max_token_bytes);
}

std::string_view dense_token(const WordScanner& word, std::size_t first, std::size_t last) {
  return word.folded({{}, {word.dense()[first].folded.begin, word.dense()[last].folded.end}});
}

// Of a folded word in the language of its script or its text, where that is not English and the
// stem differs from the token.
std::string_view foreign_stem(std::string_view folded, Language language, std::string_view token) {
  const std::string_view stem = stem_in(language_of_word(folded, language), folded);
  return stem == token ? std::string_view() : stem;
}

// Hands on the tokens of one word.
class Emitter {
 public:
  // `language`: of the text.
  Emitter(const TakeToken& take, Language language) : take_(take), language_(language) {}

  void emit(const WordScanner& word) {
    if (word.is_dense())
      dense(word);
    else
      spaced(word);
  }

 private:
  void dense(const WordScanner& word) {
    const auto& units = word.dense();
    for (std::size_t i = 0; i < units.size(); ++i) {
      const WordScanner::Span written = units[i].written;
      const bool has_next = i + 1 < units.size();
      if (has_next)
        take_({dense_token(word, i, i + 1), written.begin, units[i + 1].written.end, false});
      take_({dense_token(word, i, i), written.begin, written.end, has_next});
    }
  }

  void spaced(const WordScanner& word) {
    const auto& groups = word.groups();
    for (const WordScanner::Group& group : groups) {
      for (std::size_t part = group.parts.begin; part < group.parts.end; ++part) {
        take_part(word, word.parts()[part]);
        take_neighbours(word, group, part);
        if (part == group.parts.begin && group.part_count() > 1)
          take_whole(token_of(word.folded(group.all)), group.all.written);
        if (part == 0 && word.is_punctuated()) {
          take_whole(whole_token(word), word.written());
          take_version(word);
        }
      }
    }
  }

  void take_part(const WordScanner& word, const WordScanner::Part& part) {
    const std::string_view token = token_of(word.folded(part));
    const bool alone = !word.is_punctuated() && word.parts().size() == 1;
    if (alone && may_be_foreign(word.folded()))
      return take_foreign(word, std::string(token));
    if (!alone)
      here_.assign(1, std::string(token));
    take_({token, part.written.begin, part.written.end, false});
  }

  bool may_be_foreign(std::string_view folded) const {
    return language_ != Language::english || static_cast<unsigned char>(folded.front()) >= 0x80;
  }

  // A word and its stem in its own language, at one position.
  void take_foreign(const WordScanner& word, const std::string& token) {
    const auto [begin, end] = word.parts().front().written;
    take_({token, begin, end, false});
    if (const std::string_view stem = foreign_stem(word.folded(), language_, token); !stem.empty())
      take_({stem, begin, end, true});
  }

  // Inside "getUserName" there is a "username".
  void take_neighbours(const WordScanner& word, const WordScanner::Group& group, std::size_t part) {
    if (group.part_count() < 3 || part + 1 >= group.parts.end)
      return;
    const auto& first = word.parts()[part];
    const auto& second = word.parts()[part + 1];
    const WordScanner::Part both{{first.written.begin, second.written.end},
                                 {first.folded.begin, second.folded.end}};
    take_whole(token_of(word.folded(both)), both.written);
  }

  // "v1.2.3" is the version 1.2.3.
  void take_version(const WordScanner& word) {
    const std::string_view number = word.folded(word.groups().front().all);
    if (number.size() < 2 || number.front() != 'v' ||
        number.find_first_not_of("0123456789", 1) != std::string_view::npos)
      return;
    take_whole(number.substr(1), word.groups().front().all.written);
    take_whole(whole_token(word).substr(1), word.written());
  }

  // At the position of the last part. No token is there twice: "beIng" gives "be" only once.
  void take_whole(std::string_view token, WordScanner::Span written) {
    if (std::ranges::find(here_, token) != here_.end())
      return;
    here_.emplace_back(token);
    take_({token, written.begin, written.end, true});
  }

  const TakeToken& take_;
  const Language language_;
  std::vector<std::string> here_;  // the tokens at this position, where there may be several
};

// The runs of a script without blanks that are written side by side: the pairs, or the only one.
std::vector<std::string> dense_tokens(const WordScanner& word, std::size_t max) {
  std::vector<std::string> out;
  if (word.dense().size() == 1)
    out.emplace_back(dense_token(word, 0, 0));
  for (std::size_t i = 0; i + 1 < word.dense().size() && out.size() < max; ++i)
    out.emplace_back(dense_token(word, i, i + 1));
  return out;
}

// By unit of a run: whether it belongs to a word that asks, the longest at each place.
std::vector<bool> asking_units(const WordScanner& word) {
  const std::size_t count = word.dense().size();
  std::vector<bool> out(count);
  for (std::size_t begin = 0; begin < count; ++begin)
    for (std::size_t units = std::min(max_asking_units, count - begin); units > 0; --units)
      if (is_asking_word(dense_token(word, begin, begin + units - 1))) {
        std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(begin), units, true);
        begin += units - 1;
        break;
      }
  return out;
}

// By token of dense_tokens().
std::vector<bool> asking_parts(const WordScanner& word, std::size_t parts) {
  const std::vector<bool> units = asking_units(word);
  if (std::ranges::find(units, true) == units.end())
    return {};
  std::vector<bool> out;
  for (std::size_t i = 0; i < parts; ++i)
    out.push_back(units[i] || (i + 1 < units.size() && units[i + 1]));
  return out;
}

QueryWord query_word(const WordScanner& word, Language language) {
  QueryWord out;
  if (word.is_dense()) {
    out.parts = dense_tokens(word, max_parts);
    out.asks = asking_parts(word, out.parts.size());
    out.adjacent = word.dense().size() > 1;
    return out;
  }
  const auto& groups = word.groups();
  const bool one_group = groups.size() == 1;
  // "MySQL-compatible" is asked for as "mysql" and "compatible", "MySQL" alone as "my" and "sql".
  if (one_group)
    for (const auto& part : word.parts()) {
      if (out.parts.size() < max_parts)
        out.parts.emplace_back(token_of(word.folded(part)));
    }
  else
    for (const auto& group : groups) {
      if (out.parts.size() < max_parts)
        out.parts.emplace_back(token_of(word.folded(group.all)));
    }
  if (word.is_punctuated())
    out.whole = whole_token(word);
  else if (word.parts().size() > 1)
    out.whole = token_of(word.folded());
  const bool alone = one_group && !word.is_punctuated();
  const Language own = language_of_word(word.folded(), language);
  out.common = alone && (own == Language::english ? is_common(word.folded())
                                                  : is_stop_word(own, word.folded()));
  if (alone && out.parts.size() == 1)
    out.stem = foreign_stem(word.folded(), language, out.parts.front());
  return out;
}

void add_once(std::vector<std::string>& out, std::string_view token) {
  if (out.size() < max_significant_stems && std::ranges::find(out, token) == out.end())
    out.emplace_back(token);
}

// A text folded bit by bit.
class Folder {
 public:
  void add(char32_t character) {
    if (utf8::is_white_space(character)) {
      blank_ = !out_.empty();
      return;
    }
    if (blank_)
      out_ += ' ';
    const char32_t both = blank_ ? 0 : composed(last_, character);
    blank_ = false;
    if (both != 0)
      out_.resize(last_at_);
    last_at_ = out_.size();
    last_ = both != 0 ? both : character;
    utf8::append(out_, last_);
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  bool blank_ = false;  // white space since the last character
  char32_t last_ = 0;
  std::size_t last_at_ = 0;
};

}  // namespace

void tokenize(std::string_view text, const TakeToken& take) {
  WordScanner word(text);
  Emitter emitter(take, language_of(text));
  while (word.next()) emitter.emit(word);
}

// Most texts are English: their language is told while they are cut.
void cut_words(std::string_view text, CutWords& into) {
  into.clear();
  LanguageVotes votes;
  const TakeToken add = [&](const Token& token) {
    if (!is_filler(token.term))
      into.add(token.term, token.colocated);
  };
  Emitter emitter(add, Language::english);
  WordScanner word(text);
  for (auto found = word.next_or_plain(); found != WordScanner::Found::nothing;
       found = word.next_or_plain()) {
    if (found == WordScanner::Found::plain) {
      votes.see(word.folded());
      if (const std::string_view token = token_of(word.folded()); !is_filler(token))
        into.add(token, false);
      continue;
    }
    votes.see(word);
    emitter.emit(word);
  }
  if (votes.language() == Language::english)
    return;
  into.clear();
  tokenize(text, add);
}

std::vector<QueryWord> query_words(std::string_view question) {
  std::vector<QueryWord> out;
  const Language language = language_of(question);
  WordScanner scanner(question);
  while (scanner.next()) {
    QueryWord word = query_word(scanner, language);
    const auto same = std::ranges::find_if(out, [&word](const QueryWord& other) {
      return other.parts == word.parts && other.whole == word.whole &&
             other.adjacent == word.adjacent;
    });
    if (same != out.end()) {  // "will" and "wills": one of them tells something
      same->common = same->common && word.common;
    } else if (out.size() < max_query_words) {
      const auto [begin, end] = scanner.written();
      word.written = question.substr(begin, end - begin);
      out.push_back(std::move(word));
    }
  }
  return out;
}

std::vector<std::string> significant_stems(std::string_view title) {
  std::vector<std::string> significant, all;
  WordScanner word(title);
  while (word.next() && significant.size() < max_significant_stems) {
    for (const std::string& token : dense_tokens(word, max_significant_stems)) {
      add_once(significant, token);
      add_once(all, token);
    }
    for (const auto& group : word.groups()) {
      const std::string_view folded = word.folded(group.all);
      add_once(all, token_of(folded));
      if (!is_common(folded))
        add_once(significant, token_of(folded));
    }
  }
  return significant.empty() ? all : significant;
}

std::vector<std::string> exact_words(std::string_view text) {
  std::vector<std::string> out;
  WordScanner word(text);
  while (word.next()) {
    if (word.is_dense())
      out.emplace_back(word.folded());
    for (const auto& group : word.groups()) {
      for (std::size_t part = group.parts.begin; part < group.parts.end; ++part)
        out.emplace_back(word.folded(word.parts()[part]));
      if (group.part_count() > 1)
        out.emplace_back(word.folded(group.all));
    }
    if (word.is_punctuated())
      out.emplace_back(word.folded());
  }
  return out;
}

std::string fold(std::string_view text) {
  Folder folder;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      folder.add(byte >= 'A' && byte <= 'Z' ? byte | 0x20U : byte);
      ++at;
      continue;
    }
    const Character& character = describe(utf8::next(text, at));
    for (std::size_t i = 0; i < character.folded_size; ++i) folder.add(character.folded[i]);
  }
  return folder.take();
}

bool folds_to(std::string_view text, std::string_view folded) {
  // Of ASCII all but white space stays, a byte each: most texts are told from another by that.
  std::size_t kept = 0;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (byte >= 0x80)
      return fold(text) == folded;
    kept += utf8::is_white_space(byte) ? 0U : 1U;
  }
  const auto blanks = static_cast<std::size_t>(std::ranges::count(folded, ' '));
  return kept == folded.size() - blanks && fold(text) == folded;
}

}  // namespace aim::text
