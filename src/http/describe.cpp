#include "http/describe.h"

namespace aim::http {

namespace {

constexpr std::array always{400, 403, 408, 431, 500, 503};
constexpr std::array with_body{413, 415};

op::Param warnings() {
  op::Param param;
  param.name = "warnings";
  param.doc = "Arguments that were ignored or reduced to a limit, if any";
  param.kind = op::Kind::text_list;
  param.optional = true;
  return param;
}

bool is_in_path(const Row& row, std::string_view name) {
  const auto names = path_names(row.path);
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string_view id_of(const Row& row) {
  return row.id.empty() ? row.operation().name : row.id;
}
std::string_view title_of(const Row& row) {
  return row.title.empty() ? row.operation().title : row.title;
}
std::string_view summary_of(const Row& row) {
  return row.summary.empty() ? row.operation().summary : row.summary;
}

std::vector<Argument> arguments_of(const Row& row) {
  std::vector<Argument> arguments;
  const std::vector<op::Param> params =
      row.operation ? row.operation().params : page_params(row.page);
  for (op::Param param : params) {
    if (param.name == row.fixed.name)
      continue;
    ArgumentPlace place = row.from == From::body ? ArgumentPlace::body : ArgumentPlace::query;
    if (is_in_path(row, param.name))
      place = ArgumentPlace::path;
    if (!row.rename.here.empty() && param.name == row.rename.there)
      param.name = row.rename.here;
    if (!row.not_blank.empty() && param.name == row.not_blank) {
      param.rule.min_bytes = 1;
      param.rule.not_blank = true;
    }
    arguments.push_back({std::move(param), place});
  }
  return arguments;
}

std::vector<op::Param> results_of(const Row& row) {
  if (!row.operation)
    return page_results(row.page);
  const op::Operation& operation = row.operation();
  if (!operation.output.members.empty())
    return operation.output.members;
  auto results =
      row.projection ? op::projected(operation.results, *row.projection) : operation.results;
  results.push_back(warnings());
  return results;
}

bool writes_list(const Row& row) {
  return row.operation && row.operation().output.list;
}

std::vector<int> errors_of(const Row& row, bool token) {
  std::vector<int> statuses(always.begin(), always.end());
  statuses.insert(statuses.end(), row.errors.begin(), row.errors.end());
  if (row.from != From::query)
    statuses.insert(statuses.end(), with_body.begin(), with_body.end());
  if (token && row.page != Page::health)
    statuses.push_back(401);
  std::sort(statuses.begin(), statuses.end());
  return statuses;
}

bool is_described(const Row& row, FeatureTier tier) {
  return tier >= row.tier && !row.own_page;
}

namespace {

struct HealthRequest {
  bool deep = false;
  using R = HealthRequest;
  static constexpr std::tuple fields{
      op::takes("deep", &R::deep, rule::any,
                "Run all checks in the background, and show the result of the last run")};
};

}  // namespace

std::vector<op::Param> page_params(Page page) {
  return page == Page::health ? op::describe<HealthRequest>() : std::vector<op::Param>();
}

std::vector<op::Param> page_results(Page page) {
  return page == Page::health ? op::describe<HealthReply>() : std::vector<op::Param>();
}

}  // namespace aim::http
