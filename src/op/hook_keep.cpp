
#include "op/hook_keep.h"

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/append.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "capture/blocks.h"
#include "capture/triggers.h"
#include "engine/history/transcripts.h"
#include "engine/lookup/by_title.h"
#include "engine/remember.h"
#include "memory/metadata.h"
#include "memory/rules.h"
#include "mine/format.h"
#include "mine/policy.h"
#include "op/hook_solution.h"
#include "op/store_request.h"
#include "op/stored_secrets.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

// Turns of a session that no hook has told of, from the transcript that its host keeps: an
// assistant that was interrupted, a hook that was killed or not installed yet.

constexpr std::uintmax_t max_transcript_bytes = std::uintmax_t{8} * 1024 * 1024,
                         looked_at_once = std::uintmax_t{256} * 1024;
constexpr std::int64_t kept_turns_read = 20;
constexpr std::size_t max_recovered = 500;
// Between the clocks of a hook and of its host's transcript.
constexpr std::chrono::seconds clocks_apart{60};

struct HostFormat {
  std::string_view host;
  mine::Format format;
  bool lines = true;  // each a record with its time
};
constexpr std::array<HostFormat, 3> formats{{{"claude", mine::Format::claude_code},
                                             {"codex", mine::Format::codex},
                                             {"gemini", mine::Format::gemini, false}}};

// Where the lines begin that are read: not long before those that are newer. None: too far from the
// end.
std::optional<std::uintmax_t> start_of_newer(const std::filesystem::path& file,
                                             std::uintmax_t bytes, Time since) {
  std::ifstream opened(file, std::ios::binary);
  std::string piece;
  for (std::uintmax_t at = bytes; at > 0;) {
    const std::uintmax_t from = at - std::min(at, looked_at_once);
    piece.resize(static_cast<std::size_t>(at - from));
    opened.seekg(static_cast<std::streamoff>(from));
    if (!opened.read(piece.data(), static_cast<std::streamsize>(piece.size())))
      return std::nullopt;
    const std::size_t line = piece.find('\n') + 1, end = piece.find('\n', line);
    if (from > 0 && line > 0 && end != piece.npos) {
      const auto read = text::parse_json(std::string_view(piece).substr(line, end - line),
                                         text::fair_bytes(end - line));
      const auto said_at = parse_rfc3339(
          read && read->is_object() ? text::text_at(read->get_object(), "timestamp") : "", "");
      if (said_at && said_at->time < since - clocks_apart)
        return from + line;
    }
    if (from > 0 && bytes - from >= max_transcript_bytes)
      return std::nullopt;
    at = from;
  }
  return 0;
}

struct Told {
  std::vector<Turn> turns;
  bool forked = false;
};
// The turns up to then, as hooks would have reported them: the assistant's last text before each
// prompt.
Told told_in(const Engine& engine, const mine::Source& source, mine::Format format, Time until) {
  Told told;
  bool left_out = false;  // an answer to "#skip"
  Cleaner cleaner = cleaner_of(engine);
  const auto take = [&](const mine::Conversation& conversation) -> Result<void> {
    told.forked = told.forked || !conversation.forked_from.empty();
    for (const mine::Message& message :
         mine::messages_of(conversation, mine::Use::turns_without_tools)) {
      const bool by_user = message.role == Role::user;
      if (!by_user && message.role != Role::assistant)
        continue;
      left_out = by_user ? look_at_prompt(message.text).skip : left_out;
      const Time said_at = message.said_at.value_or(until);
      if (left_out || said_at > until)
        continue;
      // A prompt that waits for its turn has no id yet: its hook comes later.
      if (by_user && message.id.empty() && format == mine::Format::claude_code)
        continue;
      Turn turn;
      turn.role = by_user ? Role::user : Role::assistant;
      turn.said_at = said_at;
      turn.text = std::string(utf8::cut(cleaner.text(utf8::repaired(without_blocks(message.text))),
                                        rule::turn_text.max_bytes));
      if (turn.text.empty())
        continue;
      if (!by_user && !told.turns.empty() && told.turns.back().role == Role::assistant)
        told.turns.back() = std::move(turn);
      else
        told.turns.push_back(std::move(turn));
    }
    return {};
  };
  const mine::ConversationSink sink{
      take, [](const std::string&, const std::string&) -> Result<void> { return {}; }};
  if (const auto found = mine::find_conversations(source, format))
    (void)mine::read_conversations(*found, source, sink);
  return told;
}

