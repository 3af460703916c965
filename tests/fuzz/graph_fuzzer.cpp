// Any bytes as a graph of vectors: one that can be searched and added to, or a refusal. The hash is
// made right first, or no change would ever get past it.
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/hash.h"
#include "expect.h"
#include "index/hnsw.h"

namespace {

using aim::index::Flat;
using aim::index::Hnsw;

constexpr std::size_t dimension = 4, rows = 40;
constexpr std::uint64_t identity = 1;

// Fewer than the graph may have, some of them empty, some equal.
Flat vectors() {
  Flat flat(dimension);
  flat.resize(rows - 4);
  for (std::size_t row = 0; row < flat.size(); ++row) {
    const auto number = static_cast<std::int8_t>(row % 16 * 8);
    const std::array<std::int8_t, dimension> numbers{100, number, 3, -20};
    flat.set(row, 0.009F, numbers);
    if (row % 9 == 5)
      flat.clear(row);
  }
  return flat;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Flat flat = vectors();
  std::string bytes(reinterpret_cast<const char*>(data), size);
  constexpr std::size_t hash_bytes = sizeof(std::uint64_t);
  if (size >= hash_bytes) {
    const std::uint64_t hash =
        aim::stable_hash(std::string_view(bytes).substr(0, size - hash_bytes));
    std::memcpy(bytes.data() + size - hash_bytes, &hash, sizeof hash);
  }
  auto graph = Hnsw::from_bytes(bytes, {identity, dimension, rows});
  if (!graph)
    return 0;
  expect(graph->size() <= rows, "no more rows than there may be");
  const std::vector<float> query{0.9F, 0.3F, 0.1F, -0.2F};
  for (const std::size_t count : {3U, 100U})
    for (const auto& near : graph->search(flat, query, count, count))
      expect(graph->has(near.row) && near.row < flat.size() && !flat.is_empty(near.row),
             "what is found is there");
  for (const Hnsw::Row row : {0U, 7U, 15U, 35U}) {
    graph->forget(row);
    graph->add(flat, row, row);
    expect(graph->has(row), "what is added is there");
  }
  const std::string again = graph->to_bytes(identity);
  const auto back = Hnsw::from_bytes(again, {identity, dimension, rows});
  expect(back.has_value() && back->to_bytes(identity) == again, "what is written can be read");
  return 0;
}
