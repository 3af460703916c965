#include "install/receipts.h"

#include <algorithm>

#include "base/file.h"
#include "base/quotes.h"
#include "install/json_edit.h"

namespace aim::install {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{4} * 1024 * 1024;

}  // namespace

Receipts::Receipts(std::filesystem::path file) : file_(std::move(file)) {
  const auto text =
      file_.empty() ? Result<std::string>(std::string()) : read_regular_file(file_, max_file_bytes);
  const auto root = text ? parse_json_text(*text) : Result<JsonNode>(JsonNode());
  const JsonNode* files = root ? root->find("files") : nullptr;
  if (!files)
    return;
  for (const JsonNode& each : files->elements) {
    Receipt receipt;
    receipt.path = each.text_at("path");
    receipt.created = each.text_at("created") == "yes";
    if (const JsonNode* made = each.find("made"))
      for (const JsonNode& one : made->elements) receipt.made.push_back(one.text);
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

Result<void> Receipts::save() const {
  if (file_.empty())
    return {};
  std::string files;
  for (const Receipt& each : all_) {
    std::string made;
    for (const std::string& one : each.made)
      made.append(made.empty() ? "" : ",").append(in_quotes(one));
    files.append(files.empty() ? "" : ",")
        .append("{\"path\":")
        .append(in_quotes(each.path))
        .append(",\"created\":")
        .append(each.created ? "\"yes\"" : "\"no\"")
        .append(",\"made\":[")
        .append(made)
        .append("]}");
  }
  TRY_VOID(make_private_folder(file_.parent_path()));
  return replace_file(file_, pretty_json("{\"files\":[" + files + "]}"));
}

}  // namespace aim::install
