#include "op/hook_recovery.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/utf8.h"
#include "capture/blocks.h"
#include "capture/triggers.h"
#include "memory/rules.h"
#include "mine/format.h"
#include "mine/policy.h"
#include "op/stored_secrets.h"

namespace aim::op {
namespace {

constexpr std::uintmax_t max_transcript_bytes = std::uintmax_t{8} * 1024 * 1024;
constexpr std::int64_t kept_turns_read = 20;  // turns that are kept
constexpr std::size_t max_recovered = 20;

struct HostFormat {
  std::string_view host;
  mine::Format format;
};
constexpr std::array<HostFormat, 3> formats{{{"claude", mine::Format::claude_code},
                                             {"codex", mine::Format::codex},
                                             {"gemini", mine::Format::gemini}}};

// What was said, as hooks would have told it: of an assistant the last text before each prompt.
std::vector<Turn> turns_in(const Engine& engine, const std::filesystem::path& file,
                           mine::Format format) {
  std::vector<Turn> turns;
  bool left_out = false;  // an answer to "#skip"
  Cleaner cleaner = cleaner_of(engine);
  const auto take = [&](const mine::Conversation& conversation) -> Result<void> {
    for (const mine::Message& message :
         mine::messages_of(conversation, mine::Use::turns_without_tools)) {
      const bool by_user = message.role == Role::user;
      if (!by_user && message.role != Role::assistant)
        continue;
      left_out = by_user ? look_at_prompt(message.text).skip : left_out;
      Turn turn;
      turn.role = by_user ? Role::user : Role::assistant;
      turn.said_at = message.said_at.value_or(Time{});
      turn.text = std::string(utf8::cut(cleaner.text(utf8::repaired(without_blocks(message.text))),
                                        rule::turn_text.max_bytes));
      if (left_out || turn.text.empty())
        continue;
      if (!by_user && !turns.empty() && turns.back().role == Role::assistant)
        turns.back() = std::move(turn);
      else
        turns.push_back(std::move(turn));
    }
    return {};
  };
  const mine::ConversationSink sink{
      take, [](const std::string&, const std::string&) -> Result<void> { return {}; }};
  if (const auto source = mine::Source::open(file))
    if (const auto found = mine::find_conversations(*source, format))
      (void)mine::read_conversations(*found, *source, sink);
  return turns;
}

bool is_same(const Turn& a, const Turn& b) {
  return a.role == b.role && a.text == b.text;
}

// Behind the last of these that is kept already, up to the one that is about to be.
std::vector<Turn> missing_of(std::vector<Turn> told, const std::vector<Turn>& kept,
                             const Turn& next) {
  const auto own = std::find_if(told.rbegin(), told.rend(),
                                [&](const Turn& each) { return is_same(each, next); });
  if (own != told.rend())
    told.erase(own.base() - 1, told.end());
  const auto known = std::find_if(told.rbegin(), told.rend(), [&](const Turn& each) {
    return std::ranges::any_of(kept, [&](const Turn& one) { return is_same(one, each); });
  });
  told.erase(told.begin(), known.base());
  if (told.size() > max_recovered)
    told.erase(told.begin(), told.end() - max_recovered);
  return told;
}

}  // namespace

Result<std::vector<engine::TurnDraft>> turns_missing_before(Engine& engine, const HookKeep& keep) {
  std::vector<engine::TurnDraft> missing;
  const auto format = std::ranges::find(formats, keep.host, &HostFormat::host);
  if (keep.transcript.empty() || format == formats.end())
    return missing;
  const auto last = TRY(engine::last_turns(engine, keep.name_space, keep.session_id, 1));
  const bool follows = keep.role == Role::user ? last.empty() || last.back().role != Role::user
                                               : !last.empty() && last.back().role == Role::user;
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(keep.transcript, unknown);
  if (follows || unknown || bytes > max_transcript_bytes)
    return missing;
  const auto kept =
      TRY(engine::last_turns(engine, keep.name_space, keep.session_id, kept_turns_read));
  for (Turn& turn : missing_of(turns_in(engine, keep.transcript, format->format), kept,
                               {0, keep.role, keep.at, keep.turn})) {
    engine::TurnDraft draft;
    draft.name_space = keep.name_space;
    draft.session_id = keep.session_id;
    draft.role = turn.role;
    draft.text = std::move(turn.text);
    draft.said_at = turn.said_at == Time{} ? keep.at : turn.said_at;
    missing.push_back(std::move(draft));
  }
  return missing;
}

}  // namespace aim::op
