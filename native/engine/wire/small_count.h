#pragma once

#include <cstdint>

namespace sluice {

/// MySQL counts a table on threads that it starts for it (innodb_parallel_read_threads): of three rows that
/// takes ten times as long as on the session's own thread, of 300,000 rows a half (measured on 9.7.4, a busy
/// machine).
constexpr std::uint64_t kMostRowsCountedAlone = 10'000;

}  // namespace sluice
