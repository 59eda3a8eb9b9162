#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "codec/compression.h"
#include "codec/decoder.h"
#include "script/insert_head.h"
#include "script/literal_encoder.h"
#include "script/row_lexer.h"
#include "script/script_part.h"
#include "script/script_window.h"
#include "support/buffer.h"
#include "support/progress.h"

namespace sluice {

/// Gives the rows of a part of a script as lines of our TSV. Throws EngineError with `chunk`: "dump-damaged"
/// where the script is not what it was when the part was found, "dump-unsupported" for a value that is no
/// constant or can't become a field, "memory-limit" for one that is too large. Used by one thread.
class RowsDecoder final : public Decoder {
 public:
  /// `stored`, which nothing was read of, `part` and `board` must outlive the decoder. It holds at most
  /// `most_bytes`, or what any value may want where that is 0. Of a compressed script all that stands before
  /// the part is read too.
  RowsDecoder(StoredFile& stored, Codec codec, const ScriptPart& part, std::string chunk,
              ProgressBoard& board, std::uint64_t most_bytes);

  std::size_t read(char* buffer, std::size_t capacity) override;

 private:
  /// The bytes of the part.
  class Source final : public Decoder {
   public:
    Source(StoredFile& stored, Codec codec, const ScriptPart& part, ProgressBoard& board);
    std::size_t read(char* buffer, std::size_t capacity) override;

   private:
    std::size_t read_some(char* buffer, std::size_t capacity);

    StoredFile& stored_;
    /// Unpacks a compressed script; none for others.
    std::unique_ptr<Decoder> decoder_;
    std::uint64_t before_ = 0;  ///< Bytes to the part.
    std::uint64_t left_;
  };
  enum class At { kRow, kValue, kWithinValue, kBehindRow, kBehindComma, kBehindStatement, kEnd };

  void step();
  void take_value();
  void append_value();
  void end_value();
  void skip_between();
  void take_head();
  void read_more();
  std::uint64_t offset() const { return part_.offset + window_.offset(); }
  [[noreturn]] void fail(std::string code, Message message) const;
  [[noreturn]] void refuse(Refusal refusal) const;
  [[noreturn]] void fail_as_changed() const;

  const ScriptPart& part_;
  const std::string file_;
  const std::string chunk_;
  Source source_;
  const std::uint64_t most_value_bytes_;
  ScriptWindow window_;
  const RowLexer lexer_;
  LiteralEncoder encoder_;
  Buffer out_;
  std::size_t given_ = 0;

  At at_ = At::kRow;
  std::uint64_t row_offset_ = 0;
  std::size_t column_ = 0;
  /// True where the value in hand is the last one of its row.
  bool ends_row_ = false;
  /// The head of the statements behind the first one, and as it stands there.
  std::optional<InsertHead> head_;
  std::string head_text_;
};

}  // namespace sluice
