#include "engine/folder_sync/packed_rows.h"

#include <bit>

#include "store/memories.h"
#include "store/records.h"
#include "store/table_rows.h"
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

}  // namespace aim::engine
