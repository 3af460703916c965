#include <unordered_set>

#include "base/ascii.h"
#include "memory/word_groups.h"

namespace aim {
namespace {

// Words that hold a sentence together, and verbs that say little.
constexpr std::string_view function_words =
    " a about above after again against all along already also although always am among an and any "
    "anything are around as at away back be became because become becomes been before being below "
    "between both but by came can come comes could did do does doing done down during each either "
    "else enough etc even ever every everything for from further gave get gets getting give given "
    "gives go goes going gone got had happen happens has have having he hence her here hers him "
    "his how however i if in inside instead into is it its itself just lets made make makes making "
    "many may me might mine more most much must my need needed needs nor now of off often on once "
    "only onto or other others otherwise ought our ours out over own per please put puts quite "
    "rather really same set sets shall she should since so some something still such take taken "
    "takes than that the their theirs them then there these they thing things this those though "
    "through thus till to together too toward towards under until up upon us use used uses using "
    "usually very via was we well went were what when where whether which while who whom whose why "
    "will with within would yes yet you your yours ";

// Groups of words for the same.
constexpr std::array<std::string_view, 37> synonyms{
    " keep kept retain store hold held save preserve ",
    " prefer like favour favor want ",
    " delete remove erase drop ",
    " begin began begun start launch commence ",
    " end stop finish complete conclude ",
    " fix repair resolve solve mend ",
    " run ran execute ",
    " build built compile ",
    " show display present ",
    " show shown print ",
    " big large huge ",
    " small little tiny ",
    " fast quick rapid speedy ",
    " error fault failure problem ",
    " create generate produce ",
    " change modify alter edit adjust ",
    " increase raise grow ",
    " decrease reduce lower shrink ",
    " send sent transmit deliver ",
    " find found locate discover ",
    " choose chose chosen pick select ",
    " decide decision agree ",
    " allow permit let ",
    " forbid forbidden prohibit ban ",
    " require need mandatory demand ",
    " help assist support aid ",
    " check verify validate ",
    " wait pause ",
    " happen occur ",
    " write wrote written ",
    " contain include comprise ",
    " configuration config configure setting setup ",
    " database db ",
    " documentation document doc manual ",
    " repository repo ",
    " folder directory ",
    " live reside sit lie located ",
};

std::string_view next_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  return word;
}

bool is_function_word(std::string_view word) {
  static const auto all = [] {
    std::unordered_set<std::string_view> words;
    std::string_view rest = function_words;
    for (std::string_view each; !(each = next_word(rest)).empty();) words.insert(each);
    return words;
  }();
  return all.contains(word);
}

using Groups = std::uint64_t;  // a bit for each of `synonyms`
static_assert(synonyms.size() <= 64);

Groups groups_with(std::string_view word) {
  static const auto all = [] {
    std::vector<std::pair<std::string_view, Groups>> members;
    for (std::size_t at = 0; at < synonyms.size(); ++at) {
      std::string_view rest = synonyms[at];
      for (std::string_view each; !(each = next_word(rest)).empty();)
        members.emplace_back(each, Groups{1} << at);
    }
    std::ranges::sort(members);
    return members;
  }();
  Groups in = 0;
  const auto begin =
      std::ranges::lower_bound(all, word, {}, [](const auto& one) { return one.first; });
  for (auto one = begin; one != all.end() && one->first == word; ++one) in |= one->second;
  return in;
}

std::string_view without_possession(std::string_view word) {
  if (word.ends_with("'s"))
    word.remove_suffix(2);
  return word;
}

bool ends_hissing(std::string_view word) {
  return word.ends_with("ch") || word.ends_with("sh") ||
         std::string_view("osxz").find(word.back()) != word.npos;
}

// An ending that a sentence gives to a word, and what may stand there without it.
struct Ending {
  std::string_view ending, instead;
  std::size_t least;        // letters before it
  bool may_double = false;  // the last of them may stand there twice: "logged"
  bool makes_word = false;  // another word of the same family, which a sentence can tell from it:
                            // "custom" and "customer"
};
// Of a short name next to nothing is left without "ion" or "er", so that it would be taken for
// another: those are cut from long words alone, and a "y" or an "e" never.
constexpr std::array endings{
    Ending{"ies", "y", 2},
    Ending{"ied", "y", 2},
    Ending{"ed", "", 3, true},
    Ending{"ed", "e", 3},
    Ending{"ing", "", 3, true},
    Ending{"ing", "e", 3},
    Ending{"ment", "", 5, false, true},
    Ending{"ments", "", 5, false, true},
    Ending{"ion", "", 5, false, true},
    Ending{"ion", "e", 5, false, true},
    Ending{"ions", "", 5, false, true},
    Ending{"ions", "e", 5, false, true},
    Ending{"ation", "", 5, false, true},
    Ending{"ation", "e", 5, false, true},
    Ending{"ations", "", 5, false, true},
    Ending{"ations", "e", 5, false, true},
    Ending{"er", "", 5, false, true},
    Ending{"er", "e", 5, false, true},
    Ending{"ers", "", 5, false, true},
    Ending{"ers", "e", 5, false, true},
    Ending{"ly", "", 5, false, true},
};

// What a word may be a form of, itself first: "cached" of "cach" and "cache". Two that share one of
// these are taken for the same.
std::vector<std::string> bases_of(std::string_view word, bool of_family = true) {
  constexpr std::size_t least_of_plural = 3;
  std::vector<std::string> bases{std::string(word)};
  for (const Ending& each : endings) {
    if (!word.ends_with(each.ending) || word.size() < each.least + each.ending.size() ||
        (each.makes_word && !of_family))
      continue;
    const std::string_view rest = word.substr(0, word.size() - each.ending.size());
    bases.push_back(std::string(rest).append(each.instead));
    if (each.may_double && rest.size() > each.least && rest.back() == rest[rest.size() - 2])
      bases.emplace_back(rest.substr(0, rest.size() - 1));
  }
  if (word.ends_with("es") && word.size() >= least_of_plural + 2 &&
      ends_hissing(word.substr(0, word.size() - 2)))
    bases.emplace_back(word.substr(0, word.size() - 2));
  if (word.ends_with('s') && word.size() > least_of_plural && !word.ends_with("ss") &&
      !word.ends_with("us") && !word.ends_with("is"))
    bases.emplace_back(word.substr(0, word.size() - 1));
  return bases;
}

bool matters(std::string_view word) {
  // Of "it's" and "that's" a word without a meaning of its own is left, of "sara's" one that has
  // one.
  word = without_possession(word);
  return word.size() > 1 && std::ranges::none_of(word, ascii::is_digit) &&
         word.find_first_of("'/@_") == word.npos && !is_function_word(word) && !is_negation(word) &&
         number_named(word).empty() && date_named(word, word).empty();
}

using AllBases = std::vector<std::vector<std::string>>;  // of each word

// Of the words that matter, each once.
AllBases mattering(std::span<const std::string_view> words) {
  std::unordered_set<std::string_view> seen;
  AllBases all;
  for (const std::string_view word : words)
    if (seen.insert(without_possession(word)).second && matters(word))
      all.push_back(bases_of(without_possession(word)));
  return all;
}

Groups groups_of(const std::vector<std::string>& bases) {
  Groups in = 0;
  for (const std::string& each : bases) in |= groups_with(each);
  return in;
}

// The groups of each that the others have in no form.
std::vector<Groups> groups_of_others(const AllBases& some, const AllBases& others) {
  std::unordered_set<std::string_view> there;
  for (const auto& bases : others) there.insert(bases.begin(), bases.end());
  std::vector<Groups> rest;
  for (const auto& bases : some)
    if (std::ranges::none_of(bases, [&](const std::string& each) { return there.contains(each); }))
      rest.push_back(groups_of(bases));
  return rest;
}

// Is there one that means nothing that the others mean?
bool any_lacks(const std::vector<Groups>& groups, const std::vector<Groups>& others) {
  Groups meant = 0;
  for (const Groups each : others) meant |= each;
  return std::ranges::any_of(groups, [&](Groups each) { return (each & meant) == 0; });
}

bool is_plural_of(std::string_view word, std::string_view other) {
  return word.size() == other.size() + 1 && word.ends_with('s') && word.starts_with(other);
}

// Where all around it is the same, a plural would have changed its verb, so that "peter" and
// "peters" are two, as are "custom" and "customer"; and a function word in the place of a word that
// matters may be a name: "will".
bool is_exchange(std::string_view a, std::string_view b) {
  a = without_possession(a);
  b = without_possession(b);
  if (a == b || (!matters(a) && !matters(b)))
    return false;
  if (!matters(a) || !matters(b) || is_plural_of(a, b) || is_plural_of(b, a))
    return true;
  const auto first = bases_of(a, false), second = bases_of(b, false);
  return (groups_of(first) & groups_of(second)) == 0 &&
         std::ranges::find_first_of(first, second) == first.end();
}

bool are_same_words(std::span<const std::string_view> a, std::span<const std::string_view> b) {
  std::vector<std::string_view> first(a.begin(), a.end()), second(b.begin(), b.end());
  std::ranges::sort(first);
  std::ranges::sort(second);
  return first == second;
}

// Texts that are the same word for word but for a few: "tom reports to sara" and "sara reports to
// tom" have the same words. Where all words are in both, half of them may have changed places;
// where more have, it is another order of the sentence.
bool exchanged_in_place(std::span<const std::string_view> a, std::span<const std::string_view> b) {
  constexpr std::size_t few = 2, share = 4, share_of_same = 2;
  if (a.size() != b.size())
    return false;
  const std::size_t most = std::max(few, a.size() / (are_same_words(a, b) ? share_of_same : share));
  std::size_t others = 0;
  bool found = false;
  for (std::size_t at = 0; at < a.size(); ++at)
    if (a[at] != b[at]) {
      if (++others > most)
        return false;
      found = found || is_exchange(a[at], b[at]);
    }
  return found;
}

}  // namespace

bool have_other_words(std::span<const std::string_view> a, std::span<const std::string_view> b) {
  if (exchanged_in_place(a, b))
    return true;
  const auto first = mattering(a), second = mattering(b);
  const auto groups = groups_of_others(first, second), others = groups_of_others(second, first);
  return any_lacks(groups, others) && any_lacks(others, groups);
}

}  // namespace aim
