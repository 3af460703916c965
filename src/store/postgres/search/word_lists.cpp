#include "store/postgres/search/word_lists.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "base/utf8.h"
#include "memory/length_code.h"
#include "store/phrase_counts.h"
#include "store/postgres/search/text_index.h"
#include "store/rows.h"

namespace aim::store::postgres {
namespace {

constexpr std::size_t texts_at_once = 500;
// Behind every text that begins so; the index is in the order of bytes.
constexpr std::string_view last_character = "\xF4\x8F\xBF\xBF";

using Lists = std::map<std::string, HeldList, std::less<>>;

auto place_of(const Held& held) {
  return std::pair(held.name_space, held.posting.key);
}

void sort_by_place(HeldList& list) {
  if (!std::ranges::is_sorted(list, {}, place_of))
    std::ranges::sort(list, {}, place_of);
}

// The server takes no other texts, and the index holds none.
bool may_be_indexed(const std::string& term) {
  return !term.empty() && term.find('\0') == std::string::npos && utf8::is_valid(term);
}

void read_row(std::int64_t name_space, std::string_view data, HeldList& into) {
  std::vector<KeptPosting> postings;
  read_postings(data, postings);
  into.reserve(into.size() + postings.size());
  for (const KeptPosting& each : postings) into.push_back({name_space, each});
}

Result<void> read_words(Connection& connection, const std::vector<std::string>& terms,
                        std::span<const std::int64_t> name_spaces, Lists& lists) {
  auto rows = TRY(connection.prepare(
      name_spaces.empty()
          ? "SELECT term, namespace, string_agg(data, ''::bytea) FROM words WHERE term = ANY($1) "
            "GROUP BY term, namespace"
          : "SELECT term, namespace, string_agg(data, ''::bytea) FROM words WHERE term = ANY($1) "
            "AND namespace = ANY($2) GROUP BY term, namespace"));
  rows.bind(terms);
  if (!name_spaces.empty())
    rows.bind_one(2, name_spaces);
  while (TRY(rows.step())) read_row(rows.integer(1), rows.text(2), lists[rows.string(0)]);
  return {};
}

Result<void> read_beginnings(Connection& connection, const std::string& beginning,
                             std::span<const std::int64_t> name_spaces, HeldList& list) {
  auto rows = TRY(connection.prepare(
      name_spaces.empty()
          ? "SELECT namespace, data FROM words WHERE term >= $1 AND term < $2"
          : "SELECT namespace, data FROM words WHERE term >= $1 AND term < $2 AND namespace = "
            "ANY($3)"));
  const std::string end = beginning + std::string(last_character);
  rows.bind(beginning, end);
  if (!name_spaces.empty())
    rows.bind_one(3, name_spaces);
  while (TRY(rows.step())) read_row(rows.integer(0), rows.text(1), list);
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
                         bool beginnings) {
  HeldList out;
  PhraseCounts counts({&phrase, 1}, beginnings);
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
      const PhraseCounts::Count count = counts.of(indexed_memory(rows, 1)).front();
      if (!count.any())
        continue;
      Held& one = by_key.at(rows.integer(0));
      one.posting.title = count.title;
      one.posting.body = count.body;
      out.push_back(one);
    }
    rows.rewind();
  }
  sort_by_place(out);
  return out;
}

}  // namespace

Memory indexed_memory(const Statement& row, int first) {
  Memory memory;
  memory.title = row.text(first);
  memory.content = row.text(first + 1);
  memory.tags = tags_from_json(row.text(first + 2));
  memory.metadata = row.text(first + 3);
  return memory;
}

Result<std::vector<HeldList>> held_lists(Connection& connection, std::span<const Phrase> phrases,
                                         std::span<const std::int64_t> name_spaces,
                                         bool beginnings) {
  std::set<std::string> distinct;
  for (const Phrase& phrase : phrases)
    for (const std::string& term : phrase)
      if (may_be_indexed(term))
        distinct.insert(term);
  Lists lists;
  if (beginnings) {
    for (const std::string& term : distinct)
      TRY_VOID(read_beginnings(connection, term, name_spaces, lists[term]));
  } else if (!distinct.empty()) {
    TRY_VOID(read_words(connection, {distinct.begin(), distinct.end()}, name_spaces, lists));
    for (auto& [term, list] : lists) sort_by_place(list);
  }
  std::vector<HeldList> out;
  for (const Phrase& phrase : phrases) {
    HeldList& list = out.emplace_back(in_all(phrase, lists));
    if (!list.empty() && (beginnings || phrase.size() > 1))
      list = TRY(counted(connection, phrase, list, beginnings));
  }
  return out;
}

}  // namespace aim::store::postgres
