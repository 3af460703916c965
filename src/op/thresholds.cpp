#include "op/thresholds.h"

#include <cmath>
#include <sstream>

#include "base/file.h"
#include "base/hash.h"

namespace aim::op {
namespace {

constexpr std::size_t max_file_bytes = 256, max_last = 20, name_digits = 32;

}  // namespace

std::filesystem::path Thresholds::file_of(std::string_view project) const {
  return folder_ / sha256_hex(project).substr(0, name_digits);
}

Usefulness Thresholds::read(std::string_view project) const {
  Usefulness known;
  if (folder_.empty())
    return known;
  const auto text = read_regular_file(file_of(project), max_file_bytes);
  if (!text)
    return known;
  std::istringstream in(*text);
  in.imbue(std::locale::classic());
  in >> known.judged >> known.moved >> known.last;
  const bool sound = in && known.judged >= 0 && std::isfinite(known.moved) &&
                     known.last.size() <= max_last &&
                     known.last.find_first_not_of("01") == std::string::npos;
  return sound ? known : Usefulness();
}

void Thresholds::note(std::string_view project, const std::vector<bool>& useful) const {
  if (folder_.empty() || useful.empty() || !make_private_folder(folder_))
    return;
  Usefulness known = read(project);
  for (const bool each : useful) judge(known, each);
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << known.judged << " " << known.moved << " " << known.last << "\n";
  // A failed write only delays learning.
  (void)replace_file(file_of(project), out.str(), Durable::no);
}

}  // namespace aim::op
