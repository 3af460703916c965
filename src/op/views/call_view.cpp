#include "op/views/call_view.h"

#include <cmath>

#include "base/timestamp.h"

namespace aim::op {

CallView view(const engine::LoggedCall& logged) {
  const engine::AccessRow& call = logged.call;
  CallView view{call.number,
                format_rfc3339(call.at),
                call.kind,
                call.door,
                call.client,
                call.session,
                call.query,
                call.name_space,
                static_cast<double>(call.micros) / 1000,
                call.tokens,
                call.results,
                {}};
  for (const engine::ShownMemory& each : logged.shown) {
    ShownView& shown = view.results.emplace_back();
    shown.id = each.id;
    shown.title = each.title;
    if (each.score)
      shown.score = std::round(*each.score * 1000) / 1000;
    if (each.factors.empty())
      continue;
    shown.factors.emplace();
    for (engine::NamedFactor& factor : engine::read_factors(each.factors))
      shown.factors->push_back({std::move(factor.name), factor.value, factor.weight});
  }
  return view;
}

}  // namespace aim::op
