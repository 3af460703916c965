// Use case "import_markdown": the sections of a text as memories, shown first and kept when that is
// confirmed (J7). The text comes with the call; no file of this machine is read for it.
#include "base/utf8.h"
#include "memory/priority_names.h"
#include "op/kit/catalog_functions.h"
#include "op/stored_secrets.h"
#include "op/two_stores/import.h"

namespace aim::op {
namespace {

constexpr Rule text_rule{.min_bytes = 1, .max_bytes = std::size_t{1} << 20};
constexpr Rule path_rule{.min_bytes = 4, .max_bytes = 512};
constexpr Rule token_rule{.max_bytes = 64};
constexpr std::size_t shown_characters = 300;
constexpr double nearly_the_same = 0.9;

struct ImportMarkdownRequest {
  std::string path, text, name_space = "global", token;
  bool confirm = false;
  using R = ImportMarkdownRequest;
  static constexpr std::tuple fields{
      needs("path", &R::path, path_rule,
            "File name; a later import with the same name updates its memories"),
      needs("text", &R::text, text_rule, "Content of the file"),
      takes("namespace", &R::name_space, rule::name_space, "Namespace"),
      takes("confirm", &R::confirm, rule::any, "Import; default: only show a preview"),
      takes("token", &R::token, token_rule,
            "From a preview; the import is refused if the text differs")};
};
struct SectionView {
  std::string id, title, content, action;
  std::int64_t priority = 5, line_from = 0, line_to = 0;
  std::optional<std::string> category, duplicate_of;
  std::vector<std::string> tags;
  using R = SectionView;
  static constexpr std::tuple fields{
      gives("id", &R::id, "The memory, existing or to be created"),
      gives("title", &R::title, "Title"),
      gives("content", &R::content, "Beginning of its content"),
      gives("action", &R::action, "add, update, unchanged or edited_here"),
      gives("priority", &R::priority, "10 is highest"),
      gives("category", &R::category, "Status of a decision record"),
      gives("tags", &R::tags, "Tags"),
      gives("line_from", &R::line_from, "First line in the text"),
      gives("line_to", &R::line_to, "Last line in the text"),
      gives("duplicate_of", &R::duplicate_of,
            "A memory with nearly the same meaning; preview only")};
};
struct ImportMarkdownReply {
  bool preview = true;
  std::string token;
  std::int64_t added = 0, updated = 0, unchanged = 0, edited_here = 0;
  std::optional<std::int64_t> secrets_removed;
  std::vector<SectionView> memories;
  std::vector<std::string> gone;
  using R = ImportMarkdownReply;
  static constexpr std::tuple fields{
      gives("preview", &R::preview, "True if nothing was changed"),
      gives("token", &R::token, "Identifies this text"),
      gives("added", &R::added, "New memories"),
      gives("updated", &R::updated, "Memories changed by the text"),
      gives("unchanged", &R::unchanged, "Unchanged memories"),
      gives("edited_here", &R::edited_here, "Memories edited here; they keep their content"),
      gives("secrets_removed", &R::secrets_removed, secrets_removed_doc),
      gives("memories", &R::memories, "One per section or item"),
      gives("gone", &R::gone, "Ids of memories whose sections were removed from the text")};
};

struct Fate {
  std::string_view name;
  std::int64_t ImportMarkdownReply::*count;
};
Fate fate_of(engine::Adopted action) {
  using R = ImportMarkdownReply;
  switch (action) {
    case engine::Adopted::add:
      return {"add", &R::added};
    case engine::Adopted::update:
      return {"update", &R::updated};
    case engine::Adopted::unchanged:
      return {"unchanged", &R::unchanged};
    case engine::Adopted::edited:
      return {"edited_here", &R::edited_here};
  }
  return {"add", &R::added};
}

SectionView view(const notes::ImportedMemory& memory, std::string_view action) {
  SectionView out;
  out.id = memory.id;
  out.title = memory.text.title;
  out.content = utf8::excerpt(memory.text.content, shown_characters);
  out.action = action;
  out.priority = priority_of(memory.text.band);
  out.line_from = static_cast<std::int64_t>(memory.text.line_from);
  out.line_to = static_cast<std::int64_t>(memory.text.line_to);
  if (!memory.text.category.empty())
    out.category = memory.text.category;
  if (!memory.duplicate_of.empty())
    out.duplicate_of = memory.duplicate_of;
  out.tags = memory.text.tags;
  return out;
}

Result<ImportMarkdownReply> run_import_markdown(Engine& engine,
                                                const ImportMarkdownRequest& request,
                                                const Caller&) {
  const auto done =
      TRY(notes::import_text(engine, {request.path, request.text, request.name_space, request.token,
                                      request.confirm, nearly_the_same}));
  ImportMarkdownReply reply;
  reply.preview = !request.confirm;
  reply.token = done.token;
  for (const notes::ImportedMemory& each : done.file.memories) {
    const Fate fate = fate_of(each.action);
    ++(reply.*fate.count);
    reply.memories.push_back(view(each, fate.name));
  }
  reply.secrets_removed = if_any(done.file.secrets_removed);
  reply.gone = done.file.gone;
  return reply;
}

}  // namespace

const Operation& import_markdown() {
  return operation<run_import_markdown>(
      "import_markdown", "Import Markdown",
      "Preview a Markdown text as memories; import it when confirmed.", Effect::adds,
      {.counts_as_store = true});
}

}  // namespace aim::op
