#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "export/export_spec.h"
#include "export/row_block.h"
#include "row/dialect.h"

namespace sluice {

/// Text between two rows of a statement of SQL; it also follows the last row of a block.
inline constexpr std::string_view kBetweenSqlRows = ",\n";

/// Limits of the blocks that rows are gathered in.
struct BlockLimits {
  /// A block is handed over once it has so many bytes.
  std::size_t wanted_bytes = 1 << 20;
  /// A row that takes more, with what it is made from, is a large one.
  std::size_t most_bytes = 0;
  /// No row takes more.
  std::size_t most_large_bytes = 0;
};

/// Turns a chunk's text, as it passes in pieces, into rows of the export's format. Used by one thread.
class RowText {
 public:
  /// Takes a block of whole rows. May throw.
  using OnBlock = std::function<void(RowBlockPtr block)>;
  /// Called when a row becomes a large one; may wait until there is memory for it. May throw.
  using OnLargeRow = std::function<void()>;

  struct Calls {
    OnBlock on_block;
    OnLargeRow on_large_row;
  };

  virtual ~RowText() = default;
  RowText() = default;
  RowText(const RowText&) = delete;
  RowText& operator=(const RowText&) = delete;

  /// Throws what the block's taker throws, and EngineError for a row that does not have the columns' values,
  /// for a value that can't be decoded, and for a row that is too large.
  virtual void add(std::string_view text) = 0;
  /// Hands over what is left, also a last row that has no end.
  virtual void finish() = 0;
};

/// Everything that is given must outlive the result.
std::unique_ptr<RowText> make_row_text(const ExportSpec& spec, const ExportTable& table,
                                       const RowDialect& dialect, const BlockLimits& limits,
                                       ProgressBoard& board, const RowText::Calls& calls);

}  // namespace sluice
