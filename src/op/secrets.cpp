#include "op/secrets.h"

#include "capture/secrets.h"
#include "engine/engine.h"

namespace aim::op {

std::string told_of_secrets(const Engine& engine, std::string_view field, std::string_view text) {
  return engine.options.look_for_secrets ? secrets_warning(field, text) : std::string();
}

std::string without_told_secrets(const Engine& engine, std::string_view text) {
  return engine.options.look_for_secrets ? without_secrets(text) : std::string(text);
}

}  // namespace aim::op