// A host may show its hook another form of a text than it writes down at that time.
bool is_same(const Turn& a, const Turn& b) {
  if (a.role != b.role || a.text == b.text)
    return a.role == b.role;
  return std::chrono::abs(a.said_at - b.said_at) < clocks_apart &&
         (a.text.find(b.text) != a.text.npos || b.text.find(a.text) != b.text.npos);
}

// The same text may be said again: of several the one that was said nearest to that time.
std::vector<Turn>::iterator find_in(std::vector<Turn>& told, const Turn& turn) {
  auto found = told.end();
  for (auto each = told.begin(); each != told.end(); ++each)
    if (is_same(*each, turn) &&
        (found == told.end() || std::chrono::abs(each->said_at - turn.said_at) <=
                                    std::chrono::abs(found->said_at - turn.said_at)))
      found = each;
  return found;
}

// Leaves those behind the last turn that is kept, up to the one that is about to be.
void drop_known(std::vector<Turn>& told, const std::vector<Turn>& kept, const HookKeep& next) {
  const auto anchor = std::find_if(kept.rbegin(), kept.rend(), [&](const Turn& each) {
    const auto found = find_in(told, each);
    if (found == told.end())
      return false;
    told.erase(told.begin(), found + 1);
    return true;
  });
  if (anchor == kept.rend())
    std::erase_if(told, [&](const Turn& each) {
      return !kept.empty() && each.said_at <= kept.back().said_at;
    });
  // In another form.
  if (anchor != kept.rbegin() && !told.empty() && told.front().role == kept.back().role)
    told.erase(told.begin());
  if (next.turn.empty())
    return;
  const auto own = find_in(told, {0, next.role, next.at, next.turn});
  // A prompt that was answered just now is one before this one, of the same text.
  if (own != told.end() && (next.role == Role::assistant || own + 1 == told.end() ||
                            next.at - own->said_at >= clocks_apart))
    told.erase(own, told.end());
  if (next.role == Role::assistant && !told.empty() && told.back().role == next.role)
    told.pop_back();
}

// The turns between the last kept one and that of `keep`, or the end of its session. A transcript
// of lines is read from there on, and not at all where that is 8 MiB and more. Errors: those of the
// database; a transcript that cannot be read misses nothing.
Result<std::vector<engine::TurnDraft>> turns_missing_before(Engine& engine, const HookKeep& keep) {
  std::vector<engine::TurnDraft> missing;
  const auto format = std::ranges::find(formats, keep.host, &HostFormat::host);
  std::error_code unknown;
  if (keep.transcript.empty() || format == formats.end())
    return missing;
  const std::filesystem::path file(keep.transcript);
  const auto bytes = std::filesystem::file_size(file, unknown);
  if (unknown || (!format->lines && bytes > max_transcript_bytes))
    return missing;
  const auto kept =
      TRY(engine::last_turns(engine, keep.name_space, keep.session_id, kept_turns_read));
  const Time since = kept.empty() ? Time::min() + clocks_apart : kept.back().said_at;
  const auto start =
      format->lines ? start_of_newer(file, bytes, since) : std::optional<std::uintmax_t>(0);
  auto source = mine::Source::open(file);
  if (!start || !source)
    return missing;
  source->begin_at(*start);
  Told told = told_in(engine, *source, format->format, keep.at);
  drop_known(told.turns, kept, keep);
  drop_oldest(told.turns, max_recovered);
  for (Turn& turn : told.turns) {
    engine::TurnDraft draft;
    draft.name_space = keep.name_space;
    draft.session_id = keep.session_id;
    draft.role = turn.role;
    draft.text = std::move(turn.text);
    draft.said_at = turn.said_at;
    missing.push_back(std::move(draft));
  }
  if (kept.empty()) {
    const auto known = TRY(engine::turns_of_other_session(engine, missing, told.forked));
    missing.erase(missing.begin(), missing.begin() + static_cast<std::ptrdiff_t>(known));
  }
  return missing;
}

