#include "mcp/protocol/watch.h"

#include <boost/json.hpp>

#include "mcp/surface/resources.h"
#include "op/kit/catalog_functions.h"
#include "op/listings.h"

namespace aim::mcp {
namespace {

constexpr std::int64_t at_once = 1'000;  // changes a question

bool is_tag(std::string_view uri) {
  return uri.starts_with("memory://tag/");
}

// How many memories there are: when none has gone, a higher number says that some have come.
std::optional<std::int64_t> count(Engine& engine) {
  json::object reply;
  if (!op::invoke(op::name_spaces(), engine, {}, {.door = op::Door::mcp}, reply))
    return std::nullopt;
  std::int64_t total = 0;
  for (const json::value& each : reply.at("namespaces").as_array())
    total += each.at("count").as_int64();
  return total;
}

}  // namespace

bool Interest::add(std::string_view uri) {
  const auto parsed = parse_uri(uri);
  if (parsed)
    uris[uri_of(*parsed)] = uri;
  return parsed.has_value();
}

bool Watch::take(std::string_view uri, Interest& interest) const {
  if (!own_)
    return interest.add(uri);
  constexpr std::size_t max_uri_bytes = 1'024;
  if (uri.size() > max_uri_bytes || !own_->state(engine_, uri))
    return false;
  interest.uris[std::string(uri)] = uri;
  return true;
}

std::size_t Interest::bytes() const {
  constexpr std::size_t of_one = 128;
  std::size_t bytes = 0;
  for (const auto& [ours, theirs] : uris) bytes += ours.size() + theirs.size() + of_one;
  return bytes;
}

// Every session has an entry from its first moment, and answers the handshake before it looks at
// the database (S1).
Watch::Handle Watch::add(Listener listener) {
  const Lock lock(mutex_);
  const Handle handle = next_++;
  entries_.emplace(handle,
                   Entry{.listener = std::make_shared<const Listener>(std::move(listener))});
  return handle;
}

bool Watch::change(Handle handle, Interest interest) {
  if (own_)
    begin_own(interest);
  else if (!interest.none())
    begin();
  const Lock lock(mutex_);
  const auto found = entries_.find(handle);
  if (found == entries_.end())
    return false;
  Entry& entry = found->second;
  const std::size_t bytes = interest.bytes();
  if (bytes > entry.bytes &&
      (bytes > Interest::max_bytes || bytes_ - entry.bytes + bytes > max_bytes))
    return false;
  bytes_ += bytes - entry.bytes;
  entry.bytes = bytes;
  entry.interest = std::move(interest);
  count_wanted();
  return true;
}

void Watch::remove(Handle handle) {
  const Lock lock(mutex_);
  const auto found = entries_.find(handle);
  if (found == entries_.end())
    return;
  bytes_ -= found->second.bytes;
  entries_.erase(found);
  count_wanted();
}

void Watch::count_wanted() {
  wanted_ = std::any_of(entries_.begin(), entries_.end(),
                        [](const auto& entry) { return !entry.second.interest.none(); });
}

// Only changes from now on are sent, so the position is set by the first listener, not at the first
// look.
void Watch::begin() {
  const Lock lock(polling_);
  if (wanted_ && last_change_)
    return;
  const auto last = op::last_change(engine_);
  last_change_ = last ? std::optional(*last) : std::nullopt;
  memories_ = count(engine_).value_or(0);
}

void Watch::begin_own(const Interest& interest) {
  const Lock lock(polling_);
  if (!last_change_)
    last_change_ = own_->last_change(engine_);
  for (const auto& [uri, theirs] : interest.uris)
    if (!states_.contains(uri))
      states_.emplace(uri, own_->state(engine_, uri));
}

// Changed resources are read again, and listeners notified if the content differs.
std::optional<Watch::Seen> Watch::look_at_own() {
  const Lock lock(polling_);
  const std::int64_t last = own_->last_change(engine_);
  if (last_change_ == last)
    return std::nullopt;
  last_change_ = last;
  std::map<std::string, std::optional<std::uint64_t>, std::less<>> wanted;
  {
    const Lock entries(mutex_);
    for (const auto& [handle, entry] : entries_)
      for (const auto& [uri, theirs] : entry.interest.uris) wanted[uri];
  }
  Seen seen;
  for (auto& [uri, state] : wanted) {
    state = own_->state(engine_, uri);
    if (const auto known = states_.find(uri); known == states_.end() || known->second != state)
      seen.uris.insert(uri);
  }
  states_ = std::move(wanted);  // unwanted states are dropped
  return seen;
}

std::optional<Watch::Seen> Watch::look() {
  const Lock lock(polling_);
  const auto last = op::last_change(engine_);
  if (!last)
    return std::nullopt;
  if (!last_change_) {
    last_change_ = *last;
    memories_ = count(engine_).value_or(0);
    return std::nullopt;
  }
  if (*last == *last_change_)
    return std::nullopt;
  Seen seen;
  // The numbers of one database never go back: another one is in its place.
  if (*last < *last_change_) {
    last_change_ = *last;
    seen.anything = seen.list = true;
  }
  for (bool more = *last > *last_change_; more;) {
    const auto found = op::changes_since(engine_, *last_change_, at_once);
    if (!found)
      return std::nullopt;
    for (const auto& change : found->changes) {
      seen.anything = true;
      seen.list = seen.list || change.gone;
      seen.uris.insert(uri_of({ResourceKind::memory, change.id}));
      seen.uris.insert(uri_of({ResourceKind::name_space, change.name_space}));
    }
    more = found->more && found->last > *last_change_;
    last_change_ = found->last;
  }
  if (!seen.anything)
    return std::nullopt;
  seen.uris.insert(uri_of({ResourceKind::stats, {}}));
  const auto memories = count(engine_);
  seen.list = seen.list || (memories && *memories != memories_);
  memories_ = memories.value_or(memories_);
  return seen;
}

void Watch::poll() {
  if (!wanted_)
    return;
  const auto seen = own_ ? look_at_own() : look();
  if (!seen)
    return;
  struct Message {
    std::shared_ptr<const Listener> listener;
    std::optional<std::string> uri;
  };
  std::vector<Message> messages;
  {
    const Lock lock(mutex_);
    for (const auto& [handle, entry] : entries_) {
      if (seen->list && entry.interest.list)
        messages.push_back({entry.listener, std::nullopt});
      for (const auto& [ours, theirs] : entry.interest.uris)
        // A change does not name the tags that the memory has and had: watchers of a tag are
        // notified of all changes.
        if ((!own_ && is_tag(ours)) || seen->uris.contains(ours))
          messages.push_back({entry.listener, theirs});
    }
  }
  for (const Message& message : messages)
    (*message.listener)(message.uri ? std::optional<std::string_view>(*message.uri) : std::nullopt);
}

}  // namespace aim::mcp
