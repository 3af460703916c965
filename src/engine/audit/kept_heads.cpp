#include "engine/audit/kept_heads.h"

#include <charconv>
#include <system_error>

#include "base/file.h"
#include "base/signature.h"

namespace aim::engine {
namespace {

constexpr std::size_t max_file_bytes = 1024 * 1024;
constexpr std::string_view first_line = "ai-memory heads 1\n";

struct HeadLine {
  ChainHead head;
  std::string_view database;
};

// Nothing for what is no line of ours: it is left out when the file is written again.
std::optional<HeadLine> read_line(std::string_view text) {
  HeadLine line;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), line.head.sequence);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  constexpr std::size_t hash_digits = 64;
  if (error != std::errc() || line.head.sequence < 1 || text.size() < hash_digits + 3 ||
      text[0] != ':' || text[hash_digits + 1] != ' ' || !is_public_key(text.substr(1, hash_digits)))
    return std::nullopt;
  line.head.hash = text.substr(1, hash_digits);
  line.database = text.substr(hash_digits + 2);
  return line;
}

void append_line(std::string& out, const ChainHead& head, std::string_view database) {
  out.append(std::to_string(head.sequence)).append(":").append(head.hash);
  out.append(" ").append(database).append("\n");
}

std::string name_of(const std::filesystem::path& database) {
  std::error_code error;
  const auto canonical = std::filesystem::weakly_canonical(database, error);
  return (error ? database : canonical).string();
}

// The lines of the file; nothing when there is none.
Result<std::string> read_lines(const std::filesystem::path& file) {
  auto text = read_regular_file(file, max_file_bytes);
  if (!text && text.error().code == Code::not_found)
    return std::string();
  if (!text)
    return Failure(text.error());
  return text->starts_with(first_line) ? text->substr(first_line.size()) : std::string();
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

}  // namespace

KeptHeads::KeptHeads(const std::filesystem::path& identity) {
  if (!identity.empty())
    file_ = identity.string() + ".heads";
}

Result<std::optional<ChainHead>> KeptHeads::find(const std::filesystem::path& database) const {
  std::optional<ChainHead> found;
  if (file_.empty())
    return found;
  const std::string name = name_of(database), text = TRY(read_lines(file_));
  for (std::string_view rest = text; !rest.empty();)
    if (const auto line = read_line(take_line(rest)); line && line->database == name)
      found = line->head;
  return found;
}

Result<void> KeptHeads::note(const std::filesystem::path& database, const ChainHead& head) const {
  const std::string name = name_of(database);
  if (file_.empty() || head.sequence < 1 || name.find('\n') != name.npos)
    return {};
  const std::string text = TRY(read_lines(file_));
  std::string lines(first_line);
  for (std::string_view rest = text; !rest.empty();) {
    const auto line = read_line(take_line(rest));
    if (line && line->database == name && line->head.sequence >= head.sequence)
      return {};
    if (line && line->database != name)
      append_line(lines, line->head, line->database);
  }
  append_line(lines, head, name);
  return replace_file(file_, lines, Durable::no);
}

}  // namespace aim::engine
