#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice {

/// Characters of a text, as far as it is UTF-8.
struct Utf8 {
  bool valid = true;
  /// The bytes of a text that is not valid.
  std::uint64_t characters = 0;
};

Utf8 utf8_of(std::string_view text);

/// `point` is at most 0x10FFFF.
void append_utf8(std::string& out, unsigned point);

}  // namespace sluice
