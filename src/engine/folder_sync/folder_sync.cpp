#include "engine/folder_sync/folder_sync.h"

#include "engine/folder_sync/folder_run.h"
#include "store/maintenance.h"
#include "store/records.h"

namespace aim::engine {
namespace {

Result<std::shared_ptr<void>> only_one(Engine& engine) {
  auto held = TRY(engine.database.maintenance().try_take("folder-sync"));
  if (!held)
    return Failure(unavailable("another process is syncing the folder", "try again soon"));
  return held;
}

Result<FolderState> state_of(Engine& engine) {
  auto state = TRY(engine.database.read(load_folder_state));
  if (!state)
    return Failure(missing("this database shares no folder: init or join one first"));
  return std::move(*state);
}

Result<void> refuse_second(Engine& engine) {
  if (const auto state = TRY(engine.database.read(load_folder_state)))
    return Failure(conflict("this database shares the folder " + state->folder +
                            " already: leave that one first"));
  return {};
}

FolderState begun(const NewFolder& request) {
  FolderState state;
  state.folder = request.path;
  state.name = request.device;
  state.seed = random_key();
  state.with_transcripts = request.transcripts;
  return state;
}

bool has_cards(const std::vector<sync::FileInFolder>& files) {
  return std::ranges::any_of(
      files, [](const auto& file) { return sync::is_named(file.name, sync::card_ending); });
}

Result<void> forget(Engine& engine) {
  return engine.database.write(
      [](store::Writer& writer) { return writer.records.clear_fact(store::folder_sync); });
}

FolderDevice device_of(const FolderState& state, const std::string& id) {
  FolderDevice device;
  device.id = id;
  if (const auto known = state.known.find(id); known != state.known.end())
    device.name = known->second.name;
  device.is_removed = state.removed.contains(id);
  return device;
}

// Its name, or the beginning of its id.
Result<std::string> find_device(const FolderState& state, const std::string& wanted) {
  std::vector<std::string> found;
  for (const auto& [id, known] : state.known)
    if (!state.removed.contains(id) && (known.name == wanted || id.starts_with(wanted)))
      found.push_back(id);
  if (found.size() == 1)
    return found.front();
  if (wanted == state.name || state.device().starts_with(wanted))
    return Failure(refuse("device", "is this one: leave the folder instead"));
  if (found.empty())
    return Failure(missing("no device of the folder has the name or id \"" + wanted + "\""));
  return Failure(refuse("device", "fits several devices: name more of its id"));
}

}  // namespace

Result<std::string> init_folder(Engine& engine, sync::Folder& folder, const NewFolder& request) {
  const auto held = TRY(only_one(engine));
  TRY_VOID(refuse_second(engine));
  if (has_cards(TRY(folder.list())))
    return Failure(conflict("other devices share this folder already: join it with their code"));
  FolderState state = begun(request);
  state.ring.add({1, sync::random_secret()});
  FolderRun run(engine, folder, std::move(state));
  TRY_VOID(run.run());
  return sync::code_of(run.state().ring.newest().secret);
}

Result<FolderReport> join_folder(Engine& engine, sync::Folder& folder, const std::string& code,
                                 const NewFolder& request) {
  const auto held = TRY(only_one(engine));
  TRY_VOID(refuse_second(engine));
  const sync::Secret secret = TRY(sync::secret_of(code));
  FolderState state = begun(request);
  state.ring.add({1, secret});
  const auto files = TRY(folder.list());
  for (const sync::FileInFolder& file : files) {
    if (!sync::is_named(file.name, sync::key_ending))
      continue;
    const auto bytes = folder.read(file.name);
    const auto key = bytes ? sync::read_key_file(*bytes, secret) : std::nullopt;
    if (!key)
      continue;
    state.ring = key->former;
    state.ring.add(key->key);
    state.removed = state.excluded = key->removed;
  }
  FolderRun run(engine, folder, std::move(state));
  TRY_VOID(run.look());
  if (run.cards().empty() || run.knows_too_little())
    return Failure(refuse("code", has_cards(files)
                                      ? "opens no card in this folder: it is another folder's, or "
                                        "a device was removed since and there is a new code"
                                      : "opens nothing: the folder has no card of a device yet; "
                                        "wait until its files are here"));
  FolderRun whole(engine, folder, run.state());
  TRY_VOID(whole.run());
  return whole.report();
}

Result<FolderReport> sync_shared_folder(Engine& engine, sync::Folder& folder, bool thorough) {
  const auto held = TRY(only_one(engine));
  FolderRun run(engine, folder, TRY(state_of(engine)));
  TRY_VOID(run.run(thorough));
  return run.report();
}

Result<std::string> folder_code(Engine& engine) {
  return sync::code_of(TRY(state_of(engine)).ring.newest().secret);
}

Result<FolderStatus> folder_status(Engine& engine, sync::Folder& folder) {
  FolderRun run(engine, folder, TRY(state_of(engine)));
  TRY_VOID(run.look());
  const FolderState& state = run.state();
  FolderStatus status;
  status.folder = state.folder;
  status.device = state.name;
  status.synced_at = state.synced_at;
  status.with_transcripts = state.with_transcripts;
  status.waits = TRY(changes_wait(engine));
  for (const sync::FileInFolder& file : run.files())
    status.bytes += static_cast<std::int64_t>(file.bytes);
  FolderDevice own = device_of(state, state.device());
  own.name = state.name;
  own.is_this = true;
  own.written_at = state.synced_at;
  status.devices.push_back(std::move(own));
  for (const auto& [id, known] : state.known) {
    FolderDevice device = device_of(state, id);
    if (const auto card = run.cards().find(id); card != run.cards().end()) {
      device.written_at = card->second.written_at;
      device.has_left = card->second.has_left;
      const auto applied = state.applied.find(id);
      for (const sync::FolderPiece& piece : card->second.pieces) {
        if (applied != state.applied.end() && piece.number <= applied->second)
          continue;
        ++device.behind;
        if (!run.is_there(piece))
          run.report().waiting.push_back(piece.file);
      }
    }
    status.devices.push_back(std::move(device));
  }
  status.files = run.report();
  return status;
}

Result<FolderDevice> remove_device(Engine& engine, sync::Folder& folder,
                                   const std::string& device) {
  const auto held = TRY(only_one(engine));
  const FolderState state = TRY(state_of(engine));
  FolderRun look(engine, folder, state);
  TRY_VOID(look.look());
  const std::string id = TRY(find_device(look.state(), device));
  FolderRun run(engine, folder, look.state());
  TRY_VOID(run.remove(id));
  return device_of(run.state(), id);
}

Result<void> leave_folder(Engine& engine, sync::Folder* folder) {
  const auto held = TRY(only_one(engine));
  FolderState state = TRY(state_of(engine));
  if (folder && !state.removed.contains(state.device())) {
    FolderRun run(engine, *folder, std::move(state));
    const auto left = run.leave();
    if (!left && left.error().code != Code::conflict)
      return left;
  }
  return forget(engine);
}

Result<std::string> shared_folder(Engine& engine) {
  if (!engine.database.exists())
    return std::string();
  const auto state = TRY(engine.database.read(load_folder_state));
  return state ? state->folder : std::string();
}

Result<bool> changes_wait(Engine& engine) {
  return engine.database.read([](store::Reader& reader) -> Result<bool> {
    const auto state = TRY(load_folder_state(reader));
    if (!state)
      return false;
    if (TRY(reader.sync.mark()) != state->mark ||
        TRY(mark_of_standards(reader)) != state->standards)
      return true;
    return state->with_transcripts && !TRY(changed_transcripts(reader, state->transcripts)).empty();
  });
}

}  // namespace aim::engine
