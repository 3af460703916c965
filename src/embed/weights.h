// The packed file of a model: a header, a table of sections, and the sections, each on 64 bytes, in
// the order in which a forward pass wants them. It is used as it lies in the file; opening reads
// the header alone. docs/formats/weights.md.
// Knows: the layout. Must not know: where models come from, the arithmetic.
// Threads: all functions from any thread. Errors: unavailable, saying what to do; every offset and
// size is checked, so that a damaged file gives an error or wrong vectors, never a crash.
// Source: B5; docs/decisions/0006.
#pragma once
#include "base/result.h"
#include "embed/kernels/kernels.h"

namespace aim::embed {

enum class Shape : std::uint32_t { bert = 0, nomic = 1 };
enum class Precision : std::uint32_t { floats = 0, bytes = 1 };
// What a text's vector is made of: the mean of its tokens' rows, or the row of the first token
// alone.
enum class Pooling : std::uint32_t { mean = 0, first = 1 };

struct Geometry {
  Shape shape = Shape::bert;
  Precision precision = Precision::bytes;
  std::uint32_t vocabulary = 0;  // rows of the table of tokens
  std::uint32_t width = 0, layers = 0, heads = 0, inner = 0;
  std::uint32_t positions = 0;  // how many tokens a text may have at most
  float epsilon = 0;

  std::size_t head_width() const { return width / heads; }
  bool gated() const { return shape == Shape::nomic; }
};

// Whether the arithmetic can work on such a model, and memory can hold it.
bool is_possible(const Geometry& geometry);

inline constexpr std::size_t max_query_prefix = 64, max_document_prefix = 24;

// How its publisher says that a model is to be used.
struct ModelUse {
  Pooling pooling = Pooling::mean;
  std::string query_prefix,
      document_prefix;  // go before a question, and before a text that is kept
};

struct ModelNames {
  std::string name;    // "all-MiniLM-L6-v2"
  std::string engine;  // "int8-1"
  ModelUse use;
};

struct Layer {
  Linear project, mix, widen, narrow;
  Norm after_attention, after_inner;
};

// A view of a packed file, whose bytes must outlive it.
struct Weights {
  Geometry geometry;
  ModelNames names;
  std::string_view vocabulary;
  const void* tokens = nullptr;         // [vocabulary][width]
  const float* token_scales = nullptr;  // of bytes only
  const float* positions = nullptr;     // [positions][width]; one row for all with rotary positions
  const float* cosines = nullptr;       // [positions][head_width/2], rotary only
  const float* sines = nullptr;
  Norm first;
  std::vector<Layer> layers;
  std::string_view of_layers;  // the bytes that every text needs

  static Result<Weights> over(std::string_view bytes);
};

// Puts a packed file together: sections in the order in which Weights reads them.
class WeightsWriter {
 public:
  WeightsWriter(const Geometry& geometry, ModelNames names);
  void add(const void* section, std::size_t bytes);
  template <class Row>
  void add(const Row& section) {
    add(section.data(), section.size() * sizeof(section[0]));
  }
  // Leaves the writer empty.
  std::string finish();

 private:
  Geometry geometry_;
  ModelNames names_;
  std::vector<std::uint64_t> ends_;  // offset and size of each section, among the content
  std::string content_;
};

// Reads all of it: whether the content is what was packed.
Result<void> verify_content(std::string_view bytes);

}  // namespace aim::embed
