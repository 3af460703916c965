#include "sync/device_card.h"

#include <gmock/gmock.h>

namespace aim::sync {
namespace {

TEST(DeviceCard, IsReadByTheGroupAloneAndWrittenByItsDeviceAlone) {  // Y2
  const SigningKey signer = SigningKey::generate();
  KeyRing ring, other;
  ring.add({1, random_secret()});
  other.add({1, random_secret()});
  DeviceCard card;
  card.device = signer.public_key();
  card.name = "laptop";
  card.number = 7;
  card.removed = {"x"};
  card.pieces.push_back({"file", 3, true, {{"a", 5}}, 1'000, "hash"});
  const std::string file = sealed_card(card, ring.newest(), signer);
  EXPECT_EQ(file.find("laptop"), file.npos);
  const auto read = read_card(file, ring);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->name, "laptop");
  EXPECT_EQ(read->pieces.at(0).covers, card.pieces[0].covers);
  EXPECT_EQ(read->removed, card.removed);
  EXPECT_FALSE(read_card(file, other));
  EXPECT_FALSE(read_card(sealed_card(card, ring.newest(), SigningKey::generate()), ring));
  EXPECT_FALSE(read_card(file.substr(0, file.size() - 1), ring));
  EXPECT_FALSE(read_card("", ring));
  // Once there is a new key, who has only the former one is not of the group.
  ring.add({2, random_secret()});
  EXPECT_FALSE(read_card(file, ring));
}

}  // namespace
}  // namespace aim::sync
