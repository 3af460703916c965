#include "op/adopt.h"

#include <boost/json.hpp>
#include <sstream>

#include "base/append.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/timestamp.h"
#include "engine/history/transcripts.h"
#include "engine/transfer/export_import.h"
#include "op/kit/catalog_functions.h"
#include "op/project_names.h"
#include "op/read_export.h"
#include "op/views/memory_fields.h"

namespace aim::op {
namespace {

constexpr std::string_view first_line = "ai-memory adopted 1";
constexpr std::size_t max_bytes = std::size_t{256} * 1'024 * 1'024;

}  // namespace

AdoptBook::AdoptBook(const std::filesystem::path& folder, std::string_view database) {
  constexpr std::size_t digits = 16;
  if (!folder.empty())
    file_ = folder / "adopted" / sha256_hex(database).substr(0, digits);
}

void AdoptBook::load() {
  files_.clear();
  followed.clear();
  const auto text =
      file_.empty() ? Result<std::string>(std::string()) : read_regular_file(file_, max_bytes);
  if (!text)
    return;
  std::istringstream in(*text);
  std::string line, word;
  if (!std::getline(in, line) || line != first_line)
    return;
  while (in >> word) {
    if (word == "follow" && in >> word) {
      followed.push_back(word);
    } else if (Sign sign; word == "file" && in >> sign.bytes >> sign.changed_at) {
      in.get();
      if (std::getline(in, line))
        files_[line] = sign;
    } else {
      break;
    }
  }
}

Result<void> AdoptBook::save() const {
  if (file_.empty())
    return {};
  TRY_VOID(make_private_folder(file_.parent_path()));
  std::string text(first_line);
  text += '\n';
  for (const std::string& each : followed) text.append("follow ").append(each).append("\n");
  for (const auto& [path, sign] : files_)
    text.append("file ")
        .append(std::to_string(sign.bytes))
        .append(" ")
        .append(std::to_string(sign.changed_at))
        .append(" ")
        .append(path)
        .append("\n");
  return replace_file(file_, text, Durable::no);
}

bool AdoptBook::knows(const mine::PlaceFile& file) const {
  const auto found = files_.find(file.path.string());
  return found != files_.end() && found->second.bytes == file.bytes &&
         found->second.changed_at == file.changed_at;
}

void AdoptBook::note(const mine::PlaceFile& file) {
  if (file.path.string().find('\n') == std::string::npos)
    files_[file.path.string()] = {file.bytes, file.changed_at};
}

std::int64_t AdoptBook::saved_at() const {
  const auto looked = mine::look_at_file(file_);
  return looked ? looked->changed_at : 0;
}

namespace {

// Files that are taken in between two saves of the book.
constexpr std::uint64_t batch_bytes = std::uint64_t{64} * 1'024 * 1'024;
constexpr std::size_t batch_files = 500;

std::string keeps(const mine::FoundPlace& place) {
  return place.store ? std::string(name_of(*place.store)) : "sessions";
}

std::string time_text(std::int64_t nanoseconds) {
  return format_rfc3339(Time(std::chrono::nanoseconds(nanoseconds)));
}

AdoptedPlace view_of(const mine::FoundPlace& place) {
  AdoptedPlace view;
  view.program = place.program;
  view.keeps = keeps(place);
  view.path = place.path.string();
  view.files = static_cast<std::int64_t>(place.files.size());
  view.oldest = time_text(place.files.front().changed_at);
  view.newest = time_text(place.files.back().changed_at);
  return view;
}

std::vector<mine::PlaceFile> new_files(const Engine& engine, const AdoptRequest& request,
                                       const mine::FoundPlace& place, const AdoptBook& book) {
  const std::int64_t latest =
      (engine.clock.now() - request.rest).time_since_epoch() / std::chrono::nanoseconds(1);
  std::vector<mine::PlaceFile> found;
  for (const mine::PlaceFile& file : place.files)
    if (!book.knows(file) && (request.rest.count() == 0 || file.changed_at <= latest))
      found.push_back(file);
  return found;
}

// A database without transcripts is another than the one of the book.
Result<void> settle_book(Engine& engine, AdoptBook& book) {
  if (!engine.database.exists() || TRY(engine::list_transcripts(engine, "", 1, 0)).empty())
    book.forget_files();
  return {};
}

template <class Count>
void add(std::vector<Count>& all, const std::vector<Count>& more, std::string Count::*name) {
  for (const Count& each : more) {
    const auto known = std::ranges::find(all, each.*name, name);
    if (known == all.end())
      all.push_back(each);
    else
      known->count += each.count;
  }
}

void add(ReadingView& all, const ReadingView& more) {
  all.format = more.format;
  add(all.formats, more.formats, &FormatCount::format);
  all.pieces += more.pieces;
  all.pieces_taken += more.pieces_taken;
  add(all.pieces_skipped, more.pieces_skipped, &Reason::reason);
  add(all.not_understood, more.not_understood, &Reason::reason);
  all.files_not_read += more.files_not_read;
  for (const Problem& each : more.not_read) add_problem(all.not_read, each.place, each.reason);
}

class Adopting {
 public:
  Adopting(Engine& engine, const AdoptRequest& request, AdoptBook& book, const Caller& caller)
      : engine_(engine), request_(request), book_(book), caller_(caller) {
    quiet_ = caller;
    quiet_.progress = [this](const Progress& progress) {
      notify(caller_, {std::min(done_ + progress.done / 2, total_), total_, program_});
    };
  }

