#include "engine/audit/signer.h"

#include "base/log.h"
#include "base/platform/file_system.h"

namespace aim::engine {
namespace {

constexpr std::chrono::minutes longest_transaction{10};

}  // namespace

std::optional<Signer::Look> Signer::look() const {
  const auto facts = file_facts(file_);
  return facts ? std::optional(Look(facts->inode, facts->changed)) : std::nullopt;
}

std::shared_ptr<const SigningKey> Signer::key(Time now) {
  const Lock lock(mutex_);
  const auto seen = look();
  if (key_ && seen && seen == look_)
    return key_;
  const auto identity = create_identity(file_, now);
  if (!identity) {
    if (!told_)
      log::warn("events are not signed: " + identity.error().message);
    told_ = true;
    ++failures_.count;
    failures_.why = identity.error().message;
    return nullptr;
  }
  key_ = std::make_shared<const SigningKey>(identity->key);
  look_ = look();
  return key_;
}

Signer::Failures Signer::failures() {
  const Lock lock(mutex_);
  return failures_;
}

void Signer::mark_recorded(const std::string& database, std::int64_t sequence) {
  const Lock lock(mutex_);
  Head& head = heads_[database];
  head.recorded = sequence;
  head.recorded_at = std::chrono::steady_clock::now();
  head.noted = std::min(head.noted, sequence - 1);
}

bool Signer::is_recorded(const std::string& database) {
  const Lock lock(mutex_);
  const auto head = heads_.find(database);
  return head != heads_.end() && head->second.noted < head->second.recorded;
}

bool Signer::may_note(const std::string& database, int most) {
  const auto now = std::chrono::steady_clock::now();
  const Lock lock(mutex_);
  const auto found = heads_.find(database);
  if (found == heads_.end() || found->second.noted >= found->second.recorded)
    return false;
  Head& head = found->second;
  if (now - head.since >= std::chrono::seconds(1)) {
    head.since = now;
    head.asked = 0;
  }
  return head.asked++ < most;
}

void Signer::note(const std::string& database, std::int64_t sequence) {
  const auto now = std::chrono::steady_clock::now();
  const Lock lock(mutex_);
  Head& head = heads_[database];
  const bool too_old = now - head.recorded_at > longest_transaction;
  head.noted = too_old ? head.recorded : std::max(head.noted, sequence);
}

}  // namespace aim::engine
