#include <array>
#include <vector>

#include "cli/flags.h"

namespace aim::cli {

namespace {

op::Param features_param() {
  op::Param param;
  param.name = "features";
  param.doc =
      "Features offered: each level has those of the one before; overrides the configuration";
  param.rule.meaning = Meaning::feature_tier;
  param.values.assign(op::choices<FeatureTier>.begin(), op::choices<FeatureTier>.end());
  return param;
}

op::Param name_space_param() {
  op::Param param;
  param.name = "namespace";
  param.doc =
      "Default namespace of the session; auto: the project's, as on the command line (default: "
      "global)";
  param.flag = 'n';
  param.rule.meaning = Meaning::name_space;
  return param;
}

op::Param tools_param() {
  op::Param param;
  param.name = "tools";
  param.doc =
      "Tools to offer: core (the nine that most sessions need), full, or names separated by commas "
      "(default: full)";
  return param;
}

}  // namespace

op::Param project_param() {
  op::Param param;
  param.name = "project";
  param.doc = "Folder in which the search for the project starts (default: the working directory)";
  return param;
}

op::Param profile_param() {
  op::Param param;
  param.name = "profile";
  param.doc = "Profile that defines the tools (default: core)";
  param.values = {"core", "vector-memory", "mudpuppy", "server-memory", "memory-tool"};
  return param;
}

std::span<const op::Param> mcp_flags() {
  static const std::vector<op::Param> params{features_param(), name_space_param(), tools_param(),
                                             profile_param(), project_param()};
  return params;
}

std::span<const op::Param> memory_tool_flags() {
  static const std::vector<op::Param> params{project_param(), name_space_param(), features_param()};
  return params;
}

std::span<const op::Param> call_flags() {
  static const std::vector<op::Param> params = [] {
    op::Param tool, arguments;
    tool.name = "tool";
    tool.doc = "Name of the tool";
    tool.required = true;
    arguments.name = "json";
    arguments.doc = "Its arguments as a JSON object; - reads them from standard input";
    return std::vector<op::Param>{
        tool, arguments, profile_param(), project_param(), name_space_param(), features_param()};
  }();
  return params;
}

}  // namespace aim::cli
