#include "delimited/windows_1252.h"

#include <array>
#include <cstdint>

#include "row/utf8.h"

namespace sluice {
namespace {

/// Code points of the bytes from 0x80 to 0x9F (the Encoding Standard's index of windows-1252).
constexpr std::array<std::uint16_t, 32> kC1{0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                            0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
                                            0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                            0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

}  // namespace

std::string utf8_of_windows_1252(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char letter : text) {
    const unsigned byte = static_cast<unsigned char>(letter);
    append_utf8(out, byte >= 0x80 && byte < 0xA0 ? kC1[byte - 0x80] : byte);
  }
  return out;
}

}  // namespace sluice
