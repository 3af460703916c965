#include "op/stored_secrets.h"

#include "base/append.h"
#include "capture/secrets.h"
#include "engine/history/transcripts.h"
#include "engine/history/versions.h"
#include "engine/relate.h"
#include "engine/remember.h"
#include "engine/transfer/export_import.h"
#include "engine/upkeep.h"

namespace aim::op {

namespace {

std::string cleaned(const std::string& text, Cleaner& cleaner) {
  std::string out = cleaner.text(text);
  return out.empty() && !text.empty() ? std::string(removed_secret) : out;
}

// Titles and contents are never empty.
Memory cleaned(Memory memory, Cleaner& cleaner) {
  const bool titled = !memory.title.empty(), filled = !memory.content.empty();
  cleaner.memory(memory);
  if (titled && memory.title.empty())
    memory.title = removed_secret;
  if (filled && memory.content.empty())
    memory.content = removed_secret;
  return memory;
}

class Search {
 public:
  explicit Search(Engine& engine) : engine_(engine) {}

  Result<void> look() {
    engine::ExportSink sink;
    sink.begin = [](std::int64_t) -> Result<void> { return {}; };
    sink.link = [](const Link&) -> Result<void> { return {}; };
    sink.lost_source = [](const std::string&, const LostSource&) -> Result<void> { return {}; };
    sink.standard = [](const StandardRow&) -> Result<void> { return {}; };
    sink.transcript_link = [](const TranscriptLink&) -> Result<void> { return {}; };
    sink.transcript = [](const Transcript&) -> Result<void> { return {}; };
    sink.memory = [this](const Memory& memory) -> Result<void> {
      Cleaner cleaner(true);
      (void)cleaned(memory, cleaner);
      if (note("memory " + memory.id, cleaner))
        memories_.push_back(memory.id);
      return {};
    };
    sink.archived = [this](const Archived& archived) -> Result<void> {
      Cleaner cleaner(true);
      Archived clean = archived;
      clean.memory = cleaned(archived.memory, cleaner);
      if (note("archived memory " + archived.memory.id, cleaner))
        archived_.push_back(std::move(clean));
      return {};
    };
    sink.version = [this](const store::Version& version) -> Result<void> {
      Cleaner cleaner(true);
      (void)cleaned(version.memory, cleaner);
      if (note("version " + std::to_string(version.version) + " of memory " + version.memory.id,
               cleaner))
        ++versions_[version.memory.id];
      return {};
    };
    sink.turn = [this](const Transcript& transcript, const Turn& turn) -> Result<void> {
      Cleaner cleaner(true);
      std::string text = cleaned(turn.text, cleaner);
      if (note("turn " + std::to_string(turn.number) + " of transcript " + transcript.id, cleaner))
        turns_.push_back({transcript.id, turn, std::move(text)});
      return {};
    };
    return engine::export_all(engine_, sink, true);
  }

  Result<void> fix() {
    for (const std::string& id : memories_) TRY_VOID(fix_memory(id));
    for (const Archived& each : archived_) {
      TRY_VOID(engine::import_archived(engine_, {each}));
      ++all_.removed;
    }
    for (const SaidSecret& each : turns_)
      if (TRY(engine::replace_turn(engine_, each.transcript, each.turn, each.text)))
        ++all_.removed;
    for (const auto& [id, count] : versions_) {
      TRY_VOID(engine::erase_versions(engine_, id));
      all_.removed += count;
    }
    return all_.removed > 0 ? engine::wipe_deleted(engine_) : Result<void>();
  }

  StoredSecrets take() { return std::move(all_); }

 private:
  struct SaidSecret {
    std::string transcript;
    Turn turn;
    std::string text;
  };

  bool note(std::string where, const Cleaner& cleaner) {
    std::string kinds = join_texts(cleaner.kinds(), ", ");
    if (kinds.empty())
      return false;
    all_.found.push_back({std::move(where), std::move(kinds)});
    return true;
  }

  // As it is now: it may have changed since it was looked at.
  Result<void> fix_memory(const std::string& id) {
    const auto found = engine::get(engine_, id);
    if (!found && found.error().code == Code::not_found)
      return {};
    if (!found)
      return Failure(found.error());
    const Memory& memory = found->memory;
    Cleaner cleaner(true);
    const Memory clean = cleaned(memory, cleaner);
    engine::Changes changes;
    if (clean.title != memory.title)
      changes.title = clean.title;
    if (clean.content != memory.content)
      changes.content = clean.content;
    if (clean.metadata != memory.metadata)
      changes.metadata = clean.metadata;
    if (clean.source != memory.source)
      changes.source = clean.source;
    if (clean.tags != memory.tags)
      changes.tags = clean.tags;
    const auto updated = engine::update(engine_, id, changes);
    // The former states hold them too.
    if (updated)
      TRY_VOID(engine::erase_versions(engine_, id));
    if (updated)
      ++all_.removed;
    else if (updated.error().code == Code::not_found || updated.error().code == Code::conflict)
      all_.problems.push_back("memory " + id + ": " + updated.error().message);
    else
      return Failure(updated.error());
    return {};
  }

  Engine& engine_;
  StoredSecrets all_;
  std::vector<std::string> memories_;
  std::map<std::string, std::int64_t> versions_;  // how many of each memory
  std::vector<Archived> archived_;
  std::vector<SaidSecret> turns_;
};

}  // namespace

Result<StoredSecrets> stored_secrets(Engine& engine, bool fix) {
  Search search(engine);
  TRY_VOID(search.look());
  if (fix)
    TRY_VOID(search.fix());
  return search.take();
}

std::string told_of_secrets(const Engine& engine, std::string_view field, std::string_view text) {
  return engine.options.look_for_secrets ? secrets_warning(field, text) : std::string();
}

Cleaner cleaner_of(const Engine& engine) {
  return Cleaner(engine.options.look_for_secrets);
}

std::optional<std::int64_t> if_any(std::int64_t removed) {
  return removed > 0 ? std::optional(removed) : std::nullopt;
}

}  // namespace aim::op
