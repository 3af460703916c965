// A Slack export: users.json, lists of channels (channels.json, groups.json,
// mpims.json, dms.json), and a folder a channel with a file a day. A channel is
// one conversation; its days follow each other by name, and replies their root.
// A text has <@U1>, <#C1|general>, <https://…|label>, <!here>, &lt;.
#include <boost/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "mine/format.h"
#include "mine/recognise.h"
#include "mine/values.h"

namespace aim::mine {

namespace {

namespace json = boost::json;

struct Channel {
  std::string id, title;
  std::vector<std::string> tags;
};

// Messages that report a change of the channel itself have a subtype of their
// own.
bool is_notice(std::string_view subtype) {
  constexpr std::array<std::string_view, 14> notices{
      "pinned_item", "unpinned_item",         "tombstone",       "reminder_add",      "bot_add",
      "bot_remove",  "huddle_thread",         "sh_room_created", "ekm_access_denied", "bot_enable",
      "bot_disable", "app_conversation_join", "reminder_delete", "message_deleted"};
  return subtype.starts_with("channel_") || subtype.starts_with("group_") ||
         subtype.starts_with("mpim_") ||
         std::find(notices.begin(), notices.end(), subtype) != notices.end();
}

void append_line(std::string& text, std::string_view line) {
  if (!line.empty())
    text.append(text.empty() ? "" : "\n").append(line);
}

// All texts in blocks, however deep they lie.
void append_block_texts(std::string& text, const json::value& block, int depth = 0) {
  constexpr int deepest = 12;
  if (depth > deepest)
    return;
  if (block.is_array()) {
    for (const json::value& each : block.get_array()) append_block_texts(text, each, depth + 1);
    return;
  }
  if (const json::value* own = member(block, "text")) {
    if (own->is_string())
      append_line(text, own->get_string());
    else
      append_block_texts(text, *own, depth + 1);
  }
  for (const std::string_view list : {"fields", "elements"})
    if (const json::value* inner = member(block, list))
      append_block_texts(text, *inner, depth + 1);
}

std::string attachment_text(const json::value& attachment) {
  std::string text;
  const std::string_view said = text_at(attachment, "text"),
                         author = text_at(attachment, "author_name");
  append_line(text, text_at(attachment, "pretext"));
  append_line(text, text_at(attachment, "title"));
  append_line(text, author.empty() || said.empty()
                        ? std::string(author.empty() ? said : author)
                        : std::string(author) + ": " + std::string(said));
  for (const json::value& field : list_at(attachment, "fields")) {
    const std::string_view title = text_at(field, "title"), value = text_at(field, "value");
    append_line(text, std::string(title) + (title.empty() || value.empty() ? "" : ": ") +
                          std::string(value));
  }
  if (const json::value* blocks = member(attachment, "blocks"); blocks && text.empty())
    append_block_texts(text, *blocks);
  for (const json::value& inner : list_at(attachment, "message_blocks"))
    if (const json::value* message = member(inner, "message"); message && text.empty())
      if (const json::value* blocks = member(*message, "blocks"))
        append_block_texts(text, *blocks);
  if (text.empty())
    text = text_at(attachment, "fallback");
  return text;
}

constexpr std::array<std::pair<std::string_view, char>, 3> entities{
    {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}}};

void append_plain(std::string& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t taken = 0;
    if (text[at] == '&')
      for (const auto& [written, meant] : entities)
        if (text.substr(at).starts_with(written)) {
          out += meant;
          taken = written.size();
        }
    if (taken == 0) {
      out += text[at];
      taken = 1;
    }
    at += taken;
  }
}

// Appends one mention or link, given without its < and >.
void append_marked(std::string& out, std::string_view mark,
                   const std::function<std::string(std::string_view id)>& name_of) {
  const std::size_t bar = mark.find('|');
  const std::string_view target = mark.substr(0, bar);
  const std::string_view label = bar == mark.npos ? std::string_view() : mark.substr(bar + 1);
  if (target.starts_with('@'))
    out.append("@").append(name_of(target.substr(1)));
  else if (target.starts_with('#'))
    out.append("#").append(label.empty() ? target.substr(1) : label);
  else if (target.starts_with('!'))
    out.append(label.starts_with('@') ? "" : "@").append(label.empty() ? target.substr(1) : label);
  else if (label.empty() || label == target)
    append_plain(out, target);
  else {
    append_plain(out, label);
    out += " (";
    append_plain(out, target);
    out += ')';
  }
}

// `name_of`: the name of a user's id; the id itself when it is not known.
std::string slack_text(std::string_view text,
                       const std::function<std::string(std::string_view id)>& name_of) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find('<');
    append_plain(out, text.substr(0, open));
    if (open == text.npos)
      break;
    const std::size_t close = text.find('>', open);
    if (close == text.npos) {
      append_plain(out, text.substr(open));
      break;
    }
    append_marked(out, text.substr(open + 1, close - open - 1), name_of);
    text.remove_prefix(close + 1);
  }
  return out;
}

