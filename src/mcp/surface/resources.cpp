#include "mcp/surface/resources.h"

#include <boost/json.hpp>

#include "base/ascii.h"
#include "mcp/surface/bounds.h"
#include "net/message.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/listings.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

constexpr std::size_t page_size = 100;
constexpr std::int64_t max_members =
    200;  // memories of a namespace or tag: the maximum of the operation "list"
constexpr std::string_view json_type = "application/json";

// Where a page begins: after a namespace of that name, or after the memory of that key.
struct Cursor {
  bool stats = true;
  std::optional<std::string> after_name_space;  // unset: from the first
  std::optional<std::int64_t> after_memory;     // set: namespaces are through
};
constexpr std::string_view in_name_spaces = "namespace:", in_memories = "memory:";

std::optional<Cursor> parse_cursor(std::string_view text) {
  Cursor cursor;
  if (text.empty())
    return cursor;
  cursor.stats = false;
  if (text.starts_with(in_name_spaces)) {
    cursor.after_name_space = text.substr(in_name_spaces.size());
    return cursor;
  }
  if (!text.starts_with(in_memories))
    return std::nullopt;
  text.remove_prefix(in_memories.size());
  const auto key = ascii::number<std::int64_t>(text);
  if (!key || *key < 0)
    return std::nullopt;
  cursor.after_memory = *key;
  return cursor;
}

json::object described(std::string uri, std::string_view name, std::string_view description) {
  return {{"description", description},
          {"mimeType", json_type},
          {"name", name},
          {"uri", std::move(uri)}};
}

json::object describe(const op::PageRow& memory, const ToolStyle& style) {
  json::object object{{"mimeType", json_type},
                      {"name", memory.title},
                      {"uri", uri_of({ResourceKind::memory, memory.id})}};
  object["description"] = "A memory in the namespace " + memory.name_space;
  if (style.titles) {
    object["title"] = memory.title;
    object["annotations"] = json::object{{"lastModified", format_rfc3339(memory.updated_at)}};
  }
  return object;
}

Result<std::vector<std::string>> sorted_name_spaces(Engine& engine) {
  json::object reply;
  TRY_VOID(op::invoke(op::name_spaces(), engine, {}, {.door = op::Door::mcp}, reply));
  std::vector<std::string> names;
  for (const json::value& each : reply.at("namespaces").as_array())
    names.emplace_back(each.at("namespace").as_string());
  std::sort(names.begin(), names.end());
  return names;
}

// Fills what is left of the page. The cursor of the next one, or empty text.
Result<std::string> add_name_spaces(Engine& engine, Cursor& cursor, json::array& page) {
  const auto names = TRY(sorted_name_spaces(engine));
  auto name = cursor.after_name_space
                  ? std::upper_bound(names.begin(), names.end(), *cursor.after_name_space)
                  : names.begin();
  for (; name != names.end(); ++name) {
    if (page.size() == page_size)
      return std::string(in_name_spaces).append(*std::prev(name));
    page.push_back(described(uri_of({ResourceKind::name_space, *name}), *name,
                             "The memories of the namespace " + *name));
  }
  cursor.after_memory = 0;
  return std::string();
}

Result<std::string> add_memories(Engine& engine, std::int64_t after, const ToolStyle& style,
                                 json::array& page) {
  const auto left = static_cast<std::int64_t>(page_size - page.size());
  if (left == 0)
    return std::string(in_memories).append(std::to_string(after));
  const auto found = TRY(op::page(engine, after, left));
  for (const auto& memory : found.memories) page.push_back(describe(memory, style));
  return found.next == 0 ? std::string()
                         : std::string(in_memories).append(std::to_string(found.next));
}

Fault not_found(std::string_view uri) {
  return {resource_not_found, "there is no resource \"" + std::string(uri.substr(0, 200)) + "\"",
          text::compact(json::object{{"uri", uri}})};
}

Result<json::object> read_list(Engine& engine, std::string_view filter, const ResourceUri& uri,
                               op::Caller caller) {
  caller.reply_bytes = reply_bytes;
  json::object reply;
  TRY_VOID(
      op::invoke(op::list(), engine, {{filter, uri.name}, {"limit", max_members}}, caller, reply));
  bound_reply(reply);
  if (reply.contains("next"))
    reply["notice"] = "there are more: memory_list goes on with after=next";
  reply[filter == "tags" ? "tag" : filter] = uri.name;
  return reply;
}

Result<json::object> read_memory(Engine& engine, const std::string& id, const op::Caller& caller) {
  json::object reply;
  TRY_VOID(op::invoke(op::get(), engine, {{"id", id}}, caller, reply));
  // The operation takes beginnings of ids; an address is the whole of it.
  if (reply.at("memory").at("id").as_string() != id)
    return Failure(missing("no memory with this id"));
  json::object flat = std::move(reply["memory"].as_object());
  flat["links"] = std::move(reply["links"]);
  return flat;
}

