#include <gtest/gtest.h>

#include "base/signature.h"

namespace aim {
namespace {

// Made by minisign 0.11 for the file "a  b\n".
constexpr std::string_view key = "RWT0wTfuMyY+Hfu/aeXoiffulhMa90M7OmOFiDH/1YZ1i1Ur0GRyrvzw";
constexpr std::string_view content = "a  b\n";
constexpr std::string_view untrusted = "untrusted comment: signature from minisign secret key\n";
constexpr std::string_view first =
    "RUT0wTfuMyY+HfeaVBYqYZMqd4I1VQJo1+9oIpGEveiA8y3SqbsAaSISKvYs"
    "IQDhmNChZ3oOEHG2s6Zrr0T28W6vxwXdFx5qoA4=\n";
constexpr std::string_view comment = "trusted comment: a comment\n";
constexpr std::string_view second =
    "+WAWkuaLxb6aeP2kv90bb8XWWXzZx6ArDZZhqrVUD6mEyDrFuMOqmlyTDocJ"
    "oHqdamFJNpAlXeGjox/7cffyAA==\n";

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

std::string refusal(std::string_view by, std::string_view signature, std::string_view of) {
  const auto checked = check_minisign(by, signature, of);
  return checked ? std::string() : checked.error().message;
}

TEST(Minisign, AcceptsWhatMinisignMade) {
  EXPECT_EQ(refusal(key, joined({untrusted, first, comment, second}), content), "");
  EXPECT_EQ(
      refusal(key, joined({"untrusted comment: another\r\n", first, comment, second}), content),
      "");
}

TEST(Minisign, RefusesWhatWasChanged) {
  constexpr auto misfit = "the signature does not fit the content";
  const std::string good = joined({untrusted, first, comment, second});
  EXPECT_EQ(refusal(key, good, "a  c\n"), misfit);
  EXPECT_EQ(refusal(key, good, ""), misfit);
  EXPECT_EQ(refusal(key, joined({untrusted, first, "trusted comment: another\n", second}), content),
            misfit);
  std::string other_key(key);
  other_key[40] = other_key[40] == 'A' ? 'B' : 'A';
  EXPECT_EQ(refusal(other_key, good, content), misfit);
  std::string other_id(key);
  other_id[5] = other_id[5] == 'A' ? 'B' : 'A';
  EXPECT_EQ(refusal(other_id, good, content), "the signature is by another key");
}

TEST(Minisign, RefusesWhatIsNoSignatureAndNoKey) {
  constexpr auto none = "the signature is not in the form of minisign 0.10 or later";
  for (const std::string& text :
       {std::string(), std::string("\n\n\n\n"), joined({untrusted, first}),
        joined({untrusted, first, comment}), joined({untrusted, first, second, comment}),
        joined({untrusted, "RWQ=\n", comment, second}), joined({first, comment, second})})
    EXPECT_EQ(refusal(key, text, content), none) << text;
  const std::string good = joined({untrusted, first, comment, second});
  for (const std::string_view by : {std::string_view(), key.substr(0, 52), std::string_view("key")})
    EXPECT_EQ(refusal(by, good, content), "the public key is not in the form of minisign");
}

}  // namespace
}  // namespace aim
