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
#include "store/restricted/restricted_maintenance.h"
#include "store/store.h"

namespace aim::store {

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
