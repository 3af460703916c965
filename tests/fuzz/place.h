// A folder of a fuzzer's own, removed at its end.
#pragma once
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "expect.h"

struct Place {
  Place() {
    std::string name = (std::filesystem::temp_directory_path() / "fuzzer-XXXXXX").native();
    expect(::mkdtemp(name.data()) != nullptr, "a temporary folder");
    folder = name;
  }
  ~Place() { std::filesystem::remove_all(folder); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  std::filesystem::path folder;
};
