#include "engine/history/unremembered.h"

#include "store/transcripts.h"

namespace aim::engine {
namespace {

constexpr auto recent = std::chrono::days(7);
constexpr std::int64_t trivial_bytes = 8;  // a turn: a greeting, thanks; nothing to replay (V6)

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
      const auto last = TRY(reader.transcripts.last_remembered(each.id));
      const auto later = TRY(reader.transcripts.turns_after(
          each.number, last.value_or(each.created_at - std::chrono::nanoseconds(1))));
      if (later.count == 0 || later.bytes < trivial_bytes * later.count)
        break;
      return std::optional(Unremembered{each.session_id, each.id, later.count, later.first,
                                        last.value_or(each.created_at)});
    }
    return std::optional<Unremembered>();
  });
}

}  // namespace aim::engine
