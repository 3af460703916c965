#include "install/receipts.h"

#include <unistd.h>

#include "base/append.h"
#include "base/file.h"
#include "base/quoting.h"
#include "config/config.h"
#include "install/json_edit.h"

namespace aim::install {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{4} * 1024 * 1024;

std::vector<std::string> texts_of(const JsonNode* list) {
  std::vector<std::string> texts;
  if (list)
    for (const JsonNode& each : list->elements) texts.push_back(each.text);
  return texts;
}

std::vector<std::string> texts_of(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::string> texts;
  for (const auto& each : paths) texts.push_back(each.string());
  return texts;
}

void join(std::vector<std::string>& known, const std::vector<std::string>& more) {
  for (const std::string& each : more) add_once(known, each);
}

}  // namespace

std::filesystem::path receipts_file() {
  const std::filesystem::path folder = default_state_folder();
  return folder.empty() ? folder : folder / "installed.json";
}

Receipts::Receipts(std::filesystem::path file) : file_(std::move(file)) {
  if (!file_.empty())
    before_ = read_regular_file(file_, max_file_bytes).value_or(std::string());
  const auto root = parse_json_text(before_);
  const JsonNode* files = root ? root->find("files") : nullptr;
  if (!files)
    return;
  programs_ = texts_of(root->find("programs"));
  for (std::string& folder : texts_of(root->find("folders")))
    folders_.emplace_back(std::move(folder));
  for (const JsonNode& each : files->elements) {
    Receipt receipt;
    receipt.path = each.text_at("path");
    receipt.created = each.text_at("created") == "yes";
    receipt.made = texts_of(each.find("made"));
    receipt.hash = each.text_at("sha256");
    receipt.clients = texts_of(each.find("clients"));
    all_.push_back(std::move(receipt));
  }
}

const Receipt* Receipts::find(const std::filesystem::path& path) const {
  const auto found = std::ranges::find(all_, path.string(), &Receipt::path);
  return found == all_.end() ? nullptr : &*found;
}

void Receipts::add(Receipt receipt) {
  const auto known = std::ranges::find(all_, receipt.path, &Receipt::path);
  if (known == all_.end()) {
    all_.push_back(std::move(receipt));
    return;
  }
  known->created = known->created || receipt.created;
  known->hash = std::move(receipt.hash);
  join(known->made, receipt.made);
  join(known->clients, receipt.clients);
}

void Receipts::share(const std::filesystem::path& path, std::string_view client) {
  for (Receipt& each : all_)
    if (each.path == path.string())
      join(each.clients, {std::string(client)});
}

void Receipts::leave(const std::filesystem::path& path, std::string_view client) {
  for (Receipt& each : all_)
    if (each.path == path.string())
      std::erase(each.clients, client);
}

void Receipts::forget(const std::filesystem::path& path) {
  std::erase_if(all_, [&](const Receipt& each) { return each.path == path.string(); });
}

void Receipts::add_program(const std::string& path) {
  add_once(programs_, path);
}

void Receipts::add_folders(const std::vector<std::filesystem::path>& folders) {
  for (const std::filesystem::path& folder : folders) add_once(folders_, folder);
}

bool Receipts::has_file_in(const std::filesystem::path& folder) const {
  const std::string begin = folder.string() + "/";
  return file_.string().starts_with(begin) || std::ranges::any_of(all_, [&](const Receipt& each) {
           return each.path.starts_with(begin);
         });
}

void Receipts::leave_folders() {
  const auto left = std::ranges::partition(
      folders_, [&](const std::filesystem::path& folder) { return has_file_in(folder); });
  remove_empty_folders({left.begin(), left.end()});
  folders_.erase(left.begin(), left.end());
}

std::string Receipts::text() const {
  std::string files;
  for (const Receipt& each : all_)
    files.append(files.empty() ? "" : ",")
        .append("{\"path\":")
        .append(in_quotes(each.path))
        .append(",\"created\":")
        .append(each.created ? "\"yes\"" : "\"no\"")
        .append(",\"made\":")
        .append(list_text(each.made))
        .append(each.hash.empty() ? "" : ",\"sha256\":" + in_quotes(each.hash))
        .append(each.clients.empty() ? "" : ",\"clients\":" + list_text(each.clients))
        .append("}");
  std::string all = "{\"files\":[" + files + "]";
  if (!programs_.empty())
    all.append(",\"programs\":").append(list_text(programs_));
  if (!folders_.empty())
    all.append(",\"folders\":").append(list_text(texts_of(folders_)));
  return pretty_json(all + "}");
}

Result<void> Receipts::save() {
  if (file_.empty())
    return {};
  if (all_.empty() && programs_.empty()) {
    if (!before_.empty())
      ::unlink(file_.c_str());
    remove_empty_folders(std::exchange(folders_, {}));
    return {};
  }
  add_folders(missing_folders(file_.parent_path()));
  const std::string now = text();
  if (now == before_)
    return {};
  TRY_VOID(make_private_folder(file_.parent_path()));
  return replace_file(file_, now);
}

std::vector<fs::path> missing_folders(const fs::path& folder) {
  std::vector<fs::path> missing;
  for (fs::path at = folder; at.has_relative_path() && !path_exists(at); at = at.parent_path())
    missing.push_back(at);
  std::ranges::reverse(missing);
  return missing;
}

void remove_empty_folders(std::vector<fs::path> folders) {
  // A file has a longer path than its folder.
  std::ranges::sort(folders, std::ranges::greater(),
                    [](const fs::path& folder) { return folder.string().size(); });
  for (const fs::path& folder : folders) ::rmdir(folder.c_str());
}

}  // namespace aim::install
