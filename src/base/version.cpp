#include "base/version.h"

namespace aim {

constinit const std::string_view version = AIM_VERSION;

}  // namespace aim
