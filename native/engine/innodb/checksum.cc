#include "innodb/checksum.h"

#include <algorithm>
#include <array>

#include "innodb/crc32c.h"
#include "innodb/layout.h"

namespace sluice {
namespace {

/// The hash of the checksum kind "innodb" (ut_fold_binary). Its words are wider than 32 bits, but nothing of
/// the upper half ever comes down.
std::uint32_t fold(Bytes bytes) {
  constexpr std::uint32_t kMask = 1463735687;
  constexpr std::uint32_t kMask2 = 1653893711;
  std::uint32_t sum = 0;
  for (const std::byte byte : bytes) {
    const auto value = std::to_integer<std::uint32_t>(byte);
    sum = ((((sum ^ value ^ kMask2) << 8) + sum) ^ kMask) + value;
  }
  return sum;
}

/// Adler-32 (RFC 1950) that begins with 0, as ROW_FORMAT=COMPRESSED has it where the checksum kind is
/// "innodb": always before MySQL 5.6.3, and by choice before MySQL 8.0 and MariaDB 10.6.
class Adler32 {
 public:
  /// 64 bits hold the sums of a page of any size before they are reduced.
  void add(Bytes bytes) {
    std::uint64_t low = low_;
    std::uint64_t high = high_;
    for (const std::byte byte : bytes) {
      low += std::to_integer<std::uint64_t>(byte);
      high += low;
    }
    low_ = static_cast<std::uint32_t>(low % kModulus);
    high_ = static_cast<std::uint32_t>(high % kModulus);
  }
  std::uint32_t value() const { return high_ << 16 | low_; }

 private:
  static constexpr std::uint32_t kModulus = 65521;
  std::uint32_t low_ = 0;
  std::uint32_t high_ = 0;
};

/// The parts of a page that its checksum covers: not the checksum, nor what is written at flush time.
Bytes numbered_part(Bytes page) {
  return page.subspan(layout::kPageNumber, layout::kShared - layout::kPageNumber);
}
Bytes body_part(Bytes page) {
  return page.subspan(layout::kBody, page.size() - layout::kBody - layout::kTrailerBytes);
}

std::uint32_t field_crc32(Bytes page) { return crc32c(numbered_part(page)) ^ crc32c(body_part(page)); }

PageState verdict(bool good) { return good ? PageState::kVerified : PageState::kDamaged; }

PageState check_field(Bytes page) {
  const std::uint32_t head = read32(page, layout::kChecksum);
  const std::size_t trailer = page.size() - layout::kTrailerBytes;
  const std::uint32_t tail = read32(page, trailer);
  if (head == layout::kNoChecksum && tail == layout::kNoChecksum) return PageState::kUnverified;
  if (read32(page, trailer + 4) != read32(page, layout::kLsn + 4)) return PageState::kDamaged;
  if (const std::uint32_t crc = field_crc32(page); head == crc) return verdict(tail == crc);
  const bool is_older = head == fold(numbered_part(page)) + fold(body_part(page));
  return verdict(is_older && tail == fold(page.first(layout::kShared)));
}

/// ROW_FORMAT=COMPRESSED: no trailer, and other parts are left out (page_zip_calc_checksum).
PageState check_row_compressed(Bytes page) {
  const std::uint32_t stored = read32(page, layout::kChecksum);
  if (stored == layout::kNoChecksum) return PageState::kUnverified;
  const std::array<Bytes, 3> parts = {page.subspan(layout::kPageNumber, layout::kLsn - layout::kPageNumber),
                                      page.subspan(layout::kType, 2), page.subspan(layout::kSpaceId)};
  std::uint32_t crc = 0;
  for (const Bytes part : parts) crc ^= crc32c(part);
  if (stored == crc) return PageState::kVerified;
  Adler32 adler;
  for (const Bytes part : parts) adler.add(part);
  return verdict(stored == adler.value());
}

/// MariaDB's older format: where a page is encrypted, a checksum of what is in the file follows the key
/// version.
PageState check_mariadb_encrypted(Bytes page, const Tablespace& space) {
  if (space.compression == SpaceCompression::kRows) return PageState::kUnverified;
  return verdict(read32(page, layout::kShared + 4) == field_crc32(page));
}

PageState check_full_crc32(Bytes page) {
  const std::uint16_t type = read16(page, layout::kType);
  const bool is_compressed = (type & layout::kFullCrc32Compressed) != 0;
  const std::size_t stored =
      is_compressed ? std::size_t{static_cast<std::uint16_t>(type & ~layout::kFullCrc32Compressed)} << 8
                    : page.size();
  if (stored > page.size() || stored <= layout::kBody + layout::kTrailerBytes) return PageState::kDamaged;
  const Bytes used = page.first(stored);
  if (crc32c(used.first(stored - 4)) != read32(used, stored - 4)) return PageState::kDamaged;
  const bool is_encrypted = read32(page, layout::kChecksum) != 0;
  const bool has_lsn = !is_compressed && !is_encrypted;
  return verdict(!has_lsn || read32(used, stored - 8) == read32(page, layout::kLsn + 4));
}

PageState check_older(Bytes page, std::uint32_t number, const Tablespace& space) {
  switch (read16(page, layout::kType)) {
    case layout::kTypeCompressed:
    case layout::kTypeEncrypted:
    case layout::kTypeCompressedEncrypted:
    case layout::kTypeEncryptedSpatial:
    case layout::kTypeMariaDbCompressed:
      return PageState::kUnverified;
    case layout::kTypeMariaDbCompressedEncrypted:
      return check_mariadb_encrypted(page, space);
    default:
      break;
  }
  const PageState state =
      space.compression == SpaceCompression::kRows ? check_row_compressed(page) : check_field(page);
  const bool may_be_encrypted = space.origin != SpaceOrigin::kMySql && number != 0;
  if (state != PageState::kDamaged || !may_be_encrypted || read32(page, layout::kShared) == 0) return state;
  return check_mariadb_encrypted(page, space);
}

}  // namespace

PageState check_page(Bytes page, std::uint32_t number, const Tablespace& space, PageCheck check) {
  const bool may_be_zero = read64(page, layout::kLsn) == 0 && read16(page, layout::kType) == 0;
  if (may_be_zero && is_zero(page)) return PageState::kZero;
  if (read32(page, layout::kPageNumber) != number) return PageState::kWrongNumber;
  if (check == PageCheck::kNumber) return PageState::kUnverified;
  return space.checksums == ChecksumFormat::kFullCrc32 ? check_full_crc32(page)
                                                       : check_older(page, number, space);
}

}  // namespace sluice
