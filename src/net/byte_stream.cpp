#include "net/byte_stream.h"

#include <boost/asio/write.hpp>

namespace aim::net {
namespace {

namespace asio = boost::asio;

constexpr auto use_tuple = asio::as_tuple(asio::use_awaitable);

}  // namespace

ByteStream::ByteStream(Plain::socket_type socket, asio::ssl::context* tls)
    : plain_(std::move(socket)) {
  if (tls)
    tls_.emplace(plain_, *tls);
}

ByteStream::Failed ByteStream::shake_hands() {
  return tls_->async_handshake(asio::ssl::stream_base::server, use_tuple);
}

ByteStream::Failed ByteStream::say_goodbye() {
  return tls_->async_shutdown(use_tuple);
}

ByteStream::FailedAndSize ByteStream::read_some(asio::mutable_buffer into) {
  return tls_ ? tls_->async_read_some(into, use_tuple) : plain_.async_read_some(into, use_tuple);
}

ByteStream::FailedAndSize ByteStream::write(const Pieces& pieces) {
  return tls_ ? asio::async_write(*tls_, pieces, use_tuple)
              : asio::async_write(plain_, pieces, use_tuple);
}

}  // namespace aim::net