// The messages of a channel, until they are in the order of a reader: replies
// behind their root.
class Threads {
 public:
  struct Said {
    std::string time,
        root;  // `root` is empty, or the time of the message it replies to
    std::vector<TalkPiece> pieces;
  };

  void add(Said said) {
    for (const TalkPiece& piece : said.pieces) bytes_ += piece.text.size() + sizeof(TalkPiece);
    said_.push_back(std::move(said));
  }
  bool is_full() const { return bytes_ > max_bytes; }

  Result<void> hand_on(ConversationBuilder& gathering) {
    std::unordered_map<std::string_view, std::vector<std::size_t>> replies;
    Roots roots;
    for (std::size_t at = 0; at < said_.size(); ++at)
      if (said_[at].root.empty())
        roots.insert(said_[at].time);
    for (std::size_t at = 0; at < said_.size(); ++at)
      if (is_reply(said_[at], roots))
        replies[said_[at].root].push_back(at);
    for (Said& each : said_) {
      if (is_reply(each, roots))
        continue;
      TRY_VOID(add_pieces(each, gathering));
      if (const auto found = replies.find(each.time); each.root.empty() && found != replies.end())
        for (const std::size_t at : std::exchange(found->second, {}))
          TRY_VOID(add_pieces(said_[at], gathering));
    }
    said_.clear();
    bytes_ = 0;
    return {};
  }

 private:
  static constexpr std::size_t max_bytes = std::size_t{16} * 1'024 * 1'024;

  using Roots = std::unordered_set<std::string_view>;

  static bool is_reply(const Said& said, const Roots& roots) {
    return !said.root.empty() && roots.contains(said.root);
  }

  static Result<void> add_pieces(Said& said, ConversationBuilder& gathering) {
    bool marked = said.root.empty();
    for (TalkPiece& piece : said.pieces) {
      if (!marked && !piece.text.empty()) {
        piece.text.insert(0, "\u21b3 ");
        marked = true;
      }
      TRY_VOID(gathering.add(piece));
    }
    return {};
  }

  std::vector<Said> said_;
  std::size_t bytes_ = 0;
};

class SlackExport {
 public:
  SlackExport(const Source& source, const Files& files, const ConversationSink& sink)
      : source_(source), files_(files), sink_(sink) {}

  Result<void> read() {
    // Exports of several stretches may lie side by side, each with some days of a channel.
    std::map<std::string, Files, std::less<>> channels;
    for (const SourceFile* file : files_)
      if (is_slack_day(*file))
        channels[std::string(last_part(file->folder()))].push_back(file);
    if (channels.empty())
      return Failure(helped_by(
          invalid("it contains no channels with days (channel/2024-03-01.json)"),
          {"name the folder or zip of the export, or its format", Means::option, "format"}));
    TRY_VOID(read_users());
    TRY_VOID(read_channels());
    for (auto& [name, days] : channels) {
      std::ranges::stable_sort(days, {}, &SourceFile::base_name);
      TRY_VOID(read_channel(name, days));
    }
    return {};
  }

 private:
  Result<void> each_of(std::string_view base_name,
                       const std::function<void(const json::value&)>& take) {
    for (const SourceFile* file : files_)
      if (file->base_name() == base_name)
        TRY_VOID(each_value(source_, *file,
                            values_for(*file, sink_, [&](const json::value& value) -> Result<void> {
                              take(value);
                              return {};
                            })));
    return {};
  }

  Result<void> read_users() {
    return each_of("users.json", [&](const json::value& user) {
      const json::value* profile = member(user, "profile");
      const json::value nothing;
      const json::value& shown = profile ? *profile : nothing;
      for (const std::string_view name :
           {text_at(shown, "display_name"), text_at(shown, "real_name"), text_at(user, "real_name"),
            text_at(user, "name")})
        if (!name.empty()) {
          names_.emplace(text_at(user, "id"), name);
          break;
        }
    });
  }

  Result<void> read_channels() {
    for (const std::string_view list : {"channels.json", "groups.json", "mpims.json", "dms.json"})
      TRY_VOID(each_of(list, [&](const json::value& channel) {
        Channel known;
        known.id = text_at(channel, "id");
        const std::string_view name = text_at(channel, "name");
        known.title = list == "dms.json" ? "" : "#" + std::string(name);
        if (list == "channels.json" || list == "groups.json")
          known.tags.emplace_back(name);
        const json::value* members = member(channel, "members");
        if (list != "channels.json" && list != "groups.json" && members && members->is_array()) {
          known.title.clear();
          for (const json::value& each : members->get_array())
            if (each.is_string())
              known.title.append(known.title.empty() ? "" : ", ")
                  .append(name_of(each.get_string()));
        }
        // Folders are called after the name, those of direct messages after the id.
        channels_.emplace(name.empty() ? known.id : std::string(name), known);
      }));
    return {};
  }

