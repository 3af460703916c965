// Use case "import": imports an export, ours, the reference's or a foreign one, item by item as it
// streams (A10, S9, D3).
#include <boost/json.hpp>
#include <filesystem>
#include <istream>

#include "base/log.h"
#include "base/numbers.h"
#include "memory/metadata.h"
#include "mine/format.h"
#include "mine/recognise.h"
#include "mine/source.h"
#include "op/import_parts.h"
#include "op/kit/catalog_functions.h"
#include "op/kit/item_stream.h"
#include "op/kit/remedies.h"
#include "op/stored_secrets.h"
#include "op/views/transcript_items.h"
#include "op/views/transfer_views.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

struct ImportReply {
  std::int64_t imported = 0;
  std::vector<std::string> errors;
  std::optional<std::int64_t> secrets_removed;
  std::optional<std::vector<std::string>> kept;
  using R = ImportReply;
  static constexpr std::tuple fields{
      gives("imported", &R::imported, "Number of memories imported"),
      gives("errors", &R::errors, "Rejected items with their positions in the list"),
      gives("secrets_removed", &R::secrets_removed, secrets_removed_doc),
      gives("kept", &R::kept,
            "Imported memories of an old database that exceed today's limits, if any: position, "
            "id, limit")};
};

// The larger, the less often a page of an index is written that all of them change, and the longer
// other writers wait.
constexpr std::size_t batch_items = 4'000;
constexpr std::size_t batch_bytes = 4 * 1024 * 1024;
// Later batches of memories are as much larger. The first are not, so that reading and writing soon
// overlap.
constexpr std::size_t times_later = 2;
constexpr std::int64_t soon = 10'000;  // memories

// An export of ours says so, one of the reference says when it was made.
bool marks_export(std::string_view member, std::string_view text) {
  const auto value = text::parse_json(text);
  if (!value || !value->is_string())
    return false;
  const std::string_view said = value->get_string();
  return (member == "format" && said == export_format) ||
         (member == "exported_at" && parse_rfc3339(said, member));
}

// Collects items into batches; links and standards wait until every memory is there. One batch is
// imported completely or not at all; larger imports are committed batch by batch, with links and
// standards at the end.
class Import {
 public:
  explicit Import(Engine& engine) : engine_(engine), reading_(engine) {}

  Result<void> take(std::string_view member, std::string_view text, bool in_array) {
    if (!in_array) {
      trust_own_ = trust_own_ || marks_export(member, text);
      return {};
    }
    const auto index = counts_[std::string(member)]++;
    if (member == "memories") {
      reading_.add(index, trust(), text);
      return take_read(ImportReading::More::to_come);
    }
    TRY_VOID(take_read(ImportReading::More::none));
    auto item = text::parse_json(text);
    if (!item)
      return report(member, index, item.error().message);
    if (member == "archive")
      return take_archived(*item, index);
    if (member == "links")
      return keep(member, index, imported_link(*item, trust()), [&](Link link) {
        parts_.links.push_back({index, std::move(link)});
      });
    if (member == "lost_sources")
      return keep(member, index, imported_loss(*item, trust()), [&](engine::ImportLoss loss) {
        loss.index = index;
        parts_.losses.push_back(std::move(loss));
      });
    if (member == "standards")
      return keep(member, index, imported_standard(*item, trust()),
                  [&](StandardRow row) { parts_.standards.push_back(std::move(row)); });
    if (member == "turns")
      return take_turn(*item, index);
    if (member == "versions_of_links")
      return keep(member, index, imported_link_change(*item), [&](store::LinkChange change) {
        parts_.link_changes.push_back(std::move(change));
      });
    if (member == "versions")
      return take_version(*item, index);
    if (member == "transcripts")
      return keep(member, index, imported_transcript(*item), [&](TranscriptEnd end) {
        if (end.expires_at)
          parts_.ends.push_back(std::move(end));
      });
    if (member == "transcript_links")
      return keep(member, index, imported_transcript_link(*item), [&](TranscriptLink link) {
        parts_.transcript_links.push_back({index, std::move(link)});
      });
    return {};
  }

