// The names of namespaces in a call, before its operation reads them (V7): that of the caller's
// project, and other names that stand for one.
// Knows: arguments, the engine's projects. Must not know: doors.
#pragma once
#include <boost/json/fwd.hpp>

#include "op/kit/operation.h"

namespace aim::op {

// The namespace of the project that this process runs in; empty: the database cannot be asked.
std::string current_name_space(Engine& engine);

// Sets the namespace of the caller's project, where there is one. What fails the operation itself
// will tell.
void settle_project(Engine& engine, Caller& caller);
// After an operation that stored something: the namespace is the project's from now on.
void claim_name_space(const Operation& operation, Engine& engine, const Caller& caller);

// The arguments with the namespaces that are meant; nothing when they are as they should be.
std::optional<boost::json::object> with_meant_name_spaces(const Operation& operation,
                                                          Engine& engine,
                                                          const boost::json::object& arguments,
                                                          const Caller& caller);

// Namespace of the project that a session of an assistant was about, by the folder that its record
// names; that folder may be gone, or of another machine. `keeps` as engine::name_space_of has it.
Result<std::string> name_space_of_session(Engine& engine, const std::string& folder, bool keeps);

// What a person should know when a session begins in a project: memories of it are in another
// namespace, or its file names one that is another's. Empty: nothing.
std::string project_notice(Engine& engine, const Caller& caller);

}  // namespace aim::op
