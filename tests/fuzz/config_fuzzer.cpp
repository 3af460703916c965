// Any bytes as a configuration file: settings within their limits, or a refusal that names the
// file.
#include <cstdint>
#include <string_view>

#include "base/utf8.h"
#include "config/config.h"
#include "expect.h"
#include "memory/score.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto config = aim::parse_config(text, "config.toml");
  if (!config) {
    expect(config.error().code == aim::Code::validation_failed, "a bad file is a bad value");
    expect(config.error().message.find("config.toml") != std::string::npos, "the file is named");
    expect(aim::utf8::is_valid(config.error().message), "the sentence can be printed");
    expect(config.error().message.find('\n') == std::string::npos, "the sentence is one line");
    return 0;
  }
  expect(aim::value_of<aim::Ranking>(config->ranking).has_value(), "a ranking that there is");
  expect(config->synchronous == "full" || config->synchronous == "normal",
         "a way to sync that there is");
  expect(config->gc_interval_secs >= 0 && config->busy_timeout_secs >= 0, "times are not negative");
  for (const auto& ttl : {config->short_ttl_secs, config->mid_ttl_secs, config->long_ttl_secs,
                          config->short_extend_secs, config->mid_extend_secs})
    expect(!ttl || *ttl >= 0, "lives are not negative");
  for (const std::string& path : {config->db, config->log_file})
    expect(path.empty() || path.front() == '/', "paths are absolute");
  return 0;
}
