// A search through the texts of transcripts, calls and results of tools included: which sessions
// touched a file, where a name was said. Texts are read as they are; there is no index.
// Knows: the store. Must not know: doors, how hits are shown.
// Cost: the texts of the transcripts, newest first, up to a limit of bytes; each is read once, in
// the order in which they are stored. Threads: any.
// Source: X2.
#pragma once
#include "engine/engine.h"
#include "memory/transcript.h"

namespace aim::engine {

struct TurnSearch {
  std::string text;        // words, all of which a turn holds, in any case of ASCII letters
  std::string name_space;  // as filters take it; empty: all
  std::int64_t limit = 20;
  std::int64_t max_bytes = 64 * 1'024 * 1'024;  // read at most
};

struct TurnHit {
  Transcript transcript;
  Turn turn;           // its text is cut around the first word
  std::string answer;  // where it asks: the beginning of the next turn
};

struct TurnHits {
  std::vector<TurnHit> hits;     // newest transcripts first, turns in order
  std::int64_t transcripts = 0;  // searched
  bool complete = true;          // false: some were not searched, or there are more hits
};

Result<TurnHits> search_turns(Engine& engine, const TurnSearch& search);

// For a question in sentences: turns that hold any of its words, those with the rarest first, one a
// transcript. Common words do not count, nor "discuss" and the like beside others.
Result<TurnHits> turns_about(Engine& engine, const TurnSearch& question);

// Hands on the turns whose text is wanted, newest transcripts first, until `take` returns false or
// as many bytes are read. How many transcripts that were; `complete` as above, without hits.
using WantText = std::function<bool(std::string_view text)>;
using TakeTurn = std::function<bool(const Transcript& transcript, const Turn& turn)>;
Result<TurnHits> each_turn(Engine& engine, const std::string& name_space, std::int64_t max_bytes,
                           const WantText& want, const TakeTurn& take);

}  // namespace aim::engine
