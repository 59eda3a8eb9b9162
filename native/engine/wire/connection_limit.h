#pragma once

#include <chrono>

#include "support/failure.h"

namespace sluice {

/// Time after which a session that the server had no room for is tried again.
inline constexpr std::chrono::milliseconds kRoomInterval{1000};

/// True where the server answers that it lets no more sessions in: ER_CON_COUNT_ERROR,
/// ER_TOO_MANY_USER_CONNECTIONS, ER_USER_LIMIT_REACHED.
inline bool is_full(const Failure& failure) {
  return failure.errnum == 1040 || failure.errnum == 1203 || failure.errnum == 1226;
}

}  // namespace sluice
