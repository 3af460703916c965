#include "http/projections.h"

namespace aim::http {
namespace {

using std::string_view;

constexpr string_view of_stored[] = {
    "id",       "tier",     "namespace", "title",      "potential_contradictions",
    "replaced", "proposal", "similar",   "expires_at", "supersedes"};
constexpr string_view of_updated[] = {"updated"};
constexpr string_view of_recalled[] = {"mode"};
constexpr string_view of_removed[] = {"id"};
constexpr string_view of_forgotten[] = {"archived"};
constexpr string_view of_linked[] = {"linked", "unlinked"};
constexpr string_view of_links[] = {"links"};

}  // namespace

const Projection stored{.flatten = "memory", .keep = of_stored};
const Projection updated{.flatten = "memory", .drop = of_updated};
const Projection recalled{.drop = of_recalled};
const Projection removed{.drop = of_removed};
const Projection forgotten{.drop = of_forgotten};
const Projection linked{.keep = of_linked};
const Projection links{.keep = of_links};

}  // namespace aim::http
