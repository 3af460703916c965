#include "base/identity.h"

#include "base/ascii.h"
#include "base/file.h"
#include "base/lock.h"
#include "base/timestamp.h"

namespace aim {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{1} << 20;
constexpr std::string_view first_line = "ai-memory identity 1";

Error no_identity(const std::filesystem::path& file, std::string_view why) {
  return unavailable("the identity in " + file.string() + " cannot be used: " + std::string(why),
                     "put a copy of it there, or move it away: a new one is made then");
}

std::string text_of(const Identity& identity) {
  std::string text(first_line);
  text.append("\nsecret ").append(identity.key.secret());
  text.append(" ").append(format_rfc3339(identity.since));
  for (const RetiredKey& each : identity.retired)
    text.append("\nretired ")
        .append(each.public_key)
        .append(" ")
        .append(format_rfc3339(each.until));
  return text.append("\n");
}

// "<word> <key> <time>"
struct Line {
  std::string_view word, key, time;
};
Line line_of(std::string_view text) {
  Line line;
  for (std::string_view* part : {&line.word, &line.key, &line.time}) {
    *part = ascii::take_part(text, ' ');
  }
  return line;
}

Result<Identity> parsed(std::string_view text, const std::filesystem::path& file) {
  std::optional<Identity> identity;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::string_view all = ascii::take_part(text, '\n');
    if (++number == 1 && all == first_line)
      continue;
    const Line line = line_of(all);
    const auto time = parse_rfc3339(line.time, "time");
    const auto key = SigningKey::from_secret(line.key);
    if (number == 2 && line.word == "secret" && key && time)
      identity = Identity{*key, time->time, {}};
    else if (identity && line.word == "retired" && is_public_key(line.key) && time)
      identity->retired.push_back({std::string(line.key), time->time});
    else
      return Failure(no_identity(file, "line " + std::to_string(number) + " is not of its form"));
  }
  if (!identity)
    return Failure(no_identity(file, "it holds no key"));
  return *identity;
}

Result<void> save(const Identity& identity, const std::filesystem::path& file) {
  return replace_file(file, text_of(identity));
}

Result<FileLock> lock_beside(const std::filesystem::path& file) {
  if (file.empty())
    return Failure(unavailable("no folder is known for the identity", "set HOME or XDG_DATA_HOME"));
  TRY_VOID(make_private_folder(file.parent_path()));
  return FileLock::take(file.string() + ".lock");
}

}  // namespace

Result<std::optional<Identity>> load_identity(const std::filesystem::path& file) {
  if (file.empty())
    return std::optional<Identity>();
  const auto text = read_file(file, max_file_bytes);
  if (!text && text.error().code == Code::not_found)
    return std::optional<Identity>();
  return std::optional(TRY(parsed(TRY(text), file)));
}

Result<Identity> create_identity(const std::filesystem::path& file, Time now, bool* created) {
  const auto lock = TRY(lock_beside(file));
  auto there = TRY(load_identity(file));
  if (created)
    *created = !there;
  if (there)
    return *there;
  Identity fresh{SigningKey::generate(), now, {}};
  TRY_VOID(save(fresh, file));
  return fresh;
}

Result<Identity> rotate_identity(const std::filesystem::path& file, Time now) {
  const auto lock = TRY(lock_beside(file));
  auto old = TRY(load_identity(file));
  if (!old)
    return Failure(
        helped_by(missing("there is no identity yet"), {"make one", Means::make_identity}));
  Identity fresh{SigningKey::generate(), now, std::move(old->retired)};
  fresh.retired.push_back({old->key.public_key(), now});
  TRY_VOID(save(fresh, file));
  return fresh;
}

}  // namespace aim
