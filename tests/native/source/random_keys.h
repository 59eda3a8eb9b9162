#pragma once

#include <cstdint>
#include <random>

#include "source/key_tables.h"

namespace sluice::test {

/// A table with a key of one to three columns of any kinds and directions, whose values lie close together,
/// far apart, under few values or almost all under one, as chance has it. The same seed gives the same table.
KeyTable random_key_table(std::mt19937_64& random);

/// A number from `low` to `high`, both possible.
std::uint64_t pick(std::mt19937_64& random, std::uint64_t low, std::uint64_t high);

}  // namespace sluice::test
