// Use case "import": takes in an export, ours, the reference's or a stranger's, item by item as it streams (A10, S9, D3).
#include <boost/json.hpp>
#include <future>
#include <map>

#include "op/kit/catalog_functions.h"
#include "op/kit/item_stream.h"
#include "op/views/transcript_items.h"
#include "op/views/transfer_views.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

struct ImportReply {
  std::int64_t imported = 0;
  std::vector<std::string> errors;
  std::optional<std::vector<std::string>> kept;
  static constexpr auto fields() {
    using R = ImportReply;
    return std::tuple{
        gives("imported", &R::imported, "How many memories were imported"),
        gives("errors", &R::errors, "What was not, each with its place in its list"),
        gives("kept", &R::kept,
              "Memories of an old database that are beyond today's limits and were kept as they "
              "are, when there are any: place, id, limit")};
  }
};

constexpr std::size_t batch_items = 4'000;
constexpr std::size_t batch_bytes = 4 * 1024 * 1024;
constexpr std::size_t max_errors = 10'000;

// An export of ours says so, one of the reference says when it was made.
bool marks_export(std::string_view member, std::string_view text) {
  const auto value = text::parse_json(text);
  if (!value || !value->is_string())
    return false;
  const std::string_view said = value->get_string();
  return (member == "format" && said == export_format) ||
         (member == "exported_at" && parse_rfc3339(said, member));
}

// Collects items into batches; links and standards wait until every memory is there.
class Import {
 public:
  explicit Import(Engine& engine) : engine_(engine) {}

  Result<void> take(std::string_view member, std::string_view text, bool in_array) {
    if (!in_array) {
      trust_own_ = trust_own_ || marks_export(member, text);
      return {};
    }
    const auto index = counts_[std::string(member)]++;
    auto item = text::parse_json(text);
    if (!item)
      return report(member, index, item.error().message);
    if (member == "memories")
      return take_memory(*item, index, text.size());
    if (member == "archive")
      return take_archived(*item, index);
    if (member == "links")
      return keep(member, index, imported_link(*item, trust()), [&](Link link) {
        links_.push_back({index, std::move(link)});
      });
    if (member == "lost_sources")
      return keep(member, index, imported_loss(*item, trust()), [&](engine::ImportLoss loss) {
        loss.index = index;
        losses_.push_back(std::move(loss));
      });
    if (member == "standards")
      return keep(member, index, imported_standard(*item, trust()),
                  [&](StandardRow row) { standards_.push_back(std::move(row)); });
    if (member == "turns")
      return take_turn(*item, index);
    if (member == "transcripts")
      return keep(member, index, imported_transcript(*item), [&](TranscriptEnd end) {
        if (end.expires_at)
          ends_.push_back(std::move(end));
      });
    if (member == "transcript_links")
      return keep(member, index, imported_transcript_link(*item), [&](TranscriptLink link) {
        transcript_links_.push_back({index, std::move(link)});
      });
    return {};
  }

  // What went wrong, with what is in by then: batches are committed one by one.
  Error stopped(Error error) {
    if (writing_.valid())
      static_cast<void>(writing_.get());
    if (report_.imported == 0 && archived_in_ == 0 && turns_in_ == 0)
      return error;
    if (const auto claim = error.message.rfind(": nothing was changed"); claim != std::string::npos)
      error.message.resize(claim);
    error.message += "; the import stopped with " + std::to_string(report_.imported) +
                     " memories, " + std::to_string(archived_in_) + " archived ones and " +
                     std::to_string(turns_in_) + " turns in, all others are not";
    error.hint += error.hint.empty() ? "" : ", or ";
    error.hint += "import the same document again: what is in does not become two";
    return error;
  }

  Result<ImportReply> finish() {
    TRY_VOID(flush());
    TRY_VOID(wait_for_batch());
    TRY_VOID(engine::settle_import(engine_, report_));
    TRY_VOID(flush_archived());
    link_report_.survivors = loss_report_.survivors = standard_report_.survivors =
        report_.survivors;
    TRY_VOID(engine::import_links(engine_, links_, link_report_));
    for (const auto& error : link_report_.errors)
      TRY_VOID(report("links", error.index, error.reason));
    TRY_VOID(engine::import_lost_sources(engine_, losses_, loss_report_));
    for (const auto& error : loss_report_.errors)
      TRY_VOID(report("lost_sources", error.index, error.reason));
    TRY_VOID(engine::import_standards(engine_, standards_, standard_report_));
    for (const auto& error : standard_report_.errors)
      TRY_VOID(report("standards", error.index, error.reason));
    TRY_VOID(finish_transcripts());
    ImportReply reply{report_.imported, std::move(errors_), {}};
    if (!kept_.empty())
      reply.kept = std::move(kept_);
    return reply;
  }

 private:
  Trust trust() const { return trust_own_ ? Trust::own : Trust::stranger; }

  Result<void> report(std::string_view list, std::size_t index, const std::string& reason) {
    if (errors_.size() < max_errors)
      errors_.push_back(std::to_string(index) + ": " +
                        (list == "memories" ? "" : "in " + std::string(list) + ": ") + reason);
    return {};
  }

  template <class T, class Put>
  Result<void> keep(std::string_view list, std::size_t index, Result<T> item, Put put) {
    if (!item)
      return report(list, index, item.error().message);
    put(std::move(*item));
    return {};
  }

