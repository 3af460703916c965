// A Slack export: users.json, lists of channels (channels.json, groups.json, mpims.json, dms.json),
// and a folder a channel with a file a day. A channel is one conversation; its days follow each
// other by name.
#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <map>
#include <unordered_map>

#include "mine/fields.h"
#include "mine/format.h"
#include "mine/slack_text.h"
#include "mine/values.h"

namespace aim::mine {
namespace {

namespace json = boost::json;

struct Channel {
  std::string id, title;
  std::vector<std::string> tags;
};

// "2024-03-01.json"
bool is_day(std::string_view name) {
  constexpr std::string_view form = "dddd-dd-dd.json";
  return name.size() == form.size() &&
         std::equal(name.begin(), name.end(), form.begin(), [](char a, char f) {
           return f == 'd' && a != 'd' ? a >= '0' && a <= '9' : a == f;
         });
}

// Messages that tell of the channel itself, not what somebody said, have a subtype of another name.
bool is_said(std::string_view subtype) {
  constexpr std::array<std::string_view, 6> said{
      "", "me_message", "file_share", "bot_message", "thread_broadcast", "file_comment"};
  return std::find(said.begin(), said.end(), subtype) != said.end();
}

class SlackExport {
 public:
  SlackExport(const Source& source, const ConversationSink& sink) : source_(source), sink_(sink) {}

  Result<void> read() {
    std::map<std::string, std::vector<const SourceFile*>, std::less<>> folders;
    for (const SourceFile& file : source_.files())
      if (is_day(file.base_name()) && !file.folder().empty())
        folders[std::string(file.folder())].push_back(&file);
    if (folders.empty())
      return Failure(Error{
          Code::validation_failed,
          "it contains no channels with days (channel/2024-03-01.json)",
          {},
          {},
          {},
          {{"name the folder or zip of the export, or its format", Means::option, "format"}}});
    TRY_VOID(read_users());
    TRY_VOID(read_channels());
    for (const auto& [folder, days] : folders) TRY_VOID(read_channel(folder, days));
    return {};
  }

 private:
  Result<void> each_of(std::string_view base_name,
                       const std::function<void(const json::value&)>& take) {
    for (const SourceFile& file : source_.files())
      if (file.base_name() == base_name)
        TRY_VOID(each_value(source_, file,
                            values_for(file, sink_, [&](const json::value& value) -> Result<void> {
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

  Result<void> read_channel(const std::string& folder, const std::vector<const SourceFile*>& days) {
    const std::string name(last_part(folder));
    const auto known = channels_.find(name);
    Conversation head;
    head.id = known == channels_.end() || known->second.id.empty() ? name : known->second.id;
    head.title =
        known == channels_.end() || known->second.title.empty() ? "#" + name : known->second.title;
    if (known != channels_.end())
      head.tags = known->second.tags;
    ConversationBuilder gathering(std::move(head), sink_);
    for (const SourceFile* day : days)
      TRY_VOID(each_value(source_, *day, values_for(*day, sink_, [&](const json::value& message) {
                            return take(message, gathering);
                          })));
    return gathering.finish();
  }

  Result<void> take(const json::value& message, ConversationBuilder& gathering) const {
    if (text_at(message, "type") != "message" || !is_said(text_at(message, "subtype")))
      return {};
    std::string text =
        slack_text(text_at(message, "text"), [&](std::string_view id) { return name_of(id); });
    if (const json::value* files = member(message, "files"); files && files->is_array())
      for (const json::value& file : files->get_array())
        if (const std::string_view name = text_at(file, "name"); !name.empty())
          text.append(text.empty() ? "(attached: " : "\n(attached: ").append(name).append(")");
    return gathering.add({std::string(text_at(message, "ts")), speaker(message), std::move(text),
                          time_at(message, "ts")});
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
  const ConversationSink& sink_;
  std::unordered_map<std::string, std::string> names_;  // of users, by id
  std::unordered_map<std::string, Channel> channels_;   // by the name of their folder
};

}  // namespace

Result<void> read_slack(const Source& source, const ConversationSink& sink) {
  return SlackExport(source, sink).read();
}

}  // namespace aim::mine
