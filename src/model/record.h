// Where an installed model came from: a small text beside its packed file, NAME.origin, for people
// and for `model list`. Without it the model works all the same.
//
//   ai-memory model 1
//   origin https://huggingface.co/…
//   file model.safetensors 53aa… 90868376
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aim::model {

struct SourceFile {
  std::string name, sha256;
  std::uint64_t bytes = 0;
  friend bool operator==(const SourceFile&, const SourceFile&) = default;
};
struct Record {
  std::string origin;
  std::vector<SourceFile> files;
  friend bool operator==(const Record&, const Record&) = default;
};

std::string text_of(const Record& record);
// None: it is no such text.
std::optional<Record> record_of(std::string_view text);

}  // namespace aim::model
