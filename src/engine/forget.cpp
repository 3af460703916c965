#include "engine/forget.h"

#include <unordered_set>

#include "base/append.h"
#include "engine/audit/events.h"
#include "engine/lookup/by_id.h"
#include "engine/upkeep.h"
#include "engine/write_step.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::int64_t at_once = 500;  // memories a transaction
constexpr std::size_t max_listed = 1'000;

bool holds_all(const Memory& memory, const std::vector<std::string>& words) {
  if (words.empty())
    return true;
  std::unordered_set<std::string> there;
  const auto add = [&](std::string_view text) {
    for (std::string& word : text::exact_words(text)) there.insert(std::move(word));
  };
  add(memory.title);
  add(memory.content);
  for (const std::string& tag : memory.tags) add(tag);
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return there.contains(word); });
}

Filter filter_of(const ForgetRequest& request) {
  Filter filter = request.also;
  filter.name_space = request.name_space;
  if (request.tier)
    filter.tiers = {*request.tier};
  return filter;
}

bool narrows(const ForgetRequest& request) {
  const Filter also = filter_of(request);
  return !request.ids.empty() || !request.name_space.empty() || !also.tiers.empty() || also.kind ||
         !also.tags.empty() || also.since || also.until;
}

Payload payload_of(const ForgetRequest& request, const std::vector<std::string>& ids) {
  const Filter also = filter_of(request);
  Payload payload;
  payload.add("ids", ids);
  if (also.kind)
    payload.add("kind", name_of(*also.kind));
  if (!request.name_space.empty())
    payload.add("namespace", request.name_space);
  // Not the pattern itself: what a person wants forgotten must not stay in events, which are kept
  // permanently.
  payload.add("pattern", !request.pattern.empty());
  if (also.since)
    payload.add("since", format_rfc3339(*also.since));
  if (!also.tags.empty())
    payload.add("tags", also.tags);
  if (!also.tiers.empty())
    payload.add("tier", join_texts(also.tiers, ",", [](Tier each) { return name_of(each); }));
  if (also.until)
    payload.add("until", format_rfc3339(*also.until));
  return payload;
}

// The same for each of its transactions.
struct Forgetting {
  const Engine& engine;
  const ForgetRequest& request;
  const std::vector<std::string>& words;  // those in the pattern
  Time now;
};

// The memories that the request names and its filters let pass.
Result<std::vector<Memory>> named(store::Reader& reader, const ForgetRequest& request, Time now) {
  auto all = TRY(find_living_memories(reader, request.ids, now));
  const Filter filter = filter_of(request);
  std::erase_if(all, [&](const Memory& memory) {
    return !matches_filter(memory.name_space, filter) || !passes(memory, filter, now);
  });
  return all;
}

Result<void> purge(store::Writer& writer, const std::string& id, Time now, Forgotten& forgotten) {
  forgotten.versions += TRY(writer.memories.purge(id, now)).versions;
  return {};
}

// One transaction: looks at the next memories after `after`, and takes those that match; without a
// writer only counts them. Returns the last key looked at; nothing when there are no more.
Result<std::optional<Key>> forget_some(store::Reader& reader, store::Writer* writer,
                                       const Forgetting& what, Key after, Forgotten& forgotten) {
  const auto& [engine, request, words, now] = what;
  const Filter filter = filter_of(request);
  const auto memories = TRY(request.ids.empty() ? reader.memories.matching(filter, at_once, after)
                                                : named(reader, request, now));
  if (memories.empty())
    return std::optional<Key>();
  std::vector<std::string> gone;
  for (const Memory& memory : memories) {
    if (!holds_all(memory, words))
      continue;
    ++forgotten.count;
    if (forgotten.listed.size() < max_listed)
      forgotten.listed.emplace_back(memory.id, memory.title);
    if (!writer)
      continue;
    if (!request.permanently)
      TRY_VOID(writer->memories.add_archived({memory, at(now), "forget"}));
    TRY_VOID(writer->memories.erase(memory, now));
    if (request.permanently)
      TRY_VOID(purge(*writer, memory.id, now, forgotten));
    gone.push_back(memory.id);
  }
  if (writer)
    TRY_VOID(record_ids(*writer, engine, event::memories_forgotten, gone,
                        [&](const auto& ids) { return payload_of(what.request, ids); }));
  return request.ids.empty() ? std::optional(memories.back().key) : std::optional<Key>();
}

