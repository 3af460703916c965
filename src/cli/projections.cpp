#include "cli/projections.h"

namespace aim::cli {
namespace {

using std::string_view;

constexpr string_view of_stored[] = {"updated", "supersedes"};
constexpr string_view of_updated[] = {"updated"};
constexpr string_view of_found[] = {"query"};
constexpr string_view of_forgotten[] = {"deleted", "undo", "dry_run", "would_delete", "memories"};
constexpr string_view of_linked[] = {"linked", "unlinked"};

}  // namespace

const Projection stored_reply{.flatten = "memory", .drop = of_stored};
const Projection updated_reply{.flatten = "memory", .drop = of_updated};
const Projection found_reply{.drop = of_found};
const Projection forgotten_reply{.keep = of_forgotten};
const Projection linked_reply{.keep = of_linked};

}  // namespace aim::cli
