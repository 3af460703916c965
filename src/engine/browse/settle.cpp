// Settling an item of the review. Said in review.h.
#include <charconv>

#include "engine/browse/review.h"
#include "engine/consolidate.h"
#include "engine/forget.h"
#include "engine/relate.h"
#include "engine/remember.h"
#include "engine/standards.h"
#include "engine/write_step.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

struct Parsed {
  ReviewKind kind{};
  std::vector<Memory> memories;
};

Result<Parsed> find_item(Engine& engine, const std::string& item) {
  const auto unknown = [&] { return Failure(missing("no such item: \"" + item + "\"")); };
  const std::size_t dash = item.find('-');
  const auto kind = value_of<ReviewKind>(item.substr(0, dash));
  if (!kind || dash == item.npos)
    return unknown();
  std::array<Key, 2> keys{};
  const char* at = item.data() + dash + 1;
  const char* const end = item.data() + item.size();
  for (Key& key : keys) {
    const auto [next, error] = std::from_chars(at, end, key);
    if (error != std::errc())
      return unknown();
    at = next + (next < end ? 1 : 0);
  }
  const std::size_t wanted = keys[1] == 0 ? 1 : 2;
  auto memories = TRY(engine.database.read([&](store::Reader& reader) {
    return reader.memories.by_keys(std::span<const Key>(keys.data(), wanted));
  }));
  if (memories.size() != wanted)
    return unknown();
  return Parsed{*kind, std::move(memories)};
}

bool is_pair(ReviewKind kind) {
  return kind == ReviewKind::contradiction || kind == ReviewKind::duplicate ||
         kind == ReviewKind::similar;
}

bool fits(ReviewKind kind, Settlement action) {
  switch (action) {
    case Settlement::remove:
    case Settlement::extend:
      return !is_pair(kind);
    case Settlement::confirm:
      return kind == ReviewKind::unconfirmed;
    default:
      return is_pair(kind);
  }
}

// Everything in one write, of how the two are then: whatever fails leaves nothing, and what another
// client changed meanwhile is kept for undo too.
Result<Settled> keep_one(Engine& engine, ReviewKind kind, const Memory& kept, const Memory& other) {
  if (kind != ReviewKind::contradiction) {
    TRY(remove(engine, other.id));
    return Settled{{other.id}, other.id};
  }
  TRY(resolve(engine, kept.id, other.id));
  return Settled{{kept.id, other.id}, other.id};
}

Result<Settled> keep_both(Engine& engine, ReviewKind kind, const Memory& first,
                          const Memory& second) {
  const Time now = engine.clock.now();
  const bool changed = TRY(write_step(engine, "settle", [&](store::Writer& writer) -> Result<bool> {
    bool any = false;
    const Ends ends = TRY(find_ends(writer, first.id, "memory", second.id, "memory"));
    if (kind == ReviewKind::contradiction)
      for (const Ends& each : {ends, Ends{ends.target, ends.source}})
        any |= TRY(unlink(writer, engine, each, Relation::contradicts, now)).has_value();
    return TRY(link(writer, ends, Relation::related_to, now)).has_value() || any;
  }));
  return Settled{{first.id, second.id}, changed ? first.id : ""};
}

Result<Settled> extend(Engine& engine, const Memory& memory) {
  TRY(promote(engine, memory.id));
  return Settled{{memory.id}, memory.id};
}

Result<Settled> merge_both(Engine& engine, const Memory& first, const Memory& second) {
  ConsolidateRequest request;
  request.ids = {first.id, second.id};
  request.title = first.title;
  request.name_space = first.name_space;
  request.summary = first.content;
  if (first.content != second.content)
    request.summary.append("\n\n").append(second.content);
  TRY_VOID(check(rule::content, "content", request.summary));
  const Memory merged = TRY(consolidate(engine, request));
  return Settled{{merged.id, first.id, second.id}, merged.id};
}

// Where the memory is proposed as a standard, or two devices changed it, this is the owner's word
// on that.
Result<Settled> confirm(Engine& engine, const Memory& memory) {
  const bool conflicted = TRY(engine.database.write([&](store::Writer& writer) -> Result<bool> {
    const std::string conflict = std::string(store::conflict_of_devices) + memory.id,
                      beside = std::string(store::beside_a_title) + memory.id;
    const bool changed = TRY(writer.records.fact(conflict)).has_value();
    const bool is_new = TRY(writer.records.fact(beside)) == 0;
    if (changed)
      TRY_VOID(writer.records.clear_fact(conflict));
    if (is_new)
      TRY_VOID(writer.records.set_fact(beside, 1));
    return changed || is_new;
  }));
  if (conflicted)
    return Settled{{memory.id}, ""};
  const auto proposed = TRY(engine.database.read(proposed_standards));
  if (proposed.contains(memory.key)) {
    TRY(confirm_standard(engine, memory.id));
    return Settled{{memory.id}, ""};
  }
  Changes changes;
  changes.metadata = with_text(memory.metadata, "confirmed", format_rfc3339(engine.clock.now()));
  TRY(update(engine, memory.id, changes));
  return Settled{{memory.id}, memory.id};
}

}  // namespace

Result<Settled> settle(Engine& engine, const std::string& item, Settlement action) {
  const Parsed found = TRY(find_item(engine, item));
  if (!fits(found.kind, action))
    return Failure(refuse("action", "must be one that is for items of the kind " +
                                        std::string(name_of(found.kind)) + "; got \"" +
                                        std::string(name_of(action)) + "\""));
  const Memory& first = found.memories.front();
  const Memory& second = found.memories.back();
  switch (action) {
    case Settlement::keep_first:
      return keep_one(engine, found.kind, first, second);
    case Settlement::keep_second:
      return keep_one(engine, found.kind, second, first);
    case Settlement::keep_both:
      return keep_both(engine, found.kind, first, second);
    case Settlement::merge:
      return merge_both(engine, first, second);
    case Settlement::confirm:
      return confirm(engine, first);
    case Settlement::extend:
      return extend(engine, first);
    case Settlement::remove:
      break;
  }
  TRY(remove(engine, first.id));
  return Settled{{first.id}, first.id};
}

}  // namespace aim::engine
