#include "engine/audit/events.h"

#include <system_error>

#include "base/ascii.h"
#include "base/file.h"
#include "base/log.h"
#include "base/signature.h"
#include "engine/audit/signer.h"
#include "store/records.h"

namespace aim::engine {
namespace {

constexpr std::int64_t told_every = 1'000;     // events
constexpr std::int64_t max_rotations = 1'000;  // looked at to prove a single event

Result<std::set<std::string>> trusted_keys(const Engine& engine, const VerifyRequest& request) {
  std::set<std::string> trusted(request.public_keys.begin(), request.public_keys.end());
  if (!engine.signer)
    return trusted;
  const auto identity = TRY(load_identity(engine.signer->file()));
  if (!identity)
    return trusted;
  trusted.insert(identity->key.public_key());
  for (const RetiredKey& each : identity->retired) trusted.insert(each.public_key);
  return trusted;
}

Verified verified(EventChain chain, const std::set<std::string>& trusted) {
  return {std::move(chain), {trusted.begin(), trusted.end()}};
}

}  // namespace

Result<void> record(store::Writer& writer, const Engine& engine, std::string_view type,
                    const Payload& payload) {
  const Time now = engine.clock.now();
  const auto key = engine.signer ? engine.signer->key(now) : nullptr;
  Payload named = payload;
  if (engine.rights)
    named.add("with_token", engine.rights->name);
  const Event event = TRY(writer.records.append_event(now, type, named, key.get()));
  if (engine.signer)
    engine.signer->mark_recorded(engine.database.name(), event.sequence);
  return {};
}

bool head_waits(const Engine& engine) {
  return engine.signer && engine.signer->is_recorded(engine.database.name());
}

void keep_head(Engine& engine, int most) {
  if (!engine.signer || !engine.signer->may_note(engine.database.name(), most))
    return;
  const auto head = event_head(engine);
  const auto noted = head ? KeptHeads(engine.signer->file()).note(engine.database.name(), *head)
                          : Result<void>(Failure(head.error()));
  if (!noted)
    log::info("the head of the events was not noted: " + noted.error().message);
  // What failed is tried again with the next event.
  engine.signer->note(engine.database.name(), noted ? head->sequence : INT64_MAX);
}

Result<void> record_ids(
    store::Writer& writer, const Engine& engine, std::string_view type,
    const std::vector<std::string>& ids,
    const std::function<Payload(const std::vector<std::string>& ids)>& payload) {
  for (std::size_t begin = 0; begin < ids.size(); begin += max_ids) {
    const auto from = ids.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto size = static_cast<std::ptrdiff_t>(std::min(max_ids, ids.size() - begin));
    TRY_VOID(record(writer, engine, type, payload({from, from + size})));
  }
  return {};
}

Result<void> record_link_removed(store::Writer& writer, const Engine& engine,
                                 const std::string& source, const std::string& target,
                                 std::string_view relation) {
  Payload payload;
  payload.add("relation", relation).add("source", source).add("target", target);
  return record(writer, engine, event::link_removed, payload);
}

Result<void> record_standard_cleared(store::Writer& writer, const Engine& engine,
                                     const std::string& name_space) {
  return record(writer, engine, event::standard_cleared, Payload().add("namespace", name_space));
}

Result<Verified> verify_events(Engine& engine, const VerifyRequest& request,
                               const std::function<bool(std::int64_t done)>& go_on) {
  const auto trusted = TRY(trusted_keys(engine, request));
  auto head = request.head;
  if (!head && engine.signer)
    head = TRY(KeptHeads(engine.signer->file()).find(engine.database.name()));
  EventChain chain(trusted, head);
  bool stopped = false;
  TRY_VOID(each_event(engine, [&](const Event& event) -> Result<bool> {
    chain.add(event);
    stopped = go_on && chain.events() % told_every == 0 && !go_on(chain.events());
    return !stopped;
  }));
  if (stopped)
    return Failure(unavailable("the verification was stopped", {}));
  chain.finish();
  return verified(std::move(chain), trusted);
}

Result<Verified> verify_event(Engine& engine, const VerifyRequest& request, std::int64_t sequence) {
  if (request.head && request.head->sequence < sequence)
    return Failure(refuse("head", "is older than event " + std::to_string(sequence) +
                                      ": it proves nothing about it"));
  const auto trusted = TRY(trusted_keys(engine, request));
  return engine.database.read([&](store::Reader& reader) -> Result<Verified> {
    const auto event = TRY(reader.records.find_event(sequence));
    if (!event)
      return Failure(missing("there is no event " + std::to_string(sequence)));
    const auto before = TRY(reader.records.newest_events({}, sequence, 1));
    EventChain chain(
        trusted, request.head,
        before.empty() ? ChainHead{} : ChainHead{before[0].sequence, hash_of(before[0])});
    auto rotations =
        TRY(reader.records.newest_events(event::identity_rotated, sequence, max_rotations));
    std::reverse(rotations.begin(), rotations.end());
    for (const Event& each : rotations) chain.learn(each);
    const std::int64_t last = request.head ? request.head->sequence : sequence + 1;
    TRY_VOID(reader.records.each_event(sequence - 1, [&](const Event& each) -> Result<bool> {
      if (each.sequence <= last)
        chain.add(each);
      return each.sequence < last;
    }));
    chain.finish();
    return verified(std::move(chain), trusted);
  });
}

Result<ChainHead> event_head(Engine& engine) {
  return engine.database.read([](store::Reader& reader) { return reader.records.chain_head(); });
}

Result<std::vector<Event>> list_events(Engine& engine, const std::string& type,
                                       std::optional<std::int64_t> before, std::int64_t limit) {
  return engine.database.read(
      [&](store::Reader& reader) { return reader.records.newest_events(type, before, limit); });
}

Result<void> each_event(Engine& engine, const std::function<Result<bool>(const Event&)>& take) {
  return engine.database.read(
      [&](store::Reader& reader) { return reader.records.each_event(INT64_MIN, take); });
}

Result<Identity> rotate_identity(Engine& engine) {
  if (!engine.signer)
    return Failure(unavailable("this program cannot sign", {}));
  Signer& signer = *engine.signer;
  std::optional<Identity> fresh;
  // All who sign for this database hold its lock meanwhile: none signs with the old key after this
  // event.
  TRY_VOID(engine.database.write([&](store::Writer& writer) -> Result<void> {
    const Time now = engine.clock.now();
    TRY_VOID(create_identity(signer.file(), now));
    const auto old = signer.key(now);
    fresh = TRY(aim::rotate_identity(signer.file(), now));
    Payload payload;
    payload.add("new_key", fresh->key.public_key());
    TRY_VOID(writer.records.append_event(now, event::identity_rotated, payload, old.get()));
    return {};
  }));
  return *fresh;
}

namespace {

constexpr std::size_t max_file_bytes = 1024 * 1024;
constexpr std::string_view first_line = "ai-memory heads 1\n";

struct HeadLine {
  ChainHead head;
  std::string_view database;
};

// Nothing for what is no line of ours: it is left out when the file is written again.
std::optional<HeadLine> read_line(std::string_view text) {
  const auto sequence = ascii::number<std::int64_t>(ascii::take_part(text, ':'));
  const std::string_view hash = ascii::take_part(text, ' ');
  if (!sequence || *sequence < 1 || !is_public_key(hash) || text.empty())
    return std::nullopt;
  return HeadLine{{*sequence, std::string(hash)}, text};
}

void append_line(std::string& out, const ChainHead& head, std::string_view database) {
  out.append(std::to_string(head.sequence)).append(":").append(head.hash);
  out.append(" ").append(database).append("\n");
}

std::string name_of(const std::filesystem::path& database) {
  std::error_code error;
  const auto canonical = std::filesystem::weakly_canonical(database, error);
  return (error ? database : canonical).string();
}

// Returns the lines of the file, or nothing when the file does not exist.
Result<std::string> read_lines(const std::filesystem::path& file) {
  auto text = read_regular_file(file, max_file_bytes);
  if (!text && text.error().code == Code::not_found)
    return std::string();
  if (!text)
    return Failure(text.error());
  return text->starts_with(first_line) ? text->substr(first_line.size()) : std::string();
}

}  // namespace

KeptHeads::KeptHeads(const std::filesystem::path& identity) {
  if (!identity.empty())
    file_ = identity.string() + ".heads";
}

Result<std::optional<ChainHead>> KeptHeads::find(const std::filesystem::path& database) const {
  std::optional<ChainHead> found;
  if (file_.empty())
    return found;
  const std::string name = name_of(database), text = TRY(read_lines(file_));
  for (std::string_view rest = text; !rest.empty();)
    if (const auto line = read_line(ascii::take_part(rest, '\n')); line && line->database == name)
      found = line->head;
  return found;
}

Result<void> KeptHeads::note(const std::filesystem::path& database, const ChainHead& head) const {
  const std::string name = name_of(database);
  if (file_.empty() || head.sequence < 1 || name.find('\n') != name.npos)
    return {};
  const std::string text = TRY(read_lines(file_));
  std::string lines(first_line);
  for (std::string_view rest = text; !rest.empty();) {
    const auto line = read_line(ascii::take_part(rest, '\n'));
    if (line && line->database == name && line->head.sequence >= head.sequence)
      return {};
    if (line && line->database != name)
      append_line(lines, line->head, line->database);
  }
  append_line(lines, head, name);
  return replace_file(file_, lines, Durable::no);
}

}  // namespace aim::engine
