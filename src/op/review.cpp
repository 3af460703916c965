// Use cases "review" and "review_settle": an inbox of what a person may want to look at, and
// settling an item of it (L4).
#include "engine/browse/review.h"

#include "base/ascii.h"
#include "op/kit/catalog_functions.h"

namespace aim::op {
namespace {

struct ReviewRequest {
  std::optional<ReviewKind> kind;
  std::int64_t limit = 20;
  std::optional<std::string> after;
  using R = ReviewRequest;
  static constexpr std::tuple fields{
      takes("kind", &R::kind, rule::any, "Only this kind; default: some of each"),
      takes("limit", &R::limit, rule::limit_search, "Maximum results of a kind"),
      takes("after", &R::after, rule::cursor, "next of a reply")};
};
struct CountsView {
  std::int64_t contradiction = 0, duplicate = 0, unconfirmed = 0, expiring = 0;
  using R = CountsView;
  static constexpr std::tuple fields{
      gives("contradiction", &R::contradiction, "Memories that contradict each other"),
      gives("duplicate", &R::duplicate, "Memories with the same meaning"),
      gives("unconfirmed", &R::unconfirmed,
            "Memories that a hook stored or that are proposed as standards, not confirmed"),
      gives("expiring", &R::expiring, "Memories that expire within a day")};
};
struct ItemView {
  std::string item;
  ReviewKind kind{};
  std::string reason;
  std::optional<double> similarity;
  std::vector<MemoryView> memories;
  using R = ItemView;
  static constexpr std::tuple fields{
      gives("item", &R::item, "Id for review_settle"), gives("kind", &R::kind, "Kind of item"),
      gives("reason", &R::reason, "Reason"),
      gives("similarity", &R::similarity, "Similarity of duplicates, 0 to 1"),
      gives("memories", &R::memories, "One or two memories")};
};
struct ReviewReply {
  CountsView counts;
  std::vector<ItemView> items;
  std::optional<std::string> next, notice;
  using R = ReviewReply;
  static constexpr std::tuple fields{
      gives("counts", &R::counts,
            "Number of each kind, up to a thousand; near duplicates: those of this page"),
      gives("items", &R::items, "Items"),
      gives("next", &R::next, "Cursor for the next page, if there may be more"),
      gives("notice", &R::notice, "Kinds with more items")};
};

constexpr std::string_view near_mark = "near-";

Result<engine::ReviewPlace> place_of(const std::optional<std::string>& cursor) {
  engine::ReviewPlace place;
  if (!cursor)
    return place;
  std::string_view text = *cursor;
  const bool near = text.starts_with(near_mark);
  if (near)
    text.remove_prefix(near_mark.size());
  const auto number = ascii::number<std::int64_t>(text);
  if (!number || *number < (near ? 1 : 0))
    return Failure(refuse("after", "must be the next of an earlier reply"));
  (near ? place.before : place.offset) = *number;
  return place;
}

std::string text_of(const engine::ReviewPlace& place) {
  return place.before == 0 ? std::to_string(place.offset)
                           : std::string(near_mark) + std::to_string(place.before);
}

// Some of each kind have no next page: of which there may be more.
std::optional<std::string> kinds_with_more(const std::vector<engine::ReviewItem>& items,
                                           std::size_t limit) {
  std::string kinds;
  for (const auto& [kind, name] : EnumNames<ReviewKind>::names)
    if (std::cmp_greater_equal(std::ranges::count(items, kind, &engine::ReviewItem::kind), limit))
      kinds.append(kinds.empty() ? "" : ", ").append(name);
  return kinds.empty() ? std::optional<std::string>()
                       : "there may be more of " + kinds + ": kind shows one kind page by page";
}

Result<ReviewReply> run_review(Engine& engine, const ReviewRequest& request, const Caller& caller) {
  // So many of a kind have room in a reply, their long contents cut; of all kinds together, so many
  // of each.
  const std::size_t of_an_item = 1'300 * (request.kind ? 1U : 5U);
  const auto limit =
      std::min(static_cast<std::size_t>(request.limit), caller.reply_bytes / of_an_item);
  auto page = TRY(engine::review(engine, request.kind, static_cast<std::int64_t>(limit),
                                 TRY(place_of(request.after))));
  ReviewReply reply;
  if (!request.kind && limit > 0)
    reply.notice = kinds_with_more(page.items, limit);
  reply.counts = {page.counts[0], page.counts[1], page.counts[2], page.counts[3]};
  for (engine::ReviewItem& each : page.items)
    reply.items.push_back({std::move(each.item), each.kind, std::move(each.reason), each.similarity,
                           views(each.memories)});
  if (page.next)
    reply.next = text_of(*page.next);
  return reply;
}

constexpr Rule item_rule{.min_bytes = 1, .max_bytes = 128, .not_blank = true};

struct SettleRequest {
  std::string item;
  Settlement action{};
  using R = SettleRequest;
  static constexpr std::tuple fields{needs("item", &R::item, item_rule, "An item of review"),
                                     needs("action", &R::action, rule::any, "Action")};
};
struct SettleReply {
  bool settled = true;
  std::vector<std::string> changed;
  std::optional<std::string> undo;
  using R = SettleReply;
  static constexpr std::tuple fields{
      gives("settled", &R::settled, "Always true"),
      gives("changed", &R::changed, "Ids of changed memories"),
      gives("undo", &R::undo, "Id for undo, if the action can be undone")};
};

Result<SettleReply> run_settle(Engine& engine, const SettleRequest& request, const Caller&) {
  auto settled = TRY(engine::settle(engine, request.item, request.action));
  SettleReply reply{true, std::move(settled.changed), {}};
  if (!settled.undo.empty())
    reply.undo = std::move(settled.undo);
  return reply;
}

}  // namespace

const Operation& review() {
  return operation<run_review>(
      "review", "Review memories",
      "List contradictions, duplicates, memories that expire or need confirmation.", Effect::reads,
      {.right = Right::read});
}

const Operation& review_settle() {
  return operation<run_settle>(
      "review_settle", "Settle an item of a review",
      "Settle an item of a review: keep one or both, merge, confirm, extend or delete.",
      Effect::destroys, {.right = Right::write});
}

}  // namespace aim::op
