#include "engine/remember.h"

#include "base/append.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "base/uuid.h"
#include "engine/lookup/by_id.h"
#include "engine/lookup/by_title.h"
#include "engine/relate.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "memory/titles.h"
#include "store/links.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/transcripts.h"
#include "store/types.h"
#include "text/stretch.h"

namespace aim::engine {
namespace {

Result<std::optional<Timestamp>> expiry_of(const Draft& draft, Time now) {
  if (draft.expires_at)
    return std::optional(TRY(future_time(*draft.expires_at, now)));
  if (draft.ttl_secs)
    return std::optional(at(later(now, std::chrono::seconds(*draft.ttl_secs))));
  return std::optional<Timestamp>();
}

// A valid time as a caller gives it: of a day, the beginning for `from`, else its end.
Result<std::optional<Timestamp>> valid_time(const std::optional<std::string>& text,
                                            std::string_view field, Time now) {
  if (!text)
    return std::optional<Timestamp>();
  if (auto exact = parse_rfc3339(*text, field))
    return std::optional(std::move(*exact));
  const bool is_start = field == "valid_from";
  const auto side = is_start ? text::Side::past : text::Side::future;
  const auto stretch = TRY(text::parse_stretch(*text, field, now, side));
  return std::optional(at(is_start ? stretch.first : stretch.last));
}

Result<void> check_valid_times(const Memory& memory) {
  if (memory.valid_from && memory.valid_until && memory.valid_until->time < memory.valid_from->time)
    return Failure(refuse("valid_until",
                          "must not be before valid_from, which is " + memory.valid_from->text()));
  return {};
}

// The memory as it is asked for, with what needs the clock or the options checked: before anything
// is written.
Result<Memory> asked_memory(const Engine& engine, const Draft& draft, Time now) {
  TRY_VOID(check_name_space(engine, draft.name_space));
  Memory memory;
  memory.expires_at = TRY(expiry_of(draft, now));
  memory.deadline = memory.expires_at.has_value();
  memory.id = new_uuid();
  memory.tier = draft.tier;
  memory.name_space = draft.name_space;
  memory.title = draft.title;
  memory.content = draft.content;
  memory.tags = draft.tags;
  memory.priority = draft.priority;
  memory.confidence = draft.confidence;
  memory.source = draft.source;
  memory.created_at = memory.updated_at = at(now);
  memory.metadata = draft.metadata;
  memory.kind = draft.kind;
  memory.reflection_depth = draft.reflection_depth;
  memory.valid_from = TRY(valid_time(draft.valid_from, "valid_from", now));
  memory.valid_until = TRY(valid_time(draft.valid_until, "valid_until", now));
  TRY_VOID(check_valid_times(memory));
  return memory;
}

// The memory as the changes want it. Errors: the expiry is no time, or past.
Result<Memory> changed(const Memory& old, const Changes& changes, Time now,
                       const Lifetimes& lifetimes) {
  Memory memory = old;
  if (changes.title)
    memory.title = *changes.title;
  if (changes.content)
    memory.content = *changes.content;
  if (changes.name_space)
    memory.name_space = *changes.name_space;
  if (changes.metadata)
    memory.metadata = replaced_metadata(old.metadata, *changes.metadata);
  if (changes.source)
    memory.source = *changes.source;
  if (changes.tags)
    memory.tags = *changes.tags;
  std::erase_if(memory.tags, [&](const std::string& tag) {
    return std::ranges::find(changes.remove_tags, tag) != changes.remove_tags.end();
  });
  for (const std::string& tag : changes.add_tags) add_once(memory.tags, tag);
  if (memory.tags.size() > rule::tags.max_items)
    return Failure(refuse("add_tags", "may give a memory at most " +
                                          std::to_string(rule::tags.max_items) +
                                          " tags; the memory " + old.id + " would have " +
                                          std::to_string(memory.tags.size())));
  if (changes.confidence)
    memory.confidence = *changes.confidence;
  if (changes.priority) {
    // The caller speaks of the priority that is shown: what use has added is settled with it.
    memory.priority = *changes.priority;
    memory.reinforcement = 0;
  }
  if (changes.tier && *changes.tier > memory.tier) {
    memory.tier = *changes.tier;
    // Made long it loses its deadline, as by promoting it (S26).
    if (!memory.deadline || memory.tier == Tier::long_term) {
      const auto expiry = expiry_at_birth(memory.tier, now, lifetimes);
      memory.expires_at = expiry ? std::optional(at(*expiry)) : std::nullopt;
      memory.deadline = false;
    }
  }
  if (changes.change_expiry) {
    memory.deadline = changes.expires_at.has_value();
    memory.expires_at.reset();
    if (changes.expires_at)
      memory.expires_at = TRY(future_time(*changes.expires_at, now));
  }
  if (changes.valid_from.change)
    memory.valid_from = TRY(valid_time(changes.valid_from.value, "valid_from", now));
  if (changes.valid_until.change)
    memory.valid_until = TRY(valid_time(changes.valid_until.value, "valid_until", now));
  TRY_VOID(check_valid_times(memory));
  memory.updated_at = at(time_of_change(old, now));
  if (memory.title != old.title || memory.content != old.content)
    memory.content_at = now;
  return memory;
}

// A memory that says which session it is of comes from what was said there (I2, S14).
Result<void> link_with_session(store::Writer& writer, const Memory& memory) {
  const std::string session = text_member(memory.metadata, "session_id");
  return session.empty() ? Result<void>() : writer.transcripts.link_session(memory.key, session);
}

// The forms of a title that was made from a content: "Notes", "Notes (2)", … up to nine, and at
// last with a hash of the content.
std::vector<std::string> forms_of(const std::string& title, std::string_view content) {
  constexpr int most = 9;
  constexpr std::size_t hash_digits = 16;
  std::vector<std::string> forms{title};
  for (int number = 2; number <= most; ++number)
    forms.push_back(title + " (" + std::to_string(number) + ")");
  forms.push_back(title + " #" + sha256_hex(content).substr(0, hash_digits));
  return forms;
}

// The first form that no other content has; for a memory that is there, no other memory.
Result<void> make_derived_title_free(store::Writer& writer, const Engine& engine, Memory& memory,
                                     Time now) {
  for (std::string& form : forms_of(memory.title, memory.content)) {
    memory.title = std::move(form);
    const auto holder = TRY(title_holder(writer, engine, memory.name_space, memory.title, now));
    if (!holder || holder->key == memory.key ||
        (memory.key == 0 && holder->content == memory.content))
      return {};
  }
  return {};
}

// A title that nobody chose follows its content (S53): it would contradict it.
Result<void> follow_content(store::Writer& writer, const Engine& engine, const Memory& old,
                            const Changes& changes, Memory& memory, Time now) {
  if (changes.title || memory.content == old.content)
    return {};
  if (changes.title_of) {
    const auto forms = forms_of(changes.title_of(old.content), old.content);
    if (std::ranges::find(forms, old.title) != forms.end()) {
      memory.title = changes.title_of(memory.content);
      return make_derived_title_free(writer, engine, memory, now);
    }
  }
  if (is_untitled(old.title, old.content))
    memory.title = derived_title(memory.content);
  return {};
}

// Inside a write. Does not look for similar ones.
Result<StoredMemory> keep(store::Writer& writer, const Engine& engine, Memory asked,
                          const Draft& draft, Time now, const TextVectors& of_table = {}) {
  StoredMemory kept{std::move(asked), false, {}, {}, {}};
  Memory& memory = kept.memory;
  if (draft.title_is_derived)
    TRY_VOID(make_derived_title_free(writer, engine, memory, now));
  Given given = draft.given;
  given.expiry = memory.deadline;
  const auto old = TRY(title_holder(writer, engine, memory.name_space, memory.title, now));
  if (old) {
    kept.updated = true;
    if (old->content != memory.content)
      kept.replaced = beginning_of(old->content);
    memory = merge(*old, memory, given, now, engine.options.lifetimes);
    TRY_VOID(check_valid_times(memory));
    TRY_VOID(replace_memory(writer, engine, *old, memory));
  } else {
    const auto born = expiry_at_birth(memory.tier, now, engine.options.lifetimes);
    if (born && !memory.expires_at)
      memory.expires_at = at(*born);
    TRY_VOID(writer.memories.insert(memory));
  }
  TRY_VOID(keep_by_table(writer, engine.embeddings, memory, of_table));
  TRY_VOID(link_with_session(writer, memory));
  return kept;
}

// It is looked for before the store: storing may collect what has expired.
Result<std::optional<Memory>> find_superseded(store::Reader& reader, const Draft& draft, Time now) {
  if (!draft.supersedes)
    return std::optional<Memory>();
  return std::optional(
      TRY(find_living_memory(reader, *draft.supersedes, now, "superseded memory")));
}

Result<void> supersede(store::Writer& writer, StoredMemory& kept, const Memory& loser, Time now) {
  if (loser.key == kept.memory.key)
    return Failure(refuse("supersedes", "must be another memory: the title \"" + kept.memory.title +
                                            "\" belongs to " + loser.id +
                                            ", which was to be superseded"));
  Link link;
  link.relation = name_of(Relation::supersedes);
  link.created_at = link.valid_from = at(now);
  TRY(writer.links.add(kept.memory.key, loser.key, link));
  kept.supersedes = loser.id;
  return end_validity(writer, loser, kept.memory, now);
}

}  // namespace

std::string beginning_of(std::string_view content) {
  constexpr std::size_t shown_bytes = 120;
  return utf8::excerpt(utf8::cut(content, shown_bytes), shown_bytes);
}

Result<Timestamp> future_time(std::string_view text, Time now) {
  Timestamp time;
  if (auto exact = parse_rfc3339(text, "expires_at"))
    time = std::move(*exact);  // shown as it was given
  else
    time = at(TRY(text::parse_stretch(text, "expires_at", now, text::Side::future)).last);
  if (time.time <= now)
    return Failure(refuse("expires_at", "must not be in the past; got " + std::string(text)));
  return time;
}

Result<void> check_name_space(const Engine& engine, std::string_view name_space) {
  if (engine.options.flat_namespaces && name_space.find('/') != name_space.npos)
    return Failure(
        refuse("namespace", "must not contain slashes (flat namespaces are configured)"));
  return {};
}

Result<StoredMemory> remember(Engine& engine, const Draft& draft,
                              const TransactionHooks& together) {
  TRY_VOID(engine.database.maintenance().check_room(0));
  const Time now = engine.clock.now();
  const Memory asked = TRY(asked_memory(engine, draft, now));
  const auto rows = by_open_model(engine, asked, draft.made);
  const TextVectors of_table = TRY(by_table(engine.embeddings, asked));
  const auto near = TRY(near_by_vectors(engine, asked, rows, of_table));
  return engine.database.write([&](store::Writer& writer) -> Result<StoredMemory> {
    TRY_VOID(writer.memories.begin_step());
    Memory prepared = asked;
    if (together.prepare)
      TRY_VOID(together.prepare(writer, prepared));
    const auto superseded = TRY(find_superseded(writer, draft, now));
    StoredMemory kept = TRY(keep(writer, engine, std::move(prepared), draft, now, of_table));
    if (superseded)
      TRY_VOID(supersede(writer, kept, *superseded, now));
    if (together.finish)
      TRY_VOID(together.finish(writer, kept.memory));
    TRY_VOID(writer.memories.end_step(kept.updated ? "update" : "store", now));
    TRY_VOID(keep_by_model(writer, engine.embeddings, kept.memory.key, rows));
    kept.similar = TRY(similar_memories(writer, kept.memory, near, now));
    return kept;
  });
}

Result<std::vector<std::optional<Error>>> remember_all(Engine& engine,
                                                       const std::vector<Draft>& drafts) {
  TRY_VOID(engine.database.maintenance().check_room(0));
  const Time now = engine.clock.now();
  std::vector<std::optional<Error>> flaws(drafts.size());
  std::vector<Memory> asked(drafts.size());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    auto memory = asked_memory(engine, drafts[i], now);
    if (!memory) {
      flaws[i] = memory.error();
      continue;
    }
    asked[i] = std::move(*memory);
    order.push_back(i);
  }
  if (order.empty())
    return flaws;
  store::put_in_write_order(
      order, [&](std::size_t i) -> const std::string& { return drafts[i].name_space; });
  TRY_VOID(write_step(engine, "store", [&](store::Writer& writer) -> Result<void> {
    for (const std::size_t i : order) TRY_VOID(keep(writer, engine, asked[i], drafts[i], now));
    return {};
  }));
  return flaws;
}

