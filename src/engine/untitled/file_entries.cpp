#include "engine/untitled/file_entries.h"

#include <charconv>
#include <deque>
#include <unordered_map>

#include "base/hash.h"
#include "base/utf8.h"
#include "base/uuid.h"
#include "engine/audit/events.h"
#include "engine/lookup/by_title.h"
#include "engine/remember.h"
#include "engine/vectors/vectorize.h"
#include "engine/write_step.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

constexpr std::string_view path_key = "path", folder_key = "folder", heading_key = "heading";
constexpr std::size_t max_title_path = 320, max_title_heading = 150;

std::string stamp_name(const FileScope& scope) {
  return "files_" + std::to_string(stable_hash(scope.folder + "\n" + scope.name_space));
}

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string metadata_of(const FileScope& scope, const std::string& path, const FilePart& part,
                        std::string_view before) {
  std::string metadata(before);
  metadata = with_text(metadata, "entry_type", "fact");
  metadata = with_text(metadata, "context", "Indexed from " + path);
  metadata = with_text(metadata, folder_key, scope.folder);
  metadata = with_text(metadata, path_key, path);
  metadata = with_text(metadata, heading_key, part.heading);
  return unite_metadata(std::array{metadata, "{\"line_from\":" + std::to_string(part.line_from) +
                                                 ",\"line_to\":" + std::to_string(part.line_to) +
                                                 "}"});
}

// One change, inside a write.
class FileWrite {
 public:
  FileWrite(store::Writer& writer, const Engine& engine, const FileScope& scope, FileChange& change,
            Time now)
      : writer_(writer), engine_(engine), scope_(scope), change_(change), now_(now) {}

  Result<void> run(std::vector<Memory>& written, std::vector<std::string>& gone) {
    TRY_VOID(read_old());
    match();
    for (std::size_t at = 0; at < change_.before.size(); ++at)
      if (!taken_[at])
        if (const auto old = old_.find(change_.before[at].key); old != old_.end()) {
          TRY_VOID(writer_.memories.erase(old->second, now_));
          gone.push_back(old->second.id);
        }
    for (std::size_t at = 0; at < change_.after.size(); ++at) TRY_VOID(keep(at, written));
    return {};
  }

 private:
  Result<void> read_old() {
    std::vector<Key> keys;
    for (const FilePart& each : change_.before)
      if (each.key != 0)
        keys.push_back(each.key);
    for (Memory& memory : TRY(writer_.memories.by_keys(keys)))
      if (follows_file(memory) && memory.name_space == scope_.name_space)
        old_.emplace(memory.key, std::move(memory));
    return {};
  }

  // Each part gets the memory of one that it was, if there is one.
  void match() {
    taken_.assign(change_.before.size(), false);
    away_.assign(change_.after.size(), false);
    std::unordered_map<std::uint64_t, std::deque<std::size_t>> by_hash;
    std::map<std::string_view, std::deque<std::size_t>> by_heading;
    for (std::size_t at = 0; at < change_.before.size(); ++at)
      by_hash[change_.before[at].hash].push_back(at);
    for (std::size_t at = 0; at < change_.after.size(); ++at) {
      FilePart& part = change_.after[at];
      auto& same = by_hash[part.hash];
      if (same.empty())
        continue;
      take(part, same.front());
      away_[at] = part.key == 0;
      same.pop_front();
    }
    for (std::size_t at = 0; at < change_.before.size(); ++at)
      if (!taken_[at] && old_.contains(change_.before[at].key))
        by_heading[change_.before[at].heading].push_back(at);
    for (std::size_t at = 0; at < change_.after.size(); ++at) {
      FilePart& part = change_.after[at];
      auto& same = by_heading[part.heading];
      if (part.key != 0 || away_[at] || same.empty())
        continue;
      take(part, same.front());
      same.pop_front();
    }
  }
  void take(FilePart& part, std::size_t before) {
    taken_[before] = true;
    const Key key = change_.before[before].key;
    part.key = old_.contains(key) ? key : 0;
  }

  std::string wanted_title(std::size_t at) const {
    const FilePart& part = change_.after[at];
    std::string title(utf8::cut(change_.path, max_title_path));
    if (change_.after.size() == 1)
      return title;
    const auto count = std::count_if(
        change_.after.begin(), change_.after.begin() + static_cast<std::ptrdiff_t>(at),
        [&](const FilePart& each) { return each.heading == part.heading; });
    if (!part.heading.empty())
      title.append(" \u203a ").append(utf8::cut(part.heading, max_title_heading));
    return title + " (" + std::to_string(count + 1) + ")";
  }

  // The one that is wanted, unless another memory has it.
  Result<std::string> free_title(std::size_t at, Key own) const {
    constexpr std::size_t short_hash = 8;
    const std::string wanted = wanted_title(at);
    const std::string hash =
        sha256_hex(scope_.folder + "\n" + change_.path + "\n" + wanted + "\n" + std::to_string(at));
    for (const std::size_t digits : {std::size_t{0}, short_hash, hash.size() / 2}) {
      const std::string title = digits == 0 ? wanted : wanted + " #" + hash.substr(0, digits);
      const auto holder = TRY(title_holder(writer_, engine_, scope_.name_space, title, now_));
      if (!holder || holder->key == own)
        return title;
    }
    return wanted + " #" + new_uuid();
  }

