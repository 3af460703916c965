#include "text/words.h"

#include <algorithm>
#include <iterator>

#include "base/utf8.h"
#include "text/stem.h"
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

void append_pair(std::string& out, const WordScanner& word, std::size_t at) {
  utf8::append(out, word.dense()[at].folded);
  utf8::append(out, word.dense()[at + 1].folded);
}

// Hands the tokens of one word to the sink.
class Emitter {
 public:
  explicit Emitter(TokenSink& sink) : sink_(sink) {}

  bool dense(const WordScanner& word) {
    const auto& characters = word.dense();
    for (std::size_t i = 0; i < characters.size(); ++i) {
      const WordScanner::Span written = characters[i].written;
      const bool has_next = i + 1 < characters.size();
      if (has_next) {
        pair_.clear();
        append_pair(pair_, word, i);
        if (!sink_.take({pair_, written.begin, characters[i + 1].written.end, false}))
          return false;
      }
      single_.clear();
      utf8::append(single_, characters[i].folded);
      if (!sink_.take({single_, written.begin, written.end, has_next}))
        return false;
    }
    return true;
  }

  bool spaced(const WordScanner& word) {
    const auto& groups = word.groups();
    for (std::size_t i = 0; i < groups.size(); ++i) {
      for (std::size_t part = groups[i].parts.begin; part < groups[i].parts.end; ++part) {
        if (!take_part(word, word.parts()[part]))
          return false;
        const bool humps = part == groups[i].parts.begin && groups[i].part_count() > 1;
        if (humps && !take_whole(token_of(word.folded(groups[i].all)), groups[i].all.written))
          return false;
        const bool first = part == 0;
        if (first && word.is_punctuated() && !take_whole(whole_token(word), word.written()))
          return false;
      }
    }
    return true;
  }

 private:
  bool take_part(const WordScanner& word, const WordScanner::Part& part) {
    const std::string_view token = token_of(word.folded(part));
    if (word.is_punctuated() || word.parts().size() > 1)
      here_.assign(1, std::string(token));
    return sink_.take({token, part.written.begin, part.written.end, false});
  }

  // At the position of the last part. No token is there twice: "beIng" gives "be" only once.
  bool take_whole(std::string_view token, WordScanner::Span written) {
    if (std::ranges::find(here_, token) != here_.end())
      return true;
    here_.emplace_back(token);
    return sink_.take({token, written.begin, written.end, true});
  }

  TokenSink& sink_;
  std::string pair_, single_;
  std::vector<std::string> here_;  // the tokens at this position, where there may be several
};

// The runs of a script without blanks that are written side by side: the pairs, or the only one.
std::vector<std::string> dense_tokens(const WordScanner& word, std::size_t max) {
  std::vector<std::string> out;
  if (word.dense().size() == 1)
    utf8::append(out.emplace_back(), word.dense().front().folded);
  for (std::size_t i = 0; i + 1 < word.dense().size() && out.size() < max; ++i)
    append_pair(out.emplace_back(), word, i);
  return out;
}

QueryWord query_word(const WordScanner& word) {
  QueryWord out;
  if (word.is_dense()) {
    out.parts = dense_tokens(word, max_parts);
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
  out.common = one_group && !word.is_punctuated() && is_common(word.folded());
  return out;
}

void add_once(std::vector<std::string>& out, std::string_view token) {
  if (out.size() < max_significant_stems && std::ranges::find(out, token) == out.end())
    out.emplace_back(token);
}

std::string dense_text(const WordScanner& word) {
  std::string out;
  for (const auto& character : word.dense()) utf8::append(out, character.folded);
  return out;
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

bool tokenize(std::string_view text, TokenSink& sink) {
  WordScanner word(text);
  Emitter emitter(sink);
  while (word.next()) {
    if (!(word.is_dense() ? emitter.dense(word) : emitter.spaced(word)))
      return false;
  }
  return true;
}

std::vector<QueryWord> query_words(std::string_view question) {
  std::vector<QueryWord> out;
  WordScanner scanner(question);
  while (scanner.next()) {
    QueryWord word = query_word(scanner);
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
      out.push_back(dense_text(word));
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

}  // namespace aim::text
