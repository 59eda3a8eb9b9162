#pragma once

#include <cstdint>
#include <span>

#include "innodb/bytes.h"
#include "innodb/page.h"
#include "innodb/tablespace.h"

namespace sluice {

/// The extents of a file, as its descriptor pages tell.
struct ExtentCounts {
  std::uint64_t extents = 0;
  std::uint64_t free = 0;        ///< None of their pages is in use.
  std::uint64_t free_pages = 0;  ///< Those of free extents, and the free ones of the others.
};

/// Returns whether this page holds descriptors: one page does for as many pages as it has bytes in the file.
constexpr bool has_descriptors(std::uint32_t number, const Tablespace& space) {
  return number % space.file_page_size == 0;
}

/// Bytes of a page with descriptors that must be kept to read them.
std::size_t descriptor_bytes(const Tablespace& space);

/// Marks the free ones of `pages`, which are those that the descriptor page at their beginning tells of, and
/// adds their extents to `counts`. `descriptors` is that page, or `descriptor_bytes` of it; empty where it is
/// not written yet, and so nothing behind it is in use. Pure.
void apply_descriptors(Bytes descriptors, const Tablespace& space, std::span<Page> pages,
                       ExtentCounts& counts);

}  // namespace sluice
