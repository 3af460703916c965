#include "engine/history/search_turns.h"

#include <algorithm>

#include "base/utf8.h"
#include "store/transcripts.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::size_t before_word = 80, longest_text = 240;  // bytes

std::string small_letters(std::string_view text) {
  std::string small(text);
  for (char& each : small)
    if (each >= 'A' && each <= 'Z')
      each = static_cast<char>(each - 'A' + 'a');
  return small;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  const std::string small = small_letters(text);
  for (std::string_view rest = small; !rest.empty();) {
    const std::size_t begin = std::min(rest.find_first_not_of(" \t\r\n"), rest.size());
    rest.remove_prefix(begin);
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n"));
    if (!word.empty())
      words.emplace_back(word);
    rest.remove_prefix(word.size());
  }
  return words;
}

struct Matched {
  std::size_t words = 0, first = std::string::npos;  // how many, and where the first one is
};
Matched matched(const std::string& text, const std::vector<std::string>& words) {
  const std::string small = small_letters(text);
  Matched found;
  for (const std::string& word : words) {
    const std::size_t at = small.find(word);
    found.words += at == std::string::npos ? 0 : 1;
    found.first = std::min(found.first, at);
  }
  return found;
}

// The text around the first of the words.
std::string passage_of(const std::string& text, std::size_t first) {
  const std::size_t begin = first > before_word ? first - before_word : 0;
  std::string_view rest = std::string_view(text).substr(begin);
  while (!rest.empty() && begin > 0 && (static_cast<unsigned char>(rest.front()) & 0xC0U) == 0x80U)
    rest.remove_prefix(1);
  const std::string_view cut = utf8::cut(rest, longest_text);
  return (begin > 0 ? "… " : "") + std::string(cut) + (cut.size() < rest.size() ? " …" : "");
}

}  // namespace

Result<TurnHits> each_turn(Engine& engine, const std::string& name_space, std::int64_t max_bytes,
                           const TakeTurn& take) {
  constexpr std::int64_t most_transcripts = 100'000;
  store::TranscriptFilter filter;
  filter.name_space = name_space;
  filter.alive_at = engine.clock.now();
  return engine.database.read([&](store::Reader& reader) -> Result<TurnHits> {
    TurnHits found;
    std::int64_t bytes = 0;
    for (const Transcript& each : TRY(reader.transcripts.list(filter, most_transcripts, 0))) {
      found.complete = bytes < max_bytes;
      if (!found.complete)
        break;
      ++found.transcripts;
      for (store::TurnRow& row : TRY(reader.transcripts.turns(each.number, 0, INT64_MAX))) {
        bytes += row.bytes;
        row.turn.text = TRY(reader.transcripts.text(row.text));
        if (!take(each, row.turn)) {
          found.complete = false;
          return found;
        }
      }
    }
    return found;
  });
}

Result<TurnHits> search_turns(Engine& engine, const TurnSearch& search) {
  const std::vector<std::string> words = words_of(search.text);
  std::vector<TurnHit> hits;
  const auto take = [&](const Transcript& each, const Turn& turn) {
    const Matched match = matched(turn.text, words);
    if (match.words < words.size() || words.empty())
      return true;
    if (static_cast<std::int64_t>(hits.size()) >= search.limit)
      return false;
    TurnHit& hit = hits.emplace_back(TurnHit{each, turn});
    hit.turn.text = passage_of(turn.text, match.first);
    return true;
  };
  TurnHits found = TRY(each_turn(engine, search.name_space, search.max_bytes, take));
  found.hits = std::move(hits);
  return found;
}

Result<TurnHits> turns_about(Engine& engine, const TurnSearch& question) {
  std::vector<std::string> words;
  for (const text::QueryWord& each : text::query_words(question.text))
    if (!each.common)
      words.push_back(each.parts.size() == 1 ? each.parts.front() : small_letters(each.written));
  struct Best {
    std::size_t words = 0;
    TurnHit hit;
  };
  std::vector<Best> best;
  const std::size_t enough = (2 * words.size() + 2) / 3;
  const auto take = [&](const Transcript& each, const Turn& turn) {
    const Matched match = matched(turn.text, words);
    if (words.empty() || match.words < enough)
      return true;
    const bool same = !best.empty() && best.back().hit.transcript.id == each.id;
    if (same && best.back().words >= match.words)
      return true;
    if (!same)
      best.emplace_back();
    best.back() = {match.words, {each, turn}};
    best.back().hit.turn.text = passage_of(turn.text, match.first);
    return true;
  };
  TurnHits found = TRY(each_turn(engine, question.name_space, question.max_bytes, take));
  std::stable_sort(best.begin(), best.end(),
                   [](const Best& a, const Best& b) { return a.words > b.words; });
  for (Best& each : best)
    if (static_cast<std::int64_t>(found.hits.size()) < question.limit)
      found.hits.push_back(std::move(each.hit));
  return found;
}

}  // namespace aim::engine
