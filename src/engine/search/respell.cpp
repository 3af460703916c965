#include "engine/search/respell.h"

#include "store/memories.h"
#include "store/search.h"
#include "text/edit_distance.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::size_t least_letters = 5;  // a shorter word is a letter away from many
constexpr std::size_t max_memories = 48, max_words = 4;

bool is_plain(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

// "buero" to "buro", as the index has "Büro".
std::string without_umlauts(std::string_view word) {
  std::string out;
  for (std::size_t at = 0; at < word.size(); ++at) {
    out += word[at];
    const bool vowel = word[at] == 'a' || word[at] == 'o' || word[at] == 'u';
    if (vowel && at + 1 < word.size() && word[at + 1] == 'e')
      ++at;
  }
  return out;
}

class Respeller {
 public:
  Respeller(store::Reader& reader, const Scope& scope, bool only_umlauts)
      : reader_(reader), scope_(scope), only_umlauts_(only_umlauts) {}

  // The word that `word` may stand for; nothing where memories have it, or nothing like it.
  Result<std::optional<std::string>> reading_of(const std::string& word) const {
    using Reading = std::optional<std::string>;
    std::string plain = without_umlauts(word);
    if ((only_umlauts_ && plain == word) || TRY(is_known(word)))
      return Reading();
    if (plain != word && TRY(is_known(plain)))
      return Reading(std::move(plain));
    if (only_umlauts_ || word.size() < least_letters)
      return Reading();
    for (const std::size_t letters : {word.size() / 2, std::size_t{2}})
      if (auto near = TRY(nearest(word, word.substr(0, letters))))
        return near;
    return Reading();
  }

 private:
  Result<std::vector<store::Posting>> postings(const std::string& word, store::Terms terms) const {
    const std::vector<store::Phrase> phrases{{word}};
    auto found = TRY(reader_.search.postings(
        {store::WordQuery{phrases, false, terms}, scope_.name_spaces, false}));
    return found.empty() ? std::vector<store::Posting>() : std::move(found.front());
  }

  Result<bool> is_known(const std::string& word) const {
    for (const text::QueryWord& each : text::query_words(word))
      for (const std::string& part : each.parts)
        if (!TRY(postings(part, store::Terms::words)).empty())
          return true;
    return false;
  }

  // The word a letter away that most of the newest memories with such a beginning have.
  Result<std::optional<std::string>> nearest(const std::string& word,
                                             const std::string& beginning) const {
    std::vector<Key> keys;
    for (const store::Posting& each : TRY(postings(beginning, store::Terms::beginnings)))
      keys.push_back(store::Doc::key(each.doc));
    std::ranges::sort(keys, std::ranges::greater());
    keys.resize(std::min(keys.size(), max_memories));
    std::map<std::string, int> counts;
    for (const Memory& memory : TRY(reader_.memories.by_keys(keys)))
      for (std::string& each : text::exact_words(memory.title + "\n" + memory.content))
        if (each.starts_with(beginning) && text::edit_distance(each, word, 1) == 1)
          ++counts[std::move(each)];
    const auto most =
        std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    return most == counts.end() ? std::nullopt : std::optional(most->first);
  }

  store::Reader& reader_;
  const Scope& scope_;
  const bool only_umlauts_;
};

}  // namespace

Result<std::optional<Respelt>> respell(store::Reader& reader, const Filter& filter,
                                       const std::string& question, bool only_umlauts) {
  const Scope scope = TRY(scope_of(reader, filter));
  if (scope.nothing)
    return std::optional<Respelt>();
  const Respeller respeller(reader, scope, only_umlauts);
  Respelt respelt;
  std::size_t looked_at = 0;
  for (const text::QueryWord& word : text::query_words(question)) {
    const std::string folded = text::fold(word.written);
    std::string taken;
    if (!word.common && is_plain(folded) && looked_at++ < max_words)
      taken = TRY(respeller.reading_of(folded)).value_or("");
    if (!taken.empty() && respelt.taken.empty()) {
      respelt.given = word.written;
      respelt.taken = taken;
    }
    respelt.text.append(respelt.text.empty() ? "" : " ")
        .append(taken.empty() ? word.written : taken);
  }
  return respelt.taken.empty() ? std::nullopt : std::optional(std::move(respelt));
}

}  // namespace aim::engine
