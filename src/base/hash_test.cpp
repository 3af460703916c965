#include "base/hash.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <set>

#include "base/file.h"

namespace aim {
namespace {

using namespace std::literals;

TEST(Hash, Sha256GivesThePublishedDigests) {
  const struct {
    std::string text;
    std::string_view expected;
  } rows[] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {std::string(1'000'000, 'a'),
       "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
  };
  for (const auto& row : rows) EXPECT_EQ(sha256_hex(row.text), row.expected);
}

// Stable across runs, machines and releases: others may keep what it gives.
TEST(Hash, StableHashStaysTheSame) {
  const struct {
    std::string_view text;
    std::uint64_t expected;
  } rows[] = {{"", 1676160153966177579U},
              {"a", 5944791402801550191U},
              {"memory", 3408156851318731309U},
              {"\0"sv, 3985983913338662262U}};
  for (const auto& row : rows) EXPECT_EQ(stable_hash(row.text), row.expected) << row.text;
}

TEST(Hash, StableHashTellsShortTextsApart) {
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 10'000; ++i) seen.insert(stable_hash(std::to_string(i)));
  EXPECT_EQ(seen.size(), 10'000U);
}

TEST(Hash, PiecesHashLikeTheWhole) {
  Sha256 hash;
  hash.add("a");
  hash.add("");
  hash.add("bc");
  EXPECT_EQ(hash.finish_hex(), sha256_hex("abc"));
  EXPECT_EQ(hash.finish_hex(), sha256_hex(""));
}

TEST(Hash, OfAFile) {
  const std::string file = testing::TempDir() + "hashed-" + std::to_string(::getpid());
  const std::string content(3'000'000, 'x');
  ASSERT_TRUE(replace_file(file, content));
  EXPECT_EQ(sha256_of_file(file).value_or("?"), sha256_hex(content));
  std::filesystem::remove(file);
  const auto gone = sha256_of_file(file);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, Code::not_found);
  EXPECT_FALSE(sha256_of_file(testing::TempDir()));
}

}  // namespace
}  // namespace aim
