#include "capture/error_signature.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

TEST(Signature, TakesOutWhatDiffersFromRunToRun) {
  const std::pair<std::string, std::string> same[] = {
      {"/home/a/shop/main.c:120: error: bad", "/tmp/x/main.c:433: error: bad"},
      {"error[E0382]: borrow of moved value: `name`",
       "error[E0382]: borrow of moved value: `other`"},
      {"KeyError: 'user'", "KeyError: 'order'"},
      {"connect ECONNREFUSED 127.0.0.1:5432", "connect ECONNREFUSED 10.20.30.40:6379"},
      {"fault at 0x7ffe1234abcd", "fault at 0x55d0ffff0000"},
      {"job 0199a2b4-7c1e-7a2b-9a61-0f6f1c2d3e4f failed:",
       "job 01987c1e-1111-7a2b-9a61-0f6f1c2d3e4f failed:"},
  };
  for (const auto& [one, other] : same) EXPECT_EQ(signature_of(one), signature_of(other));
  EXPECT_NE(signature_of("error: a is missing"), signature_of("error: b is missing"));
  EXPECT_EQ(signature_hash("x").size(), 8U);
}

TEST(Signature, FindsTheLineThatNamesTheError) {
  EXPECT_EQ(error_in("Traceback (most recent call last):\n  File \"a.py\", line 1\nKeyError: 'x'\n")
                ->line,
            "KeyError: 'x'");
  EXPECT_EQ(error_in("compiling\nmain.c:3:1: error: no\nmore error: yes")->line,
            "main.c:3:1: error: no");
  EXPECT_EQ(error_in("Exit code 101\nerror[E0502]: cannot borrow")->line,
            "error[E0502]: cannot borrow");
  EXPECT_EQ(error_in("Exit code 2\nnothing else")->line, "Exit code 2");
  for (const char* fine : {"", "ok", "0 errors, 0 warnings", "warning: unused variable",
                           "npm WARN deprecated x", "no error here", "finished without errors"})
    EXPECT_FALSE(error_in(fine)) << fine;
  for (const char* bad :
       {"bash: foo: command not found", "panic: nil map", "fatal: not a git repository",
        "Segmentation fault (core dumped)", "java.lang.IllegalStateException: x",
        "Error: connect ECONNREFUSED", "thread 'main' panicked at src/main.rs",
        "[Errno 28] No space left on device", "E (41) dns: couldn't get hostname",
        "10:02 ERROR no config", "401 Unauthorized", "启动时报错"})
    EXPECT_TRUE(error_in(bad)) << bad;
}

TEST(Errors, AreTheSameWithOtherNamesAndNumbers) {
  EXPECT_TRUE(is_same_error("src/a.c:12:3: error: no member named 'x' in 'struct point'",
                            "lib/b.c:7:9: error: no member named 'total' in 'struct cart'"));
  EXPECT_TRUE(is_same_error("Error: listen EADDRINUSE: address already in use :::3000",
                            "Error: listen EADDRINUSE: address already in use :::8080"));
  EXPECT_FALSE(is_same_error("TypeError: x is not a function", "TypeError: y is not iterable"));
  EXPECT_FALSE(is_same_error("error: 7", "error: 9")) << "nothing is told";
}

TEST(Errors, AreFoundInASentence) {
  constexpr std::string_view line = "Error: listen EADDRINUSE: address already in use 0.0.0.0:8123";
  EXPECT_TRUE(
      tells_of_error("npm start fails with listen EADDRINUSE: address already in use "
                     "127.0.0.1:3000: stop the old preview first",
                     line));
  EXPECT_TRUE(tells_of_error("EADDRINUSE 3000: the old server is left over", line));
  EXPECT_TRUE(tells_of_error("E0502: clone the list before the loop",
                             "error[E0502]: cannot borrow `x` as mutable"));
  EXPECT_TRUE(tells_of_error("On ORA-12541 start the listener", "ORA-12541: TNS:no listener"));
  EXPECT_FALSE(tells_of_error("SHA256 sums are in the release", "error: SHA256 differs for a.tgz"));
  EXPECT_FALSE(tells_of_error("The preview listens on a port that must not be in use", line));
  EXPECT_FALSE(tells_of_error("TypeError means that a function is missing",
                              "TypeError: x is not a function"));
}

}  // namespace
}  // namespace aim
