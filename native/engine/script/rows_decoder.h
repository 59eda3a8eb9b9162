#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/decoder.h"
#include "codec/packing.h"
#include "script/literal_encoder.h"
#include "script/long_literal.h"
#include "script/part_rows.h"
#include "script/row_lexer.h"
#include "script/script_part.h"
#include "support/buffer.h"
#include "support/progress.h"

namespace sluice {

/// Gives the rows of a part of a script as lines of our TSV. Throws EngineError with `chunk`: "dump-damaged"
/// where the script is not what it was when the part was found, "dump-unsupported" for a value that is no
/// constant or can't become a field, "memory-limit" for one that is too large and has to be held whole: no
/// text is, nor bytes of whole digits. Rows that go to a server as they stand in the script are given for
/// people to look at, and to be counted. Used by one thread.
class RowsDecoder final : public Decoder {
 public:
  /// `stored`, which nothing was read of, `part` and `board` must outlive the decoder. It holds at most
  /// `most_bytes`, or what any value may want where that is 0. Of a compressed script all that stands before
  /// the part is read too.
  RowsDecoder(StoredFile& stored, const Packing& packing, const ScriptPart& part, std::string chunk,
              ProgressBoard& board, std::uint64_t most_bytes);

  std::size_t read(char* buffer, std::size_t capacity) override;

 private:
  enum class At { kBehindRow, kValue, kWithinValue, kWithinLongValue, kEnd };

  void step();
  void take_value();
  bool begin_long_value();
  void append_long_value();
  bool append_step_of_long_value(const char*& at, const Input& input);
  void begin_value(const FoundValue& value, ScriptColumn column, std::string_view written);
  void append_value();
  void end_value();
  [[noreturn]] void fail_as_too_many() const;
  [[noreturn]] void fail_as_expression() const;
  [[noreturn]] void refuse(Refusal refusal) const;

  const ScriptPart& part_;
  PartRows rows_;
  LiteralEncoder encoder_;
  /// The value in hand, where it is larger than the window.
  std::optional<LongLiteral> long_value_;
  std::uint64_t long_value_offset_ = 0;
  Buffer out_;
  std::size_t given_ = 0;

  At at_ = At::kBehindRow;
  std::uint64_t row_offset_ = 0;
  std::size_t column_ = 0;
  /// True where the value in hand is the last one of its row.
  bool ends_row_ = false;
};

}  // namespace sluice
