// The tool import_markdown_memories of vector-memory.
#include <boost/json.hpp>

#include "base/numbers.h"
#include "memory/priority_names.h"
#include "op/two_stores/import.h"
#include "profile/vector_arguments.h"
#include "profile/vector_replies.h"
#include "profile/vector_tools.h"

namespace aim::profile {
namespace {

using engine::Adopted;
using op::notes::Edit, op::notes::ImportRequest, op::notes::ImportReply;

constexpr std::size_t shown_bytes = 300,
                      reply_bytes = 14'000;  // bytes of a content, of all contents
constexpr Rule paths_rule{.min_bytes = 1, .max_bytes = 4'096, .max_items = 100};

constexpr std::tuple fields_of_edit{needs("path", &Edit::path),
                                    needs("n", &Edit::n, rule::count),
                                    takes("skip", &Edit::skip),
                                    takes("title", &Edit::title, rule::title),
                                    takes("content", &Edit::content, rule::content),
                                    takes("category", &Edit::category, limit::category),
                                    takes("priority", &Edit::band),
                                    takes("tags", &Edit::tags, rule::tags)};

Result<Edit> read_edit(const json::value& value, op::Warnings& warnings) {
  if (!value.is_object())
    return Failure(refuse("edits", "must be a list of objects"));
  Arguments from(value.get_object(), warnings);
  Edit edit;
  TRY_VOID(from.fill(edit, fields_of_edit));
  from.tell_unknown("edits");
  return edit;
}

Result<ImportRequest> read_request(Arguments& from) {
  ImportRequest request;
  TRY_VOID(from.take("file_paths", request.paths, paths_rule));
  TRY_VOID(from.take("confirm_import", request.confirm));
  TRY_VOID(from.take("location", request.place));
  TRY_VOID(from.take("token", request.token, rule::id));
  if (const json::value* edits = from.find("edits", op::Kind::text_list)) {
    if (!edits->is_array())
      return Failure(refuse("edits", "must be a list of objects"));
    for (const json::value& each : edits->get_array())
      request.edits.push_back(TRY(read_edit(each, from.warnings())));
  }
  return request;
}

constexpr std::string_view name_of(Adopted action) {
  constexpr std::string_view names[] = {"add", "update", "unchanged", "edited_here"};
  return names[static_cast<std::size_t>(action)];
}

struct Totals {
  std::int64_t memories = 0, add = 0, update = 0, unchanged = 0, edited = 0, skipped = 0,
               duplicate = 0, failed = 0;
};
Totals totals_of(const ImportReply& done) {
  Totals totals;
  for (const auto& file : done.files) {
    totals.failed += file.error.empty() ? 0 : 1;
    for (const auto& each : file.memories) {
      ++totals.memories;
      std::int64_t& count = each.skipped                        ? totals.skipped
                            : !each.duplicate_of.empty()        ? totals.duplicate
                            : each.action == Adopted::add       ? totals.add
                            : each.action == Adopted::update    ? totals.update
                            : each.action == Adopted::unchanged ? totals.unchanged
                                                                : totals.edited;
      ++count;
    }
  }
  return totals;
}

json::object preview(const ImportReply& done, const Totals& totals) {
  const std::size_t bytes =
      std::min(shown_bytes,
               reply_bytes / static_cast<std::size_t>(std::max<std::int64_t>(totals.memories, 1)));
  json::array files;
  for (const auto& file : done.files) {
    json::array memories;
    for (const auto& each : file.memories) {
      json::object one{{"n", each.n},
                       {"title", each.text.title},
                       {"content", beginning(each.text.content, bytes)},
                       {"bytes", each.text.content.size()},
                       {"priority", aim::name_of(each.text.band)}};
      if (!each.text.category.empty())
        one["category"] = each.text.category;
      one["tags"] = json::array(each.text.tags.begin(), each.text.tags.end());
      one["line_from"] = each.text.line_from;
      one["line_to"] = each.text.line_to;
      one["action"] = each.skipped ? "skip" : name_of(each.action);
      if (!each.duplicate_of.empty() && !each.skipped) {
        one["action"] = "duplicate";
        one["duplicate_of"] = each.duplicate_of;
      }
      memories.push_back(std::move(one));
    }
    json::object one{{"path", file.path}, {"memories", std::move(memories)}};
    if (!file.gone.empty())
      one["gone"] = json::array(file.gone.begin(), file.gone.end());
    if (!file.error.empty())
      one["error"] = file.error;
    files.push_back(std::move(one));
  }
  return {{"preview", true},
          {"token", done.token},
          {"files", std::move(files)},
          {"totals",
           {{"files", done.files.size()},
            {"memories", totals.memories},
            {"add", totals.add},
            {"update", totals.update},
            {"unchanged", totals.unchanged},
            {"edited_here", totals.edited},
            {"duplicate", totals.duplicate}}},
          {"next",
           "call again with confirm_import true; edits: [{path, n, skip or title, content, "
           "priority, tags, category}]"}};
}

json::object imported(const ImportReply& done, const Totals& totals) {
  json::array memories, files;
  for (const auto& file : done.files) {
    if (!file.error.empty())
      files.push_back(json::object{{"path", file.path}, {"error", file.error}});
    for (const auto& each : file.memories)
      if (!each.skipped && (each.action == Adopted::add || each.action == Adopted::update))
        memories.push_back(
            json::object{{"memory_id", each.id}, {"title", each.text.title}, {"path", file.path}});
  }
  json::object reply{{"success", true},
                     {"imported", totals.add},
                     {"updated", totals.update},
                     {"unchanged", totals.unchanged + totals.edited},
                     {"skipped", totals.skipped},
                     {"failed", totals.failed},
                     {"memories", std::move(memories)}};
  if (!files.empty())
    reply["files"] = std::move(files);
  return reply;
}

}  // namespace

std::optional<std::string> VectorTools::question_of_import(Engine& engine,
                                                           const json::object& arguments) const {
  op::Warnings warnings;
  Arguments from(arguments, warnings);
  auto request = read_request(from);
  if (!request || !request->confirm)
    return std::nullopt;
  request->confirm = false;
  request->folder = about().folder;
  request->anywhere = settings_.any_file;
  const auto look = op::notes::import_markdown(stores(engine), *request);
  if (!look)
    return std::nullopt;  // the call will say so
  const Totals totals = totals_of(*look);
  if (totals.add + totals.update == 0)
    return std::nullopt;
  return "Import " + counted(totals.add, "memory", "memories") + " and change " +
         std::to_string(totals.update) + "?";
}

VectorTools::Reply VectorTools::import_markdown(Engine& engine, Arguments& from,
                                                const op::Caller& caller) const {
  ImportRequest request = TRY(read_request(from));
  from.tell_unknown();
  TRY_VOID(check_place("location", request.place, caller));
  request.folder = about().folder;
  request.anywhere = settings_.any_file;
  if (settings_.check_duplicates)
    request.similar_above = settings_.duplicate_similarity;
  const auto done = TRY(op::notes::import_markdown(stores(engine), request));
  if (request.confirm && done.place == op::two_stores::StoreKind::project && settings_.note_made)
    settings_.note_made();
  const Totals totals = totals_of(done);
  json::object reply = request.confirm ? imported(done, totals) : preview(done, totals);
  std::int64_t secrets = 0;
  for (const auto& file : done.files) secrets += file.secrets_removed;
  if (secrets > 0)
    reply["secrets_removed"] = secrets;
  return reply;
}

}  // namespace aim::profile
