#include "op/adopt_batcher.h"

#include "engine/transfer/export_import.h"
#include "op/views/memory_fields.h"

namespace aim::op {
namespace {

constexpr std::size_t batch_items = 1'000;
constexpr std::size_t batch_bytes = std::size_t{2} * 1'024 * 1'024;

}  // namespace

Result<void> AdoptBatcher::add(Memory memory) {
  // The source is not held to its limit: it says where the memory came from.
  TRY_VOID(check_limits(memory, memory.tags, memory_field::metadata, memory.metadata));
  bytes_ += memory.content.size() + memory.metadata.size() + sizeof(Memory);
  batch_.push_back(std::move(memory));
  return batch_.size() < batch_items && bytes_ < batch_bytes ? Result<void>() : flush();
}

Result<engine::AdoptReport> AdoptBatcher::finish() {
  TRY_VOID(flush());
  TRY_VOID(wait());
  engine::ImportReport written;
  written.imported = dry_ ? 0 : report_.added + report_.updated;
  TRY_VOID(engine::settle_import(engine_, written));
  return report_;
}

Result<void> AdoptBatcher::flush() {
  TRY_VOID(wait());
  bytes_ = 0;
  if (batch_.empty())
    return {};
  writing_ = std::async(std::launch::async, [this, batch = std::exchange(batch_, {})]() mutable {
    return engine::adopt(engine_, std::move(batch), report_, dry_);
  });
  return {};
}

Result<void> AdoptBatcher::wait() {
  return writing_.valid() ? writing_.get() : Result<void>();
}

}  // namespace aim::op
