// Headers of the standard library that most files use: included here once instead of in a list at
// the top of each. Headers that fewer files use (chrono, filesystem, streams, threads, the system)
// are included by those files, and say something about them.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>
