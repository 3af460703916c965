// Replays a corpus through a fuzzer's function, for builds without libFuzzer.
// Arguments: files and folders of inputs. Fails when there is no input at all; a crash speaks for
// itself, under the name of the input that is printed first.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> inputs_in(int count, char** arguments) {
  std::vector<fs::path> files;
  for (int i = 1; i < count; ++i) {
    const fs::path path = arguments[i];
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(path))
      if (entry.is_regular_file())
        files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool replay(const fs::path& file) {
  std::printf("%s\n", file.c_str());
  std::fflush(stdout);
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    return false;
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
  // A block of the exact size, so that the sanitizers see a read past its end.
  const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(input.data(), input.size());
  return true;
}

}  // namespace

int main(int count, char** arguments) {
  const auto files = inputs_in(count, arguments);
  LLVMFuzzerTestOneInput(nullptr, 0);
  for (const auto& file : files)
    if (!replay(file)) {
      std::fprintf(stderr, "%s cannot be read\n", file.c_str());
      return 1;
    }
  std::printf("%zu inputs replayed\n", files.size());
  return files.empty() ? 1 : 0;
}
