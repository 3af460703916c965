#include "store/text_places.h"

#include "memory/indexed_text.h"
#include "text/words.h"

namespace aim::store {
namespace {

constexpr unsigned position_bits = 30;

}  // namespace

TextPlaces::TextPlaces(const Memory& memory) {
  add(0, indexed_title(memory));
  add(1, memory.content);
  add(2, indexed_labels(memory));
  std::ranges::sort(places_, [&](const Place& a, const Place& b) {
    const int order = term(a).compare(term(b));
    return order != 0 ? order < 0 : a.at < b.at;
  });
}

void TextPlaces::add(unsigned column, std::string_view text) {
  std::uint32_t positions = 0;  // of this column so far
  text::tokenize(text, [&](const text::Token& token) {
    if (text::is_filler(token.term))
      return;
    // As FTS5 counts: what begins a column has a position of its own in any case.
    if (!token.colocated || positions == 0)
      ++positions;
    places_.push_back({static_cast<std::uint32_t>(terms_.size()),
                       static_cast<std::uint32_t>(token.term.size()),
                       (column << position_bits) | (positions - 1)});
    terms_.append(token.term);
  });
  tokens_ += positions;
}

TextPlaces::Found TextPlaces::find(std::string_view wanted, bool beginning) const {
  Found found;
  auto place =
      std::ranges::lower_bound(places_, wanted, {}, [&](const Place& each) { return term(each); });
  for (; place != places_.end(); ++place) {
    const std::string_view here = term(*place);
    if (beginning ? !here.starts_with(wanted) : here != wanted)
      break;
    found.push_back(place->at);
  }
  if (beginning)
    std::ranges::sort(found);
  // A word and its whole may be one term at one place.
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

TextPlaces::Count TextPlaces::count(const Phrase& phrase, Terms terms) const {
  Found first;
  At behind = 0;
  for (std::size_t i = 0; i < phrase.size(); ++i) {
    if (phrase[i].empty())
      continue;
    Found here = find(phrase[i], terms != Terms::words && i + 1 == phrase.size());
    if (behind == 0)
      first = std::move(here);
    else
      std::erase_if(first, [&](At at) { return !std::ranges::binary_search(here, at + behind); });
    ++behind;
    if (first.empty())
      break;
  }
  Count count;
  for (const At at : first) ++(at >> position_bits == 0 ? count.title : count.body);
  if (terms == Terms::beginnings_in_titles)
    count.body = 0;
  return count;
}

Posting posting_of(std::int64_t doc, const TextPlaces::Count& count) {
  const auto title = std::min<std::int64_t>(count.title, max_counted);
  const auto body = std::min<std::int64_t>(count.body, max_counted - title);
  return {doc, static_cast<std::uint8_t>(title), static_cast<std::uint8_t>(body)};
}

void add_postings(const TextQuery& query, std::int64_t doc, const TextPlaces& text,
                  std::vector<std::vector<Posting>>& lists) {
  if (!is_named(Doc::name_space(doc), query.name_spaces))
    return;
  std::vector<TextPlaces::Count> counts;
  std::size_t held = 0;
  for (const Phrase& phrase : query.words.phrases) {
    counts.push_back(text.count(phrase, query.words.terms));
    held += counts.back().all() > 0 ? 1U : 0U;
  }
  if (query.words.all && held < counts.size())
    return;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i].all() > 0)
      lists[i].push_back(posting_of(doc, counts[i]));
}

}  // namespace aim::store
