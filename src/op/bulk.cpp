// Use case "bulk": keeps a list of memories, each as `store` would, several a transaction (D3).
#include <boost/json.hpp>

#include "base/utf8.h"
#include "engine/projects.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/coerce.h"
#include "op/kit/item_stream.h"
#include "op/kit/remedies.h"
#include "op/store_request.h"
#include "op/stored_secrets.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

struct BulkReply {
  std::int64_t created = 0;
  std::vector<std::string> errors;
  std::optional<std::vector<std::string>> secrets;
  using R = BulkReply;
  static constexpr std::tuple fields{
      gives("created", &R::created, "Number stored, including updates"),
      gives("errors", &R::errors, "Rejected items: index, title, reason"),
      gives("secrets", &R::secrets,
            "Items with text that looks like a secret, or without private passages")};
};

constexpr std::size_t batch_items = 250, max_secrets = 20;
constexpr std::size_t batch_bytes = 1024 * 1024;

std::string title_in(const json::value& item) {
  return item.is_object() ? utf8::excerpt(text::text_at(item.get_object(), "title"), 100) : "";
}

class Bulk {
 public:
  Bulk(Engine& engine, const Caller& caller) : engine_(engine), caller_(caller) {}

  Result<void> take(std::string_view text) {
    const std::size_t index = count_++;
    const json::value item = TRY(text::parse_json(text));
    Warnings left_out;
    auto draft = draft_from(item, left_out);
    if (draft)
      draft->name_space = TRY(meant_name_space(draft->name_space));
    if (!draft) {
      report(index, title_in(item), draft.error());
      return {};
    }
    left_out.push_back(told_of_secrets(engine_, "content", draft->content));
    for (const std::string& warning : left_out)
      if (!warning.empty() && secrets_.size() < max_secrets)
        secrets_.push_back(std::to_string(index) + ": " + warning);
    drafts_.push_back(std::move(*draft));
    indexes_.push_back(index);
    bytes_ += text.size();
    return drafts_.size() < batch_items && bytes_ < batch_bytes ? Result<void>() : flush();
  }

  Result<BulkReply> finish() {
    TRY_VOID(flush());
    // Items that only the database could refuse were found later than their neighbours.
    std::sort(errors_.begin(), errors_.end());
    BulkReply reply{created_, {}, {}};
    if (!secrets_.empty())
      reply.secrets = std::move(secrets_);
    for (auto& [index, sentence] : errors_)
      reply.errors.push_back(std::to_string(index) + ": " + sentence);
    return reply;
  }

 private:
  Result<engine::Draft> draft_from(const json::value& item, Warnings& left_out) const {
    if (!item.is_object())
      return Failure(refuse("item", "must be an object"));
    Warnings warnings;
    const auto public_alone = without_private_passages(item.get_object(), left_out);
    return draft_of(
        TRY(read_fields<StoreRequest>(public_alone ? *public_alone : item.get_object(), warnings)),
        caller_);
  }

  // As that of a store (op/project_names.h).
  Result<std::string> meant_name_space(const std::string& name) {
    std::string& meant = meant_[name];
    if (meant.empty())
      meant = TRY(engine::meant_name_space(engine_, name, nullptr));
    return meant;
  }

  void report(std::size_t index, std::string title, const Error& error) {
    if (!title.empty())
      title += ": ";
    errors_.emplace_back(index, title + error.message);
  }

  Result<void> flush() {
    const auto flaws = TRY(engine::remember_all(engine_, drafts_));
    for (std::size_t i = 0; i < flaws.size(); ++i) {
      if (const auto& flaw = flaws[i])
        report(indexes_[i], utf8::excerpt(drafts_[i].title, 100), *flaw);
      else
        ++created_;
    }
    drafts_.clear();
    indexes_.clear();
    bytes_ = 0;
    return {};
  }

  Engine& engine_;
  const Caller& caller_;
  std::size_t count_ = 0, bytes_ = 0;
  std::vector<engine::Draft> drafts_;
  std::vector<std::size_t> indexes_;  // indexes of the drafts
  std::int64_t created_ = 0;
  std::vector<std::pair<std::size_t, std::string>> errors_;
  std::vector<std::string> secrets_;
  std::map<std::string, std::string> meant_;  // namespaces, by their names in items
};

Result<BulkReply> run_bulk(Engine& engine, const NoRequest&, const Caller& caller) {
  if (!caller.input)
    return Failure(unavailable("a bulk store needs a list", "use " + said(caller, {bulk})));
  TRY_VOID(check_items(*caller.input, text::JsonTop::list, "", caller.max_items));
  Bulk bulk(engine, caller);
  TRY_VOID(
      read_items(*caller.input, text::JsonTop::list,
                 [&](std::string_view, std::string_view item, bool) { return bulk.take(item); }));
  return bulk.finish();
}

}  // namespace

const Operation& bulk() {
  static const auto it = [] {
    auto made = make_operation<run_bulk>("bulk", "Store memories",
                                         "Store a list of memories, each as store does.",
                                         Effect::adds, {.right = Right::write});
    made.input = {store_params(), true};
    return made;
  }();
  return it;
}

}  // namespace aim::op
