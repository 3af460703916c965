#include "capture/priority_hint.h"

#include "capture/plain_words.h"
#include "capture/triggers.h"

namespace aim {
namespace {

using Phrases = std::span<const std::string_view>;

constexpr std::array<std::string_view, 2> broad_topics{"architecture", "security"};
constexpr std::array<std::string_view, 7> everywhere{
    "cross-cutting", "all services", "every service", "all projects", "always", "never", "must"};
constexpr std::array<std::string_view, 9> weighty{"architecture",   "architectural", "security",
                                                  "authentication", "authorization", "encryption",
                                                  "cross-cutting",  "compliance",    "adr"};
constexpr std::array<std::string_view, 8> passing{"bug",  "fix",       "fixed",   "workaround",
                                                  "todo", "temporary", "for now", "hack"};
constexpr std::array<std::string_view, 5> choices{"use", "using", "version", "library",
                                                  "framework"};
constexpr std::array<std::string_view, 12> of_user{
    "i always", "i never", "i prefer",        "we always",        "we never",   "we prefer",
    "i like",   "i want",  "in all projects", "in every project", "everywhere", "the user prefers"};
constexpr std::array<std::string_view, 45> of_rules{
    "never",    "always",      "must",        "do not",    "don t",     "should",    "shall",
    "may not",  "avoid",       "forbidden",   "frozen",    "generated", "read-only", "untouched",
    "by hand",  "required",    "needs",       "nie",       "niemals",   "immer",     "muss",
    "müssen",   "darf",        "dürfen",      "soll",      "sollen",    "nunca",     "siempre",
    "debe",     "deben",       "no edites",   "no toques", "no toquen", "no editar", "no tocar",
    "hay que",  "jamais",      "toujours",    "doit",      "doivent",   "ne pas",    "il faut",
    "interdit", "bitte nicht", "nicht ändern"};
constexpr std::array<std::string_view, 6> of_rules_in_chinese{"不要", "不得",   "必须",
                                                              "禁止", "不允许", "务必"};

// " word word word ": small letters, one blank between words and at both ends.
std::string words_of(std::string_view text) {
  std::string words(" ");
  each_plain_word(text, "-_", [&](const std::string& word) { words.append(word).append(" "); });
  return words;
}

bool has_any(std::string_view words, Phrases phrases) {
  return std::ranges::any_of(phrases, [&](std::string_view phrase) {
    return words.find(" " + std::string(phrase) + " ") != words.npos;
  });
}

// A word written with a capital that does not begin a sentence: as technologies are named.
bool names_something(std::string_view content) {
  for (std::size_t at = 2; at < content.size(); ++at)
    if (content[at] >= 'A' && content[at] <= 'Z' && content[at - 1] == ' ' &&
        std::string_view(".!?:").find(content[at - 2]) == std::string_view::npos)
      return true;
  return false;
}

}  // namespace

std::optional<BandHint> band_hint(std::string_view title, std::string_view content,
                                  std::string_view category) {
  std::string all(title);
  all.append("\n").append(content).append("\n").append(category);
  const std::string words = words_of(all);
  if (has_any(words, broad_topics) && has_any(words, everywhere))
    return BandHint{Band::core, "architecture or security that holds everywhere"};
  if (has_any(words, weighty))
    return BandHint{Band::high, "architecture or security"};
  // "We are using Redis" says what is there as much as what was decided.
  const bool is_choice = has_any(words, choices) && names_something(content);
  if (decision_in(content).chance >= (is_choice ? is_certain_decision : is_clear_decision))
    return BandHint{Band::high, "a decision"};
  if (has_any(words, passing) || category == "error_resolution")
    return BandHint{Band::normal, "a bug fix or a note for some time"};
  if (is_choice)
    return BandHint{Band::normal, "a choice of one project"};
  return std::nullopt;
}

bool is_about_user(std::string_view content) {
  return has_any(words_of(content), of_user);
}

bool sets_a_rule(std::string_view text) {
  return has_any(words_of(text), of_rules) ||
         std::ranges::any_of(of_rules_in_chinese,
                             [&](std::string_view word) { return text.find(word) != text.npos; }) ||
         decision_in(text).chance >= is_clear_decision;
}

}  // namespace aim
