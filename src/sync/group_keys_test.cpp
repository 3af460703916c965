#include "sync/group_keys.h"

#include <gmock/gmock.h>

namespace aim::sync {
namespace {

TEST(GroupKeys, ANewKeyIsForThoseWhoStay) {  // Y2
  const SigningKey remover = SigningKey::generate();
  const BoxKeys stays = box_keys(random_key(), "test"), gone = box_keys(random_key(), "test");
  NewKey key;
  key.key = {2, random_secret()};
  key.former.add({1, random_secret()});
  key.removed = {"somebody"};
  key.made_by = remover.public_key();
  const std::string file = new_key_file(key, {stays.open_key}, remover);
  const auto read = read_key_file(file, stays);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->key.secret, key.key.secret);
  EXPECT_EQ(read->key.number, 2U);
  EXPECT_EQ(read->removed, key.removed);
  EXPECT_EQ(read->former.newest().secret, key.former.newest().secret);
  EXPECT_FALSE(read_key_file(file, gone));
  EXPECT_TRUE(read_key_file(file, key.key.secret));
  EXPECT_FALSE(read_key_file(file, key.former.newest().secret));
  EXPECT_FALSE(read_key_file(new_key_file(key, {stays.open_key}, SigningKey::generate()), stays));
  for (std::size_t i = 0; i < file.size(); i += 7) {
    std::string changed = file;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(read_key_file(changed, stays)) << i;
    EXPECT_FALSE(read_key_file(std::string_view(file).substr(0, i), stays)) << i;
  }
}

TEST(GroupKeys, OfTwoMadeAtOnceTheSameOneCountsEverywhere) {
  const GroupKey first{1, random_secret()}, one{2, random_secret()}, other{2, random_secret()};
  KeyRing here, there;
  for (const GroupKey& each : {first, one, other}) here.add(each);
  for (const GroupKey& each : {other, other, first, one}) there.add(each);
  EXPECT_EQ(here.newest().id(), there.newest().id());
  EXPECT_NE(here.find(first.id()), nullptr);
  EXPECT_EQ(here.find("0"), nullptr);
}

}  // namespace
}  // namespace aim::sync
