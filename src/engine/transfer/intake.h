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
#include "engine/vectors/vectorize.h"
#include "store/memories.h"

namespace aim::engine {

class Intake {
 public:
  // All of them outlive it. `report` is told of what was taken and what could not be.
  Intake(store::Writer& writer, Time now, const Lifetimes& lifetimes, ImportReport& report)
      : writer_(writer), now_(now), lifetimes_(lifetimes), report_(report) {}

  // They are prepared, and stay as long as this; gives keys to those that were not there before.
  Result<void> take_all(std::span<ImportItem> items);
  // Those, with their vectors.
  const std::vector<MadeVectors>& fresh() const { return fresh_; }

 private:
  Result<void> take(ImportItem& item);
  Result<std::string> settle(const ImportItem& item);
  Result<void> replace(const Memory& old, const Memory& memory);
  Result<void> insert_waiting();
  void taken(const ImportItem& item, const std::string& id);

  store::Writer& writer_;
  const Time now_;
  const Lifetimes& lifetimes_;
  ImportReport& report_;
  std::unordered_map<std::string, Memory> untouched_;  // as they were before the import, by title
  std::unordered_set<std::string> ids_, titles_;       // that somebody holds
  std::vector<store::NewMemory> waiting_;
  std::vector<const ImportItem*> items_;  // that they are of
  std::vector<MadeVectors> fresh_;
};

}  // namespace aim::engine
