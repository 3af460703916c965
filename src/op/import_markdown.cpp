// Use case "import_markdown": the sections of a text as memories, shown first and kept when that is
// confirmed (J7). The text comes with the call; no file of this machine is read for it.
#include "op/import_markdown.h"

#include "base/utf8.h"
#include "memory/priority_names.h"
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
  static constexpr auto fields() {
    using R = ImportMarkdownRequest;
    return std::tuple{needs("path", &R::path, path_rule,
                            "Name of the file; the same name finds its memories again"),
                      needs("text", &R::text, text_rule, "What the file holds"),
                      takes("namespace", &R::name_space, rule::name_space, "Namespace"),
                      takes("confirm", &R::confirm, rule::any, "Import; without it, only shown"),
                      takes("token", &R::token, token_rule,
                            "Of a preview: refused when the text is another one")};
  }
};
struct SectionView {
  std::string id, title, content, action;
  std::int64_t priority = 5, line_from = 0, line_to = 0;
  std::optional<std::string> category, duplicate_of;
  std::vector<std::string> tags;
  static constexpr auto fields() {
    using R = SectionView;
    return std::tuple{gives("id", &R::id, "The memory that it is, or would be"),
                      gives("title", &R::title, "Its title"),
                      gives("content", &R::content, "How its content begins"),
                      gives("action", &R::action, "add, update, unchanged or edited_here"),
                      gives("priority", &R::priority, "10 is highest"),
                      gives("category", &R::category, "Of decision records"),
                      gives("tags", &R::tags, "Its tags"),
                      gives("line_from", &R::line_from, "First line of it in the text"),
                      gives("line_to", &R::line_to, "Last line"),
                      gives("duplicate_of", &R::duplicate_of,
                            "A memory that says nearly the same; in a preview")};
  }
};
struct ImportMarkdownReply {
  bool preview = true;
  std::string token;
  std::int64_t added = 0, updated = 0, unchanged = 0, edited_here = 0;
  std::vector<SectionView> memories;
  std::vector<std::string> gone;
  static constexpr auto fields() {
    using R = ImportMarkdownReply;
    return std::tuple{
        gives("preview", &R::preview, "Whether nothing was changed"),
        gives("token", &R::token, "Of this text"),
        gives("added", &R::added, "Memories that are new"),
        gives("updated", &R::updated, "Memories that the text changes"),
        gives("unchanged", &R::unchanged, "Memories that are as the text has them"),
        gives("edited_here", &R::edited_here, "Memories that were changed here, and stay so"),
        gives("memories", &R::memories, "One a section or item"),
        gives("gone", &R::gone, "Ids of memories whose sections are not in the text any more")};
  }
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
  reply.gone = done.file.gone;
  return reply;
}

}  // namespace

const Operation& import_markdown() {
  static const auto it = operation<run_import_markdown>(
      {"import_markdown",
       "Import Markdown",
       "Show what a Markdown text would give as memories; import them when confirmed.",
       Effect::adds,
       {.counts_as_store = true}});
  return it;
}

}  // namespace aim::op
