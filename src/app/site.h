// Which door a request goes to, in which world, and whether it goes to one at all.
// Threads: any, once serving has begun.
#pragma once
#include "app/worlds.h"
#include "http/entrance.h"
#include "net/guard.h"
#include "net/guesses.h"

namespace aim::app {

class Site {
 public:
  // All outlive the site.
  Site(Worlds& worlds, http::Entrance& entrance, net::GuardOptions guard)
      : worlds_(worlds), entrance_(entrance), guard_(std::move(guard)) {}

  net::Plan plan(const net::Head& head);

 private:
  net::Plan door(const net::Head& head, const std::string& holder) const;
  net::Plan refuse(const net::Head& head, const net::Verdict& verdict);

  Worlds& worlds_;
  http::Entrance& entrance_;
  net::GuardOptions guard_;
  net::Guesses guesses_;
};

}  // namespace aim::app
