#include "store/sqlite/search/word_lists.h"

#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "store/sql/search.h"
#include "store/sql/tables/changes.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/text_functions.h"

namespace aim::store::sqlite {

namespace {

// For each memory, and in all: a list of a tenth of them takes half a byte for each.
constexpr std::size_t kept_bytes_a_memory = 32;
constexpr std::size_t min_kept_bytes = 768 * 1'024, max_kept_bytes = 16 * min_kept_bytes;
constexpr std::size_t worth_keeping = 64;  // memories
constexpr std::size_t max_asked = 512, max_lengths = 8'192;

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
  std::unordered_map<std::string, PackedList> lists;
  std::size_t bytes = 0;
  std::unordered_set<std::uint64_t> asked;  // hashes of phrases with long lists, asked for once
  std::unordered_map<std::int64_t, std::int64_t> lengths;  // tokens by doc

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
  // From the second time on. Any list makes room for another: the words that stand everywhere soon
  // come again.
  void keep(std::string phrase, const std::vector<Posting>& list) {
    if (asked.size() > max_asked)
      asked.clear();
    if (asked.insert(stable_hash(phrase)).second || lists.contains(phrase))
      return;
    PackedList packed(list);
    if (packed.bytes() > max_bytes() / 3)
      return;
    while (!lists.empty() && bytes + bytes_of(phrase, packed) > max_bytes()) {
      bytes -= bytes_of(lists.begin()->first, lists.begin()->second);
      lists.erase(lists.begin());
    }
    bytes += bytes_of(phrase, packed);
    lists.insert_or_assign(std::move(phrase), std::move(packed));
  }

 private:
  // With what a map takes for each.
  static std::size_t bytes_of(std::string_view phrase, const PackedList& list) {
    return list.bytes() + phrase.size() + 128;
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
  std::vector<std::vector<Posting>> lists(phrases.size());
  std::vector<Phrase> missing;
  std::vector<std::size_t> places;  // of the missing
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    const auto found = may ? kept.lists.find(key_of(phrases[i])) : kept.lists.end();
    if (found != kept.lists.end()) {
      lists[i] = found->second.list();
    } else {
      missing.push_back(phrases[i]);
      places.push_back(i);
    }
  }
  if (!missing.empty()) {
    auto read = TRY(read_lists(connection, missing));
    for (std::size_t i = 0; i < read.size(); ++i) {
      if (may && read[i].size() >= worth_keeping)
        kept.keep(key_of(missing[i]), read[i]);
      lists[places[i]] = std::move(read[i]);
    }
  }
  if (most < max_listed)
    for (auto& list : lists) count_up_to(list, most);
  return lists;
}

Result<TextLengths> TextLengths::open(Connection& connection) {
  return TextLengths(
      TRY(connection.prepare("SELECT text_tokens(memory_text) FROM memory_text WHERE rowid = ?1")),
      connection.may_keep() ? &connection.part<KeptLists>().lengths : nullptr);
}

Result<std::int64_t> TextLengths::tokens(std::int64_t doc) {
  if (kept_)
    if (const auto found = kept_->find(doc); found != kept_->end())
      return found->second;
  row_.rewind();
  row_.bind(doc);
  const std::int64_t tokens = TRY(row_.step()) ? row_.integer(0) : 0;
  if (kept_ && kept_->size() >= max_lengths)
    kept_->clear();
  if (kept_)
    kept_->emplace(doc, tokens);
  return tokens;
}

}  // namespace aim::store::sqlite
