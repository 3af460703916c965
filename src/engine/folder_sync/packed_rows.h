// The rows of a store that travel between devices, as the bytes of a stream: each table with the
// names of its columns, so that a later program that has more of them reads an earlier one's, and
// an earlier one leaves out what it does not know.
// Knows: tables (store/table_rows.h). Must not know: what the rows mean, where the bytes go.
#pragma once
#include "base/sealed_stream.h"
#include "store/store.h"

namespace aim::engine {

Result<void> pack_rows(store::Store& from, StreamSealer& out);
// Into a store that has none yet and that nobody searches: words of former states are not indexed.
// Errors: validation_failed when the stream is not whole.
Result<void> unpack_rows(StreamOpener& in, store::Store& into);

}  // namespace aim::engine
