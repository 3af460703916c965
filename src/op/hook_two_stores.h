// Hooks over two stores, the user's and the project's (J6): both are searched, an untrusted one is
// not, and texts have the form of vector-memory. Knows: memories of two stores, triggers. Must not
// know: hosts, processes.
#pragma once
#include <filesystem>

#include "engine/search/recall.h"
#include "engine/two_stores/stores.h"
#include "op/hook_recall.h"
#include "op/hook_solution.h"
#include "op/session_state.h"
#include "op/two_stores/context.h"

namespace aim::op {

class Words;

struct HookStores {
  engine::two_stores::Stores stores;
  std::optional<engine::two_stores::Stores> thorough = {};  // the same with a model of meaning
  std::filesystem::path project = {};                       // its root; empty: there is none
  bool notes_wait = false;       // the project has files that look like memories, to be imported
  std::int64_t start_limit = 8;  // of memories at the start; 0: none
  std::int64_t budget_tokens = 1'500;  // of the start
  double half_life_days = 30;
  // The least relevance of what is brought to a prompt; and where is kept what it has become in
  // each project, empty: it stays.
  double threshold = measured_threshold;
  double trigger_threshold = measured_trigger;  // the least need of a prompt
  std::filesystem::path thresholds = {};
  const Words* commands = nullptr;    // for what a person is advised to do
  two_stores_text::Names names = {};  // for what an assistant is
};

// `begun`: the session was seen before; then what is said once is not said again.
Result<two_stores_text::Said> text_of_start(const HookStores& both_stores,
                                            const std::vector<std::string>& except, bool begun);

// How likely a memory must be to help with a prompt of the project.
double wanted_chance(const HookStores& both_stores, const std::string& project);
// Notes of each whether it was of use: said so, or asked for or changed since.
void judge_injected(const HookStores& both_stores, const std::string& project,
                    const std::vector<Injected>& injected);

struct PlacedHit {
  engine::two_stores::PlacedMemory placed;
  double score = 0;
};
// Hits in both stores, the best first.
Result<std::vector<PlacedHit>> helpful_in_both(const engine::two_stores::Stores& stores,
                                               const PromptQuestion& question);

// As memories_on_file(), the project's before the user's.
Result<std::vector<PlacedHit>> known_in_both(const engine::two_stores::Stores& stores,
                                             FileQuestion question);

// As memory_on_error(), the project's before the user's.
Result<std::optional<engine::two_stores::PlacedMemory>> on_error_in_either(
    const engine::two_stores::Stores& stores, ErrorQuestion question);
// Whether notes of the project were never imported, as far as its store tells.
bool lacks_notes(Engine& engine);

}  // namespace aim::op
