#include "cli/migration.h"

#include <boost/json.hpp>

namespace aim::cli {

std::string MigrationReport::json() const {
  boost::json::array list;
  for (const Table& table : tables)
    list.push_back({{"table", table.name}, {"rows", table.rows}, {"sha256", table.digest}});
  return boost::json::serialize(boost::json::object{{"from", from},
                                                    {"to", to},
                                                    {"resumed", resumed},
                                                    {"tables", std::move(list)},
                                                    {"vectors", vectors},
                                                    {"vectors_left_out", vectors_left_out}}) +
         "\n";
}

std::string MigrationReport::text() const {
  constexpr std::size_t shown_digits = 16;
  std::string text = from + " was copied to " + to + (resumed ? ", in several runs" : "") +
                     "; both were read again and are equal:\n";
  for (const Table& table : tables)
    if (table.rows > 0)
      text += "  " + table.name + ": " + std::to_string(table.rows) + ", sha256 " +
              table.digest.substr(0, shown_digits) + "\n";
  text += "  vectors: " + std::to_string(vectors) + "\n";
  if (vectors_left_out > 0)
    text += std::to_string(vectors_left_out) +
            " vectors belonged to texts that have changed since: they are computed again\n";
  return text;
}

}  // namespace aim::cli
