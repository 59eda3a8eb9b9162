#pragma once

namespace sluice {

/// True for a digit of ASCII, whatever the locale.
constexpr bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

}  // namespace sluice
