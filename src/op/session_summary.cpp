#include "op/session_summary.h"

#include <boost/json.hpp>

#include "base/append.h"
#include "base/ascii.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "capture/plain_words.h"
#include "capture/triggers.h"
#include "engine/engine.h"
#include "engine/history/transcripts.h"
#include "engine/language_model/enrich.h"
#include "engine/language_model/prompts.h"
#include "engine/two_stores/change.h"
#include "memory/metadata.h"
#include "op/stored_secrets.h"
#include "text/json_text.h"
#include "text/words.h"

namespace aim::op {
namespace {

constexpr std::size_t max_learnings = 5, max_text = 600, min_text = 12, name_digits = 32,
                      max_file_bytes = 16'384;
constexpr double sure = 0.8, confidence = 0.6;
constexpr std::int64_t max_turns = 500;
constexpr std::string_view due_ending = ".due";

bool says_next_step(std::string_view line) {
  std::string small = ascii::lower(line.substr(0, 40));
  small.erase(0, std::min(small.find_first_not_of("#*->| \t"), small.size()));
  return small.starts_with("todo:") || small.starts_with("todo ") ||
         small.starts_with("next step") || small.starts_with("next:");
}

// Whether a list may follow: "## Next steps", "**Next steps:**".
bool heads_list(std::string_view line) {
  line = ascii::trimmed(line);
  while (line.ends_with('*')) line.remove_suffix(1);
  return line.starts_with('#') || line.ends_with(':');
}

// The text of an item of a list; empty for any other line.
std::string_view item_of(std::string_view line) {
  line = ascii::trimmed(line);
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  const std::string_view mark = line.substr(digits, 2);
  const bool is_item = digits == 0 ? mark == "- " || mark == "* " : mark == ". " || mark == ") ";
  return is_item ? line.substr(digits + 2) : std::string_view();
}

std::string trimmed(std::string_view text) {
  return std::string(utf8::cut(ascii::trimmed(text), max_text));
}

// In the order of the conversation, the same text once.
class Collected {
 public:
  void add(std::string_view text, std::string_view category) {
    std::string kept = trimmed(text);
    if (kept.size() >= min_text && seen_.insert(kept).second)
      all_.push_back({std::move(kept), std::string(category)});
  }
  // The last ones: what was settled late in a session holds.
  std::vector<Learning> take() {
    drop_oldest(all_, max_learnings);
    return std::move(all_);
  }

 private:
  std::set<std::string> seen_;
  std::vector<Learning> all_;
};

// The end of the conversation, as far as a small model reads it.
std::string conversation_of(const Engine& engine, const std::vector<Turn>& turns) {
  std::string text;
  for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) {
    if (turn->role == Role::user && look_at_prompt(turn->text).skip)
      continue;
    const std::string line = (turn->role == Role::user ? "User: " : "Assistant: ") +
                             cleaner_of(engine).text(turn->text) + "\n";
    if (text.size() + line.size() > engine::material_bytes)
      break;
    text.insert(0, line);
  }
  return text;
}

std::vector<Learning> learnings_by_model(Engine& engine, const std::vector<Turn>& turns) {
  const std::string conversation = conversation_of(engine, turns);
  if (conversation.empty() || !engine::can_ask(engine))
    return {};
  const auto said = engine::ask_for_learnings(engine, conversation);
  return said ? grounded_in(turns, *said) : std::vector<Learning>();
}

}  // namespace

std::vector<Learning> learnings_of(const std::vector<Turn>& turns) {
  Collected found;
  for (const Turn& turn : turns) {
    if (turn.role == Role::user && look_at_prompt(turn.text).skip)
      continue;
    if (const Statement said = decision_in(turn.text); said.chance >= sure)
      found.add(said.text, "decision");
    const std::string own = own_words(turn.text);
    bool in_list = false;
    for (std::string_view rest = own; !rest.empty();) {
      const std::string_view line = ascii::take_part(rest, '\n');
      const std::string_view item = in_list ? item_of(line) : std::string_view();
      if (!item.empty()) {
        found.add(item, "next_step");
      } else if (says_next_step(line)) {
        in_list = heads_list(line);
        if (!in_list)
          found.add(line, "next_step");
      } else {
        in_list = in_list && ascii::trimmed(line).empty();
      }
    }
  }
  return found.take();
}

