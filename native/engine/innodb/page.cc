#include "innodb/page.h"

#include "innodb/layout.h"

namespace sluice {
namespace {

constexpr std::uint16_t kCompactBit = 0x8000;

PageKind kind_of_type(std::uint16_t type, const Tablespace& space) {
  switch (type) {
    case layout::kTypeAllocated:
      return PageKind::kUnused;
    case layout::kTypeIndex:
      return PageKind::kIndex;
    case layout::kTypeSpatial:
      return PageKind::kSpatial;
    case layout::kTypeSdi:
      return PageKind::kSdi;
    case layout::kTypeSpaceHeader:
      return PageKind::kSpaceHeader;
    case layout::kTypeDescriptors:
      return PageKind::kDescriptors;
    case layout::kTypeInode:
      return PageKind::kInode;
    case layout::kTypeBufferBitmap:
      return PageKind::kBufferBitmap;
    case layout::kTypeBlob:
    case layout::kTypeZipBlob:
    case layout::kTypeZipBlob2:
    case layout::kTypeSdiZipBlob:
      return PageKind::kBlob;
    case layout::kTypeInstantOrSdiBlob:
      return space.origin == SpaceOrigin::kMySql ? PageKind::kBlob : PageKind::kIndex;
    case layout::kTypeCompressed:
    case layout::kTypeMariaDbCompressed:
      return PageKind::kCompressed;
    case layout::kTypeEncrypted:
    case layout::kTypeCompressedEncrypted:
    case layout::kTypeEncryptedSpatial:
    case layout::kTypeMariaDbCompressedEncrypted:
      return PageKind::kEncrypted;
    default:
      return type >= layout::kTypeLobFirst && type <= layout::kTypeLobLast ? PageKind::kBlob
                                                                           : PageKind::kOther;
  }
}

/// MariaDB leaves an encrypted page its type; only the key version tells. R-trees keep another number there
/// in the older format.
bool has_key_version(Bytes bytes, std::uint32_t number, PageKind kind, const Tablespace& space) {
  if (space.checksums == ChecksumFormat::kFullCrc32) return read32(bytes, layout::kChecksum) != 0;
  const bool is_elsewhere = space.origin == SpaceOrigin::kMySql || number == 0 ||
                            kind == PageKind::kSpatial || kind == PageKind::kCompressed;
  return !is_elsewhere && read32(bytes, layout::kShared) != 0;
}

PageKind kind_of(Bytes bytes, std::uint32_t number, const Tablespace& space) {
  const std::uint16_t type = read16(bytes, layout::kType);
  const bool is_full_crc32 = space.checksums == ChecksumFormat::kFullCrc32;
  const PageKind kind = is_full_crc32 && (type & layout::kFullCrc32Compressed) != 0
                            ? PageKind::kCompressed
                            : kind_of_type(type, space);
  return has_key_version(bytes, number, kind, space) ? PageKind::kEncrypted : kind;
}

/// The header of an index page, which ROW_FORMAT=COMPRESSED leaves readable.
void decode_index(Bytes bytes, const Tablespace& space, Page& page) {
  const std::uint32_t heap_top = read16(bytes, layout::kHeapTop);
  const std::uint32_t garbage = read16(bytes, layout::kGarbage);
  page.compact = (read16(bytes, layout::kHeapCount) & kCompactBit) != 0;
  page.records = read16(bytes, layout::kRecords);
  page.level = read16(bytes, layout::kLevel);
  page.index_id = read64(bytes, layout::kIndexId);
  if (!has_fill(space)) return;
  const std::uint32_t before = garbage + static_cast<std::uint32_t>(page.compact ? layout::kCompactRecords
                                                                                 : layout::kRedundantRecords);
  page.garbage_bytes = static_cast<std::uint16_t>(garbage);
  page.data_bytes = static_cast<std::uint16_t>(heap_top < before ? 0 : heap_top - before);
}

}  // namespace

std::uint32_t usable_bytes(const Tablespace& space, bool compact) {
  const std::size_t used = (compact ? layout::kCompactRecords : layout::kRedundantRecords) +
                           layout::kEmptyDirectoryBytes + layout::kTrailerBytes;
  return space.page_size - static_cast<std::uint32_t>(used);
}

Page decode_page(Bytes bytes, std::uint32_t number, PageState state, const Tablespace& space) {
  Page page;
  page.state = state;
  if (state == PageState::kZero) page.kind = PageKind::kUnused;
  if (!is_readable(state)) return page;
  page.lsn = read64(bytes, layout::kLsn);
  page.type = read16(bytes, layout::kType);
  page.kind = kind_of(bytes, number, space);
  if (page.kind == PageKind::kSpaceHeader) return page;
  page.prev = read32(bytes, layout::kPrev);
  page.next = read32(bytes, layout::kNext);
  if (page.kind == PageKind::kIndex || page.kind == PageKind::kSpatial || page.kind == PageKind::kSdi) {
    decode_index(bytes, space, page);
  }
  return page;
}

}  // namespace sluice
