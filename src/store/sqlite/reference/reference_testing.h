// Databases as the reference implementation leaves them behind, made for the tests of taking them
// over. The layouts are those of wire.md section 5; the rows are ours, and as awkward as that
// layout allows.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace aim::store::sqlite::testing {

struct ReferenceRow {
  std::string id, title, content;
  std::string name_space = "global", tier = "mid", tags = "[]", source = "api", metadata = "{}";
  long priority = 5;
  double confidence = 1.0;
  long access_count = 0;
  std::string created_at = "2026-10-01T08:00:00.123456789+00:00";
  std::string updated_at = "2026-10-02T08:00:00.123456789+00:00";
  std::optional<std::string> last_accessed_at, expires_at;
  std::string embedding;  // bytes; empty: NULL
};

// Rows that try every limit, and ordinary ones up to `count`.
std::vector<ReferenceRow> awkward_rows(std::size_t count);

// A database of the published layout (version 4: no metadata, no namespace_meta) or of 0.6.1 (13).
// It also has links (one for each pair of neighbours among the first ten rows), three archived
// memories ("old-0" …), and in 13 standards and the tables of later features with a row each.
void make_reference(const std::filesystem::path& file, int version,
                    const std::vector<ReferenceRow>& rows);

}  // namespace aim::store::sqlite::testing