Result<json::object> read(Engine& engine, const ResourceUri& uri, const op::Caller& caller) {
  json::object reply;
  switch (uri.kind) {
    case ResourceKind::stats:
      TRY_VOID(op::invoke(op::stats(), engine, {}, caller, reply));
      return reply;
    case ResourceKind::name_space:
      // In a filter an asterisk means all below it; no namespace has one in its name.
      if (uri.name.find('*') != uri.name.npos)
        return Failure(missing("no namespace of this name"));
      return read_list(engine, "namespace", uri, caller);
    case ResourceKind::tag:
      return read_list(engine, "tags", uri, caller);
    case ResourceKind::history:
      TRY_VOID(op::invoke(op::history(), engine, {{"id", uri.name}}, caller, reply));
      return reply;
    case ResourceKind::memory:
      return read_memory(engine, uri.name, caller);
  }
  return reply;
}

}  // namespace

Fault internal(const Error& error) {
  Error without = error;
  without.remedies.clear();
  return {internal_error, op::sentence(without), {}, error.remedies};
}

std::optional<Fault> list_resources(Engine& engine, std::string_view text, const ToolStyle& style,
                                    json::object& result) {
  auto cursor = parse_cursor(text);
  if (!cursor)
    return Fault{invalid_params, "the cursor was not issued by this server"};
  json::array page;
  if (cursor->stats)
    page.push_back(described(uri_of({ResourceKind::stats, {}}), "stats",
                             "Number of memories by tier and namespace"));
  Result<std::string> next = std::string();
  if (!cursor->after_memory)
    next = add_name_spaces(engine, *cursor, page);
  if (next && next->empty() && cursor->after_memory)
    next = add_memories(engine, *cursor->after_memory, style, page);
  if (!next)
    return internal(next.error());
  result["resources"] = std::move(page);
  if (!next->empty())
    result["nextCursor"] = *next;
  return std::nullopt;
}

json::array list_templates(const ToolStyle& style) {
  json::array templates;
  const auto add = [&](std::string_view uri, std::string_view name, std::string_view title,
                       std::string_view description) {
    json::object each{{"description", description},
                      {"mimeType", json_type},
                      {"name", name},
                      {"uriTemplate", uri}};
    if (style.titles)
      each["title"] = title;
    templates.push_back(std::move(each));
  };
  add("memory://{id}", "memory", "A memory", "A memory and its links, by id");
  add("memory://namespace/{namespace}", "namespace", "A namespace",
      "Memories of a namespace, most important first, at most 200");
  add("memory://tag/{tag}", "tag", "A tag",
      "Memories with a tag, most important first, at most 200");
  return templates;
}

std::optional<Fault> read_resource(Engine& engine, std::string_view uri, const op::Caller& caller,
                                   json::object& result) {
  const auto parsed = parse_uri(uri);
  if (!parsed)
    return not_found(uri);
  const auto reply = read(engine, *parsed, caller);
  if (!reply) {
    const bool ours =
        reply.error().code == Code::database_error || reply.error().code == Code::unavailable;
    return ours ? internal(reply.error()) : not_found(uri);
  }
  result["contents"] = json::array{
      json::object{{"mimeType", json_type}, {"text", text::compact(*reply)}, {"uri", uri}}};
  return std::nullopt;
}

namespace {

constexpr std::string_view scheme = "memory://", stats = "stats";
constexpr std::size_t max_uri_bytes = 1'024;  // the longest name, every byte of it escaped

// Each kind's text before the name; the last one fits everything.
using Prefix = std::pair<ResourceKind, std::string_view>;
constexpr std::array<Prefix, 4> prefixes{{{ResourceKind::name_space, "namespace/"},
                                          {ResourceKind::tag, "tag/"},
                                          {ResourceKind::history, "history/"},
                                          {ResourceKind::memory, ""}}};

}  // namespace

std::optional<ResourceUri> parse_uri(std::string_view uri) {
  if (uri.size() > max_uri_bytes || !uri.starts_with(scheme))
    return std::nullopt;
  uri.remove_prefix(scheme.size());
  if (uri == stats)
    return ResourceUri{ResourceKind::stats, {}};
  const auto fits = [&](const Prefix& each) { return uri.starts_with(each.second); };
  const Prefix& prefix = *std::ranges::find_if(prefixes, fits);
  auto name = net::decoded(uri.substr(prefix.second.size()), false);
  if (!name || name->empty())
    return std::nullopt;
  return ResourceUri{prefix.first, std::move(*name)};
}

std::string uri_of(const ResourceUri& uri) {
  std::string text(scheme);
  if (uri.kind == ResourceKind::stats)
    return text.append(stats);
  const Prefix& prefix = *std::ranges::find(prefixes, uri.kind, &Prefix::first);
  return text.append(prefix.second).append(net::encoded(uri.name));
}

}  // namespace aim::mcp
