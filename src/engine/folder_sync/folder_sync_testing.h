// For tests: devices of one person that share a folder.
#pragma once
#include <set>

#include "base/file.h"
#include "engine/engine_testing.h"
#include "engine/folder_sync/folder_sync.h"
#include "store/links.h"
#include "store/transcripts.h"

namespace aim::engine::testing {

// A device with a database, a clock and a view of the folder of its own.
struct Device {
  explicit Device(Time now) : clock(now) {}
  std::string name;
  FakeClock clock;
  std::unique_ptr<store::Store> database;
  TouchQueue touches;
  Embeddings embeddings;
  std::unique_ptr<Engine> engine;
  sync::Folder* folder = nullptr;
  int looks_until_killed = INT32_MAX;  // whether it is to stop
};

class FolderSync : public EngineTest {
 protected:
  // Copies a store that was made once: most of a run would be making tables.
  static Result<std::unique_ptr<store::Store>> fresh_file(const std::filesystem::path& path,
                                                          bool temporary, const Clock& clock) {
    static const auto folder = must(TemporaryFolder::make());
    static const std::filesystem::path empty = [] {
      const FakeClock any{Time()};
      const auto made = must(scratch_file(folder.path() / "empty.db", false, any));
      must(made->ensure_open({}));
      must(made->finish());
      return folder.path() / "empty.db";
    }();
    std::filesystem::copy_file(empty, path);
    return scratch_file(path, temporary, clock);
  }
  Device& add_device(sync::Folder& folder) {
    const std::string name = "device" + std::to_string(devices_.size());
    auto device = std::make_unique<Device>(clock_.now());
    device->name = name;
    device->database = store::postgres::testing::server_address().empty()
                           ? must(fresh_file(file(name + ".db"), false, device->clock))
                           : on_server(name);
    must(device->database->ensure_open({}));
    device->engine.reset(
        new Engine{store::Access(*device->database,
                                 [at = device.get()] { return --at->looks_until_killed < 0; }),
                   device->clock,
                   {},
                   device->touches,
                   device->embeddings});
    device->engine->file_store = &fresh_file;
    device->engine->by_owner = true;
    device->engine->options.keep_versions = 87'600h;  // ten years: clocks are wrong by years
    device->folder = &folder;
    return *devices_.emplace_back(std::move(device));
  }
  Device& on_disk() {
    std::filesystem::create_directory(file("shared"));
    return add_device(*disks_.emplace_back(std::make_unique<sync::DiskFolder>(file("shared"))));
  }
  static NewFolder named(const std::string& name, bool transcripts = false) {
    return {"/shared", name, transcripts};
  }
  FolderReport run(Device& device) {
    device.clock.advance(1s);
    return must(sync_shared_folder(*device.engine, *device.folder));
  }
  void start(Device& first, Device& second) {
    code_ = must(init_folder(*first.engine, *first.folder, named("first")));
    must(join_folder(*second.engine, *second.folder, code_, named("second")));
    run(first);
  }
  static std::string keep(Device& device, const std::string& title, const std::string& content) {
    device.clock.advance(1s);
    return must(remember(*device.engine, draft(title, content))).memory.id;
  }
  static std::string content(Device& device, const std::string& id) {
    const auto found = get(*device.engine, id);
    return found ? found->memory.content : "none";
  }

  // All that devices must have in common, as lines.
  static std::vector<std::string> lines_of(Device& device) {
    return must(device.engine->database.read([](store::Reader& reader) -> Result<Strings> {
      Strings lines;
      TRY_VOID(reader.memories.each([&](const Memory& memory) -> Result<void> {
        std::string tags;
        for (const std::string& tag : memory.tags) tags += tag + ",";
        lines.push_back(memory.id + "|" + memory.title + "|" + memory.content + "|" + tags +
                        std::to_string(memory.priority) + "|" + memory.updated_at.text());
        return {};
      }));
      TRY_VOID(reader.links.each([&](const Link& link) -> Result<void> {
        lines.push_back(link.source_id + ">" + link.target_id + " " + link.relation);
        return {};
      }));
      TRY_VOID(reader.memories.each_standard([&](const StandardRow& row) -> Result<void> {
        lines.push_back("standard " + row.name_space + " " + row.id.value_or("-") +
                        (row.confirmed ? "" : "?"));
        return {};
      }));
      TRY_VOID(reader.transcripts.each([&](const Transcript& each) -> Result<void> {
        for (const store::TurnRow& row : TRY(reader.transcripts.turns(each.number, 0, 1'000)))
          lines.push_back("turn " + each.session_id + " " + std::to_string(row.turn.number) + " " +
                          TRY(reader.transcripts.text(row.text)));
        return {};
      }));
      std::ranges::sort(lines);
      return lines;
    }));
  }
  // Every content that is or was.
  static std::set<std::string> contents_of(Device& device) {
    return must(
        device.engine->database.read([](store::Reader& reader) -> Result<std::set<std::string>> {
          std::set<std::string> all;
          TRY_VOID(reader.memories.each([&](const Memory& each) -> Result<void> {
            all.insert(each.content);
            return {};
          }));
          TRY_VOID(reader.memories.each_version([&](const store::Version& each) -> Result<void> {
            all.insert(each.memory.content);
            return {};
          }));
          TRY_VOID(reader.memories.each_archived([&](const Archived& each) -> Result<void> {
            all.insert(each.memory.content);
            return {};
          }));
          return all;
        }));
  }

  std::vector<std::unique_ptr<sync::DiskFolder>> disks_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::string code_;
};

}  // namespace aim::engine::testing
