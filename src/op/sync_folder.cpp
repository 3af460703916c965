// Use cases "sync_folder_init", "sync_folder_join", "sync_folder_now", "sync_folder_status",
// "sync_folder_remove", "sync_folder_code" and "sync_folder_leave": one memory on all devices of a
// person, over a folder that they share (Y2).
#include <unistd.h>

#include <filesystem>

#include "base/timestamp.h"
#include "engine/folder_sync/folder_sync.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

constexpr Rule device_name{.min_bytes = 1, .max_bytes = 100, .not_blank = true};
constexpr Rule code_rule{.min_bytes = 1, .max_bytes = 200, .not_blank = true};

std::string name_of_machine() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0' ? name.data()
                                                                             : "device";
}

Result<engine::NewFolder> new_folder(const std::string& folder,
                                     const std::optional<std::string>& name, bool transcripts) {
  std::error_code error;
  const auto path = std::filesystem::canonical(folder, error);
  if (error || !std::filesystem::is_directory(path, error))
    return Failure(refuse("folder", "must be a folder that exists; got \"" + folder + "\""));
  return engine::NewFolder{path.string(), name.value_or(name_of_machine()), transcripts};
}

Result<sync::DiskFolder> folder_of(Engine& engine) {
  const std::string path = TRY(engine::shared_folder(engine));
  if (path.empty())
    return Failure(missing("this database shares no folder: init or join one first"));
  return sync::DiskFolder(path);
}

constexpr const char* folder_doc =
    "A folder that reaches your other devices: a cloud drive, Syncthing, a clone, a stick";
constexpr const char* name_doc = "Name of this device for you; default: the machine's";

constexpr const char* transcripts_doc =
    "Share transcripts too, those of all devices of the folder; without it they stay on theirs";

struct InitRequest {
  std::string folder;
  std::optional<std::string> name;
  bool transcripts = false;
  using R = InitRequest;
  static constexpr std::tuple fields{
      needs("folder", &R::folder, rule::path, folder_doc),
      takes("name", &R::name, device_name, name_doc),
      takes("transcripts", &R::transcripts, rule::any, transcripts_doc)};
};
struct CodeReply {
  std::string folder, code;
  using R = CodeReply;
  static constexpr std::tuple fields{
      gives("folder", &R::folder, "The shared folder"),
      gives("code", &R::code, "Code for your other devices; it opens the folder")};
};
struct JoinRequest {
  std::string folder, code;
  std::optional<std::string> name;
  bool transcripts = false;
  using R = JoinRequest;
  static constexpr std::tuple fields{
      needs("folder", &R::folder, rule::path, folder_doc),
      needs("code", &R::code, code_rule, "The words that init or code printed on another device"),
      takes("name", &R::name, device_name, name_doc),
      takes("transcripts", &R::transcripts, rule::any, transcripts_doc)};
};
struct RunReply : engine::FolderReport {
  using R = RunReply;
  static constexpr std::tuple fields{
      gives("sent", &R::pieces_sent, "Files of changes written"),
      gives("taken", &R::pieces_taken, "Files of changes taken in"),
      gives("new", &R::added, "Memories added here"),
      gives("changed", &R::changed, "Memories changed here"),
      gives("removed", &R::removed, "Memories deleted here"),
      gives("links", &R::links, "Links added here"),
      gives("waiting", &R::waiting, "Files that are not complete here yet"),
      gives("refused", &R::refused, "Files that were changed, or belong to nobody here")};
};
struct DeviceView {
  std::string id, name, state, written_at;
  std::int64_t behind = 0;
  using R = DeviceView;
  static constexpr std::tuple fields{
      gives("id", &R::id, "Its public key"), gives("name", &R::name, "Its name"),
      gives("state", &R::state, "this, other, left or removed"),
      gives("written_at", &R::written_at,
            "Time of its last change in the folder, by its own clock"),
      gives("behind", &R::behind, "Files of its changes that are not here yet")};
};
struct StatusReply {
  std::string folder, device, synced_at;
  bool waits = false, transcripts = false;
  std::int64_t bytes = 0;
  std::vector<DeviceView> devices;
  std::vector<std::string> waiting, refused;
  using R = StatusReply;
  static constexpr std::tuple fields{
      gives("folder", &R::folder, "The shared folder"),
      gives("device", &R::device, "Name of this device"),
      gives("synced_at", &R::synced_at, "Time of the last sync"),
      gives("waits", &R::waits, "True if changes of this device wait to be written"),
      gives("transcripts", &R::transcripts, "True if transcripts are shared too"),
      gives("bytes", &R::bytes, "Size of the files in the folder"),
      gives("devices", &R::devices, "The devices"),
      gives("waiting", &R::waiting, "Files that are not complete here yet"),
      gives("refused", &R::refused, "Files that were changed, or belong to nobody here")};
};
std::string time_text(std::int64_t nanoseconds) {
  return nanoseconds == 0 ? std::string() : format_rfc3339(time_from_nanoseconds(nanoseconds));
}
DeviceView view_of(const engine::FolderDevice& device) {
  const std::string_view state = device.is_this      ? "this"
                                 : device.is_removed ? "removed"
                                 : device.has_left   ? "left"
                                                     : "other";
  return {device.id, device.name, std::string(state), time_text(device.written_at), device.behind};
}

