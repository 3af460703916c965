#include "profile/vector_arguments.h"

#include <boost/json.hpp>

#include "base/clock.h"
#include "op/kit/coerce.h"
#include "text/edit_distance.h"
#include "text/json_text.h"
#include "text/stretch.h"

namespace aim::profile {
namespace {

using op::two_stores::Filters;

constexpr std::size_t max_listed = 50;
constexpr std::size_t max_ids = 100;

Result<Band> read_band(const json::value& value, std::string_view field) {
  if (value.is_string())
    if (const auto band = band_named(std::string_view(value.get_string())))
      return *band;
  return Failure(refuse(
      field, "must be one of CORE, HIGH, NORMAL, LOW; got " + text::compact(value).substr(0, 100)));
}

Result<std::vector<Band>> read_bands(const json::value& value, std::string_view field) {
  std::vector<Band> bands;
  for (const json::value& each : value.is_array() ? value.get_array() : json::array{value})
    bands.push_back(TRY(read_band(each, field)));
  if (bands.empty())
    return Failure(refuse(field, "must name at least one priority"));
  return bands;
}

Result<void> read_ids(Arguments& from, std::string_view field, std::vector<std::string>& out) {
  constexpr Rule ids{.min_bytes = 1, .max_bytes = 128, .min_items = 1, .max_items = max_ids};
  const json::value* value = from.find(field);
  if (!value || !value->is_string() || value->get_string().starts_with('['))
    return from.take(field, out, ids);
  out = {std::string(value->get_string())};
  return check(rule::title, field, out.front());
}

Result<void> read_range(const json::value& value, op::two_stores::Filters& filters,
                        op::Warnings& warnings) {
  if (!value.is_object())
    return Failure(refuse("date_range", "must be an object with from, to or both"));
  Arguments from(value.get_object(), warnings);
  for (const std::string_view key : {"from", "to"}) {
    const json::value* each = from.find(key);
    if (!each)
      continue;
    const std::string field = "date_range." + std::string(key);
    if (!each->is_string())
      return Failure(refuse(field, "must be a date or a time"));
    const auto stretch =
        TRY(text::parse_stretch(each->get_string(), field, SystemClock().now(), text::Side::past));
    if (key == "from")
      filters.since = stretch.first;
    else
      filters.until = stretch.last;
  }
  from.tell_unknown("date_range");
  return {};
}

// RFC 7396.
void merge_patch(json::value& target, const json::value& patch) {
  if (!patch.is_object()) {
    target = patch;
    return;
  }
  if (!target.is_object())
    target = json::object();
  for (const auto& [key, value] : patch.get_object())
    if (value.is_null())
      target.get_object().erase(key);
    else
      merge_patch(target.get_object()[key], value);
}

constexpr std::tuple filters_of_all{takes("tags", &Filters::tags, rule::tags),
                                    takes("category", &Filters::category, limit::category),
                                    takes("source", &Filters::source, limit::source)};
constexpr std::tuple filters_of_list{takes("project_id", &Filters::project_id, rule::name_space)};

Result<void> read_into(Arguments& from, AskedFilters& asked, bool of_list) {
  if (const json::value* value = from.find("priority", op::Kind::text_list))
    asked.filters.bands = TRY(read_bands(*value, "priority"));
  if (const json::value* value = from.find("date_range", op::Kind::object))
    TRY_VOID(read_range(*value, asked.filters, from.warnings()));
  TRY_VOID(from.fill(asked.filters, filters_of_all));
  if (!of_list)
    return {};
  TRY_VOID(from.fill(asked.filters, filters_of_list));
  TRY_VOID(from.take("superseded", asked.superseded));
  return read_ids(from, "memory_id", asked.ids);
}

}  // namespace

namespace limit {
std::string_view plain_flaw(std::string_view text) {
  const bool plain = std::ranges::none_of(
      text, [](char each) { return static_cast<unsigned char>(each) < 0x20 || each == 0x7F; });
  return plain ? std::string_view() : "must have no control characters";
}
}  // namespace limit

const json::value* Arguments::find(std::string_view name, op::Kind kind) {
  known_.push_back(name);
  const json::value* value = object_.if_contains(name);
  if (!value || value->is_null())
    return nullptr;
  auto meant = op::meant_by(kind, *value);
  return meant ? &meant_.emplace_back(std::move(*meant)) : value;
}

bool Arguments::is_null(std::string_view name) {
  const json::value* value = object_.if_contains(name);
  return value && value->is_null();
}

Result<void> Arguments::take(std::string_view name, std::optional<Band>& out, const Rule&) {
  if (const json::value* value = find(name))
    out = TRY(read_band(*value, name));
  return {};
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
  const json::value* nested = arguments.find("filters", op::Kind::object);
  if (!nested)
    return asked;
  if (!nested->is_object())
    return Failure(refuse("filters", "must be an object"));
  for (const auto& [key, value] : nested->get_object())
    if ((of_list || key != "location") && arguments.object().contains(key))
      arguments.warnings().push_back("\"" + std::string(key) +
                                     "\" is given twice; the value in filters is used");
  Arguments inside(nested->get_object(), arguments.warnings());
  TRY_VOID(read_into(inside, asked, of_list));
  if (of_list)
    TRY_VOID(inside.take("location", asked.place));
  inside.tell_unknown("filters");
  return asked;
}

Result<std::string> patched(const std::string& metadata, const json::object& patch) {
  json::value out = text::parse_json(metadata).value_or(json::object());
  merge_patch(out, patch);
  std::string text = text::compact(out);
  TRY_VOID(check(rule::metadata, "metadata_updates", text));
  return text;
}

}  // namespace aim::profile
