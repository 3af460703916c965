// On Windows ended_within() returns the exit status itself (base/child_process.h).
#pragma once

constexpr bool WIFEXITED(int) {
  return true;
}
constexpr int WEXITSTATUS(int status) {
  return status;
}
