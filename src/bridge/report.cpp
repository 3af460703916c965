#include "bridge/report.h"

#include <boost/json.hpp>

#include "text/json_text.h"

namespace aim::bridge {

BridgeReport report_of(const Bridge& bridge) {
  BridgeReport report;
  report.kind = bridge.kind;
  report.path = bridge.path;
  report.project = bridge.project;
  report.name_space = bridge.name_space;
  report.synced_at = bridge.synced_at;
  for (const LastEqual& row : bridge.rows) report.facts += row.left_out ? 0 : 1;
  return report;
}

std::string json_text(const std::vector<BridgeReport>& reports) {
  json::array all;
  for (const BridgeReport& each : reports) {
    json::object view;
    op::write_fields(view, each);
    all.push_back(std::move(view));
  }
  return text::compact(json::object{{"bridges", std::move(all)}}) + "\n";
}

}  // namespace aim::bridge
