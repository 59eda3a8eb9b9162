#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "script/lexing.h"
#include "script/row_lexer.h"

namespace sluice {

/// A literal of a row whose end is not in hand: a text, or digits of bytes. It gives its bytes as a window
/// moves over it, so that nothing has to hold all of it. Used by one thread.
class LongLiteral {
 public:
  enum class Next : std::uint8_t {
    kBytes,
    kMore,        ///< The bytes in hand do not tell.
    kEnd,         ///< The place is the comma or the parenthesis behind it.
    kPartOfByte,  ///< Its digits are no whole bytes: those that were given are not its own. It goes on.
    kExpression,  ///< It was the beginning of one, or is no literal at all.
    kCutOff,      ///< The script ends before it does.
  };
  struct Step {
    Next next = Next::kMore;
    /// Valid as long as what is in hand, and until the next step.
    std::string_view bytes = {};
  };

  /// Begins with the value at `at`, as `RowLexer::value` finds it, and moves that to its first byte. Nothing
  /// where no such literal is seen to begin there.
  static std::optional<LongLiteral> begin(const char*& at, const Input& input, const Lexing& lexing);

  LiteralKind kind() const { return kind_; }
  const std::string& charset() const { return charset_; }
  /// True where the digits are as many as make whole bytes, or it ends as an expression.
  bool has_whole_bytes() const;
  /// Only of one that is cut off.
  Within within() const { return within_; }

  /// Goes on at `at`, which moves to behind what was taken: all from there on is to stay in hand.
  Step next(const char*& at, const Input& input, std::size_t most);

 private:
  enum class At : std::uint8_t { kText, kBehindText, kDigits, kBehind };

  LongLiteral(const Lexing& lexing, LiteralKind kind, std::string_view charset);

  Step next_of_text(const char*& at, const Input& input, std::size_t most);
  Step next_behind_text(const char*& at, const Input& input);
  Step next_of_digits(const char*& at, const Input& input);
  Step next_behind(const char*& at, const Input& input);
  Step ends_within(const Input& input, Within within);
  Step skip(const char*& at, const Input& input);

  Lexing lexing_;
  LiteralKind kind_;
  std::string charset_;
  At at_ = At::kText;
  /// Around the text, or around the digits; 0 where they have none.
  char quote_ = 0;
  /// True within CONVERT().
  bool is_converted_ = false;
  Within within_ = Within::kStatement;
  std::array<char, 1024> decoded_;
};

}  // namespace sluice
