#include "engine/history/search_turns.h"

#include <ranges>

#include "base/ascii.h"
#include "base/utf8.h"
#include "engine/search/understand.h"
#include "memory/conversation_line.h"
#include "memory/score.h"
#include "store/transcripts.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::size_t before_word = 80, longest_text = 240;  // bytes

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  const std::string small = ascii::lower(text);
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

// Which of the words are in the text, a bit each.
std::uint64_t matched(std::string_view text, const std::vector<std::string>& words) {
  const std::string small = ascii::lower(text);
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (small.find(words[i]) != std::string::npos)
      found |= std::uint64_t{1} << i;
  return found;
}

// The text around the first of the words.
std::string passage_of(const std::string& text, const std::vector<std::string>& words) {
  const std::string small = ascii::lower(text);
  std::size_t first = std::string::npos;
  for (const std::string& word : words) first = std::min(first, small.find(word));
  const std::size_t begin =
      first != std::string::npos && first > before_word ? first - before_word : 0;
  const std::string_view rest = utf8::last(text, text.size() - begin);
  const std::string_view cut = utf8::cut(rest, longest_text);
  return (begin > 0 ? "… " : "") + std::string(cut) + (cut.size() < rest.size() ? " …" : "");
}

// A turn whose text was looked at, and what was seen in it.
struct SeenTurn {
  const Transcript& transcript;
  store::TurnRow& row;  // without its text
  std::uint64_t seen;
};
using LookAt = std::function<std::uint64_t(std::string_view text)>;  // 0: it is not wanted
using TakeSeen = std::function<Result<bool>(SeenTurn turn)>;

// Walks over the turns of transcripts in batches: the texts of a batch are read in the order in
// which they are stored, as a text that several turns share would have to be looked for far away.
class TurnWalk {
 public:
  TurnWalk(store::Reader& reader, const LookAt& look, const TakeSeen& take)
      : reader_(reader), look_(look), take_(take) {}

  Result<TurnHits> over(const std::vector<Transcript>& transcripts, std::int64_t max_bytes) {
    std::int64_t bytes = 0, enough = first_batch;
    for (const Transcript& each : transcripts) {
      if (bytes >= max_bytes) {
        found_.complete = false;
        break;
      }
      for (store::TurnRow& row : TRY(reader_.transcripts.turns(each.number, 0, INT64_MAX))) {
        bytes += row.bytes;
        batch_.emplace_back(&each, std::move(row));
      }
      if (bytes < enough)
        continue;
      enough = bytes * larger;
      if (!TRY(end_batch()))
        return std::move(found_);
    }
    TRY(end_batch());
    return std::move(found_);
  }

 private:
  static constexpr std::int64_t first_batch = 2 * 1'024 * 1'024;
  static constexpr std::int64_t larger = 16;

  // False: nothing more is wanted.
  Result<bool> end_batch() {
    std::map<std::int64_t, std::uint64_t> seen;
    for (const auto& [transcript, row] : batch_) seen.emplace(row.text, 0);
    for (auto& [number, found] : seen) found = look_(TRY(reader_.transcripts.text(number)));
    const Transcript* last = nullptr;
    for (auto& [transcript, row] : batch_) {
      found_.transcripts += std::exchange(last, transcript) != transcript ? 1 : 0;
      const std::uint64_t bits = seen[row.text];
      if (bits != 0 && !TRY(take_({*transcript, row, bits}))) {
        found_.complete = false;
        return false;
      }
    }
    batch_.clear();
    return true;
  }

  store::Reader& reader_;
  const LookAt& look_;
  const TakeSeen& take_;
  std::vector<std::pair<const Transcript*, store::TurnRow>> batch_;
  TurnHits found_;
};

Result<TurnHits> walk(store::Reader& reader, const Engine& engine, const TurnSearch& search,
                      const LookAt& look, const TakeSeen& take) {
  constexpr std::int64_t most_transcripts = 100'000;
  store::TranscriptFilter filter;
  filter.name_space = search.name_space;
  filter.alive_at = engine.clock.now();
  const auto transcripts = TRY(reader.transcripts.list(filter, most_transcripts, 0));
  return TurnWalk(reader, look, take).over(transcripts, search.max_bytes);
}

Result<TurnHit> hit_of(const store::Reader& reader, const Transcript& transcript,
                       const store::TurnRow& row, const std::vector<std::string>& words) {
  TurnHit hit{transcript, row.turn, {}};
  const std::string text = TRY(reader.transcripts.text(row.text));
  hit.turn.text = passage_of(text, words);
  if (share_of_questions(text) > 0)
    for (const store::TurnRow& next :
         TRY(reader.transcripts.turns(transcript.number, row.turn.number + 1, 1)))
      hit.answer = passage_of(TRY(reader.transcripts.text(next.text)), {});
  return hit;
}

