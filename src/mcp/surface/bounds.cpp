#include "mcp/surface/bounds.h"

#include <boost/json.hpp>

#include "mcp/surface/rows.h"
#include "text/json_text.h"

namespace aim::mcp {
namespace {

constexpr std::size_t least_content = 200;  // less of a content says nothing

std::size_t size_of(const json::value& value) {
  return json::serialize(value).size();
}

void collect_contents(json::value& value, std::vector<json::string*>& contents) {
  if (json::array* list = value.if_array())
    for (json::value& each : *list) collect_contents(each, contents);
  json::object* object = value.if_object();
  if (!object)
    return;
  for (auto& [name, member] : *object)
    if ((name == "content" || name == "excerpt") && member.is_string())
      contents.push_back(&member.get_string());
    else
      collect_contents(member, contents);
}

// The longest that each content may be so that all of them have `room`.
std::size_t longest_within(std::vector<std::size_t> sizes, std::size_t room) {
  std::ranges::sort(sizes);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::size_t share = room / (sizes.size() - i);
    if (sizes[i] > share)
      return std::max(share, least_content);
    room -= sizes[i];
  }
  return SIZE_MAX;
}

bool cut_contents(json::object& reply, std::size_t size, std::size_t most) {
  std::vector<json::string*> contents;
  for (auto& [name, member] : reply) collect_contents(member, contents);
  std::vector<std::size_t> sizes;
  std::size_t total = 0;
  for (const json::string* each : contents) {
    sizes.push_back(each->size());
    total += each->size();
  }
  constexpr std::size_t of_a_mark = 24;  // " … +12345 bytes" as JSON
  const std::size_t rest = size - std::min(size, total) + of_a_mark * contents.size();
  const std::size_t longest = longest_within(sizes, most - std::min(most, rest));
  bool any = false;
  for (json::string* each : contents)
    if (each->size() > longest) {
      *each = cut_content(*each, static_cast<std::int64_t>(longest));
      any = true;
    }
  return any;
}

json::array* longest_list(json::object& reply) {
  json::array* longest = nullptr;
  std::size_t bytes = 0;
  for (auto& [name, member] : reply)
    if (json::array* list = member.if_array(); list && name != "warnings")
      if (const std::size_t own = size_of(member); own > bytes) {
        longest = list;
        bytes = own;
      }
  return longest;
}

std::size_t drop_last(json::object& reply, std::size_t most) {
  json::array* list = longest_list(reply);
  if (!list)
    return 0;
  const std::size_t before = list->size();
  std::size_t size = size_of(reply);
  while (size > most && list->size() > 1) {
    size -= std::min(size, size_of(list->back()) + 1);
    list->pop_back();
  }
  if (json::value* count = reply.if_contains("count"); count && count->is_int64())
    *count = static_cast<std::int64_t>(list->size());
  return before - list->size();
}

}  // namespace

void bound_reply(json::object& reply, std::size_t most) {
  constexpr std::size_t of_the_notice = 300;
  const std::size_t size = size_of(reply);
  if (size <= most)
    return;
  most -= std::min(most, of_the_notice);
  std::string told;
  if (cut_contents(reply, size, most))
    told = reply.contains("turns")
               ? "long texts are cut: memory_transcript shows more (from, limit=1, max_bytes)"
               : "long contents are cut: memory_get shows one in full";
  if (size_of(reply) > most)
    if (const std::size_t dropped = drop_last(reply, most); dropped > 0)
      told.append(told.empty() ? "" : "; ")
          .append("the last ")
          .append(std::to_string(dropped))
          .append(" are left out: ask for fewer at a time, or for a part");
  if (told.empty())
    return;
  json::value& notice = reply["notice"];
  notice = notice.is_string() ? std::string(notice.get_string()) + "; " + told : told;
}

}  // namespace aim::mcp
