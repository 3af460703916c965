#include "capture/secrets.h"

#include <gtest/gtest.h>

#include "capture/cleaner.h"

namespace aim {
namespace {

// Made up, of the shapes that their issuers publish. Written in two parts, so that nobody takes
// this file for a leak.
const std::vector<std::string> true_ones = {
    "AKIA"
    "Q3ZT7K2VNM4XWB6R",
    "ghp_"
    "Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6Hj1KpS0aUeX",
    "github_pat_"
    "11ABCDE7Y0q3ZtVw9XkLmN_8sRfGhJkQ2wErTyUiOpAsDfGhJkLzXcVbNm4567890",
    "glpat-"
    "Zk3vQ9xLm2Rt7Yw4Bn8C",
    "xoxb-"
    "123456789012-1234567890123-Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg",
    "sk-"
    "Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6Hj1KpS0aUeXrT2",
    "sk-ant-"
    "api03-Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6Hj1KpS0aUeX",
    "sk_live_"
    "Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg",
    "AIza"
    "SyZk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6Hj1KpS0a",
    "npm_"
    "Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6Hj1KpS0aUeX",
    "hf_"
    "Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6Hj1KpS0aU",
    "SG."
    "Zk3vQ9xLm2Rt7Yw4Bn8Cd5.Fg6Hj1KpS0aUeXrT2Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6H",
    "eyJhbGciOiJIUzI1NiJ9."
    "eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7\nabc\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA",
    "4242 4242 4242 4242",
    "5555555555554444",
    "378282246310005",
};

// The value alone goes; the name stays readable.
const std::vector<std::pair<std::string, std::string>> named = {
    {"password=tr0ub4dor&3x", "password=[secret removed]"},
    {"DB_PASSWORD: 'p4ss phrase'", "DB_PASSWORD: '[secret removed]'"},
    {"api_key = \"a81bc81b-dead-4e5d-abff-90865d1e13b1\"", "api_key = \"[secret removed]\""},
    {"{\"client_secret\": \"Zx81-qwert-77\"}", "{\"client_secret\": \"[secret removed]\"}"},
    {"export TOKEN=9f8e7d6c5b4a", "export TOKEN=[secret removed]"},
    {"postgres://shop:s3cr3tpw@db.example/shop",
     "postgres://shop:[secret removed]@db.example/shop"},
};

const std::vector<std::string> harmless = {
    "The password is kept in Vault, and the token expires after an hour.",
    "password: required",
    "PASSWORD=$DB_PASSWORD",
    "token = os.environ['TOKEN']",
    "api_key: YOUR_API_KEY",
    "password=changeme123",
    "token: TokenKind::word2",
    "secret=<your secret here>",
    "max_tokens: 4096",
    "tokens=800000",
    "const password = user.password;",
    "git commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "id 0199a2b4-7c1e-7a2b-9a61-0f6f1c2d3e4f",
    "The sk-learn package and the task-runner",
    "sk-your-key-goes-here-please-thank-you-very-much",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "AKIAIOSFODNN",
    "order 4242424242424241 was paid",  // no card: the check digit is wrong
    "0000 0000 0000 0000",
    "1700000000000000 nanoseconds",
    "-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl",
    "https://example.com:8080/path@2x.png",
    "postgres://user:${PASSWORD}@host/db",
    "eyJ is how such a token begins",
    "+49 30 1234567890",
    "ISBN 978-3-16-148410-0",
};

TEST(Secrets, FindsWhatHasTheShapeOfOne) {
  for (const std::string& secret : true_ones) {
    EXPECT_EQ(secrets_in(secret).size(), 1U) << secret;
    EXPECT_EQ(Cleaner(true).text("a " + secret + " b"), "a [secret removed] b") << secret;
  }
  for (const auto& [text, less] : named) EXPECT_EQ(Cleaner(true).text(text), less);
}

TEST(Secrets, LeavesWhatOnlyLooksLikeOne) {
  for (const std::string& text : harmless) EXPECT_EQ(Cleaner(true).text(text), text);
}

TEST(Secrets, RemovesNothingTwice) {
  std::string all;
  for (const std::string& secret : true_ones)
    if (secret.find("OPENSSH") == std::string::npos)
      all += "x = " + secret + "\n";
  const std::string once = Cleaner(true).text(all);
  EXPECT_EQ(Cleaner(true).text(once), once);
}

TEST(Secrets, APersonIsToldWhatAndWhere) {
  const std::string warning =
      secrets_warning("content", "deploy\nwith ghp_Zk3vQ9xLm2Rt7Yw4Bn8Cd5Fg6Hj1KpS0aUeX");
  EXPECT_NE(warning.find("content holds what looks like"), std::string::npos);
  EXPECT_NE(warning.find("(line 2)"), std::string::npos);
  EXPECT_EQ(warning.find("ghp_"), std::string::npos);
  EXPECT_EQ(secrets_warning("content", "nothing of the kind"), "");
}

}  // namespace
}  // namespace aim
