// Flags of commands that are no operation: what the tables of program_flags and model_flags are
// made with.
#pragma once
#include <span>
#include <string_view>

#include "op/kit/operation.h"

namespace aim::cli {

inline op::Param flag(std::string_view name, op::Kind kind, std::string_view doc,
                      Meaning meaning = Meaning::none) {
  op::Param param;
  param.name = name;
  param.kind = kind;
  param.doc = doc;
  param.rule.meaning = meaning;
  return param;
}
inline op::Param needed(std::string_view name, std::string_view doc,
                        Meaning meaning = Meaning::none) {
  op::Param param = flag(name, op::Kind::text, doc, meaning);
  param.required = true;
  return param;
}

// The flags of `mcp` and `call`: process verbs, so no operation has them. app/ reads what was
// given.

// Flags of these and of `serve`.
op::Param profile_param();
op::Param project_param();

std::span<const op::Param> mcp_flags();
std::span<const op::Param> memory_tool_flags();
std::span<const op::Param> call_flags();

// The arguments of `model …`: process verbs, so no operation has them. app/ reads what was given.
std::span<const op::Param> model_get_flags();
std::span<const op::Param> model_import_flags();
std::span<const op::Param> model_verify_flags();
std::span<const op::Param> model_remove_flags();
std::span<const op::Param> model_use_flags();
std::span<const op::Param> model_embed_flags();

// The arguments of commands that are about the program itself: no operation has them; app/ reads
// what was given.
std::span<const op::Param> features_flag();  // read as --tier too, its old name (S62)
std::span<const op::Param> doctor_flags();
std::span<const op::Param> completions_flags();
std::span<const op::Param> man_flags();
std::span<const op::Param> migrate_flags();
std::span<const op::Param> adopt_flags();
std::span<const op::Param> config_set_flags();
std::span<const op::Param> new_key_flags();  // for encrypt and rekey
std::span<const op::Param> unlock_flags();
std::span<const op::Param> index_flags();
std::span<const op::Param> install_flags();
std::span<const op::Param> uninstall_flags();

// Flags of the commands about a project's own store.
std::span<const op::Param> init_flags();
std::span<const op::Param> trust_flags();
std::span<const op::Param> context_flags();
std::span<const op::Param> summarise_flags();
std::span<const op::Param> import_markdown_flags();
std::span<const op::Param> export_markdown_flags();
// Flags of commands of the core that can use both stores of vector-memory.
std::span<const op::Param> both_stores_flags();

// The flags of `serve`: a process verb, so no operation has them. app/ reads what was given.
std::span<const op::Param> serve_flags();

}  // namespace aim::cli