namespace {

// Writes the changed state of a memory, inside a step of undo.
Result<void> write_change(store::Writer& writer, const Engine& engine, const Memory& old,
                          const Memory& memory, Time now) {
  if (memory.title != old.title || memory.name_space != old.name_space) {
    const auto other = TRY(title_holder(writer, engine, memory.name_space, memory.title, now));
    if (other && other->key != old.key)
      return Failure(title_taken(*other));
  }
  TRY_VOID(replace_memory(writer, engine, old, memory));
  return keep_by_table(writer, engine.embeddings, {&memory, 1});
}

}  // namespace

Result<Memory> update(Engine& engine, const std::string& id, const Changes& changes) {
  if (changes.name_space)
    TRY_VOID(check_name_space(engine, *changes.name_space));
  const Time now = engine.clock.now();
  return write_step(engine, "update", [&](store::Writer& writer) -> Result<Memory> {
    const Memory old = TRY(find_living_memory(writer, id, now));
    if (!changes.made_from.empty() && changes.made_from != old.updated_at.text())
      return Failure(conflict("the memory was changed at " + old.updated_at.text() +
                              ", after the state that this change was made from"));
    Memory memory = TRY(changed(old, changes, now, engine.options.lifetimes));
    TRY_VOID(follow_content(writer, engine, old, changes, memory, now));
    TRY_VOID(write_change(writer, engine, old, memory, now));
    return memory;
  });
}

