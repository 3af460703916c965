// The tools of vector-memory: arguments in, the reply's object out.
// Knows: op/pair, the shapes of replies. Must not know: surfaces, protocols.
// Threads: any.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/result.h"
#include "op/kit/operation.h"
#include "op/two_stores/calls.h"
#include "profile/vector_log.h"
#include "profile/vector_settings.h"

namespace aim::profile {

class VectorTools {
 public:
  explicit VectorTools(VectorMemory settings);

  using Reply = Result<json::object>;
  Reply store(Engine& engine, const json::object& arguments, const op::Caller& caller) const;
  Reply search(Engine& engine, const json::object& arguments, const op::Caller& caller) const;
  Reply list(Engine& engine, const json::object& arguments, const op::Caller& caller) const;
  Reply remove(Engine& engine, const json::object& arguments, const op::Caller& caller) const;
  Reply update(Engine& engine, const json::object& arguments, const op::Caller& caller) const;
  Reply deduplicate(Engine& engine, const json::object& arguments, const op::Caller& caller) const;
  Reply import_markdown(Engine& engine, const json::object& arguments,
                        const op::Caller& caller) const;
  Reply migrate(Engine& engine, const json::object& arguments, const op::Caller& caller) const;
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
  VectorLog log_;
};

// The input schemas of vector-memory's tools, as assistants are shown them. Written out: some
// clients do not follow references.

// `tool`: one of the eight. The limits of search_memory are the configured ones.
boost::json::object vector_schema(std::string_view tool, std::int64_t default_limit,
                                  std::int64_t max_limit);

}  // namespace aim::profile
