// Any bytes as an import: taken in or refused, never a failure of the database; what came in is
// sound, and comes in again unchanged.
#include <boost/json.hpp>
#include <cstdint>
#include <sstream>
#include <string>

#include "little_world.h"
#include "op/kit/catalog_functions.h"
#include "store/maintenance.h"

namespace json = boost::json;
using aim::op::Caller, aim::op::invoke;

namespace {

constexpr int inputs_between_checks = 16;  // a check costs more than most inputs

LittleWorld& world() {
  static LittleWorld world(512 << 10);
  return world;
}

bool take_in(const std::string& document) {
  std::istringstream input(document);
  Caller caller;
  caller.input = &input;
  json::object reply;
  const auto done = invoke(aim::op::import_all(), world().engine(), {}, caller, reply);
  if (!done)
    expect(done.error().code == aim::Code::validation_failed, "a bad document is a bad value");
  else
    expect(reply.at("imported").as_int64() >= 0, "a reply counts");
  return done.has_value();
}

std::string exported() {
  std::ostringstream output;
  Caller caller;
  caller.output = &output;
  json::object reply;
  expect(invoke(aim::op::export_all(), world().engine(), {}, caller, reply).has_value(),
         "everything can be exported");
  return output.str();
}

void check() {
  const auto findings = world().engine().database.maintenance().examine({});
  expect(findings.has_value(), "the database can be checked");
  for (const auto& finding : *findings) {
    if (!finding.good)
      std::fprintf(stderr, "%s: %s\n", finding.check.c_str(), finding.detail.c_str());
    expect(finding.good, "the database is sound");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static int inputs = 0;
  world().clear();
  if (take_in(std::string(reinterpret_cast<const char*>(data), size))) {
    const std::string all = exported();
    expect(take_in(all), "what we export, we import");
    const std::string again = exported();
    if (again != all)
      std::fprintf(stderr, "%s\nbecame\n%s\n", all.c_str(), again.c_str());
    expect(again == all, "an import of what is there changes nothing");
  }
  if (++inputs % inputs_between_checks == 0 || size == 0)
    check();
  world().tidy();
  return 0;
}
