// Errors as values: Result<T>, TRY and TRY_VOID. Knows nothing about memories or transports.
// TRY needs the statement expressions of GCC and Clang; nothing else in the program does.
#pragma once
#include <tl/expected.hpp>

#include "base/error.h"

namespace aim {

// A value or an Error; the compiler warns when one is dropped.
template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
};
using Failure = tl::unexpected<Error>;

}  // namespace aim

// A name of its own for each use, so that one TRY may stand inside another.
#define AIM_JOIN_(a, b) a##b
#define AIM_JOIN(a, b) AIM_JOIN_(a, b)

// The value of an expression that may fail; returns the error from the enclosing function when it
// did.
// Not behind another member or argument that owns memory, as in {text, TRY(…)}: Clang forgets to
// destroy that one.
#define TRY(expression) AIM_TRY_(expression, AIM_JOIN(try_result_, __COUNTER__))
#define AIM_TRY_(expression, name)                    \
  __extension__({                                     \
    auto name = (expression);                         \
    if (!name) [[unlikely]]                           \
      return ::aim::Failure(std::move(name).error()); \
    std::move(name).value();                          \
  })
#define TRY_VOID(expression) AIM_TRY_VOID_(expression, AIM_JOIN(try_result_, __COUNTER__))
#define AIM_TRY_VOID_(expression, name)               \
  do {                                                \
    if (auto name = (expression); !name) [[unlikely]] \
      return ::aim::Failure(std::move(name).error()); \
  } while (false)
