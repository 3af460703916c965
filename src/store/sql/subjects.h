// Subjects of a Reader and a Writer that are the same on every database: each function is one of
// the folder tables/, whose headers say what it does and costs.
// Knows: names. Must not know: SQL.
// Threads: those of the connection.
#pragma once
#include "store/changes.h"
#include "store/events.h"
#include "store/meta.h"
#include "store/sql/tables/changes.h"
#include "store/sql/tables/counts.h"
#include "store/sql/tables/events.h"
#include "store/sql/tables/golden_questions.h"
#include "store/sql/tables/meta.h"
#include "store/sql/tables/tokens.h"
#include "store/stats.h"

namespace aim::store::sql {

class SqlEvents final : public Events {
 public:
  explicit SqlEvents(Connection& connection) : connection_(connection) {}
  Result<ChainHead> head() const override { return sql::chain_head(connection_); }
  Result<std::optional<Event>> find(std::int64_t sequence) const override {
    return sql::find_event(connection_, sequence);
  }
  Result<void> each(std::int64_t after,
                    const std::function<Result<bool>(const Event&)>& take) const override {
    return sql::each_event(connection_, after, take);
  }
  Result<std::vector<Event>> newest(std::string_view type, std::optional<std::int64_t> before,
                                    std::int64_t limit) const override {
    return sql::newest_events(connection_, type, before, limit);
  }
  Result<EventCounts> count() const override { return sql::count_events(connection_); }
  Result<Event> append(Time at, std::string_view type, const Payload& payload,
                       const SigningKey* key) override {
    return sql::append_event(connection_, at, type, payload, key);
  }

 private:
  Connection& connection_;
};

class SqlChanges final : public Changes {
 public:
  explicit SqlChanges(Connection& connection) : connection_(connection) {}
  Result<std::int64_t> last() const override { return sql::last_change(connection_); }
  Result<std::optional<std::int64_t>> before_since(Time time) const override {
    return sql::before_changes_since(connection_, time);
  }
  Result<std::vector<ChangeRow>> after(std::int64_t after, std::int64_t limit) const override {
    return sql::changes_after(connection_, after, limit);
  }

 private:
  Connection& connection_;
};

class SqlMeta final : public Meta {
 public:
  explicit SqlMeta(Connection& connection) : connection_(connection) {}
  Result<std::optional<std::int64_t>> number(std::string_view name) const override {
    return sql::meta_number(connection_, name);
  }
  Result<void> set(std::string_view name, std::int64_t value) override {
    return sql::set_meta(connection_, name, value);
  }
  Result<void> clear(std::string_view name) override { return sql::clear_meta(connection_, name); }

 private:
  Connection& connection_;
};

class SqlStats final : public Stats {
 public:
  explicit SqlStats(Connection& connection) : connection_(connection) {}
  Result<Counts> all(Time now) const override { return sql::count_all(connection_, now); }
  Result<Growth> growth(Time since) const override { return sql::growth(connection_, since); }
  Result<NamedCounts> name_spaces() const override { return sql::count_name_spaces(connection_); }

 private:
  Connection& connection_;
};

}  // namespace aim::store::sql
