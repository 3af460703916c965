#include <boost/json.hpp>
#include <chrono>
#include <cmath>
#include <exception>

#include "base/append.h"
#include "base/error.h"
#include "base/log.h"
#include "base/utf8.h"
#include "engine/audit/events.h"
#include "engine/audit/signer.h"
#include "engine/engine.h"
#include "engine/usage/access_log.h"
#include "engine/usage/touch_queue.h"
#include "memory/memory.h"
#include "op/as_of.h"
#include "op/kit/coerce.h"
#include "op/kit/operation.h"
#include "op/missing_hits.h"
#include "op/notes.h"
#include "op/project_names.h"
#include "op/stored_secrets.h"
#include "text/edit_distance.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

constexpr std::size_t shown_bytes = 60;  // shown bytes of a refused value

std::string shown(const json::value& value) {
  std::string text = text::compact(value);
  if (text.size() > shown_bytes)
    text = std::string(utf8::cut(text, shown_bytes)) + "…";
  return text;
}

std::string_view kind_of(const json::value& value) {
  switch (value.kind()) {
    case json::kind::null:
      return "null";
    case json::kind::bool_:
      return "true or false";
    case json::kind::string:
      return "a string";
    case json::kind::array:
      return "a list";
    case json::kind::object:
      return "an object";
    default:
      return "a number";
  }
}

// A hint with the expected form of a value.
constexpr std::string_view wanted_text = "a string, for example \"infra\"",
                           wanted_integer = "a whole number, for example 5",
                           wanted_number = "a number, for example 0.5",
                           wanted_boolean = "true or false",
                           wanted_list = "an array, for example [\"infra\"]",
                           wanted_object = "an object, for example {\"key\": \"value\"}";

Failure wrong_kind(const Place& place, std::string_view wanted, const json::value& value) {
  return Failure(refuse(
      place.field, std::string("must be ").append(wanted).append("; got ").append(kind_of(value))));
}

// Names that later versions of the reference send and that mean nothing here (wire.md 2.3): ignored
// without a word.
constexpr std::string_view tolerated[] = {
    "agent_id", "scope", "as_agent", "context_tokens", "to_namespace", "governance",
    // Caller of the call; the door that counts calls has read it (H1).
    "session_id"};

void warn_of_unknown(const Operation& operation, const json::object& arguments,
                     Warnings& warnings) {
  std::vector<std::string_view> known;
  for (const Param& param : operation.params) known.push_back(param.name);
  for (const auto& [key, value] : arguments) {
    if (std::find(known.begin(), known.end(), key) != known.end() ||
        std::find(std::begin(tolerated), std::end(tolerated), key) != std::end(tolerated))
      continue;
    std::string warning =
        "unknown argument \"" + std::string(utf8::cut(key, shown_bytes)) + "\" was ignored";
    if (const auto near = text::nearest(key, known))
      warning.append("; did you mean \"").append(*near).append("\"?");
    warnings.push_back(std::move(warning));
  }
}

}  // namespace

const json::value* find(const json::object& object, std::string_view name) {
  return object.if_contains(name);
}
bool is_null(const json::value& value) {
  return value.is_null();
}
bool is_empty_text(const json::value& value) {
  return value.is_string() && value.get_string().empty();
}

Result<void> read(const json::value& value, const Place& place, std::string& out) {
  if (!value.is_string())
    return wrong_kind(place, wanted_text, value);
  out = value.get_string();
  return check(place.rule, place.field, out);
}

Result<void> read(const json::value& value, const Place& place, std::int64_t& out) {
  double number = 0;
  if (value.is_int64()) {
    out = value.get_int64();
    number = static_cast<double>(out);
  } else if (value.is_uint64() || value.is_double()) {
    number = value.to_number<double>();
    if (number != std::floor(number))
      return Failure(refuse(place.field, "must be a whole number; got " + shown(value)));
    if (std::abs(number) < 9e18)
      out = static_cast<std::int64_t>(number);
    else if (!(place.rule.clamps && number > 0)) {
      TRY_VOID(check(place.rule, place.field, number));
      return Failure(refuse(place.field, "is too large; got " + shown(value)));
    }
  } else {
    return wrong_kind(place, wanted_integer, value);
  }
  if (place.rule.clamps && number > place.rule.maximum) {
    out = static_cast<std::int64_t>(place.rule.maximum);
    place.warnings.push_back(std::string(place.field) + " has a maximum of " + std::to_string(out) +
                             ", used instead of " + shown(value));
    return {};
  }
  return check(place.rule, place.field, number);
}

