// The lists of Passages, which follow from their PassageMetas and vectors.
#include "engine/vectors/passages.h"

namespace aim::engine {
namespace {

// Keys may be so many times as many as memories for a dense table.
constexpr std::size_t sparse_factor = 16;
// Of so many rows one may have changed for the lists to be changed row by row.
constexpr std::size_t rows_for_each_change = 8;
// So many changes at most are made in the lists of namespaces one by one.
constexpr std::size_t changes_in_lists = 64;

// Lines are in order of this: sessions apart, then as they were said, then as they were written
// down.
auto order_of(const store::PassageMeta& meta) {
  return std::tuple(meta.name_space, meta.session, meta.minute, meta.key);
}

bool begins_memory(const store::PassageMeta& meta) {
  return meta.key != 0 && meta.part == 0;
}
bool continues_memory(const store::PassageMeta& meta) {
  return meta.key != 0 && meta.part != 0;
}
bool is_line(const store::PassageMeta& meta) {
  return begins_memory(meta) && meta.session != 0;
}

std::pair<std::uint32_t, std::uint32_t> speaker_of(const store::PassageMeta& meta) {
  return {meta.name_space, meta.speaker};
}

template <class T>
void insert_once(std::vector<T>& sorted, const T& value) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  if (at == sorted.end() || *at != value)
    sorted.insert(at, value);
}

template <class T>
void erase_value(std::vector<T>& sorted, const T& value) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  if (at != sorted.end() && *at == value)
    sorted.erase(at);
}

bool is_missing(const Vectors& vectors, const store::PassageMeta& meta, Row row) {
  return meta.key != 0 && (vectors.heads[row].text != meta.text || vectors.heads[row].failed != 0);
}

// `touched`: the rows that may be missing now or may have been; ascending.
void list_missing_again(Vectors& vectors, const std::vector<Row>& touched, const auto& metas) {
  auto& missing = vectors.missing;
  std::erase_if(missing,
                [&](Row row) { return std::binary_search(touched.begin(), touched.end(), row); });
  const auto kept = static_cast<std::ptrdiff_t>(missing.size());
  std::copy_if(touched.begin(), touched.end(), std::back_inserter(missing),
               [&](Row row) { return is_missing(vectors, metas[row], row); });
  std::inplace_merge(missing.begin(), missing.begin() + kept, missing.end());
}

}  // namespace

// ---- of PassageMetas ----

void Passages::settle(const std::vector<MetaChange>& changed, bool follow) {
  if (follow && changed.empty())
    return;
  if (!follow || changed.size() * rows_for_each_change >= metas.size() || !settle_some(changed))
    settle_all();
  for (auto& [name, vectors] : vectors_)
    for (const MetaChange& each : changed) vectors.set_scale(each.row, metas[each.row]);
}

void Passages::settle_all() {
  firsts.clear();
  // Growing would touch more memory than they take.
  firsts.reserve(metas.size());
  lines.clear();
  std::vector<Row> others;
  for (Row row = 0; row < metas.size(); ++row) {
    if (begins_memory(metas[row]))
      firsts.emplace_back(metas[row].key, row);
    else if (continues_memory(metas[row]))
      others.push_back(row);
    if (is_line(metas[row]))
      lines.push_back(row);
  }
  if (!std::is_sorted(firsts.begin(), firsts.end()))
    std::sort(firsts.begin(), firsts.end());
  by_key_.clear();
  if (!firsts.empty() &&
      static_cast<std::size_t>(firsts.back().first) < firsts.size() * sparse_factor + 1'024) {
    by_key_.assign(static_cast<std::size_t>(firsts.back().first) + 1, no_row);
    for (const auto& [key, row] : firsts) by_key_[static_cast<std::size_t>(key)] = row;
  }
  settle_speakers();
  list_name_spaces();
  more.clear();
  for (const Row row : others)
    if (const Row first = first_of(metas[row].key); first != no_row)
      more.emplace_back(first, row);
  std::sort(more.begin(), more.end());
  part_counts.assign(metas.size(), 1);
  for (const auto& [first, other] : more) ++part_counts[first];
  std::sort(lines.begin(), lines.end(),
            [this](Row a, Row b) { return order_of(metas[a]) < order_of(metas[b]); });
}

