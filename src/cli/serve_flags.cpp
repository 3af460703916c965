#include <array>

#include "cli/flags.h"

namespace aim::cli {
namespace {

struct Flag {
  std::string_view name;
  op::Kind kind;
  std::string_view doc;
  Meaning meaning = Meaning::none;
};
using op::Kind;

constexpr std::array flags{
    Flag{"host", Kind::text,
         "Address to listen on; other than loopback requires a token (default: 127.0.0.1)"},
    Flag{"port", Kind::integer, "Port to listen on; 0: any free port (default: 9077)"},
    Flag{"unix_socket", Kind::text, "Also listen on this Unix socket; only its owner can use it",
         Meaning::path},
    Flag{"mcp", Kind::boolean, "Serve MCP at /mcp (default)"},
    Flag{"no_mcp", Kind::boolean, "Serve REST only"},
    Flag{"mcp_sse", Kind::boolean,
         "Also serve MCP's older HTTP+SSE transport at /sse, for clients of 2024"},
    Flag{"token_file", Kind::text,
         "File with the token that clients must send; or set AI_MEMORY_TOKEN", Meaning::path},
    Flag{"tls_certificate", Kind::text, "Serve TLS with this certificate chain (PEM)",
         Meaning::path},
    Flag{"tls_key", Kind::text, "Private key of the certificate (PEM)", Meaning::path},
    Flag{"allow_host", Kind::text_list,
         "Host names to accept in addition to loopback and --host (protection against DNS "
         "rebinding)"},
    Flag{"allow_origin", Kind::text_list,
         "Web origins that may use this server, as https://name:port, in addition to its own"},
};

}  // namespace

std::span<const op::Param> serve_flags() {
  static const std::vector<op::Param> params = [] {
    std::vector<op::Param> made;
    for (const Flag& flag : flags) {
      op::Param& param = made.emplace_back();
      param.name = flag.name;
      param.kind = flag.kind;
      param.doc = flag.doc;
      param.rule.meaning = flag.meaning;
    }
    op::Param& features = made.emplace_back();
    features.name = "features";
    features.doc =
        "Features offered: each level has those of the one before; overrides the configuration";
    features.rule.meaning = Meaning::feature_tier;
    features.values.assign(op::choices<FeatureTier>.begin(), op::choices<FeatureTier>.end());
    made.push_back(profile_param());
    made.push_back(project_param());
    return made;
  }();
  return params;
}

}  // namespace aim::cli
