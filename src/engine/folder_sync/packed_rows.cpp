#include "engine/folder_sync/packed_rows.h"

#include <bit>

#include "base/hash.h"
#include "engine/history/transcripts.h"
#include "store/memories.h"
#include "store/records.h"
#include "store/table_rows.h"
#include "store/transcripts.h"
#include "sync/packing.h"

namespace aim::engine {
namespace {

using store::Row;
using store::Table;
using store::Value;
using sync::Packer;
using sync::Unpacker;

constexpr std::array<std::string_view, 12> travelling{
    "namespaces",   "memories", "usage",          "links",     "link_tombstones",
    "lost_sources", "archive",  "archived_links", "standards", "standard_tombstones",
    "tombstones",   "versions"};
constexpr std::int64_t rows_at_once = 100;
constexpr std::size_t piece_bytes = std::size_t{4} << 20U;
constexpr std::string_view facts = "facts";  // in the place of a table's name
// Their names begin so: facts of standards.
constexpr std::array<std::string_view, 2> travelling_facts{"unconfirmed standard ",
                                                           "former standard "};
constexpr std::size_t most_facts = 1'000'000;

enum class ValueForm : std::uint8_t { none, integer, real, text };

void pack(Packer& out, const Value& value) {
  out.number(value.index());
  if (const auto* number = std::get_if<std::int64_t>(&value))
    out.number(std::bit_cast<std::uint64_t>(*number));
  else if (const auto* real = std::get_if<double>(&value))
    out.number(std::bit_cast<std::uint64_t>(*real));
  else if (const auto* text = std::get_if<std::string>(&value))
    out.text(*text);
}

Value value_in(Unpacker& in) {
  switch (static_cast<ValueForm>(in.number())) {
    case ValueForm::integer:
      return std::bit_cast<std::int64_t>(in.number());
    case ValueForm::real:
      return std::bit_cast<double>(in.number());
    case ValueForm::text:
      return in.text();
    case ValueForm::none:
      break;
  }
  return std::monostate();
}

Packer begun(const Table& table) {
  Packer out;
  out.text(table.name).number(table.columns.size());
  for (const store::Column& column : table.columns) out.text(column.name);
  return out;
}

Result<void> pack_table(const store::TableRows& rows, const Table& table, StreamSealer& out) {
  Packer piece = begun(table);
  bool any = false;
  for (Row key;;) {
    const auto some = TRY(rows.after(table, key, rows_at_once));
    for (const Row& row : some) {
      piece.number(1);
      for (const Value& value : row) pack(piece, value);
      any = true;
      if (piece.bytes().size() < piece_bytes)
        continue;
      out.add(piece.bytes());
      piece = begun(table);
      any = false;
    }
    if (std::ssize(some) < rows_at_once)
      break;
    key.assign(some.back().begin(),
               some.back().begin() + static_cast<std::ptrdiff_t>(table.key_columns));
  }
  if (any)
    out.add(piece.bytes());
  return {};
}

Error not_readable() {
  return invalid("the piece is damaged, or of a later ai-memory",
                 "update ai-memory on this device, then sync again");
}

Result<void> unpack_facts(Unpacker& in, store::Store& into) {
  return store::Access(into).write([&](store::Writer& writer) -> Result<void> {
    for (std::size_t left = in.count(); left > 0; --left) {
      const std::string name = in.text(), value = in.text();
      if (std::ranges::any_of(travelling_facts,
                              [&](std::string_view each) { return name.starts_with(each); }))
        TRY_VOID(writer.records.set_text_fact(name, value));
    }
    return {};
  });
}

Result<void> unpack_table(Unpacker& in, const Table* table, store::Store& into) {
  std::vector<std::size_t> places;  // in our table; past its end: not ours
  for (std::size_t left = in.count(); left > 0; --left) {
    const std::string name = in.text();
    const auto found = table ? std::ranges::find(table->columns, name, &store::Column::name)
                             : std::span<const store::Column>().end();
    places.push_back(table ? static_cast<std::size_t>(found - table->columns.begin()) : 0);
  }
  std::vector<Row> rows;
  while (in.is_good() && !in.at_end() && in.number() == 1) {
    Row row(table ? table->columns.size() : 0);
    for (const std::size_t place : places) {
      Value value = value_in(in);
      if (place < row.size())
        row[place] = std::move(value);
    }
    if (table)
      rows.push_back(std::move(row));
  }
  if (!in.is_good() || !in.at_end())
    return Failure(not_readable());
  if (rows.empty())
    return {};
  return into.tables()->write_rows(
      [&](store::Writer&, store::TableRows& all) { return all.add(*table, rows); }, {});
}

}  // namespace

Result<void> pack_rows(store::Store& from, StreamSealer& out) {
  return from.tables()->read_rows(
      [&](store::Reader& reader, const store::TableRows& rows) -> Result<void> {
        for (const Table& table : store::copied_tables())
          if (std::ranges::find(travelling, table.name) != travelling.end())
            TRY_VOID(pack_table(rows, table, out));
        std::vector<std::string> names;
        for (const std::string_view beginning : travelling_facts)
          for (const std::string& each : TRY(reader.records.facts_beginning(beginning, most_facts)))
            names.push_back(std::string(beginning) + each);
        if (names.empty())
          return {};
        Packer packed;
        packed.text(facts).number(names.size());
        for (const std::string& each : names)
          packed.text(each).text(TRY(reader.records.text_fact(each)));
        out.add(packed.bytes());
        return {};
      },
      {});
}

Result<void> unpack_rows(StreamOpener& in, store::Store& into) {
  const auto tables = store::copied_tables();
  while (const auto piece = in.next()) {
    Unpacker rows(*piece);
    const std::string name = rows.text();
    if (name == facts) {
      TRY_VOID(unpack_facts(rows, into));
      continue;
    }
    if (TRY(unpack_transcripts(name, rows, into)))
      continue;
    const bool travels = std::ranges::find(travelling, name) != travelling.end();
    const auto found = std::ranges::find(tables, name, &Table::name);
    TRY_VOID(unpack_table(rows, travels && found != tables.end() ? &*found : nullptr, into));
  }
  return in.is_whole() ? Result<void>() : Failure(not_readable());
}

namespace {

using sync::Packer;
using sync::Unpacker;

// In the place of a table's name (packed_rows.h).
constexpr std::string_view turns_name = "turns of a transcript", links_name = "transcript links";

std::uint64_t as_packed(std::int64_t number) {
  return static_cast<std::uint64_t>(number);
}

Packer begun(const Transcript& transcript) {
  Packer out;
  out.text(turns_name).text(transcript.name_space).text(transcript.session_id);
  out.number(transcript.expires_at ? 1 : 0);
  out.number(transcript.expires_at ? as_packed(transcript.expires_at->time_since_epoch().count())
                                   : 0);
  return out;
}

// A text that is damaged stays where it is, and keeps nothing else back.
Result<void> pack_turns(store::Reader& reader, const Transcript& transcript, std::int64_t from,
                        StreamSealer& out) {
  Packer piece = begun(transcript);
  for (const store::TurnRow& row :
       TRY(reader.transcripts.turns(transcript.number, from, INT64_MAX))) {
    const auto text = reader.transcripts.text(row.text);
    if (!text)
      continue;
    piece.number(1)
        .number(as_packed(row.turn.number))
        .number(as_packed(static_cast<int>(row.turn.role)));
    piece.number(as_packed(row.turn.said_at.time_since_epoch().count())).text(*text);
    if (piece.bytes().size() < piece_bytes)
      continue;
    out.add(piece.bytes());
    piece = begun(transcript);
  }
  out.add(piece.bytes());
  return {};
}

Result<void> unpack_turns(Unpacker& in, store::Store& into) {
  TurnDraft draft;
  draft.name_space = in.text();
  draft.session_id = in.text();
  const bool expires = in.number() != 0;
  const auto expires_at = time_from_nanoseconds(static_cast<std::int64_t>(in.number()));
  std::vector<TurnDraft> drafts;
  while (in.is_good() && !in.at_end() && in.number() == 1) {
    draft.number = static_cast<std::int64_t>(in.number());
    draft.role = static_cast<Role>(std::min<std::uint64_t>(in.number(), 3));
    draft.said_at = time_from_nanoseconds(static_cast<std::int64_t>(in.number()));
    draft.text = in.text();
    drafts.push_back(draft);
  }
  if (!in.is_good() || drafts.empty())
    return {};
  return store::Access(into).write([&](store::Writer& writer) -> Result<void> {
    TRY(capture_turns(writer, drafts, *draft.said_at));
    const auto made =
        TRY(writer.transcripts.find(transcript_id(draft.name_space, draft.session_id)));
    return made && expires ? writer.transcripts.set_expiry(made->number, expires_at)
                           : Result<void>();
  });
}

Result<void> unpack_links(Unpacker& in, store::Store& into) {
  return store::Access(into).write([&](store::Writer& writer) -> Result<void> {
    while (in.is_good() && !in.at_end()) {
      const std::string memory = in.text(), transcript = in.text();
      std::optional<Span> span;
      if (in.number() != 0) {
        span.emplace().start = static_cast<std::int64_t>(in.number());
        span->end = static_cast<std::int64_t>(in.number());
      }
      if (const auto found = TRY(writer.memories.find_by_id(memory)); found && in.is_good())
        TRY_VOID(writer.transcripts.link(found->key, transcript, span));
    }
    return {};
  });
}

}  // namespace

Result<TranscriptMarks> marks_of_transcripts(store::Reader& reader, const TranscriptMarks& known) {
  TranscriptMarks marks;
  TRY_VOID(reader.transcripts.each([&](const Transcript& each) -> Result<void> {
    SentTurns& mark = marks[each.id];
    const auto before = known.find(each.id);
    mark.turns = as_packed(each.turns);
    mark.next = before != known.end() && before->second.turns == mark.turns
                    ? before->second.next
                    : as_packed(TRY(reader.transcripts.last_turn(each.number)) + 1);
    return {};
  }));
  TRY_VOID(reader.transcripts.each_link([&](const TranscriptLink& link) -> Result<void> {
    const Span span = link.span.value_or(Span{-1, -1});
    if (const auto mark = marks.find(link.transcript_id); mark != marks.end())
      mark->second.links += stable_hash(link.memory_id + ' ' + std::to_string(span.start) + ' ' +
                                        std::to_string(span.end));
    return {};
  }));
  return marks;
}

// A turn that came between others makes all of them go again.
Result<ChangedTranscripts> changed_transcripts(store::Reader& reader, const TranscriptMarks& sent) {
  ChangedTranscripts changes;
  changes.are_shared = true;
  changes.marks = TRY(marks_of_transcripts(reader, sent));
  for (const auto& [id, mark] : changes.marks) {
    const auto found = sent.find(id);
    const SentTurns before = found == sent.end() ? SentTurns() : found->second;
    if (mark.turns != before.turns) {
      const bool only_later =
          mark.turns > before.turns && mark.next - before.next == mark.turns - before.turns;
      changes.turns[id] = only_later ? static_cast<std::int64_t>(before.next) : 0;
    }
    if (mark.links != before.links)
      changes.linked.insert(id);
  }
  return changes;
}

Result<void> pack_transcripts(store::Reader& reader, const ChangedTranscripts& changes,
                              const std::set<std::string, std::less<>>& memories,
                              StreamSealer& out) {
  if (!changes.are_shared)
    return {};
  for (const auto& [id, from] : changes.turns)
    if (const auto transcript = TRY(reader.transcripts.find(id)))
      TRY_VOID(pack_turns(reader, *transcript, from, out));
  Packer links;
  links.text(links_name);
  const std::size_t none = links.bytes().size();
  TRY_VOID(reader.transcripts.each_link([&](const TranscriptLink& link) -> Result<void> {
    if (!memories.contains(link.memory_id))
      return {};
    links.text(link.memory_id).text(link.transcript_id).number(link.span ? 1 : 0);
    if (link.span)
      links.number(as_packed(link.span->start)).number(as_packed(link.span->end));
    if (links.bytes().size() >= piece_bytes) {
      out.add(links.bytes());
      links = Packer();
      links.text(links_name);
    }
    return {};
  }));
  if (links.bytes().size() > none)
    out.add(links.bytes());
  return {};
}

Result<bool> unpack_transcripts(std::string_view name, Unpacker& in, store::Store& into) {
  if (name == turns_name)
    TRY_VOID(unpack_turns(in, into));
  else if (name == links_name)
    TRY_VOID(unpack_links(in, into));
  else
    return false;
  return true;
}

}  // namespace aim::engine
