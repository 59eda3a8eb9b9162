#pragma once

#include <cstdint>

namespace sluice::test {

constexpr std::uint64_t kMiB = 1ULL << 20;

}  // namespace sluice::test
