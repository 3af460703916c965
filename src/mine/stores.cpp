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

template <Store store>
Result<void> read_notes_of(const Source& source, const StoreSink& sink) {
  return read_notes(store, source, sink);
}

// A store is tables, which are read row by row or together, or it is files.
struct StoreReader {
  Store store;
  std::span<const std::string_view> tables = {};
  Result<void> (*take_row)(const Row& row, const StoreSink& sink) = nullptr;
  Result<bool> (*read_tables)(const TableRows& rows, const StoreSink& sink) = nullptr;
  std::span<const std::string_view> endings = {};
  Result<void> (*read)(const Source& source, const StoreSink& sink) = nullptr;
};

const StoreReader& reader_of(Store store) {
  using enum Store;
  static constexpr StoreReader readers[] = {
      {.store = ai_memory_wiki, .tables = wiki_tables, .read_tables = read_wiki},
      {.store = basic_memory, .endings = notes_endings, .read = read_notes_of<basic_memory>},
      {.store = claude_mem, .tables = claude_mem_tables, .take_row = take_observation},
      {.store = engram, .tables = engram_tables, .take_row = take_engram_row},
      {.store = letta, .endings = letta_endings, .read = read_letta},
      {.store = matrioshka_brain,
       .tables = entries_tables,
       .take_row = take_entry,
       .read_tables = read_entries},
      {.store = mcp_memory, .endings = json_endings, .read = read_graph},
      {.store = mcp_memory_service, .tables = memories_tables, .take_row = take_service_row},
      {.store = mem0, .endings = json_endings, .read = read_mem0},
      {.store = memory_list, .endings = list_endings, .read = read_memory_list},
      {.store = memory_md, .endings = notes_endings, .read = read_memory_files},
      {.store = mempalace, .tables = palace_tables, .read_tables = read_palace},
      {.store = mudpuppy,
       .tables = entries_tables,
       .take_row = take_entry,
       .read_tables = read_entries},
      {.store = obsidian, .endings = notes_endings, .read = read_notes_of<obsidian>},
      {.store = openmemory, .endings = json_endings, .read = read_mem0},
      {.store = vector_memory, .tables = memories_tables, .take_row = take_vector_row}};
  return *std::ranges::find(readers, store, &StoreReader::store);
}

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
  return reader_of(store).tables;
}

std::span<const std::string_view> endings_of(Store store) {
  return reader_of(store).endings;
}

Result<void> take_row(Store store, std::string_view table, const Row& row, const StoreSink& sink) {
  if (table == claude_mem_tables[1])
    return take_summary(row, sink);
  const auto take = reader_of(store).take_row;
  return take ? take(row, sink) : Result<void>();
}

Result<bool> read_tables(Store store, const TableRows& rows, const StoreSink& sink) {
  if (const auto read = reader_of(store).read_tables)
    return read(rows, sink);
  bool any = false;
  for (const std::string_view table : tables_of(store))
    any =
        TRY(rows(table, [&](const Row& row) { return take_row(store, table, row, sink); })) || any;
  return any;
}

Result<void> read_store(Store store, const Source& source, const StoreSink& sink) {
  const auto read = reader_of(store).read;
  return read ? read(source, sink) : Result<void>();
}

}  // namespace aim::mine
