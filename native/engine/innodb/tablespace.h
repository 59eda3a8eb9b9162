#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "innodb/bytes.h"

namespace sluice {

/// Server that wrote a file, as page 0 tells it.
enum class SpaceOrigin : std::uint8_t {
  kMySql,    ///< 8.0 or later: page 0 names the version.
  kMariaDb,  ///< full_crc32, or page compression in MariaDB's way.
  kEither,   ///< MySQL 5.7 and MariaDB's crc32 format can't be told apart.
};

/// Protection of pages.
enum class ChecksumFormat : std::uint8_t {
  kField,      ///< A checksum in header and trailer: CRC-32C, or one of the older kinds.
  kFullCrc32,  ///< MariaDB 10.5's default: CRC-32C over all of the page, in its last 4 bytes.
};

/// Compression of all pages of the file, where its flags say that they are compressed.
enum class SpaceCompression : std::uint8_t {
  kNone,
  kRows,   ///< ROW_FORMAT=COMPRESSED: pages are smaller in the file than in memory.
  kPages,  ///< MariaDB's PAGE_COMPRESSED. MySQL's COMPRESSION shows on the pages only.
};

/// The format of a tablespace: what its first page says.
struct Tablespace {
  std::uint32_t space_id = 0;
  std::uint32_t flags = 0;
  SpaceOrigin origin = SpaceOrigin::kEither;
  /// MySQL's version as a number, such as 90704; 0 where page 0 does not say.
  std::uint32_t server_version = 0;
  ChecksumFormat checksums = ChecksumFormat::kField;
  SpaceCompression compression = SpaceCompression::kNone;
  /// MySQL's flag; MariaDB's encryption shows on the pages only.
  bool encrypted = false;
  /// Bytes of a page in memory (innodb_page_size) and in the file.
  std::uint32_t page_size = 0;
  std::uint32_t file_page_size = 0;
  /// Pages of an extent: 1 MiB of memory, or 64 pages where they are larger than 16 KiB.
  std::uint32_t extent_pages = 0;
  /// Pages that the space has, and the first one that was never given to an extent.
  std::uint32_t pages = 0;
  std::uint32_t free_limit = 0;
};

/// Bytes of a file to read before its page size is known: the smallest page there is.
inline constexpr std::size_t kSpaceHeaderBytes = 1024;

/// Reads a tablespace's format out of its first `kSpaceHeaderBytes`. Pure. Throws EngineError
/// "not-a-tablespace" where they are no first page of a tablespace, "tablespace-damaged" where they are all
/// zero: a server creates the file first and writes that page later; "page-size-unsupported" where its flags
/// name a page size that InnoDB does not have. `name` is for the message.
Tablespace parse_tablespace(Bytes head, const std::string& name);

}  // namespace sluice
