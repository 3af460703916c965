// Memory by pages, files as memory, and libraries that are loaded.
#include <windows.h>
// clang-format off
#include <dlfcn.h>
#include <io.h>
#include <sys/mman.h>
// clang-format on

#include "base/platform/windows/errors.h"
#include "base/std.h"

void* mmap(void*, size_t size, int protection, int flags, int file, off_t at) {
  void* memory = nullptr;
  const bool writes = (protection & PROT_WRITE) != 0;
  if ((flags & MAP_ANONYMOUS) != 0) {
    memory = ::VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  } else if (const HANDLE mapping =
                 ::CreateFileMappingW(reinterpret_cast<HANDLE>(::_get_osfhandle(file)), nullptr,
                                      writes ? PAGE_READWRITE : PAGE_READONLY, 0, 0, nullptr)) {
    memory = ::MapViewOfFile(mapping, writes ? FILE_MAP_WRITE : FILE_MAP_READ,
                             static_cast<DWORD>(static_cast<std::uint64_t>(at) >> 32U),
                             static_cast<DWORD>(at), size);
    ::CloseHandle(mapping);  // the view keeps it
  }
  if (memory)
    return memory;
  aim::windows::failed();
  return MAP_FAILED;
}

int munmap(void* memory, size_t) {
  MEMORY_BASIC_INFORMATION about{};
  ::VirtualQuery(memory, &about, sizeof(about));
  const bool done = about.Type == MEM_MAPPED ? ::UnmapViewOfFile(memory) != 0
                                             : ::VirtualFree(memory, 0, MEM_RELEASE) != 0;
  return done ? 0 : aim::windows::failed();
}

void* dlopen(const char* name, int) {
  return reinterpret_cast<void*>(::LoadLibraryA(name));
}

void* dlsym(void* library, const char* name) {
  return reinterpret_cast<void*>(::GetProcAddress(static_cast<HMODULE>(library), name));
}
