#include "memory/metadata.h"

#include <boost/json.hpp>
#include <cmath>
#include <unordered_map>

#include "memory/rules.h"

namespace aim {
namespace {

namespace json = boost::json;

constexpr std::size_t max_depth = 1'000;
constexpr std::string_view blanks = " \t\r\n";

std::optional<json::value> parse(std::string_view text, std::size_t depth = max_depth) {
  json::parse_options options;
  options.max_depth = depth;
  json::error_code error;
  json::value value = json::parse({text.data(), text.size()}, error, {}, options);
  if (error)
    return std::nullopt;
  return value;
}

// One beyond all that a double holds has no JSON any more.
bool has_finite_numbers(const json::value& value) {
  if (const auto* number = value.if_double())
    return std::isfinite(*number);
  if (const auto* list = value.if_array())
    return std::ranges::all_of(*list, has_finite_numbers);
  const auto* object = value.if_object();
  return !object || std::ranges::all_of(*object, [](const auto& member) {
    return has_finite_numbers(member.value());
  });
}

std::string json_string(std::string_view text) {
  return json::serialize(json::string_view(text.data(), text.size()));
}

// Members in the order of their first appearance.
class Members {
 public:
  // `key` as it is, `value` as JSON text.
  void set(std::string key, std::string value) {
    const auto [known, fresh] = places_.emplace(std::move(key), members_.size());
    if (fresh)
      members_.push_back({&known->first, std::move(value)});
    else
      members_[known->second].value = std::move(value);
  }

  std::string text() const {
    std::string out = "{";
    for (const Member& member : members_) {
      if (out.size() > 1)
        out += ',';
      out.append(json_string(*member.key)).append(":").append(member.value);
    }
    return out += '}';
  }

 private:
  struct Member {
    const std::string* key;  // in places_, whose keys never move
    std::string value;
  };
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<Member> members_;
};

// Walks over the text of an object that is known to be valid JSON.
class Walk {
 public:
  explicit Walk(std::string_view object) : text_(object) {
    skip_blanks();
    ++at_;  // {
    skip_blanks();
  }

  bool at_end() const { return text_[at_] == '}'; }

  std::string key() {
    const std::size_t start = at_;
    skip_string();
    const auto decoded = parse(text_.substr(start, at_ - start));
    skip_blanks();
    ++at_;  // :
    skip_blanks();
    return std::string(decoded->get_string());
  }

  std::string value() {
    const std::size_t start = at_;
    int depth = 0;
    for (; depth > 0 || (text_[at_] != ',' && text_[at_] != '}'); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        skip_string();
        --at_;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if (c == '}' || c == ']') {
        --depth;
      }
    }
    std::string_view raw = text_.substr(start, at_ - start);
    raw = raw.substr(0, raw.find_last_not_of(blanks) + 1);
    if (text_[at_] == ',')
      ++at_;
    skip_blanks();
    return std::string(raw);
  }

 private:
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }
  void skip_string() {
    for (++at_; text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\')
        ++at_;
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

void add(Members& members, std::string_view object) {
  const auto parsed = parse(object);
  if (!parsed || !parsed->is_object())
    return;
  for (Walk walk(object); !walk.at_end();) {
    std::string key = walk.key();
    members.set(std::move(key), walk.value());
  }
}

std::string with(std::string_view metadata, std::string_view key, std::string value) {
  Members members;
  add(members, metadata);
  members.set(std::string(key), std::move(value));
  return members.text();
}

}  // namespace

std::string unite_metadata(std::span<const std::string> objects) {
  Members members;
  for (const std::string& object : objects) add(members, object);
  return members.text();
}

std::string with_text(std::string_view metadata, std::string_view key, std::string_view text) {
  return with(metadata, key, json_string(text));
}

std::string with_text_list(std::string_view metadata, std::string_view key,
                           std::span<const std::string> texts) {
  std::string list = "[";
  for (const std::string& text : texts) {
    if (list.size() > 1)
      list += ',';
    list += json_string(text);
  }
  return with(metadata, key, list += ']');
}

std::string with_changed_texts(
    std::string_view metadata,
    const std::function<std::string(std::string_view key, std::string_view text)>& change) {
  const auto parsed = parse(metadata);
  if (!parsed || !parsed->is_object())
    return change({}, metadata);
  std::string out, key;
  for (std::size_t at = 0; at < metadata.size();) {
    if (metadata[at] != '"') {
      out += metadata[at++];
      continue;
    }
    std::size_t end = at + 1;
    while (metadata[end] != '"') end += metadata[end] == '\\' ? 2U : 1U;
    ++end;
    const std::string_view raw = metadata.substr(at, end - at);
    const std::string text(parse(raw)->get_string());
    at = end;
    const std::size_t next = metadata.find_first_not_of(blanks, at);
    const bool is_key = next != metadata.npos && metadata[next] == ':';
    const std::string changed = change(is_key ? std::string_view() : key, text);
    out.append(changed == text ? raw : json_string(changed));
    if (is_key)
      key = text;
  }
  return out;
}

std::vector<std::string> text_members(std::string_view metadata,
                                      std::span<const std::string_view> keys) {
  std::vector<std::string> texts(keys.size());
  const auto parsed = parse(metadata);
  const json::object* object = parsed ? parsed->if_object() : nullptr;
  if (!object)
    return texts;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const json::value* value =
        object->if_contains(json::string_view(keys[i].data(), keys[i].size()));
    if (const json::string* text = value ? value->if_string() : nullptr)
      texts[i].assign(text->data(), text->size());
  }
  return texts;
}

std::string text_member(std::string_view metadata, std::string_view key) {
  return text_members(metadata, std::array{key}).front();
}

std::optional<std::vector<std::string>> text_list(std::string_view metadata, std::string_view key) {
  const auto parsed = parse(metadata);
  const json::object* object = parsed ? parsed->if_object() : nullptr;
  const json::value* list =
      object ? object->if_contains(json::string_view(key.data(), key.size())) : nullptr;
  if (!list || !list->is_array())
    return std::nullopt;
  std::vector<std::string> texts;
  for (const json::value& each : list->get_array()) {
    if (!each.is_string())
      return std::nullopt;
    texts.emplace_back(each.get_string());
  }
  return texts;
}

bool may_be_given(std::string_view text) {
  const auto parsed = parse(text, max_metadata_levels);
  return parsed && parsed->is_object() && has_finite_numbers(*parsed);
}

bool same_metadata(std::string_view a, std::string_view b) {
  if (a == b)
    return true;
  const auto first = parse(a), second = parse(b);
  return first && second && *first == *second;
}

}  // namespace aim
