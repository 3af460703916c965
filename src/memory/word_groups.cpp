#include "memory/word_groups.h"

#include "base/ascii.h"

namespace aim {
namespace {

// A group a line, its members with blanks between.
constexpr std::array opposite_lines{
    "on off",
    "enabl* disabl*",
    "true false",
    "yes no",
    "allow* deny/denied/denies/forbid*/block*/reject*",
    "before after",
    "increas*/rais* decreas*/reduc*/lower*",
    "start* stop*",
    "begin* end*",
    "first last",
    "min/minimum max/maximum",
    "least most",
    "left right",
    "top bottom",
    "up down",
    "upper lower",
    "read/reads/reader write/writes/writer",
    "primary replica/secondary",
    "staging production/prod development/dev test/testing",
    "public private",
    "internal external",
    "inside outside",
    "synchronous asynchronous",
    "sync async",
    "open* close*",
    "always never sometimes",
    "required optional",
    "requires forbids",
    "includ* exclud*",
    "accept* reject* refus*",
    "succe* fail*",
    "source target/destination",
    "client/clients server/servers",
    "input output",
    "request response",
    "add* remov*",
    "creat* delet*",
    "insert* delet*",
    "old new",
    "debug release",
    "major minor patch",
    "positive negative",
    "import* export*",
    "encod* decod*",
    "encrypt* decrypt*",
    "lock* unlock*",
    "push* pull*",
    "upload* download*",
    "sender receiver/recipient",
    "north south east west",
    "hourly daily weekly monthly quarterly yearly",
    "nanosecond*/ns microsecond* millisecond*/ms seconds/sec/secs minute*/mins hour/hours day/days "
    "week/weeks month/months quarter/quarters year/years",
    "morning afternoon evening night noon midnight",
    "byte/bytes kb/kib/kilobyte* mb/mib/megabyte* gb/gib/gigabyte* tb/tib/terabyte*",
    "more less/fewer",
    "above below",
    "over under",
    "higher lower",
    "faster slower",
    "fast slow",
    "larger/bigger smaller",
    "ascending descending",
    "horizontal* vertical*",
    "manual* automatic*",
    "local remote",
    "online offline",
    "static dynamic",
    "mutable immutable",
    "valid invalid",
    "safe unsafe",
    "strong* weak* eventual*",
    "strict* lenient*/loose*",
    "cheap* expensive*",
    "early late",
    "earlier later",
    "with without",
    "frontend backend",
    "parent child",
    "single multiple double",
    "light dark",
    "tabs spaces",
    "single-threaded multi-threaded",
    "blue green red yellow black white orange",
    "main master develop trunk",
    "merge* rebase* squash*",
    "hot cold warm",
    "full empty partial",
    "inner outer",
    "mine yours",
    "buyer/customer seller/vendor",
    "admin* user guest",
    "soft hard",
    "eager* lazy/lazily",
    "optimistic* pessimistic*",
    "commit* rollback/rolled",
    "get* post* put* patch*",
    "stdin stdout stderr",
    "info warning error debug",
    "unit integration end-to-end/e2e",
    "half third quarter double triple",
};

constexpr std::array technology_lines{
    "postgres/postgresql mysql mariadb sqlite oracle mongodb/mongo cassandra dynamodb cockroachdb",
    "redis memcached valkey etcd",
    "kafka rabbitmq nats sqs pulsar kinesis",
    "python java javascript/js typescript rust go/golang kotlin swift ruby php perl scala c++ c# "
    "elixir",
    "npm yarn pnpm bun",
    "pip poetry uv conda",
    "react vue angular svelte preact solid",
    "webpack vite rollup esbuild parcel",
    "jest vitest mocha pytest unittest junit gtest catch2",
    "aws azure gcp digitalocean hetzner",
    "docker podman containerd",
    "kubernetes/k8s nomad swarm",
    "nginx apache caddy traefik haproxy envoy",
    "linux windows macos freebsd android ios",
    "ubuntu debian fedora alpine arch centos",
    "chrome firefox safari edge",
    "terraform pulumi ansible puppet chef cloudformation",
    "jenkins circleci travis buildkite",
    "github gitlab bitbucket gitea",
    "json yaml toml xml csv protobuf avro msgpack",
    "rest graphql grpc soap",
    "http https ftp sftp ssh",
    "tcp udp quic",
    "utf-8 utf-16 latin1 ascii",
    "gcc clang msvc",
    "cmake make meson bazel ninja gradle maven",
    "bash zsh fish powershell",
    "vim/neovim emacs vscode intellij",
    "slack teams discord email telegram",
    "jira linear trello asana",
    "argon2 bcrypt scrypt pbkdf2",
    "md5 sha1 sha256 sha512 blake3",
    "rsa ed25519 ecdsa",
    "aes chacha20",
    "oauth saml ldap kerberos",
    "jwt cookies sessions",
    "gzip zstd brotli lz4 snappy",
    "s3 gcs minio",
    "elasticsearch opensearch solr meilisearch",
    "prometheus graphite influxdb datadog",
    "arm x86 riscv",
    "spring django flask fastapi rails laravel express",
    "mit apache-2.0 gpl bsd agpl",
};

constexpr std::size_t words_in(std::string_view line) {
  return static_cast<std::size_t>(std::ranges::count(line, ' ')) + 1;
}
template <std::size_t n>
constexpr std::size_t words_in(const std::array<const char*, n>& lines) {
  std::size_t count = 0;
  for (const std::string_view line : lines) count += words_in(line);
  return count;
}

// One behind the other, without room between: what has addresses is written by each process that
// starts.
template <std::size_t count, std::size_t n>
constexpr std::array<std::string_view, count> split_all(const std::array<const char*, n>& lines) {
  std::array<std::string_view, count> words{};
  std::size_t next = 0;
  for (std::string_view line : lines)
    while (!line.empty()) {
      words.at(next++) = ascii::take_part(line, ' ');
    }
  return words;
}
constexpr auto opposite_words = split_all<words_in(opposite_lines)>(opposite_lines);
constexpr auto technology_words = split_all<words_in(technology_lines)>(technology_lines);

template <std::size_t count, std::size_t n>
constexpr std::array<WordGroup, n> groups_of(const std::array<std::string_view, count>& words,
                                             const std::array<const char*, n>& lines) {
  std::array<WordGroup, n> groups{};
  std::size_t next = 0;
  for (std::size_t i = 0; i < n; ++i) {
    groups.at(i).members = std::span(words).subspan(next, words_in(lines.at(i)));
    next += words_in(lines.at(i));
  }
  return groups;
}
constexpr auto opposite_groups = groups_of(opposite_words, opposite_lines);
constexpr auto technology_groups = groups_of(technology_words, technology_lines);

using Named = std::pair<std::string_view, std::string_view>;

constexpr std::array<Named, 45> numbers{{
    {"zero", "0"},        {"two", "2"},           {"three", "3"},     {"four", "4"},
    {"five", "5"},        {"six", "6"},           {"seven", "7"},     {"eight", "8"},
    {"nine", "9"},        {"ten", "10"},          {"eleven", "11"},   {"twelve", "12"},
    {"thirteen", "13"},   {"fourteen", "14"},     {"fifteen", "15"},  {"sixteen", "16"},
    {"seventeen", "17"},  {"eighteen", "18"},     {"nineteen", "19"}, {"twenty", "20"},
    {"thirty", "30"},     {"forty", "40"},        {"fifty", "50"},    {"sixty", "60"},
    {"seventy", "70"},    {"eighty", "80"},       {"ninety", "90"},   {"hundred", "100"},
    {"thousand", "1000"}, {"million", "1000000"}, {"once", "once"},   {"twice", "twice"},
    {"first", "1st"},     {"second", "2nd"},      {"third", "3rd"},   {"fourth", "4th"},
    {"fifth", "5th"},     {"sixth", "6th"},       {"seventh", "7th"}, {"eighth", "8th"},
    {"ninth", "9th"},     {"tenth", "10th"},      {"dozen", "12"},    {"both", "both"},
    {"thrice", "thrice"},
}};

constexpr std::array<std::string_view, 36> negations{
    "no",      "never",  "without", "except",  "none",   "neither", "nor",    "nothing", "nobody",
    "nowhere", "hardly", "nicht",   "kein",    "nie",    "ohne",    "unless", "keine",   "keinen",
    "keinem",  "keiner", "niemals", "niemand", "nichts", "pas",     "jamais", "aucun",   "aucune",
    "sans",    "rien",   "sin",     "nunca",   "nada",   "tampoco", "ningún", "ninguna", "jamás"};

constexpr std::array<Named, 38> dates{{
    {"monday", "mon"},      {"tuesday", "tue"},      {"wednesday", "wed"},
    {"thursday", "thu"},    {"friday", "fri"},       {"saturday", "sat"},
    {"sunday", "sun"},      {"mondays", "mon"},      {"tuesdays", "tue"},
    {"wednesdays", "wed"},  {"thursdays", "thu"},    {"fridays", "fri"},
    {"saturdays", "sat"},   {"sundays", "sun"},      {"january", "jan"},
    {"february", "feb"},    {"april", "apr"},        {"june", "jun"},
    {"july", "jul"},        {"august", "aug"},       {"september", "sep"},
    {"october", "oct"},     {"november", "nov"},     {"december", "dec"},
    {"jan", "jan"},         {"feb", "feb"},          {"apr", "apr"},
    {"jun", "jun"},         {"jul", "jul"},          {"aug", "aug"},
    {"sep", "sep"},         {"oct", "oct"},          {"nov", "nov"},
    {"dec", "dec"},         {"weekend", "weekend"},  {"weekends", "weekend"},
    {"weekday", "weekday"}, {"weekdays", "weekday"},
}};

std::string_view look_up(std::span<const Named> table, std::string_view word) {
  const auto found = std::ranges::find(table, word, &Named::first);
  return found == table.end() ? std::string_view() : found->second;
}

}  // namespace

std::span<const WordGroup> opposites() {
  return opposite_groups;
}
std::span<const WordGroup> technologies() {
  return technology_groups;
}

bool any_is_form_of(std::span<const std::string_view> words, std::string_view member) {
  while (!member.empty()) {
    std::string_view form = ascii::take_part(member, '/');
    const bool is_beginning = form.ends_with('*');
    if (is_beginning)
      form.remove_suffix(1);
    const auto found = std::ranges::lower_bound(words, form);
    if (found != words.end() && (is_beginning ? found->starts_with(form) : *found == form))
      return true;
  }
  return false;
}

bool is_negation(std::string_view word) {
  return std::ranges::find(negations, word) != negations.end();
}

std::string_view number_named(std::string_view word) {
  return look_up(numbers, word);
}

std::string_view date_named(std::string_view as_written, std::string_view word) {
  if (as_written == "May" || as_written == "March" || as_written == "Mar")
    return as_written == "May" ? "may" : "mar";
  return look_up(dates, word);
}

}  // namespace aim
