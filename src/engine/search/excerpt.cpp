#include "engine/search/excerpt.h"

#include <cmath>
#include <numeric>
#include <unordered_set>

#include "base/utf8.h"
#include "engine/search/understand.h"
#include "memory/conversation_line.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr double of_words = 1.0, of_meaning = 1.2;
// Share of a neighbour's own score: an answer stands next to what was asked.
constexpr double of_previous = 0.3, of_next = 0.2;
// An assistant's answer repeats in many lines what the person said in one.
constexpr double of_person = 1.3;
constexpr double of_better_hits = 1.5;  // power of a memory's score
constexpr std::size_t max_share = 3;    // rooms that the passages of one content may take
constexpr double of_asking = 0.3;       // off the score of what only asks
constexpr double least_share = 0.35;    // a fraction of the best passage; else room stays empty
constexpr std::string_view gap = " … ";
// The end of a word is looked for so far back only: some scripts have no spaces.
constexpr std::size_t longest_word = 32;
constexpr std::string_view white_space = " \t\r\n";

struct Scored : Piece {
  std::size_t source = 0;  // index of its content
  bool has_words = false;  // more than marks: "---", "});"
  double own = 0, score = 0;
};

std::string_view text_of(std::string_view content, const Scored& piece) {
  return content.substr(piece.begin, piece.end - piece.begin);
}

// Which of the question's terms a text holds.
class TermFinder {
 public:
  TermFinder(const std::vector<std::string>& terms, std::string_view text) {
    text::tokenize(text, [&](const text::Token& token) {
      has_words_ = true;
      const auto found = std::ranges::lower_bound(
          terms, token.term, {}, [](const auto& term) { return std::string_view(term); });
      if (found != terms.end() && *found == token.term)
        note(static_cast<std::size_t>(found - terms.begin()), token.begin);
    });
  }
  std::uint64_t held() const { return held_; }
  bool has_words() const { return has_words_; }
  std::size_t first() const { return first_; }  // byte at which the first of them begins, or 0

 private:
  void note(std::size_t term, std::size_t begin) {
    if (held_ == 0)
      first_ = begin;
    held_ |= std::uint64_t{1} << term;
  }

  std::uint64_t held_ = 0;
  std::size_t first_ = 0;
  bool has_words_ = false;
};

std::vector<std::uint64_t> terms_held(std::string_view content, std::span<Scored> pieces,
                                      const std::vector<std::string>& terms) {
  std::vector<std::uint64_t> held;
  for (Scored& piece : pieces) {
    const TermFinder finder(terms, text_of(content, piece));
    held.push_back(finder.held());
    piece.has_words = finder.has_words();
  }
  return held;
}

// The terms that are in the speaker's name at the beginning of a line ("Name: …").
std::vector<std::uint64_t> speakers_held(std::string_view content, std::span<const Scored> pieces,
                                         const std::vector<std::string>& terms) {
  std::vector<std::uint64_t> held;
  for (const Scored& piece : pieces) {
    const TermFinder finder(terms, speaker_of(content.substr(piece.line, piece.end - piece.line)));
    held.push_back(finder.held());
  }
  return held;
}

// A term counts by how few pieces of this content hold it: one that all hold tells them not apart.
// The name of a speaker counts for what that person says, not where others address them.
void score_words(std::string_view content, std::span<Scored> pieces,
                 const std::vector<std::string>& terms) {
  auto held = terms_held(content, pieces, terms);
  const auto spoken = speakers_held(content, pieces, terms);
  std::uint64_t speakers = 0;
  for (const std::uint64_t bits : spoken) speakers |= bits;
  for (std::size_t i = 0; i < held.size(); ++i) held[i] = (held[i] & ~speakers) | spoken[i];
  std::vector<double> weight(terms.size());
  double all = 0;
  for (std::size_t term = 0; term < terms.size(); ++term) {
    const auto count =
        std::ranges::count_if(held, [&](std::uint64_t bits) { return (bits >> term & 1) != 0; });
    if (count > 0)
      weight[term] = std::log(1 + static_cast<double>(pieces.size()) / static_cast<double>(count));
    all += weight[term];
  }
  if (all <= 0)
    return;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t term = 0; term < terms.size(); ++term)
      if ((held[i] >> term & 1) != 0)
        pieces[i].own += of_words * weight[term] / all;
}

void score_meaning(std::string_view content, std::span<Scored> pieces,
                   const embed::Embedder& embedder, std::span<const float> question) {
  std::vector<std::string_view> texts;
  for (const Scored& piece : pieces) texts.push_back(text_of(content, piece));
  const auto vectors = embedder.embed(texts, embed::Role::document);
  if (!vectors)
    return;  // words alone decide
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto row = std::span(*vectors).subspan(i * question.size(), question.size());
    const float cosine = std::inner_product(row.begin(), row.end(), question.begin(), 0.0F);
    pieces[i].own += of_meaning * std::max(0.0, static_cast<double>(cosine));
  }
}

