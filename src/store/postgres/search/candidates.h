// What ranking asks about memories before it reads any in full (store/candidates.h). Cost: a round
// trip a question; of those that were announced one for all.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/candidates.h"
#include "store/postgres/core/connection.h"

namespace aim::store::postgres {

class PostgresCandidates final : public Candidates {
 public:
  explicit PostgresCandidates(Connection& connection) : connection_(connection) {}
  Result<std::vector<NamespaceRow>> name_spaces(std::string_view filter) const override;
  Result<std::vector<NamespaceRow>> name_spaces_of(const Filter& filter) const override;
  Result<std::vector<std::string>> name_spaces_of(std::span<const Key> keys) const override;
  Result<std::optional<Memory>> signals_of(Key key) const override;
  Result<std::vector<UseSignals>> use_signals(const Filter& filter, Time now) const override;
  Result<std::string> title_of(Key key) const override;
  Result<void> expect(std::span<const Key> keys) const override;
  Result<std::vector<Key>> keys_with_tag(std::string_view tag) const override;
  Result<std::vector<Key>> keys_of_reflections() const override;
  Result<std::vector<Key>> keys_of_agent(std::string_view agent_id) const override;
  Result<std::vector<Key>> keys_created_between(std::optional<Time> since,
                                                std::optional<Time> until) const override;
  Result<std::vector<Key>> keys_with_content(std::string_view name_space, std::string_view content,
                                             Time now, std::size_t limit) const override;
  Result<void> expect_content(std::string_view name_space, std::string_view content, Time now,
                              std::size_t limit) const override;

 private:
  Result<const Memory*> known(Key key) const;

  Connection& connection_;
  mutable std::unordered_map<Key, std::optional<Memory>> expected_;  // with titles
};

}  // namespace aim::store::postgres
