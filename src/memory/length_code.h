// How long a text is, in seven bits: a logarithmic scale in steps of about 10 %. BM25 only needs
// how long a text is beside the others, so bytes serve as well as tokens, and cost nothing.
#pragma once
#include <cstddef>
#include <cstdint>

namespace aim {

// 0 to 127; the last stands for more than a megabyte, beyond any content.
int encode_length(std::size_t bytes);
std::int64_t decode_length(int code);

}  // namespace aim
