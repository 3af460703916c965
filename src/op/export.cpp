// Use case "export": everything as one JSON document, written as it is read (A10;
// docs/formats/export.md).
#include <boost/json.hpp>
#include <ostream>

#include "op/kit/catalog_functions.h"
#include "op/kit/remedies.h"
#include "op/views/transcript_items.h"
#include "op/views/transfer_views.h"
#include "text/json_text.h"

namespace aim::op {
namespace {

constexpr std::int64_t told_every = 500;  // memories

struct ExportRequest {
  bool with_indexed = false, versions = false;
  using R = ExportRequest;
  static constexpr std::tuple fields{
      takes("with_indexed", &R::with_indexed, rule::any, "Include entries of indexed files"),
      takes("versions", &R::versions, rule::any,
            "Include the history of each memory, link and standard")};
};
struct ExportReply {
  std::int64_t count = 0;
  using R = ExportReply;
  static constexpr std::tuple fields{gives("count", &R::count, "Number of memories written")};
};

// Writes the document piece by piece, its keys in order, pretty as people read and diff it.
class Document {
 public:
  explicit Document(std::ostream& out) : out_(out) {}

  void member(std::string_view name, std::string_view value) {
    close_list();
    out_ << (first_member_ ? "{\n  \"" : ",\n  \"") << name << "\": " << value;
    first_member_ = false;
  }
  void list(std::string_view name) {
    member(name, "[");
    in_list_ = first_item_ = true;
  }
  Result<void> item(const json::object& object) {
    std::string text = text::pretty(object);
    // Line breaks inside JSON texts are escaped: each one here is layout.
    for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 5))
      text.insert(at + 1, "    ");
    out_ << (first_item_ ? "\n    " : ",\n    ") << text;
    first_item_ = false;
    if (!out_)
      return Failure(unavailable("the export could not be written",
                                 "check the disk or pipe that receives it"));
    return {};
  }
  void finish() {
    close_list();
    out_ << "\n}\n";
  }

 private:
  void close_list() {
    if (in_list_)
      out_ << (first_item_ ? "]" : "\n  ]");
    in_list_ = false;
  }
  std::ostream& out_;
  bool first_member_ = true, in_list_ = false, first_item_ = true;
};

std::string json_text(std::string_view text) {
  return text::compact(json::value(text));
}

// The lists come in the order of the snapshot's calls: archive, links, lost sources, memories,
// standards, transcripts.
enum class List {
  archive,
  links,
  lost_sources,
  memories,
  standards,
  transcript_links,
  transcripts,
  turns,
  versions,
  versions_of_links
};

Result<ExportReply> run_export(Engine& engine, const ExportRequest& request, const Caller& caller) {
  if (!caller.output)
    return Failure(unavailable("an export needs an output stream",
                               "use the command line: " + said_to_person(caller, {export_all})));
  ExportReply reply;
  Document document(*caller.output);
  int begun = -1;
  const auto enter = [&](List list) {
    static constexpr std::string_view names[] = {
        "archive",          "links",       "lost_sources", "memories", "standards",
        "transcript_links", "transcripts", "turns",        "versions", "versions_of_links"};
    for (; begun < static_cast<int>(list);) {
      ++begun;
      if (begun == 1) {  // keys are sorted: these two stand between archive and links
        document.member("count", std::to_string(reply.count));
        document.member("exported_at", json_text(format_rfc3339(engine.clock.now())));
        document.member("format", json_text(export_format));
      }
      document.list(names[begun]);
    }
  };
  engine::ExportSink sink;
  sink.begin = [&](std::int64_t memories) -> Result<void> {
    reply.count = memories;
    return {};
  };
  const auto put = [&](List list, const json::object& object) {
    enter(list);
    return document.item(object);
  };
  sink.archived = [&](const Archived& each) { return put(List::archive, exported(each)); };
  sink.link = [&](const Link& each) { return put(List::links, exported(each)); };
  sink.lost_source = [&](const std::string& reflection_id, const LostSource& each) {
    return put(List::lost_sources, exported(reflection_id, each));
  };
  std::int64_t written = 0;
  sink.memory = [&](const Memory& each) {
    if (++written % told_every == 0)
      notify(caller, {written, reply.count, "memories"});
    return put(List::memories, exported(each));
  };
  sink.standard = [&](const StandardRow& each) { return put(List::standards, exported(each)); };
  sink.transcript_link = [&](const TranscriptLink& each) {
    return put(List::transcript_links, exported(each));
  };
  sink.transcript = [&](const Transcript& each) { return put(List::transcripts, exported(each)); };
  sink.turn = [&](const Transcript& transcript, const Turn& each) {
    return put(List::turns, exported(transcript, each));
  };
  if (request.versions) {
    sink.version = [&](const store::Version& each) { return put(List::versions, exported(each)); };
    sink.link_change = [&](const store::LinkChange& each) {
      return put(List::versions_of_links, exported(each));
    };
  }
  TRY_VOID(engine::export_all(engine, sink, request.with_indexed));
  enter(request.versions ? List::versions_of_links : List::turns);
  document.finish();
  return reply;
}

}  // namespace

const Operation& export_all() {
  static const auto it = [] {
    auto made = make_operation<run_export>(
        "export", "Export everything",
        "Write all memories, links, archive, standards and transcripts as one JSON document.",
        Effect::reads, {.right = Right::read, .shows_uses = true});
    made.output = {describe<ExportDocument>(), false};
    return made;
  }();
  return it;
}

}  // namespace aim::op
