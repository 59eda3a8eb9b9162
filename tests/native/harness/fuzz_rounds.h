#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace sluice::test {

/// Rounds of a fuzzing test: a slice in every run of the tests, more where SLUICE_TORTURE asks for it, and
/// what SLUICE_ROUNDS says, as tests/torture/rounds.ts has it.
inline int fuzz_rounds(int slice) {
  if (const char* const rounds = std::getenv("SLUICE_ROUNDS")) return std::stoi(rounds);
  const char* const torture = std::getenv("SLUICE_TORTURE");
  const std::string_view wish = torture == nullptr ? "slice" : torture;
  if (wish == "full") return 50 * slice;
  return wish == "turn" ? 10 * slice : slice;
}

/// The seed of the first round; SLUICE_SEED says otherwise.
inline std::uint32_t fuzz_seed() {
  const char* const seed = std::getenv("SLUICE_SEED");
  return seed == nullptr ? 7000U : static_cast<std::uint32_t>(std::stoul(seed));
}

}  // namespace sluice::test
