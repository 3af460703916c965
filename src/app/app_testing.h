// Tests of app/ share these: command lines that are read as the program reads them, and variables
// of the environment for as long as a test lasts.
#pragma once
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/parse.h"

namespace aim::app::testing {

inline cli::Invocation invocation(const std::vector<std::string>& words) {
  return std::get<cli::Invocation>(cli::parse(words));
}

class Variable {
 public:
  Variable(std::string name, const char* value) : name_(std::move(name)) {
    if (const char* before = std::getenv(name_.c_str()))
      before_ = before;
    ::setenv(name_.c_str(), value, 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (before_)
      ::setenv(name_.c_str(), before_->c_str(), 1);
    else
      ::unsetenv(name_.c_str());
  }

 private:
  std::string name_;
  std::optional<std::string> before_;
};

}  // namespace aim::app::testing
