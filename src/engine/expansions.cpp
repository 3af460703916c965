#include "engine/expansions.h"

#include <algorithm>

#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::size_t most_known = 1'000, most_wishes = 64;
constexpr std::size_t most_question_bytes = 2'000;  // a longer one says enough by itself

}  // namespace

std::optional<Expansions::Terms> Expansions::known(const std::string& question) {
  const std::string folded = text::fold(question);
  const std::lock_guard lock(mutex_);
  const auto found = by_question_.find(folded);
  if (found == by_question_.end())
    return {};
  used_.splice(used_.begin(), used_, found->second);
  return found->second->terms;
}

void Expansions::keep(const std::string& question, Terms terms) {
  std::string folded = text::fold(question);
  const std::lock_guard lock(mutex_);
  // Wished for again while it was being found.
  std::erase_if(wishes_, [&](const std::string& wish) { return text::fold(wish) == folded; });
  if (const auto old = by_question_.find(folded); old != by_question_.end()) {
    old->second->terms = std::move(terms);
    return;
  }
  used_.push_front({folded, std::move(terms)});
  by_question_[std::move(folded)] = used_.begin();
  if (used_.size() > most_known) {
    by_question_.erase(used_.back().question);
    used_.pop_back();
  }
}

void Expansions::wish(const std::string& question) {
  if (question.empty() || question.size() > most_question_bytes)
    return;
  const std::lock_guard lock(mutex_);
  if (std::find(wishes_.begin(), wishes_.end(), question) != wishes_.end())
    return;
  wishes_.push_back(question);
  if (wishes_.size() > most_wishes)
    wishes_.pop_front();
}

std::optional<std::string> Expansions::next_wish() {
  const std::lock_guard lock(mutex_);
  if (wishes_.empty())
    return {};
  std::string next = std::move(wishes_.front());
  wishes_.pop_front();
  return next;
}

}  // namespace aim::engine