struct RemoveRequest {
  std::string device;
  static constexpr std::tuple fields{needs("device", &RemoveRequest::device, device_name,
                                           "Name of a device, or the beginning of its id")};
};
struct RemoveReply {
  std::string removed, code;
  using R = RemoveReply;
  static constexpr std::tuple fields{
      gives("removed", &R::removed, "Id of the device"),
      gives("code", &R::code, "New code for devices that join from now on")};
};
struct LeaveRequest {
  bool lost = false;
  static constexpr std::tuple fields{
      takes("lost", &LeaveRequest::lost, rule::any, "The folder is gone: only forget it")};
};
struct LeaveReply {
  std::string left;
  static constexpr std::tuple fields{gives("left", &LeaveReply::left, "The folder")};
};

Result<CodeReply> init(Engine& engine, const InitRequest& request, const Caller&) {
  const auto made = TRY(new_folder(request.folder, request.name, request.transcripts));
  sync::DiskFolder folder(made.path);
  return CodeReply{made.path, TRY(engine::init_folder(engine, folder, made))};
}

Result<RunReply> join(Engine& engine, const JoinRequest& request, const Caller&) {
  const auto made = TRY(new_folder(request.folder, request.name, request.transcripts));
  sync::DiskFolder folder(made.path);
  return RunReply{TRY(engine::join_folder(engine, folder, request.code, made))};
}

Result<RunReply> run_now(Engine& engine, const NoRequest&, const Caller&) {
  auto folder = TRY(folder_of(engine));
  return RunReply{TRY(engine::sync_shared_folder(engine, folder, true))};
}

Result<StatusReply> status(Engine& engine, const NoRequest&, const Caller&) {
  auto folder = TRY(folder_of(engine));
  auto status = TRY(engine::folder_status(engine, folder));
  StatusReply reply{status.folder,
                    status.device,
                    time_text(status.synced_at),
                    status.waits,
                    status.with_transcripts,
                    status.bytes,
                    {},
                    {},
                    {}};
  for (const engine::FolderDevice& each : status.devices) reply.devices.push_back(view_of(each));
  reply.waiting = std::move(status.files.waiting);
  reply.refused = std::move(status.files.refused);
  return reply;
}

Result<RemoveReply> remove_one(Engine& engine, const RemoveRequest& request, const Caller&) {
  auto folder = TRY(folder_of(engine));
  const auto device = TRY(engine::remove_device(engine, folder, request.device));
  return RemoveReply{device.id, TRY(engine::folder_code(engine))};
}

Result<CodeReply> code(Engine& engine, const NoRequest&, const Caller&) {
  return CodeReply{TRY(engine::shared_folder(engine)), TRY(engine::folder_code(engine))};
}

Result<LeaveReply> leave(Engine& engine, const LeaveRequest& request, const Caller&) {
  auto folder = TRY(folder_of(engine));
  LeaveReply reply{TRY(engine::shared_folder(engine))};
  TRY_VOID(engine::leave_folder(engine, request.lost ? nullptr : &folder));
  return reply;
}

}  // namespace

const Operation& sync_folder_code() {
  return operation<code>("sync_folder_code", "Show the code of the shared folder",
                         "Show the code by which another device joins the shared folder.",
                         Effect::reads, {.right = Right::administer});
}

const Operation& sync_folder_init() {
  return operation<init>("sync_folder_init", "Share a folder with your devices",
                         "Begin to sync over a folder; prints the code by which others join.",
                         Effect::adds, {.right = Right::administer});
}

const Operation& sync_folder_join() {
  return operation<join>("sync_folder_join", "Join a shared folder",
                         "Join the devices that sync over a folder, by the code of one of them.",
                         Effect::adds, {.right = Right::administer});
}

const Operation& sync_folder_leave() {
  return operation<leave>(
      "sync_folder_leave", "Leave the shared folder",
      "Write what waits, then sync no more over the folder; memories stay on all devices.",
      Effect::destroys, {.right = Right::administer});
}

const Operation& sync_folder_now() {
  return operation<run_now>("sync_folder_now", "Sync over the shared folder",
                            "Write changes of this device to the folder and take in the others'.",
                            Effect::destroys, {.right = Right::administer});
}

const Operation& sync_folder_remove() {
  return operation<remove_one>("sync_folder_remove", "Remove a device",
                               "Remove a device: it can read nothing that comes from now on.",
                               Effect::destroys, {.right = Right::administer});
}

const Operation& sync_folder_status() {
  return operation<status>(
      "sync_folder_status", "Show the shared folder",
      "Show the shared folder, its devices, and files that wait or were refused.", Effect::reads,
      {.right = Right::administer});
}

}  // namespace aim::op
