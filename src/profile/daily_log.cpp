#include "profile/daily_log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <system_error>

#include "base/file.h"
#include "base/platform/system.h"
#include "base/utf8.h"

namespace aim::profile {
namespace {

constexpr std::size_t max_characters = 200, cut_characters = 197;
constexpr mode_t folder_mode = 0700, file_mode = 0600;

std::tm local(Time now) {
  return local_calendar(std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count());
}

std::string date_of(Time now) {
  const std::tm parts = local(now);
  std::array<char, 32> text{};
  return std::string(text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts));
}

std::string time_of(Time now) {
  const std::tm parts = local(now);
  std::array<char, 32> text{};
  return std::string(text.data(), std::strftime(text.data(), text.size(), "%H:%M:%S", &parts));
}

std::string on_one_line(std::string_view text) {
  std::string out;
  bool blank = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = at;
    if (!utf8::is_white_space(utf8::next(text, at))) {
      out.append(text.substr(from, at - from));
      blank = false;
    } else if (!blank) {
      out += ' ';
      blank = true;
    }
  }
  return out;
}

// Marks that stand on the letter before them, and what joins two pictures to one.
bool belongs_to_the_one_before(char32_t character) {
  struct Range {
    char32_t first, last;
  };
  constexpr std::array<Range, 9> ranges{{{0x300, 0x36F},
                                         {0x1AB0, 0x1AFF},
                                         {0x1DC0, 0x1DFF},
                                         {0x200D, 0x200D},
                                         {0x20D0, 0x20FF},
                                         {0xFE00, 0xFE0F},
                                         {0xFE20, 0xFE2F},
                                         {0x1F3FB, 0x1F3FF},
                                         {0xE0100, 0xE01EF}}};
  for (const Range& range : ranges)
    if (character >= range.first && character <= range.last)
      return true;
  return false;
}

// A maximum of characters, without cutting a letter.
std::string_view first_letters(std::string_view text, std::size_t most) {
  constexpr char32_t joiner = 0x200D;
  std::size_t whole = 0, count = 0;
  char32_t before = 0;
  for (std::size_t at = 0; at < text.size() && count <= most; ++count) {
    const std::size_t from = at;
    const char32_t character = utf8::next(text, at);
    if (!belongs_to_the_one_before(character) && before != joiner)
      whole = from;
    before = character;
  }
  return text.substr(0, whole);
}

Error failed(std::string_view what, const std::filesystem::path& path) {
  return unavailable(std::string("the daily log ")
                         .append(path.string())
                         .append(" could not be ")
                         .append(what)
                         .append(": ")
                         .append(std::error_code(errno, std::generic_category()).message()),
                     "");
}

Result<void> make_folder(const std::filesystem::path& folder) {
  std::filesystem::path below;
  for (const auto& part : folder) {
    below /= part;
    if (::mkdir(below.c_str(), folder_mode) != 0 && errno != EEXIST && errno != EISDIR &&
        !std::filesystem::is_directory(below))
      return Failure(failed("made", folder));
  }
  return {};
}

// An open file; other processes that append wait for its end.
class Appended {
 public:
  explicit Appended(const std::filesystem::path& path)
      : file_(
            ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, file_mode)) {
    if (file_.valid())
      (void)::flock(file_.number(), LOCK_EX);
  }

  bool is_open() const { return file_.valid(); }
  bool is_empty() const {
    struct stat about {};
    return ::fstat(file_.number(), &about) == 0 && about.st_size == 0;
  }
  bool ends_a_line() const {
    struct stat about {};
    char last = '\n';
    return ::fstat(file_.number(), &about) != 0 || about.st_size == 0 ||
           ::pread(file_.number(), &last, 1, about.st_size - 1) != 1 || last == '\n';
  }
  bool write(std::string_view text) {
    return ::write(file_.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }

 private:
  Descriptor file_;
};

// Whether the text has digits where the form has nines, and else what the form has.
bool has_form(std::string_view text, std::string_view form) {
  return text.size() == form.size() &&
         std::equal(text.begin(), text.end(), form.begin(), [](char each, char wanted) {
           return wanted == '9' ? each >= '0' && each <= '9' : each == wanted;
         });
}

}  // namespace

std::string log_line(const LogEntry& entry, Time now) {
  std::string text = on_one_line(entry.content);
  if (utf8::count_characters(text) > max_characters)
    text = std::string(first_letters(text, cut_characters)) + "...";
  return "- **" + time_of(now) + "** [" + std::string(entry.type) + "] (" +
         on_one_line(entry.source) + ") " + text + "\n";
}

Result<void> append_to_daily_log(const std::filesystem::path& folder, const LogEntry& entry,
                                 Time now) {
  const std::string date = date_of(now);
  const auto path = folder / (date + ".md");
  TRY_VOID(make_folder(folder));
  Appended file(path);
  if (!file.is_open())
    return Failure(failed("opened", path));
  std::string text;
  if (file.is_empty())
    text = "# Daily Log - " + date + "\n\n";
  else if (!file.ends_a_line())
    text = "\n";
  if (!file.write(text + log_line(entry, now)))
    return Failure(failed("written", path));
  return {};
}

bool is_daily_log(std::string_view path) {
  return has_form(path, "memory/9999-99-99.md");
}

bool is_own_log_line(std::string_view path, std::string_view line) {
  constexpr std::string_view heading = "# Daily Log - 9999-99-99", time = "- **99:99:99** [";
  if (!is_daily_log(path))
    return false;
  if (has_form(line, heading))
    return true;
  if (!has_form(line.substr(0, time.size()), time))
    return false;
  line.remove_prefix(time.size());
  const std::size_t type =
      std::min(line.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), line.size());
  line.remove_prefix(type);
  return type > 0 && line.starts_with("] (") && line.find(") ") != line.npos;
}

}  // namespace aim::profile
