#include "store/sqlite/repair/room.h"

#include <algorithm>
#include <system_error>

#include "store/sqlite/core/failure.h"

namespace aim::store::sqlite {

std::uintmax_t room_to_delete(const std::filesystem::path& database) {
  constexpr std::uintmax_t mebibyte = std::uintmax_t{1} << 20, least = 4 * mebibyte,
                           most = 64 * mebibyte;
  std::error_code error;
  const auto bytes = std::filesystem::file_size(database, error);
  return error ? least : std::clamp(bytes / 4, least, most);
}

Result<void> check_room(const std::filesystem::path& database, std::uintmax_t added_bytes) {
  std::error_code error;
  const auto folder = database.has_parent_path() ? database.parent_path() : ".";
  const auto space = std::filesystem::space(folder, error);
  // A folder that is still to be made, for one.
  if (error || space.available >= room_to_delete(database) + added_bytes)
    return {};
  return Failure(
      unusable("the disk is full, but for the room that deleting needs: nothing was "
               "changed",
               "make room, or delete memories, then try again"));
}

}  // namespace aim::store::sqlite
