#include "source/table_counter.h"

#include <string>

#include "support/failure.h"
#include "wire/small_count.h"

namespace sluice {
namespace {

/// ER_UNKNOWN_SYSTEM_VARIABLE: behind a proxy the greeting is not that of the server.
constexpr unsigned kUnknownVariable = 1193;

}  // namespace

std::uint64_t TableCounter::count(const SourceTable& table, std::uint64_t read) {
  count_alone(read <= kMostRowsCountedAlone);
  return std::stoull(session_.scalar(table.statements().count()).value());
}

void TableCounter::count_alone(bool alone) {
  if (alone == counts_alone_ || !session_.counts_on_threads()) return;
  counts_alone_ = alone;
  try {
    session_.execute(std::string("SET SESSION innodb_parallel_read_threads = ") + (alone ? "1" : "DEFAULT"));
  } catch (const EngineError& error) {
    if (error.failure().errnum != kUnknownVariable) throw;
  }
}

}  // namespace sluice
