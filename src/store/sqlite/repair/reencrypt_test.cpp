#include <fstream>

#include "base/file.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/repair/copies.h"
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::memory_of;
using testing::must;
using ::testing::Not;

constexpr std::string_view secret = "Zanzibarmark";

FileKey key_of(unsigned char fill) {
  FileKey key;
  key.key.fill(fill);
  key.salt.fill(static_cast<unsigned char>(fill + 1));
  return key;
}

ConnectionOptions knowing(const FileKey& key) {
  ConnectionOptions options;
  options.find_key = [key](const Salt16& salt) -> Result<Key32> {
    return salt == key.salt ? Result<Key32>(key.key) : Failure(wrong_key());
  };
  return options;
}

// (Y1)
class Reencrypt : public testing::StoreTest {
 protected:
  void fill(int from, int count) {
    const auto database = open("test.db", options_);
    for (int i = from; i < from + count; ++i)
      put(*database, memory_of("id" + std::to_string(i), "Title " + std::to_string(i),
                               std::string(secret) + " number " + std::to_string(i)));
  }
  std::int64_t memories() {
    return number(*open("test.db", options_), "SELECT count(*) FROM memories");
  }
  // Names of the files below the folder that have the word in them.
  std::vector<std::string> readable() const {
    std::vector<std::string> names;
    for (const auto& each : fs::directory_iterator(folder_)) {
      std::ifstream in(each.path(), std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), {}};
      if (bytes.find(secret) != bytes.npos)
        names.push_back(each.path().filename().string());
    }
    return names;
  }
  ConnectionOptions options_;
};

TEST_F(Reencrypt, NothingReadableIsLeft) {
  fill(0, 50);
  EXPECT_THAT(readable(), Not(IsEmpty()));
  const auto key = key_of(1);
  const auto done = must(reencrypt(file(), {}, key, {}));
  EXPECT_EQ(done.memories, 50);
  EXPECT_FALSE(done.is_former_kept);
  options_ = knowing(key);
  EXPECT_EQ(memories(), 50);
  const auto held = open("test.db", options_);  // its log stays
  put(*held, memory_of("late", "Late", std::string(secret)));
  EXPECT_THAT(readable(), IsEmpty());
  EXPECT_EQ(memories(), 51);
  EXPECT_EQ(fs::status(file()).permissions(), fs::perms(0600));
  for (const Finding& finding : must(check_all(*connect("test.db", options_))))
    EXPECT_TRUE(finding.good) << finding.check << ": " << finding.detail;
}

TEST_F(Reencrypt, WithoutTheKeyNothingIsReadOrChanged) {
  fill(0, 3);
  must(reencrypt(file(), {}, key_of(1), {}));
  for (const ConnectionOptions& options : {ConnectionOptions{}, [] {
                                             ConnectionOptions wrong;
                                             wrong.find_key = [](const Salt16&) -> Result<Key32> {
                                               return key_of(7).key;
                                             };
                                             return wrong;
                                           }()}) {
    const auto opened = Connection::open(file(), options);
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message, HasSubstr("the key does not open the database"));
    EXPECT_FALSE(reencrypt(file(), options, std::nullopt, {}));
  }
  options_ = knowing(key_of(1));
  EXPECT_EQ(memories(), 3);
}

TEST_F(Reencrypt, ANewKeyAndNoneAgain) {
  fill(0, 5);
  must(reencrypt(file(), {}, key_of(1), {}));
  must(reencrypt(file(), knowing(key_of(1)), key_of(3), {}));
  EXPECT_EQ(salt_of_file(file()), key_of(3).salt);
  EXPECT_FALSE(Connection::open(file(), knowing(key_of(1))));
  options_ = knowing(key_of(3));
  fill(5, 5);
  must(reencrypt(file(), options_, std::nullopt, {}));
  EXPECT_EQ(salt_of_file(file()), std::nullopt);
  options_ = {};
  EXPECT_EQ(memories(), 10);
}