  Result<AdoptReport> run() {
    TRY_VOID(settle_book(engine_, book_));
    report_.dry_run = request_.dry_run;
    for (const mine::FoundPlace& place : request_.places)
      for (const mine::PlaceFile& file : new_files(engine_, request_, place, book_))
        total_ += static_cast<std::int64_t>(file.bytes);
    for (const mine::FoundPlace& place : request_.places) {
      AdoptedPlace view = view_of(place);
      program_ = place.program;
      const auto taken = take(place, view);
      report_.places.push_back(std::move(view));
      if (!taken && engine_.database.stop() && engine_.database.stop()()) {
        report_.stopped = true;
        break;
      }
      TRY_VOID(taken);
    }
    report_.followed = book_.followed;
    return std::move(report_);
  }

 private:
  Result<void> take(const mine::FoundPlace& place, AdoptedPlace& view) {
    const auto files = new_files(engine_, request_, place, book_);
    view.files_new = static_cast<std::int64_t>(files.size());
    std::size_t first = 0;
    while (first < files.size()) {
      TRY_VOID(engine_.database.go_on());
      std::size_t last = first;
      std::uint64_t bytes = 0;
      for (; last < files.size() &&
             (place.whole || last == first ||
              (last - first < batch_files && bytes + files[last].bytes <= batch_bytes));
           ++last)
        bytes += files[last].bytes;
      const std::span batch(files.data() + first, last - first);
      TRY_VOID(place.store ? take_store(place, view) : take_sessions(place, batch, view));
      view.bytes_new += static_cast<std::int64_t>(bytes);
      done_ += static_cast<std::int64_t>(bytes);
      for (const mine::PlaceFile& file : batch) book_.note(file);
      if (!request_.dry_run)
        TRY_VOID(book_.save());
      first = last;
    }
    return {};
  }

  // Files that are not of the expected format have nothing to take.
  static bool is_nothing(const Error& error) { return error.code == Code::validation_failed; }

  Result<void> take_sessions(const mine::FoundPlace& place, std::span<const mine::PlaceFile> batch,
                             AdoptedPlace& view) {
    std::set<std::string> wanted;
    for (const mine::PlaceFile& file : batch) wanted.insert(file.path.string());
    SessionFiles files{place.path.string(), {}, request_.dry_run};
    if (!place.whole)
      files.unwanted = [&](const std::filesystem::path& file) {
        return !wanted.contains(file.string());
      };
    const auto turns = import_sessions(engine_, files, quiet_);
    if (!turns && is_nothing(turns.error())) {
      view.files_not_read += static_cast<std::int64_t>(batch.size());
      add_problem(view.not_read, batch.front().path.string(), turns.error().message);
      return {};
    }
    TRY_VOID(turns);
    const auto mined = TRY(mine_sessions(engine_, files, quiet_));
    add(view, turns->reading);
    view.conversations += turns->conversations;
    view.turns += turns->added;
    view.memories += mined.added;
    view.memories_updated += mined.updated;
    view.errors += turns->errors;
    // Both have read the same texts.
    add_secrets(view, std::max(turns->secrets_removed, mined.secrets_removed));
    for (const Problem& each : turns->problems) add_problem(view.problems, each.place, each.reason);
    for (const auto& [name, count] : turns->name_spaces) add_once(view.projects, name);
    return {};
  }