// In a conversation of a person with an assistant.
void prefer_the_person(std::string_view content, std::span<Scored> pieces) {
  bool speaks = false;
  for (Scored& piece : pieces) {
    const std::string_view line = content.substr(piece.line);
    if (line.starts_with("[user]: ") || line.starts_with("User: "))
      speaks = true;
    else if (line.starts_with('[') || !speaker_of(line).empty())
      speaks = false;
    if (speaks)
      piece.own *= of_person;
  }
}

void lean_on_neighbours(std::string_view content, std::span<Scored> pieces) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!pieces[i].has_words)
      continue;
    pieces[i].score = pieces[i].own;
    pieces[i].score *= 1 - of_asking * share_of_questions(text_of(content, pieces[i]));
    if (i > 0)
      pieces[i].score += of_previous * pieces[i - 1].own;
    if (i + 1 < pieces.size())
      pieces[i].score += of_next * pieces[i + 1].own;
  }
}

// Whether somebody says it: "[user]: …", "Ann: …".
bool is_spoken(std::string_view content, const Scored& piece) {
  constexpr std::size_t longest_name = 64;  // bytes
  const std::string_view line = content.substr(piece.line, piece.end - piece.line);
  const bool has_mark =
      line.starts_with('[') && line.substr(0, longest_name).find("]: ") != line.npos;
  return has_mark || !speaker_of(line).empty();
}

// The other pieces of its content, nearest first: an answer stands behind its question.
std::vector<std::size_t> around(std::size_t middle, std::span<const Scored> pieces) {
  const auto is_of_it = [&](std::size_t i) {
    return i < pieces.size() && pieces[i].source == pieces[middle].source;
  };
  std::vector<std::size_t> out;
  bool ahead = true, back = true;
  for (std::size_t step = 1; ahead || back; ++step) {
    ahead = ahead && is_of_it(middle + step);
    back = back && step <= middle && is_of_it(middle - step);
    if (ahead)
      out.push_back(middle + step);
    if (back)
      out.push_back(middle - step);
  }
  return out;
}

// The best pieces that fit, at least one of each content; in the order of the contents.
std::vector<std::size_t> choose(std::span<const Scored> pieces,
                                std::span<const LongContent> contents) {
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](std::size_t i) { return pieces[i].score; });
  std::vector<std::size_t> used(contents.size());
  std::vector<double> best(contents.size());
  std::vector<bool> taken(pieces.size());
  std::size_t left = 0;
  for (const LongContent& each : contents) left += each.content.size() > each.room ? each.room : 0;
  const auto size_of = [&](std::size_t i) { return pieces[i].end - pieces[i].begin + gap.size(); };
  const auto take = [&](std::size_t i) {
    taken[i] = true;
    used[pieces[i].source] += size_of(i);
    left -= std::min(left, size_of(i));
  };
  std::vector<std::size_t> first_of;
  for (const std::size_t i : order)
    if (used[pieces[i].source] == 0) {
      take(i);
      best[pieces[i].source] = pieces[i].score;
      first_of.push_back(i);
    }
  // A text in several places is shown once.
  std::unordered_set<std::string_view> shown;
  const auto text = [&](std::size_t i) {
    return text_of(contents[pieces[i].source].content, pieces[i]);
  };
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (taken[i])
      shown.insert(text(i));
  for (const std::size_t i : order)
    if (const std::size_t source = pieces[i].source;
        !taken[i] && size_of(i) <= left && pieces[i].score >= least_share * best[source] &&
        used[source] + size_of(i) <= max_share * contents[source].room &&
        shown.insert(text(i)).second)
      take(i);
  // The neighbours of a conversation's best line, while its room lasts.
  for (const std::size_t best_piece : first_of) {
    const std::size_t source = pieces[best_piece].source;
    if (!is_spoken(contents[source].content, pieces[best_piece]))
      continue;
    for (const std::size_t i : around(best_piece, pieces))
      if (!taken[i]) {
        if (size_of(i) > left || used[source] + size_of(i) > contents[source].room)
          break;
        take(i);
      }
  }
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (taken[i])
      chosen.push_back(i);
  return chosen;
}

