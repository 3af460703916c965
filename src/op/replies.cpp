#include "op/catalog_functions.h"

namespace aim::op {

QueryView query_view(const engine::Found& found) {
  return {found.terms, found.dropped, found.expression, found.ranking,
          !found.by_meaning ? "none"
          : found.by_graph  ? "graph"
                            : "exact",
          {}};
}

RecallReply recall_reply(const engine::Found& found, std::string mode, bool explain) {
  RecallReply reply;
  reply.mode = std::move(mode);
  for (const engine::Hit& hit : found.hits) {
    reply.memories.push_back(view(hit, true, explain));
    reply.tokens_used += engine::tokens_of(hit.memory);
  }
  reply.count = static_cast<std::int64_t>(found.hits.size());
  for (const Memory& memory : found.standards) reply.tokens_used += engine::tokens_of(memory);
  if (found.standards.size() == 1)
    reply.standard = view(found.standards.front());
  else if (!found.standards.empty())
    reply.standards = views(found.standards);
  if (explain)
    reply.explain = query_view(found);
  return reply;
}

}  // namespace aim::op
