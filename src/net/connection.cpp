#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/read_size.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>

#include "base/log.h"
#include "base/platform/system.h"
#include "net/admission.h"
#include "net/byte_stream.h"
#include "net/events.h"
#include "net/http_messages.h"
#include "net/shared.h"
#include "net/work.h"

namespace aim::net {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using namespace std::chrono_literals;
using beast::error_code;
using std::chrono::steady_clock;

constexpr auto use_tuple = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t piece_bytes = 64 * 1024;
constexpr std::size_t body_bytes_a_second = 256 * 1024;  // a body may come as slowly as that
constexpr auto keep_alive_time = 15s;             // between comments on a silent event stream
constexpr asio::steady_timer::time_point rung{};  // the pulse that ends a wait, begun or not

class HttpConnection : public Peer {
 public:
  HttpConnection(Socket socket, Context& context, Shared& shared, const Entrance& entrance)
      : stream_(std::move(socket), entrance.tls),
        context_(context),
        shared_(shared),
        id_(entrance.id),
        unix_socket_(entrance.unix_socket),
        party_(entrance.party) {
    context_.peers.emplace(id_, this);
  }
  ~HttpConnection() override { context_.peers.erase(id_); }

  asio::awaitable<void> run() {
    // GCC 12 makes wrong code of a co_await that is itself a condition: each has a statement of its
    // own.
    bool more = co_await shake_hands();
    while (more) more = co_await serve_one();
    co_await shut_down();
  }

  void stop() override {
    error_code ignored;
    if (pause_)
      pause_->cancel();
    if (idle_)
      plain().socket().cancel(ignored);
    else if (events_)
      events_->finish();
  }
  void abort() override {
    if (pulse_)
      pulse_->cancel();
    if (pause_)
      pause_->cancel();
    plain().close();
  }

 private:
  using Parser = http::request_parser<http::buffer_body>;

  ByteStream::Plain& plain() { return stream_.plain(); }
  void expire_in(steady_clock::duration time) { plain().expires_after(time); }
  // Tells admission control the state of this connection.
  void note(Waits waits) { shared_.admission.note(id_, waits); }

  asio::awaitable<bool> shake_hands() {
    if (!stream_.is_by_tls())
      co_return true;
    expire_in(shared_.options.limits.header_time);
    const auto [failed] = co_await stream_.shake_hands();
    co_return !failed;
  }

  asio::awaitable<void> shut_down() {
    error_code ignored;
    if (stream_.is_by_tls()) {
      expire_in(1s);
      co_await stream_.say_goodbye();
    }
    plain().socket().shutdown(asio::socket_base::shutdown_send, ignored);
    // Further input of the client is read for a moment: closing on unread bytes would reset the
    // connection, and the answer could be lost on its way.
    std::array<char, 4'096> rest;
    expire_in(unread_ ? 1s : 100ms);
    while (unread_) {
      const auto [failed, size] = co_await plain().async_read_some(asio::buffer(rest), use_tuple);
      if (failed || size == 0)
        break;
    }
    plain().close();
  }

  // Answers the next request. False when it was the last.
  asio::awaitable<bool> serve_one() {
    const bool begun = co_await wait_for_request();
    if (!begun)
      co_return false;
    began_ = steady_clock::now();
    Parser parser;
    parser.header_limit(static_cast<std::uint32_t>(shared_.options.limits.header_bytes));
    parser.body_limit(boost::none);
    expire_in(shared_.options.limits.header_time);
    const error_code failed = co_await read_until(parser, &Parser::is_header_done);
    if (failed)
      co_return co_await refuse_head(failed);
    if (is_ambiguous(parser.get()))
      co_return co_await refuse_head(http::error::bad_transfer_encoding);
    take_head(parser);
    Plan plan = shared_.site(work_head_);
    take_plan(plan);
    if (plan.refusal) {
      keep_alive_ = keep_alive_ && parser.is_done();
      unread_ = !parser.is_done();
      if (plan.delay > 0ms)
        co_await pause(plan.delay);
      co_return co_await write(std::move(*plan.refusal));
    }
    Request request{std::move(work_head_), Spool(shared_.bodies)};
    if (!parser.is_done()) {
      auto refused = co_await read_body(parser, plan, request);
      if (refused) {
        keep_alive_ = false;
        unread_ = true;
        co_return co_await write(std::move(*refused));
      }
    }
    Response response = co_await answer(std::move(request), std::move(plan));
    co_return co_await write(std::move(response));
  }

