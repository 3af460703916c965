// Replies of `model …` and `upgrade`, as lines for people or as one JSON object.
// Knows: how it looks. Must not know: where models come from.
#pragma once
#include "base/std.h"

namespace aim::cli {

// The model that advice names. The program sees to it that it is that of the catalogue.
inline constexpr std::string_view usual_model = "all-MiniLM-L6-v2";

struct ModelRow {
  std::string name;
  std::string state;            // "in use", "ready", "damaged", "available"
  std::uint64_t dimension = 0;  // 0: not known
  std::optional<std::uint64_t> max_tokens;
  std::uint64_t bytes = 0;      // on the disk, or to download
  std::string licence, origin;  // empty: not known
};

struct ModelList {
  std::string folder;
  std::string chosen;  // "auto", "none" or a name
  std::vector<ModelRow> rows;

  std::string text(bool colour) const;
  // {"chosen":…,"folder":…,"models":[{"bytes":…,"dimension":…,"name":…,"state":…,…}]}
  std::string json() const;
};

// Something was done with a model: the sentence, or {"name":…,"result":…}.
std::string model_result(std::string_view name, std::string_view result, std::string_view sentence,
                         bool as_json);

// {"installed":…,"newest":…,"program":…,"result":…}: versions, a path, and what was found or done.
std::string upgrade_json(std::string_view installed, std::string_view newest,
                         std::string_view program, std::string_view result);

struct PrintedVectors {
  std::string model, engine;
  std::size_t dimension = 0;
  std::span<const float> numbers;  // one vector after the other

  // A vector a line, numbers with blanks between.
  std::string text() const;
  // {"dimension":…,"engine":…,"model":…,"vectors":[[…]]}; the numbers are the shortest that read
  // back the same.
  std::string json() const;
};

}  // namespace aim::cli
