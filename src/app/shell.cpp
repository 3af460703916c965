#include <unistd.h>

#include <iostream>
#include <ostream>
#include <variant>

#include "app/commands.h"
#include "app/hook.h"
#include "app/line_editor.h"
#include "app/program.h"
#include "base/file.h"
#include "base/utf8.h"
#include "base/version.h"
#include "cli/manual.h"
#include "cli/parse.h"
#include "cli/render/colour.h"
#include "cli/run.h"
#include "cli/shell_line.h"
#include "jobs/maintenance.h"

namespace aim::app {
namespace {

constexpr std::string_view prompt = "ai-memory> ", prompt_word = "ai-memory>";
constexpr std::string_view help_note =
    "Commands are those of the command line, without \"ai-memory\" before them; list NAMESPACE is "
    "short for\n"
    "list -n NAMESPACE. help COMMAND shows its flags; quit, exit or Ctrl-D leaves.\n";

// Names of files for `import`: what a shell around us does for other commands.
std::vector<cli::CompletionItem> files_beginning(const std::string& beginning) {
  const std::size_t slash = beginning.rfind('/');
  const std::string folder = slash == beginning.npos ? "" : beginning.substr(0, slash + 1);
  const std::string name = beginning.substr(folder.size());
  std::vector<cli::CompletionItem> found;
  std::error_code error;
  for (const std::filesystem::path& each : entries_of(folder.empty() ? "." : folder)) {
    const std::string file = each.filename().string();
    if (file.starts_with(name) && (!file.starts_with('.') || !name.empty()))
      found.push_back(
          {folder + file + (std::filesystem::is_directory(each, error) ? "/" : ""), {}});
  }
  return found;
}

// "list NAMESPACE" is short for "list -n NAMESPACE".
void write_out(std::vector<std::string>& words) {
  if (words.size() == 2 && words[0] == "list" && !words[1].starts_with('-'))
    words.insert(words.begin() + 1, "-n");
}

bool leaves(std::string_view word) {
  return word == "quit" || word == "exit";
}

class Shell {
 public:
  explicit Shell(OnDatabase& on)
      : engine_(stopped_by(on.engine, interrupted)), on_(on), out_(on.start.out) {
    if (::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1)
      editor_ =
          LineEditor::make(painted_prompt(), [this](std::string_view line) { return offer(line); });
  }

  int run() {
    std::cerr << "ai-memory " << version << ", " << utf8::excerpt(engine_.database.name(), 512)
              << "; help shows the commands, quit leaves" << std::endl;
    if (editor_)
      for (const std::string& line : history_.lines()) editor_->remember(line);
    while (const auto line = next()) {
      if (!obey(*line))
        return cli::exit_done;
      if (out_.failed() != 0)
        return cli::exit_failed;
    }
    if (::isatty(STDIN_FILENO) == 1)
      std::cerr << std::endl;
    return cli::exit_done;
  }

 private:
  static std::string painted_prompt() {
    const std::string painted =
        cli::Ink{cli::wants_colour(STDERR_FILENO)}(cli::Paint::cyan, prompt_word);
    const std::size_t at = painted.find(prompt_word);
    if (painted.size() == prompt_word.size() || at == painted.npos)
      return std::string(prompt);
    // libedit is told, by \1, what takes no place on the screen. It prints such a piece only
    // together with what follows it: at the end of the prompt the colour would last until something
    // is typed.
    return "\1" + painted.substr(0, at) + "\1" + std::string(prompt_word) + "\1" +
           painted.substr(at + prompt_word.size()) + "\1 ";
  }

  std::optional<std::string> next() {
    if (editor_) {
      auto line = editor_->next();
      if (line && line->find_first_not_of(" \t") != line->npos && !leaves(*line)) {
        editor_->remember(*line);
        history_.add(*line);
      }
      return line;
    }
    std::cerr << prompt << std::flush;
    return cli::next_line();
  }

  // False: it is time to leave.
  bool obey(const std::string& line) {
    auto words = cli::words_of(line);
    if (!words) {
      cli::report(words.error());
      return true;
    }
    if (words->empty() || words->front().starts_with('#'))
      return true;
    if (leaves(words->front()))
      return false;
    forget_interrupt();
    carry_out(std::move(*words));
    std::cin.clear();  // "-c -" reads the terminal to its end
    return true;
  }

  void carry_out(std::vector<std::string> words) {
    const bool asks_help = words.front() == "help" && words.size() == 1;
    write_out(words);
    const auto parsed = cli::parse(words, cli::width_of(STDOUT_FILENO).value_or(cli::help_width));
    if (const auto* answer = std::get_if<cli::Answer>(&parsed)) {
      std::ostream(&out_) << answer->out << (asks_help ? help_note : "") << std::flush;
      // Of what is wrong one line; the second says where the help is, which is known here.
      std::cerr << answer->error.substr(0, answer->error.find('\n') + 1) << std::flush;
      return;
    }
    const auto& invocation = std::get<cli::Invocation>(parsed);
    if (!invocation.command->operation || invocation.database) {
      cli::report(refuse(invocation.database ? "--db" : invocation.command->name,
                         "cannot be used inside the shell"));
      return;
    }
    const op::HookSettings hooks = hook_settings(on_.config, profile::profiles().front());
    const auto note_uses = [&] { jobs::finish_touches(engine_, touch_timeout); };
    cli::run(invocation, engine_,
             {on_.tier, engine_.clock, out_, on_.start.colour, &hooks, note_uses});
  }

  LineEditor::Offer offer(std::string_view line) {
    const cli::OpenLine open = cli::open_line(line);
    const auto find = [&](Meaning wanted, std::string_view beginning, std::string_view before) {
      return look_up(&engine_, on_.config, wanted, beginning, before);
    };
    std::vector<std::string> words = open.words;
    write_out(words);
    LineEditor::Offer offer{cli::complete_line(words, find), open.last_bytes};
    if (offer.candidates.files)
      offer.candidates.values = files_beginning(words.back());
    if (words.size() == 1 && std::string_view("quit").starts_with(words[0]))
      offer.candidates.values.push_back({"quit", "Leave the shell"});
    for (cli::CompletionItem& each : offer.candidates.values) each.value = cli::as_word(each.value);
    return offer;
  }

  Engine engine_;
  const OnDatabase& on_;
  cli::Output& out_;
  ShellHistory history_;
  std::unique_ptr<LineEditor> editor_;
};

}  // namespace

Result<int> run_shell(OnDatabase& on) {
  TRY_VOID(on.engine.database.ensure_open());
  return Shell(on).run();
}

}  // namespace aim::app
