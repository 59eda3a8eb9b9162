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
};

#ifdef SLUICE_SABOTEUR
/// True where the environment variable SLUICE_SABOTAGE names this sabotage (drop-row, double-row,
/// swap-chunks, skip-index, report-early).
bool sabotaged(Sabotage sabotage);
#else
constexpr bool sabotaged(Sabotage) { return false; }
#endif

/// The names of the sabotages that this build contains.
std::vector<std::string_view> sabotage_names();

}  // namespace sluice
