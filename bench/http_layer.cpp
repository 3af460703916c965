// A constant answer of 2 KB, by our HTTP server or by the library's own shortest one: what our
// layer costs. http_layer ours|bare PORT; over_http.py measures both.
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "net/server.h"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
constexpr auto use_tuple = asio::as_tuple(asio::use_awaitable);
constexpr int threads = 2;

const std::string& body() {
  static const std::string text = "{\"memories\":\"" + std::string(2'034, 'x') + "\"}";
  return text;
}

// The bare server: reads, answers, nothing else but a limit and a timeout, as the library's
// examples do.
asio::awaitable<void> serve(beast::tcp_stream stream) {
  beast::flat_buffer buffer;
  for (;;) {
    http::request<http::string_body> request;
    stream.expires_after(std::chrono::seconds(30));
    const auto [failed, size] = co_await http::async_read(stream, buffer, request, use_tuple);
    if (failed)
      break;
    http::response<http::string_body> response{http::status::ok, request.version()};
    response.set(http::field::content_type, "application/json");
    response.keep_alive(request.keep_alive());
    response.body() = body();
    response.prepare_payload();
    const auto [broken, written] = co_await http::async_write(stream, response, use_tuple);
    if (broken || !request.keep_alive())
      break;
  }
}

asio::awaitable<void> accept(tcp::acceptor acceptor, std::vector<asio::io_context>& contexts) {
  for (std::size_t next = 0;; ++next) {
    asio::io_context& context = contexts[next % contexts.size()];
    auto [failed, socket] = co_await acceptor.async_accept(context, use_tuple);
    if (failed)
      continue;
    socket.set_option(tcp::no_delay(true));
    asio::co_spawn(context, serve(beast::tcp_stream(std::move(socket))), asio::detached);
  }
}

void run_bare(unsigned short port) {
  std::vector<asio::io_context> contexts(threads);
  tcp::acceptor acceptor(contexts[0], {asio::ip::make_address("127.0.0.1"), port});
  asio::co_spawn(contexts[0], accept(std::move(acceptor), contexts), asio::detached);
  std::vector<std::thread> running;
  for (asio::io_context& context : contexts)
    running.emplace_back([&context] {
      const auto guard = asio::make_work_guard(context);
      context.run();
    });
  for (std::thread& thread : running) thread.join();
}

int run_ours(int port) {
  aim::net::ServerOptions options;
  options.port = port;
  options.io_threads = threads;
  auto server = aim::net::Server::listen(
      options,
      [](const aim::net::Head&) {
        aim::net::Plan plan;
        plan.lane = aim::net::Lane::at_once;
        plan.answer = [](aim::net::Request&, aim::net::Exchange&) {
          aim::net::Response response;
          response.body = body();
          return response;
        };
        return plan;
      },
      [](int status, std::string_view) {
        aim::net::Response response;
        response.status = status;
        return response;
      },
      [](const aim::net::AnsweredRequest&) {});
  if (!server) {
    std::cerr << server.error().message << "\n";
    return 1;
  }
  (*server)->run();
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::cerr << "usage: http_layer ours|bare PORT\n";
    return 2;
  }
  const int port = std::atoi(words[2]);
  if (std::string_view(words[1]) == "ours")
    return run_ours(port);
  run_bare(static_cast<unsigned short>(port));
}
