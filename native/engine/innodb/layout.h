#pragma once

#include <cstddef>
#include <cstdint>

/// Layout of InnoDB's pages: offsets from the page's start. All formats of both vendors agree on
/// these (fil0types.h, fsp0types.h, page0types.h of mysql-server; fil0fil.h, fsp0fsp.h, page0page.h of
/// MariaDB).
namespace sluice::layout {

/// "No page": the end of a list of siblings.
inline constexpr std::uint32_t kNoPage = 0xFFFFFFFF;
/// Value of both checksum fields where checksums were off (innodb_checksum_algorithm=none).
inline constexpr std::uint32_t kNoChecksum = 0xDEADBEEF;

// The header of every page. In MariaDB's full_crc32 format the first field is the key version instead.
inline constexpr std::size_t kChecksum = 0;
inline constexpr std::size_t kPageNumber = 4;
inline constexpr std::size_t kPrev = 8;
inline constexpr std::size_t kNext = 12;
inline constexpr std::size_t kLsn = 16;
inline constexpr std::size_t kType = 24;
/// Flush LSN, R-tree split number, MariaDB's key version or MySQL's facts of page compression.
inline constexpr std::size_t kShared = 26;
inline constexpr std::size_t kSpaceId = 34;
inline constexpr std::size_t kBody = 38;
/// The trailer: two fields of 4 bytes.
inline constexpr std::size_t kTrailerBytes = 8;

// Page 0: the space header.
inline constexpr std::size_t kSpaceIdAgain = 38;
inline constexpr std::size_t kSpacePages = 46;
inline constexpr std::size_t kFreeLimit = 50;
inline constexpr std::size_t kSpaceFlags = 54;

// Pages 0, n, 2n, …: the extent descriptors.
inline constexpr std::size_t kDescriptors = 150;
inline constexpr std::size_t kDescriptorState = 20;
inline constexpr std::size_t kDescriptorBitmap = 24;

// Pages of indexes.
inline constexpr std::size_t kSlots = 38;
inline constexpr std::size_t kHeapTop = 40;
inline constexpr std::size_t kHeapCount = 42;
inline constexpr std::size_t kGarbage = 46;
inline constexpr std::size_t kRecords = 54;
inline constexpr std::size_t kLevel = 64;
inline constexpr std::size_t kIndexId = 66;
/// First offset at which a user record may begin: behind infimum and supremum.
inline constexpr std::size_t kCompactRecords = 120;
inline constexpr std::size_t kRedundantRecords = 125;
/// The page directory of an empty page: two slots of 2 bytes.
inline constexpr std::size_t kEmptyDirectoryBytes = 4;

// Page types (fil0types.h; fil0fil.h of MariaDB for its own).
inline constexpr std::uint16_t kTypeAllocated = 0;
inline constexpr std::uint16_t kTypeInode = 3;
inline constexpr std::uint16_t kTypeBufferBitmap = 5;
inline constexpr std::uint16_t kTypeSpaceHeader = 8;
inline constexpr std::uint16_t kTypeDescriptors = 9;
inline constexpr std::uint16_t kTypeBlob = 10;
inline constexpr std::uint16_t kTypeZipBlob = 11;
inline constexpr std::uint16_t kTypeZipBlob2 = 12;
inline constexpr std::uint16_t kTypeCompressed = 14;
inline constexpr std::uint16_t kTypeEncrypted = 15;
inline constexpr std::uint16_t kTypeCompressedEncrypted = 16;
inline constexpr std::uint16_t kTypeEncryptedSpatial = 17;
/// MySQL: a BLOB of the dictionary. MariaDB: the root of a clustered index after an instant ADD COLUMN.
inline constexpr std::uint16_t kTypeInstantOrSdiBlob = 18;
inline constexpr std::uint16_t kTypeSdiZipBlob = 19;
inline constexpr std::uint16_t kTypeLobFirst = 22;
inline constexpr std::uint16_t kTypeLobLast = 29;
inline constexpr std::uint16_t kTypeSdi = 17853;
inline constexpr std::uint16_t kTypeSpatial = 17854;
inline constexpr std::uint16_t kTypeIndex = 17855;
inline constexpr std::uint16_t kTypeMariaDbCompressed = 34354;
inline constexpr std::uint16_t kTypeMariaDbCompressedEncrypted = 37401;
/// full_crc32: marks a compressed page; the other bits are its length in units of 256 bytes.
inline constexpr std::uint16_t kFullCrc32Compressed = 0x8000;

}  // namespace sluice::layout
