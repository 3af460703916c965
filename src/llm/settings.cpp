#include "llm/settings.h"

#include <algorithm>

#include "base/secret_file.h"

namespace aim::llm {
namespace {

constexpr std::size_t max_key_bytes = 4'096, max_model_bytes = 200;

std::string without_slashes(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

std::string key_of(const Names& names, std::string_view key) {
  return std::string(names.section).append(".").append(key);
}

Error not_set(const Settings& settings, std::string_view what, std::string_view key) {
  return unavailable(std::string(what).append(" of ").append(settings.names.what).append(" is set"),
                     std::string("set [")
                         .append(settings.names.section)
                         .append("] ")
                         .append(key)
                         .append(" in config.toml"));
}

bool is_visible(char c) {
  return c > ' ' && c <= '~';
}
bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

// A key is one line of letters, digits and signs: a line break in it would become headers of its
// own.
Result<std::string> checked_key(const Names& names, std::string key) {
  while (!key.empty() && (key.back() == '\n' || key.back() == '\r' || key.back() == ' '))
    key.pop_back();
  if (!std::ranges::all_of(key, is_visible))
    return Failure(unavailable(
        std::string(names.what).append("'s key must be a single line of visible characters"),
        "check the file that " + key_of(names, "key_file") + " names"));
  return key;
}

}  // namespace

std::string_view name_of(Protocol protocol) {
  return protocol == Protocol::ollama ? "ollama" : "openai";
}

std::string host_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  std::string_view host = scheme == url.npos ? url : url.substr(scheme + 3);
  host = host.substr(0, host.find('/'));
  const std::size_t user = host.rfind('@');  // a name and a password are nobody's business
  return std::string(user == host.npos ? host : host.substr(user + 1));
}

Result<std::unique_ptr<Endpoint>> make_endpoint(const Settings& settings) {
  const Names& names = settings.names;
  if (settings.url.empty())
    return Failure(not_set(settings, "no address", "url"));
  if (settings.model.empty())
    return Failure(not_set(settings, "no model", "model"));
  if (settings.model.size() > max_model_bytes || std::ranges::any_of(settings.model, is_control))
    return Failure(unavailable("the name of the model of " + std::string(names.what) +
                                   " must be at most 200 bytes without control characters",
                               "check " + key_of(names, "model") + " in config.toml"));
  Service service;
  service.names = names;
  service.url = without_slashes(settings.url);
  service.host = host_of(service.url);
  service.plain = settings.plain_http ? web::PlainHttp::anywhere : web::PlainHttp::this_machine;
  service.connect_timeout = settings.connect_timeout;
  service.timeout = settings.timeout;
  service.key = settings.key;
  if (service.key.empty() && !settings.key_file.empty())
    service.key = TRY(read_secret_file(settings.key_file, max_key_bytes));
  service.key = TRY(checked_key(names, std::move(service.key)));
  return settings.protocol == Protocol::ollama ? ollama(std::move(service), settings.model)
                                               : openai(std::move(service), settings.model);
}

}  // namespace aim::llm