  Result<void> read_channel(const std::string& name, const Files& days) {
    const auto known = channels_.find(name);
    Conversation head;
    head.id = known == channels_.end() || known->second.id.empty() ? name : known->second.id;
    head.title =
        known == channels_.end() || known->second.title.empty() ? "#" + name : known->second.title;
    if (known != channels_.end())
      head.tags = known->second.tags;
    head.shows_days = true;
    ConversationBuilder gathering(std::move(head), sink_);
    Threads threads;
    std::set<std::string> read;  // their times, by which Slack knows messages
    for (const SourceFile* day : days)
      TRY_VOID(each_value(source_, *day,
                          values_for(*day, sink_, [&](const json::value& message) -> Result<void> {
                            Threads::Said said = said_in(message);
                            if (!said.time.empty() && !read.insert(said.time).second)
                              std::ranges::for_each(said.pieces, become_copy);
                            threads.add(std::move(said));
                            return threads.is_full() ? threads.hand_on(gathering) : Result<void>();
                          })));
    TRY_VOID(threads.hand_on(gathering));
    return gathering.finish();
  }

  Threads::Said said_in(const json::value& message) const {
    Threads::Said said{
        std::string(text_at(message, "ts")), std::string(text_at(message, "thread_ts")), {}};
    if (said.root == said.time)
      said.root.clear();
    TalkPiece piece{PieceKind::person, said.time, speaker(message), {}, time_at(message, "ts"), {}};
    const auto add = [&](PieceKind kind, std::string_view text) {
      piece.kind = kind;
      piece.text = slack_text(text, [&](std::string_view id) { return name_of(id); });
      said.pieces.push_back(piece);
    };
    const std::string_view subtype = text_at(message, "subtype");
    // A record without a type is a message if it has a text.
    const std::string_view type = text_at(message, "type");
    if (type != "message" && (!type.empty() || text_at(message, "text").empty())) {
      add(PieceKind::unknown, "record " + std::string(type));
      return said;
    }
    if (is_notice(subtype)) {
      add(PieceKind::program, {});
      return said;
    }
    const std::string_view text = text_at(message, "text");
    if (!text.empty())
      add(PieceKind::person, text);
    if (const std::string more = more_in_blocks(message, text); !more.empty())
      add(PieceKind::person, more);
    for (const json::value& each : list_at(message, "attachments"))
      add(PieceKind::attachment, attachment_text(each));
    for (const json::value& file : list_at(message, "files")) {
      const std::string name(text_at(file, "name"));
      const std::string_view whole = text_at(file, "plain_text"),
                             preview = whole.empty() ? text_at(file, "preview") : whole;
      const std::string label = name.empty() ? "" : "(attached: " + name + ")";
      add(label.empty() && preview.empty() ? PieceKind::media : PieceKind::attachment,
          label + (label.empty() || preview.empty() ? "" : "\n") + std::string(preview));
    }
    if (said.pieces.empty())
      add(PieceKind::blank, {});
    return said;
  }

  // Blocks of a person's message repeat its text; those of a program may say
  // more.
  static std::string more_in_blocks(const json::value& message, std::string_view text) {
    std::string more;
    for (const json::value& block : list_at(message, "blocks")) {
      std::string each;
      if (text.empty() || text_at(block, "type") != "rich_text")
        append_block_texts(each, block);
      if (text.find(each) == text.npos)
        append_line(more, each);
    }
    return more;
  }

  std::string speaker(const json::value& message) const {
    const std::string_view user = text_at(message, "user");
    if (names_.contains(std::string(user)))
      return name_of(user);
    if (const json::value* profile = member(message, "user_profile"))
      for (const std::string_view key : {"display_name", "real_name", "name"})
        if (const std::string_view name = text_at(*profile, key); !name.empty())
          return std::string(name);
    if (!user.empty())
      return std::string(user);
    const std::string_view name = text_at(message, "username");
    return std::string(name.empty() ? text_at(message, "bot_id") : name);
  }

  std::string name_of(std::string_view id) const {
    const auto known = names_.find(std::string(id));
    return known == names_.end() ? std::string(id) : known->second;
  }

  const Source& source_;
  const Files& files_;
  const ConversationSink& sink_;
  std::unordered_map<std::string, std::string> names_;  // of users, by id
  std::unordered_map<std::string, Channel> channels_;   // by the name of their folder
};

}  // namespace

Result<void> read_slack(const Source& source, const Files& files, const ConversationSink& sink) {
  return SlackExport(source, files, sink).read();
}

}  // namespace aim::mine
