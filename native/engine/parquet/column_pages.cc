#include "parquet/column_pages.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "parquet/plain_value.h"
#include "parquet/thrift_writer.h"

namespace sluice {
namespace {

/// Bytes of values, before compression (parquet-format, "Data page size": one page is decoded at once).
constexpr std::size_t kPageBytes = 1 << 20;
constexpr std::int32_t kDataPage = 0;
constexpr std::int32_t kPlain = 0;
constexpr std::int32_t kRle = 3;

void append(Buffer& to, std::string_view more) {
  if (more.empty()) return;
  std::memcpy(to.reserve(more.size()), more.data(), more.size());
  to.commit(more.size());
}

/// Numbers; a decimal of more digits, a float and bytes have no order in the file.
bool is_ordered(const ParquetColumn& column) {
  const PhysicalType type = physical_type(column);
  return type == PhysicalType::kInt32 || type == PhysicalType::kInt64;
}

bool is_unsigned(const ParquetColumn& column) {
  return column.form == ParquetForm::kBits || (column.form == ParquetForm::kInteger && column.is_unsigned);
}

/// A number whose order among signed ones is that of the column's.
std::int64_t rank_of(const ParquetColumn& column, std::string_view value) {
  constexpr std::uint64_t kTop = std::uint64_t{1} << 63;
  if (value.size() == sizeof(std::uint32_t)) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, value.data(), sizeof bits);
    return is_unsigned(column) ? std::int64_t{bits} : std::int64_t{static_cast<std::int32_t>(bits)};
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, value.data(), sizeof bits);
  return static_cast<std::int64_t>(is_unsigned(column) ? bits ^ kTop : bits);
}

/// The number that has this rank, as it is stored.
std::string stored(const ParquetColumn& column, std::int64_t rank) {
  constexpr std::uint64_t kTop = std::uint64_t{1} << 63;
  const auto bits = static_cast<std::uint64_t>(rank);
  if (value_bytes(column) == sizeof(std::uint32_t))
    return std::string(plain(static_cast<std::uint32_t>(bits)).view());
  return std::string(plain(is_unsigned(column) ? bits ^ kTop : bits).view());
}

std::string page_header(std::size_t bytes, std::string_view packed, std::int32_t values) {
  ThriftWriter header;
  header.begin_struct();
  header.number(1, kDataPage);
  header.number(2, static_cast<std::int32_t>(bytes));
  header.number(3, static_cast<std::int32_t>(packed.size()));
  const auto* const data = reinterpret_cast<const Bytef*>(packed.data());
  header.number(4, static_cast<std::int32_t>(crc32_z(0, data, packed.size())));
  header.structure(5);
  header.number(1, values);
  header.number(2, kPlain);
  header.number(3, kRle);  // Of definition levels.
  header.number(4, kRle);  // Of repetition levels, of which there are none.
  header.end_struct();
  header.end_struct();
  return header.bytes();
}

std::string varint(std::uint32_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes += static_cast<char>(value);
}

void insert_before(Buffer& text, std::string_view more) {
  const std::size_t bytes = text.size();
  text.reserve(more.size());
  std::memmove(text.data() + more.size(), text.data(), bytes);
  std::memcpy(text.data(), more.data(), more.size());
  text.commit(more.size());
}

}  // namespace

ColumnPages::ColumnPages(const ParquetColumn& column, PageCodec& codec, Buffer& packed_page,
                         ProgressBoard& board)
    : column_(column),
      codec_(codec),
      packed_page_(packed_page),
      board_(board),
      is_ordered_(is_ordered(column)),
      levels_(board),
      values_(board),
      packed_(board) {}

void ColumnPages::add_null() {
  add_level(false);
  ++page_nulls_;
}

void ColumnPages::add(std::string_view value) {
  if (column_.required) {
    ++page_values_;
  } else {
    add_level(true);
  }
  if (is_ordered_) note(value);
  append(values_, value);
  if (values_.size() >= kPageBytes) end_page();
}

void ColumnPages::add_level(bool present) {
  const auto bit = static_cast<unsigned>(page_values_++ % 8);
  if (bit == 0) append(levels_, {"\0", 1});
  if (present) {
    char& byte = levels_.data()[levels_.size() - 1];
    byte = static_cast<char>(static_cast<unsigned char>(byte) | 1U << bit);
  }
}

void ColumnPages::note(std::string_view value) {
  const std::int64_t rank = rank_of(column_, value);
  least_ = any_ ? std::min(least_, rank) : rank;
  greatest_ = any_ ? std::max(greatest_, rank) : rank;
  any_ = true;
}

void ColumnPages::end_page() {
  if (page_values_ == 0) return;
  if (!column_.required) insert_before(values_, levels());
  packed_page_.clear();
  codec_.pack(values_.view(), packed_page_);
  const std::string header = page_header(values_.size(), packed_page_.view(), page_values_);
  append(packed_, header);
  append(packed_, packed_page_.view());
  figures_.values += page_values_;
  figures_.nulls += page_nulls_;
  figures_.uncompressed_bytes += static_cast<std::int64_t>(header.size() + values_.size());
  page_values_ = page_nulls_ = 0;
  values_.clear();
  levels_.clear();
}

/// The page's definition levels: one run where all are the same, else their bits (parquet-format,
/// Encodings.md, "Run Length Encoding / Bit-Packing Hybrid").
std::string ColumnPages::levels() const {
  std::string runs;
  const auto count = static_cast<std::uint32_t>(page_values_);
  if (page_nulls_ == 0 || page_nulls_ == page_values_) {
    runs = varint(count << 1) + (page_nulls_ == 0 ? '\1' : '\0');
  } else {
    runs = varint((count + 7) / 8 << 1 | 1);
    runs += levels_.view();
  }
  return std::string(plain(static_cast<std::uint32_t>(runs.size())).view()) + runs;
}

PageFigures ColumnPages::finish() {
  end_page();
  if (any_) {
    figures_.least = stored(column_, least_);
    figures_.greatest = stored(column_, greatest_);
  }
  any_ = false;
  return std::exchange(figures_, {});
}

void ColumnPages::clear() {
  for (Buffer* buffer : {&levels_, &values_, &packed_}) Buffer(board_).swap(*buffer);
}

}  // namespace sluice
