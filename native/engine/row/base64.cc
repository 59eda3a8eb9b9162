#include "row/base64.h"

#include <array>
#include <cstdint>
#include <cstring>

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

}  // namespace sluice