  std::vector<std::string> tags() const {
    return {change_.path.size() <= rule::tags.max_bytes
                ? change_.path
                : std::string(utf8::cut(file_name(change_.path), rule::tags.max_bytes))};
  }

  Result<void> keep(std::size_t at, std::vector<Memory>& written) {
    FilePart& part = change_.after[at];
    if (away_[at])
      return {};
    const auto known = old_.find(part.key);
    if (known != old_.end())
      return replace(known->second, at, written);
    Memory memory;
    memory.id = new_uuid();
    memory.tier = Tier::long_term;
    memory.name_space = scope_.name_space;
    memory.title = TRY(free_title(at, 0));
    memory.content = std::move(part.content);
    memory.tags = tags();
    memory.source = file_source;
    memory.priority = 5;
    memory.confidence = 1;
    memory.created_at = memory.updated_at = aim::at(now_);
    memory.metadata = metadata_of(scope_, change_.path, part, "{}");
    TRY_VOID(writer_.memories.insert(memory));
    part.key = memory.key;
    written.push_back(std::move(memory));
    return {};
  }

  Result<void> replace(const Memory& old, std::size_t at, std::vector<Memory>& written) {
    FilePart& part = change_.after[at];
    Memory memory = old;
    const bool moved = text_member(old.metadata, path_key) != change_.path;
    const bool same = std::ranges::any_of(change_.before, [&](const FilePart& each) {
      return each.key == old.key && each.hash == part.hash;
    });
    // What somebody changed here stays until the file changes.
    if (!same)
      memory.content = part.content;
    part.content.clear();
    if (moved) {
      memory.title = TRY(free_title(at, old.key));
      memory.tags = tags();
    }
    memory.metadata = metadata_of(scope_, change_.path, part, old.metadata);
    const bool other_text = memory.title != old.title || memory.content != old.content;
    if (!other_text && same_metadata(memory.metadata, old.metadata))
      return {};
    if (!same)
      memory.updated_at = aim::at(now_);
    TRY_VOID(replace_memory(writer_, engine_, old, memory));
    if (other_text)
      written.push_back(std::move(memory));
    return {};
  }

  store::Writer& writer_;
  const Engine& engine_;
  const FileScope& scope_;
  FileChange& change_;
  Time now_;
  std::unordered_map<Key, Memory> old_;
  std::vector<bool> taken_, away_;
};

std::size_t number_at(std::string_view metadata, std::string_view key) {
  const std::string name = "\"" + std::string(key) + "\":";
  const std::size_t at = metadata.find(name);
  std::size_t number = 0;
  if (at != metadata.npos)
    std::from_chars(metadata.data() + at + name.size(), metadata.data() + metadata.size(), number);
  return number;
}

}  // namespace

Result<void> keep_files(Engine& engine, const FileScope& scope, std::vector<FileChange>& changes,
                        std::int64_t stamp) {
  TRY_VOID(check_name_space(engine, scope.name_space));
  TRY_VOID(engine.database.maintenance().check_room(0));
  const Time now = engine.clock.now();
  auto done = changes;
  TRY_VOID(engine.database.write([&](store::Writer& writer) -> Result<void> {
    done = changes;
    std::vector<Memory> written;
    std::vector<std::string> gone;
    for (FileChange& each : done)
      TRY_VOID(FileWrite(writer, engine, scope, each, now).run(written, gone));
    TRY_VOID(keep_by_table(writer, engine.embeddings, written));
    TRY_VOID(writer.records.set_fact(stamp_name(scope), stamp));
    if (gone.empty())
      return {};
    return record_ids(writer, engine, event::memory_deleted, gone, [&](const auto& ids) {
      Payload payload;
      payload.add("ids", ids).add("namespace", scope.name_space);
      return payload;
    });
  }));
  changes = std::move(done);
  return {};
}

Result<std::int64_t> stamp_of(Engine& engine, const FileScope& scope) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::int64_t> {
    return TRY(reader.records.fact(stamp_name(scope))).value_or(0);
  });
}

Result<std::map<std::string, std::vector<FilePart>>> kept_files(Engine& engine,
                                                                const FileScope& scope) {
  using Files = std::map<std::string, std::vector<FilePart>>;
  Filter filter;
  filter.name_space = scope.name_space;
  filter.sources = {std::string(file_source)};
  return engine.database.read([&](store::Reader& reader) -> Result<Files> {
    Files files;
    TRY_VOID(store::each_matching(reader.memories, filter, [&](const Memory& memory) {
      constexpr std::array keys{folder_key, path_key, heading_key};
      const auto texts = text_members(memory.metadata, keys);
      if (!follows_file(memory) || texts[0] != scope.folder || texts[1].empty())
        return;
      files[texts[1]].push_back({memory.key,
                                 stable_hash(memory.content),
                                 0,
                                 texts[2],
                                 {},
                                 number_at(memory.metadata, "line_from"),
                                 number_at(memory.metadata, "line_to")});
    }));
    for (auto& [path, parts] : files) std::ranges::stable_sort(parts, {}, &FilePart::line_from);
    return files;
  });
}

}  // namespace aim::engine
