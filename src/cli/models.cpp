#include "cli/models.h"

#include <boost/json.hpp>
#include <charconv>

#include "base/utf8.h"
#include "cli/fields.h"
#include "cli/render/colour.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

constexpr std::size_t columns = 5;
using Line = std::array<std::string, columns>;

// Columns under each other; the last is as wide as it is.
std::string in_columns(const std::vector<Line>& lines, std::string_view state_to_stress,
                       const Ink& ink) {
  std::array<std::size_t, columns> widths{};
  for (const Line& line : lines)
    for (std::size_t at = 0; at < columns; ++at)
      widths[at] = std::max(widths[at], utf8::count_characters(line[at]));
  std::string text;
  for (const Line& line : lines) {
    const bool head = &line == &lines.front();
    for (std::size_t at = 0; at < columns; ++at) {
      const bool stressed = at == 1 && line[at] == state_to_stress;
      text += head ? ink(Paint::dim, line[at]) : stressed ? ink(Paint::green, line[at]) : line[at];
      if (at + 1 < columns)
        text.append(widths[at] - utf8::count_characters(line[at]) + 2, ' ');
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

void append_number(std::string& text, float number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  text.append(digits.data(), end.ptr);
}

}  // namespace

std::string ModelList::text(bool colour) const {
  const Ink ink{colour};
  std::vector<Line> lines{{"MODEL", "STATE", "DIMENSION", "SIZE", "LICENCE"}};
  for (const ModelRow& row : rows)
    lines.push_back({utf8::excerpt(row.name, 80), row.state,
                     row.dimension > 0 ? std::to_string(row.dimension) : "–",
                     row.bytes > 0 ? size_text(static_cast<std::int64_t>(row.bytes)) : "–",
                     row.licence.empty() ? "–" : row.licence});
  std::string text = in_columns(lines, "in use", ink);
  if (std::none_of(rows.begin(), rows.end(), [](const auto& row) { return row.state == "in use"; }))
    text += chosen == "none"
                ? "no model is used, as chosen; choose one with: ai-memory model use NAME\n"
                : "no model is used; obtain one with: ai-memory model get " +
                      std::string(usual_model) + "\n";
  return text;
}

std::string ModelList::json() const {
  json::array models;
  for (const ModelRow& row : rows) {
    json::object model{{"name", row.name}, {"state", row.state}, {"bytes", row.bytes}};
    if (row.dimension > 0)
      model["dimension"] = row.dimension;
    if (row.max_tokens)
      model["max_tokens"] = *row.max_tokens;
    if (!row.licence.empty())
      model["licence"] = row.licence;
    if (!row.origin.empty())
      model["origin"] = row.origin;
    models.push_back(std::move(model));
  }
  return text::compact({{"chosen", chosen}, {"folder", folder}, {"models", std::move(models)}}) +
         "\n";
}

std::string model_result(std::string_view name, std::string_view result, std::string_view sentence,
                         bool as_json) {
  if (as_json)
    return text::compact({{"name", name}, {"result", result}}) + "\n";
  return std::string(sentence) + "\n";
}

std::string upgrade_json(std::string_view installed, std::string_view newest,
                         std::string_view program, std::string_view result) {
  return text::compact({{"installed", installed},
                        {"newest", newest},
                        {"program", program},
                        {"result", result}}) +
         "\n";
}

std::string PrintedVectors::text() const {
  std::string out;
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    append_number(out, numbers[at]);
    out += (at + 1) % dimension == 0 ? '\n' : ' ';
  }
  return out;
}

std::string PrintedVectors::json() const {
  const json::object head{{"dimension", dimension}, {"engine", engine}, {"model", model}};
  std::string out = text::compact(head);
  out.back() = ',';
  out += "\"vectors\":[";
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    out += at % dimension != 0 ? "," : at == 0 ? "[" : ",[";
    append_number(out, numbers[at]);
    if ((at + 1) % dimension == 0)
      out += ']';
  }
  return out + "]}\n";
}

}  // namespace aim::cli
