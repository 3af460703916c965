// One use case, described once: name, sentence, fields with limits, one function
// (docs/architecture.md). Doors read the description: MCP schemas, command-line flags and help,
// HTTP bodies and OpenAPI all derive from it.
// Knows: requests, replies, rules. Must not know: doors, JSON text (op/kit/json.cpp alone touches
// JSON values).
//
// A request or reply is a struct with `static constexpr std::tuple fields`, of needs(), takes() and
// gives(). A reply that shows what the engine returns derives from that, and has no members for it.
// Member types: std::string, std::int64_t, double, bool, an enum with EnumNames,
// std::vector<std::string>, std::optional<T> (absent when unset), Defaulted<T> (whether it was
// given), CommaList (a text that may be a list), Patch<T> (absent, null or a value), Nullable<T>
// (null when unset), JsonObject, a described struct, and std::vector of described structs.
#pragma once
#include <boost/json/fwd.hpp>
#include <iosfwd>

#include "base/result.h"
#include "memory/names.h"
#include "memory/rules.h"
#include "memory/tier.h"

namespace aim {
namespace json = boost::json;
struct Engine;
struct ProjectIdentity;
namespace engine {
struct AccessNote;
}
}  // namespace aim

namespace aim::op {

enum class Door { mcp, http, cli };

// How far a long operation has come.
struct Progress {
  std::int64_t done = 0;
  std::optional<std::int64_t> total;  // when it is known
  std::string_view what;              // "memories"
};

class Words;  // how a door says what to do next (op/kit/remedies.h)
struct HookSettings;

// The caller. One per call; the streams belong to the door and outlive the call.
struct Caller {
  Door door = Door::cli;
  FeatureTier tier = FeatureTier::semantic;
  std::istream* input = nullptr;     // for operations that read a stream (import, bulk)
  std::ostream* output = nullptr;    // for operations that write one (export)
  std::string_view input_path = {};  // where `input` comes from; a folder has no stream
  // The writing agent, if the door knows it: stored with memories, unless the call names another
  // (S38, S47).
  std::string_view agent_id = {}, session_id = {};
  // Ids of what the caller's connection was shown, where it is a session of its own: asked when no
  // session has a name. Null: the door has no such connection.
  std::vector<std::string>* shown = nullptr;
  // Namespace of the caller's project: recall and session_start look there and into "global"
  // (S42), consolidate falls back to it (S47). Empty: unknown.
  std::string name_space = {};
  // The project itself, where the database says which namespace is its (op/project_names.h); null:
  // none, or a namespace was configured.
  const ProjectIdentity* project = nullptr;
  bool unclaimed = false;        // nothing says yet that the namespace is the project's
  std::string_view client = {};  // name of the client: for the access log only
  bool hook = false;             // an assistant's hook calls
  bool by_token = false;         // over HTTP with a token, not from the page
  bool agent_is_fixed = false;   // agent_id is a token's name, whatever the call says
  bool by_profile = false;       // by a profile's surface
  bool is_preview =
      false;  // a person looks through the page: no use of what is shown, nothing to log
  engine::AccessNote* access =
      nullptr;  // what the operation tells the access log (op/notes.h); null: nothing
  // About so many bytes of a reply: what is beyond them is for its `next`.
  std::size_t reply_bytes = SIZE_MAX;
  // Makes the reply what the door sends, and says its bytes: for the access log. Empty: contents
  // count.
  std::function<std::size_t(json::object& reply)> as_sent = {};
  std::size_t max_items = SIZE_MAX;     // of such a stream; more refuse the whole of it (D3)
  const Words* words = nullptr;         // the door's; null: it has none
  const Words* commands = nullptr;      // words of the command line, for steps of a person
  const HookSettings* hooks = nullptr;  // the person's, for a preview of them; null: the defaults
  // updated_at of the state that an update was made from (HTTP's If-Match); empty: any.
  std::string made_from = {};
  std::function<bool()> stop = {};  // asked while the call waits or works long; true ends it
  std::function<void(const Progress&)> progress = {};  // told now and then by long operations
};

// Reports the progress of a call.
inline void notify(const Caller& caller, const Progress& progress) {
  if (caller.progress)
    caller.progress(progress);
}

// A JSON object as text, its keys in the order given.
struct JsonObject {
  std::string text = "{}";
};
// A member of an update: not given, given as null (clear it), or given.
template <class T>
struct Patch {
  bool given = false;
  std::optional<T> value;
};
// A member with a default that also says whether the caller gave it.
template <class T>
struct Defaulted {
  T value{};
  bool given = false;
};
// Texts as one, with commas between; a list of texts is read too.
struct CommaList {
  std::vector<std::string> items;
};
// Values of an enumeration, as CommaList has texts; described as one of them.
template <class E>
struct Several {
  std::vector<E> items;
};
// A member of a reply that is null, not absent, when unset.
template <class T>
struct Nullable {
  std::optional<T> value;
};

enum class Kind { text, integer, number, boolean, text_list, object, structure, structure_list };

// One field, as doors see it.
struct Param {
  std::string_view name, doc;
  char flag = 0;  // letter on the command line; 0: none
  bool required = false;
  bool nullable = false;  // null is accepted (Patch) or possible (Nullable)
  bool optional = false;  // may be absent from a reply
  Kind kind = Kind::text;
  Rule rule;
  std::vector<std::string_view> values;  // values of an enum
  std::optional<std::string> initial;    // default, as JSON text
  std::vector<Param> fields;             // fields of a structure or of each structure in a list
};

template <class R, class T>
struct Field {
  std::string_view name;
  T R::*member;
  Rule rule;
  std::string_view doc;
  char flag = 0;
  bool required = false;
};
template <class R, class T>
constexpr Field<R, T> needs(std::string_view name, T R::*member, Rule rule, std::string_view doc,
                            char flag = 0) {
  return {name, member, rule, doc, flag, true};
}
template <class R, class T>
constexpr Field<R, T> takes(std::string_view name, T R::*member, Rule rule, std::string_view doc,
                            char flag = 0) {
  return {name, member, rule, doc, flag, false};
}
template <class R, class T>
constexpr Field<R, T> gives(std::string_view name, T R::*member, std::string_view doc) {
  return {name, member, {}, doc, 0, true};
}
template <class T>
concept Described = requires { T::fields; };
// Calls `use` with each field of T, in order. Without std::apply, whose conditions take a sixth of
// the time of compiling an operation.
template <Described T, class F>
constexpr void for_each_field(F use) {
  [&]<std::size_t... index>(std::index_sequence<index...>) {
    (use(std::get<index>(T::fields)), ...);
  }(std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(T::fields)>>>{});
}
// A reply that shows what its base shows, first: `using Extends = Base`.
template <class T>
concept Extended = requires { typename T::Extends; };

using Warnings = std::vector<std::string>;

// ---- reading: one overload a type; json.cpp holds every line that touches the JSON library ----
const json::value* find(const json::object& object, std::string_view name);
bool is_null(const json::value& value);
bool is_empty_text(const json::value& value);
struct Place {  // place of the value being read: for messages, limits and warnings
  std::string_view field;
  const Rule& rule;
  Warnings& warnings;
};
Result<void> read(const json::value&, const Place&, std::string&);
Result<void> read(const json::value&, const Place&, std::int64_t&);
Result<void> read(const json::value&, const Place&, double&);
Result<void> read(const json::value&, const Place&, bool&);
Result<void> read(const json::value&, const Place&, std::vector<std::string>&);
Result<void> read(const json::value&, const Place&, JsonObject&);
Result<void> read(const json::value&, const Place&, CommaList&);
Result<std::size_t> read_choice(const json::value&, std::string_view field,
                                std::span<const std::string_view> names);
Result<std::vector<std::size_t>> read_choices(const json::value&, const Place&,
                                              std::span<const std::string_view> names);
template <class E>
inline constexpr auto choices = [] {
  std::array<std::string_view, EnumNames<E>::names.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = EnumNames<E>::names[i].second;
  return names;
}();
template <class E>
  requires std::is_enum_v<E>
Result<void> read(const json::value& value, const Place& place, E& out) {
  out = EnumNames<E>::names[TRY(read_choice(value, place.field, choices<E>))].first;
  return {};
}
template <class E>
Result<void> read(const json::value& value, const Place& place, Several<E>& out) {
  for (const std::size_t each : TRY(read_choices(value, place, choices<E>)))
    out.items.push_back(EnumNames<E>::names[each].first);
  return {};
}
template <class T>
Result<void> read(const json::value& value, const Place& place, std::optional<T>& out) {
  if (is_null(value))
    return {};
  return read(value, place, out.emplace());
}
// An empty text clears too: some clients know no null (V11).
template <class T>
Result<void> read(const json::value& value, const Place& place, Patch<T>& out) {
  out.given = true;
  if (is_empty_text(value))
    return {};
  return read(value, place, out.value);
}
template <class T>
Result<void> read(const json::value& value, const Place& place, Defaulted<T>& out) {
  out.given = true;
  return read(value, place, out.value);
}
template <class T>
inline constexpr bool is_patch = false;
template <class T>
inline constexpr bool is_patch<Patch<T>> = true;
// Null is the same as leaving a field out (S24); only a patch clears by it.
template <Described T>
Result<T> read_fields(const json::object& object, Warnings& warnings) {
  static_assert(!Extended<T>, "the input names all of its fields");
  T value{};
  Result<void> ok;
  for_each_field<T>([&](const auto& field) {
    if (!ok)
      return;
    using Member = std::remove_reference_t<decltype(value.*field.member)>;
    const json::value* found = find(object, field.name);
    if (found && (is_patch<Member> || !is_null(*found)))
      ok = read(*found, Place{field.name, field.rule, warnings}, value.*field.member);
    else if (field.required)
      ok = Failure(refuse(field.name, "is required"));
  });
  TRY_VOID(std::move(ok));
  return value;
}

// ---- describing ----
void shape(Param&, const std::string& initial);
void shape(Param&, std::int64_t initial);
void shape(Param&, double initial);
void shape(Param&, bool initial);
void shape(Param&, const std::vector<std::string>& initial);
void shape(Param&, const JsonObject& initial);
void shape(Param&, const CommaList& initial);
template <Described T>
std::vector<Param> describe();
template <class E>
  requires std::is_enum_v<E>
void shape(Param& param, E initial) {
  shape(param, std::string(name_of(initial)));
  param.values.assign(choices<E>.begin(), choices<E>.end());
}
template <class E>
void shape(Param& param, const Several<E>&) {
  param.values.assign(choices<E>.begin(), choices<E>.end());
}
template <Described T>
void shape(Param& param, const T&) {
  param.kind = Kind::structure;
  param.fields = describe<T>();
}
template <Described T>
void shape(Param& param, const std::vector<T>&) {
  param.kind = Kind::structure_list;
  param.fields = describe<T>();
}
template <class T>
void shape(Param& param, const std::optional<T>&) {
  shape(param, T{});
  param.initial.reset();
  param.optional = true;
}
template <class T>
void shape(Param& param, const Defaulted<T>& initial) {
  shape(param, initial.value);
}
template <class T>
void shape(Param& param, const Patch<T>&) {
  shape(param, T{});
  param.initial.reset();
  param.nullable = true;
}
template <class T>
void shape(Param& param, const Nullable<T>&) {
  shape(param, T{});
  param.initial.reset();
  param.nullable = true;
}
template <Described T>
std::vector<Param> describe() {
  std::vector<Param> params;
  if constexpr (Extended<T>)
    params = describe<typename T::Extends>();
  const T initial{};
  for_each_field<T>([&](const auto& field) {
    Param& param = params.emplace_back();
    param.name = field.name;
    param.doc = field.doc;
    param.flag = field.flag;
    param.required = field.required;
    param.rule = field.rule;
    shape(param, initial.*field.member);
  });
  return params;
}

// ---- writing ----
void write(json::object&, std::string_view name, std::string_view);
void write(json::object&, std::string_view name, std::int64_t);
void write(json::object&, std::string_view name, double);
void write(json::object&, std::string_view name, bool);
void write(json::object&, std::string_view name, const std::vector<std::string>&);
void write(json::object&, std::string_view name, const JsonObject&);
void write_null(json::object&, std::string_view name);
json::object& write_object(json::object&, std::string_view name);
json::array& write_list(json::object&, std::string_view name, std::size_t size);
json::object& append_object(json::array&);
inline void write(json::object& out, std::string_view name, const std::string& value) {
  write(out, name, std::string_view(value));
}
template <class E>
  requires std::is_enum_v<E>
void write(json::object& out, std::string_view name, E value) {
  write(out, name, name_of(value));
}
template <Described T>
void write_fields(json::object& out, const T& value);
template <Described T>
void write(json::object& out, std::string_view name, const T& value) {
  write_fields(write_object(out, name), value);
}
template <Described T>
void write(json::object& out, std::string_view name, const std::vector<T>& values) {
  json::array& list = write_list(out, name, values.size());
  for (const T& each : values) write_fields(append_object(list), each);
}
template <class T>
void write(json::object& out, std::string_view name, const std::optional<T>& value) {
  if (value)
    write(out, name, *value);
}
template <class T>
void write(json::object& out, std::string_view name, const Nullable<T>& value) {
  if (value.value)
    write(out, name, *value.value);
  else
    write_null(out, name);
}
template <Described T>
void write_fields(json::object& out, const T& value) {
  if constexpr (Extended<T>)
    write_fields<typename T::Extends>(out, value);
  for_each_field<T>([&](const auto& field) { write(out, field.name, value.*field.member); });
}

// ---- the operation ----
// What a use case does to the world, for annotations and confirmation.
enum class Effect {
  reads,       // changes no memory (use statistics are not memories, S2)
  adds,        // adds or updates; nothing is lost
  overwrites,  // replaces what was there; the same call again changes nothing more
  destroys,    // removes
};
// The right that a caller needs; each includes those before it (docs/decisions/0040).
enum class Right {
  read,        // see what is kept
  write,       // change it, in the namespaces that are the caller's
  administer,  // operations without a namespace: keys, the audit chain, files of this machine, the
               // whole database
};
// The question for the user before a call, if the client can ask. It names the count of a dry run.
struct Confirmation {
  std::string_view count = {};     // the dry run's key that says how many; empty: nothing is asked
  std::string_view question = {};  // after "memory" or "memories"
  std::string_view unchanged =
      {};                          // a number of the reply that is 0 when the user does not want it
  std::string_view for_good = {};  // the argument that makes it one that cannot be undone
};
// Further traits of a use case, so that nobody decides by its name.
struct Traits {
  Right right = Right::administer;  // an operation that says none is for administrators
  bool asks_model = false;          // may wait for a language model, whatever the arguments are
  bool counts_as_store = false;     // ends a streak of calls that keep nothing (H3)
  bool keeps_verbatim = false;      // stores text verbatim: no warnings
  bool about_names = false;  // namespaces among its arguments are not looked up by other names
  bool as_of = false;        // takes as_of, and then answers as it would have then (op/as_of.h)
  bool shows_uses = false;   // or decides by them: those answered before are written first (S3)
  // Whether it creates a missing database; unset: if it adds. The others find nothing, and create
  // none (S29).
  std::optional<bool> makes_database = {};
  Confirmation confirm = {};
};
// A JSON document streamed in addition to the arguments: an object of these members, or a list of
// such objects.
struct Document {
  std::vector<Param> members = {};  // empty: there is no such document
  bool list = false;
};
struct Operation {
  std::string_view name, title, summary;
  Effect effect;
  std::vector<Param> params, results;
  Result<void> (*call)(Engine&, const json::object& arguments, const Caller&, json::object& reply,
                       Warnings&);
  Document input = {}, output = {};  // through Caller::input and Caller::output
  Traits traits = {};
};

inline bool makes_database(const Operation& operation) {
  return operation.traits.makes_database.value_or(operation.effect == Effect::adds);
}

// The one way in for every door: refuses missing, mistyped and out-of-limit arguments, runs, writes
// the reply. Unknown arguments are ignored and named in the reply's `warnings`, as clamped limits
// are (S7). Catches what libraries throw: the log gets it, the caller a database_error.
Result<void> invoke(const Operation&, Engine&, const json::object& arguments, const Caller&,
                    json::object& reply);

template <class Q, class P>
Q request_of(Result<P> (*)(Engine&, const Q&, const Caller&));
template <class Q, class P>
P reply_of(Result<P> (*)(Engine&, const Q&, const Caller&));
std::vector<Param> with_as_of(std::vector<Param> params);
template <auto run>
Operation make_operation(std::string_view name, std::string_view title, std::string_view summary,
                         Effect effect, Traits traits = {}) {
  using Request = decltype(request_of(run));
  using Reply = decltype(reply_of(run));
  return {name,
          title,
          summary,
          effect,
          traits.as_of ? with_as_of(describe<Request>()) : describe<Request>(),
          describe<Reply>(),
          [](Engine& engine, const json::object& arguments, const Caller& caller,
             json::object& reply, Warnings& warnings) -> Result<void> {
            const Request request = TRY(read_fields<Request>(arguments, warnings));
            write_fields(reply, TRY(run(engine, request, caller)));
            return {};
          },
          {},
          {},
          traits};
}
// The one operation of a function: `run` belongs to no other.
template <auto run>
const Operation& operation(std::string_view name, std::string_view title, std::string_view summary,
                           Effect effect, const Traits& traits = {}) {
  static const Operation it = make_operation<run>(name, title, summary, effect, traits);
  return it;
}

}  // namespace aim::op
