#include "config/config.h"

#include <filesystem>

#include "base/environment.h"
#include "base/quoting.h"

namespace aim {
namespace config {

bool is_choice(std::string_view type, std::string_view value) {
  const auto choices = choices_of(type);
  return std::find(choices.begin(), choices.end(), value) != choices.end();
}

Result<std::string> expand_path(std::string_view path, std::string_view type) {
  const auto refused = [](std::string what) { return Failure(invalid(std::move(what))); };
  if (path == "~" || path.starts_with("~/")) {
    const std::filesystem::path home = environment("HOME");
    if (!home.is_absolute())
      return refused("begins with ~, but HOME is not set to an absolute path");
    return home.string().append(path.substr(1));
  }
  if (!std::filesystem::path(path).is_absolute())
    return refused(std::string("must be ")
                       .append(type)
                       .append("; got \"")
                       .append(is_url(path) ? without_user(path) : std::string(path)) +
                   '"');
  return std::string(path);
}

}  // namespace config

std::vector<std::string_view> choices_of(std::string_view type) {
  if (type == "true or false")
    return {"true", "false"};
  constexpr std::string_view before = "one of ", between = ", ";
  std::vector<std::string_view> choices;
  if (!type.starts_with(before))
    return choices;
  for (std::size_t at = before.size(); at < type.size();) {
    const std::size_t end = std::min(type.find(between, at), type.size());
    choices.push_back(type.substr(at, end - at));
    at = end + between.size();
  }
  return choices;
}

}  // namespace aim
