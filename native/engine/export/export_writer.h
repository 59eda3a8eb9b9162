#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "export/export_output.h"
#include "export/export_spec.h"
#include "export/row_block.h"
#include "parquet/file_writer.h"

namespace sluice {

/// Writes tables one after the other: the text around their rows, and the rows, in statements or row groups
/// where the format has them. Where one of these ends follows from the rows alone, so that chunks and blocks
/// leave no trace. Used by one thread at a time.
class ExportWriter {
 public:
  /// All must outlive this.
  ExportWriter(const ExportSpec& spec, ExportOutput& output, ProgressBoard& board)
      : spec_(spec), output_(output), board_(board) {}

  void begin(const ExportTable& table);
  void write(const ExportTable& table, const RowBlock& block);
  void end(const ExportTable& table);

 private:
  void write_in_statements(const ExportTable& table, const RowBlock& block);
  void end_statement();

  const ExportSpec& spec_;
  ExportOutput& output_;
  ProgressBoard& board_;
  std::string file_;
  /// Bytes of the statement that is open, without the end of its last row; 0 where none is.
  std::uint64_t statement_bytes_ = 0;
  /// The table's file, of Parquet alone.
  std::optional<ParquetFileWriter> parquet_;
};

}  // namespace sluice
