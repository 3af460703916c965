// The surface of an MCP server: its tools, prompts, resources, and the form of its replies.
// The core has one (core_surface.cpp), each profile another; the dispatcher knows no tool but by
// the surface it was given. Knows: operations as types. Must not know: which surfaces there are,
// frames, sessions. Threads: a surface does not change once it is made; its functions may be called
// from any.
#pragma once
#include <boost/json/fwd.hpp>

#include "base/result.h"
#include "mcp/protocol/rpc.h"
#include "mcp/surface/offer.h"
#include "op/kit/operation.h"

namespace aim::mcp {

// Features of tools in the negotiated revision.
struct ToolStyle {
  bool annotations = false;  // since 2025-03-26
  bool titles = false;       // since 2025-06-18
  bool structured = false;   // since 2025-06-18: outputSchema, structuredContent
  bool apps = false;         // the client shows MCP Apps
};

// How what a tool answers becomes what a client reads.
struct Wording {
  // The text of a reply, which revisions that know it get as structuredContent too.
  std::string (*text)(const json::object& reply);
  // The whole result of a call that failed. A call that was never run (an unknown tool) is always
  // marked as an error.
  json::object (*failure)(const Error& error, bool structured);
  // The text of a call that the user did not want, of what it declines with; null: a sentence.
  std::string (*declined)(const json::object& reply) = nullptr;
};

// Choices of the user where yes and no are not enough; the value becomes the argument of that name.
struct Choice {
  std::string_view label, value;
};
struct Choices {
  std::string_view argument = {};
  std::span<const Choice> all = {};  // empty: yes or no
};
struct Question {
  std::string text;
  std::span<const Choice> choices = {};
};
struct UserAnswer {
  bool confirmed = false;
  std::string chosen = {};  // a label
};

struct Tool {
  std::string name, title, description;
  const op::Operation* operation = nullptr;  // its operation; null: none, or several
  op::Effect effect =
      op::Effect::reads;  // decides the annotations, and which calls wait for the database's lock
  FeatureTier tier = FeatureTier::keyword;      // listed from there on
  bool stores = false;                          // counts as a store for the capture nag
  bool in_project = false;                      // without a namespace about the session's project
  std::span<const std::string_view> rare = {};  // arguments that a lean list leaves out
  bool large = false;                           // its replies may be long; clients learn of it
  bool shown = false;                           // the app shows what it answers
  std::function<json::object()> input_schema;
  std::function<json::object()> output_schema = {};  // empty: none
  // Errors become what the wording makes of them.
  std::function<Result<json::object>(Engine&, const json::object& arguments, const op::Caller&)>
      call;
  // The text of a reply in place of the wording's, and then nothing is structured; nothing where
  // the arguments do not want it. May use up the reply.
  std::function<std::optional<std::string>(const json::object& arguments, json::object& reply)>
      rows = {};
  // The question for the user before the call runs, and the structured result of a declined call.
  std::function<std::optional<std::string>(Engine&, const json::object& arguments,
                                           const op::Caller&)>
      question = {};
  std::function<json::object()> declined = {};
  Choices choices = {};
  // Whether such a call may wait for a language model.
  std::function<bool(const json::object& arguments)> asks_model = {};
  const Wording* wording = nullptr;  // null: the surface's
};

struct Prompts {
  json::array (*list)();
  Result<json::object> (*get)(std::string_view name, const json::object& arguments,
                              const Offer& offer);
};

// The functions answer as those of surface/resources.h do.
struct Resources {
  bool tells_changes =
      false;  // lists and single ones can be subscribed to, by the core's addresses
  std::function<std::optional<Fault>(Engine&, std::string_view cursor, const ToolStyle&,
                                     json::object& result)>
      list;
  std::function<json::array(const ToolStyle&)> templates;
  std::function<std::optional<Fault>(Engine&, std::string_view uri, const op::Caller&,
                                     json::object& result)>
      read;
  // For subscriptions to addresses of its own. A number that is another one after any change; and a
  // number that stays the same as long as what the resource shows does, nothing when there is no
  // such resource. Unset: the core's addresses hold.
  std::function<std::int64_t(Engine&)> last_change = {};
  std::function<std::optional<std::uint64_t>(Engine&, std::string_view uri)> state = {};
};

struct Surface {
  std::string name;  // name of the server
  std::vector<Tool> tools;
  Wording wording;
  std::function<std::string(const Offer&)> instructions;
  std::optional<Prompts> prompts = {};      // unset: no prompts
  std::optional<Resources> resources = {};  // likewise
  std::function<std::optional<Fault>(Engine&, const json::object& params, json::object& result)>
      complete = {};
  bool indexes_files = false;                          // in the agent's workspace (K4)
  bool nags = true;                                    // reminds of streaks that store nothing (H1)
  std::span<const std::string_view> core_choice = {};  // meaning of "core" in --tools
  // Names that count as stores for the nag though no tool has them.
  std::span<const std::string_view> further_stores = {};
  // Told, once they are known, in which folders a client of the legacy era works, its roots; unset:
  // nobody wants to know.
  std::function<void(const std::vector<std::string>& folders)> told_folders = {};
};

const Tool* find_tool(const Surface& surface, std::string_view name);
// The error for a name that no tool has, with the nearest one.
Error unknown_tool(const Surface& surface, std::string_view name);
bool counts_as_store(const Surface& surface, std::string_view name);
// Whether its resources can be subscribed to.
bool tells_changes(const Offer& offer);
// Appends the tools of another surface, worded as there, but for those whose name is taken.
void add_tools(Surface& surface, const Surface& others);

// Offered tools in their order (S10). `name_space`: of the session's project.
json::array list_tools(const Offer& offer, const ToolStyle& style,
                       std::string_view name_space = {});

// The result of a call: content, and isError when it failed. An unknown name gives a failed result
// that names it, as does a tool that is not offered. `caller.name_space`: of the session's project.
json::object call_tool(Engine& engine, std::string_view name, const json::object& arguments,
                       const Offer& offer, const op::Caller& caller, const ToolStyle& style);

// The confirmation or choice that is needed; nothing if the call may run at once.
std::optional<Question> question_before(Engine& engine, const Surface& surface,
                                        std::string_view tool, const json::object& arguments,
                                        const op::Caller& caller);
// The arguments with what the user chose; nothing when he does not want the call.
std::optional<json::object> answered_arguments(const Surface& surface, std::string_view tool,
                                               const json::object& arguments,
                                               const UserAnswer& answer);
// The result of a call that the user did not want.
json::object declined_result(const Surface& surface, std::string_view tool, bool structured);

// {"content": [{"text": …, "type": "text"}]}
json::object text_result(std::string text);
// A refusal whose text is the sentence of the error.
json::object failed_text(const Error& error, bool structured);

// The app (MCP Apps): clients that can show it find its address with the tools.
inline constexpr std::string_view app_uri = "ui://ai-memory/memories",
                                  app_type = "text/html;profile=mcp-app";

}  // namespace aim::mcp
