// A server over real sockets of loopback, and a client that speaks to it byte by byte.
#pragma once
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
#include "net/server.h"

namespace aim::net::testing {

using namespace std::chrono_literals;
using ::testing::StartsWith;

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

inline Response text(std::string body, int status = 200) {
  Response response;
  response.status = status;
  response.content_type = "text/plain";
  response.body = std::move(body);
  return response;
}

class Served : public ::testing::Test {
 protected:
  void start(ServerOptions options = {}) {
    options.port = 0;
    server_ = Server::listen(
                  options, [this](const Head& head) { return plan(head); },
                  [](int status, std::string_view sentence) {
                    return text(std::string(sentence), status);
                  },
                  [this](const AnsweredRequest& access) {
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

}  // namespace aim::net::testing
