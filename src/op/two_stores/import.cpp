#include "op/two_stores/import.h"

#include "base/ascii.h"
#include "base/environment.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "base/uuid.h"
#include "engine/duplicates/duplicates.h"
#include "engine/engine.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "mine/decoder.h"
#include "op/stored_secrets.h"

namespace aim::op::notes {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{1} << 20;
constexpr std::string_view import_source = "import", path_key = engine::two_stores::path_key;

struct File {
  fs::path path;      // resolved
  std::string shown;  // relative to the project where it is in it
  std::string text, error;
};

fs::path users_notes() {
  const fs::path home = environment("HOME");
  return home.empty() ? fs::path() : home / ".claude";
}

bool is_below(const fs::path& path, const fs::path& folder) {
  if (folder.empty())
    return false;
  std::error_code error;
  const fs::path root = fs::weakly_canonical(folder, error);
  const auto [end, rest] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  (void)rest;
  return end == root.end();
}

std::string shown_path(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  if (is_below(path, folder))
    return fs::relative(path, folder, error).generic_string();
  return path.generic_string();
}

bool is_markdown(const fs::path& path) {
  const std::string ending = ascii::lower(path.extension().string());
  return ending == ".md" || ending == ".markdown";
}

// Links are followed first: what counts is where a file is.
File opened(const fs::path& asked, const fs::path& folder, bool anywhere) {
  std::error_code error;
  File file;
  file.path = fs::canonical(asked.is_absolute() || folder.empty() ? asked : folder / asked, error);
  file.shown = error ? asked.generic_string() : shown_path(file.path, folder);
  if (error) {
    file.error = "there is no such file";
  } else if (!anywhere && !is_below(file.path, folder) && !is_below(file.path, users_notes())) {
    file.error = "it is outside the project and ~/.claude";
    file.shown = asked.generic_string();  // where a link leads is not told
  }
  if (!file.error.empty())
    return file;
  if (!is_markdown(file.path))
    file.error = "its name does not end with .md or .markdown";
  else if (!fs::is_regular_file(file.path, error))
    file.error = "it is not a regular file";
  else if (fs::file_size(file.path, error) > max_file_bytes)
    file.error = "it has more than 1 MiB";
  if (!file.error.empty())
    return file;
  auto text = read_file(file.path, max_file_bytes);
  if (!text)
    file.error = text.error().message;
  else
    file.text = mine::decoded_text(*text);
  if (file.text.find('\0') != std::string::npos) {
    file.text.clear();
    file.error = "it is not a text";
  }
  return file;
}

}  // namespace

std::vector<fs::path> notes_in(const fs::path& folder, const std::string& below) {
  std::vector<fs::path> found = entries_of(below.empty() ? folder : folder / below);
  std::error_code error;
  std::erase_if(found, [&](const fs::path& each) {
    return !fs::is_regular_file(each, error) ||
           !mine::is_memory_file(below, each.filename().string());
  });
  return found;
}

