#include "op/adopt.h"

#include <unistd.h>

#include <atomic>
#include <boost/json.hpp>
#include <csignal>
#include <iostream>

#include "app/background.h"
#include "app/wire.h"
#include "base/append.h"
#include "base/environment.h"
#include "base/utf8.h"
#include "cli/fields.h"
#include "cli/render/progress_bar.h"
#include "cli/run.h"
#include "config/config.h"
#include "store/maintenance.h"
#include "text/json_text.h"

namespace aim::cli {
namespace {

// The report of `adopt`, as people and programs read it.

constexpr std::size_t day_length = 10;  // "2026-03-01"

std::string joined(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::string text = join_texts(std::span(names).first(std::min(most, names.size())), ", ");
  if (names.size() > most)
    text.append(" and ").append(std::to_string(names.size() - most)).append(" more");
  return text;
}

std::string place_line(const op::AdoptedPlace& place) {
  std::string line = place.program + ": " + place.keeps + " in " + utf8::visible(place.path) +
                     ": " + counted(place.files, "file", "files") + ", " +
                     place.oldest.substr(0, day_length) + " to " +
                     place.newest.substr(0, day_length) + "\n";
  if (place.files_new == 0)
    return line + "  all taken in before\n";
  line.append("  new: ")
      .append(counted(place.files_new, "file", "files"))
      .append(", ")
      .append(size_text(place.bytes_new));
  if (!place.projects.empty())
    line.append(" → ").append(utf8::visible(joined(place.projects)));
  return line + "\n";
}

void add_reasons(const std::vector<op::Reason>& reasons, std::string_view what, std::string& text) {
  for (const op::Reason& each : reasons)
    text.append("    ")
        .append(std::to_string(each.count))
        .append(" ")
        .append(what)
        .append(utf8::visible(each.reason))
        .append("\n");
}

std::string taken_lines(const op::AdoptedPlace& place) {
  std::string text;
  if (place.conversations > 0)
    text.append("  ")
        .append(counted(place.conversations, "conversation", "conversations"))
        .append(", ")
        .append(counted(place.turns, "new turn", "new turns"))
        .append("; ");
  else
    text += "  ";
  text.append(counted(place.memories, "new memory", "new memories"));
  if (place.memories_updated > 0)
    text.append(", ").append(std::to_string(place.memories_updated)).append(" updated");
  text.append("\n  ")
      .append(counted(place.pieces, "piece", "pieces"))
      .append(": ")
      .append(std::to_string(place.pieces_taken))
      .append(" taken\n");
  add_reasons(place.pieces_skipped, "skipped: ", text);
  add_reasons(place.not_understood, "not understood: ", text);
  if (place.files_not_read > 0)
    text.append("    ")
        .append(counted(place.files_not_read, "file", "files"))
        .append(" not read\n");
  if (place.secrets_removed)
    text.append("    ")
        .append(counted(*place.secrets_removed, "secret or private passage",
                        "secrets or private passages"))
        .append(" left out\n");
  if (place.errors > 0)
    text.append("    ").append(counted(place.errors, "error", "errors")).append("\n");
  return text;
}

// `taken`: what was taken in; else what there is.
std::string adopted_text(const op::AdoptReport& report, bool taken) {
  std::string text;
  std::int64_t turns = 0, memories = 0;
  for (const op::AdoptedPlace& place : report.places) {
    text += place_line(place);
    if (taken && place.files_new > 0)
      text += taken_lines(place);
    turns += place.turns;
    memories += place.memories;
  }
  if (report.places.empty())
    text += "no sessions, memory files or stores of other programs were found\n";
  if (taken)
    text.append(report.dry_run ? "would store " : "stored ")
        .append(counted(turns, "turn", "turns"))
        .append(" and ")
        .append(counted(memories, "memory", "memories"))
        .append("\n");
  if (report.stopped)
    text += "stopped before the end; the same command goes on from here\n";
  return text;
}

std::string adopted_json(const op::AdoptReport& report) {
  boost::json::object reply;
  op::write_fields(reply, report);
  return text::compact(reply) + "\n";
}

}  // namespace
}  // namespace aim::cli