TEST_F(Reencrypt, WhoHasItOpenGoesOnWithTheNewFile) {
  fill(0, 10);
  // Knows the key beforehand, as other processes find it in the keyring.
  const auto user = open("test.db", knowing(key_of(1)));
  EXPECT_EQ(number(*user, "SELECT count(*) FROM memories"), 10);
  must(reencrypt(file(), {}, key_of(1), {}));
  put(*user, memory_of("w1", "W1", "text"));
  must(reencrypt(file(), knowing(key_of(1)), std::nullopt, {}));
  put(*user, memory_of("w2", "W2", "text"));
  EXPECT_EQ(number(*user, "SELECT count(*) FROM memories"), 12);
}

TEST_F(Reencrypt, CopiesOfAnEncryptedDatabaseAreEncrypted) {
  fill(0, 20);
  const auto key = key_of(1);
  must(reencrypt(file(), {}, key, {}));
  options_ = knowing(key);
  const auto copy = must(back_up_database(file(), {file("copy.db")}, options_, clock_.now(), {}));
  EXPECT_EQ(copy.memories, 20);
  EXPECT_EQ(salt_of_file(file("copy.db")), key.salt);
  fill(20, 1);
  EXPECT_EQ(must(restore_database(file(), file("copy.db"), options_, clock_, {})).memories, 20);
  EXPECT_EQ(memories(), 20);
  const auto rescued = must(rescue(file(), file("fresh.db"), clock_, options_.find_key));
  EXPECT_EQ(rescued.memories, 20);
  EXPECT_EQ(salt_of_file(file("fresh.db")), key.salt);
  EXPECT_THAT(readable(), IsEmpty());
}

TEST_F(Reencrypt, ACopyTakesThePlaceOfADamagedDatabase) {
  fill(0, 20);
  must(back_up_database(file(), {file("copy.db")}, options_, clock_.now(), {}));
  for (const std::size_t sound : {std::size_t{0}, std::size_t{2'048}}) {
    std::string bytes = must(read_file(file(), 10 << 20)).substr(0, sound);
    bytes.append(200'000, '\x5a');
    std::ofstream(file(), std::ios::binary) << bytes;
    const auto restored = must(restore_database(file(), file("copy.db"), options_, clock_, {}));
    EXPECT_EQ(restored.memories, 20);
    EXPECT_EQ(memories(), 20);
    EXPECT_EQ(must(read_file(restored.kept, 10 << 20)), bytes);
  }
}

TEST_F(Reencrypt, APlainCopyIsNotPutInThePlaceOfAnEncryptedDatabase) {
  fill(0, 2);
  fs::copy_file(file(), file("plain.db"));
  must(reencrypt(file(), {}, key_of(1), {}));
  options_ = knowing(key_of(1));
  const auto refused = restore_database(file(), file("plain.db"), options_, clock_, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().field, "from");
  EXPECT_EQ(memories(), 2);
}

// The other file is a plain database, or has another key.
TEST_F(Reencrypt, TheLogOfAnotherFileIsSetAside) {
  fill(0, 20);
  fs::copy_file(file(), file("plain.db"));
  fs::copy_file(file(), file("other.db"));
  must(reencrypt(file(), {}, key_of(1), {}));
  must(reencrypt(file("other.db"), {}, key_of(3), {}));
  options_ = knowing(key_of(1));
  for (const auto& [other, options] : {std::pair(std::string("plain.db"), ConnectionOptions{}),
                                       {"other.db", knowing(key_of(3))}}) {
    const auto held = open(other, options);
    put(*held, memory_of("id of " + other, "Title of " + other, "text"));
    fs::copy_file(file(other + "-wal"), file("test.db-wal"));
    EXPECT_EQ(memories(), 20) << other;
    EXPECT_TRUE(fs::exists(file("test.db-wal.of-another-file-1"))) << other;
    fs::remove(file("test.db-wal.of-another-file-1"));
  }
  fill(20, 1);
  EXPECT_EQ(memories(), 21);
}

TEST_F(Reencrypt, ADamagedPageIsNoticed) {
  fill(0, 200);
  must(reencrypt(file(), {}, key_of(1), {}));
  {
    std::fstream out(file(), std::ios::binary | std::ios::in | std::ios::out);
    out.seekp(2'048 * 5 + 100);
    out.put('x');
  }
  options_ = knowing(key_of(1));
  bool found = false;
  for (const Finding& finding : must(check_all(*connect("test.db", options_))))
    found = found || !finding.good;
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace aim::store::sqlite
