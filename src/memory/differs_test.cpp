#include "memory/differs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace aim {
namespace {

struct Pair {
  std::string_view label, a, b;
};

// Labelled by hand: pairs that a model finds nearly equal and that say different things. None may
// be united by itself.
constexpr std::array other_facts{
    Pair{"numbers", "The database port is 5432.", "The database port is 5433."},
    Pair{"numbers", "The rate limit is 100 requests a minute per API key.",
         "The rate limit is 200 requests a minute per API key."},
    Pair{"numbers", "Backups are kept 30 days.", "Backups are kept 90 days."},
    Pair{"numbers", "Backups are kept thirty days.", "Backups are kept ninety days."},
    Pair{"numbers", "The service needs two replicas.", "The service needs three replicas."},
    Pair{"numbers", "Use Node 18 for the build.", "Use Node 20 for the build."},
    Pair{"numbers", "We are on version 1.2.3 of the SDK.", "We are on version 1.2.4 of the SDK."},
    Pair{"numbers", "The pool holds 10 connections.", "The pool holds 100 connections."},
    Pair{"numbers", "Timeouts are 30s everywhere.", "Timeouts are 60s everywhere."},
    Pair{"numbers", "The budget is 1,000 dollars.", "The budget is 10,000 dollars."},
    Pair{"numbers", "Disk usage alarms at 80%.", "Disk usage alarms at 90%."},
    Pair{"numbers", "The meeting is at 9:30.", "The meeting is at 10:30."},
    Pair{"numbers", "The office is on the second floor.", "The office is on the third floor."},
    Pair{"numbers", "The offset is -5.", "The offset is 5."},
    Pair{"numbers", "Retry once before failing.", "Retry twice before failing."},
    Pair{"numbers", "The token lives 15 minutes.", "The token lives 50 minutes."},
    Pair{"numbers", "The host is 10.0.0.1.", "The host is 10.0.0.2."},
    Pair{"numbers", "Chapter 4 covers indexes.", "Chapter 5 covers indexes."},
    Pair{"numbers", "The cluster has twelve nodes.", "The cluster has twenty nodes."},
    Pair{"numbers", "Released on 2026-01-05.", "Released on 2026-05-01."},
    Pair{"numbers", "The invoice is 99.90 euros.", "The invoice is 9.99 euros."},
    Pair{"numbers", "Keep lines below 80 columns.", "Keep lines below 100 columns."},
    Pair{"negation", "Deploys go out on holidays.", "Deploys do not go out on holidays."},
    Pair{"negation", "The API is rate limited.", "The API isn't rate limited."},
    Pair{"negation", "Always rebase feature branches.", "Never rebase feature branches."},
    Pair{"negation", "The job runs with a lock.", "The job runs without a lock."},
    Pair{"negation", "Logs hold user names.", "Logs hold no user names."},
    Pair{"negation", "The cache can be shared.", "The cache cannot be shared."},
    Pair{"negation", "All services use mutual TLS.", "All services except billing use mutual TLS."},
    Pair{"negation", "Tests may use the network.", "Tests may not use the network."},
    Pair{"negation", "The user likes emojis in commits.",
         "The user doesn’t like emojis in commits."},
    Pair{"negation", "Merge when the review is done.", "Do not merge when the review is done."},
    Pair{"negation", "The worker retries failed jobs.", "The worker never retries failed jobs."},
    Pair{"negation", "We need approval to release.", "We need no approval to release."},
    Pair{"negation", "Either service owns the table.", "Neither service owns the table."},
    Pair{"negation", "It fails when the disk is full.", "It fails unless the disk is full."},
    Pair{"negation", "Somebody is on call at night.", "Nobody is on call at night."},
    Pair{"negation", "Das Backup läuft nachts.", "Das Backup läuft nicht nachts."},
    Pair{"names", "The release manager is Alice.", "The release manager is Bob."},
    Pair{"names", "Alice owns the billing service.", "Bob owns the billing service."},
    Pair{"names", "The server is in Frankfurt.", "The server is in Dublin."},
    Pair{"names", "Sessions are kept in Redis.", "Sessions are kept in Memcached."},
    Pair{"names", "sessions are kept in redis", "sessions are kept in memcached"},
    Pair{"names", "We use Postgres for orders.", "We use MySQL for orders."},
    Pair{"names", "we use postgres for orders", "we use mysql for orders"},
    Pair{"names", "The parser is in src/parse.cpp.", "The parser is in src/lexer.cpp."},
    Pair{"names", "Call getUserName to read it.", "Call getUserId to read it."},
    Pair{"names", "Set MAX_RETRIES in the environment.", "Set MAX_WAIT in the environment."},
    Pair{"names", "The flag is feature_login.", "The flag is feature_logout."},
    Pair{"names", "std::vector is used for rows.", "std::deque is used for rows."},
    Pair{"names", "Write to ops@example.org about outages.",
         "Write to dev@example.org about outages."},
    Pair{"names", "The docs are at https://a.example.org.",
         "The docs are at https://b.example.org."},
    Pair{"names", "The bucket is logs-eu-1.", "The bucket is logs-us-1."},
    Pair{"names", "The import job uses python.", "The import job uses rust."},
    Pair{"names", "Install packages with npm.", "Install packages with yarn."},
    Pair{"names", "The image is based on alpine.", "The image is based on debian."},
    Pair{"names", "We deploy to aws.", "We deploy to gcp."},
    Pair{"names", "The config is json.", "The config is yaml."},
    Pair{"names", "Build it with cmake.", "Build it with meson."},
    Pair{"names", "Passwords are hashed with bcrypt.", "Passwords are hashed with argon2."},
    Pair{"names", "The frontend is written in react.", "The frontend is written in vue."},
    Pair{"names", "Queues run on kafka.", "Queues run on rabbitmq."},
    Pair{"names", "The team uses Slack for alerts.", "The team uses Discord for alerts."},
    Pair{"names", "Tickets live in Jira.", "Tickets live in Linear."},
    Pair{"names", "The contact at Acme is helpful.", "The contact at Globex is helpful."},
    Pair{"names", "Ask Maria about payments.", "Ask Peter about payments."},
    Pair{"names", "The proxy is nginx.", "The proxy is caddy."},
    Pair{"names", "The API is served as graphql.", "The API is served as grpc."},
    Pair{"names", "The user's editor is vim.", "The user's editor is emacs."},
    Pair{"names", "The customer is in Spain.", "The customer is in Italy."},
    Pair{"names", "PaymentService calls LedgerService.", "PaymentService calls AuditService."},
    Pair{"numbers", "The sensor sends every 15 minutes.", "The sensor sends every 5 minutes."},
    Pair{"numbers", "The fee is 12 euros.", "The fee is 21 euros."},
    Pair{"numbers", "Slots are 20 minutes long.", "Slots are 30 minutes long."},
    Pair{"numbers", "The model has 48k pieces.", "The model has 32k pieces."},
    Pair{"numbers", "The shop has four floors.", "The shop has five floors."},
    Pair{"numbers", "Die Mahnung geht nach 21 Tagen raus.", "Die Mahnung geht nach 14 Tagen raus."},
    Pair{"numbers", "El taller cierra a las 19 horas.", "El taller cierra a las 20 horas."},
    Pair{"negation", "The kiosk restarts by itself.", "The kiosk does not restart by itself."},
    Pair{"negation", "Checkpoints are deleted.", "Checkpoints are never deleted."},
    Pair{"negation", "Guests may use the printer.", "Guests can't use the printer."},
    Pair{"negation", "The valve opens without power.", "The valve opens with power."},
    Pair{"negation", "Le site accepte les cartes.", "Le site n'accepte pas les cartes."},
    Pair{"negation", "La copia se hace los lunes.", "La copia no se hace los lunes."},
    Pair{"negation", "The firmware is signed.", "The firmware is not signed."},
    Pair{"negation", "Nothing is logged at night.", "Everything is logged at night."},
    Pair{"names", "Marta signs the letters.", "Lena signs the letters."},
    Pair{"names", "The build host is called Kobold.", "The build host is called Mimas."},
    Pair{"names", "Experiments are tracked in MLflow.", "Experiments are tracked in Aim."},
    Pair{"names", "The engine is Godot.", "The engine is Unity."},
    Pair{"names", "The farm is near Lorca.", "The farm is near Murcia."},
    Pair{"names", "Firmware runs on Zephyr.", "Firmware runs on FreeRTOS."},
    Pair{"names", "Mila is allergic to nuts.", "Jonas is allergic to nuts."},
    Pair{"names", "Der Server heißt Fichte.", "Der Server heißt Tanne."},
    Pair{"names", "Carmen approves the budget.", "Rosa approves the budget."},
    Pair{"dates", "Deploys go out on Tuesdays.", "Deploys go out on Thursdays."},
    Pair{"dates", "The freeze begins in May.", "The freeze begins in June."},
    Pair{"dates", "The audit is every March.", "The audit is every April."},
    Pair{"dates", "standup is on monday", "standup is on friday"},
    Pair{"dates", "Invoices go out in Dec.", "Invoices go out in Nov."},
    Pair{"dates", "Backups are checked on weekends.", "Backups are checked on weekdays."},
    Pair{"opposites", "The cache is enabled in production.",
         "The cache is disabled in production."},
    Pair{"opposites", "Debug logging is on.", "Debug logging is off."},
    Pair{"opposites", "The flag defaults to true.", "The flag defaults to false."},
    Pair{"opposites", "The firewall allows port 22.", "The firewall denies port 22."},
    Pair{"opposites", "Migrations run before the deploy.", "Migrations run after the deploy."},
    Pair{"opposites", "The change increased latency.", "The change decreased latency."},
    Pair{"opposites", "The key is for staging.", "The key is for production."},
    Pair{"opposites", "The repository is public.", "The repository is private."},
    Pair{"opposites", "The call is synchronous.", "The call is asynchronous."},
    Pair{"opposites", "Sort the list ascending.", "Sort the list descending."},
    Pair{"opposites", "The timeout is 30 seconds.", "The timeout is 30 minutes."},
    Pair{"opposites", "The limit is 10 MB.", "The limit is 10 GB."},
    Pair{"opposites", "The report is sent daily.", "The report is sent weekly."},
    Pair{"opposites", "The header is required.", "The header is optional."},
    Pair{"opposites", "The build includes tests.", "The build excludes tests."},
    Pair{"opposites", "Use the upper bound.", "Use the lower bound."},
    Pair{"opposites", "The field is encrypted at rest.", "The field is decrypted at rest."},
    Pair{"opposites", "The default branch is main.", "The default branch is master."},
    Pair{"opposites", "Writes go to the primary.", "Writes go to the replica."},
    Pair{"opposites", "Indent with tabs.", "Indent with spaces."},
    Pair{"opposites", "The user prefers dark themes.", "The user prefers light themes."},
    Pair{"opposites", "Branches are merged at the end.", "Branches are rebased at the end."},
    Pair{"opposites", "Errors go to stderr.", "Errors go to stdout."},
    Pair{"opposites", "The first column is the key.", "The last column is the key."},
    Pair{"opposites", "The client closes the connection.", "The server closes the connection."},
    Pair{"opposites", "The tables are joined lazily.", "The tables are joined eagerly."},
    Pair{"opposites", "The index is built offline.", "The index is built online."},
    Pair{"opposites", "Consistency is strong here.", "Consistency is eventual here."},
    Pair{"opposites", "The test account opens tickets.", "The test account closes tickets."},
    Pair{"opposites", "The call succeeded at night.", "The call failed at night."},
    Pair{"opposites", "It is more than the quota.", "It is less than the quota."},
};

// Names in small letters, and other things that a text can exchange a word for.
constexpr std::array other_words{
    Pair{"words", "marta signs the letters", "lena signs the letters"},
    Pair{"words", "the release manager is alice", "bob is the release manager"},
    Pair{"words", "the build host is called kobold", "the build host is called mimas"},
    Pair{"words", "the customer is in spain", "the customer is in italy"},
    Pair{"words", "the key is under the mat", "the key is under the pot"},
    Pair{"words", "payments are reviewed by sara every week",
         "every week payments get reviewed by tom"},
    Pair{"words", "the project is called mercury", "the project is called venus"},
    Pair{"words", "der schlüssel liegt bei anna", "der schlüssel liegt bei karl"},
    // Alike without their endings.
    Pair{"words", "mary signs the letters", "marion signs the letters"},
    Pair{"words", "payments are reviewed by mary every week",
         "every week payments get reviewed by marion"},
    Pair{"words", "carl opens the office in the morning", "in the morning carly opens the office"},
    Pair{"words", "the rota is kept by bob", "bobby keeps the rota"},
    Pair{"words", "jose feeds the fish at noon", "at noon josie feeds the fish"},
    Pair{"words", "the lease is signed by kate", "katy signed the lease"},
    Pair{"words", "peter signs the letters", "peters signs the letters"},
    // A name that is a function word, and names that are all in both.
    Pair{"words", "billing is owned by will", "billing is owned by tom"},
    Pair{"words", "tom reports to sara", "sara reports to tom"},
    Pair{"words", "Tom reports to Sara.", "Sara reports to Tom."},
    Pair{"words", "billing is owned by tom and search is owned by sara",
         "billing is owned by sara and search is owned by tom"},
    Pair{"words", "Tom reports to Sara and Anna to Karl", "Sara reports to Tom and Karl to Anna"},
    Pair{"words", "tom owns billing and sara owns search and anna owns ops",
         "sara owns billing and anna owns search and tom owns ops"},
    // Words of one family.
    Pair{"words", "we ship custom templates to partners", "we ship customer templates to partners"},
    Pair{"words", "the product database is large", "the production database is large"},
};

// Pairs that say the same: to find a difference in them is no harm, but to find one in most would
// leave nothing to unite.
constexpr std::array same_facts{
    Pair{"", "The login timeout was fixed by raising the Redis pool to 50.",
         "Raising the Redis connection pool to 50 fixed the login timeouts."},
    Pair{"", "Backups are kept 30 days.", "Database backups are retained for thirty days."},
    Pair{"", "The database is PostgreSQL.", "PostgreSQL is the database."},
    Pair{"", "Deploys never go out on Fridays.", "We never deploy on a Friday."},
    Pair{"", "Do not edit generated files.", "Don't edit generated files."},
    Pair{"", "The user prefers short answers.", "The user likes answers to be short."},
    Pair{"", "Use tabs.", "Use tabs!"},
    Pair{"", "Error messages end without a full stop.",
         "An error message ends without a full stop."},
    Pair{"", "The retry limit is 5.", "5 is the limit for retries."},
    Pair{"", "Tests run with pytest in CI.", "In CI, tests run with pytest."},
    Pair{"", "The limit is 1,000 rows.", "The limit is 1000 rows."},
    Pair{"", "Retries are logged at once.", "We log each retry at once."},
    Pair{"", "The old job was removed from the nightly build.",
         "We deleted the old job from the nightly builds."},
    Pair{"", "A 10 minute timeout is set for jobs.", "Jobs have a timeout of 10 minutes."},
    Pair{"", "Caching the replies was removed.", "We removed the cache of replies."},
    Pair{"", "The indexer's configuration is in YAML.", "YAML configures the indexers."},
};

TEST(Differs, NeverLetsDifferentFactsPass) {
  ASSERT_GE(other_facts.size(), 100U);
  std::size_t missed = 0;
  for (const Pair& each : other_facts)
    for (const auto& [a, b] : {std::pair(each.a, each.b), std::pair(each.b, each.a)}) {
      const auto found = differences(a, b);
      missed += found.empty() ? 1U : 0U;
      EXPECT_FALSE(found.empty()) << a << " / " << b;
    }
  EXPECT_EQ(missed, 0U);
}

std::string small(std::string_view text) {
  std::string out(text);
  for (char& each : out)
    if (each >= 'A' && each <= 'Z')
      each = static_cast<char>(each - 'A' + 'a');
  return out;
}

TEST(Differs, NeedsNoCapitals) {
  for (const Pair& each : other_facts)
    EXPECT_FALSE(differences(small(each.a), small(each.b)).empty()) << each.a << " / " << each.b;
  for (const Pair& each : other_words)
    for (const auto& [a, b] : {std::pair(each.a, each.b), std::pair(each.b, each.a)})
      EXPECT_EQ(std::ranges::count(differences(a, b), each.label), 1) << a << " / " << b;
}

TEST(Differs, SeesWhoseItIs) {
  EXPECT_FALSE(
      differences("the billing service is sara's job", "the billing service is tom's job").empty());
  EXPECT_TRUE(differences("it's sara's job", "it is sara's job").empty());
}

// Words of six letters, all of them others.
std::string long_text(std::size_t bytes, std::uint32_t number) {
  std::string text;
  while (text.size() < bytes) {
    number = number * 1'664'525U + 1'013'904'223U;
    for (std::uint32_t rest = number, letter = 0; letter < 6; ++letter, rest /= 26)
      text.push_back(static_cast<char>('a' + rest % 26));
    text.append(number % 12 == 0 ? ". " : " ");
  }
  return text;
}

TEST(Differs, TakesLongTexts) {
  const std::string one = long_text(65'536, 1), other = long_text(65'536, 2);
  EXPECT_FALSE(differences(one, other).empty());
  EXPECT_TRUE(differences(one, one).empty());
}

TEST(Differs, SaysInWhat) {
  std::size_t named = 0;
  for (const Pair& each : other_facts) {
    const auto found = differences(each.a, each.b);
    named += static_cast<std::size_t>(std::ranges::count(found, each.label));
  }
  EXPECT_GE(named * 100, other_facts.size() * 90) << named << " of " << other_facts.size();
}

TEST(Differs, LetsPassWhatSaysTheSame) {
  for (const Pair& each : same_facts) {
    std::string all;
    for (const std::string_view found : differences(each.a, each.b)) all.append(found).append(" ");
    EXPECT_EQ(all, "") << each.a << " / " << each.b;
  }
}

TEST(Differs, TakesAnyText) {
  EXPECT_TRUE(differences("", "").empty());
  EXPECT_TRUE(differences("...", "- - -").empty());
  EXPECT_TRUE(differences("数据库在法兰克福", "数据库在法兰克福").empty());
  EXPECT_FALSE(differences("数据库有 3 个", "数据库有 4 个").empty());
  EXPECT_TRUE(differences("\xff\xfe", "\xff\xfe").empty());
}

}  // namespace
}  // namespace aim
