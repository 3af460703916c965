// Configuration of the profile vector-memory (vector_memory.h).
#pragma once
#include <filesystem>

#include "memory/weigh.h"
#include "op/two_stores/calls.h"

namespace aim::profile {

// The project that it works for.
struct VectorProject {
  Engine* engine = nullptr;    // null: there is no project
  std::string folder_id = {};  // its name while its store is empty
  bool untrusted = false;      // somebody else made its store
  std::string folder = {};     // empty: none
  std::string refused = {};    // why there is no store though there is a project
};

// Configured values (J9).
struct VectorMemory {
  // Asked at each call: a project may be found after the start. Unset: no project. Without
  // `with_store` its store is not opened: no engine, untrusted and refused are unset.
  std::function<VectorProject(bool with_store)> project = {};
  std::function<void()> note_made = {};  // told after something was stored in the project
  // Receives the folders that a client works in; unset: the project does not depend on them.
  std::function<void(const std::vector<std::string>&)> told_folders = {};
  std::filesystem::path log = {};      // its own file; empty: the program's log
  std::vector<std::string> told = {};  // faults of a store's path; for the log
  bool any_file = false;  // notes are imported from anywhere: a person asks at a terminal
  std::int64_t default_limit = 10, max_limit = 20;
  Weights weights = {};
  bool by_relevance = false;  // the core's ranking in place of the weights
  bool check_duplicates = true;
  double duplicate_similarity = 0.9;
  op::two_stores::OnDuplicate on_duplicate = op::two_stores::OnDuplicate::warn;
};

}  // namespace aim::profile
