#include "parquet/row_group.h"

#include <cstring>

#include "parquet/plain_value.h"
#include "parquet/row_values.h"
#include "support/failure.h"

namespace sluice {
namespace {

constexpr std::size_t kLengthBytes = sizeof(std::uint32_t);
constexpr std::size_t kSridBytes = sizeof(std::uint32_t);
constexpr std::int32_t kPlainEncoding = 0;
constexpr std::int32_t kRleEncoding = 3;

std::uint32_t number_at(std::string_view bytes) {
  std::uint32_t number = 0;
  if (bytes.size() < sizeof number) throw defect("A row for Parquet ends early.");
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

std::string_view take_bytes(std::string_view& row, std::size_t bytes) {
  if (row.size() < bytes) throw defect("A row for Parquet ends early.");
  const std::string_view taken = row.substr(0, bytes);
  row.remove_prefix(bytes);
  return taken;
}

void write_statistics(ThriftWriter& to, int field, const PageFigures& figures) {
  to.structure(field);
  to.large_number(3, figures.nulls);
  if (!figures.least.empty()) {
    to.text(5, figures.greatest);
    to.text(6, figures.least);
  }
  to.end_struct();
}

}  // namespace

RowGroup::RowGroup(const std::vector<ParquetColumn>& columns, const Compression& compression,
                   ProgressBoard& board)
    : columns_(columns), codec_(compression), packed_page_(board), geometry_(board), srids_(columns.size()) {
  for (const ParquetColumn& column : columns) {
    value_bytes_.push_back(value_bytes(column));
    pages_.emplace_back(column, codec_, packed_page_, board);
  }
}

void RowGroup::add(std::string_view row) {
  bytes_ += row.size();
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (take_bytes(row, 1).front() == kNullValue) {
      pages_[column].add_null();
    } else {
      add_value(column, row);
    }
  }
  ++rows_;
}

void RowGroup::add_value(std::size_t column, std::string_view& row) {
  const std::size_t bytes = value_bytes_[column];
  if (bytes > 0) return pages_[column].add(take_bytes(row, bytes));
  const std::string_view value = take_bytes(row, kLengthBytes + number_at(row));
  if (columns_[column].form == ParquetForm::kGeometry) return add_geometry(column, value);
  pages_[column].add(value);
}

/// Takes the SRID, which is the same in almost every column, from before the WKB.
void RowGroup::add_geometry(std::size_t column, std::string_view value) {
  value.remove_prefix(kLengthBytes);
  const std::uint32_t srid = number_at(value);
  value.remove_prefix(kSridBytes);
  const std::uint32_t before = srids_[column].value_or(srid);
  if (srid != before) {
    Failure failure;
    failure.code = "unsupported-object";
    failure.message = {"severalSrids",
                       {{"column", columns_[column].name}, {"first", before}, {"second", srid}}};
    failure.hint = "chooseOtherFormat";
    throw EngineError(std::move(failure));
  }
  srids_[column] = srid;
  geometry_.clear();
  const PlainValue length = plain(static_cast<std::uint32_t>(value.size()));
  char* const room = geometry_.reserve(length.size + value.size());
  std::memcpy(room, length.bytes.data(), length.size);
  std::memcpy(room + length.size, value.data(), value.size());
  geometry_.commit(length.size + value.size());
  pages_[column].add(geometry_.view());
}

std::uint64_t RowGroup::write(std::uint64_t offset, const Send& send, ThriftWriter& groups) {
  const std::uint64_t start = offset;
  std::int64_t uncompressed = 0;
  groups.begin_struct();
  groups.list(1, ThriftType::kStruct, columns_.size());
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    ColumnPages& pages = pages_[column];
    const PageFigures figures = pages.finish();
    write_column(column, offset, figures, groups);
    uncompressed += figures.uncompressed_bytes;
    offset += pages.bytes().size();
    send(pages.bytes());
    pages.clear();
  }
  groups.large_number(2, uncompressed);
  groups.large_number(3, rows_);
  groups.large_number(5, static_cast<std::int64_t>(start));
  groups.large_number(6, static_cast<std::int64_t>(offset - start));
  groups.end_struct();
  rows_ = 0;
  bytes_ = 0;
  return offset - start;
}

void RowGroup::write_column(std::size_t column, std::uint64_t offset, const PageFigures& figures,
                            ThriftWriter& groups) const {
  groups.begin_struct();
  groups.large_number(2, static_cast<std::int64_t>(offset));
  groups.structure(3);
  groups.number(1, static_cast<std::int32_t>(physical_type(columns_[column])));
  groups.list(2, ThriftType::kI32, 2);
  groups.item(kPlainEncoding);
  groups.item(kRleEncoding);
  groups.list(3, ThriftType::kBinary, 1);
  groups.item(std::string_view(columns_[column].name));
  groups.number(4, codec_.number());
  groups.large_number(5, figures.values);
  groups.large_number(6, figures.uncompressed_bytes);
  groups.large_number(7, static_cast<std::int64_t>(pages_[column].bytes().size()));
  groups.large_number(9, static_cast<std::int64_t>(offset));
  write_statistics(groups, 12, figures);
  groups.end_struct();
  groups.end_struct();
}

}  // namespace sluice
