#include "mine/chunks.h"

#include "base/utf8.h"
#include "mine/fit.h"
#include "mine/markdown_lines.h"

namespace aim::mine {
namespace {

constexpr std::size_t max_path_bytes = 240;  // of the line that a chunk begins with
constexpr std::size_t max_piece_bytes = max_chunk_bytes - max_path_bytes - 1;

// What is not cut any further.
struct TextPiece {
  std::string_view text;
  std::size_t line_from = 0, line_to = 0;
  std::size_t path = 0;  // which path of headings it stands under
};

// Of FNV-1a: the hash of a text goes on with the text behind it.
constexpr std::uint64_t hash_start = 0xCBF29CE484222325U;
std::uint64_t hashed(std::uint64_t hash, std::string_view text) {
  constexpr std::uint64_t prime = 0x100000001B3U;
  for (const char each : text) hash = (hash ^ static_cast<unsigned char>(each)) * prime;
  return hash;
}

class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text), lines_(markdown_lines(text, 1)) {}

  std::vector<TextPiece> pieces() {
    std::vector<std::pair<std::size_t, std::string>> path;
    paths_ = {""};
    std::size_t from = 0;
    for (std::size_t at = 0; at <= lines_.size(); ++at) {
      const std::size_t level =
          at < lines_.size() && !lines_[at].text.empty() ? level_of(lines_[at]) : 0;
      if (at < lines_.size() && level == 0)
        continue;
      add_section(from, at);
      from = at;
      if (level == 0)
        break;
      while (!path.empty() && path.back().first >= level) path.pop_back();
      path.emplace_back(level, heading_of(lines_[at].text));
      std::string all;
      for (const auto& [depth, heading] : path)
        all.append(all.empty() ? "" : between_titles).append(heading);
      paths_.emplace_back(utf8::cut(all, max_path_bytes));
    }
    return std::move(pieces_);
  }
  const std::string& path(std::size_t number) const { return paths_[number]; }

 private:
  // Of whole lines, with what ends them.
  std::string_view between(std::size_t from, std::size_t to) const {
    const auto start = [&](std::size_t line) {
      return line < lines_.size()
                 ? static_cast<std::size_t>(lines_[line].text.data() - text_.data())
                 : text_.size();
    };
    return text_.substr(start(from), start(to) - start(from));
  }

  bool add_whole(std::size_t from, std::size_t to) {
    const std::string_view text = between(from, to);
    if (text.size() > max_piece_bytes)
      return false;
    if (!text.empty())
      pieces_.push_back({text, from + 1, to, paths_.size() - 1});
    return true;
  }

  void add_section(std::size_t from, std::size_t to) {
    if (from == to || add_whole(from, to))
      return;
    // A paragraph ends with the blank lines behind it; a fence is one, whatever is in it.
    for (std::size_t begin = from; begin < to;) {
      std::size_t end = begin + 1;
      while (end < to && !begins_paragraph(end)) ++end;
      add_paragraph(begin, end);
      begin = end;
    }
  }

  bool begins_paragraph(std::size_t at) const {
    const bool fence = lines_[at].fenced, fence_before = lines_[at - 1].fenced;
    if (fence || fence_before)
      return fence != fence_before;
    return trimmed(lines_[at - 1].text).empty() && !trimmed(lines_[at].text).empty();
  }

  void add_paragraph(std::size_t from, std::size_t to) {
    if (add_whole(from, to))
      return;
    for (std::size_t line = from; line < to; ++line) {
      if (add_whole(line, line + 1))
        continue;
      for (std::string_view rest = between(line, line + 1); !rest.empty();) {
        const std::string_view part = utf8::cut(rest, max_piece_bytes);
        pieces_.push_back({part, line + 1, line + 1, paths_.size() - 1});
        rest.remove_prefix(part.size());
      }
    }
  }

  std::string_view text_;
  std::vector<MarkdownLine> lines_;
  std::vector<std::string> paths_;
  std::vector<TextPiece> pieces_;
};

class Joiner {
 public:
  Joiner(const std::vector<TextPiece>& pieces, const Cutter& cutter,
         const std::unordered_set<std::uint64_t>& before)
      : pieces_(pieces), cutter_(cutter), before_(before) {}

  std::vector<Chunk> chunks() {
    std::vector<Chunk> chunks;
    for (std::size_t from = 0, to = 0; from < pieces_.size(); from = to) {
      to = end_of(from);
      std::string part;
      for (std::size_t at = from; at < to; ++at) part.append(pieces_[at].text);
      if (trimmed(part).empty())
        continue;
      const std::string& path = cutter_.path(pieces_[from].path);
      const std::uint64_t source = hashed(hash_start, part);
      chunks.push_back({path, from > 0 && !path.empty() ? path + "\n" + part : std::move(part),
                        source, pieces_[from].line_from, pieces_[to - 1].line_to});
    }
    return chunks;
  }

 private:
  std::size_t room_at(std::size_t from) const {
    const std::size_t path = cutter_.path(pieces_[from].path).size();
    return max_chunk_bytes - (from > 0 && path > 0 ? path + 1 : 0);
  }

  // Where a chunk that was there before ends, if one begins here.
  std::optional<std::size_t> known_end(std::size_t from) const {
    std::uint64_t hash = hash_start;
    std::size_t size = 0;
    for (std::size_t at = from; at < pieces_.size(); ++at) {
      size += pieces_[at].text.size();
      if (size > room_at(from))
        break;
      hash = hashed(hash, pieces_[at].text);
      if (before_.contains(hash))
        return at + 1;
    }
    return std::nullopt;
  }

  std::size_t end_of(std::size_t from) const {
    if (!before_.empty())
      if (const auto known = known_end(from))
        return *known;
    std::size_t size = 0, to = from;
    for (; to < pieces_.size(); ++to) {
      size += pieces_[to].text.size();
      if (to > from && (size > room_at(from) || (!before_.empty() && known_end(to))))
        break;
    }
    return to;
  }

  const std::vector<TextPiece>& pieces_;
  const Cutter& cutter_;
  const std::unordered_set<std::uint64_t>& before_;
};

}  // namespace

std::vector<Chunk> chunks_of_markdown(std::string_view text,
                                      const std::unordered_set<std::uint64_t>& before) {
  if (trimmed(text).empty())
    return {};
  Cutter cutter(text);
  const auto pieces = cutter.pieces();
  if (text.size() <= max_chunk_bytes) {
    const std::size_t first = trimmed(pieces.front().text).empty() && pieces.size() > 1 ? 1 : 0;
    return {{cutter.path(pieces[first].path), std::string(text), hashed(hash_start, text), 1,
             pieces.back().line_to}};
  }
  return Joiner(pieces, cutter, before).chunks();
}

}  // namespace aim::mine
