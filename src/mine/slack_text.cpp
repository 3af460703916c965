#include "mine/slack_text.h"

#include <array>
#include <utility>

namespace aim::mine {
namespace {

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

// What stands between < and >.
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

}  // namespace

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

}  // namespace aim::mine
