// The list behind core/own_functions.h.
#include "store/sqlite/core/own_functions.h"
#include "store/sqlite/search/text_functions.h"
#include "store/sqlite/search/waiting_texts.h"
#include "store/sqlite/search/word_lists.h"
#include "store/sqlite/tables/facet_rows.h"
#include "store/sqlite/tables/use_signals.h"

namespace aim::store::sqlite {

Result<void> add_own_functions(sqlite3* database) {
  TRY_VOID(add_text_functions(database));
  TRY_VOID(add_kept_lists(database));
  TRY_VOID(add_waiting_texts(database));
  TRY_VOID(add_kept_signals(database));
  return add_kept_facets(database);
}

}  // namespace aim::store::sqlite
