#include "embed/unigram.h"

#include <cstring>

#include "base/utf8.h"

namespace aim::embed {
namespace {

constexpr std::string_view magic("AIMUNI1\0", 8);
constexpr double penalty_of_unknown = 10;
constexpr std::size_t max_covered_pieces = 512;  // of a text: so many tell what it is made of

// As it lies in the file, after the magic; then the specials, the scores, the characters, the
// vocabulary.
struct UnigramHeader {
  std::uint32_t count, unknown, begin, end, specials, longest, characters, vocabulary;
  double lowest;  // of the scores
};

constexpr bool is_between(char32_t character, char32_t first, char32_t last) {
  return first <= character && character <= last;
}
// Thai, Lao, Burmese, Khmer, kana: written without blanks, as ideographs are.
bool is_unspaced(char32_t character) {
  return is_between(character, 0x0E00, 0x0EFF) || is_between(character, 0x1000, 0x109F) ||
         is_between(character, 0x1780, 0x17FF) || is_between(character, 0x3040, 0x30FF) ||
         kind_of(character) == CharacterKind::ideograph;
}

template <class Row>
void append(std::string& out, const Row& row) {
  out.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(row[0]));
}

}  // namespace

std::string build_unigram(const UnigramParts& parts) {
  const std::vector<std::string_view> pieces(parts.pieces.begin(), parts.pieces.end());
  const std::string vocabulary = build_vocabulary(pieces);
  const auto number = [](std::size_t size) { return static_cast<std::uint32_t>(size); };
  const auto longest =
      std::ranges::max_element(pieces, {}, [](std::string_view piece) { return piece.size(); });
  const UnigramHeader header{number(pieces.size()),
                             parts.unknown,
                             parts.begin,
                             parts.end,
                             number(parts.specials.size()),
                             number(longest->size()),
                             number(parts.characters.size()),
                             number(vocabulary.size()),
                             *std::ranges::min_element(parts.scores)};
  std::string out(magic);
  out.append(reinterpret_cast<const char*>(&header), sizeof header);
  append(out, parts.specials);
  append(out, parts.scores);
  return out.append(parts.characters).append(vocabulary);
}

bool is_unigram(std::string_view bytes) {
  return bytes.starts_with(magic);
}

Result<Unigram> Unigram::over(std::string_view bytes) {
  const Failure damaged(unavailable("the vocabulary is damaged", "obtain the model again"));
  UnigramHeader header{};
  if (!is_unigram(bytes) || bytes.size() < magic.size() + sizeof header)
    return damaged;
  std::memcpy(&header, bytes.data() + magic.size(), sizeof header);
  bytes.remove_prefix(magic.size() + sizeof header);
  const std::size_t before_scores = std::size_t{header.specials} * sizeof(std::uint32_t);
  const std::size_t scores = std::size_t{header.count} * sizeof(double);
  if (header.specials > max_specials || header.longest > max_piece_bytes ||
      bytes.size() != before_scores + scores + header.characters + header.vocabulary)
    return damaged;
  Unigram out(TRY(Vocabulary::over(bytes.substr(bytes.size() - header.vocabulary))));
  out.specials_.resize(header.specials);
  for (std::size_t i = 0; i < out.specials_.size(); ++i)
    std::memcpy(&out.specials_[i], bytes.data() + i * sizeof(std::uint32_t), sizeof(std::uint32_t));
  out.scores_ = bytes.substr(before_scores, scores);
  out.characters_ =
      TRY(CharacterMap::over(bytes.substr(before_scores + scores, header.characters)));
  out.unknown_score_ = header.lowest - penalty_of_unknown;
  out.unknown_ = header.unknown;
  out.begin_ = header.begin;
  out.end_ = header.end;
  out.longest_ = header.longest;
  const auto is_outside = [&](std::uint32_t id) { return id >= header.count; };
  if (out.vocabulary_.count() != header.count || is_outside(header.unknown) ||
      is_outside(header.begin) || is_outside(header.end) ||
      std::ranges::any_of(out.specials_, is_outside))
    return damaged;
  return out;
}

