#include "store/rows.h"

#include <charconv>

#include "base/ascii.h"
#include "base/utf8.h"

namespace aim::store {
namespace {

constexpr std::size_t whole_seconds = 19;  // characters of "2026-11-21T02:41:13"

// The text of a time with so many decimals, the zone as "+00:00" or "Z".
std::string with_decimals(Time time, std::size_t decimals, char zone) {
  std::string text = format_rfc3339(time).substr(0, whole_seconds + (decimals ? 1 + decimals : 0));
  return text.append(zone == 'Z' ? "Z" : "+00:00");
}

std::string shortened(const Timestamp& time) {
  const char zone = time.given.ends_with('Z') ? 'Z' : '+';
  const std::size_t zone_size = zone == 'Z' ? 1 : 6;
  if (time.given.size() >= whole_seconds + zone_size) {
    const std::size_t fraction = time.given.size() - whole_seconds - zone_size;
    const std::size_t decimals = fraction ? fraction - 1 : 0;
    if (decimals <= 9 && with_decimals(time.time, decimals, zone) == time.given)
      return {static_cast<char>('0' + decimals), zone};
  }
  return time.given;
}

// The text that was kept of a time, as shortened() returns it; nothing when the time has changed
// since (a touch, an update), so that it no longer fits.
std::string lengthened(Time time, std::string_view kept) {
  if (kept.size() != 2) {
    const auto parsed = parse_rfc3339(kept, "time");
    return parsed && parsed->time == time ? std::string(kept) : "";
  }
  const auto decimals = static_cast<std::size_t>(kept[0] - '0') % 10;
  std::int64_t step = 1;
  for (std::size_t i = decimals; i < 9; ++i) step *= 10;
  return nanoseconds(time) % step == 0 ? with_decimals(time, decimals, kept[1]) : "";
}

void add_given(std::string& out, char which, const Timestamp& time) {
  if (time.given.empty())
    return;
  if (!out.empty())
    out += '\n';
  out.append(1, which).append("=").append(shortened(time));
}

// The time in a line "t=1700000000000000000".
std::optional<Time> content_time_in(std::string_view line) {
  constexpr std::size_t prefix = 2;
  std::int64_t number = 0;
  const auto [end, error] =
      std::from_chars(line.data() + prefix, line.data() + line.size(), number);
  if (error != std::errc())
    return std::nullopt;
  return time_from_nanoseconds(number);
}

void append_escaped(std::string& out, std::string_view text) {
  static constexpr std::string_view hex = "0123456789abcdef";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out.append(1, '\\').append(1, c);
    else if (static_cast<unsigned char>(c) < 0x20)
      out.append("\\u00").append(1, hex[static_cast<unsigned char>(c) >> 4]).append(1, hex[c & 15]);
    else
      out += c;
  }
}

// Reads one JSON string from `at` (after the opening quote) and moves past the closing one.
std::string read_escaped(std::string_view json, std::size_t& at) {
  std::string out;
  while (at < json.size() && json[at] != '"') {
    if (json[at] != '\\') {
      out += json[at++];
      continue;
    }
    const char escape = at + 1 < json.size() ? json[at + 1] : '\\';
    at += 2;
    static constexpr std::string_view names = "bfnrt", values = "\b\f\n\r\t";
    if (const auto name = names.find(escape); name != names.npos) {
      out += values[name];
    } else if (escape == 'u' && at + 4 <= json.size()) {
      const auto unit = [&](std::size_t from) {
        return static_cast<char32_t>(
            std::strtoul(std::string(json.substr(from, 4)).c_str(), nullptr, 16));
      };
      char32_t character = unit(at);
      at += 4;
      if (character >= 0xd800 && character < 0xdc00 && json.substr(at, 2) == "\\u") {
        character = 0x10000 + ((character - 0xd800) << 10) + (unit(at + 2) - 0xdc00);
        at += 6;
      }
      utf8::append(out, character);
    } else {
      out += escape;
    }
  }
  ++at;
  return out;
}

}  // namespace

std::int64_t content_nanoseconds(std::int64_t created_at, std::string_view given_times) {
  const std::size_t at = given_times.starts_with("t=") ? 0 : given_times.find("\nt=");
  if (at == given_times.npos)
    return created_at;
  const auto time = content_time_in(given_times.substr(at == 0 ? 0 : at + 1));
  return time ? nanoseconds(*time) : created_at;
}

std::optional<std::string> given_times(const Memory& memory) {
  std::string out;
  add_given(out, 'c', memory.created_at);
  add_given(out, 'u', memory.updated_at);
  if (memory.expires_at)
    add_given(out, 'e', *memory.expires_at);
  if (memory.last_accessed_at)
    add_given(out, 'l', *memory.last_accessed_at);
  if (memory.content_at)
    out.append(out.empty() ? "t=" : "\nt=")
        .append(std::to_string(memory.content_at->time_since_epoch().count()));
  for (const auto& [which, time] : {std::pair{'f', &memory.valid_from}, {'v', &memory.valid_until}})
    if (*time)
      out.append(out.empty() ? "" : "\n").append(1, which).append("=").append((*time)->text());
  if (out.empty())
    return std::nullopt;
  return out;
}

void restore_times_of_content(Memory& memory, std::string_view given) {
  while (!given.empty()) {
    const std::string_view line = ascii::take_part(given, '\n');
    if (line.starts_with("t="))
      memory.content_at = content_time_in(line);
    else if (line.starts_with("f=") || line.starts_with("v="))
      if (auto time = parse_rfc3339(line.substr(2), "time"))
        (line[0] == 'f' ? memory.valid_from : memory.valid_until) = std::move(*time);
  }
}

void restore_given_times(Memory& memory, std::string_view given) {
  restore_times_of_content(memory, given);
  while (!given.empty()) {
    const std::string_view line = ascii::take_part(given, '\n');
    const auto put = [&](Timestamp& time) { time.given = lengthened(time.time, line.substr(2)); };
    if (line.starts_with("c="))
      put(memory.created_at);
    else if (line.starts_with("u="))
      put(memory.updated_at);
    else if (line.starts_with("e=") && memory.expires_at)
      put(*memory.expires_at);
    else if (line.starts_with("l=") && memory.last_accessed_at)
      put(*memory.last_accessed_at);
  }
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  append_escaped(out, text);
  out += '"';
}

std::string tags_to_json(const std::vector<std::string>& tags) {
  std::string out = "[";
  for (const std::string& tag : tags) {
    if (out.size() > 1)
      out += ',';
    append_json_string(out, tag);
  }
  return out += ']';
}

std::vector<std::string> tags_from_json(std::string_view json) {
  std::vector<std::string> tags;
  for (std::size_t at = 0; at < json.size();) {
    if (json[at++] == '"')
      tags.push_back(read_escaped(json, at));
  }
  return tags;
}

std::string keys_to_json(std::span<const Key> keys) {
  std::string out = "[";
  for (const Key key : keys) out.append(out.size() > 1 ? "," : "").append(std::to_string(key));
  return out += "]";
}

}  // namespace aim::store
