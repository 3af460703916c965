#include "base/ascii.h"
#include "capture/secret_rules.h"
#include "capture/secrets.h"

namespace aim::secret_rules {
namespace {

// Beginnings, parted by "|", and how many characters of a token follow them at least, and at most.
struct Shape {
  std::string_view starts, kind;
  std::size_t least, most;
  std::string_view also = {};  // further characters of its tokens
};
constexpr std::string_view github = "a token of GitHub", gitlab = "a token of GitLab",
                           slack = "a token of Slack", stripe = "a key of Stripe",
                           api_key = "an API key", a_token = "a token", aws = access_key_of_aws,
                           google = "a key of Google";
constexpr std::array shapes = {
    Shape{"AKIA|ASIA|ABIA|ACCA", aws, 16, 16},
    Shape{"AGE-SECRET-KEY-1", "a private key", 50, 64},
    Shape{"AIza", google, 35, 35},
    Shape{"APKAI", a_token, 16, 32},
    Shape{"ATATT3|ATCTT3", "a token of Atlassian", 40, 255, "="},
    Shape{"ATBB", "a token of Bitbucket", 24, 64},
    Shape{"CCIPAT_|CFPAT-", a_token, 30, 255},
    Shape{"CLOJARS_|fio-u-|snb-|tfp_|y0_A", a_token, 40, 80},
    Shape{"EAAA", a_token, 50, 255},
    Shape{"EAAC", a_token, 50, 500},
    Shape{"EZAK|EZTK", api_key, 40, 64},
    Shape{"FLWSECK", api_key, 12, 80},
    Shape{"FlyV1 fm2_", a_token, 40, 1'000, "+/=,"},
    Shape{"GOCSPX-", google, 24, 40},
    Shape{"GR1348941", gitlab, 20, 40},
    Shape{"HRKU-", api_key, 30, 80},
    Shape{"LTAI", api_key, 12, 24},
    Shape{"NRAK-", api_key, 24, 32},
    Shape{"PMAK-|gsk_|napi_|pplx-|sk-or-v1-", api_key, 40, 80},
    Shape{"SG.", "a key of SendGrid", 40, 255, "."},
    Shape{"SK", "a key of Twilio", 32, 32},
    Shape{"aio_", a_token, 24, 40},
    Shape{"bkua_|duffel_live_|figd_|fo1_|nfp_|pat-na1-|pat-eu1-|pnu_|pscale_tkn_|r8_|shippo_live_|"
          "shippo_test_|AQVN",
          a_token, 30, 64},
    Shape{"cio", "a token of crates.io", 32, 32},
    Shape{"dapi", "a token of Databricks", 32, 36},
    Shape{"dckr_oat_|dckr_pat_", a_token, 20, 64},
    Shape{"doo_v1_|dop_v1_|dor_v1_", "a token of DigitalOcean", 64, 64},
    Shape{"dp.ct.|dp.pt.|dp.sa.|dp.st.", a_token, 30, 80, "."},
    Shape{"dt0c01.", a_token, 60, 128, "."},
    Shape{"fm2_", a_token, 40, 1'000, "+/="},
    Shape{"ghp_|gho_|ghu_|ghs_|ghr_", github, 30, 255},
    Shape{"github_pat_", github, 40, 255},
    Shape{"glagent-|glcbt-|gldt-|glft-|glpat-|glptt-|glrt-", gitlab, 20, 255},
    Shape{"glc_", a_token, 30, 400, "="},
    Shape{"glsa_", a_token, 32, 64},
    Shape{"hf_", "a token of Hugging Face", 30, 64},
    Shape{"hvb.|hvr.|hvs.", "a token of Vault", 24, 400},
    Shape{"key-", "a key of Mailgun", 32, 32},
    Shape{"lin_api_|sk-lf-", api_key, 30, 64},
    Shape{"lin_oauth_", a_token, 30, 80},
    Shape{"lsv2_pt_|lsv2_sk_|phc_|phx_", api_key, 32, 64},
    Shape{"npg_", "a password", 10, 40},
    Shape{"npm_", "a token of npm", 36, 36},
    Shape{"ntn_|rubygems_|sbp_|secret_|sqa_|sqp_|squ_", a_token, 40, 64},
    Shape{"nvapi-", api_key, 50, 80},
    Shape{"ops_eyJ", a_token, 50, 4'000},
    Shape{"oy2", api_key, 43, 43},
    Shape{"pscale_pw_", "a password", 30, 64},
    Shape{"pul-", a_token, 40, 40},
    Shape{"pypi-", "a token of PyPI", 50, 1'000},
    Shape{"rdme_", api_key, 60, 90},
    Shape{"rk_live_|rk_test_|sk_live_|sk_test_", stripe, 16, 255},
    Shape{"rnd_|tvly-", api_key, 24, 64},
    Shape{"rzp_live_|rzp_test_", api_key, 14, 20},
    Shape{"sgp_", a_token, 40, 90},
    Shape{"shpat_|shpca_|shppa_|shpss_", "a token of Shopify", 32, 64},
    Shape{"sk-ant-|sk-proj-", api_key, 20, 255},
    Shape{"sk.eyJ1", "a token of Mapbox", 40, 255, "."},
    Shape{"sl.", "a token of Dropbox", 100, 1'500},
    Shape{"sntrys_", "a token of Sentry", 40, 500, "+/="},
    Shape{"sntryu_", "a token of Sentry", 40, 100},
    Shape{"sq0atp-", "a token of Square", 20, 64},
    Shape{"sq0csp-", "a token of Square", 40, 64},
    Shape{"tskey-", "a key of Tailscale", 20, 100},
    Shape{"whsec_", stripe, 24, 80, "+/="},
    Shape{"xai-|xkeysib-", api_key, 60, 100},
    Shape{"xapp-|xoxa-|xoxb-|xoxc-|xoxp-|xoxr-|xoxs-", slack, 20, 255},
    Shape{"xoxd-", slack, 20, 400, "%"},
    Shape{"xoxe-|xoxe.xox", slack, 20, 400},
    Shape{"ya29.", "a token of Google", 20, 1'000},
    Shape{"1//0", "a token of Google", 40, 200},
    // Behind those that begin with them.
    Shape{"sk-", api_key, 32, 255},
    Shape{"sk_", api_key, 40, 64},
};

// The beginnings one by one, those with the same two bytes side by side, in the order above.
struct Start {
  std::string_view text;
  const Shape* shape = nullptr;
};
constexpr std::size_t pair_of(const Start& start) {
  return BytePairs::number_of(start.text[0], start.text[1]);
}
constexpr std::size_t count_starts() {
  std::size_t count = 0;
  for (const Shape& shape : shapes)
    count += 1 + static_cast<std::size_t>(std::ranges::count(shape.starts, '|'));
  return count;
}
constexpr auto starts = [] {
  std::array<Start, count_starts()> all{};
  std::size_t count = 0;
  for (const Shape& shape : shapes)
    for (std::string_view rest = shape.starts; !rest.empty(); ++count) {
      all[count] = {ascii::take_part(rest, '|'), &shape};
      for (std::size_t i = count; i > 0 && pair_of(all[i]) < pair_of(all[i - 1]); --i)
        std::swap(all[i], all[i - 1]);
    }
  return all;
}();

// The first two bytes of all shapes: most words differ in them.
constexpr BytePairs first_bytes = [] {
  BytePairs known;
  for (const Start& start : starts) known.add(start.text[0], start.text[1]);
  return known;
}();

std::size_t run_from(std::string_view text, std::size_t at, std::string_view also,
                     std::size_t most = 4'096) {
  std::size_t end = at;
  while (end < text.size() && end - at <= most &&
         (is_token_char(text[end]) || also.find(text[end]) != also.npos))
    ++end;
  return end - at;
}

// Random, and not the x's of a documentation.
bool is_body(std::string_view body, std::string_view start = {}) {
  return (looks_random(body) || (start.size() >= 4 && has_no_words(body))) &&
         !contains(ascii::lower(body), "xxxx");
}

bool is_hexadecimal(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

}  // namespace

Secret shaped_token(std::string_view text, std::size_t at) {
  const char second = char_at(text, at + 1);
  if (!first_bytes.has(text[at], second))
    return {};
  const std::size_t pair = BytePairs::number_of(text[at], second);
  for (const auto& [start, shape] : std::ranges::equal_range(starts, pair, {}, pair_of)) {
    if (!text.substr(at).starts_with(start))
      continue;
    std::size_t body = run_from(text, at + start.size(), shape->also);
    while (body > 0 &&
           (text[at + start.size() + body - 1] == '.' || text[at + start.size() + body - 1] == ','))
      --body;
    const std::string_view after = text.substr(at + start.size(), body);
    if (body < shape->least || body > shape->most || !is_body(after, start))
      continue;
    if ((start == "SK" || start == "key-") && !is_hexadecimal(after))
      continue;
    return {shape->kind, at, start.size() + body};
  }
  return {};
}

// Tokens that have their sign in the middle: of Airtable, Terraform, Mailchimp and Discord; and the
// one that stands behind an account of Twilio.
Secret token_by_its_parts(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, 120);
  const std::size_t head = run_from(rest, 0, {});
  if (head == 17 && rest.starts_with("pat") && char_at(rest, 17) == '.' &&
      run_from(rest, 18, {}) == 64 && is_hexadecimal(rest.substr(18, 64)))
    return {a_token, at, 82};
  if (head == 34 && rest.starts_with("AC") && is_hexadecimal(rest.substr(2, 32))) {
    std::size_t from = 34;
    while (from < 48 && !is_token_char(char_at(rest, from))) ++from;
    if (run_from(rest, from, {}) == 32 && is_hexadecimal(rest.substr(from, 32)))
      return {"a token of Twilio", at + from, 32};
  }
  if (head == 14 && rest.substr(14).starts_with(".atlasv1.") && run_from(rest, 23, {}) >= 40)
    return {a_token, at, 23 + run_from(text, at + 23, {})};
  if ((head == 36 || head == 37) && rest.substr(32).starts_with("-us") &&
      is_hexadecimal(rest.substr(0, 32)) && is_digit(rest[35]))
    return {api_key, at, head};
  if (head >= 23 && head <= 28 && char_at(rest, head) == '.' && is_body(rest.substr(0, head)) &&
      run_from(rest, head + 1, {}) == 6 && char_at(rest, head + 7) == '.') {
    const std::size_t last = run_from(rest, head + 8, {});
    if (last >= 27 && last <= 40)
      return {"a token of Discord", at, head + 8 + last};
  }
  return {};
}

Secret json_web_token(std::string_view text, std::size_t at) {
  if (text[at] != 'e' || !text.substr(at).starts_with("eyJ"))
    return {};
  const std::size_t head = run_from(text, at, {});
  std::size_t end = at + head;
  if (head < 10 || char_at(text, end) != '.' || !text.substr(end + 1).starts_with("eyJ"))
    return {};
  end += 1 + run_from(text, end + 1, {}, 16'384);
  if (char_at(text, end) == '.')
    end += 1 + run_from(text, end + 1, {});
  return {"a JSON web token", at, end - at};
}

Secret secret_behind_access_key(std::string_view text, std::size_t at) {
  std::size_t from = at;
  while (from < text.size() && from - at < 40 && !is_token_char(text[from])) ++from;
  // Perhaps behind a word or two: "and the secret is".
  for (int words = 0; words < 6 && from - at < 60; ++words) {
    const std::size_t bytes = run_from(text, from, "+/", 41);
    if (bytes == 40 && is_body(text.substr(from, bytes)) &&
        !is_hexadecimal(text.substr(from, bytes)))
      return {"a secret key of AWS", from, bytes};
    from += std::max<std::size_t>(bytes, 1);
    while (from < text.size() && !is_token_char(text[from]) && text[from] != '/') ++from;
  }
  return {};
}

Secret azure_client_secret(std::string_view text, std::size_t at) {
  if (char_at(text, at + 4) != 'Q' || char_at(text, at + 5) != '~' || !is_digit(text[at + 3]))
    return {};
  const std::size_t bytes = run_from(text, at, ".~");
  return bytes >= 36 && bytes <= 42 ? Secret{"a client secret of Azure", at, bytes} : Secret();
}

Secret telegram_token(std::string_view text, std::size_t at) {
  if (text[at] == 'b' && text.substr(at).starts_with("bot"))  // as in its addresses
    at += 3;
  std::size_t end = at;
  while (end < text.size() && end - at < 12 && is_digit(text[end])) ++end;
  if (end - at < 8 || end - at > 10 || !text.substr(end).starts_with(":AA"))
    return {};
  const std::size_t body = run_from(text, end + 1, {});
  if (body < 33 || body > 37 || !is_body(text.substr(end + 1, body)))
    return {};
  return {"a token of Telegram", at, end + 1 + body - at};
}

Secret webhook(std::string_view text, std::size_t at) {
  struct Hook {
    std::string_view host, path;
    std::size_t least;  // characters of the secret part
  };
  constexpr std::array hooks = {Hook{"hooks.slack.com", "/services/", 30},
                                Hook{"hooks.slack.com", "/workflows/", 30},
                                Hook{"hooks.slack.com", "/triggers/", 30},
                                Hook{"discord.com", "/api/webhooks/", 60},
                                Hook{"discordapp.com", "/api/webhooks/", 60},
                                Hook{"canary.discord.com", "/api/webhooks/", 60},
                                Hook{"ptb.discord.com", "/api/webhooks/", 60},
                                Hook{"hooks.zapier.com", "/hooks/catch/", 10},
                                Hook{"maker.ifttt.com", "/trigger/", 20},
                                Hook{".webhook.office.com", "/webhookb2/", 60},
                                Hook{"outlook.office.com", "/webhook/", 60}};
  const std::size_t from = at + 3;
  const std::string_view rest = text.substr(from, 1'024);
  const std::size_t slash = rest.find('/');
  if (slash == rest.npos || slash > 80)
    return {};
  for (const Hook& hook : hooks) {
    if (!rest.substr(0, slash).ends_with(hook.host) || !rest.substr(slash).starts_with(hook.path))
      continue;
    const std::size_t begin = from + slash + hook.path.size();
    const std::size_t body = run_from(text, begin, "/@.%");
    if (body >= hook.least && !contains(ascii::lower(text.substr(begin, body)), "xxxx"))
      return {"the address of a webhook", begin, body};
  }
  return {};
}

Secret password_in_url(std::string_view text, std::size_t at) {
  const std::size_t from = at + 3;
  const std::string_view rest = text.substr(from, 512);
  const std::string_view authority =
      rest.substr(0, std::min(rest.find_first_of(" \t\n\r/\"'<>`?#\\"), rest.size()));
  const std::size_t sign = authority.rfind('@');
  if (sign == authority.npos)
    return {};
  const std::size_t colon = authority.find(':');
  const bool named = colon != authority.npos && colon < sign;
  const std::string_view user = authority.substr(0, named ? colon : sign);
  const std::string_view word =
      named ? authority.substr(colon + 1, sign - colon - 1) : std::string_view();
  // A token alone stands in the place of the user.
  if (word.empty())
    return user.size() >= 20 && looks_random(user) ? Secret{a_token, from, user.size()} : Secret();
  if (word.size() < 4 || word == user || is_placeholder(word))
    return {};
  return {"a password", from + colon + 1, word.size()};
}

// ---- private keys ----

namespace {

constexpr std::size_t max_key = 32'768;

// A key that nobody has closed: the lines of base64 behind its head.
std::size_t open_key(std::string_view text, std::size_t from) {
  std::size_t end = from, at = from;
  bool any = false;
  while (at < text.size()) {
    const std::size_t begin = at;
    while (at < text.size() && (text[at] == '\n' || text[at] == '\r' || is_blank(text[at]) ||
                                text.substr(at).starts_with("\\n")))
      at += text[at] == '\\' ? 2U : 1U;
    const std::size_t line = run_from(text, at, "+/=", 8'192);
    const bool last = any && line > 0 && text[at + line - 1] == '=';
    const bool head =
        !any && line > 0 && char_at(text, at + line) == ':';  // "Proc-Type: 4,ENCRYPTED"
    if (head) {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (line < 16 && !last)
      return any ? end : begin;
    any = true;
    at += line;
    end = at;
  }
  return end;
}

}  // namespace

Secret PrivateKeys::find(std::string_view text, std::size_t at) {
  constexpr std::string_view begin = "-----BEGIN ", putty = "Private-Lines:";
  if (text.substr(at).starts_with(putty)) {
    const std::size_t line = text.find('\n', at);
    const std::size_t close = line == text.npos ? line : open_key(text, line);
    return close == text.npos || close <= line + 1
               ? Secret()
               : Secret{"a private key", line + 1, close - line - 1};
  }
  if (!text.substr(at).starts_with(begin))
    return {};
  const std::string_view title = text.substr(at, 80);
  const std::size_t close_head = title.find("-----", begin.size());
  if (close_head == title.npos || !contains(title.substr(0, close_head), "PRIVATE KEY"))
    return {};
  const std::size_t head = at + close_head + 5;
  if (end_ < head)
    end_ = std::min(text.find("-----END ", head), text.size());
  const std::size_t foot = end_;
  const std::string_view inside = text.substr(head, foot - head);
  if (foot == text.size() || contains(inside.substr(0, max_key), begin) ||
      inside.size() > max_key) {
    const std::size_t open = open_key(text, head);
    return open > head ? Secret{"a private key", at, open - at} : Secret();
  }
  const std::size_t close = text.substr(foot, 100).find("-----", 9);
  const std::size_t end = close == text.npos ? foot + 9 : foot + close + 5;
  // Between both is a key; or there is prose, which only names them.
  std::size_t longest = 0, run = 0;
  for (const char c : inside) {
    run = is_token_char(c) || c == '+' || c == '/' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  if (longest < 16)
    return {};
  return {"a private key", at, end - at};
}

// ---- cards ----

namespace {

bool passes_luhn(std::string_view digits) {
  int sum = 0;
  bool twice = false;
  for (std::size_t i = digits.size(); i-- > 0; twice = !twice) {
    int number = digits[i] - '0';
    if (twice && (number *= 2) > 9)
      number -= 9;
    sum += number;
  }
  return sum % 10 == 0;
}

}  // namespace

Secret card_number(std::string_view text, std::size_t at) {
  if (at > 0 &&
      (is_alnum(text[at - 1]) || text[at - 1] == '.' || text[at - 1] == '-' || text[at - 1] == '_'))
    return {};
  std::string digits;
  std::size_t end = at, groups = 1;
  char between = 0;
  while (end < text.size() && end - at < 32) {
    const char c = text[end];
    if (is_digit(c)) {
      digits += c;
    } else if ((c == ' ' || c == '-') && (between == 0 || between == c) &&
               is_digit(char_at(text, end + 1)) && digits.size() % 4 == 0 && digits.size() < 16) {
      between = c;
      ++groups;
    } else {
      break;
    }
    ++end;
  }
  const bool whole =
      groups == 1 ? digits.size() >= 15 && digits.size() <= 16 : groups == 4 && digits.size() == 16;
  const bool begins_so = digits.starts_with('4') || digits.starts_with('5') ||
                         digits.starts_with("34") || digits.starts_with("37") ||
                         digits.starts_with("6011") || digits.starts_with("65");
  const bool ends = end >= text.size() || (!is_alnum(text[end]) && text[end] != '_');
  if (!whole || !begins_so || !ends || !passes_luhn(digits) ||
      digits.find_first_not_of(digits.front()) == digits.npos)
    return {};
  return {"the number of a card", at, end - at};
}

}  // namespace aim::secret_rules
