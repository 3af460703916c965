// The first byte is a format, the others are a file of such an export (beyond the formats: a zip or
// anything else): whatever is in it, what is handed on are conversations, and what is made of them
// keeps the limits of a memory.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/utf8.h"
#include "expect.h"
#include "memory/rules.h"
#include "mine/memories.h"
#include "place.h"

namespace {

namespace fs = std::filesystem;
using namespace aim;

void check_memory(const Memory& memory) {
  expect(check(rule::title, "title", memory.title).has_value(), "the title can be kept");
  expect(check(rule::content, "content", memory.content).has_value(), "the content can be kept");
  expect(check(rule::metadata, "metadata", memory.metadata).has_value(),
         "the metadata can be kept");
  for (const std::string& tag : memory.tags)
    expect(check(rule::tags, "tags", tag).has_value(), "a tag can be kept");
}

void check_conversation(const mine::Conversation& conversation) {
  expect(!conversation.id.empty(), "a conversation has an id");
  expect(!conversation.pieces.empty(), "an empty conversation is none");
  const auto first = mine::memories_of(conversation, {"n", Tier::mid_term});
  const auto again = mine::memories_of(conversation, {"n", Tier::mid_term});
  expect(first.size() == again.size(), "the same gives the same");
  for (std::size_t i = 0; i < first.size(); ++i) {
    expect(first[i].memory.id == again[i].memory.id, "ids stay");
    check_memory(first[i].memory);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Place place;
  if (size == 0)
    return 0;
  const auto formats = EnumNames<mine::Format>::names;
  const std::size_t chosen = data[0] % (formats.size() + 1);
  const bool any = chosen == formats.size();
  const bool slack = !any && formats[chosen].first == mine::Format::slack;
  fs::remove_all(place.folder / "export");
  fs::create_directories(place.folder / "export/general");
  const fs::path file =
      place.folder / (slack ? "export/general/2024-03-01.json" : "export/session-1.json");
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(data + 1), static_cast<std::streamsize>(size - 1));
  const auto source = mine::Source::open(slack ? place.folder / "export" : file);
  if (!source) {
    expect(utf8::is_valid(source.error().message), "the sentence can be printed");
    return 0;
  }
  const auto found =
      mine::find_conversations(*source, any ? std::nullopt : std::optional(formats[chosen].first));
  if (!found)
    return 0;
  const auto done = mine::read_conversations(
      *found, *source,
      {[&](mine::Conversation conversation) -> Result<void> {
         check_conversation(conversation);
         return {};
       },
       [](const std::string& where, const std::string& reason) -> Result<void> {
         expect(!reason.empty(), "what is unreadable has a reason");
         expect(where.size() < 10'000, "and a place");
         return {};
       }});
  expect(done || done.error().code != Code::database_error, "an export is good or bad");
  return 0;
}
