#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "script/lexing.h"
#include "script/row_lexer.h"

namespace sluice {

/// Digits of a hexadecimal literal, or of one of bits, that make a byte.
std::size_t digits_per_byte(LiteralKind kind);

/// The byte that so many digits, perhaps fewer than of a whole one, stand for.
char byte_of_digits(LiteralKind kind, const char* digits, std::size_t count);

/// Gives the bytes of a literal other than NULL piece by piece: of a text without quotes and escapes, of a
/// number without signs that say nothing. Used by one thread.
class LiteralReader {
 public:
  /// Both must outlive the reader; so must the bytes that the literal is a part of.
  LiteralReader(const Literal& literal, const Lexing& lexing);

  /// The next bytes, about `most` of them at most, which is not 0; none at the end. They stay until the next
  /// call.
  std::string_view next(std::size_t most);

 private:
  std::string_view next_of_text(std::size_t most);
  const char* end_of_plain(const char* at, const char* most_end) const;
  std::string_view next_of_digits();
  void begin_text();

  const Lexing& lexing_;
  const LiteralKind kind_;
  /// The rest; of texts, from a place within quotes on unless `quote_` is 0.
  const char* at_;
  const char* const end_;
  char quote_ = 0;
  bool is_negative_ = false;
  std::array<char, 256> decoded_;
};

/// The number that the bytes of a literal stand for, the highest one first. False where it has more than 64
/// bits.
bool read_number(LiteralReader reader, std::uint64_t& number);

/// True where all of its bytes are ASCII.
bool is_all_ascii(LiteralReader reader);

}  // namespace sluice
