#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "support/digits.h"

namespace sluice {

/// Character sets in which the second byte of a character may look like a backslash or a backtick.
enum class MultiByte : std::uint8_t { kNone, kGbk, kSjis, kBig5 };

/// `charset` in lower case, as SET NAMES takes it.
MultiByte multi_byte_of(std::string_view charset);

/// The server's reading of quotes, as sql_mode and the character set of the session decide it. A plain value.
struct Lexing {
  /// False under NO_BACKSLASH_ESCAPES.
  bool backslashes = true;
  /// True where a double quote encloses a name.
  bool ansi_quotes = false;
  MultiByte multi_byte = MultiByte::kNone;

  bool operator==(const Lexing&) const = default;

  bool encloses_text(char quote) const { return quote == '\'' || (quote == '"' && !ansi_quotes); }
  bool encloses_name(char quote) const { return quote == '`' || (quote == '"' && ansi_quotes); }
};

/// Bytes of a script that are in hand.
struct Input {
  const char* begin = nullptr;
  const char* end = nullptr;
  /// True where nothing follows them.
  bool is_all = false;

  std::string_view text() const { return between(begin, end); }
  /// All from `at` on.
  std::string_view from(const char* at) const { return between(at, end); }
  static std::string_view between(const char* from, const char* to) {
    return {from, static_cast<std::size_t>(to - from)};
  }
};

/// State of something that may stand behind the bytes in hand, or in a file that ends too early.
enum class Within : std::uint8_t { kStatement, kText, kComment };

constexpr bool is_blank(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

constexpr bool is_hex_digit(char byte) {
  return is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

/// True for the bytes of names that go without quotes.
constexpr bool is_of_word(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || is_digit(byte) || byte == '_' ||
         byte == '$' || static_cast<unsigned char>(byte) >= 0x80;
}

constexpr char lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

bool is_ascii(std::string_view text);

/// `word` in lower case.
bool equals_word(std::string_view text, std::string_view word);
bool begins_with_word(std::string_view text, std::string_view word);

}  // namespace sluice
