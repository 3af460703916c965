#include "engine/history/transcripts.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

constexpr auto recent = std::chrono::days(7);
constexpr std::int64_t trivial_bytes = 8;  // a turn: a greeting, thanks; nothing to replay (V6)

// Nothing: all of it was remembered, or nothing that matters was not.
Result<std::optional<Unremembered>> unremembered_of(const store::Reader& reader,
                                                    const Transcript& transcript) {
  const auto last = TRY(reader.transcripts.last_remembered(transcript.id));
  const auto later = TRY(reader.transcripts.turns_after(
      transcript.number, last.value_or(transcript.created_at - std::chrono::nanoseconds(1))));
  if (later.count == 0 || later.bytes < trivial_bytes * later.count)
    return std::optional<Unremembered>();
  return std::optional(Unremembered{transcript.session_id, transcript.id, later.count, later.first,
                                    last.value_or(transcript.created_at)});
}

}  // namespace

Result<std::optional<Unremembered>> find_unremembered(Engine& engine, const std::string& name_space,
                                                      const std::string& but_not) {
  const Time now = engine.clock.now();
  store::TranscriptFilter filter;
  filter.name_space = name_space;
  filter.alive_at = now;
  return engine.database.read([&](store::Reader& reader) -> Result<std::optional<Unremembered>> {
    // Of two, one may be the session that asks.
    for (const Transcript& each : TRY(reader.transcripts.list(filter, 2, 0))) {
      if (each.session_id == but_not)
        continue;
      if (each.updated_at < now - recent)
        break;
      return unremembered_of(reader, each);
    }
    return std::optional<Unremembered>();
  });
}

Result<std::int64_t> unremembered_turns(Engine& engine, const std::string& name_space,
                                        const std::string& session_id) {
  store::TranscriptFilter filter;
  filter.name_space = name_space;
  filter.alive_at = engine.clock.now();
  filter.session_id = session_id;
  return engine.database.read([&](store::Reader& reader) -> Result<std::int64_t> {
    std::int64_t turns = 0;
    for (const Transcript& each : TRY(reader.transcripts.list(filter, 1, 0)))
      if (const auto found = TRY(unremembered_of(reader, each)))
        turns += found->turns;
    return turns;
  });
}

}  // namespace aim::engine
