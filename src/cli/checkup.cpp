#include "cli/checkup.h"

#include <boost/json.hpp>

#include "base/numbers.h"
#include "cli/render/colour.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

constexpr std::size_t name_column = 6, detail_column = 22;

void pad(std::string& line, std::size_t from, std::size_t used) {
  line.append(used < from ? from - used : 1, ' ');
}

}  // namespace

void Checkup::good(std::string name, std::string detail) {
  checks_.push_back({std::move(name), std::move(detail), Mark::good});
}
void Checkup::warn(std::string name, std::string detail) {
  checks_.push_back({std::move(name), std::move(detail), Mark::warning});
}
void Checkup::bad(std::string name, std::string detail) {
  checks_.push_back({std::move(name), std::move(detail), Mark::bad});
}
void Checkup::mended() {
  for (Check& check : checks_)
    if (check.mark == Mark::bad)
      check.mark = Mark::mended;
}

bool Checkup::is_good() const {
  return std::none_of(checks_.begin(), checks_.end(),
                      [](const Check& check) { return check.mark == Mark::bad; });
}

std::string Checkup::verdict() const {
  const auto count = [&](Mark mark) {
    return std::count_if(checks_.begin(), checks_.end(),
                         [&](const Check& check) { return check.mark == mark; });
  };
  const auto bad = count(Mark::bad), warnings = count(Mark::warning), mended = count(Mark::mended);
  std::string text;
  if (bad > 0)
    text = counted(bad, "problem", "problems");
  if (mended > 0)
    text.append(text.empty() ? "" : ", ")
        .append(counted(mended, "problem", "problems"))
        .append(" repaired");
  if (warnings > 0)
    text.append(text.empty() ? "" : ", ").append(counted(warnings, "warning", "warnings"));
  return text.empty() ? "Everything is in order." : text + "; details follow.";
}

std::string Checkup::text(bool colour) const {
  const Ink ink{colour};
  std::string lines = ink(is_good() ? Paint::green : Paint::red, verdict()).append("\n\n");
  for (const Check& check : checks_) {
    const std::string_view word = check.mark == Mark::good      ? "ok"
                                  : check.mark == Mark::warning ? "warn"
                                  : check.mark == Mark::bad     ? "BAD"
                                                                : "was";
    lines += ink(check.mark == Mark::good  ? Paint::green
                 : check.mark == Mark::bad ? Paint::red
                                           : Paint::yellow,
                 word);
    pad(lines, name_column, word.size());
    lines += ink(Paint::bold, check.name);
    pad(lines, detail_column, name_column + check.name.size());
    lines.append(check.detail).append("\n");
  }
  return lines;
}

std::string Checkup::json() const {
  boost::json::array checks;
  for (const Check& check : checks_)
    checks.push_back({{"name", check.name},
                      {"ok", check.mark == Mark::good || check.mark == Mark::warning},
                      {"detail", check.detail}});
  return text::compact({{"ok", is_good()}, {"checks", std::move(checks)}}) + "\n";
}

}  // namespace aim::cli
