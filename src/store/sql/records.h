// The records beside the memories (store/records.h) in SQL that both databases understand.
// Knows: tables of records. Must not know: which database it is.
// Threads: those of the connection.
#pragma once
#include "store/records.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

class SqlRecords final : public Records {
 public:
  explicit SqlRecords(Connection& connection) : connection_(connection) {}

  Result<ChainHead> chain_head() const override;
  Result<std::optional<Event>> find_event(std::int64_t sequence) const override;
  Result<void> each_event(std::int64_t after,
                          const std::function<Result<bool>(const Event&)>& take) const override;
  Result<std::vector<Event>> newest_events(std::string_view type,
                                           std::optional<std::int64_t> before,
                                           std::int64_t limit) const override;
  Result<EventCounts> count_events() const override;
  Result<Event> append_event(Time at, std::string_view type, const Payload& payload,
                             const SigningKey* key) override;

  Result<std::int64_t> last_access() const override;
  Result<std::vector<AccessRow>> newest_accesses(std::int64_t before,
                                                 std::span<const std::string> kinds,
                                                 std::int64_t limit) const override;
  Result<std::vector<AccessRow>> accesses_after(std::int64_t after,
                                                std::int64_t limit) const override;
  Result<std::vector<ShownMemory>> shown_by(std::int64_t access) const override;
  Result<std::vector<AccessCost>> access_costs(Time since, std::int64_t limit) const override;
  Result<std::vector<LoggedAccess>> access_log(const AccessFilter& filter) const override;
  Result<void> add_access(const AccessRow& row, std::span<const ShownKey> shown) override;
  Result<std::int64_t> prune_accesses(Time before, std::int64_t limit) override;

  Result<std::int64_t> tokens_version() const override;
  Result<std::vector<TokenRow>> tokens() const override;
  Result<void> add_token(const TokenRow& row) override;
  Result<void> revoke_token(std::string_view id, Time now) override;
  Result<void> remove_token(std::string_view id) override;

  Result<std::vector<GoldenQuestion>> golden_questions() const override;
  Result<std::int64_t> put_golden_question(const GoldenQuestion& question) override;
  Result<bool> remove_golden_question(std::int64_t number) override;
  Result<void> record_golden_run(std::int64_t number, const GoldenRun& run) override;

  Result<std::vector<NameKey>> name_keys() const override;
  Result<void> put_name_key(const NameKey& row) override;
  Result<bool> remove_name_key(std::string_view key) override;

  Result<std::optional<std::int64_t>> fact(std::string_view name) const override;
  Result<void> set_fact(std::string_view name, std::int64_t value) override;
  Result<void> clear_fact(std::string_view name) override;
  Result<std::string> text_fact(std::string_view name) const override;
  Result<void> set_text_fact(std::string_view name, std::string_view text) override;
  Result<std::vector<std::string>> facts_beginning(std::string_view beginning,
                                                   std::int64_t limit) const override;

  Result<std::int64_t> last_change() const override;
  Result<std::optional<std::int64_t>> before_changes_since(Time time) const override;
  Result<std::vector<ChangeRow>> changes_after(std::int64_t after,
                                               std::int64_t limit) const override;

  Result<Counts> counts(Time now) const override;
  Result<Growth> growth(Time since) const override;
  Result<NamedCounts> count_name_spaces() const override;

 private:
  Result<void> count_up_tokens();

  Connection& connection_;
};

}  // namespace aim::store::sql