double Unigram::score(std::uint32_t id) const {
  double out = 0;
  std::memcpy(&out, scores_.data() + std::size_t{id} * sizeof out, sizeof out);
  return out;
}

// The vocabulary takes "##" in front for a mark of its own.
std::optional<std::uint32_t> Unigram::find(std::string_view piece, std::uint32_t hash) const {
  if (piece.starts_with("##") && piece.size() > 2)
    return vocabulary_.find(piece.substr(2), true);
  return vocabulary_.find(piece, false, hash);
}

// The best way to a place within the word, by its last piece.
struct Unigram::Node {
  double score = 0;
  std::size_t begin = npos;
  std::uint32_t id = 0;
  static constexpr std::size_t npos = ~std::size_t{0};

  void offer(double candidate, std::size_t from, std::uint32_t piece) {
    if (begin == npos || candidate > score) {
      score = candidate;
      begin = from;
      id = piece;
    }
  }
};

void Unigram::cut_word(std::string_view word, std::vector<Node>& nodes,
                       std::vector<Part>& out) const {
  nodes.assign(word.size() + 1, {});
  for (std::size_t at = 0, next = 0; at < word.size(); at = next) {
    const double here = nodes[at].score;
    for (next = at + 1; next < word.size() && !utf8::begins_character(word[next]);) ++next;
    bool alone = false;  // the character is a piece by itself
    PieceHash hash(false);
    const std::size_t last = std::min<std::size_t>(word.size(), at + longest_);
    for (std::size_t end = at + 1; end <= last; ++end) {
      hash.add(word[end - 1]);
      if (end < next || (end < word.size() && !utf8::begins_character(word[end])))
        continue;
      const auto id = find(word.substr(at, end - at), hash.value());
      if (!id)
        continue;
      nodes[end].offer(score(*id) + here, at, *id);
      alone = alone || end == next;
    }
    if (!alone)
      nodes[next].offer(unknown_score_ + here, at, unknown_);
  }
  out.clear();
  for (std::size_t end = word.size(); end > 0; end = nodes[end].begin) {
    const Node& node = nodes[end];
    // What is unknown side by side is one piece.
    if (node.id == unknown_ && !out.empty() && out.back().id == unknown_)
      out.back().begin = node.begin;
    else
      out.push_back({node.begin, end, node.id});
  }
  std::ranges::reverse(out);
}

// Texts between specials, then words between blanks, then parts of words before each mark of a
// blank. `seen` gets a word, or nothing and the number of a special; it says whether it wants more.
template <class Seen>
bool Unigram::each_word(std::string_view text, const Seen& seen) const {
  const auto each_part = [&](std::string_view word) {
    std::string marked;
    if (!word.starts_with(blank_mark))
      word = marked = std::string(blank_mark).append(word);
    for (std::size_t begin = 0; begin < word.size();) {
      const std::size_t end = std::min(word.find(blank_mark, begin + 1), word.size());
      if (!seen(word.substr(begin, end - begin), 0))
        return false;
      begin = end;
    }
    return true;
  };
  const auto each_between = [&](std::string_view written) {
    const std::string changed = characters_.apply(written);
    const std::string_view rest = changed;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < rest.size();) {
      const std::size_t here = at;
      if (!utf8::is_white_space(utf8::next(rest, at)))
        continue;
      if (here > begin && !each_part(rest.substr(begin, here - begin)))
        return false;
      begin = at;
    }
    return begin == rest.size() || each_part(rest.substr(begin));
  };
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::string_view found;
    std::uint32_t special = 0;
    for (const std::uint32_t id : specials_)
      if (const auto written = vocabulary_.piece(id);
          written.size() > found.size() && text.substr(at).starts_with(written)) {
        found = written;
        special = id;
      }
    if (found.empty()) {
      ++at;
      continue;
    }
    if ((at > done && !each_between(text.substr(done, at - done))) || !seen({}, special))
      return false;
    done = at += found.size();
  }
  return done == text.size() || each_between(text.substr(done));
}

