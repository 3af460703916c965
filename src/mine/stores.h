// The memory stores that memories can be taken over from (`import --from`), and how each is read.
// What their fields mean is written down in docs/formats/importers.md.
// Knows: how others write memories down. Must not know: SQL (rows of databases are given to it),
// the database.
// Memory: files of graphs and notes are held whole, at most max_value_bytes a file or value.
// Threads: any, one a call.
#pragma once
#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "memory/names.h"
#include "mine/foreign.h"
#include "mine/source.h"

namespace aim::mine {

enum class Store {
  basic_memory,
  claude_mem,
  mcp_memory,
  mcp_memory_service,
  mem0,
  memory_md,
  mudpuppy,
  openmemory
};

// The tables that hold memories; none for a store that is no SQLite database.
std::span<const std::string_view> tables_of(Store store);

// Values by column; those that are null are not there.
using Row = std::map<std::string, std::string, std::less<>>;
Result<void> take_row(Store store, std::string_view table, const Row& row, const StoreSink& sink);

// Of a store that is files. Errors: those of the sink; a source in which there is nothing of the
// kind.
Result<void> read_store(Store store, const Source& source, const StoreSink& sink);

// ---- one a store, or several of one shape ----
Result<void> read_graph(const Source& source, const StoreSink& sink);         // mcp-memory
Result<void> read_mem0(const Source& source, const StoreSink& sink);          // mem0, openmemory
Result<void> read_notes(const Source& source, const StoreSink& sink);         // basic-memory
Result<void> read_memory_files(const Source& source, const StoreSink& sink);  // memory-md
Result<void> take_service_row(const Row& row, const StoreSink& sink);         // mcp-memory-service
Result<void> take_observation(const Row& row, const StoreSink& sink);         // claude-mem
Result<void> take_summary(const Row& row, const StoreSink& sink);             // claude-mem
Result<void> take_entry(const Row& row, const StoreSink& sink);               // mudpuppy

}  // namespace aim::mine

template <>
struct aim::EnumNames<aim::mine::Store> {
  using enum aim::mine::Store;
  static constexpr std::array<std::pair<aim::mine::Store, std::string_view>, 8> names{
      {{basic_memory, "basic-memory"},
       {claude_mem, "claude-mem"},
       {mcp_memory, "mcp-memory"},
       {mcp_memory_service, "mcp-memory-service"},
       {mem0, "mem0"},
       {memory_md, "memory-md"},
       {mudpuppy, "mudpuppy"},
       {openmemory, "openmemory"}}};
};
