// A store over a backend's database (store/store.h): every call gets the subjects of one connection
// (unit.h). A backend adds how its databases are named and found, and their maintenance.
// Knows: Database, as a type that reads and writes. Must not know: which database it is.
// Threads: any, as the Database says.
#pragma once
#include <chrono>

#include "store/store.h"
#include "store/table_rows.h"

namespace aim::store::sql {

template <class Database, class Unit, class Rows>
class SqlStore : public Store, public TableStore {
 public:
  Result<void> ensure_open(const Stop& stop) override { return database_.ensure_open(stop); }
  Result<void> read(const Read& use, const Stop& stop) override {
    return database_.read(reading(use), stop);
  }
  Result<void> write(const Write& use, const Stop& stop) override {
    return database_.write(writing(use), stop);
  }
  Result<void> write_soon(std::chrono::milliseconds timeout, const Write& use,
                          const Stop& stop) override {
    return database_.write_soon(timeout, writing(use), stop);
  }

  TableStore* tables() override { return this; }
  Result<void> read_rows(const ReadRows& use, const Stop& stop) override {
    return database_.read(
        [&](auto& connection) {
          Unit unit(connection);
          return use(unit.reader(), Rows(connection));
        },
        stop);
  }
  Result<void> write_rows(const WriteRows& use, const Stop& stop) override {
    return database_.write(
        [&](auto& connection) {
          Unit unit(connection);
          Rows rows(connection);
          return use(unit.writer(), rows);
        },
        stop);
  }

 protected:
  template <class... Given>
  explicit SqlStore(Given&&... given) : database_(std::forward<Given>(given)...) {}

  // `use` outlives them.
  static auto reading(const Read& use) {
    return [&use](auto& connection) {
      Unit unit(connection);
      return use(unit.reader());
    };
  }
  static auto writing(const Write& use) {
    return [&use](auto& connection) {
      Unit unit(connection);
      return use(unit.writer());
    };
  }

  Database database_;
};

}  // namespace aim::store::sql
