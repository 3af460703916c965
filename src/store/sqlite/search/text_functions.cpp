#include "store/sqlite/search/text_functions.h"

#include <sqlite3.h>

#include <new>

#include "store/search.h"
#include "store/sqlite/core/failure.h"
#include "text/words.h"

namespace aim::store::sqlite {
namespace {

// ---- tokenizer ----

using TakeToken = int (*)(void*, int, const char*, int, int, int);

// What GivenWords gave.
thread_local const CutMemory* given_words = nullptr;

const text::CutWords& words_for(std::string_view text) {
  if (text == GivenWords::title)
    return given_words->title;
  return text == GivenWords::content ? given_words->content : given_words->labels;
}

// The index keeps the order of tokens, and not where in the text they were.
int give_words(const text::CutWords& words, void* context, TakeToken take) {
  int status = SQLITE_OK;
  words.each([&](std::string_view term, bool colocated) {
    status = take(context, colocated ? FTS5_TOKEN_COLOCATED : 0, term.data(),
                  static_cast<int>(term.size()), 0, 0);
    return status == SQLITE_OK;
  });
  return status;
}

// Terms of a query are tokens already; the text index writes them with blanks between.
int take_terms(std::string_view terms, void* context, TakeToken take) {
  std::size_t begin = 0;
  while (begin < terms.size()) {
    const std::size_t end = std::min(terms.find(' ', begin), terms.size());
    if (end > begin) {
      const int status = take(context, 0, terms.data() + begin, static_cast<int>(end - begin),
                              static_cast<int>(begin), static_cast<int>(end));
      if (status != SQLITE_OK)
        return status;
    }
    begin = end + 1;
  }
  return SQLITE_OK;
}

int create_tokenizer(void*, const char**, int, Fts5Tokenizer** out) {
  static int no_state;
  *out = reinterpret_cast<Fts5Tokenizer*>(&no_state);
  return SQLITE_OK;
}
void delete_tokenizer(Fts5Tokenizer*) {}
int run_tokenizer(Fts5Tokenizer*, void* context, int flags, const char* text, int size,
                  TakeToken take) {
  const std::string_view view(text ? text : "", text ? static_cast<std::size_t>(size) : 0);
  if (flags & FTS5_TOKENIZE_QUERY)
    return take_terms(view, context, take);
  if (given_words)
    return give_words(words_for(view), context, take);
  thread_local text::CutWords words;
  try {
    text::cut_words(view, words);
  } catch (const std::bad_alloc&) {  // nothing may fly through SQLite's frames
    return SQLITE_NOMEM;
  }
  return give_words(words, context, take);
}

// ---- gather ----

// Adds what phrase `phrase` has in the current row. False: no memory left; nothing may fly through
// SQLite's frames.
bool add_posting(const Fts5ExtensionApi* api, Fts5Context* fts, int phrase, std::int64_t doc,
                 int most, std::vector<Posting>& out) {
  Fts5PhraseIter place;
  int column = 0, offset = 0;
  if (api->xPhraseFirst(fts, phrase, &place, &column, &offset) != SQLITE_OK || column < 0)
    return true;
  Posting posting{doc, 0, 0};
  for (int counted = 0; column >= 0 && counted < most; ++counted) {
    ++(column == 0 ? posting.title : posting.body);
    api->xPhraseNext(fts, &place, &column, &offset);
  }
  try {
    out.push_back(posting);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

Gatherer* gatherer_of(int count, sqlite3_value** values) {
  return static_cast<Gatherer*>(
      count == 1 ? sqlite3_value_pointer(values[0], Gatherer::pointer_type) : nullptr);
}

void gather(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* result, int count,
            sqlite3_value** values) {
  sqlite3_result_int(result, 0);
  Gatherer* gatherer = gatherer_of(count, values);
  if (!gatherer)
    return;
  const std::int64_t doc = api->xRowid(fts);
  for (std::size_t phrase = 0; phrase < gatherer->phrases.size(); ++phrase)
    if (!add_posting(api, fts, static_cast<int>(phrase), doc, gatherer->most,
                     gatherer->phrases[phrase]))
      return sqlite3_result_error_nomem(result);
}

void gather_all(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* result, int count,
                sqlite3_value** values) {
  Gatherer* gatherer = gatherer_of(count, values);
  if (!gatherer)
    return;
  struct Row {
    int most;
    std::vector<Posting>& out;
  };
  const auto add = [](const Fts5ExtensionApi* of, Fts5Context* row, void* given) {
    const Row& to = *static_cast<Row*>(given);
    return add_posting(of, row, 0, of->xRowid(row), to.most, to.out) ? SQLITE_OK : SQLITE_NOMEM;
  };
  for (std::size_t phrase = 0; phrase < gatherer->phrases.size(); ++phrase) {
    Row to{gatherer->most, gatherer->phrases[phrase]};
    const int status = api->xQueryPhrase(fts, static_cast<int>(phrase), &to, add);
    if (status != SQLITE_OK)
      return sqlite3_result_error_code(result, status);
  }
}

// ---- bm25 with what waits ----

int count_row(const Fts5ExtensionApi*, Fts5Context*, void* count) {
  ++*static_cast<std::int64_t*>(count);
  return SQLITE_OK;
}

Bm25* bm25_of(int count, sqlite3_value** values) {
  return static_cast<Bm25*>(count == 1 ? sqlite3_value_pointer(values[0], Bm25::pointer_type)
                                       : nullptr);
}

// Adds what the index knows of the phrases; called for one row.
void count_phrases(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* result,
                   int count, sqlite3_value** values) {
  Bm25* bm25 = bm25_of(count, values);
  if (!bm25)
    return;
  for (std::size_t phrase = 0; phrase < bm25->hits.size(); ++phrase) {
    const int status =
        api->xQueryPhrase(fts, static_cast<int>(phrase), &bm25->hits[phrase], count_row);
    if (status != SQLITE_OK)
      return sqlite3_result_error_code(result, status);
  }
}

// Adds how many rows and tokens the index holds; called for one row.
void text_totals(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* result, int count,
                 sqlite3_value** values) {
  Bm25* bm25 = bm25_of(count, values);
  sqlite3_int64 rows = 0, tokens = 0;
  if (!bm25)
    return;
  if (const int status = api->xRowCount(fts, &rows); status != SQLITE_OK)
    return sqlite3_result_error_code(result, status);
  if (const int status = api->xColumnTotalSize(fts, -1, &tokens); status != SQLITE_OK)
    return sqlite3_result_error_code(result, status);
  bm25->rows += rows;
  bm25->tokens += tokens;
}

// How many tokens a row has.
void text_tokens(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* result, int,
                 sqlite3_value**) {
  int tokens = 0;
  if (const int status = api->xColumnSize(fts, -1, &tokens); status != SQLITE_OK)
    return sqlite3_result_error_code(result, status);
  sqlite3_result_int(result, tokens);
}

void rank(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* result, int count,
          sqlite3_value** values) {
  Bm25* bm25 = bm25_of(count, values);
  int instances = 0, tokens = 0;
  if (!bm25 || api->xInstCount(fts, &instances) != SQLITE_OK ||
      api->xColumnSize(fts, -1, &tokens) != SQLITE_OK)
    return;
  bm25->counts.assign(bm25->counts.size(), 0);
  for (int i = 0; i < instances; ++i) {
    int phrase = 0, column = 0, offset = 0;
    if (api->xInst(fts, i, &phrase, &column, &offset) == SQLITE_OK &&
        static_cast<std::size_t>(phrase) < bm25->counts.size())
      ++bm25->counts[static_cast<std::size_t>(phrase)];
  }
  sqlite3_result_double(result, bm25->score(tokens));
}

fts5_api* fts5_of(sqlite3* database) {
  fts5_api* api = nullptr;
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, nullptr) == SQLITE_OK) {
    sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", nullptr);
    sqlite3_step(statement);
  }
  sqlite3_finalize(statement);
  return api;
}

}  // namespace

GivenWords::GivenWords(const CutMemory& cut) {
  given_words = &cut;
}

GivenWords::~GivenWords() {
  given_words = nullptr;
}

Result<void> add_text_functions(sqlite3* database) {
  fts5_api* api = fts5_of(database);
  if (!api)
    return Failure(database_error("SQLite was built without FTS5"));
  fts5_tokenizer tokenizer{create_tokenizer, delete_tokenizer, run_tokenizer};
  if (api->xCreateTokenizer(api, "aim", nullptr, &tokenizer, nullptr) != SQLITE_OK ||
      api->xCreateFunction(api, "gather", nullptr, gather, nullptr) != SQLITE_OK ||
      api->xCreateFunction(api, "gather_all", nullptr, gather_all, nullptr) != SQLITE_OK ||
      api->xCreateFunction(api, "count_phrases", nullptr, count_phrases, nullptr) != SQLITE_OK ||
      api->xCreateFunction(api, "rank_with", nullptr, rank, nullptr) != SQLITE_OK ||
      api->xCreateFunction(api, "text_totals", nullptr, text_totals, nullptr) != SQLITE_OK ||
      api->xCreateFunction(api, "text_tokens", nullptr, text_tokens, nullptr) != SQLITE_OK)
    return Failure(failure(database, "add text functions"));
  return {};
}

}  // namespace aim::store::sqlite
