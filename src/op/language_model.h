// What the three operations that need a language model share: the sentence that says what is missing (F2, S10).
#pragma once
#include <string>
#include <string_view>

#include "op/operation.h"

namespace aim::op {

// `what` begins the sentence: "expanding a query".
inline Error needs_language_model(std::string_view what, FeatureTier tier) {
  std::string message(what);
  message += " needs a language model";
  if (tier < FeatureTier::smart)
    message.append(" and the feature tier smart or autonomous; this server runs at the tier ")
        .append(name_of(tier));
  return unavailable(message + "; none is set up",
                     "everything else works without one");
}

}  // namespace aim::op
