// The first byte is a store, the others are its file: whatever is in it, what is handed on can be
// kept, and is the same when it is read again.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "expect.h"
#include "memory/rules.h"
#include "mine/stores.h"
#include "place.h"

namespace {

namespace fs = std::filesystem;
using namespace aim;

void check_memory(const Memory& memory) {
  // A title may be made from the content, whose malformed UTF-8 is refused later.
  expect(check(rule::title, "title", memory.title).has_value() || !utf8::is_valid(memory.content),
         "the title can be kept");
  expect(check(rule::metadata, "metadata", memory.metadata).has_value(),
         "the metadata can be kept");
  expect(memory.content.size() <= rule::content.max_bytes && !memory.content.empty(),
         "the content has its size");
  // Markdown and databases may hold malformed UTF-8, which is refused later.
  expect(memory.content.find('\0') == std::string::npos, "the content has no NUL");
  for (const std::string& tag : memory.tags)
    expect(check(rule::tags, "tags", tag).has_value(), "a tag can be kept");
}

std::vector<std::string> ids(mine::Store store, const mine::Source& source) {
  std::vector<std::string> out;
  const mine::StoreSink sink{[&](const mine::ForeignMemory& foreign) -> Result<void> {
                               expect(!foreign.id.empty(), "a memory has an id");
                               for (const Memory& memory : mine::memories_of(foreign, {"x", "n"})) {
                                 check_memory(memory);
                                 out.push_back(memory.id);
                               }
                               return {};
                             },
                             [&](const mine::ForeignLink& link) -> Result<void> {
                               expect(link.from != link.to, "no memory is linked to itself");
                               return {};
                             },
                             [](const std::string&, const std::string& reason) -> Result<void> {
                               expect(!reason.empty(), "what is left out has a reason");
                               return {};
                             }};
  const auto done = mine::read_store(store, source, sink);
  expect(done || done.error().code != Code::database_error, "a store is good or bad");
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Place place;
  if (size == 0)
    return 0;
  const auto stores = EnumNames<mine::Store>::names;
  const mine::Store store = stores[data[0] % stores.size()].first;
  if (!mine::tables_of(store).empty()) {
    const mine::Row row{{"id", std::string(1, static_cast<char>(data[0]))},
                        {"content", std::string(data + 1, data + size)},
                        {"text", std::string(data + 1, data + size)},
                        {"tags", std::string(data + 1, data + size)},
                        {"facts", std::string(data + 1, data + size)},
                        {"created_at", std::string(data + 1, data + size)}};
    const mine::StoreSink sink{
        [](const mine::ForeignMemory& foreign) -> Result<void> {
          for (const Memory& memory : mine::memories_of(foreign, {"x", "n"})) check_memory(memory);
          return {};
        },
        [](const mine::ForeignLink&) { return Result<void>(); },
        [](const std::string&, const std::string&) { return Result<void>(); }};
    expect(mine::take_row(store, mine::tables_of(store).front(), row, sink).has_value(),
           "a row is taken or left out");
    return 0;
  }
  const fs::path file = place.folder / "memory.json";
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(data + 1), static_cast<std::streamsize>(size - 1));
  const auto source = mine::Source::open(file);
  if (source)
    expect(ids(store, *source) == ids(store, *source), "the same gives the same");
  return 0;
}