  // Ends early when the server stops.
  asio::awaitable<void> pause(std::chrono::milliseconds time) {
    expire_in(time + 1s);
    asio::steady_timer timer(context_.io, time);
    pause_ = &timer;
    if (!shared_.stopping)
      co_await timer.async_wait(use_tuple);
    pause_ = nullptr;
  }

  // Until the first byte of a request is there.
  asio::awaitable<bool> wait_for_request() {
    if (shared_.stopping)
      co_return false;
    if (buffer_.size() > 0)
      co_return true;
    idle_ = true;
    note(Waits::request);
    expire_in(trusted_ ? shared_.options.limits.idle_time : shared_.options.limits.stranger_time);
    const auto [failed, size] = co_await stream_.read_some(buffer_.prepare(4'096));
    idle_ = false;
    buffer_.commit(size);
    co_return !failed && size > 0;
  }

  // Gives the parser what comes, until that much is there.
  asio::awaitable<error_code> read_until(Parser& parser, bool (Parser::*is_there)() const) {
    error_code failed;
    while (!failed && !(parser.*is_there)()) {
      if (buffer_.size() > 0) {
        buffer_.consume(parser.put(buffer_.cdata(), failed));
        if (failed != http::error::need_more)
          continue;
      }
      const auto [broken, size] =
          co_await stream_.read_some(buffer_.prepare(beast::read_size(buffer_, piece_bytes)));
      buffer_.commit(size);
      failed = broken;
      if (failed != asio::error::eof)
        continue;
      failed = {};
      if (parser.got_some())
        parser.put_eof(failed);
      else
        failed = http::error::end_of_stream;
    }
    co_return failed;
  }

  asio::awaitable<bool> refuse_head(error_code failed) {
    keep_alive_ = false;
    unread_ = true;
    method_ = "-";
    if (failed == http::error::end_of_stream || failed == asio::error::eof ||
        failed == asio::error::connection_reset || failed == asio::error::operation_aborted)
      co_return false;
    if (failed == beast::error::timeout)
      // Beast closes the socket of an operation that timed out: there is nobody to tell.
      co_return false;
    if (failed == http::error::header_limit)
      co_return co_await write(shared_.error_page(431, "the head of the request is too large"));
    co_return co_await write(shared_.error_page(400, "this is not a request of HTTP/1.1"));
  }

  void take_head(const Parser& parser) {
    const auto& message = parser.get();
    work_head_ = head_of(message, unix_socket_);
    work_head_.party = party_;
    method_ = work_head_.method;
    version_ = message.version();
    keep_alive_ = message.keep_alive();
    unread_ = false;
    route_ = "other";
    policy_ = {};
  }

  void take_plan(Plan& plan) {
    route_ = plan.route;
    policy_ = {std::move(plan.headers), plan.content_security, plan.caching};
    if (plan.trusted && !trusted_) {
      trusted_ = true;
      shared_.admission.trust(id_);
    }
  }

  // The refusal, when there is one.
  asio::awaitable<std::optional<Response>> read_body(Parser& parser, const Plan& plan,
                                                     Request& request) {
    const auto announced = parser.content_length();
    const std::string too_large =
        "a body may have at most " + std::to_string(plan.max_body_bytes) + " bytes here";
    if (announced && *announced > plan.max_body_bytes)
      co_return shared_.error_page(413, too_large);
    parser.body_limit(plan.max_body_bytes);
    const auto until =
        steady_clock::now() + shared_.options.limits.body_time +
        std::chrono::seconds(announced.value_or(plan.max_body_bytes) / body_bytes_a_second);
    if (beast::iequals(parser.get()[http::field::expect], "100-continue")) {
      co_await stream_.write("HTTP/1.1 100 Continue\r\n\r\n");
    }
    parser.eager(true);
    std::vector<char> piece(std::min<std::size_t>(announced.value_or(piece_bytes), piece_bytes));
    while (!parser.is_done()) {
      auto& body = parser.get().body();
      body.data = piece.data();
      body.size = piece.size();
      note(Waits::body);
      plain().expires_at(
          std::min(until, steady_clock::now() + shared_.options.limits.stalled_time));
      const error_code failed = co_await read_until(parser, &Parser::is_done);
      if (failed == http::error::body_limit)
        co_return shared_.error_page(413, too_large);
      if (failed && failed != http::error::need_buffer)
        co_return shared_.error_page(400, "the body ended early or is not of HTTP/1.1");
      if (auto kept = request.body.write({piece.data(), piece.size() - body.size}); !kept) {
        if (!kept.error().detail.empty())
          log::error(kept.error().detail);
        co_return shared_.error_page(503, kept.error().message);
      }
    }
    co_return std::nullopt;
  }

  asio::awaitable<Response> answer(Request request, Plan plan) {
    const Lane lane = plan.lane;
    const bool watch = plan.watch_client;
    auto work = std::make_shared<Work>(std::move(request), std::move(plan), shared_);
    if (lane == Lane::at_once) {
      std::optional<Response> ready;
      work->give_once = [&](Response response) { ready = std::move(response); };
      work->run();
      co_return std::move(*ready);
    }
    auto& waiting = lane == Lane::read ? shared_.waiting_readers : shared_.waiting_writers;
    if (!work->enter(waiting))
      co_return too_many(shared_);
    note(Waits::working);
    plain().expires_never();
    if (watch)
      watch_client(work);
    Response response =
        co_await on_lane(work, lane == Lane::read ? shared_.readers : shared_.writers, waiting);
    if (watch) {
      error_code ignored;
      plain().socket().cancel(ignored);
    }
    co_return response;
  }

  // Hands the work to the pool, and comes back to this connection's thread with its response.
  asio::awaitable<Response> on_lane(std::shared_ptr<Work> work, WorkerPool& pool,
                                    std::atomic<std::size_t>& waiting) {
    return asio::async_initiate<const asio::use_awaitable_t<>, void(Response)>(
        [work = std::move(work), &pool, &waiting, executor = plain().get_executor()](auto handler) {
          auto kept = std::make_shared<decltype(handler)>(std::move(handler));
          work->give_once = [kept, executor](Response response) {
            asio::post(executor, [kept, response = std::move(response)]() mutable {
              std::move (*kept)(std::move(response));
            });
          };
          pool.post([work, &waiting] {
            --waiting;
            work->run();
          });
        },
        asio::use_awaitable);
  }

  // Notes when the client hangs up while its answer is made.
  void watch_client(const std::shared_ptr<Work>& work) {
    auto& socket = plain().socket();
    socket.async_wait(asio::socket_base::wait_read,
                      [work, handle = socket.native_handle()](error_code failed) {
                        if (!failed && has_hung_up(handle))
                          work->gone = true;
                      });
  }

  // ---- answers ----

  http::response<http::empty_body> head_for(const Response& response) {
    http::response<http::empty_body> message;
    fill(message, response, policy_, version_);
    message.keep_alive(keep_alive_);
    return message;
  }

  asio::awaitable<bool> write(Response response) {
    if (shared_.stopping)
      keep_alive_ = false;
    note(Waits::reader);
    expire_in(shared_.options.limits.write_time);
    if (response.events && !shared_.admission.begin_stream(id_)) {
      response.events->client_left();
      response = shared_.error_page(503, "too many event streams are open; try again later");
    }
    bool written = false;
    std::size_t size = response.body.size();
    if (response.events) {
      keep_alive_ = false;
      written = co_await write_events(response);
    } else if (response.file) {
      size = response.file->size();
      written = co_await write_file(response);
    } else {
      written = co_await write_text(response);
    }
    const auto took =
        std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - began_);
    shared_.on_answer({method_, route_, response.status, size, took});
    co_return written&& keep_alive_;
  }

  asio::awaitable<bool> write_text(Response& response) {
    auto message = head_for(response);
    if (response.status != 204 && response.status != 304)
      message.content_length(response.body.size());
    const std::string head = text_of(message);
    ByteStream::Pieces pieces{asio::buffer(head)};
    if (method_ != "HEAD")
      pieces[1] = asio::buffer(response.body);
    const auto [failed, written] = co_await stream_.write(pieces);
    co_return !failed;
  }

  asio::awaitable<bool> write_file(const Response& response) {
    auto message = head_for(response);
    message.content_length(response.file->size());
    const std::string head = text_of(message);
    const auto [failed, size] = co_await stream_.write(head);
    if (failed || method_ == "HEAD")
      co_return !failed;
    std::vector<char> piece(4 * piece_bytes);
    for (std::size_t at = 0; at < response.file->size();) {
      const auto taken = response.file->read(at, piece.data(), piece.size());
      if (!taken || *taken == 0)
        co_return false;
      note(Waits::reader);
      expire_in(shared_.options.limits.write_time);
      const auto [broken, sent] = co_await stream_.write(std::string_view(piece.data(), *taken));
      if (broken)
        co_return false;
      at += *taken;
    }
    co_return true;
  }

  asio::awaitable<bool> write_events(Response& response) {
    events_ = response.events;
    response.content_type = "text/event-stream";
    auto message = head_for(response);
    message.set("X-Accel-Buffering", "no");
    // HTTP/1.0 knows no chunks: there the end of the connection is the end of the events.
    const bool chunked = version_ >= 11;
    message.chunked(chunked);
    const std::string head = text_of(message);
    const auto [failed, size] = co_await stream_.write(head);
    bool written = !failed;
    if (written)
      written = co_await pump_events(chunked);
    events_->client_left();
    events_.reset();
    pulse_.reset();
    co_return written;
  }

  asio::awaitable<bool> pump_events(bool chunked) {
    // The stream calls from any thread; the timer lives on this one. The weak pointer outlives the
    // connection.
    pulse_ = std::make_shared<asio::steady_timer>(plain().get_executor());
    const auto ring = [weak = std::weak_ptr(pulse_)] {
      if (const auto kept = weak.lock())
        kept->expires_at(rung);
    };
    events_->on_change([ring, executor = plain().get_executor()] { asio::post(executor, ring); });
    const auto left = std::make_shared<bool>(false);
    auto& socket = plain().socket();
    socket.async_wait(asio::socket_base::wait_read,
                      [left, ring, handle = socket.native_handle()](error_code failed) {
                        if (failed || !has_hung_up(handle))
                          return;
                        *left = true;
                        ring();
                      });
    std::string comment;
    for (;;) {
      // Before the look: what changes during the write below ends the wait that follows it.
      pulse_->expires_after(keep_alive_time);
      auto [text, more, finished] = events_->take();
      text.insert(0, std::exchange(comment, {}));
      expire_in(shared_.options.limits.write_time);
      if (*left || shared_.aborting)
        co_return false;
      if (!text.empty()) {
        const bool written = co_await write_piece(text, chunked);
        if (!written)
          co_return false;
      }
      if (finished) {
        if (chunked)
          co_await stream_.write("0\r\n\r\n");
        co_return true;
      }
      if (more)
        continue;
      plain().expires_never();
      co_await pulse_->async_wait(use_tuple);
      if (pulse_->expiry() != rung)
        comment = ":\n\n";
    }
  }

  asio::awaitable<bool> write_piece(std::string_view text, bool chunked) {
    std::array<char, 20> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), text.size(), 16);
    const std::string before = std::string(digits.data(), end.ptr) + "\r\n";
    ByteStream::Pieces pieces{asio::buffer(text.data(), text.size())};
    if (chunked)
      pieces = {asio::buffer(before), pieces[0], asio::buffer("\r\n", 2)};
    const auto [failed, size] = co_await stream_.write(pieces);
    co_return !failed;
  }

  ByteStream stream_;
  Context& context_;
  Shared& shared_;
  beast::flat_buffer buffer_;
  const Admission::Id id_;
  const bool unix_socket_;
  const std::string party_;
  asio::steady_timer* pause_ = nullptr;  // delay of a refusal
  bool trusted_ = false;                 // a request has been let in
  bool idle_ = false;
  std::shared_ptr<EventStream> events_;
  std::shared_ptr<asio::steady_timer> pulse_;  // signals new events

  // State of the current request.
  Head work_head_;
  std::string method_;
  std::string_view route_;
  AnswerPolicy policy_;
  unsigned version_ = 11;
  bool keep_alive_ = false;
  bool unread_ = false;  // bytes of the client that nobody will read
  steady_clock::time_point began_;
};

}  // namespace

asio::awaitable<void> serve(Socket socket, Context& context, Shared& shared, Entrance entrance) {
  HttpConnection connection(std::move(socket), context, shared, entrance);
  co_await connection.run();
}

}  // namespace aim::net
