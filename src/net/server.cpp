#include "net/server.h"

#include <fcntl.h>
#include <openssl/ssl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <filesystem>
#include <future>
#include <thread>

#include "base/error.h"
#include "base/log.h"
#include "base/platform/system.h"
#include "net/http_messages.h"
#include "net/shared.h"

namespace aim::net {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using asio::local::stream_protocol;
using boost::system::error_code;
using namespace std::chrono_literals;

constexpr auto use_tuple = asio::as_tuple(asio::use_awaitable);
// Descriptors that are not connections and come later: those of the database for each worker,
// spools.
constexpr std::size_t other_files = 96, least_other_files = 32;
constexpr std::size_t least_connections = 4;
// For TLS 1.2; all suites of 1.3 have forward secrecy.
constexpr auto tls_suites = "ECDHE+AESGCM:ECDHE+CHACHA20";

Failure cannot(const std::string& sentence, const error_code& error, std::string hint,
               std::vector<Remedy> remedies = {}) {
  Error failure = unavailable(sentence, std::move(hint));
  failure.detail = error.message();
  failure.remedies = std::move(remedies);
  return Failure(std::move(failure));
}

std::size_t open_files() {
  constexpr auto folder = this_system == System::linux_kernel ? "/proc/self/fd" : "/dev/fd";
  std::error_code error;
  std::size_t count = 0;
  for (std::filesystem::directory_iterator each(folder, error), end; each != end;
       each.increment(error))
    ++count;
  return count;
}

// As many descriptors as the machine lets this process have; so many connections fit into them.
Result<std::size_t> connections_that_fit(std::size_t wanted) {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0)
    return wanted;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  const std::size_t all = files.rlim_cur, taken = open_files();
  const std::size_t others = std::clamp(all / 4, least_other_files, other_files);
  if (all < taken + others + least_connections)
    return Failure(unavailable("this process may have only " + std::to_string(all) +
                                   " files open, which is too few for a server: it needs " +
                                   std::to_string(taken + others + least_connections),
                               "raise the limit of file descriptors with: ulimit -n 1024"));
  return std::min(wanted, all - taken - others);
}

// Threads are made when they are needed; that the system would refuse them is said at the start.
Result<void> threads_that_fit(int count) {
  std::promise<void> let_go;
  const std::shared_future<void> gone = let_go.get_future().share();
  std::vector<std::thread> threads;
  Result<void> result;
  try {
    for (int i = 0; i < count; ++i) threads.emplace_back([gone] { gone.wait(); });
  } catch (const std::exception& failure) {
    result = Failure(to_error(failure));
  }
  let_go.set_value();
  for (std::thread& thread : threads) thread.join();
  return result;
}

// Group of a connection for limits: empty for this machine; for IPv6 the network of one customer.
std::string party_of(const asio::ip::address& address) {
  if (address.is_loopback())
    return {};
  if (!address.is_v6())
    return address.to_string();
  const auto& six = address.to_v6();
  if (six.is_v4_mapped())
    return party_of(asio::ip::make_address_v4(asio::ip::v4_mapped, six));
  auto bytes = six.to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return asio::ip::address_v6(bytes).to_string();
}

// Told to whom the server has no place for, without waiting for them.
void turn_away(Socket& socket, const ErrorPage& error_page) {
  const std::string body =
      error_page(503, "too many connections are open; try again in a moment").body;
  const std::string answer =
      "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\n"
      "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n"
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\nCache-Control: "
      "no-store\r\n"
      "Content-Type: application/json\r\nDate: " +
      date() + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(answer), ignored);
  socket.shutdown(asio::socket_base::shutdown_both, ignored);
  socket.close(ignored);
}

Result<std::unique_ptr<asio::ssl::context>> read_certificate(const ServerOptions& options) {
  auto tls = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_server);
  error_code error;
  tls->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_sslv2 |
                       asio::ssl::context::no_sslv3 | asio::ssl::context::no_tlsv1 |
                       asio::ssl::context::no_tlsv1_1,
                   error);
  SSL_CTX_set_cipher_list(tls->native_handle(), tls_suites);
  tls->use_certificate_chain_file(options.certificate.string(), error);
  if (error)
    return cannot("the certificate " + options.certificate.string() + " could not be read", error,
                  "it must be a readable PEM file, the server's own certificate first");
  tls->use_private_key_file(options.private_key.string(), asio::ssl::context::pem, error);
  if (error)
    return cannot(
        "the private key " + options.private_key.string() + " could not be read", error,
        "it must be a readable PEM file without a password, and belong to the certificate");
  return tls;
}

