#include <queue>

#include "store/search.h"
#include "store/sql/search.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/search/waiting_texts.h"
#include "store/sqlite/search/word_lists.h"

namespace aim::store::sqlite {
namespace {

// How many rows and tokens the index holds. FTS5 answers this about the whole index, so the query
// needs no MATCH; an empty index has no row to ask at, and adds nothing.
Result<void> add_totals(Connection& connection, Bm25& bm25) {
  auto row =
      TRY(connection.prepare("SELECT text_totals(memory_text, ?1) FROM memory_text LIMIT 1"));
  row.bind_pointer(1, &bm25, Bm25::pointer_type);
  return row.run();
}

Result<void> add_hits(Connection& connection, const WordQuery& asked, Bm25& bm25) {
  auto row = TRY(connection.prepare(
      "SELECT count_phrases(memory_text, ?2) FROM memory_text WHERE memory_text MATCH ?1 LIMIT 1"));
  const std::string any = sql::expression_of({asked.phrases, false, asked.terms});
  row.bind(any);
  row.bind_pointer(2, &bm25, Bm25::pointer_type);
  return row.run();
}

struct WaitingMatch {
  std::int64_t doc, tokens;
  std::vector<double> counts;
};

// Adds what waits to the totals; those that are meant are given back.
Result<std::vector<WaitingMatch>> add_waiting(Connection& connection, const WordQuery& asked,
                                              std::span<const std::int64_t> name_spaces, Key after,
                                              Bm25& bm25) {
  std::vector<WaitingMatch> matches;
  TRY_VOID(each_waiting(connection, after, [&](std::int64_t doc, const TextPlaces& text) {
    ++bm25.rows;
    bm25.tokens += text.tokens();
    WaitingMatch match{doc, text.tokens(), {}};
    std::size_t held = 0;
    for (std::size_t i = 0; i < asked.phrases.size(); ++i) {
      const auto count = text.count(asked.phrases[i], asked.terms).all();
      bm25.hits[i] += count > 0 ? 1 : 0;
      match.counts.push_back(static_cast<double>(count));
      held += count > 0 ? 1U : 0U;
    }
    if (is_named(Doc::name_space(doc), name_spaces) &&
        (asked.all ? held == asked.phrases.size() : held > 0))
      matches.push_back(std::move(match));
  }));
  return matches;
}

// All of them; memories above `after` are not in the index.
Result<std::vector<Scored>> all_of_them(Connection& connection, const WordQuery& asked,
                                        std::span<const std::int64_t> name_spaces, Key after) {
  Bm25 bm25;
  bm25.hits.resize(asked.phrases.size());
  const auto waiting = TRY(add_waiting(connection, asked, name_spaces, after, bm25));
  // 0: what the index still holds was made by other rules.
  if (after > 0) {
    TRY_VOID(add_totals(connection, bm25));
    TRY_VOID(add_hits(connection, asked, bm25));
  }
  bm25.weigh();
  std::vector<Scored> ranked;
  auto rows =
      TRY(connection.prepare("SELECT rowid, rank_with(memory_text, ?4) FROM memory_text "
                             "WHERE memory_text MATCH ?1 AND rowid BETWEEN ?2 AND ?3"));
  const std::string expression = sql::expression_of(asked);
  for (const DocRange range : ranges_of(name_spaces)) {
    rows.bind(expression, range.first, range.last);
    rows.bind_pointer(4, &bm25, Bm25::pointer_type);
    while (TRY(rows.step()))
      if (Doc::key(rows.integer(0)) <= after)
        ranked.push_back({Doc::key(rows.integer(0)), rows.real(1)});
    rows.rewind();
  }
  for (const WaitingMatch& match : waiting) {
    bm25.counts = match.counts;
    ranked.push_back({Doc::key(match.doc), bm25.score(match.tokens)});
  }
  return ranked;
}

// The best `most` scores that were taken, and those as good as the last of them.
class Best {
 public:
  explicit Best(std::size_t most) : most_(most) {}
  // Whether a score is of no use any more, and all worse ones.
  bool refuses(double bm25) const { return worst_.size() >= most_ && bm25 > worst_.top(); }
  void take(Key key, double bm25) {
    if (refuses(bm25))
      return;
    ranked_.push_back({key, bm25});
    worst_.push(bm25);
    if (worst_.size() > most_)
      worst_.pop();
  }
  std::vector<Scored> taken() && {
    keep_best(ranked_, most_);
    return std::move(ranked_);
  }

 private:
  std::size_t most_;
  std::vector<Scored> ranked_;
  std::priority_queue<double> worst_;  // of the best so far, the worst on top
};

// Rows of the index that hold a phrase, by rising doc, with the counts of all phrases.
struct Rows {
  static constexpr int countable = max_listed;
  std::size_t phrases = 0;
  std::vector<std::int64_t> docs;
  std::vector<std::uint8_t> counts;  // `phrases` a row
  bool counted = true;               // false: one holds a phrase more often than can be said