Result<std::vector<std::string>> update_all(Engine& engine, const std::vector<std::string>& ids,
                                            const Changes& changes) {
  if (changes.name_space)
    TRY_VOID(check_name_space(engine, *changes.name_space));
  const Time now = engine.clock.now();
  using Ids = std::vector<std::string>;
  return write_step(engine, "update", [&](store::Writer& writer) -> Result<Ids> {
    Ids done;
    for (const Memory& old : TRY(find_living_memories(writer, ids, now))) {
      const Memory memory = TRY(changed(old, changes, now, engine.options.lifetimes));
      if (!is_new_version(old, memory))
        continue;
      TRY_VOID(write_change(writer, engine, old, memory, now));
      done.push_back(old.id);
    }
    return done;
  });
}

Result<Memory> promote(Engine& engine, const std::string& id) {
  const Time now = engine.clock.now();
  return write_step(engine, "update", [&](store::Writer& writer) -> Result<Memory> {
    const Memory old = TRY(find_memory(writer, id));
    Memory memory = old;
    memory.tier = Tier::long_term;
    memory.expires_at.reset();
    memory.deadline = false;
    memory.updated_at = at(time_of_change(old, now));
    TRY_VOID(writer.memories.replace(old, memory));
    return memory;
  });
}

}  // namespace aim::engine
