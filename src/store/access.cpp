#include "store/links.h"
#include "store/memories.h"
#include "store/store.h"

namespace aim::store {

Result<void> Access::write_as(const Store::Write& use) {
  if (!author_)
    return store_->write(use, stop_);
  return store_->write(
      [&](Writer& writer) {
        writer.memories.set_author(*author_);
        writer.links.set_author(*author_);
        return use(writer);
      },
      stop_);
}

}  // namespace aim::store
