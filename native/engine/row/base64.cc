#include "row/base64.h"

#include <array>
#include <cstdint>
#include <cstring>

#include "row/hex_digit.h"

namespace sluice {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

using Pair = std::array<char, 2>;

/// Two digits for every 12 bits: half the look-ups of one digit at a time.
constexpr std::array<Pair, 4096> make_pairs() {
  std::array<Pair, 4096> pairs{};
  for (std::size_t value = 0; value < pairs.size(); ++value) {
    pairs[value] = {kAlphabet[value >> 6], kAlphabet[value & 63]};
  }
  return pairs;
}

constexpr std::array<Pair, 4096> kPairs = make_pairs();

constexpr std::uint8_t kNoDigit = 0xFF;

constexpr std::array<std::uint8_t, 256> make_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  for (std::size_t value = 0; value < kAlphabet.size(); ++value) {
    digits[static_cast<unsigned char>(kAlphabet[value])] = static_cast<std::uint8_t>(value);
  }
  return digits;
}

constexpr std::array<std::uint8_t, 256> kDigits = make_digits();

char* put_pair(std::uint32_t bits, char* out) {
  std::memcpy(out, kPairs[bits & 0xFFF].data(), 2);
  return out + 2;
}

}  // namespace

char* encode_base64(std::string_view bytes, char* out) {
  const auto byte = [&](std::size_t at) -> std::uint32_t { return static_cast<unsigned char>(bytes[at]); };
  std::size_t at = 0;
  for (; at + 3 <= bytes.size(); at += 3) {
    const std::uint32_t group = byte(at) << 16 | byte(at + 1) << 8 | byte(at + 2);
    out = put_pair(group >> 12, out);
    out = put_pair(group, out);
  }
  const std::size_t rest = bytes.size() - at;
  if (rest == 0) return out;
  const std::uint32_t group = byte(at) << 16 | (rest == 2 ? byte(at + 1) << 8 : 0);
  out = put_pair(group >> 12, out);
  out = put_pair(group, out);
  out[-1] = '=';
  if (rest == 1) out[-2] = '=';
  return out;
}

bool base64_to_hex(std::string_view base64, std::string& hex) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  hex.clear();
  if (base64.size() % 4 != 0) return false;
  const std::size_t padding =
      base64.ends_with("==") ? 2 : static_cast<std::size_t>(base64.ends_with('=') ? 1 : 0);
  const std::string_view text = base64.substr(0, base64.size() - padding);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char digit : text) {
    const std::uint8_t value = kDigits[static_cast<unsigned char>(digit)];
    if (value == kNoDigit) return false;
    bits = bits << 6 | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    const std::uint32_t byte = bits >> count & 0xFF;
    hex.push_back(kHex[byte >> 4]);
    hex.push_back(kHex[byte & 15]);
  }
  return true;
}

bool decode_base64(std::string_view base64, Buffer& bytes) {
  char* out = bytes.reserve(base64.size() / 4 * 3 + 3);
  const char* const begin = out;
  std::uint32_t bits = 0;
  int count = 0;
  std::size_t digits = 0;
  std::size_t padding = 0;
  for (const char digit : base64) {
    if (digit == '\n' || digit == '\r') continue;
    ++digits;
    if (digit == '=') {
      ++padding;
      continue;
    }
    const std::uint8_t value = kDigits[static_cast<unsigned char>(digit)];
    if (value == kNoDigit || padding > 0) return false;
    bits = bits << 6 | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    *out++ = static_cast<char>(bits >> count & 0xFF);
  }
  if (digits % 4 != 0 || padding > 2) return false;
  bytes.commit(static_cast<std::size_t>(out - begin));
  return true;
}

bool is_base64(std::string_view text) {
  std::size_t digits = 0;
  std::size_t padding = 0;
  for (const char digit : text) {
    if (digit == '\n' || digit == '\r') continue;
    ++digits;
    if (digit == '=') {
      ++padding;
    } else if (padding > 0 || kDigits[static_cast<unsigned char>(digit)] == kNoDigit) {
      return false;
    }
  }
  return digits % 4 == 0 && padding <= 2;
}

bool decode_hex(std::string_view digits, Buffer& bytes) {
  char* const out = bytes.reserve(digits.size() / 2);
  if (!write_unhexed(digits.data(), digits.data() + digits.size(), out)) return false;
  bytes.commit(digits.size() / 2);
  return true;
}

char* encode_hex(std::string_view bytes, char* out) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    *out++ = kHex[value >> 4];
    *out++ = kHex[value & 15];
  }
  return out;
}

}  // namespace sluice