constexpr double of_solution = 0.7, of_decision = 0.6;

Result<void> keep_turn(Engine& engine, const HookKeep& keep, Attempt attempt) {
  for (const engine::TurnDraft& missing : TRY(turns_missing_before(engine, keep)))
    TRY_VOID(engine::capture_turn(engine, missing, {.once = true, .synced = false}));
  if (keep.turn.empty())
    return {};
  engine::TurnDraft turn;
  turn.name_space = keep.name_space;
  turn.session_id = keep.session_id;
  turn.role = keep.role;
  turn.text = keep.turn;
  turn.said_at = keep.at;
  // Nobody is told that a turn is kept, and its host has it, too: no hook waits for the disk.
  engine::CaptureOptions options;
  options.synced = options.once = attempt == Attempt::again;
  TRY_VOID(engine::capture_turn(engine, turn, options));
  return {};
}

engine::Draft draft_of(const HookKeep& keep, std::string title, std::string content) {
  engine::Draft draft;
  draft.title = std::move(title);
  draft.content = std::move(content);
  draft.name_space = keep.name_space;
  draft.tier = Tier::long_term;
  if (!keep.session_id.empty())
    draft.metadata = with_text("{}", "session_id", keep.session_id);
  return draft;
}

Result<void> keep_solution(Engine& engine, const HookKeep& keep) {
  const OpenError& error = *keep.solved;
  const std::string title = solution_title(error);
  std::optional<Memory> before;
  if (engine.database.exists())
    before = TRY(engine::find_titled(engine, {keep.name_space}, title));
  engine::Draft draft = draft_of(keep, title,
                                 solution_text(error, {keep.name_space, keep.branch, keep.host},
                                               before ? before->content : std::string()));
  draft.tags = solution_tags(error);
  draft.confidence = of_solution;
  draft.source = keep.two_stores ? "error_resolution" : "hook";
  draft.metadata = with_text(draft.metadata, "category", "error_resolution");
  TRY_VOID(engine::remember(engine, draft));
  return {};
}

Result<void> keep_decision(Engine& engine, const HookKeep& keep) {
  engine::Draft draft = draft_of(keep, title_from(keep.decision), keep.decision);
  draft.title_is_derived = true;
  draft.tags = {"decision"};
  draft.confidence = of_decision;
  draft.source = keep.two_stores ? "decision" : "hook";
  draft.metadata = with_text(draft.metadata, "category", "decision");
  TRY_VOID(engine::remember(engine, draft));
  return {};
}

}  // namespace

Result<void> keep_of_hook(Engine& engine, const HookKeep& keep, Attempt attempt) {
  if (!keep.turn.empty() || keep.ends)
    TRY_VOID(keep_turn(engine, keep, attempt));
  if (keep.solved)
    TRY_VOID(keep_solution(engine, keep));
  if (!keep.decision.empty())
    TRY_VOID(keep_decision(engine, keep));
  if (!keep.remember.empty())
    TRY_VOID(remember_of_hook(engine, keep));
  return {};
}

Result<std::string> remember_of_hook(Engine& engine, const HookKeep& keep) {
  engine::Draft draft = draft_of(keep, title_from(keep.remember), keep.remember);
  draft.title_is_derived = true;
  draft.source = keep.two_stores ? "manual" : "user";
  return TRY(engine::remember(engine, draft)).memory.id;
}

}  // namespace aim::op
