#include "engine/language_model/expansions.h"

#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::size_t max_known = 1'000, max_requests = 64;
constexpr std::size_t max_question_bytes = 2'000;  // a longer one says enough by itself

}  // namespace

std::optional<Expansions::Terms> Expansions::known(const std::string& question) {
  const std::string folded = text::fold(question);
  const Lock lock(mutex_);
  const auto found = std::ranges::find(used_, folded, &Known::question);
  if (found == used_.end())
    return {};
  used_.splice(used_.begin(), used_, found);
  return found->terms;
}

void Expansions::keep(const std::string& question, Terms terms) {
  std::string folded = text::fold(question);
  const Lock lock(mutex_);
  // Wished for again while it was being found.
  std::erase_if(requests_,
                [&](const std::string& request) { return text::fold(request) == folded; });
  const auto old = std::ranges::find(used_, folded, &Known::question);
  if (old != used_.end()) {
    old->terms = std::move(terms);
    return;
  }
  used_.push_front({std::move(folded), std::move(terms)});
  if (used_.size() > max_known)
    used_.pop_back();
}

void Expansions::request(const std::string& question) {
  if (question.empty() || question.size() > max_question_bytes)
    return;
  const Lock lock(mutex_);
  if (std::find(requests_.begin(), requests_.end(), question) != requests_.end())
    return;
  requests_.push_back(question);
  if (requests_.size() > max_requests)
    requests_.pop_front();
}

std::optional<std::string> Expansions::next_wish() {
  const Lock lock(mutex_);
  if (requests_.empty())
    return {};
  std::string next = std::move(requests_.front());
  requests_.pop_front();
  return next;
}

}  // namespace aim::engine
