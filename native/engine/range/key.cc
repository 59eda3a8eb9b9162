#include "range/key.h"

#include <array>

#include "support/identifier.h"

namespace sluice {
namespace {

/// Appends hexadecimal digits, so that no quote, escape or sql_mode matters.
std::string hex_literal(std::string_view introducer, std::string_view bytes) {
  constexpr std::array<char, 16> kHexDigits{'0', '1', '2', '3', '4', '5', '6', '7',
                                            '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};
  std::string sql(introducer);
  sql += " X'";
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    sql += kHexDigits[value >> 4];
    sql += kHexDigits[value & 15];
  }
  return sql + "'";
}

/// With an exponent: without one a server takes it for a DECIMAL.
std::string double_literal(std::string_view value) {
  std::string sql(value);
  if (value.find_first_of("eE") == std::string_view::npos) sql += "e0";
  return sql;
}

}  // namespace

std::string literal(const KeyPart& part, std::string_view value) {
  switch (part.kind) {
    case KeyKind::kInteger:
    case KeyKind::kDecimal:
    case KeyKind::kYear:
    case KeyKind::kNumbered:
      return std::string(value);
    case KeyKind::kDouble:
      return double_literal(value);
    case KeyKind::kText:
    case KeyKind::kNarrowText:
      return hex_literal("_utf8mb4", value);
    case KeyKind::kEncodedText:
      return hex_literal("_" + part.charset, value);
    case KeyKind::kBinary:
      return hex_literal("_binary", value);
    case KeyKind::kDateTime:
    case KeyKind::kTimestamp:
    case KeyKind::kTime:
      return "'" + std::string(value) + "'";
  }
  return {};
}

std::string number_of(const KeyPart& part) { return quote_identifier(part.column) + " + 0"; }

}  // namespace sluice
