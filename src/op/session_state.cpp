#include "op/session_state.h"

#include <boost/json.hpp>
#include <chrono>
#include <system_error>
#include <thread>

#include "base/append.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/lock.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

constexpr std::size_t max_file_bytes = 65'536;
constexpr std::size_t max_shown = 1'000, max_waiting = 3, max_handled = 8;
constexpr std::size_t max_listed = 10, max_text = 4'000, name_digits = 32, max_sessions = 1'000,
                      max_injected = 20, max_words = 12;
constexpr auto lock_wait = std::chrono::milliseconds(20);
constexpr auto kept_for = std::chrono::hours(24 * 7);

using text::flag_at;
using text::integer_at;
using text::items_at;

std::string text_of(const json::object& object, std::string_view name) {
  return std::string(text::text_at(object, name));
}

void keep_last(std::vector<std::string>& texts, std::size_t most) {
  drop_oldest(texts, most);
  for (std::string& text : texts)
    if (text.size() > max_text)
      text.resize(max_text);
}

std::vector<Injected> injected_of(const json::object& object) {
  std::vector<Injected> all;
  for (const json::value& value : items_at(object, "injected"))
    if (const json::object* each = value.if_object())
      all.push_back({text_of(*each, "id"), texts_of(*each, "words"), integer_at(*each, "prompt"),
                     integer_at(*each, "at"), flag_at(*each, "answered"),
                     flag_at(*each, "useful")});
  return all;
}

SessionState parsed(std::string_view text) {
  SessionState state;
  const auto read = text::parse_json(text);
  if (!read || !read->is_object())
    return state;
  const json::object& object = read->get_object();
  state.folder = text_of(object, "folder");
  state.begun = flag_at(object, "begun");
  state.shown = texts_of(object, "shown");
  state.waiting = texts_of(object, "waiting");
  state.handled = texts_of(object, "handled");
  state.decisions = texts_of(object, "decisions");
  state.decision = text_of(object, "decision");
  state.said = text_of(object, "said");
  state.prompts = integer_at(object, "prompts");
  state.asked_at = integer_at(object, "asked_at");
  state.injected_at = integer_at(object, "injected_at");
  state.prompted_at = integer_at(object, "prompted_at");
  state.unread = text_of(object, "unread");
  state.skipped = flag_at(object, "skipped");
  state.remembered = flag_at(object, "remembered");
  state.compacted = flag_at(object, "compacted");
  state.ended = flag_at(object, "ended");
  state.started_at = integer_at(object, "started_at");
  state.injected = injected_of(object);
  for (const json::value& value : items_at(object, "errors"))
    if (value.is_object())
      state.errors.push_back(open_error_of(value.get_object()));
  return state;
}

void bound(SessionState& state) {
  keep_last(state.shown, max_shown);
  keep_last(state.waiting, max_waiting);
  keep_last(state.handled, max_handled);
  keep_last(state.decisions, max_listed);
  drop_oldest(state.errors, max_open_errors);
  drop_oldest(state.injected, max_injected);
  for (Injected& each : state.injected) keep_last(each.words, max_words);
  for (OpenError& each : state.errors) {
    keep_last(each.files, max_listed);
    keep_last(each.commands, max_listed);
  }
}

json::object document_of(const SessionState& state) {
  json::array errors;
  for (const OpenError& each : state.errors) errors.push_back(object_of(each));
  json::array injected;
  for (const Injected& each : state.injected)
    injected.push_back({{"id", each.id},
                        {"words", list_of(each.words)},
                        {"prompt", each.prompt},
                        {"at", each.at},
                        {"answered", each.answered},
                        {"useful", each.useful}});
  return {{"folder", state.folder},
          {"begun", state.begun},
          {"shown", list_of(state.shown)},
          {"waiting", list_of(state.waiting)},
          {"handled", list_of(state.handled)},
          {"decisions", list_of(state.decisions)},
          {"decision", state.decision},
          {"said", state.said},
          {"prompts", state.prompts},
          {"asked_at", state.asked_at},
          {"injected_at", state.injected_at},
          {"prompted_at", state.prompted_at},
          {"unread", state.unread},
          {"skipped", state.skipped},
          {"remembered", state.remembered},
          {"compacted", state.compacted},
          {"ended", state.ended},
          {"started_at", state.started_at},
          {"injected", std::move(injected)},
          {"errors", std::move(errors)}};
}

