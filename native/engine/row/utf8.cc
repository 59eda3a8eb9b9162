#include "row/utf8.h"

#include <cstddef>
#include <cstring>

namespace sluice {
namespace {

/// Bytes of the character that begins with this one; 0 for none.
std::size_t length_of(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

/// The second byte's bounds keep out overlong forms, surrogates and what is above U+10FFFF (RFC 3629).
bool is_second(unsigned char lead, unsigned char second) {
  switch (lead) {
    case 0xE0:
      return second >= 0xA0 && second <= 0xBF;
    case 0xED:
      return second >= 0x80 && second <= 0x9F;
    case 0xF0:
      return second >= 0x90 && second <= 0xBF;
    case 0xF4:
      return second >= 0x80 && second <= 0x8F;
    default:
      return second >= 0x80 && second <= 0xBF;
  }
}

/// Bytes of ASCII that begin at `at`, in blocks of eight.
std::size_t ascii_blocks(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kBeyondAscii = 0x8080808080808080;
  std::size_t end = at;
  for (std::uint64_t block = 0; end + sizeof(block) <= text.size(); end += sizeof(block)) {
    std::memcpy(&block, text.data() + end, sizeof(block));
    if ((block & kBeyondAscii) != 0) break;
  }
  return end - at;
}

}  // namespace

Utf8 utf8_of(std::string_view text) {
  Utf8 found;
  for (std::size_t at = 0; at < text.size(); ++found.characters) {
    const std::size_t ascii = ascii_blocks(text, at);
    at += ascii;
    found.characters += ascii;
    if (at == text.size()) return found;
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = length_of(lead);
    if (length == 0 || at + length > text.size()) return {.valid = false, .characters = text.size()};
    for (std::size_t next = 1; next < length; ++next) {
      const auto byte = static_cast<unsigned char>(text[at + next]);
      if (next == 1 ? !is_second(lead, byte) : byte < 0x80 || byte > 0xBF) {
        return {.valid = false, .characters = text.size()};
      }
    }
    at += length;
  }
  return found;
}

void append_utf8(std::string& out, unsigned point) {
  const auto add = [&out](unsigned byte) { out.push_back(static_cast<char>(byte)); };
  if (point < 0x80) {
    add(point);
  } else if (point < 0x800) {
    add(0xC0 | point >> 6);
    add(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    add(0xE0 | point >> 12);
    add(0x80 | (point >> 6 & 0x3F));
    add(0x80 | (point & 0x3F));
  } else {
    add(0xF0 | point >> 18);
    add(0x80 | (point >> 12 & 0x3F));
    add(0x80 | (point >> 6 & 0x3F));
    add(0x80 | (point & 0x3F));
  }
}

}  // namespace sluice
