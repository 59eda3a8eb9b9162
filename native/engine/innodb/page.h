#pragma once

#include <cstdint>

#include "innodb/bytes.h"
#include "innodb/checksum.h"
#include "innodb/tablespace.h"

namespace sluice {

/// Purpose of a page.
enum class PageKind : std::uint8_t {
  kUnknown,  ///< It could not be read.
  kUnused,   ///< Zero, or allocated and never used.
  kIndex,    ///< B-tree page.
  kSpatial,  ///< R-tree page.
  kSdi,      ///< MySQL's copy of the dictionary.
  kBlob,     ///< A value that does not fit into its row.
  kSpaceHeader,
  kDescriptors,  ///< Which pages of the extents are in use.
  kInode,        ///< Which extents belong to which segment.
  kBufferBitmap,
  kCompressed,  ///< By page compression: all but the header is hidden.
  kEncrypted,   ///< All but the header is hidden.
  kOther,
};

/// Facts about one page of a file, whose number is its place: 40 bytes, so that the pages of a terabyte
/// fit into 2.5 GiB.
struct Page {
  std::uint64_t lsn = 0;  ///< LSN of its newest change.
  std::uint64_t index_id = 0;
  std::uint32_t prev = 0xFFFFFFFF;  ///< Siblings on the same level of the tree; all bits set is none.
  std::uint32_t next = 0xFFFFFFFF;
  std::uint16_t type = 0;   ///< As the file has it.
  std::uint16_t level = 0;  ///< 0 is a leaf.
  std::uint16_t records = 0;
  std::uint16_t data_bytes = 0;     ///< INNODB_BUFFER_PAGE.DATA_SIZE; 0 where `has_fill` is not set.
  std::uint16_t garbage_bytes = 0;  ///< Bytes of deleted records.
  PageKind kind = PageKind::kUnknown;
  PageState state = PageState::kUnread;
  bool compact = false;  ///< Not ROW_FORMAT=REDUNDANT.
  bool is_free = false;  ///< The extent descriptor says that nobody uses it, whatever its bytes say.
};

/// Returns whether pages of this space tell how full they are: in ROW_FORMAT=COMPRESSED the numbers are those
/// of the uncompressed page.
constexpr bool has_fill(const Tablespace& space) { return space.compression != SpaceCompression::kRows; }

/// The bytes that records could take in an empty page of an index: 16,252 of 16 KiB, 16,247 in REDUNDANT.
std::uint32_t usable_bytes(const Tablespace& space, bool compact);

/// Decodes a page that was judged as `state`. Pure.
Page decode_page(Bytes bytes, std::uint32_t number, PageState state, const Tablespace& space);

/// Returns whether it is a leaf of an index in use.
constexpr bool is_leaf(const Page& page) {
  return page.kind == PageKind::kIndex && page.level == 0 && !page.is_free;
}

}  // namespace sluice
