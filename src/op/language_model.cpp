#include "op/language_model.h"

#include <boost/json.hpp>

#include "engine/engine.h"
#include "engine/language_model/enrich.h"
#include "engine/language_model/expansions.h"
#include "engine/vectors/embeddings.h"
#include "op/kit/remedies.h"
#include "text/json_text.h"

namespace aim::op {

namespace {

bool is_asked_to(const Param& param, const json::object& arguments) {
  return param.rule.meaning == Meaning::ask_model && text::flag_at(arguments, param.name);
}

}  // namespace

Result<void> needs_language_model(const Engine& engine, std::string_view what,
                                  const Caller& caller) {
  if (engine.llm && caller.tier >= FeatureTier::smart)
    return {};
  std::string message(what);
  if (caller.tier < FeatureTier::smart) {
    message
        .append(
            " needs a language model and the feature level smart or autonomous; this server runs "
            "at "
            "the tier ")
        .append(name_of(caller.tier));
    return Failure(unavailable(std::move(message), "everything else works without one"));
  }
  return Failure(unavailable(message + " needs a language model; none is configured",
                             "see [llm] in config.toml"));
}

Expansion expansion_of(Engine& engine, const std::string& question, std::optional<bool> asked,
                       const Caller& caller) {
  if (!asked.value_or(caller.tier == FeatureTier::autonomous && engine.expansions))
    return {};
  if (const auto able = needs_language_model(engine, "expanding a query", caller); !able)
    return {{}, able.error().message};
  if (auto known = engine.expansions->known(question))
    return {std::move(*known), {}};
  if (!asked) {
    engine.expansions->request(question);
    return {};
  }
  auto found = engine::expand_query(engine, question);
  if (!found)
    return {{}, "the question was not expanded: " + found.error().message};
  engine.expansions->keep(question, *found);
  return {std::move(*found), {}};
}

bool has_language_model(const Engine& engine) {
  return engine.llm != nullptr;
}

bool asks_model(const Operation& operation, const json::object& arguments) {
  return operation.traits.asks_model ||
         std::ranges::any_of(operation.params,
                             [&](const Param& param) { return is_asked_to(param, arguments); });
}

std::string told_of_unopened_model(Engine& engine, const Caller& caller) {
  if (!engine.embeddings.has_model() || engine.embeddings.warm_model())
    return {};
  return "searched without the embedding model: it could not be opened; " +
         said_to_person(caller, {.program = find_fault}) + " shows the reason";
}

std::string told_of_lacking_model(Engine& engine, const Caller& caller) {
  return engine.embeddings.has_model() ? told_of_unopened_model(engine, caller)
                                       : told_of_no_model(caller);
}

std::string told_of_no_model(const Caller& caller) {
  return "the model could not be used (there is none here): " +
         said_to_person(caller, {.program = get_model});
}

}  // namespace aim::op
