#include "app/line_editor.h"

#include <fcntl.h>
#include <histedit.h>
#include <poll.h>
#include <unistd.h>

#include <clocale>
#include <csignal>
#include <cstdio>

#include "base/file.h"
#include "base/library.h"
#include "base/utf8.h"
#include "config/config.h"

namespace aim::app {

namespace {

constexpr int remembered_lines = 1'000;
constexpr std::size_t max_listed = 60;

volatile std::sig_atomic_t was_interrupted = 0;

void on_interrupt(int) {
  was_interrupted = 1;
}

// Reads end with EINTR: no SA_RESTART.
void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
}

struct Libedit {
  LibraryFunctions functions;
  decltype(&::el_init) init = AIM_FUNCTION(functions, el_init);
  decltype(&::el_end) end = AIM_FUNCTION(functions, el_end);
  decltype(&::el_set) set = AIM_FUNCTION(functions, el_set);
  decltype(&::el_wset) set_wide = AIM_FUNCTION(functions, el_wset);
  decltype(&::el_gets) gets = AIM_FUNCTION(functions, el_gets);
  decltype(&::el_get) get = AIM_FUNCTION(functions, el_get);
  decltype(&::el_line) line = AIM_FUNCTION(functions, el_line);
  decltype(&::el_insertstr) insert = AIM_FUNCTION(functions, el_insertstr);
  decltype(&::el_deletestr) erase = AIM_FUNCTION(functions, el_deletestr);
  decltype(&::el_resize) resize = AIM_FUNCTION(functions, el_resize);
  decltype(&::el_source) source = AIM_FUNCTION(functions, el_source);
  decltype(&::history_init) history_init = AIM_FUNCTION(functions, history_init);
  decltype(&::history_end) history_end = AIM_FUNCTION(functions, history_end);
  decltype(&::history) history = AIM_FUNCTION(functions, history);
};

const Libedit* load() {
  static const Libedit loaded{
      LibraryFunctions(load_library({"libedit.so.2", "libedit.so.0", "libedit.3.dylib"}))};
  return loaded.functions.has_all() ? &loaded : nullptr;
}

// libedit reads wide characters by the locale; a machine without one gets UTF-8 all the same.
void choose_locale() {
  if (std::setlocale(LC_CTYPE, "") == nullptr || MB_CUR_MAX == 1)
    std::setlocale(LC_CTYPE, "C.UTF-8");
}

// The next character of the terminal. libedit's own reading hides the first interruption.
int read_character(EditLine*, wchar_t* out) {
  std::string bytes;
  for (;;) {
    char byte = 0;
    const ssize_t got = was_interrupted != 0 ? -1 : ::read(STDIN_FILENO, &byte, 1);
    if (got <= 0)
      return static_cast<int>(got);
    bytes += byte;
    const auto first = static_cast<unsigned char>(bytes.front());
    const std::size_t size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (bytes.size() < size)
      continue;
    std::size_t at = 0;
    *out = static_cast<wchar_t>(utf8::next(bytes, at));
    return 1;
  }
}

std::string common_beginning(const std::vector<cli::CompletionItem>& candidates) {
  std::string common = candidates.front().value;
  for (const cli::CompletionItem& each : candidates) {
    const auto end =
        std::mismatch(common.begin(), common.end(), each.value.begin(), each.value.end());
    common.erase(end.first, common.end());
  }
  return std::string(utf8::cut(common, common.size()));
}

class Editor final : public LineEditor {
 public:
  Editor(const Libedit& library, std::string prompt, Complete complete)
      : library_(library), prompt_(std::move(prompt)), complete_(std::move(complete)) {
    choose_locale();
    editor_ = library_.init("ai-memory", stdin, stderr, stderr);
    history_ = library_.history_init();
    library_.history(history_, &event_, H_SETSIZE, remembered_lines);
    library_.history(history_, &event_, H_SETUNIQUE, 1);
    library_.set(editor_, EL_CLIENTDATA, this);
    library_.set(editor_, EL_PROMPT_ESC, &Editor::prompt, '\1');
    library_.set(editor_, EL_EDITOR, "emacs");
    library_.set(editor_, EL_HIST, library_.history, history_);
    library_.set(editor_, EL_GETCFN, &read_character);
    // The narrow form copies both texts and never frees them.
    library_.set_wide(editor_, EL_ADDFN, L"ai-memory-complete", L"Complete the word",
                      &Editor::on_tab);
    library_.set(editor_, EL_BIND, "^I", "ai-memory-complete", nullptr);
    library_.set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    library_.source(editor_, nullptr);  // the person's own ~/.editrc
  }
  ~Editor() override {
    library_.history_end(history_);
    library_.end(editor_);
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  std::optional<std::string> next() override {
    forget_interrupt();
    library_.resize(editor_);
    int size = 0;
    const char* text = library_.gets(editor_, &size);
    if (interrupted()) {
      std::fputs("^C\n", stderr);
      return std::string();
    }
    if (text == nullptr || size <= 0)
      return std::nullopt;
    std::string line(text, static_cast<std::size_t>(size));
    if (line.ends_with('\n'))
      line.pop_back();
    return line;
  }

  void remember(const std::string& line) override {
    library_.history(history_, &event_, H_ENTER, line.c_str());
  }

 private:
  static Editor& of(EditLine* editor) {
    void* self = nullptr;
    load()->get(editor, EL_CLIENTDATA, &self);
    return *static_cast<Editor*>(self);
  }

  static char* prompt(EditLine* editor) { return of(editor).prompt_.data(); }

  static unsigned char on_tab(EditLine* editor, int) { return of(editor).complete_word(); }

  unsigned char complete_word() {
    const LineInfo* info = library_.line(editor_);
    const std::string before(info->buffer, info->cursor);
    const Offer offer = complete_(before);
    const auto& values = offer.candidates.values;
    if (values.empty())
      return CC_REFRESH_BEEP;
    const std::string written =
        before.substr(before.size() - std::min(before.size(), offer.replaced));
    std::string fresh = common_beginning(values);
    if (values.size() == 1 && !fresh.ends_with('/'))
      fresh += ' ';
    if (fresh.size() > written.size() || values.size() == 1) {
      library_.erase(editor_, static_cast<int>(utf8::count_characters(written)));
      library_.insert(editor_, fresh.c_str());
      return CC_REFRESH;
    }
    list(values);
    return CC_REDISPLAY;
  }

  static void list(const std::vector<cli::CompletionItem>& values) {
    std::string out = "\n";
    std::size_t width = 0;
    for (const cli::CompletionItem& each : values) width = std::max(width, each.value.size());
    for (std::size_t i = 0; i < std::min(values.size(), max_listed); ++i) {
      out.append(values[i].value).append(width + 2 - values[i].value.size(), ' ');
      out.append(utf8::excerpt(values[i].about, 60)).append("\n");
    }
    std::fputs(out.c_str(), stderr);
  }

  const Libedit& library_;
  std::string prompt_;
  Complete complete_;
  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
  HistEvent event_{};
};

}  // namespace

bool interrupted() {
  return was_interrupted != 0;
}

void forget_interrupt() {
  was_interrupted = 0;
}

std::unique_ptr<LineEditor> LineEditor::make(std::string prompt, Complete complete) {
  const Libedit* library = load();
  if (!library)
    return nullptr;
  watch_interrupts();
  return std::make_unique<Editor>(*library, std::move(prompt), std::move(complete));
}

namespace {

constexpr std::size_t max_lines = 1'000;
constexpr std::size_t max_bytes = std::size_t{4} << 20;

}  // namespace

ShellHistory::ShellHistory() {
  const auto folder = default_state_folder();
  if (folder.empty() || !make_private_folder(folder))
    return;
  file_ = folder / "history";
  const auto text = read_file(file_, max_bytes);
  if (!text)
    return;
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = std::min(text->find('\n', at), text->size());
    lines_.push_back(text->substr(at, end - at));
    at = end + 1;
  }
  if (lines_.size() <= max_lines)
    return;
  // The history file is shortened now and then, so that it stays small.
  const bool much = lines_.size() > 2 * max_lines;
  lines_.erase(lines_.begin(), lines_.end() - static_cast<std::ptrdiff_t>(max_lines));
  std::string kept;
  for (const std::string& line : lines_) kept.append(line).append("\n");
  if (much && !replace_file(file_, kept))
    file_.clear();
}

void ShellHistory::add(const std::string& line) {
  if (file_.empty() || line.empty() || line.front() == ' ')
    return;
  const int opened =
      ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);
  if (opened < 0)
    return;
  const std::string text = line + "\n";
  if (::write(opened, text.data(), text.size()) < 0)
    file_.clear();  // a full disk: the shell goes on without
  ::close(opened);
}

}  // namespace aim::app
