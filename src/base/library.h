// Libraries of others that are loaded when they are first needed: most runs of the program need none of them.
// Loaded libraries stay.
#pragma once
#include <dlfcn.h>

#include <initializer_list>

namespace aim {

// The first of the names that is on this machine; null: none is.
inline void* load_library(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return library;
  return nullptr;
}

// Whether the library has a function of that name; then `function` is it.
template <class Function>
bool find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

}  // namespace aim
