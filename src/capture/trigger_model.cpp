#include "capture/trigger_model.h"

#include <cmath>
#include <cstring>

#include "capture/trigger_features.h"

namespace aim {
namespace {

const TriggerWeights& model_of(Trigger task) {
  return weights_of_trigger(static_cast<std::size_t>(task));
}

double sum_of_words(const TriggerWeights& model, const Features& features) {
  double sum = 0;
  for (const auto& [hash, value] : features.hashed)
    sum += static_cast<double>(value) *
           static_cast<signed char>(model.bytes[hash & (model.places - 1)]);
  return sum * static_cast<double>(model.step);
}

double sum_of_numbers(const TriggerWeights& model, const Features& features) {
  double sum = 0;
  std::string_view weights = model.numbers;
  for (const float number : features.numbers) {
    float weight = 0;
    if (weights.size() < sizeof weight)
      break;
    std::memcpy(&weight, weights.data(), sizeof weight);
    weights.remove_prefix(sizeof weight);
    sum += static_cast<double>(weight) * static_cast<double>(number);
  }
  return sum;
}

double logistic(double sum) {
  return 1 / (1 + std::exp(-sum));
}

}  // namespace

double chance_of(Trigger task, const Features& features) {
  const TriggerWeights& model = model_of(task);
  return logistic(static_cast<double>(model.bias) + sum_of_words(model, features) +
                  sum_of_numbers(model, features));
}

double chance_by_words(Trigger task, const Features& features) {
  return logistic(sum_of_words(model_of(task), features));
}

}  // namespace aim
