#include "app/release.h"

#include "base/ascii.h"

namespace aim::app {
namespace {

constexpr std::size_t sha256_digits = 64;
constexpr std::string_view beginning = "ai-memory-", gap = "  ";

// Nothing for what is no version.
std::optional<std::vector<std::uint32_t>> numbers_of(std::string_view version) {
  std::vector<std::uint32_t> numbers;
  for (std::string_view rest = version; !rest.empty();) {
    const auto number = ascii::number<std::uint32_t>(ascii::take_part(rest, '.'));
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers.empty() || version.ends_with('.') ? std::nullopt : std::optional(numbers);
}

}  // namespace

bool is_higher(std::string_view version, std::string_view other) {
  return numbers_of(version) > numbers_of(other);
}

std::optional<ReleasedBundle> newest_bundle(std::string_view sums, std::string_view platform) {
  const std::string ending = std::string("-").append(platform).append(".mcpb");
  std::optional<ReleasedBundle> newest;
  while (!sums.empty()) {
    const std::string_view line = ascii::take_part(sums, '\n');
    const std::string_view digest = line.substr(0, sha256_digits);
    if (digest.size() < sha256_digits ||
        digest.find_first_not_of("0123456789abcdef") != digest.npos ||
        !line.substr(sha256_digits).starts_with(gap))
      continue;
    const std::string_view file = line.substr(sha256_digits + gap.size());
    if (!file.starts_with(beginning) || !file.ends_with(ending) ||
        file.size() < beginning.size() + ending.size())
      continue;
    const std::string_view version =
        file.substr(beginning.size(), file.size() - beginning.size() - ending.size());
    if (numbers_of(version) && (!newest || is_higher(version, newest->version)))
      newest = {std::string(version), std::string(file), std::string(digest)};
  }
  return newest;
}

}  // namespace aim::app
