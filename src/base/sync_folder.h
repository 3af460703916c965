// A name given or taken survives a power cut only when its folder is synced.
#pragma once
#include <filesystem>

namespace aim {

// Empty: the working directory. False: it could not be synced, though the file system can do that.
bool sync_folder(const std::filesystem::path& folder);

}  // namespace aim
