// However a document is cut into pieces, its items are the same, and they are the document's.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "text/json_items.h"
#include "text/json_text.h"

namespace aim::text {
namespace {

struct Item {
  std::string member, text;
  bool in_array;
  friend bool operator==(const Item&, const Item&) = default;
};

struct Reading {
  std::vector<Item> items;
  std::string error;
  friend bool operator==(const Reading&, const Reading&) = default;
};

Reading read(std::string_view document, const std::vector<std::size_t>& piece_sizes,
             JsonTop top = JsonTop::object) {
  Reading reading;
  JsonItems items(
      [&](std::string_view member, std::string_view item, bool in_array) -> Result<void> {
        reading.items.push_back({std::string(member), std::string(item), in_array});
        return {};
      },
      64, top);
  Result<void> result;
  for (std::size_t i = 0; result && !document.empty(); ++i) {
    const std::size_t size =
        i < piece_sizes.size() ? std::min(piece_sizes[i], document.size()) : document.size();
    result = items.feed(document.substr(0, size));
    document.remove_prefix(size);
  }
  if (result)
    result = items.finish();
  if (!result)
    reading.error = result.error().message;
  return reading;
}

rc::Gen<std::string> tricky_text() {
  return rc::gen::container<std::string>(
      rc::gen::element('a', 'b', '"', '\\', '{', '}', '[', ']', ',', ':', '\n', ' '));
}

json::value any_value(std::size_t levels) {
  const int kinds = levels == 0 ? 5 : 7;
  switch (*rc::gen::inRange(0, kinds)) {
    case 0:
      return *rc::gen::arbitrary<std::int64_t>();
    case 1:
      return *rc::gen::arbitrary<bool>();
    case 2:
      return nullptr;
    case 3:
      return 0.5;
    case 4:
      return json::value(*tricky_text());
    case 5: {
      json::array array;
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i) array.push_back(any_value(levels - 1));
      return array;
    }
    default: {
      json::object object;
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
        object[*tricky_text()] = any_value(levels - 1);
      return object;
    }
  }
}

RC_GTEST_PROP(JsonItemsProperty, AnySplitOfADocumentGivesItsItems, ()) {
  json::object document;
  for (int i = *rc::gen::inRange(0, 5); i > 0; --i) document[*tricky_text()] = any_value(2);
  const std::string text = *rc::gen::arbitrary<bool>() ? compact(document) : pretty(document);
  const auto pieces =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 8));

  const Reading whole = read(text, {});
  RC_ASSERT(read(text, pieces) == whole);
  if (!whole.error.empty()) {  // an item past the bound of 64 bytes
    RC_ASSERT(whole.error.find("is longer than 64 bytes") != std::string::npos);
    return;
  }
  json::object again;
  for (const auto& member : document)
    if (member.value().is_array())
      again[member.key()] = json::array();
  for (const auto& [member, item, in_array] : whole.items) {
    const json::value value = parse_json(item).value();
    if (in_array)
      again[member].as_array().push_back(value);
    else
      again[member] = value;
  }
  RC_ASSERT(compact(again) == compact(document));
}

RC_GTEST_PROP(JsonItemsProperty, AnySplitOfAnyTextGivesTheSame, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::element(
      '{', '}', '[', ']', '"', '\\', ',', ':', '1', 't', ' ', '\xEF', '\xBB', '\xBF'));
  const std::string prefix = *rc::gen::element<std::string>("", "{", "{\"a\":[", "{\"a\":");
  const auto pieces =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 4));
  RC_ASSERT(read(prefix + text, pieces) == read(prefix + text, {}));
  RC_ASSERT(read("[" + text, pieces, JsonTop::list) == read("[" + text, {}, JsonTop::list));
}

RC_GTEST_PROP(JsonItemsProperty, AnySplitOfABareListGivesItsItems, ()) {
  json::array list;
  for (int i = *rc::gen::inRange(0, 5); i > 0; --i) list.push_back(any_value(2));
  const std::string text = *rc::gen::arbitrary<bool>() ? compact(list) : pretty(list);
  const auto pieces =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 8));

  const Reading whole = read(text, {}, JsonTop::list);
  RC_ASSERT(read(text, pieces, JsonTop::list) == whole);
  if (!whole.error.empty()) {
    RC_ASSERT(whole.error.find("is longer than 64 bytes") != std::string::npos);
    return;
  }
  json::array again;
  for (const Item& item : whole.items) {
    RC_ASSERT(item.member.empty() && item.in_array);
    again.push_back(parse_json(item.text).value());
  }
  RC_ASSERT(compact(again) == compact(list));
}

}  // namespace
}  // namespace aim::text