  // The error, with the number of items stored so far.
  Error stopped(Error error) {
    // Complete batches read so far are stored; after a failed write the rest is skipped.
    if (!failed_)
      static_cast<void>(take_read(ImportReading::More::none));
    if (done_.report.imported == 0 && done_.archived == 0 && done_.turns == 0)
      return error;
    if (const auto claim = error.message.rfind(": nothing was changed"); claim != std::string::npos)
      error.message.resize(claim);
    error.message +=
        "; the import stopped with " + counted(done_.report.imported, "memory", "memories") + ", " +
        std::to_string(done_.archived) + " archived ones and " + std::to_string(done_.turns) +
        " turns stored; a second import does not duplicate them";
    return error;
  }

  Result<ImportReply> finish() {
    TRY_VOID(take_read(ImportReading::More::none));
    if (in_batches_) {
      TRY_VOID(flush());
      TRY_VOID(flush_archived());
      TRY_VOID(flush_turns());
      TRY_VOID(flush_versions());
    }
    ImportOutcome outcome;
    if (!in_batches_ && parts_.empty())
      outcome = done_;
    else
      TRY_VOID(engine::in_one_transaction(engine_, [&](Engine& engine) -> Result<void> {
        outcome = done_;
        if (!in_batches_)
          TRY_VOID(parts_.write_first(engine, outcome));
        return parts_.write_rest(engine, outcome);
      }));
    done_ = std::move(outcome);
    ImportReply reply{
        done_.report.imported, std::move(done_.errors), if_any(cleaner_.removed() + secrets_), {}};
    if (!kept_.empty())
      reply.kept = std::move(kept_);
    return reply;
  }

 private:
  Trust trust() const { return trust_own_ ? Trust::own : Trust::stranger; }

  Result<void> report(std::string_view list, std::size_t index, const std::string& reason) {
    done_.add(list, index, reason);
    return {};
  }

  template <class T, class Put>
  Result<void> keep(std::string_view list, std::size_t index, Result<T> item, Put put) {
    if (!item)
      return report(list, index, item.error().message);
    put(std::move(*item));
    return {};
  }

  // Takes the memories that were read by now.
  Result<void> take_read(ImportReading::More more) {
    for (;;) {
      auto read = reading_.take(more);
      if (read && read->empty())
        return {};
      failed_ = true;  // until all of them are taken
      if (!read)
        return Failure(std::move(read).error());
      for (ReadMemory& each : *read) TRY_VOID(take_memory(std::move(each)));
      failed_ = false;
    }
  }

  // What the holder of a token hands over is its own, whoever the document names (M6).
  void sign(Memory& memory) const {
    if (!engine_.rights)
      return;
    memory.metadata = with_text(memory.metadata, "agent_id", engine_.rights->name);
    memory.source = "import";
  }

  Result<void> take_memory(ReadMemory&& read) {
    if (!read.item)
      return report("memories", read.index, read.flaw);
    secrets_ += read.secrets;
    sign(read.item->memory);
    if (!read.beyond.empty() && kept_.size() < max_import_errors)
      kept_.push_back(std::to_string(read.index) + ": " + read.item->memory.id + ": " +
                      read.beyond);
    batch_bytes_ += read.bytes;
    parts_.memories.push_back(std::move(*read.item));
    const std::size_t times = done_.report.imported < soon ? 1 : times_later;
    return parts_.memories.size() < times * batch_items && batch_bytes_ < times * batch_bytes
               ? Result<void>()
               : flush();
  }

  Result<void> take_archived(const json::value& item, std::size_t index) {
    TRY_VOID(
        keep("archive", index, imported_archived(item, engine_.clock.now()), [&](Archived each) {
          cleaner_.memory(each.memory);
          sign(each.memory);
          parts_.archived.push_back(std::move(each));
        }));
    if (parts_.archived.size() < batch_items)
      return {};
    return flush_archived();
  }

  Result<void> flush_archived() {
    in_batches_ = true;
    TRY_VOID(engine::import_archived(engine_, parts_.archived));
    done_.archived += parts_.archived.size();
    parts_.archived.clear();
    return {};
  }

  // Of a whole export of ours only, and by who may have all of it: others would make up a history.
  Result<void> take_version(const json::value& item, std::size_t index) {
    if (!trust_own_ || engine_.rights)
      return report("versions", index,
                    trust_own_ ? "a token does not take histories"
                               : "histories are only taken from an export of ai-memory");
    auto version = imported_version(item, engine_.clock.now());
    if (!version)
      return report("versions", index, version.error().message);
    cleaner_.memory(version->memory);
    // One memory's stay together.
    const bool is_next =
        !parts_.versions.empty() && parts_.versions.back().memory.id != version->memory.id;
    if (is_next && version_bytes_ > batch_bytes)
      TRY_VOID(flush_versions());
    version_bytes_ += version->memory.content.size() + version->memory.metadata.size();
    parts_.versions.push_back(std::move(*version));
    return {};
  }

