#include "cli/detect.h"

#include <boost/json.hpp>
#include <istream>
#include <ostream>
#include <string>

#include "op/detect.h"
#include "text/json_text.h"

namespace aim::cli {

Result<void> detect_lines(Engine& engine, std::istream& in, std::ostream& out) {
  std::string line;
  for (std::int64_t number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos)
      continue;
    const auto named = [&](Error error) {
      error.message = "line " + std::to_string(number) + ": " + error.message;
      return Failure(std::move(error));
    };
    auto item = text::parse_json(line, text::fair_bytes(line.size()));
    if (!item)
      return named(std::move(item).error());
    if (!item->is_object())
      return named(refuse("the item", "must be a JSON object"));
    auto judged = op::detect(engine, item->get_object(), number);
    if (!judged)
      return named(std::move(judged).error());
    out << text::compact(*judged) << '\n' << std::flush;
  }
  return {};
}

}  // namespace aim::cli