void Passages::settle_speakers() {
  speakers.clear();
  for (const auto& [key, row] : firsts) {
    const store::PassageMeta& meta = metas[row];
    if (meta.speaker != 0 && (speakers.empty() || speakers.back() != speaker_of(meta)))
      speakers.push_back(speaker_of(meta));
  }
  std::sort(speakers.begin(), speakers.end());
  speakers.erase(std::unique(speakers.begin(), speakers.end()), speakers.end());
}

void Passages::list_name_spaces() {
  for (auto& [number, rows] : by_name_space_) rows.clear();
  for (Row row = 0; row < metas.size(); ++row)
    if (const store::PassageMeta& meta = metas[row]; meta.key != 0)
      by_name_space_[meta.name_space].push_back(row);
}

void Passages::settle_name_spaces(const std::vector<MetaChange>& changed) {
  if (changed.size() > changes_in_lists)
    return list_name_spaces();
  auto& lists = by_name_space_;
  for (const auto& [row, before] : changed) {
    const store::PassageMeta& now = metas[row];
    if (before.key != 0)
      erase_value(lists[before.name_space], row);
    if (now.key != 0)
      insert_once(lists[now.name_space], row);
  }
}

void Passages::settle_lines(const std::vector<MetaChange>& changed) {
  // Their order is that of PassageMetas of before; what has not changed is in order.
  std::set<Row> gone;
  for (const auto& [row, before] : changed)
    if (is_line(before))
      gone.insert(row);
  if (!gone.empty())
    std::erase_if(lines, [&](Row row) { return gone.contains(row); });
  const auto earlier = [this](Row a, Row b) { return order_of(metas[a]) < order_of(metas[b]); };
  for (const auto& [row, before] : changed)
    if (is_line(metas[row]))
      lines.insert(std::upper_bound(lines.begin(), lines.end(), row, earlier), row);
}

// False: the table would be too sparse.
bool Passages::add_first(Key key, Row row) {
  insert_once(firsts, {key, row});
  if (by_key_.empty())
    return true;  // they are looked for in `firsts`
  const auto at = static_cast<std::size_t>(key);
  if (at >= by_key_.size()) {
    if (at >= firsts.size() * sparse_factor + 1'024)
      return false;
    by_key_.resize(at + 1, no_row);
  }
  by_key_[at] = row;
  return true;
}

bool Passages::settle_some(const std::vector<MetaChange>& changed) {
  part_counts.resize(metas.size(), 1);
  // Rows that continue a memory, of those that lost their first row or have changed.
  std::set<Row> others;
  bool speakers_gone = false;
  for (const auto& [row, before] : changed)
    if (continues_memory(before)) {
      const Row first = first_of(before.key);
      if (first == no_row)
        return false;
      erase_value(more, {first, row});
      --part_counts[first];
    }
  for (const auto& [row, before] : changed)
    if (begins_memory(before)) {
      const auto from = std::lower_bound(more.begin(), more.end(), std::pair(row, Row{0}));
      const auto to = std::lower_bound(from, more.end(), std::pair(row + 1, Row{0}));
      for (auto each = from; each != to; ++each) others.insert(each->second);
      more.erase(from, to);
      part_counts[row] = 1;
      erase_value(firsts, {before.key, row});
      if (!by_key_.empty())
        by_key_[static_cast<std::size_t>(before.key)] = no_row;
      speakers_gone = speakers_gone || before.speaker != 0;
    }
  for (const auto& [row, before] : changed)
    if (begins_memory(metas[row])) {
      if (!add_first(metas[row].key, row))
        return false;
      if (metas[row].speaker != 0)
        insert_once(speakers, speaker_of(metas[row]));
    } else if (continues_memory(metas[row])) {
      others.insert(row);
    }
  for (const Row row : others) {
    if (!continues_memory(metas[row]))
      continue;
    const Row first = first_of(metas[row].key);
    if (first == no_row)
      return false;
    insert_once(more, {first, row});
    ++part_counts[first];
  }
  if (speakers_gone)
    settle_speakers();
  settle_name_spaces(changed);
  settle_lines(changed);
  return true;
}

// ---- of vectors ----

void Passages::list_again(Vectors& vectors, const std::vector<Row>& touched) const {
  if (touched.size() * rows_for_each_change >= metas.size())
    return list_all(vectors);
  list_missing_again(vectors, touched, metas);
}

void Passages::list_all(Vectors& vectors) const {
  vectors.missing.clear();
  for (Row row = 0; row < metas.size(); ++row) {
    const store::PassageMeta& meta = metas[row];
    if (is_missing(vectors, meta, row))
      vectors.missing.push_back(row);
  }
}

}  // namespace aim::engine
