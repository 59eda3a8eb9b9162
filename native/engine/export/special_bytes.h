#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace sluice {

/// Bytes that mean something in a format. Finds them in long texts, where they are rare.
class SpecialBytes {
 public:
  /// Besides control characters there are two of them at most.
  explicit SpecialBytes(std::string_view special);

  /// The first of them from `at` on; `end` where there is none.
  const char* first(const char* at, const char* end) const;

  /// Copies a text without any of them and returns what is behind the copy; null where it may hold one, and
  /// the room, of as many bytes, is left in any state. Most values are short and hold none.
  char* copy_without(std::string_view text, char* out) const;

 private:
  bool is_special(char byte) const { return special_[static_cast<unsigned char>(byte)]; }

  std::array<bool, 256> special_{};
  /// Those that are no control characters; twice the same where there is one.
  std::array<char, 2> printable_{'"', '"'};
};

}  // namespace sluice
