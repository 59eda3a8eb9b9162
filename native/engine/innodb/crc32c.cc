#include "innodb/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
#endif

namespace sluice {
namespace {

constexpr std::uint32_t kPolynomial = 0x82F63B78;
constexpr std::size_t kSlices = 8;

using Table = std::array<std::array<std::uint32_t, 256>, kSlices>;

/// table[n][b]: what byte b contributes when n further bytes follow it.
constexpr Table make_table() {
  Table table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    table[0][byte] = crc;
  }
  for (std::size_t slice = 1; slice < kSlices; ++slice) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = table[slice - 1][byte];
      table[slice][byte] = (before >> 8) ^ table[0][before & 0xFF];
    }
  }
  return table;
}

constexpr Table kTable = make_table();

std::uint32_t portable(std::uint32_t crc, const std::byte* at, std::size_t size) {
  for (; size >= kSlices; at += kSlices, size -= kSlices) {
    std::uint32_t sum = 0;
    for (std::size_t byte = 0; byte < kSlices; ++byte) {
      const std::uint32_t mixed = byte < 4 ? crc >> (8 * byte) & 0xFF : 0;
      sum ^= kTable[kSlices - 1 - byte][std::to_integer<std::uint32_t>(at[byte]) ^ mixed];
    }
    crc = sum;
  }
  for (; size > 0; ++at, --size)
    crc = (crc >> 8) ^ kTable[0][(crc ^ std::to_integer<std::uint32_t>(*at)) & 0xFF];
  return crc;
}

#if defined(__x86_64__)

__attribute__((target("sse4.2"))) std::uint32_t in_hardware(std::uint32_t crc, const std::byte* at,
                                                            std::size_t size) {
  std::uint64_t wide = crc;
  for (; size >= 8; at += 8, size -= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    wide = _mm_crc32_u64(wide, word);
  }
  crc = static_cast<std::uint32_t>(wide);
  for (; size > 0; ++at, --size) crc = _mm_crc32_u8(crc, std::to_integer<std::uint8_t>(*at));
  return crc;
}

bool has_instruction() { return __builtin_cpu_supports("sse4.2") != 0; }

#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)

std::uint32_t in_hardware(std::uint32_t crc, const std::byte* at, std::size_t size) {
  for (; size >= 8; at += 8, size -= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    crc = __crc32cd(crc, word);
  }
  for (; size > 0; ++at, --size) crc = __crc32cb(crc, std::to_integer<std::uint8_t>(*at));
  return crc;
}

constexpr bool has_instruction() { return true; }

#else

constexpr auto in_hardware = portable;
constexpr bool has_instruction() { return false; }

#endif

}  // namespace

std::uint32_t crc32c(Bytes bytes) {
  static const bool fast = has_instruction();
  return ~(fast ? in_hardware : portable)(~0U, bytes.data(), bytes.size());
}

std::uint32_t crc32c_portable(Bytes bytes) { return ~portable(~0U, bytes.data(), bytes.size()); }

bool crc32c_in_hardware() { return has_instruction(); }

}  // namespace sluice
