#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "script/lexing.h"
#include "script/literal_reader.h"
#include "script/row_lexer.h"
#include "script/script_part.h"
#include "support/buffer.h"
#include "support/progress.h"

namespace sluice {

/// Reason why a value can't become a field.
enum class Refusal : std::uint8_t {
  kNone,
  kBinaryText,    ///< Bytes that are no text, in a column of text.
  kOtherCharset,  ///< Text of another character set than the script's.
  kNoNumber,      ///< No whole number of 64 bits, where one must be.
  kWideText,      ///< Letters that may hold backslashes, in a column whose values go in as they are.
};

/// Turns the values of a script into fields of our TSV, long ones in slices. Used by one thread.
class LiteralEncoder {
 public:
  /// `lexing` and `board` must outlive the encoder. `is_shown` where people alone look at the fields.
  LiteralEncoder(const Lexing& lexing, std::string charset, bool is_shown, ProgressBoard& board)
      : lexing_(lexing),
        charset_(std::move(charset)),
        is_ascii_(!is_shown && lexing.multi_byte != MultiByte::kNone),
        bytes_(board) {}

  /// Begins with a value, whose bytes must stay where they are until all of it was appended.
  Refusal begin(const Literal& literal, ScriptColumn column, Buffer& out);
  /// Begins with a literal other than NULL whose bytes come by `add`. False where a field of the column needs
  /// all of it.
  bool begin_long(LiteralKind kind, std::string_view charset, ScriptColumn column);
  /// Appends bytes of the literal, or keeps a few of them.
  Refusal add(std::string_view bytes, Buffer& out);
  /// Appends what was kept.
  void end_long(Buffer& out);
  /// Begins with a value that has nothing to append.
  void begin_empty() { reader_.reset(); }
  /// Appends the next slice of the value. `is_left` says whether there is more of it.
  Refusal append(Buffer& out, bool& is_left);

 private:
  Refusal refusal_of_charset(LiteralKind kind, std::string_view charset) const;
  Refusal refusal_of_text(const Literal& literal) const;
  bool append_plain(const Literal& literal, Buffer& out) const;
  void append_number(std::uint64_t number, Buffer& out);
  Refusal begin_bits(const Literal& literal, Buffer& out);
  Refusal append_text(Buffer& out, bool& is_left);
  void append_base64(Buffer& out, bool& is_left);
  void encode_kept(Buffer& out, bool is_left);

  const Lexing& lexing_;
  const std::string charset_;
  /// True where a field that is no base64 may hold ASCII alone.
  const bool is_ascii_;
  /// Nothing where the value has no more slices.
  std::optional<LiteralReader> reader_;
  bool is_base64_ = false;
  /// Refusal of a long text unless it is ASCII.
  Refusal unless_ascii_ = Refusal::kNone;
  Buffer bytes_;
};

}  // namespace sluice
