#include <gtest/gtest.h>

#include "capture/tool_calls.h"

namespace aim {
namespace {

TEST(Commands, ThatOnlyShow) {
  for (const char* command : {"cat package.json",
                              "ls -la",
                              "grep -rn 'a; rm b' src",
                              "git status",
                              "git -P log --oneline",
                              "cd app && cat x | head -5",
                              "/usr/bin/find . -name '*.c'",
                              "sed -n 1,20p a.c",
                              "LC_ALL=C sort a 2>/dev/null",
                              "npm ls left-pad",
                              "node --version",
                              "env | sort",
                              "node -v",
                              "history | tail",
                              "curl -s localhost:1/health",
                              "curl -fsSL -m 5 http://x/a",
                              "curl -I http://x",
                              "echo hi 2>&1",
                              "rg x",
                              "kubectl get pods",
                              "which cargo; cargo tree"})
    EXPECT_TRUE(only_shows(command)) << command;
}

TEST(Commands, ThatMayChangeSomething) {
  for (const char* command : {"",
                              "npm install",
                              "mkdir -p out",
                              "cat a > b",
                              "echo x >> y",
                              "sed -i s/a/b/ c",
                              "sed -i.bak s/a/b/ c",
                              "find . -name x -delete",
                              "git checkout main",
                              "git stash",
                              "ls && make",
                              "cat a | tee b",
                              "./build.sh",
                              "python fix.py",
                              "npm test",
                              "docker run x",
                              "git",
                              "env A=1 make",
                              "curl -X POST http://x",
                              "curl -sd a=1 http://x",
                              "curl -o a http://x",
                              "curl --upload-file a http://x",
                              "env A=1 ./fix",
                              "echo $(rm x)",
                              "cat `make`",
                              "awk '{print}' a > b"})
    EXPECT_FALSE(only_shows(command)) << command;
}

}  // namespace
}  // namespace aim
