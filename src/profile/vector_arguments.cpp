#include "profile/vector_arguments.h"

#include <boost/json.hpp>

#include "base/clock.h"
#include "op/kit/coerce.h"
#include "text/edit_distance.h"
#include "text/json_text.h"
#include "text/stretch.h"

namespace aim::profile {
namespace {

using op::two_stores::StoreKind, op::two_stores::StoreChoice;

constexpr std::size_t max_listed = 50;
constexpr std::size_t max_ids = 100;

Error not_one_of(std::string_view field, std::string_view values, const json::value& given) {
  std::string what("must be one of ");
  what.append(values).append("; got ").append(text::compact(given).substr(0, 100));
  return refuse(field, what);
}

std::optional<std::string_view> text_in(const json::value& value) {
  if (!value.is_string())
    return std::nullopt;
  return std::string_view(value.get_string());
}

// The kinds of arguments that are no texts.
const std::vector<op::Param>& typed_arguments() {
  using op::Kind;
  constexpr std::pair<std::string_view, Kind> kinds[] = {{"tags", Kind::text_list},
                                                         {"file_paths", Kind::text_list},
                                                         {"merge", Kind::text_list},
                                                         {"edits", Kind::text_list},
                                                         {"filters", Kind::object},
                                                         {"date_range", Kind::object},
                                                         {"metadata", Kind::object},
                                                         {"metadata_updates", Kind::object},
                                                         {"limit", Kind::integer},
                                                         {"offset", Kind::integer},
                                                         {"n", Kind::integer},
                                                         {"min_similarity", Kind::number},
                                                         {"similarity_threshold", Kind::number},
                                                         {"include_overridden", Kind::boolean},
                                                         {"include_weak", Kind::boolean},
                                                         {"superseded", Kind::boolean},
                                                         {"auto_merge", Kind::boolean},
                                                         {"confirm_import", Kind::boolean},
                                                         {"dry_run", Kind::boolean},
                                                         {"skip", Kind::boolean}};
  static const std::vector<op::Param> params = [&] {
    std::vector<op::Param> all;
    for (const auto& [name, kind] : kinds) {
      all.emplace_back().name = name;
      all.back().kind = kind;
    }
    return all;
  }();
  return params;
}

// One text, a list, or a list written as a text ("CORE,HIGH").
json::value as_list(std::string_view name, const json::value& value) {
  op::Param list;
  list.name = name;
  list.kind = op::Kind::text_list;
  const json::object holder{{name, value}};
  const auto meant = op::coerced({&list, 1}, holder);
  return meant ? meant->at(name) : value;
}

Result<std::vector<Band>> read_bands(const json::value& given, std::string_view field) {
  const json::value value = as_list(field, given);
  std::vector<Band> bands;
  if (!value.is_array()) {
    bands.push_back(TRY(read_band(value, field)));
    return bands;
  }
  for (const json::value& each : value.get_array()) bands.push_back(TRY(read_band(each, field)));
  if (bands.empty())
    return Failure(refuse(field, "must name at least one priority"));
  return bands;
}

Result<std::vector<std::string>> read_ids(const json::value& value, std::string_view field) {
  constexpr Rule ids{.min_bytes = 1, .max_bytes = 128, .min_items = 1, .max_items = max_ids};
  if (value.is_string() && !value.get_string().starts_with('[')) {
    const std::string id(value.get_string());
    TRY_VOID(check(rule::title, field, id));
    return std::vector{id};
  }
  std::vector<std::string> out;
  op::Warnings none;
  TRY_VOID(op::read(as_list(field, value), op::Place{field, ids, none}, out));
  return out;
}

Result<void> read_range(const json::value& value, op::two_stores::Filters& filters) {
  if (!value.is_object())
    return Failure(refuse("date_range", "must be an object with from, to or both"));
  for (const auto& [key, each] : value.get_object()) {
    if (key != "from" && key != "to")
      return Failure(refuse("date_range", "has from and to only"));
    if (each.is_null())
      continue;
    const auto text = text_in(each);
    const std::string field = "date_range." + std::string(key);
    if (!text)
      return Failure(refuse(field, "must be a date or a time"));
    const auto stretch =
        TRY(text::parse_stretch(*text, field, SystemClock().now(), text::Side::past));
    if (key == "from")
      filters.since = stretch.first;
    else
      filters.until = stretch.last;
  }
  return {};
}

Result<void> read_into(Arguments& from, AskedFilters& asked, bool of_list) {
  if (const json::value* value = from.find("priority"))
    asked.filters.bands = TRY(read_bands(*value, "priority"));
  if (const json::value* value = from.find("date_range"))
    TRY_VOID(read_range(*value, asked.filters));
  if (auto tags = TRY(from.take<std::vector<std::string>>("tags", rule::tags)))
    asked.filters.tags = std::move(*tags);
  if (auto category = TRY(from.take<std::string>("category", limit::category)))
    asked.filters.category = std::move(category);
  if (auto source = TRY(from.take<std::string>("source", limit::source)))
    asked.filters.source = std::move(source);
  if (!of_list)
    return {};
  if (auto project = TRY(from.take<std::string>("project_id", rule::name_space)))
    asked.filters.project_id = std::move(project);
  if (const auto superseded = TRY(from.take<bool>("superseded")))
    asked.superseded = *superseded;
  if (const json::value* value = from.find("memory_id"))
    asked.ids = TRY(read_ids(*value, "memory_id"));
  return {};
}

}  // namespace

namespace limit {
std::string_view plain_flaw(std::string_view text) {
  const bool plain = std::ranges::none_of(
      text, [](char each) { return static_cast<unsigned char>(each) < 0x20 || each == 0x7F; });
  return plain ? std::string_view() : "must have no control characters";
}
}  // namespace limit

Result<Band> read_band(const json::value& value, std::string_view field) {
  if (const auto text = text_in(value))
    if (const auto band = band_named(*text))
      return *band;
  return Failure(not_one_of(field, "CORE, HIGH, NORMAL, LOW", value));
}

Arguments::Arguments(const json::object& object, op::Warnings& warnings)
    : meant_(op::coerced(typed_arguments(), object)),
      object_(meant_ ? *meant_ : object),
      warnings_(warnings) {}

const json::value* Arguments::find(std::string_view name) {
  known_.push_back(name);
  const json::value* value = object_.if_contains(name);
  return value && !value->is_null() ? value : nullptr;
}

bool Arguments::is_null(std::string_view name) {
  const json::value* value = object_.if_contains(name);
  return value && value->is_null();
}

Result<std::optional<Band>> Arguments::band(std::string_view name) {
  const json::value* value = find(name);
  if (!value)
    return std::optional<Band>();
  return std::optional(TRY(read_band(*value, name)));
}

Result<std::optional<StoreKind>> Arguments::place(std::string_view name) {
  const json::value* value = find(name);
  if (!value)
    return std::optional<StoreKind>();
  if (const auto text = text_in(*value))
    if (const auto place = value_of<StoreKind>(*text))
      return std::optional(*place);
  return Failure(not_one_of(name, "project, global", *value));
}

Result<StoreChoice> Arguments::where(std::string_view name) {
  const json::value* value = find(name);
  if (!value)
    return StoreChoice::both;
  if (const auto text = text_in(*value))
    if (const auto where = value_of<StoreChoice>(*text))
      return *where;
  return Failure(not_one_of(name, "both, project, global", *value));
}

void Arguments::tell_unknown(std::string_view inside) {
  for (const auto& [key, value] : object_) {
    const std::string_view name(key.data(), key.size());
    if (std::ranges::find(known_, name) != known_.end())
      continue;
    std::string warning("the argument \"");
    warning.append(inside).append(inside.empty() ? "" : ".");
    warning.append(name.substr(0, max_listed)).append("\" is unknown and was ignored");
    if (const auto near = text::nearest(name, known_))
      warning.append("; did you mean \"").append(*near).append("\"?");
    warnings_.push_back(std::move(warning));
  }
}

Result<AskedFilters> read_filters(Arguments& arguments, bool of_list) {
  AskedFilters asked;
  TRY_VOID(read_into(arguments, asked, of_list));
  const json::value* nested = arguments.find("filters");
  if (!nested)
    return asked;
  if (!nested->is_object())
    return Failure(refuse("filters", "must be an object"));
  for (const auto& [key, value] : nested->get_object())
    if (key != "location" && arguments.object().contains(key))
      arguments.warnings().push_back("\"" + std::string(key) +
                                     "\" is given twice; the value in filters is used");
  Arguments inside(nested->get_object(), arguments.warnings());
  TRY_VOID(read_into(inside, asked, of_list));
  if (of_list)
    asked.place = TRY(inside.place("location"));
  inside.tell_unknown("filters");
  return asked;
}

Result<std::string> patched(const std::string& metadata, const json::object& patch) {
  auto parsed = text::parse_json(metadata);
  json::object out = parsed && parsed->is_object() ? parsed->get_object() : json::object();
  for (const auto& [key, value] : patch) {
    if (value.is_null())
      out.erase(key);
    else
      out[key] = value;
  }
  std::string text = text::compact(out);
  TRY_VOID(check(rule::metadata, "metadata_updates", text));
  return text;
}

}  // namespace aim::profile
