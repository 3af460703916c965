#include "engine/search/names.h"

#include "base/ascii.h"
#include "engine/search/excerpt.h"
#include "engine/search/understand.h"
#include "memory/conversation_line.h"
#include "memory/evidence.h"
#include "text/date_names.h"
#include "text/words.h"

namespace aim::engine {
namespace {

// A number or a day is written like a name, and memories tell it in other ways.
bool is_of_dates_or_numbers(std::string_view word) {
  const std::string lower = ascii::lower(word);
  return text::month_named(lower) || text::weekday_named(lower) ||
         std::ranges::all_of(lower, [](char c) { return c >= '0' && c <= '9'; });
}

// Terms by which the question names something that the scope knows.
std::vector<std::string> known_names(std::string_view question, const Found& found) {
  const auto written = names_of(question);
  std::vector<std::string> names;
  for (const text::QueryWord& word : text::query_words(question))
    if (!word.common && !word.adjacent && !is_of_dates_or_numbers(word.written))
      for (const std::string& part : word.parts)
        if (written.contains(part) && stands_in_scope(part, found).value_or(false))
          names.push_back(part);
  return names;
}

// "Postgres" is PostgreSQL; two short words have a beginning in common by chance.
bool is_same_name(std::string_view a, std::string_view b) {
  constexpr std::size_t long_enough = 4;
  return a == b ||
         (std::min(a.size(), b.size()) >= long_enough && (a.starts_with(b) || b.starts_with(a)));
}

bool holds_one(const Memory& memory, const std::vector<std::string>& names,
               std::string_view question) {
  TermSet held;
  held.add(memory.title);
  held.add(memory.name_space);
  for (const std::string& tag : memory.tags) held.add(tag);
  held.add(looked_through(question, memory.content));
  return std::ranges::any_of(std::move(held).all(), [&](const std::string& term) {
    return std::ranges::any_of(names,
                               [&](const std::string& name) { return is_same_name(name, term); });
  });
}

}  // namespace

std::optional<bool> stands_in_scope(const std::string& term, const Found& found) {
  const double nowhere =
      inverse_document_frequency(std::max(found.memories, least_memories), 0) * 0.999;
  for (std::size_t i = 0; i < std::min(found.terms.size(), found.rarity.size()); ++i)
    if (found.terms[i] == term)
      return found.rarity[i] < nowhere;
  return std::nullopt;
}

std::unordered_set<std::string> names_of(std::string_view text) {
  TermSet names;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", from), text.size());
    const std::string_view word = text.substr(from, end - from);
    const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    const bool begins = from == 0 || std::string_view(".!?:\n").find(
                                         text[from >= 2 ? from - 2 : 0]) != std::string_view::npos;
    const bool has_mark =
        word.size() > 2 && word.substr(1, word.size() - 2).find_first_of("_./:-#@") != word.npos;
    const bool has_capital =
        !word.empty() && (std::any_of(word.begin() + 1, word.end(), is_capital) ||
                          (!begins && is_capital(word.front())));
    if (has_mark || has_capital || word.find_first_of("0123456789") != word.npos)
      names.add(word);
    at = end;
  }
  return std::move(names).all();
}

bool is_about_others(std::string_view question, const Found& found) {
  // Hits that are nearly as good as the best may be what was meant.
  constexpr double as_good = 0.95;
  question = question.substr(0, read_of_memory);
  if (found.hits.empty() || text::language_of(question) == text::Language::german)
    return false;
  const Memory& best = found.hits.front().memory;
  if (!speaker_of(best.content).empty() || line_of(best).dialogue)
    return false;
  const auto names = known_names(question, found);
  return !names.empty() && std::ranges::none_of(found.hits, [&](const Hit& hit) {
    return hit.score.total >= as_good * found.hits.front().score.total &&
           holds_one(hit.memory, names, question);
  });
}

std::string looked_through(std::string_view text, std::string_view content) {
  if (content.size() <= read_of_memory)
    return std::string(content);
  const LongContent whole{content, read_of_memory};
  return Excerpter(text, nullptr).of({&whole, 1}).front();
}

}  // namespace aim::engine
