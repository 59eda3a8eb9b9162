#include "export/row_text.h"

#include "export/parquet_rows.h"
#include "export/row_text_sink.h"
#include "export/value_text.h"
#include "row/field_scanner.h"

namespace sluice {
namespace {

template <class Format>
class FormattedRows final : public RowText {
 public:
  FormattedRows(const Format& format, const ExportTable& table, const RowDialect& dialect,
                const BlockLimits& limits, ProgressBoard& board, const Calls& calls)
      : sink_(format, table, !dialect.enclosure.empty(), limits, board, calls),
        scanner_(dialect, format.special(), sink_) {}

  void add(std::string_view text) override { scanner_.add(text); }
  void finish() override {
    scanner_.finish();
    sink_.finish();
  }

 private:
  RowTextSink<Format> sink_;
  FieldScanner<RowTextSink<Format>> scanner_;
};

}  // namespace

std::unique_ptr<RowText> make_row_text(const ExportSpec& spec, const ExportTable& table,
                                       const RowDialect& dialect, const BlockLimits& limits,
                                       ProgressBoard& board, const RowText::Calls& calls) {
  switch (spec.format) {
    case RowFormat::kCsv:
      return std::make_unique<FormattedRows<CsvText>>(CsvText(spec.separator, spec.null_word, spec.csv_bytes),
                                                      table, dialect, limits, board, calls);
    case RowFormat::kJsonLines:
      return std::make_unique<FormattedRows<JsonText>>(JsonText(), table, dialect, limits, board, calls);
    case RowFormat::kParquet:
      return std::make_unique<FormattedRows<ParquetRows>>(ParquetRows(table.parquet), table, dialect, limits,
                                                          board, calls);
    case RowFormat::kSql:
      break;
  }
  return std::make_unique<FormattedRows<SqlText>>(SqlText(), table, dialect, limits, board, calls);
}

}  // namespace sluice
