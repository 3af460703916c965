#include "app/token_book.h"

#include "base/hash.h"

namespace aim::app {

Result<void> TokenBook::refresh() {
  std::optional<std::int64_t> known;
  {
    const Lock lock(mutex_);
    known = version_;
  }
  std::int64_t version = 0;
  std::vector<engine::TokenRow> rows;
  TRY_VOID(engine_.database.read([&](store::Reader& reader) -> Result<void> {
    version = TRY(reader.records.tokens_version());
    if (version != known)
      rows = TRY(reader.records.tokens());
    return {};
  }));
  if (version == known)
    return {};
  auto fresh = std::make_shared<Entries>();
  for (engine::TokenRow& row : rows) {
    auto rights = std::make_shared<const Rights>(row.rights);
    (*fresh)[rights->id] = Entry{std::move(row), rights};
  }
  const Lock lock(mutex_);
  entries_ = std::move(fresh);
  version_ = version;
  return {};
}

std::shared_ptr<const TokenBook::Entries> TokenBook::entries() const {
  const Lock lock(mutex_);
  return entries_;
}

const TokenBook::Entry* TokenBook::current(const Entries& entries, std::string_view holder) const {
  const auto found = entries.find(holder);
  return found != entries.end() && engine::holds(found->second.row, engine_.clock.now())
             ? &found->second
             : nullptr;
}

bool TokenBook::asked_for() const {
  return !entries()->empty();
}

std::optional<std::string> TokenBook::holder_of(std::string_view token) const {
  const auto shown = engine::shown_token(token);
  if (!shown)
    return std::nullopt;
  const auto all = entries();
  const Entry* entry = current(*all, shown->id);
  // An id that is not known takes as long as a secret that is wrong.
  const std::string none(shown->hash.size(), '-');
  const bool same = same_secret(shown->hash, entry ? entry->row.hash : none);
  return entry && same ? std::optional(std::string(shown->id)) : std::nullopt;
}

bool TokenBook::holds(std::string_view holder) const {
  return current(*entries(), holder) != nullptr;
}

std::shared_ptr<const Rights> TokenBook::rights_of(std::string_view holder) const {
  const auto all = entries();
  const Entry* entry = current(*all, holder);
  return entry ? entry->rights : nullptr;
}

}  // namespace aim::app
