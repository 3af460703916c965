#include "model/catalog.h"

#include "base/ascii.h"
#include "embed/embedder.h"

namespace aim::model {
namespace {

using embed::Pooling;
namespace usual_prefix = embed::usual_prefix;

// BERT's own, uncased: the vocabulary of every English model below.
constexpr KnownFile vocabulary_of_bert{
    vocabulary_file, 231'508, "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"};

constexpr std::array table{
    KnownModel{.name = usual_model,
               .repository = "sentence-transformers/all-MiniLM-L6-v2",
               .revision = "1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
               .licence = "Apache-2.0",
               .summary = "small and fast, English",
               .dimension = 384,
               .files = {{{weights_file, 90'868'376,
                           "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"},
                          vocabulary_of_bert,
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
                          vocabulary_of_bert,
                          {settings_file, 2'538,
                           "9ab00bd92cee80a569f708140b7b6c1661a65891ff3765b1519e181ba2f2c92b"}}},
               .query_prefix = usual_prefix::search_query,
               .document_prefix = usual_prefix::search_document},
    KnownModel{
        .name = "all-MiniLM-L12-v2",
        .repository = "sentence-transformers/all-MiniLM-L12-v2",
        .revision = "c004d8e3e901237d8fa7e9fff12774962e391ce5",
        .licence = "Apache-2.0",
        .summary = "twice the layers of the usual model, English",
        .dimension = 384,
        .files = {{{weights_file, 0, ""}, vocabulary_of_bert, {settings_file, 0, ""}}},
        .max_tokens = 128,
        .settings =
            R"({"model_type":"bert","hidden_act":"gelu","vocab_size":30522,"hidden_size":384,)"
            R"("num_hidden_layers":12,"num_attention_heads":12,"intermediate_size":1536,)"
            R"("max_position_embeddings":512,"layer_norm_eps":1e-12})"},
    KnownModel{.name = "bge-small-en-v1.5",
               .repository = "BAAI/bge-small-en-v1.5",
               .revision = "5c38ec7c405ec4b44b94cc5a9bb96e735b38267a",
               .licence = "MIT",
               .summary = "for questions, English",
               .dimension = 384,
               .files = {{{weights_file, 133'466'304,
                           "3c9f31665447c8911517620762200d2245a2518d6e7208acc78cd9db317e21ad"},
                          vocabulary_of_bert,
                          {settings_file, 743,
                           "094f8e891b932f2000c92cfc663bac4c62069f5d8af5b5278c4306aef3084750"}}},
               .pooling = Pooling::first,
               .query_prefix = usual_prefix::relevant_passages,
               .max_tokens = 512},
    KnownModel{.name = "e5-small-v2",
               .repository = "intfloat/e5-small-v2",
               .revision = "ffb93f3bd4047442299a41ebb6fa998a38507c52",
               .licence = "MIT",
               .summary = "for questions, English",
               .dimension = 384,
               .files = {{{weights_file, 133'466'304,
                           "45bfa60070649aae2244fbc9d508537779b93b6f353c17b0f95ceccb1c5116c1"},
                          vocabulary_of_bert,
                          {settings_file, 615,
                           "5dfb0363cd0243be179c03bcaafd1542d0fbb95e8cbcf575fff3e229342adc2f"}}},
               .query_prefix = usual_prefix::query,
               .document_prefix = usual_prefix::passage,
               .max_tokens = 512},
    KnownModel{.name = "snowflake-arctic-embed-xs",
               .repository = "Snowflake/snowflake-arctic-embed-xs",
               .revision = "d8c86521100d3556476a063fc2342036d45c106f",
               .licence = "Apache-2.0",
               .summary = "small, for questions, English",
               .dimension = 384,
               .files = {{{weights_file, 90'272'656,
                           "ee789e0b1d6ecbbd5ce37b474af556cc1a1319cee4417d9e3b11f82e90300706"},
                          vocabulary_of_bert,
                          {settings_file, 737,
                           "d7d071046ab952af96b7abad788db7ab3fc997b465e1b9914ff39707092254ec"}}},
               .pooling = Pooling::first,
               .query_prefix = usual_prefix::relevant_passages,
               .max_tokens = 512},
    KnownModel{.name = "multilingual-e5-small",
               .repository = "intfloat/multilingual-e5-small",
               .revision = "614241f622f53c4eeff9890bdc4f31cfecc418b3",
               .licence = "MIT",
               .summary = "for questions, some hundred languages",
               .dimension = 384,
               .files = {{{weights_file, 470'641'600,
                           "1a55775f53449dac10a2bcbc312469fac40b96d53198c407081a831f81c98477"},
                          {tokenizer_file, 17'082'730,
                           "0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39"},
                          {settings_file, 655,
                           "69137736cab8b8903a07fe8afaafdda25aac55415a12a55d1bffa9f581abf959"}}},
               .query_prefix = usual_prefix::query,
               .document_prefix = usual_prefix::passage,
               .max_tokens = 512},
    KnownModel{.name = "paraphrase-multilingual-MiniLM-L12-v2",
               .repository = "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2",
               .revision = "e8f8c211226b894fcb81acc59f3b34ba3efd5f42",
               .licence = "Apache-2.0",
               .summary = "some fifty languages",
               .dimension = 384,
               .files = {{{weights_file, 470'641'600,
                           "eaa086f0ffee582aeb45b36e34cdd1fe2d6de2bef61f8a559a1bbc9bd955917b"},
                          {tokenizer_file, 9'081'518,
                           "2c3387be76557bd40970cec13153b3bbf80407865484b209e655e5e4729076b8"},
                          {settings_file, 645,
                           "6300193cb75e01cf80c96decef7187dfb33094d97cc1490b7ead6ff134476e4e"}}},
               .max_tokens = 128},
};

std::string_view hash_in(const Record& record, std::string_view name) {
  for (const SourceFile& file : record.files)
    if (file.name == name)
      return file.sha256;
  return {};
}

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

const KnownModel* recognise(const Record& record) {
  for (const KnownModel& model : table)
    if (model.is_pinned() && hash_in(record, weights_file) == model.files[0].sha256 &&
        hash_in(record, model.files[1].name) == model.files[1].sha256)
      return &model;
  return nullptr;
}

embed::PackOptions KnownModel::pack_options() const {
  embed::PackOptions out;
  out.use = {pooling, std::string(query_prefix), std::string(document_prefix)};
  out.max_tokens = max_tokens;
  return out;
}

std::string address_on(std::string_view hub, const KnownModel& model, std::string_view file) {
  while (hub.ends_with('/')) hub.remove_suffix(1);
  std::string address(hub);
  for (const std::string_view part :
       {model.repository, std::string_view("resolve"), model.revision, file})
    address.append("/").append(part);
  return address;
}

std::string page_of(const KnownModel& model) {
  std::string page(usual_hub);
  for (const std::string_view part :
       {model.repository, std::string_view("blob"), model.revision, weights_file})
    page.append("/").append(part);
  return page;
}

namespace {

constexpr std::string_view first_line = "ai-memory model 1";

}  // namespace

std::string text_of(const Record& record) {
  std::string text(first_line);
  std::string origin = record.origin;
  std::replace(origin.begin(), origin.end(), '\n', ' ');
  text.append("\norigin ").append(origin).append("\n");
  for (const SourceFile& file : record.files) {
    text.append("file ").append(file.name).append(" ").append(file.sha256).append(" ");
    text.append(std::to_string(file.bytes)).append("\n");
  }
  return text;
}

std::optional<Record> record_of(std::string_view text) {
  if (ascii::take_part(text, '\n') != first_line)
    return std::nullopt;
  Record record;
  while (!text.empty()) {
    std::string_view line = ascii::take_part(text, '\n');
    const std::string_view kind = ascii::take_part(line, ' ');
    if (kind == "origin") {
      record.origin = line;
    } else if (kind == "file") {
      SourceFile file;
      file.name = ascii::take_part(line, ' ');
      file.sha256 = ascii::take_part(line, ' ');
      const auto bytes = ascii::number<decltype(file.bytes)>(line);
      if (!bytes)
        return std::nullopt;
      file.bytes = *bytes;
      record.files.push_back(std::move(file));
    }  // else of a later version
  }
  return record;
}

}  // namespace aim::model
