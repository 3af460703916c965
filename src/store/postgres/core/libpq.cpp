#include "store/postgres/core/libpq.h"

namespace aim::store::postgres {
namespace {

#ifdef AIM_STATIC
// A static program has no library to load, and this one not in it.
constexpr const char* nothing_to_load =
    "PostgreSQL cannot be spoken to: this static program has no client library in it";
constexpr const char* instead = "build ai-memory from source, or name a file";

const Libpq* load() {
  return nullptr;
}
#else
constexpr const char* nothing_to_load =
    "PostgreSQL cannot be spoken to: its client library libpq (14 or later) is not installed";
constexpr const char* instead = "install it (Debian: libpq5), or name a file";

const Libpq* load() {
  static const Libpq pq{
      LibraryFunctions(load_library({"libpq.so.5", "libpq.so", "libpq.5.dylib", "libpq.dylib"}))};
  return pq.functions.has_all() ? &pq : nullptr;
}
#endif

}  // namespace

Result<const Libpq*> libpq() {
  static const Libpq* const loaded = load();
  if (!loaded)
    return Failure(helped_by(unusable(nothing_to_load), {instead, Means::option, "db"}));
  return loaded;
}

}  // namespace aim::store::postgres
