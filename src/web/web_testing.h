// A server for tests that answers each connection with what it was told to, byte by byte, and keeps
// what it was asked.
#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace aim::web {

struct Answer {
  std::string bytes;
  bool stay_open = false;  // say nothing more and do not hang up either
};

class ScriptedServer {
 public:
  explicit ScriptedServer(std::vector<Answer> answers)
      : answers_(std::move(answers)), socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(socket_, reinterpret_cast<sockaddr*>(&at), sizeof at);
    ::listen(socket_, 16);
    socklen_t size = sizeof at;
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&at), &size);
    port_ = ntohs(at.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~ScriptedServer() {
    ::shutdown(socket_, SHUT_RDWR);
    thread_.join();
    ::close(socket_);
    for (const int open : open_) ::close(open);
  }
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  std::string url(const std::string& path = "/file") const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }
  std::vector<std::string> requests() {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  void serve() {
    for (std::size_t next = 0;; ++next) {
      const int client = ::accept(socket_, nullptr, nullptr);
      if (client < 0)
        return;
      std::string request(16'384, '\0');
      const ssize_t size = ::recv(client, request.data(), request.size(), 0);
      request.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
      {
        const std::lock_guard lock(mutex_);
        requests_.push_back(request);
      }
      const Answer answer = next < answers_.size()
                                ? answers_[next]
                                : Answer{"HTTP/1.1 500 No more\r\nContent-Length: 0\r\n\r\n"};
      static_cast<void>(::send(client, answer.bytes.data(), answer.bytes.size(), MSG_NOSIGNAL));
      if (answer.stay_open)
        open_.push_back(client);
      else
        ::close(client);
    }
  }

  std::vector<Answer> answers_;
  int socket_;
  int port_ = 0;
  std::mutex mutex_;
  std::vector<std::string> requests_;
  std::vector<int> open_;
  std::thread thread_;
};

}  // namespace aim::web
