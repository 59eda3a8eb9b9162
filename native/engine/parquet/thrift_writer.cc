#include "parquet/thrift_writer.h"

namespace sluice {
namespace {

constexpr std::uint8_t kTrue = 1;
constexpr std::uint8_t kFalse = 2;
constexpr std::uint8_t kByte = 3;
constexpr std::uint8_t kList = 9;

std::uint8_t code(ThriftType type) { return static_cast<std::uint8_t>(type); }

}  // namespace

void ThriftWriter::begin_struct() { last_.push_back(0); }

void ThriftWriter::end_struct() {
  last_.pop_back();
  bytes_ += '\0';
}

void ThriftWriter::boolean(int field, bool value) { begin_field(field, value ? kTrue : kFalse); }

void ThriftWriter::byte(int field, std::int8_t value) {
  begin_field(field, kByte);
  bytes_ += static_cast<char>(value);
}

void ThriftWriter::number(int field, std::int32_t value) {
  begin_field(field, code(ThriftType::kI32));
  zigzag(value);
}

void ThriftWriter::large_number(int field, std::int64_t value) {
  begin_field(field, code(ThriftType::kI64));
  zigzag(value);
}

void ThriftWriter::text(int field, std::string_view value) {
  begin_field(field, code(ThriftType::kBinary));
  item(value);
}

void ThriftWriter::structure(int field) {
  begin_field(field, code(ThriftType::kStruct));
  begin_struct();
}

void ThriftWriter::empty_structure(int field) {
  structure(field);
  end_struct();
}

void ThriftWriter::list(int field, ThriftType items, std::size_t size) {
  constexpr std::size_t kMostInHeader = 14;
  begin_field(field, kList);
  if (size <= kMostInHeader) {
    bytes_ += static_cast<char>(size << 4 | code(items));
    return;
  }
  bytes_ += static_cast<char>(0xF0 | code(items));
  varint(size);
}

void ThriftWriter::item(std::int32_t value) { zigzag(value); }

void ThriftWriter::item(std::string_view value) {
  varint(value.size());
  bytes_ += value;
}

void ThriftWriter::begin_field(int field, std::uint8_t type) {
  constexpr int kMostStep = 15;
  const int step = field - last_.back();
  last_.back() = field;
  if (step <= kMostStep) {
    bytes_ += static_cast<char>(step << 4 | type);
    return;
  }
  bytes_ += static_cast<char>(type);
  zigzag(field);
}

void ThriftWriter::varint(std::uint64_t value) {
  while (value >= 0x80) {
    bytes_ += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  bytes_ += static_cast<char>(value);
}

void ThriftWriter::zigzag(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  varint(value < 0 ? ~(bits << 1) : bits << 1);
}

}  // namespace sluice
