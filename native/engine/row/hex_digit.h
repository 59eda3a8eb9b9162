#pragma once

namespace sluice {

/// Value of a hexadecimal digit; -1 for any other byte.
constexpr int hex_digit(char byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  const char small = static_cast<char>(byte | 0x20);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/// Writes the bytes that pairs of digits stand for to `out`, which may be where the digits are. Returns false
/// where they are no pairs of digits.
constexpr bool write_unhexed(const char* digits, const char* end, char* out) {
  if ((end - digits) % 2 != 0) return false;
  for (; digits != end; digits += 2) {
    const int high = hex_digit(digits[0]);
    const int low = hex_digit(digits[1]);
    if (high < 0 || low < 0) return false;
    *out++ = static_cast<char>(high << 4 | low);
  }
  return true;
}

}  // namespace sluice
