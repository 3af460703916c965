// One unit of work on one connection (store/sql/unit.h), of this backend's subjects.
#pragma once
#include "store/sql/unit.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/sync.h"
#include "store/sqlite/transcripts/transcripts.h"

namespace aim::store::sqlite {

using Unit = sql::Unit<SqliteMemories, SqliteSearch, SqliteTranscripts, SqliteSync>;

}  // namespace aim::store::sqlite
