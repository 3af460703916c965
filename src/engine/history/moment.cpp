#include "engine/history/moment.h"

#include <unordered_map>
#include <unordered_set>

#include "engine/history/may_answer.h"
#include "engine/lookup/by_id.h"
#include "engine/lookup/names_today.h"
#include "engine/new_memories.h"
#include "engine/search/recall.h"
#include "memory/rules.h"
#include "memory/tier.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/search.h"

namespace aim::engine {
namespace {

constexpr std::int64_t few = 2'000;        // memories; so many are all taken
constexpr std::int64_t few_changes = 200;  // compared by meaning too: each costs some 50 µs
constexpr std::int64_t candidates_a_hit = 5, least_candidates = 50;

std::int64_t candidates_for(const MomentScope& scope) {
  return std::max(least_candidates, candidates_a_hit * scope.limit);
}
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
  Query query{.text = scope.question, .filter = scope.filter, .limit = candidates_for(scope)};
  query.by_meaning = scope.by_meaning;
  query.noted = false;
  query.min_score = 0;
  auto hits = TRY(recall(engine, query)).hits;
  const auto found = std::ssize(hits);
  std::erase_if(hits, [&](const Hit& hit) { return hit.memory.created_at.time > time; });
  // Newer memories took most of the places, so the question is asked again of the older ones alone.
  // The second search is rarely needed, and costs more than the first.
  if (2 * std::ssize(hits) < found) {
    query.filter.until = std::min(query.filter.until.value_or(time), time);
    hits = TRY(recall(engine, query)).hits;
  }
  return std::optional(Candidates{std::move(hits), MayAnswer(engine, query)});
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
        memories_(to_, candidates && !scope.by_meaning ? nullptr : &embeddings) {
    in_.name_space = scope.filter.name_space;
    in_.beside = scope.filter.beside;
  }

  Result<MomentCounts> run() {
    name_keys_ = TRY(from_.records.name_keys());
    names_ = NamesToday(name_keys_);
    TRY_VOID(scope_.ids ? take_named() : candidates_ ? take_candidates() : take_all());
    TRY_VOID(take_standards());
    TRY_VOID(scope_.ids || candidates_ ? Result<void>() : take_archive());
    TRY_VOID(add_renamed());
    TRY_VOID(memories_.write_rest());
    counts_.memories = std::ssize(memories_.keys());
    counts_.refused = memories_.refused();
    TRY_VOID(write_standards());
    TRY_VOID(take_links());
    TRY_VOID(take_names());
    return counts_;
  }

 private:
  bool is_meant(const Memory& memory) const {
    return matches_filter(names_.of(memory.name_space), in_);
  }

  Result<void> take(Memory memory) {
    if (memory.created_at.time > time_ || !taken_.insert(memory.id).second)
      return {};
    if (memory.key != 0)
      keys_now_.emplace(memory.id, memory.key);
    if (names_.empty())
      return memories_.add(std::move(memory));
    if (names_.of(memory.name_space) != memory.name_space) {
      renamed_.push_back(std::move(memory));
      return {};
    }
    titles_.insert(title_key(memory));
    return memories_.add(std::move(memory));
  }

  static std::string title_key(const Memory& memory) {
    return memory.name_space + '\n' + memory.title;
  }

  // Memories of a namespace that has another name today. One of its title may be there, too.
  Result<void> add_renamed() {
    for (Memory& memory : renamed_) {
      const std::string former = std::exchange(memory.name_space, names_.of(memory.name_space));
      const std::string title = memory.title;
      for (int number = 1; !titles_.insert(title_key(memory)).second; ++number)
        memory.title = title_of_moved(title, former, number);
      TRY_VOID(memories_.add(std::move(memory)));
    }
    return {};
  }

