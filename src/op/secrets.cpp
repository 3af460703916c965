#include "op/secrets.h"

#include "capture/secrets.h"
#include "engine/engine.h"

namespace aim::op {

std::string told_of_secrets(const Engine& engine, std::string_view field, std::string_view text) {
  return engine.options.look_for_secrets ? secrets_warning(field, text) : std::string();
}

Cleaner cleaner_of(const Engine& engine) {
  return Cleaner(engine.options.look_for_secrets);
}

std::optional<std::int64_t> if_any(std::int64_t removed) {
  return removed > 0 ? std::optional(removed) : std::nullopt;
}

}  // namespace aim::op
