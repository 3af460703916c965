#include "memory/other_words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

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

// Groups of words for the same, by their stems.
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
    " configuration config setting setup ",
    " database db ",
    " documentation doc manual ",
    " repository repo ",
    " folder directory ",
    " live reside sit lie located ",
};

bool is_digit(char each) {
  return each >= '0' && each <= '9';
}

bool holds_word(std::string_view words, std::string_view word) {
  return words.find(std::string(" ").append(word).append(" ")) != words.npos;
}

// Without the ending that a sentence has put to it: "retries", "retried" and "retry" are one.
std::string stem_of(std::string_view word) {
  constexpr std::array<std::string_view, 12> endings{
      "ments", "ment", "ations", "ation", "ions", "ion", "ings", "ing", "ies", "ied", "ers", "er"};
  constexpr std::array<std::string_view, 4> short_endings{"es", "ed", "ly", "s"};
  constexpr std::size_t least = 3;
  if (word.ends_with("'s"))
    word.remove_suffix(2);
  const auto cut = [&](const auto& all) {
    for (const std::string_view each : all)
      if (word.ends_with(each) && word.size() >= each.size() + least) {
        word.remove_suffix(each.size());
        return true;
      }
    return false;
  };
  (void)(cut(endings) || cut(short_endings));
  if (word.size() > least && (word.ends_with('e') || word.ends_with('y')))
    word.remove_suffix(1);
  if (word.size() > least && word.back() == word[word.size() - 2])
    word.remove_suffix(1);
  std::string stem(word);
  if (stem.size() > least && stem.back() == 'i')
    stem.pop_back();
  return stem;
}

bool matters(std::string_view word) {
  // Of "it's" and "that's" a word without a meaning of its own is left, of "sara's" one that has one.
  if (word.ends_with("'s"))
    word.remove_suffix(2);
  return word.size() > 1 && std::ranges::none_of(word, is_digit) &&
         word.find_first_of("'/@_") == word.npos && !holds_word(function_words, word) &&
         !is_negation(word) && number_named(word).empty() && date_named(word, word).empty();
}

struct Mattering {
  std::string_view word;
  std::string stem;
};

std::vector<Mattering> mattering(std::span<const std::string_view> words) {
  std::vector<Mattering> all;
  for (const std::string_view word : words)
    if (matters(word))
      all.push_back({word, stem_of(word)});
  return all;
}

bool in_group(std::string_view group, const Mattering& each) {
  if (holds_word(group, each.word))
    return true;
  while (!group.empty()) {
    group.remove_prefix(1);
    const std::string_view member = group.substr(0, group.find(' '));
    group.remove_prefix(member.size());
    if (!member.empty() && stem_of(member) == each.stem)
      return true;
    if (group.size() <= 1)
      break;
  }
  return false;
}

std::vector<Mattering> not_in(const std::vector<Mattering>& some,
                              const std::vector<Mattering>& others) {
  std::set<std::string_view> stems;
  for (const Mattering& each : others) stems.insert(each.stem);
  std::vector<Mattering> rest;
  for (const Mattering& each : some)
    if (!stems.contains(each.stem))
      rest.push_back(each);
  return rest;
}

// The groups of synonyms that each of them is in, a bit a group.
std::vector<std::uint64_t> groups_of(const std::vector<Mattering>& words) {
  static_assert(synonyms.size() <= 64);
  std::vector<std::uint64_t> all;
  for (const Mattering& each : words) {
    std::uint64_t in = 0;
    for (std::size_t at = 0; at < synonyms.size(); ++at)
      if (in_group(synonyms[at], each))
        in |= std::uint64_t{1} << at;
    all.push_back(in);
  }
  return all;
}

// Is there one that means nothing that the others mean?
bool any_lacks(const std::vector<std::uint64_t>& groups, const std::vector<std::uint64_t>& others) {
  std::uint64_t meant = 0;
  for (const std::uint64_t each : others) meant |= each;
  return std::ranges::any_of(groups, [&](std::uint64_t each) { return (each & meant) == 0; });
}

}  // namespace

bool have_other_words(std::span<const std::string_view> a, std::span<const std::string_view> b) {
  const auto first = mattering(a), second = mattering(b);
  const auto only_first = not_in(first, second), only_second = not_in(second, first);
  if (only_first.empty() || only_second.empty())
    return false;
  const auto groups = groups_of(only_first), others = groups_of(only_second);
  return any_lacks(groups, others) && any_lacks(others, groups);
}

}  // namespace aim
