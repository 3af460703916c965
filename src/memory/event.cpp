#include "memory/event.h"

#include <boost/json.hpp>
#include <cassert>

#include "base/hash.h"

namespace aim {
namespace {

// The library's form of a text is that of RFC 8785, section 3.2.2.2.
void append_text(std::string& out, std::string_view text) {
  out += boost::json::serialize(boost::json::string_view(text.data(), text.size()));
}

}  // namespace

void Payload::begin(std::string_view name) {
  assert(name > last_);
  last_ = name;
  if (!members_.empty())
    members_ += ',';
  append_text(members_, name);
  members_ += ':';
}

Payload& Payload::add(std::string_view name, std::string_view text) {
  begin(name);
  append_text(members_, text);
  return *this;
}

Payload& Payload::add(std::string_view name, std::int64_t number) {
  begin(name);
  members_ += std::to_string(number);
  return *this;
}

Payload& Payload::add(std::string_view name, bool yes) {
  begin(name);
  members_ += yes ? "true" : "false";
  return *this;
}

Payload& Payload::add(std::string_view name, const std::vector<std::string>& texts) {
  begin(name);
  members_ += '[';
  for (const std::string& text : texts) {
    if (&text != &texts.front())
      members_ += ',';
    append_text(members_, text);
  }
  members_ += ']';
  return *this;
}

std::string signed_text(const Event& event) {
  std::string text("ai-memory event 1\n");
  text.append(std::to_string(event.sequence)).append("\n");
  text.append(std::to_string(event.at.time_since_epoch().count())).append("\n");
  text.append(event.type).append("\n").append(event.previous).append("\n");
  return text.append(event.key).append("\n").append(event.payload);
}

std::string hash_of(const Event& event) {
  return sha256_hex(signed_text(event).append("\n").append(event.signature));
}

Event next_event(std::int64_t last, std::string last_hash, Time at, std::string_view type,
                 const Payload& payload, const SigningKey* key) {
  Event event{last + 1, at, std::string(type), payload.text(), std::move(last_hash), {}, {}};
  if (!key)
    return event;
  event.key = key->public_key();
  event.signature = key->sign(signed_text(event));
  return event;
}

}  // namespace aim
