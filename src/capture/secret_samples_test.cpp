// How many of the secrets of tests/secrets vanish, and how much else does.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "capture/cleaner.h"
#include "capture/secrets.h"

namespace aim {
namespace {

struct Sample {
  std::string text;
  std::vector<std::string> secrets, kept;
};

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

// "\n" is a line end, "\\" a backslash.
std::string unescaped(std::string_view line) {
  std::string out;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\\' || at + 1 == line.size()) {
      out += line[at];
      continue;
    }
    const char next = line[++at];
    if (next == 'n')
      out += '\n';
    else if (next == '\\')
      out += '\\';
    else
      (out += '\\') += next;
  }
  return out;
}

Sample sample_of(std::string line) {
  replace_all(line, "¦", "");
  const std::string text = unescaped(line);
  Sample sample;
  const auto marked = [&](std::size_t& at, std::string_view open, std::string_view close,
                          std::vector<std::string>& list) {
    if (!std::string_view(text).substr(at).starts_with(open))
      return false;
    const std::size_t from = at + open.size(), end = text.find(close, from);
    list.push_back(text.substr(from, end - from));
    sample.text += list.back();
    at = end + close.size();
    return true;
  };
  for (std::size_t at = 0; at < text.size();)
    if (!marked(at, "«", "»", sample.secrets) && !marked(at, "‹", "›", sample.kept))
      sample.text += text[at++];
  if (sample.secrets.empty())
    sample.kept = {sample.text};
  return sample;
}

struct Figures {
  int removed = 0, missed = 0, lost = 0;
  double recall() const { return removed / std::max(1.0, 1.0 * removed + missed); }
  double precision() const { return removed / std::max(1.0, 1.0 * removed + lost); }
};

Figures measure(const std::string& file) {
  std::ifstream lines(std::filesystem::path(AIM_SECRET_SAMPLES) / file);
  Figures figures;
  for (std::string line; std::getline(lines, line);) {
    const Sample sample = sample_of(line);
    const std::string out = Cleaner(true).text(sample.text);
    bool wrong = false;
    for (const std::string& secret : sample.secrets) {
      const bool stays = out.find(secret) != std::string::npos;
      ++(stays ? figures.missed : figures.removed);
      wrong = wrong || stays;
    }
    for (const std::string& kept : sample.kept) {
      const bool lost = out.find(kept) == std::string::npos;
      figures.lost += lost ? 1 : 0;
      wrong = wrong || lost;
    }
    EXPECT_EQ(Cleaner(true).text(out), out) << "cleaned twice: " << sample.text;
    if (wrong)
      std::cout << file << ": " << sample.text << "\n  -> " << out << "\n";
  }
  std::cout << file << ": recall " << figures.recall() << ", precision " << figures.precision()
            << " (" << figures.removed << " removed, " << figures.missed << " missed, "
            << figures.lost << " others lost)\n";
  return figures;
}

class SecretSamples : public testing::TestWithParam<const char*> {};

TEST_P(SecretSamples, ReachRecallAndPrecision) {
  const Figures figures = measure(GetParam());
  EXPECT_GT(figures.removed, 50);
  EXPECT_GE(figures.recall(), 0.95);
  EXPECT_GE(figures.precision(), 0.98);
}
INSTANTIATE_TEST_SUITE_P(Files, SecretSamples,
                         testing::Values("tuned.txt", "second.txt", "last.txt", "fresh.txt"));

// No text makes a rule look at the same bytes again and again.
TEST(SecretCost, GrowsWithTheTextAlone) {
  constexpr std::size_t bytes = 16 * 1'024;
  for (const std::string_view piece :
       {"password=", "password is ", "\"password\":\"", "password='",
        "-----BEGIN RSA PRIVATE KEY-----", "eyJ", "eyJaaaaaaaa.", "://", "a-", "curl -u a:b ",
        "Cookie: a=b; c=", "sk-a1B", "insert (", "a", "Bearer A1b2", "AKIA", "<private>", "echo ",
        "{\"key\": "}) {
    std::string text;
    while (text.size() < bytes) text += piece;
    const auto began = std::chrono::steady_clock::now();
    (void)secrets_in(text);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    EXPECT_LT(took.count(), 10) << piece;  // seconds; unoptimised, on a busy machine
  }
}

}  // namespace
}  // namespace aim
