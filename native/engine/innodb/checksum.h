#pragma once

#include <cstdint>

#include "innodb/bytes.h"
#include "innodb/tablespace.h"

namespace sluice {

/// State of a page, as its checksum tells.
enum class PageState : std::uint8_t {
  kUnread,
  kVerified,     ///< Its page number is right, and so is its checksum.
  kUnverified,   ///< Its page number is right; it has no checksum that could be tested without a key.
  kZero,         ///< All zero: not written yet, or given back.
  kWrongNumber,  ///< It says that it is another page.
  kDamaged,      ///< Its checksum, or the copy of its LSN in the trailer, is wrong: torn, or damaged.
};

/// Test that each page undergoes.
enum class PageCheck : std::uint8_t { kChecksum, kNumber };

/// Returns whether a page that was read may be decoded.
constexpr bool is_readable(PageState state) {
  return state == PageState::kVerified || state == PageState::kUnverified;
}

/// Returns whether reading the page again may help: a server may be writing it.
constexpr bool is_suspect(PageState state) {
  return state == PageState::kWrongNumber || state == PageState::kDamaged;
}

/// Judges the page at position `number`: `page` is all of it as it is in the file. Pure.
///
/// CRC-32C and both older kinds as in buf0checksum.cc, compressed pages as in page0zip.cc, full_crc32 as in
/// MariaDB's buf0buf.cc. MySQL encrypts and compresses a page after its checksum was made, so that pages
/// like that are never more than `kUnverified`.
PageState check_page(Bytes page, std::uint32_t number, const Tablespace& space, PageCheck check);

}  // namespace sluice
