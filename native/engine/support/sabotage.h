#pragma once

#include <string_view>
#include <vector>

namespace sluice {

/// The ways in which a build made for the saboteur tests can be told to misbehave: each must turn a named
/// test red, or that test proves nothing. No other build contains them.
enum class Sabotage {
  kDropRow,
  kDoubleRow,
  kSwapChunks,
  kSkipIndex,
  kReportEarly,
  kSplitTransaction,
  kChangeValue,
};

#ifdef SLUICE_SABOTEUR
/// True where the environment variable SLUICE_SABOTAGE names this sabotage (drop-row, double-row,
/// swap-chunks, skip-index, report-early, split-transaction, change-value).
bool sabotaged(Sabotage sabotage);

/// A place at which a run can be made to crash: where the environment variable SLUICE_CRASH is `<event>:<n>`,
/// the n-th call with this event, of whatever thread, kills the process; or, where SLUICE_CRASH_PID names
/// another one (a server), that. With SLUICE_CRASH_STOPS it is stopped instead, and can be continued.
void crash_point(std::string_view event);
#else
constexpr bool sabotaged(Sabotage) { return false; }
constexpr void crash_point(std::string_view) {}
#endif

/// The names of the sabotages that this build contains.
std::vector<std::string_view> sabotage_names();

}  // namespace sluice
