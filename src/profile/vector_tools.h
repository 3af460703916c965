// The tools of vector-memory: arguments in, the reply's object out.
// Knows: op/pair, the shapes of replies. Must not know: surfaces, protocols.
// Threads: any.
#pragma once
#include <boost/json/fwd.hpp>
#include <filesystem>

#include "base/result.h"
#include "memory/weigh.h"
#include "op/kit/operation.h"
#include "op/other_forms.h"

namespace aim::profile {

// Configuration of the profile vector-memory (vector_memory.h).

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

class Arguments;

// The log of the profile (J8): every error and every fallback of a tool, a line each, without what
// memories or questions say. `level`: "ERROR" or "WARN". At 1 MiB the file becomes .1, and that .2,
// up to .4; without a file, the program's own log is used. A log that cannot be written stops
// nothing. Threads and processes: any; a line is written in one piece.
void write_vector_log(const std::filesystem::path& file, std::string_view level,
                      std::string_view tool, std::string_view type, std::string_view message);

class VectorTools {
 public:
  explicit VectorTools(VectorMemory settings);

  // A tool reads its arguments, and adds warnings to theirs.
  using Reply = Result<json::object>;
  Reply store(Engine& engine, Arguments& from, const op::Caller& caller) const;
  Reply search(Engine& engine, Arguments& from, const op::Caller& caller) const;
  Reply list(Engine& engine, Arguments& from, const op::Caller& caller) const;
  Reply remove(Engine& engine, Arguments& from, const op::Caller& caller) const;
  Reply update(Engine& engine, Arguments& from, const op::Caller& caller) const;
  Reply deduplicate(Engine& engine, Arguments& from, const op::Caller& caller) const;
  Reply import_markdown(Engine& engine, Arguments& from, const op::Caller& caller) const;
  Reply migrate(Engine& engine, Arguments& from, const op::Caller& caller) const;
  // Errors and fallbacks of a call, for the log: what kind, and never what a memory or a question
  // says.
  void log(std::string_view tool, const Reply& reply) const;
  // The question before a near duplicate is stored; unset unless configured.
  std::optional<std::string> question_of_store(Engine& engine, const json::object& arguments) const;
  // The question before notes are imported.
  std::optional<std::string> question_of_import(Engine& engine,
                                                const json::object& arguments) const;
  // The question before duplicates are merged.
  std::optional<std::string> question_of_merge(Engine& engine, const json::object& arguments) const;

  const VectorMemory& settings() const { return settings_; }
  VectorProject about(bool with_store = true) const {
    return settings_.project ? settings_.project(with_store) : VectorProject();
  }
  // Of a call that is about the user's own memories only, the project's store is not opened.
  op::two_stores::Stores stores(
      Engine& engine, op::two_stores::StoreChoice where = op::two_stores::StoreChoice::both) const;

 private:
  // The notice about a project's store that exists and is not used.
  void add_refusal(op::Warnings& warnings) const;
  // Whether there is such a store.
  Result<void> check_place(std::string_view field, std::optional<op::two_stores::StoreKind> place,
                           const op::Caller& caller) const;

  VectorMemory settings_;
};

// The input schemas of vector-memory's tools, as assistants are shown them. Written out: some
// clients do not follow references.

// `tool`: one of the eight. The limits of search_memory are the configured ones.
boost::json::object vector_schema(std::string_view tool, std::int64_t default_limit,
                                  std::int64_t max_limit);

}  // namespace aim::profile
