// The models that are known by name: where they are published, which files, with which SHA-256.
// Knows: data. Must not know: how files are fetched, where they are kept.
// Source: B5; docs/decisions/0036. The hashes are those of the published revision; a revision never
// changes.
#pragma once
#include "embed/pack.h"

namespace aim::model {

// Where an installed model came from: a small text beside its packed file, NAME.origin, for people
// and for `model list`. Without it the model works all the same.
//
//   ai-memory model 1
//   origin https://huggingface.co/…
//   file model.safetensors 53aa… 90868376
struct SourceFile {
  std::string name, sha256;
  std::uint64_t bytes = 0;
  friend bool operator==(const SourceFile&, const SourceFile&) = default;
};
struct Record {
  std::string origin;
  std::vector<SourceFile> files;
  friend bool operator==(const Record&, const Record&) = default;
};

std::string text_of(const Record& record);
// None: it is no such text.
std::optional<Record> record_of(std::string_view text);

// What is needed of a published model, by the names that hubs and wheels use.
inline constexpr std::string_view weights_file = "model.safetensors", vocabulary_file = "vocab.txt",
                                  settings_file = "config.json", tokenizer_file = "tokenizer.json";

struct KnownFile {
  std::string_view name;
  std::uint64_t bytes;
  std::string_view sha256;  // empty: whoever obtains it has to say it
};

struct KnownModel {
  std::string_view name, repository, revision, licence, summary;
  std::uint32_t dimension;
  std::array<KnownFile, 3> files;  // the weights, the vocabulary, the settings
  embed::Pooling pooling = embed::Pooling::mean;
  std::string_view query_prefix = {}, document_prefix = {};
  std::uint32_t max_tokens = 0;    // 0: the packer's usual
  std::string_view settings = {};  // of a model whose settings are not downloaded: the file itself

  // 0: not known.
  constexpr std::uint64_t bytes() const {
    return files[0].bytes > 0 ? files[0].bytes + files[1].bytes + files[2].bytes : 0;
  }
  constexpr bool is_pinned() const { return !files[0].sha256.empty(); }
  embed::PackOptions pack_options() const;
};

std::span<const KnownModel> known_models();
const KnownModel* find_known(std::string_view name);
// By its weights and vocabulary: the other files are written anew by every tool.
const KnownModel* recognise(const Record& record);

// The one to use where nothing was chosen.
inline constexpr std::string_view usual_model = "all-MiniLM-L6-v2";

inline constexpr std::string_view usual_hub = "https://huggingface.co";
// "HUB/REPOSITORY/resolve/REVISION/FILE", the form of the hub and of its mirrors.
std::string address_on(std::string_view hub, const KnownModel& model, std::string_view file);
// Where its publisher shows the weights, and their SHA-256.
std::string page_of(const KnownModel& model);

}  // namespace aim::model
