#include "engine/transfer/sync_counts.h"

#include "base/utf8.h"

namespace aim::engine {
namespace {

constexpr std::size_t max_reasons = 50;
constexpr std::size_t max_example_characters = 60;
constexpr std::string_view other_reasons = "other reasons";

}  // namespace

void Refusals::add(std::string_view what, const Error& why, std::string_view id,
                   std::int64_t count) {
  if (count == 0)
    return;
  // What was given differs from row to row.
  const std::string_view all = why.message;
  std::string_view reason = all.substr(0, all.find("; got "));
  const auto same = [&](const Refusal& each) { return each.what == what && each.reason == reason; };
  auto found = std::ranges::find_if(list_, same);
  if (found == list_.end() && list_.size() >= max_reasons) {
    reason = other_reasons;
    found = std::ranges::find_if(list_, same);
  }
  if (found == list_.end())
    found = list_.insert(list_.end(), {std::string(what), std::string(reason),
                                       utf8::excerpt(id, max_example_characters), 0});
  found->count += count;
}

}  // namespace aim::engine
