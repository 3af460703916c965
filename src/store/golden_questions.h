// Questions that are kept with the memory that answers them, to tell whether recall still finds it
// (N5).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace aim::store {

// How one came out when they were last run.
struct GoldenRun {
  Time at{};
  std::optional<std::int64_t> rank;  // from 1; unset: not among those looked at
  std::optional<double> score;       // unset: as the rank
  std::string setup;                 // what found it: version, ranking, tier, models
  friend bool operator==(const GoldenRun&, const GoldenRun&) = default;
};

struct GoldenQuestion {
  std::int64_t number = 0;  // never used again
  std::string question;
  std::string name_space;  // where it is asked; empty: everywhere
  std::string memory;      // the id of what answers it; it may be gone
  Time added_at{};
  std::optional<GoldenRun> last;
};

class GoldenQuestions {
 public:
  virtual ~GoldenQuestions() = default;
  // By number.
  virtual Result<std::vector<GoldenQuestion>> all() const = 0;
  // Its number; of the same question in the same namespace, with the memory replaced, when there is
  // one.
  virtual Result<std::int64_t> put(const GoldenQuestion& question) = 0;
  // False: there is none of that number.
  virtual Result<bool> remove(std::int64_t number) = 0;
  virtual Result<void> record(std::int64_t number, const GoldenRun& run) = 0;
};

}  // namespace aim::store