  std::span<const std::uint8_t> counts_of(std::size_t row) const {
    return {counts.data() + row * phrases, phrases};
  }
};

Rows joined(const std::vector<std::vector<Posting>>& lists,
            std::span<const std::int64_t> name_spaces, Key after) {
  constexpr std::int64_t no_more = INT64_MAX;
  Rows rows;
  rows.phrases = lists.size();
  std::vector<std::size_t> next(lists.size(), 0);
  std::vector<std::int64_t> heads;  // the next doc of each list, side by side: this loop is long
  const auto head_of = [&](std::size_t i) {
    return next[i] < lists[i].size() ? lists[i][next[i]].doc : no_more;
  };
  for (std::size_t i = 0; i < lists.size(); ++i) heads.push_back(head_of(i));
  for (;;) {
    const std::int64_t doc = heads.empty() ? no_more : *std::ranges::min_element(heads);
    if (doc == no_more)
      return rows;
    const bool wanted = Doc::key(doc) <= after && is_named(Doc::name_space(doc), name_spaces);
    const std::size_t begin = rows.counts.size();
    if (wanted) {
      rows.docs.push_back(doc);
      rows.counts.resize(begin + lists.size());
    }
    for (std::size_t i = 0; i < lists.size(); ++i)
      if (heads[i] == doc) {
        const Posting& posting = lists[i][next[i]++];
        heads[i] = head_of(i);
        const int count = posting.title + posting.body;
        rows.counted = rows.counted && count < Rows::countable;
        if (wanted)
          rows.counts[begin + i] = static_cast<std::uint8_t>(count);
      }
  }
}

// What rows with no other words than those asked for would score. Most counts are small: what each
// adds is worked out once.
class Bounds {
 public:
  explicit Bounds(const Bm25& bm25) : bm25_(bm25) {
    parts_.reserve(bm25.weights.size() * small);
    for (std::size_t phrase = 0; phrase < bm25.weights.size(); ++phrase)
      for (std::size_t count = 0; count < small; ++count)
        parts_.push_back(bm25.part(phrase, static_cast<double>(count), 0));
  }
  double of(std::span<const std::uint8_t> counts) const {
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i)
      sum += counts[i] < small ? parts_[i * small + counts[i]] : bm25_.part(i, counts[i], 0);
    return -1.0 * sum;
  }

 private:
  static constexpr std::size_t small = 8;
  const Bm25& bm25_;
  std::vector<double> parts_;
};

// A row scores no better than one with no other words than those asked for would. So rows are
// looked at by what they could reach, until the next could not be among the best.
Result<void> take_best(Connection& connection, const Rows& rows, Bm25& bm25, Best& best) {
  struct Bound {
    double bm25;
    std::size_t row;
  };
  std::vector<Bound> bounds;
  bounds.reserve(rows.docs.size());
  const auto count = [&](std::size_t row) {
    const auto counts = rows.counts_of(row);
    bm25.counts.assign(counts.begin(), counts.end());
  };
  const Bounds bound(bm25);
  for (std::size_t row = 0; row < rows.docs.size(); ++row)
    bounds.push_back({bound.of(rows.counts_of(row)), row});
  TextLengths lengths = TRY(TextLengths::open(connection));
  std::ptrdiff_t some = 128;
  for (auto begin = bounds.begin(); begin != bounds.end(); some *= 4) {
    const auto end = begin + std::min(some, std::distance(begin, bounds.end()));
    std::ranges::partial_sort(begin, end, bounds.end(), {}, &Bound::bm25);
    for (; begin != end; ++begin) {
      if (best.refuses(begin->bm25))
        return {};
      count(begin->row);
      const std::int64_t doc = rows.docs[begin->row];
      best.take(Doc::key(doc), bm25.score(TRY(lengths.tokens(doc))));
    }
  }
  return {};
}

// Nothing: all have to be asked for.
Result<std::optional<std::vector<Scored>>> the_best(Connection& connection, const WordQuery& asked,
                                                    std::span<const std::int64_t> name_spaces,
                                                    Key after, std::size_t most) {
  const auto lists = TRY(whole_lists(connection, asked.phrases, Rows::countable));
  const Rows rows = joined(lists, name_spaces, after);
  if (!rows.counted)
    return std::optional<std::vector<Scored>>();
  Bm25 bm25;
  for (const auto& list : lists) bm25.hits.push_back(std::ssize(list));
  std::vector<WaitingMatch> waiting;
  if (after != all_indexed)
    waiting = TRY(add_waiting(connection, asked, name_spaces, after, bm25));
  TRY_VOID(add_totals(connection, bm25));
  bm25.weigh();
  Best best(most);
  for (WaitingMatch& match : waiting) {
    bm25.counts = std::move(match.counts);
    best.take(Doc::key(match.doc), bm25.score(match.tokens));
  }
  TRY_VOID(take_best(connection, rows, bm25, best));
  return std::optional(std::move(best).taken());
}

}  // namespace

Result<std::vector<Scored>> SqliteSearch::bm25(const WordQuery& asked,
                                               std::span<const std::int64_t> name_spaces,
                                               std::size_t most) const {
  if (most == 0)
    return std::vector<Scored>();
  const Key indexed = TRY(indexed_to(connection_));
  // The lists of beginnings cannot be had by themselves; at 0 what the index holds was made by
  // other rules.
  if (most != all_ranked && !asked.all && asked.terms == Terms::words && indexed > 0)
    if (auto best = TRY(the_best(connection_, asked, name_spaces, indexed, most)))
      return std::move(*best);
  auto ranked = TRY(all_of_them(connection_, asked, name_spaces, indexed));
  keep_best(ranked, most);
  return ranked;
}

}  // namespace aim::store::sqlite