  Result<void> take_memory(const json::value& item, std::size_t index, std::size_t bytes) {
    auto memory = imported_memory(item, trust(), engine_.clock.now());
    if (!memory) {
      const json::value* id = item.is_object() ? item.get_object().if_contains("id") : nullptr;
      return report("memories", index,
                    (id && id->is_string() ? std::string(id->get_string()) + ": " : "") +
                        memory.error().message);
    }
    if (trust_own_)
      note_legacy(*memory, index);
    if (!trust_own_ && !memory->expires_at)
      if (const auto expiry =
              expiry_at_birth(memory->tier, engine_.clock.now(), engine_.options.lifetimes))
        memory->expires_at = at(*expiry);
    batch_.push_back({index, std::move(*memory)});
    batch_bytes_ += bytes;
    return batch_.size() < batch_items && batch_bytes_ < batch_bytes ? Result<void>() : flush();
  }

  void note_legacy(const Memory& memory, std::size_t index) {
    const auto fits = within_limits(memory, engine_.clock.now());
    if (!fits && kept_.size() < max_errors)
      kept_.push_back(std::to_string(index) + ": " + memory.id + ": " + fits.error().message);
  }

  Result<void> take_archived(const json::value& item, std::size_t index) {
    TRY_VOID(keep("archive", index, imported_archived(item, engine_.clock.now()),
                  [&](Archived each) { archived_.push_back(std::move(each)); }));
    if (archived_.size() < batch_items)
      return {};
    return flush_archived();
  }

  Result<void> flush_archived() {
    TRY_VOID(engine::import_archived(engine_, archived_));
    archived_in_ += archived_.size();
    archived_.clear();
    return {};
  }

  Result<void> take_turn(const json::value& item, std::size_t index) {
    TRY_VOID(keep("turns", index, imported_turn(item), [&](engine::TurnDraft turn) {
      turn_bytes_ += turn.text.size();
      turns_.push_back(std::move(turn));
      turn_indexes_.push_back(index);
    }));
    return turn_bytes_ < batch_bytes ? Result<void>() : flush_turns();
  }

  Result<void> flush_turns() {
    TRY_VOID(wait_for_batch());
    const auto counts = TRY(engine::capture_turns(engine_, turns_));
    for (const std::size_t each : counts.different)
      TRY_VOID(report("turns", turn_indexes_[each],
                      "turn " + std::to_string(*turns_[each].number) + " of session " +
                          turns_[each].session_id + " says something else already"));
    turns_in_ += turns_.size();
    turns_.clear();
    turn_indexes_.clear();
    turn_bytes_ = 0;
    return {};
  }

  Result<void> finish_transcripts() {
    TRY_VOID(flush_turns());
    for (const TranscriptEnd& end : ends_)
      TRY_VOID(engine::import_transcript_end(engine_, end.transcript_id, *end.expires_at));
    engine::ImportReport linked;
    linked.survivors = report_.survivors;
    TRY_VOID(engine::import_transcript_links(engine_, transcript_links_, linked));
    for (const auto& error : linked.errors)
      TRY_VOID(report("transcript_links", error.index, error.reason));
    return {};
  }

  // Hands the batch to a thread of its own, once the one before is written: the next is parsed meanwhile.
  Result<void> flush() {
    TRY_VOID(wait_for_batch());
    batch_bytes_ = 0;
    if (batch_.empty())
      return {};
    writing_ = std::async(std::launch::async, [this, batch = std::exchange(batch_, {})]() mutable {
      return engine::import_memories(engine_, std::move(batch), report_);
    });
    return {};
  }

  // Until then `report_` belongs to the thread.
  Result<void> wait_for_batch() {
    if (!writing_.valid())
      return {};
    TRY_VOID(writing_.get());
    for (const auto& error : report_.errors)
      TRY_VOID(report("memories", error.index, error.reason));
    report_.errors.clear();
    return {};
  }

  Engine& engine_;
  bool trust_own_ = false;
  std::map<std::string, std::size_t> counts_;
  std::vector<engine::ImportItem> batch_;
  std::size_t batch_bytes_ = 0;
  std::vector<engine::ImportLink> links_;
  std::vector<engine::ImportLoss> losses_;
  std::vector<engine::TurnDraft> turns_;
  std::vector<std::size_t> turn_indexes_;
  std::size_t turn_bytes_ = 0;
  std::vector<TranscriptEnd> ends_;
  std::vector<engine::ImportTranscriptLink> transcript_links_;
  std::vector<Archived> archived_;
  std::size_t archived_in_ = 0, turns_in_ = 0;
  std::vector<StandardRow> standards_;
  engine::ImportReport report_, link_report_, loss_report_, standard_report_;
  std::vector<std::string> errors_, kept_;
  std::future<Result<void>> writing_;  // last: its end waits for the thread, which uses the others
};

Result<ImportReply> run(Engine& engine, const NoRequest&, const Caller& caller) {
  if (!caller.input)
    return Failure(unavailable("an import needs a document to read",
                               "use the command line: ai-memory import < backup.json"));
  if (caller.max_items != SIZE_MAX)
    TRY_VOID(check_items(*caller.input, text::JsonTop::object, "memories", caller.max_items));
  Import import(engine);
  bool has_memories = false;
  auto read = read_items(*caller.input, text::JsonTop::object,
                         [&](std::string_view member, std::string_view item, bool in_array) {
                           has_memories =
                               has_memories || (member == "memories" && (in_array || item == "[]"));
                           return import.take(member, item, in_array);
                         });
  if (!read)
    return Failure(import.stopped(std::move(read).error()));
  if (!has_memories)
    return Failure(refuse("memories", "is required: the document must have a list of that name"));
  auto finished = import.finish();
  if (!finished)
    return Failure(import.stopped(std::move(finished).error()));
  return finished;
}

}  // namespace

const Operation& import_all() {
  static const auto it = [] {
    auto made = operation<run>(
        {"import", "Import",
         "Import an export: memories, links, archive, standards and transcripts.", Effect::adds});
    made.input = {describe<ImportDocument>(), false};
    return made;
  }();
  return it;
}

}  // namespace aim::op
