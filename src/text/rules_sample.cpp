#include <utf8proc.h>

#include "text/words.h"

namespace aim::text {
namespace {

constexpr int rules_version = 3;

constexpr std::string_view texts[] = {
    "Migrating the databases: caf\u00E9, Stra\u00DFe, \u0141\u00F3d\u017A, Caroline's and don't; "
    "running ponies, "
    "generously relational organization.",
    "foo.bar_baz:8080 billing-api v1.2.3 src/main.rs getUserName HTTPServer MySQL-compatible C++ "
    "C# "
    "k8s utf8 APIs package/__init__.py a@b.example",
    "\u6570\u636E\u5E93 \u4F7F\u7528Python\u7F16\u7A0B \u30AC\u30AD \uFF76\uFF9E \uD55C\uAD6D",
    "\u0E10\u0E32\u0E19\u0E02\u0E49\u0E2D\u0E21\u0E39\u0E25 \u0EC0\u0EA1\u0EB7\u0EAD\u0E87 "
    "\u1780\u1798\u17D2\u1796\u17BB\u1787\u17B6 \u1019\u103C\u1014\u103A\u1019\u102C",
    "\u0643\u062A\u0627\u0628 \u0627\u0644\u0643\u062A\u0628 \u043A\u043D\u0438\u0433\u0438 "
    "\u03B2\u03B9\u03B2\u03BB\u03AF\u03B1 \u0939\u093F\u0928\u094D\u0926\u0940 "
    "\u05E1\u05B5\u05E4\u05B6\u05E8",
    "Die H\u00E4user der Lieferungen; les maisons fran\u00E7aises; \u0130stanbul\u0131n",
    "\U0001F680 \u2705 done",
};

}  // namespace

std::string rules_sample() {
  std::string out = std::to_string(rules_version) + " " + utf8proc_unicode_version();
  for (const std::string_view text : texts)
    tokenize(text, [&](const Token& token) {
      out.append(token.colocated ? "|" : " ").append(token.term);
    });
  return out;
}

}  // namespace aim::text