std::vector<std::uint32_t> Unigram::encode(std::string_view text, std::size_t max_tokens) const {
  const std::size_t most = std::max<std::size_t>(max_tokens, 2) - 1;
  std::vector<std::uint32_t> out{begin_};
  std::vector<Node> nodes;
  std::vector<Part> parts;
  each_word(text, [&](std::string_view word, std::uint32_t special) {
    if (word.empty())
      out.push_back(special);
    else
      cut_word(word, nodes, parts);
    for (std::size_t i = 0; i < parts.size() && !word.empty(); ++i) out.push_back(parts[i].id);
    return out.size() < most;
  });
  if (out.size() > most)
    out.resize(most);
  out.push_back(end_);
  return out;
}

// Follows the runs of letters of a text through the pieces that it was cut into.
class Unigram::Walk {
 public:
  void add(std::string_view word, std::span<const Part> parts, std::uint32_t unknown) {
    for (const Part& part : parts) {
      const std::string_view piece = word.substr(part.begin, part.end - part.begin);
      const std::size_t letters = letters_in(piece);
      for (std::size_t at = piece.starts_with(blank_mark) ? blank_mark.size() : 0;
           at < piece.size();)
        take(utf8::next(piece, at), letters, part.id != unknown);
      ++piece_;
    }
    end_run();
  }
  Coverage coverage() const {
    if (all_ == 0)
      return {};
    const auto all = static_cast<double>(all_);
    return {static_cast<double>(known_) / all, static_cast<double>(whole_) / all};
  }
  std::size_t pieces() const { return piece_; }

 private:
  static bool is_letter(char32_t character) {
    const CharacterKind kind = kind_of(character);
    return kind == CharacterKind::word || kind == CharacterKind::ideograph;
  }
  static std::size_t letters_in(std::string_view piece) {
    std::size_t out = 0;
    for (std::size_t at = piece.starts_with(blank_mark) ? blank_mark.size() : 0; at < piece.size();)
      out += is_letter(utf8::next(piece, at)) ? 1U : 0U;
    return out;
  }

  void take(char32_t character, std::size_t letters_of_piece, bool known) {
    if (!is_letter(character))
      return end_run();
    ++all_;
    if (is_unspaced(character)) {
      known_ += known ? 1 : 0;
      whole_ += known ? 1 : 0;
      return end_run();
    }
    if (run_ == 0)
      first_piece_ = piece_;
    ++run_;
    last_piece_ = piece_;
    all_known_ = all_known_ && known;
    (letters_of_piece == 1 ? spelt_ : joined_) += known ? 1 : 0;
  }

  // Letters that stand alone in their pieces mean something only as a word of one letter.
  void end_run() {
    if (run_ == 1)
      joined_ += spelt_;
    known_ += joined_;
    whole_ += run_ > 0 && all_known_ && first_piece_ == last_piece_ ? run_ : 0;
    run_ = spelt_ = joined_ = 0;
    all_known_ = true;
  }

  std::size_t all_ = 0, known_ = 0, whole_ = 0, piece_ = 0;
  std::size_t run_ = 0, spelt_ = 0, joined_ = 0, first_piece_ = 0, last_piece_ = 0;
  bool all_known_ = true;
};

Coverage Unigram::coverage(std::string_view text) const {
  std::vector<Node> nodes;
  std::vector<Part> parts;
  Walk walk;
  each_word(text, [&](std::string_view word, std::uint32_t) {
    if (!word.empty()) {
      cut_word(word, nodes, parts);
      walk.add(word, parts, unknown_);
    }
    return walk.pieces() < max_covered_pieces;
  });
  return walk.coverage();
}

}  // namespace aim::embed
