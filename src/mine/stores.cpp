#include "mine/stores.h"

namespace aim::mine {
namespace {

constexpr std::array<std::string_view, 1> memories_tables{"memories"},
    entries_tables{"memory_entries"}, engram_tables{"observations"};
constexpr std::array<std::string_view, 2> claude_mem_tables{"observations", "session_summaries"};
constexpr std::array<std::string_view, 2> wiki_tables{"projects", "pages"};
constexpr std::array<std::string_view, 4> palace_tables{"collections", "segments", "embeddings",
                                                        "embedding_metadata"};
constexpr std::array<std::string_view, 1> notes_endings{".md"};
constexpr std::array<std::string_view, 2> letta_endings{".af", ".json"};
constexpr std::array<std::string_view, 2> list_endings{".txt", ".md"};
constexpr std::array<std::string_view, 3> json_endings{".json", ".jsonl", ".gz"};

}  // namespace

std::string default_name_space(Store store) {
  // The same tables, whose memories the profile mudpuppy shows.
  return std::string(name_of(store == Store::matrioshka_brain ? Store::mudpuppy : store));
}

bool reads(Store store, std::string_view recognised) {
  const auto is_mem0 = [](std::string_view name) { return name == "mem0" || name == "openmemory"; };
  return name_of(store) == recognised || (is_mem0(name_of(store)) && is_mem0(recognised)) ||
         default_name_space(store) == recognised;
}

std::span<const std::string_view> tables_of(Store store) {
  switch (store) {
    case Store::mcp_memory_service:
    case Store::vector_memory:
      return memories_tables;
    case Store::claude_mem:
      return claude_mem_tables;
    case Store::engram:
      return engram_tables;
    case Store::mudpuppy:
    case Store::matrioshka_brain:
      return entries_tables;
    case Store::mempalace:
      return palace_tables;
    case Store::ai_memory_wiki:
      return wiki_tables;
    default:
      return {};
  }
}

std::span<const std::string_view> endings_of(Store store) {
  if (!tables_of(store).empty())
    return {};
  const bool notes =
      store == Store::basic_memory || store == Store::obsidian || store == Store::memory_md;
  if (notes)
    return notes_endings;
  if (store == Store::memory_list)
    return list_endings;
  if (store == Store::letta)
    return letta_endings;
  return json_endings;
}

Result<void> take_row(Store store, std::string_view table, const Row& row, const StoreSink& sink) {
  if (store == Store::mcp_memory_service)
    return take_service_row(row, sink);
  if (store == Store::vector_memory)
    return take_vector_row(row, sink);
  if (store == Store::engram)
    return take_engram_row(row, sink);
  if (store == Store::mudpuppy || store == Store::matrioshka_brain)
    return take_entry(row, sink);
  return table == "observations" ? take_observation(row, sink) : take_summary(row, sink);
}

Result<bool> read_tables(Store store, const TableRows& rows, const StoreSink& sink) {
  if (store == Store::mempalace)
    return read_palace(rows, sink);
  if (store == Store::ai_memory_wiki)
    return read_wiki(rows, sink);
  if (store == Store::mudpuppy || store == Store::matrioshka_brain)
    return read_entries(rows, sink);
  bool any = false;
  for (const std::string_view table : tables_of(store))
    any =
        TRY(rows(table, [&](const Row& row) { return take_row(store, table, row, sink); })) || any;
  return any;
}

Result<void> read_store(Store store, const Source& source, const StoreSink& sink) {
  switch (store) {
    case Store::basic_memory:
    case Store::obsidian:
      return read_notes(store, source, sink);
    case Store::mcp_memory:
      return read_graph(source, sink);
    case Store::mem0:
    case Store::openmemory:
      return read_mem0(source, sink);
    case Store::memory_list:
      return read_memory_list(source, sink);
    case Store::memory_md:
      return read_memory_files(source, sink);
    case Store::letta:
      return read_letta(source, sink);
    case Store::ai_memory_wiki:
    case Store::claude_mem:
    case Store::engram:
    case Store::matrioshka_brain:
    case Store::mcp_memory_service:
    case Store::mempalace:
    case Store::mudpuppy:
    case Store::vector_memory:
      break;
  }
  return {};
}

}  // namespace aim::mine
