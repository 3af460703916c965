#include "capture/trigger_features.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "base/utf8.h"

extern "C" {
extern const char aim_trigger_weights_begin[], aim_trigger_weights_end[];
}

namespace aim {
namespace {

constexpr float of_words = 0.65F, of_runs = 0.5F, of_build = 0.6F;
constexpr std::size_t longest_build = 5;  // words
constexpr std::size_t shortest_run = 3, longest_run = 5, max_word = 40, stem_bytes = 6,
                      most_paired = 24;
constexpr char32_t first_wide = 0x2E80;  // characters that are words by themselves begin here

std::uint32_t hashed(char part, char kind, std::string_view text) {
  std::uint32_t hash = 2'166'136'261U;
  const auto mix = [&](char c) { hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U; };
  mix(part);
  mix(kind);
  for (const char c : text) mix(c);
  hash ^= hash >> 15;
  hash *= 0x2C1B'3C6DU;
  return hash ^ (hash >> 13);
}

// Small letters as far as Latin and Cyrillic go; marks of other alphabets as those of ASCII.
char32_t plain(char32_t c) {
  if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x410 && c <= 0x42F))
    return c + 0x20;
  switch (c) {
    case 0x2018:
    case 0x2019:
      return '\'';
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0xAB:
    case 0xBB:
      return '"';
    case 0xFF1F:
      return '?';
    case 0xFF01:
      return '!';
    case 0xFF0C:
    case 0x3001:
      return ',';
    case 0x3002:
      return '.';
    case 0xFF1A:
      return ':';
    default:
      return c;
  }
}

bool is_letter(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '\'' ||
         (c >= 0xC0 && c < first_wide && c != 0xD7 && c != 0xF7 && (c < 0x2000 || c > 0x206F));
}

// Words in plain letters, every digit a "0", marks that say something; a wide character is a word.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words{"^"};
  std::string word;
  const auto end_word = [&] {
    if (!word.empty())
      words.push_back(std::move(word));
    word.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    char32_t c = plain(utf8::next(text, at));
    if (c >= '0' && c <= '9')
      c = '0';
    if (is_letter(c)) {
      if (word.size() < max_word)
        utf8::append(word, c);
      continue;
    }
    end_word();
    if (c >= first_wide || std::u32string_view(U"?!:\"`|<>=$/\n").find(c) != std::string::npos)
      utf8::append(word, c);
    end_word();
  }
  end_word();
  words.emplace_back("$");
  return words;
}

// A mark for each run of words that are not frequent.
std::vector<std::string> build_of(const std::vector<std::string>& words) {
  std::vector<std::string> build;
  for (const std::string& word : words) {
    const bool is_number = word.find('0') != std::string::npos;
    std::string kept = is_number ? "0" : is_frequent(word) ? word : "*";
    if (build.empty() || kept != "*" || build.back() != "*")
      build.push_back(std::move(kept));
  }
  return build;
}

void add_build(const std::vector<std::string>& words, char of, std::vector<std::uint32_t>& into) {
  const std::vector<std::string> build = build_of(words);
  for (std::size_t from = 0; from < build.size(); ++from) {
    std::string text;
    for (std::size_t at = from; at < std::min(from + longest_build, build.size()); ++at) {
      text.append(" ").append(build[at]);
      into.push_back(hashed(of, 'b', text));
    }
  }
}

void put_in(Features& features, std::vector<std::uint32_t> hashes, float length) {
  // A prompt is compared with dozens of memories: sorting their hashes took a tenth of a hook.
  std::vector<std::uint32_t> seen(std::bit_ceil(2 * hashes.size() + 1));
  std::erase_if(hashes, [&](std::uint32_t hash) {
    std::size_t at = hash & (seen.size() - 1);
    while (seen[at] != 0 && seen[at] != hash) at = (at + 1) & (seen.size() - 1);
    return std::exchange(seen[at], hash) == hash;
  });
  const float each = length / std::sqrt(std::max(1.0F, static_cast<float>(hashes.size())));
  for (const std::uint32_t hash : hashes) features.hashed.emplace_back(hash, each);
}

