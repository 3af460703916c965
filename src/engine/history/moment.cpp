#include "engine/history/moment.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/history/may_answer.h"
#include "engine/lookup/by_id.h"
#include "engine/search/recall.h"
#include "engine/vectors/vectorize.h"
#include "memory/filter.h"
#include "memory/rules.h"
#include "memory/tier.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/search.h"

namespace aim::engine {
namespace {

constexpr std::int64_t at_once = 1'000;
constexpr std::int64_t few = 2'000;  // memories; so many are all taken
constexpr std::size_t most_candidates = 300;
constexpr std::size_t most_walked = 5'000;  // memories that are linked with those that are named

// For a question about a large part of the database: the memories of now that answer it
// best, and what tells whether another state may.
struct Candidates {
  std::vector<Hit> now;
  MayAnswer may_answer;
};

Result<std::optional<Candidates>> candidates_of(Engine& engine, const MomentScope& scope,
                                                Time time) {
  if (scope.question.empty() || scope.ids)
    return std::optional<Candidates>();
  const auto count = TRY(engine.database.read([&](store::Reader& reader) -> Result<std::int64_t> {
    std::int64_t memories = 0;
    for (const auto& row : TRY(reader.search.name_spaces_of(scope.filter)))
      memories += row.memories;
    return memories;
  }));
  if (count <= few)
    return std::optional<Candidates>();
  Query query{.text = scope.question, .filter = scope.filter, .limit = most_candidates};
  // Memories that came since would leave no room.
  query.filter.until = std::min(query.filter.until.value_or(time), time);
  query.by_meaning = true;
  query.noted = false;
  query.min_score = 0;
  return std::optional(Candidates{TRY(recall(engine, query)).hits, MayAnswer(engine, query)});
}

class MomentWriter {
 public:
  MomentWriter(store::Reader& from, Time time, const MomentScope& scope,
               const Candidates* candidates, store::Access to, const Embeddings& embeddings)
      : from_(from),
        time_(time),
        scope_(scope),
        candidates_(candidates),
        to_(std::move(to)),
        embeddings_(embeddings) {
    in_.name_space = scope.filter.name_space;
    in_.beside = scope.filter.beside;
  }

  Result<MomentCounts> run() {
    TRY_VOID(scope_.ids ? take_named() : candidates_ ? take_candidates() : take_all());
    TRY_VOID(take_standards());
    TRY_VOID(scope_.ids ? Result<void>() : take_archive());
    TRY_VOID(flush());
    TRY_VOID(write_standards());
    TRY_VOID(take_links());
    TRY_VOID(take_names());
    return counts_;
  }

 private:
  bool is_meant(const Memory& memory) const { return matches_filter(memory.name_space, in_); }

  Result<void> take(Memory memory) {
    if (memory.created_at.time > time_ || !taken_.insert(memory.id).second)
      return {};
    memories_.push_back(std::move(memory));
    return std::ssize(memories_) < at_once ? Result<void>() : flush();
  }

  Result<void> flush() {
    if (memories_.empty())
      return {};
    TRY_VOID(to_.write([&](store::Writer& writer) -> Result<void> {
      std::vector<store::NewMemory> fresh;
      for (Memory& each : memories_) fresh.push_back({&each, nullptr});
      const auto refused = TRY(writer.memories.insert_all(fresh));
      std::vector<Memory> kept;
      for (std::size_t i = 0; i < memories_.size(); ++i)
        if (!refused[i])
          kept.push_back(memories_[i]);
      counts_.refused += std::ssize(memories_) - std::ssize(kept);
      for (const Memory& each : kept) keys_.emplace(each.id, each.key);
      return keep_by_table(writer, embeddings_, kept);
    }));
    memories_.clear();
    counts_.memories = std::ssize(keys_);
    return {};
  }

  // Memories of now that are as they were, and versions of the others.
  Result<void> take_all() {
    std::unordered_map<std::string, store::Version> then;
    TRY_VOID(from_.memories.each_version_at(time_, [&](const store::Version& version) {
      then.emplace(version.memory.id, version);
      return Result<void>();
    }));
    TRY_VOID(store::each_matching(from_.memories, in_, [&](Memory& now) -> Result<void> {
      const auto found = then.find(now.id);
      if (found == then.end())
        return take(std::move(now));
      TRY_VOID(take_version(found->second, &now));
      then.erase(found);
      return {};
    }));
    for (auto& [id, version] : then) TRY_VOID(take_version(version, nullptr));
    return {};
  }

