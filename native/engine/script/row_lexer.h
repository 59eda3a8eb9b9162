#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "script/lexing.h"

namespace sluice {

enum class LiteralKind : std::uint8_t { kNull, kTrue, kFalse, kNumber, kText, kHex, kBit };

/// One value of a row, as a part of the bytes in hand.
struct Literal {
  LiteralKind kind = LiteralKind::kNull;
  /// Name behind the underscore that introduces it, as it stands there; "utf8mb3" for a national one.
  std::string_view charset;
  /// The number with its signs; texts with their quotes, several of them with what stands between; the digits
  /// alone.
  std::string_view body;
};

enum class Found : std::uint8_t {
  kConstant,
  kExpression,
  kMore,    ///< The bytes in hand end before it does.
  kCutOff,  ///< The script ends before it does.
  /// It is no value: the statement ends here, or nothing stands here; or none that can be stored apart from
  /// the script's other statements: a user's variable, a subquery, LAST_INSERT_ID().
  kBroken,
};

struct FoundValue {
  Found found = Found::kBroken;
  /// Only of a constant.
  Literal literal = {};
  /// At the comma or the parenthesis behind it; only of a constant or an expression.
  const char* end = nullptr;
  /// Only of one that is cut off.
  Within within = Within::kStatement;
};

/// Some of a row's first 32 columns, a bit each.
using ColumnSet = std::uint32_t;

/// Some of a row's columns; the last one stands for all behind it too. A plain value.
class ColumnBits {
 public:
  static constexpr std::size_t kColumns = 256;

  void add(std::size_t column) {
    column = std::min(column, kColumns - 1);
    words_[column / 64] |= std::uint64_t{1} << column % 64;
  }
  bool has(std::size_t column) const { return (words_[column / 64] >> column % 64 & 1) != 0; }
  ColumnBits& operator|=(const ColumnBits& other) {
    for (std::size_t at = 0; at < words_.size(); ++at) words_[at] |= other.words_[at];
    return *this;
  }

 private:
  std::array<std::uint64_t, kColumns / 64> words_ = {};
};

struct FoundRow {
  /// kExpression where one of its values is one.
  Found found = Found::kBroken;
  /// Behind its parenthesis.
  const char* end = nullptr;
  Within within = Within::kStatement;
  /// Where its values are NULL, and 0.
  ColumnSet nulls = 0;
  ColumnSet zeros = 0;
  /// Where its values are texts whose introducer names another character set than UTF-8, and where they are
  /// others than NULL. A row is computed where a text behind the first 32 columns has one.
  ColumnSet introduced = 0;
  ColumnSet plain = 0;
  /// Where its values are numbers, TRUE or FALSE.
  ColumnBits numbers = {};
  /// Where its numbers are not of four digits, as a year is.
  ColumnBits not_years = {};
  /// Where its values are bytes, or texts of UTF-8 by their introducers; told only in a script in whose
  /// character set letters may hold backslashes.
  ColumnBits not_own_texts = {};

  void add_number(std::size_t column, std::string_view number) {
    numbers.add(column);
    if (number.size() != 4 || !std::all_of(number.begin(), number.end(), is_digit)) not_years.add(column);
  }
};

/// True for a value whose introducer says that its bytes are text in another character set than UTF-8.
bool has_other_charset(const Literal& literal);

/// Finds the values of INSERT's rows. It holds nothing of what it reads, so that a caller that needs more
/// bytes begins the value, or the row, anew. Immutable.
class RowLexer {
 public:
  /// `delimiter` is not empty.
  explicit RowLexer(const Lexing& lexing, std::string_view delimiter = ";")
      : lexing_(lexing), delimiter_(delimiter) {}

  const Lexing& lexing() const { return lexing_; }

  /// `at` is behind a parenthesis or a comma, or at white space or a comment before the value.
  FoundValue value(const char* at, const Input& input) const;
  /// `at` is the opening parenthesis.
  FoundRow row(const char* at, const Input& input) const;

 private:
  const char* end_of_common(const char* at, const Input& input) const;
  FoundValue text(const char* at, const Input& input, std::string_view charset) const;
  FoundValue number(const char* at, const Input& input) const;
  FoundValue digits(const char* at, const Input& input, LiteralKind kind, std::string_view charset) const;
  FoundValue quoted_digits(const char* at, const Input& input, LiteralKind kind,
                           std::string_view charset) const;
  FoundValue word(const char* at, const Input& input) const;
  FoundValue converted(const char* word, const char* at, const Input& input) const;
  FoundValue introduced(const char* at, const Input& input, std::string_view charset) const;
  FoundValue expression(const char* at, const Input& input) const;
  FoundValue ended(Literal literal, const char* at, const Input& input) const;
  Found ends_statement(const char* at, const Input& input) const;

  Lexing lexing_;
  std::string delimiter_;
};

}  // namespace sluice