  Result<void> take_store(const mine::FoundPlace& place, AdoptedPlace& view) {
    json::object arguments{{"from", name_of(*place.store)},
                           {"file", place.path.string()},
                           {"dry_run", request_.dry_run}};
    if (place.is_of_all_projects)
      arguments["namespace"] = "global";
    else if (!place.project.empty())
      arguments["namespace"] =
          TRY(name_space_of_session(engine_, place.project.string(), !request_.dry_run));
    json::object reply;
    const auto done = invoke(import_from(), engine_, arguments, quiet_, reply);
    if (!done && is_nothing(done.error())) {
      view.files_not_read += static_cast<std::int64_t>(place.files.size());
      add_problem(view.not_read, place.path.string(), done.error().message);
      return {};
    }
    TRY_VOID(done);
    const auto number = [&](std::string_view name) {
      return reply.at(name).to_number<std::int64_t>();
    };
    view.memories += number("added");
    view.memories_updated += number("updated");
    view.pieces_taken += number("imported") + number("skipped");
    view.pieces = view.pieces_taken + number("left_out");
    if (number("left_out") > 0)
      add(view.pieces_skipped, {{"items that could not be imported", number("left_out")}},
          &Reason::reason);
    view.files_not_read += number("files_not_read");
    if (const json::value* removed = reply.if_contains("secrets_removed"))
      add_secrets(view, removed->to_number<std::int64_t>());
    for (const json::value& each : reply.at("namespaces").as_array())
      add_once(view.projects, std::string(each.at("namespace").as_string()));
    return {};
  }

  static void add_secrets(AdoptedPlace& view, std::int64_t removed) {
    view.secrets_removed = if_any(view.secrets_removed.value_or(0) + removed);
  }

  Engine& engine_;
  const AdoptRequest& request_;
  AdoptBook& book_;
  const Caller& caller_;
  Caller quiet_;  // its progress is a part of all
  std::string program_;
  std::int64_t done_ = 0, total_ = 0;
  AdoptReport report_;
};

}  // namespace

Result<AdoptReport> look_at_places(Engine& engine, const AdoptRequest& request, AdoptBook& book) {
  TRY_VOID(settle_book(engine, book));
  AdoptReport report;
  report.dry_run = true;
  report.followed = book.followed;
  for (const mine::FoundPlace& place : request.places) {
    AdoptedPlace& view = report.places.emplace_back(view_of(place));
    std::set<std::string> folders;
    if (!place.project.empty())
      folders.insert(place.project.string());
    for (const mine::PlaceFile& file : new_files(engine, request, place, book)) {
      ++view.files_new;
      view.bytes_new += static_cast<std::int64_t>(file.bytes);
      if (!place.store && !place.whole)
        if (std::string folder = mine::folder_in_session(file.path); !folder.empty())
          folders.insert(std::move(folder));
    }
    std::set<std::string> names;
    for (const std::string& each : folders)
      if (auto name = TRY(name_space_of_session(engine, each, false)); !name.empty())
        names.insert(std::move(name));
    view.projects.assign(names.begin(), names.end());
  }
  return report;
}

Result<AdoptReport> adopt_places(Engine& engine, const AdoptRequest& request, AdoptBook& book,
                                 const Caller& caller) {
  return Adopting(engine, request, book, caller).run();
}

namespace {

constexpr std::size_t batch_items = 1'000;
constexpr std::size_t stored_bytes = std::size_t{2} * 1'024 * 1'024;

}  // namespace

Result<void> AdoptBatcher::add(Memory memory) {
  // The source is not held to its limit: it says where the memory came from.
  TRY_VOID(check_limits(memory, memory.tags, memory_field::metadata, memory.metadata));
  bytes_ += memory.content.size() + memory.metadata.size() + sizeof(Memory);
  batch_.push_back(std::move(memory));
  return batch_.size() < batch_items && bytes_ < stored_bytes ? Result<void>() : flush();
}

Result<engine::AdoptReport> AdoptBatcher::finish() {
  TRY_VOID(flush());
  TRY_VOID(wait());
  engine::ImportReport written;
  written.imported = dry_ ? 0 : report_.added + report_.updated;
  TRY_VOID(engine::settle_import(engine_, written));
  return report_;
}

Result<void> AdoptBatcher::flush() {
  TRY_VOID(wait());
  bytes_ = 0;
  if (batch_.empty())
    return {};
  writing_ = std::async(std::launch::async, [this, batch = std::exchange(batch_, {})]() mutable {
    return engine::adopt(engine_, std::move(batch), report_, dry_);
  });
  return {};
}

Result<void> AdoptBatcher::wait() {
  return writing_.valid() ? writing_.get() : Result<void>();
}

}  // namespace aim::op
