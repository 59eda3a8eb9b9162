#pragma once

#include <cstddef>
#include <string>

namespace sluice::test {

/// A text in which a piece out of place is seen: its period is no power of two.
inline std::string letters(std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t at = 0; at < size; ++at) text[at] = static_cast<char>('a' + at % 23);
  return text;
}

}  // namespace sluice::test
