#include "model/catalog.h"

namespace aim::model {
namespace {

constexpr std::array table{
    KnownModel{.name = usual_model,
               .repository = "sentence-transformers/all-MiniLM-L6-v2",
               .revision = "1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
               .licence = "Apache-2.0",
               .summary = "small and fast, English",
               .dimension = 384,
               .files = {{{weights_file, 90'868'376,
                           "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"},
                          {vocabulary_file, 231'508,
                           "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"},
                          {settings_file, 612,
                           "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"}}}},
    KnownModel{.name = "nomic-embed-text-v1.5",
               .repository = "nomic-ai/nomic-embed-text-v1.5",
               .revision = "e9b6763023c676ca8431644204f50c2b100d9aab",
               .licence = "Apache-2.0",
               .summary = "six times as large, for longer texts, English",
               .dimension = 768,
               .files = {{{weights_file, 546'938'168,
                           "9e7d262b1fe5ea350782829496efa831901b77486bbde1cea54a4c822d010d5c"},
                          {vocabulary_file, 231'508,
                           "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"},
                          {settings_file, 2'538,
                           "9ab00bd92cee80a569f708140b7b6c1661a65891ff3765b1519e181ba2f2c92b"}}}},
};

}  // namespace

std::span<const KnownModel> known_models() {
  return table;
}

const KnownModel* find_known(std::string_view name) {
  for (const KnownModel& model : table)
    if (model.name == name)
      return &model;
  return nullptr;
}

const KnownModel* recognise(std::string_view weights_sha256, std::string_view vocabulary_sha256) {
  for (const KnownModel& model : table)
    if (model.files[0].sha256 == weights_sha256 && model.files[1].sha256 == vocabulary_sha256)
      return &model;
  return nullptr;
}

std::string address_on(std::string_view hub, const KnownModel& model, std::string_view file) {
  while (hub.ends_with('/')) hub.remove_suffix(1);
  std::string address(hub);
  for (const std::string_view part :
       {model.repository, std::string_view("resolve"), model.revision, file})
    address.append("/").append(part);
  return address;
}

}  // namespace aim::model
