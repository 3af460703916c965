#include "engine/search/recall.h"

#include <charconv>

#include "base/append.h"
#include "base/utf8.h"
#include "engine/relate.h"
#include "engine/search/asked_once.h"
#include "engine/search/fit.h"
#include "engine/search/gone.h"
#include "engine/search/rankings.h"
#include "engine/search/respell.h"
#include "engine/search/retrieve.h"
#include "engine/search/valid_time.h"
#include "engine/standards.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "memory/evidence.h"
#include "memory/rules.h"
#include "store/memories.h"
#include "store/search.h"
#include "store/types.h"
#include "text/words.h"

namespace aim::engine {
namespace {

constexpr std::size_t bytes_a_token = 4;
constexpr std::int64_t shortest_passage = 120, shortest_of_first = 40;  // bytes
constexpr double noted_share = 0.5;                                     // of the best score (S45)
constexpr double repeats_at = 0.8;           // share of words in common, of those in either
constexpr double named_score = 1;            // nothing fits better
constexpr double of_expansion = 0.85;        // of what other words for the question find
constexpr std::size_t shortest_id = 8;       // of a question that may be one
constexpr std::size_t max_name_spaces = 64;  // looked through for a title

void put_first(std::vector<Hit>& hits, Memory memory, std::string_view factor) {
  std::erase_if(hits, [&](const Hit& hit) { return hit.memory.key == memory.key; });
  Score score;
  score.factors = {{factor, 1, named_score}};
  score.total = named_score;
  hits.insert(hits.begin(), Hit{std::move(memory), std::move(score)});
}

// A question that is the id of a memory, or the beginning of one, is answered with that memory
// first.
Result<void> put_id_first(store::Reader& reader, const Query& query, Time now,
                          std::vector<Hit>& hits) {
  if (query.text.size() < shortest_id || query.text.size() > rule::id.max_bytes)
    return {};
  const auto ids = TRY(reader.memories.ids_with_prefix(query.text, 2));
  // A word may be the beginning of a foreign id: only what looks like a UUID is taken for the
  // beginning of one.
  const bool like_uuid = query.text.find_first_not_of("0123456789abcdef-") == std::string::npos;
  if (ids.size() != 1 || (ids.front() != query.text && !like_uuid))
    return {};
  auto named = TRY(reader.memories.find_by_id(ids.front()));
  if (named && matches_filter(named->name_space, query.filter) && passes(*named, query.filter, now))
    put_first(hits, std::move(*named), "exact_id");
  return {};
}

// A title of common words only is in no list of words; asked for as it is written, it is found all
// the same.
Result<void> put_title_first(store::Reader& reader, const Query& query, Time now,
                             std::vector<Hit>& hits) {
  if (query.text.size() > rule::title.max_bytes)
    return {};
  auto numbers = TRY(name_space_numbers(reader, query.filter));
  numbers.resize(std::min(numbers.size(), max_name_spaces));
  for (Memory& named : TRY(reader.memories.with_title(numbers, query.text)))
    if (passes(named, query.filter, now))
      put_first(hits, std::move(named), "exact_title");
  return {};
}

// Hits that say what an earlier one says, nearly word for word.
std::vector<bool> repeated(const std::vector<Hit>& hits) {
  std::vector<std::set<std::string>> words;
  std::vector<bool> out;
  for (const Hit& hit : hits) {
    const auto own = text::exact_words(hit.memory.content);
    words.emplace_back(own.begin(), own.end());
    out.push_back(std::any_of(words.begin(), words.end() - 1, [&](const auto& earlier) {
      const auto shared =
          std::count_if(earlier.begin(), earlier.end(),
                        [&](const std::string& word) { return words.back().contains(word); });
      const auto either = earlier.size() + words.back().size() - static_cast<std::size_t>(shared);
      return either > 0 && static_cast<double>(shared) >= repeats_at * static_cast<double>(either);
    }));
  }
  return out;
}

// Takes from `left` what a hit shows; shortens the hit where not all of it fits (V2). False: there
// is no room for a passage; of the first hit a few words do.
bool fit_hit(Hit& hit, std::optional<std::size_t> content_bytes, bool first, std::int64_t& left) {
  constexpr std::size_t of_marks = 32;  // " … +12345 bytes @12345"
  const Memory& memory = hit.memory;
  const std::size_t most = content_bytes.value_or(SIZE_MAX);
  const std::size_t shown = memory.content.size() <= most || most == 0
                                ? std::min(memory.content.size(), most)
                                : most + of_marks;
  const auto tokens = static_cast<std::int64_t>((memory.title.size() + shown) / bytes_a_token);
  if (tokens <= left) {
    left -= tokens;
    return true;
  }
  const auto room = left * static_cast<std::int64_t>(bytes_a_token) -
                    static_cast<std::int64_t>(memory.title.size() + of_marks);
  if (room < (first ? shortest_of_first : shortest_passage))
    return false;
  hit.room = static_cast<std::size_t>(room);
  left = 0;
  return true;
}

// As many of the best as the budget holds, the last one shortened; a hit that only repeats another
// one comes last, if there is still room. The number of those left out.
std::size_t fit_budget(std::vector<Hit>& hits, std::optional<std::size_t> content_bytes,
                       std::int64_t left) {
  const auto repeats = repeated(hits);
  std::vector<bool> kept(hits.size());
  for (const bool repeating : {false, true})
    for (std::size_t i = 0; i < hits.size(); ++i)
      if (repeats[i] == repeating)
        kept[i] = fit_hit(hits[i], content_bytes, i == 0, left);
  std::size_t at = 0;
  return std::erase_if(hits, [&](const Hit&) { return !kept[at++]; });
}

// The seeds' rankings have scales of their own.
double least_score(const Found& found, const Query& query) {
  return query.min_score.value_or(found.ranking == Ranking::relevance ? default_min_score
                                                                      : -HUGE_VAL);
}

// The answer as it may be: so many hits that score at least so much, and no more tokens than the
// budget, of which the standards take theirs first.
void fit(Found& found, const Query& query, double least) {
  auto& hits = found.hits;
  hits.resize(
      std::min(hits.size(), static_cast<std::size_t>(std::max<std::int64_t>(query.limit, 0))));
  found.left_out = static_cast<std::int64_t>(
      std::erase_if(hits, [&](const Hit& hit) { return hit.score.total < least; }));
  if (!query.budget_tokens)
    return;
  std::int64_t left = *query.budget_tokens;
  for (const Memory& standard : found.standards) left -= tokens_of(standard);
  found.over_budget = static_cast<std::int64_t>(fit_budget(hits, query.content_bytes, left));
}

// The seeds' rankings weigh words by counts of the whole database, from which a caller who does not
// see all of it would learn about the rest.
Result<Ranking> ranking_for(const store::Reader& reader, const Engine& engine,
                            std::optional<Ranking> wanted) {
  if (reader.search.shows_all())
    return wanted.value_or(engine.options.ranking);
  if (wanted && *wanted != Ranking::relevance)
    return Failure(
        refuse("ranking", "must be relevance for a token that does not reach every namespace"));
  return Ranking::relevance;
}

Result<RankingResult> rank(const RankingRequest& request, Ranking ranking) {
  const bool any_word = request.question.match == Match::any;
  if (ranking == Ranking::six_factor)
    return rank_by_six_factors(request, any_word);
  if (is_seed_blend(ranking) && any_word)
    return rank_by_seed(request, ranking);
  return rank_by_relevance(request);
}

// Whether a script without blanks is written here: a letter may follow a word at once.
bool is_dense(std::string_view text, std::size_t at) {
  const char32_t letter = utf8::next(text, at);
  constexpr char32_t first_dense = 0x0E00;  // Thai and what comes after it
  return letter >= first_dense;
}

// Whether the title stands in the question as a whole: more than a word, or of a script whose words
// say more. Particles may follow the latter.
bool stands_in(std::string_view question, std::string_view title) {
  constexpr std::size_t least_bytes = 6;  // two letters of a dense script
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  if (title.size() < least_bytes || (!is_dense(title, 0) && title.find(' ') == title.npos))
    return false;
  for (std::size_t at = question.find(title); at != question.npos;
       at = question.find(title, at + 1)) {
    const std::size_t end = at + title.size();
    const bool begins = at == 0 || is_dense(title, 0) || !is_letter(question[at - 1]);
    const bool ends = end == question.size() || is_dense(title, 0) || !is_letter(question[end]);
    if (begins && ends)
      return true;
  }
  return false;
}

// By what took its place, or by time.
bool is_former(const Hit& hit) {
  return std::ranges::any_of(hit.score.factors, [](const Factor& each) {
    return each.name == "superseded" || each.name == "former";
  });
}

// A title that stands whole in the question is a sure hit; that of a mined conversation, where
// nothing answers that somebody stored.
void raise_titles_in(std::string_view question, std::vector<Hit>& hits) {
  constexpr double sure = 0.8;
  const bool stored = std::ranges::any_of(hits, [](const Hit& hit) {
    return !is_mined(hit.memory) && hit.score.total >= default_min_score;
  });
  const std::string folded = text::fold(question);
  bool raised = false;
  for (Hit& hit : hits)
    if (hit.score.total < sure && !is_former(hit) && !(stored && is_mined(hit.memory)) &&
        stands_in(folded, text::fold(hit.memory.title))) {
      hit.score.factors.push_back({"title_in_question", 1, sure - hit.score.total});
      hit.score.total = sure;
      raised = true;
    }
  if (raised)
    std::ranges::stable_sort(hits, std::ranges::greater(),
                             [](const Hit& hit) { return hit.score.total; });
}

Result<Found> find(store::Reader& reader, const Engine& engine, const Query& query,
                   const QueryVectors& by, Match match) {
  const Time now = engine.clock.now();
  Found found;
  found.ranking = TRY(ranking_for(reader, engine, query.ranking));
  const Question asked = understand(query.text, match);
  auto [hits, question, certainty, rarity, memories] =
      TRY(rank({reader, engine, query, by, asked, now}, found.ranking));
  found.hits = std::move(hits);
  found.certainty = certainty;
  found.rarity = std::move(rarity);
  found.memories = memories;
  found.by_meaning = found.ranking != Ranking::six_factor && query.by_meaning &&
                     (engine.embeddings.built_in() || engine.embeddings.has_model());
  if (match == Match::any && found.ranking == Ranking::relevance)
    raise_titles_in(query.text, found.hits);
  if (found.hits.empty())
    TRY_VOID(put_title_first(reader, query, now, found.hits));
  TRY_VOID(put_id_first(reader, query, now, found.hits));
  for (const store::Phrase& phrase : question.phrases)
    found.terms.push_back(join_texts(phrase, " "));
  found.titles_only = question.terms == store::Terms::beginnings_in_titles;
  if (by.built_in.is_asked())
    found.table_coverage = by.built_in.coverage;
  if (by.model.is_asked())
    found.model_coverage = by.model.coverage;
  if (by.asked_model)
    found.encoder =
        by.asked_model->identity().model + " (" + by.asked_model->identity().engine + ")";
  found.dropped = std::move(question.dropped);
  found.expression = reader.search.expression(question.words());
  return found;
}

// Of those that were found, the ones of the first namespace come first, else in the same order.
void put_beside_last(Found& found, const Filter& filter) {
  if (filter.beside.empty())
    return;
  std::ranges::stable_partition(found.hits, [&](const Hit& hit) {
    return matches_filter(hit.memory.name_space, filter.name_space);
  });
}

void leave_out_standards(Found& found) {
  std::erase_if(found.hits, [&](const Hit& hit) {
    return std::any_of(found.standards.begin(), found.standards.end(),
                       [&](const Memory& each) { return each.key == hit.memory.key; });
  });
}

// The session has them already, standards too.
void leave_out(Found& found, const std::vector<std::string>& ids) {
  if (ids.empty())
    return;
  const auto is_named = [&](const Memory& memory) {
    return std::ranges::find(ids, memory.id) != ids.end();
  };
  found.shown_before = static_cast<std::int64_t>(
      std::erase_if(found.hits, [&](const Hit& hit) { return is_named(hit.memory); }));
  std::erase_if(found.standards, is_named);
}

// What other words for the question find joins what its own find, a little behind.
void join_expansion(Found& found, Found wider) {
  for (Hit& hit : wider.hits) {
    Score score{hit.score.total * of_expansion,
                {{"expanded_query", hit.score.total, of_expansion}}};
    const auto same = std::ranges::find(found.hits, hit.memory.key,
                                        [](const Hit& each) { return each.memory.key; });
    if (same == found.hits.end())
      found.hits.push_back({std::move(hit.memory), std::move(score)});
    else if (same->score.total < score.total)
      same->score = std::move(score);
  }
  std::ranges::stable_sort(found.hits, std::ranges::greater(),
                           [](const Hit& hit) { return hit.score.total; });
  for (std::string& term : wider.terms)
    if (std::ranges::find(found.terms, term) == found.terms.end())
      found.terms.push_back(std::move(term));
}

// A hit far behind the best one is shown, and is no use of it: else what only happens to be near
// would live for ever (S45).
void note_use(Engine& engine, const Found& found) {
  const Time now = engine.clock.now();
  for (const Memory& standard : found.standards) engine.touches.add(standard.key, now);
  double best = 0;
  for (const Hit& hit : found.hits) best = std::max(best, hit.score.total);
  for (const Hit& hit : found.hits)
    if (hit.score.total >= best * noted_share)
      engine.touches.add(hit.memory.key, now);
}

// Two hits that contradict each other stand together (V3): a reader of one needs the other.
void put_disputed_together(std::vector<Hit>& hits) {
  for (auto hit = hits.begin(); hit != hits.end(); ++hit) {
    const auto other = std::find_if(hit + 1, hits.end(), [&](const Hit& each) {
      return each.memory.id == hit->memory.contradicted_by;
    });
    if (other != hits.end())
      std::rotate(hit + 1, other, other + 1);
  }
}

Result<void> note_standing_of_hits(store::Reader& reader, std::vector<Hit>& hits,
                                   const ValidTime& asked) {
  std::vector<Memory*> memories;
  for (Hit& hit : hits) memories.push_back(&hit.memory);
  return note_standing(reader, memories, asked);
}

}  // namespace

std::int64_t tokens_of(const Memory& memory) {
  return static_cast<std::int64_t>((memory.title.size() + memory.content.size()) / bytes_a_token);
}

namespace {

// The question with a word read otherwise, if that finds something: where nothing was found, or an
// umlaut was written as two letters ("ue").
Result<void> try_respelt(store::Reader& reader, Engine& engine, const Query& asked, Match match,
                         Found& found) {
  if (found.shown_before > 0 || asked.limit <= 0)
    return {};
  auto respelt = TRY(respell(reader, asked.filter, asked.text, !found.hits.empty()));
  if (!respelt)
    return {};
  Query query = asked;
  query.text = respelt->text;
  Found other = TRY(find(reader, engine, query, {}, match));
  fit(other, query, match == Match::all ? -HUGE_VAL : least_score(other, query));
  if (other.hits.empty())
    return {};
  other.standards = std::move(found.standards);
  leave_out_standards(other);
  found = std::move(other);
  found.respelt = std::move(respelt->given);
  found.read_as = std::move(respelt->taken);
  return {};
}

}  // namespace

Result<Found> recall(Engine& engine, const Query& asked, AskedOnce* once, bool standards) {
  Query query = asked;
  query.limit += static_cast<std::int64_t>(asked.except.size());
  const QueryVectors by = query_vectors(engine, query, once);
  Query wider = query;
  wider.text.append("\n").append(query.expansion);
  const QueryVectors wider_by =
      query.expansion.empty() ? QueryVectors() : query_vectors(engine, wider, once);
  Found found = TRY(engine.database.read([&](store::Reader& reader) -> Result<Found> {
    Found all = TRY(find(reader, engine, query, by, Match::any));
    if (!query.expansion.empty())
      join_expansion(all, TRY(find(reader, engine, wider, wider_by, Match::any)));
    const Time now = engine.clock.now();
    if (standards)
      all.standards = TRY(standards_for(reader, query.filter.name_space, now));
    leave_out_standards(all);
    leave_out(all, asked.except);
    if (asked.doubted)
      lower_by_doubt(engine, asked.text, all);
    fit(all, asked, least_score(all, query));
    TRY_VOID(try_respelt(reader, engine, asked, Match::any, all));
    TRY_VOID(note_standing_of_hits(reader, all.hits, {asked.text, now}));
    all.gone = TRY(find_gone(reader, query, now));
    return all;
  }));
  if (query.noted)
    note_use(engine, found);
  put_beside_last(found, query.filter);
  put_disputed_together(found.hits);
  return found;
}

Result<Found> search(Engine& engine, const Query& query) {
  return engine.database.read([&](store::Reader& reader) -> Result<Found> {
    Found found = TRY(find(reader, engine, query, {}, Match::all));
    fit(found, query, -HUGE_VAL);
    TRY_VOID(try_respelt(reader, engine, query, Match::all, found));
    TRY_VOID(note_standing_of_hits(reader, found.hits, {query.text, engine.clock.now()}));
    return found;
  });
}

namespace {

Result<std::vector<Memory>> list_page(Engine& engine, const Filter& filter,
                                      const store::Page& page) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Memory>> {
    auto memories = TRY(reader.memories.list(filter, engine.clock.now(), page));
    std::vector<Memory*> each;
    for (Memory& memory : memories) each.push_back(&memory);
    TRY_VOID(note_standing(reader, each, ValidTime(engine.clock.now())));
    return memories;
  });
}

}  // namespace

