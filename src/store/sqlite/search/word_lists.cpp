#include "store/sqlite/search/word_lists.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "store/sql/search.h"
#include "store/sql/tables/changes.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/text_functions.h"

namespace aim::store::sqlite {

// Lengths of rows that were read, as long as the index does not change. A row takes the place of
// another one.
class KeptLengths {
 public:
  std::optional<std::int64_t> find(std::int64_t doc) const {
    if (rows_.empty() || rows_[place_of(doc)].doc != doc)
      return std::nullopt;
    return rows_[place_of(doc)].tokens;
  }
  void keep(std::int64_t doc, std::int64_t tokens) {
    if (rows_.empty())
      rows_.resize(std::size_t{1} << bits);
    rows_[place_of(doc)] = {doc, tokens};
  }
  void clear() { rows_.clear(); }

 private:
  struct Row {
    std::int64_t doc = -1, tokens = 0;
  };
  static constexpr int bits = 13;  // 8,192 rows
  static std::size_t place_of(std::int64_t doc) {
    constexpr std::uint64_t spread = 0x9e37'79b9'7f4a'7c15;  // neighbours lie apart
    return static_cast<std::size_t>(static_cast<std::uint64_t>(doc) * spread >> (64 - bits));
  }

  std::vector<Row> rows_;
};

namespace {

// For each memory, and in all: a list of a tenth of them takes half a byte for each.
constexpr std::size_t kept_bytes_a_memory = 32;
constexpr std::size_t min_kept_bytes = 768 * 1'024, max_kept_bytes = 4 * min_kept_bytes;
constexpr std::size_t worth_keeping = 64;  // memories

// A list, each memory as how far its doc is from the one before, and its two counts.
class PackedList {
 public:
  PackedList() = default;
  explicit PackedList(const std::vector<Posting>& list) : size_(list.size()) {
    std::int64_t before = 0;
    for (const Posting& each : list) {
      add(static_cast<std::uint64_t>(each.doc - before));
      before = each.doc;
      bytes_.push_back(each.title);
      bytes_.push_back(each.body);
    }
    bytes_.shrink_to_fit();
  }

  std::size_t bytes() const { return bytes_.size(); }
  std::vector<Posting> list() const {
    std::vector<Posting> out;
    out.reserve(size_);
    std::int64_t doc = 0;
    for (const std::uint8_t* at = bytes_.data(); out.size() < size_;) {
      std::uint64_t step = 0;
      for (int shift = 0;; shift += bits) {
        step |= static_cast<std::uint64_t>(*at & low) << shift;
        if ((*at++ & more) == 0)
          break;
      }
      doc += static_cast<std::int64_t>(step);
      out.push_back({doc, at[0], at[1]});
      at += 2;
    }
    return out;
  }

 private:
  static constexpr int bits = 7;
  static constexpr std::uint8_t low = 127, more = 128;

  void add(std::uint64_t step) {
    for (; step > low; step >>= bits)
      bytes_.push_back(static_cast<std::uint8_t>((step & low) | more));
    bytes_.push_back(static_cast<std::uint8_t>(step));
  }

  std::vector<std::uint8_t> bytes_;
  std::size_t size_ = 0;
};

struct KeptList {
  PackedList list;
  std::uint64_t last_used = 0;
};

// What tells that the lists of the index are those of before: each change of a memory changes
// `extent`, a memory that waited or was indexed again moves `indexed`, and an index that was made
// again as a whole has another number. Merging its pieces changes no list.
struct IndexState {
  sql::Extent extent;
  Key indexed = 0;
  std::int64_t build = 0;

  friend bool operator==(const IndexState&, const IndexState&) = default;
};

struct KeptLists {
  IndexState state;  // when they were read
  std::unordered_map<std::string, KeptList> lists;
  std::size_t bytes = 0;
  std::uint64_t uses = 0;
  KeptLengths lengths;
  std::array<std::uint32_t, 512>
      asked{};  // hashes of phrases with long lists that were asked for before

  void clear() {
    lists.clear();
    lengths.clear();
    bytes = 0;
  }
  std::size_t max_bytes() const {
    return std::clamp(static_cast<std::size_t>(std::max<std::int64_t>(state.extent.count, 0)) *
                          kept_bytes_a_memory,
                      min_kept_bytes, max_kept_bytes);
  }
  // Whether it was asked for before.
  bool note(std::string_view phrase) {
    const std::uint64_t hash = stable_hash(phrase);
    auto& place = asked[hash % asked.size()];
    const auto mark = static_cast<std::uint32_t>(hash >> 32U);
    return std::exchange(place, mark) == mark;
  }
  void keep(std::string phrase, const std::vector<Posting>& list) {
    PackedList packed(list);
    if (packed.bytes() > max_bytes() / 3)
      return;
    const auto [added, is_new] =
        lists.try_emplace(std::move(phrase), KeptList{std::move(packed), uses});
    if (is_new)
      bytes += bytes_of(*added);
    if (bytes > max_bytes())
      drop_least_used();
  }

