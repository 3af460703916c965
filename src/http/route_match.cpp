// Which row a path is of (routes.h).
#include <boost/json.hpp>

#include "base/ascii.h"
#include "http/routes.h"
#include "net/message.h"

namespace aim::http {

namespace {

constexpr auto get = "GET";

bool is_name(std::string_view segment) {
  return segment.starts_with('{') && segment.ends_with('}');
}
bool is_wildcard(std::string_view segment) {
  return is_name(segment) && segment.ends_with("...}");
}
std::string_view name_in(std::string_view segment) {
  return segment.substr(1, segment.size() - (is_wildcard(segment) ? 5 : 2));
}

enum class Fit { none, by_wildcard, by_names, literal };

// `names` stand for any segment that is not empty, and get it as it was sent.
Fit fit(std::string_view pattern, std::string_view path) {
  if (!pattern.ends_with("...}") &&
      std::count(pattern.begin(), pattern.end(), '/') != std::count(path.begin(), path.end(), '/'))
    return Fit::none;
  Fit found = Fit::literal;
  while (!pattern.empty()) {
    const std::string_view wanted = ascii::take_part(pattern, '/');
    if (is_wildcard(wanted))
      return path.empty() ? Fit::none : Fit::by_wildcard;
    const std::string_view given = ascii::take_part(path, '/');
    if (is_name(wanted) && !given.empty())
      found = Fit::by_names;
    else if (wanted != given)
      return Fit::none;
  }
  return path.empty() ? found : Fit::none;
}

// For a wildcard: rejects a part that is empty, ".", "..", or not a file name.
bool leads_out(std::string_view path) {
  if (path.find_first_of(std::string_view("\\\0", 2)) != path.npos || path.ends_with('/'))
    return true;
  while (!path.empty()) {
    const std::string_view segment = ascii::take_part(path, '/');
    if (segment.empty() || segment == "." || segment == "..")
      return true;
  }
  return false;
}

std::string allowed(const std::vector<const Row*>& found) {
  std::string methods;
  for (const Row* row : found) {
    methods.append(row->method).append(", ");
    if (row->method == get)
      methods += "HEAD, ";
  }
  return methods += "OPTIONS";
}

}  // namespace

std::vector<std::string_view> path_names(std::string_view pattern) {
  std::vector<std::string_view> names;
  while (!pattern.empty())
    if (const std::string_view segment = ascii::take_part(pattern, '/'); is_name(segment))
      names.push_back(name_in(segment));
  return names;
}

Result<Match> match(std::span<const Row> rows, std::string_view method, std::string_view path) {
  std::vector<const Row*> found;
  // "/memories/bulk" is no id: rows without names in their path go before those with.
  for (const Fit wanted : {Fit::literal, Fit::by_names, Fit::by_wildcard}) {
    if (!found.empty())
      break;
    for (const Row& row : rows)
      if (fit(row.path, path) == wanted)
        found.push_back(&row);
  }
  Match match;
  if (found.empty())
    return match;
  match.allow = allowed(found);
  const std::string_view wanted = method == "HEAD" ? get : method;
  const auto row = std::find_if(found.begin(), found.end(),
                                [&](const Row* each) { return each->method == wanted; });
  if (row == found.end())
    return match;
  match.row = *row;
  std::string_view pattern = match.row->path;
  while (!pattern.empty()) {
    const std::string_view name = ascii::take_part(pattern, '/');
    const std::string_view given =
        is_wildcard(name) ? std::exchange(path, {}) : ascii::take_part(path, '/');
    if (!is_name(name))
      continue;
    std::string value = TRY(net::decoded(given, false));
    if (is_wildcard(name) && leads_out(value))
      return Match();
    match.arguments.emplace_back(name_in(name), std::move(value));
  }
  return match;
}

namespace {

class RouteWords : public op::Words {
 public:
  std::string say(const op::NextStep& step) const override {
    if (!step.operation)
      return {};
    const auto all = rows();
    const auto row = std::ranges::find_if(all, [&](const Row& each) {
      return each.operation && &each.operation() == &step.operation();
    });
    if (row == all.end())
      return {};
    std::string path(row->path), query;
    json::object body;
    for (const auto& [name, text] : step.arguments) {
      const std::string place = "{" + std::string(name) + "}";
      if (const std::size_t at = path.find(place); at != path.npos)
        path.replace(at, place.size(), net::encoded(text));
      else if (row->from == From::body)
        body[name] = text;
      else
        query.append(query.empty() ? "?" : "&").append(name).append("=").append(net::encoded(text));
    }
    return std::string(row->method) + " " + path + query +
           (body.empty() ? std::string() : " " + json::serialize(body));
  }
};

}  // namespace

const op::Words& route_words() {
  static const RouteWords words;
  return words;
}

}  // namespace aim::http