Result<void> read(const json::value& value, const Place& place, double& out) {
  if (!value.is_number())
    return wrong_kind(place, wanted_number, value);
  out = value.to_number<double>();
  return check(place.rule, place.field, out);
}

Result<void> read(const json::value& value, const Place& place, bool& out) {
  if (!value.is_bool())
    return wrong_kind(place, wanted_boolean, value);
  out = value.get_bool();
  return {};
}

Result<void> read(const json::value& value, const Place& place, std::vector<std::string>& out) {
  if (!value.is_array())
    return wrong_kind(place, wanted_list, value);
  const json::array& list = value.get_array();
  TRY_VOID(check_count(place.rule, place.field, list.size()));
  out.clear();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string field = std::string(place.field) + "[" + std::to_string(i) + "]";
    TRY_VOID(read(list[i], Place{field, place.rule, place.warnings}, out.emplace_back()));
  }
  return {};
}

Result<void> read(const json::value& value, const Place& place, JsonObject& out) {
  if (!value.is_object())
    return wrong_kind(place, wanted_object, value);
  out.text = json::serialize(value);
  return check(place.rule, place.field, out.text);
}

Result<void> read(const json::value& value, const Place& place, CommaList& out) {
  if (value.is_array())
    return read(value, place, out.items);
  std::string text;
  TRY_VOID(read(value, Place{place.field, rule::any, place.warnings}, text));
  out.items = split_list(text);
  if (out.items.empty())
    TRY_VOID(check(place.rule, place.field, text));
  TRY_VOID(check_count(place.rule, place.field, out.items.size()));
  for (const std::string& item : out.items) TRY_VOID(check(place.rule, place.field, item));
  return {};
}

Result<std::size_t> read_choice(const json::value& value, std::string_view field,
                                std::span<const std::string_view> names) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (value.is_string() && value.get_string() == names[i])
      return i;
  return Failure(
      refuse(field, "must be one of " + join_texts(names, ", ") + "; got " + shown(value)));
}

Result<std::vector<std::size_t>> read_choices(const json::value& value, const Place& place,
                                              std::span<const std::string_view> names) {
  CommaList several;
  if (!value.is_string() || value.get_string().find(',') != std::string::npos)
    TRY_VOID(read(value, place, several));
  if (several.items.empty())
    return std::vector{TRY(read_choice(value, place.field, names))};
  std::vector<std::size_t> all;
  for (const std::string& each : several.items)
    all.push_back(TRY(read_choice(json::value(each), place.field, names)));
  return all;
}

void shape(Param& param, const std::string& initial) {
  param.kind = Kind::text;
  if (!initial.empty())
    param.initial = text::compact(json::value(initial));
}
void shape(Param& param, std::int64_t initial) {
  param.kind = Kind::integer;
  param.initial = std::to_string(initial);
}
void shape(Param& param, double initial) {
  param.kind = Kind::number;
  param.initial = text::compact(json::value(initial));
}
void shape(Param& param, bool initial) {
  param.kind = Kind::boolean;
  param.initial = initial ? "true" : "false";
}
void shape(Param& param, const std::vector<std::string>&) {
  param.kind = Kind::text_list;
}
void shape(Param& param, const CommaList&) {
  param.kind = Kind::text;
}
void shape(Param& param, const JsonObject&) {
  param.kind = Kind::object;
}

void write(json::object& out, std::string_view name, std::string_view value) {
  out[name] = value;
}
void write(json::object& out, std::string_view name, std::int64_t value) {
  out[name] = value;
}
void write(json::object& out, std::string_view name, double value) {
  out[name] = value;
}
void write(json::object& out, std::string_view name, bool value) {
  out[name] = value;
}
void write(json::object& out, std::string_view name, const std::vector<std::string>& values) {
  json::array& list = write_list(out, name, values.size());
  for (const std::string& value : values) list.emplace_back(value);
}
void write(json::object& out, std::string_view name, const JsonObject& value) {
  auto parsed =
      value.text == "{}" ? Result<json::value>(json::object()) : text::parse_json(value.text);
  out[name] = parsed && parsed->is_object() ? std::move(*parsed) : json::value(json::object());
}
void write_null(json::object& out, std::string_view name) {
  out[name] = nullptr;
}
json::object& write_object(json::object& out, std::string_view name) {
  return (out[name] = json::object(out.storage())).get_object();
}
json::array& write_list(json::object& out, std::string_view name, std::size_t size) {
  json::array& list = (out[name] = json::array(out.storage())).get_array();
  list.reserve(size);
  return list;
}
json::object& append_object(json::array& list) {
  return list.emplace_back(json::object(list.storage())).get_object();
}