 private:
  using Lists = std::unordered_map<std::string, KeptList>;

  // With what a map takes for each.
  static std::size_t bytes_of(const Lists::value_type& each) {
    return each.second.list.bytes() + each.first.size() + 128;
  }
  // So many that there is room for some.
  void drop_least_used() {
    std::vector<Lists::iterator> all;
    for (auto each = lists.begin(); each != lists.end(); ++each) all.push_back(each);
    std::ranges::sort(all, {}, [](const auto& each) { return each->second.last_used; });
    for (const auto& each : all) {
      if (bytes <= max_bytes() - max_bytes() / 8)
        return;
      bytes -= bytes_of(*each);
      lists.erase(each);
    }
  }
};

Result<IndexState> state_of(Connection& connection) {
  return IndexState{TRY(sql::extent_of(connection)), TRY(indexed_to(connection)),
                    TRY(index_build(connection))};
}

Result<std::vector<std::vector<Posting>>> read_lists(Connection& connection,
                                                     std::span<const Phrase> phrases) {
  Gatherer gatherer;
  gatherer.most = max_listed;
  gatherer.phrases.resize(phrases.size());
  auto statement = TRY(connection.prepare(
      "SELECT gather_all(memory_text, ?2) FROM memory_text WHERE memory_text MATCH ?1 LIMIT 1"));
  const std::string expression = sql::expression_of({phrases});
  statement.bind(expression);
  statement.bind_pointer(2, &gatherer, Gatherer::pointer_type);
  TRY_VOID(statement.run());
  return std::move(gatherer.phrases);
}

std::string key_of(const Phrase& phrase) {
  std::string key;
  for (const std::string& part : phrase) key.append(part).push_back('\n');
  return key;
}

// Places in the title come before all others.
void count_up_to(std::vector<Posting>& list, int most) {
  for (Posting& each : list) {
    each.title = static_cast<std::uint8_t>(std::min<int>(each.title, most));
    each.body = static_cast<std::uint8_t>(std::min<int>(each.body, most - each.title));
  }
}

// FTS5 writes the tokens of each column as SQLite writes numbers, seven bits a byte
// (sqlite.org/fts5.html, "FTS5 Data Structures").
std::int64_t sum_of_numbers(std::string_view bytes) {
  std::int64_t sum = 0;
  std::uint64_t number = 0;
  for (const char each : bytes) {
    const auto byte = static_cast<unsigned char>(each);
    number = (number << 7U) | (byte & 0x7fU);
    if ((byte & 0x80U) != 0)
      continue;
    sum += static_cast<std::int64_t>(number);
    number = 0;
  }
  return sum;
}

}  // namespace

Result<std::vector<std::vector<Posting>>> whole_lists(Connection& connection,
                                                      std::span<const Phrase> phrases, int most) {
  KeptLists& kept = connection.part<KeptLists>();
  const bool may = connection.may_keep();
  if (may) {
    const IndexState state = TRY(state_of(connection));
    if (state != kept.state)
      kept.clear();
    kept.state = state;
  }
  ++kept.uses;
  std::vector<std::vector<Posting>> lists(phrases.size());
  std::vector<Phrase> missing;
  std::vector<std::size_t> places;  // of the missing
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    const auto found = may ? kept.lists.find(key_of(phrases[i])) : kept.lists.end();
    if (found != kept.lists.end()) {
      found->second.last_used = kept.uses;
      lists[i] = found->second.list.list();
    } else {
      missing.push_back(phrases[i]);
      places.push_back(i);
    }
  }
  if (!missing.empty()) {
    auto read = TRY(read_lists(connection, missing));
    for (std::size_t i = 0; i < read.size(); ++i) {
      if (may && read[i].size() >= worth_keeping && kept.note(key_of(missing[i])))
        kept.keep(key_of(missing[i]), read[i]);
      lists[places[i]] = std::move(read[i]);
    }
  }
  if (most < max_listed)
    for (auto& list : lists) count_up_to(list, most);
  return lists;
}

Result<TextLengths> TextLengths::open(Connection& connection) {
  return TextLengths(TRY(connection.prepare("SELECT sz FROM memory_text_docsize WHERE id = ?1")),
                     connection.may_keep() ? &connection.part<KeptLists>().lengths : nullptr);
}

Result<std::int64_t> TextLengths::tokens(std::int64_t doc) {
  if (const auto kept = kept_ ? kept_->find(doc) : std::nullopt)
    return *kept;
  row_.rewind();
  row_.bind(doc);
  const std::int64_t tokens = TRY(row_.step()) ? sum_of_numbers(row_.text(0)) : 0;
  if (kept_)
    kept_->keep(doc, tokens);
  return tokens;
}

}  // namespace aim::store::sqlite
