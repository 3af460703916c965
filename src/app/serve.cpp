#include "app/serve.h"

#include <iostream>
#include <thread>

#include "app/hook.h"
#include "app/put_aside.h"
#include "app/stop_signals.h"
#include "app/tenants.h"
#include "base/file.h"
#include "base/log.h"
#include "base/platform/system.h"
#include "base/version.h"
#include "cli/command.h"
#include "http/errors.h"
#include "http/login.h"
#include "http/web_page.h"
#include "jobs/maintenance.h"
#include "jobs/tasks.h"
#include "jobs/thread_runner.h"
#include "op/kit/remedies.h"
#include "store/maintenance.h"

namespace aim::app {
namespace {

// Routes a request to a door of the caller's tenant, or refuses it.
class RequestRouter {
 public:
  // All outlive the router.
  RequestRouter(Tenants& tenants, http::Login& login, net::GuardOptions guard)
      : tenants_(tenants), login_(login), guard_(std::move(guard)) {}

  net::Plan plan(const net::Head& head);

 private:
  net::Plan door(const net::Head& head, const std::string& holder) const;
  net::Plan refuse(const net::Head& head, const net::Verdict& verdict);

  Tenants& tenants_;
  http::Login& login_;
  net::GuardOptions guard_;
  net::Guesses guesses_;
};

// Headers that let a browser's page of another origin speak to this server (CORS). Only pages that
// were allowed by name get them: pages of this machine are tolerated, not invited.
std::vector<net::Header> invitation(const net::Head& head, const net::GuardOptions& guard) {
  const std::string origin(head.header("origin"));
  if (!net::is_invited(origin, guard))
    return {};
  return {{"Access-Control-Allow-Origin", origin},
          {"Access-Control-Expose-Headers", "Mcp-Session-Id, Retry-After"},
          {"Vary", "Origin"}};
}

bool is_preflight(const net::Head& head) {
  return head.method == "OPTIONS" && head.has("origin") &&
         head.has("access-control-request-method");
}

net::Plan preflight(const std::vector<net::Header>& invited) {
  net::Plan plan;
  plan.route = "preflight";
  plan.headers = invited;
  net::Response response;
  response.status = 204;
  if (!invited.empty())
    response.headers = {
        {"Access-Control-Allow-Methods", "GET, POST, PUT, DELETE"},
        {"Access-Control-Allow-Headers",
         "Authorization, X-API-Key, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, "
         "MCP-Protocol-Version, Mcp-Method, Mcp-Name"},
        {"Access-Control-Max-Age", "600"}};
  plan.refusal = std::move(response);
  return plan;
}

// Does somebody read the answer in a browser?
bool is_reader(const net::Head& head) {
  return head.header("accept").find("text/html") != std::string_view::npos;
}

net::Plan RequestRouter::door(const net::Head& head, const std::string& holder) const {
  if (http::WebPage::serves(head.path))
    return http::WebPage::plan(head);
  if (http::Login::serves(head.path))
    return login_.plan(head, holder);
  const auto tenant = tenants_.of(holder);
  if (!tenant) {
    net::Plan plan;
    plan.refusal = http::error_response(401, "the token has ended");
    return plan;
  }
  net::Plan plan;
  if (tenant->mcp && tenant->mcp->serves(head.path))
    plan = tenant->mcp->plan(head);
  else
    plan = head.path == http::Live::path ? tenant->live.plan(head) : tenant->api.plan(head);
  // The tenant stays until it has answered.
  if (plan.answer)
    plan.answer = [tenant, answer = std::move(plan.answer)](net::Request& request,
                                                            net::Exchange& exchange) {
      return answer(request, exchange);
    };
  return plan;
}

net::Plan RequestRouter::refuse(const net::Head& head, const net::Verdict& verdict) {
  net::Plan plan;
  plan.trusted = false;
  std::string sentence = verdict.refused->sentence;
  if (const auto& remedy = verdict.refused->remedy)
    sentence += "; " + op::said(*remedy, &cli::command_words(), &cli::command_words());
  plan.refusal = http::error_response(verdict.refused->status, sentence);
  if (verdict.refused->status == 401 && http::WebPage::is_page(head))
    http::ask_reader_for_token(plan);
  if (verdict.guessed)
    plan.delay = guesses_.failed(head.party);
  return plan;
}

net::Plan RequestRouter::plan(const net::Head& head) {
  const auto invited = invitation(head, guard_);
  // A browser sends no token with a preflight.
  const net::Target target{
      is_preflight(head) || http::Api::open_to_all(head) || http::Login::open_to_all(head),
      head.has("sec-fetch-site") && (http::Api::is_page(head) || http::WebPage::is_page(head)),
      http::Api::is_page(head) || http::WebPage::serves(head.path)};
  const auto verdict = net::judge(head, guard_, target);
  if (!verdict.refused && is_preflight(head))
    return preflight(invited);
  net::Plan plan = verdict.refused ? refuse(head, verdict) : door(head, verdict.holder);
  if (plan.refusal && plan.refusal->status == 404 && is_reader(head))
    http::tell_reader_of_nothing(plan);
  plan.headers = invited;
  if (!verdict.refused)
    plan.trusted = !net::asks_for_token(guard_) || !target.open_to_all;
  return plan;
}

using namespace std::chrono_literals;

constexpr auto last_timeout = 2s;  // for touches, at the end
// Many touches share one transaction.
constexpr jobs::TouchTimes touch_times{1'000ms, 100ms, 100ms, 500ms};
constexpr auto between_looks = 500ms;  // for changes that a client wants to hear of
constexpr auto between_takes = 5s;     // when events of hooks are taken in
constexpr auto between_sweeps = 2s;    // where the database tells of them
// Large blocks go back to the system at once, and so does what is free beyond a little: a daemon is
// there all day. What a recall among 100,000 memories works on is smaller: given back each time, it
// would have to be cleared for the next, an eighth of the recall's time.
constexpr int large_block = 1024 * 1024, kept_free = 4096 * 1024;
constexpr int memory_arenas = 2;

void announce(const net::Server& server, const ServeOptions& options, const Engine& engine) {
  std::string line = "ai-memory " + std::string(version) + " serves " + engine.database.name() +
                     " at " + server.address();
  if (!options.server.unix_socket.empty())
    line += " and " + options.server.unix_socket.string();
  std::cerr << line + "\n" << std::flush;
}

// They are read when a model is first asked, which may be never.
void warn_of_open_keys(const Config& config) {
  for (const std::string& file : {config.llm_key_file, config.embedding_key_file})
    if (const std::string told = told_of_others(file); !told.empty())
      log::warn(told);
}

// `uses` writes what the answer has used; null: nobody does.
void note(http::Metrics& metrics, const net::AnsweredRequest& access, const Engine& engine,
          jobs::ThreadRunner* uses) {
  metrics.observe(access);
  log::info("answered " + std::string(access.method) + " " + std::string(access.route) + " " +
            std::to_string(access.status) + ", " + std::to_string(access.bytes) + " bytes in " +
            std::to_string(access.took.count()) + " us");
  if (uses && jobs::touches_wait(engine))
    uses->look();
}

}  // namespace

Result<void> serve(Engine& engine, const mcp::Offer& offer, const ServeOptions& options,
                   const Config& config) {
  limit_allocator_arenas(memory_arenas);
  limit_allocator(large_block, kept_free);
  TRY_VOID(engine.database.ensure_open());
  TokenBook book(engine);
  TRY_VOID(book.refresh());
  net::GuardOptions guard = options.guard;
  guard.keys = &book;
  TRY_VOID(check_reach(options, guard));
  const op::HookSettings hooks = hook_settings(config, profile::profiles().front());
  http::Metrics metrics;
  http::Login login(guard.tls);
  http::DescribedServer described{offer.tier, net::asks_for_token(guard), offer.commands, &hooks};
  Tenants tenants(
      engine, metrics, book,
      {.mcp = {offer, options.mcp_sse}, .serves_mcp = options.mcp, .described = described});
  RequestRouter router(tenants, login, guard);
  std::optional<StopSignals> signals(std::in_place);
  jobs::ThreadRunner* uses = nullptr;  // there while requests are answered
  auto server = TRY(net::Server::listen(
      options.server, [&](const net::Head& head) { return router.plan(head); },
      [](int status, std::string_view sentence) { return http::error_response(status, sentence); },
      [&](const net::AnsweredRequest& access) { note(metrics, access, engine, uses); }));
  tenants.show(server->figures());
  // Threads that begin here leave signals to the one that waits for them.
  if (options.opened)
    options.opened();
  announce(*server, options, engine);
  warn_of_open_keys(config);
  {
    const auto now = std::chrono::steady_clock::now();
    jobs::Background background(engine, offer.tier);
    background.add(std::make_unique<jobs::CollectExpired>(
        engine, std::chrono::seconds(config.gc_interval_secs), now));
    background.add(std::make_unique<jobs::Every>(between_takes,
                                                 [&] { (void)take_in_put_aside(engine, config); }));
    background.start();
    jobs::ThreadRunner quick;  // what somebody waits for
    quick.add(std::make_unique<jobs::WriteTouches>(engine, touch_times));
    const auto tell = [&] {
      // A database that is away is asked again; what is known of tokens holds until then.
      if (const auto read = book.refresh(); !read)
        log::info("the tokens were not read: " + read.error().message);
      tenants.tick();
    };
    const auto signal = engine.database.maintenance().change_signal();
    jobs::ThreadRunner listening;
    if (signal) {
      listening.add(std::make_unique<jobs::OnChange>(
          [&](auto timeout, const jobs::Stop& stop) { return signal->wait(timeout, stop); },
          between_looks, between_sweeps, tell));
      listening.start();
    } else {
      quick.add(std::make_unique<jobs::Every>(between_looks, tell));
    }
    quick.start();
    uses = &quick;
    std::thread serving([&] { server->run(); });
    signals->wait();
    signals.reset();
    tenants.stop();
    server->stop();
    serving.join();
  }
  jobs::finish_touches(engine, last_timeout);
  if (const auto moved = engine.database.finish(); !moved)
    log::info("the WAL stays beside the database: " + moved.error().detail);
  return {};
}

}  // namespace aim::app
