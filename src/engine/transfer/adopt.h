// Memories that come from another place, and come again: what is mined out of exports, and what
// other memory stores hold (E4). Each has an id made from its origin (base/uuid.h), by which it is
// known the next time: then it is left alone, or changed when its origin has changed.
// Threads: any.
#pragma once
#include "engine/engine.h"
#include "engine/lookup/names_today.h"
#include "memory/memory.h"

namespace aim::engine {

enum class Adopted { add, update, unchanged, edited };
struct AdoptReport {
  std::int64_t added = 0;
  std::int64_t updated = 0;    // their origin has changed since
  std::int64_t unchanged = 0;  // were here already
  std::int64_t edited = 0;  // were here, and somebody has changed them here: they stay as they are
  std::vector<Adopted> fates = {};  // of the last batch, in the order given within a namespace
};

// The metadata with marks of the origin's title and content, by which a later change there is known
// from one here. adopt() adds them where they are absent.
std::string with_origin(std::string_view metadata, std::string_view title,
                        std::string_view content);

// Whether nobody has changed its content here since it came.
bool is_as_it_came(const Memory& memory);

// One transaction for the batch. A title that another memory of the namespace has gets a piece of
// the id behind it. The expiry is that of the tier from now on, where none is given. Texts have
// been checked by the rules; times may be empty.
// `dry`: changes nothing, and reports what would be.
// Errors: those of the database, then nothing of the batch is kept; a namespace the options refuse.
Result<void> adopt(Engine& engine, std::vector<Memory> batch, AdoptReport& report,
                   bool dry = false);

// The name of the namespace that the ids of an origin are made of: a former name where its memory
// came under that one, else today's. `id_of` gives the first id by a name; `names` are read when
// they are first needed.
Result<std::string> name_in_ids(Engine& engine, std::optional<NamesToday>& names,
                                const std::string& name_space,
                                const std::function<std::string(const std::string&)>& id_of);

// The memories of these ids, as far as they are there, and the one of this title.
Result<std::vector<Memory>> adopted_before(Engine& engine, const std::vector<std::string>& ids,
                                           const std::string& name_space, const std::string& title);

using store::ForeignRow;

// Rows of databases of other memory stores, for those who know what they mean.
// As store::EachForeignRow. Errors: also unavailable when this engine has nobody to read them.
inline Result<bool> each_foreign_row(const Engine& engine, const std::filesystem::path& file,
                                     std::string_view table,
                                     const std::function<Result<void>(const ForeignRow&)>& take) {
  if (!engine.foreign)
    return Failure(unavailable("databases of other programs cannot be read here", {}));
  return engine.foreign(file, table, take);
}

}  // namespace aim::engine