// A passage that alone is longer than the room, cut at words, around the first term that it holds.
void cut_to(std::string_view content, Scored& piece, const std::vector<std::string>& terms,
            std::size_t room) {
  if (piece.end - piece.begin <= room)
    return;
  const TermFinder finder(terms, text_of(content, piece));
  if (finder.first() > room / 2) {
    const std::size_t from = piece.begin + finder.first() - room / 4;
    const std::size_t blank = content.find_first_of(white_space, from);
    piece.begin =
        std::min(blank == std::string_view::npos ? from : blank + 1, piece.begin + finder.first());
  }
  const std::string_view cut = utf8::cut(content.substr(piece.begin), room);
  const std::size_t end = piece.begin + cut.size();
  if (end >= piece.end)
    return;
  piece.end = end;
  if (white_space.find(content[end]) == std::string_view::npos)
    if (const std::size_t blank = cut.find_last_of(white_space);
        blank != std::string_view::npos && blank > 0 && blank + longest_word >= room)
      piece.end = piece.begin + blank;
}

// The passages in their order, with the day of a conversation where it is another; then how many
// bytes are not shown, and "@N" where the best of the passages shown begins.
std::string joined(std::string_view content, std::span<const Scored> chosen, std::size_t best) {
  std::string out;
  std::size_t last = 0, shown = 0, day = no_day;
  for (const Scored& piece : chosen) {
    const std::string_view between = content.substr(last, piece.begin - last);
    if (between.find_first_not_of(white_space) == std::string_view::npos)
      out.append(last == 0 ? "" : between);
    else
      out.append(last == 0 ? gap.substr(1) : gap);
    if (piece.day != day && piece.day != piece.begin)
      out.append(content.substr(piece.day, day_line_bytes)).append(" ");
    day = piece.day;
    out.append(text_of(content, piece));
    shown += piece.end - piece.begin;
    last = piece.end;
  }
  if (content.find_first_not_of(white_space, last) != std::string_view::npos)
    out.append(gap.substr(0, gap.size() - 1));
  out.append(" +" + std::to_string(content.size() - shown) + " bytes");
  if (best > 0)
    out.append(" @" + std::to_string(best));
  return out;
}

}  // namespace

Excerpter::Excerpter(std::string_view question, const embed::Embedder* embedder)
    : embedder_(embedder) {
  for (const store::Phrase& phrase : understand(question, Match::any).phrases)
    for (const std::string& term : phrase)
      if (terms_.size() < store::max_terms && std::ranges::find(terms_, term) == terms_.end())
        terms_.push_back(term);
  std::ranges::sort(terms_);
  if (!embedder)
    return;
  auto made = embedder->embed({&question, 1}, embed::Role::query);
  if (made && std::ranges::any_of(*made, [](float number) { return number != 0; }))
    vector_ = std::move(*made);
}

std::vector<std::string> Excerpter::of(std::span<const LongContent> contents) const {
  std::vector<Scored> all;
  std::vector<std::size_t> first;
  for (std::size_t source = 0; source < contents.size(); ++source) {
    const std::string_view content = contents[source].content;
    first.push_back(all.size());
    if (content.size() <= contents[source].room)
      continue;
    std::vector<Scored> pieces;
    for (const Piece& piece : pieces_of(content)) pieces.push_back({piece});
    score_words(content, pieces, terms_);
    if (embedder_ && !vector_.empty())
      score_meaning(content, pieces, *embedder_, vector_);
    prefer_the_person(content, pieces);
    lean_on_neighbours(content, pieces);
    for (Scored& piece : pieces) {
      piece.source = source;
      piece.score *= std::pow(contents[source].weight, of_better_hits);
    }
    all.insert(all.end(), pieces.begin(), pieces.end());
  }
  first.push_back(all.size());
  const auto chosen = choose(all, contents);
  std::vector<std::string> excerpts;
  for (std::size_t source = 0; source < contents.size(); ++source) {
    const std::string_view content = contents[source].content;
    if (first[source] == first[source + 1]) {
      excerpts.emplace_back(utf8::cut(content, contents[source].room));
      continue;
    }
    std::vector<Scored> shown;
    for (const std::size_t i : chosen)
      if (all[i].source == source)
        shown.push_back(all[i]);
    if (shown.size() == 1)
      cut_to(content, shown.front(), terms_, contents[source].room);
    const auto best = std::ranges::max_element(shown, {}, &Scored::score);
    excerpts.push_back(joined(content, shown, best->begin));
  }
  return excerpts;
}

std::string content_around(std::string_view content, std::size_t at, std::size_t room) {
  if (content.size() <= room)
    return std::string(content);
  const std::size_t middle = std::min(at, content.size());
  std::size_t begin = middle - std::min(middle, room / 4);
  if (begin > 0) {
    const std::size_t line = content.find('\n', begin);
    const std::size_t blank = content.find_first_of(white_space, begin);
    begin = line < middle ? line + 1 : blank < middle ? blank + 1 : middle;
  }
  begin = content.size() - utf8::last(content, content.size() - begin).size();
  Scored shown{{.begin = begin, .end = content.size()}};
  cut_to(content, shown, {}, room);
  return joined(content, {&shown, 1}, begin);
}

}  // namespace aim::engine
