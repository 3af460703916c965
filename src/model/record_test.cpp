#include <gtest/gtest.h>

#include "model/catalog.h"

namespace aim::model {
namespace {

TEST(Record, ReadsWhatItWrote) {
  const Record record{"https://example.org/a b",
                      {{"model.safetensors", "ab", 12}, {"vocab.txt", "cd", 0}}};
  EXPECT_EQ(text_of(record),
            "ai-memory model 1\norigin https://example.org/a b\nfile model.safetensors ab 12\n"
            "file vocab.txt cd 0\n");
  EXPECT_EQ(record_of(text_of(record)), record);
  EXPECT_EQ(record_of(text_of({"two\nlines", {}}))->origin, "two lines");
}

TEST(Record, KnowsWhatIsNone) {
  for (const std::string_view text : {"", "origin x\n", "ai-memory model 1\nfile a b c\n"})
    EXPECT_FALSE(record_of(text)) << text;
  EXPECT_TRUE(record_of("ai-memory model 1\nlater thing\n"));
}

}  // namespace
}  // namespace aim::model
