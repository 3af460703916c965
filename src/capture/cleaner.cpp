#include "capture/cleaner.h"

#include <algorithm>

#include "capture/secrets.h"
#include "memory/metadata.h"

namespace aim {

void Cleaner::note(std::string_view kind) {
  ++removed_;
  kinds_.insert(kind);
}

std::string Cleaner::without_private_passages(std::string_view text, LineEnds lines) {
  const std::int64_t before = removed_;
  std::string out = without_private(text, removed_, lines);
  if (removed_ > before)
    kinds_.insert("a private passage");
  return out;
}

std::string Cleaner::text(std::string_view text) {
  std::string out = without_private_passages(text, LineEnds::drop);
  if (!secrets_)
    return out;
  const auto found = secrets_in(out);
  for (const Secret& each : found) note(each.kind);
  return found.empty() ? out : without_secrets(out, found);
}

std::string Cleaner::lines(std::string_view text) {
  const std::string out = without_private_passages(text, LineEnds::keep);
  if (!secrets_)
    return out;
  std::string cleaned;
  std::size_t from = 0;
  for (const Secret& each : secrets_in(out)) {
    const std::string_view secret = std::string_view(out).substr(each.at, each.bytes);
    cleaned.append(out, from, each.at - from).append(removed_secret);
    cleaned.append(static_cast<std::size_t>(std::ranges::count(secret, '\n')), '\n');
    from = each.at + each.bytes;
    note(each.kind);
  }
  return cleaned.append(out, from);
}

std::string Cleaner::value(std::string_view name, std::string_view text) {
  std::string out = this->text(text);
  if (secrets_ && out == text && names_secret(name, text)) {
    note("a password");
    out = removed_secret;
  }
  return out;
}

std::string Cleaner::metadata(std::string_view object) {
  return with_changed_texts(
      object, [this](std::string_view key, std::string_view text) { return value(key, text); });
}

void Cleaner::memory(Memory& memory) {
  for (std::string* each : {&memory.title, &memory.content, &memory.source}) *each = text(*each);
  for (std::string& tag : memory.tags) tag = text(tag);
  std::erase(memory.tags, std::string());
  memory.metadata = metadata(memory.metadata);
}

}  // namespace aim
