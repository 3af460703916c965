// The bytes of a connection, in the clear or by TLS, each read and write with a deadline. Part of
// connection.cpp's inside: nobody else includes it.
// Knows: Asio, Beast's stream with deadlines. Must not know: HTTP.
// Threads: that of the connection's I/O context.
#pragma once
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <optional>
#include <tuple>

namespace aim::net {

class ByteStream {
 public:
  using Plain = boost::beast::basic_stream<boost::asio::generic::stream_protocol>;
  using Failed = boost::asio::awaitable<std::tuple<boost::system::error_code>>;
  using FailedAndSize = boost::asio::awaitable<std::tuple<boost::system::error_code, std::size_t>>;
  // Up to three pieces that are sent as one.
  using Pieces = std::array<boost::asio::const_buffer, 3>;

  // `tls`: null in the clear.
  ByteStream(Plain::socket_type socket, boost::asio::ssl::context* tls);

  bool is_by_tls() const { return tls_.has_value(); }
  // The socket and the deadline.
  Plain& plain() { return plain_; }

  // By TLS only.
  Failed shake_hands();
  Failed say_goodbye();

  FailedAndSize read_some(boost::asio::mutable_buffer into);
  // All of it.
  FailedAndSize write(const Pieces& pieces);
  FailedAndSize write(std::string_view text) {
    return write(Pieces{boost::asio::buffer(text.data(), text.size())});
  }

 private:
  Plain plain_;
  std::optional<boost::asio::ssl::stream<Plain&>> tls_;
};

}  // namespace aim::net