namespace {

engine::Signer::Failures failures_to_sign(const Engine& engine) {
  return engine.signer ? engine.signer->failures() : engine::Signer::Failures();
}

// The access log: written after the answer, with the touches (S3).
void note_access(Engine& engine, const Caller& caller, engine::AccessNote access,
                 std::chrono::steady_clock::time_point began) {
  using std::chrono::duration_cast, std::chrono::microseconds;
  if (access.row.kind.empty())
    return;
  say_who_asked(access.row, caller, engine.clock.now());
  access.row.micros = duration_cast<microseconds>(std::chrono::steady_clock::now() - began).count();
  engine::note_access(engine, std::move(access));
}

bool keeps_texts(const Operation& operation) {
  return operation.effect != Effect::reads && !operation.traits.keeps_verbatim;
}

// MCP does so by itself, for the tools of every profile. Nothing: there are no private passages.
std::optional<json::object> public_part(const Operation& operation, const Caller& caller,
                                        const json::object& given, Warnings& warnings) {
  return caller.door != Door::mcp && keeps_texts(operation)
             ? without_private_passages(given, warnings)
             : std::nullopt;
}

// Text stored on request is stored as it is; the caller is warned once.
void warn_of_secrets(const Operation& operation, const Engine& engine, const json::object& given,
                     Warnings& warnings) {
  if (!keeps_texts(operation) || operation.effect == Effect::destroys)
    return;
  for (const Param& param : operation.params) {
    if (param.rule.meaning != Meaning::title && param.rule.meaning != Meaning::prose)
      continue;
    if (const json::value* value = given.if_contains(param.name); value && value->is_string())
      if (std::string warning = told_of_secrets(engine, param.name, value->get_string());
          !warning.empty())
        warnings.push_back(std::move(warning));
  }
}

void warn_of_long_questions(const Operation& operation, const json::object& given,
                            Warnings& warnings) {
  for (const Param& param : operation.params)
    if (const json::value* value = given.if_contains(param.name);
        value && param.rule.meaning == Meaning::question && value->is_string() &&
        value->get_string().size() > analysed_bytes)
      warnings.push_back(std::string(param.name) + " is longer than what is analysed: its first " +
                         std::to_string(analysed_bytes) + " bytes; ask for less at once");
}

// The refusal names only the missing right; no argument has been read.
Result<void> check_right(const Operation& operation, const Engine& engine) {
  const Rights* rights = engine.rights.get();
  if (!rights || rights->administers)
    return {};
  if (operation.traits.right == Right::administer)
    return Failure(forbidden("does not administer the database"));
  if (operation.traits.right == Right::write && !rights->writes())
    return Failure(forbidden("may not write"));
  return {};
}

// The owner speaks at the command line and on the page; an assistant by MCP, hooks and profiles
// (S61).
bool is_owner(const Engine& engine, const Caller& caller) {
  return !engine.rights && !caller.hook && !caller.by_profile && !caller.by_token &&
         caller.door != Door::mcp;
}

// The author of the changes of a call. A call that stores memories may name the agent itself.
std::shared_ptr<const Author> author_of(const Operation& operation, const Engine& engine,
                                        const Caller& caller, const json::object& arguments) {
  Author author{.agent = std::string(caller.agent_id.empty() ? caller.client : caller.agent_id),
                .token = engine.rights ? engine.rights->name : std::string(),
                .door = std::string(door_name(caller)),
                .operation = std::string(operation.name),
                .at = engine.clock.now()};
  if (const json::value* named = arguments.if_contains("agent_id");
      named && named->is_string() && operation.traits.counts_as_store && !caller.agent_is_fixed)
    author.agent = named->get_string();
  return std::make_shared<const Author>(std::move(author));
}

// Notices and warnings of a call that is done.
void add_notes(const Operation& operation, Engine& engine, const json::object& meant,
               const Caller& caller, Warnings& warnings, json::object& reply) {
  warn_of_secrets(operation, engine, meant, warnings);
  warn_of_long_questions(operation, meant, warnings);
  auto hint = name_space_hint(operation, engine, meant, caller, reply);
  if (std::string notice = notice_on(operation, engine, meant, caller, reply, hint.has_value());
      !notice.empty())
    write(reply, "notice", notice);
  if (hint)
    warnings.push_back(std::move(*hint));
  if (!warnings.empty())
    write(reply, "warnings", warnings);
}

// Counts may lag only while another process holds the database. The rights of a token are not those
// to write the uses of others.
void write_uses_before(const Operation& operation, Engine& engine) {
  constexpr std::chrono::milliseconds timeout{20};
  const bool may_write = !engine.rights || engine.rights->administers;
  if (operation.traits.shows_uses && may_write && engine.touches.size() > 0)
    (void)engine::apply_touches(engine, timeout);
}

}  // namespace

