#include "capture/usefulness.h"

#include "capture/plain_words.h"

namespace aim {
namespace {

constexpr std::size_t min_word_bytes = 5, max_words = 12, remembered = 20;
constexpr std::int64_t first_after = 20, then_each = 5;
constexpr double step = 0.02, least = 0.5, most = 0.8, wanted_share = 0.6;

// In small letters, each once, sorted.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  each_plain_word(text, "", [&](std::string word) {
    if (word.size() >= min_word_bytes)
      words.push_back(std::move(word));
  });
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace

std::vector<std::string> rare_words(std::string_view memory, std::string_view prompt) {
  const auto said = words_of(prompt);
  std::vector<std::string> words = words_of(memory);
  std::erase_if(words,
                [&](const std::string& each) { return std::ranges::binary_search(said, each); });
  std::ranges::stable_sort(words, std::ranges::greater(), &std::string::size);
  words.resize(std::min(words.size(), max_words));
  return words;
}

bool rests_on(std::string_view text, const std::vector<std::string>& words) {
  const auto said = words_of(text);
  const auto shared = std::ranges::count_if(
      words, [&](const std::string& each) { return std::ranges::binary_search(said, each); });
  return shared >= 2 || (shared == 1 && words.size() == 1);
}

void judge(Usefulness& project, bool useful) {
  ++project.judged;
  project.last += useful ? '1' : '0';
  if (project.last.size() > remembered)
    project.last.erase(0, project.last.size() - remembered);
  if (project.judged <= first_after || (project.judged - first_after) % then_each != 0)
    return;
  const auto share = static_cast<double>(std::ranges::count(project.last, '1')) /
                     static_cast<double>(project.last.size());
  if (share != wanted_share)
    project.moved += share < wanted_share ? step : -step;
  // What lies beyond the bounds would have to be walked back before anything is felt.
  project.moved = std::clamp(project.moved, least - most, most - least);
}

double moved_threshold(const Usefulness& project, double configured) {
  return std::clamp(configured + project.moved, std::min(least, configured),
                    std::max(most, configured));
}

}  // namespace aim