Result<std::vector<Memory>> list(Engine& engine, const Filter& filter, std::int64_t limit,
                                 std::int64_t offset, ListOrder order) {
  return list_page(engine, filter, {limit, offset, {}, order});
}

std::string place_of(const Memory& memory) {
  return std::to_string(shown_priority(memory)) + "_" +
         std::to_string(memory.updated_at.nanoseconds()) + "_" + std::to_string(memory.key);
}

Result<std::vector<Memory>> list_after(Engine& engine, const Filter& filter, std::int64_t limit,
                                       std::string_view place) {
  store::ListPlace after;
  const char* from = place.data();
  const char* const end = from + place.size();
  for (std::int64_t* const number : {&after.priority, &after.updated_at, &after.key}) {
    const auto [stop, error] = std::from_chars(from, end, *number);
    const bool is_last = number == &after.key;
    if (error != std::errc() || (is_last ? stop != end : stop == end || *stop != '_'))
      return Failure(refuse("after", "must be the next of an earlier reply"));
    from = is_last ? end : stop + 1;
  }
  return list_page(engine, filter, {limit, 0, after});
}

Result<Found> session_start(Engine& engine, const std::string& name_space, std::int64_t limit,
                            const std::string& beside, const std::vector<std::string>& except) {
  Filter filter;
  filter.name_space = name_space;
  filter.beside = beside;
  return engine.database.read([&](store::Reader& reader) -> Result<Found> {
    Found all;
    const Time now = engine.clock.now();
    const auto more = static_cast<std::int64_t>(except.size());
    for (Memory& memory : TRY(reader.memories.recent(filter, now, limit + more)))
      all.hits.push_back({std::move(memory), {}});
    all.standards = TRY(standards_for(reader, name_space, now));
    leave_out_standards(all);
    leave_out(all, except);
    if (all.hits.size() > static_cast<std::size_t>(limit))
      all.hits.resize(static_cast<std::size_t>(limit));
    put_beside_last(all, filter);
    TRY_VOID(note_standing_of_hits(reader, all.hits, ValidTime(now)));
    return all;
  });
}

}  // namespace aim::engine
