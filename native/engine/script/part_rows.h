#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "codec/packing.h"
#include "codec/part_source.h"
#include "script/insert_head.h"
#include "script/row_lexer.h"
#include "script/script_part.h"
#include "script/script_window.h"
#include "support/failure.h"
#include "support/progress.h"

namespace sluice {

/// Goes from row to row in a part of a script. Throws EngineError with `chunk`: "dump-damaged" where the
/// script is not what it was when the part was found, "memory-limit" for a thing that is too large to be
/// held. Used by one thread.
class PartRows {
 public:
  /// `stored`, which nothing was read of, `part` and `board` must outlive this. It holds at most
  /// `most_bytes`. Of a compressed script all that stands before the part is read too.
  PartRows(StoredFile& stored, const Packing& packing, const ScriptPart& part, std::string chunk,
           ProgressBoard& board, std::uint64_t most_bytes);

  enum class Next : std::uint8_t {
    kRow,        ///< A row of the same statement as the one before.
    kStatement,  ///< The first row of the next one.
    kEnd,
  };
  /// Goes from behind a row, or from the beginning of the part, to the next row's opening parenthesis.
  Next next();

  /// Begins with the row, once `next` has found it.
  ScriptWindow& window() { return window_; }
  const RowLexer& lexer() const { return lexer_; }
  /// Place in the script of the byte at which the window begins.
  std::uint64_t offset() const { return part_.offset + window_.offset(); }
  const std::string& file() const { return file_; }

  void read_more();
  /// Throws "memory-limit" for what begins at that place of the script.
  [[noreturn]] void fail_as_too_large(std::uint64_t offset) const;
  [[noreturn]] void fail(std::string code, Message message) const;
  [[noreturn]] void fail_as_changed() const;

 private:
  enum class At { kFirstRow, kBehindRow, kBehindComma, kBehindStatement };

  /// True at a row, or at the end.
  bool step(Next& found);
  bool skip_between(Next& found);
  bool take_head(Next& found);

  const ScriptPart& part_;
  const std::string file_;
  const std::string chunk_;
  PartSource source_;
  const std::uint64_t most_bytes_;
  ScriptWindow window_;
  const RowLexer lexer_;
  At at_ = At::kFirstRow;
  /// The head of the statements behind the first one, and as it stands there.
  std::optional<InsertHead> head_;
  std::string head_text_;
};

}  // namespace sluice