  // The best of now that are as they were, and the versions that may answer best.
  Result<void> take_candidates() {
    std::unordered_set<std::string> changed;
    std::vector<std::pair<double, store::Version>> then;
    const auto better = [](const auto& a, const auto& b) { return a.first > b.first; };
    const auto look = [&](const store::Version& version) -> Result<void> {
      changed.insert(version.memory.id);
      if (version.was_absent() || version.memory.name_space.empty() || !is_meant(version.memory) ||
          !passes(version.memory, scope_.filter, time_))
        return {};
      if (const double fit = TRY(candidates_->may_answer(version.memory)); fit > 0)
        then.emplace_back(fit, version);
      if (then.size() < 2 * most_candidates)
        return {};
      std::ranges::nth_element(then, then.begin() + most_candidates, better);
      then.resize(most_candidates);
      return {};
    };
    // By meaning alone few are looked at: each costs as much as twenty of those without the words.
    const auto& words = candidates_->may_answer.parts();
    TRY_VOID(from_.memories.each_version_at(time_, look, words));
    if (!words.empty() && std::ssize(changed) <= few) {
      then.clear();
      TRY_VOID(from_.memories.each_version_at(time_, look));
    }
    for (const Hit& hit : candidates_->now)
      if (!changed.contains(hit.memory.id))
        TRY_VOID(take(hit.memory));
    std::ranges::sort(then, better);
    then.resize(std::min(then.size(), most_candidates));
    for (auto& [fit, version] : then) {
      const auto now = TRY(from_.memories.find_by_id(version.memory.id));
      TRY_VOID(take_version(version, now ? &*now : nullptr));
    }
    return {};
  }

  // Uses are not kept in versions: those of now are shown.
  Result<void> take_version(store::Version& version, const Memory* now) {
    if (version.was_absent() || !is_meant(version.memory))
      return {};
    if (now) {
      version.memory.access_count = now->access_count;
      version.memory.last_accessed_at = now->last_accessed_at;
      version.memory.reinforcement = now->reinforcement;
    }
    return take(std::move(version.memory));
  }

  Result<void> take_one(const std::string& id) {
    auto now = TRY(from_.memories.find_by_id(id));
    if (auto version = TRY(from_.memories.version_at(id, time_)))
      return take_version(*version, now ? &*now : nullptr);
    return now ? take(std::move(*now)) : Result<void>();
  }

  Result<void> take_named() {
    const std::vector<Link> gone = TRY(removed_links());
    std::vector<std::string> ids;
    const auto add = [&](const std::string& id) {
      if (ids.size() < most_walked && std::ranges::find(ids, id) == ids.end())
        ids.push_back(id);
    };
    for (const std::string& named : *scope_.ids) {
      const auto found = find_versioned_id(from_, named);
      if (found || found.error().code != Code::not_found)
        add(TRY(found));
    }
    std::size_t at = 0;
    for (std::int64_t step = 0; step < scope_.steps; ++step)
      for (const std::size_t end = ids.size(); at < end; ++at) {
        const std::string id = ids[at];
        std::vector<Link> links = gone;
        if (const auto now = TRY(from_.memories.find_by_id(id)))
          for (Link& link : TRY(from_.links.of(now->key))) links.push_back(std::move(link));
        for (const Link& link : links)
          if (link.source_id == id || link.target_id == id)
            add(link.source_id == id ? link.target_id : link.source_id);
      }
    for (const std::string& id : ids) TRY_VOID(take_one(id));
    return {};
  }

  // The links of memories that are gone since, which took their links along, and of settled pairs.
  Result<std::vector<Link>> removed_links() {
    auto links = TRY(from_.memories.links_removed_since(time_));
    TRY_VOID(from_.memories.each_archived([&](const Archived& archived) {
      if (archived.archived_at.time <= time_)
        return Result<void>();
      links.insert(links.end(), archived.links.begin(), archived.links.end());
      for (const std::string& source : archived.source_ids)
        links.push_back(
            {archived.memory.id, source, std::string(name_of(Relation::reflects_on)), {}, {}});
      return Result<void>();
    }));
    return links;
  }

  Result<void> take_links() {
    std::vector<Link> links = TRY(removed_links());
    const auto is_here = [&](const Link& link) {
      return link.created_at.time <= time_ && keys_.contains(link.source_id) &&
             keys_.contains(link.target_id);
    };
    std::erase_if(links, [&](const Link& link) { return !is_here(link); });
    TRY_VOID(from_.links.each([&](const Link& link) {
      if (is_here(link))
        links.push_back(link);
      return Result<void>();
    }));
    if (links.empty())
      return {};
    return to_.write([&](store::Writer& writer) -> Result<void> {
      counts_.links = 0;
      for (const Link& link : links) {
        // One without a time of its own is as old as its source.
        Link dated = link;
        if (dated.created_at.time == Time{})
          dated.created_at = dated.valid_from =
              TRY(writer.memories.find_by_id(link.source_id))->created_at;
        counts_.links +=
            TRY(writer.links.add(keys_.at(link.source_id), keys_.at(link.target_id), dated)) ? 1
                                                                                             : 0;
      }
      return writer.links.raise_depths(max_reflection_depth);
    });
  }