  Result<void> flush_versions() {
    in_batches_ = true;
    TRY_VOID(engine::import_versions(engine_, std::exchange(parts_.versions, {})));
    version_bytes_ = 0;
    return {};
  }

  Result<void> take_turn(const json::value& item, std::size_t index) {
    TRY_VOID(keep("turns", index, imported_turn(item), [&](engine::TurnDraft turn) {
      turn.text = cleaner_.text(turn.text);
      turn_bytes_ += turn.text.size();
      parts_.turns.push_back(std::move(turn));
      parts_.turn_indexes.push_back(index);
    }));
    return turn_bytes_ < batch_bytes ? Result<void>() : flush_turns();
  }

  Result<void> flush_turns() {
    in_batches_ = true;
    TRY_VOID(parts_.write_turns(engine_, done_));
    parts_.turns.clear();
    parts_.turn_indexes.clear();
    turn_bytes_ = 0;
    return {};
  }

  // The next memories are read meanwhile.
  Result<void> flush() {
    in_batches_ = true;
    batch_bytes_ = 0;
    if (parts_.memories.empty())
      return {};
    TRY_VOID(engine::import_memories(engine_, std::exchange(parts_.memories, {}), done_.report));
    done_.take_errors_of("memories", done_.report);
    return {};
  }

  Engine& engine_;
  ImportReading reading_;
  Cleaner cleaner_ = cleaner_of(engine_);  // of what is read here
  std::int64_t secrets_ = 0;               // taken out of memories
  bool failed_ = false;                    // a write, or the reading of a memory
  bool trust_own_ = false;
  std::map<std::string, std::size_t> counts_;
  ImportParts parts_;
  std::size_t batch_bytes_ = 0, turn_bytes_ = 0, version_bytes_ = 0;
  bool in_batches_ = false;  // some are written
  ImportOutcome done_;
  std::vector<std::string> kept_;
};

// Looks at the file or folder, else at the beginning, where the stream can go back.
mine::Recognised recognised(const Caller& caller) {
  if (!caller.input_path.empty()) {
    const auto source = mine::Source::open(caller.input_path);
    auto known = source ? mine::recognise_all(*source) : Failure(source.error());
    return known ? std::move(*known) : mine::Recognised();
  }
  constexpr std::size_t looked_at = 64 * 1'024;
  std::string begin(looked_at, '\0');
  caller.input->clear();
  if (!caller.input->seekg(0))
    return {};
  caller.input->read(begin.data(), looked_at);
  begin.resize(static_cast<std::size_t>(caller.input->gcount()));
  return mine::recognise_text(begin);
}

// A document of another program, named for what it is.
std::optional<Error> known_document(const Caller& caller) {
  const mine::Recognised known = recognised(caller);
  if (known.format)
    return Error{Code::validation_failed,
                 "the document holds conversations (" + std::string(name_of(*known.format)) + ")",
                 {},
                 "store them with: " + said_to_person(caller, {mine_export}),
                 {}};
  if (known.what.empty())
    return std::nullopt;
  return Error{Code::validation_failed,
               "the document is " + known.what,
               {},
               known.store.empty() ? "name the store that it comes from by --from"
                                   : "name it: --from " + std::string(known.store),
               {}};
}

Result<ImportReply> run_import(Engine& engine, const NoRequest&, const Caller& caller) {
  if (!caller.input)
    return Failure(unavailable("an import needs a document",
                               "use the command line: " + said_to_person(caller, {import_all})));
  if (!caller.input_path.empty() && std::filesystem::is_directory(caller.input_path)) {
    auto known = known_document(caller);
    return Failure(known ? std::move(*known)
                         : refuse("file", "is a folder of which nothing is known"));
  }
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
  if (!read || !has_memories)
    if (auto known = known_document(caller))
      return Failure(std::move(*known));
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
    auto made = make_operation<run_import>(
        "import", "Import",
        "Import an export: memories, links, archive, standards and transcripts.", Effect::adds);
    made.input = {describe<ImportDocument>(), false};
    return made;
  }();
  return it;
}

}  // namespace aim::op