  // Memories of now that are as they were, and versions of the others.
  Result<void> take_all() {
    std::unordered_map<std::string, store::Version> then;
    TRY_VOID(from_.memories.each_version_at(time_, [&](store::Version&& version) {
      std::string id = version.memory.id;
      then.emplace(std::move(id), std::move(version));
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

  // The best of now as they were, and of the others those that may answer best.
  Result<void> take_candidates() {
    for (const Hit& hit : candidates_->now) {
      auto version = TRY(from_.memories.version_at(hit.memory.id, time_));
      TRY_VOID(version ? take_version(*version, &hit.memory) : take(hit.memory));
    }
    const auto words = candidates_->may_answer.words();
    const bool by_words =
        !words.empty() &&
        (!scope_.by_meaning || TRY(from_.memories.changes_since(time_)) > few_changes);
    const auto most = static_cast<std::size_t>(candidates_for(scope_));
    std::vector<std::pair<double, store::Version>> then;
    const auto better = [](const auto& a, const auto& b) { return a.first > b.first; };
    const auto look = [&](const store::Version& version) -> Result<bool> {
      if (version.was_absent() || version.memory.name_space.empty() || !is_meant(version.memory) ||
          taken_.contains(version.memory.id) || !passes(version.memory, scope_.filter, time_))
        return true;
      if (const double fit = TRY(candidates_->may_answer(version.memory)); fit > 0)
        then.emplace_back(fit, version);
      if (by_words)
        return then.size() < most;
      if (then.size() >= 2 * most) {
        std::ranges::nth_element(then, then.begin() + static_cast<std::ptrdiff_t>(most), better);
        then.resize(most);
      }
      return true;
    };
    if (by_words)
      TRY_VOID(from_.memories.each_version_that_lost(time_, words, look));
    else
      TRY_VOID(
          from_.memories.each_version_at(time_, [&](const store::Version& version) -> Result<void> {
            TRY(look(version));
            return Result<void>();
          }));
    std::ranges::sort(then, better);
    then.resize(std::min(then.size(), most));
    for (auto& [fit, version] : then) {
      const auto now = TRY(from_.memories.find_by_id(version.memory.id));
      TRY_VOID(take_version(version, now ? &*now : nullptr));
    }
    return {};
  }

  // Uses are not kept in versions: those of now are shown.
  Result<void> take_version(store::Version& version, const Memory* now) {
    if (!is_meant(version.memory))
      return {};
    if (version.change == "restore" && version.by.operation == "archive_restore")
      TRY_VOID(take_archived(version));
    if (version.was_absent())
      return {};
    if (now) {
      version.memory.key = now->key;
      version.memory.access_count = now->access_count;
      version.memory.last_accessed_at = now->last_accessed_at;
      version.memory.reinforcement = now->reinforcement;
    }
    return take(std::move(version.memory));
  }

  // It was in the archive then, and came back since: what it was when it went, and when that was,
  // its deletion says.
  Result<void> take_archived(const store::Version& back) {
    const std::string& id = back.memory.id;
    Archived archived{back.memory, back.memory.created_at, "delete"};
    for (const store::Version& each : TRY(from_.memories.all_versions_of(id)))
      if (each.change == "delete" && each.version < back.version)
        archived = {each.memory, at(each.until),
                    each.by.operation.empty() ? each.change : each.by.operation};
    if (was_archived_.insert(id).second)
      archive_.push_back(std::move(archived));
    return {};
  }

  Result<void> take_one(const std::string& id) {
    auto now = TRY(from_.memories.find_by_id(id));
    if (auto version = TRY(from_.memories.version_at(id, time_)))
      return take_version(*version, now ? &*now : nullptr);
    return now ? take(std::move(*now)) : Result<void>();
  }

  Result<void> take_named() {
    std::vector<std::string> ids;
    const auto add = [&](const std::string& id) {
      if (ids.size() < most_walked && std::ranges::find(ids, id) == ids.end())
        ids.push_back(id);
    };
    for (const std::string& named : *scope_.ids) {
      const auto found = find_versioned_id(from_, named);
      if (found)
        add(*found);
      else if (found.error().code == Code::not_found)
        TRY_VOID(each_titled(named, add));
      else
        return Failure(found.error());
    }
    std::size_t at = 0;
    for (std::int64_t step = 0; step < scope_.steps; ++step)
      for (const std::size_t end = ids.size(); at < end; ++at) {
        const std::string id = ids[at];
        for (const Link& link : TRY(links_then(id)))
          add(link.source_id == id ? link.target_id : link.source_id);
      }
    for (const std::string& id : ids) TRY_VOID(take_one(id));
    return {};
  }

  // Calls `add` for memories that have the title now or had it at a time since.
  Result<void> each_titled(const std::string& title,
                           const std::function<void(const std::string&)>& add) {
    for (const auto& row : TRY(from_.search.name_spaces("")))
      if (const auto memory = TRY(from_.memories.find_by_title(row.name, title)))
        add(memory->id);
    return from_.memories.each_version_at(time_, [&](const store::Version& version) {
      if (version.memory.title == title)
        add(version.memory.id);
      return Result<void>();
    });
  }

  // Links of one memory, or all when `id` is empty: those that the first change since has removed,
  // and those of now that no change since has made.
  Result<std::vector<Link>> links_then(const std::string& id) {
    std::vector<Link> links;
    std::set<std::tuple<std::string, std::string, std::string>> changed;
    for (store::LinkChange& each : TRY(from_.links.changes_since(time_, id)))
      if (changed.emplace(each.link.source_id, each.link.target_id, each.link.relation).second &&
          !each.made)
        links.push_back(std::move(each.link));
    const auto add = [&](const Link& now) {
      if (!changed.contains({now.source_id, now.target_id, now.relation}))
        links.push_back(now);
      return Result<void>();
    };
    if (id.empty())
      TRY_VOID(from_.links.each(add));
    else if (const auto key = TRY(key_now(id)))
      for (const Link& each : TRY(from_.links.of(*key))) TRY_VOID(add(each));
    return links;
  }

  Result<std::optional<Key>> key_now(const std::string& id) {
    if (const auto found = keys_now_.find(id); found != keys_now_.end())
      return std::optional(found->second);
    if (taken_.contains(id))
      return std::optional<Key>();
    const auto now = TRY(from_.memories.find_by_id(id));
    return now ? std::optional(now->key) : std::nullopt;
  }

  Result<void> take_links() {
    std::vector<Link> links;
    if (std::ssize(memories_.keys()) > few)
      links = TRY(links_then({}));
    else
      for (const auto& [id, key] : memories_.keys())
        for (Link& each : TRY(links_then(id))) links.push_back(std::move(each));
    const auto is_here = [&](const Link& link) {
      return link.created_at.time <= time_ && memories_.keys().contains(link.source_id) &&
             memories_.keys().contains(link.target_id);
    };
    std::erase_if(links, [&](const Link& link) { return !is_here(link); });
    if (links.empty())
      return {};
    return to_.write([&](store::Writer& writer) -> Result<void> {
      counts_.links = 0;
      for (const Link& link : links) {
        counts_.links += TRY(writer.links.add(memories_.keys().at(link.source_id),
                                              memories_.keys().at(link.target_id), link))
                             ? 1
                             : 0;
      }
      return writer.links.raise_depths(max_reflection_depth);
    });
  }

  // A standard holds for namespaces below its own: its memory comes along.
  Result<void> take_standards() {
    std::set<std::string> changed;
    for (const store::LinkChange& each : TRY(from_.links.standards_changed_since(time_)))
      if (changed.insert(each.link.target_id).second && !each.made)
        standards_.push_back(
            {each.link.target_id, each.link.source_id, {}, each.parent, each.link.created_at.time});
    TRY_VOID(from_.memories.each_standard([&](const StandardRow& row) {
      if (row.updated_at <= time_ && !changed.contains(row.name_space))
        standards_.push_back(row);
      return Result<void>();
    }));
    rename_standards();
    for (const StandardRow& row : standards_)
      if (row.id && !taken_.contains(*row.id))
        TRY_VOID(take_standard(*row.id));
    return {};
  }

  // The standard of a former name is that of today's name, unless that had one itself.
  void rename_standards() {
    std::set<std::string> own;
    for (const StandardRow& row : standards_) own.insert(row.name_space);
    for (StandardRow& row : standards_) {
      if (!own.contains(names_.of(row.name_space)))
        row.name_space = names_.of(row.name_space);
      if (row.parent)
        row.parent = names_.of(*row.parent);
    }
  }

  Result<void> take_standard(const std::string& id) {
    auto memory = TRY(from_.memories.find_by_id(id));
    if (auto version = TRY(from_.memories.version_at(id, time_))) {
      if (version->was_absent())
        return {};
      version->memory.key = memory ? memory->key : 0;
      memory = std::move(version->memory);
    }
    return memory ? take(std::move(*memory)) : Result<void>();
  }

  Result<void> write_standards() {
    if (standards_.empty())
      return {};
    return to_.write([&](store::Writer& writer) -> Result<void> {
      for (const StandardRow& row : standards_) {
        const auto found = row.id ? memories_.keys().find(*row.id) : memories_.keys().end();
        TRY_VOID(writer.memories.put_standard(
            row, found == memories_.keys().end() ? std::nullopt : std::optional(found->second)));
        if (!row.confirmed)
          TRY_VOID(writer.memories.doubt_standard(row.name_space));
      }
      return {};
    });
  }

  Result<void> take_archive() {
    TRY_VOID(from_.memories.each_archived([&](const Archived& archived) {
      if (archived.archived_at.time <= time_ && is_meant(archived.memory) &&
          !taken_.contains(archived.memory.id) && was_archived_.insert(archived.memory.id).second)
        archive_.push_back(archived);
      return Result<void>();
    }));
    if (archive_.empty())
      return {};
    counts_.archived = std::ssize(archive_);
    return to_.write([&](store::Writer& writer) -> Result<void> {
      for (Archived each : archive_) {
        each.memory.name_space = names_.of(each.memory.name_space);
        TRY_VOID(writer.memories.add_archived(each));
      }
      return {};
    });
  }

  // Names of namespaces are those of now.
  Result<void> take_names() {
    if (name_keys_.empty())
      return {};
    return to_.write([&](store::Writer& writer) -> Result<void> {
      for (const store::NameKey& each : name_keys_) TRY_VOID(writer.records.put_name_key(each));
      return {};
    });
  }

  store::Reader& from_;
  const Time time_;
  const MomentScope& scope_;
  Filter in_;                     // the namespaces that are meant
  const Candidates* candidates_;  // null: all
  store::Access to_;
  NewMemories memories_;
  std::vector<store::NameKey> name_keys_;
  NamesToday names_;  // by them
  std::vector<Memory> renamed_;
  std::unordered_set<std::string> titles_;  // memories that were added, where names changed
  std::unordered_set<std::string> taken_, was_archived_;
  std::unordered_map<std::string, Key> keys_now_;  // of those that are there now
  std::vector<StandardRow> standards_;
  std::vector<Archived> archive_;
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
    return Failure(conflict("there is a file " + file.string() + " already: name a new one"));
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