Result<void> invoke(const Operation& operation, Engine& engine, const json::object& given_arguments,
                    const Caller& given, json::object& reply) {
  TRY_VOID(check_right(operation, engine));
  Warnings warnings;
  const auto began = std::chrono::steady_clock::now();
  Caller caller = given;
  // A token's name is the agent it writes as (M6).
  if (engine.rights) {
    caller.agent_id = engine.rights->name;
    caller.agent_is_fixed = true;
  }
  engine::AccessNote access;
  if (!caller.is_preview && engine::logs_accesses(engine, caller.by_profile))
    caller.access = &access;
  const auto under_right_names = renamed(operation.params, given_arguments);
  const json::object& arguments = under_right_names ? *under_right_names : given_arguments;
  warn_of_unknown(operation, arguments, warnings);
  // Each door but the command line is told of what is missing first, whatever the request derives.
  if (caller.door != Door::cli)
    for (const Param& param : operation.params)
      if (const json::value* value = arguments.if_contains(param.name);
          param.required && (!value || value->is_null()))
        return Failure(refuse(param.name, "is required"));
  Result<void> done;
  // Language models write numbers and lists as texts now and then: over MCP, what can be meant is
  // taken (S24).
  const auto read_anew = caller.door == Door::mcp ? coerced(operation.params, arguments)
                                                  : std::optional<json::object>();
  const json::object& with_private = read_anew ? *read_anew : arguments;
  const auto public_alone = public_part(operation, caller, with_private, warnings);
  const json::object& typed = public_alone ? *public_alone : with_private;
  const auto renamed = with_meant_name_spaces(operation, engine, typed, caller);
  const json::object& placed = renamed ? *renamed : typed;
  const auto unsigned_before = failures_to_sign(engine).count;
  write_uses_before(operation, engine);
  try {
    Engine own = caller.stop ? stopped_by(engine, caller.stop) : engine;
    own.by_owner = is_owner(engine, caller);
    if (operation.effect != Effect::reads)
      own.database = own.database.by(author_of(operation, engine, caller, placed));
    done = call_as_of(operation, own, placed, caller, reply, warnings);
  } catch (const std::exception& failure) {
    done = Failure(to_error(failure));
  }
  // Outside of any transaction; costs nothing where nothing was destroyed. The writer of touches
  // notes the last of many such calls.
  engine::keep_head(engine, engine::heads_a_second);
  if (!done) {
    if (!done.error().detail.empty())
      // A person at the command line has the sentence; the detail is there when asked for.
      log::write(caller.door == Door::cli ? log::Level::info : log::Level::error,
                 std::string(operation.name) + ": " + done.error().detail);
    return done;
  }
  claim_name_space(operation, engine, caller);
  if (const auto failures = failures_to_sign(engine); failures.count > unsigned_before)
    warnings.push_back("the event for this change is not signed: " + failures.why);
  add_notes(operation, engine, placed, caller, warnings, reply);
  const std::size_t sent = caller.as_sent ? caller.as_sent(reply) : 0;
  if (caller.access) {
    if (sent > 0)
      access.row.tokens = static_cast<std::int64_t>(sent / 4);
    note_access(engine, caller, std::move(access), began);
  }
  return {};
}

}  // namespace aim::op
