// The commands: rows that point at operations (E1). Flags, their limits and the help derive from
// the operation's fields; a row says only what is different on a command line.
// Knows: operations. Must not know: the engine, the store, how a command line is cut into words.
#pragma once
#include <boost/json/fwd.hpp>

#include "op/kit/projection.h"
#include "op/kit/remedies.h"

namespace aim::cli {

struct Printout;

enum class Group {
  remember,
  find,
  relate,
  keep,
  archive,
  transcript,
  audit,
  bench,
  standard,
  model,
  assistant,
  language_model,
  program
};
// With its title, in the order of the help.
using TitledGroup = std::pair<Group, std::string_view>;
std::span<const TitledGroup> groups();

// The use of further words when the last positional argument has its word.
enum class ExtraWords { refused, joined, listed };

struct Command {
  std::string_view name;  // two words ("archive list") are one command
  Group group;
  const op::Operation& (*operation)() = nullptr;    // none: the program itself does it
  std::string_view summary = {};                    // where it is not the operation's
  std::span<const op::Param> (*extra)() = nullptr;  // flags that are not the operation's
  // Another operation in its place, when this flag of its own is given.
  const op::Operation& (*variant)() = nullptr;
  std::string_view variant_flag = {};
  std::array<std::string_view, 2> positionals = {};  // fields without a flag, in order
  ExtraWords words = ExtraWords::refused;
  // A field with a flag that words without one are for, too, joined.
  std::string_view loose = {};
  // The namespace defaults to the repository's or folder's name (wire.md 4.2),
  bool place_is_name_space = false;
  bool place_is_otherwise = false;  // or does so where the operation knows none better (S47)
  bool place_is_project = false;    // the operation asks for the project of the working directory
  bool writes_document = false;     // the operation writes its own output (export)
  // The field that names the input file of the operation, in addition to its arguments; absent or
  // "-": standard input.
  std::string_view document = {};
  const op::Projection* projection = nullptr;  // to the keys of wire.md 4.2, for --json
  void (*render)(const boost::json::object& reply, Printout& page) = nullptr;
  bool pretty_dry_run = false;  // --json of a dry run is for reading (wire.md 4.1)
  // Whether the reply says that things are not as they should be: the exit status tells.
  bool (*bad_news)(const boost::json::object& reply) = nullptr;
  std::array<std::pair<std::string_view, std::string_view>, 3> defaults =
      {};  // defaults that the fields do not have
  // Further spellings of flags: a field and "--name".
  std::array<std::pair<std::string_view, std::string_view>, 1> second_names = {};
  // Makes out of the arguments given what is missing of this required field (a title out of the
  // content).
  std::string_view derived = {};
  void (*derive)(boost::json::object& arguments) = nullptr;
  std::string_view examples = {};  // lines without "ai-memory "
};

// A command with nothing but its operation, up to two positionals and examples.
constexpr Command plain(std::string_view name, Group group, const op::Operation& (*operation)(),
                        std::array<std::string_view, 2> positionals,
                        void (*render)(const boost::json::object&, Printout&),
                        std::string_view examples = {}) {
  return {.name = name,
          .group = group,
          .operation = operation,
          .positionals = positionals,
          .render = render,
          .examples = examples};
}

// In the order of the help.
std::span<const Command> commands();
// The commands among them that the program itself does, and those for assistants and models.
std::span<const Command> program_commands();
const Command* find_command(std::string_view name);
// Whether commands of two words begin with it: "archive", "standard".
bool is_family(std::string_view word);
std::vector<std::string_view> families();

std::string_view summary_of(const Command& command);
std::string_view title_of(Group group);

// The operation's fields, those that only its variant has, then the extra ones.
std::vector<const op::Param*> params_of(const Command& command);
bool is_extra(const Command& command, const op::Param& param);
bool is_of_variant(const Command& command, const op::Param& param);
bool is_positional(const Command& command, const op::Param& param);
// Not where it is made out of others.
bool must_be_given(const Command& command, const op::Param& param);
// "--ttl-secs"
std::string flag_of(std::string_view name);
// "--ttl-secs"; "SOURCE_ID" when it is positional.
std::string shown_name(const Command& command, const op::Param& param);

// The next step in the words of the command line: "ai-memory transcript show 4f1c --from 12".
// Threads: any.

class CommandWords : public op::Words {
 public:
  // `database`: the value of --db, which suggested commands about a database get, too.
  explicit CommandWords(std::optional<std::string> database = {})
      : database_(std::move(database)) {}
  std::string say(const op::NextStep& step) const override;

 private:
  std::optional<std::string> database_;
};

const op::Words& command_words();

}  // namespace aim::cli
