// Replay: the transcripts that a memory came from; of a reflection, those of everything it reflects
// on, as far as wanted (I3). The walk takes one query a level.
// Knows: the store. Must not know: doors, how content is shown.
// Threads: any. Source: I3, a published contract of depth, order and double finds.
#pragma once
#include "engine/engine.h"
#include "memory/transcript.h"

namespace aim::engine {

struct Replayed {
  std::string memory_id, memory_title;  // the ancestor through which it was found first
  std::int64_t hops = 0;                // from the memory that was asked for
  std::optional<Span> span;
  std::optional<std::int64_t> first_turn,
      last_turn;  // turns that the span lies in; unset past the text
  Transcript transcript;
  std::string content;             // when asked for
  std::int64_t content_bytes = 0;  // size of the whole, or of the span
  bool truncated = false;
};

struct ReplayRequest {
  std::string memory_id;
  std::optional<std::int64_t> depth;  // hops; none: all of the chain; 0: the memory itself
  bool with_content = false;
  std::size_t max_bytes = 0;  // limit for each content
};

struct Replay {
  std::string memory_id;
  std::int64_t memories = 0;          // visited
  std::vector<Replayed> transcripts;  // oldest first, of the same time by id
};

// Errors: not_found when there is no such memory. Memories that the walk no longer reaches are left
// out.
Result<Replay> replay(Engine& engine, const ReplayRequest& request);

}  // namespace aim::engine
