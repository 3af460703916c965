// What a transaction has asked before it needs it, which saves round trips to the server.
// Knows: texts and answers. Must not know: what they are about, how they are sent.
// Threads: those of the connection.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/postgres/core/libpq.h"

namespace aim::store::postgres {

// Statements whose answers come with that of a later one, by text and values.
class AskedAhead {
 public:
  bool empty() const { return asked_.empty(); }
  // `place`: which of the commands on their way it is.
  void add(std::string key, std::uint64_t place) {
    asked_.push_back({std::move(key), place, Answer(nullptr, ClearResult())});
  }
  // False: nobody has asked ahead for it.
  bool put(std::uint64_t place, Answer& answer) {
    const auto found = std::ranges::find(asked_, place, &Asked::place);
    if (found == asked_.end())
      return false;
    found->place = answered;
    found->answer = std::move(answer);
    return true;
  }
  bool contains(std::string_view key) const {
    return std::ranges::find(asked_, key, &Asked::key) != asked_.end();
  }
  // Nothing: it has no answer yet, or was not asked.
  std::optional<Answer> take(std::string_view key) {
    const auto found = std::ranges::find(asked_, key, &Asked::key);
    if (found == asked_.end() || found->place != answered)
      return std::nullopt;
    std::optional answer(std::move(found->answer));
    asked_.erase(found);
    return answer;
  }
  // Those to which no answer will come any more.
  void drop_unanswered() {
    std::erase_if(asked_, [](const Asked& each) { return each.place != answered; });
  }
  void clear() { asked_.clear(); }

 private:
  static constexpr std::uint64_t answered = 0;
  struct Asked {
    std::string key;
    std::uint64_t place;
    Answer answer;
  };
  std::vector<Asked> asked_;
};

}  // namespace aim::store::postgres
