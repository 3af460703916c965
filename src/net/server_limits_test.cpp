// Limits of the server, evictions, and its end.
#include "net/server.h"
#include "net/server_testing.h"

namespace aim::net {
namespace {

using namespace std::chrono_literals;
using testing::Client;
using ::testing::HasSubstr;
using testing::Served;
using ::testing::StartsWith;

TEST_F(Served, CutsWhoSendsHalfAHead) {  // slow loris
  ServerOptions options;
  options.limits.header_time = 1s;
  start(options);
  Client client(port_);
  client.send("GET /now HTTP/1.1\r\nHost: ");
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(client.read_to_end(), "");
  EXPECT_LT(std::chrono::steady_clock::now() - before, 5s);
}

TEST_F(Served, CutsWhoIsSilentSoonerWhenItIsAStranger) {
  ServerOptions options;
  options.limits.stranger_time = 1s;
  start(options);
  Client silent(port_), refused(port_), known(port_);
  refused.ask("GET /refused HTTP/1.1\r\nHost: x\r\n\r\n");
  known.ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(silent.read_to_end(), "");
  EXPECT_THAT(refused.read_to_end(), StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(known.ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n"), StartsWith("HTTP/1.1 200"));
}

TEST_F(Served, SaysWhatTheRouteSaysOfItsAnswers) {
  start();
  Client client(port_);
  const auto page = client.ask("GET /page HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(page, HasSubstr("\r\nContent-Security-Policy: script-src 'self'\r\n"));
  EXPECT_THAT(page, HasSubstr("\r\nCache-Control: max-age=60\r\n"));
  const auto failed = client.ask("GET /page?fails HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(failed, HasSubstr("\r\nCache-Control: no-store\r\n"));
  const auto other = client.ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(other, HasSubstr("\r\nContent-Security-Policy: default-src 'none'; frame-"));
}

TEST_F(Served, CutsWhoSendsHalfABodyOrNothing) {
  ServerOptions options;
  options.limits.body_time = 1s;
  options.limits.stranger_time = 1s;
  start(options);
  Client half(port_), silent(port_);
  half.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
  EXPECT_EQ(half.read_to_end(), "");
  EXPECT_EQ(silent.read_to_end(), "");
}

TEST_F(Served, ClosesIdleConnectionsForOthers) {
  ServerOptions options;
  options.limits.connections = 3;
  start(options);
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(std::make_unique<Client>(port_));
    EXPECT_THAT(clients.back()->ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n"),
                StartsWith("HTTP/1.1 200"));
  }
  expect_answered();
}

TEST_F(Served, ClosesStrangersFirst) {
  ServerOptions options;
  options.limits.connections = 2;
  start(options);
  Client known(port_), stranger(port_);
  EXPECT_THAT(known.ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(stranger.ask("GET /refused HTTP/1.1\r\nHost: x\r\n\r\n"), StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(Client(port_).ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n"),
              StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(known.ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n"), StartsWith("HTTP/1.1 200"));
}

TEST_F(Served, HasABoundOnConnectionsThatAreWorkedFor) {
  ServerOptions options;
  options.limits.connections = 1;
  start(options);
  Client busy(port_);
  busy.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  began_.get_future().wait();
  const auto refused = Client(port_).read_to_end();
  EXPECT_THAT(refused, StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(refused, HasSubstr("Retry-After"));
  go_on_ = true;
  busy.read_until("waited");
  expect_answered();
}

TEST_F(Served, HasABoundOnEventStreams) {
  ServerOptions options;
  options.limits.streams = 1;
  start(options);
  Client first(port_);
  first.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n");
  first.read_until("\r\n\r\n");
  EXPECT_THAT(Client(port_).ask("GET /progress HTTP/1.1\r\nHost: x\r\n\r\n"),
              StartsWith("HTTP/1.1 503"));
}

TEST_F(Served, HasABoundOnBodies) {
  ServerOptions options;
  options.limits.body_memory_bytes = options.limits.body_file_bytes = 100'000;
  start(options);
  Client half(port_);
  half.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n" +
            std::string(95'000, 'x'));
  Client small(port_);
  EXPECT_THAT(small.ask("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"),
              StartsWith("HTTP/1.1 200"));
  half.send(std::string(105'000, 'x'));
  EXPECT_THAT(half.read_to_end(), StartsWith("HTTP/1.1 503"));
}

TEST_F(Served, HasABoundOnWaitingRequests) {
  ServerOptions options;
  options.limits.waiting = 0;
  start(options);
  EXPECT_THAT(Client(port_).ask("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"),
              StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(Client(port_).ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n"),
              StartsWith("HTTP/1.1 200"));
}

TEST_F(Served, FinishesWhatIsInFlightWhenItStops) {
  start();
  Client idle(port_), busy(port_);
  idle.ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n");
  busy.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  began_.get_future().wait();
  server_->stop();
  EXPECT_EQ(idle.read_to_end().find("HTTP/1.1 5"), std::string::npos);
  go_on_ = true;
  EXPECT_THAT(busy.read_to_end(), HasSubstr("waited"));
  stop();
}

TEST_F(Served, CutsWhatDoesNotFinishWhenItStops) {
  ServerOptions options;
  options.limits.stop_time = 1s;
  start(options);
  Client busy(port_);
  busy.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  began_.get_future().wait();
  stop();
  EXPECT_TRUE(ended_.get_future().get());
}

TEST_F(Served, EndsEventsWhenItStops) {
  start();
  Client client(port_);
  client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n");
  began_.get_future().wait();
  client.read_until("\r\n\r\n");
  stop();
  EXPECT_THAT(client.read_to_end(), HasSubstr("0\r\n\r\n"));
}

TEST_F(Served, ListensOnAUnixSocketOfItsOwner) {
  ServerOptions options;
  options.unix_socket = ::testing::TempDir() + "aim-" + std::to_string(::getpid()) + ".sock";
  start(options);
  EXPECT_THAT(Client(options.unix_socket.string()).ask("GET /now HTTP/1.1\r\n\r\n"),
              StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(std::filesystem::status(options.unix_socket).permissions(),
            std::filesystem::perms(0600));
  stop();
  EXPECT_FALSE(std::filesystem::exists(options.unix_socket));
}

TEST_F(Served, TakesTheUnixSocketsPlaceFromNoOtherFile) {
  ServerOptions options;
  options.port = 0;
  options.unix_socket = ::testing::TempDir() + "aim-" + std::to_string(::getpid()) + ".txt";
  std::ofstream(options.unix_socket) << "precious";
  EXPECT_FALSE(Server::listen(options, {}, {}, {}));
  EXPECT_EQ(std::filesystem::file_size(options.unix_socket), 8U);
  std::filesystem::remove(options.unix_socket);
}

TEST_F(Served, SaysWhatItCannotListenOn) {
  start();
  const auto error_of = [](ServerOptions options) {
    auto made = Server::listen(options, {}, {}, {});
    return made ? std::string() : made.error().message;
  };
  ServerOptions taken;
  taken.port = port_;
  EXPECT_EQ(error_of(taken), "127.0.0.1:" + std::to_string(port_) + " is in use");
  ServerOptions strange;
  strange.host = "no such host";
  EXPECT_THAT(error_of(strange), HasSubstr("is no address of this machine"));
  ServerOptions secure;
  secure.port = 0;
  secure.certificate = "/nowhere/cert.pem";
  EXPECT_THAT(error_of(secure), HasSubstr("the certificate /nowhere/cert.pem could not be read"));
}

}  // namespace
}  // namespace aim::net
