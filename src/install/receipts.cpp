#include "install/receipts.h"

#include <algorithm>

#include "base/file.h"
#include "base/quotes.h"
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

std::string list_of(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& each : texts)
    list.append(list.empty() ? "" : ",").append(in_quotes(each));
  return "[" + list + "]";
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
  for (const JsonNode& each : files->elements) {
    Receipt receipt;
    receipt.path = each.text_at("path");
    receipt.created = each.text_at("created") == "yes";
    receipt.made = texts_of(each.find("made"));
    all_.push_back(std::move(receipt));
  }
}

const Receipt* Receipts::find(const std::filesystem::path& path) const {
  const auto found = std::ranges::find(all_, path.native(), &Receipt::path);
  return found == all_.end() ? nullptr : &*found;
}

void Receipts::add(Receipt receipt) {
  const auto known = std::ranges::find(all_, receipt.path, &Receipt::path);
  if (known == all_.end()) {
    all_.push_back(std::move(receipt));
    return;
  }
  known->created = known->created || receipt.created;
  for (std::string& made : receipt.made)
    if (std::ranges::find(known->made, made) == known->made.end())
      known->made.push_back(std::move(made));
}

void Receipts::forget(const std::filesystem::path& path) {
  std::erase_if(all_, [&](const Receipt& each) { return each.path == path.native(); });
}

void Receipts::add_program(const std::string& path) {
  if (std::ranges::find(programs_, path) == programs_.end())
    programs_.push_back(path);
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
        .append(list_of(each.made))
        .append("}");
  std::string all = "{\"files\":[" + files + "]";
  if (!programs_.empty())
    all.append(",\"programs\":").append(list_of(programs_));
  return pretty_json(all + "}");
}

Result<void> Receipts::save() const {
  const std::string now = text();
  const bool is_nothing = all_.empty() && programs_.empty();
  if (file_.empty() || now == before_ || (is_nothing && before_.empty()))
    return {};
  TRY_VOID(make_private_folder(file_.parent_path()));
  return replace_file(file_, now);
}

}  // namespace aim::install
