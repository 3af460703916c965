// The upkeep of a database as a caller with rights finds it: what it needs itself, and nothing that
// tells of the whole.
#pragma once
#include "store/maintenance.h"
#include "store/restricted/rights_filter.h"

namespace aim::store {

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

}  // namespace aim::store
