#include "innodb/tablespace.h"

#include <algorithm>
#include <utility>

#include "innodb/layout.h"
#include "support/failure.h"

namespace sluice {
namespace {

constexpr std::uint32_t kDefaultPageSize = 16 << 10;
constexpr std::uint32_t kSmallestPageSize = 4 << 10;
constexpr std::uint32_t kLargestPageSize = 64 << 10;
constexpr std::uint32_t kExtentBytes = 1 << 20;
constexpr std::uint32_t kLeastExtentPages = 64;

// The flags (fsp0types.h). full_crc32's marker is the top bit of ZIP_SSIZE, which never has it set:
// compressed pages have at most 16 KiB, which is 5.
constexpr std::uint32_t kFullCrc32Marker = 1U << 4;
constexpr std::uint32_t kEncryptionFlag = 1U << 13;
constexpr std::uint32_t kMariaDbPageCompression = 1U << 16;

constexpr std::uint32_t field(std::uint32_t flags, unsigned shift, unsigned bits) {
  return flags >> shift & ((1U << bits) - 1);
}

EngineError failure(const char* code, const std::string& name, Message message) {
  Failure failure;
  failure.code = code;
  failure.chunk = name;
  failure.message = std::move(message);
  return EngineError(std::move(failure));
}

EngineError unwritten(const std::string& name) {
  Failure unwritten =
      failure("tablespace-damaged", name, {"spaceHeaderUnwritten", {{"file", name}}}).failure();
  unwritten.hint = "waitForPageCleaner";
  return EngineError(std::move(unwritten));
}

/// Sizes are stored as the power n of 512 << n.
std::uint32_t size_of(std::uint32_t shift) { return shift == 0 ? kDefaultPageSize : 512U << shift; }

void parse_full_crc32(Tablespace& space) {
  space.origin = SpaceOrigin::kMariaDb;
  space.checksums = ChecksumFormat::kFullCrc32;
  space.page_size = 512U << field(space.flags, 0, 4);
  space.file_page_size = space.page_size;
  if (field(space.flags, 5, 3) != 0) space.compression = SpaceCompression::kPages;
}

void parse_older(Tablespace& space) {
  const std::uint32_t zip = field(space.flags, 1, 4);
  space.page_size = size_of(field(space.flags, 6, 4));
  space.file_page_size = zip == 0 ? space.page_size : 512U << zip;
  space.encrypted = (space.flags & kEncryptionFlag) != 0 && space.origin == SpaceOrigin::kMySql;
  if (zip != 0) space.compression = SpaceCompression::kRows;
  if (space.origin == SpaceOrigin::kMySql || (space.flags & kMariaDbPageCompression) == 0) return;
  space.origin = SpaceOrigin::kMariaDb;
  space.compression = SpaceCompression::kPages;
}

bool names_one_space(Bytes head) {
  return read32(head, layout::kPageNumber) == 0 &&
         read32(head, layout::kSpaceId) == read32(head, layout::kSpaceIdAgain);
}

bool is_space_header(Bytes head) {
  return names_one_space(head) && read16(head, layout::kType) == layout::kTypeSpaceHeader;
}

/// The first page as a file is made, without its type and its number of pages (fil_create_tablespace of
/// MySQL's fil0fil.cc): the page cleaner writes them later.
bool is_new_header(Bytes head) {
  return names_one_space(head) && read32(head, layout::kSpaceId) != 0 && read16(head, layout::kType) == 0 &&
         read32(head, layout::kSpacePages) == 0;
}

}  // namespace

Tablespace parse_tablespace(Bytes head, const std::string& name) {
  if (head.size() >= kSpaceHeaderBytes && (is_zero(head) || is_new_header(head))) throw unwritten(name);
  if (head.size() < kSpaceHeaderBytes || !is_space_header(head)) {
    throw failure("not-a-tablespace", name, {"notASpace", {{"file", name}}});
  }
  Tablespace space;
  space.space_id = read32(head, layout::kSpaceId);
  space.flags = read32(head, layout::kSpaceFlags);
  space.pages = read32(head, layout::kSpacePages);
  space.free_limit = read32(head, layout::kFreeLimit);
  // MySQL 8 keeps its version where other pages name the previous one (FIL_PAGE_SRV_VERSION of fil0types.h).
  if (const std::uint32_t version = read32(head, layout::kPrev); version != layout::kNoPage && version != 0) {
    space.origin = SpaceOrigin::kMySql;
    space.server_version = version;
  }
  if ((space.flags & kFullCrc32Marker) != 0) {
    parse_full_crc32(space);
  } else {
    parse_older(space);
  }
  if (space.page_size < kSmallestPageSize || space.page_size > kLargestPageSize ||
      space.file_page_size > space.page_size) {
    throw failure("page-size-unsupported", name,
                  {"pageSizeUnknown", {{"file", name}, {"bytes", space.page_size}}});
  }
  space.extent_pages =
      space.page_size < kDefaultPageSize ? kExtentBytes / space.page_size : kLeastExtentPages;
  return space;
}

}  // namespace sluice
