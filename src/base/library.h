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

// Finds functions of a loaded library. A found one becomes any pointer to a function that it is
// assigned to.
class LibraryFunctions {
 public:
  // Null: there is no library, and no function.
  explicit LibraryFunctions(void* library) : library_(library), has_all_(library != nullptr) {}

  struct Found {
    void* address;
    template <class Function>
    operator Function*() const {  // NOLINT(google-explicit-constructor): what it is for
      return reinterpret_cast<Function*>(address);
    }
  };
  Found find(const char* name) {
    void* const address = library_ ? ::dlsym(library_, name) : nullptr;
    has_all_ = has_all_ && address;
    return {address};
  }
  // Whether the library has every function that was looked for.
  bool has_all() const { return has_all_; }

 private:
  void* library_;
  bool has_all_;
};

// A function by the name that the headers of the library give it.
#ifdef AIM_STATIC
#define AIM_FUNCTION(functions, name) (static_cast<void>(functions), &::name)
#else
#define AIM_FUNCTION(functions, name) (functions).find(#name)
#endif

}  // namespace aim
