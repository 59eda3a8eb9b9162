#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

/// Types of Thrift's compact protocol (thrift/doc/specs/thrift-compact-protocol.md).
enum class ThriftType : std::uint8_t { kI32 = 5, kI64 = 6, kBinary = 8, kStruct = 12 };

/// Writes structs in Thrift's compact protocol. Fields of a struct come in the order of their numbers.
class ThriftWriter {
 public:
  /// A struct that is no field: the whole message, or an item of a list.
  void begin_struct();
  void end_struct();

  void boolean(int field, bool value);
  void byte(int field, std::int8_t value);
  void number(int field, std::int32_t value);
  void large_number(int field, std::int64_t value);
  void text(int field, std::string_view value);
  /// A struct that is a field; `end_struct` ends it.
  void structure(int field);
  void empty_structure(int field);
  /// Its `size` items follow.
  void list(int field, ThriftType items, std::size_t size);

  void item(std::int32_t value);
  void item(std::string_view value);
  /// Structs that another writer wrote.
  void items(std::string_view written) { bytes_ += written; }

  const std::string& bytes() const { return bytes_; }

 private:
  void begin_field(int field, std::uint8_t type);
  void varint(std::uint64_t value);
  void zigzag(std::int64_t value);

  std::string bytes_;
  /// The last field's number, of each struct that is open.
  std::vector<int> last_;
};

}  // namespace sluice
