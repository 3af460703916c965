// Databases of the reference implementation (wire.md 5): schema 4 as published, and up to 13 of its
// 0.6.1.
// Nothing is lost: titles beyond our limits, foreign sources, past expiries, free metadata stay as
// they are. What a column of ours cannot hold (a time that is none, tags that are no list) is kept
// in the memory's metadata as "ai_memory_unparsed_<column>". Tables that we do not know stay in the
// file, and so does, as reference_<table>, each table that has columns or rows with no place in
// ours. Embeddings go to reference_embeddings, for an encoder to take up. Order of calls, by
// migrate.cpp, inside one immediate transaction with foreign keys off (a dropped table would else
// empty those that refer to it): back_up, set_aside, our layout is made, take_over.
#pragma once
#include <filesystem>

#include "base/clock.h"
#include "base/result.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// A consistent copy beside the file, named <file>.backup-v<version>, 0600. An existing one is kept,
// the copy then gets
// a number. Errors: no room, read-only folder: nothing is migrated then. A version outside 4…13 is
// refused first.
Result<void> back_up_reference(Connection& connection, std::int64_t version,
                               const std::filesystem::path& file);

// Renames the reference's tables to reference_<name>, drops its triggers, indexes and text index.
// Errors: a version outside 4…13 is refused with a sentence.
Result<void> set_reference_aside(Connection& connection, std::int64_t version,
                                 const std::filesystem::path& file);

// Copies every row into our tables, compares counts and SHA-256 of the contents, then drops what
// was copied.
Result<void> take_over_reference(Connection& connection, const Clock& clock);

}  // namespace aim::store::sqlite
