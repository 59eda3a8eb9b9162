#pragma once

#include <cstdint>
#include <memory>

#include "export/export_spec.h"
#include "export/row_block.h"
#include "export/row_text.h"
#include "wire/row_stream.h"

namespace sluice {

/// Turns a server's rows into rows of an export's format: the same as `RowText` makes of a dump's lines of
/// them. Bytes are read as they are, whatever the columns' form in chunks. Used by one thread.
class RowPrint {
 public:
  virtual ~RowPrint() = default;
  RowPrint() = default;
  RowPrint(const RowPrint&) = delete;
  RowPrint& operator=(const RowPrint&) = delete;

  /// Fields behind those of the table's columns are passed over. Throws what the block's taker throws, and
  /// EngineError for a row that is too large.
  virtual void add(const RowStream::Row& row) = 0;
  /// Hands over what is left.
  virtual void finish() = 0;
};

/// Everything that is given must outlive the result.
std::unique_ptr<RowPrint> make_row_print(const ExportSpec& spec, const ExportTable& table,
                                         const BlockLimits& limits, ProgressBoard& board,
                                         const RowText::Calls& calls);

}  // namespace sluice
