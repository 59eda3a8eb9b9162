#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sluice::test {

/// The file formats that there are.
enum class Format {
  kMySql,       ///< MySQL 8 and later.
  kCrc32,       ///< MySQL 5.7, and MariaDB with crc32.
  kFullCrc32,   ///< MariaDB's default.
  kInnodb,      ///< The checksum of old, kind "innodb".
  kNoChecksum,  ///< Kind "none".
};

struct Shape {
  Format format = Format::kMySql;
  std::uint32_t page_size = 16 << 10;
  /// Smaller in ROW_FORMAT=COMPRESSED; 0 is the page size.
  std::uint32_t file_page_size = 0;
};

/// An index page to be made.
struct IndexPage {
  std::uint64_t index_id = 100;
  std::uint16_t level = 0;
  std::uint32_t prev = 0xFFFFFFFF;
  std::uint32_t next = 0xFFFFFFFF;
  std::uint16_t data_bytes = 1'000;
  std::uint16_t garbage_bytes = 0;
  std::uint16_t records = 10;
  std::uint64_t lsn = 5'000;
  bool compact = true;
  std::uint16_t type = 17855;
};

/// A record of MySQL's dictionary to be made.
struct SdiRecord {
  std::uint32_t type = 1;
  std::uint64_t id = 7;
  std::uint32_t bytes = 0;  ///< What it says of its length when inflated.
  std::string deflated;
  /// First page of its bytes, on pages made for them; 0 keeps them in the record.
  std::uint32_t elsewhere = 0;
  bool deleted = false;
};

/// Makes tablespace files byte by byte, sharing no code with the engine. Page 0, its extent descriptors and
/// every checksum are made by `bytes`; pages that were not put are zero and free, those that were are in use.
class TablespaceBuilder {
 public:
  TablespaceBuilder(Shape shape, std::uint32_t pages);

  void put(std::uint32_t number, const IndexPage& page);
  /// A leaf of the dictionary with its records in this order.
  void put_sdi(std::uint32_t number, const std::vector<SdiRecord>& records);
  /// A page of any other type, with nothing in it.
  void put_type(std::uint32_t number, std::uint16_t type, std::uint64_t lsn = 5'000);
  /// Keeps the page's bytes but says that nobody uses it.
  void free_page(std::uint32_t number) { free_[number] = true; }
  /// Overwrites bytes of a page before its checksum is made.
  void poke(std::uint32_t number, std::size_t at, std::uint64_t value, std::size_t size);
  void set_flags(std::uint32_t flags) { flags_ = flags; }

  std::string bytes() const;

  std::uint32_t page_bytes() const { return shape_.file_page_size; }

 private:
  std::string blank(std::uint32_t number, std::uint16_t type, std::uint64_t lsn) const;
  void put_blob(std::uint32_t first, const std::string& blob);
  std::string header_page() const;
  void describe(std::string& page, std::uint32_t first) const;
  void seal(std::string& page) const;
  bool in_use(std::uint32_t number) const;

  Shape shape_;
  std::uint32_t pages_;
  std::uint32_t flags_;
  std::map<std::uint32_t, std::string> made_;
  std::map<std::uint32_t, bool> free_;
};

/// Writes a big-endian number of `size` bytes.
void poke_bytes(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t size);

}  // namespace sluice::test
