// MemPalace's store (chroma.sqlite3, versions 3.0 to 3.3; read 2026-05): a drawer is an embedding
// of the collection mempalace_drawers, its text and its metadata are rows by its number. Closets,
// an index made of drawers, are another collection of the same file. Memory: the texts of the
// database.
#include "base/ascii.h"
#include "base/timestamp.h"
#include "mine/stores.h"

namespace aim::mine {
namespace {

using Values = std::map<std::string, std::string, std::less<>>;

std::string value_of(const Row& row) {
  for (const std::string_view column : {"string_value", "int_value", "float_value", "bool_value"})
    if (const std::string_view text = cell(row, column); !text.empty())
      return std::string(text);
  return {};
}

// A file that was cut into drawers gives each of them its name; else the room says what it is
// about.
ForeignMemory memory_of(const std::string& id, Values& values) {
  ForeignMemory memory;
  memory.id = id;
  memory.content = std::move(values["chroma:document"]);
  memory.project = values["wing"];
  if (!values["room"].empty())
    memory.tags.push_back(values["room"]);
  memory.created = memory.time_of({values["filed_at"], values["created_at"], values["timestamp"]});
  for (const std::string_view key :
       {"wing", "room", "hall", "source_file", "chunk_index", "added_by"})
    memory.metadata.emplace_back(key, values[std::string(key)]);
  return memory;
}

}  // namespace

Result<bool> read_palace(const TableRows& rows, const StoreSink& sink) {
  constexpr std::string_view closets = "closets";
  std::set<std::string, std::less<>> others;   // collections and segments that are no drawers
  std::map<std::string, std::string> drawers;  // ids by number
  std::map<std::string, Values> values;        // by number
  TRY_VOID(rows("collections", [&](const Row& row) -> Result<void> {
    if (cell(row, "name").find(closets) != std::string_view::npos)
      others.emplace(cell(row, "id"));
    return {};
  }));
  TRY_VOID(rows("segments", [&](const Row& row) -> Result<void> {
    if (others.contains(cell(row, "collection")))
      others.emplace(cell(row, "id"));
    return {};
  }));
  if (!TRY(rows("embeddings", [&](const Row& row) -> Result<void> {
        if (!others.contains(cell(row, "segment_id")))
          drawers.emplace(cell(row, "id"), cell(row, "embedding_id"));
        return {};
      })))
    return false;
  TRY_VOID(rows("embedding_metadata", [&](const Row& row) -> Result<void> {
    if (drawers.contains(std::string(cell(row, "id"))))
      values[std::string(cell(row, "id"))][std::string(cell(row, "key"))] = value_of(row);
    return {};
  }));
  for (const auto& [number, id] : drawers) {
    ForeignMemory memory = memory_of(id.empty() ? number : id, values[number]);
    if (ascii::is_blank(memory.content))
      TRY_VOID(sink.left_out("drawer " + memory.id, "it has no text"));
    else
      TRY_VOID(sink.take(std::move(memory)));
  }
  return true;
}

}  // namespace aim::mine
