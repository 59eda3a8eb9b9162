#include "wire/kill_connection.h"

#include <algorithm>
#include <exception>
#include <span>
#include <string>

#include "wire/session.h"
#include "wire/wire_error.h"

namespace sluice {
namespace {

/// Most times that a balancer may lead elsewhere.
constexpr int kMostKillers = 3;

}  // namespace

bool KillConnection::kill_query(const Session& session) noexcept {
  if (!answers_) return false;
  try {
    const std::optional<ConnectionIdentity> target = session.identity();
    return target && !target->server.empty() && kill(*target);
  } catch (const EngineError& error) {
    // After a sign-in that was refused there is nobody to ask either.
    answers_ = handle_.has_value() && has_spoken(error.failure());
  } catch (const std::exception&) {
    answers_ = false;
  }
  return false;
}

bool KillConnection::kill(const ConnectionIdentity& target) {
  for (int attempts = 0; attempts < kMostKillers; ++attempts) {
    if (!handle_) {
      handle_.emplace(sign_in(connection_, Patience::kShort));
      allow_big_selects(handle_->get());
    }
    const auto list = read_process_list(handle_->get(), std::span(&target.id, 1));
    if (!list || list->own.server != target.server) {
      handle_.reset();
      continue;
    }
    const bool is_there = std::any_of(list->others.begin(), list->others.end(),
                                      [&](const ProcessEntry& entry) { return entry.identity == target; });
    if (!is_there) return false;
    const std::string kill = "KILL QUERY " + std::to_string(target.id);
    return mysql_real_query(handle_->get(), kill.data(), kill.size()) == 0;
  }
  return false;
}

}  // namespace sluice
