// Any bytes as a packed model: a model that can be run, or a refusal. Both hashes are made right
// first, or no change would ever get past them; the content's is only looked at by verify.
#include <cstdint>
#include <cstring>
#include <string>

#include "base/hash.h"
#include "embed/forward.h"
#include "embed/kernels/kernels.h"
#include "embed/tokenizer_file.h"
#include "expect.h"

namespace {

constexpr std::size_t hash_at = 24, sections_at = 12, header_bytes = 320, section_bytes = 16;

void mend(std::string& bytes) {
  std::uint32_t sections = 0;
  std::memcpy(&sections, bytes.data() + sections_at, sizeof sections);
  const std::size_t table_end = header_bytes + std::size_t{sections} * section_bytes;
  if (table_end > bytes.size())
    return;
  const std::uint64_t file_bytes = bytes.size();
  std::memcpy(bytes.data() + 16, &file_bytes, sizeof file_bytes);
  std::memset(bytes.data() + hash_at, 0, sizeof(std::uint64_t));
  const std::uint64_t hash = aim::stable_hash(std::string_view(bytes).substr(0, table_end));
  std::memcpy(bytes.data() + hash_at, &hash, sizeof hash);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace aim::embed;
  // Where a file is mapped, its beginning lies on a page.
  Buffer<char> page;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (size >= header_bytes)
    mend(bytes);
  char* mapped = page.at_least(bytes.size() + 1);
  std::memcpy(mapped, bytes.data(), bytes.size());
  const auto weights = Weights::over({mapped, bytes.size()});
  if (!weights)
    return 0;
  static_cast<void>(verify_content({mapped, bytes.size()}));
  const auto tokenizer = ModelTokenizer::over(weights->vocabulary);
  if (!tokenizer || tokenizer->vocabulary().count() > weights->geometry.vocabulary)
    return 0;
  const Vocabulary& vocabulary = tokenizer->vocabulary();
  Batch batch;
  batch.tokens = tokenizer->encode("a tea, b", weights->geometry.positions);
  batch.lengths = {batch.tokens.size()};
  std::string vector(weights->geometry.width * sizeof(float), '\0');
  Workspace workspace;
  run_forward(*weights, best_kernels(), batch, workspace, reinterpret_cast<float*>(vector.data()));
  for (std::uint32_t id = 0; id <= vocabulary.count(); ++id)
    static_cast<void>(vocabulary.piece(id));
  expect(batch.tokens.size() <= weights->geometry.positions, "a text is cut at the limit");
  return 0;
}
