// Answers of the server over real sockets.
#include "net/server.h"

#include <chrono>
#include <thread>

#include "net/server_testing.h"

namespace aim::net {
namespace {

using namespace std::chrono_literals;
using testing::Client;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Served;
using ::testing::StartsWith;

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
  EXPECT_THAT(routes(), ::testing::ElementsAre("GET test 200", "POST test 200", "POST test 200",
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
  EXPECT_THAT(all, ::testing::EndsWith("\r\n\r\n"));
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
  EXPECT_THAT(all, ::testing::EndsWith("data: two\n\n\r\n0\r\n\r\n"));
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
  client.hang_up();
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (!events_->closed() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(events_->closed());
}

TEST_F(Served, NoticesThatAWaitingClientLeft) {
  start();
  Client client(port_);
  client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  began_.get_future().wait();
  client.hang_up();
  EXPECT_TRUE(ended_.get_future().get());
}

}  // namespace
}  // namespace aim::net
