#include "store/sqlite/search/text_scan.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "store/sqlite/core/failure.h"
#include "store/sqlite/search/bm25.h"
#include "store/sqlite/search/waiting_texts.h"

namespace aim::store::sqlite {
namespace {

bool is_of(std::span<const std::int64_t> name_spaces, std::int64_t doc) {
  return name_spaces.empty() ||
         std::ranges::find(name_spaces, Doc::name_space(doc)) != name_spaces.end();
}

// The number at the beginning, which is cut off.
std::int64_t take_varint(std::string_view& bytes) {
  std::uint64_t number = 0;
  bool more = true;
  while (more && !bytes.empty()) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number = (number << 7U) | (byte & 0x7fU);
    more = (byte & 0x80U) != 0;
  }
  return static_cast<std::int64_t>(number);
}

// How many rows and tokens the index holds: its record of averages.
Result<void> add_totals(Connection& connection, Bm25& bm25) {
  auto record = TRY(connection.prepare("SELECT block FROM memory_text_data WHERE id = 1"));
  if (!TRY(record.step()))
    return {};
  std::string_view bytes = record.text(0);
  bm25.rows += take_varint(bytes);
  while (!bytes.empty()) bm25.tokens += take_varint(bytes);
  return {};
}

Result<void> add_hits(Connection& connection, const Expressed& asked, Bm25& bm25) {
  const std::string any = asked.beginnings ? expression(asked.phrases, "* OR ") + "*"
                                           : expression(asked.phrases, " OR ");
  auto row = TRY(connection.prepare(
      "SELECT count_phrases(memory_text, ?2) FROM memory_text WHERE memory_text MATCH ?1 LIMIT 1"));
  row.bind(any);
  row.bind_pointer(2, &bm25, Bm25::pointer_type);
  return row.run();
}

struct WaitingMatch {
  std::int64_t doc, tokens;
  std::vector<double> counts;
};

// Adds what waits to the totals; those that satisfy the expression are given back.
Result<std::vector<WaitingMatch>> add_waiting(Connection& connection, const Expressed& asked,
                                              std::span<const std::int64_t> name_spaces, Key after,
                                              Bm25& bm25) {
  std::vector<WaitingMatch> matches;
  TRY_VOID(each_waiting(connection, after, [&](std::int64_t doc, const TextPlaces& text) {
    ++bm25.rows;
    bm25.tokens += text.tokens();
    WaitingMatch match{doc, text.tokens(), {}};
    std::size_t held = 0;
    for (std::size_t i = 0; i < asked.phrases.size(); ++i) {
      const auto count = text.count(asked.phrases[i], asked.beginnings).all();
      bm25.hits[i] += count > 0 ? 1 : 0;
      match.counts.push_back(static_cast<double>(count));
      held += count > 0 ? 1U : 0U;
    }
    if (is_of(name_spaces, doc) && (asked.all ? held == asked.phrases.size() : held > 0))
      matches.push_back(std::move(match));
  }));
  return matches;
}

}  // namespace

Result<void> scan_texts(Connection& connection, const TextQuery& query, Key after,
                        std::vector<std::vector<Posting>>& lists) {
  std::vector<TextPlaces::Count> counts(query.phrases.size());
  TRY_VOID(each_waiting(connection, after, [&](std::int64_t doc, const TextPlaces& text) {
    if (!is_of(query.name_spaces, doc))
      return;
    std::size_t held = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      counts[i] = text.count(query.phrases[i], query.beginnings);
      held += counts[i].all() > 0 ? 1U : 0U;
    }
    if (held == 0 || (query.all && held < counts.size()))
      return;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto title = std::min<std::int64_t>(counts[i].title, max_counted);
      const auto body = std::min<std::int64_t>(counts[i].body, max_counted - title);
      if (title + body > 0)
        lists[i].push_back(
            {doc, static_cast<std::uint8_t>(title), static_cast<std::uint8_t>(body)});
    }
  }));
  for (auto& list : lists) std::ranges::sort(list, {}, &Posting::doc);
  return {};
}

Result<std::vector<Ranked>> match_bm25_beside(Connection& connection, const std::string& expression,
                                              std::span<const std::int64_t> name_spaces,
                                              Key after) {
  const Expressed asked = parse_expression(expression);
  Bm25 bm25;
  bm25.hits.resize(asked.phrases.size());
  const auto waiting = TRY(add_waiting(connection, asked, name_spaces, after, bm25));
  // 0: what the index still holds was made by other rules.
  if (after > 0) {
    TRY_VOID(add_totals(connection, bm25));
    TRY_VOID(add_hits(connection, asked, bm25));
  }
  bm25.weigh();
  std::vector<Ranked> ranked;
  auto rows = TRY(connection.prepare(
      "SELECT rowid, rank_with(memory_text, ?2) FROM memory_text WHERE memory_text MATCH ?1"));
  rows.bind(expression);
  rows.bind_pointer(2, &bm25, Bm25::pointer_type);
  while (TRY(rows.step()))
    if (is_of(name_spaces, rows.integer(0)) && Doc::key(rows.integer(0)) <= after)
      ranked.push_back({Doc::key(rows.integer(0)), rows.real(1)});
  for (const WaitingMatch& match : waiting) {
    bm25.counts = match.counts;
    ranked.push_back({Doc::key(match.doc), bm25.score(match.tokens)});
  }
  return ranked;
}

}  // namespace aim::store::sqlite