// Another process holds it for less than a millisecond.
std::optional<FileLock> lock_within(const fs::path& file) {
  const auto end = std::chrono::steady_clock::now() + lock_wait;
  for (;;) {
    auto lock = FileLock::try_take(file);
    if (!lock)
      return std::nullopt;
    if (*lock)
      return std::move(**lock);
    if (std::chrono::steady_clock::now() > end)
      return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// As text that is certainly small enough: what was shown first goes first.
std::string text_within_limit(SessionState& state) {
  bound(state);
  std::string text = text::compact(document_of(state));
  while (text.size() > max_file_bytes && (!state.shown.empty() || !state.errors.empty())) {
    keep_last(state.shown, state.shown.size() / 2);
    if (state.shown.empty())
      state.errors.clear();
    text = text::compact(document_of(state));
  }
  return text;
}

}  // namespace

void add_shown(std::vector<std::string>& shown, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) add_once(shown, id);
  keep_last(shown, max_shown);
}

fs::path SessionStates::file_of(std::string_view session_id) const {
  return folder_ /
         (sha256_hex(std::string("session\n").append(session_id)).substr(0, name_digits) + ".json");
}

SessionState SessionStates::read(std::string_view session_id) const {
  if (folder_.empty() || session_id.empty())
    return {};
  const auto text = read_regular_file(file_of(session_id), max_file_bytes);
  return text ? parsed(*text) : SessionState();
}

bool SessionStates::change(std::string_view session_id,
                           const std::function<void(SessionState&)>& change) const {
  SessionState state;
  if (folder_.empty() || session_id.empty() || !make_private_folder(folder_)) {
    change(state);
    return false;
  }
  const auto lock = lock_within(folder_ / ".lock");
  state = read(session_id);
  change(state);
  return lock && replace_file(file_of(session_id), text_within_limit(state), Durable::no);
}

void SessionStates::note_shown(std::string_view session_id,
                               const std::vector<std::string>& ids) const {
  if (ids.empty())
    return;
  (void)change(session_id, [&](SessionState& state) { add_shown(state.shown, ids); });
}

void SessionStates::prune(Time now) const {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (const fs::path& each : entries_of(folder_)) {
    const auto changed = fs::last_write_time(each, error);
    if (!error && (each.extension() == ".json" || each.extension() == ".host"))
      files.emplace_back(changed, each);
  }
  std::ranges::sort(files);
  const auto from = std::chrono::file_clock::from_sys(now) - kept_for;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i].first < from || files.size() - i > max_sessions)
      fs::remove(files[i].second, error);
}

json::array list_of(const std::vector<std::string>& texts) {
  return json::array(texts.begin(), texts.end());
}

std::vector<std::string> texts_of(const json::object& object, std::string_view name) {
  std::vector<std::string> texts;
  for (const json::value& each : text::items_at(object, name))
    if (each.is_string())
      texts.emplace_back(each.get_string());
  return texts;
}

json::object object_of(const OpenError& error) {
  return {{"signature", error.signature},
          {"line", error.line},
          {"tool", error.tool},
          {"command", error.command},
          {"solution", error.solution},
          {"files", list_of(error.files)},
          {"commands", list_of(error.commands)},
          {"prompt", error.prompt}};
}

OpenError open_error_of(const json::object& object) {
  const auto text = [&](std::string_view name) { return std::string(text::text_at(object, name)); };
  return {text("signature"),
          text("line"),
          text("tool"),
          text("command"),
          text("solution"),
          texts_of(object, "files"),
          texts_of(object, "commands"),
          text::integer_at(object, "prompt")};
}

}  // namespace aim::op
