#include "model/catalog.h"

#include <gmock/gmock.h>

namespace aim::model {
namespace {

bool is_digest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

Record record_of(const KnownModel& model) {
  Record out;
  for (const KnownFile& file : model.files)
    out.files.push_back({std::string(file.name), std::string(file.sha256), file.bytes});
  return out;
}

TEST(Catalog, IsPinned) {
  for (const KnownModel& model : known_models()) {
    SCOPED_TRACE(model.name);
    EXPECT_EQ(model.revision.size(), 40U);
    EXPECT_EQ(model.files[0].name, weights_file);
    EXPECT_EQ(model.files[2].name, settings_file);
    EXPECT_TRUE(is_digest(model.files[1].sha256));
    EXPECT_EQ(find_known(model.name), &model);
    // What is not pinned has settings of ours, and its weights are asked for by the SHA-256 that a
    // person gives.
    EXPECT_NE(model.is_pinned(), !model.settings.empty());
    EXPECT_EQ(recognise(record_of(model)), model.is_pinned() ? &model : nullptr);
    if (!model.is_pinned())
      continue;
    for (const KnownFile& file : model.files) {
      EXPECT_TRUE(is_digest(file.sha256)) << file.name;
      EXPECT_GT(file.bytes, 0U) << file.name;
    }
  }
  EXPECT_NE(find_known(usual_model), nullptr);
  EXPECT_EQ(find_known("another"), nullptr);
  EXPECT_EQ(recognise({}), nullptr);
}

TEST(Catalog, SaysHowAModelIsUsed) {
  const auto of = [](std::string_view name) { return find_known(name)->pack_options(); };
  EXPECT_EQ(of("bge-small-en-v1.5").use->pooling, embed::Pooling::first);
  EXPECT_EQ(of("e5-small-v2").use->query_prefix, "query: ");
  EXPECT_EQ(of("e5-small-v2").use->document_prefix, "passage: ");
  EXPECT_EQ(of("nomic-embed-text-v1.5").use->document_prefix, "search_document: ");
  EXPECT_EQ(of(usual_model).use->pooling, embed::Pooling::mean);
  EXPECT_EQ(of(usual_model).use->query_prefix, "");
  for (const KnownModel& model : known_models()) {
    EXPECT_LE(model.query_prefix.size(), embed::max_query_prefix);
    EXPECT_LE(model.document_prefix.size(), embed::max_document_prefix);
  }
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
