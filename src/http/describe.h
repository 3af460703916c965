// The rows as documents show them: what each takes, answers and may refuse. The OpenAPI document
// and the page of /docs are both made of this.
#pragma once
#include <vector>

#include "http/routes.h"

namespace aim::http {

std::string_view id_of(const Row& row);       // unique
std::string_view title_of(const Row& row);    // "Store a memory"
std::string_view summary_of(const Row& row);  // a sentence

// An argument under the name it has at this door.
enum class ArgumentPlace { path, query, body };
struct Argument {
  op::Param param;
  ArgumentPlace place = ArgumentPlace::query;
};
std::vector<Argument> arguments_of(const Row& row);

// The members of a successful answer, where it is a JSON object.
std::vector<op::Param> results_of(const Row& row);
// Whether the answer is a list of such objects.
bool writes_list(const Row& row);

// Statuses of errors, ascending. `token`: whether the server asks for one.
std::vector<int> errors_of(const Row& row, bool token);
std::string_view reason_of(int status);

// Whether the server, as it runs, is to speak of that row (S10).
bool is_described(const Row& row, FeatureTier tier);

}  // namespace aim::http
