// The server over real sockets of loopback, spoken to byte by byte.
#include "net/server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <fstream>
#include <future>
#include <thread>

#include "net/events.h"

namespace aim::net {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Client {
 public:
  explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connect(reinterpret_cast<sockaddr*>(&to), sizeof to);
  }
  explicit Client(const std::string& file) : socket_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    file.copy(to.sun_path, sizeof to.sun_path - 1);
    connect(reinterpret_cast<sockaddr*>(&to), sizeof to);
  }
  ~Client() { hang_up(); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void hang_up() {
    if (socket_ >= 0)
      ::close(std::exchange(socket_, -1));
  }
  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t size = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (size <= 0)
        return;
      bytes.remove_prefix(static_cast<std::size_t>(size));
    }
  }
  // Until `text` is there, or the end; everything read so far.
  std::string read_until(std::string_view text) {
    char buffer[4'096];
    while (got_.find(text) == got_.npos) {
      const ssize_t size = ::recv(socket_, buffer, sizeof buffer, 0);
      if (size <= 0)
        break;
      got_.append(buffer, static_cast<std::size_t>(size));
    }
    return got_;
  }
  std::string read_to_end() { return read_until("\x01never"); }
  std::string ask(std::string_view request) {
    got_.clear();
    send(request);
    read_until("\r\n\r\n");
    const std::size_t at = got_.find("Content-Length: ");
    if (at == got_.npos)
      return got_;
    const std::size_t size = std::stoul(got_.substr(at + 16));
    const std::size_t head = got_.find("\r\n\r\n") + 4;
    char buffer[4'096];
    while (got_.size() < head + size) {
      const ssize_t more = ::recv(socket_, buffer, sizeof buffer, 0);
      if (more <= 0)
        break;
      got_.append(buffer, static_cast<std::size_t>(more));
    }
    return got_;
  }

 private:
  void connect(sockaddr* to, socklen_t size) {
    const timeval timeout{20, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    ASSERT_EQ(::connect(socket_, to, size), 0);
  }
  int socket_;
  std::string got_;
};

Response text(std::string body, int status = 200) {
  Response response;
  response.status = status;
  response.content_type = "text/plain";
  response.body = std::move(body);
  return response;
}

class Served : public testing::Test {
 protected:
  void start(ServerOptions options = {}) {
    options.port = 0;
    server_ = Server::listen(
                  options, [this](const Head& head) { return plan(head); },
                  [](int status, std::string_view sentence) {
                    return text(std::string(sentence), status);
                  },
                  [this](const Access& access) {
                    const std::lock_guard lock(mutex_);
                    routes_.push_back(std::string(access.method) + " " + std::string(access.route) +
                                      " " + std::to_string(access.status));
                  })
                  .value();
    const std::string address = server_->address();
    port_ = std::stoi(address.substr(address.rfind(':') + 1));
    thread_ = std::thread([this] { server_->run(); });
  }
  void stop() {
    if (!thread_.joinable())
      return;
    server_->stop();
    thread_.join();
  }
  ~Served() override { stop(); }

  Plan plan(const Head& head) {
    Plan plan;
    plan.route = "test";
    if (head.path == "/refused") {
      plan.refusal = text("no", 403);
      plan.trusted = false;
    }
    if (head.path == "/echo") {
      plan.max_body_bytes = 8 * 1024 * 1024;
      plan.answer = [](Request& request, Exchange&) {
        return text(request.head.method + " " + request.head.query + " " +
                    request.body.text().value());
      };
    } else if (head.path == "/small") {
      plan.max_body_bytes = 10;
      plan.answer = [](Request&, Exchange&) { return text("small"); };
    } else if (head.path == "/page") {
      plan.content_security = "script-src 'self'";
      plan.caching = "max-age=60";
      plan.answer = [](Request& request, Exchange&) {
        return text("page", request.head.query.empty() ? 200 : 404);
      };
    } else if (head.path == "/throws") {
      plan.answer = [](Request&, Exchange&) -> Response { throw std::runtime_error("secret"); };
    } else if (head.path == "/events") {
      plan.answer = [this](Request&, Exchange&) {
        Response response;
        response.events = events_ = std::make_shared<EventStream>();
        began_.set_value();
        return response;
      };
    } else if (head.path == "/progress") {
      plan.answer = [](Request&, Exchange& exchange) {
        const auto events = exchange.start_events({});
        for (const char* each : {"1", "2", "3"}) events->send(each);
        events->finish();
        return text("not sent");
      };
    } else if (head.path == "/file") {
      plan.answer = [](Request&, Exchange&) {
        Response response;
        response.file = std::make_shared<Spool>();
        EXPECT_TRUE(response.file->write(std::string(3'000'000, 'f')));
        return response;
      };
    } else if (head.path == "/wait") {
      plan.watch_client = true;
      plan.lane = Lane::write;
      plan.answer = [this](Request&, Exchange& exchange) {
        began_.set_value();
        const auto end = std::chrono::steady_clock::now() + 10s;
        while (!exchange.client_gone() && !go_on_ && std::chrono::steady_clock::now() < end)
          std::this_thread::sleep_for(1ms);
        ended_.set_value(exchange.client_gone());
        return text("waited");
      };
    } else {
      plan.lane = head.path == "/now" ? Lane::at_once : Lane::read;
      plan.answer = [](Request&, Exchange&) {
        Response response = text("moved");
        response.continue_on_write_lane = [](Exchange&) { return text("written"); };
        return response;
      };
      if (head.path == "/now")
        plan.answer = [](Request&, Exchange&) { return text("now"); };
    }
    return plan;
  }

  // A further client; those who are in need a moment to be idle after an answer.
  void expect_answered() {
    std::string answer;
    for (int i = 0; i < 1'000 && !answer.starts_with("HTTP/1.1 200"); ++i)
      answer = Client(port_).ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200"));
  }

  std::vector<std::string> routes() {
    const std::lock_guard lock(mutex_);
    return routes_;
  }

  std::unique_ptr<Server> server_;
  std::thread thread_;
  int port_ = 0;
  std::shared_ptr<EventStream> events_;
  std::promise<void> began_;
  std::promise<bool> ended_;
  std::atomic<bool> go_on_{false};
  std::mutex mutex_;
  std::vector<std::string> routes_;
};

TEST_F(Served, AnswersOnOneConnection) {
  start();
  Client client(port_);
  const auto first = client.ask("GET /echo?a=1 HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(first, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(first, HasSubstr("\r\nX-Content-Type-Options: nosniff\r\n"));
  EXPECT_THAT(first, HasSubstr("\r\nDate: "));
  EXPECT_THAT(first, HasSubstr("\r\n\r\nGET a=1 "));
  EXPECT_THAT(client.ask("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"),
              HasSubstr("POST  hello"));
  EXPECT_THAT(client.ask("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                         "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"),
              HasSubstr("POST  abcde"));
  EXPECT_THAT(client.ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n"), HasSubstr("now"));
  EXPECT_THAT(client.ask("GET /other HTTP/1.1\r\nHost: x\r\n\r\n"), HasSubstr("written"));
  // An answer is noted after it has gone out.
  while (routes().size() < 5) std::this_thread::sleep_for(1ms);
  EXPECT_THAT(routes(), testing::ElementsAre("GET test 200", "POST test 200", "POST test 200",
                                             "GET test 200", "GET test 200"));
}

TEST_F(Served, AnswersPipelinedRequestsInOrder) {
  start();
  Client client(port_);
  client.send(
      "GET /echo?1 HTTP/1.1\r\nHost: x\r\n\r\nGET /echo?2 HTTP/1.1\r\nHost: x\r\nConnection: "
      "close\r\n\r\n");
  const auto all = client.read_to_end();
  EXPECT_LT(all.find("GET 1"), all.find("GET 2"));
  EXPECT_NE(all.find("GET 2"), all.npos);
}

TEST_F(Served, SendsNoBodyToHead) {
  start();
  Client client(port_);
  client.send("HEAD /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const auto all = client.read_to_end();
  EXPECT_THAT(all, HasSubstr("Content-Length: 6\r\n"));
  EXPECT_THAT(all, testing::EndsWith("\r\n\r\n"));
}

TEST_F(Served, TakesLargeBodiesAndSendsFiles) {
  start();
  Client client(port_);
  const std::string body(5'000'000, 'b');
  EXPECT_EQ(client
                .ask("POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: "
                     "5000000\r\n\r\n" +
                     body)
                .substr(0, 12),
            "HTTP/1.1 100");
  Client other(port_);
  const auto file = other.ask("GET /file HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(file.size(), file.find("\r\n\r\n") + 4 + 3'000'000);
}

TEST_F(Served, RefusesWhatIsTooLarge) {
  start();
  EXPECT_THAT(
      Client(port_).ask("POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n12345678901"),
      StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(
      Client(port_).ask("POST /small HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                        "b\r\n12345678901\r\n0\r\n\r\n"),
      StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(Client(port_).ask("GET /echo HTTP/1.1\r\nHost: x\r\nX: " + std::string(20'000, 'x') +
                                "\r\n\r\n"),
              StartsWith("HTTP/1.1 431"));
}

TEST_F(Served, RefusesWhatIsNoRequest) {
  start();
  for (const char* bad :
       {"hello\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", "GET / HTTP/1.1\r\nA b: c\r\n\r\n"})
    EXPECT_THAT(Client(port_).ask(bad), StartsWith("HTTP/1.1 400")) << bad;
  for (const char* coding : {"xchunked", "chunked, gzip", "gzip", "identity"})
    EXPECT_THAT(Client(port_).ask(
                    "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: " + std::string(coding) +
                    "\r\n\r\n0\r\n\r\nGET /now HTTP/1.1\r\nHost: x\r\n\r\n"),
                StartsWith("HTTP/1.1 400"))
        << coding;
  EXPECT_THAT(Client(port_).ask("POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"
                                "5\r\nhello\r\n0\r\n\r\n"),
              StartsWith("HTTP/1.1 400"));
  // Two lengths are how requests are smuggled past a proxy.
  EXPECT_THAT(
      Client(port_).ask(
          "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
      StartsWith("HTTP/1.1 400"));
}

TEST_F(Served, RefusalsDoNotReadTheBody) {
  start();
  Client client(port_);
  EXPECT_THAT(client.ask("POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"),
              StartsWith("HTTP/1.1 403"));
}

TEST_F(Served, WhatIsThrownStaysInside) {
  start();
  Client client(port_);
  const auto answer = client.ask("GET /throws HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 500"));
  EXPECT_THAT(answer, Not(HasSubstr("secret")));
  EXPECT_THAT(client.ask("GET /now HTTP/1.1\r\nHost: x\r\n\r\n"), StartsWith("HTTP/1.1 200"));
}

TEST_F(Served, StreamsEvents) {
  start();
  Client client(port_);
  client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n");
  began_.get_future().wait();
  events_->send("one", "message", "1");
  EXPECT_THAT(client.read_until("data: one\n\n"), HasSubstr("event: message\nid: 1\ndata: one"));
  events_->send("two");
  events_->finish();
  EXPECT_THAT(client.read_to_end(), HasSubstr("data: two\n\n\r\n0\r\n\r\n"));
}

// The end comes while the connection is in the middle of a write that the client holds up.
TEST_F(Served, NoticesTheEndOfEventsDuringAWrite) {
  start();
  Client client(port_);
  client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n");
  began_.get_future().wait();
  events_->send(std::string(7'000'000, 'x'));
  client.read_until("data: xxx");
  events_->send("two");
  events_->finish();
  const auto all = client.read_to_end();
  EXPECT_THAT(all, testing::EndsWith("data: two\n\n\r\n0\r\n\r\n"));
  EXPECT_THAT(all, Not(HasSubstr("\n:\n"))) << "a comment tells of a wait that nobody ended";
}

TEST_F(Served, StreamsWhileTheHandlerWorks) {
  start();
  Client client(port_);
  client.send("GET /progress HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto all = client.read_to_end();
  EXPECT_THAT(all, HasSubstr("Content-Type: text/event-stream"));
  EXPECT_THAT(all, HasSubstr("data: 3\n\n"));
  EXPECT_THAT(all, Not(HasSubstr("not sent")));
}

TEST_F(Served, NoticesThatAReaderOfEventsLeft) {
  start();
  Client client(port_);
  client.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n");
  began_.get_future().wait();
  client.read_until("\r\n\r\n");
  std::promise<void> closed;
  events_->on_closed([&] { closed.set_value(); });
  client.hang_up();
  EXPECT_EQ(closed.get_future().wait_for(10s), std::future_status::ready);
}

TEST_F(Served, NoticesThatAWaitingClientLeft) {
  start();
  Client client(port_);
  client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  began_.get_future().wait();
  client.hang_up();
  EXPECT_TRUE(ended_.get_future().get());
}

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
  options.unix_socket = testing::TempDir() + "aim-" + std::to_string(::getpid()) + ".sock";
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
  options.unix_socket = testing::TempDir() + "aim-" + std::to_string(::getpid()) + ".txt";
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