namespace aim::app {
namespace {

using namespace std::chrono_literals;

// One process takes files in at a time.
constexpr std::string_view role = "adopt", work = "takes sessions in";
// A hook starts a look at the places that often.
constexpr auto between_looks = 5min;

std::atomic<bool> interrupted = false;

void interrupt(int) {
  interrupted = true;
}

std::vector<std::string> all_programs() {
  std::vector<std::string> names;
  for (const std::string_view each : mine::known_programs()) names.emplace_back(each);
  return names;
}

Result<std::vector<std::string>> wanted_programs(const cli::Invocation& invocation) {
  const std::vector<std::string> known = all_programs();
  std::vector<std::string> wanted;
  const std::string* text = invocation.text("only");
  for (std::string_view rest = text ? *text : std::string_view(); !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    if (std::find(known.begin(), known.end(), name) == known.end())
      return Failure(refuse("--only", "must be names of: " + join_texts(known, ", ")));
    wanted.emplace_back(name);
  }
  return wanted;
}

std::string status_text(const op::AdoptBook& book) {
  if (book.followed.empty())
    return "nothing is followed; " + std::to_string(book.files()) + " files were taken in\n";
  return "followed: " + join_texts(book.followed, ", ") + "; " + std::to_string(book.files()) +
         " files were taken in\n";
}

bool person_agrees() {
  std::cerr << "Take these in, and follow them from now on? [y/N] " << std::flush;
  const auto answer = cli::next_line();
  return answer == "y" || answer == "Y" || answer == "yes";
}

// Takes in new files of followed places, without those whose session goes on.
Result<op::AdoptReport> take_followed(Engine& engine, op::AdoptBook& book,
                                      std::chrono::seconds rest) {
  const auto held = TRY(wait_for_role(engine, role, work));
  book.load();
  if (book.followed.empty())
    return op::AdoptReport();
  const op::AdoptRequest request{
      without_bridged(mine::find_places(environment, book.followed), engine), false, rest};
  op::Caller nobody;
  auto report = TRY(op::adopt_places(engine, request, book, nobody));
  TRY_VOID(book.save());
  return report;
}

int in_background(Engine& engine, const Config& config, op::AdoptBook& book) {
  run_in_background();
  const auto taken = take_followed(engine, book, std::chrono::seconds(config.adopt_rest_secs));
  return taken ? cli::exit_done : cli::exit_failed;
}

class Command {
 public:
  explicit Command(OnDatabase& on)
      : on_(on),
        engine_(stopped_by(on.engine, [] { return interrupted.load(); })),
        book_(default_state_folder(), engine_.database.name()) {
    book_.load();
  }

  Result<int> run() {
    const cli::Invocation& invocation = on_.start.invocation;
    if (invocation.flag("background"))
      return in_background(engine_, on_.config, book_);
    if (invocation.flag("status"))
      return on_.start.print(status_text(book_));
    const auto only = TRY(wanted_programs(invocation));
    if (invocation.flag("stop"))
      return stop(only);
    op::AdoptRequest request;
    request.places = without_bridged(mine::find_places(environment, only), engine_);
    request.dry_run = invocation.flag("dry_run");
    if (!invocation.flag("yes") && !request.dry_run) {
      const auto there = TRY(op::look_at_places(engine_, request, book_));
      show(there, false);
      if (there.places.empty())
        return cli::exit_done;
      if (::isatty(STDIN_FILENO) != 1 || invocation.json) {
        std::cerr << "nothing was taken in; to do so: ai-memory adopt --yes\n";
        return cli::exit_done;
      }
      if (!person_agrees())
        return cli::exit_done;
    }
    return take(request, only);
  }

 private:
  Result<int> stop(const std::vector<std::string>& only) {
    std::erase_if(book_.followed, [&](const std::string& each) {
      return only.empty() || std::find(only.begin(), only.end(), each) != only.end();
    });
    TRY_VOID(book_.save());
    return on_.start.print(status_text(book_));
  }

  Result<int> take(const op::AdoptRequest& request, const std::vector<std::string>& only) {
    struct sigaction action {};
    action.sa_handler = interrupt;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    std::shared_ptr<void> held;
    if (!request.dry_run)
      held = TRY(wait_for_role(engine_, role, work));
    book_.load();
    cli::ProgressBar bar;
    op::Caller caller;
    caller.progress = [&](const op::Progress& progress) {
      bar.show(progress.what, static_cast<std::uint64_t>(progress.done),
               static_cast<std::uint64_t>(progress.total.value_or(0)));
    };
    if (!request.dry_run) {
      for (const std::string& each : only.empty() ? all_programs() : only)
        add_once(book_.followed, each);
      TRY_VOID(book_.save());
    }
    const auto report = TRY(op::adopt_places(engine_, request, book_, caller));
    bar.clear();
    show(report, true);
    return report.stopped ? cli::exit_failed : cli::exit_done;
  }

  void show(const op::AdoptReport& report, bool taken) {
    on_.start.print(on_.start.invocation.json ? cli::adopted_json(report)
                                              : cli::adopted_text(report, taken));
  }

  OnDatabase& on_;
  Engine engine_;
  op::AdoptBook book_;
};

}  // namespace

Result<int> run_adopt(OnDatabase& on) {
  return Command(on).run();
}

void adopt_later(const Engine& engine) {
  op::AdoptBook book(default_state_folder(), engine.database.name());
  const std::int64_t saved = book.saved_at();
  const auto now = engine.clock.now().time_since_epoch() / std::chrono::nanoseconds(1);
  if (saved == 0 || now - saved < between_looks / std::chrono::nanoseconds(1))
    return;
  book.load();
  if (book.followed.empty())
    return;
  start_apart({"adopt", "--background"}, engine.database.name(), "new sessions were not taken in");
}

std::string told_of_adoption() {
  std::size_t files = 0;
  std::string programs;
  for (const mine::FoundPlace& place : mine::find_places(environment)) {
    files += place.files.size();
    if (programs.find(place.program) == programs.npos)
      programs.append(programs.empty() ? "" : ", ").append(place.program);
  }
  return files == 0 ? std::string()
                    : "Sessions and memories of other programs are here (" +
                          counted(files, "file", "files") + " of " + programs +
                          "); to take them in: ai-memory adopt\n";
}

}  // namespace aim::app
