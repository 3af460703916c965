#include "store/store.h"

namespace aim::store {

Error cancelled() {
  return unavailable("the call was cancelled while it waited for the database", {});
}

}  // namespace aim::store
