// The indexer's work on due files: reads them, stores their parts, removes deleted ones.
#include <system_error>
#include <unordered_set>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/utf8.h"
#include "capture/cleaner.h"
#include "jobs/index/indexer.h"
#include "mine/chunks.h"
#include "mine/decoder.h"

namespace aim::jobs::index {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto gone_wait = 2s;  // whether a file comes back under another name
constexpr auto retry_wait = 1s;
constexpr std::size_t max_told = 10'000;

// Without the mark at its beginning, lines ended by \n alone.
std::string plain(std::string_view text) {
  text = utf8::without_mark(text);
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] != '\r' || at + 1 == text.size() || text[at + 1] != '\n')
      out += text[at];
  return out;
}

}  // namespace

void Indexer::retry(const std::vector<std::string>& paths, bool gone, Moment now) {
  for (const std::string& path : paths) note_path(path, gone, now + retry_wait, now);
}

// Empty for what is left out; nothing when the file is to be read later.
std::optional<std::string> Indexer::text_of(const std::string& path, const FileSign& sign,
                                            Moment now) {
  if (sign.size > options_.max_file_bytes)
    return leave_out(path, &Figures::too_large,
                     "it is larger than " + std::to_string(options_.max_file_bytes) + " bytes");
  ++figures_.read;
  auto text = walk_.read(path, sign);
  if (!text && text.error().code == Code::not_found) {
    note_path(path, false, now + options_.debounce, now);  // it is being written
    return std::nullopt;
  }
  if (!text)
    return leave_out(path, &Figures::no_text, text.error().message);
  std::string decoded = mine::decoded_text(*text);
  if (decoded.find('\0') != std::string::npos)
    return leave_out(path, &Figures::no_text, "it is no text");
  if (ascii::is_blank(decoded))
    ++figures_.empty;
  return decoded;
}

std::optional<std::string> Indexer::leave_out(const std::string& path, std::int64_t Figures::*count,
                                              std::string_view why) {
  ++(figures_.*count);
  if (told_.size() < max_told && told_.insert(path).second)
    log::warn("not indexed: " + utf8::visible(path) + ": " + std::string(why));
  return std::string();
}

std::vector<engine::FilePart> Indexer::parts_of(const std::string& path, const std::string& text,
                                                const std::vector<engine::FilePart>& before) const {
  std::string kept;
  std::vector<std::size_t> numbers{0};  // line numbers in the file
  for (std::size_t at = 0, number = 1; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const auto line = std::string_view(text).substr(at, end - at);
    if (!options_.leaves_out || !options_.leaves_out(path, line)) {
      kept.append(text, at, end + 1 - at);
      numbers.push_back(number);
    }
    at = end + 1;
  }
  std::unordered_set<std::uint64_t> sources;
  for (const engine::FilePart& each : before)
    if (each.source != 0)
      sources.insert(each.source);
  std::vector<engine::FilePart> parts;
  for (mine::Chunk& chunk : mine::chunks_of_markdown(kept, sources)) {
    const auto line = [&](std::size_t of) { return numbers[std::min(of, numbers.size() - 1)]; };
    const std::uint64_t hash = stable_hash(chunk.content);
    parts.push_back({0, hash, chunk.source, std::move(chunk.heading), std::move(chunk.content),
                     line(chunk.line_from), line(chunk.line_to)});
  }
  return parts;
}

std::string Indexer::twin_that_is_gone(const std::string& sha256,
                                       const std::vector<Read>& reads) const {
  const auto [from, to] = gone_.equal_range(sha256);
  for (auto each = from; each != to; ++each) {
    const std::string& path = each->second;
    const bool taken =
        std::ranges::any_of(reads, [&](const Read& read) { return read.renamed_from == path; });
    const auto known = known_.find(path);
    if (!taken && known != known_.end() && known->second.sha256 == sha256 && !walk_.sign_of(path))
      return path;
  }
  return {};
}

