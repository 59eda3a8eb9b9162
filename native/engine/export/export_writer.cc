#include "export/export_writer.h"

#include "export/row_text.h"

namespace sluice {
namespace {

/// Only a row that is larger alone makes a larger statement: the default of `max_allowed_packet` in MySQL 5.5
/// is 1 MiB (its manual, "Server System Variables").
constexpr std::uint64_t kMostBytes = 1'000'000;
constexpr std::string_view kStatementEnd = ";\n";

}  // namespace

void ExportWriter::begin(const ExportTable& table) {
  if (file_ != table.file || table.file.empty()) output_.open(table.file);
  file_ = table.file;
  output_.write(table.before);
  if (spec_.format == RowFormat::kParquet)
    parquet_.emplace(ParquetTable{table.schema, table.table, table.parquet}, spec_.compression,
                     spec_.memory_limit_bytes, board_,
                     [this](std::string_view bytes) { output_.write(bytes); });
}

void ExportWriter::write(const ExportTable& table, const RowBlock& block) {
  if (parquet_) {
    parquet_->write(block.view(), block.ends());
  } else if (spec_.format == RowFormat::kSql) {
    write_in_statements(table, block);
  } else {
    output_.write(block.view());
  }
}

void ExportWriter::write_in_statements(const ExportTable& table, const RowBlock& block) {
  const std::string_view text = block.view();
  // Rows of one statement go out together, without the end of the last one: `at` to `taken`.
  std::size_t at = 0;
  std::size_t taken = 0;
  const auto send = [&] {
    if (taken > at) output_.write(text.substr(at, taken - at - kBetweenSqlRows.size()));
    at = taken;
  };
  for (const std::size_t end : block.ends()) {
    const std::uint64_t bytes = end - taken;
    if (statement_bytes_ > 0 && statement_bytes_ + bytes > kMostBytes) {
      send();
      end_statement();
    }
    if (at == taken) output_.write(statement_bytes_ == 0 ? std::string_view(table.head) : kBetweenSqlRows);
    statement_bytes_ += (statement_bytes_ == 0 ? table.head.size() : 0) + bytes;
    taken = end;
  }
  send();
}

void ExportWriter::end_statement() {
  if (statement_bytes_ == 0) return;
  output_.write(kStatementEnd);
  statement_bytes_ = 0;
}

void ExportWriter::end(const ExportTable& table) {
  end_statement();
  if (parquet_) parquet_->finish();
  parquet_.reset();
  output_.write(table.after);
}

}  // namespace sluice
