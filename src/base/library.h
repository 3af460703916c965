// Libraries of others that are loaded when they are first needed: most runs of the program need
// none of them. A static program (AIM_STATIC) cannot load: it has them in it, and the same names
// are those of its own functions. Loaded libraries stay.
#pragma once
#include <dlfcn.h>

#include <initializer_list>

namespace aim {

// The first of the names that is on this machine; null: none is.
inline void* load_library([[maybe_unused]] std::initializer_list<const char*> names) {
#ifdef AIM_STATIC
  static char part_of_the_program;
  return &part_of_the_program;
#else
  for (const char* name : names)
    if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return library;
  return nullptr;
#endif
}

// Whether the library has a function of that name; then `function` is it.
template <class Function>
bool find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

// The same with the name as the headers of the library have it.
#ifdef AIM_STATIC
#define AIM_FIND_FUNCTION(library, name, function) ((function) = &::name, (library) != nullptr)
#else
#define AIM_FIND_FUNCTION(library, name, function) ::aim::find_function(library, #name, function)
#endif

}  // namespace aim
