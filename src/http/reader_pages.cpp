#include "http/reader_pages.h"

namespace aim::http {
namespace {

// The hash is that of `token_script`, to the byte; a test of the page in a browser uses it.
constexpr std::string_view page_security =
    "default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'sha256-fdzFRwKFmDe1yGkehjBiwoQY6DaeTxktvfJKXspr1rY='; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

constexpr std::string_view head =
    R"(<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>ai-memory</title><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 12vh auto; padding: 0 1rem; }
input, button { font: inherit; padding: 0.4rem 0.7rem; }
input { width: 100%; box-sizing: border-box; margin: 0.3rem 0 0.6rem; }
code { font-size: 0.95em; }
</style><h1>ai-memory</h1>)";

constexpr std::string_view token_text =
    R"(<p>This server asks for a token. Paste it here, or open the page by the address that this command prints, valid once: <code>ai-memory ui</code></p>
<form><label>Token <input type="password" autocomplete="current-password" required autofocus></label><button>Open</button></form><p role="alert"></p>)";
constexpr std::string_view token_script =
    R"(document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = document.querySelector("[role=alert]");
  try {
    const reply = await fetch("/api/v1/ui/ticket", { method: "POST", headers: { Authorization: "Bearer " + document.querySelector("input").value.trim() } });
    const body = await reply.json();
    if (reply.ok) location.href = body.path;
    else said.textContent = reply.status === 401 ? "That is not a token of this server." : body.message;
  } catch {
    said.textContent = "The server does not answer. Start it with: ai-memory serve";
  }
});)";

constexpr std::string_view nothing_text =
    R"(<p>There is nothing at this address.</p><p><a href="/">All memories</a> · <a href="/docs">HTTP interface</a></p>)";

void show(net::Plan& plan, std::string body) {
  plan.refusal->content_type = "text/html; charset=utf-8";
  plan.refusal->body = std::move(body);
  plan.content_security = page_security;
}

}  // namespace

void ask_reader_for_token(net::Plan& plan) {
  show(plan, std::string(head)
                 .append(token_text)
                 .append("<script>")
                 .append(token_script)
                 .append("</script>"));
}

void tell_reader_of_nothing(net::Plan& plan) {
  show(plan, std::string(head).append(nothing_text));
}

}  // namespace aim::http
