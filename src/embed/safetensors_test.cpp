#include "embed/safetensors.h"

#include <gmock/gmock.h>

#include <array>
#include <cstring>

namespace aim::embed {
namespace {

using testing::ElementsAre;

std::string file_of(const std::string& table, const std::string& data) {
  const std::uint64_t size = table.size();
  return std::string(reinterpret_cast<const char*>(&size), sizeof size) + table + data;
}

std::string bytes_of(const std::vector<std::uint16_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * 2};
}

TEST(Safetensors, ReadsThreeTypesOfNumbers) {
  const std::array<float, 2> floats{1.5F, -2};
  const std::string data = std::string(reinterpret_cast<const char*>(floats.data()), 8) +
                           bytes_of({0x3C00, 0xC100, 0x0001, 0x7BFF}) + bytes_of({0x3F80, 0xC020});
  const std::string file = file_of(
      R"({"__metadata__":{"format":"pt"},"bert.a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
      R"("b":{"dtype":"F16","shape":[2,2],"data_offsets":[8,16]},"c":{"dtype":"BF16","shape":[2,1],"data_offsets":[16,20]},)"
      R"("ids":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}})",
      data);
  const auto tensors = TensorFile::over(file);
  ASSERT_TRUE(tensors) << tensors.error().message;
  EXPECT_EQ(tensors->count(), 4U);
  EXPECT_THAT(*tensors->floats("a", std::array<std::size_t, 1>{2}), ElementsAre(1.5F, -2));
  EXPECT_THAT(*tensors->floats("b", std::array<std::size_t, 2>{2, 2}),
              ElementsAre(1, -2.5F, 0x1p-24F, 65504));
  EXPECT_THAT(*tensors->floats("c", std::array<std::size_t, 2>{2, 1}), ElementsAre(1, -2.5F));
  EXPECT_FALSE(tensors->floats("c", std::array<std::size_t, 2>{1, 2}));
  EXPECT_FALSE(tensors->floats("ids", std::array<std::size_t, 1>{1}));
  EXPECT_FALSE(tensors->floats("none", std::array<std::size_t, 1>{1}));
  EXPECT_FALSE(tensors->has("bert.a"));
}

TEST(Safetensors, RefusesWhatIsNoNumber) {
  const std::string file = file_of(
      R"({"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},"b":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]}})",
      bytes_of({0x7C00, 0x7FC0}));
  const auto tensors = TensorFile::over(file);
  ASSERT_TRUE(tensors);
  EXPECT_FALSE(tensors->floats("a", std::array<std::size_t, 1>{2}));
  EXPECT_FALSE(tensors->floats("b", std::array<std::size_t, 1>{2}));
}

TEST(Safetensors, RefusesDamage) {
  const std::string data(8, '\0');
  for (const std::string table : {
           "",
           "[]",
           "{",
           R"({"a":1})",
           R"({"a":{}})",
           R"({"a":{"dtype":"F32","shape":[2]}})",
           R"({"a":{"dtype":1,"shape":[2],"data_offsets":[0,8]}})",
           R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})",
           R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,9]}})",
           R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[4,16]}})",
           R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})",
           R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})",
           R"({"a":{"dtype":"F32","shape":[2.0],"data_offsets":[0,8]}})",
           R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0]}})",
           R"({"a":{"dtype":"F32","shape":[4611686018427387906],"data_offsets":[0,8]}})",
           R"({"a":{"dtype":"F32","shape":[1,1,1,1,1,1,1,1,2],"data_offsets":[0,8]}})",
       })
    EXPECT_EQ(TensorFile::over(file_of(table, data)).error().code, Code::validation_failed)
        << table;
  EXPECT_FALSE(TensorFile::over(""));
  EXPECT_FALSE(TensorFile::over(std::string(8, '\xFF')));
  EXPECT_FALSE(TensorFile::over(std::string("\x10\0\0\0\0\0\0\0{}", 10)));
}

}  // namespace
}  // namespace aim::embed
