// What the encoder makes of texts, for the scripts beside this file. Texts come on the standard
// input, each after its size (four bytes); numbers go to the standard output as they lie in memory.
//   probe tokens VOCABULARY.txt MAX    of each text the count of its tokens, and they
//   probe unigram FOLDER MAX           the same, by the unigram tokenizer of a tokenizer.json
//   probe characters all|sampled       the same of code points, over the vocabulary of characters
//   probe vectors FOLDER PACKED floats|bytes
#include <cstdio>
#include <cstring>
#include <iostream>

#include "base/file.h"
#include "embed/encoder.h"
#include "embed/pack.h"
#include "embed/tokenizer_file.h"
#include "embed/unigram.h"
#include "tokenizer_texts.h"

namespace {

using namespace aim::embed;

std::vector<std::string> read_texts() {
  std::vector<std::string> out;
  std::uint32_t size = 0;
  while (std::cin.read(reinterpret_cast<char*>(&size), sizeof size)) {
    out.emplace_back(size, '\0');
    std::cin.read(out.back().data(), static_cast<std::streamsize>(size));
  }
  return out;
}

template <class Number>
void write(const std::vector<Number>& numbers) {
  std::cout.write(reinterpret_cast<const char*>(numbers.data()),
                  static_cast<std::streamsize>(numbers.size() * sizeof(Number)));
}

void write_tokens(const auto& tokenizer, std::string_view text, std::size_t max) {
  const std::vector<std::uint32_t> tokens = tokenizer.encode(text, max);
  write(std::vector<std::uint32_t>{static_cast<std::uint32_t>(tokens.size())});
  write(tokens);
}

aim::Result<void> tokens(const std::string& file, std::size_t max) {
  const std::string lines = TRY(aim::read_file(file, 1 << 26));
  const std::string image = build_vocabulary(vocabulary_lines(lines));
  const Tokenizer tokenizer = TRY(Tokenizer::over(TRY(Vocabulary::over(image))));
  for (const std::string& text : read_texts()) write_tokens(tokenizer, text, max);
  return {};
}

aim::Result<void> unigram(const std::filesystem::path& folder, std::size_t max) {
  const std::string section = TRY(read_vocabulary(folder));
  const Unigram tokenizer = TRY(Unigram::over(section));
  for (const std::string& text : read_texts()) write_tokens(tokenizer, text, max);
  return {};
}

aim::Result<void> characters(Points points) {
  const std::vector<std::string> pieces = vocabulary_of_characters(points);
  const std::string image =
      build_vocabulary(std::vector<std::string_view>(pieces.begin(), pieces.end()));
  const Tokenizer tokenizer = TRY(Tokenizer::over(TRY(Vocabulary::over(image))));
  for (char32_t character = 0; character < code_points; ++character)
    if (is_tried(character, points))
      write_tokens(tokenizer, text_around(character), 64);
  return {};
}

aim::Result<void> vectors(const std::string& folder, const std::string& packed, bool floats) {
  PackOptions options;
  options.precision = floats ? Precision::floats : Precision::bytes;
  TRY_VOID(pack_model(folder, packed, options));
  const auto model = TRY(LocalModel::open(packed));
  const std::vector<std::string> texts = read_texts();
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  write(TRY(model->embed(views, Role::document)));
  return {};
}

aim::Result<void> run(const std::vector<std::string>& words) {
  if (words.size() == 3 && words[0] == "tokens")
    return tokens(words[1], std::stoul(words[2]));
  if (words.size() == 3 && words[0] == "unigram")
    return unigram(words[1], std::stoul(words[2]));
  if (words.size() == 2 && words[0] == "characters")
    return characters(words[1] == "sampled" ? Points::sampled : Points::all);
  if (words.size() == 4 && words[0] == "vectors")
    return vectors(words[1], words[2], words[3] == "floats");
  return aim::Failure(aim::Error{aim::Code::validation_failed,
                                 "usage: probe tokens VOCABULARY MAX | unigram TOKENIZER.json MAX "
                                 "| characters all|sampled | vectors FOLDER "
                                 "PACKED floats|bytes",
                                 {},
                                 {},
                                 {}});
}

}  // namespace

int main(int count, char** arguments) {
  const auto done = run({arguments + 1, arguments + count});
  if (!done)
    std::cerr << done.error().message << "\n";
  return done ? 0 : 1;
}