Result<tcp::endpoint> endpoint_of(const ServerOptions& options, asio::io_context& io) {
  error_code error;
  const auto port = static_cast<std::uint16_t>(options.port);
  std::string host = options.host;
  if (host.starts_with('[') && host.ends_with(']'))
    host = host.substr(1, host.size() - 2);
  if (host == "localhost")
    host = "127.0.0.1";
  const auto address = asio::ip::make_address(host, error);
  if (!error)
    return tcp::endpoint(address, port);
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(host, std::to_string(port), error);
  if (error || found.empty())
    return cannot("\"" + options.host + "\" is no address of this machine", error, {},
                  {{"name another, such as 127.0.0.1,", Means::option, "host"}});
  return found.begin()->endpoint();
}

// Programs that are started, as hooks are when they are tried, get no socket of ours.
void close_on_exec(int descriptor) {
  (void)::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

Result<void> bind(tcp::acceptor& acceptor, const tcp::endpoint& endpoint,
                  const ServerOptions& options) {
  error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) {
    close_on_exec(acceptor.native_handle());
    claim_port(acceptor.native_handle());
  }
  if (!error)
    acceptor.bind(endpoint, error);
  if (!error)
    acceptor.listen(asio::socket_base::max_listen_connections, error);
  const std::string where = options.host + ":" + std::to_string(options.port);
  // Windows says so of a port that is another's alone.
  const bool refused = this_system == System::windows && error == asio::error::access_denied;
  if (error == asio::error::address_in_use || refused)
    return cannot(where + " is in use", error, "another ai-memory may be running there",
                  {{"choose another", Means::option, "port"}});
  if (error)
    return cannot("cannot listen on " + where + ": " + error.message(), error, {},
                  {{"choose another address", Means::option, "host"},
                   {"or another port", Means::option, "port"}});
  return {};
}

// A socket file that nobody listens on any more is left over from a crash.
bool is_left_over(const std::filesystem::path& file) {
  std::error_code unknown;
  if (!std::filesystem::is_socket(file, unknown))
    return false;
  asio::io_context io;
  stream_protocol::socket probe(io);
  error_code error;
  probe.connect(stream_protocol::endpoint(file.string()), error);
  return error == asio::error::connection_refused;
}

Result<void> bind(stream_protocol::acceptor& acceptor, const std::filesystem::path& file) {
  error_code error;
  if (file.string().size() >= sizeof(sockaddr_un::sun_path))
    return Failure(refuse("unix_socket", "is too long for a socket's path: " + file.string()));
  if (is_left_over(file))
    ::unlink(file.c_str());
  const mode_t before = ::umask(0177);  // the socket is the owner's alone from its first moment
  acceptor.open(stream_protocol(), error);
  if (!error)
    close_on_exec(acceptor.native_handle());
  if (!error)
    acceptor.bind(stream_protocol::endpoint(file.string()), error);
  ::umask(before);
  if (!error)
    acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error == asio::error::address_in_use)
    return cannot(file.string() + " is in use", error, "another ai-memory may be running there");
  if (error)
    return cannot("cannot listen on " + file.string() + ": " + error.message(), error, {},
                  {{"choose another", Means::option, "unix_socket"}});
  return {};
}

}  // namespace

class Server::Parts {
 public:
  // `options.limits.connections` fits into the descriptors of the process.
  Parts(const ServerOptions& options, Site site, ErrorPage page,
        std::function<void(const AnsweredRequest&)> on_answer)
      : shared(options, std::move(site), std::move(page), std::move(on_answer)) {
    for (int i = 0; i < std::max(1, options.io_threads); ++i)
      contexts.push_back(std::make_unique<Context>());
  }

  Result<void> open() {
    ServerOptions& options = shared.options;
    if (!options.certificate.empty())
      tls = TRY(read_certificate(options));
    auto& io = contexts.front()->io;
    TRY_VOID(bind(network.emplace(io), TRY(endpoint_of(options, io)), options));
    options.port = network->local_endpoint().port();
    if (!options.unix_socket.empty())
      TRY_VOID(bind(local.emplace(io), options.unix_socket));
    return {};
  }

  void run() {
    auto& io = contexts.front()->io;
    asio::co_spawn(io, accept(*network, {tls.get(), false}), asio::detached);
    if (local)
      asio::co_spawn(io, accept(*local, {nullptr, true}), asio::detached);
    std::vector<asio::executor_work_guard<asio::io_context::executor_type>> guards;
    std::vector<std::thread> threads;
    for (const auto& context : contexts) {
      guards.push_back(asio::make_work_guard(context->io));
      threads.emplace_back([&context] { context->io.run(); });
    }
    wait_for_stop();
    guards.clear();
    for (const auto& context : contexts) context->io.stop();
    for (std::thread& thread : threads) thread.join();
    shared.readers.join();
    shared.writers.join();
    if (local)
      ::unlink(shared.options.unix_socket.c_str());
  }

  void stop() {
    const Lock lock(shared.mutex);
    shared.stop_asked = true;
    shared.changed.notify_all();
  }

  std::string address() const {
    const ServerOptions& options = shared.options;
    const bool six = options.host.find(':') != std::string::npos && !options.host.starts_with('[');
    return (tls ? "https://" : "http://") + (six ? "[" + options.host + "]" : options.host) + ":" +
           std::to_string(options.port);
  }

