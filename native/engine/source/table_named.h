#pragma once

#include <exception>
#include <string>

#include "source/source_table.h"
#include "support/failures.h"

namespace sluice {

/// Works on a table; what goes wrong names it, and shows on its meter. The table may be gone at the end.
template <class Work>
void with_table_named(const SourceTable& table, Work work) {
  const std::string name = table.display_name();
  TableMeter& meter = table.meter();
  try {
    work();
  } catch (const std::exception& error) {
    Failure failure = failure_of(error);
    if (failure.code != "cancelled") meter.set_state(TableState::kFailed);
    if (failure.table.empty()) failure.table = name;
    throw EngineError(std::move(failure));
  }
}

}  // namespace sluice
