#include "engine/history/search_turns.h"

#include <algorithm>

#include "base/utf8.h"
#include "store/transcripts.h"

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

// The text around the first of the words; empty: one of them is not there.
std::string passage_of(const std::string& text, const std::vector<std::string>& words) {
  const std::string small = small_letters(text);
  std::size_t first = std::string::npos;
  for (const std::string& word : words) {
    const std::size_t at = small.find(word);
    if (at == std::string::npos)
      return {};
    first = std::min(first, at);
  }
  const std::size_t begin = first > before_word ? first - before_word : 0;
  std::string_view rest = std::string_view(text).substr(begin);
  while (!rest.empty() && begin > 0 && (static_cast<unsigned char>(rest.front()) & 0xC0U) == 0x80U)
    rest.remove_prefix(1);
  const std::string_view cut = utf8::cut(rest, longest_text);
  return (begin > 0 ? "… " : "") + std::string(cut) + (cut.size() < rest.size() ? " …" : "");
}

}  // namespace

Result<TurnHits> search_turns(Engine& engine, const TurnSearch& search) {
  constexpr std::int64_t most_transcripts = 100'000;
  const std::vector<std::string> words = words_of(search.text);
  store::TranscriptFilter filter;
  filter.name_space = search.name_space;
  filter.alive_at = engine.clock.now();
  return engine.database.read([&](store::Reader& reader) -> Result<TurnHits> {
    TurnHits found;
    std::int64_t bytes = 0;
    for (const Transcript& each : TRY(reader.transcripts.list(filter, most_transcripts, 0))) {
      if (bytes >= search.max_bytes ||
          static_cast<std::int64_t>(found.hits.size()) >= search.limit) {
        found.complete = false;
        break;
      }
      ++found.transcripts;
      for (const store::TurnRow& row : TRY(reader.transcripts.turns(each.number, 0, INT64_MAX))) {
        bytes += row.bytes;
        std::string passage = passage_of(TRY(reader.transcripts.text(row.text)), words);
        if (passage.empty())
          continue;
        if (static_cast<std::int64_t>(found.hits.size()) >= search.limit) {
          found.complete = false;
          break;
        }
        TurnHit& hit = found.hits.emplace_back(TurnHit{each, row.turn});
        hit.turn.text = std::move(passage);
      }
    }
    return found;
  });
}

}  // namespace aim::engine
