#pragma once

#include <chrono>

#include "support/failure.h"

namespace sluice {

/// Most retries of a chunk after its first attempt.
inline constexpr int kMaxRetries = 5;

/// True for errors after which the same transaction may succeed unchanged: ER_LOCK_DEADLOCK (1213) and
/// ER_LOCK_WAIT_TIMEOUT (1205).
constexpr bool is_retryable(unsigned errnum) { return errnum == 1213 || errnum == 1205; }

/// True where the server can't be reached any more, or not yet again: what was not committed is gone.
inline bool is_lost(const Failure& failure) {
  return failure.code == "connect-lost" || failure.code == "connect-refused";
}

/// Returns the time to wait before a retry, counted from 0: doubles each time, and differs from lane to lane
/// so that two that locked each other out don't meet again.
constexpr std::chrono::milliseconds backoff(int retry, int lane) {
  constexpr int kFirstMs = 80;
  constexpr int kSteps = 8;
  const int base = kFirstMs << retry;
  return std::chrono::milliseconds(base + base / kSteps * (lane % kSteps));
}

}  // namespace sluice
