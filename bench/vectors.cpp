// What a search by vectors alone costs, in CPU time of this process on one thread, one JSON line a
// figure.
//   vectors [ROWS...]      10,000, 100,000 and 1,000,000 rows of 384 numbers; or ROWS
// The vectors are random, in 32 directions around 1,000 middles.
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

namespace {

using aim::index::Flat;
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

void scan(const Flat& flat, const std::vector<Vector>& queries) {
  std::vector<float> scores(flat.size()), top;
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
  };
  print("exact top 10", flat.size(), milliseconds(queries, ask), "ms");
}

void measure(std::size_t rows) {
  Source source;
  Flat flat(dimension);
  flat.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto small = aim::index::quantize(source.next());
    flat.set(row, small.scale, small.high);
  }
  std::vector<Vector> queries;
  for (std::size_t i = 0; i < asked; ++i) queries.push_back(source.next());
  scan(flat, queries);
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) measure(std::stoul(arguments[i]));
  if (count > 1)
    return 0;
  for (const std::size_t rows : {10'000U, 100'000U, 1'000'000U}) measure(rows);
  return 0;
}
