#include "script/names.h"

#include <algorithm>
#include <cstddef>

namespace sluice {
namespace {

/// Bytes of a character that begins so; 0 where none does.
std::size_t length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

bool holds_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = length_of(static_cast<unsigned char>(text.front()));
    if (length == 0 || length > text.size()) return false;
    const auto is_trail = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; };
    if (!std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), is_trail)) {
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

bool is_utf8(std::string_view charset) {
  return charset == "utf8mb4" || charset == "utf8mb3" || charset == "utf8";
}

bool has_plain_names(const InsertHead& head, std::string_view charset) {
  const bool may_be_wide = charset.empty() || charset == "binary" || is_utf8(charset);
  const auto is_plain = [&](std::string_view name) {
    return is_ascii(name) || (may_be_wide && holds_utf8(name));
  };
  if (!is_plain(head.schema) || !is_plain(head.table)) return false;
  return !head.columns || std::all_of(head.columns->begin(), head.columns->end(), is_plain);
}

}  // namespace sluice
