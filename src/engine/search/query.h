// A question as the rankings take it: the vectors it is asked by, and what a ranking runs over.
// Vectors are made before the snapshot is taken: they may take a while.
// Must not know: weights, scores.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "embed/embedder.h"
#include "engine/engine.h"
#include "engine/search/asked_once.h"
#include "engine/search/found.h"
#include "engine/search/question.h"
#include "text/when.h"

namespace aim::engine {

struct Vectors;

// A question by all of them.
struct QueryVectors {
  ChannelQuery built_in, model;
  const embed::Embedder* asked_model = nullptr;  // that `model` is by
  ChannelQuery older;  // by the model before, see vectors/previous_model.h
  const embed::Embedder* older_model = nullptr;
};

// `once`: see asked_once.h; null: the question is asked by this alone.
QueryVectors query_vectors(Engine& engine, const Query& query, AskedOnce* once = nullptr);

// What a ranking is asked, in one snapshot. It may change the question: beginnings of words.
struct RankingRequest {
  store::Reader& reader;
  const Engine& engine;
  const Query& query;
  const QueryVectors& vectors;
  Question& question;
  Time now;
};

// What blend.h compares every passage of a scope with.
struct BlendQuery {
  const QueryVectors& vectors;
  // The passages' vectors; null: the question is not asked by them.
  const Vectors *built_in = nullptr, *model = nullptr, *older = nullptr;
  std::vector<std::int64_t> name_spaces = {};  // numbers; empty: all
  std::vector<std::uint32_t> names = {};       // hashes of words that may be names of speakers
  std::optional<text::When> when = {};         // the time it names
};

// Hashes of the words of a question, and of runs of two, that a speaker's PassageMeta may have.
std::vector<std::uint32_t> names_in(std::string_view question);

}  // namespace aim::engine
