// Memories of an import on their way into the database, in one transaction: those that nobody holds
// the id or the title of go in together, the others are settled one by one.
// Knows: who of two memories holds. Must not know: documents, batches.
#pragma once
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/engine.h"
#include "engine/transfer/import_report.h"

namespace aim::engine {

class Intake {
 public:
  // All of them outlive it. `report` is told of what was taken and what could not be.
  Intake(store::Writer& writer, Time now, const Lifetimes& lifetimes, ImportReport& report)
      : writer_(writer), now_(now), lifetimes_(lifetimes), report_(report) {}

  // Their ids and times are complete.
  Result<void> take_all(std::span<const ImportItem> items);
  // Those that were not there before.
  const std::vector<Memory>& fresh() const { return fresh_; }

 private:
  Result<void> take(const ImportItem& item);
  Result<std::string> settle(Memory memory);
  Result<void> replace(const Memory& old, const Memory& memory);
  Result<void> insert_waiting();
  void taken(const ImportItem& item, const std::string& id);

  store::Writer& writer_;
  const Time now_;
  const Lifetimes& lifetimes_;
  ImportReport& report_;
  std::unordered_map<std::string, Memory> untouched_;  // as they were before the import, by title
  std::unordered_set<std::string> ids_, titles_;       // that somebody holds
  std::vector<Memory> waiting_, fresh_;
  std::vector<std::size_t> indexes_;  // of those that wait
};

}  // namespace aim::engine
