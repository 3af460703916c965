// What a search by vectors alone costs, in CPU time of this process on one thread, one JSON line a
// figure.
//   vectors [ROWS...]      exact at 10,000 and 100,000 rows of 384 numbers and by the graph at
//                          100,000; or at ROWS
// The vectors are random, in 32 directions around 1,000 middles; recall is against the exact scan.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "index/flat.h"
#include "index/hnsw.h"
#include "index/quantize.h"

namespace {

using aim::index::Flat;
using aim::index::Hnsw;
using Vector = std::vector<float>;

constexpr std::size_t dimension = 384, asked = 200, best = 10;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void print(std::string_view figure, std::size_t rows, double value, std::string_view unit) {
  std::cout << "{\"figure\":\"" << figure << "\",\"rows\":" << rows << ",\"kernels\":\""
            << aim::index::products_here().front().instruction_set << "\",\"" << unit
            << "\":" << value << "}" << std::endl;
}

class Source {
 public:
  Source() {
    for (Vector& vector : middles_) vector = random_unit();
    for (Vector& vector : directions_) vector = random_unit();
  }
  Vector next() {
    Vector vector = middles_[random_() % middles_.size()];
    for (const Vector& direction : directions_) {
      const float length = normal_(random_) * 0.2F;
      for (std::size_t i = 0; i < dimension; ++i) vector[i] += length * direction[i];
    }
    return unit(std::move(vector));
  }

 private:
  static Vector unit(Vector vector) {
    float square = 0;
    for (const float number : vector) square += number * number;
    for (float& number : vector) number /= std::sqrt(square);
    return vector;
  }
  Vector random_unit() {
    Vector vector(dimension);
    for (float& number : vector) number = normal_(random_);
    return unit(std::move(vector));
  }

  std::mt19937 random_{1};
  std::normal_distribution<float> normal_;
  std::vector<Vector> middles_ = std::vector<Vector>(1000), directions_ = std::vector<Vector>(32);
};

// The median of what a call costs, in milliseconds.
template <class Call>
double milliseconds(const std::vector<Vector>& queries, const Call& call) {
  std::vector<double> times;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const double begin = cpu_seconds();
    call(i);
    times.push_back((cpu_seconds() - begin) * 1e3);
  }
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return times[times.size() / 2];
}

// The cosine of the last of the best, for each query.
std::vector<float> exact(const Flat& flat, const std::vector<Vector>& queries) {
  std::vector<float> last, scores(flat.size()), top;
  const auto ask = [&](std::size_t i) {
    flat.scores(queries[i], scores);
    // All are compared with the least of the best so far; few are better.
    top.assign(best, -2);
    for (const float score : scores) {
      if (score <= top.front())
        continue;
      std::ranges::pop_heap(top, std::greater());
      top.back() = score;
      std::ranges::push_heap(top, std::greater());
    }
    last.push_back(top.front());
  };
  print("exact top 10", flat.size(), milliseconds(queries, ask), "ms");
  return last;
}

void by_graph(const Flat& flat, const std::vector<Vector>& queries,
              const std::vector<float>& last) {
  const std::size_t rows = flat.size();
  Hnsw graph(dimension);
  double begin = cpu_seconds();
  for (Hnsw::Row row = 0; row < rows; ++row) graph.add(flat, row, row);
  print("graph, rows built in a second", rows, static_cast<double>(rows) / (cpu_seconds() - begin),
        "rows/s");
  print("graph, memory", rows, static_cast<double>(graph.bytes()) / 1e6, "MB");
  begin = cpu_seconds();
  const std::string bytes = graph.to_bytes(1);
  print("graph, to a file's bytes", rows, (cpu_seconds() - begin) * 1e3, "ms");
  begin = cpu_seconds();
  if (!Hnsw::from_bytes(bytes, {1, dimension, rows}))
    std::exit(1);
  print("graph, from a file's bytes", rows, (cpu_seconds() - begin) * 1e3, "ms");
  print("graph, file", rows, static_cast<double>(bytes.size()) / 1e6, "MB");
  for (const std::size_t ef : {32U, 64U, 128U, 256U}) {
    std::size_t hits = 0;
    const double time = milliseconds(queries, [&](std::size_t i) {
      for (const auto& near : graph.search(flat, queries[i], best, ef))
        hits += near.cosine >= last[i] ? 1U : 0U;
    });
    const std::string name = "graph, ef " + std::to_string(ef) + ", ";
    print(name + "top 10", rows, time, "ms");
    print(name + "recall at 10", rows,
          static_cast<double>(hits) / static_cast<double>(best * queries.size()), "recall");
  }
}

void measure(std::size_t rows, bool graph) {
  Source source;
  Flat flat(dimension);
  flat.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto small = aim::index::quantize(source.next());
    flat.set(row, small.scale, small.high);
  }
  std::vector<Vector> queries;
  for (std::size_t i = 0; i < asked; ++i) queries.push_back(source.next());
  const std::vector<float> last = exact(flat, queries);
  if (graph)
    by_graph(flat, queries, last);
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) measure(std::stoul(arguments[i]), true);
  if (count > 1)
    return 0;
  measure(10'000, false);
  measure(100'000, true);
  return 0;
}
