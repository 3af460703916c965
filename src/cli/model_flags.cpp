#include <vector>

#include "cli/flags.h"

namespace aim::cli {
namespace {

using op::Kind;
using Params = std::vector<op::Param>;

}  // namespace

std::span<const op::Param> model_get_flags() {
  static const Params params{
      needed("name", "Model of the list or, with --url and --sha256, a name for another one",
             Meaning::model),
      flag("url", Kind::text,
           "Hub or mirror (default: $AI_MEMORY_HUB, then the configuration's, then "
           "https://huggingface.co); for another model: web folder with its files and SHA256SUMS"),
      flag("sha256", Kind::text,
           "For another model: SHA-256 of its SHA256SUMS, the output of: sha256sum "
           "model.safetensors vocab.txt config.json; for all-MiniLM-L12-v2: SHA-256 of its "
           "model.safetensors"),
      flag("keep", Kind::text,
           "Also copy the published files to this folder, for import on other machines",
           Meaning::path),
      flag("timeout", Kind::integer,
           "Seconds to wait for a server that does not answer (default: 30)")};
  return params;
}

std::span<const op::Param> model_import_flags() {
  static const Params params{
      needed("path",
             "A folder with model.safetensors, vocab.txt and config.json, or a Python wheel or zip "
             "that contains one",
             Meaning::path),
      flag("name", Kind::text, "Name; models of the list are recognised by their files",
           Meaning::model)};
  return params;
}

std::span<const op::Param> model_verify_flags() {
  static const Params params{
      flag("name", Kind::text, "A model; default: all that are installed", Meaning::model)};
  return params;
}

std::span<const op::Param> model_remove_flags() {
  static const Params params{needed("name", "The model", Meaning::model)};
  return params;
}

std::span<const op::Param> model_use_flags() {
  static const Params params{
      needed("name", "An installed model, none, or auto (all-MiniLM-L6-v2 if it is installed)",
             Meaning::model)};
  return params;
}

std::span<const op::Param> model_embed_flags() {
  static const Params params{
      needed("text", "A text; - reads one from standard input"),
      flag("lines", Kind::boolean, "Treat each line as a separate text"),
      flag("query", Kind::boolean,
           "Embed as a query, not as a document; some models distinguish them"),
      flag("model", Kind::text, "A model other than the one in use", Meaning::model)};
  return params;
}

}  // namespace aim::cli
