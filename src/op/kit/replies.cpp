#include <cmath>

#include "op/kit/catalog_functions.h"

namespace aim::op {

QueryView query_view(const engine::Found& found) {
  QueryView shown;
  shown.terms = found.terms;
  shown.dropped = found.dropped;
  shown.expression = found.expression;
  shown.ranking = found.ranking;
  shown.vectors = found.by_meaning ? "exact" : "none";
  const auto rounded = [](double number) { return std::round(number * 1000) / 1000; };
  if (found.ranking == Ranking::relevance)
    shown.certainty = rounded(found.certainty);
  if (found.table_coverage)
    shown.table_coverage = rounded(*found.table_coverage);
  if (found.model_coverage)
    shown.model_coverage = rounded(*found.model_coverage);
  if (!found.encoder.empty())
    shown.encoder = found.encoder;
  return shown;
}

std::string question_of(const std::string& text) {
  return text.find('\0') == std::string::npos ? text : std::string();
}

std::int64_t tokens_of(const RecallReply& reply) {
  std::int64_t tokens = 0;
  const auto add = [&](const MemoryView& each) {
    tokens += static_cast<std::int64_t>((each.title.size() + each.content.size()) / 4);
  };
  std::ranges::for_each(reply.memories, add);
  if (reply.standard)
    add(*reply.standard);
  if (reply.standards)
    std::ranges::for_each(*reply.standards, add);
  return tokens;
}

std::vector<CountView> count_views(const std::map<std::string, std::int64_t>& counts) {
  std::vector<CountView> views;
  for (const auto& [name, count] : counts) views.push_back({name, count});
  std::ranges::stable_sort(views, std::ranges::greater(), &CountView::count);
  return views;
}

RecallReply recall_reply(const engine::Found& found, std::string mode, bool explain) {
  RecallReply reply;
  reply.mode = std::move(mode);
  for (const engine::Hit& hit : found.hits) reply.memories.push_back(view(hit, true, explain));
  reply.count = static_cast<std::int64_t>(found.hits.size());
  if (found.standards.size() == 1)
    reply.standard = view(found.standards.front());
  else if (!found.standards.empty())
    reply.standards = views(found.standards);
  if (found.left_out > 0)
    reply.left_out = found.left_out;
  if (explain)
    reply.explain = query_view(found);
  reply.tokens_used = tokens_of(reply);
  return reply;
}

}  // namespace aim::op
