#include <vector>

#include "cli/flags.h"

namespace aim::cli {
namespace {

using op::Kind;
using Params = std::vector<op::Param>;

op::Param place(std::string_view doc) {
  op::Param param = flag("location", Kind::text, doc);
  param.values = {"project", "global"};
  return param;
}

op::Param folder(std::string_view doc) {
  return flag("folder", Kind::text, doc);
}

}  // namespace

std::span<const op::Param> init_flags() {
  static const Params params{
      folder("The project's folder (default: the working directory)"),
      flag("share", Kind::boolean, "Share the store through Git: create no .gitignore")};
  return params;
}

std::span<const op::Param> trust_flags() {
  static const Params params{
      folder("The project's folder (default: the working directory)"),
      flag("list", Kind::boolean, "List stores that are trusted or were created here"),
      flag("remove", Kind::boolean, "Revoke the trust")};
  return params;
}

std::span<const op::Param> context_flags() {
  static const Params params{
      project_param(),
      flag("limit", Kind::integer, "Maximum memories, 0 to 20 (default: the configured 8)"),
      flag("budget", Kind::integer, "Maximum tokens, 50 to 10000 (default: 1500)")};
  return params;
}

std::span<const op::Param> summarise_flags() {
  static const Params params{
      flag("session", Kind::text, "Session to summarise; default: all ended sessions"),
      project_param(), flag("dry_run", Kind::boolean, "Print the summary without storing it"),
      flag("background", Kind::boolean, "Run with low priority, for at most a minute")};
  return params;
}

std::span<const op::Param> import_markdown_flags() {
  static const Params params{
      flag("file", Kind::text_list, "Markdown files; default: files that look like notes",
           Meaning::path),
      project_param(),
      flag("confirm", Kind::boolean, "Import; default: only show a preview"),
      place("Store to use (default: the project's, if there is one)"),
      flag("edits", Kind::text,
           "JSON file with changes: [{\"path\",\"n\",\"skip\" or \"title\", …}]"),
      flag("dismiss", Kind::boolean, "Do not suggest this project's notes again")};
  return params;
}

std::span<const op::Param> export_markdown_flags() {
  static const Params params{
      flag("file", Kind::text, "Output file (default: standard output)", Meaning::path),
      project_param(), place("Store to use (default: the project's, if there is one)")};
  return params;
}

std::span<const op::Param> both_stores_flags() {
  static const Params params = [] {
    op::Param profile =
        flag("profile", Kind::text, "Use the two stores of that profile, like its own tool");
    profile.values = {"vector-memory"};
    return Params{profile, project_param()};
  }();
  return params;
}

}  // namespace aim::cli