void Indexer::prepare(const std::string& path, Moment now, std::vector<Read>& reads,
                      std::vector<engine::FileChange>& changes) {
  const auto sign = walk_.sign_of(path);
  const auto known = known_.find(path);
  const bool is_known = known != known_.end();
  if (!sign) {
    if (is_known)
      note_gone(path, now + gone_wait, now);
    return;
  }
  if (is_known)
    is_back(path);
  if (is_known && known->second.sign == *sign)
    return;
  const auto text = text_of(path, *sign, now);
  if (!text)
    return;
  Read read{path, {*sign, text->empty() ? "" : sha256_hex(*text), {}}, {}};
  if (is_known && !text->empty() && known->second.sha256 == read.file.sha256) {
    known->second.sign = *sign;
    dirty_ = true;
    return;
  }
  if (!is_known)
    read.renamed_from = twin_that_is_gone(read.file.sha256, reads);
  engine::FileChange change{path, {}, {}};
  if (is_known)
    change.before = known->second.parts;
  else if (!read.renamed_from.empty())
    change.before = known_.at(read.renamed_from).parts;
  Cleaner cleaner(options_.secrets_removed);
  change.after = parts_of(path, cleaner.text(plain(*text), LineEnds::keep), change.before);
  if (cleaner.removed() > 0) {
    figures_.secrets_removed += cleaner.removed();
    log::info(utf8::visible(path) + ": " + std::to_string(cleaner.removed()) +
              " secrets or private passages were left out");
  }
  reads.push_back(std::move(read));
  changes.push_back(std::move(change));
}

Result<void> Indexer::commit(std::vector<engine::FileChange>& changes) {
  dirty_ = true;
  const bool says_nothing = std::ranges::all_of(changes, [](const engine::FileChange& each) {
    return each.before.empty() && each.after.empty();
  });
  if (options_.dry_run || says_nothing)
    return {};
  // Never one that was there before, even where the database is an older copy of itself.
  const std::int64_t stamp =
      std::max(stamp_ + 1, std::int64_t{engine_.clock.now().time_since_epoch().count()});
  TRY_VOID(engine::keep_files(engine_, scope_, changes, stamp));
  stamp_ = stamp;
  return {};
}

Result<void> Indexer::keep(const std::vector<std::string>& paths, Moment now) {
  std::vector<Read> reads;
  std::vector<engine::FileChange> changes;
  for (const std::string& path : paths) prepare(path, now, reads, changes);
  if (changes.empty())
    return {};
  if (auto kept = commit(changes); !kept) {
    retry(paths, false, now);
    return kept;
  }
  for (std::size_t at = 0; at < reads.size(); ++at) {
    Read& read = reads[at];
    count(read, changes[at]);
    if (!read.renamed_from.empty())
      forget(read.renamed_from);
    read.file.parts = std::move(changes[at].after);
    for (engine::FilePart& each : read.file.parts) each.content = {};
    known_[read.path] = std::move(read.file);
  }
  return {};
}

void Indexer::count(const Read& read, const engine::FileChange& change) {
  if (!read.renamed_from.empty())
    ++figures_.renamed;
  else if (!change.before.empty())
    ++(change.after.empty() ? figures_.removed : figures_.changed);
  else if (!change.after.empty())
    ++figures_.added;
}

// ---- files that are gone ----

void Indexer::forget(const std::string& path) {
  is_back(path);
  known_.erase(path);
  if (const auto waits = pending_.find(path); waits != pending_.end() && waits->second.gone)
    pending_.erase(waits);
}

Result<void> Indexer::drop(const std::vector<std::string>& paths, Moment now) {
  std::error_code error;
  // A disk that is not there takes no entries along.
  if (!fs::is_directory(walk_.folder(), error)) {
    retry(paths, true, now);
    return Failure(unavailable("the folder " + walk_.folder().string() + " does not exist", ""));
  }
  std::vector<engine::FileChange> changes;
  std::vector<std::string> gone;
  for (const std::string& path : paths) {
    const auto known = known_.find(path);
    if (known == known_.end())
      continue;
    if (const auto sign = walk_.sign_of(path)) {
      is_back(path);
      if (*sign != known->second.sign)
        note_path(path, false, now, now);
      continue;
    }
    changes.push_back({path, known->second.parts, {}});
    gone.push_back(path);
  }
  if (changes.empty())
    return {};
  if (auto kept = commit(changes); !kept) {
    retry(gone, true, now);
    return kept;
  }
  for (std::size_t at = 0; at < gone.size(); ++at) {
    forget(gone[at]);
    figures_.removed += changes[at].before.empty() ? 0 : 1;
  }
  return {};
}

const Figures& Indexer::figures() {
  figures_.files = figures_.entries = 0;
  for (const auto& [path, file] : known_) {
    figures_.files += file.parts.empty() ? 0 : 1;
    figures_.entries += static_cast<std::int64_t>(file.parts.size());
  }
  return figures_;
}

}  // namespace aim::jobs::index
