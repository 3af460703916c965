// Any bytes as a published file of weights: tensors within the bytes, or a refusal that can be
// printed.
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/utf8.h"
#include "embed/safetensors.h"
#include "expect.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto tensors = aim::embed::TensorFile::over(bytes);
  if (!tensors) {
    expect(tensors.error().code == aim::Code::validation_failed, "a bad file is a bad value");
    expect(aim::utf8::is_valid(tensors.error().message), "the sentence can be printed");
    return 0;
  }
  for (const char* name : {"a", "b", "embeddings.LayerNorm.bias"})
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{64}}) {
      const auto numbers = tensors->floats(name, std::array{count});
      if (!numbers)
        continue;
      expect(numbers->size() == count, "as many numbers as the shape says");
      for (const float number : *numbers) expect(std::isfinite(number), "numbers are numbers");
    }
  return 0;
}
