// Tables of SQLite databases that are not ours (store/foreign.h): views, virtual tables and
// triggers are not run, and nothing is written beside what SQLite itself needs to read a log.
#pragma once
#include "store/foreign.h"

namespace aim::store::sqlite {

const ForeignTables& foreign_tables();

}  // namespace aim::store::sqlite
