#include "support/sabotage.h"

#ifdef SLUICE_SABOTEUR

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <utility>

namespace sluice {
namespace {

constexpr std::array<std::pair<Sabotage, std::string_view>, 7> kNames{{
    {Sabotage::kDropRow, "drop-row"},
    {Sabotage::kDoubleRow, "double-row"},
    {Sabotage::kSwapChunks, "swap-chunks"},
    {Sabotage::kSkipIndex, "skip-index"},
    {Sabotage::kReportEarly, "report-early"},
    {Sabotage::kSplitTransaction, "split-transaction"},
    {Sabotage::kChangeValue, "change-value"},
}};

}  // namespace

bool sabotaged(Sabotage sabotage) {
  const char* wanted = std::getenv("SLUICE_SABOTAGE");
  return wanted != nullptr && std::any_of(kNames.begin(), kNames.end(), [&](const auto& known) {
           return known.first == sabotage && known.second == wanted;
         });
}

void crash_point(std::string_view event) {
  static std::atomic<int> passed{0};
  const char* wanted = std::getenv("SLUICE_CRASH");
  if (wanted == nullptr) return;
  const std::string_view text(wanted);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.substr(0, colon) != event) return;
  if (++passed != std::atoi(wanted + colon + 1)) return;
  const char* other = std::getenv("SLUICE_CRASH_PID");
  ::kill(other == nullptr ? ::getpid() : static_cast<pid_t>(std::atoi(other)),
         std::getenv("SLUICE_CRASH_STOPS") == nullptr ? SIGKILL : SIGSTOP);
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
