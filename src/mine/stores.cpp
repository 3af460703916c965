#include "mine/stores.h"

namespace aim::mine {
namespace {

constexpr std::array<std::string_view, 1> service_tables{"memories"},
    mudpuppy_tables{"memory_entries"};
constexpr std::array<std::string_view, 2> claude_mem_tables{"observations", "session_summaries"};

}  // namespace

std::span<const std::string_view> tables_of(Store store) {
  if (store == Store::mcp_memory_service)
    return service_tables;
  if (store == Store::claude_mem)
    return claude_mem_tables;
  if (store == Store::mudpuppy)
    return mudpuppy_tables;
  return {};
}

Result<void> take_row(Store store, std::string_view table, const Row& row, const StoreSink& sink) {
  if (store == Store::mcp_memory_service)
    return take_service_row(row, sink);
  if (store == Store::mudpuppy)
    return take_entry(row, sink);
  return table == "observations" ? take_observation(row, sink) : take_summary(row, sink);
}

Result<void> read_store(Store store, const Source& source, const StoreSink& sink) {
  switch (store) {
    case Store::basic_memory:
      return read_notes(source, sink);
    case Store::mcp_memory:
      return read_graph(source, sink);
    case Store::mem0:
    case Store::openmemory:
      return read_mem0(source, sink);
    case Store::memory_md:
      return read_memory_files(source, sink);
    case Store::claude_mem:
    case Store::mcp_memory_service:
    case Store::mudpuppy:
      break;
  }
  return {};
}

}  // namespace aim::mine
