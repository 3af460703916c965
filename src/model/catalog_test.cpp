#include "model/catalog.h"

#include <gmock/gmock.h>

namespace aim::model {
namespace {

TEST(Catalog, IsPinned) {
  for (const KnownModel& model : known_models()) {
    EXPECT_EQ(model.revision.size(), 40U) << model.name;
    EXPECT_EQ(model.files[0].name, weights_file);
    EXPECT_EQ(model.files[1].name, vocabulary_file);
    EXPECT_EQ(model.files[2].name, settings_file);
    for (const KnownFile& file : model.files) {
      EXPECT_EQ(file.sha256.size(), 64U);
      EXPECT_EQ(file.sha256.find_first_not_of("0123456789abcdef"), std::string_view::npos);
      EXPECT_GT(file.bytes, 0U);
    }
    EXPECT_EQ(find_known(model.name), &model);
    EXPECT_EQ(recognise(model.files[0].sha256, model.files[1].sha256), &model);
  }
  EXPECT_NE(find_known(usual_model), nullptr);
  EXPECT_EQ(find_known("another"), nullptr);
  EXPECT_EQ(recognise("", ""), nullptr);
}

TEST(Catalog, AddressesAreThoseOfTheHub) {
  const KnownModel& model = *find_known(usual_model);
  const std::string expected =
      "/sentence-transformers/all-MiniLM-L6-v2/resolve/1110a243fdf4706b3f48f1d95db1a4f5529b4d41/"
      "vocab.txt";
  EXPECT_EQ(address_on(usual_hub, model, vocabulary_file), "https://huggingface.co" + expected);
  EXPECT_EQ(address_on("http://127.0.0.1:8/hub//", model, vocabulary_file),
            "http://127.0.0.1:8/hub" + expected);
}

}  // namespace
}  // namespace aim::model