namespace {

std::vector<fs::path> paths_of(const ImportRequest& request, StoreKind place) {
  if (!request.paths.empty())
    return {request.paths.begin(), request.paths.end()};
  if (place == StoreKind::global)
    return users_notes().empty() ? std::vector<fs::path>()
                                 : notes_in(users_notes().parent_path(), ".claude");
  std::vector<fs::path> all;
  for (const std::string_view below : mine::memory_file_folders())
    std::ranges::copy(notes_in(request.folder, std::string(below)), std::back_inserter(all));
  return all;
}

std::string token_of(const std::vector<File>& files) {
  std::string all;
  for (const File& file : files)
    all.append(file.shown).append("\n").append(sha256_hex(file.text)).append("\n");
  return sha256_hex(all).substr(0, 32);
}

void apply(const Edit& edit, ImportedMemory& memory) {
  memory.skipped = edit.skip;
  if (edit.title)
    memory.text.title = *edit.title;
  if (edit.content)
    memory.text.content = *edit.content;
  if (edit.category)
    memory.text.category = *edit.category;
  if (edit.band)
    memory.text.band = *edit.band;
  if (edit.tags)
    memory.text.tags = *edit.tags;
}

// A hint at CORE is the user's to take.
Band written_band(const ImportedMemory& memory, const std::vector<Edit>& edits,
                  const std::string& path) {
  const bool edited = std::ranges::any_of(edits, [&](const Edit& each) {
    return each.path == path && each.n == memory.n && each.band;
  });
  return edited || memory.text.band != Band::core ? memory.text.band : Band::high;
}

Memory memory_of(const ImportedMemory& imported, const std::string& path, Band band,
                 const std::string& name_space) {
  Memory memory;
  memory.id = imported.id;
  memory.tier = Tier::long_term;
  memory.name_space = name_space;
  memory.title = imported.text.title;
  memory.content = imported.text.content;
  memory.tags = imported.text.tags;
  memory.priority = priority_of(band);
  memory.source = import_source;
  memory.metadata = with_text("{}", path_key, path);
  if (!imported.text.category.empty())
    memory.metadata =
        with_text(memory.metadata, engine::two_stores::category_key, imported.text.category);
  std::string lines = memory.metadata.substr(0, memory.metadata.size() - 1);
  lines.append(",\"line_from\":").append(std::to_string(imported.text.line_from));
  lines.append(",\"line_to\":").append(std::to_string(imported.text.line_to)).append("}");
  memory.metadata = engine::with_origin(lines, imported.title_there, imported.content_there);
  return memory;
}

// Ids of other memories that came from the file.
Result<std::vector<std::string>> gone_from(Engine& engine, const ImportedFile& file) {
  std::set<std::string> here;
  for (const ImportedMemory& each : file.memories) here.insert(each.id);
  auto ids = TRY(engine::two_stores::ids_from(engine, std::string(import_source), file.path));
  std::erase_if(ids, [&](const std::string& id) { return here.contains(id); });
  return ids;
}

// A memory that says nearly the same already: the user decides.
Result<void> find_twin(Engine& engine, const ImportRequest& request, const std::string& name_space,
                       ImportedMemory& memory) {
  if (memory.skipped || memory.action != engine::Adopted::add || !engine.database.exists())
    return {};
  Memory asked;
  asked.title = memory.text.title;
  asked.content = memory.text.content;
  asked.name_space = name_space;
  const auto near =
      TRY(engine::near_duplicates(engine, asked, {name_space, request.similar_above, 1, {}}));
  if (!near.empty())
    memory.duplicate_of = near.front().memory.id;
  return {};
}

Result<ImportedFile> imported(Engine& engine, const ImportRequest& request, const File& file,
                              const std::string& name_space) {
  ImportedFile out;
  out.path = file.shown;
  out.error = file.error;
  if (!file.error.empty())
    return out;
  Cleaner cleaner = cleaner_of(engine);
  for (mine::MarkdownMemory& text :
       mine::memories_of_markdown(file.shown, cleaner.text(file.text, LineEnds::keep))) {
    ImportedMemory memory;
    memory.n = std::ssize(out.memories) + 1;
    memory.id =
        is_uuid(text.id)  // a document may say anything
            ? text.id
            : named_uuid("markdown\n" + name_space + "\n" + file.shown + "\n" + text.identity);
    memory.text = std::move(text);
    memory.title_there = memory.text.title;
    memory.content_there = memory.text.content;
    for (const Edit& edit : request.edits)
      if (edit.path == file.shown && edit.n == memory.n)
        apply(edit, memory);
    out.memories.push_back(std::move(memory));
  }
  out.secrets_removed = cleaner.removed();
  std::vector<Memory> batch;
  for (const ImportedMemory& each : out.memories)
    if (!each.skipped)
      batch.push_back(
          memory_of(each, file.shown, written_band(each, request.edits, file.shown), name_space));
  const bool dry = !request.confirm;
  engine::AdoptReport report;
  if (!dry || engine.database.exists())
    TRY_VOID(engine::adopt(engine, std::move(batch), report, dry));
  std::size_t at = 0;
  for (ImportedMemory& each : out.memories)
    if (!each.skipped && at < report.fates.size())
      each.action = report.fates[at++];
  if (dry && request.similar_above < 1)
    for (ImportedMemory& each : out.memories)
      TRY_VOID(find_twin(engine, request, name_space, each));
  if (engine.database.exists())
    out.gone = TRY(gone_from(engine, out));
  return out;
}

Result<void> check_token(const std::string& given, const std::string& now) {
  if (given == now)
    return {};
  Error error = conflict("a file has changed since the preview");
  error.field = "token";
  error.hint = "show the preview again";
  return Failure(std::move(error));
}

}  // namespace

Result<TextReply> import_text(Engine& engine, const TextRequest& request) {
  File file;
  file.shown = request.path;
  file.text = request.text;
  if (!is_markdown(request.path))
    return Failure(refuse("path", "must end with .md or .markdown"));
  TextReply reply;
  reply.token = token_of({file});
  if (!request.token.empty())
    TRY_VOID(check_token(request.token, reply.token));
  ImportRequest asked;
  asked.confirm = request.confirm;
  asked.similar_above = request.similar_above;
  reply.file = TRY(imported(engine, asked, file, request.name_space));
  return reply;
}

Result<ImportReply> import_markdown(const Stores& stores, const ImportRequest& request) {
  ImportReply reply;
  reply.place = request.place.value_or(stores.project ? StoreKind::project : StoreKind::global);
  Engine* engine = engine::two_stores::engine_at(stores, reply.place);
  if (!engine) {
    return Failure(refuse("location", "must be global: there is no project here"));
  }
  std::vector<File> files;
  for (const fs::path& path : paths_of(request, reply.place))
    files.push_back(opened(path, request.folder, request.anywhere));
  reply.token = token_of(files);
  if (request.token)
    TRY_VOID(check_token(*request.token, reply.token));
  const std::string name_space = reply.place == StoreKind::project
                                     ? engine::two_stores::project_id(stores)
                                     : std::string(engine::two_stores::global_name_space);
  for (const File& file : files)
    reply.files.push_back(TRY(imported(*engine, request, file, name_space)));
  if (request.confirm)
    engine::two_stores::settle(*engine);
  return reply;
}

}  // namespace aim::op::notes