std::vector<Learning> grounded_in(const std::vector<Turn>& turns,
                                  const std::vector<std::string>& said) {
  constexpr std::string_view opens = "«", closes = "»";
  constexpr std::size_t min_quote = 8;
  std::string conversation;
  for (const Turn& turn : turns) conversation.append(text::fold(turn.text)).append("\n");
  Collected found;
  for (const std::string& each : said) {
    const std::size_t from = each.rfind(opens), to = each.rfind(closes);
    if (from == each.npos || to == each.npos || to < from)
      continue;
    const std::string quote = text::fold(
        trimmed(std::string_view(each).substr(from + opens.size(), to - from - opens.size())));
    if (quote.size() >= min_quote && conversation.find(quote) != conversation.npos)
      found.add(std::string_view(each).substr(0, from), "learning");
  }
  return found.take();
}

void DueSessions::add(const std::string& session_id, const std::string& folder) const {
  if (folder_.empty() || session_id.empty() || !make_private_folder(folder_))
    return;
  const std::string name = sha256_hex("due\n" + session_id).substr(0, name_digits);
  (void)replace_file(folder_ / (name + std::string(due_ending)),
                     text::compact(json::object{{"session_id", session_id}, {"folder", folder}}),
                     Durable::no);
}

std::vector<DueSession> DueSessions::all() const {
  std::vector<DueSession> due;
  for (const fs::path& each : entries_of(folder_)) {
    if (each.extension() != due_ending)
      continue;
    const auto text = read_regular_file(each, max_file_bytes);
    const auto read = text ? text::parse_json(*text) : Result<json::value>(json::value());
    if (read && read->is_object())
      due.push_back({std::string(text::text_at(read->get_object(), "session_id")),
                     std::string(text::text_at(read->get_object(), "folder")), each});
  }
  return due;
}

bool DueSessions::any() const {
  return std::ranges::any_of(entries_of(folder_),
                             [](const fs::path& each) { return each.extension() == due_ending; });
}

void DueSessions::done(const DueSession& session) const {
  std::error_code ignored;
  fs::remove(session.file, ignored);
}

Result<Summarised> summarise_session(const engine::two_stores::Stores& stores,
                                     const std::string& session_id, bool dry_run) {
  using engine::two_stores::StoreKind;
  Summarised done;
  const bool of_project = stores.project && !stores.untrusted;
  const StoreKind place = of_project ? StoreKind::project : StoreKind::global;
  Engine& engine = *engine::two_stores::engine_at(stores, place);
  if (!engine.database.exists())
    return done;
  std::vector<Turn> turns;
  for (const Transcript& transcript :
       TRY(engine::list_transcripts(engine, "", max_turns, 0, session_id))) {
    auto text = TRY(engine::show_transcript(engine, transcript.id, 1, max_turns));
    turns.insert(turns.end(), text.turns.begin(), text.turns.end());
  }
  done.learnings = learnings_by_model(stores.global, turns);
  if (done.learnings.empty())
    done.learnings = learnings_of(turns);
  if (dry_run)
    return done;
  for (const Learning& learning : done.learnings) {
    engine::two_stores::KeepRequest request;
    request.content = cleaner_of(engine).text(learning.text);
    request.category = learning.category;
    request.source = "session_end";
    request.place = place;
    request.confidence = confidence;
    request.on_duplicate = engine::two_stores::OnDuplicate::skip;
    request.metadata = with_text("{}", "session_id", session_id);
    const auto kept = TRY(engine::two_stores::keep(stores, request));
    done.stored += kept.action == engine::two_stores::StoreOutcome::created ? 1 : 0;
  }
  return done;
}

}  // namespace aim::op
