// What the tools of vector-memory do: arguments in, the reply's object out.
// Knows: op/pair, the shapes of replies. Must not know: surfaces, protocols.
// Threads: any.
#pragma once
#include <boost/json/fwd.hpp>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "base/result.h"
#include "op/kit/operation.h"
#include "op/pair/pair.h"
#include "profile/vector_memory.h"

namespace aim::profile {

namespace json = boost::json;

// Which memories a session was shown for which question: each counts as used once (J5).
class Uses {
 public:
  bool first(std::string_view session, std::string_view query, const std::string& id);

 private:
  static constexpr std::size_t most = 100'000;
  std::mutex mutex_;
  std::set<std::uint64_t> seen_;
};

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
  // What the user is asked before duplicates are united.
  std::optional<std::string> question_of_merge(Engine& engine, const json::object& arguments) const;

  const VectorMemory& settings() const { return settings_; }
  op::pair::Stores stores(Engine& engine) const;

 private:
  VectorMemory settings_;
  std::shared_ptr<Uses> uses_;
};

}  // namespace aim::profile
