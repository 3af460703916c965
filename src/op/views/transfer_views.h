// The objects of export files (wire.md 1.3, A10): views that also keep what a reply does not show.
// docs/formats/export.md describes the file.
#pragma once
#include <boost/json/fwd.hpp>

#include "engine/transfer/export_import.h"
#include "op/views/transcript_items.h"
#include "op/views/views.h"

namespace aim::op {

inline constexpr std::string_view export_format = "ai-memory-export/1";
inline constexpr std::size_t max_import_item_bytes = 16 * 1024 * 1024;

json::object exported(const Memory& memory);
json::object exported(const Archived& archived);
json::object exported(const store::Version& version);
json::object exported(const store::LinkChange& change);
json::object exported(const Link& link);
json::object exported(const std::string& reflection_id, const LostSource& lost);
json::object exported(const StandardRow& standard);

// The documents as doors describe them. Imports read items (below), which may have more members, so
// only the lists and required members are described.
struct StandardItem {
  std::string name_space, updated_at;
  std::optional<std::string> standard_id, parent;
  using R = StandardItem;
  static constexpr std::tuple fields{
      gives("namespace", &R::name_space, "Namespace"),
      gives("updated_at", &R::updated_at, "RFC 3339"),
      gives("standard_id", &R::standard_id, "Id of the memory"),
      gives("parent", &R::parent, "Namespace whose standards are inherited")};
};
struct LostSourceItem {
  std::string reflection_id, id, title, lost_at;
  using R = LostSourceItem;
  static constexpr std::tuple fields{
      gives("reflection_id", &R::reflection_id, "Reflection that lost the source"),
      gives("id", &R::id, "Id of the deleted memory"), gives("title", &R::title, "Title"),
      gives("lost_at", &R::lost_at, "RFC 3339")};
};
struct VersionItem {
  std::string id, until, change;
  std::int64_t version = 0;
  std::optional<std::string> agent, token, door, operation;  // unset: not known
  using R = VersionItem;
  static constexpr std::tuple fields{
      needs("id", &R::id, rule::any, "Id of the memory"),
      needs("version", &R::version, rule::any, "Number within the memory"),
      needs("until", &R::until, rule::any, "When a change ended it, RFC 3339"),
      needs("change", &R::change, rule::any, "update, delete, restore or cut"),
      takes("agent", &R::agent, rule::any, "Agent that made the change, if known"),
      takes("token", &R::token, rule::any, "Name of the token, if it was by one"),
      takes("door", &R::door, rule::any, "mcp, http, cli or hook"),
      takes("operation", &R::operation, rule::any, "Operation")};
};
struct LinkChangeItem {
  std::string at, change;
  std::optional<std::string> parent, agent, token, door, operation;
  using R = LinkChangeItem;
  static constexpr std::tuple fields{
      needs("at", &R::at, rule::any, "RFC 3339"),
      needs("change", &R::change, rule::any, "made or removed"),
      takes("parent", &R::parent, rule::any, "Namespace whose standards a standard inherits"),
      takes("agent", &R::agent, rule::any, "Agent that made the change, if known"),
      takes("token", &R::token, rule::any, "Name of the token, if it was by one"),
      takes("door", &R::door, rule::any, "mcp, http, cli or hook"),
      takes("operation", &R::operation, rule::any, "Operation")};
};
struct ExportDocument {
  std::vector<ArchivedView> archive;
  std::int64_t count = 0;
  std::string exported_at, format;
  std::vector<LinkView> links;
  std::vector<LostSourceItem> lost_sources;
  std::vector<MemoryView> memories;
  std::vector<StandardItem> standards;
  std::vector<TranscriptLinkItem> transcript_links;
  std::vector<TranscriptItem> transcripts;
  std::vector<TurnItem> turns;
  std::optional<std::vector<VersionItem>> versions;
  std::optional<std::vector<LinkChangeItem>> versions_of_links;
  using R = ExportDocument;
  static constexpr std::tuple fields{
      gives("archive", &R::archive, "Archived memories"),
      gives("count", &R::count, "Number of memories"),
      gives("exported_at", &R::exported_at, "RFC 3339"),
      gives("format", &R::format, "Version of this format"),
      gives("links", &R::links, "Links between memories"),
      gives("lost_sources", &R::lost_sources, "Deleted sources of reflections"),
      gives("memories", &R::memories, "Memories, oldest first"),
      gives("standards", &R::standards, "Standards of namespaces"),
      gives("transcript_links", &R::transcript_links, "Links between memories and transcripts"),
      gives("transcripts", &R::transcripts, "Transcripts"),
      gives("turns", &R::turns, "Turns of the transcripts"),
      gives("versions", &R::versions, "Former states, each with its `memory`, if wanted"),
      gives("versions_of_links", &R::versions_of_links,
            "Links that were made and removed, each with what a link has; and standards, with the "
            "relation `standard` and the namespace as `target_id`")};
};
struct ImportedMemory {
  std::string title, content;
  using R = ImportedMemory;
  static constexpr std::tuple fields{needs("title", &R::title, rule::any, "Title"),
                                     needs("content", &R::content, rule::any, "Content")};
};
struct ImportedLink {
  std::string source_id, target_id;
  using R = ImportedLink;
  static constexpr std::tuple fields{needs("source_id", &R::source_id, rule::any, "From"),
                                     needs("target_id", &R::target_id, rule::any, "To")};
};
struct ImportDocument {
  std::vector<ImportedMemory> memories;
  std::vector<ImportedLink> links;
  using R = ImportDocument;
  static constexpr std::tuple fields{
      needs("memories", &R::memories, rule::any,
            "Memories as an export has them; only title and content are required"),
      takes("links", &R::links, rule::any, "Links as an export has them")};
};

// How strictly an item is read (S9): by the limits of A4, or as an old database of ours or the
// reference's held it.
enum class Trust { stranger, own };
Result<Memory> imported_memory(const json::value& item, Trust trust, Time now);
// Whether a memory of an old database is one that a store would take today. Errors: which limit it
// breaks.
Result<void> within_limits(const Memory& memory, Time now);
Result<store::Version> imported_version(const json::value& item, Time now);
Result<store::LinkChange> imported_link_change(const json::value& item);
Result<Archived> imported_archived(const json::value& item, Time now);
Result<Link> imported_link(const json::value& item, Trust trust);
// Its index is for the caller to set.
Result<engine::ImportLoss> imported_loss(const json::value& item, Trust trust);
Result<StandardRow> imported_standard(const json::value& item, Trust trust);

}  // namespace aim::op
