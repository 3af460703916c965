#include "engine/vectors/channel_rows.h"

#include "base/hash.h"

namespace aim::engine {

void Vectors::set_scale(Row row, const store::PassageMeta& meta) {
  const store::VectorHead& head = heads[row];
  const bool valid = meta.key != 0 && head.text != 0 && head.text == meta.text;
  rows.set_scale(row, valid ? head.scale : 0);
}

std::uint64_t identity_hash(const store::Channel& channel) {
  return stable_hash(channel.model + " " + channel.engine);
}

}  // namespace aim::engine
