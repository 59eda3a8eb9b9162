#include "support/sabotage.h"

#ifdef SLUICE_SABOTEUR

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace sluice {
namespace {

constexpr std::array<std::pair<Sabotage, std::string_view>, 5> kNames{{
    {Sabotage::kDropRow, "drop-row"},
    {Sabotage::kDoubleRow, "double-row"},
    {Sabotage::kSwapChunks, "swap-chunks"},
    {Sabotage::kSkipIndex, "skip-index"},
    {Sabotage::kReportEarly, "report-early"},
}};

}  // namespace

bool sabotaged(Sabotage sabotage) {
  const char* wanted = std::getenv("SLUICE_SABOTAGE");
  return wanted != nullptr && std::any_of(kNames.begin(), kNames.end(), [&](const auto& known) {
           return known.first == sabotage && known.second == wanted;
         });
}

std::vector<std::string_view> sabotage_names() {
  std::vector<std::string_view> names;
  for (const auto& known : kNames) names.push_back(known.second);
  return names;
}

}  // namespace sluice

#else

namespace sluice {

std::vector<std::string_view> sabotage_names() { return {}; }

}  // namespace sluice

#endif
