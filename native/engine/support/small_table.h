#pragma once

#include <cstddef>
#include <cstdint>

/// Limits of small tables, the statements of many of which go in one packet.
namespace sluice {

/// Most bytes of the rows of a small table, or of one of its chunks, and of a packet of queries. Above, the
/// round trips that a packet saves are nothing beside the rows.
inline constexpr std::uint64_t kMostSmallBytes = 64 << 10;

/// Most small tables in one packet.
inline constexpr std::size_t kMostSmallTables = 32;

}  // namespace sluice
