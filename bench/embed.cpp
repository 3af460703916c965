// What an embedding costs, in CPU time of this process, one JSON line a figure.
//   embed pack FOLDER PACKED [floats]   packs a published model
//   embed first PACKED                  opening to the first vector, in a new process
//   embed tokens PACKED                 one text of 8 to 256 tokens, by every instruction set there
//                                       is, and what share of the machine's own peak that is
//   embed notes PACKED [THREADS]        1,000 mixed notes
//   embed many PACKED FILE [THREADS]    the lines of a file, one text each
//   embed vectors PACKED FILE OUT       the vectors of the lines as floats, for comparisons
#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "embed/encoder.h"
#include "embed/kernels/kernels.h"
#include "embed/mapped_file.h"
#include "embed/pack.h"
#include "embed/weights.h"
#include "peak.h"

namespace {

using aim::embed::LocalModel;
using aim::embed::Role;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// `target`: 0: there is none.
void print(std::string_view figure, std::string_view kernels, double value, std::string_view unit,
           double target = 0) {
  std::cout << "{\"figure\":\"" << figure << "\",\"kernels\":\"" << kernels << "\",\"" << unit
            << "\":" << value;
  if (target > 0)
    std::cout << ",\"target_" << unit << "\":" << target;
  std::cout << "}\n";
}

std::unique_ptr<LocalModel> open(const std::string& packed,
                                 const aim::embed::LocalModelOptions& options = {}) {
  auto model = LocalModel::open(packed, options);
  if (!model) {
    std::cerr << model.error().message << "\n";
    std::exit(1);
  }
  return std::move(*model);
}

void embed(const LocalModel& model, std::span<const std::string_view> texts) {
  const auto vectors = model.embed(texts, Role::document);
  if (!vectors) {
    std::cerr << vectors.error().message << "\n";
    std::exit(1);
  }
}

// The median of what one call costs, in milliseconds.
double milliseconds(const LocalModel& model, std::string_view text) {
  const std::string_view texts[]{text};
  std::vector<double> times;
  double total = 0;
  for (int i = 0; i < 2000 && (i < 7 || total < 0.4); ++i) {
    const double begin = cpu_seconds();
    embed(model, texts);
    times.push_back(cpu_seconds() - begin);
    total += times.back();
  }
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return times[times.size() / 2] * 1e3;
}

// Words of one token each, and the two around them.
std::string text_of(std::size_t tokens) {
  static constexpr std::string_view words[]{"river",  "table", "seven",  "green",
                                            "letter", "music", "window", "garden"};
  std::string out;
  for (std::size_t i = 0; i + 2 < tokens; ++i) out.append(words[i * 5 % 8]).append(" ");
  return out;
}

int first(const std::string& packed) {
  const double begin = cpu_seconds();
  const auto model = open(packed);
  const double opened = cpu_seconds();
  const std::string_view texts[]{"What did she say about the interviews at the new school?"};
  embed(*model, texts);
  const double done = cpu_seconds();
  print("process start to open", "", begin * 1e3, "ms");
  print("open", "", (opened - begin) * 1e3, "ms", 1);
  print("first embedding", "", (done - opened) * 1e3, "ms", 5);
  print("process start to first embedding", "", done * 1e3, "ms");
  return 0;
}

// Products and additions that a text of so many tokens needs, those of attention included.
double operations_of(const std::string& packed, std::size_t tokens) {
  const auto file = aim::embed::MappedFile::open(packed);
  const auto weights = file ? aim::embed::Weights::over(file->bytes()) : aim::Failure(file.error());
  if (!weights) {
    std::cerr << weights.error().message << "\n";
    std::exit(1);
  }
  double products = 0;
  for (const aim::embed::Layer& layer : weights->layers)
    for (const aim::embed::Linear* part : {&layer.project, &layer.mix, &layer.widen, &layer.narrow})
      products += static_cast<double>(part->outputs) * static_cast<double>(part->depth);
  const double attention = 2.0 * static_cast<double>(tokens) * weights->geometry.width *
                           static_cast<double>(weights->layers.size());
  return 2 * static_cast<double>(tokens) * (products + attention);
}

// Milliseconds and shares of the peak to reach, on one thread with an instruction for products of
// bytes; 0: no target.
struct Target {
  double milliseconds, share;
};
Target target_of(std::size_t tokens) {
  return tokens == 16 ? Target{0.6, 0.45} : tokens == 128 ? Target{5.2, 0.6} : Target{0, 0};
}

void print_pass(const char* kernels, std::size_t tokens, double milliseconds, double gigaoperations,
                double peak) {
  std::cout << "{\"figure\":\"" << tokens << " tokens\",\"kernels\":\"" << kernels
            << "\",\"ms\":" << milliseconds << ",\"gops\":" << gigaoperations;
  if (peak > 0)
    std::cout << ",\"peak_gops\":" << peak << ",\"share\":" << gigaoperations / peak;
  if (const Target target = target_of(tokens); target.milliseconds > 0)
    std::cout << ",\"target_ms\":" << target.milliseconds << ",\"target_share\":" << target.share;
  std::cout << "}\n";
}

int tokens(const std::string& packed) {
  for (const aim::embed::Kernels* kernels : aim::embed::usable_kernels()) {
    const double peak = peak_of(kernels->name);
    const auto model = open(packed, {1, kernels});
    for (const std::size_t count : {8U, 16U, 32U, 128U, 256U}) {
      const std::string text = text_of(count);
      if (model->tokenizer().encode(text, 512).size() != count)
        std::cerr << "the text has not " << count << " tokens\n";
      const double time = milliseconds(*model, text);
      print_pass(kernels->name, count, time, operations_of(packed, count) / time * 1e-6, peak);
    }
  }
  return 0;
}

std::vector<std::string> lines_of(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

int many(const std::string& packed, const std::string& file, unsigned threads) {
  const auto lines = lines_of(file);
  const std::vector<std::string_view> texts(lines.begin(), lines.end());
  const auto model = open(packed, {threads, nullptr});
  embed(*model, std::span(texts).first(1));
  const double begin = cpu_seconds();
  embed(*model, texts);
  print(std::to_string(texts.size()) + " texts", "", cpu_seconds() - begin, "s");
  return 0;
}

// Of 8 to 100 tokens, 37 on average, short ones more often; in CPU seconds, and as people wait for
// them.
int notes(const std::string& packed, unsigned threads) {
  std::vector<std::string> written;
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    const std::size_t step = i * 37 % 93;
    written.push_back(text_of(8 + step * step / 93));
    tokens += 8 + step * step / 93;
  }
  const std::vector<std::string_view> texts(written.begin(), written.end());
  const auto model = open(packed, {threads, nullptr});
  embed(*model, std::span(texts).first(1));
  const double begin = cpu_seconds();
  const auto wall = std::chrono::steady_clock::now();
  embed(*model, texts);
  const double seconds = cpu_seconds() - begin;
  std::cout << "{\"figure\":\"1000 mixed notes\",\"kernels\":\"" << aim::embed::best_kernels().name
            << "\",\"tokens\":" << tokens << ",\"threads\":" << threads << ",\"s\":" << seconds
            << ",\"wall_s\":"
            << std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count()
            << ",\"target_s\":1.5}\n";
  return 0;
}

int vectors(const std::string& packed, const std::string& file, const std::string& to) {
  const auto lines = lines_of(file);
  const std::vector<std::string_view> texts(lines.begin(), lines.end());
  const auto found = open(packed)->embed(texts, Role::document);
  if (!found)
    return 1;
  std::ofstream out(to, std::ios::binary);
  out.write(reinterpret_cast<const char*>(found->data()),
            static_cast<std::streamsize>(found->size() * sizeof(float)));
  return out.good() ? 0 : 1;
}

int pack(const std::string& folder, const std::string& packed, bool floats) {
  aim::embed::PackOptions options;
  options.name = "all-MiniLM-L6-v2";
  if (floats)
    options.precision = aim::embed::Precision::floats;
  const double begin = cpu_seconds();
  const auto done = aim::embed::pack_model(folder, packed, options);
  if (!done) {
    std::cerr << done.error().message << "\n";
    return 1;
  }
  print("pack", "", cpu_seconds() - begin, "s");
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  const std::string what = words.empty() ? "" : words[0];
  if (what == "pack" && words.size() >= 3)
    return pack(words[1], words[2], words.size() > 3);
  if (what == "first" && words.size() == 2)
    return first(words[1]);
  if (what == "tokens" && words.size() == 2)
    return tokens(words[1]);
  if (what == "notes" && words.size() >= 2)
    return notes(words[1], words.size() > 2 ? static_cast<unsigned>(std::stoul(words[2])) : 1);
  if (what == "many" && words.size() >= 3)
    return many(words[1], words[2],
                words.size() > 3 ? static_cast<unsigned>(std::stoul(words[3])) : 1);
  if (what == "vectors" && words.size() == 4)
    return vectors(words[1], words[2], words[3]);
  std::cerr << "usage: embed pack FOLDER PACKED [floats] | first PACKED | tokens PACKED | notes "
               "PACKED [THREADS] |\n"
               "             many PACKED FILE [THREADS] | vectors PACKED FILE OUT\n";
  return 2;
}
