#include "op/figures.h"

#include <filesystem>

#include "engine/archive.h"
#include "engine/stats.h"
#include "memory/tier.h"

namespace aim::op {
namespace {

std::int64_t size_of(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  return error ? 0 : static_cast<std::int64_t>(size);
}

}  // namespace

Result<Figures> figures(Engine& engine) {
  const auto stats = TRY(engine::stats(engine));
  Figures figures;
  for (const auto& [tier, name] : EnumNames<Tier>::names) {
    std::int64_t count = 0;
    for (const auto& each : stats.by_tier)
      count += each.name == name ? each.count : 0;
    figures.by_tier.emplace_back(name, count);
  }
  figures.archived = stats.archived;
  figures.links = stats.links;
  figures.database_bytes = size_of(engine.database.file());
  figures.wal_bytes = size_of(engine.database.file().string() + "-wal");
  figures.waiting_touches = static_cast<std::int64_t>(engine.touches.size());
  figures.dropped_touches = stats.dropped_touches;
  const auto collections = engine::collections();
  figures.gc_rounds = collections.rounds;
  figures.gc_collected = collections.memories;
  return figures;
}

}  // namespace aim::op
