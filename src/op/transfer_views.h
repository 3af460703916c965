// The objects of export files (wire.md 1.3, A10): views that also keep what a reply does not show.
// docs/formats/export.md describes the file.
#pragma once
#include <boost/json/fwd.hpp>

#include "engine/transfer.h"
#include "op/views.h"

namespace aim::op {

inline constexpr std::string_view export_format = "ai-memory-export/1";
inline constexpr std::size_t max_import_item_bytes = 16 * 1024 * 1024;

json::object exported(const Memory& memory);
json::object exported(const Archived& archived);
json::object exported(const Link& link);
json::object exported(const StandardRow& standard);

// How strictly an item is read (S9): by the limits of A4, or as an old database of ours or the reference's held it.
enum class Trust { stranger, own };
Result<Memory> imported_memory(const json::value& item, Trust trust, Time now);
Result<Archived> imported_archived(const json::value& item, Time now);
Result<Link> imported_link(const json::value& item, Trust trust);
Result<StandardRow> imported_standard(const json::value& item, Trust trust);

}  // namespace aim::op
