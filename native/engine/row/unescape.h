#pragma once

namespace sluice {

/// Returns what LOAD DATA makes of the character behind an escape (sql/sql_load.cc, READ_INFO::unescape, of
/// both vendors).
constexpr char unescaped(char byte) {
  switch (byte) {
    case '0':
      return '\0';
    case 'b':
      return '\b';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'Z':
      return '\x1A';
    default:
      return byte;
  }
}

}  // namespace sluice