  Shared shared;

 private:
  template <class Acceptor>
  asio::awaitable<void> accept(Acceptor& acceptor, Entrance entrance) {
    while (!shared.stopping) {
      Context& context = *contexts[next_++ % contexts.size()];
      auto [failed, accepted] = co_await acceptor.async_accept(context.io, use_tuple);
      if (failed == asio::error::operation_aborted || !acceptor.is_open())
        break;
      if (failed) {  // out of descriptors or memory: they may come back
        complain(failed);
        asio::steady_timer timer(co_await asio::this_coro::executor,
                                 shared.admission.make_room() ? 5ms : 50ms);
        co_await timer.async_wait(use_tuple);
        continue;
      }
      close_on_exec(accepted.native_handle());
      std::string party;
      if constexpr (std::is_same_v<Acceptor, tcp::acceptor>) {
        error_code ignored;
        accepted.set_option(tcp::no_delay(true), ignored);
        party = party_of(accepted.remote_endpoint(ignored).address());
      }
      begin(Socket(std::move(accepted)), party, context, entrance);
    }
  }

  // Once a minute at the most.
  void complain(const error_code& failed) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_complaint_)
      return;
    next_complaint_ = now + 1min;
    log::warn(failed == asio::error::no_descriptors
                  ? "no file descriptor is left for a connection; idle ones are closed (ulimit -n)"
                  : "a connection could not be accepted: " + failed.message());
  }

  void begin(Socket socket, const std::string& party, Context& context, Entrance entrance) {
    const auto id = shared.admission.enter(party, [&context](Admission::Id who) {
      asio::post(context.io, [&peers = context.peers, who] {
        if (const auto found = peers.find(who); found != peers.end())
          found->second->abort();
      });
    });
    if (!id) {
      ++shared.figures.refused_connections;
      return turn_away(socket, shared.error_page);
    }
    ++shared.figures.connections;
    entrance.id = *id;
    entrance.party = party;
    asio::co_spawn(context.io, serve(std::move(socket), context, shared, entrance),
                   [this, who = *id](std::exception_ptr thrown) { ended(who, thrown); });
  }

  void ended(Admission::Id id, const std::exception_ptr& thrown) {
    try {
      if (thrown)
        std::rethrow_exception(thrown);
    } catch (const std::exception& failure) {
      log::error(std::string("a connection ended: ") + failure.what());
    }
    shared.admission.leave(id);
    --shared.figures.connections;
    const Lock lock(shared.mutex);
    shared.changed.notify_all();
  }

  // Idle connections end at once, the others with their answer; who has not finished in time is
  // cut.
  void wait_for_stop() {
    Lock lock(shared.mutex);
    while (!shared.stop_asked) shared.changed.wait(lock);
    lock.unlock();
    shared.stopping = true;
    asio::post(contexts.front()->io, [this] {
      error_code ignored;
      network->close(ignored);
      if (local)
        local->close(ignored);
    });
    tell_peers(&Peer::stop);
    lock.lock();
    const auto none_left = [&] { return shared.admission.size() == 0; };
    const bool done = shared.changed.wait_for(lock, shared.options.limits.stop_time, none_left);
    lock.unlock();
    shared.aborting = true;
    if (done)
      return;
    tell_peers(&Peer::abort);
    lock.lock();
    shared.changed.wait_for(lock, 2s, none_left);
  }

  void tell_peers(void (Peer::*what)()) {
    for (const auto& context : contexts)
      asio::post(context->io, [&peers = context->peers, what] {
        for (const auto& [id, peer] : peers) (peer->*what)();
      });
  }

  std::vector<std::unique_ptr<Context>> contexts;
  std::size_t next_ = 0;  // used by accept, whose coroutines share a thread, like the next
  std::chrono::steady_clock::time_point next_complaint_;
  std::unique_ptr<asio::ssl::context> tls;
  std::optional<tcp::acceptor> network;
  std::optional<stream_protocol::acceptor> local;
};

Result<std::unique_ptr<Server>> Server::listen(
    const ServerOptions& options, Site site, ErrorPage error_page,
    std::function<void(const AnsweredRequest&)> on_answer) {
  ServerOptions fitting = options;
  fitting.limits.connections = TRY(connections_that_fit(options.limits.connections));
  TRY_VOID(threads_that_fit(options.readers + options.writers + options.io_threads));
  auto parts = std::make_unique<Parts>(fitting, std::move(site), std::move(error_page),
                                       std::move(on_answer));
  TRY_VOID(parts->open());
  return std::unique_ptr<Server>(new Server(std::move(parts)));
}

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Server::~Server() = default;

std::string Server::address() const {
  return parts_->address();
}
const ServerFigures& Server::figures() const {
  return parts_->shared.figures;
}
void Server::run() {
  parts_->run();
}
void Server::stop() {
  parts_->stop();
}

}  // namespace aim::net
