#include "parquet/file_writer.h"

#include <algorithm>
#include <utility>

#include "parquet/plain_value.h"
#include "parquet/schema.h"

namespace sluice {
namespace {

constexpr std::string_view kMagic = "PAR1";
/// Version of the format that has all that is written here (parquet.thrift, FileMetaData).
constexpr std::int32_t kVersion = 2;
/// A row group's rows before compression: large enough for a reader's threads, small enough to be held.
constexpr std::uint64_t kMostGroupBytes = 16 << 20;
constexpr std::uint64_t kLeastGroupBytes = 1 << 20;
constexpr std::uint64_t kGroupPart = 16;
constexpr std::int64_t kMostGroupRows = 1 << 20;

void write_pair(ThriftWriter& to, std::string_view key, std::string_view value) {
  to.begin_struct();
  to.text(1, key);
  to.text(2, value);
  to.end_struct();
}

}  // namespace

ParquetFileWriter::ParquetFileWriter(ParquetTable table, const Compression& compression,
                                     std::uint64_t memory_limit_bytes, ProgressBoard& board,
                                     RowGroup::Send send)
    : table_(std::move(table)),
      most_bytes_(std::clamp(memory_limit_bytes / kGroupPart, kLeastGroupBytes, kMostGroupBytes)),
      send_(std::move(send)),
      group_(table_.columns, compression, board) {
  this->send(kMagic);
}

void ParquetFileWriter::write(std::string_view rows, std::span<const std::size_t> ends) {
  std::size_t at = 0;
  for (const std::size_t end : ends) {
    group_.add(rows.substr(at, end - at));
    at = end;
    if (group_.bytes() >= most_bytes_ || group_.rows() >= kMostGroupRows) end_row_group();
  }
}

void ParquetFileWriter::finish() {
  end_row_group();
  const std::string metadata = footer();
  send(metadata);
  send(plain(static_cast<std::uint32_t>(metadata.size())).view());
  send(kMagic);
}

void ParquetFileWriter::end_row_group() {
  if (group_.rows() == 0) return;
  rows_ += group_.rows();
  ++group_count_;
  offset_ += group_.write(offset_, send_, groups_);
}

void ParquetFileWriter::send(std::string_view bytes) {
  offset_ += bytes.size();
  send_(bytes);
}

std::string ParquetFileWriter::footer() const {
  const std::vector<ParquetColumn>& columns = table_.columns;
  ThriftWriter to;
  to.begin_struct();
  to.number(1, kVersion);
  write_schema(to, 2, columns);
  to.large_number(3, rows_);
  to.list(4, ThriftType::kStruct, group_count_);
  to.items(groups_.bytes());
  std::vector<std::pair<std::string, std::string>> facts{{"mysql.schema", table_.schema},
                                                         {"mysql.table", table_.name}};
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (!columns[column].type.empty())
      facts.emplace_back("mysql.type." + columns[column].name, columns[column].type);
    if (const auto srid = group_.srid(column))
      facts.emplace_back("mysql.srid." + columns[column].name, std::to_string(*srid));
  }
  to.list(5, ThriftType::kStruct, facts.size());
  for (const auto& [key, value] : facts) write_pair(to, key, value);
  to.text(6, "Sluice");
  // Least and greatest values are in the order of each type.
  to.list(7, ThriftType::kStruct, columns.size());
  for (std::size_t column = 0; column < columns.size(); ++column) {
    to.begin_struct();
    to.empty_structure(1);
    to.end_struct();
  }
  to.end_struct();
  return to.bytes();
}

}  // namespace sluice
