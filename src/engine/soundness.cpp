#include "engine/soundness.h"

#include "store/maintenance.h"

namespace aim::engine {

Result<void> probe(Engine& engine) {
  return engine.database.maintenance().probe(engine.database.stop());
}

Result<std::vector<Check>> examine(Engine& engine, const std::function<bool()>& stop) {
  auto findings = engine.database.maintenance().examine(stop);
  std::vector<Check> checks;
  for (store::Finding& finding : TRY(std::move(findings)))
    checks.push_back({std::move(finding.check), finding.good, std::move(finding.detail)});
  return checks;
}

}  // namespace aim::engine