std::string both_ends(std::string_view text) {
  if (text.size() <= max_featured)
    return std::string(text);
  return std::string(text.substr(0, max_featured / 2))
      .append("\n")
      .append(text.substr(text.size() - max_featured / 2));
}

}  // namespace

void add_text(Features& features, TextPart part, std::string_view text, float weight) {
  const char of = static_cast<char>(part);
  const std::vector<std::string> words = words_of(both_ends(text));
  std::vector<std::uint32_t> by_word, by_run, by_build;
  add_build(words, of, by_build);
  for (std::size_t i = 0; i < words.size(); ++i) {
    by_word.push_back(hashed(of, 'w', words[i]));
    if (i + 1 < words.size())
      by_word.push_back(hashed(of, 'p', words[i] + " " + words[i + 1]));
    if (i + 2 < words.size())
      by_word.push_back(hashed(of, 'q', words[i] + " " + words[i + 2]));
    const bool is_wide = static_cast<unsigned char>(words[i].front()) >= 0xE2;
    if (is_wide && i + 2 < words.size())
      by_run.push_back(hashed(of, 'r', words[i] + words[i + 1] + words[i + 2]));
    const std::string within = " " + words[i] + " ";
    if (words[i].size() < 2 || is_wide)
      continue;
    for (std::size_t length = shortest_run; length <= longest_run; ++length)
      for (std::size_t at = 0; at + length <= within.size(); ++at)
        by_run.push_back(hashed(of, 'r', std::string_view(within).substr(at, length)));
  }
  put_in(features, std::move(by_word), weight * of_words);
  put_in(features, std::move(by_run), weight * of_runs);
  put_in(features, std::move(by_build), weight * of_build);
}

void add_word_pairs(Features& features, std::string_view first, std::string_view second,
                    float weight) {
  const auto stems_of = [](std::string_view text) {
    std::vector<std::string> stems;
    for (const std::string& word : words_of(text))
      if (word.size() >= shortest_run && stems.size() < most_paired)
        stems.emplace_back(utf8::cut(word, stem_bytes));
    return stems;
  };
  const auto ours = stems_of(first), theirs = stems_of(second);
  std::vector<std::uint32_t> pairs;
  for (const std::string& one : ours)
    for (const std::string& other : theirs) pairs.push_back(hashed('x', 'x', one + "\n" + other));
  put_in(features, std::move(pairs), weight);
}

namespace {

// All little-endian: how many words are frequent, and the hash of each, rising; then each model:
// how many numbers and places, the bias, the step, a float a number, a signed byte a place.
struct All {
  std::vector<std::uint32_t> frequent;
  std::array<TriggerWeights, trigger_tasks> models;
};

template <class T>
T taken(std::string_view& from) {
  T value{};
  std::memcpy(&value, from.data(), sizeof value);
  from.remove_prefix(sizeof value);
  return value;
}

All read_all() {
  std::string_view rest(
      aim_trigger_weights_begin,
      static_cast<std::size_t>(aim_trigger_weights_end - aim_trigger_weights_begin));
  All all;
  all.frequent.resize(taken<std::uint32_t>(rest));
  for (std::uint32_t& hash : all.frequent) hash = taken<std::uint32_t>(rest);
  for (TriggerWeights& model : all.models) {
    const std::size_t numbers = taken<std::uint32_t>(rest) * sizeof(float);
    model.places = taken<std::uint32_t>(rest);
    model.bias = taken<float>(rest);
    model.step = taken<float>(rest);
    model.numbers = rest.substr(0, numbers);
    model.bytes = rest.substr(numbers, model.places);
    rest.remove_prefix(numbers + model.places);
  }
  return all;
}

const All& all_weights() {
  static const All it = read_all();
  return it;
}

}  // namespace

const TriggerWeights& weights_of_trigger(std::size_t task) {
  return all_weights().models[task];
}

bool is_frequent(std::string_view word) {
  std::uint32_t hash = 2'166'136'261U;  // FNV-1a
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
  return std::ranges::binary_search(all_weights().frequent, hash);
}

}  // namespace aim
