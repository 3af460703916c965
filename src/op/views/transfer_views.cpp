#include "op/views/transfer_views.h"

#include <boost/json.hpp>

#include "engine/remember.h"
#include "memory/metadata.h"
#include "memory/row_rules.h"
#include "op/views/memory_fields.h"

namespace aim::op {
namespace {

struct MemoryItem {
  std::optional<std::string> id;
  std::string title, content, name_space = "global";
  std::string tier = "mid", source = "import", kind = "observation";
  std::vector<std::string> tags;
  std::int64_t priority = 5, reinforcement = 0, access_count = 0, reflection_depth = 0;
  double confidence = 1.0;
  bool deadline = false;
  std::optional<std::string> created_at, updated_at, last_accessed_at, expires_at, valid_from,
      valid_until, content_at;
  using R = MemoryItem;
  static constexpr std::tuple fields{
      takes(memory_field::id, &R::id, "Id"),
      needs(memory_field::title.name, &R::title, rule::any, "Title"),
      needs(memory_field::content.name, &R::content, rule::any, "Content"),
      holds(memory_field::name_space, &R::name_space, "Namespace"),
      holds(memory_field::tier, &R::tier, "Tier"),
      holds(memory_field::source, &R::source, "Source"),
      holds(memory_field::kind, &R::kind, "Kind"),
      holds(memory_field::reflection_depth, &R::reflection_depth, "Depth of a reflection"),
      holds(memory_field::priority, &R::priority, "Priority shown"),
      holds(memory_field::reinforcement, &R::reinforcement, "Part of the priority added by use"),
      holds(memory_field::access_count, &R::access_count, "Uses"),
      holds(memory_field::confidence, &R::confidence, "Confidence"),
      holds(memory_field::deadline, &R::deadline, "True if use does not extend the expiry"),
      holds(memory_field::created_at, &R::created_at, "RFC 3339"),
      holds(memory_field::updated_at, &R::updated_at, "RFC 3339"),
      holds(memory_field::last_accessed_at, &R::last_accessed_at, "RFC 3339"),
      holds(memory_field::expires_at, &R::expires_at, "RFC 3339"),
      holds(memory_field::valid_from, &R::valid_from, "RFC 3339"),
      holds(memory_field::valid_until, &R::valid_until, "RFC 3339"),
      holds(memory_field::content_at, &R::content_at, "RFC 3339")};
};

Result<void> check_ahead(const Memory& memory, Time now) {
  if (has_expired(memory, now))
    return Failure(refuse(memory_field::expires_at.name,
                          "must not be in the past; got " + memory.expires_at->text()));
  return {};
}

// Tags as a list, or as the text of a JSON list (archives of the reference).
Result<std::vector<std::string>> tags_of(const json::object& item) {
  std::vector<std::string> tags;
  const json::value* found = item.if_contains(memory_field::tags.name);
  if (!found || found->is_null())
    return tags;
  json::value parsed;
  if (found->is_string()) {
    json::error_code error;
    parsed = json::parse(found->get_string(), error);
    found = &parsed;
  }
  Warnings warnings;
  TRY_VOID(read(*found, Place{memory_field::tags.name, rule::any, warnings}, tags));
  return tags;
}

Result<std::string> metadata_of(const json::object& item, Trust trust) {
  const json::value* found = item.if_contains(memory_field::metadata.name);
  if (!found || found->is_null())
    return std::string("{}");
  if (!found->is_object())
    return Failure(refuse(memory_field::metadata.name, "must be an object"));
  std::string text = json::serialize(*found);
  // Metadata of our databases follow our own rules, which add keys beyond the caller's limit.
  if (trust == Trust::stranger)
    TRY_VOID(check(memory_field::metadata, text));
  return text;
}

Result<std::optional<Timestamp>> time_of(const std::optional<std::string>& text,
                                         std::string_view field) {
  if (!text)
    return std::optional<Timestamp>();
  return std::optional(TRY(parse_foreign_time(*text, field)));
}

Result<const json::object*> object_of(const json::value& item) {
  if (!item.is_object())
    return Failure(refuse("item", "must be an object"));
  return &item.get_object();
}

// `tags` is read apart, since archives hold it in two forms.
Result<MemoryItem> fields_of(json::object item) {
  // Others write times as numbers, which parse_foreign_time() reads.
  for (const std::string_view name :
       {memory_field::created_at.name, memory_field::updated_at.name,
        memory_field::last_accessed_at.name, memory_field::expires_at.name,
        memory_field::valid_from.name, memory_field::valid_until.name})
    if (json::value* time = item.if_contains(name); time && time->is_number())
      *time = json::serialize(*time);
  Warnings warnings;
  return read_fields<MemoryItem>(item, warnings);
}

// As much of the priority that is shown as use has added: an import takes it off again.
void write_reinforcement(json::object& out, const Memory& memory) {
  const auto added = shown_priority(memory) - std::min<std::int64_t>(10, memory.priority);
  if (added != 0)
    out["reinforcement"] = added;
}

// Foreign databases hold any number; these keep the difference within an integer, and what is shown
// as it is.
constexpr std::int64_t max_reinforcement = 10, least_priority = -1'000, max_priority = 10;

std::int64_t own_priority(const MemoryItem& item, std::int64_t reinforcement, Trust trust) {
  const auto own = std::clamp(item.priority, least_priority, max_priority) - reinforcement;
  return trust == Trust::stranger ? std::max<std::int64_t>(own, 1) : own;
}

// Kinds that we do not have are thoughts of others about what a memory is: it is taken as an
// observation, and the word kept.
void take_kind(const MemoryItem& item, Memory& memory) {
  const auto kind = value_of<MemoryKind>(item.kind);
  if (!kind)
    memory.metadata = with_text(memory.metadata, "ai_memory_unparsed_memory_kind", item.kind);
  memory.kind = kind.value_or(MemoryKind::observation);
  if (memory.kind == MemoryKind::reflection)
    memory.reflection_depth =
        std::clamp<std::int64_t>(item.reflection_depth, 1, max_reflection_depth);
}

}  // namespace

json::object exported(const Memory& memory) {
  json::object out;
  write_fields(out, view(memory));
  write_reinforcement(out, memory);
  if (memory.deadline)
    out["deadline"] = true;
  if (memory.content_at)
    out["content_at"] = format_rfc3339(*memory.content_at);
  return out;
}

json::object exported(const Archived& archived) {
  json::object out;
  write_fields(out, view(archived));
  write_reinforcement(out, archived.memory);
  if (archived.memory.content_at)
    out["content_at"] = format_rfc3339(*archived.memory.content_at);
  return out;
}

namespace {

std::optional<std::string> known(const std::string& text) {
  return text.empty() ? std::optional<std::string>() : std::optional(text);
}

}  // namespace

json::object exported(const store::LinkChange& change) {
  json::object out = exported(change.link);
  write_fields(out, LinkChangeItem{format_rfc3339(change.at), change.made ? "made" : "removed",
                                   change.parent, known(change.by.agent), known(change.by.token),
                                   known(change.by.door), known(change.by.operation)});
  return out;
}

json::object exported(const store::Version& version) {
  json::object out;
  write_fields(out, VersionItem{version.memory.id, format_rfc3339(version.until), version.change,
                                version.version, known(version.by.agent), known(version.by.token),
                                known(version.by.door), known(version.by.operation)});
  if (version.change != "cut")
    out["memory"] = exported(version.memory);
  return out;
}

json::object exported(const Link& link) {
  json::object out;
  write_fields(out, view(link));
  return out;
}

json::object exported(const std::string& reflection_id, const LostSource& lost) {
  return {{"reflection_id", reflection_id},
          {"id", lost.id},
          {"title", lost.title},
          {"lost_at", lost.lost_at.text()}};
}

json::object exported(const StandardRow& standard) {
  json::object out{{"namespace", standard.name_space},
                   {"updated_at", format_rfc3339(standard.updated_at)}};
  if (standard.id)
    out["standard_id"] = *standard.id;
  if (standard.parent)
    out["parent"] = *standard.parent;
  return out;
}

Result<Memory> imported_memory(const json::value& value, Trust trust, Time now) {
  const json::object& object = *TRY(object_of(value));
  const MemoryItem item = TRY(fields_of(object));
  Memory memory;
  memory.tags = TRY(tags_of(object));
  memory.metadata = TRY(metadata_of(object, trust));
  if (trust == Trust::stranger) {
    constexpr MemoryField source{memory_field::source.name, rule::imported_source};
    TRY_VOID(check_limits(item, memory.tags, source, item.source));
    TRY_VOID(
        check(rule::uses, memory_field::access_count.name, static_cast<double>(item.access_count)));
  }
  const auto tier = value_of<Tier>(item.tier);
  if (!tier)
    return Failure(refuse("tier", "must be one of short, mid, long; got \"" + item.tier + "\""));
  memory.id = item.id.value_or("");
  take_kind(item, memory);
  memory.tier = *tier;
  memory.name_space = item.name_space;
  memory.title = item.title;
  memory.content = item.content;
  memory.reinforcement = std::clamp<std::int64_t>(item.reinforcement, 0, max_reinforcement);
  memory.priority = own_priority(item, memory.reinforcement, trust);
  memory.confidence = item.confidence;
  memory.source = item.source;
  memory.access_count = std::max<std::int64_t>(item.access_count, 0);
  memory.created_at =
      TRY(time_of(item.created_at, memory_field::created_at.name)).value_or(at(now));
  memory.updated_at =
      TRY(time_of(item.updated_at, memory_field::updated_at.name)).value_or(memory.created_at);
  memory.last_accessed_at =
      TRY(time_of(item.last_accessed_at, memory_field::last_accessed_at.name));
  memory.expires_at = TRY(time_of(item.expires_at, memory_field::expires_at.name));
  memory.deadline = item.deadline && memory.expires_at;
  if (const auto changed = TRY(time_of(item.content_at, memory_field::content_at.name)))
    memory.content_at = changed->time;
  memory.valid_from = TRY(time_of(item.valid_from, memory_field::valid_from.name));
  memory.valid_until = TRY(time_of(item.valid_until, memory_field::valid_until.name));
  if (trust == Trust::stranger)
    TRY_VOID(check_ahead(memory, now));
  return memory;
}

Result<void> within_limits(const Memory& memory, Time now) {
  using namespace memory_field;
  TRY_VOID(check(title, memory.title));
  TRY_VOID(check(content, memory.content));
  TRY_VOID(check(name_space, memory.name_space));
  TRY_VOID(check(rule::open_source, source.name, memory.source));
  TRY_VOID(check(confidence, memory.confidence));
  TRY_VOID(check(metadata, memory.metadata));
  TRY_VOID(check(tags, memory.tags));
  return check_ahead(memory, now);
}

Result<store::Version> imported_version(const json::value& value, Time now) {
  const json::object& object = *TRY(object_of(value));
  Warnings warnings;
  const VersionItem item = TRY(read_fields<VersionItem>(object, warnings));
  constexpr std::string_view changes[] = {"update", "delete", "restore", "cut"};
  if (std::ranges::find(changes, item.change) == std::end(changes))
    return Failure(refuse("change", "must be update, delete, restore or cut"));
  if (item.id.empty())
    return Failure(refuse("id", "is required"));
  store::Version version{item.version,
                         TRY(parse_rfc3339(item.until, "until")).time,
                         item.change,
                         {},
                         {item.agent.value_or(""), item.token.value_or(""), item.door.value_or(""),
                          item.operation.value_or("")}};
  const json::value* memory = object.if_contains("memory");
  if (item.change != "cut") {
    if (!memory)
      return Failure(refuse("memory", "is required"));
    version.memory = TRY(imported_memory(*memory, Trust::own, now));
  }
  version.memory.id = item.id;
  return version;
}

Result<store::LinkChange> imported_link_change(const json::value& value) {
  Link link = TRY(imported_link(value, Trust::own));
  Warnings warnings;
  LinkChangeItem item = TRY(read_fields<LinkChangeItem>(value.get_object(), warnings));
  if (item.change != "made" && item.change != "removed")
    return Failure(refuse("change", "must be made or removed"));
  return store::LinkChange{TRY(parse_rfc3339(item.at, "at")).time,
                           item.change == "made",
                           std::move(link),
                           {item.agent.value_or(""), item.token.value_or(""),
                            item.door.value_or(""), item.operation.value_or("")},
                           std::move(item.parent)};
}

Result<Archived> imported_archived(const json::value& value, Time now) {
  Archived archived{TRY(imported_memory(value, Trust::own, now)), at(now), "gc"};
  const json::object& object = value.get_object();
  if (archived.memory.id.empty())
    return Failure(refuse("id", "is required"));
  if (const json::value* time = object.if_contains("archived_at"); time && time->is_string())
    archived.archived_at = TRY(parse_rfc3339(time->get_string(), "archived_at"));
  if (const json::value* reason = object.if_contains("archive_reason");
      reason && reason->is_string())
    archived.reason = reason->get_string();
  Warnings warnings;
  if (const json::value* sources = object.if_contains("source_ids"); sources && sources->is_array())
    TRY_VOID(read(*sources, Place{"source_ids", rule::any, warnings}, archived.source_ids));
  if (const json::value* links = object.if_contains("links"); links && links->is_array())
    for (const json::value& each : links->get_array())
      archived.links.push_back(TRY(imported_link(each, Trust::own)));
  return archived;
}

Result<Link> imported_link(const json::value& value, Trust trust) {
  const json::object& object = *TRY(object_of(value));
  Link link;
  Warnings warnings;
  const auto text = [&](std::string_view name, std::string& out) -> Result<void> {
    const json::value* found = object.if_contains(name);
    if (!found)
      return Failure(refuse(name, "is required"));
    return read(*found, Place{name, rule::id, warnings}, out);
  };
  TRY_VOID(text("source_id", link.source_id));
  TRY_VOID(text("target_id", link.target_id));
  if (object.if_contains("relation"))
    TRY_VOID(text("relation", link.relation));
  if (trust == Trust::stranger && !value_of<Relation>(link.relation))
    return Failure(refuse("relation",
                          "must be one of related_to, supersedes, contradicts, "
                          "derived_from, reflects_on; got \"" +
                              link.relation + "\""));
  const auto time = [&](std::string_view name, Timestamp& out) -> Result<void> {
    const json::value* found = object.if_contains(name);
    if (found && found->is_string())
      out = TRY(parse_rfc3339(found->get_string(), name));
    return {};
  };
  TRY_VOID(time("created_at", link.created_at));
  TRY_VOID(time("valid_from", link.valid_from));
  return link;
}

Result<engine::ImportLoss> imported_loss(const json::value& value, Trust trust) {
  const json::object& object = *TRY(object_of(value));
  engine::ImportLoss loss;
  Warnings warnings;
  const auto text = [&](std::string_view name, const Rule& limit,
                        std::string& out) -> Result<void> {
    const json::value* found = object.if_contains(name);
    if (!found)
      return Failure(refuse(name, "is required"));
    return read(*found, Place{name, trust == Trust::own ? rule::any : limit, warnings}, out);
  };
  TRY_VOID(text("reflection_id", rule::id, loss.reflection_id));
  TRY_VOID(text("id", rule::id, loss.source.id));
  // The title of a source lost long ago may be unknown.
  TRY_VOID(text("title", Rule{.max_bytes = rule::title.max_bytes}, loss.source.title));
  std::string lost_at;
  TRY_VOID(text("lost_at", rule::any, lost_at));
  loss.source.lost_at = at(TRY(parse_rfc3339(lost_at, "lost_at")).time);
  return loss;
}

Result<StandardRow> imported_standard(const json::value& value, Trust trust) {
  const json::object& object = *TRY(object_of(value));
  StandardRow standard;
  Warnings warnings;
  const auto text = [&](std::string_view name) -> Result<std::optional<std::string>> {
    const json::value* found = object.if_contains(name);
    if (!found || found->is_null())
      return std::optional<std::string>();
    std::string out;
    TRY_VOID(read(*found, Place{name, trust == Trust::own ? rule::any : rule::id, warnings}, out));
    return std::optional(std::move(out));
  };
  standard.name_space = TRY(text("namespace")).value_or("");
  if (trust == Trust::stranger || standard.name_space.empty())
    TRY_VOID(check(rule::name_space_or_all, "namespace", standard.name_space));
  standard.id = TRY(text("standard_id"));
  standard.parent = TRY(text("parent"));
  if (const auto time = TRY(text("updated_at")))
    standard.updated_at = TRY(parse_rfc3339(*time, "updated_at")).time;
  return standard;
}

}  // namespace aim::op
