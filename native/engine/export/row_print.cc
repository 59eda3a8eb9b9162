#include "export/row_print.h"

#include <cstddef>

#include "export/parquet_rows.h"
#include "export/row_text_sink.h"
#include "export/value_text.h"

namespace sluice {
namespace {

template <class Format>
class PrintedRows final : public RowPrint {
 public:
  PrintedRows(const Format& format, const ExportTable& table, const BlockLimits& limits, ProgressBoard& board,
              const RowText::Calls& calls)
      : columns_(table.columns.size()), sink_(format, table, false, limits, board, calls) {}

  void add(const RowStream::Row& row) override {
    for (std::size_t column = 0; column < columns_; ++column) {
      sink_.field(row.values[column], row.lengths[column]);
    }
    sink_.end_row();
  }

  void finish() override { sink_.finish(); }

 private:
  const std::size_t columns_;
  RowTextSink<Format> sink_;
};

}  // namespace

std::unique_ptr<RowPrint> make_row_print(const ExportSpec& spec, const ExportTable& table,
                                         const BlockLimits& limits, ProgressBoard& board,
                                         const RowText::Calls& calls) {
  switch (spec.format) {
    case RowFormat::kCsv:
      return std::make_unique<PrintedRows<CsvText>>(CsvText(spec.separator, spec.null_word, spec.csv_bytes),
                                                    table, limits, board, calls);
    case RowFormat::kJsonLines:
      return std::make_unique<PrintedRows<JsonText>>(JsonText(), table, limits, board, calls);
    case RowFormat::kParquet:
      return std::make_unique<PrintedRows<ParquetRows>>(ParquetRows(table.parquet), table, limits, board,
                                                        calls);
    case RowFormat::kSql:
      break;
  }
  return std::make_unique<PrintedRows<SqlText>>(SqlText(), table, limits, board, calls);
}

}  // namespace sluice
