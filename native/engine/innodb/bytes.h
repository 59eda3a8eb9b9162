#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice {

/// A page, or the beginning of one, as it is in the file.
using Bytes = std::span<const std::byte>;

inline bool is_zero(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte byte) { return byte == std::byte{0}; });
}

/// InnoDB's integers are big-endian (mach0data). The bytes must be there.
inline std::uint16_t read16(Bytes bytes, std::size_t at) {
  return static_cast<std::uint16_t>(std::to_integer<unsigned>(bytes[at]) << 8 |
                                    std::to_integer<unsigned>(bytes[at + 1]));
}

inline std::uint32_t read32(Bytes bytes, std::size_t at) {
  return std::uint32_t{read16(bytes, at)} << 16 | read16(bytes, at + 2);
}

inline std::uint64_t read64(Bytes bytes, std::size_t at) {
  return std::uint64_t{read32(bytes, at)} << 32 | read32(bytes, at + 4);
}

}  // namespace sluice
