// The memory stores that memories can be taken over from (`import --from`), and how each is read.
// What their fields mean is written down in docs/formats/importers.md.
// Knows: how others write memories down. Must not know: SQL (rows of databases are given to it),
// the database.
// Memory: files of graphs and notes are held whole, at most max_value_bytes a file or value.
// Threads: any, one a call.
#pragma once
#include "memory/names.h"
#include "mine/databases.h"
#include "mine/foreign.h"
#include "mine/source.h"

namespace aim::mine {

enum class Store {
  ai_memory_wiki,
  basic_memory,
  claude_mem,
  engram,
  letta,
  matrioshka_brain,
  mcp_memory,
  mcp_memory_service,
  mem0,
  memory_list,
  memory_md,
  mempalace,
  mudpuppy,
  obsidian,
  openmemory,
  vector_memory
};

// The name of a store for which a namespace is not named.
std::string default_name_space(Store store);

// Whether it reads what is recognised as a file of a store: its own, or one of the same shape.
bool reads(Store store, std::string_view recognised);

// Ends of the names of its files; none for a store that is a database.
std::span<const std::string_view> endings_of(Store store);

// The tables that hold memories; none for a store that is no SQLite database.
std::span<const std::string_view> tables_of(Store store);

Result<void> take_row(Store store, std::string_view table, const Row& row, const StoreSink& sink);

// Reads a store that is a database. False: it has none of the tables. Errors: those of the rows and
// the sink.
Result<bool> read_tables(Store store, const TableRows& rows, const StoreSink& sink);

// Of a store that is files. Errors: those of the sink; a source in which there is nothing of the
// kind.
Result<void> read_store(Store store, const Source& source, const StoreSink& sink);

// ---- one a store, or several of one shape ----
// mcp-memory; mem0, openmemory; basic-memory, obsidian; memory-list; memory-md; letta
Result<void> read_graph(const Source& source, const StoreSink& sink);
Result<void> read_mem0(const Source& source, const StoreSink& sink);
Result<void> read_notes(Store store, const Source& source, const StoreSink& sink);
Result<void> read_memory_list(const Source& source, const StoreSink& sink);
Result<void> read_memory_files(const Source& source, const StoreSink& sink);
Result<void> read_letta(const Source& source, const StoreSink& sink);
// mempalace, four tables
Result<bool> read_palace(const TableRows& rows, const StoreSink& sink);
// ai-memory-wiki, two tables
Result<bool> read_wiki(const TableRows& rows, const StoreSink& sink);
// mudpuppy, matrioshka-brain, with their log
Result<bool> read_entries(const TableRows& rows, const StoreSink& sink);
// mcp-memory-service; claude-mem, two tables; mudpuppy, matrioshka-brain; vector-memory; engram
Result<void> take_service_row(const Row& row, const StoreSink& sink);
Result<void> take_observation(const Row& row, const StoreSink& sink);
Result<void> take_summary(const Row& row, const StoreSink& sink);
Result<void> take_entry(const Row& row, const StoreSink& sink);
Result<void> take_vector_row(const Row& row, const StoreSink& sink);
Result<void> take_engram_row(const Row& row, const StoreSink& sink);

}  // namespace aim::mine

template <>
struct aim::EnumNames<aim::mine::Store> {
  using enum aim::mine::Store;
  static constexpr std::array<std::pair<aim::mine::Store, std::string_view>, 18> names{
      {{ai_memory_wiki, "ai-memory-wiki"},
       {basic_memory, "basic-memory"},
       {claude_mem, "claude-mem"},
       {engram, "engram"},
       {letta, "letta"},
       {matrioshka_brain, "matrioshka-brain"},
       {mcp_memory, "mcp-memory"},
       {mcp_memory_service, "mcp-memory-service"},
       {mem0, "mem0"},
       {memory_list, "memory-list"},
       {memory_md, "memory-md"},
       {mempalace, "mempalace"},
       {mudpuppy, "mudpuppy"},
       {obsidian, "obsidian"},
       {openmemory, "openmemory"},
       {mcp_memory, "server-memory"},
       {vector_memory, "vector-memory"},
       {vector_memory, "vector-memory-mcp"}}};
};
