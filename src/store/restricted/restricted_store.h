// A store as the holder of a token may use it (M6): what it may not read is not there, what it may
// not write is refused, what is of the whole database is neither. The one place where namespaces
// are kept apart: engine, operations and doors run on it as on any other, so that none of them can
// forget to.
//
// Questions are narrowed before the inner store is asked (Filter::within, numbers of namespaces);
// what cannot be narrowed is looked at row by row; what is neither is refused. Passages and vectors
// are numbers without texts, shared by all callers of a
// process: rankings narrow them by the numbers of namespaces that Candidates shows.
// Knows: subjects. Must not know: tokens, doors, SQL.
// Threads: any.
#pragma once
#include "memory/rights.h"
#include "store/maintenance.h"
#include "store/restricted/rights_filter.h"
#include "store/store.h"

namespace aim::store {

// The upkeep of a database as a caller with rights finds it: what it needs itself, and nothing that
// tells of the whole.
class RestrictedMaintenance final : public Maintenance {
 public:
  explicit RestrictedMaintenance(Maintenance& inner) : inner_(inner) {}

  Result<void> probe(const Stop& stop) override { return inner_.probe(stop); }
  Result<std::vector<Finding>> examine(const Stop&) override { return no(); }
  bool is_current() const override { return inner_.is_current(); }
  Diagnoses diagnose(const DiagnoseOptions&) override { return {}; }
  Result<bool> tend_words(const Stop&) override { return no(); }
  Result<bool> pack_texts(Time, Time, const Stop&) override { return no(); }
  Result<void> wipe_deleted(const Stop& stop) override { return inner_.wipe_deleted(stop); }
  Result<Backup> back_up(const BackupRequest&, const Stop&) override { return no(); }
  Result<Restored> restore(const std::filesystem::path&, const Stop&) override { return no(); }
  Sizes sizes() const override { return {}; }
  Result<void> check_room(std::uint64_t added_bytes) const override {
    return inner_.check_room(added_bytes);
  }
  Result<std::shared_ptr<void>> try_take(std::string_view role) override {
    return inner_.try_take(role);
  }
  void count_dropped(std::string_view what, std::size_t count) override {
    inner_.count_dropped(what, count);
  }
  std::int64_t dropped(std::string_view) const override { return 0; }

 private:
  static Failure no() { return Failure(only_administrators()); }
  Maintenance& inner_;
};

class RestrictedStore final : public Store {
 public:
  // `inner` outlives it, as the store of the process does.
  RestrictedStore(Store& inner, std::shared_ptr<const Rights> rights)
      : inner_(inner), rights_(std::move(rights)), maintenance_(inner.maintenance()) {}

  Result<void> ensure_open(const Stop& stop) override { return inner_.ensure_open(stop); }
  Result<void> read(const Read& use, const Stop& stop) override;
  Result<void> write(const Write& use, const Stop& stop) override;
  Result<void> write_soon(std::chrono::milliseconds timeout, const Write& use,
                          const Stop& stop) override;
  Result<void> finish() override { return inner_.finish(); }
  std::string name() const override { return inner_.name(); }
  Result<std::unique_ptr<Store>> other(std::string_view address,
                                       std::string_view field) const override;
  bool exists() const override { return inner_.exists(); }
  Maintenance& maintenance() override { return maintenance_; }

 private:
  Store& inner_;
  const std::shared_ptr<const Rights> rights_;
  RestrictedMaintenance maintenance_;
};

}  // namespace aim::store