// A text is searched for the beginning of a word, up to where its stem is another, or for a pair
// of letters where a script has no blanks.
void add_beginnings(const text::QueryWord& word, std::vector<std::string>& out) {
  constexpr std::ptrdiff_t shortest = 3;
  if (word.adjacent) {
    for (std::size_t i = 0; i < word.parts.size(); ++i)
      if (word.asks.empty() || !word.asks[i])
        out.push_back(word.parts[i]);
    return;
  }
  std::string written = ascii::lower(word.written);
  if (word.parts.size() == 1) {
    const auto end = std::ranges::mismatch(written, word.parts.front()).in1;
    if (end - written.begin() >= shortest)
      written.erase(end - (end[-1] == 'i' ? 1 : 0), written.end());  // "policies", "policy"
  }
  out.push_back(std::move(written));
}

std::vector<std::string> words_asked_about(std::string_view question) {
  std::vector<std::string> telling, asking;
  for (const text::QueryWord& each : text::query_words(question))
    if (!each.common)
      add_beginnings(each, asks_for_talk(each) ? asking : telling);
  auto& words = telling.empty() ? asking : telling;
  words.resize(std::min(words.size(), text::max_query_words));
  return std::move(words);
}

// The first turn of a transcript that holds some set of words.
struct Candidate {
  Transcript transcript;
  store::TurnRow row;
  std::uint64_t seen = 0;
  double score = 0;
};

// Counts how many turns hold each word, for the weights of words.
class Rarity {
 public:
  explicit Rarity(std::size_t words) : with_(words) {}
  void count(std::uint64_t seen) {
    for (std::size_t i = 0; i < with_.size(); ++i) with_[i] += seen >> i & 1U;
  }
  void count_turn() { ++all_; }
  double score(std::uint64_t seen) const {
    double sum = 0;
    for (std::size_t i = 0; i < with_.size(); ++i)
      if ((seen >> i & 1U) != 0)
        sum += inverse_document_frequency(static_cast<double>(all_), static_cast<double>(with_[i]));
    return sum;
  }

 private:
  std::size_t all_ = 0;
  std::vector<std::size_t> with_;
};

}  // namespace

Result<TurnHits> each_turn(Engine& engine, const std::string& name_space, std::int64_t max_bytes,
                           const WantText& want, const TakeTurn& take) {
  return engine.database.read([&](store::Reader& reader) {
    const LookAt look = [&](std::string_view text) { return want(text) ? 1U : 0U; };
    const TakeSeen take_seen = [&](SeenTurn turn) -> Result<bool> {
      Turn whole = turn.row.turn;
      whole.text = TRY(reader.transcripts.text(turn.row.text));
      return take(turn.transcript, whole);
    };
    return walk(reader, engine, {{}, name_space, 0, max_bytes}, look, take_seen);
  });
}

Result<TurnHits> search_turns(Engine& engine, const TurnSearch& search) {
  auto words = words_of(search.text);
  words.resize(std::min(words.size(), text::max_query_words));
  return engine.database.read([&](store::Reader& reader) -> Result<TurnHits> {
    std::vector<TurnHit> hits;
    const std::uint64_t all = matched(search.text, words);
    const LookAt look = [&](std::string_view text) {
      const std::uint64_t seen = matched(text, words);
      return seen == all ? seen : 0;
    };
    const TakeSeen take = [&](SeenTurn turn) -> Result<bool> {
      if (std::ssize(hits) >= search.limit)
        return false;
      hits.push_back(TRY(hit_of(reader, turn.transcript, turn.row, words)));
      return true;
    };
    TurnHits found = TRY(walk(reader, engine, search, look, take));
    found.hits = std::move(hits);
    return found;
  });
}

Result<TurnHits> turns_about(Engine& engine, const TurnSearch& question) {
  constexpr double least_share = 0.4;  // as a part of the best score
  const auto words = words_asked_about(question.text);
  return engine.database.read([&](store::Reader& reader) -> Result<TurnHits> {
    std::vector<Candidate> candidates;
    Rarity rarity(words.size());
    const LookAt look = [&](std::string_view text) {
      rarity.count_turn();
      return matched(text, words);
    };
    const TakeSeen take = [&](SeenTurn turn) -> Result<bool> {
      rarity.count(turn.seen);
      const bool known = std::ranges::any_of(
          candidates | std::views::reverse | std::views::take_while([&](const Candidate& each) {
            return each.transcript.number == turn.transcript.number;
          }),
          [&](const Candidate& each) { return (each.seen | turn.seen) == each.seen; });
      if (!known)
        candidates.push_back({turn.transcript, turn.row, turn.seen});
      return true;
    };
    TurnHits found = TRY(walk(reader, engine, question, look, take));
    double best = 0;
    for (Candidate& each : candidates) best = std::max(best, each.score = rarity.score(each.seen));
    std::ranges::stable_sort(candidates, std::ranges::greater(), &Candidate::score);
    std::set<std::int64_t> shown;
    for (const Candidate& each : candidates)
      if (std::ssize(found.hits) < question.limit && each.score >= best * least_share &&
          shown.insert(each.transcript.number).second)
        found.hits.push_back(TRY(hit_of(reader, each.transcript, each.row, words)));
    return found;
  });
}

}  // namespace aim::engine
