// One unit of work on one connection (store/sql/unit.h), of this backend's subjects.
#pragma once
#include "store/postgres/memories.h"
#include "store/postgres/search/postgres_search.h"
#include "store/postgres/transcripts.h"
#include "store/sql/sync.h"
#include "store/sql/unit.h"

namespace aim::store::postgres {

using Unit = sql::Unit<PostgresMemories, PostgresSearch, PostgresTranscripts, sql::SqlSync>;

}  // namespace aim::store::postgres
