#include "jobs/index/indexer.h"

#include <boost/json.hpp>
#include <system_error>
#include <unordered_set>

#include "base/ascii.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/utf8.h"
#include "text/json_text.h"

namespace aim::jobs::index {
namespace {

constexpr std::int64_t form = 1;

json::array line_of(const std::string& path, const KnownFile& file) {
  json::array parts;
  for (const engine::FilePart& each : file.parts)
    parts.push_back(json::array{each.key, each.hash, each.source, each.heading});
  return {path, file.sign.size, file.sign.inode, file.sign.changed_at, file.sha256, parts};
}

KnownFile file_of(const json::array& line) {
  KnownFile file;
  file.sign = {line.at(1).to_number<std::uint64_t>(), line.at(2).to_number<std::uint64_t>(),
               line.at(3).to_number<std::int64_t>()};
  file.sha256 = line.at(4).as_string();
  for (const json::value& each : line.at(5).as_array()) {
    const json::array& part = each.as_array();
    file.parts.push_back(
        {part.at(0).to_number<std::int64_t>(), part.at(1).to_number<std::uint64_t>(),
         part.at(2).to_number<std::uint64_t>(), std::string(part.at(3).as_string())});
  }
  return file;
}

}  // namespace

std::string text_of(const Notebook& notebook) {
  std::string text = text::compact(json::object{{"form", form},
                                                {"stamp", notebook.stamp},
                                                {"folder", notebook.folder},
                                                {"files", notebook.files.size()}}) +
                     "\n";
  for (const auto& [path, file] : notebook.files)
    text.append(text::compact(json::value(line_of(path, file)))).append("\n");
  return text;
}

std::optional<Notebook> parse_notebook(std::string_view text) {
  const auto next = [&] { return ascii::take_part(text, '\n'); };
  try {
    Notebook notebook;
    const json::value head = json::parse(next());
    if (head.at("form").as_int64() != form)
      return std::nullopt;
    notebook.stamp = head.at("stamp").as_int64();
    notebook.folder = head.at("folder").as_string();
    while (!text.empty()) {
      const json::value line = json::parse(next());
      notebook.files.insert_or_assign(std::string(line.as_array().at(0).as_string()),
                                      file_of(line.as_array()));
    }
    if (notebook.files.size() != head.at("files").to_number<std::size_t>())
      return std::nullopt;
    return notebook;
  } catch (const boost::system::system_error&) {
  } catch (const std::out_of_range&) {
  }
  return std::nullopt;
}

namespace {

using namespace std::chrono_literals;

constexpr auto longest_wait = 5s;            // maximum delay of a file that is written all the time
constexpr auto gone_wait = 2s;               // whether a file comes back under another name
constexpr std::size_t max_pending = 20'000;  // changes; more of them are one look at everything
constexpr std::size_t files_at_once = 64;
constexpr std::uintmax_t max_notebook_bytes = 64 * 1'024 * 1'024;

}  // namespace

Result<Indexer> Indexer::open(Engine& engine, Options options) {
  std::error_code error;
  const fs::path folder = fs::canonical(options.folder, error);
  if (error)
    return Failure(missing("there is no folder " + options.folder.string()));
  if (!fs::is_directory(folder, error))
    return Failure(refuse("folder", "must be a folder; got " + options.folder.string()));
  if (!utf8::is_valid(folder.string()))
    return Failure(refuse("folder", "must have a name in UTF-8"));
  return Indexer(engine, std::move(options), folder);
}

Indexer::Indexer(Engine& engine, Options options, fs::path folder)
    : engine_(engine),
      options_(std::move(options)),
      walk_(folder, options_.follow_links),
      scope_{options_.name_space, folder.string()} {}

fs::path Indexer::notebook_file() const {
  const std::string which =
      engine_.database.name() + "\n" + scope_.name_space + "\n" + scope_.folder;
  return options_.state / (sha256_hex(which).substr(0, 16) + ".json");
}

Result<void> Indexer::begin() {
  stamp_ = TRY(engine::stamp_of(engine_, scope_));
  if (!options_.state.empty())
    if (const auto text = read_file(notebook_file(), max_notebook_bytes))
      if (auto notebook = parse_notebook(*text);
          notebook && notebook->stamp == stamp_ && notebook->folder == scope_.folder) {
        known_ = std::move(notebook->files);
        return {};
      }
  for (auto& [path, parts] : TRY(engine::kept_files(engine_, scope_)))
    known_[path].parts = std::move(parts);
  dirty_ = !known_.empty();
  return {};
}

void Indexer::save() {
  if (!dirty_ || options_.dry_run || options_.state.empty())
    return;
  Notebook notebook{stamp_, scope_.folder, {}};
  notebook.files.swap(known_);
  const std::string text = index::text_of(notebook);
  known_.swap(notebook.files);
  auto kept = make_private_folder(options_.state);
  if (kept)
    kept = replace_file(notebook_file(), text, Durable::no);
  if (!kept)
    log::warn("what is known of indexed files could not be kept: " + kept.error().message);
  dirty_ = false;
}

// ---- what is to be done ----

void Indexer::note_path(const std::string& path, bool gone, Moment due, Moment now) {
  if (pending_.size() >= max_pending && !pending_.contains(path)) {
    scan_wanted_ = true;
    return;
  }
  const auto [each, fresh] = pending_.try_emplace(path, Pending{now, due, gone});
  if (fresh)
    return;
  each->second.gone = gone;
  each->second.due = gone ? due : std::min(due, each->second.first + longest_wait);
}

void Indexer::note_gone(const std::string& path, Moment due, Moment now) {
  const std::string& sha256 = known_.at(path).sha256;
  const auto [from, to] = gone_.equal_range(sha256);
  if (std::none_of(from, to, [&](const auto& each) { return each.second == path; }))
    gone_.emplace(sha256, path);
  note_path(path, true, due, now);
}

void Indexer::is_back(const std::string& path) {
  const auto [from, to] = gone_.equal_range(known_.at(path).sha256);
  for (auto each = from; each != to;)
    each = each->second == path ? gone_.erase(each) : std::next(each);
}

void Indexer::note_below(const std::string& folder, Moment due, Moment now) {
  for (auto each = known_.lower_bound(folder + "/");
       each != known_.end() && each->first.starts_with(folder + "/"); ++each) {
    note_gone(each->first, due, now);
  }
}

void Indexer::note(const fs::path& at, bool is_folder, bool gone, Moment now, const Enter& enter) {
  const std::string path = at.lexically_relative(walk_.folder()).generic_string();
  if (path == "." || path.starts_with("..")) {
    scan_wanted_ = true;
    return;
  }
  if (fs::path(path).filename() == ignore_file) {
    scan_wanted_ = true;
    return;
  }
  if (is_folder && gone)
    return note_below(path, now + gone_wait, now);
  if (is_folder) {
    if (walk_.wants_folder(path) && !scan(now, path, enter))
      scan_wanted_ = true;
    return;
  }
  if (!walk_.wants_file(path))
    return;
  const auto known = known_.find(path);
  if (!gone)
    return note_path(path, false, now + options_.debounce, now);
  if (known == known_.end())
    pending_.erase(path);
  else
    note_gone(path, now + gone_wait, now);
}

Result<void> Indexer::scan(Moment now, const std::string& from, const Enter& enter) {
  std::unordered_set<std::string> seen;
  Walk::Take take;
  take.enter = [&](const std::string& folder) {
    if (enter)
      enter(walk_.full(folder));
  };
  take.file = [&](const std::string& path, const FileSign& sign) {
    const auto known = known_.find(path);
    if (known != known_.end() && known->second.sign == sign)
      ++figures_.unchanged;
    else
      note_path(path, false, now, now);
    if (known != known_.end())
      seen.insert(path);
  };
  if (from.empty())
    scan_wanted_ = false;
  const auto walked = walk_.run(from, take);
  if (!walked) {
    scan_wanted_ = true;
    return Failure(walked.error());
  }
  const bool all = *walked;
  if (!all && told_.insert("").second)
    log::warn("more than " + std::to_string(max_files) + " Markdown files are in " +
              walk_.folder().string() + ": the others are not indexed");
  figures_.too_many = all ? 0 : 1;
  const std::string below = from.empty() ? "" : from + "/";
  for (auto each = known_.lower_bound(below);
       all && each != known_.end() && each->first.starts_with(below); ++each) {
    const auto waits = pending_.find(each->first);
    if (!seen.contains(each->first) && (waits == pending_.end() || !waits->second.gone))
      note_gone(each->first, now, now);
  }
  return {};
}

std::optional<Moment> Indexer::next_due() const {
  std::optional<Moment> next;
  for (const auto& [path, each] : pending_)
    if (!next || each.due < *next)
      next = each.due;
  return next;
}

std::vector<std::string> Indexer::take_due(Moment now, bool gone) {
  std::vector<std::string> due;
  for (auto each = pending_.begin(); each != pending_.end() && due.size() < files_at_once;) {
    if (each->second.due > now || each->second.gone != gone) {
      ++each;
      continue;
    }
    due.push_back(each->first);
    each = pending_.erase(each);
  }
  return due;
}

// Existing files come before deleted ones: a file may have moved.
Result<void> Indexer::step(Moment now) {
  if (const auto there = take_due(now, false); !there.empty())
    return keep(there, now);
  if (const auto gone = take_due(now, true); !gone.empty())
    return drop(gone, now);
  return {};
}

}  // namespace aim::jobs::index
