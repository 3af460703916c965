#include "store/postgres/search/postgres_search.h"
#include "store/sql/memory_row.h"
#include "store/text_places.h"

namespace aim::store::postgres {
namespace {

constexpr std::size_t texts_at_once = 500;

using Lists = std::map<std::string, HeldList, std::less<>>;

auto place_of(const Held& held) {
  return std::pair(held.name_space, held.posting.key);
}

void sort_by_place(HeldList& list) {
  if (!std::ranges::is_sorted(list, {}, place_of))
    std::ranges::sort(list, {}, place_of);
}

void read_row(std::int64_t name_space, std::string_view data, HeldList& into) {
  std::vector<KeptPosting> postings;
  read_postings(data, postings);
  into.reserve(into.size() + postings.size());
  for (const KeptPosting& each : postings) into.push_back({name_space, each});
}

// What was stored last: words, title and body counts of a memory in one piece.
constexpr std::string_view select_new =
    "SELECT NULL::text, namespace, words, key, length_code FROM new_texts WHERE key <> 0";

// Walks rows of the index and of what was stored last: `list_of(term)` says where the postings of a
// word go; null: nowhere.
template <class ListOf>
Result<void> read_rows(Statement& rows, ListOf list_of) {
  while (TRY(rows.step())) {
    const std::int64_t name_space = rows.integer(1);
    if (!rows.is_null(0)) {
      if (HeldList* const list = list_of(rows.text(0)))
        read_row(name_space, rows.text(2), *list);
      continue;
    }
    const Key key = rows.integer(3);
    const auto length_code = static_cast<int>(rows.integer(4));
    each_packed_word(rows.text(2),
                     [&](std::string_view term, std::uint8_t title, std::uint8_t body) {
                       if (HeldList* const list = list_of(term))
                         list->push_back({name_space, {key, length_code, title, body}});
                     });
  }
  return {};
}

Result<void> read_words(Connection& connection, const std::vector<std::string>& terms,
                        std::span<const std::int64_t> name_spaces, Lists& lists) {
  const std::string_view in_spaces = name_spaces.empty() ? "" : " AND namespace = ANY($2)";
  std::string sql =
      "SELECT term, namespace, string_agg(data, ''::bytea), 0::bigint, 0::bigint FROM words WHERE "
      "term = ANY($1)";
  sql.append(in_spaces).append(" GROUP BY term, namespace UNION ALL ");
  sql.append(select_new).append(in_spaces);
  auto rows = TRY(connection.prepare(sql));
  rows.bind(terms);
  if (!name_spaces.empty())
    rows.bind_one(2, name_spaces);
  for (const std::string& term : terms) lists[term];
  return read_rows(rows, [&](std::string_view term) {
    const auto list = lists.find(term);
    return list == lists.end() ? nullptr : &list->second;
  });
}

Result<void> read_beginnings(Connection& connection, const std::string& beginning, Terms terms,
                             std::span<const std::int64_t> name_spaces, HeldList& list) {
  const std::string_view in_spaces = name_spaces.empty() ? "" : " AND namespace = ANY($3)";
  std::string sql =
      "SELECT term, namespace, data, 0::bigint, 0::bigint FROM words WHERE term >= $1 AND term < "
      "$2";
  sql.append(in_spaces).append(" UNION ALL ").append(select_new).append(in_spaces);
  auto rows = TRY(connection.prepare(sql));
  const std::string end = sql::after_prefix(beginning);
  rows.bind(beginning, end);
  if (!name_spaces.empty())
    rows.bind_one(3, name_spaces);
  TRY_VOID(read_rows(
      rows, [&](std::string_view term) { return term.starts_with(beginning) ? &list : nullptr; }));
  if (terms == Terms::beginnings_in_titles)
    std::erase_if(list, [](const Held& held) { return held.posting.title == 0; });
  sort_by_place(list);
  const auto same = std::ranges::unique(list, {}, place_of);
  list.erase(same.begin(), same.end());
  return {};
}

// Those that hold every term of the phrase.
HeldList in_all(const Phrase& phrase, const Lists& lists) {
  HeldList left;
  for (std::size_t i = 0; i < phrase.size(); ++i) {
    const auto found = lists.find(phrase[i]);
    if (found == lists.end())
      return {};
    if (i == 0)
      left = found->second;
    else
      std::erase_if(left, [&](const Held& held) {
        return !std::ranges::binary_search(found->second, place_of(held), {}, place_of);
      });
  }
  return left;
}

// Reads how often the phrase stands in the texts of those that hold its words.
Result<HeldList> counted(Connection& connection, const Phrase& phrase, const HeldList& held,
                         Terms terms) {
  HeldList out;
  auto rows = TRY(connection.prepare(
      "SELECT key, title, content, tags, metadata FROM memories WHERE key = ANY($1)"));
  for (std::size_t begin = 0; begin < held.size(); begin += texts_at_once) {
    const std::span some(held.data() + begin, std::min(texts_at_once, held.size() - begin));
    std::map<Key, Held> by_key;
    std::vector<Key> keys;
    for (const Held& each : some) {
      by_key.emplace(each.posting.key, each);
      keys.push_back(each.posting.key);
    }
    rows.bind(keys);
    while (TRY(rows.step())) {
      const auto count = TextPlaces(sql::indexed_memory(rows, 1)).count(phrase, terms);
      if (count.all() == 0)
        continue;
      Held& one = by_key.at(rows.integer(0));
      const Posting posting = posting_of(0, count);
      one.posting.title = posting.title;
      one.posting.body = posting.body;
      out.push_back(one);
    }
    rows.rewind();
  }
  sort_by_place(out);
  return out;
}

}  // namespace

Result<std::vector<HeldList>> held_lists(Connection& connection, std::span<const Phrase> phrases,
                                         std::span<const std::int64_t> name_spaces, Terms terms) {
  const bool beginnings = terms != Terms::words;
  std::set<std::string> distinct;
  for (const Phrase& phrase : phrases)
    for (const std::string& term : phrase)
      if (!term.empty() && connection.can_store(term))
        distinct.insert(term);
  Lists lists;
  if (beginnings) {
    for (const std::string& term : distinct)
      TRY_VOID(read_beginnings(connection, term, terms, name_spaces, lists[term]));
  } else if (!distinct.empty()) {
    TRY_VOID(read_words(connection, {distinct.begin(), distinct.end()}, name_spaces, lists));
    for (auto& [term, list] : lists) sort_by_place(list);
  }
  std::vector<HeldList> out;
  for (const Phrase& phrase : phrases) {
    HeldList& list = out.emplace_back(in_all(phrase, lists));
    if (!list.empty() && (beginnings || phrase.size() > 1))
      list = TRY(counted(connection, phrase, list, terms));
  }
  return out;
}

}  // namespace aim::store::postgres