// Removes the matching rows of the archive and of versions for good. A memory that is still there
// loses all its versions.
Result<void> forget_traces(store::Reader& reader, store::Writer* writer, const Forgetting& what,
                           Forgotten& forgotten) {
  const auto& [engine, request, words, now] = what;
  const Filter filter = filter_of(request);
  std::map<std::string, std::string> matching;  // titles by id
  const std::set<std::string> only(request.ids.begin(), request.ids.end());
  const auto matches = [&](Memory memory) {
    memory.expires_at.reset();
    return (only.empty() || only.contains(memory.id)) &&
           matches_filter(memory.name_space, filter) && passes(memory, filter, now) &&
           holds_all(memory, words);
  };
  const auto look = [&](const Memory& memory) -> Result<void> {
    if (matches(memory))
      matching.emplace(memory.id, memory.title);
    return {};
  };
  TRY_VOID(reader.memories.each_archived([&](const Archived& each) { return look(each.memory); }));
  TRY_VOID(reader.memories.each_version([&](const store::Version& each) {
    return each.change == "cut" ? Result<void>() : look(each.memory);
  }));
  std::vector<std::string> gone;
  for (const auto& [id, title] : matching) {
    if (const auto now_there = TRY(reader.memories.find_by_id(id))) {
      if (matches(*now_there))  // a dry run has left it
        continue;
      ++forgotten.histories;
      if (writer)
        TRY_VOID(writer->memories.erase_versions(id, now));
      continue;
    }
    ++forgotten.count;
    if (forgotten.listed.size() < max_listed)
      forgotten.listed.emplace_back(id, title);
    if (writer)
      TRY_VOID(purge(*writer, id, now, forgotten));
    gone.push_back(id);
  }
  return writer ? record_ids(*writer, engine, event::memories_forgotten, gone,
                             [&](const auto& ids) { return payload_of(request, ids); })
                : Result<void>();
}

}  // namespace

Result<Memory> remove(Engine& engine, const std::string& id) {
  const Time now = engine.clock.now();
  return write_step(engine, "delete", [&](store::Writer& writer) -> Result<Memory> {
    Memory memory = TRY(find_memory(writer, id));
    TRY_VOID(remove_within(writer, engine, memory, now));
    return memory;
  });
}

Result<void> remove_within(store::Writer& writer, const Engine& engine, const Memory& memory,
                           Time now, bool lives_on) {
  TRY_VOID(lives_on ? writer.memories.erase_united(memory, now)
                    : writer.memories.erase(memory, now));
  Payload payload;
  payload.add("ids", std::vector{memory.id}).add("namespace", memory.name_space);
  return record(writer, engine, event::memory_deleted, payload);
}

Result<RemovedForGood> remove_for_good(Engine& engine, const std::string& id) {
  const Time now = engine.clock.now();
  const auto removed =
      TRY(engine.database.write([&](store::Writer& writer) -> Result<RemovedForGood> {
        RemovedForGood gone;
        auto known = find_versioned_id(writer, id);
        if (!known && known.error().code == Code::not_found)
          known = find_archived_id(writer, id);
        if (!known)
          return Failure(
              known.error().code == Code::not_found
                  ? missing("no memory, archived memory or history with id \"" + id + "\"")
                  : known.error());
        gone.id = *known;
        if (const auto memory = TRY(writer.memories.find_by_id(gone.id))) {
          gone.name_space = memory->name_space;
          TRY_VOID(writer.memories.erase(*memory, now));
        }
        gone.traces = TRY(writer.memories.purge(gone.id, now));
        Payload payload;
        payload.add("ids", std::vector{gone.id}).add("namespace", gone.name_space);
        TRY_VOID(record(writer, engine, event::memory_deleted, payload));
        return gone;
      }));
  TRY_VOID(wipe_deleted(engine));
  return removed;
}

Result<Forgotten> forget(Engine& engine, const ForgetRequest& request,
                         const std::function<void(std::int64_t done)>& notify) {
  const auto words = text::exact_words(request.pattern);
  // Without this a pattern of punctuation would fit everything in the namespace.
  if (words.empty() && !request.pattern.empty())
    return Failure(refuse("pattern", "must contain at least one word (letters or digits)"));
  if (words.empty() && !narrows(request))
    return Failure(Error{
        Code::validation_failed,
        "specify at least one filter: namespace, pattern, tier, kind, tags, since, until or ids",
        "pattern",
        {},
        {}});
  const Forgetting forgetting{engine, request, words, engine.clock.now()};
  Forgotten forgotten;
  for (std::optional<Key> after = 0; after;) {
    Forgotten so_far = forgotten;
    const auto step = [&](store::Reader& reader, store::Writer* writer) {
      return forget_some(reader, writer, forgetting, *after, so_far);
    };
    after = TRY(
        request.dry_run
            ? engine.database.read([&](store::Reader& reader) { return step(reader, nullptr); })
        : request.permanently
            ? engine.database.write([&](store::Writer& writer) { return step(writer, &writer); })
            : write_step(engine, "forget",
                         [&](store::Writer& writer) { return step(writer, &writer); }));
    forgotten = std::move(so_far);
    if (notify)
      notify(forgotten.count);
    if (after)
      TRY_VOID(engine.database.go_on());
  }
  if (request.permanently && request.dry_run)
    TRY_VOID(engine.database.read([&](store::Reader& reader) {
      return forget_traces(reader, nullptr, forgetting, forgotten);
    }));
  else if (request.permanently)
    TRY_VOID(engine.database.write([&](store::Writer& writer) {
      return forget_traces(writer, &writer, forgetting, forgotten);
    }));
  if (!request.dry_run && request.permanently && forgotten.count + forgotten.histories > 0)
    TRY_VOID(wipe_deleted(engine));
  return forgotten;
}

}  // namespace aim::engine
