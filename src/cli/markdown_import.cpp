#include "cli/markdown_import.h"

#include <boost/json.hpp>
#include <filesystem>

#include "base/utf8.h"
#include "op/kit/coerce.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

constexpr std::size_t shown_title = 80;

std::string shown_text(const json::object& object, std::string_view name) {
  return utf8::visible(std::string(text::text_at(object, name)));
}

std::string digits_at(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value && value->is_number() ? text::compact(*value) : "0";
}

void add_file(const json::object& file, std::string& out) {
  out.append(shown_text(file, "path")).append(":\n");
  if (const std::string error = shown_text(file, "error"); !error.empty())
    out.append("  ").append(error).append("\n");
  for (const json::value& each : text::items_at(file, "memories")) {
    const json::object& memory = each.get_object();
    std::string action = shown_text(memory, "action");
    action.resize(std::max<std::size_t>(action.size(), 12), ' ');
    out.append("  ").append(digits_at(memory, "n")).append(" ").append(action);
    out.append(shown_text(memory, "priority")).append("  ");
    out.append(utf8::excerpt(shown_text(memory, "title"), shown_title));
    if (const std::string twin = shown_text(memory, "duplicate_of"); !twin.empty())
      out.append(" (like ").append(twin.substr(0, 8)).append(")");
    out.append("\n");
  }
  for (const json::value& gone : text::items_at(file, "gone"))
    if (gone.is_string())
      out.append("  removed from the file: ").append(gone.get_string()).append("\n");
}

}  // namespace

Result<std::string> import_arguments(const Invocation& invocation, const std::string& edits) {
  json::array paths;
  for (const std::string& path : invocation.texts("file"))
    paths.emplace_back(std::filesystem::absolute(path).string());
  json::object arguments{{"file_paths", std::move(paths)},
                         {"confirm_import", invocation.flag("confirm")}};
  if (const std::string* place = invocation.text("location"))
    arguments["location"] = *place;
  if (edits.empty())
    return text::compact(arguments);
  json::value parsed = TRY(text::parse_json(edits));
  if (!parsed.is_array())
    return Failure(refuse("--edits", "must name a file that holds a JSON list"));
  arguments["edits"] = std::move(parsed);
  return text::compact(arguments);
}

Result<std::string> arguments_for_two_stores(const Invocation& invocation) {
  json::object arguments;
  for (const Given& each : invocation.given) {
    const std::string_view name = each.param->name;
    const std::string_view tools_name = name == "threshold"                 ? "similarity_threshold"
                                        : name == "limit" || name == "most" ? "limit"
                                                                            : "";
    if (!tools_name.empty())
      arguments[tools_name] = TRY(op::value_from_text(*each.param, each.texts.back()));
  }
  if (invocation.flag("merge"))
    arguments["auto_merge"] = true;
  return text::compact(arguments);
}

Result<Error> tool_failure(std::string_view text) {
  const json::value parsed = TRY(text::parse_json(text));
  const json::value* error =
      parsed.is_object() ? parsed.get_object().if_contains("error") : nullptr;
  if (!error || !error->is_object())
    return Failure(database_error("the reply is not an error"));
  const json::object& said = error->get_object();
  return invalid(shown_text(said, "message"), shown_text(said, "suggestion"));
}

bool some_file_failed(std::string_view reply) {
  const auto parsed = text::parse_json(reply);
  return parsed && parsed->is_object() &&
         std::ranges::any_of(text::items_at(parsed->get_object(), "files"),
                             [](const json::value& file) {
                               return file.is_object() && file.get_object().contains("error");
                             });
}

Result<std::string> import_lines(std::string_view text) {
  const json::value parsed = TRY(text::parse_json(text));
  if (!parsed.is_object())
    return Failure(database_error("the reply is not an object"));
  const json::object& reply = parsed.get_object();
  if (reply.contains("error"))
    return Failure(TRY(tool_failure(text)));
  std::string out;
  for (const json::value& file : text::items_at(reply, "files")) add_file(file.get_object(), out);
  if (reply.contains("preview")) {
    const json::value* totals = reply.if_contains("totals");
    const std::string count =
        totals && totals->is_object() ? digits_at(totals->get_object(), "memories") : "0";
    out.append(count).append(count == "1" ? " memory" : " memories");
    out.append("; nothing was changed. Import with --confirm\n");
  } else {
    for (const json::value& each : text::items_at(reply, "memories"))
      out.append(shown_text(each.get_object(), "memory_id").substr(0, 8))
          .append("  ")
          .append(utf8::excerpt(shown_text(each.get_object(), "title"), shown_title))
          .append("\n");
    out.append(digits_at(reply, "imported")).append(" imported, ");
    out.append(digits_at(reply, "updated")).append(" updated, ");
    out.append(digits_at(reply, "unchanged")).append(" unchanged, ");
    out.append(digits_at(reply, "skipped")).append(" skipped, ");
    out.append(digits_at(reply, "failed")).append(" failed\n");
  }
  if (reply.contains("secrets_removed"))
    out.append("secrets or private passages left out: ")
        .append(digits_at(reply, "secrets_removed"))
        .append("\n");
  for (const json::value& warning : text::items_at(reply, "warnings"))
    if (warning.is_string())
      out.append("warning: ").append(utf8::visible(std::string(warning.get_string()))).append("\n");
  return out;
}

}  // namespace aim::cli