  // A standard holds for namespaces below its own: its memory comes along.
  Result<void> take_standards() {
    TRY_VOID(from_.memories.each_standard([&](const StandardRow& row) {
      if (row.updated_at <= time_)
        standards_.push_back(row);
      return Result<void>();
    }));
    for (const StandardRow& row : standards_)
      if (row.id && !taken_.contains(*row.id))
        TRY_VOID(take_standard(*row.id));
    return {};
  }

  Result<void> take_standard(const std::string& id) {
    auto memory = TRY(from_.memories.find_by_id(id));
    if (auto version = TRY(from_.memories.version_at(id, time_)))
      memory = version->was_absent() ? std::nullopt : std::optional(version->memory);
    return memory ? take(std::move(*memory)) : Result<void>();
  }

  Result<void> write_standards() {
    if (standards_.empty())
      return {};
    return to_.write([&](store::Writer& writer) -> Result<void> {
      for (const StandardRow& row : standards_) {
        const auto found = row.id ? keys_.find(*row.id) : keys_.end();
        TRY_VOID(writer.memories.put_standard(
            row, found == keys_.end() ? std::nullopt : std::optional(found->second)));
      }
      return {};
    });
  }

  Result<void> take_archive() {
    std::vector<Archived> archive;
    TRY_VOID(from_.memories.each_archived([&](const Archived& archived) {
      if (archived.archived_at.time <= time_ && is_meant(archived.memory) &&
          !taken_.contains(archived.memory.id))
        archive.push_back(archived);
      return Result<void>();
    }));
    if (archive.empty())
      return {};
    counts_.archived = std::ssize(archive);
    return to_.write([&](store::Writer& writer) -> Result<void> {
      for (const Archived& each : archive) TRY_VOID(writer.memories.add_archived(each));
      return {};
    });
  }

  // Names of namespaces are those of now.
  Result<void> take_names() {
    const auto names = TRY(from_.records.name_keys());
    if (names.empty())
      return {};
    return to_.write([&](store::Writer& writer) -> Result<void> {
      for (const store::NameKey& each : names) TRY_VOID(writer.records.put_name_key(each));
      return {};
    });
  }

  store::Reader& from_;
  const Time time_;
  const MomentScope& scope_;
  Filter in_;                     // the namespaces that are meant
  const Candidates* candidates_;  // null: all
  store::Access to_;
  const Embeddings& embeddings_;
  std::vector<Memory> memories_;  // not written yet
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, Key> keys_;
  std::vector<StandardRow> standards_;
  MomentCounts counts_;
};

}  // namespace

Result<MomentCounts> write_moment(Engine& engine, Time time, const MomentScope& scope,
                                  store::Store& into) {
  const auto candidates = TRY(candidates_of(engine, scope, time));
  return engine.database.read([&](store::Reader& reader) {
    return MomentWriter(reader, time, scope, candidates ? &*candidates : nullptr,
                        store::Access(into, engine.database.stop()), engine.embeddings)
        .run();
  });
}

Result<MomentCounts> rewind(Engine& engine, Time time, const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(file, error)))
    return Failure(conflict("there is a file " + file.native() + " already: name a new one"));
  const auto store = TRY(engine.file_store(file, false, engine.clock));
  auto counts = write_moment(engine, time, {}, *store);
  if (counts)
    TRY_VOID(store->finish());
  return counts;
}

Moment::Moment(const Engine& engine, Time time)
    : clock_(time), embeddings_(engine.embeddings.built_in()) {}

Result<std::unique_ptr<Moment>> Moment::make(Engine& engine, Time time, const MomentScope& scope) {
  if (!engine.file_store)
    return Failure(unavailable("the memories of a past time cannot be read here", {}));
  std::unique_ptr<Moment> moment(new Moment(engine, std::min(time, engine.clock.now())));
  moment->store_.emplace(TRY(ScratchStore::make(engine, moment->clock_)));
  TRY(write_moment(engine, time, scope, **moment->store_));
  // Its own database shows only what the caller may see: the one it was written from did.
  moment->engine_.emplace(Engine{store::Access(**moment->store_, engine.database.stop()),
                                 moment->clock_, engine.options, moment->touches_,
                                 moment->embeddings_, engine.llm, engine.expansions});
  moment->engine_->options.sessions.clear();
  moment->engine_->options.access_log = AccessLog::never;
  moment->engine_->rights = engine.rights;
  moment->engine_->present = &engine;
  return moment;
}

}  // namespace aim::engine
