// Routes a request to a door of the caller's tenant, or refuses it.
// Threads: any, once serving has begun.
#pragma once
#include "app/tenants.h"
#include "http/login.h"
#include "net/guard.h"
#include "net/guesses.h"

namespace aim::app {

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

}  // namespace aim::app
