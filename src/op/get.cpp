// Use case "get": one memory with its links; it does not count as a use (S3).
#include "engine/archive.h"
#include "engine/relate.h"
#include "engine/search/excerpt.h"
#include "engine/vectors/embeddings.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/notes.h"

namespace aim::op {
namespace {

struct GetReply {
  MemoryView memory;
  std::vector<LinkView> links;
  std::optional<std::vector<LostSourceView>> lost_sources;
  using R = GetReply;
  static constexpr std::tuple fields{
      gives("memory", &R::memory, "The memory"),
      gives("links", &R::links, "Links in both directions"),
      gives("lost_sources", &R::lost_sources, "Deleted sources of a reflection")};
};

struct GetRequest {
  std::string id;
  std::optional<std::int64_t> around;
  std::optional<std::string> passage;
  using R = GetRequest;
  static constexpr std::tuple fields{
      needs("id", &R::id, rule::id, "Id or prefix"),
      takes("around", &R::around, rule::byte_of_content, "Around this byte (@N of an excerpt)"),
      takes("passage", &R::passage, rule::question, "Only the passages about these words")};
};

constexpr std::size_t part_bytes = 4'000;  // shown around a byte

// Says what became of a memory that was here.
Error not_there(Engine& engine, const std::string& id, Error error, const Caller& caller) {
  if (error.code != Code::not_found || engine.present)
    return error;
  if (const auto gone = engine::gone_memory_of(engine, id); gone && *gone)
    error.hint =
        std::string((*gone)->reason == "delete" ? "it was deleted" : "it is in the archive") +
        "; " + said(caller, {archive_restore, {{"id", (*gone)->memory.id}}}) + " brings it back";
  return error;
}

Result<GetReply> run_get(Engine& engine, const GetRequest& request, const Caller& caller) {
  auto got = TRY(engine::get(engine, request.id).map_error([&](Error error) {
    return not_there(engine, request.id, std::move(error), caller);
  }));
  note(caller, "get", got.memory);
  std::string& content = got.memory.content;
  if (request.passage) {
    const engine::Excerpter excerpter(*request.passage, engine.embeddings.built_in());
    content = std::move(excerpter.of(std::array{engine::LongContent{content, part_bytes}}).front());
  } else if (request.around)
    content =
        engine::content_around(content, static_cast<std::size_t>(*request.around), part_bytes);
  return GetReply{view(got.memory), views(got.links), views(got.lost_sources)};
}

struct IdsRequest {
  std::vector<std::string> ids;
  using R = IdsRequest;
  static constexpr std::tuple fields{
      needs("ids", &R::ids, rule::several_ids, "Several: up to 20 ids or prefixes")};
};
struct WholeView : MemoryView {
  using Extends = MemoryView;
  std::vector<LinkView> links;
  using R = WholeView;
  static constexpr std::tuple fields{gives("links", &R::links, "Links in both directions")};
};
struct SeveralReply {
  std::int64_t count = 0;
  std::vector<WholeView> memories;
  std::optional<std::vector<std::string>> missing;
  using R = SeveralReply;
  static constexpr std::tuple fields{gives("count", &R::count, "Number found"),
                                     gives("memories", &R::memories, "In the requested order"),
                                     gives("missing", &R::missing, "Ids without a memory")};
};

Result<SeveralReply> run_several(Engine& engine, const IdsRequest& request, const Caller& caller) {
  SeveralReply reply;
  std::vector<Memory> shown;
  for (const std::string& id : request.ids) {
    auto got = engine::get(engine, id);
    if (!got && got.error().code == Code::not_found) {
      if (!reply.missing)
        reply.missing.emplace();
      reply.missing->push_back(id);
      continue;
    }
    if (!got)
      return Failure(got.error());
    reply.memories.push_back({view(got->memory), views(got->links)});
    shown.push_back(std::move(got->memory));
  }
  note(caller, {"get"}, shown);
  reply.count = static_cast<std::int64_t>(reply.memories.size());
  return reply;
}

}  // namespace

const Operation& get_several() {
  return operation<run_several>(
      "get_several", "Get memories", "Show several memories in full, each with its links.",
      Effect::reads, {.right = Right::read, .as_of = true, .shows_uses = true});
}

const Operation& get() {
  return operation<run_get>("get", "Get a memory", "Show a memory in full, with its links.",
                            Effect::reads,
                            {.right = Right::read, .as_of = true, .shows_uses = true});
}

}  // namespace aim::op
